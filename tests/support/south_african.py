"""Tables of the South African game, in the middle of a round."""

from dataclasses import replace

from kalooki.rules import game as games
from kalooki.rules.variant import OptionValue, Variant
from support.contract_presets import game_named
from support.kalooki_table import Table, lay_out

OTHERS = {"p2": "2C 3H 4H", "p3": "2D 3D 4D"}
ROUNDS = {"blitz": 1, "set of 3": 2, "run of 3": 3, "both": 4, "run of 4": 5, "set of 4": 6, "run of 5": 7}


def kaluki(**options: OptionValue) -> Variant:
    return game_named("south_african", options)


def hand_of(  # noqa: PLR0913 - each is a part of a table
    hand: str,
    *table: str,
    deal: str = "set of 3",
    laid: tuple[str, ...] = (),
    pile: str = "4D",
    others: dict[str, str] | None = None,
    stock: str = "3C 5D 9C 2H 8C 6D 7C 2S 4C 8S",
    house: dict[str, OptionValue] | None = None,
) -> Table:
    """The turn of p1, who has drawn nothing yet, in a round of the default order."""
    out = lay_out(
        {"p1": hand, **(OTHERS if others is None else others)},
        table=table,
        laid=laid,
        variant=kaluki(**house or {}),
        pile=pile,
        stock=stock,
    )
    number = ROUNDS[deal]
    return Table(replace(out.game, number=number, deal=replace(out.deal, number=number)), out.faces)


def draws(out: Table) -> Table:
    """p1 draws, and nobody buys."""
    out.play("p1 draw")
    return Table(games.close_window(out.game)[0], out.faces)
