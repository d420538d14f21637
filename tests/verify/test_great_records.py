"""A record of fifty million bytes: it is verified in bounded memory, and a newcomer gets it page by page."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from kalooki.codec.limits import CIPHERTEXT_BYTES, MAX_CARDS, MAX_SHUFFLE_PROOF
from kalooki.shell.group_loader import load_group
from kalooki.table.config import Restored
from kalooki.table.log import TABLE, ByPlayer
from kalooki.table.node import Node
from kalooki.table.payloads import CeremonyNumber, NodeNumber, PlayerNumber, Shuffle
from kalooki.table.ports import EntryPacket, Heartbeat, Output, Packet, Received, Send, Ticked, Want
from kalooki.table.talking import PAGE_BYTES
from support.forger import Forger, log_of, played

VERIFIER = """
import re, sys
from pathlib import Path
from kalooki_cli.__main__ import main
sys.argv.insert(1, "verify")
try:
    main()
finally:
    print(re.search("VmHWM:[^0-9]*([0-9]+)", Path("/proc/self/status").read_text())[1])
"""
HOST, GUEST = NodeNumber(0), NodeNumber(1)
GREAT = 50_000_000
MOST_MEMORY = 400_000
"""Kilobytes: the file is read whole, and each entry is kept as it came, with what it says."""


@cache
def great() -> Forger:
    """An honest table, at which one player goes on sending the greatest decks that may be sent; all are void."""
    world = played(0, load_group())
    forger = Forger(world, log_of(world)[:-1])
    deck = Shuffle(CeremonyNumber(999), bytes(CIPHERTEXT_BYTES * MAX_CARDS), bytes(MAX_SHUFFLE_PROOF))
    author, counter, size = ByPlayer(PlayerNumber(1)), 1000, 0
    while size < GREAT:
        wires = [forger.say(author, deck, TABLE, counter + one) for one in range(11)]
        forger.follow(forger.order(*wires))
        counter, size = counter + 11, size + len(forger.entries[-1].wire)
    return forger


@pytest.mark.slow
@pytest.mark.timeout(150)
@pytest.mark.skipif(sys.platform != "linux", reason="finds the memory that was used in /proc")
def test_a_great_record_is_verified_in_bounded_memory(tmp_path: Path) -> None:
    file = tmp_path / "great.kalooki"
    file.write_bytes(great().file())
    assert file.stat().st_size > GREAT
    done = subprocess.run(
        [sys.executable, "-c", VERIFIER, str(file)], capture_output=True, text=True, check=False, timeout=140
    )
    *_, verdict, memory = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert verdict.startswith("VALID")
    assert int(memory) < MOST_MEMORY


def sent(outputs: tuple[Output, ...], kind: type[Packet]) -> list[Packet]:
    return [output.packet for output in outputs if isinstance(output, Send) and isinstance(output.packet, kind)]


@pytest.mark.slow
@pytest.mark.timeout(150)
def test_a_newcomer_gets_a_great_record_in_pages_that_fit_a_link() -> None:
    world, entries = played(0, load_group()), tuple(great().entries)
    founder, guest = world.processes
    restored = Restored(entries, (), (), (), ())
    host, _ = Node.restore(founder.config, founder.tools, world.table, restored, world.entropy())
    newcomer, pages = Node.join(guest.config, guest.tools, world.table), 0
    for now in range(0, 120_000, 500):
        host.step(Ticked(now), world.entropy())
        asked = newcomer.step(Received(HOST, Heartbeat(1, len(entries))), world.entropy())
        asked += newcomer.step(Ticked(now), world.entropy())
        for want in sent(asked, Want):
            page = sent(host.step(Received(GUEST, want), world.entropy()), EntryPacket)
            sizes = [len(packet.entry.wire) for packet in page if isinstance(packet, EntryPacket)]
            assert 0 < sum(sizes) <= PAGE_BYTES
            for packet in page:
                newcomer.step(Received(HOST, packet), world.entropy())
            pages += 1
        if newcomer.last_index == len(entries):
            break
    assert newcomer.entries(1, 100_000) == entries
    assert pages >= GREAT // PAGE_BYTES
