"""Git commands that passed over a safeguard: hooks that did not run, a remote branch that was overwritten.

"All hooks pass" is worth little beside a commit that ran none of them. Only what git offers for it is taken (git-commit(1),
git-push(1), githooks(5)), and the switches of the common hook managers.
"""

from __future__ import annotations

from collections.abc import Iterator

from butler.maids.late_patterns import late

_GIT = late(
    r"(?<![\w/-])git(?:\s+-[cC]\s+\S+|\s+--?[\w-]+(?:=\S+)?)*\s+(?P<verb>commit|push|merge|rebase|am|cherry-pick)\b(?!-)(?P<rest>[^;&|\n]*)"
)
_NO_VERIFY = late(r"(?<!\S)--no-verify\b")
_SHORT_NO_VERIFY = late(r"(?<!\S)-[aesvqpz]*n[aesvqpz]*(?:m\b|\b)")
_SWITCHED_OFF = late(
    r"\b(?:HUSKY=(?:''|\"\")?0|HUSKY_SKIP_HOOKS=1|LEFTHOOK=(?:0|false)|SKIP=[\w,-]+|OVERCOMMIT_DISABLE=1|core\.hooksPath[= ](?:/dev/null|''|NUL))"
)
_EXPORTED = late(r"\bexport\s+(?:HUSKY=0|HUSKY_SKIP_HOOKS=1|LEFTHOOK=(?:0|false)|OVERCOMMIT_DISABLE=1)\b")
_NO_RUN = late(r"#|(?:^|\s)(?:man|echo|printf|which|help)\s")
_FORCE = late(r"(?<!\S)(?:--force(?:-with-lease(?:=\S+)?)?(?![\w-])|-[uq]*f[uq]*(?![\w-]))|\s\+[\w./:-]+\s*$")
_HINTS = ("no-verify", " -", "HUSKY", "LEFTHOOK", "SKIP", "OVERCOMMIT", "hooksPath", " +")


def passed_over(bare: str) -> Iterator[tuple[str, str]]:
    """What a command passed over: (``hooks`` or ``force``, the git command in short).

    Args:
        bare: the command without heredocs, its quoted arguments emptied.
    """
    if "git" not in bare or not any(map(bare.__contains__, _HINTS)):
        return
    for found in _GIT.finditer(bare):
        before, verb = bare[: found.start()], found["verb"]
        rest = found["rest"].split(" -- ", 1)[0].split(" #", 1)[0]
        own = before[max(map(before.rfind, ";&|\n")) + 1 :]
        if _NO_RUN.search(own) or "--help" in rest or "--dry-run" in rest:
            continue
        switch = _SWITCHED_OFF.search(own + found[0]) or _EXPORTED.search(before)
        if _NO_VERIFY.search(rest):
            yield "hooks", f"git {verb} --no-verify"
        elif verb == "commit" and (short := _SHORT_NO_VERIFY.search(rest)):
            yield "hooks", f"git commit {short[0]}"
        elif switch is not None:
            yield "hooks", f"{switch[0]} git {verb}"
        if verb == "push" and (force := _FORCE.search(rest)):
            yield "force", f"git push {force[0].strip()}"
