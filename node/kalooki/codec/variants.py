"""A variant with its house rules: its key, and every option that a house may set, as text."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kalooki.codec.errors import MalformedError
from kalooki.codec.limits import MAX_OPTION, MAX_OPTIONS
from kalooki.codec.reading import key, listed, text
from kalooki.rules.errors import RulesError
from kalooki.rules.options import parse_option, read_stakes, value_text
from kalooki.rules.registry import presets
from kalooki.rules.variant import Variant
from kalooki.wire.v1 import view_pb2 as pb

_FIELDS: dict[str, Callable[[Any], Any]] = {"stakes": read_stakes}
"""Options whose field is more than the value that a house writes."""


@lru_cache(maxsize=8)
def variant_to_wire(variant: Variant) -> pb.VariantRules:
    """Write a variant; the message is to be copied into another one."""
    options = [pb.VariantOption(key=name, value=value_text(getattr(variant, name))) for name in sorted(variant.choices)]
    return pb.VariantRules(key=variant.key, options=options)


def variant_from_wire(message: pb.VariantRules, where: str) -> Variant:
    """Read a variant.

    Raises:
        MalformedError: None that this program knows, or an option with a value that it cannot have.
    """
    options = tuple(
        (key(option.key, where), text(option.value, where, MAX_OPTION))
        for option in listed(message.options, where, MAX_OPTIONS)
    )
    return _variant(key(message.key, where), options, where)


@lru_cache(maxsize=8)
def _variant(name: str, options: tuple[tuple[str, str], ...], where: str) -> Variant:
    if name not in presets():
        raise MalformedError("a variant that this program does not know", where, "one that `kalooki rules` lists")
    preset = presets()[name]
    if [option for option, _ in options] != sorted(preset.choices):
        raise MalformedError("other options than the variant has", where, "each of them once, sorted")
    try:
        values = {option: parse_option(option, value) for option, value in options}
    except RulesError:
        raise MalformedError("a value that its option cannot have", where, "one that `kalooki rules` lists") from None
    return replace(preset, **{option: _FIELDS.get(option, _same)(value) for option, value in values.items()})


def _same(value: Any) -> Any:  # noqa: ANN401 - an option is of any kind
    return value
