"""Every key that can be typed, and what it does; only those that the game at this table has."""

from collections.abc import Callable, Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.text import wrap

HELP_CARDS = _("Cards are named as 7S TC KH JK (S H D C, T is ten, JK a joker), or by their number in your hand.")
HELP_BEFORE = _("Once the cards are dealt, help shows the keys for them.")

Has = Callable[[Variant], bool]


def _always(_variant: Variant) -> bool:
    return True


def _points(variant: Variant) -> bool:
    return not variant.contracts


def _contracts(variant: Variant) -> bool:
    return bool(variant.contracts)


def _moves_up(variant: Variant) -> bool:
    return variant.joker_exchange == "move_up"


def _releases(variant: Variant) -> bool:
    return not _moves_up(variant)


def _calls(variant: Variant) -> bool:
    return variant.max_calls > 0


def _answers(variant: Variant) -> bool:
    return _calls(variant) and variant.call_turn == "before_draw"


def _buys(variant: Variant) -> bool:
    return _calls(variant) and not _answers(variant)


def _challenges(variant: Variant) -> bool:
    return variant.penalties == "challenge"


def _cuts(variant: Variant) -> bool:
    return variant.dealer_cut == "simulated"


def _ends(variant: Variant) -> bool:
    return variant.joker_discard != "allowed"


def _announces(variant: Variant) -> bool:
    return variant.declare != "off"


def _locked(variant: Variant) -> bool:
    return variant.pile_before_lay == "locked"


def _keeps_keys(variant: Variant) -> bool:
    return variant.dropout == "key_backup"


HELP_TABLE: tuple[tuple[str, str, Has], ...] = (
    ("d", _("draw from the stock"), _always),
    ("t", _("take the top discard"), _always),
    ("r", _("give it back, if it was taken for a first lay"), _locked),
    ("c, p", _("call the discard out of turn, or let it pass"), _answers),
    ("c, p", _("buy the discard out of turn, or let it pass"), _buys),
    ("pass always, pass ask", _("let every discard pass unasked; be asked again"), _calls),
    ("a, f", _("in your turn: allow a call, or refuse and take the card"), _answers),
    ("l 7S 7H 7D; 3 4 5", _("lay melds, parted by ; (all of it or nothing)"), _points),
    ("l 7S 7H 7D; 3 4 5 6", _("lay the contract, melds parted by ; (all at once)"), _contracts),
    ("l 5S on m2", _("lay off on a meld"), _always),
    ("l 6H for JK in m3", _("take a joker's place; JK=8S says what a joker stands for"), _releases),
    ("l 6H for JK in m3 up", _("take a joker's place in a run; the joker moves up"), _moves_up),
    ("s 7S 7H 7D", _("stage a part of a lay; g sends it all, u takes it back"), _always),
    ("x 4C", _("discard and end the turn (x 4C count 3, with auto off)"), _announces),
    ("x 4C", _("discard and end the turn"), lambda variant: not _announces(variant)),
    ("e", _("end the turn without a discard: only jokers are left"), _ends),
    ("challenge Bea lay", _("doubt a first lay; challenge Bea overcall, too many calls"), _challenges),
    ("k 36", _("cut for the bonus, if you dealt: before the first draw"), _cuts),
    ("k, p", _("cut or not, if you sit left of the dealer"), lambda variant: variant.cut_by == "left"),
    ("show", _("show dealt jokers, three or more, before the first draw"), lambda variant: variant.show_price > 0),
    ("b, n", _("buy back in, decline"), lambda variant: variant.limit is not None),
    ("Enter", _("be ready for the next deal; in a deal, show the table"), _always),
    ("v, w, status, trust", _("show the table, the hand, who is here, what was checked"), _always),
    ("o", _("sort the hand: o suit, o rank, o drawn"), _always),
    ("h, legal", _("advise a move, list moves"), _always),
    ("score, rules, log", _("the sheet, all rules, what happened last"), _always),
    ("auto on, auto off", _("who announces your card counts: the client or you"), _announces),
    ("wait, without", _("when somebody is missed: wait, or play on without"), lambda variant: not _keeps_keys(variant)),
    ("wait, without, backup", _("when somebody is missed: wait, deal again, or go on by the key backup"), _keeps_keys),
    ("adjourn kick back bot", _("if all agree: stop today; kick Bea, back Bea, bot Bea"), _always),
    ("say hi, mute Bea", _("talk to all, mute Bea for you; chat shows what was said"), _always),
    ("q, leave, again", _("quit, the others wait; leave for good; play once more"), _always),
)
HELP_LOBBY = (
    ("Enter, ready", _("agree to the rules and be ready")),
    ("begin", _("begin the game; for who hosts, when all are ready")),
    ("seat 2", _("choose your seat, if you drew the ace")),
    ("v, status", _("show who is here")),
    ("rules", _("show all rules of this table")),
    ("kick Bea", _("when all the others say so: Bea loses the seat")),
    ("say hi, mute Bea", _("talk to all, mute Bea for you; chat shows what was said")),
    ("q", _("quit; a guest's seat is kept, a host's table closes")),
    ("leave", _("give your seat up; for a guest")),
)
KEYS = 22
"""Columns of the keys, where there is room for two columns."""

TWO_COLUMNS = 76


def keys_of(variant: Variant | None) -> Iterator[tuple[str, str]]:
    """The keys of a deal of this game; of the lobby, if there is none yet."""
    if variant is None:
        yield from HELP_LOBBY
        return
    yield from ((keys, words) for keys, words, has in HELP_TABLE if has(variant))


def help_lines(columns: int, variant: Variant | None) -> list[str]:
    """What can be typed; on a narrow screen the explanation follows its keys."""
    lines = wrap(HELP_BEFORE if variant is None else HELP_CARDS, columns, "  ")
    for keys, words in keys_of(variant):
        if columns >= TWO_COLUMNS:
            lines.append(f"  {keys:<{KEYS}}{words}")
        else:
            lines += wrap(f"  {keys}: {words}", columns, "      ")
    return lines
