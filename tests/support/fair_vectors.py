"""Proofs with fixed chance, for a second implementation: `python tests/support/fair_vectors.py` writes them anew.

The setting is that of PROTOCOL.md's check values: number 5, two seats, X_0 = 7G, X_1 = 8G; all proofs are seat 0's.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kalooki.fair.backup import (
    PublicBackup,
    SecretBackup,
    announce_backup,
    deal_share,
    helper_key,
    seal_share,
)
from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Kind, SeatIdentity, session_hash
from kalooki.fair.decryption import CheckedShares, ShareStatement, make_share_statement, prove_with_nonce
from kalooki.fair.elgamal import Ciphertext, Deck, encode_deck
from kalooki.fair.group import BASE, Element, Group, Scalar, encode_scalar
from kalooki.fair.group_python import PythonGroup
from kalooki.fair.joint import JointKey, join_keys
from kalooki.fair.keys import possession_challenge, possession_with_nonce
from kalooki.fair.plan import Plan, Setting, make_plan
from kalooki.fair.shuffle import ShuffleSecrets, commit_material, draw_secrets, prove_shuffle, shuffle_deck
from kalooki.fair.shuffle_proof import ShuffleStatement
from kalooki.fair.shuffle_verify import CheckedShuffle, ShuffleStep

VECTORS = Path(__file__).parents[1] / "vectors"
ACCEPTED = "accepted"

Vector = Mapping[str, str | int | list[str] | list[int]]

SEATS = (SeatIdentity(0, b"\1" * 32), SeatIdentity(1, b"\3" * 32))
SECRETS = (Scalar(7), Scalar(8))
NONCE = Scalar(11)
FOUR = (*SEATS, SeatIdentity(2, b"\5" * 32), SeatIdentity(3, b"\7" * 32))
BACKUP = SecretBackup((Scalar(12), Scalar(13)), Scalar(14))


def plan_of(group: Group, faces: Sequence[str]) -> Plan:
    """Return the plan of the check values, with other cards."""
    session = session_hash(bytes(32), [(SEATS[0].identity, b"\2" * 32), (SEATS[1].identity, b"\4" * 32)])
    return make_plan(group, Setting(5, Kind.DEAL, session, SEATS, tuple(faces)))


def joint_of(plan: Plan) -> JointKey:
    """Return the joint key of the check values."""
    return join_keys(plan, {seat: plan.group.base(secret) for seat, secret in enumerate(SECRETS)}, 1)


def possession(group: Group) -> Vector:
    """Prove that seat 0 knows 7."""
    where = Binding(plan_of(group, ("AS", "2S", "JK")).ceremony, NO_KEYS).key(SEATS[0])
    share = possession_with_nonce(group, where, SECRETS[0], NONCE)
    return {
        "kind": "pop",
        "expect": ACCEPTED,
        "ctx": where.encoding.hex(),
        "x": _hex(SECRETS[0]),
        "r": _hex(NONCE),
        "X": share.key.encoding.hex(),
        "c": _hex(possession_challenge(where, share.key, share.proof.commitment)),
        "proof": share.proof.encode().hex(),
    }


def possession_of_another_seat(group: Group) -> Vector:
    """Move seat 0's key and proof to seat 1."""
    where = Binding(plan_of(group, ("AS", "2S", "JK")).ceremony, NO_KEYS).key(SEATS[1])
    return {**possession(group), "expect": "invalid_key", "ctx": where.encoding.hex()}


def backup_of(group: Group) -> tuple[Plan, PublicBackup]:
    """Return a ceremony of four, in which seat 0's polynomial is 7 + 12X + 13X^2 and its key for sealing 14."""
    setting = plan_of(group, ("AS", "2S", "JK")).setting
    plan = make_plan(group, replace(setting, seats=FOUR, threshold=3))
    return plan, announce_backup(group, SECRETS[0], BACKUP)


def possession_with_backup(group: Group) -> Vector:
    """Prove that seat 0 knows 7, and commit to its backup."""
    plan, public = backup_of(group)
    where = Binding(plan.ceremony, NO_KEYS).key(FOUR[0])
    share = possession_with_nonce(group, where, SECRETS[0], NONCE, public)
    return {
        "kind": "pop",
        "expect": ACCEPTED,
        "ctx": where.encoding.hex(),
        "x": _hex(SECRETS[0]),
        "r": _hex(NONCE),
        "a": _hexes(BACKUP.coefficients),
        "w": _hex(BACKUP.sealing),
        "X": share.key.encoding.hex(),
        "F": [one.encoding.hex() for one in public.commitments],
        "W": public.sealing.encoding.hex(),
        "c": _hex(possession_challenge(where, share.key, share.proof.commitment, public)),
        "proof": share.proof.encode().hex(),
    }


def possession_with_exchanged_commitments(group: Group) -> Vector:
    """Exchange two commitments after proving."""
    vector = possession_with_backup(group)
    first, second, third = list(vector["F"])  # type: ignore[arg-type]
    return {**vector, "expect": "invalid_key", "F": [str(first), str(third), str(second)]}


def helpers_shares(group: Group) -> Vector:
    """Prove seat 2's shares of 2G and 3G for seat 0, who is absent: with f(3) for a secret, to everybody."""
    plan, public = backup_of(group)
    where = Binding(plan.ceremony, bytes(32)).helper_share(FOUR[2], EVERYBODY, 0, (1, 2))
    secret = deal_share(SECRETS[0], BACKUP, 3)
    statement = make_share_statement(group, where, secret, [group.base(Scalar(2)), group.base(Scalar(3))])
    assert statement.key == helper_key(group, public, 3)
    return _shares_vector(group, statement, secret)


def sealed_share(group: Group) -> Vector:
    """Seal f(3) to seat 2, whose key for sealing is 14, too."""
    plan, public = backup_of(group)
    where, share = Binding(plan.ceremony, bytes(32)).sealed(FOUR[0], 2), deal_share(SECRETS[0], BACKUP, 3)
    return {
        "kind": "box",
        "expect": ACCEPTED,
        "ctx": where.encoding.hex(),
        "s": _hex(share),
        "r": _hex(NONCE),
        "w": _hex(BACKUP.sealing),
        "W": public.sealing.encoding.hex(),
        "S": helper_key(group, public, 3).encoding.hex(),
        "box": seal_share(group, where, public.sealing, share, NONCE).hex(),
    }


def sealed_share_of_another(group: Group) -> Vector:
    """Seal f(2) in its place."""
    plan, public = backup_of(group)
    where = Binding(plan.ceremony, bytes(32)).sealed(FOUR[0], 2)
    box = seal_share(group, where, public.sealing, deal_share(SECRETS[0], BACKUP, 2), NONCE)
    return {**sealed_share(group), "expect": "invalid_backup", "box": box.hex()}


def shares(group: Group) -> Vector:
    """Prove shares of 2G and 3G at positions 1 and 2, to everybody."""
    plan = plan_of(group, ("AS", "2S", "JK"))
    where = Binding(plan.ceremony, joint_of(plan).digest).share(SEATS[0], EVERYBODY, (1, 2))
    statement = make_share_statement(group, where, SECRETS[0], [group.base(Scalar(2)), group.base(Scalar(3))])
    return _shares_vector(group, statement)


def shares_exchanged(group: Group) -> Vector:
    """Exchange both shares after proving."""
    vector = shares(group)
    first, second = list(vector["D"])  # type: ignore[arg-type]
    return {**vector, "expect": "invalid_decryption_share", "D": [str(second), str(first)]}


def shuffle_of(faces: Sequence[str]) -> Callable[[Group], Vector]:
    """Return the first shuffle of a start deck, with chance that the number of cards decides."""

    def build(group: Group) -> Vector:
        plan = plan_of(group, faces)
        secrets = draw_secrets(len(faces), bytes([len(faces)]) * 64)
        before = joint_of(plan).start
        material = commit_material(group, joint_of(plan).key, secrets)
        return _shuffle_vector(group, plan, secrets, shuffle_deck(group, before, material), ACCEPTED)

    return build


def shuffle_with_duplicate_card(group: Group) -> Vector:
    """Put out the second card twice, and claim a true permutation."""
    plan = plan_of(group, FIVE)
    secrets = draw_secrets(len(FIVE), bytes([5]) * 64)
    material = commit_material(group, joint_of(plan).key, secrets)
    after = shuffle_deck(group, joint_of(plan).start, material)
    mask = Ciphertext(BASE, joint_of(plan).key)
    double = Ciphertext(group.add(after[1].a, mask.a), group.add(after[1].b, mask.b))
    return _shuffle_vector(group, plan, secrets, (double, *after[1:]), "invalid_shuffle_proof")


def shuffle_with_foreign_card(group: Group) -> Vector:
    """Turn one card into another point."""
    plan = plan_of(group, FIVE)
    secrets = draw_secrets(len(FIVE), bytes([5]) * 64)
    material = commit_material(group, joint_of(plan).key, secrets)
    after = shuffle_deck(group, joint_of(plan).start, material)
    foreign = Ciphertext(after[2].a, group.add(after[2].b, BASE))
    return _shuffle_vector(group, plan, secrets, (*after[:2], foreign, *after[3:]), "invalid_shuffle_proof")


FIVE = ("AS", "2S", "AS", "2S", "JK")

BUILDERS: Mapping[str, Callable[[Group], Vector]] = {
    "pop": possession,
    "pop_of_another_seat": possession_of_another_seat,
    "pop_with_backup": possession_with_backup,
    "pop_with_exchanged_commitments": possession_with_exchanged_commitments,
    "dleq_of_helper": helpers_shares,
    "box": sealed_share,
    "box_with_another_share": sealed_share_of_another,
    "dleq": shares,
    "dleq_with_exchanged_shares": shares_exchanged,
    "shuffle_2": shuffle_of(("AS", "2S")),
    "shuffle_3": shuffle_of(("AS", "2S", "JK")),
    "shuffle_5": shuffle_of(FIVE),
    "shuffle_with_duplicate_card": shuffle_with_duplicate_card,
    "shuffle_with_foreign_card": shuffle_with_foreign_card,
}


def _shares_vector(group: Group, statement: ShareStatement, secret: Scalar = SECRETS[0]) -> Vector:
    proof = prove_with_nonce(group, statement, secret, NONCE)
    checked = CheckedShares(statement, proof)
    return {
        "kind": "dleq",
        "expect": ACCEPTED,
        "ctx": statement.context.encoding.hex(),
        "x": _hex(secret),
        "r": _hex(NONCE),
        "X": statement.key.encoding.hex(),
        "A": [point.encoding.hex() for point in statement.points],
        "D": [share.encoding.hex() for share in statement.shares],
        "w": [weight.to_bytes(16, "little").hex() for weight in checked.weights],
        "c": _hex(checked.challenge),
        "proof": proof.encode().hex(),
    }


def _shuffle_vector(group: Group, plan: Plan, secrets: ShuffleSecrets, after: Deck, expect: str) -> Vector:
    joint = joint_of(plan)
    where = Binding(plan.ceremony, joint.digest).shuffle(SEATS[0])
    statement = ShuffleStatement(where, joint.key, joint.start, after)
    proof = prove_shuffle(group, statement, commit_material(group, joint.key, secrets))
    checked = CheckedShuffle(ShuffleStep(statement, proof))
    return {
        "kind": "shuffle",
        "expect": expect,
        "ctx": where.encoding.hex(),
        "N": len(after),
        "PK": joint.key.encoding.hex(),
        "C": encode_deck(joint.start).hex(),
        "pi": [source + 1 for source in secrets.permutation],
        "R": _hexes(secrets.factors),
        "d": _hexes(secrets.d),
        "e": _hexes(secrets.e),
        "Delta": _hexes(secrets.delta),
        "r": _hex(secrets.r),
        "r_d": _hex(secrets.r_d),
        "r_e": _hex(secrets.r_e),
        "r_Delta": _hex(secrets.r_delta),
        "r_a": _hex(secrets.r_a),
        "R_d": _hex(secrets.factor_d),
        "C'": encode_deck(after).hex(),
        "t": _hex(checked.t),
        "lambda": _hex(checked.lam),
        "x": _hex(checked.x),
        "y": _hex(checked.y),
        "proof": proof.encode().hex(),
    }


def _hex(scalar: Scalar) -> str:
    return encode_scalar(scalar).hex()


def _hexes(scalars: Sequence[Scalar]) -> list[str]:
    return [_hex(scalar) for scalar in scalars]


def element_of(text: str) -> Element:
    """Read an element of a vector."""
    return Element(bytes.fromhex(text))


def text_of(vector: Vector) -> str:
    """Write a vector as its file has it."""
    return json.dumps(vector, indent=1) + "\n"


if __name__ == "__main__":
    for name, build in BUILDERS.items():
        (VECTORS / f"{name}.json").write_text(text_of(build(PythonGroup())), encoding="ascii")
