"""Worlds that a seat could be in, and what is concluded from them."""

from collections import Counter
from random import Random

import pytest

from kalooki.bots import greedy
from kalooki.rules.game import new_game
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import variant_named
from kalooki.rules.view import SeatView, ViewPhase
from kalooki.sim.connections import live_cards, worth
from kalooki.sim.lookahead import best_key, outlooks, points_in
from kalooki.sim.rollouts import compare
from kalooki.sim.seen import faces_of, lean_of
from kalooki.sim.value import edge
from kalooki.sim.worlds import world
from kalooki.solver.weights import SHIFT
from kalooki.solver.words import Hand, copies, type_of

BRITISH = variant_named("british")


def views(seed: str, players: int = 3, house: dict[str, int] | None = None) -> list[SeatView]:
    """What each player sees in turn, after his draw, in one deal."""
    variant = variant_named("british", house or {})
    table, found = OpenGame(new_game(variant, players), seed.encode()), []
    while (seat := table.to_move(next_deal=not table.game.history)) is not None:
        seen = table.view(seat)
        if seen.phase is ViewPhase.PLAY and seen.duty is None:
            found.append(seen)
        table.act(seat, greedy.propose(seen))
    return found


@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_world_has_every_card_once_and_agrees_with_what_is_seen(seed: str) -> None:
    deck = Counter(type_of(card) for card in BRITISH.start_deck(3))
    for seen in views(seed):
        deal = lean_of(seen)
        one = world(deal, Random(1).shuffle)
        cards = Counter([*one.stock, *one.pile, *(kind for meld in one.melds for kind in faces_of(meld))])
        for hand in one.hands:
            cards += Counter({kind: copies(Hand(*hand), kind) for kind in range(53)})
        assert cards == deck
        assert one.hands[one.player] == deal.hands[deal.player]
        assert len(one.stock) == seen.stock
        assert [sum(copies(Hand(*hand), kind) for kind in range(53)) for hand in one.hands] == one.sizes
        for hand, known in zip(one.hands, one.known, strict=True):
            assert all(copies(Hand(*hand), kind) >= known.count(kind) for kind in known)


def test_what_is_live_is_what_has_not_been_seen() -> None:
    seen = views("live")[0]
    live = live_cards(lean_of(seen), seen.order.index(seen.turn or 0))
    assert sum(live) == len(BRITISH.start_deck(3)) - len(seen.hand) - len(seen.pile)
    assert all(copies >= 0 for copies in live)


@pytest.mark.parametrize("house", [{}, {"jokers": 4}])
def test_the_key_of_any_hand_is_what_stays_least(house: dict[str, int]) -> None:
    for seen in views("keys", house=house)[::3]:
        deal = lean_of(seen)
        hand = deal.hands[deal.player]
        key, quick = best_key(deal, hand), deal.rules.quick
        kept = hand.copy()
        kind = quick.discard(key)
        kept[min(kind // 13, 4)] -= 1 if kind == 52 else 1 << 3 * (kind % 13)
        assert points_in(deal, hand) - (key >> SHIFT) == points_in(deal, kept) - worth(deal, kept)


def test_discards_come_in_the_order_of_their_outlook() -> None:
    for seen in views("order")[::4]:
        found = outlooks(lean_of(seen))
        assert [one.expected for one in found] == sorted((one.expected for one in found), reverse=True)
        assert len({one.card for one in found}) == len(found)


def test_a_comparison_with_nothing_needs_no_world() -> None:
    deal = lean_of(views("alone")[0])
    verdict = compare(deal, [7], 64, Random(1).shuffle, lambda: lambda: Random(1).shuffle)
    assert verdict.card == 7
    assert verdict.worlds == 0


def test_a_comparison_is_the_same_with_the_same_chance_and_drops_what_is_behind() -> None:
    seen = [one for one in views("again") if len(one.hand) == 14][-1]
    deal = lean_of(seen)
    cards = [one.card for one in outlooks(deal)]
    tried = [cards[0], cards[-1]]
    found = [compare(deal, tried, 24, Random(3).shuffle, lambda: lambda: Random(5).shuffle) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].worlds in {8, 16, 24}
    assert found[0].card in tried


def test_whoever_is_about_to_go_out_is_ahead() -> None:
    seen = views("ahead", players=2)[-1]
    deal = world(lean_of(seen), Random(2).shuffle)
    me = deal.player
    deal.laid = [one == me for one in range(2)]
    deal.hands[me], deal.sizes[me] = [1, 0, 0, 0, 0], 1
    assert edge(deal, me) > 0 > edge(deal, 1 - me)
