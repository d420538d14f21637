"""How a turn begins: a card from the stock or from the pile, and the duty that may come with it."""

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Shown
from kalooki.rules.changing import replace
from kalooki.rules.deal import Deal, Duty, InTurn, Turn, phase_word
from kalooki.rules.errors import (
    AlreadyDrawnError,
    AlreadyReturnedError,
    DiscardIsDeadError,
    DiscardWasCalledError,
    MustDrawFirstError,
    NothingToReturnError,
    NotNowError,
    NotYourTurnError,
    PileIsEmptyError,
    PileIsLockedAfterLayError,
    PileIsLockedError,
)
from kalooki.rules.events import Returned, Took
from kalooki.rules.stock import Outcome, hands_with, run_out, top_of_stock
from kalooki.rules.variant import Variant


def check_turn(deal: Deal, seat: SeatNumber) -> None:
    """Say whether the seat is in turn.

    Raises:
        NotNowError: The deal waits for something that is no player's choice.
        NotYourTurnError: It is another seat's turn.
    """
    if not isinstance(deal.phase, InTurn):
        raise NotNowError(phase_word(deal))
    if seat != deal.turn.seat:
        raise NotYourTurnError(deal.turn.seat)


def check_draw(deal: Deal, seat: SeatNumber) -> None:
    """Say whether the seat may draw from the stock.

    Raises:
        IllegalActionError: Not in turn, or it has drawn.
    """
    check_turn(deal, seat)
    if deal.turn.has_drawn:
        raise AlreadyDrawnError


def check_drawn(deal: Deal, seat: SeatNumber) -> None:
    """Say whether the seat is in turn and has drawn.

    Raises:
        IllegalActionError: Not in turn, or it must draw first.
    """
    check_turn(deal, seat)
    if not deal.turn.has_drawn:
        raise MustDrawFirstError


def draw(deal: Deal) -> Outcome:
    """Take the top of the stock; if there is none, the pile becomes it first, or the deal is void."""
    if not deal.stock:
        return run_out(deal, then_draw=True)
    return top_of_stock(deal)


def take(deal: Deal) -> Outcome:
    """Take the top of the pile, with the duty that comes with it."""
    duty = duty_of_take(deal)
    seat, top = deal.turn.seat, deal.pile[-1]
    took = Took(seat, top.card, must_use=duty is not None)
    after = replace(
        deal,
        hands=hands_with(deal, seat, (*deal.hands[seat], top.slot)),
        pile=deal.pile[:-1],
        faces={**deal.faces, top.slot: top.card},
        turn=replace(deal.turn, has_drawn=True, taken=top, duty=duty),
        history=(*deal.history, took),
    )
    return after, (took,)


def duty_of_take(deal: Deal) -> Duty | None:
    """What a discard that is taken now must be used for.

    Raises:
        IllegalActionError: It may not be taken at all, and why.
    """
    return duty_of_taken(deal.variant, deal.turn, len(deal.seats), top=bool(deal.pile), dead=deal.dead)


def duty_of_taken(variant: Variant, turn: Turn, players: int, *, top: bool, dead: bool) -> Duty | None:
    """The same, from all that it hangs on: the turn, and whether a discard lies there, and is dead.

    Raises:
        IllegalActionError: It may not be taken at all, and why.
    """
    if not top:
        raise PileIsEmptyError
    if turn.returned:
        raise AlreadyReturnedError
    if turn.stock_only:
        raise DiscardWasCalledError
    if dead:
        raise DiscardIsDeadError
    return _duty_after_lay(variant) if turn.laid_before else _duty_before_lay(variant, turn, players)


def _duty_after_lay(variant: Variant) -> Duty | None:
    if variant.pile_after_lay == "locked":
        raise PileIsLockedAfterLayError
    return None if variant.discard_must_be_used == "no" else variant.discard_must_be_used


def _duty_before_lay(variant: Variant, turn: Turn, players: int) -> Duty | None:
    if variant.pile_before_lay == "open" or turn.number < _free_turns(variant, players):
        return None
    match variant.pre_meld_discard:
        case "use_in_meld":
            return "initial_meld"
        case "meld_this_turn":
            return "any_initial_meld"
        case "never":
            raise PileIsLockedError


def _free_turns(variant: Variant, players: int) -> int:
    """In how many turns of the deal the pile is open to everybody."""
    match variant.first_turn:
        case "first_player":
            return 1
        case "first_round":
            return players
        case "none":
            return 0


def taken_under_duty(deal: Deal, seat: SeatNumber) -> Shown:
    """The card that may be given back.

    Raises:
        NothingToReturnError: None was taken under a duty, or it has been used.
    """
    check_turn(deal, seat)
    if deal.turn.duty is None or deal.turn.taken is None:
        raise NothingToReturnError
    return deal.turn.taken


def give_back(deal: Deal) -> Outcome:
    """Put the card that was taken under a duty back on the pile."""
    seat = deal.turn.seat
    taken = taken_under_duty(deal, seat)
    returned = Returned(seat, taken.card)
    after = replace(
        deal,
        hands=hands_with(deal, seat, deal.hands[seat][:-1]),
        pile=(*deal.pile, taken),
        faces={slot: face for slot, face in deal.faces.items() if slot != taken.slot},
        turn=replace(deal.turn, has_drawn=False, taken=None, duty=None, returned=True),
        history=(*deal.history, returned),
    )
    return after, (returned,)
