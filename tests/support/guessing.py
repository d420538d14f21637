"""What somebody could try who wants to name the cards of another hand, and has all that a host of two ever gets."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kalooki.codec.packets import packet_to_wire
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.elgamal import Ciphertext
from kalooki.fair.group import Element, Group, Scalar, decode_scalar
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import ShuffleOffline
from kalooki.rules.actions import Shown
from kalooki.table.ceremonies import faces_of
from kalooki.table.payloads import PlayerNumber
from kalooki.table.proving import HONEST, Prover
from kalooki.table.state import TableState
from kalooki.table.workshop import secret_name
from support.table_world import Place, World

HOST, OWNER = 0, 1
FEATURE_BITS = 16
"""Bits of each element of a ciphertext that a guesser compares with what it has seen."""


class Remembering:
    """Shuffles as everybody does, and keeps how."""

    def __init__(self) -> None:
        self.order: dict[int, tuple[int, ...]] = {}
        """By ceremony: from where each position was taken."""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        return prepare_shuffle(ceremony, entropy)

    def shuffle(self, ceremony: Ceremony, seat: int, offline: ShuffleOffline) -> tuple[bytes, bytes]:
        material = offline.take()
        self.order[ceremony.plan.setting.number] = material.secrets.permutation
        return make_shuffle(ceremony, seat, ShuffleOffline(material, offline.joint_key))


@dataclass(frozen=True, slots=True)
class Hidden:
    """One card that only its owner sees, as it looks to the others."""

    position: int
    card: Ciphertext
    share: Element
    """That of whoever guesses."""
    face: str
    """What it is: for whoever judges."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that the host holds of one deal."""

    group: Group
    points: dict[str, Element]
    start: tuple[str, ...]
    order: tuple[int, ...]
    """How the host has shuffled."""
    read: bytes
    """Every byte that came, and its own secrets."""
    hidden: tuple[Hidden, ...]


Guess = Callable[[Knowledge, Hidden], str | None]


def deal(seed: int, group: Group, own: Remembering | None = None, other: Prover = HONEST) -> Knowledge:
    """Deal to two, and give what the one who hosts holds of the other's hand.

    Args:
        seed: Of all chance.
        group: To play with.
        own: How the host shuffles.
        other: How the owner of the hand does.
    """
    own = own or Remembering()
    world = World(seed, (Place(prover=own), Place(prover=other)), group=group)
    world.moves = 0
    owner = PlayerNumber(OWNER)

    def sees_its_hand() -> bool:
        node = world.processes[OWNER].node
        found = None if node is None else node.view(owner)
        return found is not None and bool(found.hand) and not found.unopened

    world.run(sees_its_hand)
    state, seen = world.node(HOST).moment().state, world.node(OWNER).view(owner)
    assert state is not None, "a deal is in play"
    assert seen is not None, "its hand has been seen"
    record = state.place_of(seen.hand[0].slot)[0]
    number, ceremony = record.number, record.ceremony
    secrets = world.processes[HOST].store.secrets
    own_seat = state.players[HOST].seat
    assert own_seat is not None, "who plays has a seat"
    key = decode_scalar(secrets[secret_name(number, own_seat)])
    packets = [packet_to_wire(packet).SerializeToString() for _, packet in world.processes[HOST].received]
    return Knowledge(
        group=group,
        points=dict(ceremony.plan.points),
        start=ceremony.plan.setting.faces,
        order=own.order[number],
        read=b"".join([*packets, *secrets.values()]),
        hidden=tuple(_hidden(state, shown, key, group) for shown in seen.hand),
    )


def _hidden(state: TableState, shown: Shown, key: Scalar, group: Group) -> Hidden:
    record, position = state.place_of(shown.slot)
    card = record.ceremony.ciphertexts[position]
    return Hidden(position, card, group.mul(key, card.a), *faces_of((shown.card,)))


# --- ways to guess ----------------------------------------------------------------------------------------------------


def by_share(known: Knowledge, hidden: Hidden) -> str | None:
    """Look in everything for the share that would be missing if it were this card, for each; None: it is nowhere."""
    left = known.group.sub(hidden.card.b, hidden.share)
    for face, point in known.points.items():
        if known.group.sub(left, point).encoding in known.read or left == point:
            return face
    return None


def by_start(known: Knowledge, hidden: Hidden) -> str:
    """As if nobody had shuffled."""
    return known.start[hidden.position]


def by_own_shuffle(known: Knowledge, hidden: Hidden) -> str:
    """As if nobody else had."""
    return known.start[known.order[hidden.position]]


@dataclass(slots=True)
class Learned:
    """Guesses what came most often where things looked the same, in all deals before."""

    features: Callable[[Hidden], Iterator[object]]
    seen: dict[object, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def __call__(self, known: Knowledge, hidden: Hidden) -> str | None:
        """Weigh what each feature has gone with."""
        weights = dict.fromkeys(known.points, 0.0)
        for feature in self.features(hidden):
            counts = self.seen[feature]
            for face in weights:
                weights[face] += math.log((1 + counts[face]) / (len(weights) + counts.total()))
        return max(weights, key=weights.__getitem__)

    def learn(self, known: Knowledge) -> None:
        """Be told what they were, after the deal."""
        for hidden in known.hidden:
            for feature in self.features(hidden):
                self.seen[feature][hidden.face] += 1


def at_position(hidden: Hidden) -> Iterator[object]:
    """Where it lies in the deck."""
    yield hidden.position


def by_bits(hidden: Hidden) -> Iterator[object]:
    """The first bits of the ciphertext."""
    for name, element in (("a", hidden.card.a), ("b", hidden.card.b)):
        number = int.from_bytes(element.encoding, "little")
        for bit in range(FEATURE_BITS):
            yield name, bit, number >> bit & 1


# --- how well it goes -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Score:
    """How often a way to guess was right, and how often chance would have been."""

    right: int = 0
    guesses: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, guess: str | None, hidden: Hidden, start: Sequence[str]) -> None:
        """Count a guess; none is never right."""
        if guess is None:
            return
        chance = start.count(guess) / len(start)
        self.right += guess == hidden.face
        self.guesses += 1
        self.expected += chance
        self.variance += chance * (1 - chance)

    @property
    def deviations(self) -> float:
        """By how many standard deviations it is better than chance."""
        return (self.right - self.expected) / math.sqrt(self.variance) if self.variance else 0.0


class Guesser:
    """Tries every way, deal by deal."""

    def __init__(self) -> None:
        self._learning = {"what lay there before": Learned(at_position), "how it looks": Learned(by_bits)}
        self._ways: dict[str, Guess] = {
            "a share that is known": by_share,
            "as if nobody shuffled": by_start,
            "as if nobody else shuffled": by_own_shuffle,
            **self._learning,
        }
        self.scores = {way: Score() for way in self._ways}

    def guess(self, known: Knowledge) -> None:
        """Guess every hidden card of a deal, then learn what they were."""
        for way, guess in self._ways.items():
            for hidden in known.hidden:
                self.scores[way].add(guess(known, hidden), hidden, known.start)
        for learned in self._learning.values():
            learned.learn(known)
