"""Is a directory on a disk of another machine, where SQLite's WAL is not safe?

Linux says so in /proc/self/mountinfo (man 5 proc); other systems are not asked.
Read sqlite.py next.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["network_disk"]

_NETWORK = frozenset(
    (
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "lustre", "glusterfs", "afs", "beegfs",
        "gpfs", "fuse.sshfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.glusterfs", "fuse.beegfs",
    )
)  # fmt: skip


def network_disk(directory: Path, mountinfo: str | None = None) -> str | None:
    r"""Return the kind of network file system that a directory is on, None for a local disk.

    >>> table = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:40 / /home rw shared:1 - nfs4 s:/ rw"
    >>> network_disk(Path("/home/me"), table), network_disk(Path("/homes"), table)
    ('nfs4', None)
    """
    if mountinfo is None:
        try:
            mountinfo = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
    kind = ""
    deepest = -1
    for line in mountinfo.splitlines():
        fields, _, rest = line.partition(" - ")
        point = Path(_plain(fields.split()[4]))
        depth = len(point.parts)
        if depth >= deepest and (point == directory or point in directory.parents):
            deepest, kind = depth, rest.split()[0]
    return kind if kind in _NETWORK else None


def _plain(text: str) -> str:
    r"""Return a path in which blanks and the like are written as \040."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)
