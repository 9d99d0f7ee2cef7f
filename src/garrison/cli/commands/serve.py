"""`garrison serve`, and plain `garrison`, which serves the table locally and opens the browser."""

from __future__ import annotations

import os
import sys
import threading
from argparse import Namespace

from garrison.cli import output
from garrison.cli.output import say
from garrison.cli.play import saves
from garrison.cli.texts import BadInput, words, wrap

HOST = "127.0.0.1"
DATABASE = "GARRISON_DATABASE"
"""Environment variable for the database: every user of the machine can read a command line."""


def database(args: Namespace) -> str | None:
    """The address of the database, if given."""
    given: str | None = args.database
    return os.environ.get(DATABASE) or None if given is None else given


def serve(args: Namespace) -> int:
    """Serve until stopped."""
    # The table's libraries take half a second to load; other commands do not need them.
    from garrison.table.process.file_lock import Taken
    from garrison.table.process.startup import home, run
    from garrison.table.refusals import TableRefusal

    opened = _open if args.open else None
    folder, named = saves.home(args.home), database(args)
    said = words(args.lang)

    def ready(address: str) -> None:
        place = folder if named is None else home(folder, named)
        say(wrap(said("serve-ready", address=address, folder=place)))
        say(wrap(said("serve-end")))
        output.flush()
        if opened is not None:
            opened(address)

    try:
        run(
            folder,
            database=named,
            host=args.host,
            port=args.port,
            workers=args.workers,
            names=tuple(args.name or ()),
            proxied=args.proxy,
            ready=ready,
        )
    except KeyboardInterrupt:
        say(said("serve-ended"))
    except TableRefusal as error:
        if opened is None or not isinstance(error, Taken) or not error.address:
            raise BadInput("plain", text=error.text(args.lang)) from error
        say(wrap(said("serve-running", address=error.address)))
        output.flush()
        opened(error.address)
    return 0


def _open(address: str) -> None:
    """Open the browser without waiting for it.

    Without a display a text browser might start and take over this terminal.
    """
    import webbrowser

    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, screens)):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
