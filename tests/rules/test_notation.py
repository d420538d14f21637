"""The notation, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Slot, Suit, deck
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
    Exchange,
    Lay,
    LayOff,
    MeldId,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    Show,
    Shown,
    Take,
)
from kalooki.rules.errors import NotationError
from kalooki.rules.events import Face
from kalooki.rules.notation import (
    format_action,
    format_card,
    format_faces,
    meld_name,
    parse_card,
    parse_cards,
    parse_faces,
    parse_move,
    parse_seat,
    seat_name,
)
from support.kalooki_table import BRITISH, Table, house, lay_out, refused

NATURALS = st.builds(Natural, st.sampled_from(Rank), st.sampled_from(Suit))
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@given(NATURALS)
def test_a_card_is_read_in_every_way_it_may_be_written(card: Natural) -> None:
    text = format_card(card)
    rank = "10" if card.rank is Rank.TEN else text[0]
    for written in (text, text.lower(), rank + text[1], rank.lower() + SYMBOLS[text[1]], text[0] + SYMBOLS[text[1]]):
        assert parse_card(written) == card


@pytest.mark.parametrize("text", ["JK", "jk", "Jk", "*"])
def test_a_joker_is_read(text: str) -> None:
    assert parse_card(text) is JOKER


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "J",
        "K",
        "1S",
        "0S",
        "11S",
        "TX",
        "♠",
        "S",
        "10",
        "TDD",
        "TD TD",
        "٣S",
        "ßS",
        "JJ",
        "JKJK",
        "**",
        "T♤",
        "TD\n",
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with refused("bad_card", text=text):
        parse_card(text)


@given(st.lists(st.one_of(NATURALS, st.just(JOKER), st.builds(Face, st.just(JOKER), NATURALS)), min_size=1, max_size=6))
def test_a_meld_is_written_and_read_back(cards: list[Card | Face]) -> None:
    faces = tuple(card if isinstance(card, Face) else Face(card) for card in cards)
    assert parse_faces(format_faces(faces)) == faces


@pytest.mark.parametrize("text", ["8S=9S", "JK=JK", "JK=", "=8S", "JK=8S=9S", "JK==8S"])
def test_only_a_joker_stands_for_a_card_and_only_for_a_natural(text: str) -> None:
    with refused("bad_card"):
        parse_faces(text)


def test_seats_and_melds_have_names() -> None:
    assert [seat_name(SeatNumber(seat)) for seat in (0, 7)] == ["p1", "p8"]
    assert [parse_seat(text) for text in ("p1", "P8")] == [0, 7]
    assert [parse_seat(text) for text in ("p0", "p", "q1", "1", "", "p-1", "p1x", "p²", "p" + "9" * 20)] == [None] * 9
    assert meld_name(MeldId(3)) == "m3"


def table() -> Table:
    """p1 has laid, holds two equal kings, and everybody has a joker."""
    return lay_out(
        {"p1": "9S KD KD 7H 8H JK 4C", "p2": "JK 2C"},
        table=("p2: 6S 7S 8S", "p1: 5H JK=6H 7H", "p2: 9C 9D 9H"),
        laid=("p1", "p2"),
    )


def drawn() -> Table:
    out = table()
    out.play("p1 draw")
    return out


def slots(out: Table, cards: str) -> tuple[Slot, ...]:
    held = list(out.deal.hands[0])
    found = []
    for card in parse_cards(cards):
        slot = next(slot for slot in held if out.faces[slot] == card)
        held.remove(slot)
        found.append(slot)
    return tuple(found)


def placed(out: Table, cards: str) -> tuple[Placed, ...]:
    return tuple(Placed(slot, out.faces[slot]) for slot in slots(out, cards))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", Draw()),
        ("p1 draw", Draw()),
        ("P1  DRAW ", Draw()),
        ("take", Take()),
        ("return", Return()),
        ("call", Call()),
        ("pass", Pass()),
        ("refuse", Refuse()),
        ("allow", Allow()),
        ("allow p3", Allow(SeatNumber(2))),
        ("challenge p2 overcall", Challenge(SeatNumber(1), "overcall")),
        ("challenge p2 lay", Challenge(SeatNumber(1), "lay")),
        ("seat 3", PickSeat(3)),
        ("cut", Cut()),
        ("cut 36", Cut(36)),
        ("buy-in", BuyIn()),
        ("decline", Decline()),
    ],
)
def test_plain_moves_are_read(text: str, action: Action) -> None:
    assert parse_move(text, table().view("p1")) == action
    assert parse_move(format_action(action, SeatNumber(0)), table().view("p1")) == action


def test_a_discard_names_a_card_and_maybe_the_count() -> None:
    out = drawn()
    king = slots(out, "KD")[0]
    assert out.action("p1 discard KD") == Discard(Shown(king, out.faces[king]))
    assert out.action("p1 discard kd COUNT 7") == Discard(Shown(king, out.faces[king]), 7)
    assert format_action(out.action("p1 discard 4c count 7")) == "discard 4C count 7"


def test_jokers_that_are_shown_are_ones_own() -> None:
    out = drawn()
    joker = Shown(slots(out, "JK")[0], JOKER)
    assert out.action("p1 end JK") == End((joker,))
    assert out.action("p1 show *") == Show((joker,))
    assert format_action(End((joker, joker))) == "end JK JK"
    assert format_action(Show((joker,))) == "show JK"
    with refused("not_held", card="JK"):
        out.action("p1 end JK JK")


def test_items_of_a_lay_are_read() -> None:
    out = drawn()
    assert out.action("p1 lay 7H 8H JK=9H; 9S on m1") == Lay(
        (
            NewMeld((*placed(out, "7H 8H"), Placed(slots(out, "JK")[0], JOKER, Natural(Rank.NINE, Suit.HEARTS)))),
            LayOff(MeldId(1), placed(out, "9S")),
        )
    )
    swap = out.action("p1 lay KD for JK in m2 up")
    assert swap == Lay((Exchange(MeldId(2), placed(out, "KD"), up=True),))
    for action in (swap, out.action("p1 lay 7H 8H JK=9H; 9S on m1")):
        assert parse_move(format_action(action), out.view("p1")) == action


def test_two_equal_cards_are_interchangeable_but_not_the_same_card() -> None:
    out = drawn()
    assert out.action("p1 lay KD KD JK") == Lay((NewMeld(placed(out, "KD KD JK")),))
    with refused("not_held", card="KD"):
        out.action("p1 lay KD KD KD")


def test_the_joker_that_was_released_is_used_before_the_hands_own() -> None:
    out = drawn()
    action = out.action("p1 lay 9S for JK in m2; 7H 8H JK; KD KD *")
    assert isinstance(action, Lay)
    meld, other = action.items[1:]
    assert (meld.cards[-1].slot, other.cards[-1].slot) == (None, slots(out, "JK")[0])


def test_where_it_may_not_be_built_with_the_released_joker_waits_for_the_new_meld() -> None:
    out = lay_out(
        {"p1": "6H KD KD JK 4C", "p2": "2C"},
        table=("p1: 5H JK=6H 7H",),
        laid=("p1",),
        variant=house(joker_reuse="new_meld"),
    )
    out.play("p1 draw")
    action = out.action("p1 lay 6H for JK in m1; JK=8H on m1; KD KD JK")
    assert isinstance(action, Lay)
    assert (action.items[1].cards[0].slot, action.items[2].cards[-1].slot) == (slots(out, "JK")[0], None)


def test_a_single_card_without_on_is_refused_naming_the_melds_that_it_fits() -> None:
    with refused("which_meld", card="9S", melds=(1, 3)):
        drawn().action("p1 lay 9S")
    with refused("which_meld", card="4C", melds=()):
        drawn().action("p1 lay 4C")
    with refused("which_meld", card="JK", melds=(3,)):
        drawn().action("p1 lay JK")
    with refused("not_held", card="2H"):
        drawn().action("p1 lay 2H")


def test_with_its_name_the_card_goes_there_and_nowhere_else() -> None:
    out = drawn()
    out.play("p1 lay 9S on m3")
    assert out.meld(3) == "9C 9D 9H 9S"
    assert out.meld(1) == "6S 7S 8S"


def test_the_card_that_was_just_taken_is_named_first_and_discarded_last_where_it_may_not_go_back() -> None:
    out = lay_out({"p1": "4D 9H", "p2": ""}, laid=("p1",))
    out.play("p1 take")
    discard = out.action("p1 discard 4D")
    assert isinstance(discard, Discard)
    assert discard.shown.slot == out.view("p1").taken_slot
    kept = lay_out({"p1": "4D 9H", "p2": ""}, laid=("p1",), variant=house(no_immediate_rediscard=True))
    kept.play("p1 take")
    kept.play("p1 discard 4D count 2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("p1", "empty"),
        ("jump", "unknown"),
        ("lai 9S on m1", "unknown"),
        ("draw 2", "too_much"),
        ("take 4D", "too_much"),
        ("discard", "no_card"),
        ("discard 4C 4C", "too_much"),
        ("discard 4C count", "no_number"),
        ("discard 4C count x", "no_number"),
        ("discard 4C count 1 2", "no_number"),
        ("seat", "no_number"),
        ("seat one", "no_number"),
        ("cut 1 2", "no_number"),
        ("allow 3", "no_seat"),
        ("allow p3 p4", "too_much"),
        ("challenge", "no_seat"),
        ("challenge p2", "no_what"),
        ("challenge p2 draw", "no_what"),
        ("end", "no_joker"),
        ("end 4C", "no_joker"),
        ("lay", "no_card"),
        ("lay 7H 8H JK;", "no_card"),
        ("lay on m1", "no_card"),
        ("lay 9S on", "no_meld"),
        ("lay 9S on 1", "no_meld"),
        ("lay 9S on m1 m3", "no_meld"),
        ("lay 9S on mx", "no_meld"),
        ("lay for JK in m2", "no_card"),
        ("lay 9S for JK", "no_joker"),
        ("lay 9S for 6H in m2", "no_joker"),
        ("lay 9S for JK on m2", "no_joker"),
        ("lay 9S for JK in", "no_meld"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text: str, why: str) -> None:
    with refused("bad_move", why=why):
        parse_move(text, drawn().view("p1"))


def test_a_move_with_anothers_name_in_front_is_not_ones_own() -> None:
    with refused("another_seat", seat=1):
        parse_move("p2 draw", table().view("p1"))
    with refused("another_seat", seat=0):
        parse_move("p1 draw", table().view(""))


def test_cards_that_are_not_held_are_refused() -> None:
    for text in ("discard 2H", "lay 2H 3H 4H", "lay 2H on m1", "lay 2H for JK in m2"):
        with refused("not_held", card="2H"):
            parse_move(text, drawn().view("p1"))


@pytest.mark.parametrize(
    ("written", "output"),
    [
        ("9S 8S 7S", "7S 8S 9S"),
        ("7S 8S 9S", "7S 8S 9S"),
        ("AH KH QH", "QH KH AH"),
        ("QH KH AH", "QH KH AH"),
        ("9S JK 7S", "7S JK 9S"),
        ("9S JK=8S JK=7S", "JK=7S JK=8S 9S"),
        ("3D 2D AD", "AD 2D 3D"),
        ("JK JK 7S", "JK JK 7S"),
        ("9S 9H 9D", "9S 9H 9D"),
    ],
)
def test_a_run_comes_out_upwards(written: str, output: str) -> None:
    cards = tuple(Placed(Slot(at), face.card, face.stands_for) for at, face in enumerate(parse_faces(written)))
    assert format_action(Lay((NewMeld(cards),))) == f"lay {output}"


@given(
    st.lists(
        st.sampled_from(
            ["lay", "discard", "7H", "8H", "JK", "on", "for", "in", "m1", "m2", "up", ";", "count", "3", "p1", "draw"]
        )
    )
)
def test_no_text_raises_anything_but_a_refusal_of_the_notation(words: list[str]) -> None:
    try:
        action = parse_move(" ".join(words), VIEW)
    except NotationError:
        return
    assert parse_move(format_action(action), VIEW) == action


VIEW = drawn().view("p1")


def test_the_start_deck_is_in_the_order_of_the_protocol() -> None:
    start = BRITISH.start_deck(4)
    assert [format_card(card) for card in (start[0], start[12], start[13], start[51], start[52], start[105])] == [
        "AS",
        "KS",
        "AH",
        "KC",
        "AS",
        "JK",
    ]
    assert start == deck(2, 2)
    assert len(house(jokers=4).start_deck(2)) == 108
    assert (Suit.HEARTS.is_red, Suit.DIAMONDS.is_red, Suit.SPADES.is_red, Suit.CLUBS.is_red) == (
        True,
        True,
        False,
        False,
    )
