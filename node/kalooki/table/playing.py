"""A deal in play: it starts, players act, losers open their hands, the stock is renewed, it ends."""

from kalooki.cards import Card, SeatNumber, Slot
from kalooki.fair.contexts import Kind
from kalooki.rules import game as rules
from kalooki.rules.actions import Action, Discard, End, Lay, Show, Shown
from kalooki.rules.changing import replace
from kalooki.rules.deal import Counted, Voided
from kalooki.rules.dropout import points_unopened
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.events import Event
from kalooki.rules.game import Game, GameOver, NeedsAction, NeedsDeal, NeedsHands, NeedsOffset, NeedsStock, NeedsUpcard
from kalooki.rules.leaving import skip
from kalooki.rules.moves import is_same_move
from kalooki.table.authors import author_player
from kalooki.table.ceremonies import (
    NewDeck,
    backup_threshold,
    drop,
    faces_of,
    open_ceremony,
    require_deck,
    seat_identities,
)
from kalooki.table.checks import Checks
from kalooki.table.log import Message, Stream
from kalooki.table.opening import CARDS, apply_copies, face_at, grant, grant_entitled, hidden, open_shown, open_to_all
from kalooki.table.payloads import EVERYBODY, Act, CeremonyNumber, CutReady, DealStart, OpenHand, StockReady
from kalooki.table.results import VoidError
from kalooki.table.state import Playing, Record, SlotRange, TableState

Step = tuple[TableState, tuple[Event, ...]]

TOP = 0
"""The position of the one card that a cut draws."""


def start_deal(state: TableState, playing: Playing, start: DealStart, checks: Checks) -> Step:
    """Deal from the prepared deck; the next deal's deck begins to be made.

    Raises:
        VoidError: The next deal is another one, somebody is not ready, or the deck is not complete.
    """
    game = playing.game
    needs = rules.pending(game)
    if not isinstance(needs, NeedsDeal):
        raise VoidError("not_now", "a deal is in play")
    named = (start.deal, start.attempt, start.seats, start.ceremony)
    if named != (game.number, game.attempt, needs.seats, state.prepared) or not fits(state, needs):
        raise VoidError("other_deal", "another deal is next")
    if not all_ready(state, needs):
        raise VoidError("not_ready", "a player is not ready")
    record = state.record(start.ceremony)
    assert record is not None, "a prepared ceremony is alive"
    require_deck(record, start.deck_digest)
    game, events = rules.begin_deal(game)
    stream = Stream(start.deal, start.attempt)
    counters = {
        (author, counted): counter
        for (author, counted), counter in state.counters.items()
        if counted.deal == 0 or (counted.deal, counted.attempt) >= (stream.deal, stream.attempt)
    }
    state = replace(
        state,
        phase=replace(playing, game=game),
        players=tuple(replace(player, ready=False) for player in state.players),
        stream=stream,
        move=0,
        banks={},
        bank_steps=0,
        slots=(SlotRange(0, len(needs.deck), start.ceremony, state.index),),
        counters=counters,
    )
    return prepare(state, needs, checks, Stream(start.deal + 1, 1)), events


def act(state: TableState, playing: Playing, message: Message, chosen: Act, checks: Checks) -> Step:
    """Play an action with the evidence for the cards that it shows.

    Raises:
        VoidError: The rules refuse it, or evidence is missing.
        FaultError: The evidence is false, or a card is not what was said.
    """
    seat = author_player(state, message).seat
    assert seat is not None, "the seats are drawn"
    try:
        game, events = rules.apply(playing.game, seat, chosen.action)
    except IllegalActionError as illegal:
        raise VoidError(illegal.code, str(illegal)) from illegal
    state = apply_copies(state, chosen.copies, checks)
    state = open_shown(state, message, hidden(playing.game, shown_by(chosen.action)), chosen.evidence, checks)
    return with_game(state, playing, game), events


def with_game(state: TableState, playing: Playing, game: Game) -> TableState:
    """Go on with what an action made of the game: mostly the next move begins."""
    move = state.move if is_same_move(playing.game, game) else state.move + 1
    return replace(state, phase=replace(playing, game=game), move=move)


def open_hand(state: TableState, playing: Playing, message: Message, opened: OpenHand, checks: Checks) -> Step:
    """A loser shows all that it holds. Raises as `act` does."""
    seat = author_player(state, message).seat
    assert seat is not None, "the seats are drawn"
    if not isinstance(rules.pending(playing.game), NeedsHands):
        raise VoidError("not_now", "no hand is to be opened")
    try:
        game, events = rules.open_hand(playing.game, seat, opened.shown)
    except IllegalActionError as illegal:
        raise VoidError(illegal.code, str(illegal)) from illegal
    state = apply_copies(state, opened.copies, checks)
    state = open_shown(state, message, hidden(playing.game, opened.shown), opened.evidence, checks)
    return replace(state, phase=replace(playing, game=game)), events


def restock(state: TableState, playing: Playing, ready: StockReady) -> Step:
    """Put the shuffled discard pile in the place of the stock.

    Raises:
        VoidError: No stock is waited for, or its deck is not complete.
    """
    needs = rules.pending(playing.game)
    record = state.record(ready.ceremony)
    if not isinstance(needs, NeedsStock) or record is None or ready.ceremony != state.restocking:
        raise VoidError("not_now", "this deck is not waited for")
    require_deck(record, ready.deck_digest)
    game, events = rules.restock(playing.game, needs.slots)
    assert needs.slots == tuple(range(needs.slots[0], needs.slots[0] + len(needs.slots))), "fresh slots are numbered on"
    block = SlotRange(needs.slots[0], len(needs.slots), ready.ceremony, state.index)
    state = replace(state, phase=replace(playing, game=game), slots=(*state.slots, block), restocking=None)
    return state, events


def draw_offset(state: TableState, playing: Playing, ready: CutReady) -> TableState:
    """The deck of a cut is complete: its top card is opened to all.

    Raises:
        VoidError: Nobody cuts, or the deck is not complete.
    """
    record = state.record(ready.ceremony)
    is_waited_for = isinstance(rules.pending(playing.game), NeedsOffset) and ready.ceremony == state.cutting
    if not is_waited_for or record is None or record.ceremony.openings.grants:
        raise VoidError("not_now", "this deck is not waited for")
    require_deck(record, ready.deck_digest)
    return grant(state, record, [TOP], EVERYBODY)


def grant_cards(state: TableState, game: Game) -> TableState:
    """Give cards to whom the rules give them now; when a deal is over its ceremonies are, too."""
    if game.deal is None or not state.slots:
        return state
    if not isinstance(game.deal.phase, Counted | Voided):
        return grant_entitled(state, game)
    over = [block.ceremony for block in state.slots]
    return replace(drop(state, over if state.restocking is None else [*over, state.restocking]), slots=())


def settle(state: TableState, playing: Playing, checks: Checks) -> Step:  # noqa: PLR0911 - one line for each need
    """Do what the game waits for and needs no player: turn the upcard up, begin to make a deck, put ceremonies away."""
    game = playing.game
    match rules.pending(game):
        case NeedsUpcard(slot):
            return _turn_up(state, playing, slot)
        case NeedsAction() if (step := skip(game)) is not None:
            return with_game(state, playing, step[0]), step[1]
        case NeedsHands(hands) if away := [seat for seat in hands if seat in game.away]:
            return _hand_of_away(state, playing, away)
        case NeedsStock(deck) if state.restocking is None:
            return _open_reshuffle(state, game, deck, checks), ()
        case NeedsOffset(offsets):
            return _cut(state, playing, offsets, checks)
        case NeedsDeal() as needs if all_ready(state, needs) and not fits(state, needs):
            state = drop(state, [] if state.prepared is None else [state.prepared])
            return prepare(state, needs, checks, Stream(game.number, game.attempt)), ()
        case GameOver() if state.ceremonies:
            return drop(state, [record.number for record in state.ceremonies]), ()
        case _:
            return state, ()


def _hand_of_away(state: TableState, playing: Playing, away: list[SeatNumber]) -> Step:
    """Losers have gone: their hands are opened by keys that they left or that others keep, or nobody opens them."""
    game = playing.game
    for seat in away:
        asked = _ask_for_hand(state, game, seat)
        if asked is not state:
            return asked, ()
        step = _left_hand(state, game, seat)
        if step is not None:
            return replace(state, phase=replace(playing, game=step[0])), step[1]
    return state, ()


def _left_hand(state: TableState, game: Game, seat: SeatNumber) -> rules.Step | None:
    """Open the hand of a seat that has gone, or count it unopened; None as long as others' shares are missing."""
    assert game.deal is not None, "a hand is held in a deal"
    places = [(slot, *state.place_of(slot)) for slot in game.deal.hands[seat]]
    if not all(_is_open(state, record, seat) for _, record, _ in places):
        return rules.leave_hand_closed(game, seat, points_unopened(game, seat))
    faces = {slot: open_to_all(record, position) for slot, record, position in places}
    shown = tuple(Shown(slot, CARDS[face]) for slot, face in faces.items() if face is not None)
    return rules.open_hand(game, seat, shown) if len(shown) == len(faces) else None


def _is_open(state: TableState, record: Record, seat: SeatNumber) -> bool:
    """Say whether the key of a seat that has gone is known, or kept by others who are all here."""
    helpers = record.ceremony.openings.helpers.get(seat, ())
    here = bool(helpers) and not any(state.player_of(record, helper).gone for helper in helpers)
    return here or seat in record.ceremony.secrets


def _ask_for_hand(state: TableState, game: Game, seat: SeatNumber) -> TableState:
    """Give the hand of an absent seat to everybody: those who keep its key owe the shares by which it opens."""
    assert game.deal is not None, "a hand is held in a deal"
    closed: dict[int, list[int]] = {}
    for slot in game.deal.hands[seat]:
        record, position = state.place_of(slot)
        is_kept = seat in record.ceremony.openings.helpers and _is_open(state, record, seat)
        if is_kept and record.ceremony.audience_of(position) == seat:
            closed.setdefault(record.number, []).append(position)
    for number, positions in sorted(closed.items()):
        found = state.record(number)
        assert found is not None, "a deal's ceremonies live as long as it does"
        state = grant(state, found, positions, EVERYBODY)
    return state


def _turn_up(state: TableState, playing: Playing, slot: Slot) -> Step:
    card = face_at(state, slot)
    if card is None:
        return state, ()
    game, events = rules.turn_up(playing.game, card)
    return replace(state, phase=replace(playing, game=game)), events


def _open_reshuffle(state: TableState, game: Game, deck: tuple[Card, ...], checks: Checks) -> TableState:
    number = CeremonyNumber(state.next_ceremony)
    return replace(_open_in_deal(state, game, Kind.RESHUFFLE, faces_of(deck), checks), restocking=number)


def _cut(state: TableState, playing: Playing, offsets: tuple[int, ...], checks: Checks) -> Step:
    """Have a deck of offsets made, as the cards 1, 2, ... in their order; once its top card is open the cut is made."""
    if state.cutting is None:
        number = CeremonyNumber(state.next_ceremony)
        faces = tuple(str(place + 1) for place in range(len(offsets)))
        return replace(_open_in_deal(state, playing.game, Kind.CUT, faces, checks), cutting=number), ()
    record = state.record(state.cutting)
    assert record is not None, "the deck of a cut is there until the cut is made"
    face = open_to_all(record, TOP)
    if face is None:
        return state, ()
    game, events = rules.cut(playing.game, offsets[int(face) - 1])
    return replace(drop(state, [state.cutting]), phase=replace(playing, game=game)), events


def _open_in_deal(state: TableState, game: Game, kind: Kind, faces: tuple[str, ...], checks: Checks) -> TableState:
    assert game.deal is not None, "only a deal in play needs such a deck"
    seats = [seat for seat in game.deal.seats if seat not in game.away]
    return open_ceremony(state, checks, NewDeck(kind, seat_identities(state, seats), faces, state.stream))


def all_ready(state: TableState, needs: NeedsDeal) -> bool:
    """Say whether all who play the next deal want it."""
    return all(state.seated(seat).ready for seat in needs.seats)


def fits(state: TableState, needs: NeedsDeal) -> bool:
    """Say whether the prepared deck is exactly that of the next deal: seats, identities, cards and backups."""
    record = state.record(state.prepared) if state.prepared is not None else None
    if record is None:
        return False
    made = record.ceremony.plan.setting
    return (
        made.seats == seat_identities(state, needs.seats)
        and made.faces == faces_of(needs.deck)
        and made.threshold == backup_threshold(state, Kind.DEAL, needs.seats)
    )


def prepare(state: TableState, needs: NeedsDeal, checks: Checks, stream: Stream) -> TableState:
    """Begin to make a deck for a next deal of these seats."""
    deck = NewDeck(Kind.DEAL, seat_identities(state, needs.seats), faces_of(needs.deck), stream)
    number = CeremonyNumber(state.next_ceremony)
    return replace(open_ceremony(state, checks, deck), prepared=number)


def shown_by(action: Action) -> tuple[Shown, ...]:
    """Return the cards that an action shows from a hand, in its own order."""
    if isinstance(action, Discard):
        return (action.shown,)
    if isinstance(action, Lay):
        placed = [card for item in action.items for card in item.cards]
        return tuple(Shown(card.slot, card.card) for card in placed if card.slot is not None)
    if isinstance(action, Show):
        return action.cards
    return action.jokers if isinstance(action, End) else ()
