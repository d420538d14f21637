"""What is freed goes back to the system, where there is a C library that keeps it."""

import ctypes
import gc
import sys

import pytest

from kalooki.shell import heap


class Ring:
    """Something that only the collector of rings frees."""

    def __init__(self) -> None:
        self.myself = self


def test_rings_are_collected_first() -> None:
    gc.disable()
    try:
        gc.collect()
        Ring()
        heap.give_back()
        assert not any(isinstance(one, Ring) for one in gc.get_objects())
    finally:
        gc.enable()


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
def test_glibc_is_asked_and_another_library_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heap.give_back() == hasattr(ctypes.CDLL(None), "malloc_trim")
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert not heap.give_back()


def test_elsewhere_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    assert not heap.give_back()
