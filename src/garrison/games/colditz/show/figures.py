"""Figures."""

from __future__ import annotations


def figures(lang):
    return []


def sources(lang):
    return {}


def cards(edition, lang):
    return []
