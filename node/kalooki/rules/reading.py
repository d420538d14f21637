"""What a list of cards is: a set, a run, or neither, and why; and what each joker in it stands for."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kalooki.cards import Joker, Natural, Rank, Suit
from kalooki.rules.errors import (
    AceOnlyHighError,
    BadMeldError,
    JokersTouchError,
    NeitherSetNorRunError,
    NotConsecutiveError,
    OnlyJokersError,
    RankTwiceError,
    RoundTheCornerError,
    SuitTwiceError,
    TooFewCardsError,
    TooManyCardsError,
    TooManyJokersError,
    UndeclaredJokersError,
    UndeclaredSetJokerError,
    WrongDeclarationError,
)
from kalooki.rules.melds import (
    ALL_RANKS,
    HIGH_ACE,
    Run,
    Set,
    TableCard,
    missing_suits,
    natural_at,
    places_of,
    suits_must_differ,
)
from kalooki.rules.variant import Variant


def read_meld(cards: tuple[TableCard, ...], variant: Variant) -> tuple[Set | Run, tuple[TableCard, ...]]:
    """What these cards are as a new meld; they come back in table order, a run upwards, each joker with what it is.

    Raises:
        BadMeldError: They are neither a set nor a run, and why.
    """
    faces = tuple(one.card for one in cards)
    naturals = [card for card in faces if isinstance(card, Natural)]
    if not naturals:
        raise OnlyJokersError(faces)
    if len(cards) < min(variant.set_min, variant.run_min):
        raise TooFewCardsError(faces, min(variant.set_min, variant.run_min))
    shape, ordered = (
        _read_set(naturals, cards, variant)
        if _is_set(naturals, cards, variant)
        else _read_run(naturals, cards, variant)
    )
    check_jokers(shape, ordered, variant)
    return shape, ordered


def _is_set(naturals: list[Natural], cards: tuple[TableCard, ...], variant: Variant) -> bool:
    """Two naturals say by themselves what a meld is; one alone must be declared through its jokers."""
    first = naturals[0]
    if len(naturals) > 1:
        return all(card.rank is first.rank for card in naturals)
    declared = [one.stands_for for one in cards if isinstance(one.card, Joker) and one.stands_for is not None]
    if declared and all(card.rank is first.rank for card in declared):
        return True
    if len(declared) < len(cards) - 1:
        _refuse_hopeless(cards, first, variant)
        raise UndeclaredJokersError(first)
    return False


def _refuse_hopeless(cards: tuple[TableCard, ...], natural: Natural, variant: Variant) -> None:
    """Raise where one natural and jokers are no meld, whatever the jokers are said to be.

    Raises:
        BadMeldError: They are none.
    """
    why: list[BadMeldError] = []
    for shape, least in ((Set(natural.rank), variant.set_min), (Run(natural.suit, 0), variant.run_min)):
        if len(cards) < least:
            continue
        try:
            check_jokers(shape, cards, variant)
        except BadMeldError as error:
            why.append(error)
        else:
            return
    raise why[0]


def _read_set(
    naturals: list[Natural], cards: tuple[TableCard, ...], variant: Variant
) -> tuple[Set | Run, tuple[TableCard, ...]]:
    rank = naturals[0].rank
    faces = tuple(one.card for one in cards)
    if len(cards) < variant.set_min:
        raise TooFewCardsError(faces, variant.set_min)
    if variant.set_max is not None and len(cards) > variant.set_max:
        raise TooManyCardsError(faces, variant.set_max)
    if suits_must_differ(variant):
        refuse_suit_twice(naturals)
    return Set(rank), tuple(settle_set_card(one, rank, cards, variant) for one in cards)


def refuse_suit_twice(naturals: Sequence[Natural]) -> None:
    """Raise if two naturals of a set are of one suit.

    Raises:
        SuitTwiceError: They are.
    """
    for index, card in enumerate(naturals):
        if card in naturals[:index]:
            raise SuitTwiceError(card)


def settle_set_card(one: TableCard, rank: Rank, cards: Sequence[TableCard], variant: Variant) -> TableCard:
    """A card as it lies in a set: a suit that was written for a joker must be missing.

    It binds nobody, but where a joker in a set is one card: there it must be written, and stays.

    Raises:
        WrongDeclarationError: The joker was said to be a card that the set has no room for.
        UndeclaredSetJokerError: It was left open where it may not be.
    """
    declared = one.stands_for
    if isinstance(one.card, Natural) or declared is None:
        if variant.set_jokers_declared and not isinstance(one.card, Natural):
            raise UndeclaredSetJokerError(tuple(Natural(rank, suit) for suit in missing_suits(cards)))
        return one if declared is None else replace(one, stands_for=None)
    twice = sum(other.stands_for == declared for other in cards) > 1 or any(other.card == declared for other in cards)
    if declared.rank is not rank or (suits_must_differ(variant) and twice):
        raise WrongDeclarationError(declared, _choices(one, rank, cards, variant))
    return one if variant.set_jokers_declared else replace(one, stands_for=None)


def _choices(one: TableCard, rank: Rank, cards: Sequence[TableCard], variant: Variant) -> tuple[Natural, ...]:
    """What a joker of a set can be."""
    others = [other for other in cards if other is not one] if suits_must_differ(variant) else []
    return tuple(Natural(rank, suit) for suit in missing_suits(others))


def _read_run(
    naturals: list[Natural], cards: tuple[TableCard, ...], variant: Variant
) -> tuple[Set | Run, tuple[TableCard, ...]]:
    faces = tuple(one.card for one in cards)
    suit = naturals[0].suit
    if any(card.suit is not suit for card in naturals):
        raise NeitherSetNorRunError(faces)
    for index, card in enumerate(naturals):
        if naturals[:index].count(card) > (card.rank is Rank.ACE and variant.run_max > ALL_RANKS):
            raise RankTwiceError(card)
    if len(cards) < variant.run_min:
        raise TooFewCardsError(faces, variant.run_min)
    if len(cards) > variant.run_max:
        raise TooManyCardsError(faces, variant.run_max)
    fitting = _fitting(cards, suit, ace_low=variant.ace_low)
    if not fitting:
        _refuse_run(cards, suit, ace_low=variant.ace_low)
    way, low = fitting[0]
    return Run(suit, low), tuple(settle_run_card(one, suit, low + index) for index, one in enumerate(way))


def _ways(cards: tuple[TableCard, ...], *, ace_low: bool) -> list[tuple[tuple[TableCard, ...], int]]:
    """Each reading, upwards and downwards, in which every natural stands where it belongs, with its first place."""
    return [(way, low) for way in (cards, cards[::-1]) for low in _lows(way, ace_low=ace_low)]


def _fitting(cards: tuple[TableCard, ...], suit: Suit, *, ace_low: bool) -> list[tuple[tuple[TableCard, ...], int]]:
    """Those readings that contradict no declaration; never more than one."""
    return [
        (way, low)
        for way, low in _ways(cards, ace_low=ace_low)
        if all(_agrees(one, suit, low + index) for index, one in enumerate(way))
    ]


def _lows(way: tuple[TableCard, ...], *, ace_low: bool) -> list[int]:
    """The places where a run read upwards may begin."""
    index, first = next((index, one.card) for index, one in enumerate(way) if isinstance(one.card, Natural))
    lowest = 1 if ace_low else 2
    return [
        place - index
        for place in places_of(first.rank, ace_low=ace_low)
        if lowest <= place - index <= HIGH_ACE + 1 - len(way) and _all_belong(way, place - index, ace_low=ace_low)
    ]


def _all_belong(way: tuple[TableCard, ...], low: int, *, ace_low: bool) -> bool:
    return all(
        low + at in places_of(one.card.rank, ace_low=ace_low)
        for at, one in enumerate(way)
        if isinstance(one.card, Natural)
    )


def _agrees(one: TableCard, suit: Suit, place: int) -> bool:
    """Whether a joker's declaration does not contradict its place."""
    return isinstance(one.card, Natural) or one.stands_for is None or one.stands_for == natural_at(suit, place)


def settle_run_card(one: TableCard, suit: Suit, place: int) -> TableCard:
    """A card as it lies in a run: a joker is the card of its place."""
    stands_for = natural_at(suit, place) if isinstance(one.card, Joker) else None
    return one if one.stands_for is stands_for else TableCard(one.slot, one.card, stands_for)


def _refuse_run(cards: tuple[TableCard, ...], suit: Suit, *, ace_low: bool) -> None:
    """Say why cards of one suit are no run.

    Raises:
        BadMeldError: Always.
    """
    faces = tuple(one.card for one in cards)
    if _fitting(cards, suit, ace_low=True):
        raise AceOnlyHighError(faces)
    wrong = [
        WrongDeclarationError(one.stands_for, (natural_at(suit, low + index),))
        for way, low in _ways(cards, ace_low=ace_low)
        for index, one in enumerate(way)
        if one.stands_for is not None and not _agrees(one, suit, low + index)
    ]
    if wrong:
        raise wrong[0]
    if any(_goes_round(way) for way in (cards, cards[::-1])):
        raise RoundTheCornerError(faces)
    raise NotConsecutiveError(faces)


def _goes_round(way: tuple[TableCard, ...]) -> bool:
    """Whether the cards would follow one another if the two came after the ace."""
    return len({(one.card.rank - index) % 13 for index, one in enumerate(way) if isinstance(one.card, Natural)}) == 1


def check_jokers(shape: Set | Run, cards: Sequence[TableCard], variant: Variant) -> None:
    """Hold a meld as it would lie to the limits on jokers.

    Raises:
        TooManyJokersError: More jokers than the house allows in it.
        JokersTouchError: Two side by side where they may not be.
    """
    jokers = sum(isinstance(one.card, Joker) for one in cards)
    naturals = len(cards) - jokers
    if jokers == 0:
        return
    most = _most_jokers(shape, naturals, len(cards), variant)
    if jokers > most:
        raise TooManyJokersError(tuple(one.card for one in cards), most)
    if isinstance(shape, Run) and not variant.jokers_may_touch and _touch(cards):
        raise JokersTouchError(tuple(one.card for one in cards))


def _most_jokers(shape: Set | Run, naturals: int, size: int, variant: Variant) -> int:
    if isinstance(shape, Set) and naturals < variant.set_min_naturals:
        return size - variant.set_min_naturals
    match variant.max_jokers_per_meld:
        case "any":
            return size - 1
        case "one_per_set_two_per_run":
            return 1 if isinstance(shape, Set) else 2
        case "fewer_than_naturals":
            return (size - 1) // 2


def _touch(cards: Sequence[TableCard]) -> bool:
    return any(isinstance(one.card, Joker) and isinstance(other.card, Joker) for one, other in pairwise(cards))
