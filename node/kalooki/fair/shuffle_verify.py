"""Check shuffle proofs: one, or a whole chain in one test, and name the first false one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate, pairwise

from kalooki.fair.commitments import generators
from kalooki.fair.errors import InvalidProofError, InvalidShuffleProofError
from kalooki.fair.group import BASE, IDENTITY, ORDER, Element, Group
from kalooki.fair.hashing import hash32
from kalooki.fair.linear import LinearCombination, batch_weights
from kalooki.fair.shuffle_proof import MIN_CARDS, ShuffleChallenges, ShuffleProof, ShuffleStatement

EQUATIONS = 4
"""V1 to V4, each with a weight of its own."""


@dataclass(frozen=True, slots=True)
class ShuffleStep:
    """One shuffle of a chain as its author claims it."""

    statement: ShuffleStatement
    proof: ShuffleProof


def verify_shuffle(group: Group, step: ShuffleStep, seed: bytes) -> None:
    """Check one proof.

    Raises:
        InvalidShuffleProofError: It is false; the error names the seat of its context.
    """
    checked = CheckedShuffle(step)
    total = LinearCombination()
    checked.add_to(group, total, batch_weights(seed, checked.parts, EQUATIONS))
    if not total.is_identity(group):
        raise InvalidShuffleProofError("the shuffle proof is false", step.statement.context.seat)


@dataclass(frozen=True, slots=True)
class ChainSoFar:
    """The first steps of a chain, weighed into one sum; it goes on with the next step, or ends in a verdict.

    The weights of a step hang on all steps up to it, so that no later one can be fitted to an earlier one.
    """

    seed: bytes
    """For the weights of the next step."""
    steps: tuple[ShuffleStep, ...] = ()
    total: Element = IDENTITY
    """All that no further step changes."""
    open: Mapping[Element, int] = field(default_factory=dict)
    """Coefficients of what the next step may share: the deck, the generators, the keys."""

    def after(self, group: Group, step: ShuffleStep) -> "ChainSoFar":
        """Weigh one step more.

        Raises:
            InvalidShuffleProofError: A length is wrong; the error names the seat of the step's context.
        """
        checked = CheckedShuffle(step)
        terms = LinearCombination(self.open)
        checked.add_to(group, terms, batch_weights(self.seed, checked.parts, EQUATIONS))
        statement = step.statement
        shared = {BASE, statement.joint_key, *generators(group, len(statement.before))}
        shared.update(element for card in statement.after for element in (card.a, card.b))
        return ChainSoFar(
            seed=hash32(self.seed + b"".join(checked.parts)),
            steps=(*self.steps, step),
            total=group.add(self.total, terms.without(shared).sum(group)),
            open=terms.only(shared),
        )

    def holds(self, group: Group) -> bool:
        """Whether everything adds up to nothing: then all steps are true."""
        return group.add(self.total, LinearCombination(self.open).sum(group)) == IDENTITY


def verify_chain(group: Group, steps: Sequence[ShuffleStep], seed: bytes, so_far: ChainSoFar | None = None) -> None:
    """Check all proofs in one test, in which a deck between two steps counts once; `so_far` was weighed before.

    Raises:
        InvalidShuffleProofError: A step does not begin with the deck in which the one before ended, or a proof is
            false; the error names the first seat for which that is so.
    """
    _require_linked(steps)
    if weigh_chain(group, steps, seed, so_far).holds(group):
        return
    for step in steps:
        verify_shuffle(group, step, seed)
    raise AssertionError("a chain of true proofs fails together: the group's arithmetic is broken")


def weigh_chain(group: Group, steps: Sequence[ShuffleStep], seed: bytes, so_far: ChainSoFar | None) -> ChainSoFar:
    """Weigh the steps that were not weighed before; anew, if those were others. Raises as `ChainSoFar.after` does."""
    if so_far is None or so_far.steps != tuple(steps[: len(so_far.steps)]):
        so_far = ChainSoFar(seed)
    return reduce(lambda sum_, step: sum_.after(group, step), steps[len(so_far.steps) :], so_far)


def _require_linked(steps: Sequence[ShuffleStep]) -> None:
    for earlier, later in pairwise(steps):
        if later.statement.before != earlier.statement.after:
            raise InvalidShuffleProofError("not the deck of the shuffle before", later.statement.context.seat)


class CheckedShuffle:
    """A step whose lengths are right, with its challenges computed from the verifier's own copies."""

    __slots__ = ("_step", "lam", "parts", "t", "x", "y")

    def __init__(self, step: ShuffleStep) -> None:
        _require_lengths(step)
        proof = step.proof
        challenges = ShuffleChallenges(step.statement)
        self._step = step
        self.t = challenges.ask_t(proof.commitments, proof.sum_a, proof.sum_b)
        self.lam, self.x = challenges.ask_lambda_x(proof.f, proof.big_z)
        self.y = challenges.ask_y(proof.commitments, proof.products)
        self.parts = (challenges.digest(), proof.encode())

    def add_to(self, group: Group, total: LinearCombination, weights: Sequence[int]) -> None:
        """Add V1 to V4, each as left side minus right side, times its weight."""
        w1, w2, w3, w4 = weights
        proof, statement, y = self._step.proof, self._step.statement, self.y
        for coefficient, basis in zip(self._basis_coefficients(w1, w2), generators(group, len(proof.f)), strict=True):
            total.add(coefficient, basis)
        for power, f, before, after in zip(self._powers(), proof.f, statement.before, statement.after, strict=True):
            total.add(-w3 * power, before.a)
            total.add(-w4 * power, before.b)
            total.add(w3 * f, after.a)
            total.add(w4 * f, after.b)
        total.add(w1 * y * self.lam, proof.commitments.permutation)
        total.add(w1 * y, proof.commitments.masks)
        total.add(w1, proof.commitments.blinds)
        total.add(w2 * y, proof.products)
        total.add(w2, proof.commitments.ladder)
        total.add(w3, proof.sum_a)
        total.add(w4, proof.sum_b)
        total.add(-w4 * proof.big_z, statement.joint_key)
        total.add(-(w1 * proof.z_r + w2 * proof.z_s + w3 * proof.big_z), BASE)

    def _powers(self) -> list[int]:
        """Return t^i for i = 1..N."""
        count = len(self._step.proof.f)
        return list(accumulate(range(1, count), lambda power, _: power * self.t % ORDER, initial=int(self.t)))

    def _basis_coefficients(self, w1: int, w2: int) -> list[int]:
        """Return the coefficient of each H_i."""
        proof, y = self._step.proof, self.y
        b = [proof.z[0], *proof.b, self._last_product()]
        products = [y * b[i + 1] - b[i] * proof.z[i + 1] for i in range(len(b) - 1)] + [0]
        return [
            w1 * (y * (f - self.x) - z) - w2 * product for f, z, product in zip(proof.f, proof.z, products, strict=True)
        ]

    def _last_product(self) -> int:
        """Return b_N = y·Π(λi + t^i - x)."""
        product = int(self.y)
        for index, power in enumerate(self._powers(), start=1):
            product = product * (self.lam * index + power - self.x) % ORDER
        return product


def _require_lengths(step: ShuffleStep) -> None:
    size, proof, seat = len(step.statement.before), step.proof, step.statement.context.seat
    if size < MIN_CARDS:
        raise InvalidShuffleProofError("a deck of fewer than two cards is not shuffled", seat)
    if len(step.statement.after) != size:
        raise InvalidShuffleProofError("a shuffle neither adds nor takes away a card", seat)
    if (len(proof.f), len(proof.z), len(proof.b)) != (size, size, size - 2):
        raise InvalidShuffleProofError("the proof belongs to a deck of another size", seat)


@dataclass(frozen=True, slots=True)
class ChainVerdict:
    """What a check found out about one chain of shuffles."""

    chain: bytes
    """The hash of keys, decks and proofs that were checked."""
    valid: bool
    culprit: int | None
    """The seat of the first false proof, if there is one."""
    reason: str


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """All that a worker needs to check a chain of shuffles, as a plain value."""

    group: Group
    chain: bytes
    steps: tuple[ShuffleStep, ...]

    def run(self, seed: bytes, so_far: ChainSoFar | None = None) -> ChainVerdict:
        """Check; this takes tens of milliseconds, most of them outside the interpreter."""
        try:
            verify_chain(self.group, self.steps, seed, so_far)
        except InvalidProofError as false:
            return ChainVerdict(self.chain, valid=False, culprit=false.seat, reason=false.reason)
        return ChainVerdict(self.chain, valid=True, culprit=None, reason="")

    def weigh(self, seed: bytes, so_far: ChainSoFar | None) -> ChainSoFar:
        """Do what can be done of it while shuffles are missing."""
        return weigh_chain(self.group, self.steps, seed, so_far)
