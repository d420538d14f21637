"""Deal files: what each key does, what is refused and on which line, and that a deal replayed is the deal played."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kalooki.rules.events import DealScored, DealVoided
from kalooki.rules.files.deal_file import KEYS, read_deal
from kalooki.rules.files.referee import Report, referee
from kalooki.rules.files.setting import set_out
from kalooki.rules.game import Game, new_game
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import Variant
from support.deal_files import EXAMPLE, Value, codes, deal_text, ruled
from support.random_player import random_player


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
    assert report.rulings[1].open_to == ((0, ("discard",)),)


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
