"""Tables that are to go on, drafted by liars, by two at once, and by nodes that do not hear the same: one is opened."""

from dataclasses import replace

from kalooki.codec.transcript import Branch, Evidence, write_transcript
from kalooki.table.config import Founding
from kalooki.table.continued import LOST_NUMBERS, NO_PLEDGE, Continuation, after_loss
from kalooki.table.continuing import drafted, pledge_of, signers, statement
from kalooki.table.log import Certificate, Entry, body_bytes
from kalooki.table.node import Node
from kalooki.table.patience import Patience
from kalooki.table.payloads import Genesis, NodeNumber, Ready
from kalooki.table.pledges import DOUBLE_DRAFT
from kalooki.table.ports import EntryPacket, GoOn, PutPledge, Received
from kalooki.table.signing import public_key, sign
from kalooki.verify.report import Check, Report, Verdict
from kalooki.verify.verifier import verify_transcript
from support.continued_world import Continued, is_stuck, lost, opened, want
from support.table_scenes import forged_message, signed_entry
from support.table_world import BRISK, Place, World

Kept = Entry | Certificate | Evidence | Branch


def old_of(genesis: Genesis) -> Continuation:
    assert genesis.continues is not None
    return genesis.continues


def going(world: World, genesis: Genesis) -> list[int]:
    numbers = {member.identity: int(member.number) for member in world.nodes[0].members}
    return [numbers[party.identity] for party in old_of(genesis).going]


def draft_by(world: World, founder: int, nodes: set[int], *, attempt: int = 1, chance: int = 0) -> Genesis:
    """What a node drafts for itself and others, signed by it alone."""
    node = world.node(founder)
    index = node.committed_index
    state = node._desk.replica.state_at(index)  # noqa: SLF001 - what a liar makes of what it has
    who = (NodeNumber(founder), frozenset(map(NodeNumber, nodes)))
    return signed(world, drafted(state, world.hashes(founder)[index - 1], who, bytes([chance] * 32), attempt), founder)


def signed(world: World, draft: Genesis, number: int) -> Genesis:
    old = old_of(draft)
    secret = world.processes[number].config.key
    identity = world.node(number)._desk.identity  # noqa: SLF001 - whose signature it is
    mine = sign(secret, statement(draft, old))
    parties = tuple(replace(one, signature=mine) if one.identity == identity else one for one in old.parties)
    return replace(draft, continues=replace(old, parties=parties))


def say(world: World, sender: int, receiver: int, said: GoOn) -> None:
    world.give(receiver, Received(NodeNumber(sender), said))


def signatures(world: World, number: int) -> set[int]:
    """The numbers of the drafts that a node has signed, as it told the others."""
    identity = world.node(number)._desk.identity  # noqa: SLF001 - whose signature it is
    return {
        old_of(packet.genesis).attempt
        for _, packet in world.processes[number].sent
        if isinstance(packet, GoOn)
        and any(one.identity == identity and one.signature for one in old_of(packet.genesis).parties)
    }


def codes(world: World, number: int) -> list[str]:
    return [report.code for report in world.processes[number].reports]


def test_a_draft_that_leaves_out_somebody_who_is_there_is_not_signed_until_it_leaves_out_nobody() -> None:
    world = lost(21, 5, (0, 3))
    unfair = draft_by(world, 1, {1, 2})
    assert want(world, 2) == ""
    before = signatures(world, 2)
    for _ in range(12):
        say(world, 1, 2, GoOn(unfair, attempt=1))
        world.rest(1_000)
    assert signatures(world, 2) == before
    assert not any(process.opened for process in world.processes)
    (told,) = [report for report in world.processes[2].reports if report.code == "leaves_out"]
    assert (told.node, told.detail) == (1, "P4.0")
    for number in (1, 4):
        assert want(world, number) == ""
    assert sorted(going(world, opened(world))) == [1, 2, 4]


def test_two_who_lose_a_third_at_different_moments_agree_on_a_later_draft() -> None:
    world = lost(22, 5, (0, 3))
    for number in (1, 2):
        assert want(world, number) == ""
    world.rest(1_000)
    world.cut = lambda sender, receiver: (sender, receiver) == (4, 1)
    world.rest(8_000)
    assert max(signatures(world, 1)) > max(signatures(world, 2))  # the other still hears the third
    assert not any(process.opened for process in world.processes)
    world.kill(4)
    genesis = opened(world)
    assert going(world, genesis) == [1, 2]
    assert old_of(genesis).attempt > 1


def test_who_comes_back_before_all_have_signed_goes_on_too() -> None:
    world = lost(23, 5, (0, 3))
    world.cut = lambda sender, receiver: 4 in {sender, receiver}
    world.rest(7_000)
    assert want(world, 1) == ""
    world.rest(1_000)
    world.cut = lambda _sender, _receiver: False
    world.rest(2_000)
    for number in (2, 4):
        assert want(world, number) == ""
    assert sorted(going(world, opened(world))) == [1, 2, 4]


def test_two_who_draft_without_hearing_of_each_other_agree_on_a_third_draft() -> None:
    world = lost(24, 5, (0, 3))
    world.hold = lambda _sender, _receiver, packet: isinstance(packet, GoOn)
    for number in (1, 2, 4):
        assert want(world, number) == ""
    assert [signatures(world, number) for number in (1, 2, 4)] == [{1}, {1}, {1}]
    world.held.clear()
    world.hold = lambda _sender, _receiver, _packet: False
    genesis = opened(world)
    assert sorted(going(world, genesis)) == [1, 2, 4]
    assert old_of(genesis).attempt > 1
    for number in (1, 2, 4):
        assert not [code for code in codes(world, number) if code == DOUBLE_DRAFT]


def test_who_starts_again_signs_no_second_draft_of_a_number() -> None:
    world = lost(25, 5, (0, 3))
    assert want(world, 1) == ""
    assert want(world, 2) == ""
    world.rest(1_000)
    before = world.processes[1].store.pledge
    world.kill(1)
    world.restart(1)
    world.run(lambda: is_stuck(world.node(1)))
    assert world.node(1)._going_on.pledge == before != world.node(4)._going_on.pledge  # noqa: SLF001 - what it keeps
    for number in (1, 4):
        assert want(world, number) == ""
    genesis = opened(world)
    assert old_of(genesis).attempt > before.attempt
    assert not any(code == DOUBLE_DRAFT for number in (1, 2, 4) for code in codes(world, number))


def test_who_lost_what_it_has_signed_signs_only_what_is_far_above_it() -> None:
    """The word for its pledge may be gone with the rest; the others hear from which number on it signs."""
    world = lost(28, 4, (0, 3))
    assert want(world, 2) == ""
    world.rest(1_000)
    before = world.processes[2].store.pledge
    assert before.attempt
    for number in (0, 3):
        world.restart(number)
    world.run(lambda: not any(is_stuck(node) for node in world.nodes))
    written = world.processes[2].store.history
    pledged = min(at for at, records in enumerate(written) if any(isinstance(one, PutPledge) for one in records))
    world.tear(2, len(written) - pledged)
    assert world.processes[2].store.pledge == after_loss(NO_PLEDGE)
    world.restart(2)
    world.run(lambda: "recovered" in codes(world, 2))
    for number in (1, 3):  # who has not forgotten it is gone
        world.kill(number)
    world.run(lambda: is_stuck(world.node(0)) and is_stuck(world.node(2)))
    for number in (0, 2):
        assert want(world, number) == ""
    genesis = opened(world)
    assert sorted(going(world, genesis)) == [0, 2]
    assert old_of(genesis).attempt > LOST_NUMBERS > before.attempt


def test_who_has_signed_a_later_draft_does_not_leave_for_an_earlier_one() -> None:
    world = lost(26, 4, (0, 3))
    world.passive.update((1, 2))
    early = signed(world, draft_by(world, 1, {1, 2}), 2)
    going_on = world.node(2)._going_on  # noqa: SLF001 - as if it had signed a later one
    going_on.pledge = replace(pledge_of(early, old_of(early)), attempt=2)
    say(world, 1, 2, GoOn(early, is_open=True))
    assert not world.processes[2].opened
    going_on.pledge = pledge_of(early, old_of(early))
    say(world, 1, 2, GoOn(early, is_open=True))
    assert world.processes[2].opened == [early]


def test_a_number_far_beyond_all_others_is_not_believed() -> None:
    world = lost(27, 4, (0, 3))
    say(world, 1, 2, GoOn(draft_by(world, 1, {1, 2}, attempt=1 << 40)))
    assert want(world, 2) == ""
    say(world, 1, 2, GoOn(draft_by(world, 1, {1, 2}), attempt=1 << 40))
    assert want(world, 1) == ""
    assert old_of(opened(world)).attempt <= 3


def two_faced(seed: int) -> World:
    """Of three who are left one has signed two drafts of one number, and each of the others has heard of one."""
    world = lost(seed, 5, (0, 3))
    world.passive.add(1)
    say(world, 1, 2, GoOn(draft_by(world, 1, {1, 2, 4}, chance=1), attempt=1))
    say(world, 1, 4, GoOn(draft_by(world, 1, {1, 2, 4}, chance=2), attempt=1))
    return world


def test_two_drafts_of_one_number_convict_who_signed_both_and_the_others_go_on_without_him() -> None:
    world = two_faced(28)
    for number in (2, 4):
        assert want(world, number) == ""
    world.run(lambda: all(world.processes[number].opened for number in (2, 4)))
    (genesis,) = {one for process in world.processes for one in process.opened}
    assert sorted(going(world, genesis)) == [2, 4]
    for number in (2, 4):
        assert {report.node for report in world.processes[number].reports if report.code == DOUBLE_DRAFT} == {1}
        assert [kind for kind, _ in world.processes[number].store.evidence] == [DOUBLE_DRAFT] * 2
    old = record(world, 2)
    (finding,) = verified(world, [*old, *evidence(world, 2)]).findings
    assert (finding.check, finding.code, finding.node) == (Check.EVIDENCE, DOUBLE_DRAFT, 1)
    report = goes_on(world, genesis, write_transcript([*old, *evidence(world, 2)]))
    assert report.verdict is Verdict.VALID
    assert any("convicts P1.0, who does not go on" in note for note in report.notes)


def record(world: World, number: int) -> list[Kept]:
    node = world.node(number)
    certificate = node.certificate()
    assert certificate is not None
    return [*node.entries(1, node.committed_index), certificate]


def evidence(world: World, number: int) -> list[Evidence]:
    return [Evidence(kind, wire) for kind, wire in world.processes[number].store.evidence]


def verified(world: World, contents: list[Kept]) -> Report:
    return verify_transcript(write_transcript(contents), world.group, bytes(32))


def goes_on(world: World, genesis: Genesis, branch: bytes) -> Report:
    """Play on at the new table, and verify what it leaves."""
    table = Continued(world, genesis, deals=0)
    table.run(lambda: table.all_at("playing"))
    table.rest(1_000)
    return verified(world, [Branch(branch), *record(table, 0)])


def test_evidence_of_drafts_that_proves_nothing_convicts_nobody() -> None:
    world = two_faced(29)
    one, other = draft_by(world, 1, {1, 2, 4}, chance=1), draft_by(world, 1, {1, 2, 4}, attempt=2)
    encode = world.processes[1].tools.encode
    strange = replace(one, continues=replace(old_of(one), table=bytes(32)))
    wires = [encode(one), encode(other), encode(strange), encode(replace(one, continues=None)), b"no draft"]
    report = verified(world, [*record(world, 2), *(Evidence(DOUBLE_DRAFT, wire) for wire in wires)])
    assert not report.findings
    assert any("no draft of a table that goes on" in note for note in report.notes)


# --- who is here, and does not sign -----------------------------------------------------------------------------------

GRACE_MS = 12_000


def all_opened(world: World, *numbers: int) -> Genesis:
    world.run(lambda: all(world.processes[number].opened for number in numbers), world.now + 20 * GRACE_MS)
    (genesis,) = {one for process in world.processes for one in process.opened}
    return genesis


def patience_of(world: World, number: int) -> int:
    standing = world.node(number).standing(None)
    assert standing is not None
    return next(one.patience for one in standing.proposals)


def test_who_does_not_sign_in_time_is_left_behind_by_most_of_those_who_are_here() -> None:
    world = lost(41, 5, (0, 3), grace_ms=GRACE_MS)
    for number in (1, 2):
        assert want(world, number) == ""
    world.rest(GRACE_MS - 6_000)
    assert not any(process.opened for process in world.processes)
    assert patience_of(world, 4) == GRACE_MS // 1000
    genesis = all_opened(world, 1, 2)
    assert going(world, genesis) == [1, 2]
    assert not world.processes[4].opened
    assert "leaves_out" not in codes(world, 2)


def test_of_two_who_are_here_neither_leaves_the_other_behind() -> None:
    world = lost(42, 4, (0, 3), grace_ms=GRACE_MS)
    assert want(world, 1) == ""
    world.rest(3 * GRACE_MS)
    assert not any(process.opened for process in world.processes)
    assert want(world, 2) == ""
    assert sorted(going(world, opened(world))) == [1, 2]


def test_who_says_after_his_time_that_he_comes_along_is_waited_for() -> None:
    world = lost(43, 5, (0, 3), grace_ms=GRACE_MS)
    for number in (1, 2):
        assert want(world, number) == ""
    world.rest(GRACE_MS - 6_000)
    world.hold = lambda sender, receiver, packet: isinstance(packet, GoOn) and {sender, receiver} == {1, 2}
    world.rest(9_000)
    assert going(world, draft_of(world, 1)) == [1, 2]
    assert want(world, 4) == ""
    world.rest(3_000)
    assert sorted(going(world, draft_of(world, 1))) == [1, 2, 4]
    world.let_through()
    assert sorted(going(world, all_opened(world, 1, 2, 4))) == [1, 2, 4]


def draft_of(world: World, number: int) -> Genesis:
    return next(packet.genesis for _, packet in reversed(world.processes[number].sent) if isinstance(packet, GoOn))


def test_who_only_says_that_he_comes_along_holds_nobody_up_for_ever() -> None:
    world = lost(44, 5, (0, 3), grace_ms=GRACE_MS)
    world.passive.add(4)
    for number in (1, 2):
        assert want(world, number) == ""

    def lie() -> None:
        for number in (1, 2):
            say(world, 4, number, GoOn(draft_of(world, 1), attempt=1 << 10, wants=True))
        world.later(700, lie)

    lie()
    started = world.now
    assert going(world, all_opened(world, 1, 2)) == [1, 2]
    assert world.now - started < 3 * GRACE_MS


def test_who_is_heard_by_some_only_holds_nobody_up_for_ever() -> None:
    world = lost(45, 5, (0, 3), grace_ms=GRACE_MS)
    world.cut = lambda sender, receiver: {sender, receiver} == {1, 4}
    world.rest(7_000)
    for number in (1, 2, 4):
        assert want(world, number) == ""
    genesis = all_opened(world, 1, 2)
    assert going(world, genesis) == [1, 2]
    (told,) = [report for report in world.processes[2].reports if report.code == "leaves_out"]
    assert told.detail == "P4.0"


def test_who_drafts_and_never_opens_is_left_behind_in_the_end() -> None:
    world = lost(46, 5, (0, 3), grace_ms=GRACE_MS)
    world.passive.add(1)
    world.hold = lambda sender, _receiver, packet: sender == 1 and isinstance(packet, GoOn)
    number = 0

    def lie() -> None:
        nonlocal number
        number += 1
        for other in (2, 4):
            say(world, 1, other, GoOn(draft_by(world, 1, {1, 2, 4}, attempt=number), attempt=number, wants=True))
        world.later(2_500, lie)

    lie()
    for other in (2, 4):
        assert want(world, other) == ""
    started = world.now
    genesis = all_opened(world, 2, 4)
    assert sorted(going(world, genesis)) == [2, 4]
    assert GRACE_MS < world.now - started < 5 * GRACE_MS


def passed(patience: Patience, since: int, until: int, *, founder: NodeNumber | None = None) -> None:
    """So much time has passed, with a look now and then."""
    for now in range(since, until + 1, 500):
        patience.look(now)
        patience.lead(founder)


SLOW, FOUNDER = NodeNumber(1), NodeNumber(2)


def test_where_nobody_is_ever_missed_nobody_is_left_behind() -> None:
    patience = Patience()
    patience.ask((), (SLOW,))
    passed(patience, 0, 9 * GRACE_MS, founder=FOUNDER)
    assert patience.late(0) == frozenset()
    assert not patience.has_led(FOUNDER, 0)
    assert patience.late(GRACE_MS) == {SLOW, FOUNDER}
    patience.forget()
    assert patience.late(GRACE_MS) == frozenset()


def test_who_wants_to_come_along_after_his_time_is_waited_for_once_more_and_not_a_third_time() -> None:
    patience = Patience()
    patience.ask((), (SLOW,))
    passed(patience, 0, GRACE_MS)
    assert patience.late(GRACE_MS) == {SLOW}
    patience.hear(SLOW, GRACE_MS, wants=True)
    assert patience.late(GRACE_MS) == frozenset()
    passed(patience, GRACE_MS, 2 * GRACE_MS)
    patience.hear(SLOW, GRACE_MS, wants=True)
    assert patience.late(GRACE_MS) == {SLOW}
    assert patience.wanting == {SLOW}
    patience.hear(SLOW, GRACE_MS, wants=False)
    assert patience.wanting == set()
    patience.ask((SLOW,), ())
    assert patience.late(GRACE_MS) == frozenset()


def test_a_founder_is_late_only_by_the_time_for_which_all_waited_for_his_word_alone() -> None:
    patience = Patience()
    passed(patience, 0, 90 * GRACE_MS)
    patience.lead(FOUNDER)
    assert patience.late(GRACE_MS) == frozenset()
    passed(patience, 90 * GRACE_MS, 92 * GRACE_MS - 500, founder=FOUNDER)
    assert patience.late(GRACE_MS) == frozenset()
    passed(patience, 92 * GRACE_MS, 99 * GRACE_MS)
    passed(patience, 99 * GRACE_MS, 99 * GRACE_MS + 1000, founder=FOUNDER)
    assert patience.late(GRACE_MS) == {FOUNDER}
    patience.hear(FOUNDER, GRACE_MS, wants=True)
    assert patience.late(GRACE_MS) == {FOUNDER}


def test_a_node_that_was_asleep_has_not_waited() -> None:
    patience = Patience()
    patience.look(0)
    patience.ask((), (SLOW,))
    patience.lead(FOUNDER)
    patience.look(99 * GRACE_MS)
    patience.lead(FOUNDER)
    assert patience.late(GRACE_MS) == frozenset()


def test_a_draft_that_leaves_out_most_of_those_who_are_here_is_never_signed() -> None:
    world = lost(47, 5, (0, 3), grace_ms=GRACE_MS)
    world.passive.add(1)
    world.hold = lambda sender, _receiver, packet: sender == 1 and isinstance(packet, GoOn)
    world.node(2)._going_on._wanted = True  # noqa: SLF001 - as if its people wanted to, and had not yet said so
    world.rest(500)
    for _ in range(20):
        say(world, 1, 2, GoOn(draft_by(world, 1, {1}), attempt=1, wants=True))
        world.rest(1_000)
    assert not any(process.opened for process in world.processes)
    identity = world.node(1)._desk.identity  # noqa: SLF001 - whose draft it is
    said = [packet.genesis for _, packet in world.processes[2].sent if isinstance(packet, GoOn)]
    assert not any(one.founder == identity and len(signers(one, old_of(one))) > 1 for one in said)


def is_at(node: Node, move: int) -> bool:
    standing = node.standing(None)
    return standing is not None and standing.move >= move


def test_nobody_goes_back_in_his_log_for_a_stranger_or_for_who_is_proven_to_lie() -> None:
    world = World(3, (Place(),) * 4, founding=Founding("british", seats=4), timing=BRISK, moves=2)
    world.run(lambda: all(is_at(node, 2) for node in world.nodes))
    world.rest(2_000)
    node = world.node(3)
    index, message = node.committed_index, forged_message(world, 1, Ready(9))
    entry = replace(node.entries(index, 1)[0], body=body_bytes((message.wire,)), messages=(message,))
    for number in (1, 2, 3):
        world.give(number, Received(NodeNumber(0), EntryPacket(signed_entry(world, entry), 0)))
    world.run(lambda: node.committed_index > index and node.host != 0)
    node._going_on._wanted = True  # noqa: SLF001 - as if its people wanted to go on
    draft = draft_by(world, 1, {1, 2, 3})
    old, stranger = old_of(draft), bytes(range(32))
    other = replace(draft, founder=public_key(stranger), continues=replace(old, head=bytes(32)))
    first = replace(old.parties[0], identity=public_key(stranger))
    other = replace(other, continues=replace(old_of(other), parties=(first, *old.parties[1:])))
    first = replace(first, signature=sign(stranger, statement(other, old_of(other))))
    other = replace(other, continues=replace(old_of(other), parties=(first, *old.parties[1:])))
    liars = draft_by(world, 0, {0, 1, 2, 3}, chance=1)
    for said in (other, liars):
        say(world, 2, 3, GoOn(said))
    say(world, 0, 3, GoOn(draft))
    assert (node._desk.halted, node._desk.fork) == ("", 0)  # noqa: SLF001 - it still has its log
    assert not signatures(world, 3)


def test_who_lacks_some_of_the_log_is_given_it_once_and_not_for_each_draft() -> None:
    world = lost(5, 4, (0, 3))
    node = world.node(2)
    early = draft_by(world, 1, {1, 2})
    early = replace(early, continues=replace(old_of(early), index=5, head=world.hashes(2)[4]))

    def entries() -> int:
        return sum(isinstance(packet, EntryPacket) for to, packet in world.processes[2].sent if to == 1)

    before = entries()
    for attempt in range(1, 20):
        numbered = replace(early, continues=replace(old_of(early), attempt=attempt))
        say(world, 1, 2, GoOn(signed(world, numbered, 1)))
    assert entries() == before + node.last_index - 5
