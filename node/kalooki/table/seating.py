"""Who comes in, who is ready, and who sits where."""

from kalooki.cards import SeatNumber
from kalooki.fair.contexts import Kind, SeatIdentity, session_hash
from kalooki.rules.changing import replace
from kalooki.rules.events import Event
from kalooki.rules.game import NeedsDeal, new_game, pending
from kalooki.rules.leaving import go_away
from kalooki.table.ceremonies import NewDeck, drop, open_ceremony, require_deck, threshold_for
from kalooki.table.checks import Checks
from kalooki.table.continuing import begin_again
from kalooki.table.log import TABLE, ByNode, Message
from kalooki.table.opening import grant
from kalooki.table.payloads import EVERYBODY, Admit, CeremonyNumber, NodeNumber, PlayerNumber, Ready, TakeSeat
from kalooki.table.results import VoidError
from kalooki.table.signing import BadIdentityError, admission_bytes, check_identity, is_signed, seat_bytes
from kalooki.table.state import Lobby, Member, PickingSeat, Player, Playing, SeatDraw, Shut, TableState

NONCE_BYTES = 32
Step = tuple[TableState, tuple[Event, ...]]

MAX_PLAYERS = 8
"""Players who ever took a seat: each keeps its number, also if it leaves before the game begins."""

MAX_NODES = 32
"""Players and spectators; the lists that a node keeps about others stay short."""


def admit(state: TableState, asked: Admit) -> TableState:
    """Let a node in.

    Raises:
        VoidError: The lobby is closed or full, the node is in already, or it did not ask.
    """
    _require_lobby(state)
    _require_new(state)
    try:
        check_identity(asked.identity)
    except BadIdentityError as bad:
        raise VoidError(bad.code, str(bad)) from bad
    if any(member.identity == asked.identity for member in state.members):
        raise VoidError("already_member", "the node is in")
    if not state.members and (asked.identity != state.genesis.founder or not asked.vote):
        raise VoidError("founder_first", "the founder comes in first, with a vote")
    if len(state.members) == MAX_NODES:
        raise VoidError("too_many_nodes", f"a table has at most {MAX_NODES} nodes")
    statement = admission_bytes(state.table, asked.identity, asked.tls_certificate, vote=asked.vote)
    if not is_signed(asked.identity, statement, asked.signature):
        raise VoidError("bad_admission", "the node did not sign that it wants to come in")
    number = NodeNumber(len(state.members))
    member = Member(number, asked.identity, asked.tls_certificate, asked.vote, came_with_vote=asked.vote)
    return replace(state, members=(*state.members, member))


def take_seat(state: TableState, message: Message, taken: TakeSeat) -> TableState:
    """Give a player of a node the next number.

    Raises:
        VoidError: The lobby is closed, the table full, the player is there already, or a signature is missing.
    """
    _require_lobby(state)
    _require_new(state)
    if not isinstance(message.author, ByNode):
        raise VoidError("wrong_author", "a node takes a seat for its player")
    if message.author.node >= len(state.members):
        raise VoidError("not_a_member", "the founder takes no seat before it has come in")
    node = state.members[message.author.node]
    if any(player.identity == taken.identity for player in state.players):
        raise VoidError("already_seated", "the player has a seat, or has given it up")
    if len(_seated(state)) == state.genesis.seats or len(state.players) == MAX_PLAYERS:
        raise VoidError("table_full", f"the table has {state.genesis.seats} seats")
    statement = seat_bytes(state.table, node.identity, taken.identity, taken.name, taken.bot)
    signed = is_signed(node.identity, statement, taken.certificate) and is_signed(
        taken.identity, statement, taken.consent
    )
    if not signed:
        raise VoidError("bad_seat", "node and player have not both signed")
    number = PlayerNumber(len(state.players))
    player = Player(number, taken.identity, taken.name, taken.bot, node.number)
    return replace(state, players=(*state.players, player))


def get_ready(state: TableState, player: Player, ready: Ready) -> TableState:
    """Note that a player is ready.

    Raises:
        VoidError: It is ready already, is out of the game, or nothing begins now that one could be ready for.
    """
    wanted = _awaited(state, player)
    if ready.deal != wanted or len(ready.nonce) != (0 if wanted else NONCE_BYTES):
        raise VoidError("not_now", f"players get ready for deal {wanted}")
    if player.ready:
        raise VoidError("already_ready", "the player is ready")
    return state.with_player(replace(player, ready=True, nonce=player.nonce or ready.nonce))


def begin(state: TableState, checks: Checks) -> Step:
    """Close the lobby: members, players and session stand, and the deck of the seat draw is to be made.

    A table that goes on from another knows its seats.

    Raises:
        VoidError: Too few players, or one is not ready, or keys could not be kept as the house wants it.
    """
    players = _beginners(state)
    session = session_hash(state.genesis.rules_digest, [(player.identity, player.nonce) for player in players])
    state = replace(state, session=session)
    old = state.genesis.continues
    return (_draw(state, checks), ()) if old is None else begin_again(state, old)


def begins(state: TableState) -> bool:
    """Say whether the table is one that begins by itself, and this is the time."""
    is_full = len(_seated(state)) == state.genesis.seats or state.genesis.continues is not None
    if not state.genesis.begins_when_full or not is_full:
        return False
    try:
        _beginners(state)
    except VoidError:
        return False
    return True


def _beginners(state: TableState) -> tuple[Player, ...]:
    """Return the players with whom the game can begin now.

    Raises:
        VoidError: It cannot.
    """
    _require_lobby(state)
    players, goes_on = _seated(state), state.genesis.continues is not None
    if len(players) < state.variant.min_players and not goes_on:
        raise VoidError("too_few_players", f"{state.variant.key} needs {state.variant.min_players} players")
    if not all(player.ready for player in players):
        raise VoidError("not_ready", "a player is not ready")
    if state.variant.dropout == "key_backup" and not goes_on and not threshold_for([player.node for player in players]):
        raise VoidError("backup_refused", "keys are kept by four or more players, of whom no node has all but one")
    return players


def draw_again(state: TableState, draw: SeatDraw, checks: Checks) -> TableState:
    """A player has gone before all had their seats: they are drawn anew, as long as enough are left."""
    state = drop(state, [draw.ceremony])
    if len(_seated(state)) < state.variant.min_players:
        return replace(state, phase=Shut("too few players are left", None))
    return _draw(state, checks)


def _draw(state: TableState, checks: Checks) -> TableState:
    state = replace(state, phase=SeatDraw(CeremonyNumber(state.next_ceremony)))
    seats = tuple(SeatIdentity(player.number, player.identity) for player in _seated(state))
    faces = tuple(str(place + 1) for place in range(len(seats)))
    return open_ceremony(state, checks, NewDeck(Kind.SEATS, seats, faces, TABLE))


def _seated(state: TableState) -> tuple[Player, ...]:
    """The players that have not gone."""
    return tuple(player for player in state.players if not player.gone)


def open_seats(state: TableState, draw: SeatDraw, digest: bytes) -> TableState:
    """The deck of the seat draw is complete: its cards are opened to all.

    Raises:
        VoidError: A shuffle is missing, or another deck is meant.
    """
    record = state.record(draw.ceremony)
    assert record is not None, "the seat draw's ceremony lives as long as it does"
    require_deck(record, digest)
    state = replace(state, phase=replace(draw, opening=True))
    return grant(state, record, range(len(_seated(state))), EVERYBODY)


def draw_seats(state: TableState, draw: SeatDraw) -> TableState:
    """Seat the players once all cards are open: the ace's holder first, those of 2, 3, ... clockwise from there.

    Raises:
        VoidError: A card is there twice: the deck's proofs are false.
        UnknownCardError: What was opened is no card; likewise.
    """
    record = state.record(draw.ceremony)
    assert record is not None, "the seat draw's ceremony lives as long as it does"
    players = _seated(state)
    drawn = [int(record.ceremony.open_card(place)) for place, _ in enumerate(players)]
    if len(set(drawn)) != len(drawn):
        raise VoidError("unknown_card", "a card of the seat draw is there twice")
    for player, face in zip(players, drawn, strict=True):
        seat = SeatNumber(face - 1)
        state = state.with_player(replace(player, seat=seat, ready=False))
    return replace(drop(state, [draw.ceremony]), phase=PickingSeat(state.seated(0).number))


def pick_seat(state: TableState, picking: PickingSeat, player: Player, place: int) -> Step:
    """The ace's holder sits down, and the game begins.

    Raises:
        VoidError: Another player has the ace, or there is no such place.
    """
    if player.number != picking.ace:
        raise VoidError("not_your_turn", "who drew the ace picks a seat")
    seats = _drawn(state)
    if not 1 <= place <= len(seats):
        raise VoidError("no_such_place", f"places are 1 to {len(seats)}")
    return sit_down(state, place)


def sit_down(state: TableState, place: int) -> Step:
    """The game begins, without those who have gone since the seats were drawn."""
    game = new_game(state.variant, len(_drawn(state)))
    gone = tuple(sorted(player.seat for player in _drawn(state) if player.gone and player.seat is not None))
    game, events = go_away(game, gone) if gone else (game, ())
    return replace(state, phase=Playing(game, place)), events


def _drawn(state: TableState) -> tuple[Player, ...]:
    """The players that have a seat."""
    return tuple(player for player in state.players if player.seat is not None)


def _awaited(state: TableState, player: Player) -> int:
    match state.phase:
        case Lobby():
            return 0
        case Playing(game=game):
            needs = pending(game)
            if not isinstance(needs, NeedsDeal):
                raise VoidError("not_now", "a deal is in play")
            if player.seat not in needs.seats:
                raise VoidError("eliminated", "the player is out of the game")
            return game.number
        case SeatDraw() | PickingSeat() | Shut():
            raise VoidError("not_now", "nothing begins now")


def _require_new(state: TableState) -> None:
    if state.genesis.continues is not None:
        raise VoidError(
            "continuation", "who goes on from the old table stands in the genesis, and nobody else comes in"
        )


def _require_lobby(state: TableState) -> None:
    if not isinstance(state.phase, Lobby):
        raise VoidError("lobby_closed", "the game has begun")
