"""South African Kaluki: seven rounds, in an order that the house agrees on; what is thrown away may be bought."""

from dataclasses import replace

from kalooki.rules.contracts import BLITZ, exact
from kalooki.rules.families import thirteen
from kalooki.rules.variant import CardValues, PackRule, Stakes
from kalooki.rules.variants.jamaican import VARIANT as JAMAICAN

ORDERS = {
    "a": (
        BLITZ,
        exact(sets=(3,)),
        exact(runs=(3,)),
        exact(sets=(3,), runs=(3,)),
        exact(runs=(4,)),
        exact(sets=(4,)),
        exact(runs=(5,)),
    ),
    "b": (
        exact(sets=(3,)),
        exact(runs=(3,)),
        exact(sets=(4,)),
        exact(runs=(4,)),
        BLITZ,
        exact(sets=(3,), runs=(3,)),
        exact(runs=(5,)),
    ),
    "c": (
        BLITZ,
        exact(runs=(3,)),
        exact(sets=(3,)),
        exact(sets=(3,), runs=(3,)),
        exact(runs=(4,)),
        exact(sets=(4,)),
        exact(runs=(5,)),
    ),
}
"""The seven rounds in each of the orders that are played."""

RAND = 100
"""In cents."""

VARIANT = replace(
    JAMAICAN,  # what is not named is as there
    key="south_african",
    choices=(
        "sa_order",
        "no_immediate_rediscard",
        "max_calls",
        "call_window_ms",
        "max_jokers_per_meld",
        "half_safe",
        "round7_two_jokers",
        "sa_kaluki",
        "sa_blitz_discard",
        "stock_exhaust",
        "exhaust",
        "turn_cap",
        "tie",
        "sa_four_pairs",
        "sa_blitz_double",
        "dropout",
    ),
    fixed=(
        "max_players",
        "jokers",
        "call_priority",
        "ace_low",
        "extra_melds",
        "joker_reuse",
        "swap_same_turn",
        "out_without_discard",
        "stake_unit",
        "penalties",
    ),
    # table and deal
    max_players=5,
    max_players_choices=(5,),
    packs=(PackRule(up_to_players=5, packs=2, jokers=None),),
    jokers_choices=(4,),
    cards_dealt=thirteen,
    hands_per_game=7,
    sa_order="a",
    cut_by="left",
    dealer_cut="off",
    dealer_cut_count=None,
    # values
    values=CardValues(joker=25, black_ace=11, red_ace=11, laid_ace=11, ten_and_court=10),
    # drawing: the pile is open at all times, and the others buy what the player in turn leaves
    pile_after_lay="open",
    max_calls=4,
    call_price=10,
    call_by="anybody",
    call_turn="after_stock_draw",
    # melds: a joker is one card, and a run may in theory go from ace to ace
    run_min=3,
    run_max=14,
    set_max=4,
    set_suits_differ=True,
    set_min_naturals=1,
    jokers_may_touch=True,
    set_jokers_declared=True,
    own_sets_differ_in_rank=False,
    own_runs_differ_in_suit=False,
    # the first lay
    contracts=ORDERS["a"],
    contract_orders=tuple(ORDERS.items()),
    full_suit=False,
    extra_melds=True,
    half_safe="initial",
    first_lay_jokers=1,
    # jokers
    joker_builds="anywhere",
    joker_exchange="release",
    joker_set="declared",
    joker_reuse="hand",
    swap_same_turn=False,
    # end of the turn, stock
    out_without_discard=True,
    joker_discard="allowed",
    stock_exhaust="unlimited",
    turn_cap=300,
    # score
    bend="off",
    # money
    stakes=Stakes(call_up=0, kalooki=0, initial=RAND, buy_in=0),
    stake_unit="cent",
    playable_discard_price=10,
    show_price=RAND,
    points_price=10,
    streak_price=RAND,
    blitz_price=RAND,
    # penalties
    overcall=None,
    penalty_points=0,
    challenge_window_ms=0,
)
