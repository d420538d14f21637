"""Variant: the numbers, words and few functions in which the games differ. The engine never asks for its key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from kalooki.cards import Card, Joker, Rank, deck

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class PackRule:
    """How many packs and jokers are used up to so many players; jokers None: as the option says."""

    up_to_players: int
    packs: int
    jokers: int | None


@dataclass(frozen=True, slots=True)
class CardValues:
    """What cards cost in a hand, and what an ace is worth on the table."""

    joker: int
    black_ace: int
    red_ace: int
    laid_ace: int
    """An ace above the king, or in a set, when laid."""
    ten_and_court: int


@dataclass(frozen=True, slots=True)
class Contract:
    """What the first lay of a deal must hold: sets and runs of at least these lengths; or all at once (blitz)."""

    sets: tuple[int, ...]
    runs: tuple[int, ...]
    everything: bool
    exactly: bool
    """The first lay may hold nothing else."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """Money, in the variant's unit."""

    call_up: int
    kalooki: int
    initial: int
    buy_in: int

    def __str__(self) -> str:
        """As in files: `1-2-5-5`."""
        return f"{self.call_up}-{self.kalooki}-{self.initial}-{self.buy_in}"


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family, house rules included. A new question is a new field, without a default.

    Fields that bear the name of an option in section 11 of the rules hold its value in force; an option that the
    variant does not have holds the value that switches it off.
    """

    key: str
    choices: tuple[str, ...]
    """The options that a house may set."""
    fixed: tuple[str, ...]
    """The options that the variant has and that cannot change."""

    # --- table and deal
    min_players: int
    max_players: int
    max_players_choices: tuple[int, ...]
    packs: tuple[PackRule, ...]
    jokers: int
    jokers_choices: tuple[int, ...]
    cards_dealt: Callable[["Variant", int, int], int]
    """(variant, players, number of the deal) to the size of a hand."""
    hands_per_game: int | None
    """None: until the totals decide."""
    deal_pattern: str | None
    na_deal: str | None
    first_three_deal_12: bool
    baby_deal_8: bool
    sa_order: Literal["a", "b", "c"] | None
    cut_by: Literal["right", "left"] | None
    """Right: the shuffle is the cut, and nothing is asked. Left: that seat may cut, and keeps a joker that it turns."""
    dealer_cut: Literal["off", "simulated"]
    dealer_cut_count: Literal["cards", "cards_and_upcard"] | None

    # --- values
    values: CardValues
    low_ace_meld_value: int
    """What an ace below a two counts when laid."""

    # --- drawing
    pile_before_lay: Literal["locked", "open"]
    """Locked: as `first_turn` and `pre_meld_discard` say."""
    pile_after_lay: Literal["locked", "open"]
    first_turn: Literal["first_player", "first_round", "none"]
    pre_meld_discard: Literal["use_in_meld", "meld_this_turn", "never"]
    discard_must_be_used: Literal["no", "meld_or_build", "new_meld"]
    no_immediate_rediscard: bool
    max_calls: int
    """Calls (or buys) out of turn in a deal; 0: there are none."""
    call_penalty_cards: int
    call_price: int
    call_by: Literal["not_laid", "anybody"] | None
    call_turn: Literal["before_draw", "after_stock_draw"] | None
    call_priority: Literal["clockwise", "judge", "first"] | None
    call_window_ms: int
    upcard_callable: bool

    # --- melds
    ace_low: bool
    run_min: int
    run_max: int
    set_min: int
    set_max: int | None
    set_suits_differ: bool
    na_duplicate_suits: bool
    set_min_naturals: int
    jokers_may_touch: bool
    """Two jokers side by side in a run."""
    set_jokers_declared: bool
    """A joker in a set is one card, suit included."""
    max_jokers_per_meld: Literal["any", "one_per_set_two_per_run", "fewer_than_naturals"]
    own_sets_differ_in_rank: bool
    own_runs_differ_in_suit: bool

    # --- the first lay
    initial_min: int
    """Points in new melds; 0 where contracts are the gate."""
    contracts: tuple[Contract, ...]
    """Of each deal; empty where points are the gate."""
    contract_orders: tuple[tuple[str, tuple[Contract, ...]], ...]
    """What stands in the place of `contracts` for each `sa_order`; empty where there is one order."""
    builds_count: bool
    """Cards laid off in the first lay count, if it has a new meld."""
    kalooki_waives_min: bool
    full_suit: bool
    extra_melds: bool
    half_safe: Literal["initial", "always", "never"]
    round7_two_jokers: bool
    sa_kaluki: bool
    first_lay_jokers: int | None
    """At most so many jokers in the first lay."""

    # --- building and jokers
    build_limit: Literal["per_end", "total", "off"]
    tack_high_first: bool
    joker_builds: Literal["anywhere", "own"]
    joker_tack_any: bool
    joker_exchange: Literal["release", "move_up"]
    joker_move_low_when_full: bool
    joker_set: Literal["all_missing", "one", "declared"] | None
    joker_reuse: Literal["new_meld", "meld_or_build", "hand"]
    joker_interior_only: bool
    swap_same_turn: bool
    na_joker_others_only: bool
    na_joker_to_hand: bool

    # --- end of the turn, stock
    declare: Literal["off", "last_card", "three_or_fewer", "always"]
    out_without_discard: bool
    sa_blitz_discard: bool
    joker_discard: Literal["allowed", "never", "penalty50"]
    stock_exhaust: Literal["reshuffle_once", "no_reshuffle", "unlimited"]
    exhaust: Literal["eager", "lazy"]
    turn_cap: int

    # --- score
    limit: int | None
    elim_at: Literal["over", "reach"] | None
    kalooki_double: bool
    na_scoring: Literal["winner", "penalty", "per_hand"] | None
    na_target: int | None
    bend: Literal["first", "any_player", "off"]
    bend_bonus: int
    tie: Literal["shared", "extra_hand"] | None

    # --- money
    stakes: Stakes
    stake_unit: str
    kalooki_adds: bool
    buy_ins: int | Literal["unlimited"]
    buy_in_price: int
    playable_discard_price: int
    """To the kitty, for a discard that could have been played on the table, and which is then dead."""
    show_price: int
    """From each of the others, for a joker at the cut or three that were dealt."""
    points_price: int
    """To the winner, for every ten points or a part of them."""
    streak_price: int
    """To whoever wins the third deal in a row, from each of the others."""
    blitz_price: int
    """To the winner of a blitz, from each of the others."""
    sa_four_pairs: bool
    sa_blitz_double: bool

    # --- penalties, leaving
    penalties: Literal["enforce", "challenge"]
    overcall: Literal["points", "no_lay"] | None
    penalty_points: int
    challenge_window_ms: int
    dropout: Literal["ask", "void", "key_backup"]

    def contract(self, number: int) -> Contract | None:
        """The contract of the deal of this number, the last one for any deal more; None where points are the gate."""
        contracts = self.contracts if self.sa_order is None else dict(self.contract_orders)[self.sa_order]
        return contracts[min(number, len(contracts)) - 1] if contracts else None

    def start_deck(self, players: int) -> tuple[Card, ...]:
        """The deck in its order before any shuffle."""
        rule = next(rule for rule in self.packs if players <= rule.up_to_players)
        return deck(rule.packs, self.jokers if rule.jokers is None else rule.jokers)

    def hand_size(self, players: int, number: int) -> int:
        """How many cards each player is dealt in the deal of this number."""
        last = number if self.hands_per_game is None else min(number, self.hands_per_game)
        return self.cards_dealt(self, players, last)

    def hand_value(self, card: Card) -> int:
        """What a card costs whoever holds it when another goes out."""
        if self.na_scoring == "per_hand":
            return 2 if isinstance(card, Joker) else 1
        if isinstance(card, Joker):
            return self.values.joker
        if card.rank is Rank.ACE:
            return self.values.red_ace if card.suit.is_red else self.values.black_ace
        return min(int(card.rank), self.values.ten_and_court)

    def laid_value(self, position: int) -> int:
        """What a card counts at a place of a run (1 ace low, 2 to 13, 14 ace high), or as its rank in a set."""
        if position == Rank.ACE:
            return self.low_ace_meld_value
        if position > Rank.KING:
            return self.values.laid_ace
        return min(position, self.values.ten_and_court)
