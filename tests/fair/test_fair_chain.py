"""PROTOCOL.md 8.2: what is tried against a chain of shuffles, by its number in our list (16 to 23, 25, 43)."""

from dataclasses import replace

import pytest

from kalooki.fair.contexts import Kind
from kalooki.fair.elgamal import Ciphertext, encode_deck, reencrypt
from kalooki.fair.errors import (
    InvalidShuffleProofError,
    NotYourShuffleError,
    ShufflesIncompleteError,
    UnknownCardError,
    UnprovenDeckError,
)
from kalooki.fair.group import BASE, Scalar
from kalooki.fair.linear import LinearCombination, batch_weights
from kalooki.fair.own import make_shares, make_shuffle, own_share, prepare_shuffle
from kalooki.fair.plan import Setting
from kalooki.fair.shuffle import prove_shuffle, shuffle_deck
from kalooki.fair.shuffle_proof import ShuffleStatement
from kalooki.fair.shuffle_verify import (
    ChainSoFar,
    CheckedShuffle,
    ShuffleStep,
    verify_chain,
    verify_shuffle,
    weigh_chain,
)
from support.fair_deck import (
    SEED,
    Unsteady,
    World,
    element,
    fresh,
    keyed,
    setting,
    shuffled,
    sodium,
)

GROUP = sodium()
WORLD = shuffled(keyed(setting(4)))
STEPS = WORLD.ceremony.steps


def culprit_of(steps: tuple[ShuffleStep, ...]) -> int | None:
    with pytest.raises(InvalidShuffleProofError) as refused:
        verify_chain(GROUP, steps, SEED)
    return refused.value.seat


def with_step(index: int, step: ShuffleStep) -> tuple[ShuffleStep, ...]:
    return (*STEPS[:index], step, *STEPS[index + 1 :])


def with_response(step: ShuffleStep, difference: int) -> ShuffleStep:
    return replace(step, proof=replace(step.proof, z_r=Scalar(step.proof.z_r + difference)))


def evil_shuffle(world: World, seat: int, label: str = "evil") -> tuple[bytes, bytes]:
    """Replace one card and prove it as if it were a shuffle."""
    ceremony = world.ceremony
    material = prepare_shuffle(ceremony, fresh(label)).take()
    honest = shuffle_deck(GROUP, ceremony.input_deck(), material)
    after = (Ciphertext(honest[0].a, GROUP.add(honest[0].b, BASE)), *honest[1:])
    where = ceremony.binding.shuffle(ceremony.member(seat))
    statement = ShuffleStatement(where, ceremony.joint_key, ceremony.input_deck(), after)
    return encode_deck(after), prove_shuffle(GROUP, statement, material).encode()


def test_a_chain_of_true_shuffles_is_accepted_whatever_the_seed() -> None:
    for seed in (SEED, bytes(32)):
        verify_chain(GROUP, STEPS, seed)
    verify_chain(GROUP, (), SEED)
    assert WORLD.verdict.valid
    assert WORLD.verdict.culprit is None


def test_attack_16_last_deals_proof_is_refused_in_this_deal() -> None:
    before = shuffled(keyed(setting(2, number=7)))
    world = keyed(setting(2, number=8))
    step = before.ceremony.steps[0]
    ceremony = world.ceremony.accept_shuffle(0, encode_deck(step.statement.after), step.proof.encode())
    assert ceremony.verification_job().run(SEED).culprit == 0


@pytest.mark.parametrize(
    "other",
    [
        setting(2, number=2),
        setting(2, kind=Kind.RESHUFFLE),
        replace(setting(2), session=b"\1" * 32),
        setting(2, faces=("2S", "AS", "3S", "AS", "JK")),
    ],
)
def test_attack_16_a_shuffle_moved_to_another_ceremony_is_refused_though_keys_and_secrets_are_the_same(
    other: Setting,
) -> None:
    here, there = keyed(setting(2)), keyed(other)
    deck, proof = make_shuffle(here.ceremony, 0, prepare_shuffle(here.ceremony, fresh("one")))
    assert here.ceremony.accept_shuffle(0, deck, proof).verification_job().run(SEED).valid
    assert there.ceremony.accept_shuffle(0, deck, proof).verification_job().run(SEED).culprit == 0


def test_attack_18_a_shuffle_of_another_deck_than_the_one_before_put_out() -> None:
    # The state machine takes its own copy of the deck before; the proof was made for another one.
    world = keyed(setting(3))
    ceremony = world.ceremony
    first = make_shuffle(ceremony, 0, prepare_shuffle(ceremony, fresh("first")))
    fork = make_shuffle(ceremony, 0, prepare_shuffle(ceremony, fresh("fork")))
    forked = ceremony.accept_shuffle(0, *fork)
    second = make_shuffle(forked, 1, prepare_shuffle(forked, fresh("second")))
    assert forked.accept_shuffle(1, *second).verification_job().run(SEED).valid
    assert ceremony.accept_shuffle(0, *first).accept_shuffle(1, *second).verification_job().run(SEED).culprit == 1


def test_attack_18_steps_that_do_not_join_are_no_chain() -> None:
    assert culprit_of((STEPS[0], STEPS[2], STEPS[3])) == 2
    assert culprit_of((STEPS[0], STEPS[0])) == 0


def test_attack_19_a_seat_shuffles_twice_or_out_of_turn_or_is_skipped() -> None:
    ceremony = keyed(setting(3)).ceremony
    assert ceremony.next_shuffler == 0
    mine = make_shuffle(ceremony, 0, prepare_shuffle(ceremony, fresh("mine")))
    for seat in (1, 2):
        with pytest.raises(NotYourShuffleError):
            ceremony.accept_shuffle(seat, *mine)
        with pytest.raises(NotYourShuffleError):
            make_shuffle(ceremony, seat, prepare_shuffle(ceremony, fresh("mine")))
    after = ceremony.accept_shuffle(0, *mine)
    assert after.next_shuffler == 1
    for seat in (0, 2):
        with pytest.raises(NotYourShuffleError):
            after.accept_shuffle(seat, *mine)
    with pytest.raises(ShufflesIncompleteError):
        after.grant((0,), 1)
    with pytest.raises(NotYourShuffleError):
        WORLD.ceremony.accept_shuffle(0, *mine)
    assert WORLD.ceremony.next_shuffler is None


def test_attack_20_the_last_shuffler_sees_nothing_before_it_stops() -> None:
    # Two of three have shuffled; the third has its own key, and no share of another seat exists.
    world = keyed(setting(3))
    ceremony = world.ceremony
    for seat in (0, 1):
        offline = prepare_shuffle(ceremony, fresh(f"shuffle {seat}"))
        ceremony = ceremony.accept_shuffle(seat, *make_shuffle(ceremony, seat, offline))
    for seat in (0, 1):
        with pytest.raises(UnprovenDeckError):
            make_shares(ceremony, ceremony.verification_job().run(SEED), world.own[seat], (2, (0,)), fresh("share"))
    points = set(ceremony.plan.points.values())
    for card in ceremony.input_deck():
        own = GROUP.mul(world.own[2].secret, card.a)
        assert points.isdisjoint({card.b, GROUP.sub(card.b, own), GROUP.sub(card.b, card.a)})
    with pytest.raises(ShufflesIncompleteError):
        own_share(ceremony, world.own[2], 0)


def test_attack_21_two_proofs_exchanged_in_a_chain() -> None:
    swapped = (replace(STEPS[0], proof=STEPS[1].proof), replace(STEPS[1], proof=STEPS[0].proof), *STEPS[2:])
    assert culprit_of(swapped) == 0


def test_attack_22_errors_in_two_proofs_that_cancel_under_fixed_weights() -> None:
    evil = (with_response(STEPS[0], 5), with_response(STEPS[1], -5), *STEPS[2:])
    total = LinearCombination()
    for step in evil:
        CheckedShuffle(step).add_to(GROUP, total, [1, 1, 1, 1])
    assert total.is_identity(GROUP)
    assert culprit_of(evil) == 0


def test_attack_22_errors_that_cancel_under_the_weights_of_the_true_proofs() -> None:
    # Who knows the seed can compute weights; but they change with the responses that he would fit to them.
    so_far, weights = ChainSoFar(SEED), list[int]()
    for step in STEPS:
        weights += batch_weights(so_far.seed, CheckedShuffle(step).parts, 4)
        so_far = so_far.after(GROUP, step)
    evil = (with_response(STEPS[0], weights[4]), with_response(STEPS[1], -weights[0]), *STEPS[2:])
    total = LinearCombination()
    for index, step in enumerate(evil):
        CheckedShuffle(step).add_to(GROUP, total, weights[4 * index : 4 * index + 4])
    assert total.is_identity(GROUP)
    assert culprit_of(evil) == 0


def test_a_chain_that_was_weighed_step_by_step_has_the_verdict_of_the_whole() -> None:
    so_far = None
    for count in range(1, len(STEPS)):
        so_far = weigh_chain(GROUP, STEPS[:count], SEED, so_far)
    verify_chain(GROUP, STEPS, SEED, so_far)
    for index in (len(STEPS) - 1, 0):
        with pytest.raises(InvalidShuffleProofError) as caught:
            verify_chain(GROUP, with_step(index, with_response(STEPS[index], 1)), SEED, so_far)
        assert caught.value.seat == index


def test_what_was_weighed_of_another_chain_counts_for_nothing() -> None:
    evil = with_step(0, with_response(STEPS[0], 1))
    verify_chain(GROUP, STEPS, SEED, weigh_chain(GROUP, evil[:2], SEED, None))


@pytest.mark.parametrize("index", range(4))
def test_attack_23_a_chain_that_fails_names_exactly_the_culprit(index: int) -> None:
    assert culprit_of(with_step(index, with_response(STEPS[index], 1))) == index


def test_attack_23_of_several_culprits_the_first_is_named() -> None:
    evil = with_response(STEPS[1], 1), with_response(STEPS[3], 1)
    assert culprit_of((STEPS[0], evil[0], STEPS[2], evil[1])) == 1


@pytest.mark.parametrize("evil", range(3))
def test_attack_23_honest_shuffles_after_a_false_one_do_not_hide_it(evil: int) -> None:
    world = keyed(setting(3))
    for seat in range(3):
        offline = prepare_shuffle(world.ceremony, fresh(f"shuffle {seat}"))
        made = evil_shuffle(world, seat) if seat == evil else make_shuffle(world.ceremony, seat, offline)
        world = replace(world, ceremony=world.ceremony.accept_shuffle(seat, *made))
    verdict = world.verdict
    assert (verdict.valid, verdict.culprit) == (False, evil)
    granted = world.granting(0, 1)
    with pytest.raises(UnprovenDeckError):
        granted.shares(1, 0, 1)


def test_attack_25_a_start_deck_altered_by_the_host_is_nobodys_start_deck() -> None:
    world = keyed(setting(2))
    ceremony = world.ceremony
    start = ceremony.input_deck()
    points = [ceremony.plan.points[face] for face in ceremony.plan.setting.faces]
    assert start == tuple(Ciphertext(BASE, GROUP.add(point, ceremony.joint_key)) for point in points)
    # A shuffle of a start deck with one card exchanged for a second joker.
    altered = (start[-1], *start[1:])
    material = prepare_shuffle(ceremony, fresh("altered")).take()
    where = ceremony.binding.shuffle(ceremony.member(0))
    statement = ShuffleStatement(where, ceremony.joint_key, altered, shuffle_deck(GROUP, altered, material))
    proof = prove_shuffle(GROUP, statement, material)
    verify_shuffle(GROUP, ShuffleStep(statement, proof), SEED)
    played = ceremony.accept_shuffle(0, encode_deck(statement.after), proof.encode())
    assert played.verification_job().run(SEED).culprit == 0


def test_a_true_chain_ends_in_an_order_of_the_very_cards_it_began_with() -> None:
    world = WORLD.granting(255, *range(5))
    world = world.after(*(world.shares(seat, 255, *range(5)) for seat in range(4)))
    opened = [world.ceremony.open_card(position) for position in range(5)]
    assert sorted(opened) == sorted(world.ceremony.plan.setting.faces)


def test_attack_43_a_foreign_point_that_no_proof_stopped_opens_to_no_card() -> None:
    # The proof is not looked at here, to show that the last line holds, too.
    world = keyed(setting(2))
    foreign = Ciphertext(BASE, GROUP.add(element("no card"), world.ceremony.joint_key))
    deck = (reencrypt(GROUP, foreign, Ciphertext(BASE, world.ceremony.joint_key)),) * 5
    proof = prepare_shuffle(world.ceremony, fresh("unused"))
    ceremony = world.ceremony
    for seat in (0, 1):
        made = make_shuffle(ceremony, seat, proof if seat == 0 else prepare_shuffle(ceremony, fresh("second")))
        ceremony = ceremony.accept_shuffle(seat, encode_deck(deck), made[1])
    shares = {key.seat: own_share(ceremony, key, 0) for key in world.own}
    with pytest.raises(UnknownCardError):
        ceremony.open_card(0, shares)


def test_a_machine_that_computes_wrongly_accuses_nobody() -> None:
    with pytest.raises(AssertionError, match="arithmetic"):
        verify_chain(Unsteady(), STEPS[:1], SEED)
