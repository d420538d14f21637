"""A record told again: everything that was public by the end of a deal is seen from its start, and nothing else."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from kalooki.cards import Card, SeatNumber
from kalooki.codec.transcript import Closing, closing_record, read_transcript, write_transcript
from kalooki.rules.events import DealScored, Drew, HandOpened
from kalooki.rules.registry import presets
from kalooki.shell.group_loader import load_verifier_group
from kalooki.table.log import Certificate, Entry
from kalooki.verify import Retelling, Told, Verdict, retell
from support.vector_files import TRANSCRIPTS

GROUP, SEED = load_verifier_group(), bytes(32)
CLOSING = 5 + 36
"""Bytes of the closing record."""


def record(name: str) -> bytes:
    return (TRANSCRIPTS / f"{name}.kalooki").read_bytes()


@cache
def told(data: bytes) -> Retelling:
    return retell(data, GROUP, SEED)


def entries(data: bytes) -> list[Entry]:
    return [one.content for one in read_transcript(data) if isinstance(one.content, Entry)]


def in_deals(moves: Iterable[Told]) -> dict[tuple[int, int], list[Told]]:
    deals: dict[tuple[int, int], list[Told]] = {}
    for each in moves:
        deals.setdefault((each.deal.number, each.deal.attempt), []).append(each)
    return deals


def hand_of(each: Told, seat: SeatNumber) -> Counter[Card | None]:
    return Counter(dict(each.hands)[seat])


@pytest.mark.parametrize("preset", presets())
def test_of_every_golden_game_all_hands_are_seen_from_the_first_card_on(preset: str) -> None:
    retelling = told(record(f"game_{preset}"))
    assert retelling.report.verdict is Verdict.VALID
    assert [each.index for each in retelling.told] == sorted({each.index for each in retelling.told})
    for moves in in_deals(retelling.told).values():
        assert any(isinstance(one, DealScored) for one in moves[-1].events)
        for each in moves:
            assert [seat for seat, _ in each.hands] == list(each.deal.seats)
            assert all(None not in cards for _, cards in each.hands)
            seen = Counter(card for _, cards in each.hands for card in cards)
            seen += Counter(one.card for one in each.deal.pile)
            seen += Counter(one.card for meld in each.deal.melds for one in meld.cards)
            assert seen <= Counter(each.deal.deck)


@pytest.mark.parametrize("preset", presets())
def test_a_hand_is_what_its_player_opens_and_changes_only_as_he_draws_and_plays(preset: str) -> None:
    moves = told(record(f"game_{preset}")).told
    for before, after in pairwise(moves):
        for one in after.events:
            match one:
                case HandOpened(seat, cards, _):
                    assert hand_of(after, seat) == hand_of(before, seat) == Counter(cards)
                case Drew(seat) if len(after.events) == 1:
                    more = hand_of(after, seat) - hand_of(before, seat)
                    assert (more.total(), hand_of(before, seat) - hand_of(after, seat)) == (1, Counter())
                case _:
                    pass


def test_a_deal_that_was_not_played_to_its_end_hides_what_nobody_has_shown() -> None:
    retelling = told(record("false_claim"))
    (finding,) = retelling.report.findings
    assert finding.entry is not None
    assert [each.index < finding.entry for each in retelling.told] == [True] * 5
    assert {seat: cards.count(None) for seat, cards in retelling.told[0].hands} == {0: 13, 1: 6}
    laid = [one.card for meld in retelling.told[-1].deal.melds for one in meld.cards]
    assert hand_of(retelling.told[0], SeatNumber(1)) <= Counter(
        [*laid, *[None] * 6, retelling.told[-1].deal.pile[-1].card]
    )


def test_it_is_told_up_to_the_entry_that_does_not_hold_and_no_further() -> None:
    data = record("game_british")
    whole = told(data).told
    wrong = next(one for one in entries(data) if one.index == whole[9].index)
    at = data.index(wrong.signature)
    before = (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])[:-CLOSING]
    retelling = told(before + closing_record(len(list(read_transcript(data))) - 1, before))
    assert retelling.report.verdict is Verdict.INVALID
    assert [each.index for each in retelling.told] == [each.index for each in whole[:9]]
    assert None in dict(retelling.told[0].hands)[SeatNumber(0)]


def test_without_certificates_nothing_contradicts_it_and_all_is_told() -> None:
    data = record("game_british")
    kept = [one.content for one in read_transcript(data) if not isinstance(one.content, Certificate | Closing)]
    retelling = told(write_transcript(kept))
    assert retelling.report.verdict is Verdict.INCOMPLETE
    assert len(retelling.told) == len(told(data).told)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"dear diary\n",
        record("damaged"),
        record("other_protocol"),
        record("other_rules"),
        record("honest"),
        record("game_british")[:3000],
        record("game_british")[:-1] + b"\0",
    ],
)
def test_of_a_damaged_foreign_or_dealless_file_nothing_is_told(data: bytes) -> None:
    assert told(data).told == ()
