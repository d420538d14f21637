"""PROTOCOL.md 8.1: what is tried with keys, by its number in our list (26 to 32)."""

from dataclasses import replace
from functools import reduce

import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import NO_KEYS, Binding, Context, Kind
from kalooki.fair.errors import (
    InvalidKeyError,
    InvalidProofError,
    KeyAlreadyGivenError,
    KeysIncompleteError,
    NotInCeremonyError,
)
from kalooki.fair.group import BASE, ORDER, Element, Scalar, encode_scalar
from kalooki.fair.keys import PossessionProof, possession_challenge, prove_possession, verify_possession
from kalooki.fair.own import make_key, make_shuffle, prepare_shuffle
from kalooki.fair.plan import Setting, make_plan
from kalooki.fair.self_test import INVALID_ENCODINGS
from support.fair_deck import SESSION, element, fresh, identity, keyed, scalar, seats, setting, shuffled, sodium

GROUP = sodium()


def begun(of: Setting | None = None) -> Ceremony:
    return Ceremony(make_plan(GROUP, of or setting(3)))


def is_refused(ceremony: Ceremony, seat: int, key: bytes, proof: bytes) -> None:
    with pytest.raises(InvalidKeyError) as refused:
        ceremony.accept_key(seat, key, proof)
    assert refused.value.seat == seat


def test_keys_come_in_any_order_and_make_one_joint_key() -> None:
    ceremony = begun()
    own = [make_key(ceremony, seat, fresh(f"key {seat}")) for seat in range(3)]
    results = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        after = ceremony
        for seat in order:
            assert not after.keys_complete
            assert after.next_shuffler is None
            after = after.accept_key(seat, own[seat].key, own[seat].proof)
        assert after.keys_complete
        results.add((after.joint_key, after.binding, tuple(after.state_lines())))
    assert len(results) == 1
    joint_key, _, _ = results.pop()
    assert joint_key == reduce(GROUP.add, (GROUP.base(key.secret) for key in own))


def test_before_the_last_key_nothing_can_be_shuffled() -> None:
    ceremony = begun()
    for refused in (
        lambda: ceremony.joint_key,
        lambda: ceremony.binding,
        ceremony.input_deck,
        ceremony.verification_job,
        lambda: prepare_shuffle(ceremony, fresh("early")),
    ):
        with pytest.raises(KeysIncompleteError):
            refused()


def test_a_seat_outside_the_ceremony_has_no_key() -> None:
    ceremony = begun()
    with pytest.raises(NotInCeremonyError):
        make_key(ceremony, 3, fresh("key"))
    key = make_key(ceremony, 0, fresh("key"))
    with pytest.raises(NotInCeremonyError):
        ceremony.accept_key(3, key.key, key.proof)


def test_attack_26_a_rogue_key_that_cancels_the_others_has_no_proof() -> None:
    ceremony = begun()
    for seat in (0, 1):
        key = make_key(ceremony, seat, fresh(f"key {seat}"))
        ceremony = ceremony.accept_key(seat, key.key, key.proof)
    known = scalar("y")
    others = reduce(GROUP.add, ceremony.keys.values())
    rogue = GROUP.sub(GROUP.base(known), others)
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(2))
    proof = prove_possession(GROUP, where, known, fresh("rogue")).proof
    is_refused(ceremony, 2, rogue.encoding, proof.encode())
    # Nor does it help to add the others' commitments and responses to one's own.
    is_refused(ceremony, 2, GROUP.neg(others).encoding, proof.encode())


def test_attack_26_a_proof_made_by_choosing_the_challenge_first_is_refused() -> None:
    ceremony = begun()
    target, challenge, response = element("whose secret nobody knows"), scalar("c"), scalar("z")
    commitment = GROUP.sub(GROUP.base(response), GROUP.mul(challenge, target))
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(0))
    assert possession_challenge(where, target, commitment) != challenge
    is_refused(ceremony, 0, target.encoding, PossessionProof(commitment, response).encode())


def test_attack_27_a_key_with_its_proof_copied_from_another_seat() -> None:
    ceremony = begun()
    key = make_key(ceremony, 0, fresh("key"))
    is_refused(ceremony, 1, key.key, key.proof)
    is_refused(ceremony.accept_key(0, key.key, key.proof), 1, key.key, key.proof)


@pytest.mark.parametrize(
    "other",
    [
        setting(3, number=2),
        setting(3, kind=Kind.RESHUFFLE),
        setting(2),
        setting(3, faces=("AS", "2S")),
        replace(setting(3), session=b"\2" * 32),
        replace(setting(3), seats=(seats(1)[0]._replace(identity=identity(9)), *seats(3)[1:])),
    ],
)
def test_attack_28_a_proof_of_possession_from_another_session_or_ceremony(other: Setting) -> None:
    assert setting(3).session == SESSION
    key = make_key(begun(other), 0, fresh("key"))
    begun(other).accept_key(0, key.key, key.proof)
    is_refused(begun(), 0, key.key, key.proof)


@pytest.mark.parametrize("bad", [bytes(32), *(bytes.fromhex(text) for text in INVALID_ENCODINGS[::5]), b"", bytes(33)])
def test_attack_29_the_identity_or_no_element_as_a_key_or_commitment(bad: bytes) -> None:
    ceremony = begun()
    key = make_key(ceremony, 0, fresh("key"))
    is_refused(ceremony, 0, bad, key.proof)
    is_refused(ceremony, 0, key.key, bad + key.proof[32:])


@pytest.mark.parametrize("response", [ORDER, ORDER + 1, 2**255, 2**256 - 1])
def test_attack_29_a_response_that_is_no_scalar(response: int) -> None:
    ceremony = begun()
    key = make_key(ceremony, 0, fresh("key"))
    is_refused(ceremony, 0, key.key, key.proof[:32] + response.to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 63, 65])
def test_attack_29_a_proof_of_another_length(length: int) -> None:
    ceremony = begun()
    key = make_key(ceremony, 0, fresh("key"))
    is_refused(ceremony, 0, key.key, (key.proof + b"\0")[:length])


def test_attack_29_two_keys_that_cancel_each_other_though_both_are_proved() -> None:
    ceremony = begun(setting(2))
    secrets = {0: scalar("x"), 1: Scalar(ORDER - scalar("x"))}
    shares = {
        seat: prove_possession(
            GROUP, Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(seat)), secret, fresh(f"{seat}")
        )
        for seat, secret in secrets.items()
    }
    ceremony = ceremony.accept_key(1, shares[1].key.encoding, shares[1].proof.encode())
    is_refused(ceremony, 0, shares[0].key.encoding, shares[0].proof.encode())


def test_attack_30_another_seats_key_with_a_proof_of_ones_own() -> None:
    # Two seats of one owner may know one secret; one joint key of it twice is refused all the same.
    ceremony = begun()
    first = make_key(ceremony, 0, fresh("key"))
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(1))
    again = prove_possession(GROUP, where, first.secret, fresh("again"))
    verify_possession(GROUP, where, again)
    is_refused(ceremony.accept_key(0, first.key, first.proof), 1, again.key.encoding, again.proof.encode())


def test_attack_31_a_key_changed_after_it_was_announced() -> None:
    ceremony = begun()
    first, second = (make_key(ceremony, 0, fresh(label)) for label in ("first", "second"))
    announced = ceremony.accept_key(0, first.key, first.proof)
    for key in (first, second):
        with pytest.raises(KeyAlreadyGivenError):
            announced.accept_key(0, key.key, key.proof)
    with pytest.raises(KeyAlreadyGivenError):
        make_key(announced, 0, fresh("second"))
    assert announced.keys[0].encoding == first.key


def test_attack_32_a_seat_that_shows_two_keys_to_two_players_is_caught_by_the_next_proof() -> None:
    ceremony = begun(setting(2))
    mine = make_key(ceremony, 0, fresh("mine"))
    shown = [make_key(ceremony, 1, fresh(label)) for label in ("to one", "to another")]
    views = [ceremony.accept_key(0, mine.key, mine.proof).accept_key(1, key.key, key.proof) for key in shown]
    assert views[0].binding != views[1].binding
    assert views[0].chain != views[1].chain
    deck, proof = make_shuffle(views[0], 0, prepare_shuffle(views[0], fresh("shuffle")))
    assert views[0].accept_shuffle(0, deck, proof).verification_job().run(bytes(32)).valid
    assert views[1].accept_shuffle(0, deck, proof).verification_job().run(bytes(32)).culprit == 0


def test_a_false_response_or_commitment_is_refused() -> None:
    where = Context(0, b"ctx")
    share = prove_possession(GROUP, where, Scalar(7), fresh("pop"))
    verify_possession(GROUP, where, share)
    moved = GROUP.add(share.proof.commitment, BASE)
    for proof in (
        replace(share.proof, response=Scalar(share.proof.response + 1)),
        replace(share.proof, commitment=moved),
        PossessionProof(moved, Scalar(share.proof.response + 1)),
        replace(share.proof, response=Scalar(0)),
    ):
        with pytest.raises(InvalidKeyError):
            verify_possession(GROUP, where, replace(share, proof=proof))
    negated: Element = GROUP.neg(share.key)
    with pytest.raises(InvalidKeyError):
        verify_possession(GROUP, where, replace(share, key=negated))
    assert share.proof.encode().endswith(encode_scalar(share.proof.response))


def test_an_error_names_its_seat_only_where_that_is_known() -> None:
    assert str(InvalidProofError("false")) == "false"
    assert str(InvalidProofError("false", 3)) == "seat 3: false"


def test_keys_of_two_ceremonies_have_nothing_in_common() -> None:
    first, second = shuffled(keyed(setting(2, number=1))), shuffled(keyed(setting(2, number=2)))
    assert set(first.ceremony.ciphertexts).isdisjoint(second.ceremony.ciphertexts)
    text = repr(first.own) + repr(first)
    assert not any(str(key.secret) in text or encode_scalar(key.secret).hex() in text for key in first.own)
