"""Strategies for everything that crosses a wire: any value that `codec` says it can carry."""

from typing import TypeVar

from hypothesis import strategies as st

from kalooki.cards import JOKER, Card, Natural, Rank, SeatNumber, Slot, Suit
from kalooki.codec import encode, seal_entry, seal_message
from kalooki.codec.limits import (
    CIPHERTEXT_BYTES,
    ELEMENT_BYTES,
    MAX_CARDS,
    MAX_CEREMONY,
    MAX_CHAT,
    MAX_DEAL,
    MAX_INDEX,
    MAX_LIMIT,
    MAX_MELD,
    MAX_NODES,
    MAX_NUMBERS,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_SHOWN,
    MAX_SLOT,
    MAX_TURN,
)
from kalooki.codec.messages import decode_entry, decode_message
from kalooki.codec.reading import BLANKS, UNFIT
from kalooki.rules import actions as a
from kalooki.rules import events as e
from kalooki.rules.deal import Calling, Holding
from kalooki.rules.limits import Limit
from kalooki.rules.melds import Run, SeenMeld, Set
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.view import Decision, SeatLine, SeatView, ViewPhase
from kalooki.seat import (
    Alarm,
    Beside,
    Checked,
    CheckedDeck,
    Fault,
    Mark,
    Missed,
    Outcome,
    PlayerStatus,
    Proposal,
    Said,
    TableStatus,
    TurnClock,
    Update,
)
from kalooki.table import payloads as p
from kalooki.table import ports
from kalooki.table.chat import Chat
from kalooki.table.log import Ack, Author, ByNode, ByPlayer, Digest, Entry, Message, Stream, body_bytes

T = TypeVar("T")


def few(of: st.SearchStrategy[T], most: int = 3, least: int = 0) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


def maybe(of: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    return st.none() | of


def exactly(length: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=length, max_size=length)


def texts(most: int, least: int = 0) -> st.SearchStrategy[str]:
    letters = st.characters(codec="utf-8").filter(lambda letter: not UNFIT.search(letter))
    fits = st.text(letters, max_size=most).map(lambda text: text.strip(BLANKS))
    return fits.filter(lambda text: least <= len(text.encode()) <= most)


numbers = st.integers(0, MAX_INDEX)
counts = st.integers(0, MAX_CARDS)
deals = st.integers(1, MAX_DEAL)
points = st.integers(-MAX_POINTS, MAX_POINTS)
keys = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,31}", fullmatch=True)
words = keys | st.just("")
digests = exactly(32).map(Digest)
signatures = exactly(64)
slots = st.integers(0, MAX_SLOT).map(Slot)
seats = st.integers(0, MAX_PLAYERS - 1).map(SeatNumber)
players = st.integers(0, MAX_NUMBERS - 1).map(p.PlayerNumber)
nodes = st.integers(0, MAX_NODES - 1).map(p.NodeNumber)
ceremonies = st.integers(1, MAX_CEREMONY).map(p.CeremonyNumber)
melds = st.integers(1, MAX_MELD).map(a.MeldId)

# --- cards and actions ------------------------------------------------------------------------------------------------

naturals = st.builds(Natural, st.sampled_from(Rank), st.sampled_from(Suit))
cards: st.SearchStrategy[Card] = naturals | st.just(JOKER)
shown = st.builds(a.Shown, slots, cards)
placed = few(st.builds(a.Placed, maybe(slots), cards, maybe(naturals)), least=1)
items = st.one_of(
    st.builds(a.NewMeld, placed),
    st.builds(a.LayOff, melds, placed),
    st.builds(a.Exchange, melds, placed, st.booleans()),
)
actions: st.SearchStrategy[a.Action] = st.one_of(
    st.sampled_from([a.Draw(), a.Take(), a.Return(), a.Call(), a.Pass(), a.Refuse(), a.BuyIn(), a.Decline()]),
    st.builds(a.Lay, few(items, least=1)),
    st.builds(a.Discard, shown, maybe(counts)),
    st.builds(a.End, few(shown)),
    st.builds(a.Allow, maybe(seats)),
    st.builds(a.Challenge, seats, st.sampled_from(["overcall", "lay"])),
    st.builds(a.Show, few(shown)),
    st.builds(a.PickSeat, st.integers(1, MAX_PLAYERS)),
    st.builds(a.Cut, maybe(counts)),
)

tips = st.builds(p.Tip, numbers.filter(bool), numbers.filter(bool), digests)
votes = st.builds(p.Vote, nodes, numbers.filter(bool), nodes, tips, st.booleans(), signatures)

# --- payloads ---------------------------------------------------------------------------------------------------------


@st.composite
def share_batches(draw: st.DrawFn) -> p.ShareBatch:
    positions = draw(st.lists(st.integers(0, MAX_CARDS - 1), min_size=1, max_size=3, unique=True))
    return p.ShareBatch(
        draw(ceremonies),
        draw(seats | st.just(p.EVERYBODY)),
        tuple(positions),
        draw(exactly(ELEMENT_BYTES * len(positions))),
        draw(exactly(96)),
        draw(maybe(st.integers(0, MAX_PLAYERS - 1))),
    )


shares = st.builds(p.Shares, numbers.filter(bool), few(share_batches()))


def sealed(payloads: st.SearchStrategy[p.Payload]) -> st.SearchStrategy[bytes]:
    """Whole signed messages, as bytes."""
    authors: st.SearchStrategy[Author] = st.builds(ByNode, nodes) | st.builds(ByPlayer, players)
    streams = st.just(Stream(0, 0)) | st.builds(Stream, deals, deals)
    encoded = payloads.map(encode)
    return st.builds(seal_message, authors, streams, numbers, numbers, numbers, digests, encoded, signatures)


copies = few(sealed(shares), most=2)
options = st.dictionaries(keys, texts(64), max_size=3).map(lambda chosen: tuple(sorted(chosen.items())))
versions = st.integers(1, 65_535)
payloads: st.SearchStrategy[p.Payload] = st.one_of(
    st.builds(
        p.Genesis,
        *(versions, keys, versions, exactly(32), options, texts(64), exactly(32), exactly(32), st.booleans()),
        st.integers(2, MAX_PLAYERS),
        *([st.integers(0, MAX_LIMIT)] * 5),
        st.booleans(),
    ),
    st.builds(p.Admit, exactly(32), st.binary(min_size=1, max_size=99), st.booleans(), signatures),
    st.builds(p.TakeSeat, exactly(32), texts(64, 1), words, signatures, signatures),
    st.builds(p.Ready, st.integers(0, MAX_DEAL), st.just(b"") | exactly(32)),
    st.just(p.Begin()),
    st.builds(p.KeyShare, ceremonies, exactly(32), exactly(64)),
    st.builds(p.KeyShare, ceremonies, exactly(32), exactly(64), exactly(96), exactly(32)),
    st.builds(p.KeyBackup, ceremonies, st.lists(exactly(80), min_size=1, max_size=7).map(tuple)),
    st.builds(p.Complaint, ceremonies, seats),
    st.builds(p.OpenedBackup, ceremonies, seats, exactly(32)),
    st.builds(
        p.Shuffle,
        ceremonies,
        st.integers(0, 3).flatmap(lambda n: exactly(CIPHERTEXT_BYTES * n)),
        st.binary(max_size=99),
    ),
    st.builds(p.SeatsReady, ceremonies, exactly(32)),
    st.builds(p.DealStart, deals, deals, st.lists(seats, unique=True).map(tuple), ceremonies, exactly(32)),
    st.builds(p.StockReady, ceremonies, exactly(32)),
    st.builds(p.CutReady, ceremonies, exactly(32)),
    st.just(p.Settled()),
    st.builds(p.TimeUp, numbers, st.sampled_from(Limit)),
    shares,
    st.builds(p.Act, actions, few(share_batches()), copies),
    st.builds(p.OpenHand, few(shown), few(share_batches()), copies),
    st.builds(p.Accuse, numbers.filter(bool), ceremonies),
    st.builds(p.Closed, texts(200)),
    st.builds(p.TermStart, numbers.filter(bool), few(votes)),
    st.builds(
        p.Absent,
        st.lists(players, min_size=1, max_size=3, unique=True).map(tuple),
        numbers.filter(bool),
        st.sampled_from(p.Choice),
        st.booleans(),
    ),
    st.builds(p.Leave, few(st.builds(p.LeftKey, ceremonies, exactly(32)))),
    st.builds(
        p.Agree,
        st.sampled_from((p.Motion.REMOVE, p.Motion.RETURN, p.Motion.STAND_IN)),
        players,
        st.just(()),
        st.booleans(),
    ),
    st.builds(p.StandIn, players, exactly(32), texts(64, 1), keys, exactly(32), signatures, signatures),
    st.builds(
        p.Agree,
        st.just(p.Motion.ADJOURN),
        st.none(),
        st.sets(nodes, max_size=3).map(lambda some: tuple(sorted(some))),
        st.booleans(),
    ),
)
messages: st.SearchStrategy[Message] = sealed(payloads).map(decode_message)

# --- the log and packets ----------------------------------------------------------------------------------------------


def _entry(  # noqa: PLR0913, PLR0917 - the fields of an entry
    term: int, index: int, previous: Digest, state: Digest, inside: tuple[bytes, ...], signature: bytes
) -> Entry:
    return decode_entry(seal_entry(Entry(term, index, previous, state, body_bytes(inside), (), signature, b"")))


entries: st.SearchStrategy[Entry] = st.builds(
    _entry,
    *(numbers.filter(bool), numbers.filter(bool), digests, digests, few(sealed(payloads), 2, 1), signatures),
)
acks = st.builds(Ack, nodes, numbers.filter(bool), numbers.filter(bool), digests, signatures)
chats = st.builds(Chat, players, numbers.filter(bool), texts(MAX_CHAT, 1), signatures)
kinds_of_packets: tuple[st.SearchStrategy[ports.Packet | Chat], ...] = (
    chats,
    st.builds(ports.MessagePacket, messages),
    st.builds(ports.EntryPacket, entries, numbers),
    st.builds(ports.AckPacket, acks),
    st.builds(ports.Want, numbers.filter(bool)),
    st.builds(ports.Mismatch, numbers.filter(bool), digests),
    st.builds(ports.Heartbeat, numbers.filter(bool), numbers, few(votes)),
    st.builds(ports.Stand, numbers.filter(bool), tips, few(votes)),
    st.builds(ports.VotePacket, votes),
    st.builds(ports.Heard, numbers.filter(bool), few(votes)),
    st.builds(ports.Recovering, exactly(32)),
    st.builds(ports.Head, exactly(32), numbers.filter(bool), tips),
)
packets: st.SearchStrategy[ports.Packet | Chat] = st.one_of(*kinds_of_packets)

# --- what a client hears ----------------------------------------------------------------------------------------------

faces = few(st.builds(e.Face, cards, maybe(naturals)))
some_cards = few(cards)
some_seats = few(seats)
scored = st.builds(e.DealScored, deals, seats, seats, keys, few(st.builds(e.Score, seats, points, points, points)))
voided = st.builds(e.DealVoided, deals, deals, keys)
pile_events: st.SearchStrategy[e.PileEvent] = st.one_of(
    st.builds(e.TurnedUp, cards, seats),
    st.builds(e.Took, seats, cards, st.booleans()),
    st.builds(e.Returned, seats, cards),
    st.builds(e.Discarded, seats, cards, counts, maybe(counts)),
    st.builds(e.StockReshuffled, counts, cards),
    st.builds(e.CallGranted, seats, cards, counts, counts, counts),
)
cuts = st.builds(e.CutMade, seats, counts, st.integers(-10, MAX_CARDS + 10), counts)
events: st.SearchStrategy[e.Event] = st.one_of(
    pile_events,
    scored,
    voided,
    st.builds(e.Dealt, deals, deals, seats, some_seats, counts, counts),
    st.builds(e.Drew, seats, counts),
    st.builds(e.LaidDown, seats, melds, faces, points),
    st.builds(e.MadeInitialMeld, seats, points),
    st.builds(e.JokerMoved, seats, melds, cards, faces),
    st.builds(e.TurnEnded, seats, counts),
    st.builds(e.Called, seats),
    st.builds(e.Passed, seats),
    st.builds(e.DrawStands, seats),
    cuts,
    st.builds(e.Challenged, seats, seats, keys, st.booleans()),
    st.builds(e.TookBack, seats, some_cards),
    st.builds(e.Penalized, seats, points, keys),
    st.builds(e.PackCut, seats),
    st.builds(e.JokerKept, seats, points),
    st.builds(e.Showed, seats, some_cards, points),
    st.builds(e.PaidIn, seats, points, keys),
    st.builds(e.LaidOff, seats, melds, faces, faces),
    st.builds(e.JokerExchanged, seats, melds, some_cards, faces, st.booleans()),
    st.builds(e.FailedToAnnounce, seats, counts),
    st.builds(e.StockRanOut, counts),
    st.builds(e.WentOut, seats, keys),
    st.builds(e.HandOpened, seats, some_cards, points),
    st.builds(e.HandClosed, seats, counts, points),
    st.builds(e.WentAway, seats, st.sampled_from(("left", "absent"))),
    st.builds(e.CameBack, seats, st.sampled_from(("return", "stand_in"))),
    st.builds(e.MayBuyIn, seats, points, points),
    st.builds(e.BoughtIn, seats, points, points, counts),
    st.builds(e.Declined, seats),
    st.builds(e.Eliminated, seats, points),
    st.builds(e.GameEnded, some_seats, points, few(points), few(st.builds(e.Payment, seats, seats, points))),
)
variants = st.sampled_from(sorted(presets())).map(variant_named) | st.just(
    variant_named("british", {"stakes": "1-2-4-4", "limit": 300, "ace_low": True, "buy_ins": "unlimited"})
)
shapes = st.builds(Set, st.sampled_from(Rank)) | st.builds(Run, st.sampled_from(Suit), st.integers(1, 14))
lines = st.builds(
    SeatLine,
    *(seats, counts, some_cards, st.booleans(), st.booleans(), maybe(counts), maybe(some_cards), points, points),
    *(st.integers(0, 9), st.booleans(), st.booleans(), counts, points),
    *(points, few(keys, MAX_SHOWN), counts),
)
duties = st.sampled_from([None, "initial_meld", "any_initial_meld", "new_meld", "meld_or_build"])
turns = st.integers(0, MAX_TURN)
views: st.SearchStrategy[SeatView] = st.builds(
    SeatView,
    seat=maybe(seats),
    variant=variants,
    number=deals,
    attempt=deals,
    dealer=seats,
    seats=few(lines),
    order=some_seats,
    phase=st.sampled_from(ViewPhase),
    turn=maybe(seats),
    turn_number=turns,
    hand=few(shown),
    unopened=few(slots),
    table=few(st.builds(SeenMeld, melds, seats, shapes, faces, st.booleans())),
    pile=some_cards,
    history=few(pile_events),
    stock=counts,
    reshuffles=turns,
    has_drawn=st.booleans(),
    taken=maybe(cards),
    taken_slot=maybe(slots),
    duty=duties,
    returned=st.booleans(),
    laid_before=st.booleans(),
    built=few(st.tuples(melds, st.sampled_from(["low", "high"]))),
    decision=maybe(st.builds(Decision, seats, points, points, some_seats)),
    pool=points,
    last=maybe(scored | voided),
    winners=some_seats,
    stock_only=st.booleans(),
    window=st.none()
    | st.builds(Calling, some_seats, some_seats, st.booleans())
    | st.builds(Holding, some_seats, st.booleans()),
    awaited=some_seats,
    may_act=some_seats,
    cut=maybe(cuts),
    challenged=st.booleans(),
    rearranging=st.booleans(),
    no_lay=some_seats,
    dead=st.booleans(),
    blitz=maybe(seats),
)
statuses = st.builds(
    TableStatus,
    table_id=st.just("") | exactly(32).map(bytes.hex),
    title=texts(64),
    variant=maybe(variants),
    phase=words,
    me=players | st.just(-1),
    host=nodes,
    players=few(
        st.builds(
            PlayerStatus,
            *(players, texts(64), words, nodes, texts(99), maybe(seats), st.booleans(), st.booleans(), words),
            st.booleans(),
            st.integers(0, MAX_LIMIT),
        )
    ),
    seats=st.integers(0, MAX_PLAYERS),
    join_code=texts(64),
    open=st.booleans(),
    move=numbers,
    next_deal=st.integers(0, MAX_DEAL),
    waiting_for=few(players),
    doing=words,
    fault=maybe(st.builds(Fault, players, words, numbers)),
    closed=texts(99),
    transcript=st.text(st.characters(codec="utf-8"), max_size=99),
    limit=words | st.just(""),
    limit_ms=st.integers(0, MAX_LIMIT),
    overdue=st.booleans(),
    left_ms=st.integers(0, MAX_LIMIT),
    clock=maybe(st.builds(TurnClock, *([st.integers(0, MAX_LIMIT)] * 2), st.booleans(), st.booleans(), st.booleans())),
    missed=maybe(
        st.builds(
            Missed, few(players), st.integers(0, MAX_LIMIT), few(st.tuples(nodes, words)), st.booleans(), st.booleans()
        )
    ),
    proposals=few(
        st.builds(
            Proposal,
            *(words, players | st.just(-1), few(nodes), nodes | st.just(-1), few(players)),
            *(st.integers(0, MAX_DEAL), st.integers(0, MAX_LIMIT)),
        )
    ),
    adjourned=numbers,
    stuck=st.booleans(),
    two_games=few(nodes),
    went_on=st.booleans(),
    beside=few(st.builds(Beside, exactly(32).map(bytes.hex), few(texts(64)))),
    checked=maybe(
        st.builds(
            Checked,
            *(numbers, numbers, st.integers(0, MAX_DEAL), st.integers(0, MAX_DEAL)),
            few(st.builds(CheckedDeck, words, numbers, few(players), st.booleans())),
            *(numbers, numbers, numbers, numbers, numbers, st.integers(0, MAX_NODES), st.integers(0, MAX_NODES)),
            few(st.tuples(nodes, numbers)),
            few(st.builds(Mark, numbers, words, st.integers(0, MAX_DEAL), few(words))),
            few(st.builds(Alarm, words, players | st.just(-1), nodes | st.just(-1), numbers)),
            words | st.just(""),
            numbers,
            st.booleans(),
        )
    ),
)
said = st.builds(Said, players, texts(MAX_CHAT, 1))
results = (
    scored | voided | st.builds(e.BoughtIn, seats, points, points, counts) | st.builds(e.Eliminated, seats, points)
)
updates = st.builds(Update, statuses, maybe(views), few(events), few(said), maybe(few(results)))
outcomes = st.builds(Outcome, words, texts(99))
