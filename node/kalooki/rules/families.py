"""What several variants share: functions that they name, not classes that they inherit from."""

from typing import Literal

from kalooki.rules.variant import CardValues, PackRule, Stakes, Variant

POINTS_CHOICES = (
    "max_players",
    "jokers",
    "deal_pattern",
    "first_turn",
    "pre_meld_discard",
    "discard_must_be_used",
    "no_immediate_rediscard",
    "initial_min",
    "ace_low",
    "low_ace_meld_value",
    "kalooki_waives_min",
    "max_jokers_per_meld",
    "build_limit",
    "joker_set",
    "joker_reuse",
    "joker_interior_only",
    "swap_same_turn",
    "declare",
    "stock_exhaust",
    "exhaust",
    "turn_cap",
    "limit",
    "elim_at",
    "kalooki_double",
    "stakes",
    "stake_unit",
    "kalooki_adds",
    "buy_ins",
    "buy_in_price",
    "dropout",
)
"""The options of the British, European and Swedish games."""

POINTS_FIXED = ("extra_melds", "out_without_discard", "penalties")


def thirteen(_variant: Variant, _players: int, _number: int) -> int:
    """Everybody is dealt thirteen cards, in every deal."""
    return 13


def elimination_game(  # noqa: PLR0913 - each argument is a row of the variant matrix
    *,
    key: str,
    joker_reuse: Literal["new_meld", "meld_or_build"],
    declare: Literal["three_or_fewer", "always"],
    limit: int,
    elim_at: Literal["over", "reach"],
    stakes: Stakes,
) -> Variant:
    """British, European, Swedish: forty points to open, thirteen cards, the last one under the limit takes the pool."""
    return Variant(
        key=key,
        choices=POINTS_CHOICES,
        fixed=POINTS_FIXED,
        # table and deal
        min_players=2,
        max_players=5,
        max_players_choices=(5, 6),
        packs=(PackRule(up_to_players=6, packs=2, jokers=None),),
        jokers=2,
        jokers_choices=(2, 4),
        cards_dealt=thirteen,
        hands_per_game=None,
        deal_pattern="single",
        na_deal=None,
        first_three_deal_12=False,
        baby_deal_8=False,
        sa_order=None,
        cut_by="right",
        dealer_cut="off",
        dealer_cut_count=None,
        # values
        values=CardValues(joker=15, black_ace=11, red_ace=11, laid_ace=11, ten_and_court=10),
        low_ace_meld_value=1,
        # drawing
        pile_before_lay="locked",
        pile_after_lay="open",
        first_turn="first_player",
        pre_meld_discard="use_in_meld",
        discard_must_be_used="no",
        no_immediate_rediscard=False,
        max_calls=0,
        call_penalty_cards=0,
        call_price=0,
        call_by=None,
        call_turn=None,
        call_priority=None,
        call_window_ms=0,
        upcard_callable=False,
        # melds
        ace_low=False,
        run_min=3,
        run_max=13,
        set_min=3,
        set_max=4,
        set_suits_differ=True,
        na_duplicate_suits=False,
        set_min_naturals=1,
        jokers_may_touch=True,
        set_jokers_declared=False,
        max_jokers_per_meld="any",
        own_sets_differ_in_rank=False,
        own_runs_differ_in_suit=False,
        # the first lay
        initial_min=40,
        contracts=(),
        builds_count=False,
        kalooki_waives_min=False,
        full_suit=False,
        extra_melds=True,
        half_safe="never",
        round7_two_jokers=False,
        sa_kaluki=False,
        first_lay_jokers=None,
        # building and jokers
        build_limit="per_end",
        tack_high_first=False,
        joker_builds="anywhere",
        joker_tack_any=False,
        joker_exchange="release",
        joker_move_low_when_full=False,
        joker_set="all_missing",
        joker_reuse=joker_reuse,
        joker_interior_only=False,
        swap_same_turn=True,
        na_joker_others_only=False,
        na_joker_to_hand=False,
        # end of the turn, stock
        declare=declare,
        out_without_discard=False,
        sa_blitz_discard=False,
        joker_discard="allowed",
        stock_exhaust="reshuffle_once",
        exhaust="eager",
        turn_cap=0,
        # score
        limit=limit,
        elim_at=elim_at,
        kalooki_double=False,
        na_scoring=None,
        na_target=None,
        bend="off",
        bend_bonus=0,
        tie=None,
        # money
        stakes=stakes,
        stake_unit="unit",
        kalooki_adds=False,
        buy_ins=2,
        buy_in_price=stakes.buy_in,
        playable_discard_price=0,
        money_by_points=False,
        sa_four_pairs=False,
        sa_blitz_double=False,
        # penalties, leaving
        penalties="enforce",
        overcall=None,
        penalty_points=0,
        challenge_window_ms=0,
        dropout="ask",
    )
