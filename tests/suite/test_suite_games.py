"""Golden games: moves, and after each what every seat sees. With `--rewrite` the files are written anew."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from kalooki.cards import SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import Lay
from kalooki.rules.errors import RulesError
from kalooki.rules.events import Event
from kalooki.rules.game import new_game
from kalooki.rules.legal import legal_actions
from kalooki.rules.notation import format_action, parse_move, parse_seat
from kalooki.rules.open_game import OpenGame
from kalooki.rules.options import parse_option
from kalooki.rules.registry import presets
from support.contract_presets import ALL_GAMES, game_named
from support.kalooki_table import refused
from support.view_text import event_text, table_lines, view_lines

GAMES = Path(__file__).parent.parent / "games"
FILES = sorted(GAMES.glob("*.txt"))
HEADER = ("variant", "house", "seats", "seed")


def moves_of(text: str) -> tuple[dict[str, str], list[str]]:
    """The header (`variant`, `house`, `seats`, `seed`) and the moves: lines that begin with `> `."""
    lines = text.splitlines()
    header = dict(line.split(" ", 1) for line in lines if line.split(" ", 1)[0] in HEADER)
    return header, [line.removeprefix("> ") for line in lines if line.startswith("> ")]


def told(text: str) -> Iterator[str]:
    """The whole file again, played from its header and its moves."""
    header, moves = moves_of(text)
    yield from (f"{name} {header[name]}" for name in HEADER)
    pairs = [pair.split("=") for pair in header["house"].split() if "=" in pair]
    house = {name: parse_option(name, value) for name, value in pairs}
    events: list[Event] = []
    table = OpenGame(
        new_game(game_named(header["variant"], house), int(header["seats"])),
        header["seed"].encode(),
        lambda _game, new: events.extend(new),
    )
    table.to_move()
    yield from seen(table, events)
    for move in moves:
        yield f"> {move}"
        seat = parse_seat(move.split()[0])
        assert seat is not None
        try:
            action = parse_move(move, table.view(seat))
            assert format_action(action, seat) == move
            table.act(seat, action)
        except RulesError as refusal:
            yield f"  refused: {refusal}"
        table.to_move()
        yield from seen(table, events)


def seen(table: OpenGame, events: list[Event]) -> Iterator[str]:
    yield from (f"  * {event_text(event)}" for event in events)
    events.clear()
    yield from table_lines(table.view(None))
    for seat in table.game.seats:
        yield from view_lines(table.view(seat))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_told_as_it_was(path: Path, rewrite: bool) -> None:
    text = path.read_text(encoding="utf-8")
    again = "\n".join(told(text)) + "\n"
    if rewrite:
        path.write_text(again, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == again


@pytest.mark.parametrize("key", sorted(presets()))
def test_every_variant_has_a_golden_game_that_ends_with_a_score(key: str) -> None:
    text = (GAMES / f"{key}.txt").read_text(encoding="utf-8")
    assert "* DealScored" in text
    assert moves_of(text)[0]["variant"] == key


# --- perft ----------------------------------------------------------------------------------------------------------

WIDTH = 40
"""So many lays are followed at each step: a hand with two jokers has thousands."""


def perft(table: OpenGame, depth: int) -> int:
    """The number of sequences of so many moves from here."""
    seat = table.to_move()
    if depth == 0 or seat is None:
        return 1
    here, faces = table.game, dict(table.deck.faces)
    actions = list(legal_actions(table.view(seat)))
    lays = [action for action in actions if isinstance(action, Lay)]
    total = 0
    for action in [*(action for action in actions if not isinstance(action, Lay)), *islice(lays, WIDTH)]:
        table.game, table.deck.faces = here, dict(faces)
        table.act(seat, action)
        total += perft(table, depth - 1)
    table.game, table.deck.faces = here, faces
    return total


def test_the_number_of_legal_sequences_is_what_it_was(rewrite: bool) -> None:
    """One number guards all rules: any change of what is legal changes it."""
    path = GAMES / "perft" / "counts"
    lines = []
    for line in path.read_text(encoding="ascii").splitlines():
        key, seats, seed, before, depth, _ = line.split()
        table = OpenGame(new_game(ALL_GAMES[key], int(seats)), seed.encode())
        _advance(table, int(before))
        lines.append(f"{key} {seats} {seed} {before} {depth} {perft(table, int(depth))}\n")
    if rewrite:
        path.write_text("".join(lines), encoding="ascii")
    assert path.read_text(encoding="ascii") == "".join(lines)
    assert {line.split()[0] for line in lines} == set(ALL_GAMES)


def _advance(table: OpenGame, moves: int) -> None:
    """Play the first lay if there is one, else the last move that is proposed before lays."""
    for _ in range(moves):
        seat = table.to_move()
        assert seat is not None
        actions = list(islice(legal_actions(table.view(seat)), 100))
        lay = next((action for action in actions if isinstance(action, Lay)), None)
        table.act(seat, lay or next(action for action in reversed(actions) if not isinstance(action, Lay)))


def test_a_move_that_is_refused_changes_nothing() -> None:
    table = OpenGame(new_game(presets()["british"], 2), b"refused")
    seat = table.to_move()
    before = table.game
    assert seat is not None
    with refused("must_draw_first"):
        table.act(seat, parse_move(f"discard {table.view(seat).hand[0].card}", table.view(seat)))
    assert table.game is before
    assert games.pending(before) == games.NeedsAction((SeatNumber(seat),))
