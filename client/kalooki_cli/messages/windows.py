"""What one is asked where the table waits for more than the player in turn: calls, challenges, the dealer's cut."""

from kalooki.cards import Card, Joker
from kalooki.rules.cutting import wanted
from kalooki.rules.deal import Calling
from kalooki.rules.opening import contract_of
from kalooki.rules.showing import JOKERS
from kalooki.rules.view import SeatLine, SeatView, ViewPhase
from kalooki.seat import TableStatus
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.clock import THOUSAND, span
from kalooki_cli.messages.contracts import briefly, contract_words, lacking
from kalooki_cli.messages.talk import Talk, cards_left, listed, points
from kalooki_cli.progress import progress


def seconds(milliseconds: int) -> str:
    """How long there is, roughly; nothing where no time is set."""
    if not milliseconds:
        return ""
    return _(" You have about {count} seconds.").format(count=max(1, round(milliseconds / THOUSAND)))


def time_to_answer(status: TableStatus) -> list[str]:
    """How long there is where a limit runs: a hint, said once."""
    if status.limit == "turn":
        return []  # it is told by itself
    if status.overdue:
        return [_("The time to answer is over.")]
    if not status.limit_ms:
        return []
    return [_("You have about {time} to answer.").format(time=span(status.limit_ms))]


def top_card(view: SeatView) -> Card | None:
    """What lies on the discard pile."""
    return view.pile[-1] if view.pile else None


def own_line(view: SeatView) -> SeatLine:
    """What everybody knows of the reader."""
    return next(one for one in view.seats if one.seat == view.seat)


def may_call(view: SeatView, talk: Talk) -> list[str]:
    """Whether one wants the discard out of turn, and what that costs."""
    top, turn = top_card(view), view.turn
    assert top is not None, "something was discarded"
    assert turn is not None, "somebody is in turn"
    variant, me = view.variant, own_line(view)
    cost = _("c calls {card} and brings {more} from the stock with it (call {number} of {most}).")
    if variant.call_price:
        cost = _("c buys {card} for {price}, with {more} from the stock (buy {number} of {most}).")
    parts = {"more": cards_left(variant.call_penalty_cards), "number": me.calls + 1, "most": variant.max_calls}
    lines = [cost.format(card=talk.look.card(top), price=talk.money(variant.call_price), **parts)]
    if me.calls >= variant.max_calls:
        lines.append(_("You have no calls left: it can be challenged."))
    lines.append(_("p lets it pass."))
    refuses = not next(one.has_laid for one in view.seats if one.seat == turn) and not view.has_drawn
    if refuses:
        lines.append(_("{name} is in turn and may take it instead.").format(name=talk.other(turn)))
    return [" ".join(lines) + seconds(variant.call_window_ms), *contract_lines(view, talk, top)]


def still_open(view: SeatView, talk: Talk, *, take: bool) -> list[str]:
    """The player in turn, while the others may still call."""
    assert isinstance(view.window, Calling), "calls are open"
    top = top_card(view)
    assert top is not None, "something was discarded"
    card = talk.look.card(top)
    lines = [_("Your turn, but {names} may still call {card}.")]
    if take:
        lines.append(_("t takes it now."))
    lines.append(_("d draws from the stock when all have answered, and lets a caller have it."))
    names = listed([talk.other(seat) for seat in view.window.waiting]) if view.window.waiting else _("the others")
    return [" ".join(lines).format(names=names, card=card)]


def callers(view: SeatView, talk: Talk) -> list[str]:
    """Calls wait for the answer of the player in turn."""
    assert isinstance(view.window, Calling), "calls are open"
    top = top_card(view)
    assert top is not None, "something was discarded"
    card, names = talk.look.card(top), [talk.other(seat) for seat in view.window.callers]
    judged = view.variant.call_priority == "judge" and len(names) > 1
    verb = _("calls") if len(names) == 1 else _("call")
    lines = [_("{names} {verb} {card}.").format(names=listed(names), verb=verb, card=card)]
    if judged:
        lines.append(_("a and a name gives it to whoever you say was first (a {name}).").format(name=names[0]))
    else:
        lines.append(_("a allows the call, and then you draw from the stock; d does both."))
    if view.laid_before:
        lines.append(_("You have laid, so you cannot refuse."))
    else:
        lines.append(_("f refuses: you take {card} yourself.").format(card=card))
    return [" ".join(lines)]


def offered_cut(view: SeatView, talk: Talk) -> list[str]:
    """The cut of who sits left of the dealer."""
    text = _(
        "You may cut before anybody looks at the cards: k shows the bottom card. If it is a joker, it is yours, and"
        " each of the others pays you {price}. p leaves it."
    )
    return [text.format(price=talk.money(view.variant.show_price))]


def pays_to_show(view: SeatView, talk: Talk) -> list[str]:
    """Dealt cards that are paid for."""
    jokers = [shown.card for shown in view.hand if isinstance(shown.card, Joker)]
    what = _("show") if len(jokers) >= JOKERS else _("show 2D 2D and so on, four pairs")
    text = _("Before the first draw you may show what you were dealt: each of the others pays you {price} ({what}).")
    return [text.format(price=talk.money(view.variant.show_price), what=what)]


def after_blitz(view: SeatView, talk: Talk) -> list[str]:
    """What is left to do when another has laid everything."""
    assert view.blitz is not None, "somebody has blitzed"
    text = _("{name} has laid everything. Lay what sets and runs you hold, all at once; the rest counts. p lays none.")
    return [text.format(name=talk.other(view.blitz))]


def may_doubt(view: SeatView, talk: Talk) -> list[str]:
    """A first lay may be challenged before the turn ends."""
    assert view.turn is not None, "somebody is in turn"
    name = talk.other(view.turn)
    text = _(
        "{name} has made a first lay. The contract is {contract}. If it is not that, challenge it: ! {name} lay."
        " If you are wrong you get {points}. p lets it stand."
    )
    words = contract_words(view.variant, view.number)
    filled = text.format(name=name, contract=words, points=points(view.variant.penalty_points))
    return [filled + seconds(view.variant.challenge_window_ms)]


def may_rearrange(view: SeatView, talk: Talk) -> list[str]:
    """A false lay is back in the hand."""
    text = _(
        "Your lay was not the contract, {contract}. Lay your cards as the contract now, or r keeps them in your"
        " hand for {points}; then you discard."
    )
    words = contract_words(view.variant, view.number)
    return [text.format(contract=words, points=points(view.variant.penalty_points)), *contract_lines(view, talk)]


def may_cut(view: SeatView) -> list[str]:
    """The dealer may cut before the first draw."""
    right = wanted(view.variant, len(view.order), view.number)
    text = _(
        "You dealt: before the first draw you may cut for a bonus. k {right} aims at {right} cards; chance adds up to"
        " 10, or takes them away. To lift exactly {right} brings -50 points. You need not cut."
    )
    return [text.format(right=right)]


def contract_lines(view: SeatView, talk: Talk, offered: Card | None = None) -> list[str]:
    """What is missing for the contract of the deal, until it is laid; and what would be with the card on offer."""
    contract = contract_of(view.variant, view.number)
    if contract is None or own_line(view).has_laid:
        return []
    text = _("Contract {words}.").format(words=briefly(view.variant, contract))
    found = progress(view)
    if found is None:
        return [text]
    return [f"{text} {lacking(found, talk.look)}{_with(view, talk, offered, found.missing)}"]


def _with(view: SeatView, talk: Talk, offered: Card | None, missing: int) -> str:
    """What would be missing with the card on offer, if it helps."""
    better = None if offered is None else progress(view, (offered,))
    if offered is None or better is None or better.missing >= missing:
        return ""
    text = _(" With {card} it would be {count}.") if better.missing else _(" With {card} nothing would be missing.")
    return text.format(card=talk.look.card(offered), count=better.missing)


def awaited(view: SeatView, talk: Talk) -> str:  # noqa: PLR0911 - one line per kind
    """Whom an open window waits for; nothing where none is open."""
    names = [talk.name(seat) for seat in view.awaited]
    if not names:
        return ""
    who = listed(names)
    match view.phase:
        case ViewPhase.CALL | ViewPhase.BUY if isinstance(view.window, Calling) and view.window.waiting:
            return _("The discard may be called; waiting for {who}.").format(who=who)
        case ViewPhase.CUT:
            return _("{who} may cut.").format(who=who)
        case ViewPhase.BLITZ:
            return _("After the blitz {who} may lay.").format(who=who)
        case ViewPhase.CALL | ViewPhase.BUY:
            return _("The call waits for {who}.").format(who=who)
        case ViewPhase.CHALLENGE if view.rearranging:
            return _("The lay was false; waiting for {who}.").format(who=who)
        case ViewPhase.CHALLENGE:
            return _("The lay may be challenged; waiting for {who}.").format(who=who)
        case _:
            return ""
