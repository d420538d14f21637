"""The variant and its house rules, read from the command line; imported only by a command that runs."""

from collections.abc import Sequence

import click

from kalooki.rules.errors import RulesError
from kalooki.rules.options import parse_option
from kalooki.rules.registry import variant_named
from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.errors import on_paper
from kalooki_cli.text import inert


def house_rules(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Split `option=value` texts.

    Raises:
        UsageError: One has no equals sign, or an option comes twice.
    """
    rules: dict[str, str] = {}
    for text in texts:
        option, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(_("A house rule is written OPTION=VALUE, not {text}.").format(text=inert(text, 40)))
        if option.strip() in rules:
            raise click.UsageError(_("The house rule {option} is there twice.").format(option=inert(option, 40)))
        rules[option.strip()] = value.strip()
    return tuple(sorted(rules.items()))


def variant(key: str, house: Sequence[str]) -> Variant:
    """Find the variant with these house rules.

    Raises:
        UsageError: There is no such variant, or a house rule that cannot be.
    """
    try:
        return variant_named(key, {name: parse_option(name, text) for name, text in house_rules(house)})
    except RulesError as error:
        raise click.UsageError(f"{error.code}: {on_paper(error, {})}") from error


def seats_for(rules: Variant, seats: int) -> int:
    """Check the number of players.

    Raises:
        UsageError: The variant is not for so many.
    """
    if not rules.min_players <= seats <= rules.max_players:
        least, most = rules.min_players, rules.max_players
        text = _("{variant} is for {least} to {most} players, not for {seats}.")
        raise click.UsageError(text.format(variant=rules.key, least=least, most=most, seats=seats))
    return seats
