"""A command line taken apart: its simple commands, and of each whether the exit code of the whole line tells its own.

Source: POSIX shell: a pipeline and a list have the status of their last command, ``&&`` and ``||`` run the second by the
status of the first, a background job leaves 0; ``pipefail`` changes the first, ``set -e`` the second. It is no full parser: what it does not
know (``case``, functions) is read as plain words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from butler.maids.late_patterns import late
from butler.records import dataclass

_MOST = 4000
_DEEP = 6
_JOINS = (";", "&", "|", "\n", "(", "-c", "-lc", "eval", "! ", "ssh ", "script ")
"""Without one of these a line is one simple command."""
_TOKEN = late(
    r"(?P<space>[ \t\r]+|\\\n)|(?P<comment>(?<![^\s;&|(])#[^\n]*)|(?P<op>&&|\|\||;;|\|&|[;\n|()]|(?<![<>])&(?!>))"
    r"|(?P<word>(?:[<>]\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\$\((?:[^()']|'[^']*'|\((?:[^()]|\([^()]*\))*\))*\)|'[^']*'|\"(?:\\.|\$\((?:[^()]|\([^()]*\))*\)|[^\"\\])*\"|\\.|[<>]&|&>|[^\s;&|()'\"\\])+)|(?P<odd>.)",
    re.S,
)
_HEREDOC = late(r"<<-?\s*['\"]?(\w+)['\"]?.*?(?:^\s*\1\s*$|\Z)", re.S | re.M)
_STRICT = late(r"\bset\s+-\w*e|\berrexit\b")
_LOOSE = late(r"\bset\s+\+\w*e")
_TRAPPED = late(r"\btrap\s+['\"][^'\"]*exit\s+0")
_FAILS = late(r"(?:exit|return)\s+(?:[1-9]|[\"']?\$)|false$")
_HANDS_ON = late(r"[({\s]*(?:(?:exit|return)\s+[\"']?\$(?!\(\()|(?:test|\[\[?)\s+[\"']?\$\S+\s+(?:-eq|==?)\s+[\"']?0)")
_PIPED_ON = late(
    r"(?:\w=|\bexit\s+|\breturn\s+|\btest\s+|\[\s+)[\"']?\$\{?(?:PIPESTATUS|pipestatus)(?:\[[01]\]\}|\[\d\])", re.I
)
"""The status of a pipeline's first command, kept or handed on."""
_FED = late(r"(?:\s*(?:[\d&]?>|<))?\s*[<>]\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
"""Process substitutions, with what leads to them: nobody asks how what runs in them ended."""
_TAKES = late(r"-[bcDEeFIiJLlmOopQRSWw]")
"""Options of ssh that take a word."""
_GIVES_ON = late(r"(?:\S*/)?(?:su|runuser|script|flock)$")
_DROPS = late(r"(?:\S*/)?script\s+(?!(?:\S+\s+)*?-(?:\w*e|-return))")
"""``script`` ends well whatever it ran, unless it is told to return the status."""
_ASSIGNS = late(r"[A-Za-z_]\w*=(?:\"?\$\()")
_SUBSTITUTED = late(r"\$\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
_KEEPS_ON = late(
    r"make\s+(?:\S+\s+)*-\w*i|find\s.*\s-exec(?:dir)?\s.*\\;|.*\s--(?:exit-zero|if-present|pass-?with-?no-?tests|no-fail|continue-on-error|ignore-errors|collect-only|no-run|list-?[Tt]ests|issues-exit-code[= ]0)\b",
    re.I | re.S,
)
"""Programs that are told to end well whatever they find."""
_SHELLS = late(r"(?:\S*/)?(?:ba|z|da|k)?sh$")
_FOLLOWS = {"then", "do", "else", "elif", "!", "time"}


@dataclass(frozen=True, slots=True)
class Part:
    """One simple command; ``masked``: how the line hides its exit code (``pipe``, ``or``, ``sequence``, ``background``) or empty."""

    text: str
    masked: str = ""


@lru_cache(maxsize=1024)
def parts_of(text: str) -> tuple[Part, ...]:
    """The simple commands of a command line, in order."""
    text = text[:_MOST]
    if not any(map(text.__contains__, _JOINS)):
        return (Part(text, "or" if _KEEPS_ON.match(text) else ""),)
    if "<<" in text:
        text = _HEREDOC.sub(" ", text)
    reader = _Reader(text)
    reader.listed(_tokens(text), "sequence" if "trap" in text and _TRAPPED.search(text) else "", 0)
    return tuple(reader.parts[:80])


def _tokens(text: str) -> list[str]:
    """Words and operators; a newline is an operator."""
    return [found[0] for found in _TOKEN.finditer(text) if found.lastgroup in ("op", "word", "odd") or found[0] == "\n"]


class _Reader:
    """Goes through a line and notes its simple commands."""

    def __init__(self, text: str) -> None:
        self.parts: list[Part] = []
        self._pipefail = "pipefail" in text or ("pipestatus" in text.lower() and bool(_PIPED_ON.search(text)))
        strict = ("set" in text or "errexit" in text) and _STRICT.search(text)
        self._strict = bool(strict) and not _LOOSE.search(text)

    def listed(self, tokens: list[str], masked: str, depth: int) -> None:
        """A list of and-or chains: all but the last are hidden, unless the shell stops at the first that fails."""
        chains = _split(tokens, (";", "\n", "&", ";;"))
        last = max((at for at, (chain, _) in enumerate(chains) if chain), default=0)
        hands_on = bool(chains) and bool(_HANDS_ON.match(" ".join(chains[last][0])))
        for at, (chain, end) in enumerate(chains):
            if not chain:
                continue
            hidden = "background" if end == "&" else ""
            if at != last and not (self._strict or hands_on):
                hidden = hidden or "sequence"
            self._chain(chain, masked or hidden, depth)

    def _chain(self, tokens: list[str], masked: str, depth: int) -> None:
        """``a && b || c``: what stands beside ``||`` is hidden, unless the other side only fails."""
        links = _split(tokens, ("&&", "||"))
        hidden = ["" for _ in links]
        for at, (_, end) in enumerate(links[:-1]):
            if end == "||" and not _only_fails(links[at + 1][0]):
                hidden[: at + 2] = [one or "or" for one in hidden[: at + 2]]
        for (pipeline, _), one in zip(links, hidden, strict=True):
            self._pipeline(pipeline, masked or one, depth)

    def _pipeline(self, tokens: list[str], masked: str, depth: int) -> None:
        stages = _split(tokens, ("|", "|&"))
        for at, (stage, _) in enumerate(stages):
            hidden = "pipe" if at < len(stages) - 1 and not self._pipefail else ""
            self._command(stage, masked or hidden, depth)

    def _command(self, tokens: list[str], masked: str, depth: int) -> None:
        while tokens and tokens[0] in _FOLLOWS:
            masked = masked or ("sequence" if tokens[0] == "!" else "")
            tokens = tokens[1:]
        if not tokens:
            return
        if depth < _DEEP and tokens[0] in ("(", "{"):
            self.listed(_inner(tokens), masked, depth + 1)
        elif depth < _DEEP and tokens[0] in ("if", "while", "until", "for"):
            self.listed([_OPENED.get(token, token) for token in tokens[1:]], masked or "sequence", depth + 1)
        else:
            self._simple(tokens, masked, depth)

    def _simple(self, tokens: list[str], masked: str, depth: int) -> None:
        """A simple command, and the commands that stand in its substitutions or are given to another shell."""
        text = " ".join(token for token in tokens if token not in ("fi", "done", "}"))
        if not text:
            return
        body = _given(tokens) if depth < _DEEP else ""
        if body:
            self.listed(_tokens(body), masked or ("sequence" if _DROPS.match(text) else ""), depth + 1)
            return
        if fed := [found[1] for found in _FED.finditer(text)] if "<(" in text or ">(" in text else []:
            masked = masked or ("pipe" if ">(" in text else "")
            text = _FED.sub("", text)
        for inner in fed if depth < _DEEP else ():
            self.listed(_tokens(inner), masked or "pipe", depth + 1)
        if text:
            self.parts.append(Part(text, masked or ("or" if _KEEPS_ON.match(text) else "")))
        if "$(" in text and depth < _DEEP:
            passed_on = _ASSIGNS.match(text)
            for found in _SUBSTITUTED.finditer(text):
                self.listed(_tokens(found[1]), masked or ("" if passed_on else "sequence"), depth + 1)


_OPENED = {"then": ";", "do": ";", "else": ";", "elif": ";", "fi": ";", "done": ";"}
"""Words of a compound command that end a list in it."""


def _split(tokens: list[str], ends: tuple[str, ...]) -> list[tuple[list[str], str]]:
    """``tokens`` split at operators outside brackets and compound commands, each with the operator behind it."""
    found: list[tuple[list[str], str]] = []
    piece: list[str] = []
    depth = 0
    for token in tokens:
        if token in ("(", "if", "while", "until", "for", "{", "case"):
            depth += token in ("(", "{") or not piece or piece[-1] in _BEGINS
        elif depth and token in (")", "fi", "done", "}", "esac"):
            depth -= 1
        if not depth and token in ends:
            found.append((piece, token))
            piece = []
        else:
            piece.append(token)
    found.append((piece, ""))
    return found


_BEGINS = frozenset((";", "\n", "&", "&&", "||", "|", "(", "{", "then", "do", "else", "!", "time"))


def _inner(tokens: list[str]) -> list[str]:
    """What stands between brackets."""
    closing = ")" if tokens[0] == "(" else "}"
    end = len(tokens) - 1 - tokens[::-1].index(closing) if closing in tokens else len(tokens)
    return tokens[1:end]


def _only_fails(tokens: list[str]) -> bool:
    """Whether a command does nothing but end with a failure, perhaps after saying so."""
    words = [token for token in tokens if token not in ("(", ")", "{", "}")]
    commands = [" ".join(piece) for piece, _ in _split(words, (";", "\n", "&&")) if piece]
    return bool(commands) and bool(_FAILS.match(commands[-1]))


def _given(tokens: list[str]) -> str:
    """The commands that ``sh -c``, ``bash -lc``, ``eval`` or ``ssh`` is given, else empty."""
    if tokens[0].rsplit("/", 1)[-1] == "ssh":
        return _far(tokens[1:])
    for at, word in enumerate(tokens[:-1]):
        if word == "eval":
            return _unquoted(" ".join(tokens[at + 1 :]))
        if _SHELLS.match(word) or (not at and _GIVES_ON.match(word)):
            for after, flag in enumerate(tokens[at + 1 : at + 4], at + 1):
                if flag.startswith("-") and "c" in flag and after + 1 < len(tokens):
                    return _unquoted(tokens[after + 1])
    return ""


def _far(words: list[str]) -> str:
    """The commands that ``ssh`` runs on another host."""
    while words and words[0].startswith("-"):
        words = words[2:] if _TAKES.fullmatch(words[0]) else words[1:]
    return _unquoted(words[1]) if len(words) == 2 else " ".join(words[1:])


def _unquoted(word: str) -> str:
    if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"":
        body = word[1:-1]
        return body if word[0] == "'" else body.replace('\\"', '"')
    return word
