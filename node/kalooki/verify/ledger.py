"""Scores and cards, counted again without the rules' own arithmetic."""

from collections import Counter
from collections.abc import Iterator

from kalooki.cards import Card, SeatNumber
from kalooki.rules.audience import live_slots
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
    TurningUp,
    Voided,
)
from kalooki.rules.events import DealScored, Event, HandClosed, HandOpened
from kalooki.rules.game import Game
from kalooki.verify.report import Check, Finding
from kalooki.worded import Worded


def recount(before: Game | None, after: Game | None, events: tuple[Event, ...], index: int) -> list[Finding]:
    """Count again what entry `index` has made of a game; nothing where there is none yet."""
    if before is None or after is None:
        return []
    scores = [Finding(Check.SCORES, "wrong_score", text, index) for text in score_errors(before, after, events)]
    cards = [Finding(Check.CONSERVATION, "cards_not_conserved", text, index) for text in card_errors(after)]
    return scores + cards


def score_errors(before: Game, after: Game, events: tuple[Event, ...]) -> Iterator[str]:
    """Say what is wrong with the scores that an entry brought."""
    for event in events:
        if isinstance(event, HandOpened):
            points = sum(before.variant.hand_value(card) for card in event.cards)
            if points != event.points:
                yield Worded(
                    "the hand of seat {seat} costs {points}, not {told}",
                    seat=event.seat + 1,
                    points=points,
                    told=event.points,
                )
        if isinstance(event, HandClosed) and event.points not in _points_closed(before, after, event.seat):
            yield Worded(
                "the hand of seat {seat}, which nobody opened, does not cost {told}",
                seat=event.seat + 1,
                told=event.points,
            )
        if isinstance(event, DealScored):
            yield from _scored(before, after, event)
    owed = 0 if after.winners else after.pool
    if sum(after.money) + owed != 0:
        yield Worded("the money does not add up: {paid} and a pool of {pool}", paid=sum(after.money), pool=owed)


def _scored(before: Game, after: Game, event: DealScored) -> Iterator[str]:
    winner_scores = before.variant.na_scoring in {"winner", "per_hand"}
    for score in event.scores:
        seat, points, total = score.seat + 1, score.points, before.totals[score.seat] + score.points
        if total != score.total:
            yield Worded(
                "seat {seat} stands at {total} after the deal, not {told}", seat=seat, total=total, told=score.total
            )
        won = score.seat == event.winner
        if before.variant.contracts and points != (expected := _contract_points(after, event, score.seat)):
            yield Worded(
                "seat {seat} has {points} points for its cards and what was charged, not {expected}",
                seat=seat,
                points=points,
                expected=expected,
            )
        if won != winner_scores and points != 0 and not before.variant.contracts:
            yield (
                Worded("seat {seat} won and has {points} points", seat=seat, points=points)
                if won
                else Worded("seat {seat} did not win and has {points} points", seat=seat, points=points)
            )


def _points_closed(before: Game, after: Game, seat: SeatNumber) -> set[int]:
    """Count what a hand that nobody opened may cost, with what was seen before the entry, or with its hands as well."""
    return {_points_unseen(game, seat) for game in (before, after)}


def _points_unseen(game: Game, seat: SeatNumber) -> int:
    deal, worth = game.deal, game.variant.hand_value
    assert deal is not None, "a hand that is counted was held in a deal"
    hidden = Counter(deal.deck)
    hidden.subtract(_seen(deal))
    values = sorted((worth(card) for card in hidden.elements()), reverse=True)
    known = [worth(deal.faces[slot]) for slot in deal.hands[seat] if slot in deal.faces]
    count = len(deal.hands[seat]) - len(known)
    if game.variant.na_scoring in {"winner", "per_hand"}:
        return sum(known) + ((2 * sum(values) * count + len(values)) // (2 * len(values)) if values else 0)
    return sum(known) + sum(values[:count])


def _contract_points(after: Game, event: DealScored, seat: SeatNumber) -> int:
    """Count a hand, twice where the winner bent the table, and what was charged beside it; bonuses are below zero."""
    deal, bend = after.deal, event.how == "bend"
    assert deal is not None and isinstance(deal.phase, Counted), "what is scored was counted"  # noqa: PT018
    if seat not in deal.seats:
        return max(_contract_points(after, event, other) for other in deal.seats)
    beside = sum(points for who, points in deal.beside if who == seat)
    if seat == event.winner:
        return beside + (after.variant.bend_bonus if bend else 0)
    cards = [shown.card for who, hand in deal.phase.opened if who == seat for shown in hand]
    closed = sum(points for who, points in deal.phase.closed if who == seat)
    return beside + (closed + sum(map(after.variant.hand_value, cards))) * (2 if bend else 1)


def card_errors(game: Game) -> Iterator[str]:
    """Say whether the deal in play has lost or doubled a card, or shows a face too often."""
    deal = game.deal
    if deal is None:
        return
    slots = live_slots(game)
    if len(set(slots)) != len(slots):
        yield Worded("a card lies in two places")
    if len(slots) != len(deal.deck):
        yield Worded("{count} cards of {all}", count=len(slots), all=len(deal.deck))
    if Counter(_seen(deal)) - Counter(deal.deck):
        yield Worded("a face is seen more often than the deck has it")


def _seen(deal: Deal) -> Iterator[Card]:
    """Every face that everybody knows, once for each slot."""
    faces = {shown.slot: shown.card for shown in deal.pile} | dict(deal.faces)
    faces |= {one.slot: one.card for meld in deal.melds for one in meld.cards}
    match deal.phase:
        case Showing(opened=opened) | Counted(opened=opened):
            faces |= {shown.slot: shown.card for _, hand in opened for shown in hand}
        case TurningUp() | InTurn() | Calling() | Cutting() | Holding() | Rearranging() | Reshuffling() | Voided():
            pass
        case CutOffered() | Lifting() | Blitz():
            pass
    return iter(faces.values())
