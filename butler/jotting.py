"""Small notes that may be lost: written in place without waiting for the disk, where a client waits for us.

A full write of ``storage`` waits four times for the disk; that is more than a hook may cost. A reader takes a note that is
half there for none.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from butler.errors import Refused, Unavailable
from butler.storage import kind_of


def jot(path: Path, content: bytes) -> None:
    """Write ``content`` over the plain file at ``path`` (made when missing, 0600).

    Raises:
        Refused: ``not_regular``. Unavailable: ``not_writable``.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        try:
            if not stat.S_ISREG(mode := os.fstat(handle).st_mode):
                raise Refused("not_regular", what=path.name, kind=kind_of(mode))
            os.pwrite(handle, content, 0)
            os.ftruncate(handle, len(content))
        finally:
            os.close(handle)
    except OSError as error:
        raise Unavailable("not_writable", what=path.name, reason=error.strerror or type(error).__name__) from error
