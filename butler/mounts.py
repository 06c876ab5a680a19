"""Which paths lie on a network file system, where file locks depend on the mount and may not hold between machines."""

from __future__ import annotations

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")
NETWORK = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "glusterfs", "fuse.sshfs")
"""Types of file systems (Linux) whose locks Butler cannot rely on."""

_OCTAL = re.compile(r"\\([0-7]{3})")


def network_file_system(path: Path, mounts: Path = MOUNTS) -> str | None:
    """The type of the network file system that holds ``path`` (which need not exist yet); None for a local one, and
    where the system does not tell.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        place = path.resolve()
    except (OSError, RuntimeError):
        return None
    found: tuple[int, str] = (-1, "")
    for line in lines:
        parts = line.split(" ")
        if len(parts) < 3:
            continue
        point = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), parts[1]))
        if place.is_relative_to(point):
            found = max(found, (len(point.parts), parts[2]), key=lambda item: item[0])
    return found[1] if found[1] in NETWORK else None
