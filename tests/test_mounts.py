"""Network file systems are seen, whatever lies between."""

import pytest

from butler.mounts import network_file_system

MOUNTS = r"""/dev/vda1 / ext4 rw 0 0
server:/home {home} nfs4 rw 0 0
/dev/vdb1 {home}/local xfs rw 0 0
//server/share {home}/with\040space cifs rw 0 0
broken
"""


@pytest.fixture
def mounts(tmp_path):
    path = tmp_path / "mounts"
    path.write_text(MOUNTS.replace("{home}", str(tmp_path / "home")))
    return path


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("home/data", "nfs4"),
        ("home/local/data", None),
        ("home/with space/x", "cifs"),
        ("homework", None),
        ("home", "nfs4"),
    ],
)
def test_the_deepest_mount_decides(tmp_path, mounts, place, kind):
    assert network_file_system(tmp_path / place, mounts) == kind


def test_where_the_system_does_not_tell_nothing_is_said(tmp_path):
    assert network_file_system(tmp_path, tmp_path / "none") is None
