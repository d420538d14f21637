"""Contracts in words, and what a hand still lacks for one."""

from kalooki.rules.opening import contract_of
from kalooki.rules.variant import Contract, Variant
from kalooki_cli.language import gettext as _
from kalooki_cli.look import Look
from kalooki_cli.messages.talk import cards_left, listed, plural
from kalooki_cli.progress import Progress

COUNTS = ("", _("a"), _("two"), _("three"), _("four"), _("five"))


def contract_words(variant: Variant, number: int) -> str:
    """The contract of a deal: `two 3s and a 4 (3-3-4)`; nothing where points are the gate."""
    contract = contract_of(variant, number)
    return "" if contract is None else words(variant, contract)


def words(variant: Variant, contract: Contract) -> str:
    """A contract as it is said at the table, and in figures."""
    if contract.everything:
        return _("all cards at once (blitz)")
    if not speaks_in_figures(variant):
        sets = [_("a set of {size}").format(size=size) for size in contract.sets]
        return listed([*(_("a run of {size}").format(size=size) for size in contract.runs), *sets])
    return f"{_in_figures(contract)} ({figures(contract)})"


def briefly(variant: Variant, contract: Contract) -> str:
    """A contract in figures, where they say it: `3-3-4`."""
    return figures(contract) if speaks_in_figures(variant) else words(variant, contract)


def speaks_in_figures(variant: Variant) -> bool:
    """Whether a set and a run can be told apart by their least sizes, so that players call them 3s and 4s."""
    return variant.set_min != variant.run_min and not any(contract.exactly for contract in variant.contracts)


def figures(contract: Contract) -> str:
    """`3-3-4`."""
    return "-".join(map(str, (*contract.sets, *contract.runs)))


def _in_figures(contract: Contract) -> str:
    parts = [(len(lengths), lengths[0]) for lengths in (contract.sets, contract.runs) if lengths]
    one, many = _("{count} {size}"), _("{count} {size}s")
    return listed([plural(count, one, many).format(count=COUNTS[count], size=size) for count, size in parts])


def lacking(found: Progress, look: Look) -> str:
    """What is held of the contract already, and how much is missing."""
    held = "; ".join(look.cards(one.cards) for one in found.melds if one.cards)
    jokers = plural(found.jokers, _("a joker"), _("{count} jokers").format(count=found.jokers)) if found.jokers else ""
    have = _(", with ").join(part for part in (held, jokers) if part)
    if not found.missing:
        return _("You hold all of it: {have}.").format(have=have)
    return _("Nearest: {have}; {missing} missing.").format(have=have, missing=cards_left(found.missing))
