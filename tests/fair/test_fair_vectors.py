"""Proofs with fixed chance: written by one back end, made again and verified by both; attack 56."""

import json
from dataclasses import replace
from typing import Any

import pytest

from kalooki.fair.backup import AnnouncedBackup, decode_backup, unseal_share
from kalooki.fair.contexts import Context
from kalooki.fair.decryption import (
    ShareStatement,
    decode_share_proof,
    decode_shares,
    make_share_statement,
    prove_with_nonce,
    verify_shares,
)
from kalooki.fair.elgamal import decode_deck, encode_deck
from kalooki.fair.errors import FairError
from kalooki.fair.group import Group, Scalar, decode_scalar, encode_scalar
from kalooki.fair.keys import decode_key_share, possession_with_nonce, verify_possession
from kalooki.fair.shuffle import ShuffleSecrets, commit_material, prove_shuffle, shuffle_deck
from kalooki.fair.shuffle_proof import ShuffleStatement, decode_shuffle_proof
from kalooki.fair.shuffle_verify import ShuffleStep, verify_shuffle
from support.fair_deck import PYTHON, SEED, sodium
from support.fair_vectors import ACCEPTED, BUILDERS, VECTORS, element_of, text_of

GROUPS = [pytest.param(sodium(), id="libsodium"), pytest.param(PYTHON, id="python")]
NAMES = sorted(BUILDERS)


def read(name: str) -> dict[str, Any]:
    vector: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="ascii"))
    return vector


def scalar(text: str) -> Scalar:
    return decode_scalar(bytes.fromhex(text))


def scalars(texts: list[str]) -> tuple[Scalar, ...]:
    return tuple(scalar(text) for text in texts)


def check(group: Group, vector: dict[str, Any]) -> None:
    """Verify a vector's proof by its bytes alone."""
    where, proof = Context(0, bytes.fromhex(vector["ctx"])), bytes.fromhex(vector.get("proof", ""))
    match vector["kind"]:
        case "pop":
            share = decode_key_share(group, bytes.fromhex(vector["X"]), proof, 0)
            told = AnnouncedBackup(bytes.fromhex("".join(vector.get("F", ()))), bytes.fromhex(vector.get("W", "")))
            backup = decode_backup(group, share.key, told, len(vector.get("F", ())), 0)
            verify_possession(group, where, replace(share, backup=backup))
        case "box":
            key, box = element_of(vector["S"]), bytes.fromhex(vector["box"])
            assert encode_scalar(unseal_share(group, where, scalar(vector["w"]), box, key)).hex() == vector["s"]
        case "dleq":
            points = tuple(element_of(text) for text in vector["A"])
            given = decode_shares(group, bytes.fromhex("".join(vector["D"])), len(points), 0)
            statement = ShareStatement(where, element_of(vector["X"]), points, given)
            verify_shares(group, [(statement, decode_share_proof(group, proof, 0))], SEED)
        case "shuffle":
            before, after = (decode_deck(group, bytes.fromhex(vector[name]), vector["N"]) for name in ("C", "C'"))
            claim = ShuffleStatement(where, element_of(vector["PK"]), before, after)
            verify_shuffle(group, ShuffleStep(claim, decode_shuffle_proof(group, proof, vector["N"], 0)), SEED)
        case kind:
            pytest.fail(f"no such kind of vector: {kind}")


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("name", NAMES)
def test_each_vector_is_judged_as_it_says_by_both_back_ends(name: str, group: Group) -> None:
    vector = read(name)
    try:
        check(group, vector)
        verdict = ACCEPTED
    except FairError as refused:
        verdict = refused.code
    assert verdict == vector["expect"]


@pytest.mark.parametrize("name", NAMES)
def test_each_vector_is_what_libsodium_makes_of_the_same_chance(name: str) -> None:
    assert text_of(BUILDERS[name](sodium())) == (VECTORS / f"{name}.json").read_text(encoding="ascii")


def test_every_file_of_a_proof_has_its_maker() -> None:
    kinds = {path.stem for path in VECTORS.glob("*.json") if "ctx" in json.loads(path.read_text(encoding="utf-8"))}
    assert kinds == set(NAMES)


@pytest.mark.parametrize("name", ["shuffle_2", "shuffle_3", "shuffle_5"])
def test_a_shuffle_follows_from_the_values_that_its_file_lists(name: str) -> None:
    vector = read(name)
    secrets = ShuffleSecrets(
        permutation=tuple(source - 1 for source in vector["pi"]),
        factors=scalars(vector["R"]),
        d=scalars(vector["d"]),
        e=scalars(vector["e"]),
        delta=scalars(vector["Delta"]),
        r=scalar(vector["r"]),
        r_d=scalar(vector["r_d"]),
        r_e=scalar(vector["r_e"]),
        r_delta=scalar(vector["r_Delta"]),
        r_a=scalar(vector["r_a"]),
        factor_d=scalar(vector["R_d"]),
    )
    group, key = sodium(), element_of(vector["PK"])
    material = commit_material(group, key, secrets)
    before = decode_deck(group, bytes.fromhex(vector["C"]), vector["N"])
    after = shuffle_deck(group, before, material)
    assert encode_deck(after).hex() == vector["C'"]
    statement = ShuffleStatement(Context(0, bytes.fromhex(vector["ctx"])), key, before, after)
    assert prove_shuffle(group, statement, material).encode().hex() == vector["proof"]


def test_key_and_shares_follow_from_the_values_that_their_files_list() -> None:
    pop, dleq, group = read("pop"), read("dleq"), sodium()
    share = possession_with_nonce(group, Context(0, bytes.fromhex(pop["ctx"])), scalar(pop["x"]), scalar(pop["r"]))
    assert share.proof.encode().hex() == pop["proof"]
    points = [element_of(text) for text in dleq["A"]]
    statement = make_share_statement(group, Context(0, bytes.fromhex(dleq["ctx"])), scalar(dleq["x"]), points)
    assert [each.encoding.hex() for each in statement.shares] == dleq["D"]
    assert prove_with_nonce(group, statement, scalar(dleq["x"]), scalar(dleq["r"])).encode().hex() == dleq["proof"]
