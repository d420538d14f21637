"""What a host orders together: answers while calls are open, of which nothing comes before all have answered, and keys.

An entry costs every node a signature, a write, and a word to every other. Where eight sit at a table, six answer each
discard within a moment, and their answers fit into one entry; so do their keys for the deck of the next deal.
"""

from collections.abc import Iterable

from kalooki.rules.actions import Call, Draw, Pass
from kalooki.rules.deal import Calling
from kalooki.rules.game import NeedsDeal, pending
from kalooki.table.log import ByPlayer, Message
from kalooki.table.payloads import Act, CeremonyNumber, KeyShare, PlayerNumber
from kalooki.table.state import Playing, TableState

GATHER_MS = 200
"""How long the first answer waits for the others: nobody sees a pause in that, and nobody's time ends in it."""


def held_back(state: TableState, said: Iterable[tuple[Message, int]], now: int) -> frozenset[bytes]:
    """Return the answers for which it is too early, as bytes.

    Args:
        state: The table.
        said: What waits to be ordered, with the time at which it came.
        now: By the same clock.
    """
    asked = _asked(state)
    if not asked:
        return frozenset()
    answers = {message: came for message, came in said if _is_answer(state, message)}
    first = min(answers.values(), default=now)
    authors = {message.author for message in answers}
    if now - first >= GATHER_MS or all(ByPlayer(player) in authors for player in asked):
        return frozenset()
    return frozenset(message.wire for message in answers)


def is_ahead(state: TableState, number: CeremonyNumber) -> bool:
    """Say whether a deck is made for the next deal while this one is played: nobody waits for it."""
    return number == state.prepared and (state.game is None or not isinstance(pending(state.game), NeedsDeal))


def is_for_later(state: TableState, message: Message) -> bool:
    """Say whether a message is a key for such a deck: it can wait for company."""
    return isinstance(message.payload, KeyShare) and is_ahead(state, message.payload.ceremony)


def _asked(state: TableState) -> frozenset[PlayerNumber]:
    """Who may still call, where it does not matter who is the first, and there is a time for it."""
    game = state.phase.game if isinstance(state.phase, Playing) else None
    deal = None if game is None else game.deal
    if deal is None or not isinstance(deal.phase, Calling):
        return frozenset()
    if deal.variant.call_window_ms == 0 or deal.variant.call_priority == "first":
        return frozenset()
    return frozenset(state.seated(seat).number for seat in deal.phase.waiting)


def _is_answer(state: TableState, message: Message) -> bool:
    """Whether it only counts once all have answered: a draw, too, which stands, and comes when the calls are over."""
    said = message.payload
    is_now = (message.stream, message.move) == (state.stream, state.move)
    return is_now and isinstance(said, Act) and isinstance(said.action, Call | Pass | Draw)
