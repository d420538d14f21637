"""Shuffle a deck and prove it, with the part that needs no deck made ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NoReturn

from kalooki.fair.chance import Chance
from kalooki.fair.commitments import commit, commit_permutation
from kalooki.fair.contexts import Context
from kalooki.fair.elgamal import Ciphertext, Deck, reencrypt
from kalooki.fair.errors import MaterialUsedError
from kalooki.fair.group import IDENTITY, ORDER, Element, Group, Scalar
from kalooki.fair.shuffle_proof import MIN_CARDS, Commitments, ShuffleChallenges, ShuffleProof, ShuffleStatement


@dataclass(frozen=True, slots=True, repr=False)
class ShuffleSecrets:
    """All chance of one shuffle and its proof; two proofs from it would reveal the permutation."""

    permutation: tuple[int, ...]
    """π(i) - 1: the place in the input deck from which card i comes."""
    factors: tuple[Scalar, ...]
    """R_i, by which card i is encrypted anew."""
    d: tuple[Scalar, ...]
    e: tuple[Scalar, ...]
    delta: tuple[Scalar, ...]
    """Δ_1 = e_1, Δ_N = 0."""
    r: Scalar
    r_d: Scalar
    r_e: Scalar
    r_delta: Scalar
    r_a: Scalar
    factor_d: Scalar
    """R_d."""


@dataclass(frozen=True, slots=True, repr=False)
class ShuffleMaterial:
    """Secrets with all that can be computed of them before the input deck is known."""

    secrets: ShuffleSecrets
    commitments: Commitments
    masks: tuple[Ciphertext, ...]
    """(R_iG, R_iPK)."""
    mask_d: Ciphertext
    """(R_dG, R_dPK)."""


class ShuffleOffline:
    """Material that can be taken once; it cannot be copied, compared or written to disk."""

    __slots__ = ("_joint_key", "_material", "_size")

    def __init__(self, material: ShuffleMaterial, joint_key: Element) -> None:
        self._material: ShuffleMaterial | None = material
        self._joint_key = joint_key
        self._size = len(material.masks)

    @property
    def joint_key(self) -> Element:
        """The PK that it was made for."""
        return self._joint_key

    @property
    def size(self) -> int:
        """The number of cards that it was made for."""
        return self._size

    def take(self) -> ShuffleMaterial:
        """Hand out the material and forget it.

        Raises:
            MaterialUsedError: It was taken already: resend the stored bytes.
        """
        material, self._material = self._material, None
        if material is None:
            raise MaterialUsedError("this shuffle was made already: resend its stored bytes")
        return material

    def __reduce__(self) -> NoReturn:
        raise MaterialUsedError("a shuffle's secrets are never copied or stored")


def draw_secrets(size: int, entropy: bytes) -> ShuffleSecrets:
    """Expand 64 fresh bytes to all chance that a shuffle of `size` cards needs."""
    assert size >= MIN_CARDS, "a deck of one card is public"
    chance = Chance(entropy, "shuffle")
    permutation = chance.permutation(size)
    factors, d, e = chance.scalars(size), chance.scalars(size), chance.scalars(size)
    delta = (e[0], *chance.scalars(size - 2), Scalar(0))
    r, r_d, r_e, r_delta, r_a, factor_d = chance.scalars(6)
    return ShuffleSecrets(permutation, factors, d, e, delta, r, r_d, r_e, r_delta, r_a, factor_d)


def precompute(group: Group, joint_key: Element, size: int, entropy: bytes) -> ShuffleOffline:
    """Do what needs no input deck: more than half of the work of a shuffle."""
    return ShuffleOffline(commit_material(group, joint_key, draw_secrets(size, entropy)), joint_key)


def commit_material(group: Group, joint_key: Element, secrets: ShuffleSecrets) -> ShuffleMaterial:
    """Compute commitments and masks of given secrets."""
    return ShuffleMaterial(
        secrets,
        commit_secrets(group, secrets),
        tuple(_mask(group, joint_key, factor) for factor in secrets.factors),
        _mask(group, joint_key, secrets.factor_d),
    )


def commit_secrets(group: Group, secrets: ShuffleSecrets) -> Commitments:
    """Compute c, c_d, c_e and c_Δ."""
    steps = zip(secrets.delta[:-1], secrets.e[1:], strict=True)
    return Commitments(
        permutation=commit_permutation(group, secrets.permutation, secrets.r),
        masks=commit(group, [_scalar(-mask) for mask in secrets.d], secrets.r_d),
        blinds=commit(group, secrets.e, secrets.r_e),
        ladder=commit(group, [_scalar(-delta * blind) for delta, blind in steps], secrets.r_delta),
    )


def shuffle_deck(group: Group, before: Deck, material: ShuffleMaterial) -> Deck:
    """Return C'_i = C_π(i) + (R_iG, R_iPK)."""
    return tuple(
        reencrypt(group, before[source], mask)
        for source, mask in zip(material.secrets.permutation, material.masks, strict=True)
    )


def shuffle_and_prove(
    group: Group, context: Context, joint_key: Element, before: Deck, offline: ShuffleOffline
) -> tuple[Deck, ShuffleProof]:
    """Use up the offline part for this deck.

    Raises:
        MaterialUsedError: It was used already.
        ZeroChallengeError: Start again with a new offline part.
    """
    assert offline.joint_key == joint_key, "the offline part belongs to another joint key"
    assert offline.size == len(before), "the offline part belongs to a deck of another size"
    material = offline.take()
    after = shuffle_deck(group, before, material)
    return after, prove_shuffle(group, ShuffleStatement(context, joint_key, before, after), material)


def prove_shuffle(group: Group, statement: ShuffleStatement, material: ShuffleMaterial) -> ShuffleProof:
    """Prove a shuffle that was made with this material, which must never serve again.

    Raises:
        ZeroChallengeError: Start again with new material.
    """
    secrets = material.secrets
    challenges = ShuffleChallenges(statement)
    sum_a = _minus_masked(group, material.mask_d.a, secrets.d, [card.a for card in statement.after])
    sum_b = _minus_masked(group, material.mask_d.b, secrets.d, [card.b for card in statement.after])
    t = challenges.ask_t(material.commitments, sum_a, sum_b)
    powers = permuted_powers(t, secrets.permutation)
    f = tuple(_scalar(power + mask) for power, mask in zip(powers, secrets.d, strict=True))
    big_z = _scalar(secrets.factor_d + _dot(powers, secrets.factors))
    lam, x = challenges.ask_lambda_x(f, big_z)
    u = [lam * (source + 1) + power - x for source, power in zip(secrets.permutation, powers, strict=True)]
    a = list(accumulate(u, lambda product, factor: product * factor % ORDER))
    products = commit(group, _product_steps(secrets, u, a), secrets.r_a)
    y = challenges.ask_y(material.commitments, products)
    return ShuffleProof(
        commitments=material.commitments,
        sum_a=sum_a,
        sum_b=sum_b,
        products=products,
        f=f,
        big_z=big_z,
        z=tuple(_scalar(y * factor + blind) for factor, blind in zip(u, secrets.e, strict=True)),
        z_r=_scalar(y * (lam * secrets.r + secrets.r_d) + secrets.r_e),
        b=tuple(_scalar(y * product + delta) for product, delta in zip(a, secrets.delta, strict=True))[1:-1],
        z_s=_scalar(y * secrets.r_a + secrets.r_delta),
    )


def permuted_powers(t: Scalar, permutation: Sequence[int]) -> list[int]:
    """Return t^π(i) for each i, given π(i) - 1."""
    powers = list(accumulate(range(1, len(permutation)), lambda power, _: power * t % ORDER, initial=int(t)))
    return [powers[source] for source in permutation]


def _product_steps(secrets: ShuffleSecrets, u: Sequence[int], a: Sequence[int]) -> list[Scalar]:
    """Return Δ_{i+1} - u_{i+1}Δ_i - a_i e_{i+1} for i = 1..N-1."""
    delta, e = secrets.delta, secrets.e
    return [_scalar(delta[i + 1] - u[i + 1] * delta[i] - a[i] * e[i + 1]) for i in range(len(u) - 1)]


def _minus_masked(group: Group, start: Element, masks: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """Return start - Σ d_i·element_i; the d_i are secret."""
    total = IDENTITY
    for mask, element in zip(masks, elements, strict=True):
        total = group.add(total, group.mul(mask, element))
    return group.sub(start, total)


def _mask(group: Group, joint_key: Element, factor: Scalar) -> Ciphertext:
    return Ciphertext(group.base(factor), group.mul(factor, joint_key))


def _dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(first * second for first, second in zip(left, right, strict=True))


def _scalar(number: int) -> Scalar:
    return Scalar(number % ORDER)
