"""Does the server begin in one line, refuse in one sentence, and end without leaving anything?"""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path

import httpx
import pytest

from conftest import Run
from huisu.web.limits import Limits
from served import Visitor, alive, ends, refused, served, served_with


def test_ctrl_c_ends_it_and_all_that_runs(tmp_path: Path) -> None:
    with served(tmp_path) as server, Visitor(server.address) as visitor:
        with visitor.listening(visitor.endless()) as events:
            pid = next(event.data["pid"] for event in events if event.name == "progress")
            code, output, errors = server.end(signal.SIGINT)
        assert (code, output) == (130, "")
        assert errors.splitlines()[-1] == "huisu: interrupted"
        assert "Traceback" not in errors
        assert not alive(pid)


def test_it_ends_cleanly_when_it_is_asked_to(tmp_path: Path) -> None:
    with served(tmp_path) as server, Visitor(server.address) as visitor:
        pid = visitor.until(visitor.endless(), "progress").data["pid"]
        code, _, errors = server.end(signal.SIGTERM)
        assert code == -signal.SIGTERM
        assert "Traceback" not in errors
        assert not alive(pid)


def test_no_worker_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server, Visitor(server.address) as visitor:
        counts = visitor.endless(), visitor.counted(20)
        pids = [visitor.until(count, "progress").data["pid"] for count in counts]
        server.end(signal.SIGKILL)
        assert all(map(ends, pids))


def test_its_address_is_all_that_it_writes(tmp_path: Path) -> None:
    with served(tmp_path, "--lang", "zh", "--allow-host", "board.example") as server:
        assert httpx.get(server.address, headers={"Host": "board.example"}).status_code == 200
        code, output, errors = server.end(signal.SIGINT)
    assert (code, output) == (130, "")
    assert [line for line in errors.splitlines() if "core" not in line and "编译" not in line] == [
        "网页在以上网址。按 Ctrl-C 结束。", "huisu: 已中断",
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address on Linux only")
def test_where_all_addresses_are_served_each_is_a_name(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as server:
        port = server.address.split(":")[-1]
        assert httpx.get(f"http://127.0.0.2:{port}").status_code == 200
        assert httpx.get(f"http://localhost:{port}").status_code == 200
        for host in ("127.0.0.3", "evil.example"):
            refused(httpx.get(f"http://127.0.0.2:{port}", headers={"Host": host}), 400)


def test_a_connection_that_brings_no_request_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.web.serving.HEAD_SECONDS", 0.3)
    with served_with(Limits()) as address, Visitor(address) as visitor:
        port = int(address.split(":")[-1].rstrip("/"))
        for sent in (b"", b"GET / HTTP/1.1\r\nHost:"):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as silent:
                silent.sendall(sent)
                assert silent.recv(1) == b""
        assert len(visitor.heard(visitor.endless(), 5)) == 5  # what is answered goes on


def test_a_port_in_use_is_one_sentence(huisu: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, output, errors = huisu(f"serve --port {port}")
    assert (code, output) == (2, "")
    assert errors == (
        f"huisu: port {port} is in use; choose another one with --port, or any free one with"
        " --port 0\n"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--port 65536", "a port must be 0..65535, got 65536"),
        ("--port -1", "a port must be 0..65535, got -1"),
        ("--host nowhere.invalid", "cannot serve on nowhere.invalid"),
        ("--host 192.0.2.1", "cannot serve on 192.0.2.1"),
        ("--max-n 26", "up to n = 1..25, got 26"),
        ("--allow-host http://board.example/", "is not the name of a host"),
        ("--allow-host *", "is not the name of a host"),
        ("8", "8"),
    ],
)
def test_options_that_cannot_be_are_one_sentence(huisu: Run, options: str, said: str) -> None:
    code, output, errors = huisu(f"serve {options}")
    assert (code, output) == (2, "")
    assert said in errors
    assert errors.count("\n") == 1


def test_a_missing_package_is_one_sentence_with_the_cure(
    huisu: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huisu.cli.serve.find_spec", lambda name: None)
    code, output, errors = huisu("serve")
    assert (code, output) == (2, "")
    assert errors.endswith("install it with: pip install 'huisu[web]'\n")
    assert errors.count("\n") == 1
