"""How is a file written so that it is there whole, or not at all?

Under another name beside it, which is changed at the end. Read trace/file.py or
cli/terminal.py next, which write files.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | Path) -> Iterator[Callable[[bytes], object]]:
    """Give a function that writes bytes to a file.

    The file appears under its name only when all is written: an error or Ctrl-C
    leaves what was there before. What is no regular file (a device, a pipe) is
    written to as it is; a link is followed.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("wb") as file:
            yield file.write
        return
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:  # which names the other name
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file.write
        temporary.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
