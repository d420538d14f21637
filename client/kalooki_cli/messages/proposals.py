"""What some want all to decide, as sentences."""

from collections.abc import Iterable

from kalooki.seat import PlayerStatus, Proposal, TableStatus
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import listed


def proposals(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say who wants what, and how one agrees; and what all have agreed to."""
    before = {_key(one): set(one.nodes) for one in old.proposals} if old else {}
    for one in new.proposals:
        for node in one.nodes:
            if one.motion == CONTINUE and not _people(node, new):
                continue  # bots come along
            if node not in before.get(_key(one), ()):
                yield _wanted(one, node, new, called)
    yield from _left_behind(old, new, called)
    for one in old.proposals if old else ():
        if not new.adjourned and _key(one) not in {_key(each) for each in new.proposals} and _is_open(one, new):
            yield _dropped(one, called)
    if new.adjourned and not (old and old.adjourned):
        yield STOPPED


def _left_behind(old: TableStatus | None, new: TableStatus, called: dict[int, str]) -> Iterable[str]:
    """Say who is here, and would not go along any more: he has not agreed in time."""
    before = {player for one in old.proposals if one.motion == CONTINUE for player in one.players} if old else set()
    now = [one for one in new.proposals if one.motion == CONTINUE]
    if not now:
        return
    going = {player for one in now for player in one.players}
    for one in new.taken:
        if one.player in before - going and one.connected:
            if one.player == new.me:
                yield _("You have not agreed in time, so the others go on without you. Type continue to go along.")
            else:
                text = _("{who} has not agreed in time, and would be left behind.")
                yield text.format(who=called.get(one.player, "?"))


def _key(one: Proposal) -> tuple[str, int]:
    return one.motion, one.player


def _is_open(one: Proposal, new: TableStatus) -> bool:
    """Whether it is dropped, and not done."""
    if one.motion in COMING:  # it is done when its player is back, or has no seat any more
        is_open = any(each.player == one.player and each.gone and each.seat is not None for each in new.players)
    else:
        is_open = not any(each.player == one.player and each.gone for each in new.players)
    return new.phase not in {"over", "closed"} and is_open


def _dropped(one: Proposal, called: dict[int, str]) -> str:
    if one.motion == CONTINUE:
        return _("Nobody is about to go on at a new table any more.")
    if one.player < 0:
        return _("Nobody wants to stop for today any more.")
    if one.motion in COMING:
        return _("The seat of {who} stays empty for now.").format(who=called.get(one.player, "?"))
    return _("Nobody is about to play on without {who} any more.").format(who=called.get(one.player, "?"))


def _wanted(one: Proposal, node: int, status: TableStatus, called: dict[int, str]) -> str:
    there = _people(node, status)
    mine = any(each.player == status.me for each in there)
    name = listed([called[each.player] for each in there] or ["?"])
    if one.motion == CONTINUE:
        return _going_on(one, name, status, called, mine=mine)
    if one.player < 0:
        return _stopping(name, mine=mine)
    who = called.get(one.player, "?")
    if one.motion in COMING:
        return _coming(one, node, status, called)
    if mine:
        return _("You want to play on without {who}. It is done when all the others agree.").format(who=who)
    if one.player == status.me:
        return _("{name} wants to play on without you.").format(name=name)
    text = _("{name} wants to play on without {who}. Type kick {who} to agree; all the others must.")
    return text.format(name=name, who=who)


def _stopping(name: str, *, mine: bool) -> str:
    """Somebody wants to stop for today."""
    if mine:
        return _("You want to stop for today. When all agree, everybody goes on from here another day.")
    text = _("{name} wants to stop for today, and all go on from here another day. Type adjourn to agree.")
    return text.format(name=name)


def _people(node: int, status: TableStatus) -> list[PlayerStatus]:
    return [each for each in status.players if each.node == node and not each.bot]


def _going_on(one: Proposal, name: str, status: TableStatus, called: dict[int, str], *, mine: bool) -> str:
    """Somebody wants to go on at a new table."""
    others = [called[player] for player in one.players if player != status.me and player in called]
    place = _("from the points after deal {deal}").format(deal=one.deal) if one.deal else _("from the beginning")
    if mine:
        text = _("You want to go on at a new table with {who}, {place}. It is done when all of them agree.")
        return f"{text.format(who=listed(others), place=place)}{_in_time(one)}"
    if status.me not in one.players:
        return _("{name} wants to go on at a new table without you.").format(name=name)
    text = _("{name} wants to go on at a new table with you, {place}: {who}. Type continue to agree; all must.")
    everybody = listed([called[player] for player in one.players if player in called])
    return f"{text.format(name=name, place=place, who=everybody)}{_in_time(one)}"


def _in_time(one: Proposal) -> str:
    """Say what becomes of who does not agree."""
    if not one.patience:
        return ""
    text = _(" Who is here and has not agreed after {seconds} seconds is left behind.")
    return text.format(seconds=one.patience)


def _coming(one: Proposal, node: int, status: TableStatus, called: dict[int, str]) -> str:
    """Somebody wants a lost seat to be played again."""
    there = [each for each in status.players if each.node == node and not each.bot]
    mine, name = any(each.player == status.me for each in there), listed([called[each.player] for each in there])
    who, asks = called.get(one.player, "?"), any(each.player == one.player for each in there)
    if one.motion == "return":
        if mine and asks:
            return _("You ask to come back. It is done when all who play agree, from the next deal on.")
        if mine:
            return _("You agree that {who} comes back.").format(who=who)
        text = _("{name} asks to come back. Type back {who} to agree; all who play must.") if asks else ""
        return (text or _("{name} agrees that {who} comes back.")).format(name=name, who=who)
    return _standing_in(one, node, status, called)


def _standing_in(one: Proposal, node: int, status: TableStatus, called: dict[int, str]) -> str:
    """Somebody wants a bot to play a lost seat, or agrees to it."""
    there = _people(node, status)
    mine, name = any(each.player == status.me for each in there), listed([called[each.player] for each in there])
    who = called.get(one.player, "?")
    if node != one.runs_on:  # who offers it says where it runs
        if mine:
            return _("You agree that a bot plays the seat of {who}, from the next deal on.").format(who=who)
        return _("{name} agrees that a bot plays the seat of {who}.").format(name=name, who=who)
    if mine:
        text = _("You want a bot to play the seat of {who}. It is done when all agree, from the next deal on.")
        return text.format(who=who)
    host = listed([called[each.player] for each in status.players if each.node == one.runs_on and not each.bot])
    text = _("{name} wants a bot to play the seat of {who}, on {host}'s computer. Type bot {who} to agree; all must.")
    return text.format(name=name, who=who, host=host)


CONTINUE = "continue"

COMING = frozenset({"return", "stand_in"})

STOPPED = _("All have agreed to stop for today.")
