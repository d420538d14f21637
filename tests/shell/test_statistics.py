"""What came of recorded games: of one's own seat only, each table once, and nothing of what is not sure."""

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kalooki.rules.events import DealScored, GameEnded
from kalooki.shell.errors import ShellError
from kalooki.shell.group_loader import load_verifier_group
from kalooki.shell.statistics import Opponent, SkippedError, Statistics, count, records, statistics
from kalooki.table.log import Digest
from kalooki.table.state import Player
from kalooki.verify import Retelling, retell
from support.vector_files import TRANSCRIPTS

THREE = ("jamaican", "jamaican_baby", "south_african")
"""Games of which the same nodes have played each."""


@cache
def game(name: str) -> Retelling:
    return retell((TRANSCRIPTS / f"game_{name}.kalooki").read_bytes(), load_verifier_group(), bytes(32))


def key_of(retelling: Retelling, node: int = 0) -> bytes:
    return retelling.told[-1].state.members[node].identity


def with_player(retelling: Retelling, number: int, **changes: object) -> Retelling:
    def changed(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(replace(one, **changes) if one.number == number else one for one in players)  # type: ignore[arg-type]

    told = (replace(one, state=replace(one.state, players=changed(one.state.players))) for one in retelling.told)
    return replace(retelling, told=tuple(told))


def counted(*retellings: Retelling, node: int = 0) -> Statistics:
    found, tables = Statistics(), set[Digest]()
    for one in retellings:
        count(found, one, key_of(one, node), tables)
    return found


@pytest.mark.parametrize("node", [0, 1, 2])
def test_games_are_counted_in_all_by_game_and_by_opponent(node: int) -> None:
    found = counted(*map(game, THREE), node=node)
    seats = [next(one.seat for one in game(name).told[-1].state.players if one.node == node) for name in THREE]
    events = [
        (seat, one) for name, seat in zip(THREE, seats, strict=True) for told in game(name).told for one in told.events
    ]
    scored = [(seat, one) for seat, one in events if isinstance(one, DealScored)]
    ended = [(seat, one) for seat, one in events if isinstance(one, GameEnded)]
    assert (found.total.games, found.total.ended) == (3, len(ended))
    assert found.total.won == sum(seat in one.winners for seat, one in ended)
    assert found.total.deals == len(scored) == 19
    assert found.total.deals_won == sum(seat == one.winner for seat, one in scored)
    assert found.total.points == sum(line.points for seat, one in scored for line in one.scores if line.seat == seat)
    assert found.variants.keys() == set(THREE)
    assert sum(one.deals for one in found.variants.values()) == 19
    assert sorted(one.name for one in found.opponents.values()) == [
        f"P{other}.0" for other in range(3) if other != node
    ]
    assert all(one.figures == found.total for one in found.opponents.values())


def test_winner_and_loser_of_one_deal_see_two_sides_of_it() -> None:
    one, other = (counted(game("british"), node=node).total for node in (0, 1))
    assert (one.won + other.won, one.deals_won + other.deals_won) == (1, 1)
    assert sorted([one.points, other.points]) == [0, 70]
    (unit,) = one.money
    assert one.money[unit] == -other.money[unit] != 0
    assert (one.kalookis, other.kalookis) == (0, 0)


def test_going_out_all_at_once_is_a_kalooki_of_the_winner_alone() -> None:
    plain = game("british")
    told = tuple(
        replace(
            each,
            events=tuple(replace(one, how="kalooki") if isinstance(one, DealScored) else one for one in each.events),
        )
        for each in plain.told
    )
    figures = [counted(replace(plain, told=told), node=node).total for node in (0, 1)]
    assert [one.kalookis for one in figures] == [one.deals_won for one in figures]


def test_who_has_left_is_not_credited_with_what_came_after() -> None:
    found = counted(with_player(game("british"), 0, gone=True)).total
    assert (found.games, found.ended, found.deals, found.points, found.money) == (1, 0, 0, 0, Counter())


def test_bots_of_one_kind_are_one_opponent() -> None:
    bots = with_player(with_player(game("jamaican"), 1, bot="greedy"), 2, bot="easy")
    (only,) = counted(bots).opponents.values()
    assert only == Opponent("easy", "", "easy", only.figures)
    assert only.figures.games == 1


@pytest.mark.parametrize("changes", [{"bot": "greedy"}, {"seat": None}])
def test_a_game_in_which_oneself_did_not_play_is_not_counted(changes: dict[str, object]) -> None:
    with pytest.raises(SkippedError) as why:
        counted(with_player(game("british"), 0, **changes))
    assert why.value.code == "not_mine"


def test_files_that_do_not_count_are_named_and_the_others_are_counted(tmp_path: Path) -> None:
    place = tmp_path / "transcripts"
    place.mkdir()
    whole = (TRANSCRIPTS / "game_british.kalooki").read_bytes()
    for name, content in {
        "a.kalooki": whole,
        "b.kalooki": whole,
        "cut.kalooki": whole[:-1],
        "damaged.kalooki": (TRANSCRIPTS / "damaged.kalooki").read_bytes(),
        "diary.txt": b"dear diary\n",
        "honest.kalooki": (TRANSCRIPTS / "honest.kalooki").read_bytes(),
        "swedish.kalooki": (TRANSCRIPTS / "game_swedish.kalooki").read_bytes(),
    }.items():
        (place / name).write_bytes(content)
    (place / "folder").mkdir()
    (place / "nowhere").symlink_to(tmp_path / "gone")
    found = statistics(sorted(records(tmp_path)), key_of(game("british")), load_verifier_group())
    assert found.total == counted(game("british")).total
    assert {one.file: one.code for one in found.skipped} == {
        "b.kalooki": "counted_before",
        "cut.kalooki": "not_valid",
        "damaged.kalooki": "not_valid",
        "diary.txt": "not_valid",
        "folder": "unreadable",
        "honest.kalooki": "nothing_dealt",
        "nowhere": "unreadable",
        "swedish.kalooki": "not_mine",
    }
    assert {one.code for one in statistics(records(tmp_path), None, load_verifier_group()).skipped} >= {"not_mine"}


def test_without_a_folder_there_is_nothing_and_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    assert records(tmp_path) == []
    (tmp_path / "transcripts").write_bytes(b"")
    with pytest.raises(ShellError) as refused:
        records(tmp_path)
    assert refused.value.code == "unlisted"
