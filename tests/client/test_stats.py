"""`kalooki stats`: figures as text and as JSON, in 80 columns, and nothing is written."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kalooki_cli.board.glyphs import UNICODE
from kalooki_cli.board.scroll import text_rows
from kalooki_cli.program import kalooki
from support.preset_games import SHORT
from support.vector_files import TRANSCRIPTS


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The data directory of who played the golden British game, with other files beside it."""
    (tmp_path / "identity").mkdir()
    key = tmp_path / "identity" / "node.key"
    key.write_bytes(hashlib.sha256(f"{SHORT['british'].seed} node 0".encode()).digest())
    key.chmod(0o600)
    (tmp_path / "transcripts").mkdir()
    for name in ("game_british", "game_north_american", "damaged"):
        (tmp_path / "transcripts" / f"{name}.kalooki").write_bytes((TRANSCRIPTS / f"{name}.kalooki").read_bytes())
    (tmp_path / "transcripts" / "no\x1b[31m.txt").write_bytes(b"dear diary\n")
    return tmp_path


def stats(home: Path, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(kalooki, ["stats", "--data-dir", str(home), *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def kept(home: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(home)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in (home, *home.rglob("*"))
    }


def test_figures_stand_in_columns_and_what_was_not_counted_is_named(home: Path) -> None:
    before = kept(home)
    code, text = stats(home)
    assert code == 0
    lines = text.splitlines()
    assert lines[:3] == [
        "                     games ended  won deals  won points kalookis  money",
        "British Kalooki          1     1    0     1    0   70.0        0  -6 units",
        "all games                1     1    0     1    0   70.0        0  -6 units",
    ]
    (against,) = [line for line in lines if line.startswith("P1.0 ")]
    assert against.endswith("     1     1    0     1    0   70.0        0  -6 units")
    said = " ".join(text.split())
    assert "Not counted: game_north_american.kalooki: the key of this computer did not play in it." in said
    assert "Not counted: damaged.kalooki: it does not hold: UNREADABLE: byte 2912: " in said
    assert "Not counted: no?[31m.txt: it does not hold: UNREADABLE: " in said
    assert all(len(line) <= 80 for line in lines)
    explained = lines.index(next(line for line in lines if line.startswith("Points are")))
    shown = text_rows(lines[explained : explained + 2], UNICODE, 80)
    assert len(shown) == 2, "on screen no line is broken a second time"
    assert kept(home) == before


def test_a_program_reads_the_same_figures(home: Path) -> None:
    code, text = stats(home, "--json")
    document = json.loads(text)
    assert code == 0
    assert document["total"] == {
        "games": 1,
        "ended": 1,
        "won": 0,
        "deals": 1,
        "deals_won": 0,
        "points": 70,
        "points_per_deal": 70.0,
        "kalookis": 0,
        "money": {"unit": -6},
    }
    assert document["variants"] == [{"variant": "british", **document["total"]}]
    (opponent,) = document["opponents"]
    assert (opponent["name"], opponent["bot"], len(opponent["label"])) == ("P1.0", "", 9)
    assert {one["file"]: one["code"] for one in document["skipped"]} == {
        "damaged.kalooki": "not_valid",
        "game_north_american.kalooki": "not_mine",
        "no\x1b[31m.txt": "not_valid",
    }


def test_where_nothing_is_kept_it_says_so_and_makes_no_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    code, text = stats(home)
    assert code == 0
    assert " ".join(text.split()).startswith("No game of yours is kept in ")
    assert json.loads(stats(home, "--json")[1])["total"]["points_per_deal"] is None
    assert not home.exists()


def test_a_place_that_is_no_folder_is_one_line_and_code_1(tmp_path: Path) -> None:
    (tmp_path / "transcripts").write_bytes(b"")
    code, text = stats(tmp_path)
    assert code == 1
    assert "transcripts cannot be read: Not a directory." in " ".join(text.split())
