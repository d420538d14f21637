#!/usr/bin/env python3
"""See that who drops out whenever his hand is bad gains nothing by it, and does not bend the others' cards.

.venv/bin/python scripts/dropping.py                 500 tables of three, which takes a few minutes
.venv/bin/python scripts/dropping.py --tables 50     fewer

At each table one node vanishes as soon as it sees a hand that is worse than the middle one. The others deal again
without it. Each time the loss has to be in the log, said by all the others, and to put the seat out of the game; and
over all tables the hands that the others get then must be as a fresh shuffle gives them, by a chi-square test of how
often each face came. Exit code 1: they are not, at p < 0.001.
"""

import argparse
import math
import sys
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kalooki.cards import Card
from kalooki.rules.events import DealVoided, WentAway
from kalooki.rules.registry import presets
from kalooki.rules.view import SeatView
from kalooki.table.config import Founding
from kalooki.table.payloads import Absent
from support.table_world import BRISK, Place, World

VARIANT = presets()["british"]
SEATS, DROPS, GRACE, MANY = 3, 2, 1_000, 1_000_000
DOUBT = 3.09
"""Standard deviations of a normal variable: p = 0.001."""


def main() -> int:
    """Play them, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="The first seed.")
    options = parser.parse_args()
    seen: list[int] = []
    again: list[list[Card]] = []
    for done, seed in enumerate(range(options.first, options.first + options.tables), 1):
        world = World(
            seed, (Place(),) * SEATS, founding=Founding(VARIANT.key, seats=SEATS, grace_ms=GRACE), timing=BRISK
        )
        world.moves = 0
        hand = _hand(world, DROPS, 1)
        if seen and _worth(hand) > median(seen):
            again += _drop(world)
        seen.append(_worth(hand))
        if done % 50 == 0:
            print(f"{done} tables, {len(again) // (SEATS - 1)} deals void", flush=True)
    if not again:
        print("nobody dropped out")
        return 0
    deviation = _deviation(again, Counter(VARIANT.start_deck(SEATS)))
    print(f"{len(again)} hands of {len(again) // (SEATS - 1)} deals anew: {deviation:+.2f} deviations from chance")
    return 1 if deviation > DOUBT else 0


def _drop(world: World) -> list[list[Card]]:
    """Have the node vanish, and give the others' hands of the deal that follows.

    Raises:
        SystemExit: The loss is not in the log as it should be.
    """
    world.kill(DROPS)
    world.moves = MANY  # until it is his turn nobody misses him
    world.run(lambda: (state := world.node(0).moment().state) is not None and state.stream.attempt == 2)  # noqa: PLR2004 - the second
    world.moves = 0
    hands = [_hand(world, number, 2) for number in range(SEATS) if number != DROPS]
    events = world.processes[0].events
    voided = [event.reason for event in events if isinstance(event, DealVoided)]
    gone = [event.how for event in events if isinstance(event, WentAway)]
    entries = world.node(0).entries(1, MANY)
    said = {message.author for each in entries for message in each.messages if isinstance(message.payload, Absent)}
    state = world.node(0).moment().state
    game = None if state is None else state.game
    if (voided, gone, len(said)) != (["absent"], ["absent"], SEATS - 1) or game is None or len(game.out) != 1:
        raise SystemExit(f"seed {world.seed}: {voided}, {gone}, said by {len(said)}")
    return hands


def _hand(world: World, number: int, attempt: int) -> list[Card]:
    """Wait until a player sees all its cards of the deal, and give them."""

    def view() -> SeatView | None:
        node = world.processes[number].node
        player = None if node is None else node.my_players[0]
        found = None if node is None or player is None else node.view(player)
        is_open = found is not None and found.attempt == attempt and bool(found.hand) and not found.unopened
        return found if is_open else None

    world.run(lambda: view() is not None)
    found = view()
    assert found is not None, "it has just been seen"
    return [held.card for held in found.hand]


def _worth(hand: list[Card]) -> int:
    """What the hand would cost at the end."""
    return sum(VARIANT.hand_value(card) for card in hand)


def _deviation(hands: list[list[Card]], deck: Counter[Card]) -> float:
    """How far the faces are from chance: a chi-square as a normal variable (Wilson and Hilferty)."""
    cards, drawn = deck.total(), sum(map(len, hands))
    came = Counter(card for hand in hands for card in hand)
    per_deal = drawn / (len(hands) / (SEATS - 1))
    without_return = (cards - per_deal) / (cards - 1)  # one deal's cards are drawn without being put back
    expected = {card: drawn * count / cards for card, count in deck.items()}
    square: float = sum((came[card] - due) ** 2 / due for card, due in expected.items()) / without_return
    free = len(deck) - 1
    return float(math.cbrt(square / free) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free))


if __name__ == "__main__":
    sys.exit(main())
