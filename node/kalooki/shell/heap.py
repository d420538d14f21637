"""What a process that lives for days gives back: the C library keeps what a table has freed, and ever more of it."""

import ctypes
import gc
import sys


def give_back() -> bool:
    """Give freed memory back to the system; whether there was somebody to ask.

    The links of each table leave the heap of glibc in pieces, which none of the next ones fits.
    """
    gc.collect()
    if sys.platform != "linux":
        return False
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return False
    trim.argtypes, trim.restype = (ctypes.c_size_t,), ctypes.c_int
    trim(0)
    return True
