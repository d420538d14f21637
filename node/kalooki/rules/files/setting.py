"""Deals set out on an open deck: one that a file describes, or a lone hand in the middle of its turn."""

from collections.abc import Sequence
from dataclasses import replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.rules.actions import MeldId, Shown
from kalooki.rules.deal import CutOffered, Deal, InTurn, TurningUp
from kalooki.rules.events import Face
from kalooki.rules.files.deal_file import DealFile
from kalooki.rules.files.supply import without
from kalooki.rules.game import Game, begin_deal, new_game, turn_up
from kalooki.rules.melds import Meld, TableCard
from kalooki.rules.open_game import OpenGame, Watcher, unwatched
from kalooki.rules.reading import read_meld
from kalooki.rules.variant import Variant

FIRST = SeatNumber(0)


class _Slots:
    """Gives out slots in order, and remembers what lies in them."""

    def __init__(self) -> None:
        self.faces: dict[Slot, Card] = {}

    def put(self, card: Card) -> Slot:
        slot = Slot(len(self.faces))
        self.faces[slot] = card
        return slot

    def meld(self, number: int, owner: SeatNumber, faces: Sequence[Face], variant: Variant) -> Meld:
        cards = tuple(TableCard(self.put(face.card), face.card, face.stands_for) for face in faces)
        shape, ordered = read_meld(cards, variant)
        return Meld(MeldId(number), owner, shape, ordered)


def set_out(file: DealFile, watch: Watcher = unwatched) -> OpenGame:
    """The deal of a file, ready for its first action; where the first is a cut, before the upcard is turned.

    What the file leaves open comes from the deck without what it gives, in the deck's own order, or shuffled by the
    seed: the hands round and round from the dealer's left, the upcard, the rest of the stock.
    """
    table = OpenGame(_game(file), (file.seed or "").encode(), watch)
    rest = without(file.deck, file.given)
    table.deck.deal(rest)  # the first shuffle of the seed, whether it is used or not: a reshuffle is always the second
    if file.seed is not None:
        rest = tuple(table.deck.faces.values())
    hands, upcard, stock = _dealt(file, list(rest))
    slots = _Slots()
    held: dict[SeatNumber, list[Slot]] = {seat: [] for seat in table.game.seats}
    for turn in range(max(len(hand) for hand in hands.values())):
        for seat, hand in hands.items():
            if turn < len(hand):
                held[seat].append(slots.put(hand[turn]))
    top = slots.put(upcard)
    drawn = tuple(slots.put(card) for card in stock)
    under = tuple(Shown(slots.put(card), card) for card in file.discards)
    melds = tuple(slots.meld(at + 1, owner, faces, file.variant) for at, (owner, faces) in enumerate(file.table))
    game, _ = begin_deal(table.game)
    game = _with(
        game,
        deck=without(file.deck, without(file.deck, slots.faces.values())),
        hands=tuple(tuple(held[seat]) for seat in game.seats),
        stock=drawn,
        phase=CutOffered(top) if _is_cut_first(file) else TurningUp(top),
        next_slot=Slot(len(slots.faces)),
    )
    table.deck.faces = slots.faces
    if _is_cut_first(file):
        table.game = game
        return table
    game, _ = turn_up(game, upcard)
    deal = _deal(game)
    calls = tuple((SeatNumber(seat), made) for seat, made in enumerate(file.calls) if made)
    table.game = _with(
        game,
        pile=(*reversed(under), *deal.pile),
        melds=melds,
        laid=file.laid,
        barred=file.barred,
        reshuffles=file.reshuffles,
        calls=calls,
        paid=tuple((seat, -file.variant.call_price * made) for seat, made in calls if file.variant.call_price),
        turn=replace(
            deal.turn,
            number=len(deal.seats) if file.under_way else deal.turn.number,
            laid_before=deal.turn.seat in file.laid,
        ),
    )
    return table


def _is_cut_first(file: DealFile) -> bool:
    """Whether the deal begins with the cut that a seat is offered; it is never asked for in a file."""
    fresh = not (file.under_way or file.discards or file.reshuffles or any(file.calls))
    first = file.actions[0].move.split()[:1] if file.actions else []
    return file.variant.cut_by == "left" and fresh and [word.lower() for word in first] == ["cut"]


def _game(file: DealFile) -> Game:
    stakes, price = file.variant.stakes.initial, file.variant.buy_in_price
    game = new_game(file.variant, len(file.players.names), file.dealer)
    paid = tuple(stakes + price * used for used in file.buy_ins)
    return replace(
        game,
        number=file.number,
        totals=file.scores,
        money=tuple(-amount for amount in paid),
        pool=sum(paid),
        buy_ins=file.buy_ins,
        out=tuple(sorted(file.out)),
    )


def _dealt(file: DealFile, rest: list[Card]) -> tuple[dict[SeatNumber, tuple[Card, ...]], Card, tuple[Card, ...]]:
    """The hands clockwise from the dealer's left, the upcard, the stock."""
    size = file.variant.hand_size(len(file.playing), file.number)
    waiting = [seat for seat in file.playing if seat not in file.hands]
    dealt, rest = rest[: size * len(waiting)], rest[size * len(waiting) :]
    hands = {
        seat: tuple(dealt[waiting.index(seat) :: len(waiting)]) if seat in waiting else file.hands[seat]
        for seat in file.playing
    }
    upcard = rest.pop(0) if file.upcard is None else file.upcard
    return hands, upcard, (*file.stock, *rest)[: file.stock_size]


def hand_in_turn(
    variant: Variant,
    hand: Sequence[Card],
    *,
    number: int = 1,
    table: Sequence[tuple[SeatNumber, Sequence[Face]]] = (),
    laid: bool = False,
) -> OpenGame:
    """A hand after the draw, in seat 0, that of a player who has laid before this turn or not."""
    slots = _Slots()
    held = tuple(slots.put(card) for card in hand)
    melds = tuple(slots.meld(at + 1, owner, faces, variant) for at, (owner, faces) in enumerate(table))
    start = new_game(variant, variant.max_players, SeatNumber(variant.max_players - 1))
    game, _ = begin_deal(replace(start, number=number))
    deal = _deal(game)
    owners = frozenset(owner for owner, _ in table if owner != FIRST)
    open_game = OpenGame(game, b"")
    open_game.deck.faces = slots.faces
    open_game.game = _with(
        game,
        hands=(held, *((),) * (variant.max_players - 1)),
        melds=melds,
        laid=owners | {FIRST} if laid else owners,
        phase=InTurn(),
        turn=replace(deal.turn, seat=FIRST, number=len(deal.seats), laid_before=laid, has_drawn=True),
    )
    return open_game


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _with(game: Game, **changes: object) -> Game:
    return replace(game, deal=replace(_deal(game), **changes))  # type: ignore[arg-type]
