"""check and apply for one deal: the only place where a rule of play says no."""

from dataclasses import replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import (
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Lay,
    Pass,
    PickSeat,
    Refuse,
    Return,
    ShowJokers,
    Shown,
    Take,
)
from kalooki.rules.deal import Counted, Deal, Duty, InTurn, Reshuffling, Showing, Turn, TurningUp, Voided
from kalooki.rules.errors import (
    AlreadyDrawnError,
    AlreadyReturnedError,
    BarredFromGoingOutError,
    JustTakenError,
    MustDrawFirstError,
    MustUseTakenCardError,
    NothingToReturnError,
    NotInThisVariantError,
    NotNowError,
    NotTheWholeHandError,
    NotYourTurnError,
    PileIsEmptyError,
    PileIsLockedError,
    WrongSlotsError,
)
from kalooki.rules.events import (
    DealVoided,
    Discarded,
    Drew,
    Event,
    FailedToAnnounce,
    HandOpened,
    Returned,
    StockRanOut,
    StockReshuffled,
    Took,
    TurnedUp,
    WentOut,
)
from kalooki.rules.laying import hold_to_public_face, lay
from kalooki.rules.variant import Variant

Outcome = tuple[Deal, tuple[Event, ...]]


def check(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    apply(deal, seat, action)


def apply(deal: Deal, seat: SeatNumber, action: Action) -> Outcome:
    """What the action makes of the deal, and what came of it.

    Raises:
        IllegalActionError: The action is not legal now, and why.
    """
    match action:
        case Draw():
            return _draw(_in_turn(deal, seat))
        case Take():
            return _take(_in_turn(deal, seat))
        case Return():
            return _return(_in_turn(deal, seat))
        case Lay():
            return _lay(_drawn(deal, seat), action)
        case Discard():
            return _discard(_drawn(deal, seat), action)
        case BuyIn() | Decline():
            raise NotNowError(phase_word(deal))
        case End() | Call() | Pass() | Allow() | Refuse() | Challenge() | ShowJokers() | PickSeat() | Cut():
            raise NotInThisVariantError(type(action).__name__)


def phase_word(deal: Deal) -> str:
    """What the deal waits for, in one word."""
    match deal.phase:
        case TurningUp():
            return "upcard"
        case InTurn():
            return "play" if deal.turn.has_drawn else "draw"
        case Reshuffling():
            return "reshuffle"
        case Showing():
            return "show"
        case Counted() | Voided():
            return "deal"


def _in_turn(deal: Deal, seat: SeatNumber) -> Deal:
    if not isinstance(deal.phase, InTurn):
        raise NotNowError(phase_word(deal))
    if seat != deal.turn.seat:
        raise NotYourTurnError(deal.turn.seat)
    return deal


def _drawn(deal: Deal, seat: SeatNumber) -> Deal:
    if not _in_turn(deal, seat).turn.has_drawn:
        raise MustDrawFirstError
    return deal


def _with_hand(deal: Deal, seat: SeatNumber, hand: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


# --- the draw ---------------------------------------------------------------------------------------------------------


def _draw(deal: Deal) -> Outcome:
    if deal.turn.has_drawn:
        raise AlreadyDrawnError
    if not deal.stock:
        return _run_out(deal, then_draw=True)
    return _top_of_stock(deal)


def _top_of_stock(deal: Deal) -> Outcome:
    seat = deal.turn.seat
    after = replace(
        deal,
        hands=_with_hand(deal, seat, (*deal.hands[seat], deal.stock[0])),
        stock=deal.stock[1:],
        turn=replace(deal.turn, has_drawn=True),
    )
    return after, (Drew(seat, len(after.stock)),)


def _take(deal: Deal) -> Outcome:
    if deal.turn.has_drawn:
        raise AlreadyDrawnError
    if not deal.pile:
        raise PileIsEmptyError
    if deal.turn.returned:
        raise AlreadyReturnedError
    duty = _duty(deal)
    seat, top = deal.turn.seat, deal.pile[-1]
    took = Took(seat, top.card, must_use=duty is not None)
    after = replace(
        deal,
        hands=_with_hand(deal, seat, (*deal.hands[seat], top.slot)),
        pile=deal.pile[:-1],
        faces={**deal.faces, top.slot: top.card},
        turn=replace(deal.turn, has_drawn=True, taken=top, duty=duty),
        history=(*deal.history, took),
    )
    return after, (took,)


def _duty(deal: Deal) -> Duty | None:
    """What a discard that is taken now must be used for.

    Raises:
        PileIsLockedError: It may not be taken at all.
    """
    variant, turn = deal.variant, deal.turn
    if turn.laid_before:
        return None if variant.discard_must_be_used == "no" else variant.discard_must_be_used
    if turn.number < _free_turns(variant, len(deal.seats)):
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


def _return(deal: Deal) -> Outcome:
    turn = deal.turn
    if turn.duty is None or turn.taken is None:
        raise NothingToReturnError
    seat, taken = turn.seat, turn.taken
    returned = Returned(seat, taken.card)
    after = replace(
        deal,
        hands=_with_hand(deal, seat, deal.hands[seat][:-1]),
        pile=(*deal.pile, taken),
        faces={slot: face for slot, face in deal.faces.items() if slot != taken.slot},
        turn=replace(turn, has_drawn=False, taken=None, duty=None, returned=True),
        history=(*deal.history, returned),
    )
    return after, (returned,)


# --- laying and discarding --------------------------------------------------------------------------------------------


def _lay(deal: Deal, action: Lay) -> Outcome:
    seat = deal.turn.seat
    after, events = lay(deal, seat, action)
    if after.hands[seat]:
        return after, events
    gone, more = _go_out(after)
    return gone, events + more


def _discard(deal: Deal, action: Discard) -> Outcome:
    turn, shown = deal.turn, action.shown
    hold_to_public_face(deal, turn.seat, shown.slot, shown.card)
    if turn.duty is not None and turn.taken is not None:
        raise MustUseTakenCardError(turn.taken.card, turn.duty)
    if deal.variant.no_immediate_rediscard and turn.taken is not None and turn.taken.slot == shown.slot:
        raise JustTakenError(shown.card)
    hand = tuple(slot for slot in deal.hands[turn.seat] if slot != shown.slot)
    if not hand and turn.seat in deal.barred:
        raise BarredFromGoingOutError
    discarded = Discarded(turn.seat, shown.card, len(hand), action.count)
    thrown = replace(
        deal,
        hands=_with_hand(deal, turn.seat, hand),
        pile=(*deal.pile, shown),
        faces={slot: face for slot, face in deal.faces.items() if slot != shown.slot}
        if shown.slot in deal.faces
        else deal.faces,
        history=(*deal.history, discarded),
    )
    if not hand:
        gone, more = _go_out(thrown)
        return gone, (discarded, *more)
    return _end_turn(thrown, discarded)


def count_is_due(variant: Variant, left: int) -> bool:
    """Whether a discard that leaves so many cards must announce them."""
    match variant.declare:
        case "off":
            return False
        case "last_card":
            return left == 1
        case "three_or_fewer":
            return left <= 3  # noqa: PLR2004 - the rule's own number
        case "always":
            return True


def _end_turn(deal: Deal, discarded: Discarded) -> Outcome:
    seat, said = discarded.seat, discarded.announced
    failed = count_is_due(deal.variant, discarded.left) and said != discarded.left
    events: tuple[Event, ...] = (discarded, FailedToAnnounce(seat, discarded.left)) if failed else (discarded,)
    others = tuple((who, count) for who, count in deal.announced if who != seat)
    after = replace(
        deal,
        barred=deal.barred | {seat} if failed else deal.barred - {seat},
        announced=others if said is None else tuple(sorted((*others, (seat, said)))),
    )
    number = deal.turn.number + 1
    if 0 < deal.variant.turn_cap <= number:
        return _void(after, "turn_cap", events)
    following = after.seats[(after.seats.index(seat) + 1) % len(after.seats)]
    after = replace(after, turn=Turn(following, number, laid_before=following in after.laid))
    if after.stock or after.variant.exhaust == "lazy":
        return after, events
    spent, more = _run_out(after, then_draw=False)
    return spent, events + more


def _go_out(deal: Deal) -> Outcome:
    how = "call-up" if deal.turn.laid_before else "kalooki"
    return replace(deal, phase=Showing(deal.turn.seat, how)), (WentOut(deal.turn.seat, how),)


# --- the stock --------------------------------------------------------------------------------------------------------


def _run_out(deal: Deal, *, then_draw: bool) -> Outcome:
    """No stock is left: the discard pile becomes it, or the deal does not count."""
    if not _may_reshuffle(deal):
        return _void(deal, "stock_ran_out", ())
    if len(deal.pile) <= 1:
        return _void(deal, "nothing_to_reshuffle", ())
    return replace(deal, phase=Reshuffling(then_draw)), (StockRanOut(len(deal.pile) - 1),)


def _may_reshuffle(deal: Deal) -> bool:
    match deal.variant.stock_exhaust:
        case "reshuffle_once":
            return deal.reshuffles == 0
        case "no_reshuffle":
            return False
        case "unlimited":
            return True


def _void(deal: Deal, reason: str, events: tuple[Event, ...]) -> Outcome:
    return replace(deal, phase=Voided(reason)), (*events, DealVoided(deal.number, deal.attempt, reason))


def restock(deal: Deal, slots: tuple[Slot, ...]) -> Outcome:
    """The shuffled pile is the stock; who was drawing gets its first card.

    Raises:
        NotNowError: Nothing is being shuffled.
        WrongSlotsError: Not one new slot for each card.
    """
    if not isinstance(deal.phase, Reshuffling):
        raise NotNowError(phase_word(deal))
    if len(set(slots)) != len(deal.pile) - 1 or len(slots) != len(set(slots)) or min(slots) < deal.next_slot:
        raise WrongSlotsError(len(deal.pile) - 1, len(slots))
    reshuffled = StockReshuffled(len(slots), deal.pile[-1].card)
    after = replace(
        deal,
        stock=slots,
        pile=deal.pile[-1:],
        reshuffles=deal.reshuffles + 1,
        next_slot=Slot(max(slots) + 1),
        history=(*deal.history, reshuffled),
        phase=InTurn(),
    )
    if not deal.phase.then_draw:
        return after, (reshuffled,)
    drawn, events = _top_of_stock(after)
    return drawn, (reshuffled, *events)


# --- the upcard and the losers' hands ---------------------------------------------------------------------------------


def turn_up(deal: Deal, card: Card) -> Outcome:
    """The upcard's face is open.

    Raises:
        NotNowError: No upcard is awaited.
    """
    if not isinstance(deal.phase, TurningUp):
        raise NotNowError(phase_word(deal))
    turned = TurnedUp(card, deal.turn.seat)
    return replace(deal, phase=InTurn(), pile=(Shown(deal.phase.slot, card),), history=(turned,)), (turned,)


def closed_hands(deal: Deal) -> dict[SeatNumber, tuple[Slot, ...]]:
    """The hands that are still to be opened after somebody went out."""
    if not isinstance(deal.phase, Showing):
        return {}
    opened = {seat for seat, _ in deal.phase.opened}
    return {seat: deal.hands[seat] for seat in deal.seats if deal.hands[seat] and seat not in opened}


def open_hand(deal: Deal, seat: SeatNumber, shown: tuple[Shown, ...]) -> Outcome:
    """A loser's whole hand is open.

    Raises:
        NotNowError: Nobody has gone out, or this hand is open already.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody knows one of the cards to be another.
    """
    if not isinstance(deal.phase, Showing) or seat not in closed_hands(deal):
        raise NotNowError(phase_word(deal))
    held = deal.hands[seat]
    if tuple(sorted(one.slot for one in shown)) != tuple(sorted(held)):
        raise NotTheWholeHandError(len(held), len(shown))
    for one in shown:
        hold_to_public_face(deal, seat, one.slot, one.card)
    cards = tuple(one.card for one in shown)
    points = sum(deal.variant.hand_value(card) for card in cards)
    opened = tuple(sorted((*deal.phase.opened, (seat, shown)), key=lambda pair: pair[0]))
    return replace(deal, phase=replace(deal.phase, opened=opened)), (HandOpened(seat, cards, points),)
