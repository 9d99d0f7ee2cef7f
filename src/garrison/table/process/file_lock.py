"""One process per file: a lock that ends with the process and says where its holder can be reached."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from garrison.table.refusals import FILE_CLOSED, FILE_TAKEN
from garrison.table.store.schema import Unusable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR = 1 << 20
"""Windows lets nobody read a locked byte, so this one lies beyond everything written."""
ADDRESS_BYTES = 200


class Taken(Unusable):
    """Another process has the file; `address` is where it serves, if that is known."""

    def __init__(self, path: Path, address: str) -> None:
        super().__init__(FILE_TAKEN, folder=path.parent, address=address or "-")
        self.address = address


class Lock:
    """Held until it is closed or the process ends, however that happens."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unusable(FILE_CLOSED, path=path, error=error.strerror) from error
        if not _take(self._handle):
            address = os.read(self._handle, ADDRESS_BYTES).decode("ascii", "replace").strip()
            os.close(self._handle)
            raise Taken(path, address)
        os.ftruncate(self._handle, 0)

    def write_address(self, address: str) -> None:
        """Record the address at which this process serves."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, address.encode("ascii"))

    def close(self) -> None:
        os.close(self._handle)


def _take(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True
