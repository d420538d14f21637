"""What a contract still needs, and the cards that are still to come and would bring it nearer."""

from functools import lru_cache

from kalooki.cards import JOKER
from kalooki.rules.opening import contract_of
from kalooki.rules.variant import Contract, Variant
from kalooki.rules.view import SeatView
from kalooki.sim.seen import faces_of
from kalooki.solver.contract_rules import SUITS, ContractRules, Form, contract_rules, exact_form, forms_of
from kalooki.solver.distance import distance
from kalooki.solver.seen import table_of
from kalooki.solver.words import (
    HIGH,
    JOKER_TYPE,
    RANKS,
    CardType,
    Hand,
    distinct,
    hand_of_cards,
    rank_at,
    remove,
    type_of,
)

PAIR, SINGLE = 1.0, 0.12
"""What each live card is worth that would join two cards of a rank, or one."""
WINDOW = 0.25
"""What each live card is worth in a run of which two cards are there; more for more."""


def live_of(view: SeatView) -> list[int]:
    """By face, how many cards the seat of the view has not seen yet."""
    live = _copies(view.variant, len(view.order)).copy()
    for kind in (type_of(card) for card in view.pile):
        live[kind] -= 1
    for line in view.seats:
        if line.seat != view.seat:
            for card in line.known:
                live[type_of(card)] -= 1
    for shown in view.hand:
        live[type_of(shown.card)] -= 1
    for meld in table_of(view.table, None, ()):
        for kind in faces_of(meld):
            live[kind] -= 1
    return live


@lru_cache(maxsize=32)
def _copies(variant: Variant, players: int) -> list[int]:
    deck = variant.start_deck(players)
    jokers = sum(card == JOKER for card in deck)
    return [*[(len(deck) - jokers) // JOKER_TYPE] * JOKER_TYPE, jokers]


def needed(variant: Variant, contract: Contract) -> Form:
    """The form of a contract that is not everything at once."""
    return exact_form(variant, contract) if contract.exactly else forms_of(variant, contract)[0]


def farthest(view: SeatView) -> CardType | None:
    """The card without which the hand is nearest to its contract, by what may still come; None where all are bound."""
    contract = contract_of(view.variant, view.number)
    assert contract is not None, "points are no contract"
    rules, form = contract_rules(view.variant), needed(view.variant, contract)
    hand = hand_of_cards([shown.card for shown in view.hand])
    bound = {JOKER_TYPE} if view.taken is None else {JOKER_TYPE, type_of(view.taken)}
    kinds = [kind for kind in distinct(hand) if kind not in bound]
    if not kinds:
        return None
    live = live_of(view)
    lacking = {kind: distance(rules, form, remove(hand, kind)) for kind in kinds}
    least = min(lacking.values())
    return max(
        (kind for kind in kinds if lacking[kind] == least),
        key=lambda kind: (promise(rules, form, remove(hand, kind), live), rules.penalties[kind], kind),
    )


def promise(rules: ContractRules, form: Form, hand: Hand, live: list[int]) -> float:
    """How much of what may come would go with the cards of a hand."""
    total = 0.0
    if form.sets:
        for rank in range(RANKS):
            count = sum(word >> 3 * rank & 7 for word in hand[:SUITS])
            if count:
                coming = sum(live[suit * RANKS + rank] for suit in range(SUITS))
                total += coming * (SINGLE if count == 1 else PAIR if count == 2 else 0.0)  # noqa: PLR2004 - a pair
                total += 6.0 * (count == 2)  # noqa: PLR2004 - a pair
    if form.runs:
        for suit in range(SUITS):
            total += _windows(rules, form, hand[suit], live, suit * RANKS)
    return total


def _windows(rules: ContractRules, form: Form, word: int, live: list[int], base: int) -> float:
    total, length = 0.0, form.shortest
    for start in range(rules.lowest, HIGH - length + 2):
        held, coming, dead = 0, 0, 0
        for position in range(start, start + length):
            rank = rank_at(position)
            if word >> 3 * rank & 7:
                held += 1
            elif live[base + rank] > 0:
                coming += live[base + rank]
            else:
                dead += 1
        if held > 1 and not dead:
            total += WINDOW * (held - 1) ** 2 * (coming + 2.0)
    return total
