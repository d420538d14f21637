"""What a node says that it has checked: counts of what it has really looked at, and alarms that stay."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.contexts import Kind
from kalooki.table.desk import MAX_ALARMS
from kalooki.table.log import ByPlayer, Digest, Entry
from kalooki.table.marks import MOST_MARKS
from kalooki.table.payloads import Act, NodeNumber, OpenHand, PlayerNumber, Ready, Shares
from kalooki.table.ports import EntryPacket, MessagePacket, Publish, Received, Report
from kalooki.table.signing import SIGNATURE_BYTES
from kalooki.table.spoken import COUNT, spoken
from kalooki.table.status import Alarm, CheckedStanding
from kalooki.table.turn import Turn
from kalooki.table.wordlist import WORDS
from kalooki.table.workshop import Judged
from support.false_shuffles import SwapsTwoCards
from support.table_scenes import forged_entry, forged_message, in_lobby, signed_entry
from support.table_world import Place, World

THREE = (Place(), Place(), Place())
TABLE, HEAD = Digest(bytes(32)), Digest(b"\x01" * 32)


def checked(world: World, number: int) -> CheckedStanding:
    found = world.node(number).moment().checked
    assert found is not None
    return found


@pytest.fixture(scope="module")
def counted() -> World:
    """A table at which one deal was scored."""
    world = World(4, THREE)
    world.run(lambda: world.deals_done(1))
    world.rest(2000)
    return world


def parts(entries: tuple[Entry, ...], own: PlayerNumber | None) -> int:
    """Parts of cards' keys in these entries, but for those that a player's own node has made; counted by hand."""
    found = 0
    for message in (message for entry in entries for message in entry.messages):
        match message.payload:
            case Shares() if own is not None and message.author == ByPlayer(own):
                pass
            case Shares(batches=batches) | Act(evidence=batches) | OpenHand(evidence=batches):
                found += sum(len(one.positions) for one in batches)
            case _:
                pass
    return found


def test_what_is_counted_is_what_stands_in_the_log(counted: World) -> None:
    for number in range(3):
        node, told = counted.node(number), checked(counted, number)
        entries = tuple(node.entries(1, node.committed_index))
        began = next(deck.index for deck in told.decks if deck.kind == "deal")
        of_deal = entries[began - 1 :]
        assert told.entries == node.committed_index
        assert told.messages == sum(len(entry.messages) for entry in entries)
        assert (told.deals, told.deal) == (1, 1)
        assert told.keys == 3 * len(told.decks)
        assert told.moves + told.void == sum(
            isinstance(message.payload, Act) for entry in of_deal for message in entry.messages
        )
        assert 0 < told.shares == parts(of_deal, node.my_players[0]) < parts(of_deal, None)
        assert (told.alarms, told.halted, told.behind, told.recovering) == ((), "", 0, False)
        assert 0 < told.certified <= told.entries
        assert 2 <= told.signers <= told.voters == 3
        assert {one for one, _ in told.nodes} == {0, 1, 2}
        assert all(began < index <= told.entries for _, index in told.nodes)


def test_all_nodes_name_the_same_entries_and_speak_the_same_words(counted: World) -> None:
    first, *others = (checked(counted, number).marks for number in range(3))
    assert others == [first, first]
    assert [(mark.kind, mark.deal) for mark in first] == [("begin", 0), ("deal", 1), ("scored", 1)]
    for mark in first:
        assert mark.hash == counted.hashes(0)[mark.index - 1]
    words = [spoken(counted.table, mark.index, Digest(mark.hash)) for mark in first]
    assert len(set(words)) == len(first)
    assert len(first) <= MOST_MARKS


def test_another_entry_has_other_words() -> None:
    """A log that differs anywhere before an entry has another hash there."""
    here = spoken(TABLE, 7, HEAD)
    assert len(here) == COUNT
    assert set(here) <= set(WORDS)
    for other in (spoken(TABLE, 8, HEAD), spoken(HEAD, 7, HEAD), spoken(TABLE, 7, Digest(b"\x02" + HEAD[1:]))):
        assert other != here


def test_the_words_differ_in_more_than_a_letter() -> None:
    assert len(WORDS) == len(set(WORDS)) == 2048
    assert sorted(WORDS) == list(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)
    near = {(word[:at], word[at + 1 :]) for word in WORDS for at in range(len(word))}
    assert len(near) == sum(map(len, WORDS))
    assert not {head + tail for head, tail in near} & set(WORDS)


def test_a_deck_is_not_called_verified_before_this_node_has_verified_it() -> None:
    world, kept = World(5, THREE, moves=0), list[int]()
    prove = world._prove  # noqa: SLF001 - a worker that comes to nothing

    def keep_verdicts(number: int, job: int, work: Callable[[], object]) -> None:
        if number == 2 and isinstance(world.node(2)._desk.workshop._jobs[job], Judged):  # noqa: SLF001
            kept.append(job)
        else:
            prove(number, job, work)

    world._prove = keep_verdicts  # type: ignore[method-assign]  # noqa: SLF001
    world.run(lambda: len(world.nodes) == 3 and bool(checked(world, 2).decks))
    world.rest(1000)
    (late,), (true,) = checked(world, 2).decks, checked(world, 0).decks
    assert kept
    assert (late.kind, late.verified) == ("seats", False)
    assert (true.kind, true.verified, true.players) == ("seats", True, late.players)


def test_a_false_shuffle_is_an_alarm_at_every_node_and_after_a_restart() -> None:
    world = World(0, (Place(prover=SwapsTwoCards(Kind.DEAL)), Place(), Place(vote=False)))
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)
    player = world.node(0).my_players[0]
    for number in range(3):
        (alarm,) = checked(world, number).alarms
        assert (alarm.code, alarm.player, alarm.node) == ("invalid_shuffle_proof", player, 0)
        assert alarm.index > 0
    world.kill(1)
    world.restart(1)
    assert checked(world, 1).alarms == checked(world, 2).alarms


def test_a_lie_of_the_host_is_an_alarm_that_outlives_a_restart() -> None:
    """The log does not hold it, so afterwards only its kind is known: who it was is in the evidence."""
    world = in_lobby()
    before = len(world.processes[1].reports)
    entry = signed_entry(world, replace(forged_entry(world, world.node(0), forged_message(world, 1, Ready(9))), term=2))
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    assert checked(world, 1).alarms == (Alarm("not_elected", None, NodeNumber(0), entry.index),)
    assert len(world.processes[1].reports) == before + 1
    world.kill(1)
    world.restart(1)
    assert checked(world, 1).alarms == (Alarm("not_elected"),)


def test_another_state_is_an_alarm_on_both_sides() -> None:
    world = in_lobby()
    message = forged_message(world, 1, Ready(9))
    entry = forged_entry(world, world.node(0), message, state_before=Digest(b"x" * 32))
    world.give(1, Received(NodeNumber(0), EntryPacket(entry, 0)))
    world.rest(500)
    told = checked(world, 1)
    assert (told.alarms, told.halted) == ((Alarm("mismatch", index=entry.index),), "mismatch")
    assert checked(world, 0).alarms == (Alarm("mismatch", None, NodeNumber(1), entry.index),)


def test_people_are_shown_an_alarm_at_once_and_once() -> None:
    world = in_lobby()
    unsigned = replace(forged_message(world, 1, Ready(9)), signature=bytes(SIGNATURE_BYTES))
    happened = Received(NodeNumber(1), MessagePacket(unsigned))
    outputs = world.node(0).step(happened, world.entropy())
    assert Publish(()) in outputs
    assert checked(world, 0).alarms == (Alarm("bad_signature", None, NodeNumber(1)),)
    assert Publish(()) not in world.node(0).step(happened, world.entropy())


def test_more_alarms_than_anybody_reads_are_not_kept() -> None:
    world = in_lobby()
    desk = world.node(0)._desk  # noqa: SLF001
    for number in range(MAX_ALARMS + 9):
        desk.alarm(Turn(world.entropy()), Report("fork", "", node=NodeNumber(number)))
    assert len(desk.alarms) == MAX_ALARMS
