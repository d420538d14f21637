"""A table that goes on from another: what all who go on sign, and what is no continuation (table-log, Genesis)."""

from dataclasses import replace
from functools import cache

import pytest

from kalooki.cards import SeatNumber
from kalooki.codec import encode
from kalooki.codec.transcript import Branch, Evidence, read_transcript, write_transcript
from kalooki.rules.events import DealScored, DealVoided, Eliminated, WentAway
from kalooki.rules.registry import variant_named
from kalooki.table.continued import Continuation, Heir, Party, Standing
from kalooki.table.continuing import ContinuationError, check_continuation, game_of, standing_of, statement
from kalooki.table.draft_check import DraftCheck
from kalooki.table.genesis import house_variant, table_id
from kalooki.table.log import Author
from kalooki.table.payloads import Choice, Genesis, NodeNumber
from kalooki.table.pledges import DOUBLE_DRAFT, MOST_KEPT, Drafters
from kalooki.table.ports import GoOn, Received, Send
from kalooki.table.presence import is_idle
from kalooki.table.replica import Replica
from kalooki.table.results import VoidError
from kalooki.table.seating import admit
from kalooki.table.signing import public_key, sign
from kalooki.verify.report import Check, Report, Verdict
from kalooki.verify.verifier import verify_transcript
from support.continued_world import Continued, lost, opened, want
from support.table_scribe import HOST, Scribe
from support.table_world import BRISK, Place, World

NODES, GOING = 4, (1, 2)


@cache
def parted() -> tuple[World, Genesis]:
    """A table of four of which two were lost after a deal, and the genesis that the others have signed."""
    world = lost(3, NODES, (0, 3), deals=1)
    for number in GOING:
        assert want(world, number) == ""
    return world, opened(world)


def old_of(genesis: Genesis) -> Continuation:
    assert genesis.continues is not None
    return genesis.continues


def changed(genesis: Genesis, **fields: object) -> Genesis:
    return replace(genesis, continues=replace(old_of(genesis), **fields))  # type: ignore[arg-type]  # its fields


def stood(genesis: Genesis, **fields: object) -> Genesis:
    return changed(genesis, standing=replace(old_of(genesis).standing, **fields))  # type: ignore[arg-type]  # likewise


def signed(genesis: Genesis) -> Genesis:
    """Signed again by all who go on: they are in league."""
    world, _ = parted()
    secrets = {public_key(process.config.key): process.config.key for process in world.processes}
    secrets[public_key(STRANGER)] = STRANGER
    old = old_of(genesis)
    said = statement(genesis, old)
    going = {party.identity for party in old.going}
    parties = tuple(
        replace(one, signature=sign(secrets[one.identity], said) if one.identity in going else b"")
        for one in old.parties
    )
    return changed(genesis, parties=parties)


STRANGER = bytes(range(32))


def check(genesis: Genesis) -> None:
    check_continuation(genesis, house_variant(genesis.variant, genesis.options))


# --- what is signed ---------------------------------------------------------------------------------------------------


def test_all_who_go_on_have_signed_and_the_others_are_members_without_a_vote() -> None:
    _, genesis = parted()
    old = old_of(genesis)
    check(genesis)
    assert len(old.going) == len(GOING)
    assert [party.vote for party in old.parties] == [True, True, False, False]
    assert [bool(party.signature) for party in old.parties] == [True, True, False, False]
    check(replace(genesis, continues=None))


def test_a_continuation_that_fewer_have_signed_than_go_on_is_none_and_names_who_has_not() -> None:
    _, genesis = parted()
    old = old_of(genesis)
    unsigned = changed(genesis, parties=(old.parties[0], replace(old.parties[1], signature=b""), *old.parties[2:]))
    (name,) = [heir.name for heir in old.heirs if heir.node == 1]
    with pytest.raises(ContinuationError, match=f"not signed by all who go on: {name}"):
        check(unsigned)
    with pytest.raises(ContinuationError, match=name):
        check(
            changed(genesis, parties=(old.parties[0], replace(old.parties[1], signature=bytes(64)), *old.parties[2:]))
        )


def test_what_was_signed_for_one_table_is_worth_nothing_for_another() -> None:
    _, genesis = parted()
    other = replace(genesis, chance=bytes(32))
    for false in (
        other,
        changed(genesis, table=bytes(32)),
        changed(genesis, head=bytes(32)),
        changed(genesis, index=1),
    ):
        with pytest.raises(ContinuationError, match="not signed by all"):
            check(false)
        check(signed(false))


@pytest.mark.parametrize(
    "change",
    [
        {"totals": (0, 0, 0, 0)},
        {"number": 9},
        {"buy_ins": (1, 0, 0, 0)},
        {"no_buy_in": (SeatNumber(1),)},
        {"history": ()},
    ],
)
def test_scores_that_were_changed_are_not_those_that_were_signed(change: dict[str, object]) -> None:
    _, genesis = parted()
    false = stood(genesis, **change)
    assert false != genesis
    with pytest.raises(ContinuationError, match="not signed by all"):
        check(false)


def test_whatever_else_of_the_table_is_changed_is_not_what_was_signed() -> None:
    _, genesis = parted()
    for false in (
        replace(genesis, title="Another"),
        replace(genesis, options=()),
        replace(genesis, grace_ms=1),
        changed(genesis, place=1),
        changed(genesis, heirs=(replace(old_of(genesis).heirs[0], name="Eve"), *old_of(genesis).heirs[1:])),
    ):
        with pytest.raises(ContinuationError, match="not signed by all"):
            check(false)


def test_somebody_who_never_played_is_not_put_in_without_the_others_signatures() -> None:
    _, genesis = parted()
    old = old_of(genesis)
    strange = Party(public_key(STRANGER), b"cert", vote=True)
    false = changed(genesis, parties=(old.parties[0], strange, *old.parties[2:]))
    with pytest.raises(ContinuationError, match="not signed by all"):
        check(false)
    check(signed(false))  # in league they can; the earlier record shows that it is false


def _moved(heirs: tuple[Heir, ...], **fields: object) -> tuple[Heir, ...]:
    return (replace(heirs[0], **fields), *heirs[1:])  # type: ignore[arg-type]  # the fields of an heir


def scored(genesis: Genesis, **of_one: object) -> DealScored:
    """The first deal, as if it had counted otherwise for one seat."""
    deal = old_of(genesis).standing.history[0]
    assert isinstance(deal, DealScored)
    return replace(deal, scores=(replace(deal.scores[0], **of_one), *deal.scores[1:]))  # type: ignore[arg-type]  # its fields


def test_a_continuation_that_makes_no_sense_is_none_whoever_signed_it() -> None:
    _, genesis = parted()
    old = old_of(genesis)
    first, second, third, fourth = old.parties
    refused = {
        "founder": replace(genesis, founder=second.identity),
        "votes": changed(genesis, parties=(replace(first, vote=False), second, third, fourth)),
        "twice": changed(genesis, parties=(first, first, third, fourth)),
        "small order": changed(genesis, parties=(first, replace(second, identity=bytes(32)), third, fourth)),
        "comes before": changed(
            genesis,
            parties=(first, third, second, fourth),
            heirs=tuple(replace(one, node={1: 2, 2: 1}.get(one.node, one.node)) for one in old.heirs),
        ),
        "neither votes": changed(genesis, parties=(first, second, replace(third, vote=True), fourth)),
        "each seat": replace(genesis, seats=3),
        "when all are ready": replace(genesis, begins_when_full=False),
        "no node": changed(genesis, heirs=_moved(old.heirs, node=4, goes_on=False)),
        "gone away before": stood(genesis, away=tuple(SeatNumber(seat) for seat in range(4))),
        "so many seats": stood(genesis, totals=(0, 0)),
        "those of so many": stood(genesis, out=(SeatNumber(7),)),
        "named twice": stood(genesis, out=(SeatNumber(1), SeatNumber(1))),
        "add up": stood(genesis, pool=1_000_000),
        "places are": changed(genesis, place=5),
        "over": stood(genesis, out=tuple(SeatNumber(seat) for seat in range(3))),
        "game was over": stood(genesis, out=tuple(SeatNumber(seat) for seat in range(4))),
        "nobody plays": stood(genesis, out=tuple(SeatNumber(seat) for seat in range(4) if old.heirs[seat].goes_on)),
        "score sheet": stood(genesis, history=(scored(genesis, seat=SeatNumber(4)),)),
        "sheet names": stood(genesis, history=(DealVoided(1, 1, "absent"), Eliminated(SeatNumber(5), 200))),
    }
    for words, false in refused.items():
        with pytest.raises(ContinuationError) as wrong:
            check(signed(false) if words != "small order" else false)
        assert words in str(wrong.value).lower() or words in {"founder", "votes"}, words


def test_who_could_still_buy_in_declines_as_if_his_time_were_over() -> None:
    variant = variant_named("british", {"limit": 100})
    seats = (SeatNumber(0), SeatNumber(1), SeatNumber(2))
    before = Standing(seats[1], 2, (120, 10, 20), (0, 0, 0), 0, (0, 0, 0), (), (), (), ())
    asked = replace(game_of(variant, before), deciding=(seats[0],))
    after = standing_of(asked)
    assert (after.out, after.number) == ((seats[0],), 3)
    assert standing_of(game_of(variant, before)) == before


# --- what an honest node signs ----------------------------------------------------------------------------------------


def answers(world: World, number: int, said: GoOn, peer: int) -> list[GoOn]:
    """What a node says when it hears a draft."""
    node = world.node(number)
    outputs = node.step(Received(NodeNumber(peer), said), bytes(64))
    return [one.packet for one in outputs if isinstance(one, Send) and isinstance(one.packet, GoOn)]


@cache
def half_parted() -> tuple[World, Genesis]:
    """As above, but only one of them has said so."""
    world = lost(4, NODES, (0, 3))
    assert want(world, 1) == ""
    world.rest(3_000)
    return world, next(packet.genesis for _, packet in reversed(world.processes[1].sent) if isinstance(packet, GoOn))


def test_a_node_signs_only_what_its_people_want_and_what_its_own_log_says() -> None:
    world, draft = half_parted()
    secret = world.processes[1].config.key

    def by_first(false: Genesis) -> Genesis:
        old = old_of(false)
        mine = replace(old.parties[0], signature=sign(secret, statement(false, old)))
        return changed(false, parties=(mine, *old.parties[1:]))

    assert not old_of(draft).parties[1].signature
    world.node(2)._going_on._wanted = True  # noqa: SLF001 - as if its people wanted to, and had not yet said so
    other = replace(draft, chance=bytes(32))
    falsehoods = (
        stood(other, totals=tuple(one + 1 for one in old_of(draft).standing.totals)),
        changed(other, head=bytes(32)),
        changed(other, index=old_of(draft).index - 1),
        changed(other, index=old_of(draft).index + 1000),
        replace(other, title="Another"),
        replace(other, grace_ms=1),
    )
    for attempt, false in enumerate(falsehoods, 2):  # two of one number would be proof against their founder
        assert answers(world, 2, GoOn(by_first(changed(false, attempt=attempt))), 1) == []
    unsigned = changed(draft, parties=tuple(replace(one, signature=b"") for one in old_of(draft).parties))
    for strange in (unsigned, by_first(changed(other, table=bytes(32))), replace(draft, continues=None)):
        assert answers(world, 2, GoOn(strange), 1) == []
    assert answers(world, 2, GoOn(draft, is_open=True), 1) == []
    standing = world.node(2).standing(None)
    assert standing is not None
    (proposal,) = standing.proposals
    assert (proposal.motion, proposal.nodes) == ("continue", (1,))
    assert (len(proposal.players), proposal.deal) == (2, 0)
    assert not world.processes[2].opened
    assert want(world, 2) == ""
    assert opened(world).chance == draft.chance


def test_a_draft_that_makes_no_sense_or_is_by_strangers_is_not_signed() -> None:
    world, draft = half_parted()
    check = DraftCheck(world.node(2)._desk)  # noqa: SLF001 - the part itself: nothing of this comes out
    old = old_of(draft)
    assert not check.is_sound(stood(draft, totals=()), old_of(stood(draft, totals=())))
    for strange in (replace(draft, founder=public_key(STRANGER)), changed(draft, index=1, head=world.hashes(2)[0])):
        assert check.expected(strange, old_of(strange)) is None
        assert check.expected(strange, old_of(strange)) is None  # looked up once, and kept
    assert check.expected(draft, old) == check.expected(draft, old) is not None


def test_who_has_gone_on_goes_to_no_other_table_and_says_nothing_of_it() -> None:
    world, genesis = parted()
    number = next(one for one in GOING if public_key(world.processes[one].config.key) != genesis.founder)
    founder = next(one for one in GOING if one != number)
    assert answers(world, number, GoOn(genesis, is_open=True), founder)
    other = signed(replace(changed(genesis, attempt=9), chance=bytes(32)))
    assert answers(world, number, GoOn(other, is_open=True), founder) == []


def test_of_what_somebody_signs_without_end_the_oldest_is_forgotten() -> None:
    _, genesis = parted()
    drafters = Drafters()
    for attempt in range(1, MOST_KEPT // len(GOING) + 2):
        draft = signed(changed(genesis, attempt=attempt))
        assert not list(drafters.note(draft, old_of(draft)))
    newest = signed(replace(changed(genesis, attempt=attempt), chance=bytes(32)))
    assert [identity for identity, _ in drafters.note(newest, old_of(newest))] == [
        party.identity for party in old_of(genesis).going
    ]
    oldest = signed(replace(changed(genesis, attempt=1), chance=bytes(32)))
    assert not list(drafters.note(oldest, old_of(oldest)))


def test_nobody_new_comes_in_at_a_table_that_goes_on() -> None:
    table = records()[2]
    scribe = Forger(parted()[1], STRANGER)
    first = table.node(0).entries(1, 1)[0]
    state = scribe.replica.accept(first).after
    with pytest.raises(VoidError, match="nobody else comes in"):
        admit(state, scribe.admission(9))


def test_a_node_without_a_table_in_play_has_people_who_could_still_want_something() -> None:
    world = World(5, (Place(), Place()), timing=BRISK)
    world.run(lambda: world.all_at("lobby"))
    assert not is_idle(world.node(0)._desk)  # noqa: SLF001 - it signs nothing by itself


# --- the record -------------------------------------------------------------------------------------------------------


@cache
def records() -> tuple[bytes, tuple[object, ...], World]:
    """The old table's record, what the new one's holds, and the new table."""
    world, genesis = parted()
    node = world.node(1)
    certificate = node.certificate()
    assert certificate is not None
    old = write_transcript([*node.entries(1, node.committed_index), certificate])
    table = Continued(world, genesis, deals=0)
    table.run(lambda: table.all_at("playing"))
    table.rest(1_000)
    first = table.node(0)
    newest = first.certificate()
    assert newest is not None
    return old, (*first.entries(1, newest.index), newest), table


def verified(*contents: object) -> Report:
    world, _ = parted()
    return verify_transcript(write_transcript(contents), world.group, bytes(32))  # type: ignore[arg-type]  # records


class Forger(Scribe):
    """Writes the first entry of any genesis, true or false, with the key of its founder."""

    def __init__(self, genesis: Genesis, secret: bytes) -> None:
        self._secret = secret
        super().__init__()
        self.genesis, self.table = genesis, table_id(encode(genesis))
        self.replica = Replica(self.table, self.checks)

    def secret(self, author: Author) -> bytes:
        del author
        return self._secret


def forged(genesis: Genesis, branch: bytes) -> Report:
    """The record of a table that only has its first entry."""
    world, _ = parted()
    process = next(one for one in world.processes if public_key(one.config.key) == genesis.founder)
    forger = Forger(genesis, process.config.key)
    return verified(Branch(branch), forger.entry(forger.message(HOST, genesis)))


def test_the_record_of_a_table_that_goes_on_holds_that_of_the_one_before_and_both_verify() -> None:
    old, new, table = records()
    report = verified(Branch(old), *new)
    assert [one for one in report.findings if one.code != "not_certified"] == []
    assert report.verdict is Verdict.VALID
    _, genesis = parted()
    left = ", ".join(heir.name for heir in old_of(genesis).heirs if not heir.goes_on)
    (said,) = [note for note in report.notes if "goes on from table" in note]
    assert f"after deal 1 without {left}, who did not sign" in said
    (checked,) = [one for one in report.results if one.check is Check.CONTINUATION]
    assert checked.count == len(GOING)
    game = table.node(0).moment().state
    assert game is not None
    assert game.game is not None
    assert len(game.game.away) == NODES - len(GOING)


def test_whoever_is_convicted_and_goes_on_all_the_same_makes_the_record_invalid() -> None:
    old, new, _ = records()
    _, genesis = parted()
    other = signed(replace(genesis, chance=bytes(32)))
    contents = [record.content for record in read_transcript(old)][:-1]
    proofs = [Evidence(DOUBLE_DRAFT, encode(draft)) for draft in (genesis, other)]
    report = verified(Branch(write_transcript((*contents, *proofs))), *new)  # type: ignore[arg-type]  # no closing record
    assert report.verdict is Verdict.INVALID
    assert [one.code for one in report.findings if one.code != "not_certified"] == [DOUBLE_DRAFT] * len(GOING)


def test_a_node_tells_from_what_its_table_goes_on_and_that_nothing_was_found_at_it() -> None:
    _, _, table = records()
    checked = table.node(0).moment().checked
    assert checked is not None
    assert (checked.signed, checked.after, checked.alarms, checked.halted) == (len(GOING), 1, (), "")
    before = parted()[0].node(1).moment().checked
    assert before is not None
    assert (before.signed, before.after, before.halted) == (0, 0, "continued")


def test_without_the_record_before_it_is_not_all_there() -> None:
    _, new, _ = records()
    report = verified(*new)
    assert report.verdict is Verdict.INCOMPLETE
    assert [one.code for one in report.findings] == ["earlier_missing"]


def test_those_in_league_are_contradicted_by_the_record_before() -> None:
    old, _, _ = records()
    _, genesis = parted()
    before = old_of(genesis)
    strange = Party(public_key(STRANGER), b"cert", vote=True)
    totals = tuple(one + 5 for one in before.standing.totals)
    for code, false in {
        "false_scores": stood(genesis, totals=totals),
        "false_table": changed(genesis, table=bytes(32)),
        "false_head": changed(genesis, head=bytes(32)),
        "false_people": changed(genesis, parties=(before.parties[0], strange, *before.parties[2:])),
    }.items():
        report = forged(signed(false), old)
        assert code in {one.code for one in report.findings}, code
        assert report.verdict is Verdict.INVALID
        assert report.verdict.exit_code == 1
    report = forged(signed(changed(genesis, index=before.index + 10_000)), old)
    assert {one.code for one in report.findings} >= {"false_head"}
    renamed = changed(genesis, heirs=(replace(before.heirs[0], name="Eve"), *before.heirs[1:]))
    (said,) = [one for one in forged(signed(renamed), old).findings if one.code == "false_people"]
    assert "Eve" in said.text
    moved = forged(signed(changed(genesis, place=4 if before.place != 4 else 3)), old)
    assert "false_rules" in {one.code for one in moved.findings}
    certified = changed(genesis, parties=(replace(before.parties[0], tls_certificate=b"other"), *before.parties[1:]))
    assert "false_people" in {one.code for one in forged(signed(certified), old).findings}


def test_a_record_before_that_does_not_hold_does_not_carry_what_goes_on_from_it() -> None:
    old, new, _ = records()
    damaged = bytearray(old)
    damaged[len(old) // 2] ^= 1
    report = verified(Branch(bytes(damaged)), *new)
    assert report.verdict in {Verdict.INVALID, Verdict.UNREADABLE}
    assert {one.check for one in report.findings} == {Check.CONTINUATION}
    shortened = verified(Branch(old[: len(old) // 2]), *new)
    assert shortened.verdict in {Verdict.INVALID, Verdict.INCOMPLETE}
    assert all(one.check is Check.CONTINUATION for one in shortened.findings)


def test_a_record_that_fewer_have_signed_than_go_on_is_refused_by_name() -> None:
    old, _, _ = records()
    _, genesis = parted()
    first, second, *others = old_of(genesis).parties
    (name,) = [heir.name for heir in old_of(genesis).heirs if heir.node == 1]
    report = forged(changed(genesis, parties=(first, replace(second, signature=bytes(64)), *others)), old)
    (finding,) = [one for one in report.findings if one.check is Check.CONTINUATION]
    assert (finding.code, finding.entry) == ("bad_continuation", 1)
    assert name in finding.text
    assert report.verdict.exit_code == 1


def test_a_game_that_nobody_plays_any_more_is_refused_and_not_begun() -> None:
    old, _, _ = records()
    _, genesis = parted()
    report = forged(signed(stood(genesis, out=tuple(SeatNumber(seat) for seat in range(NODES)))), old)
    assert report.verdict is Verdict.INVALID
    assert [(one.check, one.code) for one in report.findings] == [(Check.CONTINUATION, "bad_continuation")]


def _until_one_is_away(world: World) -> None:
    world.choice, world.moves = Choice.VOID, 100
    world.kill(3)
    world.run(lambda: any(isinstance(event, WentAway) for event in world.processes[1].events), limit=300_000)
    world.rest(3_000)


def test_that_somebody_was_away_is_to_be_proved_also_where_those_who_go_on_have_signed_what_follows() -> None:
    world = lost(3, 4, (0, 2), before=_until_one_is_away)
    assert want(world, 1) == ""
    genesis = opened(world)
    node = world.node(1)
    certificate = node.certificate()
    assert certificate is not None
    entries = node.entries(1, node.committed_index)
    process = world.processes[1]
    forger = Forger(genesis, process.config.key)
    first = forger.entry(forger.message(HOST, genesis))
    for proofs, missing in (((*node.certificates(), certificate), 0), ((certificate,), 1), ((), 1)):
        branch = write_transcript([*entries, *sorted(set(proofs), key=lambda one: one.index)])
        data = write_transcript((Branch(branch), first))
        codes = [one.code for one in verify_transcript(data, world.group, bytes(32)).findings]
        assert codes.count("absence_not_certified") == missing, proofs
        assert set(codes) <= {"absence_not_certified", "not_certified"}
