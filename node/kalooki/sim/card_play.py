"""Hands, stock and discard pile of a contract game as counts of faces, with what everybody has seen of them."""

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from typing import Self

from kalooki.cards import JOKER
from kalooki.rules.variant import Variant
from kalooki.sim.dealing import Shuffle, may_restock, restocked
from kalooki.solver.contract_rules import ContractRules
from kalooki.solver.contract_turn import ContractSituation
from kalooki.solver.words import JOKER_TYPE, RANKS, CardType, Hand, add, remove


@dataclass(slots=True)
class CardPlay(ABC):
    """What deals with contracts have in common. Players are numbered clockwise from the dealer's left."""

    variant: Variant
    solver: ContractRules
    which: int
    """The deal's number in the game, from 1."""
    packs: tuple[int, int]
    """How many copies of each natural there are, and how many jokers."""
    hands: list[Hand]
    sizes: list[int]
    stock: list[CardType]
    """The top card is the last."""
    pile: list[CardType]
    """Likewise."""
    shuffle: Shuffle
    """For the pile when it becomes the stock."""
    laid: list[bool]
    known: list[list[CardType]]
    """Cards of each hand that everybody has seen."""
    calls: list[int]
    """How many each player has been granted."""
    seen: list[int]
    """By face, how many cards everybody has seen: they lie on the table or in the pile, or are known in a hand."""
    player: int
    """Who is in turn."""
    number: int
    """Counts the turns from 0."""
    laid_before: bool
    taken: CardType | None
    """The discard that was taken in this turn."""
    asked: tuple[int, ...]
    """Who may call the top discard, in their order."""
    callers: list[int]
    reshuffles: int

    def copy(self) -> Self:
        """The same deal, to be played another way; what never changes is shared."""
        other = copy(self)
        other.hands, other.sizes = self.hands.copy(), self.sizes.copy()
        other.stock, other.pile = self.stock.copy(), self.pile.copy()
        other.laid, other.calls = self.laid.copy(), self.calls.copy()
        other.known = [known.copy() for known in self.known]
        other.seen, other.callers = self.seen.copy(), self.callers.copy()
        return other

    @abstractmethod
    def situation(self, player: int) -> ContractSituation:
        """What the solver needs to know of a player before his first lay; in his turn after his draw."""

    def live(self, player: int) -> list[int]:
        """By face, how many cards a player has not seen yet."""
        packs, jokers = self.packs
        live = [packs - seen for seen in self.seen]
        hand = self.hands[player]
        live[JOKER_TYPE] = jokers - self.seen[JOKER_TYPE] - hand.jokers
        for suit, held in enumerate(hand[:4]):
            word, kind = held, suit * RANKS
            while word:
                live[kind] -= word & 7
                word >>= 3
                kind += 1
        for card in self.known[player]:
            live[card] += 1
        return live

    def after(self, player: int) -> list[int]:
        """The other players, from the next one on."""
        players = len(self.hands)
        return [(player + step) % players for step in range(1, players)]

    def gain(self, player: int, card: CardType) -> None:
        """A card comes into a hand."""
        self.hands[player] = add(self.hands[player], card)
        self.sizes[player] += 1

    def get_top(self, player: int) -> CardType:
        """The top of the pile does, and all have seen it."""
        card = self.pile.pop()
        self.gain(player, card)
        self.known[player].append(card)
        return card

    def lose(self, player: int, card: CardType) -> None:
        """A card leaves a hand, open to all; of equal ones that which they know."""
        self.hands[player] = remove(self.hands[player], card)
        self.sizes[player] -= 1
        known = self.known[player]
        if card in known:
            known.remove(card)
        else:
            self.seen[card] += 1

    def may_restock(self) -> bool:
        """Whether the pile may become the stock once more."""
        return may_restock(self.variant, self.reshuffles)

    def restock(self) -> bool:
        """The pile becomes the stock, but for its top card; or the deal does not count."""
        if not self.may_restock() or len(self.pile) <= 1:
            self.void()
            return False
        self.stock, self.pile = restocked(self.pile, self.seen, self.shuffle)
        self.reshuffles += 1
        return True

    @abstractmethod
    def void(self) -> None:
        """The deal does not count."""

    def pass_on(self) -> None:
        """The next player is in turn."""
        self.player = (self.player + 1) % len(self.hands)
        self.number += 1
        self.laid_before = self.laid[self.player]
        self.taken, self.asked, self.callers = None, (), []


def packs_of(variant: Variant, players: int) -> tuple[int, int]:
    """How many copies of each natural so many players have, and how many jokers."""
    deck = variant.start_deck(players)
    jokers = sum(card == JOKER for card in deck)
    return (len(deck) - jokers) // JOKER_TYPE, jokers
