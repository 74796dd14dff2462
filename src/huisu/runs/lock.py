"""How does a second coordinator learn that a ledger has one already?

By a lock on a file beside it, which the system gives up with the process that holds
it, however that ends. Read ledger.py next.
"""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

from filelock import FileLock, Timeout

from huisu.errors import InputError

__all__ = ["WriterLock", "locked", "myself"]


def myself() -> dict[str, object]:
    """Return what another process is told about this one."""
    return {"host": socket.gethostname(), "pid": os.getpid()}


def locked(path: str, holder: str) -> InputError:
    """Return the error that names the coordinator which holds a ledger."""
    try:
        values = json.loads(holder)
        host, pid = values["host"], values["pid"]
    except (ValueError, LookupError, TypeError):
        host = pid = "?"
    return InputError("error.runs.locked", path=path, host=host, pid=pid)


class WriterLock:
    """The lock of the file FILE.lock, which stays; FILE.lock.by says who holds it."""

    def __init__(self, path: Path, shown: str) -> None:
        """Take it at once; raise InputError with the holder's name if it is taken."""
        self._by = path.with_name(path.name + ".lock.by")
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise locked(shown, self._holder()) from None
        except OSError as error:
            raise InputError("error.runs.disk", path=shown, reason=error.strerror) from None
        try:
            self._by.write_text(json.dumps(myself()), encoding="utf-8")
        except OSError:  # a full disk: the lock holds all the same, only without a name
            pass

    def _holder(self) -> str:
        try:
            return self._by.read_text(encoding="utf-8")
        except OSError:
            return ""

    def release(self) -> None:
        """Give it up."""
        self._by.unlink(missing_ok=True)
        self._lock.release()
