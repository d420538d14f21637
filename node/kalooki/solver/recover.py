"""Melds for a value: the same recursion again, asking at each step whether this meld still leads to the best."""

from collections.abc import Iterator

from kalooki.solver.pieces import LaidOff, NewRun, NewSet, Piece, set_of
from kalooki.solver.runs import FrontierTable, runs_through
from kalooki.solver.sets import SetOption, without
from kalooki.solver.weights import SECOND
from kalooki.solver.whole import HandSolver
from kalooki.solver.words import JOKER_TYPE, RANKS, CardType, Hand, copies, distinct


def melds_through(solver: HandSolver, hand: Hand, kind: CardType) -> Iterator[tuple[int, Piece, Hand]]:
    """Every new meld, no longer than need be, that holds this card: what it earns, and what it leaves."""
    if not copies(hand, kind):
        return
    yield from _sets_through(solver, hand, kind)
    if kind != JOKER_TYPE:
        yield from _runs_through(solver, hand, kind)
        return
    for natural in distinct(hand._replace(jokers=0)):
        for value, run, rest in _runs_through(solver, hand, natural):
            if rest.jokers < hand.jokers:
                yield value, run, rest


def melds_with(solver: HandSolver, hand: Hand, kind: CardType) -> bool:
    """Whether some new meld could hold this card, which the hand has."""
    if kind == JOKER_TYPE:
        return next(melds_through(solver, hand, kind), None) is not None
    suit, rank = divmod(kind, RANKS)
    if solver.rules.tables.in_run(hand[suit], hand.jokers, rank):
        return True
    return next(_sets_through(solver, hand, kind), None) is not None


def _sets_through(solver: HandSolver, hand: Hand, kind: CardType) -> Iterator[tuple[int, NewSet, Hand]]:
    for rank in range(RANKS) if kind == JOKER_TYPE else (kind % RANKS,):
        for option in solver.sets.options(rank, hand):
            found = set_of(option)
            if found.jokers if kind == JOKER_TYPE else kind // RANKS in found.suits:
                yield option.value, found, without(hand, option)


def _runs_through(solver: HandSolver, hand: Hand, kind: CardType) -> Iterator[tuple[int, NewRun, Hand]]:
    suit, rank = divmod(kind, RANKS)
    shape = solver.rules.shape
    for position in shape.positions(rank):
        steps = runs_through(shape, solver.weights.suits[suit], hand[suit], hand.jokers, position)
        for rest, used, value, cells in steps:
            words = (*hand[:suit], rest, *hand[suit + 1 : 4], hand.jokers - used)
            yield value, NewRun(suit, cells), Hand._make(words)


def pieces(solver: HandSolver, hand: Hand, weight: int) -> tuple[Piece, ...]:
    """Melds and lay-offs that earn exactly this weight, which `best` or `best_with` has given for this hand."""
    if not weight:
        return ()
    found = _beginning_with_a_set(solver, hand, weight)
    if found is not None:
        option, rest = found
        return (set_of(option), *pieces(solver, without(hand, option), rest))
    return _without_sets(solver, hand, weight)


def _beginning_with_a_set(solver: HandSolver, hand: Hand, weight: int) -> tuple[SetOption, int] | None:
    """A set of some way to earn the weight, and what the rest must earn."""
    need = weight & SECOND
    for rank in solver.ranks_of_sets(hand):
        for option in solver.sets.options(rank, hand):
            rest = weight - option.value
            further = need - (option.value & SECOND)
            if rest >= 0 and solver.best_with(without(hand, option), further, rest - 1) == rest:
                return option, rest
    return None


def _without_sets(solver: HandSolver, hand: Hand, weight: int) -> tuple[Piece, ...]:
    """Runs and lay-offs of the four suits that add up to the weight."""
    tables = solver.frontiers(hand.jokers)
    shares = _shares(tables, hand, weight)
    assert shares is not None, "the weight came from another hand"
    return tuple(
        piece
        for suit, (jokers, value) in enumerate(shares)
        for piece in _walk(suit, tables[suit], hand[suit], jokers, value)
    )


def _shares(tables: tuple[FrontierTable, ...], hand: Hand, weight: int) -> list[tuple[int, int]] | None:
    """How many jokers and how much of the weight falls to each suit."""

    def from_suit(suit: int, jokers: int, rest: int) -> list[tuple[int, int]] | None:
        if suit == len(tables):
            return [] if rest == 0 else None
        row = tables[suit][hand[suit]]
        for most in range(jokers + 1):
            for value in row[most]:
                if value <= rest:
                    further = from_suit(suit + 1, jokers - most, rest - value)
                    if further is not None:
                        return [(most, value), *further]
        return None

    return from_suit(0, hand.jokers, weight)


def _walk(suit: int, table: FrontierTable, word: int, jokers: int, value: int) -> Iterator[Piece]:
    """The runs and lay-offs of one suit that earn this weight with at most so many jokers."""
    while value:
        step = next(
            step
            for step in table.steps(word)
            if step.used <= jokers and value - step.value in table.following[step.rest][jokers - step.used]
        )
        if step.cells and table.anchor is None:
            yield NewRun(suit, step.cells)
        elif step.cells and table.anchor is not None:
            yield LaidOff(suit, table.anchor, step.cells)
        word, jokers, value = step.rest, jokers - step.used, value - step.value
        table = table.following
