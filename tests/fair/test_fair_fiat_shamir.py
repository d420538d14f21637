"""PROTOCOL.md 7, challenges and ctx: attacks 52, 53 and 64, weak Fiat-Shamir."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.fair.contexts import EVERYBODY, Binding, Kind, SeatIdentity, ceremony_hash, keys_hash, session_hash
from kalooki.fair.decryption import CheckedShares, make_share_statement, prove_with_nonce
from kalooki.fair.elgamal import deck_hash
from kalooki.fair.fiat_shamir import FiatShamir
from kalooki.fair.group import BASE, ORDER, Element, Scalar
from kalooki.fair.hashing import LABEL
from kalooki.fair.keys import possession_challenge
from kalooki.fair.linear import batch_weights
from kalooki.fair.shuffle import prove_shuffle, shuffle_deck
from kalooki.fair.shuffle_proof import ShuffleProof, ShuffleStatement
from kalooki.fair.shuffle_verify import CheckedShuffle, ShuffleStep
from support.fair_deck import FACES, PYTHON, context, deck, element, identity, material, scalar, seats, sodium

GROUP = sodium()
KEY = element("key")
OTHER = element("other")


def shuffle_step() -> ShuffleStep:
    before, chance = deck(4), material(KEY, 4)
    statement = ShuffleStatement(context(), KEY, before, shuffle_deck(GROUP, before, chance))
    return ShuffleStep(statement, prove_shuffle(GROUP, statement, chance))


STEP = shuffle_step()


def asked(step: ShuffleStep) -> tuple[Scalar, ...]:
    checked = CheckedShuffle(step)
    return checked.t, checked.lam, checked.x, checked.y


def stated(**changes: object) -> ShuffleStep:
    return replace(STEP, statement=replace(STEP.statement, **changes))  # type: ignore[arg-type]


def proved(change: Callable[[ShuffleProof], ShuffleProof]) -> ShuffleStep:
    return replace(STEP, proof=change(STEP.proof))


def committed(**changes: Element) -> ShuffleStep:
    return proved(lambda proof: replace(proof, commitments=replace(proof.commitments, **changes)))


CARDS = STEP.statement.before


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        pytest.param(stated(context=context("another")), 0, id="ctx"),
        pytest.param(stated(joint_key=OTHER), 0, id="PK"),
        pytest.param(stated(before=(replace(CARDS[0], a=OTHER), *CARDS[1:])), 0, id="C a"),
        pytest.param(stated(before=(*CARDS[:3], replace(CARDS[3], b=OTHER))), 0, id="C b"),
        pytest.param(stated(after=(replace(STEP.statement.after[0], a=OTHER), *STEP.statement.after[1:])), 0, id="C'"),
        pytest.param(stated(before=STEP.statement.after, after=CARDS), 0, id="C and C' exchanged"),
        pytest.param(committed(permutation=OTHER), 0, id="c"),
        pytest.param(committed(masks=OTHER), 0, id="c_d"),
        pytest.param(proved(lambda proof: replace(proof, sum_a=OTHER)), 0, id="E_A"),
        pytest.param(proved(lambda proof: replace(proof, sum_b=OTHER)), 0, id="E_B"),
        pytest.param(proved(lambda proof: replace(proof, sum_a=proof.sum_b, sum_b=proof.sum_a)), 0, id="E exchanged"),
        pytest.param(proved(lambda proof: replace(proof, f=(Scalar(1), *proof.f[1:]))), 1, id="f"),
        pytest.param(proved(lambda proof: replace(proof, f=proof.f[::-1])), 1, id="f reversed"),
        pytest.param(proved(lambda proof: replace(proof, big_z=Scalar(1))), 1, id="Z"),
        pytest.param(committed(blinds=OTHER), 3, id="c_e"),
        pytest.param(committed(ladder=OTHER), 3, id="c_Delta"),
        pytest.param(proved(lambda proof: replace(proof, products=OTHER)), 3, id="c_a"),
    ],
)
def test_attack_52_each_absorbed_field_of_a_shuffle_changes_every_later_challenge(
    changed: ShuffleStep, first: int
) -> None:
    before, after = asked(STEP), asked(changed)
    assert before[:first] == after[:first]
    assert all(ours != theirs for ours, theirs in zip(before[first:], after[first:], strict=True))


def test_attack_52_the_number_of_cards_changes_every_challenge() -> None:
    before, chance = deck(3), material(KEY, 3)
    statement = ShuffleStatement(context(), KEY, before, shuffle_deck(GROUP, before, chance))
    fewer = ShuffleStep(statement, prove_shuffle(GROUP, statement, chance))
    assert set(asked(fewer)).isdisjoint(asked(STEP))


def test_attack_52_each_field_of_a_proof_of_possession_changes_the_challenge() -> None:
    where = context()
    challenges = {
        possession_challenge(where, KEY, OTHER),
        possession_challenge(context("another"), KEY, OTHER),
        possession_challenge(where, BASE, OTHER),
        possession_challenge(where, KEY, BASE),
        possession_challenge(where, OTHER, KEY),
    }
    assert len(challenges) == 5


def test_attack_52_each_field_of_a_proof_of_shares_changes_weights_and_challenge() -> None:
    statement = make_share_statement(GROUP, context(), Scalar(7), [KEY, OTHER])
    proof = prove_with_nonce(GROUP, statement, Scalar(7), Scalar(11))
    first = CheckedShares(statement, proof)
    for changed in (
        replace(statement, context=context("another")),
        replace(statement, key=OTHER),
        replace(statement, points=(KEY, BASE)),
        replace(statement, points=statement.points[::-1]),
        replace(statement, shares=(BASE, statement.shares[1])),
        replace(statement, shares=statement.shares[::-1]),
        replace(statement, points=statement.shares, shares=statement.points),
        replace(statement, points=statement.points[:1], shares=statement.shares[:1]),
    ):
        other = CheckedShares(changed, proof)
        assert set(other.weights).isdisjoint(first.weights)
        assert other.challenge != first.challenge
    for moved in (replace(proof, commitment_base=OTHER), replace(proof, commitment_points=OTHER)):
        other = CheckedShares(statement, moved)
        assert other.weights == first.weights
        assert other.challenge != first.challenge


def test_attack_52_kind_and_group_are_part_of_every_transcript() -> None:
    assert len({FiatShamir(kind, b"ctx").challenge("c") for kind in ("pop", "shuffle", "dleq")}) == 3
    state = hashlib.sha512()
    for label, content in ((LABEL, b"pop"), (b"group", b"ristretto255"), (b"ctx", b"ctx")):
        state.update(len(label).to_bytes(2, "big") + label + len(content).to_bytes(8, "big") + content)
    assert FiatShamir("pop", b"ctx").digest() == state.digest()


def test_attack_52_a_challenge_depends_on_its_name_and_on_those_asked_before() -> None:
    first, second = FiatShamir("pop", b""), FiatShamir("pop", b"")
    assert first.challenge("lambda") != second.challenge("x")
    assert first.challenge("x") != second.challenge("x")
    third = FiatShamir("pop", b"")
    assert third.challenge("x") != third.challenge("x")


def framed(label: bytes, content: bytes) -> bytes:
    return len(label).to_bytes(2, "big") + label + len(content).to_bytes(8, "big") + content


def test_attack_52_the_challenges_of_a_shuffle_are_those_of_the_specification_written_out() -> None:
    statement, proof = STEP.statement, STEP.proof.encode()
    points = [proof[start : start + 32] for start in range(0, 7 * 32, 32)]
    count = (4).to_bytes(4, "big")
    decks = [b"".join(card.a.encoding + card.b.encoding for card in side) for side in (CARDS, statement.after)]
    hashed = framed(LABEL, b"shuffle") + framed(b"group", b"ristretto255") + framed(b"ctx", statement.context.encoding)
    hashed += framed(b"N", count) + framed(b"PK", KEY.encoding)
    hashed += framed(b"C", count + decks[0]) + framed(b"C'", count + decks[1])
    hashed += framed(b"c", points[0]) + framed(b"c_d", points[1]) + framed(b"E", points[2] + points[3])
    asked_for = []

    def ask(name: bytes, so_far: bytes) -> bytes:
        so_far += framed(b"challenge", name)
        digest = hashlib.sha512(so_far).digest()
        asked_for.append(int.from_bytes(hashlib.sha512(b"wide" + digest).digest(), "little") % ORDER)
        return so_far + framed(b"squeezed", digest)

    hashed = ask(b"t", hashed)
    hashed += framed(b"f", count + proof[7 * 32 : 11 * 32]) + framed(b"Z", proof[11 * 32 : 12 * 32])
    hashed = ask(b"x", ask(b"lambda", hashed))
    hashed += framed(b"c_e", points[4]) + framed(b"c_Delta", points[5]) + framed(b"c_a", points[6])
    ask(b"y", hashed)
    assert tuple(asked_for) == asked(STEP)


SESSION = session_hash(b"\1" * 32, [(identity(0), b"\2" * 32), (identity(1), b"\3" * 32)])
DECK = deck_hash(FACES)


def test_attack_52_each_part_of_session_ceremony_and_keys_changes_its_hash() -> None:
    players = [(identity(0), b"\2" * 32), (identity(1), b"\3" * 32)]
    sessions = {
        SESSION,
        session_hash(b"\0" * 32, players),
        session_hash(b"\1" * 32, players[::-1]),
        session_hash(b"\1" * 32, players[:1]),
        session_hash(b"\1" * 32, [(identity(2), b"\2" * 32), players[1]]),
        session_hash(b"\1" * 32, [(identity(0), b"\4" * 32), players[1]]),
    }
    ceremonies = {
        ceremony_hash(SESSION, 1, Kind.DEAL, seats(2), DECK),
        ceremony_hash(bytes(32), 1, Kind.DEAL, seats(2), DECK),
        ceremony_hash(SESSION, 2, Kind.DEAL, seats(2), DECK),
        ceremony_hash(SESSION, 1, Kind.CUT, seats(2), DECK),
        ceremony_hash(SESSION, 1, Kind.DEAL, seats(3), DECK),
        ceremony_hash(SESSION, 1, Kind.DEAL, (seats(1)[0], SeatIdentity(2, identity(1))), DECK),
        ceremony_hash(SESSION, 1, Kind.DEAL, (seats(1)[0], SeatIdentity(1, identity(2))), DECK),
        ceremony_hash(SESSION, 1, Kind.DEAL, seats(2), deck_hash(FACES[:-1])),
    }
    keys = {
        keys_hash(SESSION, [(0, KEY.encoding), (1, OTHER.encoding)]),
        keys_hash(DECK, [(0, KEY.encoding), (1, OTHER.encoding)]),
        keys_hash(SESSION, [(0, OTHER.encoding), (1, KEY.encoding)]),
        keys_hash(SESSION, [(0, KEY.encoding), (2, OTHER.encoding)]),
        keys_hash(SESSION, [(0, KEY.encoding)]),
    }
    assert (len(sessions), len(ceremonies), len(keys)) == (6, 8, 5)


def test_attack_52_each_part_of_ctx_changes_it() -> None:
    binding, me = Binding(b"\1" * 32, b"\2" * 32), seats(1)[0]
    contexts = [
        binding.key(me),
        binding.shuffle(me),
        binding.share(me, EVERYBODY, (1, 2)),
        binding.share(me, 1, (1, 2)),
        binding.share(me, EVERYBODY, (2, 1)),
        binding.share(me, EVERYBODY, (1,)),
        Binding(b"\3" * 32, b"\2" * 32).shuffle(me),
        Binding(b"\1" * 32, b"\3" * 32).shuffle(me),
        binding.shuffle(seats(2)[1]),
        binding.shuffle(SeatIdentity(0, identity(1))),
    ]
    assert len({where.encoding for where in contexts}) == len(contexts)


def test_attack_64_no_ctx_holds_a_term_or_anything_else_that_a_new_host_would_change() -> None:
    binding, me = Binding(b"\1" * 32, b"\2" * 32), SeatIdentity(3, b"\4" * 32)
    head = b"\1" * 32 + b"\2" * 32
    assert binding.key(me).encoding == head + b"\1\3" + b"\4" * 32
    assert binding.shuffle(me).encoding == head + b"\2\3" + b"\4" * 32
    listed = b"\xff" + b"\0\2" + b"\0\7" + b"\1\0"
    assert binding.share(me, EVERYBODY, (7, 256)).encoding == head + b"\3\3" + b"\4" * 32 + listed


@given(st.binary(max_size=6), st.binary(max_size=6), st.data())
def test_attack_53_a_byte_moved_across_a_border_makes_another_transcript(
    first: bytes, second: bytes, data: st.DataObject
) -> None:
    whole = first + second
    border = data.draw(st.integers(0, len(whole)))
    if border == len(first):
        return
    digests = set()
    for left, right in ((first, second), (whole[:border], whole[border:])):
        transcript = FiatShamir("pop", b"")
        transcript.absorb("A", left)
        transcript.absorb("B", right)
        digests.add(transcript.digest())
    assert len(digests) == 2


def test_attack_53_borders_between_label_and_content_and_between_items_of_lists() -> None:
    def digest(*calls: tuple[str, bytes | list[bytes]]) -> bytes:
        transcript = FiatShamir("pop", b"")
        for label, content in calls:
            if isinstance(content, list):
                transcript.absorb_list(label, content)
            else:
                transcript.absorb(label, content)
        return transcript.digest()

    point, other = KEY.encoding, OTHER.encoding
    digests = [
        digest(("AB", b"C")),
        digest(("A", b"BC")),
        digest(("A", b""), ("B", b"C")),
        digest(("A", [point, other]), ("D", [])),
        digest(("A", [point]), ("D", [other])),
        digest(("A", []), ("D", [point, other])),
        digest(("A", [point + other])),
        digest(("A", point + other)),
    ]
    assert len(set(digests)) == len(digests)
    faces = [("AS", "2S"), ("A", "S2S"), ("AS2S",), ("AS2", "S")]
    assert len({deck_hash(each) for each in faces}) == len(faces)


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=80), max_size=3), st.integers(1, 6))
def test_batch_weights_are_odd_and_of_128_bits_and_differ(seed: bytes, parts: list[bytes], count: int) -> None:
    weights = batch_weights(seed, parts, count)
    assert len(set(weights)) == count
    assert all(weight & 1 and 0 < weight < 2**128 for weight in weights)
    other = batch_weights(seed, [*parts, b"x"], count)
    assert set(weights).isdisjoint(other)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_is_32_bytes(length: int) -> None:
    with pytest.raises(AssertionError):
        batch_weights(bytes(length), [], 1)


def test_challenges_do_not_depend_on_the_back_end() -> None:
    assert PYTHON.hash_to_group(b"key") == element("key")
    assert 0 < scalar("any") < ORDER
