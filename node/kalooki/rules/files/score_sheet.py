"""The score sheet of a game with real cards: totals, money, who is out, who may buy back in, who has won."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import BuyIn, Decline, Shown
from kalooki.rules.deal import Showing
from kalooki.rules.ending import score_and_go_on
from kalooki.rules.errors import GameIsOverError, RulesError
from kalooki.rules.events import DealScored
from kalooki.rules.files.errors import (
    FileFaultError,
    ImpossiblePointsError,
    NoBuyInLeftError,
    NotCountedError,
    NotOverTheLimitError,
    NotPlayingError,
    NotThisEndingError,
    OnlyOneLeftError,
)
from kalooki.rules.files.score_file import CountedDeal, ScoreFile, SheetDeal, VoidDeal, ways_to_win_deal
from kalooki.rules.game import Game, apply, begin_deal, new_game
from kalooki.rules.scoring import is_over
from kalooki.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal. Totals are indexed by seat; points and money are those of the seats that played."""

    winner: SeatNumber | None
    """None: the deal was void."""
    how: str
    points: Mapping[SeatNumber, int]
    """Doubled where they are, with penalties and bonus."""
    totals: tuple[int, ...]
    """After the deal and its buy-ins."""
    money: Mapping[SeatNumber, int]
    """Won or paid for this deal, without stakes and buy-ins."""
    bought_in: tuple[SeatNumber, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet, as far as it holds."""

    file: ScoreFile
    lines: tuple[SheetLine, ...]
    game: Game
    wrong: FileFaultError | None
    """What it stops at."""

    @property
    def out(self) -> tuple[SeatNumber, ...]:
        """Who is over the limit and has not bought back in, in that order; those who still may come last."""
        return self.game.out + self.game.deciding


def score_sheet(file: ScoreFile) -> ScoreSheet:
    """Count deal after deal, to the end or to the first thing that cannot be."""
    game = new_game(file.variant, len(file.players.names))
    lines: list[SheetLine] = []
    for number, deal in enumerate(file.deals, 1):
        try:
            game, line = _count(game, deal, file, last=number == len(file.deals))
        except FileFaultError as fault:
            return ScoreSheet(file, tuple(lines), game, fault)
        lines.append(line)
    return ScoreSheet(file, tuple(lines), game, None)


def _count(game: Game, deal: SheetDeal, file: ScoreFile, *, last: bool) -> tuple[Game, SheetLine]:
    """One deal more on the sheet.

    Raises:
        FileFaultError: The rules do not allow what it says.
    """
    if game.winners:
        raise FileFaultError(deal.lines.deal, GameIsOverError())
    match deal:
        case VoidDeal():
            nothing = dict.fromkeys(_playing(game), 0)
            return game, SheetLine(None, "void", nothing, game.totals, nothing, ())
        case CountedDeal():
            scored, after = _scored(game, deal, file)
            after, bought = _bought_in(after, deal, file, last=last)
            points = {line.seat: line.points + deal.extra[line.seat] for line in scored.scores}
            money = {line.seat: line.money for line in scored.scores}
            return after, SheetLine(deal.winner, deal.how, points, after.totals, money, bought)


def _playing(game: Game) -> tuple[SeatNumber, ...]:
    return tuple(seat for seat in game.seats if seat not in game.out)


def _scored(game: Game, deal: CountedDeal, file: ScoreFile) -> tuple[DealScored, Game]:
    """Let the rules count it, as if the losers had opened hands that are worth so much."""
    _refuse_wrong_names(game, deal, file)
    known = ways_to_win_deal(file.variant, game.number)
    if deal.how not in known:
        raise FileFaultError(deal.lines.how, NotThisEndingError(deal.how, game.number, known))
    totals = tuple(total + more for total, more in zip(game.totals, deal.extra, strict=True))
    begun, _ = begin_deal(replace(game, totals=totals))
    assert begun.deal is not None
    opened = tuple((seat, _shown(seat, deal, file)) for seat in sorted(deal.left))
    after, events = score_and_go_on(begun, begun.deal, Showing(deal.winner, deal.how, opened))
    return next(event for event in events if isinstance(event, DealScored)), after


def _refuse_wrong_names(game: Game, deal: CountedDeal, file: ScoreFile) -> None:
    names, playing = file.players.names, _playing(game)
    concerned = [deal.winner, *(seat for seat in game.seats if deal.extra[seat])]
    for seat, line in [*((seat, deal.lines.deal) for seat in concerned), *deal.lines.left.items()]:
        if seat not in playing:
            raise FileFaultError(line, NotPlayingError(names[seat]))
    for seat in playing:
        if seat != deal.winner and seat not in deal.left:
            raise FileFaultError(deal.lines.deal, NotCountedError(names[seat]))


def _shown(seat: SeatNumber, deal: CountedDeal, file: ScoreFile) -> tuple[Shown, ...]:
    left = deal.left[seat]
    cards = cards_worth(file.variant, left, len(file.players.names)) if isinstance(left, int) else left
    if isinstance(left, int) and left and not cards:
        raise FileFaultError(deal.lines.left[seat], ImpossiblePointsError(file.players.names[seat], left))
    return tuple(Shown(Slot(at), card) for at, card in enumerate(cards))


def cards_worth(variant: Variant, points: int, players: int) -> tuple[Card, ...]:
    """The fewest cards that cost so many points; none, if there are none that do, or not so many in the deck."""
    deck = variant.start_deck(players)
    if points > sum(variant.hand_value(card) for card in deck):
        return ()
    faces = {variant.hand_value(card): card for card in deck}
    fewest: list[tuple[int, int] | None] = [(0, 0)]
    for worth in range(1, points + 1):
        ways = [(rest[0] + 1, value) for value in faces if value <= worth and (rest := fewest[worth - value])]
        fewest.append(min(ways, default=None))
    cards: list[Card] = []
    while (step := fewest[points]) is not None and step[0]:
        cards.append(faces[step[1]])
        points -= step[1]
    return tuple(cards)


# --- buying back in ---------------------------------------------------------------------------------------------------


def _bought_in(game: Game, deal: CountedDeal, file: ScoreFile, *, last: bool) -> tuple[Game, tuple[SeatNumber, ...]]:
    """Who is named buys in, who is not has declined; after the last deal, whose turn comes later may still choose."""
    for seat in deal.buy_ins:
        if seat not in game.deciding:
            raise FileFaultError(deal.lines.buy_ins[seat], _why_not(game, seat, file))
    bought: list[SeatNumber] = []
    while game.deciding:
        first = game.deciding[0]
        if first in deal.buy_ins:
            game, _ = apply(game, first, BuyIn())
            bought.append(first)
        elif last and not any(seat in deal.buy_ins for seat in game.deciding):
            break
        else:
            game, _ = apply(game, first, Decline())
    return game, tuple(bought)


def _why_not(game: Game, seat: SeatNumber, file: ScoreFile) -> RulesError:
    name = file.players.names[seat]
    if not is_over(game.variant, game.totals[seat]):
        return NotOverTheLimitError(name, game.totals[seat])
    if game.winners:
        return OnlyOneLeftError(name, file.players.names[game.winners[0]])
    return NoBuyInLeftError(name, game.buy_ins[seat])
