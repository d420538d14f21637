"""A whole game of each preset in memory, played by the bot that plays to win; house rules make some short."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from kalooki.bot import volunteered
from kalooki.bots.greedy import choose
from kalooki.fair.group import Group
from kalooki.table.config import Founding
from kalooki.table.payloads import PlayerNumber
from kalooki.table.ports import CloseTable
from support.table_group import GlassGroup
from support.table_world import Place, World

WHOLE = 1000


@dataclass(frozen=True, slots=True)
class Short:
    """How a preset is played."""

    seats: int = 2
    house: tuple[tuple[str, str], ...] = ()
    """What makes the game short."""
    deals: int = WHOLE
    seed: int = 61


SHORT: Mapping[str, Short] = MappingProxyType(
    {
        "british": Short(house=(("buy_ins", "0"), ("limit", "50")), seed=70),
        "european": Short(house=(("buy_ins", "0"), ("limit", "50")), seed=111),
        "swedish": Short(house=(("buy_ins", "0"), ("limit", "50")), seed=105),
        "north_american": Short(house=(("na_target", "50"),), seed=104),
        "jamaican": Short(seats=3),
        "jamaican_baby": Short(seats=3),
        "south_african": Short(seats=3),
    }
)


@cache
def game_of(preset: str, group: Group | None = None) -> World:
    """A table that plays, and is closed; the same for every test, so it must not be changed."""
    short = SHORT[preset]
    world = World(
        short.seed,
        (Place(),) * short.seats,
        founding=Founding(preset, short.house, seats=short.seats),
        chooser=choose,
        deals=short.deals,
        group=group or GlassGroup(),
    )
    world.wish = lambda view, rng: choose(view, rng) if view.window is not None else volunteered(view)
    world.run(lambda: world.all_at("over") or world.deals_done(short.deals))
    world.submit(0, PlayerNumber(0), CloseTable("enough"))
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)
    return world
