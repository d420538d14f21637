"""A lean deal out of what one seat sees: its own hand, the table, the pile; of others what everybody knows."""

from kalooki.rules.view import SeatView
from kalooki.sim.lean import LeanDeal, LeanRules, lean_rules
from kalooki.solver.seen import table_of
from kalooki.solver.table import TableMeld, TableRun, TableSet, words_asked_for, words_taken
from kalooki.solver.words import JOKER_TYPE, RANKS, CardType, hand_of, hand_of_cards, rank_at, type_of


def lean_of(view: SeatView) -> LeanDeal:
    """The deal as the seat in turn, whose view it is, sees it.

    The stock is so many cards that nobody knows; a hand of another seat is what is known of it, beside its size.
    """
    assert view.seat is not None, "a spectator plays nothing"
    rules = lean_rules(view.variant)
    lines = [view.seats[seat] for seat in view.order]
    known = [sorted(map(type_of, line.known)) for line in lines]
    melds = tuple(_nobodys(meld) for meld in table_of(view.table, None, view.built))
    pile = [type_of(card) for card in view.pile]
    seen = [0] * (JOKER_TYPE + 1)
    for kind in (
        *pile,
        *(kind for held in known for kind in held),
        *(kind for meld in melds for kind in faces_of(meld)),
    ):
        seen[kind] += 1
    me = view.order.index(view.seat)
    hands = [list(hand_of(held)) for held in known]
    hands[me] = list(hand_of_cards([shown.card for shown in view.hand]))
    return LeanDeal(
        rules,
        hands,
        [line.cards for line in lines],
        [JOKER_TYPE] * view.stock,
        pile,
        _nobody_shuffles,
        melds,
        [line.has_laid for line in lines],
        known,
        me,
        view.turn_number,
        view.laid_before,
        None if view.taken is None else type_of(view.taken),
        view.duty,
        view.returned,
        view.reshuffles,
        None,
        *_looked_at(rules, melds),
        None,
        bool(view.built),
        seen,
    )


def _looked_at(
    rules: LeanRules, melds: tuple[TableMeld, ...]
) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    return words_taken(rules.solver, melds), words_asked_for(rules.solver, melds)


def _nobody_shuffles(_cards: list[CardType]) -> None:
    """What one sees is not played on; a world that it could be brings its own chance."""
    raise AssertionError("a view is not a world")


def _nobodys(meld: TableMeld) -> TableMeld:
    return meld._replace(mine=False)


def faces_of(meld: TableMeld) -> list[CardType]:
    """The cards of a meld."""
    match meld:
        case TableSet(rank=rank, suits=suits, jokers=jokers):
            return [*(suit * RANKS + rank for suit in suits), *[JOKER_TYPE] * jokers]
        case TableRun(suit=suit, low=low, length=length, jokers=wild):
            places = range(low, low + length)
            return [JOKER_TYPE if place in wild else suit * RANKS + rank_at(place) for place in places]
