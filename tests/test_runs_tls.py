"""Is nobody let into a cluster without a certificate of its authority, and everybody with one?"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clustered import MACHINE, certified, listening, scheduler, until, worker
from conftest import Run
from huisu.errors import InputError
from huisu.runs.address import reach, read_address
from huisu.runs.cluster import ClusterEngine
from huisu.runs.plan import Plan, Units
from huisu.runs.task import make_task
from huisu.runs.tls import read_certificates

UNITS = Units(Plan("board", 8, 500))

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with an authority and certificates of it."""
    return certified(tmp_path_factory.mktemp("authority") / "ours")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with another authority and certificates of that."""
    return certified(tmp_path_factory.mktemp("authority") / "theirs")


@pytest.fixture(scope="module")
def secure(folder: Path) -> Iterator[str]:
    """Give the address of a scheduler with certificates, and a worker of it."""
    with scheduler("--tls", str(folder)) as (_, address), worker(address, "--tls", str(folder)):
        yield address


def test_with_certificates_a_board_is_counted_exactly(secure: str, folder: Path) -> None:
    assert secure.startswith("tls://127.0.0.1:")
    with closing(ClusterEngine(secure, tls=folder)) as engine:
        until(lambda: engine.slots == 1)
        futures = [
            engine.submit(make_task(UNITS, unit, kernel="bitmask")) for unit in range(len(UNITS))
        ]
        assert sum(future.result(60)[1].count for future in futures) == 92


def test_a_plain_client_is_refused(secure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.runs.cluster._CONNECT_SECONDS", 0.1)
    monkeypatch.setattr("huisu.runs.address._PATIENCE", 1.0)
    with pytest.raises(InputError, match=r"says nothing: .* asks for certificates \(--tls DIR\)"):
        ClusterEngine(secure.removeprefix("tls://"))


def test_neither_does_dask_itself_get_in_without_certificates(secure: str) -> None:
    for address in (secure, secure.replace("tls", "tcp")):
        program = f"from distributed import Client; Client({address!r}, timeout=3); print('in')"
        found = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert (found.returncode, found.stdout) == (1, "")
        assert re.search(r"^(OSError|TypeError|.*CommClosedError): ", found.stderr, re.M)


def test_certificates_of_another_authority_are_refused(
    secure: str, other: Path, huisu: Run
) -> None:
    code, output, errors = huisu("worker", secure, "--tls", str(other))
    assert (code, output) == (2, "")
    assert "do not accept each other's certificates" in errors
    assert errors.count("\n") == 1


def test_whoever_another_authority_has_signed_is_refused_by_the_scheduler(
    secure: str, folder: Path, other: Path
) -> None:
    believing = read_certificates(other)._replace(authority=str(folder / "ca.pem"))
    with pytest.raises(InputError, match="do not accept each other's certificates"):
        reach(read_address(secure, believing), believing)


def test_a_scheduler_without_certificates_is_not_believed(folder: Path) -> None:
    with scheduler() as (_, address):
        with pytest.raises(InputError, match="is an address without certificates"):
            ClusterEngine(address, tls=folder)
        with pytest.raises(InputError, match="has no certificates"):
            ClusterEngine(address.removeprefix("tcp://"), tls=folder)


def test_beyond_this_machine_there_is_one_port_and_it_asks_for_certificates(folder: Path) -> None:
    with scheduler("--host", "0.0.0.0", "--tls", str(folder)) as (command, address):
        assert address.startswith("tls://")
        assert listening(command) == ["0.0.0.0"]


def test_an_address_elsewhere_may_be_used_with_certificates(folder: Path) -> None:
    found = read_address("192.0.2.1", read_certificates(folder))
    assert str(found) == "tls://192.0.2.1:8786"


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (MACHINE.replace("-days 365", "-days -1"), "expired"),
        (MACHINE.replace("-nodes", "-passout pass:secret"), "cannot be used"),
    ],
)
def test_certificates_that_cannot_work_are_one_sentence(
    tmp_path: Path, machine: str, reason: str
) -> None:
    made = certified(tmp_path / "made", machine)
    with pytest.raises(InputError, match=reason) as refused:
        read_certificates(made)
    assert "cert.pem must belong to key.pem" in str(refused.value)


@pytest.mark.parametrize("name", ["ca.pem", "cert.pem", "key.pem"])
def test_a_file_that_is_missing_or_something_else_is_named_or_refused(
    tmp_path: Path, folder: Path, name: str
) -> None:
    for each in ("ca.pem", "cert.pem", "key.pem"):
        (tmp_path / each).write_bytes((folder / each).read_bytes())
    (tmp_path / name).write_text("no certificate")
    with pytest.raises(InputError, match="cannot be used"):
        read_certificates(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match=f"cannot read .*{name}"):
        read_certificates(tmp_path)


def test_a_key_of_somebody_else_is_refused(tmp_path: Path, folder: Path, other: Path) -> None:
    for each, source in (("ca.pem", folder), ("cert.pem", folder), ("key.pem", other)):
        (tmp_path / each).write_bytes((source / each).read_bytes())
    with pytest.raises(InputError, match="cannot be used"):
        read_certificates(tmp_path)
