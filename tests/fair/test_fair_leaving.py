"""A seat that leaves publishes its key: nobody waits for it, and nobody else's cards open sooner."""

import pytest

from kalooki.fair.ceremony import Ceremony
from kalooki.fair.contexts import EVERYBODY
from kalooki.fair.errors import InvalidKeyError, KeysIncompleteError, MissingShareError, NotInCeremonyError
from kalooki.fair.group import ORDER, encode_scalar
from kalooki.fair.own import make_key, own_share
from kalooki.fair.plan import make_plan
from support.fair_deck import fresh, keyed, setting, shuffled, sodium

SHUFFLED = shuffled(keyed(setting(4)))
DEALT = SHUFFLED.granting(0, 0, 2).granting(1, 1, 3)
SECRET = encode_scalar(DEALT.own[1].secret)


def test_cards_open_without_shares_of_a_seat_whose_key_is_known() -> None:
    world = DEALT.after(*(DEALT.shares(seat, 0, 0, 2) for seat in (2, 3)))
    assert world.ceremony.owing(0) == (1,)
    left = world.ceremony.publish(1, SECRET)
    assert (left.owing(0), left.owed_by(1)) == ((), ())
    mine = own_share(left, world.own[0], 0)
    assert left.open_card(0, {0: mine}) in left.plan.setting.faces
    with pytest.raises(MissingShareError):
        left.open_card(0)
    with pytest.raises(MissingShareError):
        world.ceremony.open_card(0, {0: mine})


def test_whoever_leaves_owes_nothing_of_what_is_granted_later() -> None:
    left = SHUFFLED.ceremony.publish(1, SECRET)
    later = left.grant([0], EVERYBODY).grant([1], 0)
    assert [grant.provers for grant in later.openings.grants] == [(0, 2, 3), (2, 3)]


def test_the_hand_of_whoever_left_opens_to_all_with_the_shares_that_it_was_given() -> None:
    world = DEALT.after(*(DEALT.shares(seat, 1, 1, 3) for seat in (0, 2, 3)))
    left = world.ceremony.publish(1, SECRET)
    assert left.open_card(1) == world.ceremony.open_card(1, {1: own_share(world.ceremony, world.own[1], 1)})


@pytest.mark.parametrize(
    "secret",
    [encode_scalar(DEALT.own[2].secret), encode_scalar(0), ORDER.to_bytes(32, "little"), SECRET[:-1], b""],
)
def test_only_the_secret_of_its_own_key_is_taken(secret: bytes) -> None:
    with pytest.raises(InvalidKeyError):
        DEALT.ceremony.publish(1, secret)


def test_nobody_publishes_who_has_no_key_there() -> None:
    with pytest.raises(NotInCeremonyError):
        DEALT.ceremony.publish(9, SECRET)
    empty = Ceremony(make_plan(sodium(), setting(4)))
    make_key(empty, 1, fresh("a key"))
    with pytest.raises(KeysIncompleteError):
        empty.publish(1, SECRET)


def test_a_known_key_stands_in_the_state() -> None:
    before, after = DEALT.ceremony, DEALT.ceremony.publish(1, SECRET)
    assert set(after.state_lines()) - set(before.state_lines()) == {f"secret.1 {SECRET.hex()}"}
