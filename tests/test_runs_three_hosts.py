"""Do three hosts count together, with certificates, while one is cut off and comes back?

The hosts are network namespaces on a switch of their own, which the test makes and
takes away: what goes between them never leaves this machine.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from clustered import Command, certified, running, scheduler, until, worker
from huisu.errors import InputError
from huisu.runs.ledger import open_ledger
from huisu.runs.row import Row
from huisu.runs.status import state_of
from roads import oeis

pytestmark = pytest.mark.core

#: Seconds after which a silent line counts as cut; Dask's own 30 make the test no better.
SOON = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "11s"}


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Hosts:
    """Hosts 10.87.0.1, 10.87.0.2, … on a switch."""

    def __init__(self, stack: ExitStack, number: int) -> None:
        """Make them; skip the test where that is not allowed."""
        self._switch = self._namespace(stack, "switch")
        ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        ip("-n", self._switch, "link", "set", "switch", "up")
        self._hosts = [self._host(stack, host) for host in range(1, number + 1)]

    def _namespace(self, stack: ExitStack, name: str) -> str:
        name = f"huisu-{os.getpid()}-{name}"
        try:
            ip("netns", "add", name)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("network namespaces cannot be made here")
        stack.callback(ip, "netns", "del", name)
        return name

    def _host(self, stack: ExitStack, number: int) -> str:
        name, port = self._namespace(stack, str(number)), f"port{number}"
        ip("-n", name, "link", "add", "eth0", "type", "veth", "peer", port, "netns", self._switch)
        ip("-n", name, "address", "add", f"10.87.0.{number}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", name, "link", "set", device, "up")
        ip("-n", self._switch, "link", "set", port, "master", "switch", "up")
        return name

    def inside(self, number: int) -> list[str]:
        """Return what begins a command that is to run on a host."""
        return ["ip", "netns", "exec", self._hosts[number - 1]]

    def plug(self, number: int, state: str) -> None:
        """Pull the plug of a host at the switch ("down"), or put it in again ("up")."""
        ip("-n", self._switch, "link", "set", f"port{number}", state)


def done(path: Path) -> int:
    with suppress(InputError), open_ledger(path, "read") as ledger:
        return state_of(ledger).done
    return 0


def rows(path: Path) -> list[Row]:
    with open_ledger(path, "read") as ledger:
        return list(ledger.rows(ledger.run(None).run))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


@pytest.mark.long
def test_a_host_is_cut_off_and_comes_back_and_the_total_is_exact(
    stack: ExitStack, tmp_path: Path
) -> None:
    hosts = Hosts(stack, 3)
    tls, path = str(certified(tmp_path / "certificates")), tmp_path / "q16"
    inside = hosts.inside(1)
    _, address = stack.enter_context(
        scheduler("--host", "10.87.0.1", "--tls", tls, prefix=inside, env=SOON)
    )
    assert address.startswith("tls://10.87.0.1:")
    workers: dict[int, Command] = {}
    for host in (2, 3):
        options = (address, "--tls", tls, "--name", f"host{host}")
        workers[host] = stack.enter_context(worker(*options, prefix=hosts.inside(host), env=SOON))
    words = ("run", "16", "--plan", "mirror", "--unit-seconds", "0.1", "--kernel", "bitmask")
    counted_by = ("--ledger", str(path), "--cluster", address, "--tls", tls)
    run = stack.enter_context(running(*words, *counted_by, prefix=inside, env=SOON))
    until(lambda: done(path) > 5)
    hosts.plug(3, "down")
    assert workers[2].end(signal.SIGINT)[0] == 130  # so the run ends when the other is back
    assert not run.ended
    workers[3].says("host3 has lost the scheduler")
    hosts.plug(3, "up")
    workers[3].says("host3 has joined the scheduler .* again")
    until(lambda: run.ended)
    assert run.end()[:2] == (0, f"{oeis('A000170')[16]}\n")
    assert {row.worker for row in rows(path)} == {"host2", "host3"}


def test_a_host_without_certificates_of_the_authority_is_not_let_in(
    stack: ExitStack, tmp_path: Path
) -> None:
    hosts = Hosts(stack, 2)
    ours, theirs = certified(tmp_path / "ours"), certified(tmp_path / "theirs")
    _, address = stack.enter_context(
        scheduler("--host", "10.87.0.1", "--tls", str(ours), prefix=hosts.inside(1))
    )
    plain, inside = address.removeprefix("tls://"), hosts.inside(2)
    with running("worker", plain, prefix=inside) as stranger:
        stranger.says("can be reached from other machines")
    with running("worker", plain, "--tls", str(theirs), prefix=inside) as stranger:
        stranger.says("do not accept each other's certificates")
        until(lambda: stranger.ended)
        code, output, errors = stranger.end()
    assert (code, output, errors.count("\n")) == (2, "", 1)
