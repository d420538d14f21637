"""The list of tables: one row a table, whatever it calls itself; how one chooses from it, or does without it."""

import io
from collections.abc import Sequence
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

from kalooki.shell.found_tables import FoundTable
from kalooki.shell.joincode import JoinCode
from kalooki.shell.launch import Join
from kalooki_cli.commands import _network
from kalooki_cli.messages import network
from kalooki_cli.messages.table import invitation
from kalooki_cli.program import kalooki
from kalooki_cli.text import fitted, width

FRIDAY = FoundTable(
    table="ab" * 32,
    title="Friday",
    variant="british",
    players=2,
    seats=4,
    state="open",
    needs_code=True,
    protocol=1,
    version="0.1.0",
    label="ABCD-EFGH",
    address="192.168.1.20:4040",
)
HALF = replace(FRIDAY, table="cd" * 32, state="playing", names=("Ann", "Bea\x1b"))
OPEN = replace(FRIDAY, title="Anybody", needs_code=False, address="192.168.1.21:4040")
FULL = replace(FRIDAY, title="Full", state="full", players=4)
BEGUN = replace(FRIDAY, title="Begun", state="playing")
OTHER = replace(FRIDAY, title="Other", protocol=2)
CODE = str(JoinCode(bytes(range(10))))
WITH_ADDRESS = str(JoinCode(bytes(range(10)), "127.0.0.1:1"))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    monkeypatch.setattr(network, "LOOKED_FOR", 0.1)  # for a table whose code names an address of nobody
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdin", stream)
    monkeypatch.setattr(stream, "isatty", lambda: True)
    return stream


def choose(stream: io.StringIO, lines: str, *looks: Sequence[FoundTable]) -> Join:
    stream.write(lines)
    stream.seek(0)
    left = list(looks)
    return _network.choose(tuple, lambda: left.pop(0))


def test_two_tables_that_go_on_from_one_are_told_apart_by_who_is_there() -> None:
    other = replace(HALF, table="ef" * 32, names=("Cid", "Dot"))
    _, first, mine, second, theirs = network.tables(_network.plain([HALF, other]), 120)
    assert first.split()[1:4] == second.split()[1:4] == ["Friday", "british", "2/4"]
    assert mine == "   goes on from another table with Ann and Bea?"
    assert theirs == "   goes on from another table with Cid and Dot"


def test_a_table_is_one_line_with_its_number_state_and_address() -> None:
    _, first, second = network.tables(_network.plain([FRIDAY, OPEN]), 120)
    assert first.split() == ["1", "Friday", "british", "2/4", "open,", "needs", "its", "code", "192.168.1.20:4040"]
    assert "no code needed" in second
    assert "another version" in network.tables(_network.plain([OTHER]), 140)[1]


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_rows_stand_under_their_header_also_where_the_address_needs_a_line_of_its_own(columns: int) -> None:
    rows = [FRIDAY, replace(OTHER, address="[2001:db8:1234:5678:9abc:def0:1234:5678]:65535")]
    lines = network.tables(_network.plain(rows), columns)
    assert fitted(lines, columns) == lines
    head, *rest = lines
    for words, column in (("british", "Game"), ("2/4", "Seats"), ("open", "State")):
        assert [row.find(words) for row in rest if words in row] == [head.index(column)] * 2
    assert any(row.strip().startswith(FRIDAY.address) for row in rest) == (columns < 100)


@pytest.mark.parametrize(
    "title",
    ["\x1b[2J\x1b]52;c;aGk=\x07", "a\nb\r\x08", "\u202eevil\u202c", "\u0301" * 500, "\u9f8d" * 64, "x" * 500, ""],
)
def test_whatever_a_table_calls_itself_it_is_one_row_of_the_list(title: str) -> None:
    row = network.tables(_network.plain([replace(FRIDAY, title=title)]), 120)[1]
    assert row.isprintable()
    assert "\u202e" not in row
    plain = network.tables(_network.plain([FRIDAY]), 120)[1]
    assert width(row) <= width(plain)
    assert row.endswith("192.168.1.20:4040")


def test_an_empty_list_says_why_that_may_be_and_offers_the_code() -> None:
    text = " ".join(network.none_found(4, ["eth0"]))
    for words in (
        "on eth0 in 4 seconds",
        "firewall",
        "5353",
        "guest Wi-Fi",
        "VPN",
        "join code",
        "kalooki join",
        "doctor",
    ):
        assert words in text
    assert "on no network" in " ".join(network.none_found(4, []))


def test_who_is_asked_for_a_code_already_is_told_to_type_it_there() -> None:
    said = " ".join(network.none_found(4, ["eth0"], asked=True))
    assert "With the join code no list is needed: type it here. What is wrong" in said
    assert "kalooki join" not in said


def test_a_question_that_is_too_long_breaks_between_words(
    typed: io.StringIO, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert choose(typed, f"{WITH_ADDRESS}\n", [OPEN]) == Join(WITH_ADDRESS, "")
    said = capsys.readouterr().out
    assert "Its number, a join code, or an address" in " ".join(said.split())
    assert max(map(width, said.splitlines())) <= 50


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1:4040", True),
        ("[::1]:4040", True),
        ("localhost:4040", True),
        ("192.168.1.20:4040", False),
        ("[fe80::1%eth0]:4040", False),
        ("kitchen:4040", False),
    ],
)
def test_of_an_address_that_no_other_computer_reaches_it_is_said_so(address: str, near: bool) -> None:
    assert _network.is_near(address) == near
    for code in (CODE, ""):
        said = " ".join(invitation(code, address, near=near))
        assert ("no other computer can reach" in said) == near
        assert ("Others join it from their computers" in said) != near


def test_a_table_is_chosen_by_its_number_and_its_code_asked_for(typed: io.StringIO) -> None:
    assert choose(typed, f"1\n{CODE}\n", [FRIDAY, OPEN]) == Join(CODE, FRIDAY.address)


def test_an_open_table_is_chosen_by_its_number_alone_and_it_is_said_that_it_is_open(
    typed: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    assert choose(typed, "2\n", [FRIDAY, OPEN]) == Join("", OPEN.address)
    assert "This table is open" in capsys.readouterr().out


def test_enter_looks_again(typed: io.StringIO) -> None:
    assert choose(typed, "\n1\n", [], [OPEN]) == Join("", OPEN.address)


def test_a_code_with_an_address_needs_no_list(typed: io.StringIO) -> None:
    assert choose(typed, f"{WITH_ADDRESS}\n", []) == Join(WITH_ADDRESS, "")


def test_an_address_is_taken_and_its_code_asked_for(typed: io.StringIO) -> None:
    assert choose(typed, f"[fe80::1%eth0]:4040\n{CODE}\n", []) == Join(CODE, "[fe80::1%eth0]:4040")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3", "no table 3 in the list"),
        ("0", "no table 0 in the list"),
        ("9" * 50, "no table 999 in the list"),
        ("K-123", "That is no join code"),
        ("\x1b[2J", "That is no join code"),
    ],
)
def test_what_cannot_be_chosen_is_said_and_asked_again(
    typed: io.StringIO, capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    assert choose(typed, f"{line}\n2\n", [FRIDAY, OPEN]) == Join("", OPEN.address)
    said = capsys.readouterr().out
    assert words in said
    assert "\x1b" not in said


@pytest.mark.parametrize(("row", "words"), [(FULL, "full"), (BEGUN, "kalooki resume"), (OTHER, "protocol version 2")])
def test_a_table_that_takes_nobody_is_refused_in_plain_words(
    typed: io.StringIO, capsys: pytest.CaptureFixture[str], row: FoundTable, words: str
) -> None:
    assert choose(typed, "1\n2\n", [row, OPEN]) == Join("", OPEN.address)
    assert words in capsys.readouterr().out


def test_the_end_of_the_input_ends_it(typed: io.StringIO) -> None:
    with pytest.raises(SystemExit) as ended:
        choose(typed, "", [])
    assert ended.value.code == 130


def test_a_code_that_no_table_knows_says_where_to_say_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "LOOKED_FOR_CODE", 0.1)
    with pytest.raises(click.UsageError, match=r"No table on no network knows this code.*join HOST:PORT"):
        _network.located(Join(CODE), tuple)
    for known in (Join(CODE, "192.168.1.20:4040"), Join("", "192.168.1.20:4040")):
        assert _network.located(known, tuple) == known


def test_a_code_whose_address_nobody_knows_any_more_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "LOOKED_FOR", 0.1)
    dead = Join(str(JoinCode(bytes(10), "127.0.0.1:1")))
    assert _network.located(dead, tuple) == dead


@pytest.mark.parametrize("command", ["tables", "host", "join", "bot"])
def test_an_interface_that_is_not_there_is_refused_naming_those_that_are(command: str) -> None:
    code = [WITH_ADDRESS] if command == "bot" else []
    done = CliRunner().invoke(kalooki, [command, *code, "--interface", "nope\x1b[2J"], input=f"{WITH_ADDRESS}\n")
    assert done.exit_code == 2
    if command == "join":  # it needs a terminal first
        assert "needs a terminal" in done.output
    else:
        assert "no network interface nope" in done.output
        assert "but: lo" in done.output
    assert "\x1b" not in done.output


@pytest.mark.parametrize("as_json", [True, False])
def test_nothing_found_is_exit_code_1(as_json: bool) -> None:
    arguments = ["tables", "--interface", "lo", "--wait", "0.1", *(["--json"] if as_json else [])]
    done = CliRunner().invoke(kalooki, arguments)
    assert done.exit_code in {0, 1}  # another test may host a table on this machine
    if as_json:
        assert '"interfaces": ["lo"]' in done.output
    elif done.exit_code:
        assert "No table was found on lo in 0.1 seconds." in done.output
