"""Chance: constant time, used once, uniform (attacks 58 to 60; B45, biased or predictable shuffling)."""

import copy
import math
import pickle
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki.fair import chance as module
from kalooki.fair.chance import FRESH_BYTES, Chance, expand, hedged_nonce
from kalooki.fair.decryption import make_share_statement, prove_shares
from kalooki.fair.errors import MaterialUsedError
from kalooki.fair.group import ORDER, Element, Scalar
from kalooki.fair.group_sodium import SodiumGroup
from kalooki.fair.keys import prove_possession
from kalooki.fair.own import make_shuffle, prepare_shuffle
from kalooki.fair.shuffle import draw_secrets, precompute, shuffle_and_prove
from kalooki.fair.shuffle_proof import ShuffleStatement
from kalooki.fair.shuffle_verify import ShuffleStep, verify_shuffle
from support.fair_deck import SEED, context, deck, element, fresh, keyed, material, setting, sodium

GROUP = sodium()
KEY = element("key")


class SecretsOnly:
    """The real group with the door to its public sums locked."""

    name = "libsodium without public sums"
    constant_time = True

    def __init__(self) -> None:
        self.decode, self.add, self.sub, self.neg = GROUP.decode, GROUP.add, GROUP.sub, GROUP.neg
        self.mul, self.base, self.hash_to_group = GROUP.mul, GROUP.base, GROUP.hash_to_group

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        raise AssertionError(f"{len(scalars)} scalars, {len(elements)} elements")


def test_attack_58_a_shuffle_and_a_key_are_made_by_constant_time_functions_alone() -> None:
    assert isinstance(GROUP, SodiumGroup)
    group, before = SecretsOnly(), deck(4)
    after, proof = shuffle_and_prove(group, context(), KEY, before, precompute(group, KEY, 4, fresh("58")))
    verify_shuffle(GROUP, ShuffleStep(ShuffleStatement(context(), KEY, before, after), proof), SEED)
    prove_possession(group, context(), Scalar(7), fresh("58"))
    make_share_statement(group, context(), Scalar(7), [KEY])


class Recording(SecretsOnly):
    """A group that keeps the scalars of its public sums."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Scalar] = []

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        self.seen += scalars
        return GROUP.msm(scalars, elements)


def test_attack_58_the_only_public_sum_of_a_prover_of_shares_has_the_public_weights() -> None:
    group, secret = Recording(), Scalar(2**200 + 1)
    statement = make_share_statement(group, context(), secret, [KEY, element("other")])
    prove_shares(group, statement, secret, fresh("58"))
    assert len(group.seen) == 2
    assert all(scalar < 2**128 for scalar in group.seen)


def test_attack_59_a_prepared_shuffle_is_used_once() -> None:
    offline = precompute(GROUP, KEY, 3, fresh("59"))
    shuffle_and_prove(GROUP, context(), KEY, deck(3), offline)
    for _ in range(2):
        with pytest.raises(MaterialUsedError):
            shuffle_and_prove(GROUP, context(), KEY, deck(3), offline)
    with pytest.raises(MaterialUsedError):
        offline.take()


def test_attack_59_a_prepared_shuffle_is_not_used_up_by_a_refusal_but_by_a_failure_after_it() -> None:
    world = keyed(setting(2))
    offline = prepare_shuffle(world.ceremony, fresh("59"))
    deck_bytes, proof = make_shuffle(world.ceremony, 0, offline)
    # The message was lost: the stored bytes are sent again, the shuffle is not made again.
    with pytest.raises(MaterialUsedError):
        make_shuffle(world.ceremony, 0, offline)
    assert world.ceremony.accept_shuffle(0, deck_bytes, proof).verification_job().run(SEED).valid


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_attack_59_a_prepared_shuffle_is_neither_copied_nor_written_to_disk(
    duplicate: Callable[[object], object],
) -> None:
    with pytest.raises(MaterialUsedError):
        duplicate(precompute(GROUP, KEY, 2, fresh("59")))


def test_attack_59_a_nonce_repeats_only_if_everything_repeats() -> None:
    secret, transcript = Scalar(7), b"transcript"
    first = hedged_nonce(secret, transcript, fresh("a"))
    assert hedged_nonce(secret, transcript, fresh("a")) == first
    others = {
        hedged_nonce(Scalar(8), transcript, fresh("a")),
        hedged_nonce(secret, b"another", fresh("a")),
        hedged_nonce(secret, transcript, fresh("b")),
    }
    assert len(others | {first}) == 4
    with pytest.raises(AssertionError):
        hedged_nonce(secret, transcript, b"short")


def test_attack_59_two_statements_with_the_same_chance_have_two_nonces() -> None:
    # After a crash the same bytes could come again; a generator may even be broken for good.
    points = ([KEY], [element("other")], [KEY, element("other")])
    proofs = []
    for each in points:
        statement = make_share_statement(GROUP, context(), Scalar(7), each)
        proofs.append(prove_shares(GROUP, statement, Scalar(7), bytes(FRESH_BYTES)))
    assert len({proof.commitment_base for proof in proofs}) == 3
    keys = [prove_possession(GROUP, context(label), Scalar(7), bytes(FRESH_BYTES)) for label in ("one", "two")]
    assert keys[0].proof.commitment != keys[1].proof.commitment


def test_the_secrets_of_a_shuffle_show_in_no_text() -> None:
    offline = precompute(GROUP, KEY, 3, fresh("text"))
    made = material(KEY, 3, "text")
    for text in (repr(offline), repr(made), repr(made.secrets), str([made])):
        assert str(made.secrets.d[0]) not in text
        assert "permutation=" not in text


@given(st.binary(min_size=64, max_size=64), st.integers(2, 40))
def test_the_secrets_of_a_shuffle_are_a_permutation_and_scalars_that_are_not_zero(entropy: bytes, size: int) -> None:
    secrets = draw_secrets(size, entropy)
    assert sorted(secrets.permutation) == list(range(size))
    assert (secrets.delta[0], secrets.delta[-1]) == (secrets.e[0], 0)
    drawn = [*secrets.factors, *secrets.d, *secrets.e, *secrets.delta[1:-1]]
    drawn += [secrets.r, secrets.r_d, secrets.r_e, secrets.r_delta, secrets.r_a, secrets.factor_d]
    assert all(0 < scalar < ORDER for scalar in drawn)
    assert len(set(drawn)) == len(drawn)


@given(st.binary(min_size=64, max_size=64), st.text("abc", max_size=3), st.text("abc", max_size=3))
def test_chance_for_two_purposes_has_nothing_in_common(entropy: bytes, first: str, second: str) -> None:
    assert (expand(entropy, first) == expand(entropy, second)) == (first == second)
    stream = Chance(entropy, first)
    assert stream.read(10) + stream.read(0) + stream.read(190) == Chance(entropy, first).read(200)
    assert len(expand(entropy, first)) == FRESH_BYTES


@pytest.mark.parametrize("length", [0, 32, 63, 65])
def test_chance_is_made_of_64_bytes(length: int) -> None:
    with pytest.raises(AssertionError):
        Chance(bytes(length), "purpose")


def test_numbers_below_a_bound_are_drawn_by_rejection() -> None:
    # Of four values of 32 bits one is at or above this bound and must be drawn again.
    bound = 3 * 2**30
    stream, drawn = Chance(fresh("rejection"), "below"), Chance(fresh("rejection"), "below")
    numbers = [stream.below(bound) for _ in range(200)]
    raw = struct.unpack(">400I", drawn.read(1600))
    kept = [number for number in raw if number < bound]
    assert numbers == kept[:200]
    assert len(kept) < len(raw)


def chi_square_is_plausible(counts: Sequence[int], freedom: int, scale: float = 1.0) -> bool:
    """Whether p > 0.001 on both sides together, by Wilson and Hilferty's approximation."""
    expected = sum(counts) / len(counts)
    statistic = scale * sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    score = (math.pow(statistic / freedom, 1 / 3) - (1 - spread)) / math.sqrt(spread)
    return abs(score) < 3.29


@pytest.mark.parametrize(("size", "rounds"), [(2, 2000), (3, 3000), (4, 6000)])
def test_attack_60_every_order_of_a_small_deck_is_equally_likely(size: int, rounds: int) -> None:
    orders = Counter(draw_secrets(size, fresh(f"60 {round_}")).permutation for round_ in range(rounds))
    assert len(orders) == math.factorial(size)
    assert chi_square_is_plausible(list(orders.values()), len(orders) - 1)


def test_the_measure_of_uniformity_finds_a_shuffle_that_swaps_any_with_any() -> None:
    def biased(stream: Chance, size: int) -> tuple[int, ...]:
        order = list(range(size))
        for place in range(size):
            other = stream.below(size)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    orders = Counter(biased(Chance(fresh(f"biased {each}"), "p"), 4) for each in range(6000))
    assert not chi_square_is_plausible(list(orders.values()), 23)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_b45_every_card_is_equally_likely_at_every_position_alone_and_after_fixed_shuffles() -> None:
    size, rounds = 106, 20_000
    earlier, later = (Chance(fresh(label), "fixed").permutation(size) for label in ("earlier", "later"))
    alone, joint = Counter[int](), Counter[int]()
    stream = Chance(fresh("B45"), "shuffle")
    rows = range(0, size**2, size)
    for _ in range(rounds):
        order = stream.permutation(size)
        alone.update(map(add, rows, order))
        joint.update(map(add, rows, map(earlier.__getitem__, map(order.__getitem__, later))))
    for counts in (alone, joint):
        # One card for each position and one position for each card: rows and columns are fixed.
        assert chi_square_is_plausible([counts[cell] for cell in range(size**2)], (size - 1) ** 2, (size - 1) / size)


def test_the_module_of_chance_knows_no_generator_and_no_clock() -> None:
    assert not {"random", "secrets", "time", "os"} & set(vars(module))
