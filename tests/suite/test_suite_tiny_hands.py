"""Proposals are complete: on tiny hands brute force finds no legal lay that they do not come to."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from kalooki.cards import JOKER, Card, Joker, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.rules import game as games
from kalooki.rules.actions import (
    Action,
    Exchange,
    Lay,
    LayItem,
    LayOff,
    MeldId,
    NewMeld,
    Placed,
)
from kalooki.rules.deal import Blitz
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.fans import Fan
from kalooki.rules.game import Game
from kalooki.rules.legal import legal_actions, legal_kinds
from kalooki.rules.notation import parse_cards
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import OptionValue
from kalooki.rules.whole_hands import whole_hands
from support.contract_presets import game_named
from support.kalooki_table import Table, lay_out

Effect = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


def effect(game: Game, faces: dict[Slot, Card]) -> Effect:
    """What lies on the table, card by card, and what is left in the hand."""
    assert game.deal is not None
    melds = tuple(tuple(str(face) for face in meld.faces) for meld in game.deal.melds)
    return tuple(_unordered(meld) for meld in melds), tuple(sorted(str(faces[slot]) for slot in game.deal.hands[0]))


def _unordered(meld: tuple[str, ...]) -> tuple[str, ...]:
    """A set has no order."""
    ranks = {card[0] for card in meld if not card.startswith("JK")}
    return tuple(sorted(meld)) if len(ranks) == 1 else meld


def after(table: Table, action: Action) -> Game | None:
    try:
        game, _ = games.apply(table.game, SeatNumber(0), action)
    except IllegalActionError:
        return None
    return game


def reachable(table: Table) -> set[Effect]:
    """Every table that a sequence of proposed lays can make."""
    found: set[Effect] = set()
    todo = [table.game]
    while todo:
        here = Table(todo.pop(), table.faces)
        for action in legal_actions(here.view("p1")):
            if isinstance(action, Lay):
                game = after(here, action)
                assert game is not None
                if effect(game, table.faces) not in found:
                    found.add(effect(game, table.faces))
                    todo.append(game)
    return found


def every_item(table: Table, hand: tuple[Slot, ...], released: int) -> Iterator[tuple[LayItem, frozenset[Slot], int]]:
    """Each item that could be written with these cards: kind, order, meld and what its jokers are said to be."""
    assert table.game.deal is not None
    cards: list[Slot | None] = [*hand, *[None] * released]
    melds = len(table.game.deal.melds) + 1
    for size in range(1, min(len(cards), 4) + 1):
        for chosen in combinations(cards, size):
            own = frozenset(slot for slot in chosen if slot is not None)
            for order in permutations(chosen):
                for placed in _declared(table, order):
                    if size >= 3:
                        yield NewMeld(placed), own, chosen.count(None)
                    if order == chosen:
                        for meld in range(1, melds + 1):
                            yield LayOff(MeldId(meld), placed), own, chosen.count(None)
                            if size <= 2 and None not in chosen:
                                up = table.deal.variant.joker_exchange == "move_up"
                                yield Exchange(MeldId(meld), placed, up), own, 0 if up else -1


def _declared(table: Table, order: tuple[Slot | None, ...]) -> Iterator[tuple[Placed, ...]]:
    """With every joker left open, and with each one said to be a card near to those that are there."""
    faces: list[Card] = [JOKER if slot is None else table.faces[slot] for slot in order]
    bare = tuple(Placed(slot, face) for slot, face in zip(order, faces, strict=True))
    yield bare
    jokers = [place for place, face in enumerate(faces) if isinstance(face, Joker)]
    if len(jokers) == 1:
        of_a_set = EIGHTS if table.deal.variant.set_jokers_declared else ()
        for card in (*NEAR, *of_a_set):
            yield tuple(Placed(one.slot, one.card, card) if place in jokers else one for place, one in enumerate(bare))


NEAR: tuple[Natural, ...] = tuple(
    card for card in variant_named("british").start_deck(2)[:52] if isinstance(card, Natural)
)[3:10]
"""4S to TS: the runs of these tests are of spades."""

EIGHTS = tuple(Natural(Rank.EIGHT, suit) for suit in Suit if suit is not Suit.SPADES)
"""Their sets are of eights, where a joker in a set is one card."""


def brute_force(table: Table, items: int, *, whatever_comes_first: bool = False) -> Iterator[Lay]:
    """Each lay of at most so many items that `check` accepts; more than one only after an exchange, or whatever."""

    def extend(before: tuple[LayItem, ...], left: frozenset[Slot], released: int) -> Iterator[Lay]:
        for item, used, spent in every_item(table, tuple(sorted(left)), released):
            lay = Lay((*before, item))
            if after(table, lay) is not None:
                yield lay
            if len(lay.items) < items and (isinstance(item, Exchange) or before or whatever_comes_first):
                yield from extend(lay.items, left - used, released - spent)

    assert table.game.deal is not None
    yield from extend((), frozenset(table.game.deal.hands[0]), 0)


Tiny = tuple[str, tuple[str, ...], dict[str, OptionValue]]
TINY: tuple[Tiny, ...] = (
    ("5S 6S 7S 8S", (), {}),
    ("7S 7H 7D JK 2C", (), {}),
    ("4S JK 9S", ("p2: 6S 7S 8S",), {}),
    ("8S 8H JK", ("p2: 8D 8C JK", "p2: 5S 6S 7S"), {}),
    ("6S 9H 9D 2C", ("p2: 5S JK=6S 7S",), {}),
    ("6S 9H 9D 2C", ("p2: 5S JK=6S 7S",), {"joker_reuse": "new_meld"}),
    ("6S 9H 9D 2C", ("p2: 5S JK=6S 7S",), {"joker_reuse": "hand"}),
    ("8C 8D 2C 3H", ("p2: 8S 8H JK",), {}),
    ("8C 4S 2C 3H", ("p2: 8S 8H JK", "p2: 5S 6S 7S"), {"joker_set": "one"}),
)


TACKED: tuple[tuple[str, tuple[str, ...], dict[str, OptionValue]], ...] = (
    ("4S JK 9S 8H", ("p2: 6S 7S 8S 9S", "p1: 8D 8C 8D"), {}),
    ("6S 9H JK 2C", ("p1: 5S JK=6S 7S 8S", "p2: 9D 9C 9H"), {}),
    ("6S 9H JK 2C", ("p1: 5S JK=6S 7S 8S", "p2: 9D 9C 9H"), {"joker_tack_any": True}),
    ("8S 8H 8D 9S", ("p1: 5S 6S 7S 8S",), {"extra_melds": True, "tack_high_first": True}),
)


@pytest.mark.parametrize(("hand", "table", "options"), TACKED)
def test_every_legal_tack_of_a_tiny_hand_is_a_sequence_of_proposals(
    hand: str, table: tuple[str, ...], options: dict[str, OptionValue]
) -> None:
    variant = game_named("jamaican", options)
    out = lay_out({"p1": hand, "p2": "", "p3": ""}, table=table, laid=("p1", "p2"), variant=variant, stock="KD KC")
    out.play("p1 draw")
    known = reachable(out)
    assert known
    assert [lay for lay in brute_force(out, 2) if _known(out, lay, known)]


TINY_AMERICAN: tuple[Tiny, ...] = (
    ("8C 9C 4S 3H", ("p2: 8S 8H JK", "p2: 5S 6S 7S"), {"na_joker_to_hand": True}),
    ("3S 3S 3H 3D", ("p2: 8S 8S JK",), {"na_duplicate_suits": True}),
    ("8S 8H 2C JK", ("p2: 8C 8D JK", "p1: 8H 8D JK"), {"na_duplicate_suits": True, "na_joker_others_only": True}),
    ("AS 2S 3S JK", ("p2: 4S 5S 6S",), {"out_without_discard": True}),
)


AFRICAN: tuple[Tiny, ...] = (
    ("8C 8D 4S JK", ("p2: 8S 8H JK=8C", "p2: 5S 6S 7S"), {}),
    ("6S 9H 8S JK", ("p2: 5S JK=6S 7S",), {}),
    ("8S 8H 7S JK", ("p1: 8C 8D JK=8H",), {"half_safe": "always"}),
    ("8S 8H 8D JK", (), {"max_jokers_per_meld": "one_per_set_two_per_run"}),
)


@pytest.mark.parametrize(("hand", "table", "options"), AFRICAN)
def test_every_legal_lay_of_a_tiny_south_african_hand_is_a_sequence_of_proposals(
    hand: str, table: tuple[str, ...], options: dict[str, OptionValue]
) -> None:
    out = african(hand, 2, table, laid=("p1", "p2"), **options)
    known = reachable(out)
    assert known
    assert [lay for lay in brute_force(out, 1) if _known(out, lay, known)]


def african(
    hand: str, number: int, table: tuple[str, ...] = (), laid: tuple[str, ...] = (), **house: OptionValue
) -> Table:
    """p1 has drawn a king, and nobody bought."""
    variant = game_named("south_african", house)
    hands = {"p1": hand, "p2": "", "p3": ""}
    out = lay_out(hands, table=table, laid=laid, variant=variant, stock="KD KC", pile="8C 8D 8S 4S")
    out = Table(replace(out.game, number=number, deal=replace(out.deal, number=number)), out.faces)
    out.play("p1 draw")
    return Table(games.close_window(out.game)[0], out.faces)


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("8S 8H 8D JK", 2),
        ("5S 6S 7S JK", 3),
        ("8S 8H 8D JK", 6),
        ("5S 6S 7S JK", 5),
        ("5S 6S 7S JK", 1),
        ("8S 8H 8D JK", 1),
    ],
)
def test_every_first_lay_of_a_tiny_south_african_hand_is_proposed(hand: str, number: int) -> None:
    out = african(hand, number, ("p2: 9S 9H 9D",), ("p2",))
    known = reachable(out)
    found = [lay for lay in brute_force(out, 1) if _known(out, lay, known)]
    assert found
    assert all(isinstance(item, NewMeld) for lay in found for item in lay.items)


@pytest.mark.parametrize("hand", ["8S 8H 8D JK", "5S 6S 7S 8H", "5S 6S 7S JK"])
def test_every_lay_after_a_blitz_is_proposed(hand: str) -> None:
    out = african(hand, 1)
    turn = replace(out.deal.turn, seat=SeatNumber(0), has_drawn=False)
    out = Table(replace(out.game, deal=replace(out.deal, turn=turn, phase=Blitz(SeatNumber(2)))), out.faces)
    known = reachable(out)
    assert [lay for lay in brute_force(out, 1) if _known(out, lay, known)]


def test_what_is_left_of_a_whole_hand_is_one_card_at_most() -> None:
    variant = game_named("south_african")
    assert [list(whole_hands(Fan(Counter(), jokers), variant)) for jokers in (0, 1, 2)] == [[()], [()], []]
    hand = Counter(card for card in parse_cards("8S 8H 8D 8C 9H") if isinstance(card, Natural))
    laid = [" ".join(str(one.card) for one in item.cards) for (item,) in whole_hands(Fan(hand, 0), variant)]
    assert laid == ["8S 8H 8D 8C"]
    assert list(whole_hands(Fan(Counter(parse_cards("8S 7H 9D")), 1), variant)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "hand", "table", "options"),
    [*(("british", *tiny) for tiny in TINY), *(("north_american", *tiny) for tiny in TINY_AMERICAN)],
)
def test_every_legal_lay_of_a_tiny_hand_is_a_sequence_of_proposals(
    key: str, hand: str, table: tuple[str, ...], options: dict[str, OptionValue]
) -> None:
    variant = variant_named(key, options)
    out = lay_out({"p1": hand, "p2": ""}, table=table, laid=("p1", "p2"), variant=variant, stock="KD KC")
    out.play("p1 draw")
    known = reachable(out)
    tried = Counter(type(lay.items[0]).__name__ for lay in brute_force(out, 2) if _known(out, lay, known))
    assert known
    assert tried


@pytest.mark.parametrize(
    ("hand", "table", "need"),
    [
        ("5H 6H 7H 8S 4S", ("p2: 5S 6S 7S",), 26),
        ("5H 6H 7H 8S 9S", ("p2: 5S 6S 7S",), 35),
        ("4H 4D JK 8S", ("p2: 5S 6S 7S",), 20),
        ("4H 4D 4S 4C 8C", ("p2: 8S 8H JK",), 20),
    ],
)
def test_every_first_lay_in_which_builds_count_is_a_sequence_of_proposals(
    hand: str, table: tuple[str, ...], need: int
) -> None:
    variant = variant_named("north_american", {"initial_min": need})
    out = lay_out({"p1": hand, "p2": ""}, table=table, laid=("p2",), variant=variant, stock="KD KC")
    out.play("p1 draw")
    known = reachable(out)
    counted = [
        lay
        for lay in brute_force(out, 2, whatever_comes_first=True)
        if _known(out, lay, known) and isinstance(lay.items[-1], LayOff)
    ]
    assert counted


def _known(table: Table, lay: Lay, known: set[Effect]) -> bool:
    game = after(table, lay)
    assert game is not None
    assert effect(game, table.faces) in known, lay
    return True


def test_two_jokers_released_for_one_meld_are_proposed() -> None:
    out = lay_out({"p1": "6H 6D QH 9D", "p2": "2C"}, table=("p2: 5H JK=6H 7H", "p2: 5D JK=6D 7D"), laid=("p1", "p2"))
    out.play("p1 draw")
    wanted = out.action("p1 lay 6H for JK in m1; 6D for JK in m2; QH JK=KH JK=AH")
    assert wanted in set(legal_actions(out.view("p1")))


def test_only_jokers_that_the_house_lets_go_are_proposed() -> None:
    inner = variant_named("british", {"joker_interior_only": True})
    out = lay_out({"p1": "5H QH QC 9D", "p2": ""}, table=("p2: JK=5H 6H 7H",), laid=("p1", "p2"), variant=inner)
    out.play("p1 draw")
    assert not any(isinstance(action, Lay) for action in legal_actions(out.view("p1")))


def test_first_lays_are_batches_from_which_nothing_can_be_left_out() -> None:
    out = lay_out({"p1": "KH KS KC KD QH QS QC 5H 6H 7H", "p2": ""})
    out.play("p1 draw")
    batches = [action for action in legal_actions(out.view("p1")) if isinstance(action, Lay)]
    faces = [sorted(" ".join(str(one.card) for one in item.cards) for item in lay.items) for lay in batches]
    assert ["KS KH KD KC"] in faces
    assert ["KH KD KC", "QS QH QC"] in faces
    assert not any("5H 6H 7H" in batch and len(batch) > 2 for batch in faces)
    for lay in batches:
        for out_item in range(len(lay.items)):
            rest = Lay(lay.items[:out_item] + lay.items[out_item + 1 :])
            assert not rest.items or after(out, rest) is None


def test_first_lays_under_a_duty_use_the_card_that_was_taken() -> None:
    out = lay_out({"p1": "KH KS KC KD QH QS 9D 9S", "p2": ""}, pile="QC")
    out.play("p1 take")
    lays = [action for action in legal_actions(out.view("p1")) if isinstance(action, Lay)]
    assert lays
    for lay in lays:
        assert any(str(one.card) == "QC" for item in lay.items for one in item.cards)
    assert legal_kinds(out.view("p1")) == ("return", "lay")


def test_a_waived_minimum_brings_batches_that_leave_one_card() -> None:
    out = lay_out({"p1": "2C 3C 4C 2D 3D 4D", "p2": ""}, variant=variant_named("british", {"kalooki_waives_min": True}))
    out.play("p1 draw")
    lays = [action for action in legal_actions(out.view("p1")) if isinstance(action, Lay)]
    assert {len(lay.items) for lay in lays} == {2}
