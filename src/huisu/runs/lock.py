"""How does a second coordinator learn that a ledger has one already?

By a lock on a file beside it, which the system gives up with the process that holds
it, however that ends. Read postgres.py next, which has a lock of another kind.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from huisu.errors import InputError

__all__ = ["WriterLock", "locked", "myself"]


def myself() -> str:
    """Return what another coordinator is told about this process: its number and its host."""
    return f"{os.getpid()} {socket.gethostname()}"


def locked(path: str, holder: str) -> InputError:
    """Return the error that names the coordinator which holds a ledger, as myself() did."""
    pid, host, *_ = [*holder.split(), "?", "?"]
    return InputError("error.runs.locked", path=path, host=host, pid=pid)


class WriterLock:
    """The lock of the file FILE.lock, which stays; FILE.lock.by says who holds it."""

    def __init__(self, path: Path, shown: str) -> None:
        """Take it at once; raise InputError with the holder's name if it is taken."""
        self._by = path.with_name(path.name + ".lock.by")
        file = path.with_name(path.name + ".lock")
        self._lock = FileLock(file)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            if not file.exists():  # it could not be made, which the lock takes for held
                reason = os.strerror(errno.EACCES)
                raise InputError("error.runs.disk", path=shown, reason=reason) from None
            raise locked(shown, self._holder()) from None
        except OSError as error:
            raise InputError("error.runs.disk", path=shown, reason=error.strerror) from None
        with suppress(OSError):  # on a full disk it holds all the same, only without a name
            self._by.write_text(myself(), encoding="utf-8")

    def _holder(self) -> str:
        try:
            return self._by.read_text(encoding="utf-8")
        except OSError:
            return ""

    def close(self) -> None:
        """Give it up."""
        self._by.unlink(missing_ok=True)
        self._lock.release()
