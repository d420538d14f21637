"""North American Kaluki: fifty-one points to open, builds counted; the winner of a deal scores what the others hold."""

from dataclasses import replace

from kalooki.rules.variant import CardValues, Stakes, Variant
from kalooki.rules.variants.british import VARIANT as BRITISH

SEED_DEAL = {2: 15, 3: 13, 4: 13, 5: 13, 6: 11}
USPCC_DEAL = {2: 15, 3: 15, 4: 15, 5: 13, 6: 11}


def dealt(variant: Variant, players: int, _number: int) -> int:
    """The more players, the fewer cards; the playing-card maker's table differs for three and four."""
    return (USPCC_DEAL if variant.na_deal == "uspcc" else SEED_DEAL)[players]


VARIANT = replace(
    BRITISH,  # what is not named is as there
    key="north_american",
    choices=(
        "jokers",
        "na_deal",
        "first_turn",
        "pre_meld_discard",
        "discard_must_be_used",
        "no_immediate_rediscard",
        "initial_min",
        "low_ace_meld_value",
        "max_jokers_per_meld",
        "na_duplicate_suits",
        "build_limit",
        "joker_set",
        "joker_reuse",
        "joker_interior_only",
        "swap_same_turn",
        "na_joker_others_only",
        "na_joker_to_hand",
        "declare",
        "out_without_discard",
        "stock_exhaust",
        "exhaust",
        "turn_cap",
        "na_scoring",
        "na_target",
        "stake_unit",
        "dropout",
    ),
    fixed=("max_players", "ace_low", "extra_melds", "penalties"),
    # table and deal
    max_players=6,
    max_players_choices=(6,),
    jokers=4,
    cards_dealt=dealt,
    deal_pattern=None,
    na_deal="seed",
    # values
    values=CardValues(joker=25, black_ace=15, red_ace=15, laid_ace=15, ten_and_court=10),
    low_ace_meld_value=15,
    # melds and the first lay
    ace_low=True,
    initial_min=51,
    builds_count=True,
    # jokers, the end of the turn
    joker_set="one",
    declare="always",
    # score and money: no limit, no stakes, no buying in
    limit=None,
    elim_at=None,
    na_scoring="winner",
    na_target=250,
    stakes=Stakes(call_up=0, kalooki=0, initial=0, buy_in=0),
    buy_ins=0,
    buy_in_price=0,
)
