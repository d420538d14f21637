"""What came of an action, on its way from a node to its own client."""

from kalooki.codec.actions import meld_from_wire
from kalooki.codec.cards import (
    card_from_wire,
    card_to_wire,
    cards_from_wire,
    cards_to_wire,
    seat_from_wire,
)
from kalooki.codec.contract_events import ContractEvent, contract_event_from_wire, contract_event_to_wire
from kalooki.codec.faces import faces_from_wire, faces_to_wire, signed
from kalooki.codec.limits import MAX_CARDS, MAX_DEAL, MAX_PLAYERS
from kalooki.codec.reading import key, listed, number, unknown
from kalooki.rules.events import (
    BoughtIn,
    CameBack,
    DealScored,
    Dealt,
    DealVoided,
    Declined,
    Discarded,
    Drew,
    Eliminated,
    Event,
    FailedToAnnounce,
    GameEnded,
    HandClosed,
    HandOpened,
    JokerExchanged,
    LaidDown,
    LaidOff,
    MadeInitialMeld,
    MayBuyIn,
    Payment,
    Returned,
    Score,
    StockRanOut,
    StockReshuffled,
    Took,
    TurnedUp,
    WentAway,
    WentOut,
)
from kalooki.wire.v1 import event_pb2 as pb


def event_to_wire(event: Event) -> pb.Event:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    """Write an event."""
    match event:
        case _ if isinstance(event, ContractEvent):
            return contract_event_to_wire(event)
        case Dealt(dealt, attempt, dealer, seats, hand_size, stock):
            return pb.Event(
                dealt=pb.Dealt(
                    number=dealt, attempt=attempt, dealer=dealer, seats=seats, hand_size=hand_size, stock=stock
                )
            )
        case TurnedUp(card, first):
            return pb.Event(turned_up=pb.TurnedUp(card=card_to_wire(card), first=first))
        case Drew(seat, stock):
            return pb.Event(drew=pb.Drew(seat=seat, stock=stock))
        case Took(seat, card, must_use):
            return pb.Event(took=pb.Took(seat=seat, card=card_to_wire(card), must_use=must_use))
        case Returned(seat, card):
            return pb.Event(returned=pb.Returned(seat=seat, card=card_to_wire(card)))
        case LaidDown(seat, meld, faces, points):
            return pb.Event(laid_down=pb.LaidDown(seat=seat, meld=meld, cards=faces_to_wire(faces), points=points))
        case MadeInitialMeld(seat, points):
            return pb.Event(made_initial_meld=pb.MadeInitialMeld(seat=seat, points=points))
        case LaidOff(seat, meld, faces, all_faces):
            return pb.Event(
                laid_off=pb.LaidOff(
                    seat=seat, meld=meld, cards=faces_to_wire(faces), meld_cards=faces_to_wire(all_faces)
                )
            )
        case JokerExchanged(seat, meld, cards, all_faces, to_hand):
            return pb.Event(
                joker_exchanged=pb.JokerExchanged(
                    seat=seat,
                    meld=meld,
                    cards=cards_to_wire(cards),
                    meld_cards=faces_to_wire(all_faces),
                    to_hand=to_hand,
                )
            )
        case Discarded(seat, card, left, announced):
            return pb.Event(discarded=pb.Discarded(seat=seat, card=card_to_wire(card), left=left, announced=announced))
        case FailedToAnnounce(seat, left):
            return pb.Event(failed_to_announce=pb.FailedToAnnounce(seat=seat, left=left))
        case StockRanOut(count):
            return pb.Event(stock_ran_out=pb.StockRanOut(cards=count))
        case StockReshuffled(count, upcard):
            return pb.Event(stock_reshuffled=pb.StockReshuffled(cards=count, upcard=card_to_wire(upcard)))
        case WentOut(seat, how):
            return pb.Event(went_out=pb.WentOut(seat=seat, how=how))
        case HandOpened(seat, cards, points):
            return pb.Event(hand_opened=pb.HandOpened(seat=seat, cards=cards_to_wire(cards), points=points))
        case HandClosed(seat, held, points):
            return pb.Event(hand_closed=pb.HandClosed(seat=seat, cards=held, points=points))
        case WentAway(seat, how):
            return pb.Event(went_away=pb.WentAway(seat=seat, how=how))
        case CameBack(seat, how):
            return pb.Event(came_back=pb.CameBack(seat=seat, how=how))
        case DealScored(dealt, dealer, winner, how, scores):
            return pb.Event(
                deal_scored=pb.DealScored(
                    number=dealt,
                    dealer=dealer,
                    winner=winner,
                    how=how,
                    scores=[
                        pb.Score(seat=score.seat, points=score.points, total=score.total, money=score.money)
                        for score in scores
                    ],
                )
            )
        case DealVoided(dealt, attempt, reason):
            return pb.Event(deal_voided=pb.DealVoided(number=dealt, attempt=attempt, reason=reason))
        case MayBuyIn(seat, price, total):
            return pb.Event(may_buy_in=pb.MayBuyIn(seat=seat, price=price, score=total))
        case BoughtIn(seat, price, total, used):
            return pb.Event(bought_in=pb.BoughtIn(seat=seat, price=price, total=total, used=used))
        case Declined(seat):
            return pb.Event(declined=pb.Declined(seat=seat))
        case Eliminated(seat, total):
            return pb.Event(eliminated=pb.Eliminated(seat=seat, total=total))
        case GameEnded(winners, pool, money, payments):
            return pb.Event(
                game_ended=pb.GameEnded(
                    winners=winners,
                    pool=pool,
                    money=money,
                    payments=[
                        pb.Payment(payer=payment.payer, payee=payment.payee, amount=payment.amount)
                        for payment in payments
                    ],
                )
            )


def event_from_wire(message: pb.Event, where: str = "event") -> Event:  # noqa: C901, PLR0911, PLR0912 - as above
    """Read an event.

    Raises:
        MalformedError: None that this version knows, or a part that is out of its limits.
    """
    kind = message.WhichOneof("kind")
    at = f"{where}.{kind}"
    match kind:
        case "dealt":
            dealt = message.dealt
            seats = tuple(seat_from_wire(seat, at) for seat in listed(dealt.seats, at, MAX_PLAYERS))
            return Dealt(
                number(dealt.number, at, MAX_DEAL),
                number(dealt.attempt, at, MAX_DEAL),
                seat_from_wire(dealt.dealer, at),
                seats,
                _count(dealt.hand_size, at),
                _count(dealt.stock, at),
            )
        case "turned_up":
            turned = message.turned_up
            return TurnedUp(card_from_wire(turned.card, at), seat_from_wire(turned.first, at))
        case "drew":
            return Drew(seat_from_wire(message.drew.seat, at), _count(message.drew.stock, at))
        case "took":
            took = message.took
            return Took(seat_from_wire(took.seat, at), card_from_wire(took.card, at), took.must_use)
        case "returned":
            returned = message.returned
            return Returned(seat_from_wire(returned.seat, at), card_from_wire(returned.card, at))
        case "laid_down":
            laid = message.laid_down
            return LaidDown(
                seat_from_wire(laid.seat, at),
                meld_from_wire(laid.meld, at),
                faces_from_wire(laid.cards, at),
                signed(laid.points, at),
            )
        case "made_initial_meld":
            initial = message.made_initial_meld
            return MadeInitialMeld(seat_from_wire(initial.seat, at), signed(initial.points, at))
        case "laid_off":
            off = message.laid_off
            return LaidOff(
                seat_from_wire(off.seat, at),
                meld_from_wire(off.meld, at),
                faces_from_wire(off.cards, at),
                faces_from_wire(off.meld_cards, at),
            )
        case "joker_exchanged":
            exchanged = message.joker_exchanged
            return JokerExchanged(
                seat_from_wire(exchanged.seat, at),
                meld_from_wire(exchanged.meld, at),
                cards_from_wire(exchanged.cards, at, MAX_CARDS),
                faces_from_wire(exchanged.meld_cards, at),
                exchanged.to_hand,
            )
        case "discarded":
            discarded = message.discarded
            return Discarded(
                seat_from_wire(discarded.seat, at),
                card_from_wire(discarded.card, at),
                _count(discarded.left, at),
                _count(discarded.announced, at) if discarded.HasField("announced") else None,
            )
        case "failed_to_announce":
            failed = message.failed_to_announce
            return FailedToAnnounce(seat_from_wire(failed.seat, at), _count(failed.left, at))
        case "stock_ran_out":
            return StockRanOut(_count(message.stock_ran_out.cards, at))
        case "stock_reshuffled":
            stock = message.stock_reshuffled
            return StockReshuffled(_count(stock.cards, at), card_from_wire(stock.upcard, at))
        case "went_out":
            return WentOut(seat_from_wire(message.went_out.seat, at), key(message.went_out.how, at))
        case "hand_opened":
            opened = message.hand_opened
            cards = cards_from_wire(opened.cards, at, MAX_CARDS)
            return HandOpened(seat_from_wire(opened.seat, at), cards, signed(opened.points, at))
        case "hand_closed":
            closed = message.hand_closed
            return HandClosed(seat_from_wire(closed.seat, at), _count(closed.cards, at), signed(closed.points, at))
        case "went_away":
            return WentAway(seat_from_wire(message.went_away.seat, at), key(message.went_away.how, at))
        case "came_back":
            return CameBack(seat_from_wire(message.came_back.seat, at), key(message.came_back.how, at))
        case "deal_scored":
            return scored_from_wire(message.deal_scored, at)
        case "deal_voided":
            return voided_from_wire(message.deal_voided, at)
        case "may_buy_in":
            may = message.may_buy_in
            return MayBuyIn(seat_from_wire(may.seat, at), signed(may.price, at), signed(may.score, at))
        case "bought_in":
            bought = message.bought_in
            return BoughtIn(
                seat_from_wire(bought.seat, at),
                signed(bought.price, at),
                signed(bought.total, at),
                _count(bought.used, at),
            )
        case "declined":
            return Declined(seat_from_wire(message.declined.seat, at))
        case "eliminated":
            return Eliminated(seat_from_wire(message.eliminated.seat, at), signed(message.eliminated.total, at))
        case "game_ended":
            return _ended_from_wire(message.game_ended, at)
        case None:
            raise unknown(where)
        case _:
            return contract_event_from_wire(message, at)


def scored_from_wire(message: pb.DealScored, where: str) -> DealScored:
    """Read the result of a deal.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return DealScored(
        number(message.number, where, MAX_DEAL),
        seat_from_wire(message.dealer, where),
        seat_from_wire(message.winner, where),
        key(message.how, where),
        tuple(
            Score(
                seat_from_wire(score.seat, where),
                signed(score.points, where),
                signed(score.total, where),
                signed(score.money, where),
            )
            for score in listed(message.scores, where, MAX_PLAYERS)
        ),
    )


def voided_from_wire(message: pb.DealVoided, where: str) -> DealVoided:
    """Read why a deal does not count.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return DealVoided(
        number(message.number, where, MAX_DEAL), number(message.attempt, where, MAX_DEAL), key(message.reason, where)
    )


def _ended_from_wire(message: pb.GameEnded, where: str) -> GameEnded:
    return GameEnded(
        tuple(seat_from_wire(seat, where) for seat in listed(message.winners, where, MAX_PLAYERS)),
        signed(message.pool, where),
        tuple(signed(amount, where) for amount in listed(message.money, where, MAX_PLAYERS)),
        tuple(
            Payment(
                seat_from_wire(payment.payer, where),
                seat_from_wire(payment.payee, where),
                signed(payment.amount, where),
            )
            for payment in listed(message.payments, where, MAX_PLAYERS)
        ),
    )


def _count(value: int, where: str) -> int:
    return number(value, where, MAX_CARDS)
