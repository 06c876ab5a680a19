"""The quick start of the MCP server: the handshake is answered from kept answers while the live server is loading.

A client starts the server anew for each session, and loading FastMCP takes most of a second: Codex sends its first model
request without the tools of a server that is not ready. So the first questions (handshake, lists) are answered by the
``desk`` from what the live server said the last time, as long as the ``key`` is the same; then the live server takes over
the ``wire``, and ``recording`` compares and keeps what it says now. Without kept answers the live server starts directly.

Everything here that runs before the hand-over imports only cheap modules of the standard library.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from butler.launcher.wire import Wire


class Opening:
    """How this process began: where its answers are kept, under which key, what was found there, and its wire."""

    def __init__(self, arguments: Sequence[str]) -> None:
        from butler.launcher.answers import load
        from butler.launcher.key import kept_at, key_of

        self.arguments = tuple(arguments)
        self.place = kept_at(arguments, os.environ)
        self.key = key_of(arguments, os.environ)
        self.answers = load(self.place, self.key) if self.place else None
        self.wire = self._wire() if self.answers else None

    def _wire(self) -> Wire | None:
        from butler.launcher.desk import Desk
        from butler.launcher.wire import Wire

        assert self.answers is not None
        try:
            return Wire(Desk(self.answers))
        except OSError:  # started without standard streams; the live server says so
            return None


_opening: list[Opening] = []


def main() -> int:
    """The ``butler-mcp`` command: ``butler serve`` with the same options."""
    begin(sys.argv[1:])
    from butler.cli import main as command_line

    return command_line(["serve", *sys.argv[1:]])


def begin(arguments: Sequence[str]) -> None:
    """Open the desk of a server that is started with ``arguments``, once in a process."""
    if _opening:
        return
    import signal

    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # as SIGTERM: nothing is half-written, and no traceback helps anybody
    gc.disable()  # loading makes no garbage worth a search; `loaded` begins again
    try:
        _opening.append(Opening(arguments))
    except OSError:  # the code itself cannot be looked at: then nothing kept may be trusted
        return


def opening() -> Opening | None:
    """What `begin` found; None where the server was started otherwise."""
    return _opening[0] if _opening else None


def loaded() -> None:
    """Everything is loaded: from now on the garbage collector looks at what is new."""
    gc.freeze()
    gc.enable()


def end() -> None:
    """The command is over: whoever still waits for a live server that did not come is told so."""
    begun = opening()
    if begun is None or begun.wire is None or begun.wire.is_served:
        return
    from butler.house import Start, language_here
    from butler.phrases import say

    begun.wire.refuse_waiting(say("start_failed", language_here(Start())))
