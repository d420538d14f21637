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
from kalooki.rules.laying import Bench, hold_to_public_face, judge_lay, put_down
from kalooki.rules.variant import Variant

Outcome = tuple[Deal, tuple[Event, ...]]


def check(deal: Deal, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    match action:
        case Draw():
            _check_draw(deal, seat)
        case Take():
            _check_draw(deal, seat)
            _duty(deal)
        case Return():
            _taken(deal, seat)
        case Lay():
            _check_drawn(deal, seat)
            judge_lay(deal, seat, action)
        case Discard():
            _check_discard(deal, seat, action)
        case BuyIn() | Decline():
            raise NotNowError(phase_word(deal))
        case End() | Call() | Pass() | Allow() | Refuse() | Challenge() | ShowJokers() | PickSeat() | Cut():
            raise NotInThisVariantError(type(action).__name__)


def apply(deal: Deal, seat: SeatNumber, action: Action) -> Outcome:
    """What the action makes of the deal, and what came of it. Checks first.

    Raises:
        IllegalActionError: The action is not legal now, and why.
    """
    if isinstance(action, Lay):  # judged once: the judgement is what is laid down
        _check_drawn(deal, seat)
        return _lay(judge_lay(deal, seat, action))
    check(deal, seat, action)
    assert isinstance(action, Draw | Take | Return | Discard)
    match action:
        case Draw():
            return _draw(deal)
        case Take():
            return _take(deal)
        case Return():
            return _return(deal)
        case Discard():
            return _discard(deal, action)


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


def _check_turn(deal: Deal, seat: SeatNumber) -> None:
    if not isinstance(deal.phase, InTurn):
        raise NotNowError(phase_word(deal))
    if seat != deal.turn.seat:
        raise NotYourTurnError(deal.turn.seat)


def _check_draw(deal: Deal, seat: SeatNumber) -> None:
    _check_turn(deal, seat)
    if deal.turn.has_drawn:
        raise AlreadyDrawnError


def _check_drawn(deal: Deal, seat: SeatNumber) -> None:
    _check_turn(deal, seat)
    if not deal.turn.has_drawn:
        raise MustDrawFirstError


def _with_hand(deal: Deal, seat: SeatNumber, hand: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


# --- the draw ---------------------------------------------------------------------------------------------------------


def _draw(deal: Deal) -> Outcome:
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
        IllegalActionError: It may not be taken at all, and why.
    """
    variant, turn = deal.variant, deal.turn
    if not deal.pile:
        raise PileIsEmptyError
    if turn.returned:
        raise AlreadyReturnedError
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


def _taken(deal: Deal, seat: SeatNumber) -> Shown:
    """The card that may be given back.

    Raises:
        NothingToReturnError: None was taken under a duty, or it has been used.
    """
    _check_turn(deal, seat)
    if deal.turn.duty is None or deal.turn.taken is None:
        raise NothingToReturnError
    return deal.turn.taken


def _return(deal: Deal) -> Outcome:
    seat = deal.turn.seat
    taken = _taken(deal, seat)
    returned = Returned(seat, taken.card)
    after = replace(
        deal,
        hands=_with_hand(deal, seat, deal.hands[seat][:-1]),
        pile=(*deal.pile, taken),
        faces={slot: face for slot, face in deal.faces.items() if slot != taken.slot},
        turn=replace(deal.turn, has_drawn=False, taken=None, duty=None, returned=True),
        history=(*deal.history, returned),
    )
    return after, (returned,)


# --- laying and discarding --------------------------------------------------------------------------------------------


def _lay(bench: Bench) -> Outcome:
    after, events = put_down(bench)
    if after.hands[bench.seat]:
        return after, events
    gone, more = _go_out(after)
    return gone, events + more


def _check_discard(deal: Deal, seat: SeatNumber, action: Discard) -> None:
    _check_drawn(deal, seat)
    turn, shown = deal.turn, action.shown
    hold_to_public_face(deal, seat, shown.slot, shown.card)
    if turn.duty is not None and turn.taken is not None:
        raise MustUseTakenCardError(turn.taken.card, turn.duty)
    if deal.variant.no_immediate_rediscard and turn.taken is not None and turn.taken.slot == shown.slot:
        raise JustTakenError(shown.card)
    if len(deal.hands[seat]) == 1 and seat in deal.barred:
        raise BarredFromGoingOutError


def _discard(deal: Deal, action: Discard) -> Outcome:
    seat, shown, said = deal.turn.seat, action.shown, action.count
    hand = tuple(slot for slot in deal.hands[seat] if slot != shown.slot)
    discarded = Discarded(seat, shown.card, len(hand), said)
    failed = len(hand) > 0 and count_is_due(deal.variant, len(hand)) and said != len(hand)
    others = tuple((who, count) for who, count in deal.announced if who != seat)
    following = deal.seats[(deal.seats.index(seat) + 1) % len(deal.seats)]
    after = replace(
        deal,
        hands=_with_hand(deal, seat, hand),
        pile=(*deal.pile, shown),
        faces=deal.faces
        if shown.slot not in deal.faces
        else {slot: face for slot, face in deal.faces.items() if slot != shown.slot},
        history=(*deal.history, discarded),
        barred=deal.barred | {seat} if failed else deal.barred - {seat},
        announced=others if said is None else tuple(sorted((*others, (seat, said)))),
        turn=Turn(following, deal.turn.number + 1, laid_before=following in deal.laid) if hand else deal.turn,
    )
    if not hand:
        ended, more = _go_out(after)
    else:
        ended, more = _between_turns(after)
    return ended, (discarded, FailedToAnnounce(seat, len(hand)), *more) if failed else (discarded, *more)


def _between_turns(deal: Deal) -> Outcome:
    """The turn has passed on: the deal may end for its length, or the stock may have run out."""
    if 0 < deal.variant.turn_cap <= deal.turn.number:
        return _void(deal, "turn_cap")
    if deal.stock or deal.variant.exhaust == "lazy":
        return deal, ()
    return _run_out(deal, then_draw=False)


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


def _go_out(deal: Deal) -> Outcome:
    how = "call-up" if deal.turn.laid_before else "kalooki"
    return replace(deal, phase=Showing(deal.turn.seat, how)), (WentOut(deal.turn.seat, how),)


# --- the stock --------------------------------------------------------------------------------------------------------


def _run_out(deal: Deal, *, then_draw: bool) -> Outcome:
    """No stock is left: the discard pile becomes it, or the deal does not count."""
    if not _may_reshuffle(deal):
        return _void(deal, "stock_ran_out")
    if len(deal.pile) <= 1:
        return _void(deal, "nothing_to_reshuffle")
    return replace(deal, phase=Reshuffling(then_draw)), (StockRanOut(len(deal.pile) - 1),)


def _may_reshuffle(deal: Deal) -> bool:
    match deal.variant.stock_exhaust:
        case "reshuffle_once":
            return deal.reshuffles == 0
        case "no_reshuffle":
            return False
        case "unlimited":
            return True


def _void(deal: Deal, reason: str) -> Outcome:
    return replace(deal, phase=Voided(reason)), (DealVoided(deal.number, deal.attempt, reason),)


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


def closed_hands(deal: Deal, showing: Showing) -> dict[SeatNumber, tuple[Slot, ...]]:
    """The hands that are still to be opened after somebody went out."""
    opened = {seat for seat, _ in showing.opened}
    return {seat: deal.hands[seat] for seat in deal.seats if deal.hands[seat] and seat not in opened}


def open_hand(deal: Deal, seat: SeatNumber, shown: tuple[Shown, ...]) -> Outcome:
    """A loser's whole hand is open.

    Raises:
        NotNowError: Nobody has gone out, or this hand is open already.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody knows one of the cards to be another.
    """
    if not isinstance(deal.phase, Showing) or seat not in closed_hands(deal, deal.phase):
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
