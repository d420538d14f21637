"""Deal files: what each key does, what is refused and on which line, and that a deal replayed is the deal played."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.deal import InTurn
from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.files.deal_file import KEYS, read_deal
from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.referee import Report, referee
from kalooki.rules.files.setting import set_out
from kalooki.rules.game import Game, new_game
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import Variant
from support.deal_files import Value, codes, deal_text, ruled
from support.random_player import random_player

EXAMPLE = """khh = 1                          # format version
variant = "british"
house = { joker_reuse = "new_meld", stakes = "1-2-4-4" }
players = ["p1", "p2", "p3"]     # in seat order, clockwise
dealer = "p3"
hand = 1
scores = { p1 = 0, p2 = 0, p3 = 0 }
hands = { p1 = "7S 7H 7D TC JC QC KC 2D 2H 9C 4S 6H 8D" }
table = ["p2: 5H JK=6H 7H", "p3: TS TD JK"]
laid = ["p2", "p3"]
upcard = "4D"
stock = "QC 2D"
stock_size = 2
reshuffles = 1
seed = "any text"
discards = "9C 3H"
calls = { p3 = 2 }
barred = ["p2"]
buy_ins = { p1 = 1 }
out = ["p4"]
actions = [
  "p1 draw",
  "p1 lay 7S 7H 7D; TC JC QC KC",
  "p1 discard 2D",
]
"""


def faces(report: Report, seat: int) -> str:
    table = set_out(report.file)
    assert table.game.deal is not None
    return " ".join(str(table.deck.faces[slot]) for slot in table.game.deal.hands[seat])


def stock(**keys: Value) -> str:
    table = set_out(read_deal(deal_text(**keys)))
    assert table.game.deal is not None
    return " ".join(str(table.deck.faces[slot]) for slot in table.game.deal.stock)


# --- what the keys do -------------------------------------------------------------------------------------------------


def test_the_example_of_the_notation_is_legal_from_its_first_to_its_last_key() -> None:
    assert {line.split()[0] for line in EXAMPLE.splitlines() if " = " in line} == {*KEYS}
    report = referee(read_deal(EXAMPLE))
    deal = report.game.deal
    assert deal is not None
    assert report.all_legal
    assert [ruling.action.line for ruling in report.rulings] == [22, 23, 24]
    assert str(report.rulings[0].drew) == "QC"
    assert (report.phase, report.turn, report.legal) == ("draw", 1, ("draw", "take"))
    assert [" ".join(str(face) for face in meld.cards) for meld in report.view.table] == [
        "5H JK=6H 7H",
        "TS TD JK",
        "7S 7H 7D",
        "TC JC QC KC",
    ]
    assert (len(deal.stock), deal.reshuffles, sorted(deal.barred), sorted(deal.laid)) == (1, 1, [1], [0, 1, 2])
    assert [str(one.card) for one in deal.pile] == ["3H", "9C", "4D", "2D"]
    assert report.game.buy_ins == (1, 0, 0)
    assert (report.game.money, report.game.pool) == ((-8, -4, -4), 16)
    assert report.result is None


def test_of_a_deal_only_the_variant_and_the_players_must_be_written() -> None:
    report = referee(read_deal('khh = 1\nvariant = "british"\nplayers = ["p1", "p2"]'))
    assert (report.phase, report.turn, report.game.dealer) == ("draw", 0, 1)
    assert [line.cards for line in report.view.seats] == [13, 13]
    assert faces(report, 0).startswith("AS 3S 5S 7S 9S JS KS 2H")
    assert faces(report, 1).startswith("2S 4S 6S 8S TS QS AH 3H")


def test_hands_that_are_left_out_are_dealt_from_what_remains_without_the_cards_that_are_given() -> None:
    report = ruled(hands={"p1": "AS AS 3S"}, upcard="2S", stock="4S KC", discards="5S")
    assert faces(report, 0) == "AS AS 3S"
    assert faces(report, 1) == "6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H"
    assert stock(hands={"p1": "AS AS 3S"}, upcard="2S", stock="4S KC", discards="5S").startswith("4S KC 6H 7H")


def test_the_same_seed_orders_the_rest_in_the_same_way_and_another_in_another() -> None:
    one, same, other = (stock(seed=seed, stock="2C") for seed in ("a", "a", "b"))
    assert one == same != other
    assert one.startswith("2C ")


def test_a_stock_that_is_cut_down_loses_its_surplus() -> None:
    assert stock(stock="4D 3D", stock_size=2) == "4D 3D"
    assert stock(stock_size=0) == ""
    assert len(stock(stock_size=5).split()) == 5
    table = set_out(read_deal(deal_text(stock_size=5)))
    assert table.game.deal is not None
    assert len(table.game.deal.deck) == 13 + 13 + 1 + 5


def test_with_a_table_or_with_somebody_who_has_laid_it_is_nobodys_first_turn() -> None:
    hands: Value = {"p1": "2S 3S", "p2": "4S 5S"}
    assert codes(ruled("p1 take", "p1 discard 2S count 2", hands=hands)) == [None, None]
    with_table = ruled("p1 take", "p1 discard 2S count 2", hands=hands, table=[])
    with_laid = ruled("p1 take", "p1 discard 2S count 2", hands=hands, laid=[])
    assert codes(with_table) == codes(with_laid) == [None, "must_use_taken_card"]


def test_whose_meld_lies_there_has_laid() -> None:
    report = ruled("p1 draw", "p1 lay 8H on m1", hands={"p1": "8H 2S 2D"}, table=["p1: 5H 6H 7H"])
    assert report.all_legal


def test_players_have_any_names_of_one_word_and_capitals_do_not_matter() -> None:
    report = ruled("ANN draw", "ann discard AS", players=["Ann", "Ben"], dealer="ben", hands={"ANN": "AS 2S 3S 4S"})
    assert report.all_legal
    assert report.turn == 1


def test_names_may_be_the_seats_of_others() -> None:
    report = ruled("p2 draw", "p1 draw", players=["p2", "p1"], dealer="p1", keep_going=True)
    assert codes(report) == [None, "not_your_turn"]


def test_who_is_out_gets_no_cards_and_no_turn() -> None:
    report = ruled(
        "p2 draw", "p2 discard AS", "p3 draw", players=["p1", "p2", "p3"], dealer="p1", out=["p1", "gone"], hand=4,
        hands={"p2": "AS 2D 2C 4S 5S"},
    )  # fmt: skip
    assert report.all_legal
    assert [line.cards for line in report.view.seats] == [0, 5, 14]
    assert report.game.out == (0,)


def test_a_player_who_is_barred_may_not_go_out() -> None:
    keys: dict[str, Value] = {"hands": {"p1": "2S", "p2": "3S"}, "stock": "4D", "laid": ["p1", "p2"]}
    assert codes(ruled("p1 draw", "p1 discard 2S count 1", "p2 draw", "p2 discard 3S count 1", **keys)) == [None] * 4
    table: dict[str, Value] = {**keys, "table": ["p2: 4D 4C 4H"], "hands": {"p1": "4S", "p2": "3S"}}
    assert codes(ruled("p1 draw", "p1 lay 4S on m1", barred=["p1"], **table)) == [None, "barred_from_going_out"]
    assert codes(ruled("p1 draw", "p1 lay 4S on m1", barred=["p2"], **table)) == [None, None]


def test_the_totals_before_the_deal_decide_who_is_over_the_limit_after_it() -> None:
    keys: dict[str, Value] = {
        "players": ["p1", "p2", "p3"],
        "dealer": "p3",
        "hands": {"p1": "2S 2H 4S", "p2": "KS", "p3": "KD"},
        "laid": ["p1"],
        "table": ["p2: 2D 3D 4D"],
        "stock": "2C 9S",
        "scores": {"p2": 141, "p3": 100},
    }
    win = ("p1 draw", "p1 lay 2S 2H 2C", "p1 discard 4S")
    report = ruled(*win, **keys)
    assert (report.phase, report.turn, report.legal) == ("buy_in", 1, ("buy-in", "decline"))
    assert isinstance(report.result, DealScored)
    assert report.game.totals == (0, 151, 110)
    bought = ruled(*win, "p2 buy-in", buy_ins={"p2": 1}, **keys)
    assert (bought.phase, bought.turn, bought.legal) == ("over", None, ())
    assert bought.game.totals == (0, 110, 110)
    assert ruled(*win, buy_ins={"p2": 2}, **keys).game.out == (1,)
    assert codes(ruled(*win, "p3 buy-in", **keys)) == [None, None, None, "not_your_turn"]
    assert codes(ruled(*win, "p2 buy-in", "p2 draw", **keys))[-1] == "not_now"
    assert codes(ruled(*win, "p2 buy-in", "p2 discard AH", **keys))[-1] == "not_now"


def test_after_the_last_card_of_the_stock_the_discard_pile_is_shuffled_by_the_seed() -> None:
    keys: dict[str, Value] = {
        "hands": {"p1": "2S 3S 4S 9S", "p2": "2H"},
        "discards": "KS QS JS TS 8S 7S",
        "stock_size": 1,
    }
    one, same, other = (
        ruled("p1 draw", "p1 discard 9S", "p2 draw", seed=seed, **keys) for seed in ("alpha", "alpha", "beta")
    )
    assert one.all_legal
    assert len(one.view.pile) == 1
    assert one.view.stock == 6
    order = [[str(each.drew) for each in report.rulings] for report in (one, same, other)]
    assert order[0] == order[1] != order[2]
    assert order[0][2] in {"9C", "KS", "QS", "JS", "TS", "8S", "7S"}


def test_the_second_time_the_deal_is_void() -> None:
    report = ruled("p1 draw", "p1 discard 9S", hands={"p1": "2S 3S 4S 9S"}, stock_size=1, reshuffles=1)
    assert isinstance(report.result, DealVoided)
    assert (report.phase, report.turn) == ("over", None)


def test_a_draw_that_finds_nothing_to_shuffle_brings_no_card() -> None:
    report = ruled("p1 draw", stock_size=0, reshuffles=1, house={"exhaust": "lazy"})
    assert report.all_legal
    assert (report.rulings[0].drew, report.phase) == (None, "over")


# --- the actions ------------------------------------------------------------------------------------------------------


def test_the_referee_stops_at_the_first_illegal_action_or_leaves_it_out() -> None:
    actions = ("p1 draw", "p2 draw", "p1 discard AS", "p2 draw")
    hands: Value = {"p1": "AS 2S 3S 4S"}
    assert codes(ruled(*actions, hands=hands)) == [None, "not_your_turn"]
    report = ruled(*actions, hands=hands, keep_going=True)
    assert codes(report) == [None, "not_your_turn", None, None]
    assert (report.rulings[1].open_to, report.rulings[1].legal) == ((0,), ("discard",))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("p2 draw", "not_your_turn"),
        ("p2 discard KC", "not_your_turn"),
        ("p1 discard AS", "must_draw_first"),
        ("p1 discard KC", "not_held"),
        ("p1 lay 8H on m3", "must_draw_first"),
        ("p1 buy-in", "not_now"),
        ("p1 return", "nothing_to_return"),
        ("p1 end JK", "not_held"),
    ],
)
def test_an_action_that_is_not_legal_is_refused_by_name(action: str, code: str) -> None:
    assert codes(ruled(action, hands={"p1": "AS 8H"}, table=["p2: 5H 6H 7H"])) == [code]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("p1 lay 8H on m3", "unknown_meld"),
        ("p1 lay JK on m1", "place_is_ambiguous"),
        ("p1 lay 8H JK JK", "undeclared_jokers"),
        ("p1 lay 8H", "which_meld"),
        ("p1 lay 2S on m1", "does_not_fit"),
        ("p1 lay 8H for JK in m1", "no_such_joker"),
        ("p1 draw", "already_drawn"),
        ("p1 take", "already_drawn"),
    ],
)
def test_a_lay_that_is_not_legal_is_refused_by_name(action: str, code: str) -> None:
    keys: dict[str, Value] = {"hands": {"p1": "AS 8H JK JK 2S"}, "table": ["p2: 5H 6H 7H"], "laid": ["p1"]}
    assert codes(ruled("p1 draw", action, **keys)) == [None, code]


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


# --- the same deal, played and replayed -------------------------------------------------------------------------------


def played_deals(variant: Variant, seats: int, seed: str, deals: int) -> Iterator[tuple[Game, str, list[str], Game]]:
    """A game, deal by deal: how it stood before, the deal's seed, the moves, and how it stood after the deal."""
    chooser = random_player(Random(seed), takes=0.3)
    game = new_game(variant, seats)
    for number in range(deals):
        before, name, moves = game, f"{seed}/{number}", []
        table = OpenGame(game, name.encode())
        seat = table.to_move()
        while seat is not None:
            moves.append(format_action(chooser(table.view(seat)), seat))
            table.act(seat, parse_move(moves[-1], table.view(seat)))  # of equal cards the one that the notation means
            seat = table.to_move(next_deal=False)
        game = table.game
        yield before, name, moves, game
        if game.winners:
            break


def as_file(game: Game, seed: str, moves: list[str]) -> str:
    """The deal file of a deal that was played."""
    names = [f"p{seat + 1}" for seat in game.seats]
    keys: dict[str, Value] = {
        "variant": game.variant.key,
        "house": {"turn_cap": 40},
        "players": names,
        "dealer": names[game.dealer],
        "hand": game.number,
        "scores": dict(zip(names, game.totals, strict=True)),
        "buy_ins": dict(zip(names, game.buy_ins, strict=True)),
        "out": [names[seat] for seat in game.out],
        "seed": seed,
    }
    return deal_text(*moves, **keys).replace('upcard = "9C"\n', "")


@pytest.mark.parametrize("key", [key for key, preset in presets().items() if not preset.contracts])
def test_a_game_that_was_played_on_the_open_deck_is_ruled_the_same_deal_by_deal(key: str) -> None:
    variant = variant_named(key, {"turn_cap": 40})
    counted = 0
    for before, seed, moves, after in played_deals(variant, 3, key, 6):
        report = referee(read_deal(as_file(before, seed, moves)))
        assert codes(report) == [None] * len(moves)
        assert after.deal is not None
        assert report.game.deal == replace(after.deal, attempt=1)
        assert (report.game.totals, report.game.winners) == (after.totals, after.winners)
        assert {*report.game.out} == {*after.out}
        assert [one - two for one, two in zip(report.game.money, start_money(report), strict=True)] == [
            one - two for one, two in zip(after.money, before.money, strict=True)
        ]
        counted += isinstance(report.result, DealScored)
    assert counted


def start_money(report: Report) -> tuple[int, ...]:
    return set_out(report.file).game.money


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
