"""A whole ceremony, and attacks 54, 55 and 64 on its messages as far as the deck decides them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Kind, SeatIdentity, session_hash
from kalooki.fair.elgamal import deck_hash
from kalooki.fair.errors import (
    FairError,
    InvalidPlanError,
    InvalidShuffleProofError,
    KeyAlreadyGivenError,
    NotInCeremonyError,
    NotYourShuffleError,
    ShufflesIncompleteError,
)
from kalooki.fair.own import make_key, make_shuffle, own_share, prepare_shuffle
from kalooki.fair.plan import Setting, make_plan
from support.fair_deck import SEED, fresh, identity, keyed, seats, setting, shuffled, sodium

GROUP = sodium()


@pytest.mark.parametrize("count", [2, 3, 8])
def test_a_deal_from_the_first_key_to_the_last_card(count: int) -> None:
    faces = [f"{rank}{suit}" for rank in "A23" for suit in "SH"] * 2 + ["JK"]
    world = shuffled(keyed(setting(count, faces)))
    assert world.verdict.valid
    hands = {seat: tuple(range(seat, count + seat, count)) for seat in range(count)}
    for seat, positions in hands.items():
        world = world.granting(seat, *positions)
        world = world.after(*(world.shares(prover, seat, *positions) for prover in range(count) if prover != seat))
    seen = [
        world.ceremony.open_card(position, {seat: own_share(world.ceremony, world.own[seat], position)})
        for seat, positions in hands.items()
        for position in positions
    ]
    stock = tuple(range(count, len(faces)))
    world = world.granting(EVERYBODY, *stock)
    world = world.after(*(world.shares(prover, EVERYBODY, *stock) for prover in range(count)))
    assert sorted(seen + [world.ceremony.open_card(position) for position in stock]) == sorted(faces)
    assert [world.ceremony.owed_by(seat) for seat in range(count)] == [()] * count


@pytest.mark.parametrize("kind", [Kind.SEATS, Kind.CUT, Kind.RESHUFFLE])
def test_draws_cuts_and_reshuffles_are_ceremonies_like_a_deal(kind: Kind) -> None:
    world = shuffled(keyed(setting(3, "12", kind=kind)))
    world = world.granting(EVERYBODY, 1)
    world = world.after(*(world.shares(seat, EVERYBODY, 1) for seat in range(3)))
    assert world.ceremony.open_card(1) in {"1", "2"}


GOOD = setting(3)


@pytest.mark.parametrize(
    "bad",
    [
        replace(GOOD, seats=()),
        replace(GOOD, seats=seats(1)),
        replace(GOOD, seats=seats(3)[::-1]),
        replace(GOOD, seats=(*seats(2), seats(2)[1])),
        replace(GOOD, seats=(SeatIdentity(-1, identity(7)), *seats(2))),
        replace(GOOD, seats=(*seats(2), SeatIdentity(EVERYBODY, identity(7)))),
        replace(GOOD, seats=(*seats(2), SeatIdentity(2, identity(1)))),
        replace(GOOD, seats=(*seats(2), SeatIdentity(2, b"short"))),
        replace(GOOD, seats=tuple(SeatIdentity(seat, identity(seat)) for seat in range(256))),
        replace(GOOD, faces=()),
        replace(GOOD, faces=("AS",)),
        replace(GOOD, faces=("AS",) * 2**16),
        replace(GOOD, faces=("AS", "")),
        replace(GOOD, faces=("AS", "x" * 256)),
        replace(GOOD, faces=("AS", "♠")),
        replace(GOOD, number=-1),
        replace(GOOD, number=2**32),
        replace(GOOD, session=b""),
        replace(GOOD, session=bytes(33)),
    ],
)
def test_of_such_seats_or_cards_no_ceremony_is_made(bad: Setting) -> None:
    with pytest.raises(InvalidPlanError):
        make_plan(GROUP, bad)


def test_a_deck_made_ahead_is_that_of_its_setting_only() -> None:
    assert make_plan(GROUP, GOOD) == make_plan(GROUP, setting(3))
    for other in (setting(2), setting(3, number=2), setting(3, "12"), setting(3, kind=Kind.CUT)):
        assert make_plan(GROUP, other).ceremony != make_plan(GROUP, GOOD).ceremony


def test_a_reshuffled_deck_has_a_hash_and_card_points_of_its_own() -> None:
    first, second = make_plan(GROUP, GOOD), make_plan(GROUP, setting(3, GOOD.faces[1:]))
    assert first.deck_hash == deck_hash(GOOD.faces) != second.deck_hash
    assert first.points["JK"] != second.points["JK"]
    assert len(first.points) == len(first.faces_by_point) == 4


def test_only_a_whole_session_has_a_hash() -> None:
    with pytest.raises(AssertionError):
        session_hash(b"short", [])


def shuffle_bytes(ceremony: Ceremony, seat: int = 0, label: str = "shuffle") -> tuple[bytes, bytes]:
    return make_shuffle(ceremony, seat, prepare_shuffle(ceremony, fresh(label)))


@pytest.mark.parametrize(
    "change",
    [
        lambda deck, _: (deck, b""),
        lambda deck, proof: (deck, proof[:-1]),
        lambda deck, proof: (deck, proof + bytes(32)),
        lambda deck, proof: (deck[:-64], proof),
        lambda deck, proof: (deck + deck[:64], proof),
        lambda _, proof: (b"", proof),
        lambda deck, proof: (bytes(32) + deck[32:], proof),
        lambda deck, proof: (deck, bytes(32) + proof[32:]),
        lambda deck, proof: (deck, proof[:-32] + b"\xff" * 32),
    ],
)
def test_a_shuffle_that_is_not_well_formed_is_refused_at_once_and_names_the_shuffler(
    change: Callable[[bytes, bytes], tuple[bytes, bytes]],
) -> None:
    ceremony = keyed(setting(2)).ceremony
    with pytest.raises(InvalidShuffleProofError) as refused:
        ceremony.accept_shuffle(0, *change(*shuffle_bytes(ceremony)))
    assert refused.value.seat == 0


def test_a_seat_outside_the_ceremony_shuffles_nothing() -> None:
    ceremony = keyed(setting(2)).ceremony
    with pytest.raises(NotInCeremonyError):
        ceremony.accept_shuffle(2, *shuffle_bytes(ceremony))
    with pytest.raises(NotInCeremonyError):
        make_shuffle(ceremony, 2, prepare_shuffle(ceremony, fresh("2")))
    for refused in (lambda: ceremony.ciphertexts, lambda: ceremony.open_card(0)):
        with pytest.raises(ShufflesIncompleteError):
            refused()


def replay(ceremony: Ceremony, messages: list[tuple[str, int, bytes, bytes]]) -> tuple[Ceremony, list[str]]:
    """Apply messages as a log would: what is refused changes nothing and leaves its code."""
    codes = []
    for kind, seat, first, second in messages:
        try:
            accept = ceremony.accept_key if kind == "key" else ceremony.accept_shuffle
            ceremony = accept(seat, first, second)
        except FairError as refused:
            codes.append(refused.code)
    return ceremony, codes


def messages_of(count: int) -> tuple[Ceremony, list[tuple[str, int, bytes, bytes]]]:
    start = Ceremony(make_plan(GROUP, setting(count)))
    own = [make_key(start, seat, fresh(f"key {seat}")) for seat in range(count)]
    messages = [("key", key.seat, key.key, key.proof) for key in own]
    ceremony, _ = replay(start, messages)
    for seat in range(count):
        made = shuffle_bytes(ceremony, seat, f"shuffle {seat}")
        messages.append(("shuffle", seat, *made))
        ceremony = ceremony.accept_shuffle(seat, *made)
    return start, messages


START, MESSAGES = messages_of(3)
WHOLE, _ = replay(START, MESSAGES)


def test_attack_54_keys_in_another_order_make_the_same_ceremony() -> None:
    ceremony, codes = replay(START, MESSAGES[2::-1] + MESSAGES[3:])
    assert (ceremony, codes) == (WHOLE, [])
    assert list(ceremony.state_lines()) == list(WHOLE.state_lines())


def test_attack_54_a_host_that_reorders_shuffles_only_has_them_refused() -> None:
    ceremony, codes = replay(START, [*MESSAGES[:3], *MESSAGES[:2:-1]])
    assert codes == [NotYourShuffleError.code] * 2
    assert not ceremony.complete


@pytest.mark.parametrize("dropped", range(6))
def test_attack_54_a_host_that_drops_a_message_has_no_deck(dropped: int) -> None:
    ceremony, _ = replay(START, MESSAGES[:dropped] + MESSAGES[dropped + 1 :])
    assert not ceremony.complete
    with pytest.raises(FairError):
        ceremony.grant((0,), 0)


@pytest.mark.parametrize("doubled", range(6))
def test_attack_54_a_message_that_comes_twice_counts_once(doubled: int) -> None:
    messages = MESSAGES[: doubled + 1] + MESSAGES[doubled:]
    ceremony, codes = replay(START, messages)
    assert ceremony == WHOLE
    assert codes == [KeyAlreadyGivenError.code if doubled < 3 else NotYourShuffleError.code]


@pytest.mark.parametrize("edited", range(6))
@pytest.mark.parametrize("part", [2, 3])
def test_attack_54_an_edited_message_is_refused_or_its_author_named(edited: int, part: int) -> None:
    # The log's signatures tell the host from the author; here the change alone must be found.
    for place in (0, 40, -1):
        kind, seat, first, second = MESSAGES[edited]
        content = bytearray((first, second)[part - 2])
        content[place % len(content)] ^= 1
        changed = (kind, seat, bytes(content), second) if part == 2 else (kind, seat, first, bytes(content))
        ceremony, codes = replay(START, [*MESSAGES[:edited], changed, *MESSAGES[edited + 1 :]])
        assert codes or ceremony.verification_job().run(SEED).culprit == seat


def test_attack_55_different_views_have_different_chains_and_states() -> None:
    _, others = messages_of(3)
    assert others == MESSAGES
    another = WHOLE.steps[0]
    offline = prepare_shuffle(replay(START, MESSAGES[:3])[0], fresh("another view"))
    view, _ = replay(START, [*MESSAGES[:3], ("shuffle", 0, *make_shuffle(replay(START, MESSAGES[:3])[0], 0, offline))])
    shorter, _ = replay(START, MESSAGES[:4])
    assert view.steps[0] != another
    assert len({WHOLE.chain, view.chain, shorter.chain}) == 3
    assert len({tuple(each.state_lines()) for each in (WHOLE, view, shorter)}) == 3


def test_attack_64_keys_made_in_parallel_are_all_accepted_and_a_stored_proof_stays_valid() -> None:
    # Nothing in a proof depends on the order of messages or on who hosts: the stored bytes are sent again.
    half, _ = replay(START, MESSAGES[:1])
    where = Binding(START.plan.ceremony, NO_KEYS).key(START.member(1))
    assert where == Binding(half.plan.ceremony, NO_KEYS).key(half.member(1))
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        ceremony, codes = replay(START, [MESSAGES[each] for each in order] + MESSAGES[3:])
        assert codes == []
        assert ceremony.binding == WHOLE.binding
        assert ceremony.verification_job().run(SEED).valid


def test_the_state_is_told_in_lines_with_a_name_and_a_value_in_a_fixed_order() -> None:
    lines = list(WHOLE.state_lines())
    assert [line.split(" ")[0] for line in lines] == [
        *("number", "kind", "ceremony", "key.0", "key.1", "key.2"),
        *("shuffle.0", "shuffle.1", "shuffle.2", "shares"),
    ]
    assert all(len(line.split(" ")) == 2 and line.isascii() for line in lines)
    assert lines[:2] == ["number 1", "kind 1"]
