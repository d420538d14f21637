"""The table itself, as sentences: who sits where, what the nodes are doing, what one is asked."""

from collections.abc import Iterable

from kalooki.lookalike import skeleton
from kalooki.seat import CONTINUED, Fault, PlayerStatus, TableStatus
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.messages import bots
from kalooki_cli.messages.errors import sentence
from kalooki_cli.messages.proposals import proposals
from kalooki_cli.messages.standstill import standstill
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import inert

NO_SEAT = _("You have no seat at this table any more, and cannot take one here again; q leaves.")

SLOW = frozenset({"keys", "backup", "shares", "hands", "verify"})
"""Work that is done in a blink; it is worth a sentence only when it is not."""


def names(status: TableStatus) -> dict[int, str]:
    """Name each player by number; those whose names look alike are told apart by their numbers."""
    plain = {one.player: inert(one.name, 20) for one in status.players}
    first = _numbered(plain, plain)
    return _numbered(first, plain)  # a name may look like another one with its number


def _numbered(named: dict[int, str], plain: dict[int, str]) -> dict[int, str]:
    seen = [skeleton(name) for name in named.values()]
    return {
        number: f"{name} #{number + 1}" if name == plain[number] and seen.count(skeleton(name)) > 1 else name
        for number, name in named.items()
    }


def news(old: TableStatus | None, new: TableStatus) -> list[str]:
    """Say what changed at the table between two states of it."""
    called = names(new)
    lines = [*_people(old, new, called), *_host(old, new, called)]
    lines += _overtaken(old, new) if old else ()
    if new.phase != (old.phase if old else "lobby"):
        lines += _phase(new, called)
    if _work(new) != (_work(old) if old else None) and new.doing not in SLOW:
        lines += working(new)
    lines += standstill(old, new, called)
    lines += missed(old, new, called) if not (new.stuck or new.went_on) else ()
    lines += proposals(old, new, called)
    if new.fault and not (old and old.fault):
        lines.append(fault(new.fault, called))
    if new.closed and not (old and old.closed):
        lines.append(_("The table is closed: {why}.").format(why=closing(new.closed)))
    return lines


def _people(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    before = {one.player: one for one in old.players} if old else {}
    for one in new.players:
        was, name = before.get(one.player), called[one.player]
        if was is None:
            if old is not None and one.player != new.me:
                yield _("{who} joins.").format(who=described(one, name))
            elif old is None and one.player == new.me and one.gone and new.phase == "playing":
                yield _("You have no seat in this game any more. Type back to ask the others for it.")
            continue
        if was.connected and not one.connected and not one.gone:
            text = _("{name} is away; the game waits where it needs that computer.")
            yield text.format(name=name)
        if one.gone and not was.gone and new.phase == "lobby":
            yield NO_SEAT if one.player == new.me else _("{name} has no seat at this table any more.").format(name=name)
        if one.connected and not was.connected and not (one.gone and new.phase == "lobby"):
            yield _("{name} is back.").format(name=name)
        if one.ready and not was.ready and not one.bot and one.player != new.me:
            yield _("{name} is ready.").format(name=name)
        if one.ready and not was.ready and one.player == new.me and new.phase == "lobby" and one.node != new.host:
            text = _("You are ready. {name} hosts the table, and begins the game when all are.")
            yield text.format(name=host_name(new, called))


def described(one: PlayerStatus, name: str) -> str:
    """Say who plays a seat, and on whose computer if it is a bot."""
    if not one.bot:
        return name
    text = _("{name} (bot {bot}, on {computer}'s computer)")
    computer = inert(one.computer, 24)
    return text.format(name=name, bot=bots.called(one.bot), computer=computer)


def _host(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    if old and old.host != new.host:
        yield _("{name} now hosts the table.").format(name=host_name(new, called))


def _phase(new: TableStatus, called: dict[int, str]) -> list[str]:
    match new.phase:
        case "seat_draw":
            return [_("The seats are drawn from a deck that all shuffle.")]
        case "pick_seat":
            return [_("The cards of the seat draw are open; the ace deals first.")]
        case "playing":
            return [seating(new, called)]
        case _:
            return []


def seating(status: TableStatus, called: dict[int, str]) -> str:
    """Say who sits where."""
    seated = sorted((one.seat, called[one.player]) for one in status.players if one.seat is not None)
    order = ", ".join(name for _seat, name in seated)
    return _("Clockwise from the first dealer: {order}.").format(order=order)


def _work(status: TableStatus) -> tuple[str, tuple[int, ...]]:
    return status.doing, status.waiting_for


def working(status: TableStatus) -> list[str]:  # noqa: PLR0911 - one line for each
    """Say what the nodes are doing, in plain words."""
    called = names(status)
    waiting = [called.get(number, "?") for number in status.waiting_for]
    who = listed(waiting) if waiting else _("all")
    match status.doing:
        case "keys":
            return [_("Keys for the deck are made; waiting for {who}.").format(who=who)]
        case "shuffle" if waiting:
            return [_shuffling(status, _turn(status))]
        case "backup" if waiting:
            return [_("The keys are given to the others to keep, in parts; waiting for {who}.").format(who=who)]
        case "verify":
            return [_("Every computer checks the proofs of the shuffles.")]
        case "shares" if waiting:
            text = _("Cards are being opened; waiting for {who}'s part of the key.")
            return [text.format(who=who)]
        case "hands" if waiting:
            return [_("The hands are opened; waiting for {who}.").format(who=who)]
        case _:
            return []


def held_up(status: TableStatus, *, unopened: bool) -> str:
    """Say for whom the table waits, where that is not whose turn it is; nothing, where the nodes are just at work.

    Args:
        status: The table.
        unopened: One holds a card whose face has not come yet.
    """
    called, away = names(status), {one.player for one in status.taken if not one.connected}
    if status.doing == "ready" and status.phase == "playing" and status.waiting_for:
        return _("Not ready yet: {names}.").format(names=listed([called[player] for player in status.waiting_for]))
    if status.doing in SLOW and away.intersection(status.waiting_for):
        return " ".join(working(status))
    if unopened and away:
        text = _("Your cards cannot be opened yet: all must help with it, and these are away: {names}.")
        return text.format(names=listed([called[player] for player in sorted(away)]))
    return ""


def _shuffling(status: TableStatus, turn: int) -> str:
    text = _("{name} shuffles, {number} of {total}.")
    name = names(status)[_shufflers(status)[turn - 1]]
    return text.format(name=name, number=turn, total=len(status.taken))


def _shufflers(status: TableStatus) -> list[int]:
    """List the players as they shuffle: seats in their order, before the seat draw players in theirs."""
    order = sorted(status.taken, key=lambda one: (one.seat is None, one.seat or 0, one.player))
    return [one.player for one in order]


def _turn(status: TableStatus) -> int:
    """Count the shuffler's turn."""
    order = _shufflers(status)
    return 1 + order.index(status.waiting_for[0]) if status.waiting_for[0] in order else 1


def _overtaken(old: TableStatus, new: TableStatus) -> Iterable[str]:
    """Say who else has shuffled since a state in which the deck was not done: a quick shuffle may fall between two."""
    if old.doing not in {"keys", "shuffle"} or new.fault or new.closed or len(old.taken) != len(new.taken):
        return
    before = _turn(old) if old.doing == "shuffle" and old.waiting_for else 0
    after = before
    if new.doing == "shuffle" and new.waiting_for and new.phase == old.phase:
        after = _turn(new) - 1
    elif new.doing not in {"keys", "shuffle", "ready", ""}:  # where a deal is void, none but a new deck is due
        after = len(old.taken)
    for turn in range(before + 1, after + 1):
        yield _shuffling(old, turn)


def missed(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say who is missed and since when, what can be chosen and what it costs, and who has chosen what."""
    now, before = new.missed, old.missed if old else None
    if now is None:
        return
    who = listed([called.get(player, "?") for player in now.players])
    if before is None or before.players != now.players:
        yield _("*** {who} is missed: the game has waited for {seconds} s.").format(who=who, seconds=now.seconds)
        yield _("wait: go on waiting. without: {price} All who are here must say the same.").format(
            price=_price(new, who, ends=now.ends)
        )
        if now.backup:
            yield _price_of_backup(new, who)
    told = before.wishes if before and before.players == now.players else ()
    for node, wish in now.wishes:
        if (node, wish) not in told:
            there = [one.player for one in new.players if one.node == node]
            text = (MY_WISHES if new.me in there else WISHES)[wish]
            yield text.format(name=listed([called[player] for player in there]), who=who)


WISHES = {
    "wait": _("{name} wants to wait."),
    "void": _("{name} wants to play on without {who}."),
    "backup": _("{name} wants to go on with the key of {who}."),
}


MY_WISHES = {
    "wait": _("You want to wait."),
    "void": _("You want to play on without {who}."),
    "backup": _("You want to go on with the key of {who}."),
}


def _price_of_backup(status: TableStatus, who: str) -> str:
    contracts = status.variant is not None and status.variant.contracts
    later = _("counts each later deal as the worst of you, and cannot win") if contracts else _("is out after it")
    text = _(
        "backup: the deal goes on; your parts of the key of {who} open what the rules need of the stock, and the hand"
        " when it is counted; {who} {later}."
    )
    return text.format(who=who, later=later)


def _price(status: TableStatus, who: str, *, ends: bool) -> str:
    if ends:
        return _("The game is given up by {who}, and you have won.").format(who=who)
    contracts = status.variant is not None and status.variant.contracts
    if status.doing == "hands":  # somebody has gone out: the deal stands
        later = (
            _("counts each later deal as the worst of you, and cannot win")
            if contracts
            else _("is out of the game, without a buy-in")
        )
        text = _("the deal counts, the cards of {who} at the most that they can be worth; {who} {later}.")
        return text.format(who=who, later=later)
    if contracts:
        text = _("the deal is dealt again, and {who} counts each deal as the worst of you, and cannot win.")
        return text.format(who=who)
    return _("the deal is dealt again, and {who} is out of the game, without a buy-in.").format(who=who)


def fault(found: Fault, called: dict[int, str]) -> str:
    """Name who was caught."""
    why = sentence(found.code, {}, {})
    text = _("!!! {name} made a false statement (entry {index}): {why}")
    name = called.get(found.player) or _("player {number}").format(number=found.player + 1)
    return text.format(name=name, index=found.index, why=why)


CLOSINGS = {
    "over": _("the game is over"),
    "fault": _("somebody was caught cheating"),
    "left": _("the host has left"),
    "again": _("the same people play again at a new table, by the same code"),
    "exhibition": _("the exhibition is over"),
    CONTINUED: _("it goes on at a new table"),
}


def closing(reason: str) -> str:
    """Word the reason for which a table was closed."""
    return CLOSINGS.get(reason) or inert(reason, 120)


def lobby(status: TableStatus, *, founder: bool, by_itself: bool = False) -> list[str]:
    """Say who is here, and what comes next."""
    title = inert(status.title, 60) if status.title else _("The table")
    text = _("{title}: {taken} of {seats} seats are taken.")
    lines = [text.format(title=title, taken=len(status.taken), seats=status.seats), *people(status)]
    if status.phase != "lobby":
        return lines  # the game has begun
    if any(one.player == status.me and one.gone for one in status.players):
        return [*lines, NO_SEAT]
    if status.open:
        lines.append(OPEN)
    if status.join_code and len(status.taken) < status.seats:
        text = _("Others join with: {kalooki} join, and the code {code}")
        lines.append(text.format(kalooki=program(), code=status.join_code))
    if status.can_begin_early and founder and not by_itself:
        lines.append(_("The game can begin when every seat is taken; type begin to play without the free ones."))
    elif len(status.taken) < status.seats:
        lines.append(_("The game can begin when every seat is taken."))
    elif by_itself:
        lines.append(_("All seats are taken; the game begins by itself."))
    elif founder:
        lines.append(_("All seats are taken: type begin when everybody is ready."))
    else:
        text = _("All seats are taken; {name} hosts the table, and begins the game.")
        lines.append(text.format(name=host_name(status, names(status))))
    return lines


def host_name(status: TableStatus, called: dict[int, str]) -> str:
    """Who plays at the computer that hosts; it may be one whose player has left."""
    people = [called[one.player] for one in status.players if one.node == status.host]
    return people[0] if people else _("computer {number}").format(number=status.host + 1)


def people(status: TableStatus) -> list[str]:
    """Say who plays, and on whose computer."""
    called = names(status)
    return [f"  {one.player + 1}. {_person(one, called[one.player], status)}" for one in status.players]


def _person(one: PlayerStatus, name: str, status: TableStatus) -> str:
    notes = []
    if one.label and name != inert(one.name, 20):  # others look like it, so the key tells who it is
        notes.append(_("key {label}").format(label=inert(one.label, 12)))
    if not one.gone and (status.phase == "lobby" or status.doing == "ready"):
        notes.append(_("ready") if one.ready else _("not ready yet"))
    if one.gone:
        notes.append(_("has left"))
    elif not one.connected:
        notes.append(_("away"))
    how = ": " + ", ".join(notes) if notes else ""
    mine = _(" - this is you") if one.player == status.me else ""
    return f"{described(one, name)}{how}{mine}"


OPEN = _("This table is open: whoever reaches the founder's computer may sit down, without a code.")


def invitation(code: str, address: str, *, near: bool = False) -> list[str]:
    """How others come to this table; without a code it is open.

    Args:
        code: What lets them in.
        address: Where the founder's node listens.
        near: It listens where only this computer hears it.
    """
    if near:
        text = _(
            "Your table waits at {address}, which no other computer can reach: --bind chose it, or there is no network."
            " On this computer it is joined with:"
        )
    else:
        text = _("Your table waits at {address}. Others join it from their computers with:")
    where = text.format(address=address)
    if not code:
        return [OPEN, where, _("  {kalooki} join --open {address}").format(kalooki=program(), address=address)]
    join = _("  {kalooki} join").format(kalooki=program())
    return [where, join, _("and this code, which is asked for: {code}").format(code=code)]


NOTICES = {
    "bot_died": _("A bot's program ended and is started again: {detail}"),
    "bot_restarted": _("{detail} is back at the table."),
    "bot_failed": _("A bot did something wrong; its seat plays the safe move ({detail})."),
    "waits_for_members": _(
        "Nobody else can come in before {detail} is back, with kalooki resume on that computer. If that does not"
        " happen, close this table with q and host again."
    ),
    "name_with_other_key": _(
        "{detail}. It may be somebody else: compare keys (kalooki id). If it is right: kalooki id forget NAME."
    ),
    "key_with_other_name": _("{detail}. kalooki id shows both names."),
    "address_changed": _("This computer is reached at {detail} now. The join code has changed with it: v shows it."),
    "recovering": _(
        "This computer lost the newest part of the record, and is silent until the others have told it what was there."
    ),
    "went_on": _(
        "The table at which the others have gone on without you is at {detail}: kalooki watch, with the code as before,"
        " looks on there."
    ),
    "two_tables": _("The other table that goes on from the one before answers at {detail}."),
    "leaves_out": _(
        "Somebody would go on at a new table without {detail}, whose computer yours hears: it is not signed here."
    ),
    "recovered": _("What was lost is here again."),
    "tail_dropped": _("The end of the record was damaged and is fetched anew ({detail})."),
}


SILENT = frozenset({"peer_up", "peer_down"})
"""What the state of the table says anyway."""


def notice(code: str, detail: str) -> str:
    """Word what a node reports; nothing, where the table says it better."""
    if code in SILENT:
        return ""
    if code not in NOTICES:  # a node has ended, and says why
        return sentence(code, {}, {}, otherwise=f"{code}: {inert(detail, 160)}")
    return NOTICES[code].format(detail=inert(detail, 160))
