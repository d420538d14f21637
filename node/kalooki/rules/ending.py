"""How a deal ends for the game: the count, who is over the limit, who buys back in, who has won."""

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Action, BuyIn, Decline
from kalooki.rules.changing import replace
from kalooki.rules.deal import Counted, Deal, Showing
from kalooki.rules.errors import NotNowError, NotYourTurnError
from kalooki.rules.events import BoughtIn, DealScored, Declined, Eliminated, GameEnded, MayBuyIn
from kalooki.rules.scoring import is_over, score_deal, settle, winners_at_target
from kalooki.rules.standings import Game, Step, buy_in_score, in_order_from


def score_and_go_on(game: Game, deal: Deal, end: Showing) -> Step:
    """Count a deal: points, money, who is over the limit, and what that means for the game."""
    scored = score_deal(deal, end, game.totals, streak=_streak(game, end.winner), away=game.away)
    totals, money = list(game.totals), list(game.money)
    for line in scored.scores:
        totals[line.seat] = line.total
        money[line.seat] += line.money
    after = replace(
        game,
        deal=replace(deal, phase=Counted(end.winner, end.how, end.opened, end.closed)),
        totals=tuple(totals),
        money=tuple(money),
        pool=game.pool - sum(line.money for line in scored.scores),
        history=(*game.history, scored),
    )
    decided, events = leave_out(after)
    if not decided.winners:
        decided, more = _after_scoring(decided, end.winner)
        events += more
    return decided, (scored, *events)


def leave_out(game: Game) -> Step:
    """Whoever is away is out where points are played for, without a buy-in; a seat that is left alone has won."""
    gone = () if game.variant.contracts else tuple(seat for seat in game.away if seat not in game.out)
    left = in_order_from(game, game.dealer)
    return _end(game, gone, left) if len(left) == 1 else _eliminate(game, gone)


def _streak(game: Game, winner: SeatNumber) -> int:
    """How many deals in a row a seat has won with this one; those that did not count are no break."""
    scored = [one for one in game.history if isinstance(one, DealScored)]
    lost = (at for at, one in enumerate(reversed(scored)) if one.winner != winner)
    return next(lost, len(scored)) + 1


def _after_scoring(game: Game, winner: SeatNumber) -> Step:
    if game.variant.hands_per_game is not None:
        return _after_one_of_few(game, game.variant.hands_per_game)
    if game.variant.na_target is not None:
        first = winners_at_target(game.variant, game.totals, game.out)
        return _end(game, (), first) if first else ask_or_go_on(game)
    over = tuple(seat for seat in in_order_from(game, winner) if is_over(game.variant, game.totals[seat]))
    still_in = tuple(seat for seat in in_order_from(game, winner) if seat not in over)
    if len(still_in) == 1:
        return _end(game, over, still_in)
    asked = tuple(seat for seat in over if _may_buy(game, seat))
    gone = tuple(seat for seat in over if seat not in asked)
    after, events = _eliminate(replace(game, deciding=asked), gone)
    following, more = ask_or_go_on(after)
    return following, events + more


def _after_one_of_few(game: Game, hands: int) -> Step:
    """A game of a fixed number of deals: after the last one the lowest total wins, or the tied play one more."""
    if game.number < hands:
        return ask_or_go_on(game)
    playing = tuple(sorted(in_order_from(game, game.dealer)))
    lowest = min(game.totals[seat] for seat in playing)
    first = tuple(seat for seat in playing if game.totals[seat] == lowest)
    behind = tuple(seat for seat in playing if seat not in first)
    if len(first) == 1 or game.variant.tie != "extra_hand":
        return _end(game, (), first)
    after, events = _eliminate(game, behind)
    following, more = ask_or_go_on(after)
    return following, events + more


def _may_buy(game: Game, seat: SeatNumber) -> bool:
    if seat in game.no_buy_in:
        return False
    return game.variant.buy_ins == "unlimited" or game.buy_ins[seat] < game.variant.buy_ins


def _eliminate(game: Game, seats: tuple[SeatNumber, ...]) -> Step:
    gone = tuple(Eliminated(seat, game.totals[seat]) for seat in seats)
    return replace(game, out=game.out + seats, history=game.history + gone), gone


def _end(game: Game, over: tuple[SeatNumber, ...], winners: tuple[SeatNumber, ...]) -> Step:
    """The game is decided, and nobody may buy; several winners share the pool, its odd rest goes to the first."""
    after, events = _eliminate(game, over)
    part, rest = divmod(game.pool, len(winners))
    won = {seat: part + (place < rest) for place, seat in enumerate(winners)}
    money = tuple(paid + won.get(SeatNumber(seat), 0) for seat, paid in enumerate(after.money))
    ended = GameEnded(winners, game.pool, money, settle(money))
    return replace(after, money=money, winners=winners), (*events, ended)


def ask_or_go_on(game: Game) -> Step:
    """Ask the next seat that may buy in; after the last one the deal passes to the left."""
    if game.deciding:
        return game, (MayBuyIn(game.deciding[0], game.variant.buy_in_price, buy_in_score(game)),)
    return replace(game, dealer=in_order_from(game, game.dealer)[0], number=game.number + 1, attempt=1), ()


def decide(game: Game, seat: SeatNumber, action: Action) -> Step:
    """One seat buys back in or declines; then the next is asked, or the game goes on.

    Raises:
        IllegalActionError: Another kind of action, or another seat chooses first.
    """
    check_decision(game.deciding[0], seat, action)
    after, events = _buy_in(game, seat) if isinstance(action, BuyIn) else _decline(game, seat)
    following, more = ask_or_go_on(after)
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
