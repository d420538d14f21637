"""The lamp and the page under it: honest counts, words to compare, alarms with what to do, and what is not covered."""

from dataclasses import replace

import pytest

from kalooki.seat import Alarm, Checked, CheckedDeck, Fault, TableStatus
from kalooki_cli.board.glyphs import ASCII, UNICODE, glyphs_for
from kalooki_cli.board.ink import text_of
from kalooki_cli.board.lamp import lamp_span, trust_rows
from kalooki_cli.board.screen import OnKey, OnLamp, draw, hit
from kalooki_cli.desk import Desk
from kalooki_cli.look import Look
from kalooki_cli.messages import trust as say
from kalooki_cli.messages.errors import sentence
from kalooki_cli.requests import answer
from kalooki_cli.trust import Lamp, lamp
from kalooki_cli.tui import sight
from kalooki_cli.tui.settings import Settings
from kalooki_cli.tui.theme import knows
from support.checked import CHECKED, LIARS, MARKS
from support.open_table import OpenTable, simple
from support.pilot import sitting_down
from support.sittings import settle, sit, widths

NOT_YET = replace(CHECKED, decks=(CheckedDeck("deal", 124, (0, 1, 2, 3), verified=False),))


def status(checked: Checked | None = CHECKED, **changes: object) -> TableStatus:
    return replace(OpenTable(checked=checked).status(), **changes)  # type: ignore[arg-type]


def text(shown: TableStatus | None) -> str:
    return "\n".join(line for _, line in say.lines(shown))


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (None, None),
        (status(None), None),
        (status(), Lamp.CHECKED),
        (status(NOT_YET), Lamp.CHECKING),
        (status(replace(CHECKED, behind=3)), Lamp.CHECKING),
        (status(replace(CHECKED, recovering=True)), Lamp.CHECKING),
        (status(Checked(0, 0, 0, 0)), Lamp.CHECKING),
        (status(doing="shuffle"), Lamp.CHECKING),
        (status(replace(CHECKED, alarms=LIARS[2:3])), Lamp.LOOK),
        (status(replace(NOT_YET, halted="mismatch")), Lamp.LOOK),
        (status(replace(CHECKED, halted="continued")), Lamp.CHECKED),
        (status(replace(CHECKED, halted="continued", alarms=LIARS[:1])), Lamp.LOOK),
        (status(replace(CHECKED, signed=2, after=3)), Lamp.CHECKED),
        (status(fault=Fault(1, "false_claim", 12)), Lamp.LOOK),
    ],
)
def test_the_lamp_says_what_the_own_node_has_found(shown: TableStatus | None, expected: Lamp | None) -> None:
    assert lamp(shown) is expected


def test_the_lamp_differs_in_words_and_signs_and_not_only_in_colour() -> None:
    for glyphs in (UNICODE, ASCII, glyphs_for("cp437")):
        shown = [text_of(lamp_span(one, glyphs)) for one in Lamp]
        assert len({one.split(None, 1)[0] for one in shown}) == len({one.split(None, 1)[1] for one in shown}) == 3
        assert lamp_span(None, glyphs) == []


def test_the_page_tells_the_counts_of_the_node_and_no_others() -> None:
    other = replace(CHECKED, entries=333, messages=999, keys=5, shares=77, moves=8, void=6, certified=330, signers=3)
    said = text(status(other))
    for number in ("333 entries", "999 messages", "5 keys", "77 parts", "8 moves", "6 messages", "entry 330, 3 of 4"):
        assert number in said, number
    assert "1 key for it" in text(status(replace(CHECKED, keys=1)))
    assert "Ann 171, Bea 171, Cid 170, Dot 171" in said
    assert "shuffled by Ann, Bea, Cid and Dot; all 4 proofs hold (entry 124)" in said
    assert "had no effect" not in text(status(replace(CHECKED, void=0)))


def test_what_is_not_yet_verified_is_not_called_so() -> None:
    said = say.lines(status(NOT_YET))
    assert any(kind == "wait" and "still being checked here" in line for kind, line in said)
    assert "proofs hold" not in text(status(NOT_YET))
    early = text(status(Checked(3, 3, 0, 0, behind=2, recovering=True)))
    assert "No deck is complete yet." in early
    assert "No entry is signed by enough computers yet." in early
    assert "2 entries are still to come." in early
    assert "lost the newest part" in early
    assert say.NO_WORDS in early
    assert "counted again" not in early


def test_a_table_that_goes_on_says_who_signed_that_and_where_the_rest_stands() -> None:
    said = text(status(replace(CHECKED, signed=2, after=3)))
    assert "goes on from another one, after deal 3: all 2 computers that go on have signed it" in said
    assert "stands in its record, which is a part of this one's" in said
    alone = text(status(replace(CHECKED, signed=1)))
    assert "before its first deal: 1 computer that goes on has signed it" in alone
    assert "goes on from another" not in text(status())
    left = text(status(replace(CHECKED, halted="continued")))
    assert say.MOVED in left
    assert say.DO_MISMATCH not in left


def test_the_words_stand_with_their_entry_and_the_earlier_ones_below() -> None:
    said = say.lines(status())
    assert [line for kind, line in said if kind == "words"] == [
        "saddle, comet, walnut, igloo (entry 124: deal 2 began)"
    ]
    assert "tiger, lemon, quartz, pencil (entry 118: deal 1 was counted)" in text(status())
    only = replace(CHECKED, marks=MARKS[:1])
    assert say.BEFORE not in text(status(only))
    assert "(entry 9: the game began)" in text(status(only))


def test_each_alarm_says_who_and_what_to_do() -> None:
    said = [line for _, line in say.lines(status(replace(CHECKED, alarms=LIARS)))]
    for alarm, who, to_do in zip(
        LIARS,
        (
            "Bea's computer, entry 130: ",
            "Cid, entry 120: ",
            "Dot's computer: ",
            "Bea's computer, entry 140: ",
            "Cid's",
            "",
        ),
        (say.DO_TWO_FACED, say.DO_FAULTY, say.DO_UNPROVEN, say.DO_MISMATCH, say.DO_ACCUSED, say.DO_KEPT),
        strict=True,
    ):
        at = next(at for at, line in enumerate(said) if line.startswith(who) and sentence(alarm.code, {}, {}) in line)
        assert said[at + 1].strip() == to_do.format(kalooki="kalooki")
    stranger = text(status(replace(CHECKED, alarms=(Alarm("fork", node=9),))))
    assert "computer 10's computer" not in stranger
    assert "computer 10: " in stranger


def test_a_fault_of_the_log_and_a_halt_are_told_once() -> None:
    fault = Fault(1, "false_claim", 12)
    assert "Bea, entry 12: A card was shown that is another card." in text(status(fault=fault))
    known = replace(CHECKED, alarms=(Alarm("false_claim", 1, 1, 12),))
    assert text(status(known, fault=fault)).count("Bea, entry 12") == 1
    halted = text(status(replace(CHECKED, halted="mismatch")))
    assert halted.count(say.DO_MISMATCH) == 1


def test_what_nobody_can_check_is_said_as_it_is_at_this_table() -> None:
    assert say.ONE_COMPUTER in text(status())
    apart = status(players=tuple(replace(one, computer=one.name) for one in status().players))
    assert say.ONE_COMPUTER not in text(apart)
    assert "runs" not in text(apart)
    lent = status(players=tuple(replace(one, computer="Ann" if one.player < 2 else "Cid") for one in status().players))
    assert "This computer runs Bea, too, and knows those hands; Cid and Dot" in text(lent)
    assert say.ONE_COMPUTER not in text(status(me=-1))
    for shown in (apart, lent, status(me=-1)):
        assert say.COLLUSION in text(shown)
    assert text(None) == text(status(None)) == say.NOTHING


@pytest.mark.parametrize("columns", [80, 100, 120])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, glyphs_for("cp437")])
def test_the_page_has_rows_of_one_width_and_roles_that_have_a_look(columns: int, glyphs: object) -> None:
    for shown in (status(), status(NOT_YET), status(replace(CHECKED, alarms=LIARS, halted="mismatch")), None):
        rows = trust_rows(say.lines(shown), glyphs, columns)  # type: ignore[arg-type]
        assert widths(rows) == {columns}
        assert all(knows(role) for row in rows for _, role in row)
        if glyphs is ASCII:
            assert all(text_of(row).isascii() for row in rows)


async def test_the_lamp_is_on_the_table_and_opens_the_page_by_key_and_by_click() -> None:
    for theme in ("dark", "mono"):
        table = OpenTable(b"lamp", checked=CHECKED)
        async with sitting_down(table, settings=Settings(theme=theme)) as person:
            head = person.text.split("\n")[0]
            assert head.endswith("✓ checked")
            await person.press("v")
            assert "Is it fair?" in person.page
            assert "saddle, comet, walnut, igloo" in person.page
            table.checked = replace(CHECKED, alarms=LIARS)
            table.hear(1, "look")
            await person.settle()
            assert "Bea's computer, entry 130" in person.page, "it stays true while one reads it"
            await person.press("end")
            assert say.WHO in person.page
            await person.press("escape")
            assert person.text.split("\n")[0].endswith("! look here")
            assert " v  look here" in person.text
            await person.click(78, 0)
            assert "Is it fair?" in person.page
            await person.click(4, 23)
            assert person.text
            assert person.app.screen is person.app.table


async def test_the_lamp_and_its_key_can_be_clicked_where_they_stand() -> None:
    sitting = sit(OpenTable(b"lamp", checked=replace(CHECKED, alarms=LIARS)))
    sitting.receive(await anext(sitting.seat.updates()))
    scene = sight.scene(sitting)
    drawn = draw(scene, 80, 24)
    assert widths(drawn.rows) == {80}
    assert hit(drawn, scene, 79, 0) == OnLamp()
    assert hit(drawn, scene, 5, 0) != OnLamp()
    under = hit(drawn, scene, 3, 23)
    assert isinstance(under, OnKey)
    assert under.chip.does == "trust"
    await settle(sitting)


async def test_the_plain_lines_tell_the_same() -> None:
    table, desk, look = OpenTable(b"plain", checked=replace(CHECKED, alarms=LIARS[:1])), Desk(simple), Look()
    assert answer(desk, "words", (), look) == [say.NO_WORDS]
    assert answer(desk, "trust", (), look) == [say.NOTHING]
    desk.receive(await anext(table.updates()), look)
    lines = answer(desk, "trust", (), look)
    assert lines[0] == f"! {say.SUMS[Lamp.LOOK]}"
    assert "  saddle, comet, walnut, igloo (entry 124: deal 2 began)" in lines
    assert "+ 4 keys for it, each with its proof." in lines
    assert answer(desk, "words", (), look)[1] == "  saddle, comet, walnut, igloo (entry 124: deal 2 began)"
