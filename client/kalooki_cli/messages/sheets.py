"""The score sheet of a game with real cards, as text and in JSON."""

from collections.abc import Iterator

from kalooki.cards import SeatNumber
from kalooki.rules.files.score_file import ways_to_win
from kalooki.rules.files.score_sheet import ScoreSheet, SheetLine
from kalooki.rules.game import GameOver, NeedsDecision, pending
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.errors import on_paper
from kalooki_cli.messages.talk import listed, money_unit
from kalooki_cli.text import cut, inert, width

WIDEST = 10
"""Longer names are cut at the head of a column."""

MARKS = {"call-up": "*", "kalooki": "*K", "out": "*", "bend": "*B", "blitz": "*Z"}
"""What stands at the winner's total."""


def sheet(found: ScoreSheet, place: str) -> Iterator[str]:
    """The totals and the money of everybody, deal by deal, and how the game stands."""
    names = [inert(name, 20) for name in found.file.players.names]
    columns = [max(6, width(cut(name, WIDEST))) for name in names]
    heads = "  ".join(_right(cut(name, WIDEST), column) for name, column in zip(names, columns, strict=True))
    paid = _has_money(found)
    yield (
        _("deal  {totals}  |  {money}").format(totals=heads, money=heads)
        if paid
        else _("deal  {totals}").format(totals=heads)
    )
    money = [0] * len(names)
    for number, line in enumerate(found.lines, 1):
        for seat, amount in line.money.items():
            money[seat] += amount
        totals = "  ".join(_right(_total(line, seat), column) for seat, column in enumerate(columns))
        amounts = "  ".join(_right(f"{money[seat]:+d}", column) for seat, column in enumerate(columns))
        void = _("  void") if line.winner is None else ""
        yield f"{number:4}  {totals}  |  {amounts}{void}" if paid else f"{number:4}  {totals}{void}"
    yield _legend(found)
    yield from _standing(found, names)
    yield from _not_known(found)
    if found.wrong is not None:
        yield f"{place}:{found.wrong.line}: {found.wrong.cause.code}: {on_paper(found.wrong.cause, {})}"


def _has_pool(found: ScoreSheet) -> bool:
    """Whether the variant has stakes and a pool; one that is played to a target has neither."""
    variant = found.file.variant
    return variant.na_scoring is None and (not variant.contracts or variant.points_price > 0)


def _has_money(found: ScoreSheet) -> bool:
    """Whether anybody pays for a deal."""
    return _has_pool(found) or found.file.variant.na_scoring == "per_hand"


def _legend(found: ScoreSheet) -> str:
    """Explain the marks that a sheet of this variant may have."""
    ways = ways_to_win(found.file.variant)
    if "kalooki" in ways and _has_pool(found):
        return _("(* went out, *K kalooki; in brackets: after a buy-in)")
    if "kalooki" in ways:
        return _("(* went out, *K all in one turn)")
    others = [text for way, text in (("bend", _("*B bent the table")), ("blitz", _("*Z blitz"))) if way in ways]
    return _("({ways})").format(ways=", ".join([_("* went out"), *others]))


def _not_known(found: ScoreSheet) -> Iterator[str]:
    """What a sheet has no place for, so that nobody takes its money for all of the money."""
    variant = found.file.variant
    if variant.call_price or variant.show_price:
        yield _(
            "Not counted, since a sheet does not say it: what was paid for buys and for discards that could have been"
        )
        yield _("played (to the pool), for jokers that were shown, and for a joker at the cut.")
    if variant.sa_blitz_double and any(line.how == "blitz" for line in found.lines):
        yield _("A blitz is counted once: a sheet does not say whether it had jokers.")


def _right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def _total(line: SheetLine, seat: int) -> str:
    total = str(line.totals[seat])
    if seat not in line.points:
        return "-"
    if seat == line.winner:
        return f"{MARKS[line.how]} {total}"
    return f"({total})" if seat in line.bought_in else total


def _standing(found: ScoreSheet, names: list[str]) -> Iterator[str]:
    game = found.game
    unit = game.variant.stake_unit
    if _has_pool(found):
        yield _("The pool: {pool} {unit}.").format(pool=game.pool, unit=money_unit(game.pool, unit))
    if found.out:
        yield _("Out: {names}.").format(names=listed([names[seat] for seat in found.out]))
    needs = pending(game)
    if isinstance(needs, NeedsDecision):
        text = _("May buy back in, in this order: {names}; it costs {price}, and the total is then {score}.")
        order = listed([names[seat] for seat in game.deciding])
        yield text.format(names=order, price=needs.price, score=needs.score)
    elif isinstance(needs, GameOver):
        yield _("The game is won by {names}.").format(names=listed([names[seat] for seat in needs.winners]))
    if not _has_money(found):
        return
    amounts = ", ".join(f"{name} {amount:+d}" for name, amount in zip(names, game.money, strict=True))
    text = _("Money, stakes and pool included: {amounts}.") if _has_pool(found) else _("Money: {amounts}.")
    yield text.format(amounts=amounts)
    if isinstance(needs, GameOver):
        for payment in needs.payments:
            text = _("  {payer} pays {payee} {amount}.")
            yield text.format(payer=names[payment.payer], payee=names[payment.payee], amount=payment.amount)


def sheet_values(found: ScoreSheet) -> dict[str, object]:
    """The sheet in JSON."""
    names, game = found.file.players.names, found.game
    winners = [names[seat] for seat in game.winners]
    values: dict[str, object] = {
        "deals": [_line_values(line, names) for line in found.lines],
        "out": [names[seat] for seat in found.out],
        "may_buy_in": [names[seat] for seat in game.deciding],
        "winner": (winners[0] if len(winners) == 1 else winners) if winners else None,
        "pool": game.pool,
        "money": dict(zip(names, game.money, strict=True)),
    }
    if found.wrong is not None:
        error = {"code": found.wrong.cause.code, "message": on_paper(found.wrong.cause, {})}
        values["error"] = {**error, "line": found.wrong.line}
    return values


def _line_values(line: SheetLine, names: tuple[str, ...]) -> dict[str, object]:
    def named(numbers: dict[SeatNumber, int]) -> dict[str, int]:
        return {names[seat]: number for seat, number in sorted(numbers.items())}

    totals = dict(zip(names, line.totals, strict=True))
    return {"points": named(dict(line.points)), "totals": totals, "money": named(dict(line.money))}
