"""The game as one seat sees it, on its way from a node to its own client."""

from collections.abc import Sequence
from functools import lru_cache

from kalooki.cards import SeatNumber
from kalooki.codec.actions import meld_from_wire
from kalooki.codec.cards import (
    all_shown_from_wire,
    card_from_wire,
    card_to_wire,
    cards_from_wire,
    cards_to_wire,
    rank_from_wire,
    seat_from_wire,
    shown_to_wire,
    slot_from_wire,
    suit_from_wire,
    suit_to_wire,
)
from kalooki.codec.contract_events import cut_from_wire, cut_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.events import event_from_wire, event_to_wire
from kalooki.codec.faces import faces_from_wire, faces_to_wire, signed
from kalooki.codec.limits import MAX_CARDS, MAX_DEAL, MAX_EVENTS, MAX_MELDS, MAX_PLAYERS, MAX_RANK, MAX_SHOWN, MAX_TURN
from kalooki.codec.reading import key, listed, number, unknown
from kalooki.codec.variants import variant_from_wire, variant_to_wire
from kalooki.rules.deal import Calling, Duty, End, Holding
from kalooki.rules.events import (
    CallGranted,
    DealScored,
    DealVoided,
    Discarded,
    PileEvent,
    Returned,
    StockReshuffled,
    Took,
    TurnedUp,
)
from kalooki.rules.melds import Run, SeenMeld, Set
from kalooki.rules.view import Decision, SeatLine, SeatView, ViewPhase
from kalooki.wire.v1 import event_pb2
from kalooki.wire.v1 import view_pb2 as pb

_PHASES = {
    pb.VIEW_PHASE_DEAL: ViewPhase.DEAL,
    pb.VIEW_PHASE_UPCARD: ViewPhase.UPCARD,
    pb.VIEW_PHASE_DRAW: ViewPhase.DRAW,
    pb.VIEW_PHASE_PLAY: ViewPhase.PLAY,
    pb.VIEW_PHASE_RESHUFFLE: ViewPhase.RESHUFFLE,
    pb.VIEW_PHASE_SHOW: ViewPhase.SHOW,
    pb.VIEW_PHASE_BUY_IN: ViewPhase.BUY_IN,
    pb.VIEW_PHASE_OVER: ViewPhase.OVER,
    pb.VIEW_PHASE_CALL: ViewPhase.CALL,
    pb.VIEW_PHASE_BUY: ViewPhase.BUY,
    pb.VIEW_PHASE_CUT: ViewPhase.CUT,
    pb.VIEW_PHASE_CHALLENGE: ViewPhase.CHALLENGE,
    pb.VIEW_PHASE_BLITZ: ViewPhase.BLITZ,
}
_PHASES_TO_WIRE = {phase: code for code, phase in _PHASES.items()}

PAST_KEPT = 512
"""Events of a deal's history that are not written or read anew."""

_DUTIES: dict[pb.Duty.ValueType, Duty | None] = {
    pb.DUTY_UNSPECIFIED: None,
    pb.DUTY_INITIAL_MELD: "initial_meld",
    pb.DUTY_ANY_INITIAL_MELD: "any_initial_meld",
    pb.DUTY_NEW_MELD: "new_meld",
    pb.DUTY_MELD_OR_BUILD: "meld_or_build",
}
_DUTIES_TO_WIRE = {duty: code for code, duty in _DUTIES.items()}

_ENDS: dict[pb.RunEnd.ValueType, End] = {pb.RUN_END_LOW: "low", pb.RUN_END_HIGH: "high"}
_ENDS_TO_WIRE = {end: code for code, end in _ENDS.items()}


def view_to_wire(view: SeatView) -> pb.SeatView:
    """Write a view."""
    return pb.SeatView(
        seat=view.seat,
        variant=variant_to_wire(view.variant),
        number=view.number,
        attempt=view.attempt,
        dealer=view.dealer,
        seats=[_line_to_wire(line) for line in view.seats],
        order=view.order,
        phase=_PHASES_TO_WIRE[view.phase],
        turn=view.turn,
        turn_number=view.turn_number,
        hand=[shown_to_wire(shown) for shown in view.hand],
        unopened=view.unopened,
        table=[_meld_to_wire(meld) for meld in view.table],
        pile=cards_to_wire(view.pile),
        history=[_past_to_wire(event) for event in view.history],
        stock=view.stock,
        reshuffles=view.reshuffles,
        has_drawn=view.has_drawn,
        taken=None if view.taken is None else card_to_wire(view.taken),
        taken_slot=view.taken_slot,
        duty=_DUTIES_TO_WIRE[view.duty],
        returned=view.returned,
        laid_before=view.laid_before,
        built=[pb.Built(meld=meld, end=_ENDS_TO_WIRE[end]) for meld, end in view.built],
        decision=None if view.decision is None else _decision_to_wire(view.decision),
        pool=view.pool,
        last=None if view.last is None else event_to_wire(view.last),
        winners=view.winners,
        stock_only=view.stock_only,
        calling=_calling_to_wire(view.window) if isinstance(view.window, Calling) else None,
        holding=_holding_to_wire(view.window) if isinstance(view.window, Holding) else None,
        awaited=view.awaited,
        may_act=view.may_act,
        cut=None if view.cut is None else cut_to_wire(view.cut),
        challenged=view.challenged,
        rearranging=view.rearranging,
        no_lay=view.no_lay,
        dead=view.dead,
        blitz=view.blitz,
    )


def _calling_to_wire(window: Calling) -> pb.CallWindow:
    return pb.CallWindow(waiting=window.waiting, callers=window.callers, drawing=window.drawing)


def _holding_to_wire(window: Holding) -> pb.ChallengeWindow:
    return pb.ChallengeWindow(waiting=window.waiting, calls=window.calls)


@lru_cache(maxsize=PAST_KEPT)
def _past_to_wire(event: PileEvent) -> event_pb2.Event:
    """Write an event of the deal's history, which every view tells again from its beginning."""
    return event_to_wire(event)


def view_from_wire(message: pb.SeatView, where: str = "view") -> SeatView:
    """Read a view.

    Raises:
        MalformedError: A part is out of its limits, or of a kind that this version does not know.
    """
    if message.phase not in _PHASES:
        raise unknown(f"{where}.phase")
    if message.duty not in _DUTIES:
        raise unknown(f"{where}.duty")
    return SeatView(
        seat=seat_from_wire(message.seat, where) if message.HasField("seat") else None,
        variant=variant_from_wire(message.variant, f"{where}.variant"),
        number=number(message.number, f"{where}.number", MAX_DEAL),
        attempt=number(message.attempt, f"{where}.attempt", MAX_DEAL),
        dealer=seat_from_wire(message.dealer, f"{where}.dealer"),
        seats=tuple(_line_from_wire(line, f"{where}.seats") for line in listed(message.seats, where, MAX_PLAYERS)),
        order=_seats_from_wire(message.order, f"{where}.order"),
        phase=_PHASES[message.phase],
        turn=seat_from_wire(message.turn, f"{where}.turn") if message.HasField("turn") else None,
        turn_number=number(message.turn_number, f"{where}.turn_number", MAX_TURN),
        hand=all_shown_from_wire(message.hand, f"{where}.hand", MAX_CARDS),
        unopened=tuple(slot_from_wire(slot, where) for slot in listed(message.unopened, where, MAX_CARDS)),
        table=tuple(_meld_from_wire(meld, f"{where}.table") for meld in listed(message.table, where, MAX_MELDS)),
        pile=cards_from_wire(message.pile, f"{where}.pile", MAX_CARDS),
        history=tuple(
            _past_from_wire(event.SerializeToString(), f"{where}.history")
            for event in listed(message.history, where, MAX_EVENTS)
        ),
        stock=number(message.stock, f"{where}.stock", MAX_CARDS),
        reshuffles=number(message.reshuffles, f"{where}.reshuffles", MAX_TURN),
        has_drawn=message.has_drawn,
        taken=card_from_wire(message.taken, f"{where}.taken") if message.HasField("taken") else None,
        taken_slot=slot_from_wire(message.taken_slot, where) if message.HasField("taken_slot") else None,
        duty=_DUTIES[message.duty],
        returned=message.returned,
        laid_before=message.laid_before,
        built=tuple(
            (meld_from_wire(built.meld, where), _end_from_wire(built.end, f"{where}.built"))
            for built in listed(message.built, where, MAX_CARDS)
        ),
        decision=_decision_from_wire(message.decision, where) if message.HasField("decision") else None,
        pool=signed(message.pool, f"{where}.pool"),
        last=_result(message.last, f"{where}.last") if message.HasField("last") else None,
        winners=_seats_from_wire(message.winners, f"{where}.winners"),
        stock_only=message.stock_only,
        window=_window_from_wire(message, where),
        awaited=_seats_from_wire(message.awaited, f"{where}.awaited"),
        may_act=_seats_from_wire(message.may_act, f"{where}.may_act"),
        cut=cut_from_wire(message.cut, f"{where}.cut") if message.HasField("cut") else None,
        challenged=message.challenged,
        rearranging=message.rearranging,
        no_lay=_seats_from_wire(message.no_lay, f"{where}.no_lay"),
        dead=message.dead,
        blitz=seat_from_wire(message.blitz, f"{where}.blitz") if message.HasField("blitz") else None,
    )


def _window_from_wire(message: pb.SeatView, where: str) -> Calling | Holding | None:
    at = f"{where}.window"
    match message.WhichOneof("window"):
        case "calling":
            calling = message.calling
            callers = _seats_from_wire(calling.callers, at)
            return Calling(_seats_from_wire(calling.waiting, at), callers, calling.drawing)
        case "holding":
            return Holding(_seats_from_wire(message.holding.waiting, at), message.holding.calls)
        case None:
            return None


def _line_to_wire(line: SeatLine) -> pb.SeatLine:
    return pb.SeatLine(
        seat=line.seat,
        cards=line.cards,
        known=cards_to_wire(line.known),
        has_laid=line.has_laid,
        barred=line.barred,
        announced=line.announced,
        opened=None if line.opened is None else pb.Cards(cards=cards_to_wire(line.opened)),
        total=line.total,
        money=line.money,
        buy_ins=line.buy_ins,
        plays=line.plays,
        out=line.out,
        calls=line.calls,
        beside=line.beside,
        paid=line.paid,
        shown=line.shown,
        charged=line.charged,
    )


def _line_from_wire(message: pb.SeatLine, where: str) -> SeatLine:
    return SeatLine(
        seat=seat_from_wire(message.seat, where),
        cards=number(message.cards, where, MAX_CARDS),
        known=cards_from_wire(message.known, f"{where}.known", MAX_CARDS),
        has_laid=message.has_laid,
        barred=message.barred,
        announced=number(message.announced, where, MAX_CARDS) if message.HasField("announced") else None,
        opened=(
            cards_from_wire(message.opened.cards, f"{where}.opened", MAX_CARDS) if message.HasField("opened") else None
        ),
        total=signed(message.total, where),
        money=signed(message.money, where),
        buy_ins=number(message.buy_ins, where, MAX_DEAL),
        plays=message.plays,
        out=message.out,
        calls=number(message.calls, where, MAX_CARDS),
        beside=signed(message.beside, where),
        paid=signed(message.paid, where),
        shown=tuple(key(what, where) for what in listed(message.shown, where, MAX_SHOWN)),
        charged=number(message.charged, where, MAX_CARDS),
    )


def _meld_to_wire(meld: SeenMeld) -> pb.SeenMeld:
    message = pb.SeenMeld(id=meld.id, owner=meld.owner, cards=faces_to_wire(meld.cards), closed=meld.closed)
    match meld.shape:
        case Set(rank):
            message.set.rank = rank
        case Run(suit, low):
            message.run.CopyFrom(pb.RunShape(suit=suit_to_wire(suit), low=low))
    return message


def _meld_from_wire(message: pb.SeenMeld, where: str) -> SeenMeld:
    return SeenMeld(
        id=meld_from_wire(message.id, where),
        owner=seat_from_wire(message.owner, where),
        shape=_shape_from_wire(message, where),
        cards=faces_from_wire(message.cards, where),
        closed=message.closed,
    )


def _shape_from_wire(message: pb.SeenMeld, where: str) -> Set | Run:
    match message.WhichOneof("shape"):
        case "set":
            return Set(rank_from_wire(message.set.rank, where))
        case "run":
            low = number(message.run.low, f"{where}.low", MAX_RANK + 1, 1)
            return Run(suit_from_wire(message.run.suit, where), low)
        case None:
            raise unknown(f"{where}.shape")


def _decision_to_wire(decision: Decision) -> pb.Decision:
    return pb.Decision(seat=decision.seat, price=decision.price, score=decision.score, after=decision.after)


def _decision_from_wire(message: pb.Decision, where: str) -> Decision:
    where = f"{where}.decision"
    return Decision(
        seat_from_wire(message.seat, where),
        signed(message.price, where),
        signed(message.score, where),
        _seats_from_wire(message.after, where),
    )


def _seats_from_wire(seats: Sequence[int], where: str) -> tuple[SeatNumber, ...]:
    return tuple(seat_from_wire(seat, where) for seat in listed(seats, where, MAX_PLAYERS))


def _end_from_wire(code: pb.RunEnd.ValueType, where: str) -> End:
    if code not in _ENDS:
        raise unknown(f"{where}.end")
    return _ENDS[code]


@lru_cache(maxsize=PAST_KEPT)
def _past_from_wire(encoded: bytes, where: str) -> PileEvent:
    """Read an event of the deal's history, likewise once."""
    event = event_from_wire(event_pb2.Event.FromString(encoded), where)
    if not isinstance(event, TurnedUp | Took | Returned | CallGranted | Discarded | StockReshuffled):
        raise MalformedError("an event of another kind", where, "what happens to the discard pile")
    return event


def _result(message: event_pb2.Event, where: str) -> DealScored | DealVoided:
    event = event_from_wire(message, where)
    if not isinstance(event, DealScored | DealVoided):
        raise MalformedError("an event of another kind", where, "the result of a deal")
    return event
