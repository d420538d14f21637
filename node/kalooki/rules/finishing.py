"""How a turn ends: a discard, or jokers that are shown; then somebody has gone out, or the turn passes on."""

from kalooki.cards import JOKER, Card, SeatNumber
from kalooki.rules.actions import WORDS, Discard, End
from kalooki.rules.bench import hold_to_public_face
from kalooki.rules.blitzing import BLITZ, begin_blitz
from kalooki.rules.building import exchange_needs, fits
from kalooki.rules.calling import open_window, penalty_cards, then_buyers
from kalooki.rules.challenging import hold, holds
from kalooki.rules.changing import maker, replace
from kalooki.rules.deal import Deal, Reshuffling, Showing, Turn, added
from kalooki.rules.drawing import check_drawn
from kalooki.rules.errors import (
    BarredFromGoingOutError,
    CanStillDiscardError,
    JokerCanBeTackedError,
    JokerDiscardError,
    JustTakenError,
    MustUseTakenCardError,
    NotInThisVariantError,
    NotOnlyJokersError,
)
from kalooki.rules.events import Discarded, Event, FailedToAnnounce, Penalized, TurnEnded, WentOut
from kalooki.rules.laying import meld_for_joker
from kalooki.rules.melds import Meld, Set
from kalooki.rules.purse import pay_in
from kalooki.rules.stock import Outcome, hands_with, run_out, top_of_stock, void
from kalooki.rules.variant import Variant

JOKER_PENALTY = 50
"""What a joker on the discard pile costs who threw it there, where the house lets him."""


_turn = maker(Turn)
_discarded = maker(Discarded)


def check_discard(deal: Deal, seat: SeatNumber, action: Discard) -> None:
    """Say whether the turn may end with this discard.

    Raises:
        IllegalActionError: It may not, and why.
    """
    check_drawn(deal, seat)
    turn, shown = deal.turn, action.shown
    hold_to_public_face(deal, seat, shown.slot, shown.card)
    if turn.duty is not None and turn.taken is not None:
        raise MustUseTakenCardError(turn.taken.card, turn.duty)
    if deal.variant.no_immediate_rediscard and turn.taken is not None and turn.taken.slot == shown.slot:
        raise JustTakenError(shown.card)
    last = len(deal.hands[seat]) == 1
    if last and seat in deal.barred:
        raise BarredFromGoingOutError
    if shown.card == JOKER and not may_discard_joker(deal.variant, last=last):
        raise JokerDiscardError


def may_discard_joker(variant: Variant, *, last: bool) -> bool:
    """Whether a joker may be thrown away, as the last card or as another."""
    match variant.joker_discard:
        case "allowed":
            return True
        case "penalty50":
            return not last
        case "never":
            return False


def discard(deal: Deal, action: Discard) -> Outcome:
    """Throw a card away, with what was said about those that are left."""
    seat, shown, said = deal.turn.seat, action.shown, action.count
    hand = tuple([slot for slot in deal.hands[seat] if slot != shown.slot])
    discarded = _discarded(seat, shown.card, len(hand), said)
    failed = len(hand) > 0 and count_is_due(deal.variant, len(hand)) and said != len(hand)
    others = tuple([(who, count) for who, count in deal.announced if who != seat])
    playable = deal.variant.playable_discard_price > 0 and fits_somewhere(deal, shown.card)
    after = replace(
        deal,
        hands=hands_with(deal, seat, hand),
        pile=(*deal.pile, shown),
        dead=playable,
        faces=deal.faces
        if shown.slot not in deal.faces
        else {slot: face for slot, face in deal.faces.items() if slot != shown.slot},
        history=(*deal.history, discarded),
        barred=deal.barred | {seat} if failed else deal.barred - {seat},
        announced=others if said is None else tuple(sorted((*others, (seat, said)))),
    )
    events: tuple[Event, ...] = (discarded, FailedToAnnounce(seat, len(hand))) if failed else (discarded,)
    if shown.card == JOKER and deal.variant.joker_discard == "penalty50":
        after = replace(after, beside=added(after.beside, seat, JOKER_PENALTY))
        events = (*events, Penalized(seat, JOKER_PENALTY, "joker_discard"))
    if playable:
        after, paid = pay_in(after, seat, deal.variant.playable_discard_price, "playable_discard")
        events = (*events, *paid)
    ended, more = finish_or_hold(after, calls=True)
    return ended, (*events, *more)


def fits_somewhere(deal: Deal, card: Card) -> bool:
    """Whether a card could be laid off on a meld, or take the place of a joker that may be had."""
    return any(_takes(meld, card, deal.variant) for meld in deal.melds)


def _takes(meld: Meld, card: Card, variant: Variant) -> bool:
    room = fits(meld, variant)
    if card == JOKER:
        return bool(room)
    jokers = (
        exchange_needs(meld, variant)[1] if isinstance(meld.shape, Set) else tuple(one.stands_for for one in meld.cards)
    )
    return card in room or card in jokers


def check_end(deal: Deal, seat: SeatNumber, action: End) -> None:
    """Say whether the turn may end without one: only jokers are left, none of which can be thrown away or laid off.

    Raises:
        IllegalActionError: It may not, and why.
    """
    if deal.variant.joker_discard == "allowed":
        raise NotInThisVariantError(WORDS[End])
    check_drawn(deal, seat)
    held = deal.hands[seat]
    for shown in action.jokers:
        hold_to_public_face(deal, seat, shown.slot, shown.card)
    if sorted(shown.slot for shown in action.jokers) != sorted(held) or any(one.card != JOKER for one in action.jokers):
        raise NotOnlyJokersError(len(held), len(action.jokers))
    if may_discard_joker(deal.variant, last=len(held) == 1):
        raise CanStillDiscardError
    meld = meld_for_joker(deal, seat)
    if meld is not None:
        raise JokerCanBeTackedError(meld)


def end_without_discard(deal: Deal, action: End) -> Outcome:
    """Show the jokers, which all know from then on."""
    seat = deal.turn.seat
    after = replace(deal, faces={**deal.faces, **{shown.slot: JOKER for shown in action.jokers}})
    ended, events = finish_or_hold(after, calls=False)
    return ended, (TurnEnded(seat, len(action.jokers)), *events)


def finish_or_hold(deal: Deal, *, calls: bool) -> Outcome:
    """A turn ends, as soon as nobody can challenge what was laid in it."""
    return (hold(deal, calls=calls), ()) if holds(deal) else finish(deal, calls=calls)


def finish(deal: Deal, *, calls: bool) -> Outcome:
    """The end of a turn takes effect."""
    return _pass_on(deal, calls=calls) if deal.hands[deal.turn.seat] else go_out(deal)


def _pass_on(deal: Deal, *, calls: bool) -> Outcome:
    """The turn passes on: the deal may end for its length, the stock may have run out, the discard may be called."""
    following = deal.seats[(deal.seats.index(deal.turn.seat) + 1) % len(deal.seats)]
    after = replace(deal, turn=_turn(following, deal.turn.number + 1, laid_before=following in deal.laid))
    if 0 < deal.variant.turn_cap <= after.turn.number:
        return void(after, "turn_cap")
    calls = calls and deal.variant.call_turn == "before_draw"
    if not after.stock and deal.variant.exhaust == "eager":
        return run_out(after, then_draw=False, then_calls=calls)
    return open_window(after) if calls else after, ()


def after_restock(deal: Deal, waited: Reshuffling) -> Outcome:
    """What had waited for the fresh stock."""
    if waited.caller is not None:
        return penalty_cards(deal, waited.caller, then_draw=waited.then_draw)
    if waited.then_draw:
        return then_buyers(top_of_stock(deal))
    return open_window(deal) if waited.then_calls else deal, ()


def count_is_due(variant: Variant, left: int) -> bool:
    """Whether a discard that leaves so many cards must announce them."""
    match variant.declare:
        case "off":
            return False
        case "last_card":
            return left == 1
        case "three_or_fewer":
            return left <= 3  # noqa: PLR2004 - the rule's own number
        case "always":
            return True


def go_out(deal: Deal) -> Outcome:
    """The player in turn has got rid of his last card; where everything was laid at once, the others lay yet."""
    contract = deal.variant.contract(deal.number)
    if contract is not None and contract.everything:
        return begin_blitz(deal), (WentOut(deal.turn.seat, BLITZ),)
    how = _how(deal)
    return replace(deal, phase=Showing(deal.turn.seat, how)), (WentOut(deal.turn.seat, how),)


def _how(deal: Deal) -> str:
    if not deal.variant.contracts:
        return "call-up" if deal.turn.laid_before else "kalooki"
    alone = deal.laid <= {deal.turn.seat}
    bends = deal.variant.bend == "any_player" or (deal.variant.bend == "first" and alone)
    return "bend" if bends and not deal.turn.laid_before else "out"
