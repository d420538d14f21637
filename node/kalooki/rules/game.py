"""A whole game: what it waits for, and what each thing that happens makes of it."""

from collections.abc import Callable

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules import cutting, play, revealing, stock
from kalooki.rules.actions import Action, Shown
from kalooki.rules.changing import maker, replace
from kalooki.rules.deal import (
    Blitz,
    Calling,
    Counted,
    CutOffered,
    Cutting,
    Deal,
    Holding,
    InTurn,
    Lifting,
    Rearranging,
    Reshuffling,
    Showing,
    Turn,
    TurningUp,
    Voided,
    phase_word,
)
from kalooki.rules.ending import check_decision, decide, score_and_go_on
from kalooki.rules.errors import GameIsOverError, NotNowError, WrongNumberOfSeatsError
from kalooki.rules.events import Dealt, DealVoided
from kalooki.rules.lifting import first_phase
from kalooki.rules.needs import (
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    Pending,
)
from kalooki.rules.scoring import settle
from kalooki.rules.standings import Game, Result, Step, buy_in_score, in_order_from
from kalooki.rules.variant import Variant

__all__ = [
    "Game",
    "GameOver",
    "NeedsAction",
    "NeedsDeal",
    "NeedsDecision",
    "NeedsHands",
    "NeedsOffset",
    "NeedsStock",
    "NeedsUpcard",
    "Pending",
    "Result",
    "Step",
    "apply",
    "begin_deal",
    "buy_in_score",
    "check",
    "check_decision",
    "close_window",
    "cut",
    "in_order_from",
    "new_game",
    "open_hand",
    "pending",
    "restock",
    "turn_up",
    "waits_for",
]

ACE = SeatNumber(0)
"""Who drew the ace deals first."""


def new_game(variant: Variant, seats: int, dealer: SeatNumber = ACE) -> Game:
    """A game before its first deal; the ace of the seat draw sits in seat 0 and deals first.

    Raises:
        WrongNumberOfSeatsError: The variant is not for so many players.
    """
    if not variant.min_players <= seats <= variant.max_players:
        raise WrongNumberOfSeatsError(seats, variant.min_players, variant.max_players)
    return Game(
        variant=variant,
        seats=tuple(SeatNumber(seat) for seat in range(seats)),
        dealer=dealer,
        number=1,
        attempt=1,
        totals=(0,) * seats,
        money=(-variant.stakes.initial,) * seats,
        pool=variant.stakes.initial * seats,
        buy_ins=(0,) * seats,
        out=(),
        deciding=(),
        deal=None,
        history=(),
        winners=(),
    )


_needs_action = maker(NeedsAction)

_asked: dict[int, tuple[Game, Pending]] = {}
"""By identity: of one game it is asked for each view and each move."""

MOST_ASKED = 16


def pending(game: Game) -> Pending:
    """What the table must supply next."""
    found = _asked.get(id(game))
    if found is None or found[0] is not game:
        if len(_asked) >= MOST_ASKED:
            _asked.clear()
        found = _asked[id(game)] = (game, _pending(game))
    return found[1]


def _pending(game: Game) -> Pending:  # noqa: PLR0911 - one line for each kind
    if game.winners:
        return GameOver(game.winners, game.pool, game.money, settle(game.money))
    if game.deciding:
        return NeedsDecision(game.deciding[0], game.variant.buy_in_price, buy_in_score(game))
    if game.deal is None:
        return _needs_deal(game)
    match game.deal.phase:
        case InTurn() | Calling() | Holding() | Rearranging() | CutOffered() | Blitz():
            return _needs_action(play.must_act(game.deal), play.may_act(game.deal))
        case TurningUp(slot) | Lifting(slot):
            return NeedsUpcard(slot)
        case Cutting():
            return NeedsOffset(cutting.OFFSETS)
        case Reshuffling():
            return _needs_stock(game.deal)
        case Showing() as showing:
            return NeedsHands(revealing.closed_hands(game.deal, showing))
        case Counted() | Voided():
            return _needs_deal(game)


def _needs_deal(game: Game) -> NeedsDeal:
    seats = in_order_from(game, game.dealer)
    return NeedsDeal(game.variant.start_deck(len(seats)), seats)


def _needs_stock(deal: Deal) -> NeedsStock:
    faces = tuple(shown.card for shown in deal.pile[:-1])
    return NeedsStock(faces, tuple(Slot(deal.next_slot + index) for index in range(len(faces))))


def begin_deal(game: Game) -> Step:
    """Lay out the slots of a fresh deck: to the seats round and round, then the upcard, then the stock from its top.

    Raises:
        NotNowError: The next deal may not begin yet.
    """
    needs = pending(game)
    if not isinstance(needs, NeedsDeal):
        raise NotNowError(waits_for(game))
    seats, size = needs.seats, game.variant.hand_size(len(needs.seats), game.number)
    dealt = len(seats) * size
    hands = {seat: tuple(Slot(slot) for slot in range(place, dealt, len(seats))) for place, seat in enumerate(seats)}
    deal = Deal(
        variant=game.variant,
        number=game.number,
        attempt=game.attempt,
        dealer=game.dealer,
        seats=seats,
        deck=needs.deck,
        hands=tuple(hands.get(seat, ()) for seat in game.seats),
        stock=tuple(Slot(slot) for slot in range(dealt + 1, len(needs.deck))),
        pile=(),
        melds=(),
        faces={},
        turn=Turn(seats[0], 0, laid_before=False),
        phase=first_phase(game.variant, Slot(dealt)),
        next_slot=Slot(len(needs.deck)),
    )
    event = Dealt(game.number, game.attempt, game.dealer, seats, size, len(deal.stock))
    return replace(game, deal=deal), (event,)


def turn_up(game: Game, card: Card) -> Step:
    """The face of the upcard, or of the bottom card at a cut, is open to all.

    Raises:
        NotNowError: No upcard is awaited.
    """
    return _in_deal(game, lambda deal: revealing.turn_up(deal, card))


def restock(game: Game, slots: tuple[Slot, ...]) -> Step:
    """The shuffled discard pile has become the stock; `slots` from its top, never used before.

    Raises:
        NotNowError: Nothing is being shuffled.
        WrongSlotsError: Not one new slot for each card.
    """
    return _in_deal(game, lambda deal: play.restock(deal, slots))


def cut(game: Game, offset: int) -> Step:
    """By how much the dealer's cut misses has been drawn.

    Raises:
        NotNowError: Nobody cuts.
    """
    return _in_deal(game, lambda deal: cutting.cut(deal, offset))


def close_window(game: Game) -> Step:
    """The time for answers is up: who has not answered passes; the player in turn allows a call, or gives a lay up.

    So is the time to cut, or to lay after a blitz.

    Raises:
        NotNowError: Nothing is open that could be closed.
    """
    return _in_deal(game, play.close_window)


def open_hand(game: Game, seat: SeatNumber, shown: tuple[Shown, ...]) -> Step:
    """A loser opens its whole hand; with the last one the deal is scored.

    Raises:
        NotNowError: The seat has nothing to open.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody has seen one of the cards, and it is another.
    """
    return _in_deal(game, lambda deal: revealing.open_hand(deal, seat, shown))


def leave_hand_closed(game: Game, seat: SeatNumber, points: int) -> Step:
    """Nobody opens a hand, and so much is counted for it; with the last one the deal is scored.

    Raises:
        NotNowError: The seat has nothing to open.
    """
    return _in_deal(game, lambda deal: revealing.leave_closed(deal, seat, points))


def without(game: Game, step: Callable[[Deal], stock.Outcome]) -> Step:
    """Go on in a deal in which somebody is away.

    Raises:
        NotNowError: No deal is in play.
    """
    return _in_deal(game, step)


def check(game: Game, seat: SeatNumber, action: Action) -> None:
    """Say whether the action is legal now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    if game.winners:
        raise GameIsOverError
    if game.deciding:
        check_decision(game.deciding[0], seat, action)
    elif game.deal is None:
        raise NotNowError(waits_for(game))
    else:
        play.check(game.deal, seat, action)


def apply(game: Game, seat: SeatNumber, action: Action) -> Step:
    """What the action makes of the game, and what came of it. Checks first, and raises as `check` does.

    Raises:
        IllegalActionError: The action is not legal now, and why.
    """
    if game.winners:
        raise GameIsOverError
    if game.deciding:
        return decide(game, seat, action)
    return _in_deal(game, lambda deal: play.apply(deal, seat, action))


def waits_for(game: Game) -> str:
    """What the game waits for, in one word (notation, `phase`)."""
    if game.winners:
        return "over"
    if game.deciding:
        return "buy_in"
    return "deal" if game.deal is None else phase_word(game.deal)


def _in_deal(game: Game, step: Callable[[Deal], stock.Outcome]) -> Step:
    if game.deal is None or game.deciding or game.winners:
        raise NotNowError(waits_for(game))
    deal, events = step(game.deal)
    after = replace(game, deal=deal)
    if isinstance(deal.phase, Voided):
        voided = DealVoided(deal.number, deal.attempt, deal.phase.reason)
        return replace(after, attempt=game.attempt + 1, history=(*game.history, voided)), events
    if isinstance(deal.phase, Showing) and not revealing.closed_hands(deal, deal.phase):
        scored, more = score_and_go_on(after, deal, deal.phase)
        return scored, events + more
    return after, events
