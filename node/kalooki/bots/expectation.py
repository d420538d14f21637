"""Plays as the connections bot does, and looks one draw ahead, over every card that may come, before it discards.

Where a contract is due it minds the others as well, and holds a lay back that is likely to go out at once next turn.
"""

from random import Random

from kalooki.bot import Advice, Bot, Reason, checked
from kalooki.bots import connections
from kalooki.rules.actions import Action, Allow, Call, Discard, Draw, Lay, Pass, Refuse, Take
from kalooki.rules.deal import Calling
from kalooki.rules.legal import deal_of, is_legal
from kalooki.rules.opening import contract_of
from kalooki.rules.view import SeatView
from kalooki.sim.contract_seen import SeatOutlook, outlook, throws_away
from kalooki.sim.exact_seen import buys_for_melds, is_exact
from kalooki.sim.lean import is_weighed
from kalooki.sim.lookahead import Outlook, outlooks
from kalooki.sim.seen import lean_of


def choose(view: SeatView, rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    seen = None if is_exact(view) else outlook(view, careful=True)
    return advise(view, rng).action if seen is None else checked(view, _before_the_lay(seen)[0])


def advise(view: SeatView, rng: Random) -> Advice:
    """The same with its reason."""
    if is_exact(view):
        return connections.reasoned(view, checked(view, _exactly(view)))
    seen = outlook(view, careful=True)
    if seen is not None:
        proposed, reason = _before_the_lay(seen)
        action = checked(view, proposed)
        return Advice(action, connections.why(seen, action) if reason is None or action != proposed else reason)
    action = connections.propose(view)
    found = looked_ahead(view, action)
    if not found:
        return connections.advise(view, rng)
    best = found[0]
    return Advice(checked(view, connections.thrown(view, best.card)), _why(found))


def _exactly(view: SeatView) -> Action:
    """As the connections bot does, but that it also buys what makes many points more in melds."""
    action = connections.exactly(view)
    return Call() if isinstance(action, Pass) and _may_buy(view) and buys_for_melds(view) else action


def _may_buy(view: SeatView) -> bool:
    return view.seat is not None and is_legal(deal_of(view), view.seat, Call())


def _before_the_lay(seen: SeatOutlook) -> tuple[Action, Reason | None]:
    """The move where a contract is due, and its reason where it is not that of the connections bot."""
    view = seen.view
    if may_call(view):
        return (Call() if seen.calls() else Pass()), None
    action = connections.greedily(seen)
    match action:
        case Lay() if throws_away(view) and (held := seen.waiting()) is not None:
            chance, card = held
            return connections.thrown(view, card), Reason(
                "It could be laid; but at {chance} % all goes out at once next turn, which costs the others twice.",
                chance=str(round(100 * chance)),
            )
        case Discard() if throws_away(view) and (kind := seen.discard()) is not None:
            return connections.thrown(view, kind), None
        case Draw() | Allow() if seen.takes_to_go_out() and (taking := _taking(view)) is not None:
            return taking, Reason("With {card} all goes out at once.", card=view.pile[-1])
        case _:
            return action, None


def may_call(view: SeatView) -> bool:
    """Whether the seat may call the top discard for a contract that may be laid with more than it asks for."""
    contract = contract_of(view.variant, view.number)
    if contract is None or contract.exactly or view.turn == view.seat or not isinstance(view.window, Calling):
        return False
    assert view.seat is not None, "a spectator calls nothing"
    return is_legal(deal_of(view), view.seat, Call())


def _taking(view: SeatView) -> Action | None:
    """How the top discard is had, from a caller too; None where it is not."""
    assert view.seat is not None, "a spectator takes nothing"
    action = Refuse() if isinstance(view.window, Calling) and view.window.callers else Take()
    return action if is_legal(deal_of(view), view.seat, action) else None


def _why(found: list[Outlook]) -> Reason:
    promised = f"{found[0].expected:+.1f}"
    if not found[1:]:
        return Reason("Over all cards that may come, it promises {points} points.", points=promised)
    more = f"{found[0].expected - found[1].expected:.1f}"
    return Reason(
        "Over all cards that may come, it promises {points} points, {more} more than the next best discard.",
        points=promised,
        more=more,
    )


def looked_ahead(view: SeatView, action: Action) -> list[Outlook]:
    """The discards by what they promise; none where something else is to be done, or the hand has but one card."""
    if not isinstance(action, Discard) or not is_weighed(view.variant) or len(view.hand) < 2:  # noqa: PLR2004 - a choice
        return []
    return outlooks(lean_of(view))


BOT = Bot(
    key="expectation",
    description="Looks one draw ahead before it throws a card away.",
    choose=choose,
    level="hard",
    advise=advise,
)
