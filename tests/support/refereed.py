"""Each deal of a transcript as a deal file, and what the referee makes of it on an open deck.

What never became public (a stock that nobody drew, the hands of a void deal) is filled up with the cards that are left
over: nothing that everybody sees may hang on it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.codec import unseal
from kalooki.codec.transcript import read_transcript
from kalooki.fair.group import Group
from kalooki.rules.deal import Calling, Counted, CutOffered, Deal, Lifting, Showing, Voided
from kalooki.rules.errors import RulesError
from kalooki.rules.events import DealScored
from kalooki.rules.files.deal_file import read_deal
from kalooki.rules.files.referee import referee
from kalooki.rules.files.setting import set_out
from kalooki.rules.files.supply import without
from kalooki.rules.game import Game, NeedsHands, NeedsOffset, NeedsStock, NeedsUpcard, pending
from kalooki.rules.leaving import go_away, skip
from kalooki.rules.notation import format_action, parse_move
from kalooki.rules.open_deck import OpenDeck
from kalooki.rules.open_game import OpenGame
from kalooki.rules.view import SeatView, view
from kalooki.shell.group_loader import load_verifier_group
from kalooki.table.checks import Checks
from kalooki.table.genesis import table_id
from kalooki.table.log import ByPlayer, Entry, Message
from kalooki.table.payloads import Act, DealStart, Genesis, Payload
from kalooki.table.replica import Applied, Replica
from kalooki.table.results import Effective
from kalooki.table.state import TableState

UNSETTLED = (NeedsUpcard, NeedsOffset, NeedsStock, NeedsHands)
"""The cards or the shuffle that come next are supplied at once on an open deck."""


@dataclass(slots=True)
class PlayedDeal:
    """A deal as the log has it."""

    genesis: Genesis
    start: Game
    """As it was dealt: no face is known."""
    actions: list[tuple[SeatNumber, str]] = field(default_factory=list)
    games: dict[int, Game] = field(default_factory=dict)
    """The newest game after so many actions, where the log says so."""
    faces: dict[Slot, Card] = field(default_factory=dict)
    """All that became public."""
    silent: set[int] = field(default_factory=set)
    """After so many actions the host said that a time was over, which a file cannot say."""
    went: dict[int, tuple[SeatNumber, ...]] = field(default_factory=dict)
    """After so many actions these seats went away, which a file cannot say either: the deal went on without them."""

    @property
    def name(self) -> str:
        """For people."""
        return f"deal {self.start.number}.{self.start.attempt}"

    @property
    def deal(self) -> Deal:
        """As it was dealt."""
        return _deal(self.start)

    @property
    def end(self) -> Game:
        """The last that the log has of it."""
        return self.games[max(self.games)]

    @property
    def stays_in_its_first_deck(self) -> bool:
        """No stock was shuffled again, and no cut drew a number: a file's seed would have to know them."""
        deal = _deal(self.end)
        return not deal.reshuffles and deal.cut is None

    def all_faces(self) -> Mapping[Slot, Card]:
        """Every face of the first deck and of later stocks; what nobody has seen is as good as any."""
        faces = dict(self.faces)
        first = range(len(self.deal.deck))
        rest = iter(without(self.deal.deck, [faces[Slot(slot)] for slot in first if slot in faces]))
        faces |= {Slot(slot): next(rest) for slot in first if slot not in faces}
        return faces

    def text(self, actions: Iterable[tuple[SeatNumber, str]]) -> str:
        """The deal file."""
        faces, deal = self.all_faces(), self.deal
        named = [f"p{seat + 1}" for seat in self.start.seats]
        dealt = sum(map(len, deal.hands))
        values: dict[str, str] = {
            "khh": "1",
            "variant": json.dumps(self.genesis.variant),
            "house": _table({key: _plain(value) for key, value in self.genesis.options}),
            "players": json.dumps(named),
            "dealer": json.dumps(named[deal.dealer]),
            "hand": str(deal.number),
            "scores": _table({named[seat]: str(total) for seat, total in enumerate(self.start.totals)}),
            "hands": _table({named[seat]: _said(faces, deal.hands[seat]) for seat in deal.seats}),
            "upcard": _said(faces, [Slot(dealt)]),
            "stock": _said(faces, deal.stock),
            "buy_ins": _table({named[seat]: str(used) for seat, used in enumerate(self.start.buy_ins)}),
            "out": json.dumps([named[seat] for seat in self.start.out]),
            "actions": json.dumps([f"{named[seat]} {move}" for seat, move in actions], indent=1),
        }
        return "".join(f"{key} = {value}\n" for key, value in values.items())


def _table(values: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in values.items()) + " }"


def _plain(value: str) -> str:
    """An option's value as TOML: a number and a truth are written as they are."""
    return value if value in {"true", "false"} or value.lstrip("-").isdecimal() else json.dumps(value)


def _said(faces: Mapping[Slot, Card], slots: Iterable[Slot]) -> str:
    return json.dumps(" ".join(str(faces[slot]) for slot in slots))


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


# --- out of a transcript ----------------------------------------------------------------------------------------------


def deals_of(content: bytes, group: Group | None = None) -> list[PlayedDeal]:
    """All deals of a transcript, in order; its proofs are for the verifier to judge."""
    entries = [record.content for record in read_transcript(content) if isinstance(record.content, Entry)]
    genesis = entries[0].messages[0]
    assert isinstance(genesis.payload, Genesis)
    replica = Replica(table_id(genesis.payload_bytes), Checks(group or load_verifier_group(), unseal))
    deals: list[PlayedDeal] = []
    for entry in entries:
        applied = replica.accept(entry)
        replica.commit()
        _note(deals, genesis.payload, applied)
    return deals


def _note(deals: list[PlayedDeal], genesis: Genesis, applied: Applied) -> None:
    game = applied.after.game
    if any(_took_effect(applied, DealStart)):
        assert game is not None
        deals.append(PlayedDeal(genesis, game))
    if not deals or game is None or game.deal is None:
        return
    played = deals[-1]
    if not _lets_the_cut_pass(applied):
        played.actions += [_action(applied.before, message) for message in _took_effect(applied, Act)]
    before = applied.before.game
    if before is not None and before.away != game.away and not _is_void(game):
        gone = tuple(seat for seat in game.away if seat not in before.away)
        played.went[len(played.actions)] = (*played.went.get(len(played.actions), ()), *gone)
    played.games[len(played.actions)] = game
    played.faces |= _public(game.deal)
    if applied.before.overdue and not applied.after.overdue:
        played.silent.add(len(played.actions))


def _is_void(game: Game) -> bool:
    return isinstance(_deal(game).phase, Voided)


def _lets_the_cut_pass(applied: Applied) -> bool:
    """A cut that nobody makes is left out of a file."""
    before, after = applied.before.game, applied.after.game
    offered = before is not None and before.deal is not None and isinstance(before.deal.phase, CutOffered)
    return offered and after is not None and not isinstance(_deal(after).phase, Lifting)


def _took_effect(applied: Applied, kind: type[Payload]) -> Iterator[Message]:
    for message, result in zip(applied.entry.messages, applied.results, strict=True):
        if isinstance(message.payload, kind) and isinstance(result, Effective):
            yield message


def _action(before: TableState, message: Message) -> tuple[SeatNumber, str]:
    assert isinstance(message.author, ByPlayer)
    assert isinstance(message.payload, Act)
    seat = before.players[message.author.player].seat
    assert seat is not None
    return seat, format_action(message.payload.action)


def _public(deal: Deal) -> dict[Slot, Card]:
    faces = {shown.slot: shown.card for shown in deal.pile} | dict(deal.faces)
    faces |= {card.slot: card.card for meld in deal.melds for card in meld.cards}
    if isinstance(deal.phase, Showing | Counted):
        faces |= {shown.slot: shown.card for _, hand in deal.phase.opened for shown in hand}
    return faces


# --- before the referee -----------------------------------------------------------------------------------------------


class _SameDeck(OpenDeck):
    """Shuffles and draws as it came out at the table."""

    def __init__(self, played: PlayedDeal, faces: dict[Slot, Card]) -> None:
        super().__init__(b"")
        self.faces = faces
        self._played = played

    def restock(self, start: tuple[Card, ...], slots: tuple[Slot, ...]) -> None:
        seen = {slot: self._played.faces[slot] for slot in slots if slot in self._played.faces}
        rest = iter(without(start, seen.values()))
        self.faces.update({slot: seen[slot] if slot in seen else next(rest) for slot in slots})

    def offset(self, offsets: tuple[int, ...]) -> int:
        cut = _deal(self._played.end).cut
        assert cut is not None
        assert cut.lift - cut.depth in offsets
        return cut.lift - cut.depth


def differences(content: bytes, group: Group | None = None) -> Iterator[str]:
    """Where the referee comes to another state or another score than the table did."""
    for played in deals_of(content, group):
        yield from replayed(played)


def replayed(played: PlayedDeal) -> Iterator[str]:
    """Play the file of a deal move by move, and hold what everybody sees against the table's."""
    table = set_out(read_deal(played.text(played.actions)))
    table.deck = _SameDeck(played, table.deck.faces)
    # A file has no place for the attempt, nor for the money of the deals before.
    table.game = replace(
        table.game,
        attempt=played.start.attempt,
        deal=replace(_deal(table.game), attempt=played.start.attempt),
        money=played.start.money,
        pool=played.start.pool,
        history=played.start.history,
    )
    standing: tuple[SeatNumber, str] | None = None
    spoken: list[tuple[SeatNumber, str]] = []
    for number, (seat, move) in enumerate(played.actions):
        _go_on(table, played.went.get(number, ()))
        yield from _unlike(played, number, table.game)
        while number in played.silent and table.view(seat).window is not None:
            table.close_window()
            table.to_move(next_deal=False)
        try:
            table.act(seat, parse_move(move, table.view(seat)))
        except RulesError:
            yield from _by_command(played, [*spoken, (seat, move)])
            return
        draws_later = _draws_later(table.game)
        if draws_later and move == "draw":
            standing = seat, move
        else:
            spoken.append((seat, move))
        if standing is not None and not draws_later:
            spoken.append(standing)
            standing = None
    _go_on(table, played.went.get(len(played.actions), ()))
    yield from _unlike(played, len(played.actions), table.game)
    yield from _by_command(played, spoken)


def _go_on(table: OpenGame, gone: tuple[SeatNumber, ...]) -> None:
    """Supply what is no player's choice, without the seats that have gone away."""
    table.to_move(next_deal=False)
    if gone:
        table.game = go_away(table.game, gone)[0]
    while (step := skip(table.game)) is not None:
        table.game = step[0]
        table.to_move(next_deal=False)


def _draws_later(game: Game) -> bool:
    """A draw was sent while others may call: in a file it stands where it acts."""
    phase = _deal(game).phase
    return isinstance(phase, Calling) and phase.drawing


def _unlike(played: PlayedDeal, number: int, game: Game) -> Iterator[str]:
    """Two actions may stand in one entry, and then nothing is said between them; a log may stop at any place."""
    expected = played.games.get(number)
    if expected is None or number in played.silent or _is_unsettled(expected):
        return
    for name, ours, theirs in _fields(_seen(game), _seen(expected)):
        if ours != theirs:
            yield f"{played.name} after {number} actions: {name}"


def _is_unsettled(game: Game) -> bool:
    """A cut that is offered is no part of a file until it is made."""
    return isinstance(pending(game), UNSETTLED) or isinstance(_deal(game).phase, CutOffered)


def _seen(game: Game) -> SeatView:
    """What an onlooker sees, but for which of two equal cards a hand still holds: a file does not tell."""
    seen = view(game, None, {})
    return replace(seen, seats=tuple(replace(line, known=(), opened=_sorted(line.opened)) for line in seen.seats))


def _sorted(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    return None if cards is None else tuple(sorted(cards, key=str))


def _fields(one: SeatView, other: SeatView) -> Iterator[tuple[str, object, object]]:
    for name in one.__dataclass_fields__:
        yield name, getattr(one, name), getattr(other, name)


def _by_command(played: PlayedDeal, actions: Iterable[tuple[SeatNumber, str]]) -> Iterator[str]:
    """What `kalooki referee` says of the file, where a file can say all of the deal."""
    if not played.stays_in_its_first_deck or played.went:
        return
    report = referee(read_deal(played.text(actions)))
    if not report.all_legal:
        refused = report.rulings[-1]
        code = "" if refused.error is None else refused.error.code
        yield f"{played.name}: the referee refuses action {refused.number}, {refused.action.text}: {code}"
    last = _seen(played.end).last
    if isinstance(last, DealScored) and isinstance(report.result, DealScored):
        if last.number == played.start.number and report.result != last:
            yield f"{played.name}: another score"
    elif last is not None and last.number == played.start.number and report.result is None:
        yield f"{played.name}: the referee sees no end"
