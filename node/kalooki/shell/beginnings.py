"""How a node comes to its table: it founds one, joins one, or finds again the one that it was at."""

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Self

from kalooki.codec.limits import MAX_NODES
from kalooki.fair.plan import MIN_SEATS_WITH_BACKUP
from kalooki.rules.errors import RulesError
from kalooki.shell import joining
from kalooki.shell.addresses import AddressBook
from kalooki.shell.channels import fetch_certificate, split_address
from kalooki.shell.config import Found, Join, NodeOptions, Resume
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.handshake import Address
from kalooki.shell.identity import Identity, check_certificate
from kalooki.shell.joincode import SECRET_BITS, parse
from kalooki.shell.kept import damage
from kalooki.shell.names import clean_name, clean_title, guest_name
from kalooki.shell.store import Store
from kalooki.shell.tables import Tables
from kalooki.table.config import Founding, NodeConfig, PlayerConfig, Tools
from kalooki.table.election import Timing
from kalooki.table.genesis import house_variant
from kalooki.table.log import LogError
from kalooki.table.node import Node
from kalooki.table.payloads import NodeNumber, PlayerNumber
from kalooki.table.ports import Output
from kalooki.table.returning import MAX_NUMBERS, stand_in_key
from kalooki.table.signing import public_key
from kalooki.table.state import Member
from kalooki.table.status import CONTINUED
from kalooki.worded import Worded

FOUNDER = NodeNumber(0)
MEMBERSHIP = "membership"
ADDRESSES = "addresses"
OPEN = "open"
PARTIES = "parties"
"""At a table that goes on from another: the certificates of its nodes, before the log says who they are."""
ASKS = "asks_back"
"""At a table that went on without us: our seat is to be asked for."""
CHANCE_BYTES = 64


@dataclass(frozen=True, slots=True)
class Membership:
    """What a node must know of its table before its log says anything."""

    number: NodeNumber
    vote: bool
    host_identity: bytes
    host_certificate: bytes
    code: bytes = field(repr=False)
    """The join code's secret; empty at an open table."""
    host_number: NodeNumber = FOUNDER

    @property
    def host(self) -> Member:
        """Who let us in as a member, to be called before the log says who is one."""
        return Member(self.host_number, self.host_identity, self.host_certificate, vote=True)

    def plain(self) -> Sequence[str | int]:
        """As JSON has it."""
        hexes = (self.host_identity.hex(), self.host_certificate.hex(), self.code.hex())
        return self.number, self.vote, *hexes, self.host_number

    @classmethod
    def read(cls, store: Store) -> Self:
        """What the store remembers.

        Raises:
            ShellError: `damaged`.
        """
        try:
            number, vote, *hexes, host = store.about(MEMBERSHIP, ())
            identity, certificate, code = map(bytes.fromhex, hexes)
            check_certificate(certificate, identity)
        except (ValueError, TypeError, ShellError):
            raise ShellError(
                "damaged", path=str(store.path), reason=Worded("it does not say whose table it is")
            ) from None
        if not all(type(each) is int and 0 <= each < MAX_NODES for each in (number, host)):
            raise store.damaged(MEMBERSHIP)
        return cls(NodeNumber(number), bool(vote), identity, certificate, code, NodeNumber(host))


@dataclass(frozen=True, slots=True)
class Beginning:
    """A node and what goes with it, before it runs."""

    node: Node
    outputs: tuple[Output, ...]
    store: Store
    membership: Membership
    book: AddressBook
    is_open: bool = False
    """Whether the table takes anybody, without a code."""
    notices: tuple[Notice, ...] = ()


async def begin(options: NodeOptions, tools: Tools, identity: Identity, tables: Tables, here: Address) -> Beginning:
    """Found, join or find again the table.

    Args:
        options: What is wanted.
        tools: For the node.
        identity: Who we are.
        tables: Where tables are kept.
        here: Where we listen, as others reach it.

    Raises:
        ShellError: It cannot be.
    """
    match options.table:
        case Found() as found:
            vote = found.bots_vote or not options.bot
            config = node_config(options, identity, FOUNDER, vote=vote)
            code = b"" if found.open else _secret(found.code)
            membership = Membership(FOUNDER, vote, identity.public, identity.certificate, code)
            founding = founding_of(found, options.name)
            node, outputs = Node.found(config, tools, founding, secrets.token_bytes(CHANCE_BYTES))
            store = await asyncio.to_thread(tables.open, node.table_id)
            about = {MEMBERSHIP: membership.plain(), OPEN: found.open}
            await asyncio.to_thread(_put_about, store, about)
            book = _book(store, {FOUNDER: here})
            return Beginning(node, outputs, store, membership, book, found.open)
        case Join(typed, address, accepted):
            join_code = parse(typed) if typed else None
            where = joining.target(join_code, address)
            person = not options.bot
            name = clean_name(options.name) if options.name else options.bot
            welcome = await joining.join(
                identity, join_code, where, name=name, person=person, addresses=(here,), table=accepted
            )
            host = welcome.host
            secret = join_code.secret if join_code else b""
            membership = Membership(
                welcome.number, welcome.vote, host.identity, host.tls_certificate, secret, host.number
            )
            store = await asyncio.to_thread(tables.open, welcome.table)
            await asyncio.to_thread(_put_about, store, {MEMBERSHIP: membership.plain(), OPEN: not typed})
            config = node_config(options, identity, welcome.number, vote=welcome.vote)
            known = {host.number: split_address(where), welcome.number: here}
            with _closing_if_damaged(store):
                return await asyncio.to_thread(_again, config, tools, store, membership, known)
        case Resume(where):
            if where:
                split_address(where)
            table = await asyncio.to_thread(tables.newest)
            store = await asyncio.to_thread(tables.open, table)
            with _closing_if_damaged(store):
                membership = Membership.read(store)
                config = node_config(options, identity, membership.number, vote=membership.vote)
                beginning = await asyncio.to_thread(_again, config, tools, store, membership, {membership.number: here})
                standing = beginning.node.standing(None)
                if standing is not None and standing.phase == "closed" and standing.closed != CONTINUED:
                    raise ShellError("nothing_to_resume", path=str(tables.home))
                if where:
                    await _find_at(where, beginning)
                return beginning


def _secret(code: str) -> bytes:
    """The secret of a join code: that of the table before, or a new one.

    Raises:
        ShellError: `bad_code`.
    """
    return parse(code).secret if code else secrets.token_bytes(SECRET_BITS // 8)


async def _find_at(address: str, beginning: Beginning) -> None:
    """Note which member listens at an address, told by its certificate.

    Raises:
        ShellError: `unreachable`, or `another_table`: who answers is none of the members.
    """
    certificate = await fetch_certificate(address)
    known = [(member.number, member.tls_certificate) for member in beginning.node.members] or _parties(beginning.store)
    here = [number for number, pinned in known if pinned == certificate]
    if not here:
        raise ShellError("another_table", address=address)
    beginning.book.learn(here[0], (split_address(address),))


def _parties(store: Store) -> list[tuple[NodeNumber, bytes]]:
    """Who is at a table that goes on from another, as long as nothing of its log is here."""
    try:
        return [(NodeNumber(place), bytes.fromhex(each)) for place, each in enumerate(store.about(PARTIES, ()))]
    except (ValueError, TypeError):
        raise store.damaged(PARTIES) from None


@contextmanager
def _closing_if_damaged(store: Store) -> Iterator[None]:
    """Let go of the file where it cannot be used."""
    try:
        yield
    except ShellError:
        store.close()
        raise


def _again(
    config: NodeConfig, tools: Tools, store: Store, membership: Membership, known: dict[NodeNumber, Address]
) -> Beginning:
    """Go on with what the store holds, if it holds anything.

    Raises:
        ShellError: `damaged`, or `tail_lost`: who alone votes cannot learn from anybody what he has lost.
    """
    restored, notices = store.load(membership.number)
    if restored.entries or restored.is_torn:
        bots = [stand_in_key(config.key, store.table, PlayerNumber(lost)) for lost in range(MAX_NUMBERS)]
        keys = [config.key, *(player.key for player in config.players), *bots]
        identities = [public_key(key) for key in keys]
        reason = damage(restored, store.table, identities, tools.group)
        if reason:
            raise ShellError("damaged", path=str(store.path), reason=reason)
        try:
            node, outputs = Node.restore(config, tools, store.table, restored, secrets.token_bytes(CHANCE_BYTES))
        except LogError as error:
            raise ShellError("damaged", path=str(store.path), reason=str(error)) from None
        voters = {member.number for member in node.members if member.vote}
        if restored.is_torn and voters == {membership.number}:
            raise ShellError("tail_lost", path=str(store.path))
    else:
        node, outputs = Node.join(config, tools, store.table), ()
    is_open = bool(store.about(OPEN, otherwise=False))
    return Beginning(node, outputs, store, membership, _book(store, known), is_open, notices)


def node_config(options: NodeOptions, identity: Identity, number: NodeNumber, *, vote: bool) -> NodeConfig:
    """Say what the node plays with.

    Raises:
        ShellError: `bad_name`.
    """
    name = clean_name(options.name) if options.name or not options.bot else guest_name(number - 1)
    player = PlayerConfig(identity.player_key, name, options.bot)
    return NodeConfig(identity.node_key, identity.certificate, (player,), vote, Timing.between(*options.election))


def _put_about(store: Store, words: Mapping[str, object]) -> None:
    for key, value in words.items():
        store.put_about(key, value)


def _book(store: Store, known: dict[NodeNumber, Address]) -> AddressBook:
    kept = store.about(ADDRESSES, {})
    try:
        book = AddressBook(lambda addresses: store.remember(ADDRESSES, addresses), kept)
    except (ValueError, TypeError, AttributeError, ShellError):
        raise store.damaged(ADDRESSES) from None
    for node, address in known.items():
        book.replace(node, (address,))
    return book


def founding_of(found: Found, name: str) -> Founding:
    """Check what the founder wants.

    Raises:
        ShellError: What is wrong with the house rules, the number of seats or the clock.
    """
    options = tuple(sorted(dict(found.options).items()))
    try:
        variant = house_variant(found.variant, options)
    except RulesError as error:
        raise ShellError("bad_house_rule", reason=str(error)) from None
    if not variant.min_players <= found.seats <= variant.max_players:
        least, most = variant.min_players, variant.max_players
        raise ShellError("wrong_number_of_seats", least=least, most=most, seats=found.seats)
    if variant.dropout == "key_backup" and found.seats < MIN_SEATS_WITH_BACKUP:
        raise ShellError("backup_needs_players", least=MIN_SEATS_WITH_BACKUP, seats=found.seats)
    title = clean_title(found.title) or f"{clean_name(name)}'s table"
    founding = Founding(found.variant, options, clean_title(title[:40]), found.bots_vote, found.seats)
    if found.bank_ms and not found.turn_ms:
        raise ShellError("bank_needs_turn_time")
    founding = replace(founding, grace_ms=found.grace_ms, silence_ms=found.silence_ms)
    founding = replace(founding, begins_when_full=found.begin_when_full)
    founding = replace(founding, turn_ms=found.turn_ms, bank_ms=found.bank_ms, plays_on=found.plays_on)
    return founding if found.hurried else replace(founding, answer_ms=0, buy_in_ms=0)
