"""What a player asks for."""

from collections.abc import Sequence

from kalooki.codec.cards import (
    all_shown_from_wire,
    card_from_wire,
    card_to_wire,
    natural_from_wire,
    natural_to_wire,
    seat_from_wire,
    shown_from_wire,
    shown_to_wire,
    slot_from_wire,
)
from kalooki.codec.limits import MAX_CARDS, MAX_ITEM_CARDS, MAX_ITEMS, MAX_MELD, MAX_PLAYERS
from kalooki.codec.reading import listed, number, unknown
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
    Exchange,
    Lay,
    LayItem,
    LayOff,
    MeldId,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    Show,
    Take,
)
from kalooki.wire.v1 import action_pb2 as pb

_CHALLENGES = {pb.CHALLENGE_KIND_OVERCALL: "overcall", pb.CHALLENGE_KIND_LAY: "lay"}
_CHALLENGES_TO_WIRE = {word: code for code, word in _CHALLENGES.items()}


def action_to_wire(action: Action) -> pb.Action:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    """Write an action."""
    match action:
        case Draw():
            return pb.Action(draw=pb.Draw())
        case Take():
            return pb.Action(take=pb.Take())
        case Return():
            return pb.Action(return_card=pb.Return())
        case Lay(items):
            return pb.Action(lay=pb.Lay(items=[_item_to_wire(item) for item in items]))
        case Discard(shown, count):
            return pb.Action(discard=pb.Discard(shown=shown_to_wire(shown), count=count))
        case End(jokers):
            return pb.Action(end=pb.End(jokers=[shown_to_wire(joker) for joker in jokers]))
        case Call():
            return pb.Action(call=pb.Call())
        case Pass():
            return pb.Action(pass_call=pb.Pass())
        case Allow(seat):
            return pb.Action(allow=pb.Allow(seat=seat))
        case Refuse():
            return pb.Action(refuse=pb.Refuse())
        case Challenge(seat, what):
            return pb.Action(challenge=pb.Challenge(seat=seat, what=_CHALLENGES_TO_WIRE[what]))
        case Show(cards):
            return pb.Action(show=pb.Show(cards=[shown_to_wire(card) for card in cards]))
        case PickSeat(place):
            return pb.Action(pick_seat=pb.PickSeat(place=place))
        case Cut(depth):
            return pb.Action(cut=pb.Cut(depth=depth))
        case BuyIn():
            return pb.Action(buy_in=pb.BuyIn())
        case Decline():
            return pb.Action(decline=pb.Decline())


def action_from_wire(message: pb.Action, where: str = "action") -> Action:  # noqa: C901, PLR0911, PLR0912 - as above
    """Read an action.

    Raises:
        MalformedError: None that this version knows, or a part that is out of its limits.
    """
    match message.WhichOneof("kind"):
        case "draw":
            return Draw()
        case "take":
            return Take()
        case "return_card":
            return Return()
        case "lay":
            return _lay_from_wire(message.lay, f"{where}.lay")
        case "discard":
            return _discard_from_wire(message.discard, f"{where}.discard")
        case "end":
            return End(all_shown_from_wire(message.end.jokers, f"{where}.end", MAX_ITEM_CARDS))
        case "call":
            return Call()
        case "pass_call":
            return Pass()
        case "allow":
            allow = message.allow
            return Allow(seat_from_wire(allow.seat, f"{where}.allow") if allow.HasField("seat") else None)
        case "refuse":
            return Refuse()
        case "challenge":
            return _challenge_from_wire(message.challenge, f"{where}.challenge")
        case "show":
            return Show(all_shown_from_wire(message.show.cards, f"{where}.show", MAX_ITEM_CARDS))
        case "pick_seat":
            return PickSeat(number(message.pick_seat.place, f"{where}.pick_seat.place", MAX_PLAYERS, 1))
        case "cut":
            cut = message.cut
            return Cut(number(cut.depth, f"{where}.cut.depth", MAX_CARDS) if cut.HasField("depth") else None)
        case "buy_in":
            return BuyIn()
        case "decline":
            return Decline()
        case None:
            raise unknown(where)


def meld_from_wire(value: int, where: str) -> MeldId:
    """Read the number in `m1`.

    Raises:
        MalformedError: No deal has so many melds; the first is 1.
    """
    return MeldId(number(value, f"{where}.meld", MAX_MELD, 1))


def _placed_to_wire(placed: Placed) -> pb.Placed:
    stands_for = None if placed.stands_for is None else natural_to_wire(placed.stands_for)
    return pb.Placed(slot=placed.slot, card=card_to_wire(placed.card), stands_for=stands_for)


def _placed_from_wire(messages: Sequence[pb.Placed], where: str) -> tuple[Placed, ...]:
    return tuple(
        Placed(
            slot_from_wire(message.slot, where) if message.HasField("slot") else None,
            card_from_wire(message.card, where),
            natural_from_wire(message.stands_for, f"{where}.stands_for") if message.HasField("stands_for") else None,
        )
        for message in listed(messages, where, MAX_ITEM_CARDS, 1)
    )


def _item_to_wire(item: LayItem) -> pb.LayItem:
    cards = [_placed_to_wire(placed) for placed in item.cards]
    match item:
        case NewMeld():
            return pb.LayItem(new_meld=pb.NewMeld(cards=cards))
        case LayOff(meld):
            return pb.LayItem(lay_off=pb.LayOff(meld=meld, cards=cards))
        case Exchange(meld, up=up):
            return pb.LayItem(exchange=pb.Exchange(meld=meld, cards=cards, up=up))


def _item_from_wire(message: pb.LayItem, where: str) -> LayItem:
    match message.WhichOneof("kind"):
        case "new_meld":
            return NewMeld(_placed_from_wire(message.new_meld.cards, f"{where}.new_meld"))
        case "lay_off":
            lay_off = message.lay_off
            where = f"{where}.lay_off"
            return LayOff(meld_from_wire(lay_off.meld, where), _placed_from_wire(lay_off.cards, where))
        case "exchange":
            exchange = message.exchange
            where = f"{where}.exchange"
            return Exchange(meld_from_wire(exchange.meld, where), _placed_from_wire(exchange.cards, where), exchange.up)
        case None:
            raise unknown(where)


def _lay_from_wire(message: pb.Lay, where: str) -> Lay:
    return Lay(tuple(_item_from_wire(item, where) for item in listed(message.items, where, MAX_ITEMS, 1)))


def _discard_from_wire(message: pb.Discard, where: str) -> Discard:
    count = number(message.count, f"{where}.count", MAX_CARDS) if message.HasField("count") else None
    return Discard(shown_from_wire(message.shown, where), count)


def _challenge_from_wire(message: pb.Challenge, where: str) -> Challenge:
    if message.what not in _CHALLENGES:
        raise unknown(f"{where}.what")
    return Challenge(seat_from_wire(message.seat, where), _CHALLENGES[message.what])
