"""The referee: plays the actions of a deal file on the open deck, and says of each whether it was legal."""

from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber
from kalooki.rules.actions import Action, Draw
from kalooki.rules.deal import Calling, CutOffered, Holding
from kalooki.rules.errors import (
    BadCardError,
    BadMoveError,
    NotHeldError,
    NotNowError,
    NotYourTurnError,
    RulesError,
    WhichMeldError,
)
from kalooki.rules.events import CallGranted, DealScored, DealVoided, Event
from kalooki.rules.files.deal_file import DealFile, Written
from kalooki.rules.files.errors import FileFaultError
from kalooki.rules.files.setting import set_out
from kalooki.rules.game import Game, NeedsAction, NeedsDecision, close_window, pending, waits_for
from kalooki.rules.legal import legal_kinds
from kalooki.rules.notation import parse_move
from kalooki.rules.open_game import OpenGame
from kalooki.rules.view import SeatView

Open = tuple[tuple[SeatNumber, tuple[str, ...]], ...]
"""Whose action is awaited, and then who may act besides: each with the kinds of move that are open."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of one action."""

    number: int
    action: Written
    error: RulesError | None
    drew: Card | None = None
    """What a draw brought: the deck is open."""
    open_to: Open = ()
    """After a refusal: who may act."""
    granted: tuple[SeatNumber, Card, Card] | None = None
    """Who got a discard out of turn by this action, the discard, and the card that came with it."""
    events: tuple[Event, ...] = ()
    """All that came of it, what it ended and what followed by itself too."""


@dataclass(frozen=True, slots=True)
class Report:
    """All rulings, and how things stand after the last of them."""

    file: DealFile
    rulings: tuple[Ruling, ...]
    game: Game
    view: SeatView
    """As an onlooker sees it."""
    phase: str
    """One word (notation, `phase`); `over` as soon as the deal is."""
    turn: SeatNumber | None
    """Who is in turn, or decides."""
    open_to: Open
    result: DealScored | DealVoided | None

    @property
    def legal(self) -> tuple[str, ...]:
        """The kinds of move that are open, to whomever."""
        return tuple(dict.fromkeys(kind for _, kinds in self.open_to for kind in kinds))

    @property
    def all_legal(self) -> bool:
        """No action was refused."""
        return all(ruling.error is None for ruling in self.rulings)


def referee(file: DealFile, *, keep_going: bool = False) -> Report:
    """Play the actions; stop at the first illegal one, or with `keep_going` leave it out.

    Raises:
        FileFaultError: An action is none: no such move, no such card.
    """
    happened: list[Event] = []
    table = set_out(file, lambda _game, events: happened.extend(events))
    rulings: list[Ruling] = []
    for number, action in enumerate(file.actions, 1):
        table.to_move(next_deal=False)
        happened.clear()
        rulings.append(_rule(table, number, action, happened))
        if rulings[-1].error is not None and not keep_going:
            break
    else:
        _close_last_window(table)
    awaited = table.to_move(next_deal=False)
    onlooker = table.view(None)
    return Report(
        file=file,
        rulings=tuple(rulings),
        game=table.game,
        view=onlooker,
        phase="over" if awaited is None else waits_for(table.game),
        turn=None if awaited is None else onlooker.turn,
        open_to=_open_to(table),
        result=onlooker.last,
    )


def _rule(table: OpenGame, number: int, action: Written, happened: list[Event]) -> Ruling:
    before = table.game, dict(table.deck.faces)
    start = table.game
    try:
        if _close_windows(table, action) and not _awaited(table.game):
            before = table.game, dict(table.deck.faces)  # the deal is over, whatever else was meant
        move = _read(table, action)
        table.act(action.seat, move)
    except (BadCardError, BadMoveError) as error:
        raise FileFaultError(action.line, error) from error
    except RulesError as error:
        table.game, table.deck.faces = before
        return Ruling(number, action, error, open_to=_open_to(table))
    table.to_move(next_deal=False)  # a draw from an empty stock comes after the reshuffle
    drew = _newest(table, action.seat) if isinstance(move, Draw) else None
    return Ruling(number, action, None, drew, granted=_granted(table, start), events=tuple(happened))


def _close_windows(table: OpenGame, action: Written) -> bool:
    """There is no clock: the time for answers is up when somebody does what comes after it."""
    closed = False
    while _comes_after(table.game, action.seat, action.move.split()[:1]):
        table.close_window()
        table.to_move(next_deal=False)
        closed = True
    return closed


def _close_last_window(table: OpenGame) -> None:
    """Whose last card is gone has won when the file ends: nobody is left who would challenge the lay."""
    deal = table.game.deal
    assert deal is not None, "a file sets out a deal"
    if isinstance(deal.phase, Holding) and not deal.hands[deal.turn.seat]:
        table.close_window()


def _comes_after(game: Game, seat: SeatNumber, move: list[str]) -> bool:
    assert game.deal is not None, "a file sets out a deal"
    turn, seats = game.deal.turn.seat, game.deal.seats
    verb = move[0].lower() if move else ""
    match game.deal.phase:
        case CutOffered():
            return verb not in {"cut", "pass"}
        case Calling(waiting):
            return bool(waiting) and seat == turn and verb != "challenge"
        case Holding():
            following = seats[(seats.index(turn) + 1) % len(seats)]
            return verb == "call" or (verb in {"draw", "take"} and seat == following)
        case _:
            return False


def _read(table: OpenGame, action: Written) -> Action:
    """The move in the hand of whoever makes it; what fails in the hand of another than awaited is out of turn first.

    Raises:
        RulesError: It is no move, or not one of this hand, or not one for now.
    """
    try:
        return parse_move(action.move, table.view(action.seat))
    except (NotHeldError, WhichMeldError):
        awaited = _awaited(table.game)
        if not awaited:
            raise NotNowError(waits_for(table.game)) from None
        if action.seat not in awaited:
            raise NotYourTurnError(awaited[0]) from None
        raise


def _awaited(game: Game) -> tuple[SeatNumber, ...]:
    """Whose action the game waits for; nobody's, where the deal is over."""
    needs = pending(game)
    if isinstance(needs, NeedsAction):
        return needs.seats
    return (needs.seat,) if isinstance(needs, NeedsDecision) else ()


def _may_act(game: Game) -> tuple[SeatNumber, ...]:
    """Whose action the game waits for, and who may act besides."""
    needs = pending(game)
    return needs.seats + needs.may if isinstance(needs, NeedsAction) else _awaited(game)


def _granted(table: OpenGame, before: Game) -> tuple[SeatNumber, Card, Card] | None:
    """Who got the discard since then, and what came with it: the newest card of that hand."""
    deal = table.game.deal
    assert deal is not None, "a deal was set out"
    assert before.deal is not None, "likewise"
    for event in deal.history[len(before.deal.history) :]:
        if isinstance(event, CallGranted):
            return event.seat, event.card, table.deck.faces[deal.hands[event.seat][-1]]
    return None


def _open_to(table: OpenGame) -> Open:
    """Who may act and how; also who ends the time for answers by what comes after it."""
    kinds = {seat: legal_kinds(table.view(seat)) for seat in _may_act(table.game)}
    assert table.game.deal is not None, "a file sets out a deal"
    if isinstance(table.game.deal.phase, CutOffered | Calling | Holding):
        ahead = OpenGame(close_window(table.game)[0], b"")
        ahead.deck.faces = dict(table.deck.faces)
        ahead.to_move(next_deal=False)
        for seat in _may_act(ahead.game):
            later = legal_kinds(ahead.view(seat))
            more = tuple(kind for kind in later if _comes_after(table.game, seat, [kind]))
            kinds |= {seat: tuple(dict.fromkeys((*kinds.get(seat, ()), *more)))} if more else {}
    return tuple(kinds.items())


def _newest(table: OpenGame, seat: SeatNumber) -> Card | None:
    """The card that a draw brought; none where the stock ran out on it and the deal is void."""
    deal = table.game.deal
    if deal is None or not deal.turn.has_drawn:
        return None
    return table.deck.faces[deal.hands[seat][-1]]
