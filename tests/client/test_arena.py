"""`kalooki arena` from its command line, with real processes where it is about them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kalooki_cli.program import kalooki

TWO = ("arena", "easy", "beginner", "--deals", "3", "--jobs", "1")


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(kalooki, arguments)


def test_it_says_who_is_better_and_how_sure_that_is() -> None:
    found = arena(*TWO)
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0] == "british, 2 seats: 3 deals in 2 seatings each, seed kalooki."
    assert lines[4].startswith("1 easy")
    assert lines[-1].startswith("1 easy against 2 beginner: +")
    assert "points a deal" in lines[-1]


def test_the_same_in_json() -> None:
    found = json.loads(arena(*TWO, "--json").stdout)
    assert [bot["bot"] for bot in found["bots"]] == ["easy", "beginner"]
    assert found["hands"] == 6
    assert found["bots"][0]["edge"]["value"] == -found["bots"][1]["edge"]["value"]
    assert found["duels"][0]["edge"]["value"] > 0
    assert found["bots"][0]["rating"]["value"] > found["bots"][1]["rating"]["value"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("easy",), "Name two bots"),
        (("easy", "nobody"), "There is no bot nobody"),
        (("easy", "beginner", "--variant", "bridge"), "bridge"),
        (("easy", "beginner", "--seats", "7"), "7"),
        (("easy", "beginner", "--house", "decks=9"), "decks"),
        (("easy", "beginner", "--shard", "3/2"), "K/N"),
        (("easy", "beginner", "--shard", "x"), "K/N"),
        (("easy", "beginner", "--resume"), "--out"),
        (("easy", "beginner", "--report", "x"), "plays nothing"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(arguments: tuple[str, ...], said: str) -> None:
    found = arena("arena", *arguments)
    assert found.exit_code == 2
    assert said in found.output


def test_parts_are_reported_as_one(tmp_path: Path) -> None:
    whole = json.loads(arena(*TWO, "--json").stdout)
    parts = [str(tmp_path / str(part)) for part in (1, 2)]
    for part, path in enumerate(parts, 1):
        assert arena(*TWO, "--shard", f"{part}/2", "--out", path).exit_code == 0
    found = json.loads(arena("arena", "--report", parts[0], "--report", parts[1], "--json").stdout)
    for bot in (*found["bots"], *whole["bots"]):
        del bot["seconds"]
    assert found == whole


def test_a_part_without_a_deal_says_so() -> None:
    found = arena(*TWO, "--shard", "4/4")
    assert found.exit_code == 0
    assert "No deal was played." in found.output


def test_a_file_is_kept_and_not_lost(tmp_path: Path) -> None:
    out = str(tmp_path / "results")
    assert arena(*TWO, "--out", out).exit_code == 0
    again = arena(*TWO, "--out", out)
    assert again.exit_code == 1
    assert "--resume" in again.output
    more = arena("arena", "easy", "beginner", "--deals", "4", "--jobs", "1", "--out", out, "--resume")
    assert "4 deals" in more.stdout


def test_the_charts_are_pictures_and_the_same_each_time(tmp_path: Path) -> None:
    out = str(tmp_path / "results")
    assert arena(*TWO, "--out", out, "--chart", str(tmp_path / "one")).exit_code == 0
    assert arena("arena", "--report", out, "--chart", str(tmp_path / "two.x")).exit_code == 0
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "one.svg").read_text()
    assert "<svg" in svg
    assert svg == (tmp_path / "two.x.svg").read_text()


def test_a_chart_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    found = arena(*TWO, "--chart", str(tmp_path / "none" / "one"))
    assert found.exit_code == 1
    assert "cannot be written" in found.output


@pytest.mark.timeout(120)
def test_who_stops_it_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "results"
    asked = [sys.executable, "-m", "kalooki_cli", "arena", "easy", "easy", "--deals", "100000", "--jobs", "2"]
    with subprocess.Popen(
        [*asked, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    ) as running:
        try:
            while not out.exists() or out.read_bytes().count(b"\n") < 3:
                with pytest.raises(subprocess.TimeoutExpired):  # it goes on
                    running.wait(0.1)
            os.killpg(running.pid, signal.SIGINT)
            said, problem = running.communicate(timeout=90)
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert "Traceback" not in problem
    assert "--resume" in problem
    assert said.startswith("british, 2 seats:")
    assert out.read_bytes().endswith(b"\n")


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_ray_plays_the_same_deals(tmp_path: Path) -> None:
    paths = {engine: tmp_path / engine for engine in ("processes", "ray")}
    for engine, path in paths.items():
        asked = [*TWO, "--jobs", "2", "--deals", "10", "--engine", engine, "--out", str(path)]
        ran = subprocess.run(
            [sys.executable, "-m", "kalooki_cli", *asked], capture_output=True, text=True, timeout=230, check=False
        )
        assert ran.returncode == 0, ran.stderr
    assert paths["ray"].read_bytes() == paths["processes"].read_bytes()
