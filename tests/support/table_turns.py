"""Playing on in a scribe's log, everybody's part, until the game waits for something else."""

from random import Random

from kalooki.rules.actions import Action, BuyIn, Decline
from kalooki.rules.game import (
    GameOver,
    NeedsAction,
    NeedsDeal,
    NeedsDecision,
    NeedsHands,
    NeedsOffset,
    NeedsStock,
    NeedsUpcard,
    pending,
)
from kalooki.table.results import Effective
from support.table_scribe import Scribe, by_player
from support.table_world import laying


def play(scribe: Scribe, rng: Random, until: type | tuple[type, ...]) -> None:
    """Play on until the game waits for something of this kind."""
    while not isinstance(needs := pending(scribe.game), until):
        match needs:
            case NeedsAction(seats):
                action = laying(scribe.view(seats[0]), rng)
                result = scribe.act(seats[0], action)
                assert isinstance(result, Effective), (action, result)
                scribe.give_shares()
            case NeedsHands(hands):
                for seat in tuple(hands):
                    author = by_player(scribe.state.seated(seat).number)
                    scribe.must(author, scribe.open_hand(seat), stream=scribe.state.stream)
            case NeedsStock():
                scribe.restock()
            case NeedsDeal():
                scribe.deal()
            case NeedsDecision(seat=seat):
                choices: list[Action] = [BuyIn(), Decline()]
                scribe.act(seat, rng.choice(choices))
            case NeedsOffset():
                scribe.cut()
            case GameOver() | NeedsUpcard():
                return
