"""Where does a test find a PostgreSQL server? In a temporary directory, made for these tests.

PostgreSQL does not run as root, so root starts it as the user `postgres`. Without its
programs the tests are skipped, but never where CI runs them. Read conftest.py next,
which gives it to the tests, then test_runs_postgres.py.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

__all__ = ["Server", "server_or_skip", "started"]

MISSING = "PostgreSQL's programs initdb and pg_ctl are not installed"

#: A small server that only this machine can reach.
SETTINGS = (
    "-c listen_addresses=127.0.0.1 -c unix_socket_directories="
    " -c max_connections=20 -c shared_buffers=128MB"
)


class Server(NamedTuple):
    """A running server, and how it is stopped and started."""

    programs: Path
    data: Path
    port: int
    settings: str

    def address(self, database: str) -> str:
        """Return the address of one of its databases."""
        return f"postgresql://postgres:secret@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"ledger_{self._number('pg_database')}"
        self._create(f"DATABASE {name}")
        return self.address(name)

    def new_schema(self) -> str:
        """Make an empty schema, which is made sooner, and return the address of a ledger in it."""
        name = f"ledger_{self._number('pg_namespace')}"
        self._create(f"SCHEMA {name}")
        return self.address("postgres") + f"?options=-csearch_path%3D{name}"

    def _number(self, catalogue: str) -> int:
        with self._connected() as connection:
            return int(connection.execute(f"SELECT count(*) FROM {catalogue}").fetchone()[0])

    def _create(self, what: str) -> None:
        with self._connected() as connection:
            connection.execute(f"CREATE {what}")

    def _connected(self) -> Any:
        import psycopg

        return psycopg.connect(self.address("postgres"), autocommit=True)

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._control("start", "-o", f"-p {self.port} {self.settings}")

    def stop(self) -> None:
        """Stop it at once, as if it had crashed: it starts all the same."""
        self._control("stop", "-m", "immediate")

    def _control(self, *words: str) -> None:
        log = str(self.data / "log")
        _as_postgres([str(self.programs / "pg_ctl"), "-D", str(self.data), "-l", log, "-w", *words])


def _as_postgres(command: list[str]) -> None:
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    subprocess.run(
        command, check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT, timeout=120,
    )  # fmt: skip


def programs() -> Path | None:
    """Return the directory of the newest PostgreSQL, where Debian keeps it or on the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_major)
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _major(program: Path) -> int:
    name = program.parent.parent.name
    return int(name) if name.isdigit() else 0


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def started(*, durable: bool = False) -> Iterator[Server]:
    """Give a server of one's own, gone at the end with all it held.

    Unless `durable`, it does not wait for the disk: it outlives its own end, not the machine's.
    """
    found = programs()
    assert found is not None, MISSING
    with tempfile.TemporaryDirectory(prefix="huisu-postgres-") as directory:
        if os.geteuid() == 0:
            shutil.chown(directory, "postgres")
        secret = Path(directory) / "secret"
        secret.write_text("secret\n")
        secret.chmod(0o644)
        data = Path(directory) / "data"
        _as_postgres(
            [
                str(found / "initdb"), "-D", str(data), "-U", "postgres", "--pwfile", str(secret),
                "-A", "scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync",
            ]
        )  # fmt: skip
        settings = SETTINGS if durable else f"{SETTINGS} -c fsync=off"
        server = Server(found, data, _free_port(), settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def server_or_skip() -> Iterator[Server]:
    """Give a server, or skip the test where there can be none; in CI, let it fail."""
    if programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with started() as server:
        yield server
