"""PROTOCOL.md 8.2: what a dishonest shuffler tries against one proof, by its number in our list (1 to 17, 69)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.commitments import commit
from kalooki.fair.contexts import Binding, Context, SeatIdentity
from kalooki.fair.elgamal import Ciphertext, Deck, decode_deck, encode_deck, reencrypt
from kalooki.fair.errors import InvalidElementError, InvalidShuffleProofError
from kalooki.fair.group import BASE, IDENTITY, ORDER, Element, Scalar, encode_scalar
from kalooki.fair.self_test import INVALID_ENCODINGS
from kalooki.fair.shuffle import (
    ShuffleMaterial,
    commit_secrets,
    precompute,
    prove_shuffle,
    shuffle_and_prove,
    shuffle_deck,
)
from kalooki.fair.shuffle_proof import (
    POINTS,
    Commitments,
    ShuffleProof,
    ShuffleStatement,
    decode_shuffle_proof,
    proof_bytes,
)
from kalooki.fair.shuffle_verify import ShuffleStep, verify_shuffle
from support.fair_deck import SEED, claiming, context, deck, element, material, scalar, sodium

SIZE = 5
KEY = element("joint key")
BEFORE = deck(SIZE)
GROUP = sodium()


def honest(size: int = SIZE, label: str = "", where: Context | None = None) -> tuple[ShuffleStep, ShuffleMaterial]:
    before, chance = deck(size), material(KEY, size, label)
    statement = ShuffleStatement(where or context(), KEY, before, shuffle_deck(GROUP, before, chance))
    return ShuffleStep(statement, prove_shuffle(GROUP, statement, chance)), chance


STEP, MATERIAL = honest()


def is_refused(step: ShuffleStep) -> None:
    with pytest.raises(InvalidShuffleProofError) as refused:
        verify_shuffle(GROUP, step, SEED)
    assert refused.value.seat == step.statement.context.seat


def proving(after: Deck, chance: ShuffleMaterial = MATERIAL) -> ShuffleStep:
    """Let a prover follow the protocol about a deck that is no shuffle of the one before."""
    statement = replace(STEP.statement, after=after)
    return ShuffleStep(statement, prove_shuffle(GROUP, statement, chance))


def with_card(index: int, card: Ciphertext) -> Deck:
    after = STEP.statement.after
    return (*after[:index], card, *after[index + 1 :])


def hiding(point: Element, label: str = "r") -> Ciphertext:
    return Ciphertext(GROUP.base(scalar(label)), GROUP.add(point, GROUP.mul(scalar(label), KEY)))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 30])
def test_a_true_shuffle_is_accepted_whatever_the_seed(size: int) -> None:
    step, _ = honest(size)
    for seed in (SEED, bytes(32), b"\xff" * 32):
        verify_shuffle(GROUP, step, seed)
    verify_shuffle(GROUP, ShuffleStep(step.statement, _decoded(step, step.proof.encode())), SEED)


@pytest.mark.parametrize("permutation", [(0, 1), (1, 0)])
def test_attack_69_two_cards_are_shuffled_both_ways(permutation: tuple[int, ...]) -> None:
    base = material(KEY, 2)
    chance = claiming(base, replace(base.secrets, permutation=permutation))
    before = deck(2)
    statement = ShuffleStatement(context(), KEY, before, shuffle_deck(GROUP, before, chance))
    proof = prove_shuffle(GROUP, statement, chance)
    assert proof.b == ()
    verify_shuffle(GROUP, ShuffleStep(statement, proof), SEED)
    is_refused(ShuffleStep(replace(statement, after=statement.after[::-1]), proof))


def test_attack_01_a_duplicated_card_with_the_true_permutation_claimed() -> None:
    double = reencrypt(GROUP, BEFORE[MATERIAL.secrets.permutation[0]], MATERIAL.masks[1])
    is_refused(proving(with_card(1, double)))


def test_attack_02_a_duplicated_card_with_a_commitment_to_no_permutation() -> None:
    sources = (*MATERIAL.secrets.permutation[:1] * 2, *MATERIAL.secrets.permutation[2:])
    secrets = replace(MATERIAL.secrets, permutation=sources)
    values = [Scalar(source + 1) for source in sources]
    commitments = replace(MATERIAL.commitments, permutation=commit(GROUP, values, secrets.r))
    chance = replace(MATERIAL, secrets=secrets, commitments=commitments)
    is_refused(proving(shuffle_deck(GROUP, BEFORE, chance), chance))


@pytest.mark.parametrize("index", [0, 2, SIZE - 1])
def test_attack_03_a_missing_card_with_a_foreign_one_in_its_place(index: int) -> None:
    is_refused(proving(with_card(index, hiding(element("a foreign card")))))


def test_attack_04_one_card_turned_into_another() -> None:
    card = STEP.statement.after[3]
    shift = GROUP.sub(element("the ace"), element("the deuce"))
    is_refused(proving(with_card(3, Ciphertext(card.a, GROUP.add(card.b, shift)))))


@pytest.mark.parametrize("index", range(SIZE))
def test_attack_04_one_side_of_a_card_changed(index: int) -> None:
    card, error = STEP.statement.after[index], element("an error")
    is_refused(proving(with_card(index, Ciphertext(GROUP.add(card.a, error), card.b))))
    is_refused(proving(with_card(index, Ciphertext(card.a, GROUP.add(card.b, error)))))
    is_refused(proving(with_card(index, Ciphertext(card.b, card.a))))


def test_attack_04_errors_that_cancel_between_two_cards_or_between_the_sides_of_one() -> None:
    first, second, *rest = STEP.statement.after
    error = element("an error")
    up = Ciphertext(GROUP.add(first.a, error), GROUP.add(first.b, error))
    down = Ciphertext(GROUP.sub(second.a, error), GROUP.sub(second.b, error))
    is_refused(proving((up, down, *rest)))
    is_refused(proving(with_card(0, Ciphertext(GROUP.add(first.a, error), GROUP.sub(first.b, error)))))


def test_attack_05_a_card_replaced_by_a_random_multiple_of_the_base_point() -> None:
    is_refused(proving(with_card(2, hiding(GROUP.base(scalar("m"))))))


def test_attack_06_another_permutation_claimed() -> None:
    first, second, *rest = MATERIAL.secrets.permutation
    lying = claiming(MATERIAL, replace(MATERIAL.secrets, permutation=(second, first, *rest)))
    is_refused(proving(STEP.statement.after, lying))


def test_attack_07_two_cards_exchanged_after_proving() -> None:
    first, second, *rest = STEP.statement.after
    is_refused(ShuffleStep(replace(STEP.statement, after=(second, first, *rest)), STEP.proof))


@pytest.mark.parametrize("index", range(SIZE))
def test_attack_08_a_card_encrypted_anew_after_proving(index: int) -> None:
    mask = Ciphertext(GROUP.base(scalar("r")), GROUP.mul(scalar("r"), KEY))
    after = with_card(index, reencrypt(GROUP, STEP.statement.after[index], mask))
    is_refused(ShuffleStep(replace(STEP.statement, after=after), STEP.proof))


def changed(encoding: bytes, place: int, change: Callable[[bytes], bytes]) -> bytes:
    start = 32 * place
    return encoding[:start] + change(encoding[start : start + 32]) + encoding[start + 32 :]


def plus_base(encoding: bytes) -> bytes:
    return GROUP.add(GROUP.decode(encoding), BASE).encoding


def negated(encoding: bytes) -> bytes:
    return GROUP.neg(GROUP.decode(encoding)).encoding


def _decoded(step: ShuffleStep, encoding: bytes) -> ShuffleProof:
    return decode_shuffle_proof(GROUP, encoding, len(step.statement.before), step.statement.context.seat)


@pytest.mark.parametrize("change", [plus_base, negated])
@pytest.mark.parametrize("place", range(POINTS))
def test_attack_09_each_point_of_the_proof_shifted_or_negated(place: int, change: Callable[[bytes], bytes]) -> None:
    is_refused(ShuffleStep(STEP.statement, _decoded(STEP, changed(STEP.proof.encode(), place, change))))


@pytest.mark.parametrize("change", [plus_base, negated])
@pytest.mark.parametrize("place", range(2 * SIZE))
def test_attack_09_each_point_of_the_decks_shifted_or_negated(place: int, change: Callable[[bytes], bytes]) -> None:
    after = decode_deck(GROUP, changed(encode_deck(STEP.statement.after), place, change), SIZE)
    before = decode_deck(GROUP, changed(encode_deck(STEP.statement.before), place, change), SIZE)
    is_refused(ShuffleStep(replace(STEP.statement, after=after), STEP.proof))
    is_refused(ShuffleStep(replace(STEP.statement, before=before), STEP.proof))


SCALAR_PLACES = range(POINTS, POINTS + 3 * SIZE + 1)


def scalar_plus(difference: int) -> Callable[[bytes], bytes]:
    return lambda encoding: (int.from_bytes(encoding, "little") + difference).to_bytes(32, "little")


@pytest.mark.parametrize("place", SCALAR_PLACES)
def test_attack_10_each_scalar_one_greater(place: int) -> None:
    encoding = changed(STEP.proof.encode(), place, scalar_plus(1))
    is_refused(ShuffleStep(STEP.statement, _decoded(STEP, encoding)))


@pytest.mark.parametrize("place", SCALAR_PLACES)
def test_attack_11_each_scalar_greater_by_the_order_is_not_reduced(place: int) -> None:
    with pytest.raises(InvalidShuffleProofError, match="below the order"):
        _decoded(STEP, changed(STEP.proof.encode(), place, scalar_plus(ORDER)))


@pytest.mark.parametrize("place", SCALAR_PLACES)
@pytest.mark.parametrize("value", [2**255, 2**255 + 1, 2**256 - 1])
def test_attack_12_each_scalar_of_256_bits(place: int, value: int) -> None:
    with pytest.raises(InvalidShuffleProofError, match="below the order"):
        _decoded(STEP, changed(STEP.proof.encode(), place, lambda _: value.to_bytes(32, "little")))


BAD_ENCODINGS = [bytes(32), *(bytes.fromhex(INVALID_ENCODINGS[place]) for place in (0, 3, 4, 12, 20, 28, 29))]


@pytest.mark.parametrize("bad", BAD_ENCODINGS)
@pytest.mark.parametrize("place", range(POINTS))
def test_attack_13_the_identity_or_no_point_in_each_place_of_the_proof(place: int, bad: bytes) -> None:
    with pytest.raises(InvalidShuffleProofError, match=f"element {place}"):
        _decoded(STEP, changed(STEP.proof.encode(), place, lambda _: bad))


@pytest.mark.parametrize("bad", BAD_ENCODINGS)
@pytest.mark.parametrize("place", range(2 * SIZE))
def test_attack_13_the_identity_or_no_point_in_each_place_of_the_deck(place: int, bad: bytes) -> None:
    with pytest.raises(InvalidElementError, match=f"element {place}"):
        decode_deck(GROUP, changed(encode_deck(STEP.statement.after), place, lambda _: bad), SIZE)


@pytest.mark.parametrize("size", [0, 1, SIZE - 1, SIZE + 1])
def test_attack_14_a_proof_for_a_deck_of_another_size(size: int) -> None:
    with pytest.raises(InvalidShuffleProofError):
        decode_shuffle_proof(GROUP, STEP.proof.encode(), size, 0)


@pytest.mark.parametrize("difference", [-32, -1, 1, 32])
def test_attack_14_too_few_or_too_many_bytes(difference: int) -> None:
    encoding = (STEP.proof.encode() + bytes(32))[: proof_bytes(SIZE) + difference]
    with pytest.raises(InvalidShuffleProofError, match="bytes"):
        _decoded(STEP, encoding)
    cards = (encode_deck(STEP.statement.after) + bytes(32))[: 64 * SIZE + difference]
    with pytest.raises(InvalidElementError, match="bytes"):
        decode_deck(GROUP, cards, SIZE)


def test_attack_14_a_proof_that_is_no_bytes() -> None:
    for encoding in (bytearray(STEP.proof.encode()), STEP.proof.encode().hex(), None):
        with pytest.raises(InvalidShuffleProofError, match="bytes"):
            decode_shuffle_proof(GROUP, encoding, SIZE, 0)  # type: ignore[arg-type]
        with pytest.raises(InvalidElementError, match="bytes"):
            decode_deck(GROUP, encoding, SIZE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: replace(proof, f=proof.f[:-1]),
        lambda proof: replace(proof, f=(*proof.f, Scalar(1))),
        lambda proof: replace(proof, z=proof.z[:-1]),
        lambda proof: replace(proof, z=(*proof.z, Scalar(1))),
        lambda proof: replace(proof, b=proof.b[:-1]),
        lambda proof: replace(proof, b=(*proof.b, Scalar(1))),
    ],
)
def test_attack_14_too_few_or_too_many_scalars_in_a_decoded_proof(
    change: Callable[[ShuffleProof], ShuffleProof],
) -> None:
    is_refused(ShuffleStep(STEP.statement, change(STEP.proof)))


def test_attack_14_a_card_too_few_or_too_many_after_the_shuffle() -> None:
    for after in (STEP.statement.after[:-1], (*STEP.statement.after, BEFORE[0]), ()):
        is_refused(ShuffleStep(replace(STEP.statement, after=after), STEP.proof))


@pytest.mark.parametrize("size", [0, 1])
def test_attack_14_a_deck_of_fewer_than_two_cards(size: int) -> None:
    statement = ShuffleStatement(context(), KEY, deck(size), deck(size))
    is_refused(ShuffleStep(statement, STEP.proof))


@pytest.mark.parametrize("size", [2, SIZE])
def test_attack_15_a_proof_of_nothing_but_zeros(size: int) -> None:
    with pytest.raises(InvalidShuffleProofError):
        decode_shuffle_proof(GROUP, bytes(proof_bytes(size)), size, 0)
    nothing = Scalar(0)
    zeros = ShuffleProof(
        Commitments(IDENTITY, IDENTITY, IDENTITY, IDENTITY),
        IDENTITY,
        IDENTITY,
        IDENTITY,
        (nothing,) * size,
        nothing,
        (nothing,) * size,
        nothing,
        (nothing,) * (size - 2),
        nothing,
    )
    same = deck(size)
    is_refused(ShuffleStep(ShuffleStatement(context(), KEY, same, same), zeros))


MINE = SeatIdentity(0, b"\1" * 32)
ELSEWHERE = [
    context("another deal"),
    context(seat=1),
    Binding(context().encoding[:32], b"\0" * 32).shuffle(SeatIdentity(0, context().encoding[66:98])),
    Context(0, context().encoding[:64] + b"\3" + context().encoding[65:]),
    Context(0, context().encoding[:66] + MINE.identity),
]


@pytest.mark.parametrize("where", ELSEWHERE)
def test_attack_16_a_proof_from_another_deal_seat_session_or_purpose(where: Context) -> None:
    assert where != STEP.statement.context
    is_refused(ShuffleStep(replace(STEP.statement, context=where), STEP.proof))
    elsewhere, _ = honest(where=where)
    verify_shuffle(GROUP, elsewhere, SEED)
    is_refused(ShuffleStep(STEP.statement, elsewhere.proof))


@pytest.mark.parametrize("key", [element("another key"), GROUP.neg(KEY), GROUP.add(KEY, BASE)])
def test_attack_17_a_proof_under_another_joint_key(key: Element) -> None:
    is_refused(ShuffleStep(replace(STEP.statement, joint_key=key), STEP.proof))


def test_the_part_made_ahead_belongs_to_its_key_and_deck() -> None:
    offline = precompute(GROUP, KEY, SIZE, b"\7" * 64)
    for key, before in ((element("another"), BEFORE), (KEY, deck(SIZE + 1))):
        with pytest.raises(AssertionError):
            shuffle_and_prove(GROUP, context(), key, before, offline)
    after, proof = shuffle_and_prove(GROUP, context(), KEY, BEFORE, offline)
    verify_shuffle(GROUP, ShuffleStep(ShuffleStatement(context(), KEY, BEFORE, after), proof), SEED)


def test_a_deck_of_one_card_has_no_material() -> None:
    with pytest.raises(AssertionError):
        precompute(GROUP, KEY, 1, bytes(64))


def test_a_permutation_is_committed_to_as_any_other_list() -> None:
    secrets = MATERIAL.secrets
    values = [Scalar(source + 1) for source in secrets.permutation]
    assert commit_secrets(GROUP, secrets).permutation == commit(GROUP, values, secrets.r)
    assert commit(GROUP, [Scalar(0), Scalar(0)], Scalar(3)) == GROUP.base(Scalar(3))


def test_a_proof_is_seven_points_and_three_scalars_a_card_and_one() -> None:
    assert len(STEP.proof.encode()) == proof_bytes(SIZE) == 32 * (7 + 3 * SIZE + 1)
    assert STEP.proof.encode().endswith(encode_scalar(STEP.proof.z_s))
