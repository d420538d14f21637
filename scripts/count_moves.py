"""Count the moves of many seeded deals between bots: does each kind of move occur?

Whole British games are played on the open deck, with two to five seats in turn, until so many deals have ended. Every
illegal answer of a bot is counted too. Exit status 1 if a kind of move never occurred or an answer was illegal.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count, cycle
from random import Random

from kalooki.bot import Bot, safe_action
from kalooki.bots import bots
from kalooki.cards import JOKER
from kalooki.rules import events
from kalooki.rules.actions import Action
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.game import Game
from kalooki.rules.legal import check_view
from kalooki.rules.melds import Run
from kalooki.rules.open_game import play_game
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatView

KINDS = (
    "draw",
    "take",
    "return",
    "lay set",
    "lay run",
    "lay off",
    "exchange",
    "joker laid",
    "declaration",
    "discard",
    "buy-in",
    "decline",
)
"""What must occur."""

SEATS = (4, 3, 5, 2)


def moves_of(game: Game, happened: tuple[events.Event, ...]) -> Counter[str]:  # noqa: C901, PLR0912 - a case for each event
    """The kinds of move that these events tell of."""
    found: Counter[str] = Counter()
    for event in happened:
        match event:
            case events.Drew():
                found["draw"] += 1
            case events.Took():
                found["take"] += 1
            case events.Returned():
                found["return"] += 1
            case events.LaidDown(meld=meld, cards=cards):
                assert game.deal is not None
                found["lay run" if isinstance(game.deal.melds[meld - 1].shape, Run) else "lay set"] += 1
                found["joker laid"] += any(face.card == JOKER for face in cards)
            case events.LaidOff(cards=cards):
                found["lay off"] += 1
                found["joker laid"] += any(face.card == JOKER for face in cards)
            case events.JokerExchanged():
                found["exchange"] += 1
            case events.Discarded(announced=said):
                found["discard"] += 1
                found["declaration"] += said is not None
            case events.BoughtIn():
                found["buy-in"] += 1
            case events.Declined():
                found["decline"] += 1
            case events.WentOut(how=how):
                found[f"({how})"] += 1
            case events.FailedToAnnounce():
                found["(forgotten count)"] += 1
            case events.StockReshuffled():
                found["(reshuffle)"] += 1
            case events.DealScored() | events.DealVoided():
                found["(deal)"] += 1
                found["(void)"] += isinstance(event, events.DealVoided)
            case _:
                pass
    return found


def chooser(bot: Bot, rng: Random, found: Counter[str]) -> Callable[[SeatView], Action]:
    """The bot in a seat; an illegal answer is counted, and a safe one given instead."""

    def choose(view: SeatView) -> Action:
        action = bot.choose(view, rng)
        try:
            check_view(view, action)
        except IllegalActionError:
            found["illegal"] += 1
            return safe_action(view)
        return action

    return choose


def count_moves(deals: int, seed: str, keys: tuple[str, ...] = ("greedy",)) -> Counter[str]:
    """Play games until so many deals have ended; the bots take the seats in turn."""
    variant = variant_named("british")
    found: Counter[str] = Counter(dict.fromkeys((*KINDS, "illegal"), 0))
    players = [bots()[key] for key in keys]
    for number, seats in zip(count(), cycle(SEATS), strict=False):
        if found["(deal)"] >= deals:
            return found
        at_table = [players[seat % len(players)] for seat in range(seats)]
        chances = [Random(f"{seed}/{number}/{seat}") for seat in range(seats)]  # noqa: S311 - chance that can be repeated
        choosers = [chooser(bot, chance, found) for bot, chance in zip(at_table, chances, strict=True)]
        play_game(
            variant,
            seats,
            f"{seed}/{number}".encode(),
            choosers,
            lambda game, happened: found.update(moves_of(game, happened)),
            deals=deals - found["(deal)"],
        )
    return found


def main() -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(description="Count the moves of seeded deals between bots.")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="count")
    parser.add_argument("--bots", default="greedy", help="keys, comma-separated, that take the seats in turn")
    given = parser.parse_args()
    found = count_moves(given.deals, given.seed, tuple(given.bots.split(",")))
    for kind, times in sorted(found.items(), key=lambda item: (item[0].startswith("("), item[0])):
        print(f"{times:8}  {kind}")
    missing = [kind for kind in KINDS if not found[kind]]
    if missing:
        print("never occurred:", ", ".join(missing))
    return 1 if missing or found["illegal"] else 0


if __name__ == "__main__":
    sys.exit(main())
