"""How calls, challenges and the stock of contract games come out in the log."""

from dataclasses import replace

import pytest

from kalooki.cards import JOKER, SeatNumber, Slot
from kalooki.fair.contexts import Kind
from kalooki.rules.actions import (
    Action,
    Allow,
    Call,
    Challenge,
    Cut,
    Discard,
    Draw,
    End,
    Lay,
    NewMeld,
    Pass,
    Placed,
    Return,
    Shown,
)
from kalooki.rules.deal import Calling, CutOffered, Deal, Holding, InTurn, Rearranging, Reshuffling, Showing
from kalooki.rules.events import CallGranted, StockRanOut, TookBack, WentOut
from kalooki.table.commands import Clerk
from kalooki.table.config import Founding
from kalooki.table.payloads import EVERYBODY, Act
from kalooki.table.ports import PlayAction
from kalooki.table.proving import HONEST
from kalooki.table.results import VoidError
from kalooki.table.sharing import Faces, Sight
from kalooki.table.turn import Turn
from kalooki.table.workshop import Workshop
from support.contract_tables import (
    at_move,
    code,
    deal_phase,
    dealt,
    discarded,
    effective,
    in_turn,
    waiting,
)
from support.table_scribe import Scribe, by_player, scribe_at
from support.table_world import Place, World


def deal_of(scribe: Scribe) -> Deal:
    assert scribe.game.deal is not None
    return scribe.game.deal


def put(scribe: Scribe, **changes: object) -> None:
    """Have the deal in play stand otherwise, as it may come to stand in a long game."""
    deal = replace(deal_of(scribe), **changes)  # type: ignore[arg-type]
    playing = replace(scribe.playing, game=replace(scribe.game, deal=deal))
    scribe.replica.accepted = replace(scribe.state, phase=playing)


# --- who gets a card that several call --------------------------------------------------------------------------------


def both_call(**options: str) -> tuple[Scribe, SeatNumber, SeatNumber]:
    """The second in turn calls first, then the first."""
    scribe = discarded(4, **options)
    first, second = waiting(scribe)
    effective(scribe.act(second, Call()))
    effective(scribe.act(first, Call()))
    return scribe, first, second


def granted_to(scribe: Scribe, action: Action) -> SeatNumber:
    result = effective(scribe.act(in_turn(scribe), action))
    (granted,) = [event for event in result.events if isinstance(event, CallGranted)]
    return granted.seat


def test_the_first_clockwise_gets_the_card() -> None:
    scribe, first, _ = both_call()
    assert granted_to(scribe, Allow()) == first


def test_where_the_house_has_it_so_the_first_in_the_log_gets_the_card() -> None:
    scribe, _, second = both_call(call_priority="first")
    assert granted_to(scribe, Allow()) == second


def test_where_the_player_in_turn_judges_he_names_one_of_the_callers() -> None:
    scribe, _, second = both_call(call_priority="judge")
    assert code(scribe.act(in_turn(scribe), Allow())) == "which_caller"
    assert granted_to(scribe, Allow(second)) == second


def test_without_a_window_the_order_of_the_log_decides_at_once() -> None:
    scribe = discarded(4, call_window_ms="0")
    _, second = waiting_to_call(scribe)
    move = scribe.state.move
    effective(at_move(scribe, second, Call(), move))
    assert granted_to(scribe, Draw()) == second
    assert code(at_move(scribe, waiting_seat(scribe), Call(), move)) == "stale"


def waiting_to_call(scribe: Scribe) -> tuple[SeatNumber, ...]:
    phase = deal_phase(scribe)
    assert isinstance(phase, Calling)
    return phase.waiting


def waiting_seat(scribe: Scribe) -> SeatNumber:
    return SeatNumber((in_turn(scribe) + 1) % 4)


# --- the stock --------------------------------------------------------------------------------------------------------


def test_when_the_penalty_card_is_the_last_the_pile_is_shuffled_at_once() -> None:
    scribe = discarded(4)
    first, second = waiting(scribe)
    deal = deal_of(scribe)
    moved = tuple(Shown(slot, scribe.face(slot)) for slot in deal.stock[1:4])
    put(scribe, stock=deal.stock[:1], pile=(*moved, *deal.pile))
    effective(scribe.act(first, Call()))
    effective(scribe.act(second, Pass()))
    result = effective(scribe.act(in_turn(scribe), Allow()))
    assert any(isinstance(event, StockRanOut) for event in result.events)
    assert isinstance(deal_phase(scribe), Reshuffling)
    number = scribe.state.restocking
    assert number is not None
    assert scribe.ceremony(number).plan.setting.kind is Kind.RESHUFFLE
    assert deal_of(scribe).hands[first][-1] == deal.stock[0]
    scribe.give_shares()
    scribe.restock()
    assert isinstance(deal_phase(scribe), InTurn)
    effective(scribe.act(in_turn(scribe), Draw()))
    (owed,) = scribe.state.owed
    assert (owed.ceremony, owed.grant.recipient) == (number, int(in_turn(scribe)))


# --- challenges -------------------------------------------------------------------------------------------------------


def laid_falsely(scribe: Scribe, slots: tuple[Slot, ...]) -> Lay:
    """These cards as one meld, whatever they are."""
    return Lay((NewMeld(tuple(Placed(slot, scribe.face(slot)) for slot in slots)),))


def challenged(players: int = 3) -> tuple[Scribe, SeatNumber, tuple[Slot, ...]]:
    """Who is in turn has drawn and laid two cards falsely; somebody has challenged it and is right."""
    scribe = dealt(players, penalties="challenge", dealer_cut="off")
    seat = in_turn(scribe)
    effective(scribe.act(seat, Draw()))
    scribe.give_shares()
    slots = deal_of(scribe).hands[seat][:2]
    effective(scribe.act(seat, laid_falsely(scribe, slots)))
    return scribe, seat, slots


def test_cards_of_a_false_lay_are_known_to_all_once_they_are_taken_back() -> None:
    scribe, seat, slots = challenged()
    other = SeatNumber((seat + 1) % 3)
    move = scribe.state.move
    result = effective(scribe.act(other, Challenge(seat, "lay")))
    assert any(isinstance(event, TookBack) for event in result.events)
    assert isinstance(deal_phase(scribe), Rearranging)
    assert scribe.state.move == move + 1
    assert scribe.state.owed == ()  # everybody has seen them: nothing is opened by it
    effective(scribe.act(seat, Return()))
    known = next(slot for slot in slots if scribe.face(slot) != JOKER)
    discard = Discard(Shown(known, scribe.face(known)))
    assert scribe.act_payload(seat, discard).evidence == ()
    effective(scribe.act(seat, discard))


def test_shortly_before_the_end_of_the_time_a_node_signs_nothing_that_shows_a_card() -> None:
    """It would be seen by all, and could yet be void."""
    scribe, seat, slots = challenged()
    effective(scribe.act(SeatNumber((seat + 1) % 3), Challenge(seat, "lay")))
    hidden = next(slot for slot in deal_of(scribe).hands[seat] if slot not in slots)
    clerk = Clerk(scribe.replica.checks, Workshop(HONEST))
    player, turn = scribe.state.seated(seat), Turn(bytes(64))
    late = Sight({}, {}, is_late=True)
    shows = PlayAction(scribe.state.move, laid_falsely(scribe, (*slots, hidden)))
    with pytest.raises(VoidError) as refused:
        clerk.payload(scribe.state, player, shows, late, turn)
    assert refused.value.code == "too_late"
    shows_nothing = PlayAction(scribe.state.move, Return())
    assert clerk.payload(scribe.state, player, shows_nothing, late, turn) == Act(Return())


def test_what_is_laid_in_the_place_of_a_false_lay_shows_the_cards_that_nobody_has_seen() -> None:
    scribe, seat, slots = challenged()
    effective(scribe.act(SeatNumber((seat + 1) % 3), Challenge(seat, "lay")))
    hidden = next(slot for slot in deal_of(scribe).hands[seat] if slot not in slots)
    payload = scribe.act_payload(seat, laid_falsely(scribe, (*slots, hidden)))
    ((batch),) = payload.evidence
    record, position = scribe.state.place_of(hidden)
    assert (batch.ceremony, batch.audience, batch.positions) == (record.number, EVERYBODY, (position,))


def test_a_discard_that_was_chosen_before_a_challenge_is_void_after_it() -> None:
    scribe, seat, _ = challenged()
    move = scribe.state.move
    kept = next(slot for slot in deal_of(scribe).hands[seat] if scribe.face(slot) != JOKER)
    discard = scribe.act_payload(seat, Discard(Shown(kept, scribe.face(kept))))
    effective(scribe.act(SeatNumber((seat + 1) % 3), Challenge(seat, "lay")))
    author = by_player(scribe.state.seated(seat).number)
    assert code(scribe.say(author, discard, stream=scribe.state.stream, move=move)) == "stale"
    record, position = scribe.state.place_of(kept)
    assert record.ceremony.audience_of(position) == seat


def test_an_overcall_challenge_makes_no_action_void() -> None:
    scribe = dealt(3, penalties="challenge", dealer_cut="off")
    seat = in_turn(scribe)
    others = [SeatNumber(one) for one in range(3) if one != seat]
    move = scribe.state.move
    effective(scribe.act(others[0], Challenge(others[1], "overcall")))
    effective(at_move(scribe, seat, Draw(), move))


def test_going_out_is_held_until_nobody_challenges_the_lay() -> None:
    scribe = dealt(3, penalties="challenge", dealer_cut="off")
    seat = in_turn(scribe)
    effective(scribe.act(seat, Draw()))
    scribe.give_shares()
    hand = deal_of(scribe).hands[seat]
    last = next(slot for slot in hand if scribe.face(slot) != JOKER)
    effective(scribe.act(seat, laid_falsely(scribe, tuple(slot for slot in hand if slot != last))))
    effective(scribe.act(seat, Discard(Shown(last, scribe.face(last)))))
    assert isinstance(deal_phase(scribe), Holding)
    one, two = waiting(scribe)
    move = scribe.state.move
    effective(at_move(scribe, two, Pass(), move))
    out = effective(at_move(scribe, one, Pass(), move))
    assert any(isinstance(event, WentOut) for event in out.events)
    assert isinstance(deal_phase(scribe), Showing)


# --- jokers that cannot be thrown away --------------------------------------------------------------------------------


def test_who_ends_a_turn_with_jokers_only_opens_them_to_all() -> None:
    scribe = dealt(3, dealer_cut="off")
    seat = in_turn(scribe)
    jokers = [slot for hand in deal_of(scribe).hands for slot in hand if scribe.face(slot) == JOKER]
    jokers += [slot for slot in deal_of(scribe).stock if scribe.face(slot) == JOKER]
    effective(scribe.act(seat, Draw()))
    scribe.give_shares()
    held = [slot for slot in deal_of(scribe).hands[seat] if slot in jokers] or [jokers[0]]
    hands = list(deal_of(scribe).hands)
    hands[seat] = tuple(held)
    put(scribe, hands=tuple(hands), laid=frozenset({seat}))
    end = End(tuple(Shown(slot, JOKER) for slot in held))
    payload = scribe.act_payload(seat, end)
    assert [batch.positions for batch in payload.evidence] == [tuple(scribe.state.place_of(one)[1] for one in held)]
    author = by_player(scribe.state.seated(seat).number)
    lacking = replace(payload, evidence=())
    assert code(scribe.say(author, lacking, stream=scribe.state.stream, move=scribe.state.move)) == "missing_evidence"


# --- the South African cut --------------------------------------------------------------------------------------------


def test_before_the_cut_nobody_sees_a_card_and_the_cut_shows_one_to_all() -> None:
    scribe = scribe_at("dealt", 3, variant="south_african")
    assert isinstance(deal_phase(scribe), CutOffered)
    (record,) = [one for one in scribe.state.ceremonies if one.ceremony.complete]
    assert record.ceremony.openings.grants == ()
    (cutter,) = waiting(scribe)
    assert Faces().closed(scribe.state, scribe.state.seated(cutter)) != ()
    bottom = deal_of(scribe).stock[-1]
    effective(scribe.act(cutter, Cut()))
    (owed,) = scribe.state.owed
    assert (owed.grant.recipient, owed.grant.positions, owed.grant.provers) == (EVERYBODY, (bottom,), (0, 1, 2))
    scribe.give_shares()
    assert {one.grant.recipient for one in scribe.state.owed} == {0, 1, 2}  # it is the first card of the pile now
    scribe.give_shares()
    assert isinstance(deal_phase(scribe), InTurn)


def test_a_card_that_nobody_may_see_yet_is_not_looked_up() -> None:
    world = World(1, (Place(), Place(), Place()), founding=Founding("south_african", seats=3), moves=0)
    world.run(lambda: all(node.view(None) is not None for node in world.nodes) and len(world.nodes) == 3)
    world.rest(1500)
    for number in range(3):
        view = world.node(number).view(world.node(number).my_players[0])
        assert view is not None
        assert view.hand == ()
        assert len(view.unopened) == 13
