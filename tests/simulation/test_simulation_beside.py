"""Two tables that go on from one: those who meet know of each other; who opened both, or signed both at once, lies."""

from dataclasses import replace
from functools import cache

from kalooki.codec.transcript import Branch, Evidence, write_transcript
from kalooki.table.continuing import statement
from kalooki.table.elsewhere import MOST_BESIDE
from kalooki.table.log import Message
from kalooki.table.payloads import Genesis, Motion, NodeNumber
from kalooki.table.pledges import DOUBLE_DRAFT, DOUBLE_OPENING, OTHER_TABLE, founded
from kalooki.table.ports import Met, Propose
from kalooki.table.signing import public_key, sign
from kalooki.table.status import TableStanding
from kalooki.verify.report import Check, Report, Verdict
from kalooki.verify.verifier import verify_transcript
from support.continued_world import Continued, lost, opened, opening, want
from support.table_world import World


@cache
def torn() -> tuple[World, Genesis, Genesis]:
    """A table of five whose host is lost and whose others are torn in two: each half has gone on."""
    world = lost(1, 5, (0,), stuck=False)
    halves = ({1, 2}, {3, 4})
    world.cut = lambda sender, receiver: not any({sender, receiver} <= half for half in halves)
    world.rest(8_000)
    for number in (1, 2, 3, 4):
        assert want(world, number) == ""
    world.run(lambda: all(process.opened for process in world.processes[1:]))
    return world, world.processes[1].opened[0], world.processes[3].opened[0]


def played(world: World, genesis: Genesis) -> Continued:
    table = Continued(world, genesis, deals=0)
    table.run(lambda: table.all_at("playing"))
    table.rest(1_000)
    return table


def first_message(table: World) -> Message:
    return table.node(0).entries(1, 1)[0].messages[0]


def standing(world: World, number: int) -> TableStanding:
    found = world.node(number).standing(None)
    assert found is not None
    return found


def signed(world: World, genesis: Genesis) -> Genesis:
    """Signed again by all who go on: they are in league."""
    old = genesis.continues
    assert old is not None
    secrets = {public_key(process.config.key): process.config.key for process in world.processes}
    said = statement(genesis, old)
    parties = tuple(
        replace(one, signature=sign(secrets[one.identity], said)) if one in old.going else one for one in old.parties
    )
    return replace(genesis, continues=replace(old, parties=parties))


def also_opened(world: World, genesis: Genesis, **fields: object) -> Message:
    """Another table that the same people have opened."""
    old = genesis.continues
    assert old is not None
    other = replace(genesis, chance=bytes(32), continues=replace(old, **fields))  # type: ignore[arg-type]  # its fields
    secret = next(one.config.key for one in world.processes if public_key(one.config.key) == genesis.founder)
    return opening(signed(world, other), secret)


def meet(world: World, number: int, message: Message) -> None:
    world.give(number, Met(NodeNumber(0), message))


def kept(world: World, number: int) -> list[str]:
    return [kind for kind, _ in world.processes[number].store.evidence]


def verified(old: World, table: Continued, number: int, also: tuple[Evidence, ...] = ()) -> Report:
    """The record that a node leaves, with what it has kept of other tables."""
    before, node = old.node(table.order[number]), table.node(number)
    certificate, newest = before.certificate(), node.certificate()
    assert certificate is not None
    assert newest is not None
    branch = Branch(write_transcript([*before.entries(1, before.sure_index), certificate]))
    evidence = [Evidence(kind, wire) for kind, wire in table.processes[number].store.evidence]
    record = write_transcript([branch, *node.entries(1, newest.index), newest, *evidence, *also])
    return verify_transcript(record, table.group, bytes(32))


def test_those_who_meet_know_of_both_tables_and_who_is_at_each_also_after_a_restart() -> None:
    world, one, other = torn()
    first, second = played(world, one), played(world, other)
    for here, there in ((first, second), (second, first)):
        for _ in range(2):
            meet(here, 1, first_message(there))
        meet(here, 1, first_message(here))
        assert kept(here, 1) == [OTHER_TABLE]
        assert not standing(here, 1).went_on
        (beside,) = standing(here, 1).beside
        there_now = standing(there, 0)
        assert beside.table == there_now.table_id
        assert set(beside.names) == {player.name for player in there_now.taken}
        report = verified(world, here, 1)
        assert report.verdict is Verdict.VALID
        (note,) = [note for note in report.notes if "another table goes on from the same one" in note]
        assert all(name in note for name in beside.names)
        here.kill(1)
        here.restart(1)
        here.rest(500)
        assert standing(here, 1).beside == (beside,)
        assert not [one for one in here.processes[1].reports if one.code == OTHER_TABLE]


def test_of_no_more_tables_is_kept_than_so_many() -> None:
    world, genesis, _ = torn()
    table = played(world, genesis)
    old = genesis.continues
    assert old is not None
    for number in range(MOST_BESIDE + 2):
        meet(table, 1, also_opened(world, genesis, attempt=100 + number))
    assert kept(table, 1).count(OTHER_TABLE) == MOST_BESIDE
    assert len(standing(table, 1).beside) == MOST_BESIDE


def test_who_opens_two_tables_that_go_on_from_one_is_convicted_and_the_others_can_go_on_without_him() -> None:
    world, genesis, _ = torn()
    table = played(world, genesis)
    meet(table, 1, also_opened(world, genesis, attempt=99))
    assert {one.node for one in table.processes[1].reports if one.code == DOUBLE_OPENING} == {0}
    assert table.processes[1].store.outlaws == (0,)
    report = verified(world, table, 1)
    assert report.verdict is Verdict.INVALID
    (finding,) = report.findings
    assert (finding.check, finding.code, finding.node) == (Check.EVIDENCE, DOUBLE_OPENING, 0)
    meet(table, 0, also_opened(world, genesis, attempt=99))
    assert table.processes[0].store.outlaws == ()  # nobody convicts himself


def test_who_signs_two_tables_under_one_number_is_convicted_by_the_two() -> None:
    world, genesis, _ = torn()
    table = played(world, genesis)
    message = also_opened(world, genesis)
    meet(table, 0, message)
    assert {one.node for one in table.processes[0].reports if one.code == DOUBLE_DRAFT} == {1}
    assert kept(table, 0) == [OTHER_TABLE, DOUBLE_DRAFT, DOUBLE_DRAFT]
    report = verified(world, table, 0)
    assert report.verdict is Verdict.INVALID
    found = {(one.code, one.node) for one in report.findings}
    assert found == {(DOUBLE_OPENING, 0), (DOUBLE_DRAFT, 0), (DOUBLE_DRAFT, 1)}


def test_what_proves_no_other_table_is_not_kept_and_convicts_nobody() -> None:
    world, genesis, other = torn()
    table, second = played(world, genesis), played(world, other)
    old = genesis.continues
    assert old is not None
    secret = world.processes[1].config.key
    theirs = other.continues
    assert theirs is not None
    unsigned = tuple(replace(one, signature=b"") for one in theirs.parties)
    half = replace(other, continues=replace(theirs, parties=unsigned))
    strange = signed(world, replace(genesis, continues=replace(old, table=bytes(32))))
    false = (
        opening(half, world.processes[3].config.key),
        opening(other, secret),
        opening(strange, secret),
        second.node(0).entries(2, 1)[0].messages[0],
    )
    for message in false:
        meet(table, 1, message)
    assert kept(table, 1) == []
    evidence = tuple(Evidence(OTHER_TABLE, message.wire) for message in false)
    report = verified(world, table, 1, (*evidence, Evidence(OTHER_TABLE, b"no message")))
    assert not report.findings
    notes = [note for note in report.notes if note.startswith("evidence that proves nothing")]
    assert len(notes) == 2
    assert founded(first_message(second)) is not None
    table.node(1)._going_on._elsewhere.take_back(false)  # noqa: SLF001 - what a disk could hold
    assert standing(table, 1).beside == ()


def test_who_opened_a_table_to_which_nobody_came_may_follow_the_others_to_theirs() -> None:
    world = lost(2, 5, (0, 3))
    world.hold = lambda sender, _receiver, packet: sender == 1 and getattr(packet, "is_open", False)
    for number in (1, 2, 4):
        assert want(world, number) == ""
    world.run(lambda: bool(world.processes[1].opened))
    world.kill(1)
    world.run(lambda: all(world.processes[number].opened for number in (2, 4)))
    (theirs,) = {one for number in (2, 4) for one in world.processes[number].opened}
    alone, table = Continued(world, world.processes[1].opened[0], deals=0), played(world, theirs)
    for number in (1, 2):
        alone.kill(number)
    alone.hold = lambda _sender, _receiver, _packet: True
    alone.rest(500)
    assert not alone.node(0).moment().outlook.went_on
    old = theirs.continues
    assert old is not None
    poor = replace(old, standing=replace(old.standing, totals=tuple(one + 5 for one in old.standing.totals)))
    founder = next(one.config.key for one in world.processes if public_key(one.config.key) == theirs.founder)
    for other in (poor, replace(old, parties=old.going, heirs=old.heirs[:0])):
        meet(alone, 0, opening(signed(world, replace(theirs, continues=other)), founder))
        assert not alone.node(0).moment().outlook.went_on
    meet(alone, 0, first_message(table))
    assert alone.node(0).moment().outlook.went_on
    (me,) = alone.node(0).my_players
    assert me is not None
    alone.submit(0, me, Propose(Motion.RETURN, me))
    assert alone.processes[0].opened == [theirs]
    assert alone.node(0).moment().is_closed


def test_who_has_left_for_a_table_leaves_for_it_again_after_a_restart_and_for_no_other() -> None:
    world = lost(3, 4, (0, 3))
    for number in (1, 2):
        assert want(world, number) == ""
    genesis = opened(world)
    for number in (1, 2):
        world.kill(number)
        world.restart(number)
        world.rest(1_500)
        assert world.processes[number].opened == [genesis, genesis]
        assert standing(world, number).closed == "continued"
        assert world.node(number).sure_index >= 1
        (me,) = world.node(number).my_players
        assert me is not None
        world.submit(number, me, Propose(Motion.CONTINUE))
        world.rest(7_000)
        assert world.processes[number].opened == [genesis, genesis]
    assert {one for process in world.processes for one in process.opened} == {genesis}


def test_who_signed_a_table_and_did_not_hear_that_it_is_open_comes_when_he_meets_it() -> None:
    world = lost(4, 4, (0, 3))
    world.hold = lambda _sender, receiver, packet: receiver == 2 and getattr(packet, "is_open", False)
    for number in (1, 2):
        assert want(world, number) == ""
    world.run(lambda: bool(world.processes[1].opened))
    genesis = world.processes[1].opened[0]
    message = opening(genesis, world.processes[1].config.key)
    meet(world, 2, opening(genesis, world.processes[2].config.key))
    assert not world.processes[2].opened
    for _ in range(2):
        meet(world, 2, message)
    assert world.processes[2].opened == [genesis]
