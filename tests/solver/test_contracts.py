"""The contract solver against a second one that was written from the definitions alone."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalooki.rules.actions import MeldId
from kalooki.rules.variant import OptionValue
from kalooki.solver.contract import best_contract, contract_table
from kalooki.solver.contract_lay import NOTHING_NEEDED
from kalooki.solver.contract_rules import ContractRules, Form, contract_rules, forms_of
from kalooki.solver.contract_turn import ContractSituation, plan_contract_turn
from kalooki.solver.distance import distance
from kalooki.solver.table import TableMeld, TableRun, TableSet
from kalooki.solver.words import copies, distinct, hand_of
from support.contract_oracle import JOKER, ContractOracle, House, Lying
from support.contract_presets import game_named

HOUSES: tuple[Mapping[str, OptionValue], ...] = (
    {},
    {"tack_high_first": True, "joker_tack_any": True},
    {"joker_move_low_when_full": True},
    {"extra_melds": True},
)
CONTRACTS = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))


def rules(house: Mapping[str, OptionValue]) -> ContractRules:
    return contract_rules(game_named("jamaican", house))


def form(house: Mapping[str, OptionValue], sets: int, runs: int) -> Form:
    return Form(sets, runs, further=bool(house.get("extra_melds")), shortest=4)


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """A few neighbouring ranks of a few suits, several packs, many jokers."""
    low, width = draw(st.integers(0, 12)), draw(st.integers(2, 6))
    suits = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True))
    faces = [suit * 13 + (low + step) % 13 for suit in suits for step in range(width)]
    naturals = draw(st.lists(st.sampled_from(faces), min_size=4, max_size=7))
    naturals = [kind for index, kind in enumerate(naturals) if naturals[:index].count(kind) < 4]
    return sorted([*naturals, *[JOKER] * draw(st.integers(0, 8 - len(naturals)))])


@st.composite
def tables(draw: st.DrawFn) -> tuple[TableMeld, ...]:
    """A few melds of this seat and of others."""
    melds: list[TableMeld] = []
    for number in range(draw(st.integers(0, 3))):
        meld, mine = MeldId(number + 1), draw(st.booleans())
        if draw(st.booleans()):
            melds.append(TableSet(meld, mine, draw(st.integers(0, 12)), (0, 1), 1))
        else:
            low, length = draw(st.integers(0, 9)), draw(st.integers(4, 5))
            places = draw(st.sampled_from([(), (0,), (1,), (length - 1,), (0, 2), (1, 3)]))
            melds.append(
                TableRun(meld, mine, draw(st.integers(0, 3)), low, length, tuple(low + place for place in places))
            )
    return tuple(melds)


def lying(meld: TableMeld) -> Lying:
    match meld:
        case TableSet(_, mine, rank):
            return Lying(mine, rank)
        case TableRun(_, mine, suit, low, length, jokers):
            return Lying(mine, None, suit, low, low + length - 1, jokers)


def others(table: tuple[TableMeld, ...]) -> tuple[TableMeld, ...]:
    return tuple(meld for meld in table if not meld.mine)


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize(("sets", "runs"), CONTRACTS)
@settings(max_examples=15)
@given(hand=hands(), table=tables().map(others))
def test_no_first_lay_leaves_fewer_points(
    house: Mapping[str, OptionValue], sets: int, runs: int, hand: list[int], table: tuple[TableMeld, ...]
) -> None:
    oracle = ContractOracle(House(**house))  # type: ignore[arg-type]
    needed = form(house, sets, runs)
    plan = plan_contract_turn(
        rules(house), ContractSituation(hand_of(hand), contract_table(rules(house), table), (needed,), needed)
    )
    assert plan is not None
    best = oracle.fewest_left(tuple(hand), tuple(map(lying, table)), sets, runs)
    assert (None if plan.lay is None else plan.points_left) == best


@pytest.mark.parametrize("house", HOUSES, ids=str)
@settings(max_examples=60)
@given(hand=hands(), table=tables())
def test_no_later_turn_leaves_fewer_points(
    house: Mapping[str, OptionValue], hand: list[int], table: tuple[TableMeld, ...]
) -> None:
    ours = rules(house)
    plan = plan_contract_turn(
        ours,
        ContractSituation(hand_of(hand), contract_table(ours, table), (form(house, 0, 0),), NOTHING_NEEDED),
    )
    assert plan is not None
    oracle = ContractOracle(House(**house))  # type: ignore[arg-type]
    assert plan.points_left == oracle.after_the_lay(tuple(hand), tuple(map(lying, table)))
    left = [kind for kind in distinct(plan.left) for _ in range(copies(plan.left, kind))]
    assert sum(map(oracle.penalty, left)) == plan.points_left


def test_a_whole_suit_stands_for_three_runs() -> None:
    jamaican = game_named("jamaican")
    forms = forms_of(jamaican, jamaican.contracts[3])
    hearts = [13 + rank for rank in range(13)]
    hand = hand_of([*hearts, 0, 40])
    table = contract_table(rules({}), ())
    plan = plan_contract_turn(rules({}), ContractSituation(hand, table, forms, forms[0]))
    assert plan is not None
    assert plan.lay is not None
    assert plan.points_left == 2
    oracle = ContractOracle()
    assert oracle.fewest_left((*hearts, 0, 40), (), 0, 1, shortest=13) == 2
    assert len(forms_of(game_named("jamaican", {"full_suit": False}), jamaican.contracts[3])) == 1


def test_the_hand_nearest_to_the_contract_is_kept() -> None:
    two_runs = Form(0, 2, further=False, shortest=4)
    spades, hearts, lone = [3, 4, 5], [13 + 7, 13 + 8], [26 + 12]
    plan = plan_contract_turn(
        rules({}),
        ContractSituation(hand_of([*spades, *hearts, *lone]), contract_table(rules({}), ()), (two_runs,), two_runs),
    )
    assert plan is not None
    assert (plan.lay, plan.discard) == (None, lone[0])


@pytest.mark.parametrize(
    ("hand", "sets", "runs", "missing"),
    [
        ([0, 13, 26], 1, 0, 0),
        ([0, 13], 1, 0, 1),
        ([0, 13, JOKER], 1, 0, 0),
        ([0, JOKER, JOKER], 1, 0, 1),
        ([JOKER], 1, 0, 2),
        ([3, 4, 5, 6], 0, 1, 0),
        ([3, JOKER, JOKER, 6], 0, 1, 1),
        ([3, JOKER, 5, JOKER], 0, 1, 0),
        ([12, 0, 1, 2], 0, 1, 0),
        ([11, 12, 0], 0, 1, 2),
        ([3, 4, 5, 6, 16, 29], 1, 1, 1),
    ],
)
def test_the_distance_counts_the_cards_that_must_come(hand: list[int], sets: int, runs: int, missing: int) -> None:
    assert distance(rules({}), form({}, sets, runs), hand_of(hand)) == missing


@settings(max_examples=60)
@given(hand=hands())
def test_a_hand_can_lay_its_contract_when_nothing_is_missing(hand: list[int]) -> None:
    for sets, runs in CONTRACTS:
        needed = form({}, sets, runs)
        lay = best_contract(rules({}), needed, contract_table(rules({}), ()), hand_of(hand))
        assert (lay is not None) == (distance(rules({}), needed, hand_of(hand)) == 0)
