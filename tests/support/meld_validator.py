"""A second judge of melds, from the definitions of a set and a run alone, and melds by chance for both judges."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random

from kalooki.cards import JOKER, Joker, Natural, Rank, Slot, Suit
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.events import Face
from kalooki.rules.melds import Run, TableCard, points_of
from kalooki.rules.options import configure
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import OptionValue, Variant
from support.contract_presets import ALL_GAMES

ORDER = "A23456789TJQKA"
"""A run is a stretch of this; without the first ace, where it is only high."""

Faces = tuple[Face, ...]
Reading = tuple[str, int, tuple[str, ...]]
"""Set or run, its worth, and each card as what it is."""


@dataclass(frozen=True)
class Definition:
    """What the rules of a variant say a meld is."""

    variant: Variant

    def readings(self, faces: Faces) -> set[Reading]:
        """Each way in which these cards, in this order or the other way round, are a meld."""
        jokers = sum(isinstance(face.card, Joker) for face in faces)
        if jokers == len(faces):
            return set()
        if self.says_nothing(faces):
            return set()
        return {*self._sets(faces, jokers), *self._runs(faces, jokers), *self._runs(faces[::-1], jokers)}

    def says_nothing(self, faces: Faces) -> bool:
        """One natural and jokers that say neither that it is a set nor every card of a run."""
        naturals = [face.card for face in faces if isinstance(face.card, Natural)]
        said = [face.stands_for for face in faces if face.stands_for is not None]
        is_set = bool(said) and {card.rank for card in said} == {naturals[0].rank}
        return len(naturals) == 1 and len(faces) > 1 and not is_set and len(said) < len(faces) - 1

    def _sets(self, faces: Faces, jokers: int) -> Iterator[Reading]:
        v = self.variant
        most = {"any": len(faces), "one_per_set_two_per_run": 1, "fewer_than_naturals": len(faces) - jokers - 1}
        naturals = [face.card for face in faces if isinstance(face.card, Natural)]
        said = [face.stands_for for face in faces if face.stands_for is not None]
        if len({card.rank for card in [*naturals, *said]}) != 1 or not v.set_min <= len(faces) <= (v.set_max or 999):
            return
        if (len(naturals) == 1 and not said) or len(naturals) < v.set_min_naturals:
            return
        if jokers > most[v.max_jokers_per_meld] or (v.set_jokers_declared and len(said) < jokers):
            return
        if v.set_suits_differ and not v.na_duplicate_suits and not _can_differ([*naturals, *said], len(faces)):
            return
        rank = naturals[0].rank
        worth = len(faces) * self._worth(13 if rank is Rank.ACE else int(rank) - 1)
        lying = (str(face) if v.set_jokers_declared else str(face.card) for face in faces)
        yield "set", worth, tuple(sorted(lying))

    def _runs(self, faces: Faces, jokers: int) -> Iterator[Reading]:
        v = self.variant
        most = {"any": len(faces), "one_per_set_two_per_run": 2, "fewer_than_naturals": len(faces) - jokers - 1}
        if not v.run_min <= len(faces) <= v.run_max or jokers > most[v.max_jokers_per_meld]:
            return
        wild = [isinstance(face.card, Joker) for face in faces]
        if not v.jokers_may_touch and any(one and other for one, other in pairwise(wild)):
            return
        naturals = [face.card for face in faces if isinstance(face.card, Natural)]
        if len(naturals) > 1 and len({card.rank for card in naturals}) == 1:
            return  # two of a rank say that it is a set
        if len(naturals) == 1 and any(_of_rank(face, naturals[0].rank) for face in faces if face.stands_for):
            return  # so does a joker that is said to be of the rank
        for suit in Suit:
            for start in range(0 if v.ace_low else 1, len(ORDER) - len(faces) + 1):
                cards = [f"{rank}{suit.value}" for rank in ORDER[start : start + len(faces)]]
                if all(_may_be(face, card) for face, card in zip(faces, cards, strict=True)):
                    worth = sum(self._worth(place) for place in range(start, start + len(faces)))
                    yield "run", worth, tuple(cards)

    def _worth(self, place: int) -> int:
        if place == 0:
            return self.variant.low_ace_meld_value
        return self.variant.values.laid_ace if place == len(ORDER) - 1 else min(place + 1, 10)


def _of_rank(face: Face, rank: Rank) -> bool:
    return face.stands_for is not None and face.stands_for.rank is rank


def _may_be(face: Face, card: str) -> bool:
    if isinstance(face.card, Joker):
        return face.stands_for is None or str(face.stands_for) == card
    return str(face.card) == card


def _can_differ(cards: list[Natural], size: int) -> bool:
    """Whether these and the jokers that say nothing can be of so many suits."""
    suits = [card.suit for card in cards]
    return any(set(suits) <= set(some) for some in permutations(Suit, size)) and len(set(suits)) == len(suits)


def by_the_rules(faces: Faces, variant: Variant) -> Reading | None:
    """What the one judge of the rules says of it; None: no meld."""
    cards = tuple(TableCard(Slot(at), face.card, face.stands_for) for at, face in enumerate(faces))
    try:
        shape, lying = read_meld(cards, variant)
    except IllegalActionError:
        return None
    worth = points_of(shape, lying, variant)
    if isinstance(shape, Run):
        return "run", worth, tuple(str(one.stands_for or one.card) for one in lying)
    said = (str(Face(one.card, one.stands_for)) for one in lying)
    return "set", worth, tuple(sorted(said))


# --- by chance --------------------------------------------------------------------------------------------------------


def random_faces(rng: Random, variant: Variant, jokers: int) -> Faces:
    """Cards that are often a meld and often nearly one."""
    faces = _set(rng, variant) if rng.random() < 0.45 else _run(rng)
    wild = rng.randint(0, min(jokers, len(faces)))
    for at in rng.sample(range(len(faces)), wild):
        card = faces[at].card
        assert isinstance(card, Natural)
        faces[at] = Face(JOKER, card if rng.random() < 0.6 else None)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        _spoil(rng, faces)
    return tuple(faces[::-1] if rng.random() < 0.3 else faces)


def _set(rng: Random, variant: Variant) -> list[Face]:
    rank = rng.choice(list(Rank))
    size = rng.randint(2, (variant.set_max or 8) + 1)
    suits = list(Suit) if rng.random() < 0.8 else [rng.choice(list(Suit))]
    if size <= len(suits):
        return [Face(Natural(rank, suit)) for suit in rng.sample(suits, size)]
    return [Face(Natural(rank, rng.choice(suits))) for _ in range(size)]


def _run(rng: Random) -> list[Face]:
    suit, size = rng.choice(list(Suit)), rng.choice((2, 3, 3, 3, 4, 4, 5, 6, 12, 13, 14))
    start = rng.randrange(0 if rng.random() < 0.9 else 1, len(ORDER) - size + 1) if size < len(ORDER) else 0
    return [Face(Natural(Rank("A23456789TJQK".index(rank) + 1), suit)) for rank in ORDER[start : start + size]]


def _spoil(rng: Random, faces: list[Face]) -> None:
    """Change a card, double one, change places, or say something else of a joker."""
    at, card = rng.randrange(len(faces)), Natural(rng.choice(list(Rank)), rng.choice(list(Suit)))
    match rng.randrange(5):
        case 0:
            faces[at] = Face(card)
        case 1:
            faces[at] = rng.choice(faces)
        case 2:
            rng.shuffle(faces)
        case 3 if isinstance(faces[at].card, Joker):
            faces[at] = Face(JOKER, card)
        case _:
            faces.append(rng.choice(faces))


def disagreements(variant: Variant, count: int, seed: object) -> Iterator[str]:
    """Each of so many melds by chance of which the two judges say different things."""
    rng = Random(str(seed))
    definition, jokers = Definition(variant), max(rule.jokers or variant.jokers for rule in variant.packs)
    for _ in range(count):
        faces = random_faces(rng, variant, jokers)
        said, defined = by_the_rules(faces, variant), definition.readings(faces)
        if (said is None) == bool(defined) or (said is not None and said not in defined):
            yield f"{' '.join(map(str, faces))}: {said}, by definition {sorted(defined)}"


HOUSES: tuple[dict[str, OptionValue], ...] = (
    {},
    {"max_jokers_per_meld": "one_per_set_two_per_run", "ace_low": True},
    {"max_jokers_per_meld": "fewer_than_naturals", "na_duplicate_suits": True},
    {"ace_low": True, "low_ace_meld_value": 11},
)
"""House rules that change what a meld is, or what it counts."""


def houses() -> Iterator[tuple[str, tuple[Variant, ...]]]:
    """Every game with each of these house rules that it has."""
    for key, game in ALL_GAMES.items():
        known = [{name: value for name, value in house.items() if name in game.choices} for house in HOUSES]
        yield key, tuple(configure(game, house) for house in known)
