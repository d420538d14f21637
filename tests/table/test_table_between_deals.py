"""From one deal to the next: who plays on, which deck is used, and what a node does for a player who is out."""

from dataclasses import replace
from functools import cache
from random import Random

from kalooki.bot import safe_action
from kalooki.codec import encode, encode_vote, seal_entry, seal_message, unseal
from kalooki.rules.actions import Discard, Draw, Shown
from kalooki.rules.events import DealVoided
from kalooki.rules.game import GameOver, NeedsAction, NeedsDeal, NeedsDecision, NeedsHands, NeedsUpcard, pending
from kalooki.rules.view import view
from kalooki.table.config import NodeConfig, PlayerConfig, Restored, Tools
from kalooki.table.hosting import announcement
from kalooki.table.log import Ack, Stream, ack_signing_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import (
    Begin,
    Closed,
    KeyShare,
    NodeNumber,
    OpenHand,
    PlayerNumber,
    Ready,
    Shuffle,
    StockReady,
)
from kalooki.table.ports import (
    AckPacket,
    Answer,
    DropSecret,
    EntryPacket,
    GetReady,
    MessagePacket,
    Output,
    Packet,
    Persist,
    ProofReady,
    Prove,
    PutAck,
    PutEvidence,
    Received,
    Report,
    Send,
    Submitted,
)
from kalooki.table.proving import HONEST
from kalooki.table.results import Effective, Void
from kalooki.table.signing import sign
from kalooki.table.standing import standing
from kalooki.table.state_text import Digester, state_lines
from kalooki.table.workshop import Workshop
from support.table_scribe import HOST, Scribe, by_player, copied, fresh, scribe_at, secret_of
from support.table_turns import play
from support.table_world import Place, World

HARD = (("buy_ins", "0"), ("limit", "50"))


def after_a_deal(seed: int) -> Scribe:
    """Three have played a deal: with seed 1 one of them is out, with 3 nobody, with 6 all but the winner."""
    return copied(_after_a_deal(seed))


@cache
def _after_a_deal(seed: int) -> Scribe:
    scribe = scribe_at("dealt", 3, HARD)
    play(scribe, Random(seed), (NeedsDeal, GameOver))
    return scribe


@cache
def gone_out() -> Scribe:
    """Somebody has gone out, and the losers' hands are closed."""
    scribe = scribe_at("dealt", 3, HARD)
    play(scribe, Random(1), NeedsHands)
    return scribe


def node_of(scribe: Scribe, number: int) -> tuple[Node, tuple[Output, ...]]:
    """The node of one of the scribe's players, which knows the log and none of what its earlier self had made."""
    player = PlayerConfig(secret_of(f"player {number}"), f"Player {number}")
    config = NodeConfig(secret_of(f"node {number}"), f"certificate {number}".encode(), (player,))
    tools = Tools(encode, seal_message, unseal, seal_entry, encode_vote, scribe.group)
    return Node.restore(config, tools, scribe.table, Restored(tuple(scribe.replica.entries)), fresh("restart"))


def said(outputs: tuple[Output, ...], kind: type) -> list[object]:
    packets = [output.packet for output in outputs if isinstance(output, Send)]
    messages = [packet.message.payload for packet in packets if isinstance(packet, MessagePacket)]
    return [payload for payload in messages if isinstance(payload, kind)]


def test_attack_68_a_deck_that_was_made_for_more_seats_is_dropped_and_a_new_one_made() -> None:
    """A deck that was made ahead is not used after an elimination."""
    scribe = after_a_deal(1)
    (gone,) = scribe.game.out
    assert scribe.state.prepared == 3
    assert len(scribe.provers(3)) == 3
    out = by_player(scribe.state.seated(gone).number)
    refused = scribe.say(out, Ready(2))
    assert isinstance(refused, Void)
    assert refused.code == "eliminated"
    scribe.ready()
    made = scribe.state.prepared
    assert made is not None
    assert made > 3
    assert scribe.provers(made) == [seat for seat in range(3) if seat != gone]
    assert scribe.state.record(3) is None
    assert scribe.record(made).stream == Stream(2, 1)
    late = scribe.say(out, KeyShare(made, bytes(32), bytes(64)), stream=Stream(2, 1))
    assert isinstance(late, Void)
    assert late.code == "not_in_ceremony"


def test_a_node_whose_player_is_out_makes_nothing_for_the_next_deck() -> None:
    scribe = after_a_deal(1)
    (gone,) = scribe.game.out
    scribe.ready()
    out = scribe.state.seated(gone).number
    other = next(number for number in (1, 2) if number != out)
    assert out != 0  # the host would put its own into an entry
    assert said(node_of(scribe, out)[1], KeyShare) == []
    assert len(said(node_of(scribe, other)[1], KeyShare)) == 1


def test_whoever_is_out_stays_and_sees_the_next_deal_as_one_who_only_watches() -> None:
    scribe = after_a_deal(1)
    (gone,) = scribe.game.out
    scribe.deal()
    number = scribe.state.seated(gone).number
    seen, watched = view(scribe.game, gone, {}), view(scribe.game, None, {})
    assert (seen.seat, seen.hand, seen.unopened, seen.number) == (gone, (), (), 2)
    assert replace(seen, seat=None) == watched
    assert gone not in watched.order
    assert node_of(scribe, number)[0].my_players == (number,)
    assert not scribe.state.players[number].gone


def test_the_deck_made_ahead_is_used_where_the_same_seats_play_on() -> None:
    scribe = after_a_deal(3)
    assert scribe.game.out == ()
    prepared = scribe.state.prepared
    scribe.ready()
    assert scribe.state.prepared == prepared


def test_when_the_game_is_over_no_deck_is_made_and_nobody_is_waited_for() -> None:
    scribe = after_a_deal(6)
    assert isinstance(pending(scribe.game), GameOver)
    assert scribe.state.ceremonies == ()
    assert scribe.state.prepared is None
    shown = standing(scribe.state, None)
    assert (shown.phase, shown.doing, shown.waiting_for, shown.me) == ("over", "", (), -1)
    scribe.must(HOST, Closed("over"))
    assert standing(scribe.state, PlayerNumber(1)).phase == "closed"


def test_between_deals_the_table_waits_for_whoever_is_not_ready() -> None:
    scribe = after_a_deal(1)
    shown = standing(scribe.state, None)
    playing_on = {player.number for player in scribe.state.players if player.seat not in scribe.game.out}
    assert (shown.phase, shown.doing, shown.next_deal) == ("playing", "ready", 2)
    assert set(shown.waiting_for) == playing_on
    first, second = sorted(playing_on)
    scribe.must(by_player(first), Ready(2))
    assert standing(scribe.state, None).waiting_for == (second,)
    scribe.must(by_player(second), Ready(2))
    assert standing(scribe.state, None).doing == "keys"
    assert standing(scribe.state, None).next_deal == 0
    made = scribe.state.prepared
    assert made is not None
    scribe.give_keys(made)
    assert standing(scribe.state, None).doing == "shuffle"
    scribe.give_shuffles(made)
    shown = standing(scribe.state, None)
    assert (shown.doing, shown.waiting_for) == ("verify", ())


def test_a_player_over_the_limit_is_waited_for_until_he_decides() -> None:
    scribe = scribe_at("dealt", 3, (("limit", "50"),))
    play(scribe, Random(1), NeedsDecision)
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsDecision)
    shown = standing(scribe.state, None)
    assert (shown.doing, shown.waiting_for) == ("action", (scribe.state.seated(needs.seat).number,))


def test_while_hands_are_open_the_table_waits_for_the_losers() -> None:
    scribe = gone_out()
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsHands)
    shown = standing(scribe.state, None)
    assert shown.doing == "hands"
    assert set(shown.waiting_for) == {scribe.state.seated(seat).number for seat in needs.hands}


def test_a_node_that_does_not_see_its_hand_opens_nothing() -> None:
    scribe = gone_out()
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsHands)
    loser = scribe.state.seated(next(iter(needs.hands))).number
    _, outputs = node_of(scribe, loser)
    assert said(outputs, OpenHand) == []


def test_a_shuffle_that_is_done_when_its_ceremony_is_over_is_not_sent() -> None:
    scribe = scribe_at("gathered")
    scribe.must(HOST, Begin())
    scribe.must(by_player(0), scribe.key_share(1, 0))
    node, outputs = node_of(scribe, 1)
    (share,) = said(outputs, KeyShare)
    assert isinstance(share, KeyShare)
    (message,) = [
        output.packet.message
        for output in outputs
        if isinstance(output, Send) and isinstance(output.packet, MessagePacket)
    ]

    def order(payload_message: object) -> tuple[Output, ...]:
        entry = scribe.entry(payload_message)  # type: ignore[arg-type]
        scribe.replica.accept(entry)
        return node.step(Received(NodeNumber(0), EntryPacket(entry, 0)), fresh(f"{entry.index}"))

    (prepare,) = [output for output in order(message) if isinstance(output, Prove)]
    assert node.step(ProofReady(prepare.job, prepare.work()), fresh("prepared")) == ()
    shuffle = scribe.message(by_player(0), scribe.shuffle(1, 0))
    make, _weigh = [output for output in order(shuffle) if isinstance(output, Prove)]
    made = make.work()
    node.step(Received(NodeNumber(0), AckPacket(ack_of_host(scribe))), fresh("committed"))
    order(scribe.message(HOST, Closed("enough")))
    assert said(node.step(ProofReady(make.job, made), fresh("made")), Shuffle) == []
    assert node.step(ProofReady(make.job, made), fresh("again")) == ()
    assert node.step(ProofReady(prepare.job, "nonsense"), fresh("and again")) == ()


def test_a_result_of_the_wrong_kind_is_no_result() -> None:
    scribe = scribe_at("begun")
    node, outputs = node_of(scribe, 1)
    jobs = [output for output in outputs if isinstance(output, Prove)]
    assert jobs
    for job in jobs:
        assert node.step(ProofReady(job.job, None), fresh("none")) is not None


def ack_of_host(scribe: Scribe) -> Ack:
    index = scribe.replica.last_index
    digest = scribe.replica.hash_at(index)
    signature = sign(secret_of("node 0"), ack_signing_bytes(scribe.table, 1, index, digest))
    return Ack(NodeNumber(0), 1, index, digest, signature)


def test_a_closed_table_drops_every_secret() -> None:
    scribe = scribe_at("gathered")
    scribe.must(HOST, Begin())
    node, outputs = node_of(scribe, 1)
    assert said(outputs, KeyShare)
    node.step(Received(NodeNumber(0), AckPacket(ack_of_host(scribe))), fresh("begun"))
    assert node.committed_index == scribe.replica.last_index
    entry = scribe.entry(scribe.message(HOST, Closed("enough")))
    scribe.replica.accept(entry)
    closing = node.step(Received(NodeNumber(0), EntryPacket(entry, 0)), fresh("closed"))
    records = [record for output in closing if isinstance(output, Persist) for record in output.records]
    assert not any(isinstance(record, DropSecret) for record in records)  # it is not committed yet
    committing = node.step(Received(NodeNumber(0), AckPacket(ack_of_host(scribe))), fresh("committed"))
    records = [record for output in committing if isinstance(output, Persist) for record in output.records]
    assert [record.key for record in records if isinstance(record, DropSecret)] == ["ceremony/1/1"]
    assert any(isinstance(record, PutAck) for record in records)


def test_a_node_that_knows_only_the_genesis_is_nobody_yet() -> None:
    scribe = scribe_at("found")
    node, outputs = node_of(scribe, 1)
    assert node.number is None
    assert node.last_index == 1
    assert said(outputs, KeyShare) == []
    refused = node.step(Submitted(PlayerNumber(1), "id", GetReady(0)), fresh("early"))
    assert [output.code for output in refused if isinstance(output, Answer)] == ["not_your_seat"]


def test_two_states_with_one_text_are_one_state() -> None:
    scribe = scribe_at("dealt")
    lines = list(state_lines(scribe.state))
    assert all(line.isascii() and "\n" not in line for line in lines)
    assert Digester().digest(scribe.state) == scribe.replica.digest
    changed = replace(scribe.state, move=7)
    assert Digester().digest(changed) != scribe.replica.digest


def test_who_has_named_other_states_names_the_next_one_as_who_has_named_none() -> None:
    scribe = scribe_at("dealt")
    states = [scribe.state]
    for moves in range(6):
        needs = pending(scribe.game)
        assert isinstance(needs, NeedsAction)
        (seat,) = needs.seats
        assert isinstance(scribe.act(seat, safe_action(scribe.view(seat)) if moves % 2 else Draw()), Effective)
        scribe.give_shares()
        states.append(scribe.state)
    digester = Digester()
    for state in (
        *states,
        states[2],
        *states[1:4],
        scribe_at("found").state,
        states[-1],
    ):  # the log was taken back, too
        assert digester.digest(state) == Digester().digest(state)


def test_a_deal_does_not_start_before_all_are_ready_even_if_its_deck_is() -> None:
    scribe = after_a_deal(3)
    prepared = scribe.state.prepared
    assert prepared is not None
    scribe.make_deck(prepared)
    early = scribe.say(HOST, scribe.deal_start(), stream=scribe.deal_stream())
    assert isinstance(early, Void)
    assert early.code == "not_ready"


def test_a_host_orders_after_a_restart_what_it_had_signed_and_not_ordered() -> None:
    scribe = scribe_at("gathered")
    closed = scribe.message(HOST, Closed("enough"))
    config = NodeConfig(secret_of("node 0"), b"certificate 0", (PlayerConfig(secret_of("player 0"), "Player 0"),))
    tools = Tools(encode, seal_message, unseal, seal_entry, encode_vote, scribe.group)
    restored = Restored(tuple(scribe.replica.entries), own=(("command/0/close", closed.wire),))
    node, outputs = Node.restore(config, tools, scribe.table, restored, fresh("restart"))
    assert node.last_index == scribe.replica.last_index + 1
    packets = [output.packet for output in outputs if isinstance(output, Send)]
    (entry,) = [packet.entry for packet in packets if isinstance(packet, EntryPacket)]
    assert [message.wire for message in entry.messages] == [closed.wire]


def test_of_an_entry_with_a_false_statement_only_that_statement_is_kept_as_evidence() -> None:
    scribe = scribe_at("gathered")
    scribe.must(HOST, Begin())
    node, _ = node_of(scribe, 1)
    share = scribe.key_share(1, 0)
    other = scribe.message(HOST, Begin())
    false = scribe.message(by_player(0), replace(share, proof=share.proof[:32] + bytes(32)))
    entry = scribe.entry(other, false)
    scribe.replica.accept(entry)
    node.step(Received(NodeNumber(0), EntryPacket(entry, 0)), fresh("false"))
    outputs = node.step(Received(NodeNumber(0), AckPacket(ack_of_host(scribe))), fresh("committed"))
    records = [record for output in outputs if isinstance(output, Persist) for record in output.records]
    assert [one for one in records if isinstance(one, PutEvidence)] == [PutEvidence("invalid_key", false.wire)]
    assert [output.player for output in outputs if isinstance(output, Report)] == [0]


def draw_and_discard(scribe: Scribe) -> None:
    """Nobody lays anything until the stock is used up."""
    while isinstance(needs := pending(scribe.game), NeedsAction):
        (seat,) = needs.seats
        assert scribe.game.deal is not None
        drawn = scribe.game.deal.turn.has_drawn
        slot = scribe.game.deal.hands[seat][-1]
        action = Discard(Shown(slot, scribe.face(slot))) if drawn else Draw()
        assert isinstance(scribe.act(seat, action), Effective)
        scribe.give_shares()


def test_when_the_stock_is_used_up_the_discard_pile_is_shuffled_by_all() -> None:
    scribe = scribe_at("dealt", 5)
    draw_and_discard(scribe)
    number = scribe.state.restocking
    assert number is not None
    assert len(scribe.ceremony(number).plan.setting.faces) == 40
    assert standing(scribe.state, None).doing == "keys"
    scribe.give_keys(number)
    assert standing(scribe.state, None).doing == "shuffle"
    stock = StockReady(number, scribe.ceremony(number).chain)
    early = scribe.say(HOST, stock, stream=scribe.state.stream)
    assert isinstance(early, Void)
    assert early.code == "shuffles_incomplete"
    scribe.give_shuffles(number)
    assert standing(scribe.state, None).doing == "verify"
    other = scribe.say(HOST, stock, stream=scribe.state.stream)
    assert isinstance(other, Void)
    assert other.code == "other_deck"
    workshop = Workshop(HONEST)
    assert announcement(scribe.state, workshop) is None
    workshop.verdicts[number] = scribe.verdict(number)
    stock = StockReady(number, scribe.ceremony(number).chain)
    assert announcement(scribe.state, workshop) == (f"stock/{number}", Stream(1, 1), stock)
    scribe.must(HOST, stock, stream=scribe.state.stream)
    assert scribe.state.restocking is None
    assert [(block.first, block.count) for block in scribe.state.slots] == [(0, 106), (106, 40)]
    assert announcement(scribe.state, workshop) is None
    needs = pending(scribe.game)
    assert isinstance(needs, NeedsAction)
    assert isinstance(scribe.act(needs.seats[0], Draw()), Effective)
    (owed,) = scribe.state.owed
    assert (owed.ceremony, owed.grant.positions) == (number, (0,))


def test_a_void_deal_is_dealt_again_from_the_deck_that_was_made_meanwhile() -> None:
    scribe = scribe_at("dealt", 5, (("stock_exhaust", "no_reshuffle"),))
    draw_and_discard(scribe)
    assert isinstance(scribe.game.history[-1], DealVoided)
    prepared = scribe.state.prepared
    assert prepared is not None
    scribe.deal()
    assert scribe.state.slots[0].ceremony == prepared
    assert scribe.state.stream == Stream(1, 2)
    assert scribe.record(prepared).stream == Stream(2, 1)
    after = scribe.state.prepared
    assert after is not None
    assert scribe.record(after).stream == Stream(2, 1)
    assert (by_player(0), Stream(1, 1)) not in scribe.state.counters
    scribe.give_keys(after)


def test_the_next_deals_deck_waits_until_the_hands_of_this_one_can_be_seen() -> None:
    world = World(3, (Place(), Place()))
    early = list[int]()

    def watch(sender: int, packet: Packet) -> None:
        state = world.node(sender)._desk.replica.accepted  # noqa: SLF001 - what is accepted
        if state is None or state.game is None or not isinstance(packet, MessagePacket):
            return
        payload = packet.message.payload
        if isinstance(payload, KeyShare) and isinstance(pending(state.game), NeedsUpcard):
            early.append(payload.ceremony)

    def is_being_made() -> bool:
        states = [node._desk.replica.accepted for node in world.nodes]  # noqa: SLF001 - what is accepted
        records = [state.record(state.prepared or 0) for state in states if state is not None and state.stream.deal]
        return len(records) == 2 and all(record is not None and record.ceremony.keys_complete for record in records)

    world.watch = watch
    world.run(is_being_made)
    assert early == []
