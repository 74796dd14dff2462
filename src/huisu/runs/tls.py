"""Who may take part in a cluster? Whoever has a certificate of its own authority.

A folder holds three files in PEM form: ca.pem, the certificate of the authority;
cert.pem and key.pem, what one machine proves itself with, to whoever it calls and
to whoever calls it. Read address.py next, which says where they are needed.
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from huisu.errors import InputError

if TYPE_CHECKING:
    from distributed import Security

__all__ = ["Certificates", "read_certificates", "security_of"]


class Certificates(NamedTuple):
    """The three files of a folder, which were there and fitted each other."""

    authority: str
    certificate: str
    key: str

    def context(self, *, server: bool) -> ssl.SSLContext:
        """Return what one end of a connection needs; each asks the other for a certificate.

        Names are not compared: machines of a cluster are known by numbers, and an
        authority of its own signs for nobody else.
        """
        purpose = ssl.Purpose.CLIENT_AUTH if server else ssl.Purpose.SERVER_AUTH
        context = ssl.create_default_context(purpose, cafile=self.authority)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_REQUIRED
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT  # as the scheduler sees it
        context.load_cert_chain(self.certificate, self.key, password=lambda: "")
        return context


def read_certificates(folder: str | Path) -> Certificates:
    """Return the certificates of a folder.

    Raises InputError when a file is missing, is no such file, or is not accepted
    by the others: out of date, signed by another authority, a key with a password.
    """
    paths = [Path(folder, name) for name in ("ca.pem", "cert.pem", "key.pem")]
    for path in paths:
        try:
            path.read_bytes()
        except OSError as error:
            reason = error.strerror
            raise InputError("error.cluster.tls_file", path=str(path), reason=reason) from None
    found = Certificates(*map(str, paths))
    try:
        _greet_itself(found.context(server=False), found.context(server=True))
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "verify_message", None) or getattr(error, "reason", None)
        raise InputError(
            "error.cluster.tls_pair", folder=str(folder), reason=reason or str(error)
        ) from None
    return found


def _greet_itself(ours: ssl.SSLContext, theirs: ssl.SSLContext) -> None:
    """Let both ends of a connection in memory accept each other, or raise SSLError."""
    upward, downward = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ours.wrap_bio(downward, upward)
    server = theirs.wrap_bio(upward, downward, server_side=True)
    for end in (client, server, client, server):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:  # it is the other's turn
            continue


def security_of(certificates: Certificates | None) -> Security:
    """Return what the parts of Dask are to be given: all three roles prove themselves alike."""
    from distributed import Security

    if certificates is None:
        return Security(require_encryption=False)
    files = {
        f"tls_{role}_{kind}": path
        for role in ("client", "scheduler", "worker")
        for kind, path in (("cert", certificates.certificate), ("key", certificates.key))
    }
    return Security(require_encryption=True, tls_ca_file=certificates.authority, **files)
