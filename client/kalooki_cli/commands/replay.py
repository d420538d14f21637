"""`kalooki replay`: a recorded game, move by move."""

from typing import TYPE_CHECKING

import click

from kalooki_cli.commands import _options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kalooki_cli.retelling import Scenes
    from kalooki_cli.terminal import Terminal

HOLDS, DOES_NOT_HOLD, UNREAD = 0, 1, 2


@click.command(name="replay")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="Only this deal.")
@click.option("--move", type=click.IntRange(min=1), metavar="N", help="Begin at this move; only this one is printed.")
@click.option("--all", "everything", is_flag=True, help="Print all moves, also at a terminal.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each move, and one with the verdict.")
@_options.LOOK
@_options.PLAIN
@click.pass_context
def command(  # noqa: PLR0913 - each is an option
    ctx: click.Context,
    *,
    file: str,
    deal: int | None,
    move: int | None,
    everything: bool,
    as_json: bool,
    suits: str | None,
    color: str | None,
    plain: bool,
) -> None:
    """Show the record FILE (- is standard input) move by move, with every card that its deals have shown.

    It is verified first. What does not hold is shown up to there, or not at all. A hand that was opened at the
    end of its deal is shown from the beginning; a card that nobody had to show stays hidden.
    At a terminal it is a screen (or, with --plain, lines): Enter goes on, p back, a number to that move, and q ends.

    Exit codes: 0 all of it holds, 1 not all of it does, 2 the arguments are wrong, or FILE cannot be read.
    """
    import json
    import sys

    from kalooki.shell.group_loader import GroupUnavailableError
    from kalooki.verify import Verdict
    from kalooki_cli.commands import _common, _records
    from kalooki_cli.messages import retelling as say

    try:
        report, scenes = _records.retold(_records.read(file))
    except (OSError, GroupUnavailableError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        if as_json:
            click.echo(json.dumps({"error": {"code": "unreadable", "message": reason}}))
        else:
            click.echo(say.unreadable(file, reason), err=True)
        ctx.exit(UNREAD)
    code = HOLDS if report.verdict is Verdict.VALID else DOES_NOT_HOLD
    moves = list(range(1, scenes.last + 1)) if deal is None else scenes.of_deal(deal)
    if code is HOLDS or scenes.told:
        if deal is not None and not moves:
            raise click.UsageError(say.no_deal(deal, scenes.last_deal))
        if move is not None and move not in moves:
            raise click.UsageError(say.no_move(move, moves))
    by_hand = not (everything or as_json or file == "-") and sys.stdin.isatty() and sys.stdout.isatty()
    printed = [move] if move is not None and move in moves else moves
    if as_json:
        for number in printed:
            click.echo(json.dumps(scenes.values(number)))
        found = [{"code": one.code, "entry": one.entry, "text": one.text} for one in report.findings]
        click.echo(json.dumps({"verdict": report.verdict.value, "moves": scenes.last, "findings": found}))
        ctx.exit(code)
    console, told = _common.terminal(suits, color), list(say.verdict(report, scenes.last))
    if by_hand and moves:
        _by_hand(scenes, moves, console, printed[0], told, plain=plain)
    else:
        _common.say(told)
        for number in printed:
            console.show(scenes.lines(number, console.look))
    ctx.exit(code)


def _by_hand(  # noqa: PLR0913 - what is shown, and how
    scenes: "Scenes", moves: "Sequence[int]", console: "Terminal", at: int, told: "Sequence[str]", *, plain: bool
) -> None:
    """Let a person go back and forth, on the screen where there is one."""
    from kalooki_cli.commands import _common, _single

    def walk() -> None:
        _common.say(told)
        _walk(scenes, moves, console, at)

    async def on_screen() -> int:
        from kalooki_cli.tui.screens.replay import ReplayScreen

        await _single.show(lambda carrier: ReplayScreen(carrier, scenes, moves, at, told), console, otherwise=walk)
        return 0

    if _single.has_screen(plain=plain):
        _common.run_on(on_screen())
    else:
        walk()


def _walk(scenes: "Scenes", moves: "Sequence[int]", console: "Terminal", at: int) -> None:
    """Let a person go back and forth."""
    import sys

    from kalooki_cli.messages import retelling as say
    from kalooki_cli.retelling import led_to

    console.show(scenes.lines(at, console.look))
    while True:
        print(say.prompt(at, moves[-1]), end="", flush=True)
        typed = sys.stdin.readline()
        match led_to(typed, at, moves) if typed else None:
            case None:
                return
            case int(number):
                at = number
                console.show(scenes.lines(at, console.look))
            case str(sentence):
                console.show([sentence])
