"""A little of scripts/chaos.py: real computers go and come back, and nothing that was agreed is lost."""

from pathlib import Path
from random import Random

import pytest

from support import chaos
from support.chaos_phases import Aim
from support.netns import lan
from support.shell_nodes import group

GROUP = group()

pytestmark = [pytest.mark.netns, pytest.mark.timeout(240)]


@pytest.mark.slow
async def test_a_table_outlives_a_kill_a_freeze_and_a_cut(tmp_path: Path) -> None:
    rng = Random(4)
    with lan("nft") as network:
        async with chaos.table(network, tmp_path, 3) as players:
            await players[0].changed.wait_until(lambda: all("playing" in player.phase for player in players))
            for kind, victim in (("killed", players[1]), ("cut off", players[0]), ("frozen", players[2])):
                outage = await chaos.happen(kind, victim, players, rng, patience=60)
                assert outage.healed is not None, [player.stands() for player in players]
    judgement = chaos.judge(players, GROUP)
    assert (judgement.lost, judgement.forks, judgement.broken, judgement.unverified) == (0, 0, [], [])
    assert judgement.entries > 30


async def test_a_founder_who_dies_in_the_lobby_is_back_for_the_game_and_a_player_who_freezes_for_his_turn(
    tmp_path: Path,
) -> None:
    rng = Random(238)  # both faults are short
    with lan("nft") as network:
        async with chaos.table(network, tmp_path, 2, hold=chaos.Hold("lobby", "Ann")) as players:
            for aim, victim in ((Aim("killed", "lobby"), players[0]), (Aim("frozen", "turn"), players[1])):
                outage = await chaos.happen_in(aim, victim, players, rng, wait=60, patience=60)
                assert outage is not None, [player.stands() for player in players]
                assert outage.healed is not None, [player.stands() for player in players]
                assert outage.phase == aim.phase
            assert {player.phase.partition(" ")[0] for player in players} == {"playing"}
    judgement = chaos.judge(players, GROUP)
    assert (judgement.lost, judgement.forks, judgement.broken, judgement.unverified) == (0, 0, [], [])
    assert judgement.scores == []
