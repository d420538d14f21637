"""What is said about melds and hands that somebody asks about."""

from kalooki.cards import JOKER
from kalooki.rules.errors import NotEverythingError, NotHalfSafeError
from kalooki.rules.exactly import must_be_seen
from kalooki.rules.files.hand_question import HandQuestion
from kalooki.rules.files.meld_check import MeldVerdict, Verdict
from kalooki.rules.names import format_faces
from kalooki.rules.writing import format_item
from kalooki.solver.plans import LayPlan
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.contracts import contract_words
from kalooki_cli.messages.errors import on_paper
from kalooki_cli.messages.talk import points
from kalooki_cli.text import inert

KINDS = {"set": _("set"), "run": _("run")}


def melds(verdict: Verdict, *, first: bool, contracts: bool = False, everything: bool = False) -> list[str]:
    """Say of each meld what it is, and of all of them whether they are right; points only where they matter.

    With `everything` the first lay of the deal is the whole hand.
    """
    lines = [_meld(one, contracts=contracts) for one in verdict.melds]
    if len(lines) > 1 and not contracts:
        lines.append(_("Together: {worth}.").format(worth=points(verdict.points)))
    if verdict.error is not None:
        lines.append(f"{verdict.error.code}: {on_paper(verdict.error, {}, meld_texts(verdict))}")
    if not verdict.legal:
        lines.append(_("Not legal."))
    else:
        lines.append(_("Legal, and enough for a first lay.") if first else _("Legal."))
    if first and everything and verdict.legal:
        lines.append(_("This deal is a blitz: they must be all the cards of the hand, or all but one."))
    if first and everything and isinstance(verdict.error, NotEverythingError):
        lines.append(_("Here the whole hand is meant as it was dealt, with the card that was drawn."))
    if isinstance(verdict.error, NotHalfSafeError):
        lines.append(_("Only melds were given here, no table and no discards; at a table it may have been seen."))
    return lines


def meld_texts(verdict: Verdict) -> list[str]:
    """The cards of each meld: they have no other name where nothing lies on the table."""
    return [inert(format_faces(one.cards), 120) for one in verdict.melds]


def _meld(one: MeldVerdict, *, contracts: bool) -> str:
    cards = inert(format_faces(one.cards), 120)
    if one.error is not None or one.kind is None:
        assert one.error is not None
        return f"{cards}: {one.error.code}: {on_paper(one.error, {})}"
    if contracts:
        return _("{cards}: a {kind}").format(cards=cards, kind=KINDS[one.kind])
    return _("{cards}: a {kind}, {worth}").format(cards=cards, kind=KINDS[one.kind], worth=points(one.points))


def plan(best: LayPlan | None, question: HandQuestion) -> list[str]:
    """Say what to lay, what to throw away, and what is left then."""
    items = _items(best, question)
    if items:
        text = _("Lay: {items}") if question.variant.contracts else _("Lay: {items} ({worth})")
        lines = [text.format(items="; ".join(items), worth=points(_laid(best)))]
    else:
        lines = [_("Nothing can be laid.") if question.laid else _("No first lay can be made.")]
        lines += _why_none(question)
    if best is not None and best.discard is not None:
        lines.append(_("Then discard {card}.").format(card=best.discard.card))
    if best is not None and best.goes_out:
        lines.append(_("That goes out."))
    else:
        lines.append(_("Left in hand: {worth}.").format(worth=points(_left(best, question))))
    return lines


def _why_none(question: HandQuestion) -> list[str]:
    """What a contract asks of a lay, and what no hand shows: which cards have been seen."""
    variant, number = question.variant, question.number
    contract = variant.contract(number)
    if contract is None:
        return []
    lines = [] if question.laid else [_("It would be: {contract}.").format(contract=contract_words(variant, number))]
    unseen = variant.half_safe == "always" if question.laid else must_be_seen(variant, contract)
    if unseen and JOKER in question.hand:
        text = _("A joker stands only for a card that was discarded or melded before; only melds of --table are known.")
        lines.append(text)
    return lines


def plan_values(best: LayPlan | None, question: HandQuestion) -> dict[str, object]:
    """The best lay in JSON."""
    return {
        "lay": _items(best, question),
        "points_laid": _laid(best),
        "points_left": _left(best, question),
        "discard": None if best is None or best.discard is None else str(best.discard.card),
        "goes_out": best is not None and best.goes_out,
    }


def _items(best: LayPlan | None, question: HandQuestion) -> list[str]:
    return [] if best is None else [format_item(question.named(item)) for item in best.items]


def _laid(best: LayPlan | None) -> int:
    return 0 if best is None else best.points_laid


def _left(best: LayPlan | None, question: HandQuestion) -> int:
    if best is None:
        return sum(question.variant.hand_value(card) for card in question.hand)
    return best.points_left
