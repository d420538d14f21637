"""The keys of the table on screen, and what they do; only those that the game at this table has."""

from collections.abc import Callable, Mapping

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.text import wrap

KEYS = 18

Has = Callable[[Variant], bool]


def _always(_variant: Variant) -> bool:
    return True


def _calls(variant: Variant) -> bool:
    return variant.max_calls > 0


def _keeps_keys(variant: Variant) -> bool:
    return variant.dropout == "key_backup"


TABLE: tuple[tuple[str, str, Has], ...] = (
    (_("Enter"), _("the obvious next thing, as the prompt says: draw, lay, send, ready"), _always),
    (_("arrows, h l k j"), _("go from card to card; up picks a card, down puts it back; Space does either"), _always),
    (_("2 ... 9 0 A J Q K *"), _("pick the next card of this rank (0 or T a ten, 1 or A an ace, * a joker)"), _always),
    (_("d"), _("draw from the stock"), _always),
    (_("t"), _("take the top discard; r gives it back, if it was for a first lay"), _always),
    (_("Enter"), _("with cards picked: stage them, where the lit melds show; Enter again sends the lay"), _always),
    (_("u"), _("take back what was staged last; Esc puts picked cards back"), _always),
    (_("x"), _("discard the picked card, or the one under the cursor; a complete lay goes with it"), _always),
    (_("o"), _("sort: by suit, by rank, by what belongs together"), _always),
    (_("< >"), _("move a card within the hand (or Shift and the arrows, or drag it)"), _always),
    (_("i"), _("advise a move, and say why"), _always),
    (_("c, p"), _("call or buy the discard out of turn, or let it pass"), _calls),
    (_("a, f"), _("in your turn: allow a call, or refuse it and take the card"), _calls),
    (_("!"), _("challenge a lay or calls (asked twice)"), lambda variant: variant.penalties == "challenge"),
    (_("c"), _("cut, where the cut is yours"), lambda variant: variant.dealer_cut == "simulated"),
    (_("w"), _("show dealt cards for which the others pay"), lambda variant: variant.show_price > 0),
    (_("e"), _("end the turn without a discard: only jokers are left"), lambda v: v.joker_discard != "allowed"),
    (_("b, n"), _("buy back in, decline"), lambda variant: variant.limit is not None),
    (_("W, P"), _("when somebody is missed: wait, or play on without"), lambda v: not _keeps_keys(v)),
    (_("W, P, B"), _("when somebody is missed: wait, play on without, or by the key backup"), _keeps_keys),
    (_("D L S R"), _("the discard pile, what happened, the score, the rules"), _always),
    (_("v"), _("is it fair? what was checked of this deal, and four words to compare aloud"), _always),
    (_("Page keys [ ]"), _("scroll the melds (or the mouse wheel)"), _always),
    (_("m"), _("the talk: read what the others say, and say something to all"), _always),
    (_(","), _("the settings: colours, cards, a bell, the language"), _always),
    (_(":"), _("type a move in the notation: l 6H for JK in m3; x 4C count 3; challenge Bea lay"), _always),
    (
        _(": adjourn"),
        _("stop for today, when all say so; likewise : kick Bea, : back Bea, : bot Bea, : leave"),
        _always,
    ),
    (_("q"), _("leave the table; Ctrl-Z puts it aside, fg brings it back"), _always),
)
MOUSE = _(
    "Mouse: click cards to pick them, a lit meld or the table to lay them, the stock to draw, the pile to take or to"
    " discard; drag a card onto a meld, the table, the pile, or to another place in the hand. The keys below can be"
    " clicked, too."
)


SIGNS = _(
    "Beside the names: {turn} is in turn, {asked} is asked as well; {here} is here, {away} is away, {host} hosts the"
    ' table; {laid} has laid, "2 said two, D dealt.'
)


def legend(columns: int, signs: Mapping[str, str]) -> list[str]:
    """What the signs beside the names mean."""
    return ["", *wrap(SIGNS.format_map(signs), columns)]


def help_lines(columns: int, variant: Variant | None) -> list[str]:
    """What the keys do, in two columns."""
    lines: list[str] = []
    for keys, words, has in TABLE:
        if variant is not None and not has(variant):
            continue
        first, *rest = wrap(words, columns - KEYS - 2)
        lines += [f"{keys:<{KEYS}}  {first}", *(f"{'':<{KEYS}}  {line}" for line in rest)]
    return [*lines, "", *wrap(MOUSE, columns)]
