"""What a client hears from its own node."""

from dataclasses import asdict

from kalooki.codec.cards import seat_from_wire
from kalooki.codec.chat import said_from_wire, said_to_wire
from kalooki.codec.checked import checked_from_wire, checked_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.events import event_from_wire, event_to_wire
from kalooki.codec.limits import (
    DIGEST_BYTES,
    MAX_DEAL,
    MAX_EVENTS,
    MAX_INDEX,
    MAX_LIMIT,
    MAX_NAME,
    MAX_NODES,
    MAX_NUMBERS,
    MAX_PATH,
    MAX_PLAYERS,
    MAX_REASON,
    MAX_SAID,
    MAX_TEXT,
    MAX_TITLE,
)
from kalooki.codec.messages import node_from_wire, player_from_wire
from kalooki.codec.reading import key_or_none, listed, number, text
from kalooki.codec.variants import variant_from_wire, variant_to_wire
from kalooki.codec.views import view_from_wire, view_to_wire
from kalooki.rules.game import Result
from kalooki.seat import Beside, Fault, Missed, Outcome, PlayerStatus, Proposal, TableStatus, TurnClock, Update
from kalooki.wire.v1 import seat_pb2 as pb


def update_to_wire(update: Update) -> pb.Update:
    """Write an update."""
    return pb.Update(
        status=status_to_wire(update.status),
        view=None if update.view is None else view_to_wire(update.view),
        events=[event_to_wire(event) for event in update.events],
        said=[said_to_wire(said) for said in update.said],
        sheet=None if update.sheet is None else pb.Sheet(results=map(event_to_wire, update.sheet)),
    )


def update_from_wire(message: pb.Update, where: str = "update") -> Update:
    """Read an update.

    Raises:
        MalformedError: A part is out of its limits, or of a kind that this version does not know.
    """
    return Update(
        status_from_wire(message.status, f"{where}.status"),
        view_from_wire(message.view, f"{where}.view") if message.HasField("view") else None,
        tuple(event_from_wire(event, f"{where}.events") for event in listed(message.events, where, MAX_EVENTS)),
        tuple(said_from_wire(said, f"{where}.said") for said in listed(message.said, f"{where}.said", MAX_SAID)),
        _sheet_from_wire(message.sheet, f"{where}.sheet") if message.HasField("sheet") else None,
    )


def status_to_wire(status: TableStatus) -> pb.TableStatus:
    """Write what there is to know about the table."""
    fault = status.fault
    return pb.TableStatus(
        table_id=bytes.fromhex(status.table_id),
        title=status.title,
        variant=None if status.variant is None else variant_to_wire(status.variant),
        phase=status.phase,
        me=None if status.me < 0 else status.me,
        host=status.host,
        players=[_player_to_wire(player) for player in status.players],
        seats=status.seats,
        join_code=status.join_code,
        open=status.open,
        move=status.move,
        next_deal=status.next_deal,
        waiting_for=status.waiting_for,
        doing=status.doing,
        fault=None if fault is None else pb.Fault(player=fault.player, code=fault.code, index=fault.index),
        closed=status.closed,
        transcript=status.transcript,
        limit=status.limit,
        limit_ms=status.limit_ms,
        overdue=status.overdue,
        left_ms=status.left_ms,
        clock=None if status.clock is None else pb.TurnClock(**asdict(status.clock)),
        missed=None if status.missed is None else _missed_to_wire(status.missed),
        proposals=[
            pb.Proposal(
                motion=one.motion,
                player=None if one.player < 0 else one.player,
                nodes=one.nodes,
                runs_on=None if one.runs_on < 0 else one.runs_on,
                players=one.players,
                deal=one.deal,
                patience=one.patience,
            )
            for one in status.proposals
        ],
        adjourned=status.adjourned,
        checked=None if status.checked is None else checked_to_wire(status.checked),
        stuck=status.stuck,
        two_games=status.two_games,
        went_on=status.went_on,
        beside=[pb.Beside(table_id=bytes.fromhex(one.table_id), names=one.names) for one in status.beside],
    )


def status_from_wire(message: pb.TableStatus, where: str = "status") -> TableStatus:
    """Read what there is to know about the table.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return TableStatus(
        table_id=_table_from_wire(message.table_id, f"{where}.table_id"),
        title=text(message.title, f"{where}.title", MAX_TITLE),
        variant=variant_from_wire(message.variant, f"{where}.variant") if message.HasField("variant") else None,
        phase=key_or_none(message.phase, f"{where}.phase"),
        me=player_from_wire(message.me, f"{where}.me") if message.HasField("me") else -1,
        host=node_from_wire(message.host, f"{where}.host"),
        players=tuple(
            _player_from_wire(player, f"{where}.players")
            for player in listed(message.players, f"{where}.players", MAX_NUMBERS)
        ),
        seats=number(message.seats, f"{where}.seats", MAX_PLAYERS),
        join_code=text(message.join_code, f"{where}.join_code", MAX_NAME),
        open=message.open,
        move=number(message.move, f"{where}.move", MAX_INDEX),
        next_deal=number(message.next_deal, f"{where}.next_deal", MAX_DEAL),
        waiting_for=tuple(
            player_from_wire(player, f"{where}.waiting_for")
            for player in listed(message.waiting_for, f"{where}.waiting_for", MAX_PLAYERS)
        ),
        doing=key_or_none(message.doing, f"{where}.doing"),
        fault=_fault_from_wire(message.fault, f"{where}.fault") if message.HasField("fault") else None,
        closed=text(message.closed, f"{where}.closed", MAX_REASON),
        transcript=_sentence(message.transcript, f"{where}.transcript", MAX_PATH),
        limit=key_or_none(message.limit, f"{where}.limit"),
        limit_ms=number(message.limit_ms, f"{where}.limit_ms", MAX_LIMIT),
        overdue=message.overdue,
        left_ms=number(message.left_ms, f"{where}.left_ms", MAX_LIMIT),
        clock=_clock_from_wire(message.clock, f"{where}.clock") if message.HasField("clock") else None,
        missed=_missed_from_wire(message.missed, f"{where}.missed") if message.HasField("missed") else None,
        proposals=tuple(
            _proposal_from_wire(one, f"{where}.proposals")
            for one in listed(message.proposals, f"{where}.proposals", MAX_NODES)
        ),
        adjourned=number(message.adjourned, f"{where}.adjourned", MAX_INDEX),
        checked=checked_from_wire(message.checked, f"{where}.checked") if message.HasField("checked") else None,
        stuck=message.stuck,
        two_games=tuple(
            node_from_wire(node, f"{where}.two_games")
            for node in listed(message.two_games, f"{where}.two_games", MAX_NODES)
        ),
        went_on=message.went_on,
        beside=tuple(
            _beside_from_wire(one, f"{where}.beside") for one in listed(message.beside, f"{where}.beside", MAX_NODES)
        ),
    )


def outcome_to_wire(outcome: Outcome) -> pb.Outcome:
    """Write what became of a command."""
    return pb.Outcome(code=outcome.code, detail=_cut(outcome.detail))


def outcome_from_wire(message: pb.Outcome, where: str = "outcome") -> Outcome:
    """Read what became of a command.

    Raises:
        MalformedError: A part is out of its limits.
    """
    return Outcome(key_or_none(message.code, f"{where}.code"), _sentence(message.detail, f"{where}.detail", MAX_TEXT))


def _player_to_wire(player: PlayerStatus) -> pb.PlayerStatus:
    return pb.PlayerStatus(
        player=player.player,
        name=player.name,
        bot=player.bot,
        node=player.node,
        computer=_cut(player.computer),
        seat=player.seat,
        connected=player.connected,
        ready=player.ready,
        label=player.label,
        gone=player.gone,
        bank_ms=player.bank_ms,
    )


def _player_from_wire(message: pb.PlayerStatus, where: str) -> PlayerStatus:
    return PlayerStatus(
        player=player_from_wire(message.player, f"{where}.player"),
        name=text(message.name, f"{where}.name", MAX_NAME),
        bot=key_or_none(message.bot, f"{where}.bot"),
        node=node_from_wire(message.node, f"{where}.node"),
        computer=_sentence(message.computer, f"{where}.computer", MAX_TEXT),
        seat=seat_from_wire(message.seat, where) if message.HasField("seat") else None,
        connected=message.connected,
        ready=message.ready,
        label=_sentence(message.label, f"{where}.label", MAX_NAME),
        gone=message.gone,
        bank_ms=number(message.bank_ms, f"{where}.bank_ms", MAX_LIMIT),
    )


def _clock_from_wire(message: pb.TurnClock, where: str) -> TurnClock:
    return TurnClock(
        number(message.turn_ms, f"{where}.turn_ms", MAX_LIMIT),
        number(message.bank_ms, f"{where}.bank_ms", MAX_LIMIT),
        message.plays_on,
        message.on_bank,
        message.stands_still,
    )


def _missed_to_wire(missed: Missed) -> pb.Missed:
    wishes = [pb.Wish(node=node, wish=wish) for node, wish in missed.wishes]
    return pb.Missed(
        players=missed.players, seconds=missed.seconds, wishes=wishes, ends=missed.ends, backup=missed.backup
    )


def _missed_from_wire(message: pb.Missed, where: str) -> Missed:
    return Missed(
        tuple(player_from_wire(player, where) for player in listed(message.players, where, MAX_PLAYERS)),
        number(message.seconds, f"{where}.seconds", MAX_LIMIT),
        tuple(
            (node_from_wire(one.node, where), key_or_none(one.wish, where))
            for one in listed(message.wishes, where, MAX_NODES)
        ),
        message.ends,
        message.backup,
    )


def _proposal_from_wire(message: pb.Proposal, where: str) -> Proposal:
    return Proposal(
        key_or_none(message.motion, f"{where}.motion"),
        player_from_wire(message.player, where) if message.HasField("player") else -1,
        tuple(node_from_wire(node, where) for node in listed(message.nodes, where, MAX_NODES)),
        node_from_wire(message.runs_on, f"{where}.runs_on") if message.HasField("runs_on") else -1,
        tuple(player_from_wire(player, where) for player in listed(message.players, where, MAX_NUMBERS)),
        number(message.deal, f"{where}.deal", MAX_DEAL),
        number(message.patience, f"{where}.patience", MAX_LIMIT),
    )


def _beside_from_wire(message: pb.Beside, where: str) -> Beside:
    names = listed(message.names, f"{where}.names", MAX_PLAYERS)
    return Beside(
        _table_from_wire(message.table_id, f"{where}.table_id"),
        tuple(text(name, f"{where}.names", MAX_NAME) for name in names),
    )


def _sheet_from_wire(message: pb.Sheet, where: str) -> tuple[Result, ...]:
    results = [event_from_wire(event, where) for event in listed(message.results, where, MAX_EVENTS)]
    for one in results:
        if not isinstance(one, Result):
            raise MalformedError(f"a {type(one).__name__}", where, "a line of a score sheet")
    return tuple(one for one in results if isinstance(one, Result))


def _fault_from_wire(message: pb.Fault, where: str) -> Fault:
    return Fault(
        player_from_wire(message.player, f"{where}.player"),
        key_or_none(message.code, f"{where}.code"),
        number(message.index, f"{where}.index", MAX_INDEX),
    )


def _table_from_wire(value: bytes, where: str) -> str:
    if len(value) not in {0, DIGEST_BYTES}:
        raise MalformedError(f"{len(value)} bytes", where, f"none, or {DIGEST_BYTES}")
    return value.hex()


def _sentence(value: str, where: str, most: int) -> str:
    """Read what the own node says in its own words: only its length is checked, and who prints it makes it inert."""
    number(len(value.encode()), where, most)
    return value


def _cut(value: str) -> str:
    """Shorten what people read, so that it always arrives; a character has four bytes at most."""
    return value[: MAX_TEXT // 4]
