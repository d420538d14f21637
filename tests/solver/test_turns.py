"""Whole turns: the discard, the table, the initial meld, duties, jokers taken."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.actions import MeldId
from kalooki.solver.pieces import LaidOff
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.turn import Situation, could_open, plan_turn, points
from kalooki.solver.words import hand_of
from support.meld_oracle import MeldOracle
from support.solver_hands import JOKER, dense_hands, rules
from support.turn_oracle import fewest_points_left, without

BRITISH = rules()
ORACLE = MeldOracle()
JOKERS = MeldOracle(count_jokers=True)


@st.composite
def tables(draw: st.DrawFn) -> tuple[TableMeld, ...]:
    melds: list[TableMeld] = []
    for number in range(draw(st.integers(1, 2))):
        owner = draw(st.booleans())
        if draw(st.booleans()):
            length = draw(st.integers(3, 5))
            low = draw(st.integers(1, 14 - length))
            jokers = tuple(sorted(draw(st.sets(st.integers(low, low + length - 1), max_size=1))))
            added = draw(st.integers(0, 2)), draw(st.integers(0, 2))
            melds.append(TableRun(MeldId(number + 1), owner, draw(st.integers(0, 3)), low, length, jokers, *added))
        else:
            suits = tuple(sorted(draw(st.sets(st.integers(0, 3), min_size=1, max_size=4))))
            melds.append(TableSet(MeldId(number + 1), owner, draw(st.integers(0, 12)), suits, max(0, 3 - len(suits))))
    return tuple(melds)


@st.composite
def hands_near(draw: st.DrawFn, table: tuple[TableMeld, ...], largest: int) -> list[int]:
    """Cards that lie next to what lies on the table, and some that do not."""
    near = [JOKER, draw(st.integers(0, 51))]
    for meld in table:
        match meld:
            case TableSet():
                near += [suit * 13 + meld.rank for suit in range(4)]
            case TableRun():
                places = range(max(1, meld.low - 3), min(13, meld.low + meld.length + 2) + 1)
                near += [meld.suit * 13 + place - 1 for place in places]
    hand = draw(st.lists(st.sampled_from(near), min_size=2, max_size=largest))
    return sorted(kind for index, kind in enumerate(hand) if hand[:index].count(kind) < 2)


@settings(max_examples=120)
@given(hand=dense_hands(largest=9), barred=st.booleans())
def test_no_discard_leaves_fewer_points(hand: list[int], barred: bool) -> None:
    plan = plan_turn(BRITISH, Situation(hand_of(hand), has_laid=True, barred=barred))
    best = fewest_points_left(ORACLE, tuple(hand), barred=barred)
    assert (None if plan is None else points(BRITISH, plan.left)) == best


@settings(max_examples=150)
@given(data=st.data(), table=tables(), barred=st.booleans())
def test_no_laying_off_leaves_fewer_points(data: st.DataObject, table: tuple[TableMeld, ...], barred: bool) -> None:
    hand = data.draw(hands_near(table, 7))
    plan = plan_turn(BRITISH, Situation(hand_of(hand), table, has_laid=True, barred=barred))
    best = fewest_points_left(ORACLE, tuple(hand), table, barred=barred)
    assert (None if plan is None else points(BRITISH, plan.left)) == best


@settings(max_examples=120)
@given(hand=dense_hands(largest=9))
def test_the_initial_meld_is_found_where_there_is_one(hand: list[int]) -> None:
    plan = plan_turn(BRITISH, Situation(hand_of(hand)))
    best = fewest_points_left(ORACLE, tuple(hand), need=40)
    assert plan is not None
    assert bool(plan.pieces) == (best is not None)
    if best is not None:
        assert points(BRITISH, plan.left) == best


AMERICAN = replace(BRITISH, builds_count=True, initial_min=30)
"""Lay-offs count towards the first lay, beside a new meld."""


@settings(max_examples=120)
@given(data=st.data(), table=tables())
def test_an_opening_in_which_lay_offs_count_is_found_where_there_is_one(
    data: st.DataObject, table: tuple[TableMeld, ...]
) -> None:
    hand = [kind for kind in data.draw(hands_near(table, 8)) if kind != JOKER] or [0]
    plan = plan_turn(AMERICAN, Situation(hand_of(hand), table))
    best = fewest_points_left(ORACLE, tuple(hand), table, need=30, builds_count=True)
    assert plan is not None
    assert any(not isinstance(piece, LaidOff) for piece in plan.pieces) == bool(plan.pieces) == (best is not None)
    if best is not None:
        assert points(AMERICAN, plan.left) == best


def test_lay_offs_alone_do_not_open_but_a_meld_beside_them_does() -> None:
    tens = TableSet(MeldId(1), mine=False, rank=8, suits=(0, 1, 2), jokers=0)
    run = TableRun(MeldId(2), mine=False, suit=0, low=6, length=3, jokers=())
    alone = Situation(hand_of([47, 8, 9, 0, 15]), (tens, run))
    assert not getattr(plan_turn(AMERICAN, alone), "pieces", None)
    twos = Situation(hand_of([47, 8, 9, 0, 13, 26, 15]), (tens, run))
    plan = plan_turn(AMERICAN, twos)
    assert plan is not None
    assert points(AMERICAN, plan.left) == 0
    assert could_open(AMERICAN, twos.hand, 0, twos.table)
    assert not could_open(AMERICAN, twos.hand, 0, ())
    assert not could_open(AMERICAN, alone.hand, 0, alone.table)


@settings(max_examples=120)
@given(hand=dense_hands(largest=9), data=st.data())
def test_a_duty_is_met_where_it_can_be(hand: list[int], data: st.DataObject) -> None:
    taken = data.draw(st.sampled_from(hand))
    plan = plan_turn(BRITISH, Situation(hand_of(hand), taken=taken, duty="initial_meld"))
    best = fewest_points_left(ORACLE, tuple(hand), need=40, through=taken)
    assert (None if plan is None else points(BRITISH, plan.left)) == best


@settings(max_examples=80)
@given(hand=dense_hands(largest=8), data=st.data())
def test_a_taken_card_goes_into_a_new_meld_where_the_house_wants_it(hand: list[int], data: st.DataObject) -> None:
    taken = data.draw(st.sampled_from(hand))
    plan = plan_turn(BRITISH, Situation(hand_of(hand), has_laid=True, taken=taken, duty="new_meld"))
    best = fewest_points_left(ORACLE, tuple(hand), through=taken)
    assert (None if plan is None else points(BRITISH, plan.left)) == best


@settings(max_examples=100)
@given(hand=st.data(), position=st.integers(4, 6), suit=st.integers(0, 3))
def test_a_joker_is_taken_out_of_a_run_only_where_that_leaves_fewer_points(
    hand: st.DataObject, position: int, suit: int
) -> None:
    run = TableRun(MeldId(1), mine=False, suit=suit, low=4, length=3, jokers=(position,))
    natural = suit * 13 + position - 1
    cards = tuple(sorted([natural, *hand.draw(dense_hands(largest=6, jokers=1))]))
    plan = plan_turn(BRITISH, Situation(hand_of(cards), (run,), has_laid=True, may_swap=True))
    assert plan is not None
    full = TableRun(MeldId(1), mine=False, suit=suit, low=4, length=3, jokers=())
    stay = fewest_points_left(ORACLE, cards, (run,))
    swapped = tuple(sorted((*without(cards, (natural,)), JOKER)))
    swap = fewest_with_jokers(swapped, (full,))
    assert points(BRITISH, plan.left) == min(left for left in (stay, swap) if left is not None)


def fewest_with_jokers(hand: tuple[int, ...], table: tuple[TableMeld, ...]) -> int | None:
    """As many jokers used as were released (one), in new melds or laid off."""
    one_fewer = fewest_points_left(JOKERS, hand, table, need=1)
    off = [
        left
        for left in (fewest_points_left(ORACLE, without(hand, (JOKER,)), grown) for grown in _with_joker(table[0]))
        if left is not None
    ]
    return min([*([] if one_fewer is None else [one_fewer]), *off], default=None)


def _with_joker(run: TableMeld) -> list[tuple[TableMeld, ...]]:
    """The run with the joker laid off below, or above."""
    assert isinstance(run, TableRun)
    below = TableRun(run.id, run.mine, run.suit, run.low - 1, run.length + 1, (run.low - 1,), 1, 0)
    above = TableRun(run.id, run.mine, run.suit, run.low, run.length + 1, (run.low + run.length,), 0, 1)
    return [(below,), (above,)]


def test_the_dearest_leftover_is_not_always_the_right_discard() -> None:
    # 7S 7H 7D 7C, 8S 9S TS: the sevens as four leave 8 9 T; as three and a run, nothing.
    seven_to_ten = [5, 6, 7, 8]
    plan = plan_turn(BRITISH, Situation(hand_of([*seven_to_ten, 18, 31, 44, 0]), has_laid=True))
    assert plan is not None
    assert points(BRITISH, plan.left) == 0
    assert plan.discard == 0


def test_the_last_card_is_kept_for_the_discard() -> None:
    plan = plan_turn(BRITISH, Situation(hand_of([0, 1, 2]), has_laid=True))
    assert plan is not None
    assert not plan.pieces
    assert points(BRITISH, plan.left) == 5


def test_without_a_discard_to_keep_everything_is_laid() -> None:
    plan = plan_turn(replace(BRITISH, out_without_discard=True), Situation(hand_of([0, 1, 2]), has_laid=True))
    assert plan is not None
    assert plan.discard is None
    assert points(BRITISH, plan.left) == 0


def test_who_is_barred_keeps_a_card_besides_the_discard() -> None:
    plan = plan_turn(BRITISH, Situation(hand_of([0, 1, 2, 3, 30]), has_laid=True, barred=True))
    assert plan is not None
    assert points(BRITISH, plan.left) == 2
    assert plan_turn(BRITISH, Situation(hand_of([0]), has_laid=True, barred=True)) is None


def test_two_cards_at_most_go_to_one_end_in_a_turn() -> None:
    run = TableRun(MeldId(1), mine=False, suit=0, low=1, length=3, jokers=())
    four_to_seven = [3, 4, 5]
    plan = plan_turn(BRITISH, Situation(hand_of([*four_to_seven, 30]), (run,), has_laid=True))
    assert plan is not None
    # Five, six, seven are a meld of their own; so all three go, and the fourth is thrown away.
    assert points(BRITISH, plan.left) == 0
    half = plan_turn(BRITISH, Situation(hand_of([3, 4, 30, 30]), (run,), has_laid=True))
    assert half is not None
    assert points(BRITISH, half.left) == BRITISH.penalties[30]
    spent = TableRun(MeldId(1), mine=False, suit=0, low=1, length=3, jokers=(), added_high=2)
    none = plan_turn(BRITISH, Situation(hand_of([3, 4, 30, 30]), (spent,), has_laid=True))
    assert none is not None
    assert not none.pieces


def test_a_set_with_a_joker_takes_either_missing_suit_but_one_card() -> None:
    nines = TableSet(MeldId(1), mine=False, rank=7, suits=(0, 1), jokers=1)
    plan = plan_turn(BRITISH, Situation(hand_of([33, 46, 0, 20]), (nines,), has_laid=True))
    assert plan is not None
    assert len(plan.pieces) == 1


def test_both_missing_suits_take_the_joker_of_a_set() -> None:
    nines = TableSet(MeldId(1), mine=False, rank=7, suits=(0, 1), jokers=1)
    kings = [11, 24]
    situation = Situation(hand_of([33, 46, *kings, 0]), (nines,), has_laid=True, may_swap=True)
    plan = plan_turn(BRITISH, situation)
    assert plan is not None
    assert [swap.naturals for swap in plan.swaps] == [(33, 46)]
    assert points(BRITISH, plan.left) == 0


def test_a_released_joker_must_be_used_at_once() -> None:
    run = TableRun(MeldId(1), mine=False, suit=0, low=4, length=10, jokers=(5,))
    house = rules(joker_reuse="new_meld")
    lonely = Situation(hand_of([4, 14, 30]), (run,), has_laid=True, may_swap=True)
    plan = plan_turn(house, lonely)
    assert plan is not None
    assert not plan.swaps
    paired = Situation(hand_of([4, 14, 15, 30]), (run,), has_laid=True, may_swap=True)
    plan = plan_turn(house, paired)
    assert plan is not None
    assert [swap.naturals for swap in plan.swaps] == [(4,)]
    assert points(house, plan.left) == 0


def test_one_win_in_a_turn_needs_no_forty_where_the_house_waives_them() -> None:
    hand = hand_of([0, 1, 2, 13, 14, 15, 51])
    assert not getattr(plan_turn(BRITISH, Situation(hand)), "pieces", None)
    waived = plan_turn(rules(kalooki_waives_min=True), Situation(hand))
    assert waived is not None
    assert points(BRITISH, waived.left) == 0
