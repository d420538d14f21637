"""PROTOCOL.md 8: "Check values of the deck"."""

import pytest

from kalooki.fair.commitments import generator
from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Kind, SeatIdentity, session_hash
from kalooki.fair.decryption import CheckedShares, make_share_statement, prove_with_nonce, verify_shares
from kalooki.fair.elgamal import deck_hash
from kalooki.fair.group import Group, Scalar, encode_scalar
from kalooki.fair.joint import join_keys
from kalooki.fair.keys import possession_challenge, possession_with_nonce, verify_possession
from kalooki.fair.plan import Plan, Setting, make_plan
from support.fair_deck import PYTHON, sodium

FIRST, SECOND = SeatIdentity(0, b"\1" * 32), SeatIdentity(1, b"\3" * 32)
X_0, X_1 = Scalar(7), Scalar(8)
NONCE = Scalar(11)


@pytest.fixture(params=["libsodium", "python"])
def group(request: pytest.FixtureRequest) -> Group:
    return sodium() if request.param == "libsodium" else PYTHON


@pytest.fixture
def plan(group: Group) -> Plan:
    session = session_hash(bytes(32), [(FIRST.identity, b"\2" * 32), (SECOND.identity, b"\4" * 32)])
    return make_plan(group, Setting(5, Kind.DEAL, session, (FIRST, SECOND), ("AS", "2S", "JK")))


def test_the_generators_are_those_of_the_specification(group: Group) -> None:
    assert generator(group, 1).encoding.hex() == "3ab2e0810dac45f155746730b92f7e8f7617751c56eba1df7aa4399811c0c841"
    assert generator(group, 2).encoding.hex() == "66a512a3874d0361f2f49c7bc2e94c731168a3117a25f7f35177d8b502803322"


def test_deck_session_and_ceremony_are_hashed_as_specified(plan: Plan) -> None:
    assert plan.deck_hash.hex() == "c934e721bd8a760923de0c6ae4b0bd9c83cd5ccc70b5e561cfeb33c194582147"
    assert deck_hash(["AS", "2S", "JK"]) == plan.deck_hash
    assert plan.points["JK"].encoding.hex() == "1a0bb3095f5822f965c4af041862c663b7e62c810f6d8a1da66037f99d234369"
    assert plan.setting.session.hex() == "5dd3ee480a79eb5066c154ce671e0aac012da4ec653256e4319f421104ac43ba"
    assert plan.ceremony.hex() == "e88405f87098b7fe74783ded285e3563ee3b3199f58f2e20e63e930ac4e95d32"


def test_the_keys_are_hashed_as_specified(plan: Plan) -> None:
    joint = join_keys(plan, {0: plan.group.base(X_0), 1: plan.group.base(X_1)}, 1)
    assert joint.digest.hex() == "5966421dae07df61e45a10b907303c5c014195ffc78f61d415411d5f8d75b3ba"
    assert joint.key == plan.group.base(Scalar(15))


def test_the_proof_of_possession_is_that_of_the_specification(plan: Plan) -> None:
    context = Binding(plan.ceremony, NO_KEYS).key(FIRST)
    share = possession_with_nonce(plan.group, context, X_0, NONCE)
    challenge = possession_challenge(context, share.key, share.proof.commitment)
    assert encode_scalar(challenge).hex() == "9da9ffc6a75ec1e09be96dd0876527dde3110e95a8d9d0e40ce8a3c4a6c35e00"
    response = share.proof.encode()[32:].hex()
    assert response == "56a3fd7096964925436301b3b6c6130c3b7d62139cf3b5415a587b608f599702"
    verify_possession(plan.group, context, share)


def test_the_proof_of_shares_is_that_of_the_specification(plan: Plan) -> None:
    group = plan.group
    joint = join_keys(plan, {0: group.base(X_0), 1: group.base(X_1)}, 1)
    context = Binding(plan.ceremony, joint.digest).share(FIRST, EVERYBODY, (1, 2))
    statement = make_share_statement(group, context, X_0, [group.base(Scalar(2)), group.base(Scalar(3))])
    proof = prove_with_nonce(group, statement, X_0, NONCE)
    checked = CheckedShares(statement, proof)
    assert checked.weights[0].to_bytes(16, "big").hex() == "69777638505a449aa239c9a4e90ab8e9"
    challenge = encode_scalar(checked.challenge).hex()
    assert challenge == "fa21caf288fccb33befc915b068777c45926687f9b419828d74251b014407201"
    response = proof.encode()[64:].hex()
    assert response == "e1ed86a3bee7936a33e9fd802cb1445f740cd97b40cb291ce2d338d290c01f0a"
    verify_shares(group, [(statement, proof)], bytes(32))
