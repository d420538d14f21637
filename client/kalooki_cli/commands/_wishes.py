"""What is started for each wish, and what was wished for where something was started on the command line."""

from dataclasses import replace
from pathlib import Path

from kalooki.shell.evening import Evening
from kalooki.shell.evening import kept as kept_evening
from kalooki.shell.launch import Bot, Join, Launched, NodeOptions, Resume
from kalooki.shell.launch import Found as FoundOptions
from kalooki.shell.tables import check_kept
from kalooki_cli.club import Against, Hosting, Joining, Resuming, Wish
from kalooki_cli.commands import _common
from kalooki_cli.commands._seeking import Place
from kalooki_cli.inbox import Habits

THOUSAND = 1000


def options_of(wish: Wish, place: Place, home: Path) -> tuple[NodeOptions, list[Bot], Habits]:
    """What is started.

    Raises:
        ShellError: No table is kept to which one could go back.
    """
    lan = NodeOptions(
        name=place.name,
        table=Resume(),
        data_dir=home,
        bind=place.bind,
        port=place.port,
        announce=True,
        interfaces=place.interfaces,
    )
    match wish:
        case Against():
            founded = FoundOptions(
                wish.variant,
                wish.house,
                seats=wish.bots + 1,
                begin_when_full=True,
                title="Loopback",
                hurried=False,
            )
            own = NodeOptions(name=place.name, table=founded, data_dir=home, pace=wish.pace)
            return own, _bots(wish.bots, wish.bot, place.name), Habits(ready_at_once=True, plays_again=True)
        case Hosting():
            founded = FoundOptions(
                wish.variant,
                wish.house,
                title=wish.title,
                seats=wish.seats,
                open=wish.open,
                grace_ms=wish.grace * THOUSAND,
                silence_ms=wish.election * THOUSAND,
                turn_ms=wish.turn_time * THOUSAND,
                bank_ms=wish.bank * THOUSAND,
                plays_on=wish.plays_on,
                code=wish.code,
            )
            own = replace(lan, table=founded, port=wish.port or place.port, pace=wish.pace)
            return own, _bots(wish.bots, wish.bot, place.name), Habits(agreed=True, plays_again=True)
        case Joining():
            return (
                replace(lan, table=Join(wish.code, wish.address, wish.table)),
                [],
                Habits(agreed=True, plays_again=True),
            )
        case Resuming(ready):
            kept = check_kept(home).hex()
            ran = kept_evening(home, kept) or Evening(kept, place.bind, announce=True, interfaces=(), bots=())
            interfaces = place.interfaces or ran.interfaces
            own = replace(lan, bind=ran.bind, announce=ran.announce, interfaces=interfaces)
            return own, [Bot(name, key) for name, key in ran.bots], Habits(plays_again=True, ready_at_once=ready)


def wish_of(launched: Launched) -> Wish:
    """What was wished for on the command line."""
    match launched.own.options.table:
        case FoundOptions() as found:
            bot = launched.bots[0].options.bot if launched.bots else Hosting().bot
            pace = launched.own.options.pace
            if found.begin_when_full:
                return Against(found.variant, found.options, bots=found.seats - 1, bot=bot, pace=pace)
            return Hosting(
                found.variant,
                found.options,
                title=found.title,
                seats=found.seats,
                bots=len(launched.bots),
                bot=bot,
                open=found.open,
                grace=found.grace_ms // THOUSAND,
                election=found.silence_ms // THOUSAND or Hosting().election,
                turn_time=found.turn_ms // THOUSAND,
                bank=found.bank_ms // THOUSAND,
                plays_on=found.plays_on,
                port=launched.own.options.port,
                pace=pace,
            )
        case Join(code, address, accepted):
            return Joining(code, address, accepted)
        case Resume():
            return Resuming()


def _bots(count: int, key: str, taken: str) -> list[Bot]:
    return [Bot(each, key) for each in _common.bot_names(count, taken)]
