"""Processes that begin with all modules loaded and all boards drawn; a fresh one takes a second for that."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from unittest import mock

from support import paths


def context() -> ForkServerContext:
    """The context to start such processes in; there is one fork server, whoever uses it."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["support.preloaded"])
    path = os.pathsep.join([str(paths.TESTS), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep)
    with mock.patch.dict(os.environ, {"PYTHONPATH": path}):
        forkserver.ensure_running()
    return found
