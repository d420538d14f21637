"""The first message of a table: what is played, by which rules, and the table's name."""

from kalooki.rules.errors import RulesError
from kalooki.rules.options import parse_option, rules_options
from kalooki.rules.registry import RULES_VERSION, variant_named
from kalooki.rules.variant import Variant
from kalooki.table.hashing import LABEL, hash32, u16, u64
from kalooki.table.log import Digest, LogError
from kalooki.table.payloads import Genesis
from kalooki.table.signing import BadIdentityError, check_identity

PROTOCOL = 1
"""The version of everything that nodes send each other."""

CHANCE_BYTES = 32

LEAST_SILENCE_MS = 500
MOST_SILENCE_MS = 300_000
"""Shorter, a busy host would be voted out again and again; longer, nobody would wait for that."""


class GenesisError(LogError):
    """A table that this node cannot play at."""

    code = "bad_genesis"


class OtherProtocolError(GenesisError):
    """The table speaks another version."""

    code = "other_protocol"


class OtherRulesError(GenesisError):
    """The table's rules are not those that this node knows by the same name."""

    code = "other_rules"


def table_id(payload: bytes) -> Digest:
    """Name the table by its genesis as encoded."""
    return Digest(hash32(LABEL + b"/table/" + payload))


def rules_digest(variant: Variant) -> bytes:
    """Name the rules in force: RULES_VERSION, the variant's key, and every option with its value."""
    words = [variant.key, *(word for option in rules_options(variant) for word in option)]
    return hash32(LABEL + b"/rules/" + u16(RULES_VERSION) + b"".join(_framed(word) for word in words))


def house_variant(key: str, options: tuple[tuple[str, str], ...]) -> Variant:
    """A variant with house rules given as text.

    Raises:
        RulesError: There is no such variant, option or value.
    """
    return variant_named(key, {name: parse_option(name, text) for name, text in options})


def variant_of(genesis: Genesis) -> Variant:
    """Check a genesis, and return the rules that it names.

    Raises:
        OtherProtocolError: Another version.
        OtherRulesError: Rules that are not ours.
        GenesisError: Anything else that cannot be.
    """
    if genesis.protocol != PROTOCOL:
        raise OtherProtocolError(f"the table speaks version {genesis.protocol}, this node {PROTOCOL}")
    try:
        check_identity(genesis.founder)
        variant = house_variant(genesis.variant, genesis.options)
    except RulesError as unknown:
        raise OtherRulesError(f"{genesis.variant}: {unknown}") from unknown
    except BadIdentityError as bad:
        raise GenesisError(str(bad)) from bad
    if genesis.rules_version != RULES_VERSION or genesis.rules_digest != rules_digest(variant):
        raise OtherRulesError(
            f"the table plays {genesis.variant} by rules {genesis.rules_version}/{genesis.rules_digest.hex()}, "
            f"this node by {RULES_VERSION}/{rules_digest(variant).hex()}"
        )
    if not variant.min_players <= genesis.seats <= variant.max_players:
        raise GenesisError(f"{genesis.variant} is not for {genesis.seats} players")
    if genesis.silence_ms and not LEAST_SILENCE_MS <= genesis.silence_ms <= MOST_SILENCE_MS:
        raise GenesisError(f"a silent host is not waited for {genesis.silence_ms} ms")
    if len(genesis.chance) != CHANCE_BYTES or tuple(sorted(dict(genesis.options).items())) != genesis.options:
        raise GenesisError("chance is 32 bytes, and options are sorted, each once")
    return variant


def _framed(word: str) -> bytes:
    text = word.encode()
    return u64(len(text)) + text
