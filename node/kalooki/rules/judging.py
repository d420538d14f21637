"""The one judge, for a view: a deal is rebuilt from what a seat sees, with placeholders where it sees no slot."""

from functools import lru_cache

from kalooki.cards import SeatNumber, Slot, deck
from kalooki.rules import play
from kalooki.rules.actions import Action, Shown
from kalooki.rules.changing import maker
from kalooki.rules.deal import Blitz, CutOffered, Deal, Duty, InTurn, Phase, Rearranging, Turn
from kalooki.rules.drawing import duty_of_taken
from kalooki.rules.errors import GameIsOverError, NotNowError, NotYourTurnError
from kalooki.rules.game import check_decision
from kalooki.rules.melds import Meld, SeenMeld, TableCard, is_closed
from kalooki.rules.view import SeatView, ViewPhase

NOWHERE = Slot(-1)
"""Stands for slots that a view does not show and that no verdict depends on."""

_SOMEWHERE = {card: Shown(NOWHERE, card) for card in deck(packs=1, jokers=1)}
"""Every face in such a slot."""


_deal = maker(Deal)
_made_turn = maker(Turn)


def check_view(view: SeatView, action: Action) -> None:
    """Say whether the action is legal for the view's own seat now.

    Raises:
        IllegalActionError: It is not, and why.
    """
    match view.phase:
        case ViewPhase.OVER:
            raise GameIsOverError
        case ViewPhase.BUY_IN:
            assert view.decision is not None
            check_decision(view.decision.seat, view.seat, action)
        case ViewPhase.CUT if not view.awaited:
            raise NotNowError(view.phase.value)
        case (
            ViewPhase.CUT
            | ViewPhase.BLITZ
            | ViewPhase.DRAW
            | ViewPhase.PLAY
            | ViewPhase.CALL
            | ViewPhase.BUY
            | ViewPhase.CHALLENGE
        ):
            deal = deal_of(view)
            if view.seat is None:
                raise NotYourTurnError(deal.turn.seat)
            play.check(deal, view.seat, action)
        case ViewPhase.DEAL | ViewPhase.UPCARD | ViewPhase.RESHUFFLE | ViewPhase.SHOW:
            raise NotNowError(view.phase.value)


def duty_if_taken(view: SeatView) -> Duty | None:
    """What the top discard must be used for if the seat, whose time to draw it is, took it.

    Raises:
        IllegalActionError: It may not be taken, and why.
    """
    assert view.turn is not None
    return duty_of_taken(view.variant, _turn(view, view.turn), len(view.order), top=bool(view.pile), dead=view.dead)


def deal_of(view: SeatView) -> Deal:
    """The deal in play as a seat sees it: good for `play.check` of many actions of this seat, and for nothing else.

    The seat's own cards count as public faces, so that a claim which contradicts its own eyes is refused.
    """
    assert view.turn is not None
    return _deal(
        variant=view.variant,
        number=view.number,
        attempt=view.attempt,
        dealer=view.dealer,
        seats=view.order,
        deck=(),
        hands=tuple([_hand(view, line.seat, line.cards) for line in view.seats]),
        stock=(NOWHERE,) * view.stock,
        pile=tuple([_SOMEWHERE[card] for card in view.pile]),
        melds=tuple([_meld(meld, is_closed(meld.shape, meld.cards, view.variant)) for meld in view.table]),
        faces={shown.slot: shown.card for shown in view.hand},
        turn=_turn(view, view.turn),
        phase=_phase(view),
        laid=frozenset([line.seat for line in view.seats if line.has_laid]),
        barred=frozenset([line.seat for line in view.seats if line.barred]),
        reshuffles=view.reshuffles,
        history=view.history,
        no_lay=frozenset(view.no_lay),
        cut=view.cut,
        calls=tuple([(line.seat, line.calls) for line in view.seats if line.calls]),
        charged=tuple([(line.seat, line.charged) for line in view.seats if line.charged]),
        dead=view.dead,
        shown=tuple([(line.seat, what) for line in view.seats for what in line.shown]),
    )


def _hand(view: SeatView, seat: SeatNumber, cards: int) -> tuple[Slot, ...]:
    """A card that was just taken from the pile stays the last, as in the deal."""
    if seat != view.seat:
        return (NOWHERE,) * cards
    return view.unopened + tuple(shown.slot for shown in view.hand)


def _phase(view: SeatView) -> Phase:
    if view.rearranging:
        return Rearranging()
    if view.phase is ViewPhase.CUT:
        return CutOffered(NOWHERE)
    if view.blitz is not None:
        return Blitz(view.blitz)
    return InTurn() if view.window is None else view.window


@lru_cache(maxsize=1024)
def _meld(meld: SeenMeld, full: bool) -> Meld:  # noqa: FBT001 - by place, for speed
    """What is closed though it has room is a false lay that stands."""
    cards = tuple(TableCard(NOWHERE, face.card, face.stands_for) for face in meld.cards)
    return Meld(meld.id, meld.owner, meld.shape, cards, sealed=meld.closed and not full)


def _turn(view: SeatView, seat: SeatNumber) -> Turn:
    taken = None if view.taken is None else Shown(NOWHERE if view.taken_slot is None else view.taken_slot, view.taken)
    return _made_turn(
        seat=seat,
        number=view.turn_number,
        laid_before=view.laid_before,
        has_drawn=view.has_drawn,
        taken=taken,
        duty=view.duty,
        returned=view.returned,
        built=view.built,
        stock_only=view.stock_only,
        before=() if view.challenged else None,
    )
