"""South African Kaluki: going out without a discard, and the blitz, after which the others lay what they can."""

from kalooki.rules import game as games
from kalooki.rules.game import pending
from kalooki.rules.legal import legal_kinds
from kalooki.rules.state import state_lines
from kalooki.rules.variant import OptionValue
from support.kalooki_table import Table, awaits, refused
from support.south_african import draws, hand_of

# --- going out, and the blitz -----------------------------------------------------------------------------------------


def test_who_lays_all_cards_goes_out_without_a_discard() -> None:
    out = draws(hand_of("5S 5H 5D", "p1: 9S 9H 9D", laid=("p1",), stock="5C 6C"))
    out.play("p1 lay 5S 5H 5D 5C")
    out.open_hands()
    assert (out.view(None).last.winner, out.view(None).last.how) == (0, "out")  # type: ignore[union-attr]


WHOLE = "5S 5H 5D 6H 7H 8H 9H TH TC JC QC KC AC"
LAID = "p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; TC JC QC KC AC"


def blitzed(
    hand: str = WHOLE, *, stock: str = "KD 9S", others: dict[str, str] | None = None, **more: OptionValue
) -> Table:
    return draws(hand_of(hand, deal="blitz", stock=stock, pile="3S", others=others, house=more))


def test_in_the_blitz_everything_is_laid_at_once_and_a_last_card_may_be_thrown() -> None:
    out = blitzed()
    with refused("not_everything", left=11, most=1):
        out.play("p1 lay 5S 5H 5D")
    with refused("not_everything"):
        out.play("p1 lay 5S 5H 5D; 9H on m1")
    out.play(LAID)
    assert out.view(None).phase.value == "play"
    events = out.play("p1 discard KD")
    assert [type(event).__name__ for event in events] == ["Discarded", "WentOut"]
    assert out.view(None).phase.value == "blitz"
    whole = blitzed(stock="9C 9S")
    whole.play("p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; 9C TC JC QC KC AC")
    assert whole.view(None).phase.value == "blitz"


def test_a_blitz_needs_a_discard_where_the_house_says_so() -> None:
    out = blitzed(stock="9C 9S", sa_blitz_discard=True)
    with refused("must_keep_a_discard"):
        out.play("p1 lay 5S 5H 5D; 6H 7H 8H 9H TH; 9C TC JC QC KC AC")
    out.play(LAID, "p1 discard 9C")
    later = draws(hand_of("5S 5H 5D", laid=("p1",), stock="5C 6C", house={"sa_blitz_discard": True}))
    later.play("p1 lay 5S 5H 5D 5C")
    assert later.view(None).phase.value == "show"


def test_jokers_are_free_in_the_blitz() -> None:
    out = blitzed("5S 5H JK 6H 7H JK 9H TH TC JK QC KC AC")
    out.play("p1 lay 5S 5H JK=5D; 6H 7H JK 9H TH; TC JK QC KC AC", "p1 discard KD")
    assert out.view(None).phase.value == "blitz"


def test_after_a_blitz_the_others_lay_from_their_own_hands_clockwise_and_the_rest_counts() -> None:
    others = {"p2": "2C 2H 2S KS", "p3": "8S 8C 8D"}
    out = blitzed(others=others)
    out.play(LAID, "p1 discard KD")
    assert pending(out.game) == awaits((1,))
    assert set(legal_kinds(out.view("p2"))) == {"pass", "lay"}
    assert legal_kinds(out.view("p3")) == ()
    with refused("not_your_turn", turn=1):
        out.play("p3 pass")
    with refused("only_new_melds"):
        out.play("p2 lay 2C on m3")
    with refused("not_now", phase="blitz"):
        out.play("p2 discard KS")
    with refused("neither_set_nor_run"):
        out.play("p2 lay 2C 2H KS")
    out.play("p2 lay 2C 2H 2S")
    assert "phase blitz 0" in list(state_lines(out.game))
    out.play("p3 lay 8S 8C 8D")
    assert out.view(None).phase.value == "show"
    out.open_hands()
    assert out.game.totals == (0, 10, 0)
    assert out.view(None).last.how == "blitz"  # type: ignore[union-attr]
    assert out.game.money == (-100 + 110 + 100, -100 - 110, -100 - 100)


def test_who_lays_nothing_after_a_blitz_passes_or_lets_the_time_go_by() -> None:
    out = blitzed(others={"p2": "2C 2H 2S KS", "p3": "8S 8C"})
    out.play(LAID, "p1 discard KD", "p2 pass")
    game, _ = games.close_window(out.game)
    out = Table(game, out.faces)
    out.open_hands()
    assert out.game.totals == (0, 16, 16)
