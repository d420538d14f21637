"""What a deal cost everybody, and how all stand: a small sheet beside the table."""

from kalooki.rules.events import DealScored, GameEnded, Score
from kalooki.rules.view import SeatLine, SeatView
from kalooki_cli import render
from kalooki_cli.messages import board as say
from kalooki_cli.messages import events, screens
from kalooki_cli.messages.talk import Talk
from kalooki_cli.text import cut, pad

NAME = 9
NUMBER = 6


def sheet(view: SeatView, talk: Talk, result: GameEnded | None = None) -> list[str]:
    """How the last deal ended, a line for each seat, and when the game ends, or how it has ended."""
    last = view.last if isinstance(view.last, DealScored) else None
    scores = {one.seat: one for one in last.scores} if last is not None else {}
    pays, buys = render.pays_money(view), bool(view.variant.buy_ins) and view.variant.limit is not None
    heads = [say.THIS_DEAL] if scores else []
    heads += [say.TOTAL, *([say.MONEY] if pays else []), *([say.BUY_INS] if buys else [])]
    said = events.settlement(result, talk) if result is not None else []
    lines = said[:1] or ([_outcome(last, talk)] if last is not None else [])
    lines.append(pad("", NAME) + "".join(f"{cut(head, NUMBER):>{NUMBER + 1}}" for head in heads))
    for one in sorted(view.seats, key=lambda one: (one.out, one.total)):
        lines.append(_line(one, scores.get(one.seat), talk, pays=pays, buys=buys, scored=bool(scores)))
    if result is not None:
        return [*lines, *said[len(said) - len(result.payments) - 1 :]] if result.payments else lines
    return [*lines, "", *endings(view, talk)]


def _outcome(last: DealScored, talk: Talk) -> str:
    how = events.HOW_ME[last.how] if last.winner == talk.me else events.HOW[last.how]
    return talk.say(last.winner, say.WON_ME, say.WON, how=how, number=last.number)


def _line(  # noqa: PLR0913 - what a line depends on
    one: SeatLine, score: Score | None, talk: Talk, *, pays: bool, buys: bool, scored: bool
) -> str:
    text = pad(talk.other(one.seat), NAME)
    if scored:
        text += f"{'' if score is None else f'{score.points:+d}':>{NUMBER + 1}}"
    text += f"{one.total:>{NUMBER + 1}}"
    text += f"{one.money:>+{NUMBER + 1}}" if pays else ""
    text += f"{one.buy_ins:>{NUMBER + 1}}" if buys else ""
    out = f" {say.OUT_SHORT}"
    return text + (out if one.out else "")


def endings(view: SeatView, talk: Talk) -> list[str]:
    """What the pool holds, and when the game ends."""
    variant = view.variant
    lines = []
    if variant.na_target is not None:
        lines.append(screens.target(variant.na_target, lowest=variant.na_scoring == "penalty"))
    if variant.limit is not None:
        lines += [screens.pool(talk.money(view.pool)), screens.limit(variant.limit, over=variant.elim_at == "over")]
    if variant.hands_per_game is not None:
        lines += [screens.kitty(talk.money(view.pool))] if view.pool else []
        lines.append(screens.last_deal(variant.hands_per_game))
    return lines
