"""House rules: every option by name, with the values that it may have."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kalooki.rules.errors import BadOptionValueError, OptionNotApplicableError, UnknownOptionError
from kalooki.rules.variant import OptionValue, Stakes, Variant
from kalooki.worded import Worded

PLAIN = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100))} - {"\u00ad"} | {"€"}
"""Characters that every screen shows and that move no cursor."""

UNLIMITED_TURN_CAP = 300
"""Where the stock is reshuffled without end, a deal ends after so many turns unless the house says otherwise."""

PENALTY_TARGET = 150
"""Where each counts his own cards and the lowest wins, the game ends earlier unless the house says otherwise."""


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    def admits(self, value: OptionValue) -> bool:
        """A bool, not a number."""
        return isinstance(value, bool)

    def __str__(self) -> str:
        return Worded("true or false")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number of a range, or one of a few outside it."""

    least: int
    most: int
    also: tuple[OptionValue, ...] = ()

    def admits(self, value: OptionValue) -> bool:
        """An int that is not a bool; or one of the words."""
        if isinstance(value, bool):
            return False
        return value in self.also or (isinstance(value, int) and self.least <= value <= self.most)

    def __str__(self) -> str:
        text = Worded("{least} to {most}", least=self.least, most=self.most)
        for value in reversed(self.also):
            text = Worded("{one} or {other}", one=value, other=text)
        return text


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a list of words or numbers."""

    values: tuple[OptionValue, ...]

    def admits(self, value: OptionValue) -> bool:
        """Listed, and of the same type as what is listed."""
        return not isinstance(value, bool) and value in self.values

    def __str__(self) -> str:
        return ", ".join(str(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class StakesText:
    """Four whole numbers: call-up, kalooki, initial stake, buy-in."""

    def admits(self, value: OptionValue) -> bool:
        """As in `1-2-5-5`."""
        return isinstance(value, str) and read_stakes(value) is not None

    def __str__(self) -> str:
        return Worded("four whole numbers from 0 to 1000, as 1-2-5-5")


@dataclass(frozen=True, slots=True)
class ShortText:
    """A few characters of Latin-1 or a euro sign: which of all characters print differs from one Python to the next."""

    most: int

    def admits(self, value: OptionValue) -> bool:
        """Not empty, and nothing that moves a cursor."""
        return isinstance(value, str) and 0 < len(value) <= self.most and set(value) <= PLAIN

    def __str__(self) -> str:
        return Worded("up to {most} printable characters", most=self.most)


Allowed = Flag | Number | OneOf | StakesText | ShortText

OPTIONS: Mapping[str, Allowed] = {
    # table and deal
    "max_players": Number(2, 8),
    "jokers": Number(0, 10),
    "deal_pattern": OneOf(("single", "packets")),
    "na_deal": OneOf(("seed", "uspcc")),
    "first_three_deal_12": Flag(),
    "baby_deal_8": Flag(),
    "sa_order": OneOf(("a", "b", "c")),
    "dealer_cut": OneOf(("off", "simulated")),
    "dealer_cut_count": OneOf(("cards", "cards_and_upcard")),
    # drawing
    "first_turn": OneOf(("first_player", "first_round", "none")),
    "pre_meld_discard": OneOf(("use_in_meld", "meld_this_turn", "never")),
    "discard_must_be_used": OneOf(("no", "meld_or_build", "new_meld")),
    "no_immediate_rediscard": Flag(),
    "upcard_callable": Flag(),
    "max_calls": Number(0, 9),
    "call_priority": OneOf(("clockwise", "first", "judge")),
    "call_window_ms": Number(0, 30_000),
    # first lay and melds
    "initial_min": Number(0, 100),
    "ace_low": Flag(),
    "low_ace_meld_value": OneOf((1, 11, 15)),
    "kalooki_waives_min": Flag(),
    "full_suit": Flag(),
    "extra_melds": Flag(),
    "max_jokers_per_meld": OneOf(("any", "one_per_set_two_per_run", "fewer_than_naturals")),
    "na_duplicate_suits": Flag(),
    "half_safe": OneOf(("initial", "always", "never")),
    "round7_two_jokers": Flag(),
    "sa_kaluki": Flag(),
    # building and jokers
    "build_limit": OneOf(("per_end", "total", "off")),
    "tack_high_first": Flag(),
    "joker_tack_any": Flag(),
    "joker_move_low_when_full": Flag(),
    "joker_set": OneOf(("all_missing", "one")),
    "joker_reuse": OneOf(("new_meld", "meld_or_build", "hand")),
    "joker_interior_only": Flag(),
    "swap_same_turn": Flag(),
    "na_joker_others_only": Flag(),
    "na_joker_to_hand": Flag(),
    # end of the turn, stock
    "declare": OneOf(("off", "last_card", "three_or_fewer", "always")),
    "out_without_discard": Flag(),
    "sa_blitz_discard": Flag(),
    "joker_discard": OneOf(("never", "penalty50")),
    "stock_exhaust": OneOf(("reshuffle_once", "no_reshuffle", "unlimited")),
    "exhaust": OneOf(("eager", "lazy")),
    "turn_cap": Number(20, 1000, also=(0,)),
    # score
    "limit": Number(50, 1000),
    "elim_at": OneOf(("over", "reach")),
    "kalooki_double": Flag(),
    "na_scoring": OneOf(("winner", "penalty", "per_hand")),
    "na_target": Number(50, 1000),
    "bend": OneOf(("first", "any_player", "off")),
    "bend_bonus": OneOf((0, -50)),
    "tie": OneOf(("shared", "extra_hand")),
    # money
    "stakes": StakesText(),
    "stake_unit": ShortText(12),
    "kalooki_adds": Flag(),
    "buy_ins": Number(0, 9, also=("unlimited",)),
    "buy_in_price": Number(0, 1000),
    "sa_four_pairs": Flag(),
    "sa_blitz_double": Flag(),
    # penalties, leaving
    "penalties": OneOf(("enforce", "challenge")),
    "overcall": OneOf(("points", "no_lay")),
    "penalty_points": Number(50, 500),
    "challenge_window_ms": Number(0, 30_000),
    "dropout": OneOf(("ask", "void", "key_backup")),
}


def read_stakes(text: str) -> Stakes | None:
    """`1-2-5-5`; None if it is not four whole numbers from 0 to 1000."""
    parts = text.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) <= len("1000") and int(part) <= 1000 for part in parts):  # noqa: PLR2004 - the limit of the rules
        return None
    match [int(part) for part in parts]:
        case [call_up, kalooki, initial, buy_in]:
            return Stakes(call_up, kalooki, initial, buy_in)
        case _:
            return None


def value_text(value: OptionValue | Stakes | None) -> str:
    """An option's value as in files: `true`, `150`, `over`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_option(name: str, text: str) -> OptionValue:
    """Read the text after `=` in `--house name=text` as the type that the option has.

    Raises:
        UnknownOptionError: There is no such option.
        BadOptionValueError: The text is none of its values.
    """
    if name not in OPTIONS:
        raise UnknownOptionError(name)
    readings: tuple[OptionValue, ...] = (text,)
    if text in {"true", "false"}:
        readings += (text == "true",)
    if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < len("10000000"):
        readings += (int(text),)
    allowed = OPTIONS[name]
    for value in readings:
        if allowed.admits(value):
            return value
    raise BadOptionValueError(name, text, str(allowed))


def configure(preset: Variant, house: Mapping[str, OptionValue]) -> Variant:
    """The preset with the house's options in force.

    Raises:
        UnknownOptionError: There is no option of this name.
        OptionNotApplicableError: This preset does not have it, or cannot change it, or another option makes it idle.
        BadOptionValueError: Wrong type, or none of the values that are allowed.
    """
    changes: dict[str, Any] = {}
    for name, value in house.items():
        allowed = allowed_for(preset, name)
        if not allowed.admits(value):
            raise BadOptionValueError(name, value_text(value), str(allowed))
        changes[name] = value
    return _settle(preset, changes)


def allowed_for(preset: Variant, name: str) -> Allowed:
    """The values that an option may have in this preset.

    Raises:
        UnknownOptionError: There is no option of this name.
        OptionNotApplicableError: This preset does not have it, or cannot change it.
    """
    if name not in OPTIONS:
        raise UnknownOptionError(name)
    if name in preset.fixed:
        fixed = Worded("fixed: {value}", value=value_text(getattr(preset, name)))
        raise OptionNotApplicableError(name, preset.key, fixed)
    if name not in preset.choices:
        raise OptionNotApplicableError(name, preset.key, Worded("this variant has no such rule"))
    match name:
        case "jokers":
            return OneOf(preset.jokers_choices)
        case "max_players":
            return OneOf(preset.max_players_choices)
        case _:
            return OPTIONS[name]


def _settle(preset: Variant, changes: dict[str, Any]) -> Variant:
    """Put the options in force, and what follows from one for another."""
    if "stakes" in changes:
        stakes = read_stakes(changes["stakes"])
        assert stakes is not None
        changes |= {"stakes": stakes, "buy_in_price": changes.get("buy_in_price", stakes.buy_in)}
    if changes.get("stock_exhaust") == "unlimited":
        changes.setdefault("turn_cap", UNLIMITED_TURN_CAP)
    elif "stock_exhaust" in changes:
        changes.setdefault("turn_cap", 0)
    if changes.get("na_scoring") == "penalty":
        changes.setdefault("na_target", PENALTY_TARGET)
    _refuse_idle(preset, changes)
    if changes.get("na_joker_to_hand", False):
        if changes.setdefault("joker_reuse", "hand") != "hand":
            since = Worded("{value}, since {rule}", value="hand", rule="na_joker_to_hand = true")
            raise BadOptionValueError("joker_reuse", changes["joker_reuse"], since)
    elif changes.get("joker_reuse") == "hand" and "na_joker_to_hand" in preset.choices:
        if "na_joker_to_hand" in changes:
            since = Worded("{value}, since {rule}", value="true", rule="joker_reuse = hand")
            raise BadOptionValueError("na_joker_to_hand", "false", since)
        changes["na_joker_to_hand"] = True
    return replace(preset, **changes)


def _refuse_idle(preset: Variant, changes: dict[str, Any]) -> None:
    """Refuse an option that another one switches off."""
    if "low_ace_meld_value" in changes and not changes.get("ace_low", preset.ace_low):
        raise OptionNotApplicableError("low_ace_meld_value", preset.key, Worded("needs {rule}", rule="ace_low = true"))
    for name in ("overcall", "challenge_window_ms"):
        if name in changes and changes.get("penalties", preset.penalties) != "challenge":
            raise OptionNotApplicableError(name, preset.key, Worded("needs {rule}", rule="penalties = challenge"))


def rules_options(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Every option of the variant with its value in force as text, sorted: what the rules digest is made of."""
    return tuple((name, value_text(getattr(variant, name))) for name in sorted(variant.choices + variant.fixed))
