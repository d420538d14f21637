"""Generators with known logarithms, a trapdoor for false shuffles: no file brings its own, everybody derives them."""

import hashlib
from collections.abc import Sequence

import pytest

from kalooki.fair.group import Element, Group, Scalar, reduce_wide
from kalooki.fair.hashing import LABEL
from kalooki.shell.group_loader import load_verifier_group
from kalooki.verify import Check, Verdict, verify_transcript
from support.forger import SEED, played, transcript_of


class Trapdoor:
    """The real group, but whoever derives generators here knows the logarithm of each."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self.name = f"{group.name} with a trapdoor"
        self.constant_time = group.constant_time
        self.derived = 0

    def hash_to_group(self, message: bytes) -> Element:
        if not message.startswith(LABEL + b"/gen/"):
            return self._group.hash_to_group(message)
        self.derived += 1
        return self._group.base(self.logarithm(message))

    @staticmethod
    def logarithm(message: bytes) -> Scalar:
        return reduce_wide(hashlib.sha512(b"trapdoor" + message).digest())

    def decode(self, encoding: bytes) -> Element:
        return self._group.decode(encoding)

    def add(self, left: Element, right: Element) -> Element:
        return self._group.add(left, right)

    def sub(self, left: Element, right: Element) -> Element:
        return self._group.sub(left, right)

    def neg(self, element: Element) -> Element:
        return self._group.neg(element)

    def mul(self, scalar: Scalar, element: Element) -> Element:
        return self._group.mul(scalar, element)

    def base(self, scalar: Scalar) -> Element:
        return self._group.base(scalar)

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        return self._group.msm(scalars, elements)


@pytest.fixture(scope="module")
def trapdoor() -> Trapdoor:
    return Trapdoor(load_verifier_group())


def test_a_transcript_made_under_other_generators_is_refused_at_its_first_shuffle(trapdoor: Trapdoor) -> None:
    """It agrees with itself, and with whoever takes the same generators; a verifier has its own."""
    data = transcript_of(played(0, trapdoor))
    assert trapdoor.derived
    assert verify_transcript(data, trapdoor, SEED).verdict is Verdict.VALID
    report = verify_transcript(data, load_verifier_group(), SEED)
    (finding,) = report.findings
    assert report.verdict is Verdict.INVALID
    assert (finding.check, finding.code) == (Check.SHUFFLES, "invalid_shuffle_proof")
    shares = next(result for result in report.results if result.check is Check.SHARES)
    assert shares.count == 0, "nothing that came after it is judged"


def test_a_transcript_made_under_the_derived_generators_is_refused_by_whoever_takes_others(trapdoor: Trapdoor) -> None:
    data = transcript_of(played(0, load_verifier_group()))
    assert verify_transcript(data, load_verifier_group(), SEED).verdict is Verdict.VALID
    assert verify_transcript(data, trapdoor, SEED).verdict is Verdict.INVALID
