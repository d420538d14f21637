"""What one may do in one's turn, what it costs, and whom the game waits for otherwise."""

from kalooki.cards import Joker
from kalooki.rules.actions import Action, Allow, BuyIn, Call, Cut, Discard, Draw, End, Lay, Pass, Refuse, Return, Take
from kalooki.rules.view import SeatView, ViewPhase
from kalooki_cli.language import gettext as _
from kalooki_cli.messages import windows
from kalooki_cli.messages.errors import LONGEST, told
from kalooki_cli.messages.talk import Talk, points
from kalooki_cli.text import inert


def reason(why: str) -> str:
    """What a bot says of its move, in the person's language where its sentence is one of ours."""
    return inert(told(why), LONGEST) if why else ""


def why(advice: Action, view: SeatView, worth: int) -> str:  # noqa: C901, PLR0911, PLR0912 - one line per kind
    """The reason for an advice in a few words; `worth` are the points of new melds in it."""
    me = next(one for one in view.seats if one.seat == view.seat)
    match advice:
        case Draw():
            return _("A new card from the stock: the discard pile offers nothing better.")
        case Take():
            return _("The top discard can be used.")
        case Return():
            return _("The card that was taken cannot be used.")
        case Lay() if not me.has_laid and view.variant.contracts:
            return _("It is the contract.")
        case Lay() if not me.has_laid:
            return _("It makes your first lay, worth {points}.").format(points=points(worth))
        case Lay():
            return _("What lies on the table no longer counts against you.")
        case Discard() if len(view.hand) == 1:
            return _("It is your last card: you go out.")
        case Discard(shown=shown):
            cost = points(view.variant.hand_value(shown.card))
            return _("It ends the turn and takes {points} out of your hand.").format(points=cost)
        case BuyIn():
            return _("You stay in the game.")
        case Call():
            return _("The discard is worth more than the card that comes with it costs.")
        case Pass() if view.phase is ViewPhase.CHALLENGE:
            return _("There is nothing to challenge.")
        case Pass():
            return _("The discard is not worth the card that comes with it.")
        case Allow():
            return _("A new card from the stock is better than the discard.")
        case Refuse():
            return _("You can use the discard yourself.")
        case End():
            return _("You hold nothing that you could discard.")
        case Cut():
            return _("It costs nothing, and may bring the bonus.")
        case _:
            return _("It is what a bot would do.")


def may_draw(view: SeatView, talk: Talk, *, take: bool) -> list[str]:
    """What a turn may begin with."""
    lines = [_("Your turn. d draws from the stock.")]
    top = talk.look.card(view.pile[-1]) if view.pile else ""
    if take:
        lines.append(_taking(view).format(card=top, need=view.variant.initial_min))
    elif top and view.dead:
        lines.append(_("{card} could have been played, so nobody may take it.").format(card=top))
    elif view.stock_only:
        lines.append(_("The discard went to a caller, so the pile is closed to you this turn."))
    elif top and view.laid_before:
        lines.append(_("You have laid, so the discard pile is closed to you."))
    elif top:
        lines.append(_("The discard pile is locked for you until your first lay."))
    return [" ".join(lines), *windows.contract_lines(view, talk, windows.top_card(view) if take else None)]


def _taking(view: SeatView) -> str:
    """On what terms the top discard may be taken."""
    me = windows.own_line(view)
    if view.variant.pile_before_lay == "open" or me.has_laid or view.turn_number == 0:
        return _("t takes {card}; you may keep it.")
    return _("t takes {card}, but only into your first lay this turn ({need} points); else r gives it back.")


def may_play(view: SeatView, talk: Talk, fits: tuple[str, ...] = ()) -> list[str]:
    """What the rest of a turn may be, and what it costs; `fits` are cards with melds onto which they go."""
    me = windows.own_line(view)
    lines = []
    if view.duty and view.taken:
        text = _("You took {card}: it must go into your next lay, or r gives it back.")
        lines.append(text.format(card=talk.look.card(view.taken)))
    under_duty = bool(lines)
    lines.append(_may_lay(view, has_laid=me.has_laid))
    if me.barred:
        lines.append(_("You did not announce your cards: you may not go out this turn."))
    lines.append(_("Only then can you discard (x).") if under_duty else _ending(view))
    found = [_("What fits now: {moves}.").format(moves="; ".join(fits))] if fits else []
    return [" ".join(lines), *found, *windows.contract_lines(view, talk)]


def _may_lay(view: SeatView, *, has_laid: bool) -> str:  # noqa: PLR0911 - one line per case
    variant = view.variant
    if view.seat in view.no_lay:
        return _("You called too often: you may lay only after all others have.")
    if view.returned and variant.contracts:
        return _("Your false lay is back in your hand: you have only to discard.")
    if variant.contracts and not has_laid:
        return _("l lays the contract, all of it at once.")
    if variant.contracts and not view.laid_before and variant.joker_exchange == "release":
        return _("You have laid the contract; further melds come in your next turn.")
    if not has_laid:
        text = _("l lays: the first lay needs {need} in new melds at once.")
        return text.format(need=points(variant.initial_min))
    if variant.joker_exchange == "move_up":
        text = _("l lays cards off (l 5S on m2) or moves a joker up (l 6H for JK in m3 up).")
        return _("l lays new melds, lays cards off (l 5S on m2) or moves a joker up.") if variant.extra_melds else text
    return _("l lays new melds, lays off (l 5S on m2) or takes a joker's place (l 6H for JK in m3).")


def _ending(view: SeatView) -> str:
    """How the turn ends."""
    if view.variant.joker_discard == "allowed":
        return _("x discards and ends the turn.")
    if all(isinstance(shown.card, Joker) for shown in view.hand):
        if view.variant.joker_discard == "never" or len(view.hand) == 1:
            return _("You hold only jokers: lay them off on melds of your own, or e ends the turn.")
        return _("You hold only jokers: x discards one, for a penalty of 50 points.")
    if view.variant.joker_discard == "never":
        return _("x discards and ends the turn; no joker.")
    return _("x discards and ends the turn; a joker costs 50 points.")


def may_buy(view: SeatView, talk: Talk) -> list[str]:
    """What a buy-in costs and gives."""
    if view.decision is None:
        return []
    price, score = talk.money(view.decision.price), points(view.decision.score)
    return [
        _(
            "You are over the limit. b buys you back in: it costs {price} to the pool, and you go on with {score}."
        ).format(price=price, score=score),
        _("n declines: you are out of the game, and it cannot be taken back."),
    ]


def waiting_for(view: SeatView, talk: Talk) -> str:
    """Whom or what the game waits for."""
    if open_to := windows.awaited(view, talk):
        return open_to
    if view.turn is not None and view.turn != view.seat:
        return _("{name} is to play.").format(name=talk.other(view.turn))
    match view.phase:
        case ViewPhase.RESHUFFLE:
            return _("The new stock is being shuffled by all.")
        case ViewPhase.SHOW:
            return _("The hands are being opened.")
        case _:
            return _("A moment: the computers are at work.")
