"""Small ceremonies with repeatable chance, for tests of the fair deck."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import Binding, Context, Kind, SeatIdentity
from kalooki.fair.decryption import DecryptionShares
from kalooki.fair.elgamal import Ciphertext, Deck
from kalooki.fair.group import BASE, IDENTITY, ORDER, Element, Group, Scalar
from kalooki.fair.group_python import PythonGroup
from kalooki.fair.hashing import hash32
from kalooki.fair.own import OwnKey, make_key, make_shares, make_shuffle, prepare_shuffle
from kalooki.fair.plan import Setting, make_plan
from kalooki.fair.shuffle import ShuffleMaterial, ShuffleSecrets, commit_material, commit_secrets, draw_secrets
from kalooki.fair.shuffle_verify import ChainCheck, ChainVerdict
from kalooki.shell.group_loader import load_group

SEED = bytes(range(32))
FACES = ("AS", "2S", "3S", "AS", "JK")
SESSION = hash32(b"a session")


@cache
def sodium() -> Group:
    """Return the back end that plays."""
    return load_group({})


PYTHON = PythonGroup()


class Unsteady(PythonGroup):
    """A group whose first sum comes out wrong, as on a machine with a fault."""

    def __init__(self) -> None:
        self._sums = 0

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:  # noqa: ARG002
        """Fail once."""
        self._sums += 1
        return BASE if self._sums == 1 else IDENTITY


def fresh(label: str) -> bytes:
    """Return 64 bytes that this label alone decides."""
    return hashlib.sha512(label.encode()).digest()


def scalar(label: str) -> Scalar:
    """Return a scalar that this label alone decides."""
    return Scalar(int.from_bytes(fresh(label), "little") % ORDER)


def element(label: str, group: Group | None = None) -> Element:
    """Return an element that this label alone decides."""
    return (group or sodium()).hash_to_group(label.encode())


def identity(seat: int) -> bytes:
    """Return a stand-in for a seat's identity key."""
    return hash32(b"identity %d" % seat)


def seats(count: int) -> tuple[SeatIdentity, ...]:
    """Return so many seats."""
    return tuple(SeatIdentity(seat, identity(seat)) for seat in range(count))


def setting(count: int, faces: Sequence[str] = FACES, number: int = 1, kind: Kind = Kind.DEAL) -> Setting:
    """Return a setting with so many seats."""
    return Setting(number, kind, SESSION, seats(count), tuple(faces))


@dataclass(frozen=True, slots=True)
class World:
    """A ceremony with everybody's secrets."""

    ceremony: Ceremony
    own: tuple[OwnKey, ...]

    @property
    def verdict(self) -> ChainVerdict:
        """Check the chain, once however often it is asked for."""
        return _verdict(self.ceremony.verification_job())

    def shares(self, seat: int, recipient: int, *positions: int, label: str = "") -> DecryptionShares:
        """Let a seat make its shares for a grant."""
        entropy = fresh(f"shares {seat} {recipient} {positions} {label}")
        return make_shares(self.ceremony, self.verdict, self.own[seat], (recipient, positions), entropy)

    def granting(self, recipient: int, *positions: int) -> "World":
        """Give positions to an audience."""
        return replace(self, ceremony=self.ceremony.grant(positions, recipient))

    def after(self, *given: DecryptionShares) -> "World":
        """Record shares."""
        return replace(self, ceremony=self.ceremony.accept_shares(given, SEED))


@cache
def _verdict(check: ChainCheck) -> ChainVerdict:
    return check.run(SEED)


def keyed(to: Setting, group: Group | None = None, label: str = "") -> World:
    """Let every seat announce its key."""
    ceremony = Ceremony(make_plan(group or sodium(), to))
    own = tuple(make_key(ceremony, seat, fresh(f"key {seat} {label}")) for seat, _ in to.seats)
    for key in own:
        ceremony = ceremony.accept_key(key.seat, key.key, key.proof)
    return World(ceremony, own)


def shuffled(world: World, label: str = "") -> World:
    """Let every seat that has not shuffled do so."""
    ceremony = world.ceremony
    while (seat := ceremony.next_shuffler) is not None:
        offline = prepare_shuffle(ceremony, fresh(f"shuffle {seat} {label}"))
        ceremony = ceremony.accept_shuffle(seat, *make_shuffle(ceremony, seat, offline))
    return replace(world, ceremony=ceremony)


def context(label: str = "a proof", seat: int = 0) -> Context:
    """Return the context of a shuffle in a ceremony of its own."""
    return Binding(hash32(label.encode()), hash32(b"keys")).shuffle(SeatIdentity(seat, identity(seat)))


def deck(size: int, label: str = "deck") -> Deck:
    """Return ciphertexts of which nobody knows what they hide."""
    return tuple(Ciphertext(element(f"{label} a {i}"), element(f"{label} b {i}")) for i in range(size))


def material(joint_key: Element, size: int, label: str = "", group: Group | None = None) -> ShuffleMaterial:
    """Return a shuffle's material."""
    return commit_material(group or sodium(), joint_key, draw_secrets(size, fresh(f"material {label}")))


def claiming(honest: ShuffleMaterial, secrets: ShuffleSecrets) -> ShuffleMaterial:
    """Commit to other secrets while encrypting as the honest material does."""
    return replace(honest, secrets=secrets, commitments=commit_secrets(sodium(), secrets))
