"""No way to guess a card of another hand goes better than chance, and each would if there were a hole for it."""

from dataclasses import replace

import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.shuffle import ShuffleOffline, commit_material, draw_secrets
from kalooki.shell.group_loader import load_group
from support.guessing import Guesser, Hidden, Knowledge, Learned, Remembering, Score, at_position, by_share, deal

GROUP = load_group()
DOUBT = 4.0
"""Few deals are guessed here, of fixed seeds."""


class Unmoved(Remembering):
    """Leaves every card where it lies, which nobody else can see."""

    def prepare(self, ceremony: Ceremony, entropy: bytes) -> ShuffleOffline:
        group, size, key = ceremony.plan.group, len(ceremony.plan.setting.faces), ceremony.joint_key
        secrets = replace(draw_secrets(size, entropy), permutation=tuple(range(size)))
        return ShuffleOffline(commit_material(group, key, secrets), key)


def share_of_owner(known: Knowledge, hidden: Hidden) -> bytes:
    """What only the owner of the hand can compute, found backwards."""
    return known.group.sub(known.group.sub(hidden.card.b, hidden.share), known.points[hidden.face]).encoding


def test_no_way_to_guess_goes_better_than_chance() -> None:
    guesser = Guesser()
    for seed in range(4):
        guesser.guess(deal(seed, GROUP))
    assert {way: score.guesses for way, score in guesser.scores.items()} == {
        "a share that is known": 0,
        "as if nobody shuffled": 52,
        "as if nobody else shuffled": 52,
        "what lay there before": 52,
        "how it looks": 52,
    }
    assert all(score.deviations < DOUBT for score in guesser.scores.values())


def test_a_share_that_comes_out_names_its_card_and_no_other() -> None:
    known = deal(7, GROUP)
    leaked, *others = known.hidden
    knows_more = replace(known, read=known.read + b"\x00" + share_of_owner(known, leaked))
    assert by_share(knows_more, leaked) == leaked.face
    assert all(by_share(knows_more, hidden) is None for hidden in others)


@pytest.mark.parametrize(
    ("host_shuffles", "sees"),
    [
        (False, {"as if nobody shuffled", "as if nobody else shuffled"}),
        (True, {"as if nobody else shuffled"}),
    ],
)
def test_who_does_not_shuffle_is_seen_through_and_the_host_alone_hides_nothing_from_himself(
    host_shuffles: bool, sees: set[str]
) -> None:
    guesser = Guesser()
    guesser.guess(deal(5, GROUP, own=Remembering() if host_shuffles else Unmoved(), other=Unmoved()))
    assert {way for way, score in guesser.scores.items() if score.deviations > DOUBT} == sees
    assert all(guesser.scores[way].right == guesser.scores[way].guesses == 13 for way in sees)


def test_a_deck_in_which_cards_lie_as_before_is_learned() -> None:
    learned, known = Learned(at_position), deal(5, GROUP, own=Unmoved(), other=Unmoved())
    before, after = Score(), Score()
    for hidden in known.hidden:
        before.add(learned(known, hidden), hidden, known.start)
    learned.learn(known)
    for hidden in known.hidden:
        after.add(learned(known, hidden), hidden, known.start)
    assert before.deviations < DOUBT < after.deviations
    assert after.right == after.guesses
