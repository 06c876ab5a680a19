"""The table of what is read by client version."""

from pathlib import Path

from benchmarks import versions

FORMATS = Path(__file__).parent / "capabilities/session_log/formats"


def test_each_client_version_has_a_row_and_all_together_have_one(capsys):
    assert versions.main([str(FORMATS / "codex_jsonl"), str(FORMATS / "claude_code_jsonl")]) == 0

    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in capsys.readouterr().out.splitlines()]
    counts = {tuple(row[:2]): dict(zip(versions.COLUMNS, row[2:], strict=True)) for row in rows[2:]}
    assert list(counts) == [("claude_code_jsonl", "2.1.332"), ("codex_jsonl", "0.171.0"), ("all", "")]
    assert all(
        (row["person"], row["commands"], row["exit known"], row["skipped"]) == ("1", "1", "1", "0")
        for key, row in counts.items()
        if key[0] != "all"
    )


def test_a_file_that_is_no_log_has_a_row_of_its_own(tmp_path, capsys):
    (tmp_path / "x.jsonl").write_bytes(b"\x00\x01" * 100)

    assert versions.main([str(tmp_path), "--files"]) == 0

    assert "| unknown | x.jsonl | 1 |" in capsys.readouterr().out
