"""A host's computer ends: entries that he sent may not be on his disk, so that he does not host that term any more."""

import pytest

from kalooki.table.log import ByPlayer
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.ports import EntryPacket, Output, Persist, PutEntry, PutOffice, Record, Send
from support.election_world import Arena, staying, storm
from support.observed_world import LostError
from support.table_world import Place, World


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_a_table_outlives_a_storm_in_which_computers_end(seed: int) -> None:
    storm(seed, power=True)


def test_the_storm_finds_a_host_that_hosts_on() -> None:
    with pytest.raises(LostError, match="accused of"):
        storm(4, staying, power=True)


class Watched(Arena):
    """Remembers what the host did, in order."""

    def __init__(self, voters: int) -> None:
        self.did: list[Output] = []
        super().__init__(1, voters)

    def _carry_out(self, number: int, outputs: tuple[Output, ...]) -> None:
        if number == 0:
            self.did.extend(outputs)
        super()._carry_out(number, outputs)

    def order(self, sayer: int) -> list[Output]:
        """Let somebody say something; return what the host did until it had sent that as an entry."""
        self.did.clear()
        said = self.say(sayer)
        self.until(lambda: self.is_settled(sayer, said), "nothing is committed")
        sent = next(
            n for n, one in enumerate(self.did) if isinstance(one, Send) and isinstance(one.packet, EntryPacket)
        )
        return self.did[: sent + 1]


def written(outputs: list[Output]) -> Persist:
    """What was written before an entry was sent, that entry with it."""
    (found,) = [
        one for one in outputs if isinstance(one, Persist) and any(isinstance(put, PutEntry) for put in one.records)
    ]
    return found


def test_others_words_are_sent_in_their_entry_before_the_hosts_own_disk_has_it() -> None:
    world = Watched(3)
    assert not written(world.order(1)).to_disk


def test_a_hosts_own_words_are_on_its_disk_before_anybody_has_them() -> None:
    world = Watched(3)
    assert written(world.order(0)).to_disk


class Sure(World):
    """Holds every write of the host to the disk itself."""

    def _write(self, number: int, records: tuple[Record, ...], *, to_disk: bool) -> bool:
        assert to_disk or number != 0
        assert not any(isinstance(one, PutOffice) for one in records)
        return super()._write(number, records, to_disk=to_disk)


def test_who_alone_votes_writes_everything_to_its_disk_first() -> None:
    world = Sure(1, (Place(), Place(vote=False)), moves=0)
    world.run(lambda: world.all_at("playing"))
    assert any(
        message.author == ByPlayer(PlayerNumber(1)) for entry in world.node(0).entries(1) for message in entry.messages
    )


def test_before_a_host_relies_on_the_others_it_is_on_its_disk_that_it_hosts() -> None:
    world = Watched(3)
    world.kill(0)
    world.restart(0)
    first, second = written(world.order(1)), written(world.order(1))
    assert first.to_disk
    assert PutOffice(1) in first.records
    assert not second.to_disk


def test_a_host_whose_computer_ended_hosts_a_later_term_only_and_what_was_committed_stays() -> None:
    world = Arena(2, 3)
    world.say(1)
    world.rest(100)
    world.processes[0].crash = "without power"
    said = world.say(1)
    world.until(lambda: world.processes[0].node is None, "the computer goes on")
    sent = [packet.entry for _, packet in world.processes[0].sent if isinstance(packet, EntryPacket)]
    world.restart(0)
    assert world.node(0).last_index < sent[-1].index  # others have it, and he has not
    assert world.hosts() == []
    world.until(lambda: world.is_settled(1, said), "what two have is not committed")
    assert world.hashes(1)[sent[-1].index - 1] == sent[-1].hash(world.table)
    world.heal()
    host = world.newest_host()
    assert host is not None
    assert world.election(host).term > 1


def test_a_host_that_was_only_killed_hosts_on() -> None:
    world = Arena(3, 3)
    world.say(1)
    world.rest(100)
    world.kill(0)
    world.restart(0)
    assert world.hosts() == [NodeNumber(0)]
    assert world.election(0).term == 1
    world.heal()
