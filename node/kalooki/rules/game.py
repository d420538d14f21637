"""Game: the deals, the dealer, the totals, the money, the end. Public, immutable, the same on every node."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules import play
from kalooki.rules.actions import Action, BuyIn, Decline, Shown
from kalooki.rules.deal import Counted, Deal, InTurn, Reshuffling, Showing, Turn, TurningUp, Voided
from kalooki.rules.errors import GameIsOverError, NotNowError, NotYourTurnError, WrongNumberOfSeatsError
from kalooki.rules.events import (
    BoughtIn,
    DealScored,
    Dealt,
    DealVoided,
    Declined,
    Eliminated,
    Event,
    GameEnded,
    MayBuyIn,
    Payment,
)
from kalooki.rules.scoring import is_over, score_deal, settle
from kalooki.rules.variant import Variant

Result = DealScored | DealVoided | BoughtIn | Declined | Eliminated
"""A line of the score sheet."""


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. Seats are 0..n-1, clockwise; tuples are indexed by seat."""

    variant: Variant
    seats: tuple[SeatNumber, ...]
    dealer: SeatNumber
    """Of the deal in play, or, between deals, of the next one."""
    number: int
    """Of the deal in play, or, between deals, of the next one; from 1."""
    attempt: int
    """From 1; a void deal is dealt again with the next attempt."""
    totals: tuple[int, ...]
    money: tuple[int, ...]
    """Won (+) and paid (-) so far, stakes and buy-ins included.

    Until the game is over it sums to minus the pool, then to zero.
    """
    pool: int
    """All that was paid in; also once it is won."""
    buy_ins: tuple[int, ...]
    """Used so far."""
    out: tuple[SeatNumber, ...]
    """Eliminated for good, in the order in which they went."""
    deciding: tuple[SeatNumber, ...]
    """Seats over the limit that still choose between buy-in and decline, in their order."""
    deal: Deal | None
    """The deal in play; between deals the last one, as it ended."""
    history: tuple[Result, ...]
    winners: tuple[SeatNumber, ...]
    """Empty until the game is over."""


# --- what the table must supply next ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NeedsDeal:
    """A shuffled deck for the next deal: then `begin_deal`."""

    deck: tuple[Card, ...]
    """The start deck, before the shuffle."""
    seats: tuple[SeatNumber, ...]
    """Clockwise from the dealer's left: position i of the deck goes to the i-th of them, round and round."""


@dataclass(frozen=True, slots=True)
class NeedsUpcard:
    """The face of the upcard: then `turn_up`."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class NeedsAction:
    """An action of one of these seats."""

    seats: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class NeedsStock:
    """A shuffle of these cards as the new stock: then `restock`."""

    deck: tuple[Card, ...]
    """The discard pile from the bottom up, without the top card: the deck before the shuffle."""
    slots: tuple[Slot, ...]
    """The numbers of the fresh slots, the top of the stock first, if nothing else used numbers in between."""


@dataclass(frozen=True, slots=True)
class NeedsHands:
    """The losers' cards, hand by hand, in any order: `open_hand`."""

    hands: Mapping[SeatNumber, tuple[Slot, ...]]
    """Those that are still closed."""


@dataclass(frozen=True, slots=True)
class NeedsDecision:
    """Buy-in or decline, by this seat first."""

    seat: SeatNumber
    price: int
    score: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """Nothing more."""

    winners: tuple[SeatNumber, ...]
    pool: int
    money: tuple[int, ...]
    payments: tuple[Payment, ...]


ACE = SeatNumber(0)
"""Who drew the ace deals first."""

Step = tuple[Game, tuple[Event, ...]]
"""The game after something happened, and what came of it."""

Pending = NeedsDeal | NeedsUpcard | NeedsAction | NeedsStock | NeedsHands | NeedsDecision | GameOver


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


def pending(game: Game) -> Pending:  # noqa: PLR0911 - one line for each kind
    """What the table must supply next."""
    if game.winners:
        return GameOver(game.winners, game.pool, game.money, settle(game.money))
    if game.deciding:
        return NeedsDecision(game.deciding[0], game.variant.buy_in_price, buy_in_score(game))
    if game.deal is None:
        return _needs_deal(game)
    match game.deal.phase:
        case TurningUp(slot):
            return NeedsUpcard(slot)
        case InTurn():
            return NeedsAction((game.deal.turn.seat,))
        case Reshuffling():
            return _needs_stock(game.deal)
        case Showing() as showing:
            return NeedsHands(play.closed_hands(game.deal, showing))
        case Counted() | Voided():
            return _needs_deal(game)


def _needs_deal(game: Game) -> NeedsDeal:
    seats = in_order_from(game, game.dealer)
    return NeedsDeal(game.variant.start_deck(len(seats)), seats)


def _needs_stock(deal: Deal) -> NeedsStock:
    faces = tuple(shown.card for shown in deal.pile[:-1])
    return NeedsStock(faces, tuple(Slot(deal.next_slot + index) for index in range(len(faces))))


def in_order_from(game: Game, seat: SeatNumber) -> tuple[SeatNumber, ...]:
    """The seats still in the game, clockwise from the left of a seat; the seat itself, if in, comes last."""
    turned = game.seats[seat + 1 :] + game.seats[: seat + 1]
    return tuple(one for one in turned if one not in game.out)


def buy_in_score(game: Game) -> int:
    """With what total a seat buys back in: the highest of those who are still in."""
    return max(game.totals[seat] for seat in game.seats if seat not in game.out and seat not in game.deciding)


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
        phase=TurningUp(Slot(dealt)),
        next_slot=Slot(len(needs.deck)),
    )
    event = Dealt(game.number, game.attempt, game.dealer, seats, size, len(deal.stock))
    return replace(game, deal=deal), (event,)


def turn_up(game: Game, card: Card) -> Step:
    """The upcard's face is open to all.

    Raises:
        NotNowError: No upcard is awaited.
    """
    return _in_deal(game, lambda deal: play.turn_up(deal, card))


def restock(game: Game, slots: tuple[Slot, ...]) -> Step:
    """The shuffled discard pile has become the stock; `slots` from its top, never used before.

    Raises:
        NotNowError: Nothing is being shuffled.
        WrongSlotsError: Not one new slot for each card.
    """
    return _in_deal(game, lambda deal: play.restock(deal, slots))


def open_hand(game: Game, seat: SeatNumber, shown: tuple[Shown, ...]) -> Step:
    """A loser opens its whole hand; with the last one the deal is scored.

    Raises:
        NotNowError: The seat has nothing to open.
        NotTheWholeHandError: Not each slot of the hand, once.
        ContradictsPublicFaceError: Everybody has seen one of the cards, and it is another.
    """
    return _in_deal(game, lambda deal: play.open_hand(deal, seat, shown))


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
        return _decide(game, seat, action)
    return _in_deal(game, lambda deal: play.apply(deal, seat, action))


def waits_for(game: Game) -> str:
    """What the game waits for, in one word (notation, `phase`)."""
    if game.winners:
        return "over"
    if game.deciding:
        return "buy_in"
    return "deal" if game.deal is None else play.phase_word(game.deal)


def _in_deal(game: Game, step: Callable[[Deal], play.Outcome]) -> Step:
    if game.deal is None or game.deciding or game.winners:
        raise NotNowError(waits_for(game))
    deal, events = step(game.deal)
    after = replace(game, deal=deal)
    if isinstance(deal.phase, Voided):
        voided = DealVoided(deal.number, deal.attempt, deal.phase.reason)
        return replace(after, attempt=game.attempt + 1, history=(*game.history, voided)), events
    if isinstance(deal.phase, Showing) and not play.closed_hands(deal, deal.phase):
        scored, more = _score(after, deal, deal.phase)
        return scored, events + more
    return after, events


# --- the end of a deal ------------------------------------------------------------------------------------------------


def _score(game: Game, deal: Deal, end: Showing) -> Step:
    """Count a deal: points, money, who is over the limit, and what that means for the game."""
    scored = score_deal(deal, end, game.totals)
    totals, money = list(game.totals), list(game.money)
    for line in scored.scores:
        totals[line.seat] = line.total
        money[line.seat] += line.money
    after = replace(
        game,
        deal=replace(deal, phase=Counted(end.winner, end.how, end.opened)),
        totals=tuple(totals),
        money=tuple(money),
        history=(*game.history, scored),
    )
    decided, events = _after_scoring(after, end.winner)
    return decided, (scored, *events)


def _after_scoring(game: Game, winner: SeatNumber) -> Step:
    over = tuple(seat for seat in in_order_from(game, winner) if is_over(game.variant, game.totals[seat]))
    still_in = tuple(seat for seat in game.seats if seat not in game.out and seat not in over)
    if len(still_in) == 1:
        return _end(game, over, still_in)
    asked = tuple(seat for seat in over if _may_buy(game, seat))
    gone = tuple(seat for seat in over if seat not in asked)
    after, events = _eliminate(replace(game, deciding=asked), gone)
    following, more = _ask_or_go_on(after)
    return following, events + more


def _may_buy(game: Game, seat: SeatNumber) -> bool:
    return game.variant.buy_ins == "unlimited" or game.buy_ins[seat] < game.variant.buy_ins


def _eliminate(game: Game, seats: tuple[SeatNumber, ...]) -> Step:
    gone = tuple(Eliminated(seat, game.totals[seat]) for seat in seats)
    return replace(game, out=game.out + seats, history=game.history + gone), gone


def _end(game: Game, over: tuple[SeatNumber, ...], winners: tuple[SeatNumber, ...]) -> Step:
    """One player is left under the limit: the pool is won, and nobody may buy."""
    after, events = _eliminate(game, over)
    money = tuple(paid + (game.pool if seat in winners else 0) for seat, paid in enumerate(after.money))
    ended = GameEnded(winners, game.pool, money, settle(money))
    return replace(after, money=money, winners=winners), (*events, ended)


def _ask_or_go_on(game: Game) -> Step:
    """Ask the next seat that may buy in; after the last one the deal passes to the left."""
    if game.deciding:
        return game, (MayBuyIn(game.deciding[0], game.variant.buy_in_price, buy_in_score(game)),)
    return replace(game, dealer=in_order_from(game, game.dealer)[0], number=game.number + 1, attempt=1), ()


def _decide(game: Game, seat: SeatNumber, action: Action) -> Step:
    check_decision(game.deciding[0], seat, action)
    after, events = _buy_in(game, seat) if isinstance(action, BuyIn) else _decline(game, seat)
    following, more = _ask_or_go_on(after)
    return following, events + more


def check_decision(first: SeatNumber, seat: SeatNumber | None, action: Action) -> None:
    """Say whether an action is legal while `first` chooses between buy-in and decline.

    Raises:
        NotNowError: It is another kind of action.
        NotYourTurnError: Another seat chooses first.
    """
    if not isinstance(action, BuyIn | Decline):
        raise NotNowError("buy_in")
    if seat != first:
        raise NotYourTurnError(first)


def _buy_in(game: Game, seat: SeatNumber) -> Step:
    price, score = game.variant.buy_in_price, buy_in_score(game)
    bought = BoughtIn(seat, price, score, game.buy_ins[seat] + 1)
    after = replace(
        game,
        totals=_put(game.totals, seat, score),
        money=_put(game.money, seat, game.money[seat] - price),
        pool=game.pool + price,
        buy_ins=_put(game.buy_ins, seat, bought.used),
        deciding=game.deciding[1:],
        history=(*game.history, bought),
    )
    return after, (bought,)


def _decline(game: Game, seat: SeatNumber) -> Step:
    declined = Declined(seat)
    after, events = _eliminate(replace(game, deciding=game.deciding[1:], history=(*game.history, declined)), (seat,))
    return after, (declined, *events)


def _put(values: tuple[int, ...], seat: SeatNumber, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
