"""Lays and draws as the greedy bot does, and keeps the cards that may still become melds, or a contract in time."""

from random import Random

from kalooki.bot import Advice, Bot, Reason, announced, checked, safe_action, volunteered
from kalooki.bots import greedy
from kalooki.rules.actions import Action, Call, Discard, Draw, Refuse, Take
from kalooki.rules.legal import deal_of, is_legal
from kalooki.rules.view import SeatView
from kalooki.sim.connections import least_useful
from kalooki.sim.contract_seen import SeatOutlook, outlook, throws_away
from kalooki.sim.exact_seen import discard_of, is_exact, takes_for_melds
from kalooki.sim.lean import is_weighed
from kalooki.sim.seen import lean_of
from kalooki.solver.words import CardType, type_of


def choose(view: SeatView, _rng: Random) -> Action:
    """The move that it believes in; the rules have the last word."""
    return checked(view, propose(view))


def propose(view: SeatView) -> Action:
    """The greedy move; where that is a discard, the card instead without which the hand has the best prospects."""
    if is_exact(view):
        return exactly(view)
    seen = outlook(view, careful=False)
    if seen is not None:
        action = greedily(seen)
        card = seen.discard() if isinstance(action, Discard) and throws_away(view) else None
        return action if card is None else thrown(view, card)
    action = greedy.propose(view)
    if not isinstance(action, Discard):
        return action
    lean = is_weighed(view.variant) and len(view.hand) > 1
    return thrown(view, least_useful(lean_of(view))) if lean else action


def exactly(view: SeatView) -> Action:
    """Where all may be laid soon after the contract: what makes melds is taken and kept for that, too."""
    action = greedy.propose(view)
    match action:
        case Draw() if takes_for_melds(view) and may_take(view):
            return Take()
        case Discard() if throws_away(view) and (card := discard_of(view)) is not None:
            return thrown(view, card)
        case _:
            return action


def may_take(view: SeatView) -> bool:
    """Whether the seat may take the top discard now."""
    return view.seat is not None and is_legal(deal_of(view), view.seat, Take())


def greedily(seen: SeatOutlook) -> Action:
    """The greedy move before the first lay of a contract; any discard where one is all that is left to do.

    Which card is thrown away is chosen otherwise, so the greedy bot's choice, which takes it long, is not asked for.
    """
    if seen.can_only_discard() and volunteered(seen.view) is None:
        return safe_action(seen.view)
    return greedy.propose(seen.view)


def thrown(view: SeatView, card: CardType) -> Discard:
    """The discard of a face, with its count where one is due."""
    shown = next(one for one in reversed(view.hand) if type_of(one.card) == card)
    return announced(view, Discard(shown))


def advise(view: SeatView, rng: Random) -> Advice:
    """The same with its reason."""
    return reasoned(view, choose(view, rng))


def reasoned(view: SeatView, action: Action) -> Advice:
    """A move of this bot, or of one that only throws away otherwise, with its reason."""
    if isinstance(action, Take) and is_exact(view) and greedy.propose(view) != action:
        return Advice(action, Reason("With {card} more of the hand stands in melds.", card=view.pile[-1]))
    seen = outlook(view, careful=False)
    if seen is not None:
        return Advice(action, why(seen, action))
    if not isinstance(action, Discard) or not (is_weighed(view.variant) or is_exact(view)):
        return Advice(action, "")
    return Advice(
        action,
        Reason("Of the cards that stand in no meld, {card} has the least to come for it.", card=action.shown.card),
    )


def why(seen: SeatOutlook, action: Action) -> Reason | str:
    """The reason of a move before the first lay of a contract."""
    match action:
        case Discard() if throws_away(seen.view):
            missing, live = seen.missing(type_of(action.shown.card))
            return Reason(
                "Without {card} the contract lacks {missing} cards, and {live} of those to come bring it nearer.",
                card=action.shown.card,
                missing=missing,
                live=live,
            )
        case Take() | Refuse() | Call():
            return Reason("{card} brings the contract nearer.", card=seen.view.pile[-1])
        case _:
            return ""


BOT = Bot(
    key="connections",
    description="Plays as easy does, but keeps the cards that may still become melds.",
    choose=choose,
    level="medium",
    advise=advise,
)
