"""Deal files that are refused: for what, and on which line."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.deal import InTurn
from kalooki.rules.files.deal_file import read_deal
from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.referee import referee
from kalooki.rules.files.setting import set_out
from kalooki.rules.registry import presets
from support.deal_files import EXAMPLE, codes, ruled

# --- what is refused, and where ---------------------------------------------------------------------------------------


def fault(text: str) -> tuple[int | None, str]:
    with pytest.raises(FileFaultError) as refused:
        referee(read_deal(text))
    return refused.value.line, refused.value.cause.code


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ('dealer = "p3"', 'dealer = "p3"\nweather = "fine"', 6, "unknown_key"),
        ('dealer = "p3"', 'Dealer = "p3"', 5, "unknown_key"),
        ('variant = "british"', 'variant = "chess"', 2, "unknown_variant"),
        ('variant = "british"\n', "", 1, "missing_key"),
        ('variant = "british"', "variant = 5", 2, "wrong_type"),
        ('"1-2-4-4"', '"1-2-4"', 3, "bad_option_value"),
        ('"1-2-4-4"', "1", 3, "bad_option_value"),
        ("joker_reuse =", "wind =", 3, "unknown_option"),
        ('joker_reuse = "new_meld"', "na_target = 250", 3, "option_not_applicable"),
        ('joker_reuse = "new_meld"', "limit = 1.5", 3, "wrong_type"),
        ("house = {", "house = 5 # {", 3, "wrong_type"),
        ('["p1", "p2", "p3"]', '["p1"]', 4, "wrong_number_of_seats"),
        ('["p1", "p2", "p3"]', '["p1", "p2", "p3", "p4", "p5", "p6"]', 4, "wrong_number_of_seats"),
        ('["p1", "p2", "p3"]', '"p1 p2 p3"', 4, "wrong_type"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n3]', 5, "wrong_type"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n"P2"]', 5, "named_twice"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n"the third"]', 5, "bad_player_name"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n""]', 5, "bad_player_name"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n"a\\u0007"]', 5, "bad_player_name"),
        ('["p1", "p2", "p3"]', '["p1", "p2",\n"' + "n" * 21 + '"]', 5, "bad_player_name"),
        ('dealer = "p3"', 'dealer = "p4"', 5, "unknown_player"),
        ('dealer = "p3"', "dealer = 3", 5, "wrong_type"),
        ("hand = 1", "hand = 0", 6, "out_of_range"),
        ("hand = 1", "hand = 1.0", 6, "wrong_type"),
        ("hand = 1", "hand = true", 6, "wrong_type"),
        ("p3 = 0 }", "p4 = 0 }", 7, "unknown_player"),
        ("p3 = 0 }", "P2 = 0 }", 7, "named_twice"),
        ("p3 = 0 }", 'p3 = "0" }', 7, "wrong_type"),
        ("p3 = 0 }", "p3 = 100001 }", 7, "out_of_range"),
        ('{ p1 = "7S 7H', '{ p1 = "7S 1H', 8, "bad_card"),
        ('{ p1 = "7S 7H', '{ p1 = "7S 7H 7H', 9, "too_many_copies"),
        ('{ p1 = "7S 7H', '{ p1 = "7S 7H 7H 7H', 8, "too_many_copies"),
        ('{ p1 = "7S', '{ p1 = "JK JK 7S', 9, "too_many_copies"),
        ('{ p1 = "7S', '{ p9 = "7S', 8, "unknown_player"),
        ('hands = { p1 = "7S', 'hands = [] # { p1 = "7S', 8, "wrong_type"),
        ('"p2: 5H JK=6H 7H"', '"5H JK=6H 7H"', 9, "bad_table_line"),
        ('"p2: 5H JK=6H 7H"', '"p2:"', 9, "bad_table_line"),
        ('"p2: 5H JK=6H 7H"', '"p2: 5H JK=9H 7H"', 9, "wrong_declaration"),
        ('"p2: 5H JK=6H 7H"', '"p2: 5H 8H 7H"', 9, "not_consecutive"),
        ('"p2: 5H JK=6H 7H"', '"p2: 5H JK=JK 7H"', 9, "bad_card"),
        ('"p2: 5H JK=6H 7H"', '"p7: 5H JK=6H 7H"', 9, "unknown_player"),
        ('"p2: 5H JK=6H 7H",', '"p2: 5H JK=6H 7H",\n5,', 10, "wrong_type"),
        ('laid = ["p2", "p3"]', 'laid = ["p2", "p2"]', 10, "named_twice"),
        ('laid = ["p2", "p3"]', 'laid = "p2"', 10, "wrong_type"),
        ('upcard = "4D"', 'upcard = "4D 5D"', 11, "bad_card"),
        ('upcard = "4D"', 'upcard = ""', 11, "bad_card"),
        ('upcard = "4D"', 'upcard = ["4D"]', 11, "wrong_type"),
        ('stock = "QC 2D"', 'stock = "QC 2D QC"', 12, "too_many_copies"),
        ("stock_size = 2", "stock_size = 1", 13, "out_of_range"),
        ("stock_size = 2", "stock_size = 107", 13, "out_of_range"),
        ("stock_size = 2", 'stock_size = "2"', 13, "wrong_type"),
        ("reshuffles = 1", "reshuffles = -1", 14, "out_of_range"),
        ('seed = "any text"', "seed = 5", 15, "wrong_type"),
        ('discards = "9C 3H"', 'discards = "9C 9C 3H"', 16, "too_many_copies"),
        ("calls = { p3 = 2 }", "calls = { p3 = 10 }", 17, "out_of_range"),
        ('barred = ["p2"]', 'barred = ["p7"]', 18, "unknown_player"),
        ("buy_ins = { p1 = 1 }", "buy_ins = { p1 = -1 }", 19, "out_of_range"),
        ('out = ["p4"]', 'out = ["p1", "p2"]', 20, "nobody_left"),
        ('out = ["p4"]', 'out = ["p1"]', 8, "not_playing"),
        ('out = ["p4"]', 'out = ["p2"]', 9, "not_playing"),
        ('out = ["p4"]', "out = [4]", 20, "wrong_type"),
        ('"p1 draw"', '"p7 draw"', 22, "unknown_player"),
        ('"p1 draw"', '"draw"', 22, "unknown_player"),
        ('"p1 draw"', '""', 22, "unknown_player"),
        ('"p1 draw"', '"p1"', 22, "bad_move"),
        ('"p1 draw"', '"p1 jump"', 22, "bad_move"),
        ('"p1 draw"', '"p1 allow p9"', 22, "unknown_player"),
        ('"p1 discard 2D"', '"p1 discard 1D"', 24, "bad_card"),
        ('"p1 discard 2D"', '"p1 challenge p2"', 24, "bad_move"),
        ('"p1 discard 2D"', "4", 24, "wrong_type"),
        ("actions = [", "actions = 5 # [", 21, "wrong_type"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_understood_is_refused_by_line(old: str, new: str, line: int, code: str) -> None:
    assert EXAMPLE.count(old) >= 1
    text = EXAMPLE.replace(old, new, 1)
    if code == "wrong_type" and old == "actions = [":
        text = text[: text.index("actions")] + "actions = 5"
    assert fault(text) == (line, code)


def test_the_cards_that_are_left_must_be_enough() -> None:
    deck = [str(card) for card in presets()["british"].start_deck(2)]
    start = 'khh = 1\nvariant = "british"\nplayers = ["p1", "p2"]\n'
    for many, enough in ((92, True), (93, False), (106, False)):
        text = start + f'hands = {{ p1 = "{" ".join(deck[:many])}" }}'
        if enough:
            assert len(read_deal(text).given) == many
        else:
            assert fault(text) == (4 if many > 93 else 1, "not_enough_cards")
    both = start + f'hands = {{ p1 = "", p2 = "{" ".join(deck)}" }}'
    assert fault(both) == (1, "not_enough_cards")


# --- whatever is written ----------------------------------------------------------------------------------------------

PIECES = [line for line in EXAMPLE.splitlines() if line]
JUNK = [
    "[",
    "]",
    "{",
    "}",
    '"',
    "p1",
    "p2 ",
    "JK",
    "=",
    "7H ",
    "1",
    "-",
    "\n",
    "#",
    "lay ",
    " on m1",
    " for JK in m1",
    ";",
    ",",
]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, len(EXAMPLE)), st.integers(0, 6), st.sampled_from(JUNK)), max_size=3),
    st.permutations(PIECES[:20]).map(lambda lines: [*lines, *PIECES[20:]]),
    st.booleans(),
)
def test_no_text_raises_anything_but_a_fault_of_the_file(
    cuts: list[tuple[int, int, str]], lines: list[str], keep_going: bool
) -> None:
    text = "\n".join(lines)
    for at, gone, new in cuts:
        text = text[:at] + new + text[at + gone :]
    try:
        report = referee(read_deal(text), keep_going=keep_going)
    except FileFaultError as refused:
        line = refused.line
    else:
        line = None
        assert keep_going or all(code is None for code in codes(report)[:-1])
    assert line is None or 1 <= line <= text.count("\n") + 1


MOVES = ["draw", "take", "return", "call", "pass", "buy-in", "decline", "allow", "refuse", "cut 3", "seat 1", "end JK"]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_actions_on_any_deal_are_ruled_and_no_card_is_lost(data: st.DataObject) -> None:
    deck = list(presets()["british"].start_deck(3))
    cards = data.draw(st.permutations(deck).map(lambda order: [str(card) for card in order[:20]]))
    moves = st.sampled_from([*MOVES, *(f"discard {card}" for card in cards), *(f"lay {card} on m1" for card in cards)])
    acts = st.tuples(st.sampled_from(["p1", "p2", "p3"]), moves).map(" ".join)
    cut = sorted(data.draw(st.lists(st.integers(0, 15), min_size=2, max_size=2)))
    report = ruled(
        *data.draw(st.lists(acts, max_size=12)),
        keep_going=True,
        players=["p1", "p2", "p3"],
        dealer=data.draw(st.sampled_from(["p1", "p2", "p3"])),
        hands={"p1": " ".join(cards[: cut[0]]), "p2": " ".join(cards[cut[0] : cut[1]])},
        upcard=cards[15],
        discards=" ".join(cards[16:18]),
        stock=" ".join(cards[18:]),
        stock_size=data.draw(st.integers(2, 30)),
        laid=data.draw(st.lists(st.sampled_from(["p1", "p2", "p3"]), unique=True)),
    )
    table, deal = set_out(report.file), report.game.deal
    assert deal is not None
    assert table.game.deal is not None
    start = Counter(table.deck.faces.values())
    assert start == Counter(table.game.deal.deck)
    slots = [
        *(slot for hand in deal.hands for slot in hand),
        *deal.stock,
        *(one.slot for one in deal.pile),
        *(one.slot for meld in deal.melds for one in meld.cards),
    ]
    assert len(slots) == len({*slots}) == len(deal.deck)
    assert not isinstance(deal.phase, InTurn) or report.turn is not None
