"""PROTOCOL.md 8.3: who may see a card, and who owes a share of it (attacks 41 to 43, 61, 62, 65)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import EVERYBODY
from kalooki.fair.decryption import (
    face_of,
)
from kalooki.fair.errors import (
    AudienceError,
    InvalidDecryptionShareError,
    MissingShareError,
    NotGrantedError,
    ShufflesIncompleteError,
    UnknownCardError,
    UnprovenDeckError,
)
from kalooki.fair.group import BASE, IDENTITY, encode_scalar
from kalooki.fair.own import make_shares, make_shuffle, own_share, prepare_shuffle
from support.fair_deck import (
    SEED,
    World,
    element,
    fresh,
    keyed,
    setting,
    shuffled,
    sodium,
)

GROUP = sodium()
SHUFFLED = shuffled(keyed(setting(4)))
HAND = (0, 2)
DEALT = SHUFFLED.granting(0, *HAND).granting(1, 1, 3)
HONEST = DEALT.shares(2, 0, *HAND)


def test_the_recipient_alone_sees_a_card_dealt_to_it() -> None:
    world = DEALT.after(*(DEALT.shares(seat, 0, *HAND) for seat in (3, 1, 2)))
    for position in HAND:
        assert world.ceremony.owing(position) == ()
        face = world.ceremony.open_card(position, {0: own_share(world.ceremony, world.own[0], position)})
        assert face in world.ceremony.plan.setting.faces
        with pytest.raises(MissingShareError):
            world.ceremony.open_card(position)
        for seat in (1, 2, 3):
            own = own_share(world.ceremony, world.own[seat], position)
            with pytest.raises(MissingShareError):
                world.ceremony.open_card(position, {seat: own})


def test_a_card_that_its_owner_shows_needs_the_owners_share_alone() -> None:
    world = DEALT.after(*(DEALT.shares(seat, 0, *HAND) for seat in (1, 2, 3)))
    held = world.ceremony.open_card(2, {0: own_share(world.ceremony, world.own[0], 2)})
    shown = world.granting(EVERYBODY, 2)
    assert shown.ceremony.owing(2) == (0,)
    assert [grant.positions for grant in shown.ceremony.owed_by(0)] == [(1, 3), (2,)]
    shown = shown.after(shown.shares(0, EVERYBODY, 2))
    assert shown.ceremony.open_card(2) == held
    with pytest.raises(AudienceError):
        shown.granting(EVERYBODY, 2)


def test_a_stock_card_turned_up_for_all_needs_a_share_of_each_seat() -> None:
    world = DEALT.granting(EVERYBODY, 4)
    assert world.ceremony.owing(4) == (0, 1, 2, 3)
    world = world.after(*(world.shares(seat, EVERYBODY, 4) for seat in range(4)))
    faces = [world.ceremony.open_card(4)]
    world = world.granting(EVERYBODY, *HAND).granting(EVERYBODY, 1, 3)
    for recipient, positions in ((0, HAND), (1, (1, 3))):
        world = world.after(*(world.shares(seat, recipient, *positions) for seat in range(4) if seat != recipient))
    # The stock of the seat draw, cut or upcard is public; hands come with what their owners still owe.
    world = world.after(world.shares(0, EVERYBODY, *HAND), world.shares(1, EVERYBODY, 1, 3))
    faces += [world.ceremony.open_card(position) for position in (0, 1, 2, 3)]
    assert sorted(faces) == sorted(world.ceremony.plan.setting.faces)


def test_direct_shares_open_a_card_before_the_log_has_them() -> None:
    given = [DEALT.shares(seat, 0, *HAND) for seat in (1, 2, 3)]
    checked = DEALT.ceremony.check_shares(given, SEED)
    extra = {seat: share for (position, seat), share in checked.items() if position == 0 and isinstance(seat, int)}
    own = {0: own_share(DEALT.ceremony, DEALT.own[0], 0)}
    early = DEALT.ceremony.open_card(0, extra | own)
    assert DEALT.ceremony.record_shares(given) == DEALT.after(*given).ceremony
    assert DEALT.after(*given).ceremony.open_card(0, own) == early


@pytest.mark.parametrize(
    ("recipient", "positions"), [(0, (4,)), (EVERYBODY, (4,)), (1, (4,)), (0, (0, 2, 4)), (0, (0,)), (0, (5,))]
)
def test_attack_41_a_share_of_a_position_that_was_not_dealt_so(recipient: int, positions: tuple[int, ...]) -> None:
    with pytest.raises(NotGrantedError):
        DEALT.shares(2, recipient, *positions)
    with pytest.raises(NotGrantedError):
        DEALT.ceremony.accept_shares([replace(HONEST, recipient=recipient, positions=positions)], SEED)


@pytest.mark.parametrize(("positions", "recipient"), [((5,), 0), ((-1,), EVERYBODY), ((4, 4), 0), ((4, 5), 0)])
def test_attack_41_a_place_that_the_deck_does_not_have_or_one_twice(positions: tuple[int, ...], recipient: int) -> None:
    with pytest.raises(AudienceError):
        DEALT.ceremony.grant(positions, recipient)
    with pytest.raises(AudienceError):
        DEALT.ceremony.open_card(-1)
    with pytest.raises(AudienceError):
        DEALT.ceremony.open_card(5)


def test_attack_42_a_share_asked_for_again_for_another_audience() -> None:
    for positions, recipient in (
        ((0,), 1),
        (HAND, 1),
        (HAND, 0),
        ((0, 4), 0),
        ((0, 1), EVERYBODY),
        ((0, 4), EVERYBODY),
    ):
        with pytest.raises(AudienceError):
            DEALT.ceremony.grant(positions, recipient)
    shown = DEALT.granting(EVERYBODY, 0)
    for recipient in (0, 1, EVERYBODY):
        with pytest.raises(AudienceError):
            shown.ceremony.grant((0,), recipient)
    with pytest.raises(NotGrantedError):
        DEALT.shares(2, 1, *HAND)
    with pytest.raises(NotGrantedError):
        shown.shares(2, EVERYBODY, 0)
    assert (shown.ceremony.audience_of(0), shown.ceremony.audience_of(2), shown.ceremony.audience_of(4)) == (
        EVERYBODY,
        0,
        None,
    )


def test_attack_43_a_decrypted_point_that_is_no_card() -> None:
    world = DEALT.after(*(DEALT.shares(seat, 0, *HAND) for seat in (1, 2, 3)))
    with pytest.raises(UnknownCardError):
        world.ceremony.open_card(0, {0: own_share(world.ceremony, world.own[0], 2)})
    for point in (IDENTITY, BASE, element("no card")):
        with pytest.raises(UnknownCardError):
            face_of(point, world.ceremony.plan.faces_by_point)


def test_attack_61_a_draw_that_the_host_forks_for_another_player_gets_no_share_that_serves_both() -> None:
    # One log says that the card goes to seat 1, another that it goes to seat 2; a node knows one of them.
    here, there = SHUFFLED.granting(1, 4), SHUFFLED.granting(2, 4)
    with pytest.raises(NotGrantedError):
        here.shares(0, 2, 4)
    given = here.shares(0, 1, 4)
    with pytest.raises(NotGrantedError):
        there.ceremony.accept_shares([given], SEED)
    with pytest.raises(InvalidDecryptionShareError):
        there.ceremony.accept_shares([replace(given, recipient=2)], SEED)


def test_attack_62_the_last_shuffler_signs_two_decks() -> None:
    world = keyed(setting(2))
    ceremony = world.ceremony
    ceremony = ceremony.accept_shuffle(0, *make_shuffle(ceremony, 0, prepare_shuffle(ceremony, fresh("0"))))
    decks: list[Ceremony] = [
        ceremony.accept_shuffle(1, *make_shuffle(ceremony, 1, prepare_shuffle(ceremony, fresh(label))))
        for label in ("one deck", "another deck")
    ]
    verdicts = [deck.verification_job().run(SEED) for deck in decks]
    assert all(verdict.valid for verdict in verdicts)
    one, other = (replace(world, ceremony=deck.grant((0,), 1)) for deck in decks)
    # A verdict about one deck releases no share of the other, and no share of one opens the other.
    with pytest.raises(UnprovenDeckError):
        make_shares(one.ceremony, verdicts[1], one.own[0], (1, (0,)), fresh("share"))
    given = one.shares(0, 1, 0)
    with pytest.raises(InvalidDecryptionShareError):
        other.ceremony.accept_shares([given], SEED)


def test_attack_65_a_share_of_the_next_deal_or_of_the_next_stock_card_asked_for_early() -> None:
    following = shuffled(keyed(setting(4, number=2)))
    with pytest.raises(NotGrantedError):
        following.shares(2, 0, *HAND)
    with pytest.raises(NotGrantedError):
        DEALT.shares(2, EVERYBODY, 4)
    unfinished = keyed(setting(4, number=3))
    with pytest.raises(ShufflesIncompleteError):
        unfinished.ceremony.grant(HAND, 0)
    with pytest.raises(UnprovenDeckError):
        make_shares(unfinished.ceremony, unfinished.verdict, unfinished.own[2], (0, HAND), fresh("early"))


def test_attack_65_no_share_before_the_verdict_or_with_that_of_another_chain() -> None:
    for verdict in (
        replace(DEALT.verdict, valid=False),
        replace(DEALT.verdict, chain=bytes(32)),
        shuffled(keyed(setting(4)), "otherwise").verdict,
    ):
        with pytest.raises(UnprovenDeckError):
            make_shares(DEALT.ceremony, verdict, DEALT.own[2], (0, HAND), fresh("share"))


def test_what_the_recorded_shares_are_shows_in_the_state() -> None:
    lines = [
        tuple(world.ceremony.state_lines())
        for world in (SHUFFLED, DEALT, DEALT.after(HONEST), DEALT.granting(EVERYBODY, 0))
    ]
    assert len(set(lines)) == 4
    names = [line.split(" ", 1)[0] for line in lines[1]]
    assert len(set(names)) == len(names)
    assert all(line.isascii() and line.isprintable() for line in lines[3])
    assert "grant.0 0:0,2" in lines[1]
    first, second = DEALT.shares(2, 0, *HAND), DEALT.shares(3, 0, *HAND)
    orders: list[Callable[[], World]] = [
        lambda: DEALT.after(first).after(second),
        lambda: DEALT.after(second).after(first),
        lambda: DEALT.after(second, first),
    ]
    assert len({tuple(order().ceremony.state_lines()) for order in orders}) == 1


def test_no_text_of_a_ceremony_names_a_secret() -> None:
    assert encode_scalar(DEALT.own[2].secret).hex() not in repr(DEALT)
