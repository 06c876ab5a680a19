"""The flags with which a journal is opened, the same for the server and for every command."""

from __future__ import annotations

import argparse


def add_journal(parser: argparse.ArgumentParser, *, required: bool = False, writes: bool = True) -> None:
    """``--profile``, ``--project`` and ``--allow-journal-write``: for whom the journal is opened, and how."""
    parser.add_argument("--profile", metavar="PROFILE_ID", required=required, help="the journal's profile")
    parser.add_argument("--project", metavar="PROJECT_ID", required=required, help="the Project whose Tasks are seen")
    if writes:
        parser.add_argument(
            "--allow-journal-write", action="store_true", help="allow changes of the journal (nothing else can)"
        )
