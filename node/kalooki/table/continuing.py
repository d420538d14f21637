"""A table that goes on from another: whether its genesis may be, and the game and the people with which it begins."""

from dataclasses import replace
from itertools import pairwise

from kalooki.cards import SeatNumber
from kalooki.rules.actions import Decline
from kalooki.rules.events import DealScored, DealVoided, Event
from kalooki.rules.game import Game, apply
from kalooki.rules.leaving import ABSENT, go_away, playing
from kalooki.rules.standings import Result
from kalooki.rules.state import result_text
from kalooki.rules.variant import Variant
from kalooki.table.continued import Continuation, Heir, Party, Pledge, Standing
from kalooki.table.genesis import GenesisError
from kalooki.table.hashing import framed, hash32, u8, u32, u64
from kalooki.table.log import TABLE, Stream
from kalooki.table.payloads import Genesis, NodeNumber, PlayerNumber
from kalooki.table.signing import BadIdentityError, check_identity, is_signed
from kalooki.table.state import Member, Player, Playing, TableState

_LEAST = 2
"""So many still play, or the game is over."""


class ContinuationError(GenesisError):
    """A table that does not go on from another as it says."""

    code = "bad_continuation"


# --- the game ---------------------------------------------------------------------------------------------------------


def standing_of(game: Game) -> Standing:
    """Give the game after its last finished deal; who was still to say whether he buys back in declines."""
    while game.deciding:
        game, _ = apply(game, game.deciding[0], Decline())
    return Standing(
        dealer=game.dealer,
        number=game.number,
        totals=game.totals,
        money=game.money,
        pool=game.pool,
        buy_ins=game.buy_ins,
        out=game.out,
        away=game.away,
        no_buy_in=game.no_buy_in,
        history=game.history,
    )


def game_of(variant: Variant, standing: Standing) -> Game:
    """Give the game that stands so, before its next deal."""
    return Game(
        variant=variant,
        seats=tuple(SeatNumber(seat) for seat in range(len(standing.totals))),
        dealer=standing.dealer,
        number=standing.number,
        attempt=1,
        totals=standing.totals,
        money=standing.money,
        pool=standing.pool,
        buy_ins=standing.buy_ins,
        out=standing.out,
        deciding=(),
        deal=None,
        history=standing.history,
        winners=(),
        away=standing.away,
        no_buy_in=standing.no_buy_in,
    )


def begin_again(state: TableState, old: Continuation) -> tuple[TableState, tuple[Event, ...]]:
    """Begin where the old table stopped, without those who do not go on: the seats are known, and nobody draws."""
    game = game_of(state.variant, old.standing)
    still = playing(game)
    gone = tuple(player.seat for player in state.players if player.gone and player.seat is not None)
    away = tuple(seat for seat in gone if seat in still)
    game, events = go_away(game, away, ABSENT) if away else (game, ())
    players = tuple(replace(player, ready=False) for player in state.players)
    # As after the deal before, whose number comes before that of the next one.
    stream = TABLE if old.standing.number == 1 else Stream(old.standing.number - 1, 1)
    return replace(state, phase=Playing(game, old.place), players=players, stream=stream), events


# --- the people -------------------------------------------------------------------------------------------------------


def members_of(genesis: Genesis, old: Continuation) -> tuple[Member, ...]:
    """Give all nodes of the old table, those that go on first; they are in from the beginning.

    Who was left behind votes once he is back, if a person plays there, or bots vote at this table.
    """
    people = {heir.node for heir in old.heirs if not heir.bot}
    left = {place for place, one in enumerate(old.parties) if one not in old.going}
    return tuple(
        Member(
            NodeNumber(place),
            one.identity,
            one.tls_certificate,
            one.vote,
            came_with_vote=one.vote or (place in left and (genesis.bots_vote or place in people)),
        )
        for place, one in enumerate(old.parties)
    )


def players_of(old: Continuation) -> tuple[Player, ...]:
    """Give all players of the old table, each in its seat."""
    return tuple(
        Player(
            PlayerNumber(seat),
            one.identity,
            one.name,
            one.bot,
            NodeNumber(one.node),
            seat=SeatNumber(seat),
            gone=not one.goes_on,
        )
        for seat, one in enumerate(old.heirs)
    )


# --- the signatures ---------------------------------------------------------------------------------------------------


def statement(genesis: Genesis, old: Continuation) -> bytes:
    """Return what every party that goes on signs: the old table and its game, and everything about the new one."""
    limits = (
        genesis.protocol,
        genesis.rules_version,
        genesis.seats,
        genesis.answer_ms,
        genesis.buy_in_ms,
        genesis.turn_ms,
        genesis.grace_ms,
        genesis.bank_ms,
        genesis.silence_ms,
        genesis.bots_vote,
        genesis.plays_on,
        genesis.begins_when_full,
    )
    words = (genesis.variant, genesis.title, *(word for option in genesis.options for word in option))
    return framed(
        "/continuation/",
        old.table,
        u64(old.index),
        old.head,
        u64(old.attempt),
        genesis.founder,
        genesis.chance,
        genesis.rules_digest,
        b"".join(u64(number) for number in limits),
        framed("/wording/", *(word.encode() for word in words)),
        u32(old.place),
        _standing_bytes(old.standing),
        framed("/parties/", *(_party_bytes(one) for one in old.parties)),
        framed("/heirs/", *(_heir_bytes(one) for one in old.heirs)),
    )


def _standing_bytes(standing: Standing) -> bytes:
    lists = (standing.totals, standing.money, standing.buy_ins, standing.out, standing.away, standing.no_buy_in)
    numbers = (standing.dealer, standing.number, standing.pool)
    texts = [",".join(map(str, one)) for one in (numbers, *lists)]
    return framed("/standing/", *(text.encode() for text in (*texts, *map(result_text, standing.history))))


def _party_bytes(party: Party) -> bytes:
    return framed("/party/", party.identity, party.tls_certificate, u8(party.vote))


def _heir_bytes(heir: Heir) -> bytes:
    return framed("/heir/", heir.identity, heir.name.encode(), heir.bot.encode(), u8(heir.node), u8(heir.goes_on))


def pledge_of(genesis: Genesis, old: Continuation) -> Pledge:
    """Return what a node remembers of a draft that it signs."""
    return Pledge(old.attempt, hash32(statement(genesis, old)))


def unsigned(genesis: Genesis, old: Continuation) -> tuple[Party, ...]:
    """Return the parties that go on and have not signed."""
    said = statement(genesis, old)
    return tuple(party for party in old.going if not is_signed(party.identity, said, party.signature))


def signers(genesis: Genesis, old: Continuation) -> tuple[bytes, ...]:
    """Return the identities of the parties that have signed."""
    missing = unsigned(genesis, old)
    return tuple(party.identity for party in old.going if party not in missing)


# --- a draft ----------------------------------------------------------------------------------------------------------


def is_played(state: TableState) -> bool:
    """Say whether there is a game that could go on."""
    return isinstance(state.phase, Playing) and len(playing(state.phase.game)) > 1


def drafted(
    state: TableState, head: bytes, who: tuple[NodeNumber, frozenset[NodeNumber]], chance: bytes, attempt: int
) -> Genesis:
    """Draft the genesis of a table that goes on from a state, without signatures: founder and all who go on."""
    founder, going = who
    phase = state.phase
    assert isinstance(phase, Playing), "a game is played"
    seated = [state.seated(seat) for seat in phase.game.seats]
    nodes = sorted({player.node for player in seated}, key=lambda one: (one != founder, one not in going, one))
    parties = tuple(
        Party(member.identity, member.tls_certificate, vote=number in going and member.came_with_vote)
        for number, member in ((number, state.members[number]) for number in nodes)
    )
    heirs = tuple(
        Heir(one.identity, one.name, one.bot, nodes.index(one.node), goes_on=not one.gone and one.node in going)
        for one in seated
    )
    old = Continuation(state.table, state.index, head, phase.place, standing_of(phase.game), parties, heirs, attempt)
    return replace(
        state.genesis,
        founder=state.members[founder].identity,
        chance=chance,
        seats=len(heirs),
        begins_when_full=True,
        continues=old,
    )


def without_signatures(draft: Genesis) -> Genesis:
    """Return what is signed."""
    old = draft.continues
    assert old is not None, "a draft goes on from a table"
    return replace(draft, continues=replace(old, parties=tuple(replace(one, signature=b"") for one in old.parties)))


# --- whether it may be ------------------------------------------------------------------------------------------------


def check_continuation(genesis: Genesis, variant: Variant) -> None:
    """Say whether a genesis that goes on from another table may begin one.

    Raises:
        ContinuationError: It may not.
    """
    old = genesis.continues
    if old is None:
        return
    check_draft(genesis, old, variant)
    missing = unsigned(genesis, old)
    if missing:
        names = [heir.name for heir in old.heirs if old.parties[heir.node] in missing]
        raise ContinuationError(f"not signed by all who go on: {', '.join(names)}")


def check_draft(genesis: Genesis, old: Continuation, variant: Variant) -> None:
    """Say whether a genesis would hold once all who go on have signed it.

    Raises:
        ContinuationError: It would not.
    """
    _check_parties(genesis, old)
    _check_heirs(genesis, old)
    _check_standing(old, variant)


def _check_parties(genesis: Genesis, old: Continuation) -> None:
    identities = [party.identity for party in old.parties]
    try:
        for identity in identities:
            check_identity(identity)
    except BadIdentityError as bad:
        raise ContinuationError(str(bad)) from bad
    if not identities or len(set(identities)) != len(identities):
        raise ContinuationError("a node is there twice, or none is")
    first = old.parties[0]
    if first.identity != genesis.founder or not first.vote or first not in old.going:
        raise ContinuationError("the founder is the first of those who go on, and votes")
    stays = [party in old.going for party in old.parties]
    if any(later and not earlier for earlier, later in pairwise(stays)):
        raise ContinuationError("who goes on comes before who does not")
    if any(party.vote or party.signature for party in old.parties if party not in old.going):
        raise ContinuationError("who does not go on neither votes nor signs")


def _check_heirs(genesis: Genesis, old: Continuation) -> None:
    identities = {heir.identity for heir in old.heirs}
    if len(identities) != len(old.heirs) or len(old.heirs) != genesis.seats or not genesis.begins_when_full:
        raise ContinuationError("one player holds each seat, and the table begins when all are ready")
    if any(heir.node >= len(old.parties) for heir in old.heirs):
        raise ContinuationError("a player has no node")
    away = {seat for seat, heir in enumerate(old.heirs) if not heir.goes_on}
    if not set(old.standing.away) <= away:
        raise ContinuationError("who had gone away before does not go on")


def _check_standing(old: Continuation, variant: Variant) -> None:
    standing, seats = old.standing, len(old.heirs)
    by_seat = (standing.totals, standing.money, standing.buy_ins)
    named = (standing.dealer, *standing.out, *standing.away, *standing.no_buy_in)
    if any(len(one) != seats for one in by_seat) or not all(0 <= seat < seats for seat in named):
        raise ContinuationError("the scores are not those of so many seats")
    lists = (standing.out, standing.away, standing.no_buy_in)
    if any(len(set(one)) != len(one) for one in lists) or sum(standing.money) + standing.pool != 0:
        raise ContinuationError("a seat is named twice, or the money does not add up")
    if not 1 <= old.place <= seats:
        raise ContinuationError(f"places are 1 to {seats}")
    if any(seat >= seats for one in standing.history for seat in _seats_in(one)):
        raise ContinuationError("the score sheet names seats that there are not")
    still = playing(game_of(variant, standing))
    if len(still) < _LEAST:
        raise ContinuationError("the game was over")
    if not any(old.heirs[seat].goes_on for seat in still):
        raise ContinuationError("of those who go on nobody plays any more")


def _seats_in(line: Result) -> tuple[SeatNumber, ...]:
    """The seats that a line of the score sheet names."""
    match line:
        case DealScored(dealer=dealer, winner=winner, scores=scores):
            return (dealer, winner, *(score.seat for score in scores))
        case DealVoided():
            return ()
        case _:
            return (line.seat,)
