"""Where picked cards could go, the order of the hand, where everything stands: pure parts of the table on screen."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.bot import with_chance
from kalooki.bots import greedy
from kalooki.cards import JOKER, Card, Natural, Rank, Slot, Suit
from kalooki.rules.actions import Lay, LayItem, NewMeld, Shown
from kalooki.rules.game import new_game
from kalooki.rules.legal import legal_actions
from kalooki.rules.open_game import OpenGame
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.seat import Update
from kalooki_cli.awaited import turn_of
from kalooki_cli.board.fan import spots
from kalooki_cli.board.groups import groups
from kalooki_cli.board.hand import Hand, same_rank
from kalooki_cli.board.layout import LEAST_COLUMNS, LEAST_ROWS, fits, layout
from kalooki_cli.board.targets import may_lay, melds_after, targets
from kalooki_cli.desk import Desk
from kalooki_cli.draft import Draft
from kalooki_cli.look import Look
from kalooki_cli.render import sort_key
from kalooki_cli.tui.fingers import Fingers
from support.contract_presets import game_named
from support.open_table import OpenTable, simple
from support.views import turn_view

VARIANTS = ["british", "north_american", "jamaican", "south_african"]
LOOKED_AT = 40


def turns(variant: str, seed: bytes, most: int = 160) -> Iterator[SeatView]:
    """Views in which cards may be laid."""
    game = OpenGame(new_game(game_named(variant, {}), 3), seed)
    choose = with_chance(greedy.BOT, 1)
    for _ in range(most):
        seat = game.to_move()
        if seat is None:
            return
        view = game.view(seat)
        if view.phase is ViewPhase.PLAY and may_lay(view):
            yield view
        game.act(seat, choose(view))


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_part_of_each_lay_that_is_legal_is_offered_when_its_cards_are_picked(variant: str) -> None:
    seen = 0
    for view in turns(variant, b"targets"):
        lays = [action for action in legal_actions(view) if isinstance(action, Lay)][:4]
        for lay in lays:
            draft, held = Draft(turn_of(view)), {one.slot: one for one in view.hand}
            for item in lay.items:
                cards = [Shown(Slot(-1), JOKER) if one.slot is None else held[one.slot] for one in item.cards]
                found = targets(view, draft, cards)
                alike = [one for one in found if _sort(one.item) == _sort(item)]
                assert alike, (lay, item, found)
                draft = replace(draft, items=(*draft.items, alike[0].item))
            seen += 1
        if seen > LOOKED_AT:
            return
    assert seen


def _sort(item: LayItem) -> tuple[type[LayItem], int, list[str]]:
    """What kind of item it is, of which cards; not in which slots they are."""
    meld = 0 if isinstance(item, NewMeld) else item.meld
    return type(item), meld, sorted(f"{one.card} {one.stands_for}" for one in item.cards)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_offered_can_be_staged_and_shows_what_will_lie_there(variant: str) -> None:
    rng, seen = Random(2), 0
    for view in turns(variant, b"offers", 100):
        for _ in range(6):
            cards = rng.sample(view.hand, min(rng.choice([1, 1, 3, 4]), len(view.hand)))
            for one in targets(view, Draft(turn_of(view)), cards):
                after = melds_after(view, Draft(turn_of(view), (one.item,)))
                assert next(meld for meld in after if meld.id == one.meld).cards == one.faces
                seen += 1
    assert seen or variant == "south_african"


def test_nothing_is_offered_to_who_may_not_lay_or_picks_nothing() -> None:
    view = next(turns("british", b"nothing"))
    assert targets(view, Draft(), ()) == ()
    assert targets(replace(view, has_drawn=False), Draft(), view.hand[:3]) == ()
    assert targets(replace(view, seat=None), Draft(), view.hand[:3]) == ()
    assert targets(view, Draft(), view.hand) == ()
    held_by_another = Draft(items=(NewMeld(()),))
    assert melds_after(view, held_by_another) == view.table


# --- the hand ---------------------------------------------------------------------------------------------------------


def cards(text: str) -> tuple[Shown, ...]:
    """Slots count from 0."""
    faces: list[Card] = [
        JOKER if word == "JK" else Natural(next(rank for rank in Rank if rank.letter == word[0]), Suit(word[1]))
        for word in text.split()
    ]
    return tuple(Shown(Slot(at), face) for at, face in enumerate(faces))


def shown(hand: Hand) -> str:
    apart = " | " + " ".join(str(one.card) for one in hand.apart) if hand.apart else ""
    return " ".join(str(one.card) for one in hand.cards) + apart


KEY = sort_key("suit", game_named("british", {}))


def test_a_drawn_card_stands_apart_until_the_turn_ends_and_then_goes_where_it_belongs() -> None:
    hand = Hand().with_cards(cards("9H 2S KD"), same_turn=False, first=KEY)
    assert shown(hand) == "2S 9H KD"
    hand = hand.with_cards(cards("9H 2S KD 5S"), same_turn=True, first=KEY)
    assert shown(hand) == "2S 9H KD | 5S"
    assert hand.pointed is not None
    assert str(hand.pointed.card) == "5S"
    hand = hand.with_cards(cards("9H 2S KD 5S"), same_turn=False, first=KEY)
    assert shown(hand) == "2S 5S 9H KD"


def test_an_order_made_by_hand_is_not_disturbed() -> None:
    hand = Hand().with_cards(cards("9H 2S KD"), same_turn=False, first=KEY).at(2).shift(-1)
    assert shown(hand) == "2S KD 9H"
    hand = hand.with_cards(cards("9H 2S KD 5S"), same_turn=True, first=None)
    assert shown(hand) == "2S KD 9H | 5S"
    assert shown(hand.with_cards(cards("9H 2S KD 5S"), same_turn=False, first=None)) == "2S KD 9H 5S"
    assert shown(hand.shift(-1)) == "2S KD 5S 9H"
    assert shown(hand.move(Slot(3), 0)) == "5S 2S KD 9H"
    assert hand.shift(1) == hand
    assert hand.move(Slot(9), 0) == hand


def test_a_rank_picks_one_card_after_the_other_and_then_puts_all_back() -> None:
    hand = Hand().with_cards(cards("7H 7S KD 7D"), same_turn=False, first=KEY)
    fits_seven = same_rank(Rank.SEVEN)
    for count in (1, 2, 3, 0):
        hand = hand.pick_face(fits_seven)
        assert len(hand.picked) == count
    assert hand.pick_face(same_rank(Rank.ACE)) == hand


@given(st.permutations(range(6)), st.integers(0, 40))
def test_no_card_is_lost_however_it_is_held(order: list[int], seed: int) -> None:
    held = cards("7H 7S KD JK 2C 9C")
    rng, hand = Random(seed), Hand(tuple(held[at] for at in order[:4]), tuple(held[at] for at in order[4:]))
    for _ in range(12):
        moves = [
            hand.shift(rng.choice([-1, 1])),
            hand.move(Slot(rng.randrange(7)), rng.randrange(7)),
            hand.step(rng.choice([-1, 1, 5])),
            hand.sorted_by(KEY),
            hand.arranged(groups(hand.all, game_named("british", {})), KEY),
            hand.toggle(Slot(rng.randrange(6))),
        ]
        hand = rng.choice(moves)
        assert sorted(one.slot for one in hand.all) == list(range(6))
        assert hand.pointed is not None


def test_cards_that_belong_together_stand_together() -> None:
    hand = Hand().with_cards(cards("7H 2C 7S KD 7D 3C 4C JK"), same_turn=False, first=KEY)
    found = groups(hand.all, game_named("british", {}))
    assert sorted(map(len, found)) == [3, 3]
    text = shown(hand.arranged(found, KEY))
    assert "2C 3C 4C" in text
    assert text.endswith("KD JK")


# --- where everything stands ------------------------------------------------------------------------------------------


@given(st.integers(LEAST_COLUMNS, 250), st.integers(LEAST_ROWS, 90), st.integers(2, 8), st.integers(0, 30))
def test_every_part_has_its_room_at_every_size(columns: int, rows: int, players: int, panel: int) -> None:
    place = layout(columns, rows, players, panel)
    assert place.melds + place.panel + place.log == place.upper
    assert min(place.melds, place.log, place.panel) >= 0
    assert place.melds >= 4
    assert place.seats + 5 <= place.upper
    assert place.seats == players * place.lines_each + 1
    assert place.main >= 44


@given(st.integers(0, 23), st.integers(0, 3), st.integers(LEAST_COLUMNS, 200))
def test_every_card_of_a_hand_of_any_size_can_be_clicked(count: int, apart: int, columns: int) -> None:
    places = spots(count, columns, apart=min(apart, count))
    assert all(one.right - one.left >= 3 for one in places)
    assert all(one.right <= other.left for one, other in pairwise(places))
    assert not places or places[-1].right <= columns


@pytest.mark.parametrize(("columns", "rows", "there_is"), [(80, 24, True), (79, 24, False), (80, 23, False)])
def test_the_table_needs_80_columns_and_24_rows(columns: int, rows: int, there_is: bool) -> None:
    assert fits(columns, rows) is there_is


@pytest.mark.parametrize(("attempt", "number"), [(2, 1), (1, 2)])
def test_a_hand_after_another_one_is_a_new_hand_though_its_cards_are_in_the_same_slots(
    attempt: int, number: int
) -> None:
    """Between two deals the old cards still lie there, and the new ones may be there at once."""
    desk = Desk(simple)
    fingers = Fingers(desk)
    before = turn_view("7S 7H 8H 9H TC JC QC KC 2D 2D AS JK 4S")
    between = replace(before, phase=ViewPhase.DEAL, turn=None, attempt=attempt, number=number)
    dealt = (*cards("6D QS 7C TH 2S 2D 5C AS TS AH 8C JC"), Shown(Slot(60), cards("9H")[0].card))
    told = []
    for seen in (before, between, replace(between, phase=ViewPhase.UPCARD, hand=dealt)):
        told = desk.receive(Update(OpenTable().status(), seen, ()), Look())
        fingers.receive(seen)
    assert shown(fingers.hand) == shown(Hand().with_cards(dealt, same_turn=False, first=KEY))
    assert told == []
    drawn = replace(between, phase=ViewPhase.PLAY, hand=(*dealt, Shown(Slot(61), cards("4S")[0].card)))
    assert "You drew 4S." in desk.receive(Update(OpenTable().status(), drawn, ()), Look())
