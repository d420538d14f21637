"""A deal file: everything that it says, understood and held against the deck (notation, "Deal files")."""

from collections.abc import Mapping
from dataclasses import dataclass

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.events import Face
from kalooki.rules.files.document import MOST_POINTS, Line, Section, read_document, read_variant
from kalooki.rules.files.errors import (
    BadTableLineError,
    NobodyLeftError,
    NotEnoughCardsError,
    NotPlayingError,
    OutOfRangeError,
)
from kalooki.rules.files.players import Players, read_players
from kalooki.rules.files.supply import refuse_surplus
from kalooki.rules.melds import TableCard
from kalooki.rules.notation import parse_card, parse_cards, parse_faces, seat_name
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

VERSION = 1
MOST_DEALS = 1000
MOST_RESHUFFLES = 100
MOST_CALLS = 9
LEAST_PLAYERS = 2
KEYS = (
    "khh",
    "variant",
    "house",
    "players",
    "dealer",
    "hand",
    "scores",
    "hands",
    "table",
    "laid",
    "upcard",
    "stock",
    "stock_size",
    "reshuffles",
    "seed",
    "discards",
    "calls",
    "barred",
    "buy_ins",
    "out",
    "actions",
)
_NOWHERE = Slot(-1)


@dataclass(frozen=True, slots=True)
class Written:
    """One action of the file."""

    line: int
    text: str
    """As it stands there."""
    seat: SeatNumber
    move: str
    """Without the name in front, and with seats by number."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """A deal as it was written. Tuples of numbers are indexed by seat."""

    variant: Variant
    players: Players
    dealer: SeatNumber
    number: int
    scores: tuple[int, ...]
    hands: Mapping[SeatNumber, tuple[Card, ...]]
    """Those that are given."""
    table: tuple[tuple[SeatNumber, tuple[Face, ...]], ...]
    """Owner and cards of each meld."""
    laid: frozenset[SeatNumber]
    upcard: Card | None
    stock: tuple[Card, ...]
    """The top of it, as far as it is given."""
    stock_size: int | None
    reshuffles: int
    seed: str | None
    discards: tuple[Card, ...]
    """Under the upcard, top first."""
    calls: tuple[int, ...]
    barred: frozenset[SeatNumber]
    buy_ins: tuple[int, ...]
    out: frozenset[SeatNumber]
    under_way: bool
    """It is nobody's first turn."""
    actions: tuple[Written, ...]

    @property
    def playing(self) -> tuple[SeatNumber, ...]:
        """Who is in, clockwise from the dealer's left."""
        seats = [SeatNumber(seat) for seat in range(len(self.players.names))]
        turned = seats[self.dealer + 1 :] + seats[: self.dealer + 1]
        return tuple(seat for seat in turned if seat not in self.out)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The start deck of so many players."""
        return self.variant.start_deck(len(self.playing))

    @property
    def given(self) -> tuple[Card, ...]:
        """Every card that the file has a place for."""
        held = tuple(card for hand in self.hands.values() for card in hand)
        lying = tuple(face.card for _, faces in self.table for face in faces)
        upcard = () if self.upcard is None else (self.upcard,)
        return held + lying + upcard + self.stock + self.discards


def read_deal(text: str) -> DealFile:
    """Understand a deal file.

    Raises:
        FileFaultError: It cannot be understood: where, and why.
    """
    document = read_document(text, "khh", VERSION)
    document.allow(KEYS)
    variant = read_variant(document)
    players = read_players(document, variant, one_word=True)
    deal = _read(document, variant, players)
    _refuse_who_does_not_play(document, deal)
    _refuse_surplus(document, deal)
    _refuse_shortage(document, deal)
    return deal


def _read(document: Section, variant: Variant, players: Players) -> DealFile:
    last = players.names[-1]
    table = tuple(
        document.at(("table", index), _meld, line, players, variant)
        for index, line in enumerate(document.texts("table"))
    )
    hands = document.section("hands")
    return DealFile(
        variant=variant,
        players=players,
        dealer=document.at(("dealer",), players.find, document.text("dealer", last)),
        number=document.whole("hand", 1, 1, variant.hands_per_game or MOST_DEALS),
        scores=players.numbers(document.section("scores"), -MOST_POINTS, MOST_POINTS),
        hands={seat: _cards(hands, key) for seat, key in players.each(hands).items()},
        table=table,
        laid=frozenset(players.listed(document, "laid")) | {owner for owner, _ in table},
        upcard=_upcard(document),
        stock=_cards(document, "stock"),
        stock_size=document.whole("stock_size") if "stock_size" in document.values else None,
        reshuffles=document.whole("reshuffles", 0, 0, MOST_RESHUFFLES),
        seed=document.text("seed") if "seed" in document.values else None,
        discards=_cards(document, "discards"),
        calls=players.numbers(document.section("calls"), 0, MOST_CALLS),
        barred=frozenset(players.listed(document, "barred")),
        buy_ins=players.numbers(document.section("buy_ins"), 0, MOST_DEALS),
        out=_out(document, players),
        under_way="table" in document.values or "laid" in document.values,
        actions=tuple(
            document.at(("actions", index), _action, line, players)
            for index, line in enumerate(document.texts("actions"))
        ),
    )


def _cards(section: Section, key: str) -> tuple[Card, ...]:
    text = section.text(key, "")
    return section.at((key,), parse_cards, text)


def _upcard(document: Section) -> Card | None:
    if "upcard" not in document.values:
        return None
    text = document.text("upcard")
    return document.at(("upcard",), parse_card, text.strip())


def _meld(line: Line, players: Players, variant: Variant) -> tuple[SeatNumber, tuple[Face, ...]]:
    owner, colon, cards = line.text.partition(":")
    faces = parse_faces(cards)
    if not colon or not faces:
        raise BadTableLineError(line.text)
    read_meld(tuple(TableCard(_NOWHERE, face.card, face.stands_for) for face in faces), variant)
    return players.find(owner.strip()), faces


def _out(document: Section, players: Players) -> frozenset[SeatNumber]:
    """Who was eliminated; those who sit at the table no more may be named, too."""
    known = {name.casefold() for name in players.names}
    gone = [line.text for line in document.texts("out")]
    return frozenset(players.find(name) for name in gone if name.casefold() in known)


def _action(line: Line, players: Players) -> Written:
    who, *words = line.text.split() or [""]
    seat = players.find(who)
    if words and words[0].lower() in {"allow", "challenge"}:
        words[1:2] = [seat_name(players.find(name)) for name in words[1:2]]
    return Written(line.number, line.text.strip(), seat, " ".join(words))


# --- what must fit together -------------------------------------------------------------------------------------------


def _refuse_who_does_not_play(document: Section, deal: DealFile) -> None:
    if len(deal.playing) < LEAST_PLAYERS:
        raise document.fault(NobodyLeftError(len(deal.playing)), "out")
    for index, (owner, _) in enumerate(deal.table):
        _refuse_out(document, deal, owner, "table", index)
    for seat in deal.hands:
        _refuse_out(document, deal, seat, "hands", deal.players.names[seat])


def _refuse_out(document: Section, deal: DealFile, seat: SeatNumber, *place: str | int) -> None:
    if seat in deal.out:
        raise document.fault(NotPlayingError(deal.players.names[seat]), *place)


def _refuse_surplus(document: Section, deal: DealFile) -> None:
    """Hold the cards against the deck place by place, so that the refusal names the place of the one too many."""
    names = deal.players.names
    places: list[tuple[tuple[str | int, ...], tuple[Card, ...]]] = [
        *((("hands", names[seat]), cards) for seat, cards in deal.hands.items()),
        *((("table", index), tuple(face.card for face in faces)) for index, (_, faces) in enumerate(deal.table)),
        (("upcard",), () if deal.upcard is None else (deal.upcard,)),
        (("stock",), deal.stock),
        (("discards",), deal.discards),
    ]
    before: list[Card] = []
    for place, cards in places:
        document.at(place, refuse_surplus, cards, deal.deck, before)
        before += cards


def _refuse_shortage(document: Section, deal: DealFile) -> None:
    size = deal.variant.hand_size(len(deal.playing), deal.number)
    left = len(deal.deck) - len(deal.given)
    wanted = size * len([seat for seat in deal.playing if seat not in deal.hands])
    if wanted > left:
        raise document.fault(NotEnoughCardsError("hands", wanted, left), "hands")
    left -= wanted
    if deal.upcard is None:
        if not left:
            raise document.fault(NotEnoughCardsError("upcard", 1, 0), "upcard")
        left -= 1
    if deal.stock_size is not None and not len(deal.stock) <= deal.stock_size <= left + len(deal.stock):
        cause = OutOfRangeError("stock_size", len(deal.stock), left + len(deal.stock))
        raise document.fault(cause, "stock_size")
