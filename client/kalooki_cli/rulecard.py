"""The rule card of a table: the variant in our own words, from its numbers, with the house rules marked."""

from kalooki.rules.options import allowed_for, value_text
from kalooki.rules.registry import presets
from kalooki.rules.variant import Variant
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.cards import options
from kalooki_cli.messages.cards.backup import backup_price
from kalooki_cli.messages.cards.contracts import contract_facts
from kalooki_cli.messages.cards.contracts_details import contract_details
from kalooki_cli.messages.cards.fact import Fact
from kalooki_cli.messages.cards.points import limit_words, points_facts
from kalooki_cli.messages.cards.points_details import points_details
from kalooki_cli.text import wrap

MARK = "*"
LABEL = 12


def facts(variant: Variant, columns: int = 80) -> list[str]:
    """One screen: what one must know to sit down."""
    house = house_rules(variant)
    head = _("{name} Kalooki").format(name=variant.key.replace("_", " ").title())
    lines = [head + (_(" with house rules ({mark})").format(mark=MARK) if house else "")]
    for fact in contract_facts(variant) if variant.contracts else points_facts(variant):
        lines += _fitted(fact, house, columns)
    return lines


def details(variant: Variant, columns: int = 80) -> list[str]:
    """Everything that the variant decides, in the order in which a deal needs it."""
    house = house_rules(variant)
    lines: list[str] = []
    label = ""
    for fact in contract_details(variant) if variant.contracts else points_details(variant):
        if fact.label != label:
            label = fact.label
            lines += ["", label]
        mark = MARK if house.keys() & set(fact.options) else " "
        lines += wrap(f"{mark} - {fact.text}", columns, "    ")
    return lines + house_lines(variant, columns)


def summary(variant: Variant, columns: int = 80) -> list[str]:
    """What one agrees to: the card, and the house rules one by one."""
    return facts(variant, columns) + house_lines(variant, columns)


def house_lines(variant: Variant, columns: int = 80) -> list[str]:
    """The house rules as they are set, with the price of what costs trust."""
    house = house_rules(variant)
    if not house:
        return []
    head = _("House rules of this table ({mark}):").format(mark=MARK)
    lines = ["", head]
    for option, value in house.items():
        lines += wrap(f"  {options.said(option, value)}", columns, "    ")
    for sentence in backup_price(variant):
        lines += wrap(sentence, columns)
    return lines


def variant_lines(columns: int = 80) -> list[str]:
    """Every variant by its key, and how to see more of it."""
    lines = []
    for key, variant in presets().items():
        players = _("{least} to {most} players").format(least=variant.min_players, most=variant.max_players)
        lines += wrap(f"  {key}: {players}; {_brief(variant)}", columns, "      ")
    return [
        *lines,
        "",
        *wrap(
            _("{kalooki} rules VARIANT shows one, with --options its house rules.").format(kalooki=program()), columns
        ),
    ]


def _brief(variant: Variant) -> str:
    """What is laid first, and when the game ends."""
    if variant.contracts:
        text = _("first lay the contract of the deal; the lowest total after {deals} deals wins")
        return text.format(deals=variant.hands_per_game)
    need = _("first lay {need} points").format(need=variant.initial_min)
    aim = _("to {target} points").format(target=variant.na_target) if variant.na_target else limit_words(variant)
    return f"{need}; {aim}"


def option_lines(variant: Variant, columns: int = 80) -> list[str]:
    """Every house rule of the variant: its value in force, what it may be, and what it decides."""
    house, preset = house_rules(variant), presets().get(variant.key, variant)
    lines = wrap(
        _(
            "House rules of {key}, set by --house OPTION=VALUE: what each is, in brackets what it may be, and what it"
            " decides"
        ).format(key=variant.key),
        columns,
    )
    for option in variant.choices:
        mark = MARK if option in house else " "
        value = value_text(getattr(variant, option))
        may = options.allowed_typed(allowed_for(preset, option))
        text = f"{mark} {option} = {value} ({may}). {options.said(option, value)}; {options.HOUSE[option].decides}"
        lines += wrap(text, columns, "      ")
    return lines


def house_rules(variant: Variant) -> dict[str, str]:
    """The options in which it differs from its preset, as in `--house`."""
    preset = presets().get(variant.key, variant)
    return {
        option: value_text(getattr(variant, option))
        for option in variant.choices
        if getattr(variant, option) != getattr(preset, option)
    }


def _fitted(fact: Fact, house: dict[str, str], columns: int) -> list[str]:
    mark = MARK if house.keys() & set(fact.options) else " "
    label = f"{mark} {fact.label}".ljust(LABEL)
    first, *rest = wrap(fact.text, max(columns - LABEL - 1, LABEL))
    return [f"{label} {first}"[:columns].rstrip(), *(f"{'':{LABEL}} {line}"[:columns].rstrip() for line in rest)]
