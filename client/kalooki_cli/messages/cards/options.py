"""Each house rule in words: what it is called, what it decides, and what its values mean."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kalooki.rules.errors import BadOptionValueError, OptionNotApplicableError, RulesError
from kalooki.rules.options import Allowed, Flag, Number, OneOf, ShortText, StakesText, value_text
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext, pgettext
from kalooki_cli.messages.talk import points
from kalooki_cli.text import inert

THOUSAND = 1000
LONGEST_LABEL = 23
LONGEST_VALUE = 19
"""Columns that a list of them has on the smallest screen, in every language."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One of them."""

    label: str
    decides: str
    values: Mapping[str, str] = field(default_factory=dict)
    """What a word of the files means; who is not here is a number, or yes or no."""
    count: Callable[[int], str] = str
    """How a number is said."""


def _seconds(milliseconds: int) -> str:
    return _("{count} s").format(count=f"{milliseconds / THOUSAND:g}")


def _turns(count: int) -> str:
    return ngettext("{count} turn", "{count} turns", count).format(count=count)


YES, NO = pgettext("house rule", "yes"), pgettext("house rule", "no")


HOUSE: dict[str, HouseRule] = {
    # table and deal
    "max_players": HouseRule(_("Most players"), _("how many may sit at the table")),
    "jokers": HouseRule(_("Jokers in the deck"), _("how many jokers are in the deck")),
    "deal_pattern": HouseRule(
        _("Cards are dealt"),
        _("whether the cards are dealt one by one or in packets"),
        {"single": _("one by one"), "packets": _("in packets")},
    ),
    "na_deal": HouseRule(
        _("Cards for 2 to 6"),
        _("how many cards are dealt to how many players: the table of this game, or that of the USPCC"),
        {"seed": "15 13 13 13 11", "uspcc": "15 15 15 13 11"},
    ),
    "first_three_deal_12": HouseRule(
        _("12 cards in deals 1-3"), _("whether 12 cards are dealt in the first three deals")
    ),
    "baby_deal_8": HouseRule(_("8 cards in each deal"), _("whether 8 cards are dealt in every deal")),
    "sa_order": HouseRule(
        _("Order of contracts"),
        _("in which order the contracts come"),
        {"a": _("order A"), "b": _("order B"), "c": _("order C")},
    ),
    "dealer_cut": HouseRule(
        _("Dealer's cut"),
        _("whether the dealer may cut for a bonus"),
        {"off": NO, "simulated": YES},
    ),
    "dealer_cut_count": HouseRule(
        _("Right at that cut"),
        _("how many cards are right at that cut: those that are dealt, with the upcard or without"),
        {"cards": _("the dealt cards"), "cards_and_upcard": _("with the upcard")},
    ),
    # drawing
    "first_turn": HouseRule(
        _("Free upcard at first"),
        _("who may take the upcard before a first lay: who begins, everybody in the first turn, or nobody"),
        {"first_player": _("for who begins"), "first_round": _("for everybody"), "none": _("for nobody")},
    ),
    "pre_meld_discard": HouseRule(
        _("Pile before first lay"),
        _("when the top discard may be taken before one's first lay"),
        {
            "use_in_meld": _("if laid at once"),
            "meld_this_turn": _("if you lay then"),
            "never": _("never"),
        },
    ),
    "discard_must_be_used": HouseRule(
        _("A discard you take"),
        _("whether a discard that is taken must be melded, and how"),
        {"no": _("may be kept"), "meld_or_build": _("must be laid"), "new_meld": _("needs a new meld")},
    ),
    "no_immediate_rediscard": HouseRule(
        _("Keep what you took"), _("whether a card just taken may not be thrown away in the same turn")
    ),
    "upcard_callable": HouseRule(_("Call the upcard"), _("whether the upcard may be called out of turn")),
    "max_calls": HouseRule(_("Calls in a deal"), _("how many discards each may have out of turn in a deal")),
    "call_priority": HouseRule(
        _("Several call"),
        _("who gets the discard when several call it"),
        {"clockwise": _("next clockwise"), "first": _("who was first"), "judge": _("who is in turn says")},
    ),
    "call_window_ms": HouseRule(
        _("Time to call"),
        _("how long a discard may be called"),
        count=_seconds,
    ),
    # first lay and melds
    "initial_min": HouseRule(_("First lay needs"), _("how many points the first lay needs"), count=points),
    "ace_low": HouseRule(_("Ace below a two"), _("whether an ace may lie below a two")),
    "low_ace_meld_value": HouseRule(_("Such an ace counts"), _("what such an ace counts when laid"), count=points),
    "kalooki_waives_min": HouseRule(
        _("Kalooki needs no points"), _("whether who goes out in one turn needs no points for it")
    ),
    "full_suit": HouseRule(
        _("Full suit is three runs"), _("whether one run of a whole suit stands for three runs of four")
    ),
    "extra_melds": HouseRule(_("More melds"), _("whether new melds may be laid after the contract")),
    "max_jokers_per_meld": HouseRule(
        _("Jokers in a meld"),
        _("how many jokers a meld may hold"),
        {
            "any": _("any number"),
            "one_per_set_two_per_run": _("set 1, run 2"),
            "fewer_than_naturals": _("fewer than others"),
        },
    ),
    "na_duplicate_suits": HouseRule(_("Suit twice in a set"), _("whether a suit may come twice in a set")),
    "half_safe": HouseRule(
        _("Joker for a seen card"),
        _("when a joker may stand only for a card of which another was thrown away or laid"),
        {"initial": _("in the first lay"), "always": _("always"), "never": _("never")},
    ),
    "round7_two_jokers": HouseRule(
        _("Two jokers in deal 7"), _("whether the first lay of the seventh deal may hold two jokers")
    ),
    "sa_kaluki": HouseRule(_("Out with the first lay"), _("whether one may go out in the turn of one's first lay")),
    # building and jokers
    "build_limit": HouseRule(
        _("Cards on a run a turn"),
        _("how the cards that go on a run in one turn are counted: by its ends, in all, or not at all"),
        {"per_end": _("two at each end"), "total": _("two in all"), "off": _("any number")},
    ),
    "tack_high_first": HouseRule(
        _("Runs grow up first"), _("whether a run grows upwards to its ace before it grows downwards")
    ),
    "joker_tack_any": HouseRule(_("Jokers on all melds"), _("whether jokers may be laid off on the melds of others")),
    "joker_move_low_when_full": HouseRule(
        _("Jokers move down, too"), _("whether a joker moves to the low end where its run is full above")
    ),
    "joker_set": HouseRule(
        _("Joker from a set"),
        _("what releases a joker from a set: all the cards that are missing, or one of them"),
        {"all_missing": _("for all missing"), "one": _("for one card")},
    ),
    "joker_reuse": HouseRule(
        _("A released joker"),
        _("where a joker goes that was taken: into a new meld, to any place on the table, or into the hand"),
        {"new_meld": _("into a new meld"), "meld_or_build": _("onto the table"), "hand": _("into the hand")},
    ),
    "joker_interior_only": HouseRule(
        _("Inner jokers only"), _("whether only a joker between two cards of a run can be taken")
    ),
    "swap_same_turn": HouseRule(
        _("Jokers at the first lay"), _("whether jokers may be taken in the turn of one's first lay")
    ),
    "na_joker_others_only": HouseRule(
        _("Others' jokers only"), _("whether jokers are taken from the melds of others only")
    ),
    "na_joker_to_hand": HouseRule(_("Jokers to the hand"), _("whether a joker that was taken goes into the hand")),
    # end of the turn, stock
    "declare": HouseRule(
        _("Announce"),
        _("when the number of cards left is to be announced with a discard"),
        {
            "off": _("never"),
            "last_card": _("the last card"),
            "three_or_fewer": _("3, 2 or 1 cards"),
            "always": _("always"),
        },
    ),
    "out_without_discard": HouseRule(_("Out without a discard"), _("whether one may go out without a discard")),
    "sa_blitz_discard": HouseRule(_("Blitz with a discard"), _("whether a blitz needs a discard")),
    "joker_discard": HouseRule(
        _("Discard a joker"),
        _("whether a joker may be thrown away, for 50 points"),
        {"never": _("never"), "penalty50": _("for 50 points")},
    ),
    "stock_exhaust": HouseRule(
        _("Pile becomes stock"),
        _("how often the discard pile becomes the stock"),
        {"reshuffle_once": _("once"), "no_reshuffle": _("never"), "unlimited": _("as often as due")},
    ),
    "exhaust": HouseRule(
        _("Stock has run out"),
        _("when it does: in the turn that takes the last card of the stock, or when the next card is drawn"),
        {"eager": _("with its last card"), "lazy": _("at the next draw")},
    ),
    "turn_cap": HouseRule(
        _("Longest deal"),
        _("after how many turns a deal does not count, or that there is no limit"),
        {"0": _("no limit")},
        count=_turns,
    ),
    # score
    "limit": HouseRule(_("Limit"), _("with how many points a player is out"), count=points),
    "elim_at": HouseRule(
        _("Out of the game"),
        _("whether a player is out only above the limit, or already at it"),
        {"over": _("above the limit"), "reach": _("at the limit")},
    ),
    "kalooki_double": HouseRule(_("Kalooki doubles"), _("whether a kalooki doubles the points of the others")),
    "na_scoring": HouseRule(
        _("Who scores"),
        _("who scores: the winner what the others hold, each his own cards, or payments for each deal"),
        {
            "winner": _("the winner"),
            "penalty": _("each his own cards"),
            "per_hand": _("paid for each deal"),
        },
    ),
    "na_target": HouseRule(_("The game ends with"), _("with how many points the game ends"), count=points),
    "bend": HouseRule(
        _("Bending the table"),
        _("who bends the table, which doubles the points of the others"),
        {"first": _("who lays first"), "any_player": _("anybody"), "off": _("nobody")},
    ),
    "bend_bonus": HouseRule(_("Bending brings"), _("how many points that brings"), {"0": _("no points")}, count=points),
    "tie": HouseRule(
        _("Equal totals"),
        _("what becomes of equal totals at the end"),
        {"shared": _("shared victory"), "extra_hand": _("one more deal")},
    ),
    # money
    "stakes": HouseRule(
        _("Stakes"), _("what is paid for going out, for a kalooki, at the beginning, and for buying back in")
    ),
    "stake_unit": HouseRule(_("Money is called"), _("what the money is called")),
    "kalooki_adds": HouseRule(
        _("Both stakes at kalooki"), _("whether the stake for a kalooki is paid besides the one for going out")
    ),
    "buy_ins": HouseRule(_("Buy-ins for each"), _("how often each may buy back in"), {"unlimited": _("no limit")}),
    "buy_in_price": HouseRule(_("Price of a buy-in"), _("what that costs")),
    "sa_four_pairs": HouseRule(
        _("Four pairs are paid"), _("whether four pairs of identical cards may be shown for money")
    ),
    "sa_blitz_double": HouseRule(_("Blitz pays double"), _("whether a blitz without jokers pays double")),
    # penalties, leaving
    "penalties": HouseRule(
        _("Mistakes"),
        _("whether false lays and calls are refused at once, or stand until somebody challenges them"),
        {"enforce": _("are refused"), "challenge": _("can be challenged")},
    ),
    "overcall": HouseRule(
        _("A call too many costs"),
        _("what a call too many costs: points, or the right to lay before all others have"),
        {"points": _("points"), "no_lay": _("an early lay")},
    ),
    "penalty_points": HouseRule(_("A penalty"), _("how many points a penalty costs"), count=points),
    "challenge_window_ms": HouseRule(
        _("Time to challenge"),
        _("how long a lay may be challenged after the turn"),
        count=_seconds,
    ),
    "dropout": HouseRule(
        _("Somebody stays away"),
        _("what becomes of a deal when somebody stays away"),
        {"ask": _("the others decide"), "void": _("it is dealt again"), "key_backup": _("key backup")},
    ),
}
"""Every option that a variant may have."""

_TIMES = frozenset(option for option, rule in HOUSE.items() if rule.count is _seconds)


def label(option: str) -> str:
    """What a house rule is called."""
    return HOUSE[option].label


def decides(option: str) -> str:
    """What it decides, as a sentence."""
    words = HOUSE[option].decides
    return f"{words[:1].upper()}{words[1:]}."


def value_words(option: str, text: str) -> str:
    """What a value means that is written as in files."""
    rule = HOUSE[option]
    if text in rule.values:
        return rule.values[text]
    if text in {"true", "false"}:
        return YES if text == "true" else NO
    return rule.count(int(text)) if text.removeprefix("-").isdecimal() else text


def said(option: str, text: str) -> str:
    """A house rule and its value."""
    return _("{rule}: {value}").format(rule=label(option), value=value_words(option, text))


def allowed_words(option: str, allowed: Allowed) -> str:
    """What a house rule may be, in words."""
    match allowed:
        case Flag():
            return _("{one} or {other}").format(one=YES, other=NO)
        case OneOf(values):
            return ", ".join(value_words(option, value_text(value)) for value in values)
        case Number(least, most, also):
            text = _("{least} to {most}").format(least=least, most=most)
            if option in _TIMES:
                text = _("{least} to {most} seconds").format(least=least // THOUSAND, most=most // THOUSAND)
            return " ".join(
                [*(_("{value} or").format(value=value_words(option, value_text(one))) for one in also), text]
            )
        case StakesText() | ShortText():
            return allowed_typed(allowed)


def allowed_typed(allowed: Allowed) -> str:
    """What a house rule may be, as it is written in files."""
    match allowed:
        case Flag():
            return _("{one} or {other}").format(one="true", other="false")
        case OneOf(values):
            return ", ".join(value_text(value) for value in values)
        case Number(least, most, also):
            text = _("{least} to {most}").format(least=least, most=most)
            return " ".join([*(_("{value} or").format(value=value_text(one)) for one in also), text])
        case StakesText():
            return _("four whole numbers from 0 to 1000, as 1-2-5-5")
        case ShortText(most):
            return _("up to {most} printable characters").format(most=most)


def written(option: str, typed: str) -> str:
    """What was typed on screen, as it is written in files: times are seconds there, and thousandths of them here."""
    text = typed.strip()
    found = re.fullmatch(r"(\d{1,5})(?:[.,](\d{1,3}))?", text, re.ASCII)
    if option not in _TIMES or found is None:
        return text
    return str(int(found[1]) * THOUSAND + int((found[2] or "0").ljust(3, "0")))


_NEEDS = re.compile(r"needs (\w+) = (\w+)")
_SINCE = re.compile(r"(\w+), since (\w+) = (\w+)")


def unfit(error: RulesError, allowed: Callable[[str], Allowed]) -> str:
    """Say on screen why a house rule cannot be so; empty for what has nothing to do with one.

    Args:
        error: What the rules say.
        allowed: What each of them may be in this game.
    """
    match error:
        case BadOptionValueError(option, value, only) if option in HOUSE:
            since = _SINCE.fullmatch(only)
            if since is not None and since[2] in HOUSE:
                text = _("{rule} must be {value}, since this is set: {other}.")
                return text.format(
                    rule=label(option), value=value_words(option, since[1]), other=said(since[2], since[3])
                )
            text = _("{rule} cannot be {value}, but: {allowed}.")
            given = inert(value, 40) if value else _("nothing")
            return text.format(rule=label(option), value=given, allowed=allowed_words(option, allowed(option)))
        case OptionNotApplicableError(option, _variant, reason) if option in HOUSE:
            needs = _NEEDS.fullmatch(reason)
            if needs is not None and needs[1] in HOUSE:
                text = _("{rule} means nothing here, unless this is set: {other}.")
                return text.format(rule=label(option), other=said(needs[1], needs[2]))
            return ""
        case _:
            return ""
