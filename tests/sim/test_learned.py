"""What a discard leaves to hope for, counted by hand, and which discard that makes the best."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from kalooki.rules.registry import variant_named
from kalooki.sim import greedy, learned
from kalooki.sim.connections import ranked, worth
from kalooki.sim.lean import LeanDeal, lean_rules, new_deal
from kalooki.sim.learned import WEIGHTS, circumstances, judged, prospects
from kalooki.sim.prospects import completing, held, unseen
from kalooki.sim.worlds import world
from kalooki.solver.words import JOKER_TYPE, ONE, RANKS, CardType, Hand, add, distinct, hand_of, remove, type_of

RULES = lean_rules(variant_named("british"))


def dealt(seed: str, players: int = 2) -> LeanDeal:
    deck = [type_of(card) for card in RULES.variant.start_deck(players)]
    Random(seed).shuffle(deck)
    return new_deal(RULES, players, deck, Random(f"{seed}/again").shuffle)


def over(deal: LeanDeal) -> bool:
    return deal.ended is not None


def before_discards(seed: str, players: int = 2) -> Iterator[LeanDeal]:
    """A deal again and again, whenever somebody is about to throw a card away."""
    deal = dealt(seed, players)
    while deal.ended is None:
        greedy.begin(deal)
        if not over(deal) and greedy.lay_all(deal):
            yield deal
            deal.discard(judged(deal)[0].card)


def is_meld(three: tuple[CardType, ...]) -> bool:
    ordered = sorted(three)
    suits, ranks = [card // RANKS for card in ordered], [card % RANKS for card in ordered]
    if len(set(ranks)) == 1:
        return len(set(suits)) == len(three)
    return len(set(suits)) == 1 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


@pytest.mark.parametrize("seed", range(20))
def test_a_card_completes_a_meld_where_two_of_the_hand_make_one_with_it(seed: int) -> None:
    cards = Random(seed).sample(range(JOKER_TYPE), 9)
    masks = completing(held(list(hand_of(cards))))
    for card in range(JOKER_TYPE):
        others = [one for one in cards if one != card]
        expected = any(is_meld((card, *two)) for two in combinations(others, 2))
        assert (masks[card // RANKS] >> 3 * (card % RANKS) & 1) == expected


def test_what_is_unseen_is_counted_in_words_as_it_is_by_face() -> None:
    for deal in before_discards("unseen", 3):
        hidden = unseen(deal)
        assert hidden.cards == sum(hidden.live)
        by_face = [hidden.words[suit] >> 3 * rank & 7 for suit in range(4) for rank in range(RANKS)]
        assert by_face == hidden.live[:JOKER_TYPE]


def test_whoever_waits_hopes_for_every_card_that_would_open() -> None:
    looked, need = 0, RULES.solver.initial_min
    for deal in (deal for seed in ("wait", "once more", "and again") for deal in before_discards(seed)):
        if deal.laid[deal.player]:
            continue
        hidden, hand = unseen(deal), Hand(*deal.hands[deal.player])
        few = [kind for _, kind in ranked(deal)[:3]]
        for card, (melded, points, opening, left, gain, *_) in zip(few, prospects(deal, few), strict=True):
            rest = remove(hand, card)
            after = {kind: worth(deal, list(add(rest, kind))) for kind in range(JOKER_TYPE + 1) if hidden.live[kind]}
            opens = {kind: number for kind, number in after.items() if number >= need}
            assert melded == worth(deal, list(rest))
            assert points == sum(RULES.solver.penalties[kind] * count_of(rest, kind) for kind in distinct(rest))
            assert opening * hidden.cards == pytest.approx(sum(hidden.live[kind] for kind in opens))
            assert left * hidden.cards == pytest.approx(
                sum(hidden.live[kind] * (points + RULES.solver.penalties[kind] - opens[kind]) for kind in opens)
            )
            assert gain * hidden.cards == pytest.approx(
                sum(hidden.live[kind] * (min(60, number) - melded) for kind, number in after.items())
            )
            looked += 1
    assert looked > 20


def count_of(hand: Hand, kind: CardType) -> int:
    return hand[4] if kind == JOKER_TYPE else hand[kind // RANKS] >> 3 * (kind % RANKS) & 7


def test_a_card_that_follows_another_onto_the_table_counts_once_it_can() -> None:
    deal = next(one for one in before_discards("follow") if one.laid[one.player])
    deal.firsts = (ONE[5] * 7, 0, 0, 0)
    deal.hands[deal.player] = list(hand_of([6, 13 + 2, 26 + 9]))
    deal.seen = [0] * (JOKER_TYPE + 1)
    follows, lost = (one[2] * unseen(deal).cards for one in prospects(deal, [13 + 2, 6]))
    assert follows == pytest.approx(2)
    assert lost == 0


@pytest.mark.parametrize(
    ("thrown", "sets", "runs"),
    [(7, 12, 12), (0, 12, 4), (12, 12, 4), (1, 12, 8), (JOKER_TYPE, 30, 30)],
)
def test_a_discard_is_a_gift_by_the_pairs_that_go_with_it(thrown: CardType, sets: int, runs: int) -> None:
    deal = dealt("gift")
    deal.hands[deal.player] = list(hand_of([thrown, 13 + 4]))
    deal.seen, deal.pile = [0] * (JOKER_TYPE + 1), [thrown]
    rest = prospects(deal, [thrown])[0]
    assert rest[-3:] == (sets, runs, 1)


def test_every_weight_has_its_prospect_and_its_circumstance() -> None:
    met = set()
    for deal in (deal for number in range(4) for deal in before_discards(f"weights/{number}")):
        regime, around = circumstances(deal)
        met.add(regime)
        lines = WEIGHTS[regime]
        assert {len(line) for line in lines} == {len(around)}
        assert {len(row) for row in prospects(deal, [card for _, card in ranked(deal)])} == {len(lines)}
    assert met == set(WEIGHTS)


@pytest.mark.parametrize("players", [2, 5])
def test_discards_come_in_the_order_of_their_worth_and_none_was_just_taken(players: int) -> None:
    for deal in before_discards("order", players):
        found = judged(deal)
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        assert len({one.card for one in found}) == len(found)
        if len(found) > 1:
            assert deal.taken not in {one.card for one in found}


def test_nobody_looks_at_hidden_cards() -> None:
    chance, moved = Random(4), 0
    for deal in before_discards("fair", 3):
        other = world(deal, chance.shuffle)
        moved += other.hands != deal.hands
        assert judged(other) == judged(deal)
    assert moved > 10


def test_whoever_learned_beats_the_greedy_one() -> None:
    gained, turns = 0, [learned.play_turn, greedy.play_turn]
    for number in range(40):
        for seat in range(2):
            deal = dealt(f"beats/{number}")
            while deal.ended is None:
                turns[deal.player != seat](deal)
            gained += deal.ended.points[1 - seat] - deal.ended.points[seat]
    assert gained > 0
