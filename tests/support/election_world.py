"""Tables whose hosts die, are cut off, and come back: what is committed anywhere is committed for good."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Literal

from kalooki.table.acks import Acks
from kalooki.table.config import Founding
from kalooki.table.election import SHUNNED_MS, Ballot, Election, Ground, Timing
from kalooki.table.following import Follower
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, Tip, Vote
from kalooki.table.ports import EntryPacket, Packet, VotePacket
from kalooki.table.recovery import Recovery
from kalooki.table.state import FOUNDER
from kalooki.table.turn import Turn
from kalooki.table.votes import quorum
from support.observed_world import LostError, ObservedWorld
from support.table_world import BRISK, CALM, Chaos, Place

TIGHT = Timing(50, 150, 300)
CRASHES: tuple[Literal["before the write", "after the write"], ...] = ("before the write", "after the write")
HEALED = 20_000 + SHUNNED_MS
"""So many milliseconds after the last fault every node has the same log, and it grows.

Without trial votes two who shun each other as hosts depose each other for as long as that.
"""


MOST_BRITISH = 5
"""More than so many play by other rules."""

HARMLESS = {"recovering", "recovered"}
"""Reports that accuse nobody."""


class Arena(ObservedWorld):
    """A lobby in which everybody says what has no effect, as fast as it may: the log is all that matters."""

    def __init__(
        self,
        seed: int,
        voters: int,
        *,
        chaos: Chaos = CALM,
        timing: Timing = BRISK,
        plant: Callable[[Node], None] = lambda _node: None,
    ) -> None:
        self.fragile = 0.0
        """How often a node dies in the middle of sending a vote or an entry."""
        self.forgets = 0.0
        """How often a disk loses a vote that was sent, and whom it was for is heard no more."""
        self._dying: set[int] = set()
        self._votes: dict[tuple[int, int], Vote] = {}
        founding = Founding("british" if voters <= MOST_BRITISH else "jamaican", seats=voters)
        super().__init__(seed, (Place(),) * voters, chaos=CALM, timing=timing, founding=founding)
        self.plant = plant
        self.tick = 50
        self.plant(self.node(0))
        self.passive.update(range(voters))
        self.run(lambda: all(len(node.members) == voters for node in self.nodes) and len(self.nodes) == voters)
        self.rest(500)
        self.chaos = chaos

    # --- what happens by itself ---------------------------------------------------------------------------------

    def _send(self, number: int, to: NodeNumber | None, packet: Packet) -> None:
        if number in self._dying:
            return
        if isinstance(packet, VotePacket) and not packet.vote.trial:
            vote = packet.vote
            if self._votes.setdefault((number, vote.term), vote) != vote:
                raise LostError(f"seed {self.seed}: node {number} votes twice in term {vote.term}")
            if self.forgets and self.rng.random() < self.forgets:
                self._at(self.now, partial(self._forget, number, vote.candidate))
        if isinstance(packet, VotePacket | EntryPacket) and self.rng.random() < self.fragile:
            others = [one for one in range(len(self.processes)) if one != number]
            super()._send(number, NodeNumber(self.rng.choice(others)) if to is None else to, packet)
            self._dying.add(number)
            self._at(self.now, lambda: self._die(number))
        else:
            super()._send(number, to, packet)

    def _die(self, number: int) -> None:
        self._dying.discard(number)
        self.kill(number)
        self._at(self.now + self.rng.choice([1, 5, 50, 400]), lambda: self._come_back(number))

    def _forget(self, number: int, candidate: int) -> None:
        if any(process.store.is_torn for process in self.processes):
            return
        self.part((candidate,), tuple(one for one in range(len(self.processes)) if one != candidate))
        self.tear(number, 1)
        self._at(self.now + self.rng.choice([1, 50]), lambda: self._come_back(number))

    def _come_back(self, number: int) -> None:
        if self.processes[number].node is None:
            self.restart(number)

    # --- what is done -------------------------------------------------------------------------------------------

    def hosts(self) -> list[int]:
        """Who thinks that it hosts."""
        return [
            number
            for number, process in enumerate(self.processes)
            if process.node is not None and process.node._desk.is_host  # noqa: SLF001 - what nobody else asks
        ]

    def newest_host(self) -> int | None:
        """Who hosts the latest term, if anybody does."""
        found = [(self.election(number).term, number) for number in self.hosts()]
        return max(found)[1] if found else None

    def election(self, number: int) -> Election:
        return self.node(number)._desk.election  # noqa: SLF001 - likewise

    def is_whole(self, number: int) -> bool:
        """Whether a node runs, and has all that it lost."""
        node = self.processes[number].node
        return node is not None and node.number is not None and not node._desk.recovery.is_on  # noqa: SLF001 - likewise

    def part(self, *groups: tuple[int, ...]) -> None:
        """Let nothing pass between groups."""
        home = {number: place for place, group in enumerate(groups) for number in group}
        self.cut = lambda sender, receiver: home.get(sender, -1) != home.get(receiver, -2)

    def heal(self) -> None:
        """All faults end; the table must go on."""
        self.cut = lambda _sender, _receiver: False
        self.chaos = CALM
        self.fragile = self.forgets = 0.0
        for number, process in enumerate(self.processes):
            process.crash = None
            if process.node is None:
                self.restart(number)
        for number in range(len(self.processes)):
            self.link(number)
        self.until(self._is_one, "no common log")
        said = [(number, self.say(number)) for number in range(len(self.processes))]
        self.until(lambda: all(self.is_settled(*one) for one in said) and self._is_one(), "nothing is committed")
        for index, digest in self.chosen.items():
            if self.hashes(0)[index - 1] != digest:
                raise LostError(f"seed {self.seed}: entry {index} is lost")
        accused = {report.code for process in self.processes for report in process.reports} - HARMLESS
        if accused:
            raise LostError(f"seed {self.seed}: the honest are accused of {accused}")

    def until(self, so: Callable[[], bool], otherwise: str) -> None:
        """Let time pass until something is so, but not for ever."""
        end = self.now + HEALED
        self.run(lambda: so() or self.now > end)
        if not so():
            raise LostError(f"seed {self.seed}: {otherwise}")

    def _is_one(self) -> bool:
        logs = [self.hashes(number) for number in range(len(self.processes))]
        committed = {node.committed_index for node in self.nodes}
        whole = all(self.is_whole(number) for number in range(len(self.processes)))
        return whole and all(log == logs[0] for log in logs) and committed == {len(logs[0])}


# --- a storm --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weather:
    """What a seed does to a table."""

    voters: int
    chaos: Chaos
    timing: Timing
    eager: bool
    """No trial votes: everybody would vote for anybody, whether the host is alive or not."""
    fragile: float
    """How often a node dies in the middle of sending."""
    rounds: int


def weather(rng: Random) -> Weather:
    """Draw the weather: plain chaos finds few faults, so that many seeds are hostile in one way."""
    chaos = rng.choice([CALM, Chaos(0.05, 0.1, (1, 60)), Chaos(0.3, 0.2, (1, 120)), Chaos(0.0, 0.3, (1, 300))])
    timing = rng.choice([TIGHT, TIGHT, Timing(100, 400, 800)])
    return Weather(
        rng.choice([3, 3, 3, 4, 5]), chaos, timing, rng.random() < 0.3, rng.choice([0, 0.1, 0.3]), rng.randint(8, 20)
    )


def storm(
    seed: int,
    plant: Callable[[Node], None] = lambda _node: None,
    *,
    torn: bool = False,
    power: bool = False,
    crowd: bool = False,
) -> Arena:
    """Play a seed to its end.

    Args:
        seed: Of everything.
        plant: Puts a wrong part into every node.
        torn: Disks lose their newest writes, of one node at a time.
        power: Computers end, with what hosts had not brought to their disks.
        crowd: From six to eight vote, and with `torn` disks lose votes, above all.

    Raises:
        LostError: The table lost something, or does not go on.
    """
    rng = Random(seed)
    now = weather(rng)
    if crowd:
        now = replace(now, voters=rng.choice([6, 6, 7, 8]))

    def planted(node: Node) -> None:
        if now.eager:
            node._desk.election.__class__ = EagerElection  # noqa: SLF001 - another part in its place
        plant(node)

    world = Arena(seed, now.voters, chaos=now.chaos, timing=now.timing, plant=planted)
    world.fragile = now.fragile
    world.forgets = 0.3 if crowd and torn else 0.0
    for _ in range(now.rounds):
        disturb(world, rng)
        if torn and rng.random() < 0.4:
            tear(world, rng)
        if power and rng.random() < 0.6:
            cut_power(world, rng)
        for _ in range(rng.randint(0, 3)):
            alive = [number for number in range(len(world.processes)) if world.is_whole(number)]
            if alive:
                world.say(rng.choice(alive))
            world.rest(rng.choice([1, 5, 50]))
        world.rest(rng.randint(20, 900))
    world.heal()
    return world


def tear(world: Arena, rng: Random) -> None:
    """A disk loses what was written last, if no other has to recover from that."""
    if not any(process.store.is_torn for process in world.processes):
        victim = rng.randrange(len(world.processes))
        world.tear(victim, rng.choice([1, 2, 3, 5, 8, 100]))
        if rng.random() < 0.7:
            world.restart(victim)


def cut_power(world: Arena, rng: Random) -> None:
    """A host's computer ends, now or as soon as it has sent what is not on its disk; mostly it is soon on again."""
    host = world.newest_host()
    if host is None:
        return
    if rng.random() < 0.2:
        world.cut_power(host)
    else:
        world.processes[host].crash = "without power"
        alive = [number for number in range(len(world.processes)) if number != host and world.is_whole(number)]
        if alive:
            world.say(rng.choice(alive))
        world.rest(rng.choice([1, 5, 50, 200]))
    if rng.random() < 0.8 and world.processes[host].node is None:
        world.restart(host)


def disturb(world: Arena, rng: Random) -> None:
    """One fault, or the end of some."""
    everybody = list(range(len(world.processes)))
    host = world.newest_host()
    victim = host if host is not None and rng.random() < 0.6 else rng.choice(everybody)
    others = tuple(number for number in everybody if number != victim)
    match rng.randrange(7):
        case 0:
            world.part((victim,), others)
        case 1:
            rng.shuffle(everybody)
            split = rng.randint(1, len(everybody) - 1)
            world.part(tuple(everybody[:split]), tuple(everybody[split:]))
        case 2:
            friend = rng.choice(others)  # it is heard by one alone, or hears one alone
            inwards = rng.random() < 0.5
            world.cut = lambda sender, receiver: (
                (receiver == victim and sender != friend) if inwards else (sender == victim and receiver != friend)
            )
        case 3 | 4:
            if world.is_whole(victim):
                world.processes[victim].crash = rng.choice(CRASHES)
                world.say(victim)
                if rng.random() < 0.5 and world.processes[victim].node is not None:
                    world.kill(victim)
        case 5:
            world.cut = lambda _sender, _receiver: False
        case _:
            for number, process in enumerate(world.processes):
                if process.node is None and rng.random() < 0.8:
                    world.restart(number)


# --- parts that are wrong ---------------------------------------------------------------------------------------------


class EagerElection(Election):
    """Would vote while the host is alive: no fault, but no peace either."""

    def _is_host_alive(self, ground: Ground) -> bool:
        del ground
        return False


class ForgetfulElection(EagerElection):
    """Does not write down for whom it voted."""

    def _write(self, ballot: Ballot, turn: Turn | None) -> None:
        super()._write(ballot, None)
        del turn


class CarelessElection(Election):
    """Votes for whoever asks, however little it has of the log."""

    def _may_win(self, peer: NodeNumber, tip: Tip, ground: Ground) -> bool:
        del peer, tip, ground
        return True


class HastyAcks(Acks):
    """Takes one acknowledgement too few for a quorum."""

    def _is_quorum(self, voters: frozenset[NodeNumber], index: int) -> bool:
        return sum(self.index_of(node) >= index for node in voters) >= quorum(len(voters)) - 1


class CountingAcks(Acks):
    """Adds acknowledgements up over terms, and lets an entry of an old term be committed by them alone."""

    def _is_quorum(self, voters: frozenset[NodeNumber], index: int) -> bool:
        return sum(self.index_of(node) >= index for node in voters) >= quorum(len(voters))


class CountingFollower(Follower):
    """Acknowledges entries of earlier terms before the entry that begins its own."""

    def _follows(self) -> bool:
        return True


def forgetful(node: Node) -> None:
    node._desk.election.__class__ = ForgetfulElection  # noqa: SLF001 - another part in its place


def careless(node: Node) -> None:
    node._desk.election.__class__ = CarelessElection  # noqa: SLF001 - likewise


def hasty(node: Node) -> None:
    node._desk.acks.__class__ = HastyAcks  # noqa: SLF001 - likewise


def counting(node: Node) -> None:
    node._desk.acks.__class__ = CountingAcks  # noqa: SLF001 - likewise
    node._follower.__class__ = CountingFollower  # noqa: SLF001 - likewise


def skipping(node: Node) -> None:
    """It does not care that the end of its log was lost."""
    desk = node._desk  # noqa: SLF001 - likewise
    if desk.recovery.is_on:
        desk.recovery.is_on, desk.sworn = False, 0
        desk.election._sworn = (None, 0)  # noqa: SLF001 - likewise


class TrustfulRecovery(Recovery):
    """It takes those who answered for all who can know of a vote of its own."""

    __slots__ = ()

    def end(self, election: Election, me: NodeNumber, turn: Turn) -> int:
        super().end(election, me, turn)
        election.forswear(me, election.term, turn)
        return election.term


def trustful(node: Node) -> None:
    node._desk.recovery.__class__ = TrustfulRecovery  # noqa: SLF001 - likewise


def staying(node: Node) -> None:
    """It goes on hosting a term though its computer ended, and others may have what it has not."""
    desk = node._desk  # noqa: SLF001 - likewise
    if desk.sworn and not desk.recovery.is_on:
        desk.sworn, desk.election._sworn = 0, (None, 0)  # noqa: SLF001 - likewise
        desk.election.host = desk.election.hosts.get(desk.election.term, FOUNDER)
        desk.election.resume(desk.number)
