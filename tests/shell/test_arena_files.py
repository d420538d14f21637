"""Results on disk: cut off anywhere, played by any number of processes, parted over machines, they are the same."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kalooki.arena.contest import Contest, shares
from kalooki.arena.results import head, line
from kalooki.shell.arena.engines import processes
from kalooki.shell.arena.results_file import kept
from kalooki.shell.arena.running import Keeping, Run, run
from kalooki.shell.arena.worker import Played, play
from kalooki.shell.errors import ShellError

CONTEST = Contest(("greedy", "greedy"), "british", (), 2, "deal", "files")
DEALS = 4


def alone(contest: Contest, numbers: Sequence[int], _jobs: int) -> Iterator[Played]:
    for number in numbers:
        yield from play(contest, [number])


def backwards(contest: Contest, numbers: Sequence[int], _jobs: int) -> Iterator[Played]:
    yield from reversed(play(contest, numbers))


def stops_after(count: int, contest: Contest, numbers: Sequence[int]) -> Iterator[Played]:
    yield from play(contest, numbers[:count])
    raise KeyboardInterrupt


def ran(path: Path | None, numbers: Sequence[int] = range(DEALS), *, resume: bool = False) -> Run:
    so_far = Run()
    run(CONTEST, numbers, alone, 1, Keeping(path, resume=resume), lambda _done: None, so_far)
    return so_far


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    ran(path)
    return path.read_bytes()


def test_a_file_is_what_was_played(whole: bytes) -> None:
    expected = head(CONTEST) + "".join(line(played.unit) for played in play(CONTEST, range(DEALS)))
    assert whole.decode() == expected


def test_two_processes_and_results_in_any_order_make_the_same_file(whole: bytes, tmp_path: Path) -> None:
    for name, engine in (("two", processes), ("back", backwards)):
        path = tmp_path / name
        so_far = Run()
        run(CONTEST, range(DEALS), engine, 2, Keeping(path), lambda _done: None, so_far)
        assert path.read_bytes() == whole
        assert sorted(so_far.units) == list(range(DEALS))


def test_who_is_stopped_goes_on_where_it_was(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results"
    done: list[int] = []
    so_far = Run()
    with pytest.raises(KeyboardInterrupt):
        run(CONTEST, range(DEALS), lambda c, n, _: stops_after(2, c, n), 1, Keeping(path), done.append, so_far)
    assert done == [0, 1, 2]
    assert len(so_far.units) == 2
    assert len(ran(path, resume=True).units) == DEALS
    assert path.read_bytes() == whole


def test_what_is_kept_is_not_played_again(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(whole)
    assert not any(ran(path, resume=True).times)
    assert path.read_bytes() == whole


def test_a_line_that_was_cut_off_anywhere_is_played_again(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results"
    first = whole.index(b"\n") + 1
    second = whole.index(b"\n", first) + 1
    for end in (0, 1, first - 1, first, first + 1, second - 1, second, len(whole) - 1):
        path.write_bytes(whole[:end])
        ran(path, resume=True)
        assert path.read_bytes() == whole, end


def test_parts_of_several_machines_are_one_contest(whole: bytes, tmp_path: Path) -> None:
    paths = [tmp_path / str(part) for part in (1, 2)]
    for part, path in enumerate(paths, 1):
        ran(path, shares(DEALS, (part, 2)))
    contest, units = kept(paths)
    assert head(contest) + "".join(map(line, units.values())) == whole.decode()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text("mine")
    with pytest.raises(ShellError) as caught:
        ran(path)
    assert caught.value.code == "arena_exists"
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (head(Contest(("greedy", "greedy"), "british", (), 2, "deal", "other")), "arena_other"),
        ("mine\n", "arena_file"),
        (head(CONTEST) + "mine\n", "arena_file"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "results"
    path.write_text(text)
    with pytest.raises(ShellError) as caught:
        ran(path, resume=True)
    assert caught.value.code == code
    assert path.read_text() == text


def test_files_that_do_not_fit_together_are_named(whole: bytes, tmp_path: Path) -> None:
    one, other, binary = tmp_path / "one", tmp_path / "other", tmp_path / "binary"
    one.write_bytes(whole)
    other.write_text(head(Contest(("greedy", "greedy"), "british", (), 2, "deal", "other")))
    binary.write_bytes(b"\xff\xfe")
    for wrong in (other, binary, tmp_path / "none"):
        with pytest.raises(ShellError) as caught:
            kept([one, wrong])
        assert caught.value.code == "arena_file"
        assert caught.value.detail["path"] == wrong.name


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ShellError) as caught:
        ran(tmp_path / "none" / "results")
    assert caught.value.code == "unwritable"
