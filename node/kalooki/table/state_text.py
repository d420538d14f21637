"""The state text: ASCII lines `name value` in a fixed order, whose hash is the state's digest."""

from collections.abc import Callable, Iterable, Iterator

from kalooki.fair.openings import Grant, GrantWriter, grant_lines
from kalooki.rules.game import Game
from kalooki.rules.remembered import by_identity
from kalooki.rules.state import Written
from kalooki.rules.state import state_lines as game_lines
from kalooki.table.hashing import framed, hash32
from kalooki.table.log import Author, ByNode, ByPlayer, Digest, Stream
from kalooki.table.state import Lobby, Member, PickingSeat, Player, Playing, Record, SeatDraw, Shut, TableState

Part = Record | Game
"""What is long, and often the same as in the state before."""


def part_lines(part: Part, written: Written | None = None, write_grants: GrantWriter = grant_lines) -> Iterator[str]:
    """Write one ceremony, or the game."""
    match part:
        case Record():
            name = f"ceremony.{part.number}"
            yield f"{name}.stream {_stream(part.stream)}"
            yield f"{name}.shuffled_in {_list(part.shuffled_in)}"
            yield from part.ceremony.state_lines(f"{name}.", write_grants)
        case Game():
            yield from (f"game.{line}" for line in game_lines(part, written))


class Digester:
    """Digests one state after another; a part that has not changed is not written again."""

    def __init__(self) -> None:
        self._known: list[tuple[Part, tuple[str, ...]]] = []
        self._written = Written()
        self._grants: dict[str, tuple[tuple[Grant, ...], str]] = {}

    def digest(self, state: TableState) -> Digest:
        """Name a state: hash32 of its framed text."""
        fresh: list[tuple[Part, tuple[str, ...]]] = []

        def lines_of(part: Part) -> tuple[str, ...]:
            known = next((lines for one, lines in self._known if one is part), None)
            lines = ("\n".join(part_lines(part, self._written, self._write_grants)),) if known is None else known
            fresh.append((part, lines))
            return lines

        text = "".join(f"{line}\n" for line in state_lines(state, lines_of))
        self._known = fresh
        alive = {f"ceremony.{record.number}." for record in state.ceremonies}
        self._grants = {prefix: written for prefix, written in self._grants.items() if prefix in alive}
        return Digest(hash32(framed("/state/", text.encode("ascii"))))

    def _write_grants(self, prefix: str, grants: tuple[Grant, ...]) -> tuple[str, ...]:
        """Write the grants of a ceremony, from where they are more than in the state before."""
        before, text = self._grants.get(prefix, ((), ""))
        if grants[: len(before)] != before:
            before, text = (), ""
        text += "".join(f"{line}\n" for line in grant_lines(prefix, grants[len(before) :], len(before)))
        self._grants[prefix] = grants, text
        return (text[:-1],) if text else ()


def state_lines(state: TableState, lines_of: Callable[[Part], Iterable[str]] = part_lines) -> Iterator[str]:
    """Write the whole state."""
    yield f"table {state.table.hex()}"
    yield f"index {state.index}"
    yield f"phase {_phase(state)}"
    yield f"session {state.session.hex() or '-'}"
    yield f"stream {_stream(state.stream)}"
    yield f"move {state.move}"
    yield f"overdue {state.overdue}"
    yield from _banks(state)
    yield from _people(state)
    yield f"next_ceremony {state.next_ceremony}"
    yield f"prepared {_optional(state.prepared)}"
    yield f"restocking {_optional(state.restocking)}"
    yield f"cutting {_optional(state.cutting)}"
    for record in state.ceremonies:
        yield from lines_of(record)
    for number, block in enumerate(state.slots):
        yield f"slots.{number} {block.first} {block.count} {block.ceremony}"
    for number, owed in enumerate(state.owed):
        grant = owed.grant
        absent = "" if grant.absent is None else f" {grant.absent}"
        yield f"owed.{number} {owed.index} {owed.ceremony} {grant.recipient} {_list(grant.positions)}{absent}"
    for name, counter in sorted(
        (_counted(author, stream), value) for (author, stream), value in state.counters.items()
    ):
        yield f"counter.{name} {counter}"
    for waited in state.waiting:
        yield f"waiting.{waited.player} {waited.what} {waited.since}"
    for one in state.absences:
        yield f"absence.{one.node} {_list(one.players)} {one.owed} {one.choice.value} {int(one.again)}"
    for wish in state.agreements:
        player = "-" if wish.player is None else wish.player
        yield f"agreement.{wish.node}.{wish.motion.value} {player} {_list(wish.silent)}"
    yield from _offers(state)
    if state.adjourned:
        yield f"adjourned {state.adjourned}"
    fault = state.fault
    yield f"fault {f'{fault.player} {fault.code} {fault.index}' if fault else '-'}"
    game = state.game
    if game is not None:
        yield from lines_of(game)


def _offers(state: TableState) -> Iterator[str]:
    for one in state.offers:
        made = f"{one.node} {one.identity.hex()} {_text(one.name)} {one.bot} {one.nonce.hex()}"
        yield f"offer.{one.player} {made}"


def _banks(state: TableState) -> Iterator[str]:
    if state.bank_steps:
        yield f"bank_steps {state.bank_steps}"
    yield from (f"bank.{player} {spent}" for player, spent in sorted(state.banks.items()))


def _phase(state: TableState) -> str:
    match state.phase:
        case Lobby():
            return "lobby"
        case SeatDraw(ceremony, opening):
            return f"seat_draw {ceremony} {int(opening)}"
        case PickingSeat(ace):
            return f"pick_seat {ace}"
        case Playing(place=place):
            return f"playing {place}"
        case Shut(reason):
            return f"closed {_text(reason)}"


def _people(state: TableState) -> Iterator[str]:
    yield from _nodes(state.members)
    for player in state.players:
        yield _one(player)


@by_identity(8)
def _nodes(members: tuple[Member, ...]) -> tuple[str, ...]:
    """Write the nodes: they are the same as long as nobody comes in."""
    return tuple(
        [
            f"node.{one.number} {one.identity.hex()} {hash32(one.tls_certificate).hex()} {int(one.vote)}"
            for one in members
        ]
    )


@by_identity(32)
def _one(player: Player) -> str:
    identity = f"{player.identity.hex()} {player.node} {_text(player.name)} {player.bot or '-'}"
    ready = f"{player.nonce.hex() or '-'} {int(player.ready)} {_optional(player.seat)} {int(player.gone)}"
    stands = "" if player.stands_for is None else f" {player.stands_for}"
    return f"player.{player.number} {identity} {ready}{stands}"


def _counted(author: Author, stream: Stream) -> str:
    counted = f"{stream.deal}.{stream.attempt}"
    match author:
        case ByNode(number):
            return f"node.{number}.{counted}"
        case ByPlayer(number):
            return f"player.{number}.{counted}"


def _stream(stream: Stream) -> str:
    return f"{stream.deal} {stream.attempt}"


def _optional(number: int | None) -> str:
    return "-" if number is None else str(number)


def _list(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _text(words: str) -> str:
    return words.encode().hex() or "-"
