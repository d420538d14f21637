"""Who shuffles dishonestly is named by everybody before a card of that deck is dealt, and the evidence is kept."""

import pytest

from kalooki.codec import unseal
from kalooki.fair.contexts import Kind
from kalooki.table.payloads import Shuffle
from support.false_shuffles import DropsACard, GivesNoProof, Honest, RepeatsACard, SendsTheLastProofAgain, SwapsTwoCards
from support.table_world import Place, World


def caught(world: World, cheat: int) -> None:
    """Everybody names the cheat's player, has kept its words, and the table is closed."""
    world.run(lambda: world.all_at("closed"))
    world.rest(1000)
    player = world.node(cheat).my_players[0]
    for number, process in enumerate(world.processes):
        standing = world.node(number).standing(None)
        assert standing is not None
        assert standing.fault is not None
        assert (standing.fault.player, standing.fault.code) == (player, "invalid_shuffle_proof")
        assert (standing.closed, standing.phase) == ("fault", "closed")
        assert {report.player for report in process.reports} == {player}
        (kind, wire) = process.store.evidence[-1]
        message = unseal(wire)
        assert message is not None
        assert kind == "invalid_shuffle_proof"
        assert isinstance(message.payload, Shuffle)
        assert not any(name.startswith("ceremony") for name in process.store.secrets)


@pytest.mark.parametrize("cheating", [SwapsTwoCards, RepeatsACard, GivesNoProof, DropsACard])
@pytest.mark.parametrize("cheat", [0, 2])
def test_a_dishonest_shuffle_of_the_first_deal_is_found_before_a_card_is_dealt(
    cheating: type[Honest], cheat: int
) -> None:
    places = [Place(), Place(), Place(vote=False)]
    places[cheat] = Place(vote=places[cheat].vote, prover=cheating(Kind.DEAL))
    world = World(cheat, tuple(places))
    caught(world, cheat)
    assert all(node.view(None) is None for node in world.nodes)


def test_a_dishonest_shuffle_of_the_seat_draw_is_found_before_a_seat_is_drawn() -> None:
    world = World(5, (Place(), Place(prover=SwapsTwoCards(Kind.SEATS)), Place()))
    caught(world, 1)
    standing = world.node(0).standing(None)
    assert standing is not None
    assert all(player.seat is None for player in standing.players)


def test_the_proof_of_an_earlier_deck_proves_nothing_for_the_next() -> None:
    prover = SendsTheLastProofAgain(Kind.DEAL)
    world = World(6, (Place(), Place(prover=prover)), moves=1)
    caught(world, 1)
    assert len(prover.proofs) == 3  # of the seat draw, of the deal in play, and of the deck made ahead
