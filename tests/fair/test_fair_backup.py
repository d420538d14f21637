"""PROTOCOL.md 8.4: a key that the others keep, and what is tried with it, by its number in our list (46 to 51, 63)."""

from dataclasses import replace
from functools import cache, reduce
from itertools import combinations

import pytest

from kalooki.fair.backup import (
    BOX_BYTES,
    NONE_ANNOUNCED,
    AnnouncedBackup,
    SecretBackup,
    announce_backup,
    check_share,
    deal_share,
    decode_secret_backup,
    draw_backup,
    helper_key,
    index_of,
    lagrange_at_zero,
    seal,
    seal_share,
    stand_in,
    unseal,
    unseal_share,
)
from kalooki.fair.ceremony import Ceremony, giver_of
from kalooki.fair.chance import Chance
from kalooki.fair.contexts import EVERYBODY, NO_KEYS, Binding, Context
from kalooki.fair.decryption import DecryptionShares
from kalooki.fair.errors import (
    BackupAlreadyGivenError,
    BackupIncompleteError,
    BadIndexError,
    InvalidBackupError,
    InvalidDecryptionShareError,
    InvalidKeyError,
    InvalidPlanError,
    MissingShareError,
    NoBackupError,
    NoComplaintError,
    NotEnoughHelpersError,
    NotGrantedError,
    NotInCeremonyError,
    ShareAlreadyGivenError,
    ShufflesIncompleteError,
    UnprovenDeckError,
)
from kalooki.fair.group import ORDER, Scalar, decode_scalar, encode_scalar
from kalooki.fair.keys import prove_possession
from kalooki.fair.openings import Grant, Helper
from kalooki.fair.own import (
    OwnKey,
    deal_backup,
    kept_share,
    make_helper_shares,
    make_key,
    own_share,
    share_for,
)
from kalooki.fair.plan import Setting, make_plan
from support.fair_deck import SEED, World, element, fresh, scalar, setting, shuffled, sodium

GROUP = sodium()
ABSENT = 1
OTHERS = (0, 2, 3)
INDEXES = tuple(map(index_of, OTHERS))
THRESHOLD = 3


def kept(count: int = 4, faces: tuple[str, ...] = ("AS", "2S", "3S", "4S", "JK")) -> Setting:
    return replace(setting(count, faces), threshold=count - 1)


def announced(ceremony: Ceremony, own: OwnKey) -> Ceremony:
    return ceremony.accept_key(own.seat, own.key, own.proof, own.announced)


@cache
def keyed() -> World:
    ceremony = Ceremony(make_plan(GROUP, kept()))
    own = tuple(make_key(ceremony, seat, fresh(f"key {seat}")) for seat in range(4))
    return World(reduce(announced, own, ceremony), own)


@cache
def unsealed() -> World:
    """The deck is made, and no share of a key is dealt."""
    return shuffled(keyed())


def boxes(world: World, dealer: int) -> tuple[bytes, ...]:
    return deal_backup(world.ceremony, world.verdict, world.own[dealer], fresh(f"boxes {dealer}"))


@cache
def sealed() -> World:
    world = unsealed()
    ceremony = world.ceremony
    for dealer in range(4):
        ceremony = ceremony.accept_backup(dealer, boxes(world, dealer))
    return replace(world, ceremony=ceremony)


@cache
def dealt() -> World:
    """Seat 0 holds positions 0 and 2, seat 1 holds position 1, and everybody but seat 1 has given its shares."""
    world = sealed().granting(0, 0, 2).granting(ABSENT, 1)
    return world.after(*(world.shares(seat, 0, 0, 2) for seat in (2, 3)), *(world.shares(s, 1, 1) for s in OTHERS))


@cache
def helped() -> World:
    """Seat 1 is absent."""
    return replace(dealt(), ceremony=dealt().ceremony.stand_in(ABSENT, OTHERS))


def grants_of(world: World, seat: int) -> tuple[Grant, ...]:
    return tuple(grant for grant in world.ceremony.owed_by(seat) if grant.absent is not None)


def help_of(world: World, seat: int, grant: Grant | None = None) -> DecryptionShares:
    asked = grant or grants_of(world, seat)[0]
    return make_helper_shares(world.ceremony, world.verdict, world.own[seat], asked, fresh(f"help {seat} {asked}"))


# --- the polynomial ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [2, 3, 5, 7])
def test_any_threshold_of_helpers_stands_in_for_the_secret_and_each_share_fits_the_commitments(threshold: int) -> None:
    secret, chance = scalar("x"), Chance(fresh("a backup"), "test")
    backup = draw_backup(chance, threshold)
    public = announce_backup(GROUP, secret, backup)
    card = element("a card")
    assert public.commitments[0] == GROUP.base(secret)
    shares = {index: deal_share(secret, backup, index) for index in range(1, 9)}
    for index, share in shares.items():
        check_share(GROUP, helper_key(GROUP, public, index), share, 0)
    for chosen in list(combinations(shares, threshold))[::5]:
        parts = {index: GROUP.mul(shares[index], card) for index in chosen}
        assert stand_in(GROUP, parts, threshold) == GROUP.mul(secret, card)


def test_what_a_seat_keeps_is_read_back_as_it_was_written_and_shows_no_secret() -> None:
    backup = draw_backup(Chance(fresh("a backup"), "test"), THRESHOLD)
    assert decode_secret_backup(backup.encode()) == backup
    assert repr(backup) == "SecretBackup(threshold=3)"
    assert not any(encode_scalar(one).hex() in repr(keyed().own[0]) for one in (backup.sealing, *backup.coefficients))


def test_attack_46_a_wrong_share_does_not_fit_the_commitments() -> None:
    world = sealed()
    key = world.ceremony.backups.keys[Helper(ABSENT, 0)]
    right = share_for(world.own[ABSENT], 0)
    check_share(GROUP, key, right, ABSENT)
    for wrong in (Scalar((right + 1) % ORDER), share_for(world.own[ABSENT], 2), Scalar(0)):
        with pytest.raises(InvalidBackupError) as refused:
            check_share(GROUP, key, wrong, ABSENT)
        assert refused.value.seat == ABSENT


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5])
def test_attack_47_more_or_fewer_commitments_than_the_threshold(count: int) -> None:
    """A polynomial of a higher degree would need more helpers than there are; of a lower one, fewer conspirators."""
    ceremony = Ceremony(make_plan(GROUP, kept()))
    chance = Chance(fresh("key"), "test")
    secret, backup = chance.scalar(), SecretBackup(chance.scalars(max(0, count - 1)), chance.scalar())
    public = announce_backup(GROUP, secret, backup)
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(0))
    share = prove_possession(GROUP, where, secret, fresh("proof"), public)
    given = AnnouncedBackup(public.encode().commitments[: 32 * count], public.encode().sealing)
    with pytest.raises(InvalidKeyError, match="has 3 commitments"):
        ceremony.accept_key(0, share.key.encoding, share.proof.encode(), given)


def test_attack_47_no_backup_where_keys_have_one_and_one_where_they_have_none() -> None:
    with_, without = Ceremony(make_plan(GROUP, kept())), Ceremony(make_plan(GROUP, setting(4)))
    for ceremony, other in ((with_, without), (without, with_)):
        own = make_key(other, 0, fresh("key"))
        with pytest.raises(InvalidKeyError):
            ceremony.accept_key(0, own.key, own.proof, own.announced)
    own = make_key(with_, 0, fresh("key"))
    for lacking in (NONE_ANNOUNCED, own.announced._replace(sealing=b""), own.announced._replace(commitments=b"")):
        with pytest.raises(InvalidKeyError):
            with_.accept_key(0, own.key, own.proof, lacking)


def test_attack_48_the_backup_of_another_key() -> None:
    ceremony = Ceremony(make_plan(GROUP, kept()))
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(0))
    secret, other = scalar("x"), scalar("another x")
    public = announce_backup(GROUP, other, draw_backup(Chance(fresh("b"), "test"), THRESHOLD))
    share = prove_possession(GROUP, where, secret, fresh("proof"), public)
    with pytest.raises(InvalidKeyError, match="another key"):
        ceremony.accept_key(0, share.key.encoding, share.proof.encode(), public.encode())


def test_attack_48_commitments_or_sealing_key_changed_after_the_proof() -> None:
    ceremony = Ceremony(make_plan(GROUP, kept()))
    own, other = make_key(ceremony, 0, fresh("key")), make_key(ceremony, 0, fresh("other"))
    mixed = own.announced.commitments[:64] + other.announced.commitments[64:]
    for changed in (own.announced._replace(commitments=mixed), own.announced._replace(sealing=other.announced.sealing)):
        with pytest.raises(InvalidKeyError, match="proof of possession"):
            ceremony.accept_key(0, own.key, own.proof, changed)
    for bad in (own.announced._replace(sealing=bytes(32)), own.announced._replace(commitments=own.key + bytes(64))):
        with pytest.raises(InvalidKeyError, match=r"identity|element"):
            ceremony.accept_key(0, own.key, own.proof, bad)


@pytest.mark.parametrize("indexes", [(0, 1, 2), (1, 2, ORDER), (3, 1, 3), (1, 2, ORDER + 1)])
def test_attack_49_an_index_of_0_or_one_twice(indexes: tuple[int, ...]) -> None:
    with pytest.raises(BadIndexError):
        lagrange_at_zero(indexes)


@pytest.mark.parametrize("index", [0, ORDER, -ORDER])
def test_attack_49_a_share_at_0_would_be_the_key(index: int) -> None:
    own = keyed().own[0]
    assert own.backup is not None
    with pytest.raises(BadIndexError):
        deal_share(own.secret, own.backup, index)
    with pytest.raises(BadIndexError):
        helper_key(GROUP, keyed().ceremony.backups.public[0], index)


def test_attack_49_no_seats_share_lies_at_0_and_a_polynomial_that_is_0_at_a_helper_is_refused() -> None:
    assert all(index_of(seat) for seat in range(255))
    ceremony = Ceremony(make_plan(GROUP, kept()))
    where = Binding(ceremony.plan.ceremony, NO_KEYS).key(ceremony.member(0))
    secret, middle = scalar("x"), scalar("a1")
    at = index_of(2)
    last = Scalar(-(secret + middle * at) * pow(at * at, -1, ORDER) % ORDER)
    backup = SecretBackup((middle, last), scalar("w"))
    assert deal_share(secret, backup, at) == 0
    public = announce_backup(GROUP, secret, backup)
    share = prove_possession(GROUP, where, secret, fresh("proof"), public)
    with pytest.raises(InvalidKeyError, match="0 at a helper"):
        ceremony.accept_key(0, share.key.encoding, share.proof.encode(), public.encode())


def test_attack_51_fewer_helpers_than_the_threshold_recover_nothing() -> None:
    secret, card = scalar("x"), element("a card")
    backup = draw_backup(Chance(fresh("a backup"), "test"), THRESHOLD)
    shares = {index: deal_share(secret, backup, index) for index in INDEXES}
    parts = {index: GROUP.mul(share, card) for index, share in shares.items()}
    for chosen in combinations(INDEXES, 2):
        few = {index: parts[index] for index in chosen}
        with pytest.raises(NotEnoughHelpersError):
            stand_in(GROUP, few, THRESHOLD)
        assert stand_in(GROUP, few, 2) != GROUP.mul(secret, card)
        # Whatever the secret is, a polynomial goes through what these two hold: they know nothing.
        for guess in (scalar("a guess"), secret):
            points = {0: guess, **{index: shares[index] for index in chosen}}
            assert all(_through(points, index) == shares[index] for index in chosen)
            assert _through(points, 0) == guess
    with pytest.raises(NotEnoughHelpersError):
        stand_in(GROUP, {**parts, 9: card}, THRESHOLD)


def _through(points: dict[int, Scalar], at: int) -> int:
    """Evaluate the polynomial through some points."""
    total = 0
    for index, value in points.items():
        term = value
        for other in points:
            if other != index:
                term = Scalar(term * (at - other) * pow(index - other, -1, ORDER) % ORDER)
        total += term
    return total % ORDER


# --- boxes ------------------------------------------------------------------------------------------------------------

WHERE = Context(ABSENT, b"where")
W = scalar("w")


def test_a_box_opens_to_its_holder_in_its_place_and_to_nobody_else() -> None:
    box = seal(GROUP, WHERE, GROUP.base(W), b"a text", scalar("r"))
    assert unseal(GROUP, WHERE, W, box) == b"a text"
    for where, own, given in (
        (Context(ABSENT, b"there"), W, box),
        (WHERE, scalar("another w"), box),
        (WHERE, W, box[:-1]),
        (WHERE, W, bytes(32) + box[32:]),
        (WHERE, W, box[:40] + bytes([box[40] ^ 1]) + box[41:]),
        (WHERE, W, b""),
    ):
        with pytest.raises(InvalidBackupError) as refused:
            unseal(GROUP, where, own, given)
        assert refused.value.seat == ABSENT


def test_what_is_in_a_box_is_held_to_the_commitments() -> None:
    share = scalar("s")
    box = seal_share(GROUP, WHERE, GROUP.base(W), share, scalar("r"))
    assert len(box) == BOX_BYTES
    assert unseal_share(GROUP, WHERE, W, box, GROUP.base(share)) == share
    with pytest.raises(InvalidBackupError, match="commitments"):
        unseal_share(GROUP, WHERE, W, box, GROUP.base(scalar("another")))
    for text in (ORDER.to_bytes(32, "little"), b"short"):
        with pytest.raises(InvalidBackupError):
            unseal_share(GROUP, WHERE, W, seal(GROUP, WHERE, GROUP.base(W), text, scalar("r")), GROUP.base(share))


# --- dealing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "threshold"), [(3, 2), (4, 2), (4, 4), (5, 3)])
def test_every_key_is_kept_by_all_other_seats_and_there_are_four_or_more(count: int, threshold: int) -> None:
    with pytest.raises(InvalidPlanError):
        make_plan(GROUP, replace(setting(count), threshold=threshold))


def test_the_threshold_is_in_the_name_of_a_ceremony() -> None:
    assert make_plan(GROUP, kept()).ceremony != make_plan(GROUP, setting(4, kept().faces)).ceremony


def test_every_helper_finds_its_share_in_its_box() -> None:
    world = sealed()
    assert world.ceremony.secured
    for dealer in range(4):
        for helper in world.ceremony.others(dealer):
            assert kept_share(world.ceremony, world.own[helper], dealer) == share_for(world.own[dealer], helper)


def test_attack_63_no_share_of_a_key_is_dealt_before_the_chain_is_verified() -> None:
    """Held earlier, the others could read the deck while the last of them still shuffles it."""
    before, after = keyed(), unsealed()
    false = replace(after.verdict, valid=False)
    other = replace(after.verdict, chain=bytes(32))
    for world, verdict in ((before, after.verdict), (after, false), (after, other)):
        with pytest.raises(UnprovenDeckError):
            deal_backup(world.ceremony, verdict, world.own[0], fresh("early"))
    with pytest.raises(ShufflesIncompleteError):
        before.ceremony.accept_backup(0, boxes(after, 0))


def test_no_card_is_granted_before_every_key_is_kept() -> None:
    ceremony = unsealed().ceremony
    for dealer in range(4):
        assert not ceremony.secured
        with pytest.raises(BackupIncompleteError):
            ceremony.grant([0], 0)
        ceremony = ceremony.accept_backup(dealer, boxes(unsealed(), dealer))
    assert ceremony.grant([0], 0).owed_by(2)


def test_shares_are_dealt_once_by_a_seat_of_a_ceremony_whose_keys_have_backups() -> None:
    world = sealed()
    with pytest.raises(BackupAlreadyGivenError):
        world.ceremony.accept_backup(0, boxes(unsealed(), 0))
    with pytest.raises(BackupAlreadyGivenError):
        deal_backup(world.ceremony, world.verdict, world.own[0], fresh("again"))
    with pytest.raises(NotInCeremonyError):
        world.ceremony.accept_backup(9, ())
    with pytest.raises(NoBackupError):
        Ceremony(make_plan(GROUP, setting(4))).accept_backup(0, ())


def test_fewer_or_more_boxes_or_one_of_another_length_are_their_dealers_fault() -> None:
    right = boxes(unsealed(), 0)
    for wrong in (right[:-1], (*right, right[0]), (right[0][:-1], *right[1:]), ()):
        with pytest.raises(InvalidBackupError) as refused:
            unsealed().ceremony.accept_backup(0, wrong)
        assert refused.value.seat == 0


def test_attack_46_who_finds_a_wrong_share_in_its_box_complains_and_the_dealer_opens_the_true_one() -> None:
    world = unsealed()
    ceremony = world.ceremony
    false = (bytes(BOX_BYTES), *boxes(world, ABSENT)[1:])
    for dealer in range(4):
        ceremony = ceremony.accept_backup(dealer, false if dealer == ABSENT else boxes(world, dealer))
    with pytest.raises(InvalidBackupError) as found:
        kept_share(ceremony, world.own[0], ABSENT)
    assert found.value.seat == ABSENT
    accused = ceremony.complain(0, ABSENT)
    assert not accused.secured
    with pytest.raises(NoComplaintError):
        accused.complain(0, ABSENT)
    with pytest.raises(NoBackupError):
        accused.stand_in(ABSENT, OTHERS)
    right = encode_scalar(share_for(world.own[ABSENT], 0))
    opened = accused.open_backup(ABSENT, 0, right)
    assert opened.secured
    assert encode_scalar(kept_share(opened, world.own[0], ABSENT)) == right
    with pytest.raises(NoComplaintError):
        opened.complain(0, ABSENT)
    with pytest.raises(NoComplaintError):
        opened.open_backup(ABSENT, 0, right)


def test_attack_46_a_dealer_who_opens_a_wrong_share_to_all_is_named() -> None:
    accused = sealed().ceremony.complain(0, ABSENT)
    for wrong in (encode_scalar(share_for(sealed().own[ABSENT], 2)), bytes(32), ORDER.to_bytes(32, "little"), b""):
        with pytest.raises(InvalidBackupError) as refused:
            accused.open_backup(ABSENT, 0, wrong)
        assert refused.value.seat == ABSENT


def test_nobody_complains_of_what_it_has_not_or_after_a_card_was_opened_and_nobody_opens_unasked() -> None:
    world = sealed()
    for ceremony, helper, dealer in (
        (unsealed().ceremony, 0, 1),
        (world.ceremony, 1, 1),
        (world.ceremony, 9, 1),
        (dealt().ceremony, 0, 1),
    ):
        with pytest.raises(NoComplaintError):
            ceremony.complain(helper, dealer)
    with pytest.raises(NoComplaintError):
        world.ceremony.open_backup(1, 0, encode_scalar(share_for(world.own[1], 0)))


# --- standing in ------------------------------------------------------------------------------------------------------


def test_helpers_stand_in_for_what_an_absent_seat_owes() -> None:
    world = dealt()
    assert world.ceremony.owing(0) == (ABSENT,)
    away = helped()
    assert away.ceremony.owing(0) == tuple(Helper(ABSENT, seat) for seat in OTHERS)
    assert away.ceremony.owed_by(ABSENT) == ()
    given = [help_of(away, seat) for seat in OTHERS]
    assert [giver_of(one) for one in given] == [Helper(ABSENT, seat) for seat in OTHERS]
    mine = {0: own_share(away.ceremony, away.own[0], 0)}
    almost = away.after(*given[:2])
    with pytest.raises(MissingShareError):
        almost.ceremony.open_card(0, mine)
    done = almost.after(given[2])
    assert done.ceremony.owing(0) == ()
    secret = {ABSENT: GROUP.mul(world.own[ABSENT].secret, world.ceremony.ciphertexts[0].a)}
    assert done.ceremony.open_card(0, mine) == world.ceremony.open_card(0, {**mine, **secret})
    assert away.ceremony.record_shares(given) == away.after(*given).ceremony


def test_helpers_stand_in_for_what_is_granted_later_and_for_the_absent_hand() -> None:
    later = helped().granting(2, 3).granting(EVERYBODY, 1)
    own = [grant.provers for grant in later.ceremony.openings.grants if grant.absent is None][-2:]
    assert own == [(0, 3), ()]
    assert [grant.positions for grant in grants_of(later, 2)] == [(0, 2), (3,), (1,)]
    for seat in OTHERS:
        for grant in grants_of(later, seat):
            later = later.after(help_of(later, seat, grant))
    expected = dealt().ceremony.open_card(1, {ABSENT: own_share(dealt().ceremony, dealt().own[ABSENT], 1)})
    assert later.ceremony.open_card(1) == expected


def test_attack_50_a_helpers_share_for_a_seat_that_is_present() -> None:
    world = dealt()
    for grant in (Grant(0, (0, 2), OTHERS, ABSENT), Grant(0, (0, 2), (0, 1, 2), 3)):
        with pytest.raises(NotGrantedError):
            help_of(world, 2 if grant.absent == ABSENT else 1, grant)
    early = help_of(helped(), 0)
    with pytest.raises(NotGrantedError):
        world.ceremony.accept_shares([early], SEED)
    # Nor for cards that nobody is to see: the absent hand stays closed.
    with pytest.raises(NotGrantedError):
        help_of(helped(), 0, Grant(EVERYBODY, (1,), OTHERS, ABSENT))


def test_attack_51_with_a_helper_missing_the_card_stays_closed_and_nobody_stands_in() -> None:
    with pytest.raises(NotEnoughHelpersError):
        dealt().ceremony.stand_in(ABSENT, (0, 2))
    with pytest.raises(NotEnoughHelpersError):
        helped().ceremony.stand_in(0, (ABSENT, 2, 3))
    given = [help_of(helped(), seat) for seat in OTHERS[:2]]
    with pytest.raises(MissingShareError):
        helped().after(*given).ceremony.open_card(0, {0: own_share(helped().ceremony, helped().own[0], 0)})


def test_only_a_key_that_has_a_backup_and_a_seat_that_is_not_stood_in_for_already() -> None:
    plain = shuffled(World(*_plain()))
    for ceremony in (plain.ceremony, unsealed().ceremony, helped().ceremony):
        with pytest.raises(NoBackupError):
            ceremony.stand_in(ABSENT, OTHERS)


def _plain() -> tuple[Ceremony, tuple[OwnKey, ...]]:
    ceremony = Ceremony(make_plan(GROUP, setting(4)))
    own = tuple(make_key(ceremony, seat, fresh(f"key {seat}")) for seat in range(4))
    return reduce(announced, own, ceremony), own


def test_what_an_absent_seat_gives_when_it_is_back_is_refused_and_so_is_a_share_given_twice() -> None:
    with pytest.raises(ShareAlreadyGivenError):
        helped().shares(ABSENT, 0, 0, 2)
    once = helped().after(help_of(helped(), 2))
    with pytest.raises(ShareAlreadyGivenError):
        once.ceremony.accept_shares([help_of(helped(), 2)], SEED)
    with pytest.raises(ShareAlreadyGivenError):
        help_of(once, 2, grants_of(helped(), 2)[0])
    twice = help_of(helped(), 2)
    with pytest.raises(ShareAlreadyGivenError):
        helped().ceremony.accept_shares([twice, twice], SEED)


def test_a_false_share_of_a_helper_names_the_helper() -> None:
    away = helped()
    right = help_of(away, 2)
    own = away.own[2]
    swapped = replace(right, shares=right.shares[32:] + right.shares[:32])
    with_own_key = replace(
        right,
        shares=b"".join(
            GROUP.mul(own.secret, away.ceremony.ciphertexts[place].a).encoding for place in right.positions
        ),
    )
    another = replace(help_of(away, 3), seat=2)
    for false in (swapped, with_own_key, another):
        with pytest.raises(InvalidDecryptionShareError) as refused:
            away.ceremony.accept_shares([false], SEED)
        assert refused.value.seat == 2


def test_a_helpers_proof_is_bound_to_the_absent_seat_recipient_and_positions() -> None:
    binding, member = sealed().ceremony.binding, sealed().ceremony.member(0)
    contexts = {
        binding.helper_share(member, 2, 1, (0, 1)),
        binding.helper_share(member, 1, 2, (0, 1)),
        binding.helper_share(member, 2, 3, (0, 1)),
        binding.helper_share(member, 2, 1, (1, 0)),
        binding.helper_share(sealed().ceremony.member(3), 2, 1, (0, 1)),
        binding.share(member, 2, (0, 1)),
        binding.sealed(member, 2),
    }
    assert len(contexts) == 7
    head = binding.ceremony + binding.keys + b"\x04\x00" + member.identity
    assert binding.sealed(member, 2).encoding == head + b"\x02\x00\x00\x00"
    assert binding.helper_share(member, 2, 1, (0, 1)).encoding == head + b"\x02\x01\x00\x02\x00\x00\x00\x01"


# --- the state --------------------------------------------------------------------------------------------------------


def test_everything_about_backups_stands_in_the_state() -> None:
    accused = sealed().ceremony.complain(0, ABSENT)
    right = encode_scalar(share_for(sealed().own[ABSENT], 0))
    opened = accused.open_backup(ABSENT, 0, right)
    states = [
        keyed().ceremony,
        unsealed().ceremony,
        sealed().ceremony,
        accused,
        opened,
        dealt().ceremony,
        helped().ceremony,
        helped().after(help_of(helped(), 0)).ceremony,
    ]
    assert len({tuple(state.state_lines()) for state in states}) == len(states)
    names = [line.partition(" ")[0] for line in helped().ceremony.state_lines()]
    assert len(names) == len(set(names))
    assert "threshold 3" in helped().ceremony.state_lines()
    assert "helpers.1 0,2,3" in helped().ceremony.state_lines()
    assert "complaint.1.0 1" in accused.state_lines()
    assert f"opened.1.0 {right.hex()}" in opened.state_lines()
    assert "grant.2 0:0,2:1" in helped().ceremony.state_lines()


def test_no_text_of_a_backup_names_a_secret() -> None:
    world = helped()
    text = "\n".join(world.ceremony.state_lines()) + repr(world.own)
    for own in world.own:
        assert own.backup is not None
        secrets = (own.secret, own.backup.sealing, *own.backup.coefficients, *(share_for(own, s) for s in OTHERS))
        assert not any(encode_scalar(secret).hex() in text or str(secret) in text for secret in secrets)
    assert decode_scalar(encode_scalar(W)) == W
