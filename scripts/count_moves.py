"""Count the moves of many seeded deals between bots: does each kind of move occur?

Whole games are played on the open deck, with as few to as many seats as the variant has, in turn, until so many deals
have ended. Every illegal answer of a bot is counted too. Exit status 1 if a kind of move that the variant has never
occurred, or an answer was illegal.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count, cycle
from random import Random

from kalooki.bot import Bot, safe_action
from kalooki.bots import bot_named
from kalooki.cards import JOKER
from kalooki.rules import events
from kalooki.rules.actions import (
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Pass,
    Refuse,
    Return,
    Take,
)
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.game import Game
from kalooki.rules.legal import check_view
from kalooki.rules.melds import Run
from kalooki.rules.open_game import play_game
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import Variant
from kalooki.rules.view import SeatView

BRITISH = variant_named("british")

WORDS: dict[type, str] = {
    Draw: "draw",
    Take: "take",
    Return: "return",
    Discard: "discard",
    End: "end",
    Call: "call",
    Pass: "pass",
    Allow: "allow",
    Refuse: "refuse",
    Challenge: "challenge",
    Cut: "cut",
    BuyIn: "buy-in",
    Decline: "decline",
}
"""The moves that are of one kind."""


def kinds_of(variant: Variant) -> list[str]:
    """What must occur in games of a variant; not `end`, which needs a hand of nothing but jokers that go nowhere."""
    has = {
        "draw": True,
        "take": True,
        "return": variant.pile_before_lay == "locked" and variant.pre_meld_discard == "use_in_meld",
        "lay set": True,
        "lay run": True,
        "lay off": True,
        "exchange": variant.joker_exchange == "release",
        "joker moved": variant.joker_exchange == "move_up",
        "joker laid": True,
        "declaration": variant.declare != "off",
        "discard": True,
        "call": variant.max_calls > 0,
        "pass": variant.max_calls > 0,
        "allow": variant.call_turn == "before_draw" and variant.max_calls > 0,
        "refuse": variant.call_turn == "before_draw" and variant.max_calls > 0,
        "cut": variant.dealer_cut == "simulated" or variant.cut_by == "left",
        "buy-in": variant.buy_ins != 0,
        "decline": variant.buy_ins != 0,
    }
    return [kind for kind, there in has.items() if there]


def moves_of(game: Game, happened: tuple[events.Event, ...]) -> Counter[str]:  # noqa: C901 - a case for each event
    """The kinds of move that these events tell of."""
    found: Counter[str] = Counter()
    for event in happened:
        match event:
            case events.LaidDown(meld=meld, cards=cards):
                assert game.deal is not None
                found["lay run" if isinstance(game.deal.melds[meld - 1].shape, Run) else "lay set"] += 1
                found["joker laid"] += any(face.card == JOKER for face in cards)
            case events.LaidOff(cards=cards):
                found["lay off"] += 1
                found["joker laid"] += any(face.card == JOKER for face in cards)
            case events.JokerExchanged():
                found["exchange"] += 1
            case events.JokerMoved():
                found["joker moved"] += 1
            case events.Discarded(announced=said):
                found["declaration"] += said is not None
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
            action = safe_action(view)
        if type(action) in WORDS:
            found[WORDS[type(action)]] += 1
        return action

    return choose


def seats_of(variant: Variant) -> list[int]:
    """The numbers of seats, those in the middle first."""
    middle = (variant.min_players + variant.max_players + 1) // 2
    return sorted(range(variant.min_players, variant.max_players + 1), key=lambda seats: (abs(seats - middle), seats))


def count_moves(deals: int, seed: str, keys: tuple[str, ...] = ("greedy",), variant: Variant = BRITISH) -> Counter[str]:
    """Play games until so many deals have ended; the bots take the seats in turn."""
    found: Counter[str] = Counter(dict.fromkeys((*kinds_of(variant), "illegal"), 0))
    players = [bot for key in keys if (bot := bot_named(key)) is not None]
    assert len(players) == len(keys), "each key is a bot's"
    for number, seats in zip(count(), cycle(seats_of(variant)), strict=False):
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
    parser.add_argument("--variant", default="british", choices=sorted(presets()))
    given = parser.parse_args()
    variant = variant_named(given.variant)
    found = count_moves(given.deals, given.seed, tuple(given.bots.split(",")), variant)
    for kind, times in sorted(found.items(), key=lambda item: (item[0].startswith("("), item[0])):
        print(f"{times:8}  {kind}")
    missing = [kind for kind in kinds_of(variant) if not found[kind]]
    if missing:
        print("never occurred:", ", ".join(missing))
    return 1 if missing or found["illegal"] else 0


if __name__ == "__main__":
    sys.exit(main())
