"""Who plays, by the names that a file gives them."""

from dataclasses import dataclass

from kalooki.cards import SeatNumber
from kalooki.rules.errors import WrongNumberOfSeatsError
from kalooki.rules.files.document import Line, Section
from kalooki.rules.files.errors import BadPlayerNameError, NamedTwiceError, UnknownPlayerError
from kalooki.rules.variant import Variant

LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Players:
    """The names of a file, in seat order."""

    names: tuple[str, ...]

    def find(self, name: str) -> SeatNumber:
        """The seat of a name, in capitals or not.

        Raises:
            UnknownPlayerError: Nobody is called so.
        """
        wanted = name.casefold()
        for seat, known in enumerate(self.names):
            if known.casefold() == wanted:
                return SeatNumber(seat)
        raise UnknownPlayerError(name, self.names)

    def listed(self, section: Section, key: str) -> tuple[SeatNumber, ...]:
        """The seats that a list names, each once.

        Raises:
            FileFaultError: It is no list, or names somebody who does not play, or somebody twice.
        """
        seats: list[SeatNumber] = []
        for index, line in enumerate(section.texts(key)):
            seat = section.at((key, index), self.find, line.text)
            if seat in seats:
                raise section.fault(NamedTwiceError(line.text), key, index)
            seats.append(seat)
        return tuple(seats)

    def each(self, section: Section) -> dict[SeatNumber, str]:
        """The keys of a section by the seat that they name.

        Raises:
            FileFaultError: One names nobody, or somebody whom another names, too.
        """
        keys: dict[SeatNumber, str] = {}
        for key in section.values:
            seat = section.at((key,), self.find, key)
            if seat in keys:
                raise section.fault(NamedTwiceError(key), key)
            keys[seat] = key
        return keys

    def numbers(self, section: Section, least: int, most: int, default: int = 0) -> tuple[int, ...]:
        """A whole number for each seat.

        Raises:
            FileFaultError: A name or a number cannot be.
        """
        given = {seat: section.whole(key, None, least, most) for seat, key in self.each(section).items()}
        return tuple(given.get(SeatNumber(seat), default) for seat in range(len(self.names)))


def read_players(document: Section, variant: Variant, *, one_word: bool) -> Players:
    """The players of a document.

    Raises:
        FileFaultError: A name cannot be, or comes twice, or there are too few or too many of them.
    """
    names: list[str] = []
    for index, line in enumerate(document.texts("players")):
        if not _is_name(line, one_word=one_word):
            raise document.fault(BadPlayerNameError(line.text), "players", index)
        if line.text.casefold() in (name.casefold() for name in names):
            raise document.fault(NamedTwiceError(line.text), "players", index)
        names.append(line.text)
    if not variant.min_players <= len(names) <= variant.max_players:
        cause = WrongNumberOfSeatsError(len(names), variant.min_players, variant.max_players)
        raise document.fault(cause, "players")
    return Players(tuple(names))


def _is_name(line: Line, *, one_word: bool) -> bool:
    words = line.text.split()
    return (
        0 < len(line.text) <= LONGEST_NAME
        and line.text.isprintable()
        and " ".join(words) == line.text
        and (len(words) == 1 or not one_word)
    )
