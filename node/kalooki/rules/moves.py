"""Whether an action begins a new move: what others chose before it was made is for another table then."""

from dataclasses import replace

from kalooki.rules.deal import Calling, Holding, InTurn, Phase
from kalooki.rules.standings import Game


def is_same_move(before: Game, after: Game) -> bool:
    """Whether nothing has changed but who has answered, called, or was charged: who chose before may still mean it.

    So answers of several seats make one another's choices void no more than a challenge that changes no card does, or
    cards that are shown.
    """
    was, now = before.deal, after.deal
    if was is None or now is None or replace(after, deal=was) != before:
        return False
    as_before = replace(now, phase=was.phase, beside=was.beside, charged=was.charged, no_lay=was.no_lay)
    if now.shown != was.shown:
        as_before = replace(as_before, shown=was.shown, paid=was.paid, faces=was.faces)
    return as_before == was and _goes_on(was.phase, now.phase)


def _goes_on(was: Phase, now: Phase) -> bool:
    match was:
        case Calling():
            return isinstance(now, Calling | InTurn)
        case Holding():
            return isinstance(now, Holding)
        case _:
            return now == was
