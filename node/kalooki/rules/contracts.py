"""What the contract games share: functions that variants name, not classes that they inherit from."""

from collections.abc import Callable

from kalooki.rules.variant import CardValues, Contract, PackRule, Stakes, Variant

JAMAICAN_CHOICES = (
    "jokers",
    "dealer_cut",
    "dealer_cut_count",
    "no_immediate_rediscard",
    "upcard_callable",
    "max_calls",
    "call_priority",
    "call_window_ms",
    "extra_melds",
    "tack_high_first",
    "joker_tack_any",
    "joker_move_low_when_full",
    "joker_discard",
    "stock_exhaust",
    "exhaust",
    "turn_cap",
    "bend",
    "bend_bonus",
    "tie",
    "penalties",
    "overcall",
    "penalty_points",
    "challenge_window_ms",
    "dropout",
)
"""The options of both Jamaican games."""

JAMAICAN_FIXED = ("max_players", "ace_low", "out_without_discard")

SET, RUN = 3, 4
"""The least sizes of a Jamaican set and run, by which players call them."""


def contract(*lengths: int) -> Contract:
    """A Jamaican contract, as it is spoken: 3-3-4 is two sets and a run."""
    return Contract(
        sets=tuple(length for length in lengths if length == SET),
        runs=tuple(length for length in lengths if length == RUN),
        everything=False,
        exactly=False,
    )


def jamaican_game(
    *,
    key: str,
    contracts: tuple[Contract, ...],
    cards_dealt: Callable[[Variant, int, int], int],
    full_suit: bool,
    choices: tuple[str, ...],
) -> Variant:
    """Jamaican Kalooki: a contract for each deal, calls out of turn, the lowest total after the last deal wins."""
    return Variant(
        key=key,
        choices=JAMAICAN_CHOICES + choices,
        fixed=JAMAICAN_FIXED,
        # table and deal
        min_players=3,
        max_players=8,
        max_players_choices=(8,),
        packs=(
            PackRule(up_to_players=4, packs=2, jokers=None),
            PackRule(up_to_players=6, packs=3, jokers=8),
            PackRule(up_to_players=8, packs=4, jokers=10),
        ),
        jokers=4,
        jokers_choices=(4, 5, 6),
        cards_dealt=cards_dealt,
        hands_per_game=len(contracts),
        deal_pattern=None,
        na_deal=None,
        first_three_deal_12=False,
        baby_deal_8=False,
        sa_order=None,
        cut_by=None,
        dealer_cut="simulated",
        dealer_cut_count="cards",
        # values
        values=CardValues(joker=50, black_ace=15, red_ace=1, laid_ace=10, ten_and_court=10),
        low_ace_meld_value=1,
        # drawing
        pile_before_lay="open",
        pile_after_lay="locked",
        first_turn="none",
        pre_meld_discard="never",
        discard_must_be_used="no",
        no_immediate_rediscard=False,
        max_calls=3,
        call_penalty_cards=1,
        call_price=0,
        call_by="not_laid",
        call_turn="before_draw",
        call_priority="clockwise",
        call_window_ms=4000,
        upcard_callable=False,
        # melds
        ace_low=True,
        run_min=RUN,
        run_max=13,
        set_min=SET,
        set_max=None,
        set_suits_differ=False,
        na_duplicate_suits=False,
        set_min_naturals=2,
        jokers_may_touch=False,
        set_jokers_declared=False,
        max_jokers_per_meld="any",
        own_sets_differ_in_rank=True,
        own_runs_differ_in_suit=True,
        # the first lay
        initial_min=0,
        contracts=contracts,
        contract_orders=(),
        builds_count=False,
        kalooki_waives_min=False,
        full_suit=full_suit,
        extra_melds=False,
        half_safe="never",
        round7_two_jokers=False,
        sa_kaluki=False,
        first_lay_jokers=None,
        # building and jokers
        build_limit="off",
        tack_high_first=False,
        joker_builds="own",
        joker_tack_any=False,
        joker_exchange="move_up",
        joker_move_low_when_full=False,
        joker_set=None,
        joker_reuse="meld_or_build",
        joker_interior_only=False,
        swap_same_turn=True,
        na_joker_others_only=False,
        na_joker_to_hand=False,
        # end of the turn, stock
        declare="off",
        out_without_discard=False,
        sa_blitz_discard=False,
        joker_discard="never",
        stock_exhaust="reshuffle_once",
        exhaust="eager",
        turn_cap=0,
        # score
        limit=None,
        elim_at=None,
        kalooki_double=False,
        na_scoring=None,
        na_target=None,
        bend="first",
        bend_bonus=0,
        tie="shared",
        # money
        stakes=Stakes(call_up=0, kalooki=0, initial=0, buy_in=0),
        stake_unit="unit",
        kalooki_adds=False,
        buy_ins=0,
        buy_in_price=0,
        playable_discard_price=0,
        show_price=0,
        points_price=0,
        streak_price=0,
        blitz_price=0,
        sa_four_pairs=False,
        sa_blitz_double=False,
        # penalties, leaving
        penalties="enforce",
        overcall="points",
        penalty_points=50,
        challenge_window_ms=4000,
        dropout="ask",
    )


def exact(*, sets: tuple[int, ...] = (), runs: tuple[int, ...] = ()) -> Contract:
    """A contract that is laid exactly, and nothing else with it."""
    return Contract(sets=sets, runs=runs, everything=False, exactly=True)


BLITZ = Contract(sets=(), runs=(), everything=True, exactly=True)
"""All cards at once."""
