"""The joint key: what stands once every seat has announced its key."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from kalooki.fair.contexts import keys_hash
from kalooki.fair.elgamal import Deck, start_deck
from kalooki.fair.errors import InvalidKeyError
from kalooki.fair.group import IDENTITY, Element
from kalooki.fair.plan import Plan


@dataclass(frozen=True, slots=True)
class JointKey:
    """The sum of all keys, for which everybody's help is needed, and what follows from it."""

    key: Element
    """PK."""
    digest: bytes
    """The hash of all keys, which is in every later proof."""
    start: Deck
    """The start deck, C⁰."""


def join_keys(plan: Plan, keys: Mapping[int, Element], last: int) -> JointKey:
    """Add up the keys of all seats, of which `last` came last.

    Raises:
        InvalidKeyError: The last key cancels the others.
    """
    ordered = [(member.seat, keys[member.seat]) for member in plan.setting.seats]
    total = reduce(plan.group.add, [key for _, key in ordered])
    if total == IDENTITY:
        raise InvalidKeyError("the key cancels the others", last)
    digest = keys_hash(plan.ceremony, [(seat, key.encoding) for seat, key in ordered])
    return JointKey(total, digest, start_deck(plan.group, total, [plan.points[face] for face in plan.setting.faces]))
