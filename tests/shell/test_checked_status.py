"""What clients are told of what was checked: from real nodes and from a witness, to the lamp and the words."""

import pytest

from kalooki.codec import status_to_wire
from kalooki.codec.seats import status_from_wire
from kalooki.fair.contexts import Kind
from kalooki.seat import Checked, TableStatus
from kalooki.shell.status import StatusMaker
from kalooki.table.payloads import PlayerNumber
from kalooki.verify import Witness
from kalooki_cli.messages import trust
from kalooki_cli.trust import Lamp, lamp
from support.false_shuffles import SwapsTwoCards
from support.forger import SEED, Forger, log_of, played
from support.table_world import Place, World


def status(world: World, number: int) -> TableStatus:
    node = world.node(number)
    told = StatusMaker(node, "").status(node.moment(), PlayerNumber(number), lambda _node: True)
    return status_from_wire(status_to_wire(told))


def checked(world: World, number: int) -> Checked:
    found = status(world, number).checked
    assert found is not None
    return found


@pytest.fixture(scope="module")
def fair() -> World:
    return played(1)


def test_the_lamp_of_an_honest_table_says_checked_and_all_speak_the_same_words(fair: World) -> None:
    seats = range(len(fair.processes))
    assert {lamp(status(fair, number)) for number in seats} == {Lamp.CHECKED}
    first, *others = (checked(fair, number).marks for number in seats)
    assert all(other == first for other in others)
    assert all(len(mark.words) == 4 for mark in first)
    assert len({mark.words for mark in first}) == len(first)


def test_another_table_has_other_words(fair: World) -> None:
    other = World(9, (Place(), Place()), moves=0)
    other.run(lambda: bool(checked(other, 0).marks))
    there = checked(other, 0).marks
    assert not {mark.words for mark in there} & {mark.words for mark in checked(fair, 0).marks}


def test_who_only_watches_is_told_the_same_by_his_own_checks(fair: World) -> None:
    forger, witness = Forger(fair), Witness(fair.table, fair.group, SEED)
    entries = log_of(fair)
    for first in range(0, len(entries), 7):
        for entry in entries[first : first + 7]:
            forger.follow(entry)
        witness.take(entries[first : first + 7], [forger.certify()])
    told = witness.moment().checked
    own = fair.node(0).moment().checked
    assert told is not None
    assert own is not None
    assert (told.entries, told.messages, told.marks) == (witness.head, own.messages, own.marks)
    assert (told.keys, told.moves, told.void, told.deals) == (own.keys, own.moves, own.void, own.deals)
    assert told.shares > own.shares, "nobody's shares are his own"
    assert [(deck.kind, deck.index, deck.verified) for deck in told.decks] == [
        (deck.kind, deck.index, True) for deck in own.decks
    ]
    assert told.signers >= 1
    assert told.certified == witness.head


def test_real_evidence_turns_the_lamp_and_names_who_it_was() -> None:
    world = World(0, (Place(), Place(), Place(prover=SwapsTwoCards(Kind.DEAL), vote=False)))
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)
    for number in range(3):
        shown = status(world, number)
        assert lamp(shown) is Lamp.LOOK
        said = [line for kind, line in trust.lines(shown) if kind == "alarm"]
        assert any(line.startswith("P2.0, entry ") and "shuffle is not proved" in line for line in said)
        assert trust.DO_FAULTY.format(kalooki="kalooki") in [line.strip() for _, line in trust.lines(shown)]
