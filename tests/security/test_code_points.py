"""Every code point of Unicode through every renderer: nothing hidden stays hidden, nothing legible is lost."""

from __future__ import annotations

import io
import re
import unicodedata

import pytest

from butler.envelope import Envelope, ErrorPart
from butler.maids.handover_budget import Pen
from butler.maids.text_worker import fence, one_line, quoted, visible
from butler.terminal import Terminal

CHUNK = 4096
STARTS = range(0, 0x110000, CHUNK)


def dangerous(point: int) -> bool:
    """The classes that may not reach a reader raw: what a terminal, a browser or a person would not see."""
    character = chr(point)
    if character in "\n\t":
        return False
    fixed = {0x3164, 0x115F, 0x1160, 0x2800, 0xFFA0, 0x034F, 0x17B4, 0x17B5, 0x00AD}
    return (
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
        or point in fixed
        or 0x200B <= point <= 0x200F
        or 0x202A <= point <= 0x202E
        or 0x2060 <= point <= 0x206F
        or 0xE0000 <= point <= 0xE0FFF
        or 0xFE00 <= point <= 0xFE0F
        or 0xFFF0 <= point <= 0xFFFB
        or point in {0xFEFF, 0x061C, 0x180E}
        or point & 0xFFFE == 0xFFFE
        or 0xFDD0 <= point <= 0xFDEF
    )


def spaced(start: int) -> str:
    """The code points of a chunk, each between letters, so that none joins its neighbours."""
    return "".join(f"x{chr(point)}y " for point in range(start, start + CHUNK))


class _NoSecrets:
    """A redactor that finds nothing."""

    def redact(self, text: str) -> str:
        return text

    def counts(self) -> tuple[object, ...]:
        return ()


def on_terminal(text: str, *, colour: bool) -> str:
    out, errors = io.StringIO(), io.StringIO()
    terminal = Terminal(out, errors, colour)
    terminal.document(text)
    terminal.table(("a",), [[text]])
    terminal.refuse(Envelope(status="error", summary=text, error=ErrorPart(code="x", message=text, hint=text)))
    return out.getvalue() + errors.getvalue()


RENDERERS = {
    "visible": visible,
    "one line": lambda text: one_line(text, 10**6),
    "code span": lambda text: quoted(text, 10**6),
    "fence": fence,
    "line of the document": lambda text: Pen(_NoSecrets()).line(text, 10**6),
    "code of the document": lambda text: Pen(_NoSecrets()).code(text, 10**6),
    "block of the document": lambda text: Pen(_NoSecrets()).block(text, 10**6),
    "terminal, piped": lambda text: on_terminal(text, colour=False),
}
DANGEROUS = "".join(chr(point) for point in range(0x110000) if dangerous(point))


@pytest.mark.parametrize("name", RENDERERS)
def test_no_dangerous_code_point_comes_out_raw(name: str) -> None:
    render, bad = RENDERERS[name], set(DANGEROUS)
    for start in STARTS:
        found = bad.intersection(render(spaced(start)))
        assert not found, [f"U+{ord(one):04X}" for one in sorted(found)]


@pytest.mark.parametrize("name", RENDERERS)
def test_a_dangerous_code_point_is_named_where_it_stood(name: str) -> None:
    for point in (0x202E, 0x200B, 0xE0041, 0x2028, 0x3164, 0xD800, 0x0007, 0xFEFF):
        shown = RENDERERS[name](f"x{chr(point)}y")
        assert f"⟦U+{point:04X}⟧" in shown


def test_every_other_code_point_stays() -> None:
    hidden = {0x20, 0xA0}
    for start in STARTS:
        shown = set(re.findall(r"x(.)y", visible(spaced(start)), re.DOTALL))
        lost = [p for p in range(start, start + CHUNK) if chr(p) not in shown and not dangerous(p)]
        assert not [p for p in lost if p not in hidden and not _nobody_writes(p)], [hex(p) for p in lost]


def _nobody_writes(point: int) -> bool:
    """Format characters and unassigned ones: shown by name is fine too."""
    return unicodedata.category(chr(point)) in {"Cf", "Cn", "Co"} or 0x180B <= point <= 0x180F


@pytest.mark.parametrize(
    "text",
    [
        "日本語の文章、ひらがなとカタカナ。「かぎ括弧」",
        "葛󠄀城".replace("\U000e0100", ""),
        "می‌خواهم",
        "نمی‌دانم",
        "क्‍ष",
        "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ 1️⃣",
        "한국어 조합",
        "café naïve Å",
        "Ελληνικά и кириллица",
        "עברית العربية",
        "→ ≤ ± “quotes” – dash … ✓",
    ],
)
@pytest.mark.parametrize("name", ["visible", "fence", "line of the document", "code span", "terminal, piped"])
def test_people_can_read_their_script(name: str, text: str) -> None:
    assert text in RENDERERS[name](text)


def test_a_coloured_terminal_shows_no_escape_of_the_text() -> None:
    for text in ("\x1b]0;title\x07x", "\x1b[2Jx", "\x9b31mx", "a\rb", "x\x1b]52;c;aGk=\x07"):
        shown = on_terminal(text, colour=True)
        assert not {"\x9b", "\r", "\x07"}.intersection(shown)
        assert "\x1b]" not in shown
        assert "\x1b[2J" not in shown


def test_nothing_hides_between_two_emoji_or_in_a_flag() -> None:
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in "secret")
    for text in (f"🏴{tags}\U000e007f", f"👩\u200d\u200d\u200d💻{tags}", "❤" + "\ufe0f" * 9, "a" + "\U000e0100" * 5):
        left = [one for one in visible(text) if dangerous(ord(one))]
        assert len(left) <= 2, left
