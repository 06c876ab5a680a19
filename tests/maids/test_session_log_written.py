"""Files that a command writes itself are named, with what stands in them; what only a run could tell is not."""

from __future__ import annotations

import pytest

from butler.maids.session_log_written import bodies_in, written_files
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("cp .env.example .env.local", (".env.local",)),
        ("mkdir -p etc && cp till.toml hours.toml etc/", ("etc/till.toml", "etc/hours.toml")),
        ('ln -sfn "$PWD/.setup/env.sh" "$PWD/.envrc"', (".envrc",)),
        ("python3 - <<'EOF'\nfrom pathlib import Path\np = Path('shop/tax.py')\np.write_text(p.read_text())\nEOF", ("shop/tax.py",)),
        ("python3 -c \"name = 'a.json'\nwith open(name, 'w') as f: f.write('x')\"", ("a.json",)),
        ("python3 - <<'EOF'\nfor name in ['a.po', 'b.po']:\n    open(name, 'w').write('x')\nEOF", ("a.po", "b.po")),
        ("node -e \"require('fs').writeFileSync('out/list.json', '[]')\"", ("out/list.json",)),
        ("powershell -Command \"Set-Content -Path docs\\plan.md -Value 'x'\"", ("docs/plan.md",)),
        ("Get-Content a.txt | Out-File -Encoding utf8 b.txt", ("b.txt",)),
        ("Copy-Item a.lua b.lua", ("b.lua",)),
        ("[IO.File]::WriteAllText('shop/till.cs', $text)", ("shop/till.cs",)),
    ],
)  # fmt: skip
def test_scripts_copies_and_links_name_what_they_write(command, names):
    assert written_files(command) == names


@pytest.mark.parametrize(
    "command",
    [
        "python3 - <<'EOF'\nfrom pathlib import Path\nprint(Path('shop/tax.py').read_text())\nEOF",
        "python3 -c \"print(open('a.json').read()); print('write')\"",
        'for one in en/*.ftl; do cp "$one" "$to/"; done',
        "cp a.txt /tmp/b.txt",
        "ln -s $HOME/tools tools",
    ],
)
def test_what_is_only_read_or_only_known_to_the_run_is_not_named(command):
    assert written_files(command) == ()


def test_the_text_of_a_here_document_is_that_of_its_file():
    assert bodies_in("cat > docs/plan.md <<'EOF'\n# Plan\n\nten tills\nEOF\ngit add docs") == {
        "docs/plan.md": "+# Plan\n+\n+ten tills"
    }
    assert bodies_in("cat <<EOF | tee notes.txt\none\nEOF") == {"notes.txt": "+one"}
    assert bodies_in("@'\nten tills\n'@ | Set-Content -Path .\\plan.md -Encoding utf8") == {"plan.md": "+ten tills"}
    assert bodies_in("cat > docs/plan.md <<'EOF'\nnever ends") == {}


def test_a_file_that_a_command_wrote_is_an_anchor_that_says_so():
    story = Story()
    story.asks("Copy the settings")
    story.runs("cp till.example.toml till.toml", 0)
    assert "`till.toml` by a command; uncommitted" in sections(materials(story))["CODEBASE_ANCHORS"]


def test_a_loop_that_copies_is_a_command_that_changed_something():
    story = Story()
    story.asks("Add the languages")
    story.runs('for one in fr de; do mkdir -p "$one"; cp en/*.ftl "$one/"; done', 0)
    assert "for one in fr de" in sections(materials(story))["DISCOVERY"]


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("python3 - <<'EOF'\nout = 'till.docx'\ndoc.save(out)\nEOF", ("till.docx",)),
        ("python3 -c \"plt.savefig('out/till.png')\"", ("out/till.png",)),
        ("$doc='D:\\shop\\till.docx'\n$pdf='D:\\shop\\till.pdf'\n$d=$word.Documents.Open($doc)\n$d.Save()\n$d.ExportAsFixedFormat($pdf,17)", ("D:/shop/till.pdf", "D:/shop/till.docx")),
        ("$out='plan.txt'\n$text | Set-Content -Path $out -Encoding utf8", ("plan.txt",)),
        ("$doc='D:\\shop\\till.docx'\n$d=$word.Documents.Open($doc)\n$d.Content.Text", ()),
    ],
)  # fmt: skip
def test_what_libraries_and_office_save_is_named(command, names):
    assert written_files(command) == names
