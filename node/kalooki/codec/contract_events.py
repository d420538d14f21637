"""What comes only of calls, challenges, cuts and jokers that move: events of the contract games on the wire."""

from kalooki.codec.actions import meld_from_wire
from kalooki.codec.cards import card_from_wire, card_to_wire, cards_from_wire, cards_to_wire, seat_from_wire
from kalooki.codec.faces import faces_from_wire, faces_to_wire, signed
from kalooki.codec.limits import MAX_CARDS
from kalooki.codec.reading import key, number
from kalooki.rules.events import (
    Called,
    CallGranted,
    Challenged,
    CutMade,
    DrawStands,
    JokerKept,
    JokerMoved,
    PackCut,
    PaidIn,
    Passed,
    Penalized,
    Showed,
    TookBack,
    TurnEnded,
)
from kalooki.wire.v1 import event_pb2 as pb

ContractEvent = (
    JokerMoved
    | TurnEnded
    | Called
    | Passed
    | DrawStands
    | CallGranted
    | CutMade
    | Challenged
    | TookBack
    | Penalized
    | PackCut
    | JokerKept
    | Showed
    | PaidIn
)


def contract_event_to_wire(event: ContractEvent) -> pb.Event:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    """Write an event."""
    match event:
        case JokerMoved(seat, meld, card, faces):
            moved = pb.JokerMoved(seat=seat, meld=meld, card=card_to_wire(card), meld_cards=faces_to_wire(faces))
            return pb.Event(joker_moved=moved)
        case TurnEnded(seat, jokers):
            return pb.Event(turn_ended=pb.TurnEnded(seat=seat, jokers=jokers))
        case Called(seat):
            return pb.Event(called=pb.Called(seat=seat))
        case Passed(seat):
            return pb.Event(passed=pb.Passed(seat=seat))
        case DrawStands(seat):
            return pb.Event(draw_stands=pb.DrawStands(seat=seat))
        case CallGranted(seat, card, calls, drawn, stock):
            granted = pb.CallGranted(seat=seat, card=card_to_wire(card), calls=calls, drawn=drawn, stock=stock)
            return pb.Event(call_granted=granted)
        case CutMade():
            return pb.Event(cut_made=cut_to_wire(event))
        case Challenged(seat, target, what, upheld):
            return pb.Event(challenged=pb.Challenged(seat=seat, target=target, what=what, upheld=upheld))
        case TookBack(seat, cards):
            return pb.Event(took_back=pb.TookBack(seat=seat, cards=cards_to_wire(cards)))
        case Penalized(seat, points, why):
            return pb.Event(penalized=pb.Penalized(seat=seat, points=points, why=why))
        case PackCut(seat):
            return pb.Event(pack_cut=pb.PackCut(seat=seat))
        case JokerKept(seat, price):
            return pb.Event(joker_kept=pb.JokerKept(seat=seat, price=price))
        case Showed(seat, cards, price):
            return pb.Event(showed=pb.Showed(seat=seat, cards=cards_to_wire(cards), price=price))
        case PaidIn(seat, price, why):
            return pb.Event(paid_in=pb.PaidIn(seat=seat, price=price, why=why))


def contract_event_from_wire(message: pb.Event, at: str) -> ContractEvent:  # noqa: C901, PLR0911, PLR0912 - as above
    """Read an event of one of these kinds.

    Raises:
        MalformedError: A part is out of its limits.
    """
    match message.WhichOneof("kind"):
        case "joker_moved":
            moved = message.joker_moved
            faces = faces_from_wire(moved.meld_cards, at)
            return JokerMoved(
                seat_from_wire(moved.seat, at), meld_from_wire(moved.meld, at), card_from_wire(moved.card, at), faces
            )
        case "turn_ended":
            return TurnEnded(seat_from_wire(message.turn_ended.seat, at), _count(message.turn_ended.jokers, at))
        case "called":
            return Called(seat_from_wire(message.called.seat, at))
        case "passed":
            return Passed(seat_from_wire(message.passed.seat, at))
        case "draw_stands":
            return DrawStands(seat_from_wire(message.draw_stands.seat, at))
        case "call_granted":
            granted = message.call_granted
            return CallGranted(
                seat_from_wire(granted.seat, at),
                card_from_wire(granted.card, at),
                *(_count(value, at) for value in (granted.calls, granted.drawn, granted.stock)),
            )
        case "cut_made":
            return cut_from_wire(message.cut_made, at)
        case "challenged":
            said = message.challenged
            seats = seat_from_wire(said.seat, at), seat_from_wire(said.target, at)
            return Challenged(*seats, key(said.what, at), said.upheld)
        case "took_back":
            took = message.took_back
            return TookBack(seat_from_wire(took.seat, at), cards_from_wire(took.cards, at, MAX_CARDS))
        case "pack_cut":
            return PackCut(seat_from_wire(message.pack_cut.seat, at))
        case "joker_kept":
            return JokerKept(seat_from_wire(message.joker_kept.seat, at), signed(message.joker_kept.price, at))
        case "showed":
            showed = message.showed
            cards = cards_from_wire(showed.cards, at, MAX_CARDS)
            return Showed(seat_from_wire(showed.seat, at), cards, signed(showed.price, at))
        case "paid_in":
            paid = message.paid_in
            return PaidIn(seat_from_wire(paid.seat, at), signed(paid.price, at), key(paid.why, at))
        case _:
            charged = message.penalized
            return Penalized(seat_from_wire(charged.seat, at), signed(charged.points, at), key(charged.why, at))


def cut_to_wire(cut: CutMade) -> pb.CutMade:
    """Write a cut."""
    return pb.CutMade(seat=cut.seat, depth=cut.depth, lift=cut.lift, wanted=cut.wanted)


def cut_from_wire(message: pb.CutMade, at: str) -> CutMade:
    """Read a cut.

    Raises:
        MalformedError: A part is out of its limits.
    """
    lift = number(message.lift, at, MAX_CARDS + 10, -10)
    return CutMade(seat_from_wire(message.seat, at), _count(message.depth, at), lift, _count(message.wanted, at))


def _count(value: int, where: str) -> int:
    return number(value, where, MAX_CARDS)
