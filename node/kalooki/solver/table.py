"""The melds on the table as the solver sees them: where cards fit, and which jokers can be had."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from kalooki.rules.actions import MeldId
from kalooki.rules.remembered import by_identity
from kalooki.solver.rules import Anchors, SolverRules
from kalooki.solver.runs import LONGEST, Anchor
from kalooki.solver.sets import LARGEST
from kalooki.solver.words import HIGH, JOKER_TYPE, LOW, ONE, RANKS, CardType, Hand, Position, copies, rank_at

MOST_PER_TURN = 2
"""Cards on one end of a run (or on the run) in a turn, where the house limits them."""
MOST_SWAPS = 3
"""Jokers taken in one lay that are tried."""


class TableRun(NamedTuple):
    """A run, and how many cards this turn has added below and above."""

    id: MeldId
    mine: bool
    suit: int
    low: Position
    length: int
    jokers: tuple[Position, ...]
    added_low: int = 0
    added_high: int = 0


class TableSet(NamedTuple):
    """A set."""

    id: MeldId
    mine: bool
    rank: int
    suits: tuple[int, ...]
    """Of its naturals."""
    jokers: int
    declared: tuple[int, ...] = ()
    """The suits that its jokers stand for, where each is one card."""

    def open_to(self, rules: SolverRules) -> tuple[int, ...]:
        """The suits that can be added: those that it does not have yet, or any."""
        taken = (*self.suits, *self.declared)
        return tuple(suit for suit in range(4) if rules.na_duplicate_suits or suit not in taken)


TableMeld = TableRun | TableSet


class Place(NamedTuple):
    """An anchor, the suit that it takes, and the meld that it belongs to."""

    suit: int
    anchor: Anchor
    meld: MeldId
    first: int
    """The bits of the rank that comes first there."""
    all: int
    """Of all ranks that have room there."""


class Room(NamedTuple):
    """Where one meld takes cards: on one of these choices of ends, or as a set on one of these places."""

    ends: tuple[tuple[Place, ...], ...]
    places: tuple[Place, ...]


class Layout(NamedTuple):
    """The anchors of each suit, sorted so that equal tables share their answers, and whose they are."""

    anchors: tuple[Anchors, Anchors, Anchors, Anchors]
    melds: tuple[tuple[MeldId, ...], ...]


class Rooms(NamedTuple):
    """What the melds of a table take, whoever comes; those that take nothing are left out."""

    rooms: tuple[Room, ...]
    first: tuple[int, ...]
    """By suit, the bits of the ranks that come first somewhere: a natural that is not among them fits nowhere."""
    all: tuple[int, ...]
    """The bits of all ranks that have room, those behind others too."""


class Swap(NamedTuple):
    """Naturals for a joker: the meld, the naturals, and the meld as it lies afterwards."""

    meld: MeldId
    naturals: tuple[CardType, ...]
    after: TableMeld


NO_PLACES = Layout(((), (), (), ()), ((), (), (), ()))
"""On an empty table, or where no card fits."""


def layouts(rules: SolverRules, table: tuple[TableMeld, ...], hand: Hand) -> Iterator[Layout]:
    """Every choice that the table leaves: a set with a joker is open to two suits, but takes only one card."""
    rooms, (spades, hearts, diamonds, clubs), _ = _rooms(rules, table)
    fits = hand[0] & spades or hand[1] & hearts or hand[2] & diamonds or hand[3] & clubs or (rooms and hand[4])
    choices = [choice for room in rooms if (choice := _choices(room, hand))] if fits else []
    if not choices:
        yield NO_PLACES
        return
    for chosen in product(*choices):
        places = sorted(place for group in chosen for place in group)
        by_suit = [[place for place in places if place.suit == suit] for suit in range(4)]
        of_s, of_h, of_d, of_c = [tuple([place.anchor for place in group]) for group in by_suit]
        yield Layout((of_s, of_h, of_d, of_c), tuple([tuple([p.meld for p in group]) for group in by_suit]))


def _choices(room: Room, hand: Hand) -> list[tuple[Place, ...]]:
    """The ways in which one meld can take cards of this hand; none where it can take none."""
    if room.ends:
        if hand[4]:
            return list(room.ends)
        fitting = [tuple([place for place in ends if hand[place.suit] & place.first]) for ends in room.ends]
        return [places for places in fitting if places]
    held: list[tuple[Place, ...]] = [(place,) for place in room.places if hand[place.suit] & place.first]
    return held or [(place,) for place in room.places[: min(1, hand.jokers)]]


def takes(rules: SolverRules, table: tuple[TableMeld, ...], card: CardType) -> bool:
    """Whether a card fits somewhere by itself."""
    rooms, first, _ = _rooms(rules, table)
    return bool(rooms) if card == JOKER_TYPE else bool(first[card // RANKS] & ONE[card % RANKS])


def words_taken(rules: SolverRules, table: tuple[TableMeld, ...]) -> tuple[int, int, int, int]:
    """By suit, the bits of the ranks that fit somewhere by themselves."""
    spades, hearts, diamonds, clubs = _rooms(rules, table)[1]
    return spades, hearts, diamonds, clubs


def words_asked_for(rules: SolverRules, table: tuple[TableMeld, ...]) -> tuple[int, int, int, int]:
    """By suit, the bits of the ranks that some joker on the table may be had for, alone or with another."""
    if rules.joker_set is None:
        return 0, 0, 0, 0
    spades, hearts, diamonds, clubs = _offers(rules, table)[1]
    return spades, hearts, diamonds, clubs


def places_for(rules: SolverRules, table: tuple[TableMeld, ...], card: CardType) -> Place | None:
    """Where a natural fits, if there is exactly one place; a run that takes cards in several ways has none."""
    suit, rank = divmod(card, RANKS)
    found: list[Place] = []
    for room in _rooms(rules, table)[0]:
        if len(room.ends) > 1:
            return None
        found += [place for ends in (*room.ends, room.places) for place in ends if place.suit == suit]
    fitting = [place for place in found if place.first >> 3 * rank & 7]
    return fitting[0] if len(fitting) == 1 else None


def has_room(rules: SolverRules, table: tuple[TableMeld, ...], card: CardType) -> bool:
    """Whether a card fits somewhere, perhaps behind others."""
    rooms, _, every = _rooms(rules, table)
    return bool(rooms) if card == JOKER_TYPE else bool(every[card // RANKS] & ONE[card % RANKS])


@by_identity(256)
@lru_cache(maxsize=1024)
def _rooms(rules: SolverRules, table: tuple[TableMeld, ...]) -> Rooms:
    rooms = tuple(room for meld in table if (room := _room(rules, meld)).ends or room.places)
    first, every = [0, 0, 0, 0], [0, 0, 0, 0]
    for room in rooms:
        for place in (*room.places, *(place for ends in room.ends for place in ends)):
            first[place.suit] |= place.first
            every[place.suit] |= place.all
    return Rooms(rooms, tuple(first), tuple(every))


@lru_cache(maxsize=4096)
def _room(rules: SolverRules, meld: TableMeld) -> Room:
    match meld:
        case TableRun():
            both = [
                (
                    _place(meld, meld.suit, Anchor(meld.low - 1, -1, low)),
                    _place(meld, meld.suit, Anchor(meld.low + meld.length, 1, high)),
                )
                for low, high in _room_at_ends(rules, meld)
            ]
            ends = [tuple(place for place in two if place.anchor.most) for two in both]
            return Room(tuple(places for places in ends if places), ())
        case TableSet() if len(meld.suits) + meld.jokers >= LARGEST:
            return Room((), ())
        case TableSet():
            return Room((), tuple(_place(meld, suit, Anchor(meld.rank + 1, 0, 1)) for suit in meld.open_to(rules)))


def _place(meld: TableMeld, suit: int, anchor: Anchor) -> Place:
    ranks = [7 * ONE[rank_at(anchor.start + anchor.step * number)] for number in range(anchor.most)]
    return Place(suit, anchor, meld.id, 7 * ONE[rank_at(anchor.start)], reduce(or_, ranks, 0))


def _room_at_ends(rules: SolverRules, run: TableRun) -> Iterator[tuple[int, int]]:
    """How many cards the run may take below and above; an ace at one end shuts the other end to the ace."""
    below, above = run.low - rules.shape.lowest, HIGH - (run.low + run.length - 1)
    for low, high in {(min(low, below), min(high, above)) for low, high in _allowed(rules, run)}:
        if low > run.low - 1 and high == above:
            if run.low > LOW:
                yield run.low - 1, high
            if run.low + run.length - 1 < HIGH:
                yield low, high - 1
        else:
            yield low, high


def _allowed(rules: SolverRules, run: TableRun) -> list[tuple[int, int]]:
    """How many cards the house still lets a player add below and above in this turn."""
    match rules.build_limit:
        case "per_end":
            return [(MOST_PER_TURN - run.added_low, MOST_PER_TURN - run.added_high)]
        case "total":
            left = MOST_PER_TURN - run.added_low - run.added_high
            return [(low, left - low) for low in range(left + 1)]
        case "off":
            return [(LONGEST, LONGEST)]


def swaps(rules: SolverRules, table: tuple[TableMeld, ...], hand: Hand) -> Iterator[tuple[Swap, ...]]:
    """Every choice of jokers that the hand can take at once, each meld at most once; not the empty one."""
    if not may_swap(rules, table, hand):
        return
    offers, _ = _offers(rules, table)
    options = [
        found
        for offered in offers
        if (found := [swap for swap in offered if all(copies(hand, kind) for kind in swap.naturals)])
    ]
    for number in range(1, min(len(options), MOST_SWAPS) + 1):
        for group in combinations(options, number):
            for chosen in product(*group):
                naturals = [kind for swap in chosen for kind in swap.naturals]
                if all(copies(hand, kind) >= naturals.count(kind) for kind in naturals):
                    yield chosen


def may_swap(rules: SolverRules, table: tuple[TableMeld, ...], hand: Hand) -> bool:
    """Whether the hand has a card that some joker on the table may be taken for."""
    spades, hearts, diamonds, clubs = _offers(rules, table)[1]
    return bool(hand[0] & spades or hand[1] & hearts or hand[2] & diamonds or hand[3] & clubs)


@by_identity(256)
@lru_cache(maxsize=1024)
def _offers(rules: SolverRules, table: tuple[TableMeld, ...]) -> tuple[tuple[tuple[Swap, ...], ...], tuple[int, ...]]:
    """The swaps that each meld offers to who holds the naturals; melds that offer none are left out.

    And by suit, the bits of the ranks that some swap asks for.
    """
    open_to = () if rules.joker_set is None else table
    offers = (tuple(_swaps(rules, meld)) for meld in open_to if not (rules.na_joker_others_only and meld.mine))
    some = tuple(offered for offered in offers if offered)
    asked = [0, 0, 0, 0]
    for kind in (kind for offered in some for swap in offered for kind in swap.naturals):
        asked[kind // RANKS] |= 7 * ONE[kind % RANKS]
    return some, tuple(asked)


def _swaps(rules: SolverRules, meld: TableMeld) -> Iterator[Swap]:
    match meld:
        case TableRun():
            yield from _run_swaps(rules, meld)
        case TableSet():
            yield from _set_swaps(rules, meld)


def _run_swaps(rules: SolverRules, run: TableRun) -> Iterator[Swap]:
    """In a run the natural takes exactly its own place."""
    ends = (run.low, run.low + run.length - 1)
    for position in run.jokers:
        kind = run.suit * RANKS + rank_at(position)
        if not (rules.joker_interior_only and position in ends):
            others = tuple(place for place in run.jokers if place != position)
            yield Swap(run.id, (kind,), run._replace(jokers=others))


def _set_swaps(rules: SolverRules, meld: TableSet) -> Iterator[Swap]:
    """A set of three gives a joker up for two missing suits, or for the one card that it is; a lenient set for any."""
    if rules.joker_set == "declared":
        yield from _declared_swaps(meld)
        return
    lenient = rules.joker_set == "one"
    if not meld.jokers or (len(meld.suits) + meld.jokers >= LARGEST and not lenient):
        return
    needed = 1 if lenient else 2
    for suits in combinations(meld.open_to(rules), needed):
        naturals = tuple(suit * RANKS + meld.rank for suit in suits)
        held = tuple(sorted((*meld.suits, *suits)))
        yield Swap(meld.id, naturals, meld._replace(suits=held, jokers=meld.jokers - 1))


def _declared_swaps(meld: TableSet) -> Iterator[Swap]:
    """Only out of a set of three, and for exactly the card that the joker stands for."""
    if len(meld.suits) + meld.jokers >= LARGEST:
        return
    for suit in meld.declared:
        kind = suit * RANKS + meld.rank
        others = tuple(one for one in meld.declared if one != suit)
        held = tuple(sorted((*meld.suits, suit)))
        yield Swap(meld.id, (kind,), meld._replace(suits=held, jokers=meld.jokers - 1, declared=others))
