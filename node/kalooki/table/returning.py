"""A lost seat is played again from the next deal on: by who lost it, or by a bot, if all who play agree.

A bot gives the seat back to whom it stands for, when all agree that he returns.
"""

from dataclasses import dataclass, replace

from kalooki.cards import SeatNumber
from kalooki.fair.contexts import session_hash
from kalooki.rules import leaving as rules
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.events import CameBack, Event
from kalooki.rules.game import Game, NeedsDeal, pending
from kalooki.table.absence import present
from kalooki.table.hashing import framed, hash32, u8
from kalooki.table.log import TABLE, ByNode, Digest, Message
from kalooki.table.payloads import Agree, Motion, NodeNumber, PlayerNumber, StandIn
from kalooki.table.results import VoidError
from kalooki.table.signing import BadIdentityError, check_identity, is_signed
from kalooki.table.state import Agreement, Offer, Player, Playing, TableState, voting

Step = tuple[TableState, tuple[Event, ...]]

COMING = frozenset({Motion.RETURN, Motion.STAND_IN})

MAX_NUMBERS = 32
"""Players who ever had a seat: each who takes one over gets a number of its own, and no number comes back."""

MAX_NAME = 64


def stand_in_key(secret: bytes, table: Digest, lost: PlayerNumber) -> bytes:
    """Return the identity key of the bot that a node offers for a lost seat: the same after a restart."""
    return hash32(framed("/stand-in key/", secret, table, u8(lost)))


def stand_in_name(lost: Player) -> str:
    """Name the bot for whom it plays."""
    name = f"Bot for {lost.name}".encode()[:MAX_NAME]
    return name.decode(errors="ignore").rstrip()


def stand_in_bytes(table: Digest, node: bytes, said: StandIn) -> bytes:
    """What a node and its bot sign: this key plays from that node in the place of a player."""
    parts = (said.identity, said.name.encode(), said.bot.encode(), said.nonce)
    return framed("/stand-in/", table, node, u8(said.player), *parts)


def people(state: TableState) -> frozenset[NodeNumber]:
    """Return the nodes of persons who play."""
    return frozenset(player.node for player in present(state) if not player.bot)


def require_lost(state: TableState, number: PlayerNumber) -> Player:
    """Return a player whose seat nobody plays, and who may have it again.

    Raises:
        VoidError: There is no such player, or no game, or the seat could not play on.
    """
    player = state.players[number] if number < len(state.players) else None
    if not isinstance(state.phase, Playing) or player is None or not player.gone or player.seat is None:
        raise VoidError("not_lost", "there is no such player whose seat nobody plays")
    try:
        rules.require_may_return(state.phase.game, player.seat)
    except IllegalActionError as refused:
        raise VoidError(refused.code, str(refused)) from refused
    return player


def require_returnable(state: TableState, number: PlayerNumber) -> Player:
    """Return a player who may have his seat again, also from the bot that stands in for him.

    Raises:
        VoidError: There is no such player, or no game, or the seat could not play on.
    """
    player = state.players[number] if number < len(state.players) else None
    if not isinstance(state.phase, Playing) or player is None or not player.gone:
        raise VoidError("not_lost", "there is no such player who has lost his seat")
    holder = _chain(state, player)[-1]
    if holder.gone:
        require_lost(state, holder.number)
    elif holder.seat not in rules.playing(state.phase.game):
        raise VoidError("not_now", "the seat is out of the game")
    return player


def _chain(state: TableState, player: Player) -> tuple[Player, ...]:
    """Return a player, the bot that has taken his seat over, the bot that has taken it over from that one, ..."""
    chain = [player]
    while chain[-1].seat is None:
        after = [one for one in state.players if one.stands_for == chain[-1].number]
        if not after:
            break
        chain += after
    return tuple(chain)


def require_allowed(state: TableState, node: NodeNumber, said: Agree) -> None:
    """Say whether a node can want a seat to be played again.

    Raises:
        VoidError: It has no say, the seat is not lost, or nobody has offered a bot for it.
    """
    assert said.player is not None, "a seat is somebody's"
    returns = said.motion is Motion.RETURN
    lost = require_returnable(state, said.player) if returns else require_lost(state, said.player)
    asks = returns and lost.node == node
    if not asks and node not in people(state):
        raise VoidError("no_say", "only persons who play decide that")
    if said.motion is Motion.STAND_IN and not any(offer.player == said.player for offer in state.offers):
        raise VoidError("no_bot", "nobody has offered a bot for this seat")


def offer(state: TableState, message: Message, said: StandIn) -> TableState:
    """A node with a person offers a bot for a lost seat, and so wants it.

    Raises:
        VoidError: It has no say, the seat is not lost or has its bot, or a signature is missing.
    """
    if not isinstance(message.author, ByNode) or message.stream != TABLE:
        raise VoidError("wrong_author", "a node offers a bot at the table")
    node = message.author.node
    require_offer(state, node, said)
    statement = stand_in_bytes(state.table, state.members[node].identity, said)
    signed = is_signed(state.members[node].identity, statement, said.certificate)
    if not signed or not is_signed(said.identity, statement, said.consent):
        raise VoidError("bad_seat", "node and bot have not both signed")
    made = Offer(node, said.player, said.identity, said.name, said.bot, said.nonce)
    return with_wish(replace(state, offers=(*state.offers, made)), Agreement(node, Motion.STAND_IN, said.player, ()))


def require_offer(state: TableState, node: NodeNumber, said: StandIn) -> None:
    """Say whether a node can offer a bot for a seat, its signatures apart.

    Raises:
        VoidError: It has no say, the seat is not lost or has its bot, or the bot is somebody else.
    """
    require_lost(state, said.player)
    if node not in people(state):
        raise VoidError("no_say", "only persons who play decide that")
    if any(one.player == said.player for one in state.offers):
        raise VoidError("offered", "a bot is offered for this seat")
    taken = {player.identity for player in state.players} | {one.identity for one in state.offers}
    if said.identity in taken or len(state.players) + len(state.offers) >= MAX_NUMBERS:
        raise VoidError("already_seated", "the bot has a seat, or had one, or there were too many")
    try:
        check_identity(said.identity)
    except BadIdentityError as bad:
        raise VoidError(bad.code, str(bad)) from bad


def with_wish(state: TableState, mine: Agreement) -> TableState:
    """Put what a node wants in the place of what it wanted before."""
    others = (one for one in state.agreements if (one.node, one.motion) != (mine.node, mine.motion))
    wishes = sorted((*others, mine), key=lambda one: (one.node, one.motion.value))
    return replace(state, agreements=tuple(wishes))


def without_wish(state: TableState, node: NodeNumber, said: Agree) -> TableState:
    """Take back what a node wanted; with its wish goes the bot that it offered."""
    return replace(
        state,
        agreements=tuple(one for one in state.agreements if (one.node, one.motion) != (node, said.motion)),
        offers=tuple(
            one
            for one in state.offers
            if said.motion is not Motion.STAND_IN or (one.node, one.player) != (node, said.player)
        ),
    )


def note(state: TableState) -> TableState:
    """Forget the bots of seats that are not lost any more, or of those who have no say."""
    if not state.offers:
        return state
    asked = people(state)
    kept = tuple(one for one in state.offers if one.node in asked and _is_lost(state, one.player))
    return state if kept == state.offers else replace(state, offers=kept)


def _is_lost(state: TableState, player: PlayerNumber, motion: Motion = Motion.STAND_IN) -> bool:
    """Say whether a bot may have the seat, or whoever lost it may have it again."""
    try:
        (require_returnable if motion is Motion.RETURN else require_lost)(state, player)
    except VoidError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Coming:
    """What all have agreed to."""

    motion: Motion
    lost: Player


def settle(state: TableState, playing: Playing) -> Step:
    """Between deals, have the seat played again of which all who are asked want it."""
    if not state.agreements or not isinstance(pending(playing.game), NeedsDeal):
        return state, ()
    found = _agreed(state)
    if found is None:
        return state, ()
    lost = found.lost
    holder = _chain(state, lost)[-1]
    assert holder.seat is not None, "who has lost a seat had one"
    state = replace(
        state,
        agreements=tuple(one for one in state.agreements if one.motion not in COMING or one.player != lost.number),
    )
    state = _seat_again(state, lost) if found.motion is Motion.RETURN else _seat_bot(state, lost)
    game, events = _come_back(playing.game, holder, holder.seat, found.motion)
    offers = tuple(one for one in state.offers if one.player != lost.number)
    state = replace(state, phase=replace(playing, game=game), offers=offers)
    here = [player for player in state.players if not player.gone]
    session = session_hash(state.genesis.rules_digest, [(player.identity, player.nonce) for player in here])
    return replace(state, session=session), events


def _come_back(game: Game, holder: Player, seat: SeatNumber, motion: Motion) -> tuple[Game, tuple[Event, ...]]:
    """A seat is played again; one that a bot gives up was played all the time."""
    if holder.gone:
        return rules.come_back(game, seat, motion.value)
    return game, (CameBack(seat, motion.value),)


def _agreed(state: TableState) -> _Coming | None:
    asked = people(state)
    for wish in state.agreements:
        if wish.motion not in COMING or wish.player is None or not _is_lost(state, wish.player, wish.motion):
            continue
        want = {one.node for one in state.agreements if (one.motion, one.player) == (wish.motion, wish.player)}
        lost = state.players[wish.player]
        needed = asked | {lost.node} if wish.motion is Motion.RETURN else asked
        is_there = wish.motion is Motion.RETURN or any(
            one.player == wish.player and one.node in asked for one in state.offers
        )
        if is_there and needed <= want:
            return _Coming(wish.motion, lost)
    return None


def _seat_again(state: TableState, lost: Player) -> TableState:
    """Its player has the seat again, and its node the vote with which it came in; the bots in its place have gone.

    Who was left behind when the table went on from another has given no nonce here: the table's id is as fresh.
    """
    members = tuple(
        replace(one, vote=one.vote or one.came_with_vote) if one.number == lost.node else one for one in state.members
    )
    chain = _chain(state, lost)
    back = replace(lost, gone=False, ready=False, seat=chain[-1].seat, nonce=lost.nonce or state.table)
    state = replace(state.with_player(back), members=members)
    for bot in chain[1:]:
        state = state.with_player(replace(bot, gone=True, ready=False, seat=None, stands_for=None))
    return replace(state, members=voting(state))


def _seat_bot(state: TableState, lost: Player) -> TableState:
    """A player of its own takes the seat, with a key of its own; the seat's points and money stay with the seat."""
    made = next(one for one in state.offers if one.player == lost.number)
    number = PlayerNumber(len(state.players))
    bot = Player(
        number, made.identity, made.name, made.bot, made.node, made.nonce, seat=lost.seat, stands_for=lost.number
    )
    state = state.with_player(replace(lost, seat=None))
    return replace(state, players=(*state.players, bot))
