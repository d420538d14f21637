"""SeatView: the deal plus the faces that one seat knows. It has no field that could hold another's hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.changing import maker
from kalooki.rules.deal import (
    Blitz,
    Calling,
    Counted,
    CutOffered,
    Deal,
    Duty,
    End,
    Holding,
    Lifting,
    Rearranging,
    Showing,
    amount,
)
from kalooki.rules.events import CutMade, DealScored, DealVoided, PileEvent
from kalooki.rules.game import (
    Game,
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    Pending,
    buy_in_score,
    pending,
    waits_for,
)
from kalooki.rules.melds import Meld, SeenMeld, is_closed
from kalooki.rules.remembered import by_identity
from kalooki.rules.variant import Variant


class ViewPhase(Enum):
    """What the game waits for."""

    DEAL = "deal"
    UPCARD = "upcard"
    DRAW = "draw"
    PLAY = "play"
    CALL = "call"
    BUY = "buy"
    CUT = "cut"
    CHALLENGE = "challenge"
    BLITZ = "blitz"
    RESHUFFLE = "reshuffle"
    SHOW = "show"
    BUY_IN = "buy_in"
    OVER = "over"


_PHASES = {phase.value: phase for phase in ViewPhase}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What everybody knows of one seat."""

    seat: SeatNumber
    cards: int
    """How many are in the hand."""
    known: tuple[Card, ...]
    """Cards of the hand that everybody has seen: taken from the pile and not played since; sorted by slot."""
    has_laid: bool
    barred: bool
    announced: int | None
    """The count said after its last discard, if one was said."""
    opened: tuple[Card, ...] | None
    """The hand, after somebody went out and the seat opened it."""
    total: int
    money: int
    buy_ins: int
    plays: bool
    """Is in this deal."""
    out: bool
    """Is out of the game for good."""
    calls: int = 0
    """Calls that it was granted in this deal."""
    beside: int = 0
    """Points of this deal beside those of its cards: penalties, bonuses below zero."""
    paid: int = 0
    """Money won (+) or paid (-) in this deal so far; it counts if the deal does."""
    shown: tuple[str, ...] = ()
    """What the seat has shown for money: `jokers`, `pairs`."""
    charged: int = 0
    """Calls too many for which it has been charged in this deal."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A buy-in that is offered."""

    seat: SeatNumber
    price: int
    score: int
    after: tuple[SeatNumber, ...]
    """Who is asked next, in order."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as one seat (None: a spectator) sees it."""

    seat: SeatNumber | None
    variant: Variant
    number: int
    attempt: int
    dealer: SeatNumber
    seats: tuple[SeatLine, ...]
    """Every seat of the game, by number."""
    order: tuple[SeatNumber, ...]
    """Who plays this deal, clockwise from the dealer's left."""
    phase: ViewPhase
    turn: SeatNumber | None
    """Who is in turn, or chooses; None while nobody's action is awaited. While calls are open see `awaited`."""
    turn_number: int
    """Counts the turns of the deal from 0."""
    hand: tuple[Shown, ...]
    """One's own cards, in the order in which they came."""
    unopened: tuple[Slot, ...]
    """One's own cards whose faces have not arrived yet."""
    table: tuple[SeenMeld, ...]
    pile: tuple[Card, ...]
    """The discard pile from the bottom up; the last is the top."""
    history: tuple[PileEvent, ...]
    """What has happened to the discard pile in this deal, oldest first."""
    stock: int
    reshuffles: int
    has_drawn: bool
    taken: Card | None
    """The discard that was taken this turn."""
    taken_slot: Slot | None
    """Its slot, if it is one's own turn."""
    duty: Duty | None
    """What the taken card must be used for by the next lay, if it is not returned."""
    returned: bool
    laid_before: bool
    """The seat in turn had laid before this turn; if not, going out now is a kalooki."""
    built: tuple[tuple[MeldId, End], ...]
    """Cards laid off on runs this turn."""
    decision: Decision | None
    pool: int
    last: DealScored | DealVoided | None
    """The newest result."""
    winners: tuple[SeatNumber, ...]
    stock_only: bool = False
    """A caller got the discard: this turn draws from the stock."""
    window: Calling | Holding | None = None
    """While calls are open, or a lay may be challenged: who may still do so, and who has called."""
    awaited: tuple[SeatNumber, ...] = ()
    """Whose action is waited for; `turn` is in turn meanwhile."""
    may_act: tuple[SeatNumber, ...] = ()
    """Who may act as well, and is not waited for."""
    cut: CutMade | None = None
    """The dealer's cut of this deal."""
    challenged: bool = False
    """The first lay of the player in turn may still be challenged."""
    rearranging: bool = False
    """A false lay is back in the hand of the player in turn, who lays the contract at once or gives it up."""
    no_lay: tuple[SeatNumber, ...] = ()
    """Who called too often, and may not lay before all others have."""
    dead: bool = False
    """The top discard could have been played on the table: nobody may take or buy it."""
    blitz: SeatNumber | None = None
    """Who has laid everything at once, while the others lay what they can."""


_seat_view = maker(SeatView)
_seat_line = maker(SeatLine)
_shown = maker(Shown)


def view(game: Game, seat: SeatNumber | None, faces: Mapping[Slot, Card]) -> SeatView:
    """The game as `seat` sees it; of `faces` only the seat's own hand is looked up."""
    deal = game.deal
    if deal is None:
        return _before_the_deal(game, seat)
    held = () if seat is None else deal.hands[seat]
    turn, phase, known = deal.turn, deal.phase, deal.faces
    if isinstance(phase, (CutOffered, Lifting)):
        faces = {}  # nobody looks at its cards before the cut
    if isinstance(phase, (Showing, Counted)):  # whose node was started since has the faces by that alone
        faces = {**faces, **{one.slot: one.card for who, cards in phase.opened if who == seat for one in cards}}
    hand = tuple([_shown(slot, face) for slot in held if (face := known.get(slot) or faces.get(slot)) is not None])
    needs = pending(game)
    acting = needs if isinstance(needs, NeedsAction) else None
    return _seat_view(
        seat=seat,
        variant=game.variant,
        number=game.number,
        attempt=game.attempt,
        dealer=game.dealer,
        seats=tuple([_line(game, deal, one) for one in game.seats]),
        order=deal.seats,
        phase=_PHASES[waits_for(game)],
        turn=_awaited(game, needs),
        turn_number=turn.number,
        hand=hand,
        unopened=()
        if len(hand) == len(held) or isinstance(phase, Counted)  # no face comes any more
        else tuple(slot for slot in held if slot not in known and slot not in faces),
        table=_table(deal.melds, game.variant),
        pile=tuple([shown.card for shown in deal.pile]),
        history=deal.history,
        stock=len(deal.stock),
        reshuffles=deal.reshuffles,
        has_drawn=turn.has_drawn,
        taken=None if turn.taken is None else turn.taken.card,
        taken_slot=turn.taken.slot if turn.taken is not None and turn.seat == seat else None,
        duty=turn.duty,
        returned=turn.returned,
        laid_before=turn.laid_before,
        built=turn.built,
        decision=_decision(game),
        pool=game.pool,
        last=_last(game),
        winners=game.winners,
        stock_only=turn.stock_only,
        window=phase if isinstance(phase, (Calling, Holding)) else None,
        awaited=() if acting is None else acting.seats,
        may_act=() if acting is None else acting.may,
        cut=deal.cut,
        challenged=turn.before is not None,
        rearranging=isinstance(phase, Rearranging),
        no_lay=tuple(sorted(deal.no_lay)) if deal.no_lay else (),
        dead=deal.dead,
        blitz=phase.winner if isinstance(phase, Blitz) else None,
    )


def _before_the_deal(game: Game, seat: SeatNumber | None) -> SeatView:
    """There is nothing to see yet but the seats."""
    return _seat_view(
        seat=seat,
        variant=game.variant,
        number=game.number,
        attempt=game.attempt,
        dealer=game.dealer,
        seats=tuple([_idle_line(game, one) for one in game.seats]),
        order=(),
        phase=_PHASES[waits_for(game)],
        turn=_awaited(game, pending(game)),
        turn_number=0,
        hand=(),
        unopened=(),
        table=(),
        pile=(),
        history=(),
        stock=0,
        reshuffles=0,
        has_drawn=False,
        taken=None,
        taken_slot=None,
        duty=None,
        returned=False,
        laid_before=False,
        built=(),
        decision=_decision(game),
        pool=game.pool,
        last=_last(game),
        winners=game.winners,
    )


@by_identity(256)
def _table(melds: tuple[Meld, ...], variant: Variant) -> tuple[SeenMeld, ...]:
    """The melds as everybody sees them: the same from lay to lay."""
    return tuple([meld.seen(full=is_closed(meld.shape, meld.cards, variant)) for meld in melds])


def _last(game: Game) -> DealScored | DealVoided | None:
    """The newest result."""
    if not game.history:
        return None
    return next((one for one in reversed(game.history) if isinstance(one, DealScored | DealVoided)), None)


def hand_by_face(view: SeatView) -> dict[Card, list[Slot]]:
    """The slots of one's own cards by face. A card that was just taken comes first: everybody has seen it anyway."""
    slots: dict[Card, list[Slot]] = {}
    for shown in sorted(view.hand, key=lambda shown: (shown.slot != view.taken_slot, shown.slot)):
        slots.setdefault(shown.card, []).append(shown.slot)
    return slots


def _awaited(game: Game, needs: Pending) -> SeatNumber | None:
    match needs:
        case NeedsAction(seats):
            return seats[0] if game.deal is None else game.deal.turn.seat
        case NeedsDecision(seat):
            return seat
        case NeedsDeal() | NeedsUpcard() | NeedsOffset() | NeedsStock() | NeedsHands() | GameOver():
            return None


def _decision(game: Game) -> Decision | None:
    if not game.deciding:
        return None
    return Decision(game.deciding[0], game.variant.buy_in_price, buy_in_score(game), game.deciding[1:])


def _idle_line(game: Game, seat: SeatNumber) -> SeatLine:
    """Of a seat while nothing is dealt."""
    return _seat_line(
        seat=seat,
        cards=0,
        known=(),
        has_laid=False,
        barred=False,
        announced=None,
        opened=None,
        total=game.totals[seat],
        money=game.money[seat],
        buy_ins=game.buy_ins[seat],
        plays=False,
        out=seat in game.out,
    )


def _line(game: Game, deal: Deal, seat: SeatNumber) -> SeatLine:
    held = deal.hands[seat]
    return _seat_line(
        seat=seat,
        cards=len(held),
        known=tuple([deal.faces[slot] for slot in sorted(deal.faces) if slot in held]) if deal.faces else (),
        has_laid=seat in deal.laid,
        barred=seat in deal.barred,
        announced=_announced(deal.announced, seat) if deal.announced else None,
        opened=_opened(deal.phase, seat) if isinstance(deal.phase, (Showing, Counted)) else None,
        total=game.totals[seat],
        money=game.money[seat],
        buy_ins=game.buy_ins[seat],
        plays=seat in deal.seats,
        out=seat in game.out,
        calls=amount(deal.calls, seat) if deal.calls else 0,
        beside=amount(deal.beside, seat) if deal.beside else 0,
        paid=amount(deal.paid, seat) if deal.paid else 0,
        shown=tuple(what for who, what in deal.shown if who == seat) if deal.shown else (),
        charged=amount(deal.charged, seat) if deal.charged else 0,
    )


def _announced(said: tuple[tuple[SeatNumber, int], ...], seat: SeatNumber) -> int | None:
    for who, count in said:
        if who == seat:
            return count
    return None


def _opened(phase: Showing | Counted, seat: SeatNumber) -> tuple[Card, ...] | None:
    hands = dict(phase.opened)
    return tuple(shown.card for shown in hands[seat]) if seat in hands else None
