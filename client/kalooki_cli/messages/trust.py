"""Whether the deal was fair, at a glance: what this computer has checked, who signed it, and what nobody checks."""

from collections.abc import Iterator, Mapping
from typing import Literal

from kalooki.seat import CONTINUED, Alarm, Checked, CheckedDeck, Mark, PlayerStatus, TableStatus
from kalooki_cli.invoked import program
from kalooki_cli.language import gettext as _
from kalooki_cli.language import ngettext
from kalooki_cli.messages import table
from kalooki_cli.messages.errors import sentence
from kalooki_cli.messages.talk import listed
from kalooki_cli.trust import Lamp, lamp

Kind = Literal["said", "head", "good", "wait", "alarm", "words", "open"]
"""A sentence; a head; what was found true, is not yet, or is false; words to compare; what is not covered."""

Line = tuple[Kind, str]

LAMPS: Mapping[Lamp, str] = {
    Lamp.CHECKED: _("checked"),
    Lamp.CHECKING: _("checking"),
    Lamp.LOOK: _("look here"),
}
TITLE = _("Is it fair?")
NOTHING = _("Nothing is checked here now: no computer of a table tells of it.")

SUMS: Mapping[Lamp, str] = {
    Lamp.CHECKED: _("All that came so far was checked on this computer, and held."),
    Lamp.CHECKING: _("What came so far held; some of it is still being made or checked on this computer."),
    Lamp.LOOK: _("Something is not as it should be. Read what it is before you play on."),
}
DECKS: Mapping[str, str] = {
    "seats": _("the seat draw"),
    "deal": _("the deal"),
    "reshuffle": _("a reshuffled stock"),
    "cut": _("a cut"),
}
MARKS: Mapping[str, str] = {
    "begin": _("the game began"),
    "deal": _("deal {deal} began"),
    "scored": _("deal {deal} was counted"),
}
COMPARE = _("Read these words aloud. Whoever has the same entry has the same words, or not the same game:")
BEFORE = _("Earlier, for who is behind:")
DIFFER = _(
    "Do they differ for one entry, somebody was shown another game: stop, keep the records, and see which of them holds"
    " with {kalooki} verify."
)
NO_WORDS = _("The words come when the game has begun.")

MOVED = _("Nothing more is confirmed at this table: the game goes on at a new one.")
BEFORE_THIS = _(
    "What was found at that one, and against whom, stands in its record, which is a part of this one's: {kalooki}"
    " verify. Here only what came since is counted."
)

NOT_COVERED = _("What nobody can check here")
COLLUSION = _("Players who tell each other their cards, at the table or by telephone.")
WHO = _("Who sits behind a key: one person may have come twice.")
TIMING = _("How long somebody thinks, and when a card that is played was drawn: everybody sees that.")
ONE_COMPUTER = _(
    "All seats are on this computer: it shows that nobody tampered with the deal, not that cards were hidden from it."
)
SHARED = _("This computer runs {names}, too, and knows those hands; {others} cannot see whether you look.")


def word(shown: Lamp) -> str:
    """What stands beside the lamp."""
    return LAMPS[shown]


def words(status: TableStatus) -> list[str]:
    """The newest words that can be compared, and what to do with them."""
    marks = status.checked.marks if status.checked is not None else ()
    if not marks:
        return [NO_WORDS]
    return [COMPARE, f"  {_spoken(marks[-1])}", DIFFER.format(kalooki=program())]


def lines(status: TableStatus | None) -> list[Line]:
    """Everything about it; a line is a sentence, and may be broken."""
    shown, checked = lamp(status), None if status is None else status.checked
    if status is None or checked is None or shown is None:
        return [("said", NOTHING)]
    told: list[Line] = [
        ("alarm" if shown is Lamp.LOOK else "said", SUMS[shown]),
        *_alarms(status, checked),
        ("said", ""),
    ]
    told += _words(checked)
    told += [("said", ""), ("head", _of_deal(checked)), *_deal(status, checked)]
    told += [("said", ""), ("head", _("The whole game")), *_log(status, checked)]
    return [*told, ("said", ""), ("head", NOT_COVERED), *(("open", one) for one in _open(status))]


def _spoken(mark: Mark) -> str:
    why = MARKS.get(mark.kind, "").format(deal=mark.deal)
    return _("{words} (entry {index}: {why})").format(words=", ".join(mark.words), index=mark.index, why=why)


def _words(checked: Checked) -> Iterator[Line]:
    if not checked.marks:
        yield "said", NO_WORDS
        return
    *earlier, newest = checked.marks
    yield "said", COMPARE
    yield "words", _spoken(newest)
    if earlier:
        yield "said", BEFORE
        yield from (("said", f"  {_spoken(mark)}") for mark in reversed(earlier))
    yield "said", DIFFER.format(kalooki=program())


# --- this deal ------------------------------------------------------------------------------------------------------


def _of_deal(checked: Checked) -> str:
    return (
        _("Deal {deal}, as this computer has checked it").format(deal=checked.deal) if checked.deal else _("The seats")
    )


def _deal(status: TableStatus, checked: Checked) -> Iterator[Line]:
    called = table.names(status)
    for deck in checked.decks:
        yield _deck(deck, called)
    if not checked.decks:
        yield "wait", _("No deck is complete yet.")
        return
    yield (
        "good",
        ngettext(
            "{count} key for it, with its proof.", "{count} keys for it, each with its proof.", checked.keys
        ).format(count=checked.keys),
    )
    text = ngettext(
        "{count} part of a card's key from others, with its proof.",
        "{count} parts of cards' keys from others, each with its proof.",
        checked.shares,
    )
    yield "good", text.format(count=checked.shares)
    if checked.deal:
        text = ngettext(
            "{count} move, which the rules allow.", "{count} moves, each of which the rules allow.", checked.moves
        )
        yield "good", text.format(count=checked.moves)
    if checked.void:
        text = ngettext(
            "{count} message had no effect: late, or refused by the rules; that is no fault by itself.",
            "{count} messages had no effect: late, or refused by the rules; that is no fault by itself.",
            checked.void,
        )
        yield "said", text.format(count=checked.void)


def _deck(deck: CheckedDeck, called: Mapping[int, str]) -> Line:
    names = listed([called.get(player, "?") for player in deck.players] or ["?"])
    what = DECKS.get(deck.kind, deck.kind)
    if deck.verified:
        text = _("The deck of {what}: shuffled by {names}; all {count} proofs hold (entry {index}).")
        return "good", text.format(what=what, names=names, count=len(deck.players), index=deck.index)
    text = _("The deck of {what}: shuffled by {names}; their proofs are still being checked here (entry {index}).")
    return "wait", text.format(what=what, names=names, index=deck.index)


# --- the log --------------------------------------------------------------------------------------------------------


def _before(checked: Checked) -> Iterator[Line]:
    """What this table has of the one from which it goes on."""
    if checked.signed:
        place = _("after deal {deal}").format(deal=checked.after) if checked.after else _("before its first deal")
        text = ngettext(
            "This table goes on from another one, {place}: {count} computer that goes on has signed it.",
            "This table goes on from another one, {place}: all {count} computers that go on have signed it.",
            checked.signed,
        )
        yield "good", text.format(place=place, count=checked.signed)
        yield "said", BEFORE_THIS.format(kalooki=program())


def _log(status: TableStatus, checked: Checked) -> Iterator[Line]:
    yield from _before(checked)
    entries = ngettext("{count} entry", "{count} entries", checked.entries).format(count=checked.entries)
    text = _("{entries} with {messages} messages: every signature holds, and each entry names the one before it.")
    yield "good", text.format(entries=entries, messages=checked.messages)
    yield "good", _("Before each entry this computer saw the same table as the one that wrote it.")
    if checked.deals:
        text = ngettext("{count} deal was counted again.", "{count} deals were counted again.", checked.deals)
        yield "good", text.format(count=checked.deals)
    if checked.certified:
        text = _("Up to entry {index}, {signers} of {voters} computers have signed for it; so it stays.")
        yield "good", text.format(index=checked.certified, signers=checked.signers, voters=checked.voters)
    else:
        yield "wait", _("No entry is signed by enough computers yet.")
    signed = ", ".join(f"{_computer(status, node)} {index}" for node, index in checked.nodes if index)
    if signed:
        yield "said", _("Who has signed this very game, and up to which entry: {signed}.").format(signed=signed)
    if checked.behind:
        yield (
            "wait",
            ngettext("{count} entry is still to come.", "{count} entries are still to come.", checked.behind).format(
                count=checked.behind
            ),
        )
    if checked.recovering:
        yield "wait", table.NOTICES["recovering"]


def _computer(status: TableStatus, node: int) -> str:
    """Whose computer it is, as people know it."""
    called = table.names(status)
    people = [called[one.player] for one in status.players if one.node == node]
    return people[0] if people else _("computer {number}").format(number=node + 1)


# --- alarms ---------------------------------------------------------------------------------------------------------

FAULTY = frozenset(
    {"invalid_key", "invalid_backup", "invalid_shuffle_proof", "invalid_decryption_share", "false_claim", "wrong_key"}
)
"""A player's own statement is false, and the table ends by it."""
TWO_FACED = frozenset(
    {
        "fork",
        "forked_ack",
        "double_vote",
        "double_message",
        "double_draft",
        "double_opening",
        "not_elected",
        "stale_term",
        "malformed_entry",
        "log",
    }
)
"""A computer has signed what must not stand beside something else."""
UNPROVEN = frozenset({"unsigned_entry", "bad_signature", "gap"})
"""Something came that nobody has signed: nothing of it was used."""

DO_FAULTY = _(
    "The signature under it proves it. The game ends here, and the record says so to anybody: {kalooki} verify."
)
DO_TWO_FACED = _("Its word counts no more here. Compare the four words with everybody before you play on.")
DO_UNPROVEN = _("Nothing of it was used. If it comes again, look at that computer, or at the network.")
DO_MISMATCH = _(
    "Nothing is confirmed any more. Compare the versions of the program, and start it again on both computers."
)
DO_ACCUSED = _("Nothing came of it; ask whose computer it is.")
DO_KEPT = _("It is kept as evidence; the record says against whom: {kalooki} verify.")


def _alarms(status: TableStatus, checked: Checked) -> Iterator[Line]:
    known = {one.code for one in checked.alarms}
    for one in checked.alarms:
        yield "alarm", _alarm(status, one)
        yield "said", f"  {_to_do(one).format(kalooki=program())}"
    fault = status.fault
    if fault is not None and fault.code not in known:
        told = Alarm(fault.code, fault.player, index=fault.index)
        yield "alarm", _alarm(status, told)
        yield "said", f"  {_to_do(told).format(kalooki=program())}"
    if checked.halted == CONTINUED:
        yield "said", MOVED
    elif checked.halted and checked.halted not in known:
        yield "alarm", sentence(checked.halted, {}, {})
        yield "said", f"  {DO_MISMATCH}"


def _alarm(status: TableStatus, alarm: Alarm) -> str:
    """Say what it is, against whom it speaks, and where it stands."""
    what = sentence(alarm.code, {}, {})
    if alarm.player >= 0:
        who = table.names(status).get(alarm.player, "?")
    elif alarm.node >= 0:
        is_known = any(one.node == alarm.node for one in status.players)
        name = _computer(status, alarm.node)
        who = _("{name}'s computer").format(name=name) if is_known else name
    else:
        who = ""
    where = _("entry {index}").format(index=alarm.index) if alarm.index else ""
    about = ", ".join(one for one in (who, where) if one)
    return _("{about}: {what}").format(about=about, what=what) if about else what


def _to_do(alarm: Alarm) -> str:
    if alarm.code == "mismatch":
        return DO_MISMATCH
    if alarm.code == "false_accusation":
        return DO_ACCUSED
    if alarm.code in UNPROVEN:
        return DO_UNPROVEN
    if alarm.player < 0 and alarm.node < 0:
        return DO_KEPT
    if alarm.code in FAULTY:
        return DO_FAULTY
    return DO_TWO_FACED


# --- what is not covered ----------------------------------------------------------------------------------------------


def _open(status: TableStatus) -> Iterator[str]:
    me = next((one for one in status.players if one.player == status.me), None)
    if me is not None:
        beside = [one for one in status.players if one is not me and one.computer == me.computer and not one.gone]
        if len(beside) + 1 == len(status.taken) and beside:
            yield ONE_COMPUTER
        elif beside:
            yield _shared(status, beside)
    yield COLLUSION
    yield WHO
    yield TIMING


def _shared(status: TableStatus, beside: list[PlayerStatus]) -> str:
    called = table.names(status)
    here = {one.player for one in beside} | {status.me}
    others = [called[one.player] for one in status.taken if one.player not in here]
    return SHARED.format(names=listed([called[one.player] for one in beside]), others=listed(others))
