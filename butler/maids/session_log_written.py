"""Files that a command line itself writes, copies or links, and the text of those that stand whole in it.

Read are: redirects of a shell (with the text of a here-document), ``tee``, ``sed -i``, ``cp``, ``mv``, ``ln``; inline Python and
JavaScript that opens a file to write it; the commands of PowerShell. A name that only a run could tell (a variable, a pattern)
is left out: what is told was named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from butler.maids.late_patterns import late

_MOST = 20
_READ = 20_000
"""Characters of a command that are looked at."""
_BODY_LINES = 240
_BODY = 9_000
_HINTS = (
    ">",
    "tee ",
    "-i",
    "rite",
    "cp ",
    "mv ",
    "ln ",
    "Content",
    "-File",
    "copy",
    "rename",
    "dump",
    "Item",
    "save",
    "Save",
    ".to_",
    "ExportAs",
)
_REDIRECT = late(
    r"(?:^|[\n;&|])[^\S\n]*(?:cat|echo|printf)\b[^\n|;]*?(?<![0-9&])>>?\s*(?P<a>[\w./~$@-]+)|\btee\s+(?:-a\s+)?(?P<b>[\w./~@-]+\.\w+)"
    r"|\b(?:sed\s+-i\S*|perl\s+-(?=\w*i)\w+)\s[^\n;&|]*?\s(?P<c>[\w./~@-]+\.\w+)\s*(?:$|[\n;&|])"
)
_QUOTED = r"[rfub]?[\"'](?P<name>[^\"'\n{}*$]{1,200}\.\w{1,12})[\"']"
_OPENED = late(
    rf"\bopen\(\s*{_QUOTED}\s*,\s*(?:mode\s*=\s*)?[\"'][wax]|\bPath\(\s*{_QUOTED.replace('name', 'path')}\s*\)\.(?:write_|touch|rename)"
    rf"|\bwrite(?:File|FileSync)\(\s*{_QUOTED.replace('name', 'node')}"
    rf"|(?:WriteAll(?:Text|Lines|Bytes)|AppendAllText)\(\s*{_QUOTED.replace('name', 'net')}"
)
_ASSIGNED = late(rf"\b(?P<var>\w+)\s*=\s*(?:pathlib\.)?(?:Path\(\s*)?{_QUOTED}")
_SAVED = late(
    rf"\.(?:save|savefig|to_(?:csv|excel|json|parquet|html)|write_image|SaveAs2?|ExportAsFixedFormat)\(\s*(?:\[ref\]\s*)?(?:{_QUOTED}|\$?(?P<var>[A-Za-z_]\w*)\s*[,)])"
)
_SAVES = (".save", ".to_", "SaveAs", "ExportAs", "write_image")
_POWERSHELL_NAMES = late(r"\$(?P<var>\w+)\s*=\s*[\"'](?P<name>[^\"'\n$*]{1,240}\.\w{1,12})[\"']")
_POWERSHELL_USES = late(
    r"(?:Set-Content|Add-Content|Out-File|WriteAll(?:Text|Lines|Bytes)\(|Copy-Item[^\n;|]{1,200}(?:-Destination)?)\s*(?:-(?:Path|FilePath|LiteralPath)\s+)?\$(?P<var>\w+)"
    r"|\.Open\(\s*\$(?P<opened>\w+)"
)
_IN_LIST = late(r"\bfor\s+(?P<var>\w+)\s+in\s*[\[(](?P<names>[^\])]{1,4000})[\])]")
_ONE_NAME = late(_QUOTED)
_BY_VARIABLE = late(
    r"\bopen\(\s*(?P<a>\w+)\s*,\s*(?:mode\s*=\s*)?[\"'][wax]|\b(?P<b>\w+)\.write_(?:text|bytes)\(|\bwrite(?:File|FileSync)\(\s*(?P<c>\w+)\s*,"
)
_COPIES = late(
    r"(?:^|[;&|\n(]|\bdo\b|\bthen\b)[^\S\n]*(?:sudo\s+)?(?P<verb>cp|mv|ln|install)\s+(?P<rest>[^\n;&|<>]{3,600})"
)
_COPIERS = ("cp", "mv", "ln", "install")
_WORD = late(r"\"[^\"\n]*\"|'[^'\n]*'|\S+")
_POWERSHELL = late(
    r"\b(?:Set-Content|Add-Content|Out-File|New-Item|Tee-Object)\s+(?:-(?!Path|FilePath|LiteralPath)\w+(?:\s+(?!-)\S+)?\s+)*?(?:-(?:Path|FilePath|LiteralPath)\s+)?[\"']?(?P<name>[^\s\"'`$|;*]{1,200}\.\w{1,12})[\"']?"
    r"|\b(?:Copy-Item|Move-Item)\s+(?:-(?:Path|LiteralPath)\s+)?(?:\"[^\"]*\"|'[^']*'|\S+)\s+(?:-Destination\s+)?[\"']?(?P<to>[^\s\"'`$|;*-][^\s\"'`$|;*]{0,200}\.\w{1,12})[\"']?",
    re.I,
)
_POWERSHELL_WORDS = ("-content", "out-file", "-item", "tee-object")
_HERE = late(
    r"(?:^|[;&|])[^\S\n]*(?:cat|tee)\b(?P<one>[^\n]{0,300}?)<<-?[^\S\n]*(?P<q>['\"]?)(?P<mark>\w+)(?P=q)(?P<two>[^\n]{0,300})\n",
    re.M,
)
_TARGET = late(r"(?:>>?|\btee\s+(?:-a\s+)?|^\s*(?:-a\s+)?)\s*[\"']?(?P<name>[\w./~@-]+\.\w+)")
_HERE_STRING = late(r"@(?P<q>['\"])[ \t]*\r?\n")
"""PowerShell's here-string; it ends with the same mark at the beginning of a line."""
_NOT_OURS = ("/dev/", "/tmp/", "$", "-", "/proc/", "C:\\Windows")  # noqa: S108 (recognised, not used)


def written_files(text: str) -> tuple[str, ...]:
    """The files that a plain command line names as written, each once, in order."""
    if not any(map(text.__contains__, _HINTS)):
        return ()
    text = text[:_READ]
    names: dict[str, None] = {}
    for finder in (_redirected, _in_scripts, _saved, _copied, _in_powershell):
        for name in finder(text):
            shown = name.strip("\"'").removeprefix("$PWD/").removeprefix("./")
            if shown and not shown.startswith(_NOT_OURS) and "$" not in shown and "." in shown.rsplit("/", 1)[-1]:
                names.setdefault(shown)
    return tuple(names)[:_MOST]


def writings(text: str, whole: str) -> tuple[tuple[str, str], ...]:
    """The files that a plain command writes, each with its text as ``bodies_in`` finds it in the whole command, or empty."""
    names = written_files(text)
    bodies = bodies_in(whole) if names else {}
    return tuple((name, bodies.get(name, "")) for name in names)


def bodies_in(text: str) -> dict[str, str]:
    """The text of the files that a whole command writes from here-documents, as added lines of an edit."""
    found: dict[str, str] = {}
    text = text[: 4 * _READ]
    for here in islice(_HERE_STRING.finditer(text), _MOST):
        end = text.find(f"\n{here['q']}@", here.end() - 1)
        target = _POWERSHELL.search(text[end : end + 300]) if end >= 0 else None
        if target is not None and target["name"]:
            found[target["name"].replace("\\", "/").removeprefix("./")] = _rows(text[here.end() : end])
    for here in islice(_HERE.finditer(text), _MOST):
        target = _TARGET.search(here["two"]) or _TARGET.search(here["one"])
        end = text.find(f"\n{here['mark']}", here.end() - 1)
        if target is not None and end >= 0:
            found[target["name"].removeprefix("./")] = _rows(text[here.end() : end])
    return found


def _rows(body: str) -> str:
    return "\n".join(f"+{row}" for row in body.splitlines()[:_BODY_LINES])[:_BODY]


def _redirected(text: str) -> Iterator[str]:
    for found in _REDIRECT.finditer(text):
        yield found["a"] or found["b"] or found["c"] or ""


def _in_scripts(text: str) -> Iterator[str]:
    """Inline code: files opened to be written by name, and by a variable that was given a name."""
    if "rite" not in text and "open(" not in text:
        return
    for found in _OPENED.finditer(text):
        yield next(name for name in found.groups() if name)
    written = {name for found in _BY_VARIABLE.finditer(text) for name in found.groups() if name}
    if not written:
        return
    listed = {found["var"]: found["names"] for found in _IN_LIST.finditer(text)}
    known = {found["var"] for found in _ASSIGNED.finditer(text)}
    for found in _ASSIGNED.finditer(text):
        if found["var"] in written:
            yield found["name"]
    for var, names in listed.items():
        if var in written or not written & known:
            yield from (one["name"] for one in _ONE_NAME.finditer(names))


def _saved(text: str) -> Iterator[str]:
    """Documents, tables and pictures that a library saves under a name, or under a variable that was given one."""
    if not any(map(text.__contains__, _SAVES)):
        return
    known = {found["var"]: found["name"] for found in _ASSIGNED.finditer(text)}
    known |= {found["var"]: found["name"].replace("\\", "/") for found in _POWERSHELL_NAMES.finditer(text)}
    for found in _SAVED.finditer(text):
        yield (found["name"] or known.get(found["var"] or "", "")).replace("\\", "/")
    if ".Save()" in text:
        yield from (known.get(found["opened"] or "", "") for found in _POWERSHELL_USES.finditer(text))


def _copied(text: str) -> Iterator[str]:
    """The last word of ``cp``, ``mv`` and ``ln``; of a folder, the names of what went there."""
    for found in _COPIES.finditer(text) if any(map(text.__contains__, _COPIERS)) else ():
        words = [word for word in _WORD.findall(found["rest"]) if not word.startswith("-")]
        if len(words) < 2:
            continue
        *sources, target = (word.strip("\"'") for word in words)
        if target.endswith("/") or target in (".", ".."):
            yield from (f"{target.rstrip('/')}/{one.rsplit('/', 1)[-1]}" for one in sources if "*" not in one)
        elif "*" not in target:
            yield target


def _in_powershell(text: str) -> Iterator[str]:
    if "-" in text and any(map(text.lower().__contains__, _POWERSHELL_WORDS)):
        for found in _POWERSHELL.finditer(text):
            yield (found["name"] or found["to"]).replace("\\", "/")
    if "$" in text and ("Content" in text or "File" in text or "WriteAll" in text or "Copy" in text):
        known = {found["var"]: found["name"].replace("\\", "/") for found in _POWERSHELL_NAMES.finditer(text)}
        for found in _POWERSHELL_USES.finditer(text) if known else ():
            yield known.get(found["var"] or "", "")
