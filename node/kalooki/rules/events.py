"""What came of an action, for people: frozen, in the past tense, public facts only."""

from dataclasses import dataclass

from kalooki.cards import Card, Natural, SeatNumber
from kalooki.rules.actions import MeldId


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it lies on the table, without its slot."""

    card: Card
    stands_for: Natural | None = None
    """What a joker is. Always known in a run; None in a set, where the suit stays open."""

    def __str__(self) -> str:
        return str(self.card) if self.stands_for is None else f"{self.card}={self.stands_for}"


@dataclass(frozen=True, slots=True)
class Payment:
    """One of the fewest payments that square the money."""

    payer: SeatNumber
    payee: SeatNumber
    amount: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal has begun; the upcard is not open yet."""

    number: int
    attempt: int
    dealer: SeatNumber
    seats: tuple[SeatNumber, ...]
    """Clockwise from the dealer's left."""
    hand_size: int
    stock: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The first card of the discard pile is open, and the seat begins."""

    card: Card
    first: SeatNumber


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew the top card of the stock; only it sees the card."""

    seat: SeatNumber
    stock: int


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took the top discard."""

    seat: SeatNumber
    card: Card
    must_use: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat gave back the discard that it had taken under a duty."""

    seat: SeatNumber
    card: Card


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A new meld lies on the table."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Face, ...]
    points: int


@dataclass(frozen=True, slots=True)
class MadeInitialMeld:
    """A seat laid for the first time in this deal."""

    seat: SeatNumber
    points: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards were added to a meld; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Face, ...]
    meld_cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class JokerExchanged:
    """Naturals took a joker's place and released it; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    cards: tuple[Card, ...]
    meld_cards: tuple[Face, ...]
    to_hand: bool
    """The joker went into the hand; otherwise a later item of the same lay used it."""


@dataclass(frozen=True, slots=True)
class JokerMoved:
    """A natural took a joker's place, and the joker moved inside its run; `meld_cards` is what lies there now."""

    seat: SeatNumber
    meld: MeldId
    card: Card
    meld_cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat ended its turn without a discard: it holds nothing but these jokers, which all have seen."""

    seat: SeatNumber
    jokers: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat wants the discard out of turn."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat lets something go by: a card to call, a lay to challenge, a cut, its lay after a blitz."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class DrawStands:
    """The player in turn will draw from the stock as soon as the others have answered."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class CallGranted:
    """A caller got the discard, and with it cards from the stock that it alone sees; `calls`: so many by now."""

    seat: SeatNumber
    card: Card
    calls: int
    drawn: int
    stock: int


@dataclass(frozen=True, slots=True)
class CutMade:
    """The dealer tried to lift as many cards as are dealt: `depth` was meant, `lift` came of it, `wanted` is right."""

    seat: SeatNumber
    depth: int
    lift: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat said that another called too often (`overcall`) or laid falsely (`lay`), and was right or not."""

    seat: SeatNumber
    target: SeatNumber
    what: str
    upheld: bool


@dataclass(frozen=True, slots=True)
class TookBack:
    """The cards of a false lay are back in the hand, where all know them."""

    seat: SeatNumber
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Penalized:
    """A seat gets points beside those of its cards, or (below zero) a bonus; they count when the deal is scored.

    `why`: joker_discard, overcall, false_lay, wrong_challenge, cut.
    """

    seat: SeatNumber
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class PackCut:
    """The seat left of the dealer cuts: the bottom card of the stock is about to be turned."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class JokerKept:
    """The cut showed a joker: it is a card of this seat's hand, and each of the others pays the price."""

    seat: SeatNumber
    price: int


@dataclass(frozen=True, slots=True)
class Showed:
    """A seat showed dealt cards for which each of the others pays the price."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    price: int


@dataclass(frozen=True, slots=True)
class PaidIn:
    """A seat pays into the kitty, if the deal counts. `why`: buy, playable_discard."""

    seat: SeatNumber
    price: int
    why: str


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded and holds `left` cards; `announced` is the count that it said, if any."""

    seat: SeatNumber
    card: Card
    left: int
    announced: int | None


@dataclass(frozen=True, slots=True)
class FailedToAnnounce:
    """A count was due and was not said, or wrongly: the seat may not go out in its next turn."""

    seat: SeatNumber
    left: int


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """The discard pile without its top card is about to be shuffled."""

    cards: int


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The discard pile has become the stock."""

    cards: int
    upcard: Card


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat got rid of its last card. `how`: call-up, kalooki (contract games: out, bend, blitz)."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A loser's hand, open to all, and what it costs (before doubling)."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class HandClosed:
    """A hand that nobody opens, and what is counted for it (before doubling)."""

    seat: SeatNumber
    cards: int
    points: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat plays no further: `left` by itself, is `absent`, as all the others say, or so with its cards `kept`."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """A seat that was away plays again: its player is back (`return`), or a bot plays it from now on (`stand_in`)."""

    seat: SeatNumber
    how: str


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's line of a scored deal."""

    seat: SeatNumber
    points: int
    """Penalty points of this deal, doubled where they are."""
    total: int
    """After the deal, before any buy-in."""
    money: int
    """Won or paid for this deal, without stakes and buy-ins."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over and counted."""

    number: int
    dealer: SeatNumber
    winner: SeatNumber
    how: str
    scores: tuple[Score, ...]
    """Of the seats that played, and in contract games of those that are away, in seat order."""


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal does not count; the same dealer deals again, unless he is missed.

    `reason`: stock_ran_out, nothing_to_reshuffle, turn_cap, absent.
    """

    number: int
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class MayBuyIn:
    """A seat over the limit is asked, in its turn, whether it buys back in."""

    seat: SeatNumber
    price: int
    score: int
    """The total that it would go on with."""


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """A seat paid to stay in the game."""

    seat: SeatNumber
    price: int
    total: int
    used: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat did not buy back in."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat is out of the game."""

    seat: SeatNumber
    total: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winners: tuple[SeatNumber, ...]
    pool: int
    money: tuple[int, ...]
    """Of every seat, pool and stakes included; sums to zero."""
    payments: tuple[Payment, ...]


Event = (
    Dealt
    | TurnedUp
    | Drew
    | Took
    | Returned
    | LaidDown
    | MadeInitialMeld
    | LaidOff
    | JokerExchanged
    | JokerMoved
    | TurnEnded
    | Called
    | Passed
    | DrawStands
    | CallGranted
    | CutMade
    | Challenged
    | TookBack
    | Penalized
    | PackCut
    | JokerKept
    | Showed
    | PaidIn
    | Discarded
    | FailedToAnnounce
    | StockRanOut
    | StockReshuffled
    | WentOut
    | HandOpened
    | HandClosed
    | WentAway
    | CameBack
    | DealScored
    | DealVoided
    | MayBuyIn
    | BoughtIn
    | Declined
    | Eliminated
    | GameEnded
)

PileEvent = TurnedUp | Took | Returned | CallGranted | Discarded | StockReshuffled
"""What has happened to the discard pile, in order: who threw what away, and who took what."""
