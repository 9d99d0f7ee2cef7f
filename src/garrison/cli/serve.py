"""The command that serves the table, and what `garrison` alone does: serve it here and open the browser."""

from __future__ import annotations

import os
import sys
import threading
from argparse import Namespace

from garrison.cli import page, store
from garrison.cli.page import say
from garrison.cli.texts import BadInput, words, wrap

HOST = "127.0.0.1"


def serve(args: Namespace) -> int:
    """Serve until told to end."""
    # The table's libraries take half a second to load: no other command waits for them.
    from garrison.table.lock import Taken
    from garrison.table.refusing import No
    from garrison.table.serve import run

    opened = _open if args.open else None
    folder = store.home(args.home)
    said = words(args.lang)

    def ready(address: str) -> None:
        say(wrap(said("serve-ready", address=address, folder=folder)))
        say(wrap(said("serve-end")))
        page.flush()
        if opened is not None:
            opened(address)

    try:
        run(folder, host=args.host, port=args.port, names=tuple(args.name or ()), ready=ready)
    except KeyboardInterrupt:
        say(said("serve-ended"))
    except No as error:
        if opened is None or not isinstance(error, Taken) or not error.address:
            raise BadInput("plain", text=error.said(args.lang)) from error
        say(wrap(said("serve-running", address=error.address)))
        page.flush()
        opened(error.address)
    return 0


def _open(address: str) -> None:
    """Open the browser; it may take its time, the table does not wait for it.

    Without a screen there might be one for terminals, which would take this one over.
    """
    import webbrowser

    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, screens)):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
