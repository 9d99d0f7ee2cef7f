"""The table over HTTP: all addresses."""

from __future__ import annotations

from fastapi import APIRouter

from garrison.table.context import Context
from garrison.table.http.pages import Web
from garrison.table.http.routes import files, games, matches, moments, records, seats, status


def router(context: Context) -> APIRouter:
    found, web = APIRouter(), Web()
    matches.add(found, context)
    seats.add(found, context)
    records.add(found, context)
    moments.add(found, context)
    games.add(found, context, web)
    status.add(found, context)
    files.add(found, web)
    return found
