"""Where is a scheduler, and may one speak to it as one is about to?

Whoever reaches a scheduler can let its workers run anything. So it listens on this
machine only, or asks everyone for a certificate (tls.py). Read scheduler.py next.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Callable
from typing import NamedTuple

from huisu.errors import InputError
from huisu.runs.tls import Certificates

__all__ = ["DEFAULT_PORT", "Address", "Unreachable", "checked", "own_host", "reach", "read_address"]

DEFAULT_PORT = 8786

_PATIENCE = 5.0  # seconds for the first word of a scheduler
_SOON = 1.0  # seconds at the first attempt of several, so that the user hears what is going on
_SHAPE = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]@]+)(?::([0-9]{1,5}))?/?")


class Unreachable(InputError):  # noqa: N818 - what has happened rather than a fault
    """Nobody answers there now; somebody may later."""


class Address(NamedTuple):
    """Where a scheduler listens, and whether it asks for certificates."""

    host: str
    port: int
    secure: bool

    def __str__(self) -> str:
        """Return the address as it is printed and typed.

        >>> print(Address("::1", 8786, secure=True))
        tls://[::1]:8786
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.secure else 'tcp'}://{host}:{self.port}"


def read_address(text: str, certificates: Certificates | None) -> Address:
    """Return the address of a scheduler: HOST, HOST:PORT, or one that begins with tcp:// or tls://.

    Raises InputError for anything else, and where the address needs certificates
    and there are none, or the other way round.

    >>> print(read_address("localhost", None))
    tcp://localhost:8786
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None or not 1 <= int(match[3] or DEFAULT_PORT) <= 65535:
        raise InputError("error.cluster.address", value=text)
    if match[1] == "tls" and certificates is None:
        raise InputError("error.cluster.address_tls", value=text)
    if match[1] == "tcp" and certificates is not None:
        raise InputError("error.cluster.address_tcp", value=text)
    host, port = match[2].strip("[]"), int(match[3] or DEFAULT_PORT)
    return checked(Address(host, port, secure=certificates is not None))


def checked(address: Address) -> Address:
    """Return the address if it is on this machine or secure; otherwise raise InputError."""
    if not address.secure and not _is_here(address.host):
        raise InputError("error.cluster.open", host=address.host or "0.0.0.0")
    return address


def _is_here(host: str) -> bool:
    """Whether a name or number means this machine alone."""
    try:
        found = socket.getaddrinfo(host or "0.0.0.0", None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise InputError("error.cluster.host", host=host) from None
    return all(ipaddress.ip_address(str(entry[4][0])).is_loopback for entry in found)


def own_host(address: Address) -> str:
    """Return the address of this machine on the way to a scheduler: where its workers listen."""
    family, kind, _, _, target = socket.getaddrinfo(
        address.host, address.port, type=socket.SOCK_DGRAM
    )[0]
    with socket.socket(family, kind) as way:
        way.connect(target)  # sends nothing
        return str(way.getsockname()[0])


def reach(
    address: Address,
    certificates: Certificates | None,
    seconds: float = 0.0,
    on_wait: Callable[[], object] = lambda: None,
) -> None:
    """Return when a scheduler has answered; try again for so many seconds.

    `on_wait` is called once, when the first of several attempts was in vain.
    Raises Unreachable when nobody answers, and another InputError when somebody
    does who does not accept the certificates, or has none.
    """
    deadline = time.monotonic() + seconds
    first = seconds > 0
    while True:
        try:
            _hear(address, certificates, _SOON if first else _PATIENCE)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise
            if first:
                on_wait()
            first = False
            time.sleep(0.2)
        else:
            return


def _hear(address: Address, certificates: Certificates | None, seconds: float) -> None:
    """Wait for the first byte of a scheduler, which speaks first to whoever it accepts."""
    try:
        line = socket.create_connection(address[:2], timeout=seconds)
    except (OSError, UnicodeError) as error:
        raise _unreachable(address, error) from None
    with line:
        try:
            first = _first_byte(line, certificates)
        except TimeoutError:  # so does one that waits for a certificate
            raise Unreachable("error.cluster.silent", address=str(address)) from None
        except ssl.SSLError as error:
            if error.reason == "WRONG_VERSION_NUMBER":
                raise InputError("error.cluster.tls_none", address=str(address)) from None
            reason = getattr(error, "verify_message", None) or error.reason or str(error)
            raise InputError(
                "error.cluster.tls_refused", address=str(address), reason=reason
            ) from None
        except OSError as error:
            raise _unreachable(address, error) from None
    if not first:
        raise Unreachable("error.cluster.silent", address=str(address))


def _first_byte(line: socket.socket, certificates: Certificates | None) -> bytes:
    if certificates is None:
        return line.recv(1)
    with certificates.context(server=False).wrap_socket(line) as safe:
        return safe.recv(1)


def _unreachable(address: Address, error: Exception) -> Unreachable:
    reason = getattr(error, "strerror", None) or str(error)
    return Unreachable("error.cluster.reach", address=str(address), reason=reason)
