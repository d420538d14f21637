"""PROTOCOL.md 8.3: what a dishonest prover of shares tries, by its number in our list (33 to 40, 44, 45)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Kind, SeatIdentity
from kalooki.fair.decryption import (
    CheckedShares,
    DecryptionShares,
    ShareProof,
    ShareStatement,
    decode_share_proof,
    make_share_statement,
    prove_shares,
    verify_shares,
)
from kalooki.fair.errors import (
    AudienceError,
    InvalidDecryptionShareError,
    InvalidElementError,
    MissingShareError,
    NotGrantedError,
    NotInCeremonyError,
    ShareAlreadyGivenError,
)
from kalooki.fair.group import BASE, IDENTITY, ORDER, Element, Scalar
from kalooki.fair.linear import LinearCombination, batch_weights
from kalooki.fair.own import own_share
from kalooki.fair.plan import Setting
from kalooki.fair.self_test import INVALID_ENCODINGS
from support.fair_deck import (
    SEED,
    Unsteady,
    World,
    context,
    element,
    fresh,
    identity,
    keyed,
    scalar,
    setting,
    shuffled,
    sodium,
)

GROUP = sodium()
SHUFFLED = shuffled(keyed(setting(4)))
HAND = (0, 2)
DEALT = SHUFFLED.granting(0, *HAND).granting(1, 1, 3)
HONEST = DEALT.shares(2, 0, *HAND)


def is_refused(world: World, *given: DecryptionShares) -> None:
    """The last of the given shares is the false one, and its author is named."""
    for check in (world.ceremony.accept_shares, world.ceremony.check_shares):
        with pytest.raises(InvalidDecryptionShareError) as refused:
            check(given, SEED)
        assert refused.value.seat == given[-1].seat


def elements(encoding: bytes) -> list[Element]:
    return [Element(encoding[start : start + 32]) for start in range(0, len(encoding), 32)]


def with_shares(*shares: Element) -> DecryptionShares:
    return replace(HONEST, shares=b"".join(share.encoding for share in shares))


FIRST, SECOND = elements(HONEST.shares)


def lying(*shares: Element, seat: int = 2, secret: Scalar | None = None) -> DecryptionShares:
    """Follow the protocol about shares that are not those of the key, or with a secret that is not."""
    ceremony = DEALT.ceremony
    where = ceremony.binding.share(ceremony.member(seat), 0, HAND)
    points = tuple(ceremony.ciphertexts[position].a for position in HAND)
    statement = ShareStatement(where, ceremony.keys[seat], points, shares)
    proof = prove_shares(GROUP, statement, secret or DEALT.own[seat].secret, fresh("a liar's"))
    return replace(with_shares(*shares), seat=seat, proof=proof.encode())


def test_shares_of_several_grants_are_verified_in_one_test() -> None:
    given = [DEALT.shares(seat, recipient, *positions) for seat in (2, 3) for recipient, positions in DEALS]
    assert DEALT.after(*given).ceremony.owing(0) == (1,)
    spoiled = replace(given[3], proof=given[2].proof)
    is_refused(DEALT, *given[:3], spoiled)


DEALS = ((0, HAND), (1, (1, 3)))


@pytest.mark.parametrize("make", [with_shares, lying])
def test_attack_33_a_wrong_share_after_or_before_the_proof_was_made(make: Callable[..., DecryptionShares]) -> None:
    DEALT.ceremony.accept_shares([lying(FIRST, SECOND)], SEED)
    is_refused(DEALT, make(GROUP.add(FIRST, BASE), SECOND))
    is_refused(DEALT, make(FIRST, element("anything")))
    is_refused(DEALT, make(GROUP.neg(FIRST), SECOND))
    is_refused(DEALT, make(GROUP.neg(FIRST), GROUP.neg(SECOND)))


def test_attack_33_shares_of_another_secret_than_that_of_the_key() -> None:
    secret = scalar("another")
    points = [DEALT.ceremony.ciphertexts[position].a for position in HAND]
    is_refused(DEALT, lying(*(GROUP.mul(secret, point) for point in points), secret=secret))


@pytest.mark.parametrize("make", [with_shares, lying])
def test_attack_34_a_true_share_of_another_position(make: Callable[..., DecryptionShares]) -> None:
    other = own_share(DEALT.ceremony, DEALT.own[2], 4)
    is_refused(DEALT, make(other, SECOND))
    is_refused(DEALT, make(FIRST, other))


@pytest.mark.parametrize("make", [with_shares, lying])
def test_attack_35_two_shares_exchanged_inside_a_batch(make: Callable[..., DecryptionShares]) -> None:
    is_refused(DEALT, make(SECOND, FIRST))


@pytest.mark.parametrize("make", [with_shares, lying])
def test_attack_36_errors_that_cancel_inside_a_batch(make: Callable[..., DecryptionShares]) -> None:
    error = element("an error")
    is_refused(DEALT, make(GROUP.add(FIRST, error), GROUP.sub(SECOND, error)))


def test_attack_36_errors_that_cancel_between_two_provers() -> None:
    error = element("an error")
    others = elements(DEALT.shares(1, 0, *HAND).shares)
    evil = lying(GROUP.sub(others[0], error), others[1], seat=1)
    for check in (DEALT.ceremony.accept_shares, DEALT.ceremony.check_shares):
        with pytest.raises(InvalidDecryptionShareError) as refused:
            check([lying(GROUP.add(FIRST, error), SECOND), evil], SEED)
        assert refused.value.seat == 2
    is_refused(DEALT, HONEST, evil)


def test_attack_37_another_players_proof_or_shares() -> None:
    other = DEALT.shares(3, 0, *HAND)
    is_refused(DEALT, replace(HONEST, proof=other.proof))
    is_refused(DEALT, replace(HONEST, shares=other.shares))
    is_refused(DEALT, replace(other, seat=2))


def test_attack_38_a_proof_for_another_recipient() -> None:
    # The same cards and secrets, granted to others in another world.
    for recipient in (1, EVERYBODY):
        elsewhere = SHUFFLED.granting(recipient, *HAND)
        moved = elsewhere.shares(2, recipient, *HAND)
        assert moved.shares == HONEST.shares
        is_refused(DEALT, replace(moved, recipient=0))
        with pytest.raises(NotGrantedError):
            DEALT.ceremony.accept_shares([moved], SEED)


def test_attack_38_a_proof_for_another_position_list() -> None:
    for positions in ((2, 0), (0,), (0, 2, 4)):
        elsewhere = SHUFFLED.granting(0, *positions)
        moved = elsewhere.shares(2, 0, *positions)
        with pytest.raises(NotGrantedError):
            DEALT.ceremony.accept_shares([moved], SEED)
        with pytest.raises(InvalidDecryptionShareError):
            DEALT.ceremony.accept_shares([replace(moved, positions=HAND)], SEED)
    reversed_order = SHUFFLED.granting(0, 2, 0).shares(2, 0, 2, 0)
    halves = elements(reversed_order.shares)
    is_refused(DEALT, replace(with_shares(halves[1], halves[0]), proof=reversed_order.proof))


@pytest.mark.parametrize("other", [setting(4, number=2), setting(4, kind=Kind.CUT), setting(4, faces="12345")])
def test_attack_38_a_proof_from_another_deal(other: Setting) -> None:
    elsewhere = shuffled(keyed(other)).granting(0, *HAND)
    is_refused(DEALT, elsewhere.shares(2, 0, *HAND))


def test_attack_39_an_empty_list_of_shares() -> None:
    with pytest.raises(AudienceError):
        SHUFFLED.ceremony.grant((), 0)
    with pytest.raises(NotGrantedError):
        DEALT.ceremony.accept_shares([DecryptionShares(2, 0, (), b"", HONEST.proof)], SEED)
    proof = decode_share_proof(GROUP, HONEST.proof, 0)
    for points, shares in (((), ()), ((BASE,), ()), ((), (BASE,)), ((BASE,), (BASE, BASE))):
        with pytest.raises(InvalidDecryptionShareError, match="not one share for each of one or more points"):
            verify_shares(GROUP, [(ShareStatement(context(), BASE, points, shares), proof)], SEED)


def test_attack_39_a_missing_prover_keeps_the_card_closed() -> None:
    world = DEALT.after(DEALT.shares(1, 0, *HAND), HONEST)
    assert world.ceremony.owing(0) == (3,)
    with pytest.raises(MissingShareError):
        world.ceremony.open_card(0, {0: own_share(world.ceremony, world.own[0], 0)})


def test_attack_39_one_prover_twice() -> None:
    with pytest.raises(ShareAlreadyGivenError):
        DEALT.ceremony.accept_shares([HONEST, HONEST], SEED)
    with pytest.raises(ShareAlreadyGivenError):
        DEALT.ceremony.accept_shares([HONEST, DEALT.shares(2, 0, *HAND, label="again")], SEED)
    world = DEALT.after(HONEST)
    for call in (world.ceremony.accept_shares, world.ceremony.check_shares):
        with pytest.raises(ShareAlreadyGivenError):
            call([HONEST], SEED)
    with pytest.raises(ShareAlreadyGivenError):
        world.ceremony.record_shares([HONEST])
    with pytest.raises(ShareAlreadyGivenError):
        world.shares(2, 0, *HAND, label="again")


@pytest.mark.parametrize("length", [0, 32, 63, 65, 96])
def test_attack_39_too_few_or_too_many_shares(length: int) -> None:
    is_refused(DEALT, replace(HONEST, shares=(HONEST.shares + bytes(32))[:length]))


@pytest.mark.parametrize("length", [0, 64, 95, 97])
def test_attack_39_a_proof_of_another_length(length: int) -> None:
    is_refused(DEALT, replace(HONEST, proof=(HONEST.proof + b"\0")[:length]))


BAD_ENCODINGS = [bytes(32), *(bytes.fromhex(text) for text in INVALID_ENCODINGS[::5])]


@pytest.mark.parametrize("bad", BAD_ENCODINGS)
def test_attack_40_the_identity_or_no_element_as_a_share_or_commitment(bad: bytes) -> None:
    is_refused(DEALT, replace(HONEST, shares=bad + HONEST.shares[32:]))
    is_refused(DEALT, replace(HONEST, shares=HONEST.shares[:32] + bad))
    is_refused(DEALT, replace(HONEST, proof=bad + HONEST.proof[32:]))
    is_refused(DEALT, replace(HONEST, proof=HONEST.proof[:32] + bad + HONEST.proof[64:]))


def test_attack_40_the_identity_is_never_multiplied_by_a_secret() -> None:
    with pytest.raises(InvalidElementError):
        make_share_statement(GROUP, context(), Scalar(7), [IDENTITY])


@pytest.mark.parametrize("response", [ORDER, 2**255, 2**256 - 1])
def test_a_response_that_is_no_scalar(response: int) -> None:
    is_refused(DEALT, replace(HONEST, proof=HONEST.proof[:64] + response.to_bytes(32, "little")))


def test_a_response_one_greater_and_commitments_shifted() -> None:
    proof = decode_share_proof(GROUP, HONEST.proof, 2)
    for change in (
        replace(proof, response=Scalar(proof.response + 1)),
        replace(proof, commitment_base=GROUP.add(proof.commitment_base, BASE)),
        replace(proof, commitment_points=GROUP.add(proof.commitment_points, BASE)),
        replace(proof, commitment_base=proof.commitment_points, commitment_points=proof.commitment_base),
    ):
        is_refused(DEALT, replace(HONEST, proof=change.encode()))


def test_a_proof_made_by_choosing_the_challenge_first_is_refused() -> None:
    points = tuple(DEALT.ceremony.ciphertexts[position].a for position in HAND)
    lie = (element("one"), element("two"))
    where = DEALT.ceremony.binding.share(DEALT.ceremony.member(2), 0, HAND)
    statement = ShareStatement(where, DEALT.ceremony.keys[2], points, lie)
    challenge, response = scalar("c"), scalar("z")
    minus = Scalar(ORDER - challenge)
    weights = CheckedShares(statement, decode_share_proof(GROUP, HONEST.proof, 2)).weights
    merged = [GROUP.msm([Scalar(weight) for weight in weights], side) for side in (points, lie)]
    forged = ShareProof(
        GROUP.msm([response, minus], [BASE, statement.key]), GROUP.msm([response, minus], merged), response
    )
    is_refused(DEALT, replace(with_shares(*lie), proof=forged.encode()))


def test_attack_44_a_share_of_a_spectator_or_of_a_key_that_has_no_seat() -> None:
    with pytest.raises(NotInCeremonyError):
        DEALT.ceremony.accept_shares([replace(HONEST, seat=4)], SEED)
    with pytest.raises(NotInCeremonyError):
        DEALT.ceremony.grant((4,), 4)
    secret = scalar("a spectator's")
    points = [DEALT.ceremony.ciphertexts[position].a for position in HAND]
    where = DEALT.ceremony.binding.share(SeatIdentity(2, identity(9)), 0, HAND)
    statement = make_share_statement(GROUP, where, secret, points)
    proof = prove_shares(GROUP, statement, secret, fresh("spectator"))
    verify_shares(GROUP, [(statement, proof)], SEED)
    is_refused(DEALT, replace(with_shares(*statement.shares), proof=proof.encode()))


def test_attack_44_the_recipient_owes_itself_nothing() -> None:
    with pytest.raises(NotGrantedError):
        DEALT.shares(0, 0, *HAND)
    with pytest.raises(NotGrantedError):
        DEALT.ceremony.accept_shares([replace(HONEST, seat=0)], SEED)


def test_attack_45_weights_that_did_not_change_with_the_responses_would_let_false_proofs_pass() -> None:
    # Three proofs, whose responses are moved so that the errors cancel under the weights of the true ones.
    claims = []
    for seat in (1, 2, 3):
        where = Binding(b"\1" * 32, NO_KEYS).share(SeatIdentity(seat, identity(seat)), 0, (0, 1))
        statement = make_share_statement(GROUP, where, scalar(f"x{seat}"), [element("A"), element("A")])
        claims.append((statement, prove_shares(GROUP, statement, scalar(f"x{seat}"), fresh(f"{seat}"))))
    checked = [CheckedShares(*claim) for claim in claims]
    weights = batch_weights(SEED, [part for one in checked for part in one.parts], 6)
    alpha = weights[::2]
    beta = [weight * sum(one.weights) for weight, one in zip(weights[1::2], checked, strict=True)]
    # The vector product of both rows of weights is orthogonal to them.
    errors = [
        alpha[1] * beta[2] - alpha[2] * beta[1],
        alpha[2] * beta[0] - alpha[0] * beta[2],
        alpha[0] * beta[1] - alpha[1] * beta[0],
    ]
    evil = [
        (statement, replace(proof, response=Scalar((proof.response + error) % ORDER)))
        for (statement, proof), error in zip(claims, errors, strict=True)
    ]
    total = LinearCombination()
    for claim, first, second in zip(evil, alpha, weights[1::2], strict=True):
        CheckedShares(*claim).add_to(total, first, second)
    assert total.is_identity(GROUP)
    verify_shares(GROUP, claims, SEED)
    with pytest.raises(InvalidDecryptionShareError):
        verify_shares(GROUP, evil, SEED)


def test_a_later_false_prover_is_the_one_that_is_named() -> None:
    given = [DEALT.shares(seat, 0, *HAND) for seat in (1, 2, 3)]
    is_refused(DEALT, *given[:2], replace(given[2], proof=given[1].proof))


@pytest.mark.parametrize("bad", ["commitment_base", "commitment_points"])
def test_a_claim_about_one_card_is_false_if_one_of_its_two_equations_is(bad: str) -> None:
    statement = make_share_statement(GROUP, context(), Scalar(7), [element("A")])
    proof = prove_shares(GROUP, statement, Scalar(7), fresh("proof"))
    verify_shares(GROUP, [(statement, proof)], SEED)
    for evil in (replace(proof, **{bad: element("B")}), replace(proof, response=Scalar(0))):  # type: ignore[arg-type]
        with pytest.raises(InvalidDecryptionShareError):
            verify_shares(GROUP, [(statement, evil)], SEED)


def test_a_machine_that_computes_wrongly_accuses_nobody() -> None:
    statement = make_share_statement(GROUP, context(), Scalar(7), [BASE, BASE])
    proof = prove_shares(GROUP, statement, Scalar(7), fresh("proof"))
    with pytest.raises(AssertionError, match="arithmetic"):
        verify_shares(Unsteady(), [(statement, proof)], SEED)


def test_shares_asked_for_again_with_the_same_chance_are_the_same_bytes() -> None:
    assert DEALT.shares(2, 0, *HAND) == HONEST
    again = DEALT.shares(2, 0, *HAND, label="other chance")
    assert again.shares == HONEST.shares
    assert again.proof != HONEST.proof
