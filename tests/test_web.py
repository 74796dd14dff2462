"""Does the server give what it should, to those it should? Read test_web_counts.py next."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huisu.classics import CLASSICS
from huisu.page.asked import NAMES, asked
from huisu.page.document import assets, one_file, sent
from huisu.web.guard import allowed_names, host_name
from served import OpenServed, Visitor, refused


@pytest.fixture(scope="session")
def stranger(server: str) -> Iterator[httpx.Client]:
    """Give a visitor who has not opened the page, and whose requests are refused."""
    with httpx.Client(base_url=server, headers={"Origin": server.rstrip("/")}) as found:
        yield found


def test_the_page_may_load_only_what_is_its_own(visitor: Visitor) -> None:
    answer = visitor.get("/")
    policy = answer.headers["content-security-policy"]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'; script-src 'self' 'sha256-" in policy
    assert not {"http", "unsafe", "*"} & set(policy.replace("-", " ").replace(":", " ").split())
    assert "connect-src 'self'" in policy
    assert "http" not in answer.text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/page/main.js", 200), ("/api/counts", 200), ("/nowhere", 404), ("/page/", 404)],
)
def test_every_answer_carries_the_headers_of_a_careful_server(
    visitor: Visitor, path: str, status: int
) -> None:
    answer = visitor.get(path)
    assert answer.status_code == status
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [("", "zh-TW,en;q=0.5", "zh"), ("", "de, en;q=0.5, zh;q=0.4", "en"), ("?lang=zh", "en", "zh")],
)
def test_the_page_comes_in_the_language_of_its_visitor(
    visitor: Visitor, query: str, header: str, language: str
) -> None:
    answer = visitor.get(f"/{query}", headers={"Accept-Language": header})
    assert answer.headers["content-language"] == language
    assert f'<html lang="{language}' in answer.text


def test_the_cookie_of_a_visitor_is_for_this_server_alone(server: str) -> None:
    cookie = httpx.get(server).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert httpx.get(server).headers["set-cookie"] != cookie


def test_who_comes_by_a_link_from_elsewhere_is_still_the_same_visitor(
    served_page: OpenServed, server: str
) -> None:
    page = served_page()
    before = page.context.cookies()[0]["value"]
    page.goto("data:text/html," + quote(f'<a href="{server}">here</a>'))
    page.get_by_role("link").click()
    page.wait_for_selector("body[data-ready=yes]")
    assert page.context.cookies()[0]["value"] == before


@pytest.mark.parametrize("path", [path for path in assets() if not path.endswith(".html")])
def test_every_file_of_the_page_is_given_once_and_then_known(visitor: Visitor, path: str) -> None:
    answer = visitor.get(f"/page/{path}")
    assert answer.text == sent(path)
    kind = "javascript" if path.endswith("js") else "css"
    assert answer.headers["content-type"] == f"text/{kind}; charset=utf-8"
    again = visitor.get(f"/page/{path}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/page/page.html", "/page/../asked.py", "/page/%2e%2e/asked.py", "/page//etc/passwd",
        "/page/..%2f..%2fwords.json", "/api", "/api/counts/", "/api/counts/x/y", "/%00",
    ],
)  # fmt: skip
def test_there_is_nothing_else(server: str, path: str) -> None:
    host, port = server.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port))) as raw:  # httpx would tidy the path
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(9999), b""))
    assert answer.split()[1] == b"404"
    assert b"import" not in answer


def test_what_an_address_does_not_do_is_said(visitor: Visitor) -> None:
    answer = visitor.put("/api/counts")
    refused(answer, 405)
    assert set(answer.headers["allow"].replace(" ", "").split(",")) >= {"GET"}


def test_a_search_comes_as_it_would_be_written(visitor: Visitor) -> None:
    for address in ({"p": "queens", "n": "4"}, {"p": "knapsack"}, {"n": "6", "goal": "one"}):
        answer = visitor.get("/api/exhibit", params={**address, "step": "17"})
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text == asked(address).exhibit().text()


def test_a_large_search_is_compressed_for_those_who_take_that(visitor: Visitor) -> None:
    texts = {}
    for accepted in ("gzip", "identity", "gzip;q=0"):
        with visitor.stream(
            "GET", "/api/exhibit?n=8", headers={"Accept-Encoding": accepted}
        ) as answer:
            encoding = answer.headers.get("content-encoding")
            assert (encoding == "gzip") == (accepted == "gzip")
            raw = b"".join(answer.iter_raw())
            texts[accepted] = gzip.decompress(raw) if encoding else raw
    assert texts["gzip"] == texts["identity"] == texts["gzip;q=0"]


@pytest.mark.long
def test_the_largest_search_that_may_be_shown_can_be_had(visitor: Visitor) -> None:
    text = visitor.get("/api/exhibit?n=11").text
    assert text == asked({"n": "11"}).exhibit().text()
    assert len(text) > 6_000_000


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("n=20", "live nodes are expected"),
        ("n=x", "n must be"),
        ("p=chess", "chess"),
        ("p=knapsack&instance={", "JSON"),
        ("n=4&fix=9,9", "off the board"),
    ],
)
def test_a_search_that_cannot_be_shown_is_refused(visitor: Visitor, query: str, said: str) -> None:
    assert said in refused(visitor.get(f"/api/exhibit?{query}"), 400)["en"]


def test_a_page_in_one_file_carries_the_searches_asked_for(visitor: Visitor) -> None:
    searches = [{"n": "4"}, {"p": "knapsack"}]
    one = visitor.get("/page.html", params={**searches[0], "lang": "en"})
    two = visitor.get("/page.html?search=n%3D4&search=p%3Dknapsack&lang=zh")
    exhibits = [asked(search).exhibit() for search in searches]
    assert one.text == one_file(exhibits[:1], language="en")
    assert two.text == one_file(exhibits, language="zh")
    assert one.headers["content-disposition"] == 'attachment; filename="queens.html"'
    refused(visitor.get("/page.html?" + "&".join(["search=n%3D4"] * 21)), 400)
    refused(visitor.get("/page.html?search=n%3D10&search=n%3D4&search=n%3D30"), 400)


def test_a_refusal_may_be_long(visitor: Visitor) -> None:
    for name in CLASSICS:
        for text in ("回" * 1500, json.dumps({"回" * 700: "回" * 700}), "[" * 5000):
            answer = visitor.get("/api/exhibit", params={"p": name, "instance": text})
            if name != "queens":
                refused(answer, 400)


@settings(max_examples=60)
@given(
    address=st.dictionaries(
        st.sampled_from(NAMES),
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(["4", "5", "1,1", "knapsack", "subset-sum", "n-ary", "one", "random"]),
            st.recursive(st.integers() | st.text(), st.lists, max_leaves=4).map(json.dumps),
        ),
    )
)
def test_any_address_is_answered_or_refused(
    stranger: httpx.Client, address: dict[str, str]
) -> None:
    answer = stranger.get("/api/exhibit", params=address, timeout=60)
    if answer.status_code != 200:
        refused(answer, 400)


# Who is listened to


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LocalHost:80", 200), ("127.0.0.1:8000", 200), ("[::1]:8000", 200),
        ("", 400), ("evil.example", 400), ("evil.example:8000", 400), ("localhost:x", 400),
        ("127.0.0.1.evil.example", 400), ("localhost@evil.example", 400), ("8.8.8.8", 400),
        ("[::2]", 400),
    ],
)  # fmt: skip
def test_only_its_own_names_are_answered_to(visitor: Visitor, host: str, status: int) -> None:
    for path in ("/", "/api/counts", "/page/main.js"):
        answer = visitor.get(path, headers={"Host": host})
        assert answer.status_code == status
    if status != 200:
        assert repr(host) in refused(answer, 400)["en"]


def test_more_names_can_be_allowed() -> None:
    assert "board.example" in allowed_names("127.0.0.1", ["Board.Example"])
    assert "[fe80::1]" in allowed_names("fe80::1")
    assert host_name("board.example:8000") == "board.example"


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "http://localhost", "http://127.0.0.1:1", "file://", ""],
)
def test_what_changes_something_must_come_from_its_own_page(visitor: Visitor, origin: str) -> None:
    count = visitor.endless()
    headers = {"Origin": origin}
    refused(visitor.post("/api/counts", json={"n": 4}, headers=headers), 403)
    refused(visitor.delete(f"/api/counts/{count}", headers=headers), 403)
    assert visitor.state(count)["state"] == "running"
    assert len(visitor.get("/api/counts").json()["counts"]) == 1


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_from_elsewhere_can_have_nothing_worked_out(visitor: Visitor, site: str) -> None:
    headers = {"Sec-Fetch-Site": site}
    refused(visitor.get("/api/exhibit?n=5", headers=headers), 403)
    assert visitor.get("/", headers=headers).status_code == 200  # a link to the page is welcome


def test_too_long_an_address_or_order_is_refused(visitor: Visitor) -> None:
    refused(visitor.get("/api/exhibit?x=" + "9" * 20_000), 414)
    assert visitor.get("/api/exhibit?x=" + "9" * 19_000).status_code == 200
    refused(visitor.post("/api/counts", json={"n": 4, "kernel": "x" * 10_000}), 413)
    pieces = (b" " * 1000 for _ in range(11))
    headers = {"Content-Type": "application/json"}
    refused(visitor.post("/api/counts", content=pieces, headers=headers), 413)


@pytest.mark.parametrize(
    "media_type", ["", "text/plain", "application/jsonp", "multipart/form-data"]
)
def test_an_order_must_be_json(visitor: Visitor, media_type: str) -> None:
    headers = {"Content-Type": media_type}
    refused(visitor.post("/api/counts", content=b'{"n": 4}', headers=headers), 415)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"4", b"[]", b"null", b"\xff\xfe", b"[" * 9_000, b"{}", b'{"n": "8"}',
        b'{"n": true}', b'{"n": 8.0}', b'{"n": NaN}', b'{"n": -1}', b'{"n": 0}', b'{"n": 21}',
        b'{"n": ' + b"9" * 9_000 + b"}", b'{"n": 8, "kernel": 1}', b'{"n": 8, "kernel": "gpu"}',
        b'{"n": 8, "kernel": "\\ud800"}', b'{"n": 8, "fundamental": 1}', b'{"n": 8, "x": 1}',
    ],
)  # fmt: skip
def test_an_order_that_is_none_is_refused(visitor: Visitor, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused(visitor.post("/api/counts", content=body, headers=headers), 400)
    assert visitor.get("/api/counts").json()["counts"] == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("kernel"), inner),
    max_leaves=8,
)


@settings(max_examples=150)
@given(body=st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
def test_whatever_is_posted_the_answer_says_why_not(stranger: httpx.Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused(stranger.post("/api/counts", content=body, headers=headers), 400)
