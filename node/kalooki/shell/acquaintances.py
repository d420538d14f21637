"""Whose keys this computer has met, and under which names: another key is told of, a blocked one refused."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kalooki.lookalike import skeleton
from kalooki.shell.bell import Bell
from kalooki.shell.datadir import private_folder, read_private, write_private
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.identity import fingerprint_label
from kalooki.shell.joincode import ALPHABET
from kalooki.shell.names import shorten
from kalooki.table.node import Node
from kalooki.table.signing import KEY_BYTES, public_key
from kalooki.worded import Worded

PLACE = "known.json"
MOST = 500
"""People that are remembered; beyond them those who were met first are forgotten, but nobody who is blocked."""

LONGEST_NAME = 64
MOST_EARLIER = 3
"""Earlier names of one key that are remembered."""

LABEL_DIGITS = 8
SETTLE_SECONDS = 0.25
"""How often at most it is looked who plays."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A key, and the names under which it came."""

    identity: bytes
    name: str
    blocked: bool = False
    earlier: tuple[str, ...] = ()
    """Names under which it came before, the newest first; none that looks like the last."""

    @property
    def label(self) -> str:
        """What people compare."""
        return fingerprint_label(self.identity)


@dataclass(frozen=True, slots=True)
class Met:
    """What is odd about who comes; nothing about most."""

    alike: tuple[Acquaintance, ...] = ()
    """Others, with other keys, whose names look like it."""
    before: str = ""
    """The name that this key had, where it looks different."""


class Acquaintances:
    """A file in the data directory; it is read anew each time, since a command may change it while a node runs."""

    def __init__(self, home: Path) -> None:
        self.path = home / PLACE

    def everybody(self) -> tuple[Acquaintance, ...]:
        """Who is known, in the order of meeting.

        Raises:
            ShellError: `damaged`, `file_open` or `unwritable`.
        """
        content = read_private(self.path)
        if content is None:
            return ()
        try:
            return tuple(_read(each) for each in json.loads(content))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ShellError("damaged", path=str(self.path), reason=Worded("it is no list of keys and names")) from None

    def is_blocked(self, identity: bytes) -> bool:
        """Whether a key may not come to a table that is hosted here."""
        return any(each.identity == identity and each.blocked for each in self.everybody())

    def meet(self, identity: bytes, name: str) -> Met:
        """Remember a key with its name, and say who came under a name like it, or what else the key was called.

        Only who is met for the first time, or has changed the name, can be taken for somebody else.
        """
        known = self.everybody()
        before = next((each for each in known if each.identity == identity), None)
        if before is not None and before.name == name:
            return Met()
        fresh = _renamed(before, name) if before else Acquaintance(identity, name)
        self._write((*(each for each in known if each.identity != identity), fresh))
        if before is not None and skeleton(before.name) == skeleton(name):
            return Met()
        alike = tuple(each for each in known if each.identity != identity and skeleton(each.name) == skeleton(name))
        return Met(alike, before.name if before else "")

    def forget(self, which: str) -> Acquaintance:
        """Forget a key, its name and whether it was blocked.

        Raises:
            ShellError: `nobody_known` or `which_one`.
        """
        known = self.everybody()
        found = _one(known, which)
        self._write(each for each in known if each != found)
        return found

    def block(self, which: str, *, blocked: bool) -> Acquaintance:
        """Let a key come to no table of ours, or let it come again.

        Raises:
            ShellError: `nobody_known` or `which_one`.
        """
        known = self.everybody()
        found = _one(known, which)
        changed = replace(found, blocked=blocked)
        self._write(changed if each == found else each for each in known)
        return changed

    def _write(self, people: Iterable[Acquaintance]) -> None:
        kept = list(people)
        while len(kept) > MOST and not all(each.blocked for each in kept):
            kept.remove(next(each for each in kept if not each.blocked))
        plain = [
            {"key": each.identity.hex(), "name": each.name, "blocked": each.blocked, "earlier": each.earlier}
            for each in kept
        ]
        try:
            private_folder(self.path.parent)
        except OSError as error:
            raise ShellError("unwritable", path=str(self.path.parent), reason=error.strerror or str(error)) from None
        write_private(self.path, json.dumps(plain, indent=1).encode())


async def remember(node: Node, changed: Bell, people: Acquaintances, notice: Callable[[Notice], None]) -> None:
    """Meet the persons who come to a table, and say whose name came with another key before."""
    met: set[tuple[bytes, str]] = set()
    while True:
        strangers = sorted(_persons(node) - met)
        if not strangers:
            await changed.next()
            await asyncio.sleep(SETTLE_SECONDS)  # a game changes all the time, and who plays hardly ever
        for identity, name in strangers:
            met.add((identity, name))
            try:
                found = await asyncio.to_thread(people.meet, identity, name)
            except ShellError as error:
                notice(Notice(error.code, str(error)))
                continue
            if found.before:
                text = f"{name} has the key {fingerprint_label(identity)}, which came as {found.before} before"
                notice(Notice("key_with_other_name", text))
            for other in found.alike:
                known = f"the {other.name} known here has {other.label}"
                text = f"{name} has the key {fingerprint_label(identity)}, and {known}"
                notice(Notice("name_with_other_key", text))


def _persons(node: Node) -> set[tuple[bytes, str]]:
    standing = node.standing(None)
    players = standing.players if standing else ()
    return {(each.node_identity, each.name) for each in players if not each.bot and each.node != node.number}


def _read(plain: dict[str, object]) -> Acquaintance:
    identity, name, blocked = bytes.fromhex(str(plain["key"])), str(plain["name"]), plain["blocked"]
    earlier = plain.get("earlier", [])
    if len(identity) != KEY_BYTES or type(blocked) is not bool or type(earlier) is not list:
        raise ValueError("no key")
    names = tuple(shorten(str(each), LONGEST_NAME) for each in earlier[:MOST_EARLIER])
    return Acquaintance(identity, shorten(name, LONGEST_NAME), blocked, names)


def _renamed(before: Acquaintance, name: str) -> Acquaintance:
    """The same key under a new name; the names before it are kept, since it may want to be taken for a new one."""
    names = (before.name, *before.earlier)
    earlier = tuple(each for each in names if skeleton(each) != skeleton(name))
    return replace(before, name=name, earlier=earlier[:MOST_EARLIER])


def _one(known: Iterable[Acquaintance], which: str) -> Acquaintance:
    """Find the one that is meant: by the label or the whole key, or by the name as it is written, or an earlier one.

    Raises:
        ShellError: `nobody_known` or `which_one`.
    """
    people = list(known)
    label = "".join(which.upper().split()).replace("-", "").translate(str.maketrans("OIL", "011"))
    is_label = len(label) == LABEL_DIGITS and set(label) <= set(ALPHABET)
    found = [
        each
        for each in people
        if each.identity.hex() == which.strip().lower() or (is_label and each.label.replace("-", "") == label)
    ]
    found = (
        found or [each for each in people if each.name == which] or [each for each in people if which in each.earlier]
    )
    if not found:
        raise ShellError("nobody_known", name=ascii(which[:60])[1:-1])
    if len(found) > 1:
        raise ShellError("which_one", name=found[0].name, labels=", ".join(each.label for each in found))
    return found[0]


def own_identity(home: Path) -> bytes | None:
    """Read this computer's own identity key, also while a node runs; None where there is none yet.

    Raises:
        ShellError: It cannot be read.
    """
    key = read_private(home / "identity" / "node.key")
    return public_key(key) if key and len(key) == KEY_BYTES else None
