"""A score file: the sheet of a whole game with real cards, understood (notation, "Score files")."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber
from kalooki.rules.files.document import MOST_POINTS, Section, read_document, read_variant
from kalooki.rules.files.errors import UnknownWayError, VoidDealCountsError, WinnerHoldsCardsError, WrongTypeError
from kalooki.rules.files.players import Players, read_players
from kalooki.rules.files.supply import refuse_surplus
from kalooki.rules.notation import parse_cards
from kalooki.rules.variant import Variant

VERSION = 1
KEYS = ("kss", "variant", "house", "players", "deals")
DEAL_KEYS = ("winner", "how", "left", "buy_ins", "penalties", "bonus", "void")

Left = int | tuple[Card, ...]
"""What somebody had left: points, or the cards."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the parts of a deal stand in the file."""

    deal: int
    how: int
    left: Mapping[SeatNumber, int]
    buy_ins: Mapping[SeatNumber, int]


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal that somebody won. Tuples are indexed by seat."""

    winner: SeatNumber
    how: str
    left: Mapping[SeatNumber, Left]
    buy_ins: tuple[SeatNumber, ...]
    extra: tuple[int, ...]
    """Penalties and bonus together."""
    lines: Lines


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal that does not count."""

    lines: Lines


SheetDeal = CountedDeal | VoidDeal


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """A score sheet as it was written."""

    variant: Variant
    players: Players
    deals: tuple[SheetDeal, ...]


def read_scores(text: str) -> ScoreFile:
    """Understand a score file.

    Raises:
        FileFaultError: It cannot be understood: where, and why.
    """
    document = read_document(text, "kss", VERSION)
    document.allow(KEYS)
    variant = read_variant(document)
    players = read_players(document, variant, one_word=False)
    deals = tuple(_deal(section, players, variant) for section in document.sections("deals"))
    return ScoreFile(variant, players, deals)


def ways_to_win(variant: Variant) -> tuple[str, ...]:
    """How a deal can be won."""
    if not variant.contracts:
        return ("call-up", "kalooki")
    bend = () if variant.bend == "off" else ("bend",)
    blitz = ("blitz",) if any(contract.everything for contract in variant.contracts) else ()
    return ("out", *bend, *blitz)


def ways_to_win_deal(variant: Variant, number: int) -> tuple[str, ...]:
    """How the deal of this number can be won: where all cards are laid at once by that alone, and it nowhere else."""
    contract, ways = variant.contract(number), ways_to_win(variant)
    if contract is None:
        return ways
    return tuple(how for how in ways if (how == "blitz") == contract.everything)


def _deal(section: Section, players: Players, variant: Variant) -> SheetDeal:
    section.allow(DEAL_KEYS)
    if section.flag("void"):
        for key in section.values:
            if key != "void":
                raise section.fault(VoidDealCountsError(key), key)
        return VoidDeal(Lines(section.line(), section.line(), {}, {}))
    left = section.section("left")
    names = players.each(left)
    winner = section.at(("winner",), players.find, section.text("winner"))
    if winner in names:
        key = names.pop(winner)
        if left.whole(key) != 0:
            raise left.fault(WinnerHoldsCardsError(players.names[winner]), key)
    how, known = section.text("how"), ways_to_win(variant)
    if how not in known:
        raise section.fault(UnknownWayError(how, known), "how")
    buyers = players.listed(section, "buy_ins")
    penalties = players.numbers(section.section("penalties"), 0, MOST_POINTS)
    bonus = players.numbers(section.section("bonus"), -MOST_POINTS, 0)
    return CountedDeal(
        winner=winner,
        how=how,
        left=_lefts(left, names, variant, len(players.names)),
        buy_ins=buyers,
        extra=tuple(more + less for more, less in zip(penalties, bonus, strict=True)),
        lines=Lines(
            section.line(),
            section.line("how"),
            {seat: left.line(key) for seat, key in names.items()},
            {seat: section.line("buy_ins", index) for index, seat in enumerate(buyers)},
        ),
    )


def _lefts(left: Section, names: Mapping[SeatNumber, str], variant: Variant, players: int) -> dict[SeatNumber, Left]:
    deck = variant.start_deck(players)
    before: list[Card] = []
    found: dict[SeatNumber, Left] = {}
    for seat, key in names.items():
        value = left.values[key]
        if isinstance(value, str):
            cards = left.at((key,), parse_cards, value)
            left.at((key,), refuse_surplus, cards, deck, tuple(before))
            before += cards
            found[seat] = cards
        elif isinstance(value, int) and not isinstance(value, bool):
            found[seat] = left.whole(key)
        else:
            raise left.fault(WrongTypeError(key, 'points or cards, as 42 or "KS 4D JK"'), key)
    return found
