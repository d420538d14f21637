"""Answers kept by identity: what is asked about stays the same object from move to move, and its hash is not free."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

A = TypeVarTuple("A")
R = TypeVar("R")


def by_identity(most: int) -> Callable[[Callable[[*A], R]], Callable[[*A], R]]:
    """Keep a function's answers for the very objects that it was asked about; when there are so many, drop all.

    For values that are never changed in place. What an answer is about is kept with it: nothing else has its identity.
    """

    def keeping(work: Callable[[*A], R]) -> Callable[[*A], R]:
        known: dict[tuple[int, ...], tuple[R, tuple[*A]]] = {}

        def answer(*about: *A) -> R:
            key = tuple(map(id, about))
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[key] = (work(*about), about)
            return found[0]

        return answer

    return keeping
