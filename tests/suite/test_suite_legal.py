"""Check and ask are one rule: what `legal_actions` yields `check` accepts, and the other way round."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kalooki.cards import JOKER, SeatNumber
from kalooki.rules import game as games
from kalooki.rules.actions import (
    Action,
    Allow,
    BuyIn,
    Call,
    Challenge,
    Cut,
    Decline,
    Discard,
    Draw,
    End,
    Exchange,
    Lay,
    LayItem,
    LayOff,
    MeldId,
    NewMeld,
    Pass,
    PickSeat,
    Placed,
    Refuse,
    Return,
    Show,
    Shown,
    Take,
)
from kalooki.rules.errors import IllegalActionError
from kalooki.rules.game import Game, NeedsHands, NeedsStock, new_game
from kalooki.rules.judging import check_view
from kalooki.rules.legal import legal_actions, legal_kinds
from kalooki.rules.open_game import OpenGame
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import OptionValue, Variant
from kalooki.rules.view import view
from support.contract_presets import PLAYED, game_named
from support.kalooki_table import lay_out, refused, score
from support.random_player import random_player

VARIANTS = sorted(PLAYED)
PLAIN: tuple[Action, ...] = (Draw(), Take(), Return(), BuyIn(), Decline(), Call(), Pass(), Allow(), Refuse(), End(()))
OTHERS: tuple[Action, ...] = (Challenge(SeatNumber(0), "lay"), Show(()), PickSeat(1), Cut())


def deep(action: Action) -> bool:
    """A cut at a depth: not among what is tried below."""
    return isinstance(action, Cut) and action.depth is not None


def accepts(game: Game, seat: SeatNumber, action: Action) -> bool:
    try:
        games.check(game, seat, action)
    except IllegalActionError:
        return False
    return True


def code(table: OpenGame, seat: SeatNumber, action: Action, *, by_view: bool) -> str:
    try:
        if by_view:
            check_view(table.view(seat), action)
        else:
            games.check(table.game, seat, action)
    except IllegalActionError as refusal:
        return refusal.code
    return "legal"


def by_face(action: Action) -> object:
    """Two cards with one face are one proposal; the count of a discard is what is due or nothing."""
    return (Discard, action.shown.card) if isinstance(action, Discard) else action


def discards(table: OpenGame, seat: SeatNumber) -> Iterator[Discard]:
    for shown in table.view(seat).hand:
        yield Discard(shown)
        yield Discard(shown, 2)


CHALLENGED: tuple[dict[str, OptionValue], ...] = (
    {"penalties": "challenge", "call_priority": "judge", "extra_melds": True},
    {"penalties": "challenge", "overcall": "no_lay", "call_window_ms": 0, "joker_discard": "penalty50"},
    {"upcard_callable": True, "exhaust": "lazy", "joker_tack_any": True, "joker_move_low_when_full": True},
)


@pytest.mark.parametrize("options", CHALLENGED)
def test_ask_and_check_agree_under_house_rules_of_the_contract_games(options: dict[str, OptionValue]) -> None:
    agree(game_named("jamaican_baby", options), 150)


@pytest.mark.parametrize("key", VARIANTS)
def test_ask_and_check_agree_on_every_kind_of_move_along_whole_deals(key: str) -> None:
    agree(PLAYED[key], 260)


def agree(variant: Variant, moves: int) -> None:
    rng = Random(variant.key)
    table = OpenGame(new_game(variant, 3), b"agree")
    player = random_player(rng)
    for _ in range(moves):
        seat = table.to_move()
        assert seat is not None
        view = table.view(seat)
        asked = []
        for action in legal_actions(view):
            assert accepts(table.game, seat, action), action
            check_view(view, action)
            asked.append(action)
            if len(asked) > 40:
                break
        legal = {by_face(action) for action in asked if not isinstance(action, Lay | Show | End) and not deep(action)}
        possible = [*PLAIN, *OTHERS, *discards(table, seat), *(Allow(one) for one in table.game.seats)]
        possible += [Challenge(one, what) for one in table.game.seats for what in ("lay", "overcall")]
        assert {by_face(action) for action in possible if accepts(table.game, seat, action)} == legal
        assert not list(legal_actions(table.view(None)))
        for other in set(table.game.seats) - {*view.awaited, *view.may_act}:
            assert not list(legal_actions(table.view(other)))
        table.act(seat, player(view))


@pytest.mark.parametrize("key", VARIANTS)
def test_the_judge_says_the_same_of_a_view_as_of_the_game(key: str) -> None:
    rng = Random(key)
    table = OpenGame(new_game(PLAYED[key], 3), b"views")
    player = random_player(rng)
    for move in range(150):
        seat = table.to_move()
        assert seat is not None
        if move % 5:
            table.act(seat, player(table.view(seat)))
            continue
        hand = table.view(seat).hand
        tries: list[Action] = [*PLAIN, *OTHERS, *discards(table, seat), *random_lays(rng, hand)]
        for other in (seat, SeatNumber((seat + 1) % 3)):
            for action in tries:
                assert code(table, other, action, by_view=True) == code(table, other, action, by_view=False)
        table.act(seat, player(table.view(seat)))


def test_when_the_game_is_over_nothing_is_legal() -> None:
    over, _ = score(replace(new_game(presets()["british"], 2), totals=(140, 0)), "p2", "call-up", {"p1": 20})
    for action in (*PLAIN, *OTHERS):
        with refused("game_is_over"):
            check_view(view(over, SeatNumber(0), {}), action)
        with refused("game_is_over"):
            games.check(over, SeatNumber(0), action)


def test_a_buy_in_is_judged_by_the_view_as_by_the_game() -> None:
    game = replace(new_game(presets()["british"], 3), totals=(140, 0, 0))
    game, _ = score(game, "p2", "call-up", {"p1": 20, "p3": 5})
    mine, other = view(game, SeatNumber(0), {}), view(game, SeatNumber(1), {})
    assert list(legal_actions(mine)) == [BuyIn(), Decline()]
    assert list(legal_actions(other)) == []
    assert legal_kinds(mine) == ("buy-in", "decline")
    check_view(mine, BuyIn())
    games.check(game, SeatNumber(0), BuyIn())
    with refused("not_your_turn", turn=0):
        check_view(other, BuyIn())
    with refused("not_now", phase="buy_in"):
        check_view(mine, Draw())


def test_a_spectator_may_do_nothing() -> None:
    with refused("not_your_turn", turn=0):
        check_view(lay_out({"p1": "7S"}).view(""), Draw())


def random_lays(rng: Random, hand: tuple[Shown, ...]) -> Iterator[Lay]:
    """Lays of nonsense and, now and then, of sense."""
    for _ in range(12):
        cards = tuple(Placed(one.slot, one.card) for one in rng.sample(hand, min(len(hand), rng.randint(1, 4))))
        released = (Placed(None, JOKER),)
        meld = MeldId(rng.randint(1, 3))
        kinds: list[LayItem] = [NewMeld(cards), LayOff(meld, cards), Exchange(meld, cards), NewMeld(cards + released)]
        yield Lay(tuple(rng.sample(kinds, rng.randint(1, 2))))


@pytest.mark.parametrize("key", VARIANTS)
def test_nothing_is_legal_while_the_table_supplies_what_is_not_a_choice(key: str) -> None:
    table = OpenGame(new_game(PLAYED[key], PLAYED[key].min_players), b"waiting")
    view = table.view(SeatNumber(0))
    assert not list(legal_actions(view))
    for action in (*PLAIN, *OTHERS):
        assert not accepts(table.game, SeatNumber(0), action)
        with pytest.raises(IllegalActionError):
            check_view(view, action)


def test_the_kinds_that_are_open_are_named_as_in_the_notation() -> None:
    out = lay_out({"p1": "7S 7H 7D 9C", "p2": "2C"}, laid=("p1",))
    assert legal_kinds(out.view("p1")) == ("draw", "take")
    out.play("p1 draw")
    assert legal_kinds(out.view("p1")) == ("discard", "lay")
    assert legal_kinds(out.view("p2")) == ()


def test_a_taken_card_that_may_not_go_back_is_not_proposed_but_its_twin_is() -> None:
    out = lay_out(
        {"p1": "4D 9H", "p2": ""}, laid=("p1",), variant=variant_named("british", {"no_immediate_rediscard": True})
    )
    out.play("p1 take")
    proposed = [action for action in legal_actions(out.view("p1")) if isinstance(action, Discard)]
    taken = out.view("p1").taken_slot
    assert {str(action.shown.card) for action in proposed} == {"4D", "9H"}
    assert all(action.shown.slot != taken for action in proposed)


def test_a_needs_of_the_table_is_no_choice_of_a_player() -> None:
    out = lay_out({"p1": "7S 7H 7D", "p2": "2C"}, laid=("p1",), stock="3C", pile="4D 5D")
    out.play("p1 draw", "p1 lay 7S 7H 7D", "p1 discard 3C")
    assert isinstance(games.pending(out.game), NeedsHands)
    with pytest.raises(IllegalActionError):
        check_view(out.view("p2"), Draw())
    dry = lay_out({"p1": "7S 7H 7D", "p2": "2C"}, stock="3C", pile="4D 5D")
    dry.play("p1 draw", "p1 discard 3C")
    assert isinstance(games.pending(dry.game), NeedsStock)
    with pytest.raises(IllegalActionError):
        check_view(dry.view("p2"), Draw())
