"""The first entry: which tables a node plays at, and which first entries are none."""

from dataclasses import replace

import pytest

from kalooki.codec import encode, unseal
from kalooki.rules.errors import RulesError
from kalooki.rules.options import rules_options
from kalooki.rules.registry import RULES_VERSION, variant_named
from kalooki.table.checks import Checks
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Tools
from kalooki.table.genesis import (
    GenesisError,
    OtherProtocolError,
    OtherRulesError,
    house_variant,
    rules_digest,
    table_id,
    variant_of,
)
from kalooki.table.hashing import LABEL, hash32
from kalooki.table.log import NO_DIGEST, Digest, Entry, LogError, Stream, body_bytes
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, NodeNumber, Ready
from kalooki.table.ports import EntryPacket, Received, Report
from kalooki.table.replica import Replica
from kalooki.table.wellformed import MalformedEntryError, UnsignedEntryError
from support.table_scribe import HOST, Scribe, by_player, fresh, scribe_at, secret_of
from support.table_world import Place, World

GENESIS = Scribe(2).genesis


def test_a_table_is_named_by_its_genesis() -> None:
    assert table_id(encode(GENESIS)) == hash32(LABEL + b"/table/" + encode(GENESIS))
    assert table_id(encode(replace(GENESIS, chance=b"x" * 32))) != table_id(encode(GENESIS))


def test_the_rules_are_named_by_version_variant_and_every_option() -> None:
    british = variant_named("british")
    words = b"".join(
        len(word).to_bytes(8, "big") + word.encode()
        for word in ["british", *(word for option in _options() for word in option)]
    )
    expected = hash32(LABEL + b"/rules/" + RULES_VERSION.to_bytes(2, "big") + words)
    assert rules_digest(british) == expected
    assert rules_digest(house_variant("british", (("elim_at", "reach"),))) != expected


def _options() -> tuple[tuple[str, str], ...]:
    return rules_options(variant_named("british"))


def test_house_rules_are_part_of_the_game() -> None:
    options = (("elim_at", "reach"),)
    digest = rules_digest(house_variant("british", options))
    assert variant_of(replace(GENESIS, options=options, rules_digest=digest)).elim_at == "reach"


REFUSED = [
    ("another protocol", replace(GENESIS, protocol=2), OtherProtocolError),
    ("an unknown variant", replace(GENESIS, variant="whist"), OtherRulesError),
    ("an unknown option", replace(GENESIS, options=(("colour", "blue"),)), OtherRulesError),
    ("another version of the rules", replace(GENESIS, rules_version=RULES_VERSION + 1), OtherRulesError),
    ("other rules of the same name", replace(GENESIS, rules_digest=bytes(32)), OtherRulesError),
    ("a founder with a key of small order", replace(GENESIS, founder=bytes(32)), GenesisError),
    ("too many seats", replace(GENESIS, seats=9), GenesisError),
    ("too few seats", replace(GENESIS, seats=1), GenesisError),
    ("too little chance", replace(GENESIS, chance=b"x"), GenesisError),
    ("a host who is hardly waited for", replace(GENESIS, silence_ms=499), GenesisError),
    ("a host who is waited for too long", replace(GENESIS, silence_ms=300_001), GenesisError),
]


@pytest.mark.parametrize(("what", "genesis", "error"), REFUSED, ids=[what for what, _, _ in REFUSED])
def test_a_node_does_not_play_at_every_table(what: str, genesis: Genesis, error: type[GenesisError]) -> None:
    assert what
    with pytest.raises(error):
        variant_of(genesis)


def test_options_are_sorted_and_come_once() -> None:
    options = (("elim_at", "reach"), ("ace_low", "true"))
    digest = rules_digest(house_variant("british", options))
    with pytest.raises(GenesisError, match="sorted"):
        variant_of(replace(GENESIS, options=options, rules_digest=digest))


def first_entry(scribe: Scribe) -> Entry:
    return scribe.entry(scribe.message(HOST, scribe.genesis))


def accept(scribe: Scribe, entry: Entry) -> None:
    Replica(scribe.table, Checks(scribe.group, unseal)).accept(entry)


def test_a_log_begins_with_a_genesis_alone() -> None:
    scribe = Scribe(2)
    genesis, ready = scribe.message(HOST, scribe.genesis), scribe.message(by_player(0), Ready(1))
    accept(scribe, scribe.entry(genesis))
    for messages in [(ready,), (genesis, ready)]:
        with pytest.raises(MalformedEntryError, match="alone"):
            accept(scribe, scribe.entry(*messages))


def test_nothing_comes_before_the_first_entry() -> None:
    scribe = Scribe(2)
    entry = first_entry(scribe)
    wrong = Digest(b"x" * 32)
    for changed in [replace(entry, previous=wrong), replace(entry, state_before=wrong)]:
        with pytest.raises(MalformedEntryError, match="nothing comes before"):
            accept(scribe, scribe.sign_entry(changed))
    for message in [
        scribe.message(HOST, scribe.genesis, stream=Stream(1, 1)),
        scribe.message(by_player(0), scribe.genesis),
    ]:
        with pytest.raises(MalformedEntryError, match="nothing comes before"):
            accept(scribe, scribe.entry(message))


def test_the_first_entry_is_the_founders_in_the_first_term() -> None:
    scribe = Scribe(2)
    entry = first_entry(scribe)
    with pytest.raises(UnsignedEntryError):
        accept(scribe, replace(entry, signature=bytes(64)))
    with pytest.raises(MalformedEntryError, match="first term"):
        accept(scribe, scribe.sign_entry(replace(entry, term=2)))
    with pytest.raises(MalformedEntryError, match="did not sign the genesis"):
        accept(scribe, scribe.entry(scribe.message(HOST, scribe.genesis, secret=secret_of("somebody"))))
    with pytest.raises(MalformedEntryError, match="body"):
        accept(scribe, scribe.sign_entry(replace(entry, body=body_bytes((b"x",)))))
    with pytest.raises(MalformedEntryError, match="counter"):
        accept(scribe, scribe.entry(scribe.message(HOST, scribe.genesis, counter=0)))


def test_the_genesis_is_that_of_this_table() -> None:
    scribe, other = Scribe(2), Scribe(3)
    with pytest.raises(MalformedEntryError, match="another table"):
        accept(scribe, first_entry(other))


def tools_of(scribe: Scribe) -> Tools:
    world = World(1, (Place(),), founding=Founding("british", seats=2))
    return replace(world.processes[0].tools, group=scribe.group)


def test_a_node_says_why_it_cannot_play_at_a_table() -> None:
    scribe = Scribe(2)
    scribe.genesis = replace(scribe.genesis, protocol=7)
    scribe.table = table_id(encode(scribe.genesis))
    config = NodeConfig(secret_of("node 1"), b"cert", (PlayerConfig(secret_of("player 1"), "Bea"),))
    node = Node.join(config, tools_of(scribe), scribe.table)
    outputs = node.step(Received(NodeNumber(0), EntryPacket(first_entry(scribe), 1)), fresh("x"))
    assert [output.code for output in outputs if isinstance(output, Report)] == ["other_protocol"]
    again = node.step(Received(NodeNumber(0), EntryPacket(first_entry(scribe), 1)), fresh("y"))
    assert not [output for output in again if isinstance(output, Report)]
    assert node.last_index == 0


def test_somebody_elses_first_entry_stops_nobody() -> None:
    scribe, other = Scribe(2), Scribe(3)
    config = NodeConfig(secret_of("node 1"), b"cert", (PlayerConfig(secret_of("player 1"), "Bea"),))
    node = Node.join(config, tools_of(scribe), scribe.table)
    node.step(Received(NodeNumber(0), EntryPacket(first_entry(other), 1)), fresh("x"))
    node.step(Received(NodeNumber(0), EntryPacket(first_entry(scribe), 1)), fresh("y"))
    assert node.last_index == 1


def test_nobody_founds_a_table_that_cannot_be() -> None:
    world = World(1, (Place(),), founding=Founding("british", seats=2))
    process = world.processes[0]
    with pytest.raises(RulesError):
        Node.found(process.config, process.tools, Founding("whist"), fresh("x"))
    with pytest.raises(LogError):
        Node.found(process.config, process.tools, Founding("british", seats=9), fresh("x"))


def test_nothing_stands_before_the_first_entry() -> None:
    assert bytes(32) == NO_DIGEST
    assert scribe_at("found").replica.entries[0].previous == NO_DIGEST
