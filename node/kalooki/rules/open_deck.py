"""A seeded deck that opens at once: for simulation, the referee and tests, in the order of the encrypted one."""

import hashlib
from collections.abc import Iterator
from struct import unpack

from kalooki.cards import Card, Slot

LABEL = b"kalooki-fair-v1"


class OpenDeck:
    """Every face of one seeded game, by slot; slots of a new deal replace those of the last."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._ceremonies = 0
        self.faces: dict[Slot, Card] = {}

    def deal(self, start: tuple[Card, ...]) -> None:
        """Shuffle a fresh deck into the slots 0, 1, ..."""
        self.faces = {Slot(place): card for place, card in enumerate(self._next(start))}

    def restock(self, start: tuple[Card, ...], slots: tuple[Slot, ...]) -> None:
        """Shuffle a discard pile into new slots."""
        self.faces.update(zip(slots, self._next(start), strict=True))

    def offset(self, offsets: tuple[int, ...]) -> int:
        """By how much a cut misses."""
        self._ceremonies += 1
        return offsets[_below(len(offsets), _numbers(self._seed + self._ceremonies.to_bytes(4, "big")))]

    def _next(self, start: tuple[Card, ...]) -> tuple[Card, ...]:
        self._ceremonies += 1
        return shuffled(start, self._seed + self._ceremonies.to_bytes(4, "big"))


def shuffled(start: tuple[Card, ...], seed: bytes) -> tuple[Card, ...]:
    """Fisher-Yates from the last place down, each index by rejection from SHA-512(LABEL, "/open/", seed, u32 i)."""
    cards = list(start)
    numbers = _numbers(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, numbers)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _numbers(seed: bytes) -> Iterator[int]:
    """Numbers of 32 bits, without end."""
    block = 0
    while True:
        yield from unpack(">16I", hashlib.sha512(LABEL + b"/open/" + seed + block.to_bytes(4, "big")).digest())
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """The next number below a bound, each equally likely."""
    fair = (1 << 32) // bound * bound
    return next(number for number in numbers if number < fair) % bound
