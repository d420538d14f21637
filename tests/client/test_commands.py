"""The command itself: help, exit codes, house rules, refusals in one line; and one exhibition with real processes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kalooki.rules.registry import presets
from kalooki.shell.errors import Notice, ShellError
from kalooki.shell.joincode import JoinCode
from kalooki.shell.launch import Launched
from kalooki_cli.commands import _common
from kalooki_cli.messages import prompts
from kalooki_cli.program import kalooki
from support.terminals import environment

COMMANDS = (
    "arena",
    "best",
    "bot",
    "check",
    "doctor",
    "host",
    "id",
    "join",
    "menu",
    "play",
    "referee",
    "replay",
    "resume",
    "rules",
    "score",
    "settings",
    "stats",
    "tables",
    "verify",
    "watch",
)
CODE = str(JoinCode(bytes(10)))
HEAVY = (
    "asyncio",
    "cryptography",
    "google",
    "grpc",
    "kalooki.rules",
    "kalooki.shell",
    "kalooki.verify",
    "sqlite3",
    "zeroconf",
)


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(kalooki, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def run(*arguments: str, seconds: float = 50, **surroundings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kalooki_cli", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(**surroundings),
        timeout=seconds,
        check=False,
    )


UNCLEAR = {"check", "best", "referee", "score"}
"""Their code 2 is also for a question or a file that cannot be understood."""


def test_help_names_every_command_and_every_command_has_help() -> None:
    code, text = call("--help")
    assert code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in text
        code, words = call(name, "--help")
        assert code == 0
        assert f"Usage: kalooki {name}" in words
        assert "Exit codes: 0 " in words
        said = " ".join(words.split())
        assert " 2 the arguments are wrong" in said or name in {*UNCLEAR, "verify"}
    assert sorted(kalooki.list_commands(click.Context(kalooki))) == list(COMMANDS)


def test_help_imports_nothing_that_is_heavy() -> None:
    program = (
        "import sys; from kalooki_cli.program import kalooki; kalooki(['--help'], standalone_mode=False);"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("[]")


def test_the_version_is_told() -> None:
    code, text = call("--version")
    assert code == 0
    assert text.startswith("Kalooki ")


def test_the_shell_can_complete_commands() -> None:
    done = run(_KALOOKI_COMPLETE="bash_complete", COMP_WORDS="kalooki ", COMP_CWORD="1")
    assert set(COMMANDS) <= {line.partition(",")[2] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("variant", list(presets()))
def test_every_variant_has_a_rule_card_that_begins_with_one_screen(variant: str) -> None:
    code, text = call("rules", variant)
    assert code == 0
    card, _, details = text.partition("\n\n")
    assert len(card.splitlines()) <= 24
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(details) > len(card)
    assert "*" not in text


def test_house_rules_are_marked_on_the_card_and_listed() -> None:
    code, text = call("rules", "--house", "limit=100", "--house", "declare=always", "--house", "buy_ins=0")
    assert code == 0
    assert "British Kalooki with house rules (*)" in text
    assert "* Score" in text
    assert "who passes 100 is out" in text
    assert "* Announce   with every discard" in text
    assert "* Buy-in     none" in text
    assert "  Turn " in text
    assert text.rstrip().endswith("  Buy-ins for each: 0")


@pytest.mark.parametrize(
    "house",
    [
        ("ace_low=true",),
        ("pre_meld_discard=never", "discard_must_be_used=new_meld", "no_immediate_rediscard=true"),
        ("first_turn=none", "max_jokers_per_meld=fewer_than_naturals", "build_limit=off"),
        ("joker_set=one", "joker_reuse=hand", "joker_interior_only=true", "swap_same_turn=false"),
        ("stock_exhaust=unlimited", "kalooki_double=true", "kalooki_adds=true", "elim_at=reach"),
        ("declare=off", "buy_ins=unlimited", "stake_unit=10 cents", "stakes=1-3-5-7", "kalooki_waives_min=true"),
    ],
)
def test_every_house_rule_changes_the_words_of_the_card(house: tuple[str, ...]) -> None:
    plain = call("rules", "british")[1]
    code, text = call("rules", *(part for rule in house for part in ("--house", rule)))
    assert code == 0
    assert text != plain
    assert text.count("*") > len(house)


def test_without_a_variant_all_are_listed_in_one_line_each() -> None:
    code, text = call("rules")
    assert code == 0
    for key in presets():
        (line,) = [line for line in text.splitlines() if line.split()[:1] == [f"{key}:"]]
        assert "players; first lay" in line
    assert "rules VARIANT" in text


@pytest.mark.parametrize("variant", list(presets()))
def test_the_options_of_a_variant_are_listed_with_their_values_and_what_they_may_be(variant: str) -> None:
    code, text = call("rules", variant, "--options")
    assert code == 0
    assert all(len(line) <= 80 for line in text.splitlines())
    listed = [line.split()[0] for line in text.splitlines() if line.split()[1:2] == ["="]]
    assert listed == list(presets()[variant].choices)
    assert "*" not in text


def test_options_in_force_are_marked_among_the_others() -> None:
    text = call("rules", "--options", "--house", "limit=100")[1]
    assert "* limit = 100 (50 to 1000)" in text
    assert "  ace_low = false (true or false). Ace below a two: no;" in text
    assert "  elim_at = over (over, reach)" in text
    assert "* " not in text.replace("* limit", "")


def test_every_option_says_what_it_decides() -> None:
    text = " ".join(call("rules", "--options")[1].split())
    assert " ace_low = false (true or false). Ace below a two: no; whether an ace may lie below a two " in text


@pytest.mark.parametrize("name", ["rules", "play", "host", "check", "best"])
def test_a_house_rule_that_cannot_be_is_refused_by_its_code_everywhere(name: str) -> None:
    cards = ("7S 8S 9S",) if name in {"check", "best"} else ()
    code, text = call(name, *cards, "--house", "limit=9")
    assert (code, "Error: bad_option_value: The house rule limit cannot be 9, but: 50 to 1000." in text) == (2, True)


def test_a_refused_house_rule_or_variant_says_where_they_are_listed() -> None:
    for arguments, words in (
        (("--house", "wind=strong"), "rules VARIANT --options"),
        (("--house", "limit=lots"), "rules VARIANT --options"),
        (("--house", "na_deal=seed"), "rules british --options"),
        (("chess",), "See: kalooki rules"),
    ):
        assert words in call("rules", *arguments)[1]


def test_a_house_rule_that_is_misspelt_is_refused_with_those_that_are_spelled_nearly_so() -> None:
    assert (
        "unknown_option: There is no house rule limt, but: limit, elim_at. See: "
        in call("rules", "--house", "limt=100")[1]
    )
    for option in ("foo", "\x1b[2J", "l" * 300):
        text = call("rules", "--house", f"{option}=1")[1]
        assert "unknown_option: There is no house rule" in text
        assert "but:" not in text
        assert "\x1b" not in text


def test_the_codes_of_all_refusals_are_listed_with_their_sentences() -> None:
    code, text = call("rules", "--errors")
    assert code == 0
    assert "must_draw_first: Draw first: draw takes the top card of the stock.\n" in text
    assert not {"<d>", "(d)", "<l:lay>"} & set(text.split())
    assert text.splitlines() == sorted(text.splitlines())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fly",), "No such command 'fly'"),
        (("rules", "chess"), "There is no variant chess"),
        (("rules", "--house", "limit"), "A house rule is written OPTION=VALUE, not limit."),
        (("rules", "--house", "limit=lots"), "The house rule limit cannot be lots"),
        (("rules", "--house", "limit=9", "--house", "limit=100"), "there twice"),
        (("rules", "--house", "wind=strong"), "There is no house rule wind"),
        (("rules", "--house", "na_deal=seed"), "british has no choice in na_deal"),
        (("rules", "--house", "\x1b[2J=1"), "There is no house rule ?[2J"),
        (("play", "--bots", "9"), "not in the range"),
        (("play", "--bots", "6"), "british is for 2 to 5 players, not for 7."),
        (("play", "--bot", "deep\x1b[2Jblue"), "There is no bot deep?[2Jblue, but: "),
        (("play", "--name", "\u200b", "--exhibition", "--variant", "chess"), "There is no variant chess"),
        (("play", "--port", "8000"), "--port is for --web."),
        (("play", "--open"), "--open is for --web."),
        (("play", "--web", "--plain"), "--plain does not go with it"),
        (("play", "--web", "--exhibition"), "--exhibition does not go with it"),
        (("play", "--web", "--port", "70000"), "not in the range"),
        (("host", "--name", "\u200b"), "This name cannot be used"),
        (("host", "--seats", "3", "--bots", "3"), "One of the 3 seats is yours: at most 2 bots."),
        (("host", "--port", "99999"), "not in the range"),
        (("host", "--name", "B" * 100), "longer than 64 bytes"),
        (("join", CODE, "--name", "B" * 100), "longer than 64 bytes"),
        (("bot", CODE, "--name", "B" * 100), "longer than 64 bytes"),
        (("join", CODE, "127.0.0.1:9"), "kalooki join needs a terminal to play at; kalooki bot plays without one."),
        (("join", "FOO"), "That is no join code: a code begins with K or A."),
        (("bot", "K-NOT-A-CODE", "127.0.0.1:1"), "That is no join code: after K come 18 characters, not 8."),
        (("join", "--open"), "An open table is reached by its address: kalooki join --open HOST:PORT."),
        (
            ("bot", "--open", CODE, "127.0.0.1:9"),
            "An open table is reached by its address: kalooki bot --open HOST:PORT.",
        ),
        (("watch", "--open"), "An open table is reached by its address: kalooki watch --open HOST:PORT."),
        (("bot", "192.168.1.20"), "192.168.1.20 is no address; write it as host:port"),
        (("bot", "--open", "192.168.1.20"), "kalooki bot --open HOST:PORT."),
        (("join", "--open", "127.0.0.1:9"), "kalooki join needs a terminal"),
        (("play", "--name", "", "--exhibition"), "This name cannot be used"),
        (("play", "--name", "\u200b"), "This name cannot be used"),
        (("join", "--resume"), "kalooki join needs a terminal"),
        (("host",), "kalooki host needs a terminal"),
        (("resume",), "kalooki resume needs a terminal"),
        (("join",), "kalooki join needs a terminal"),
        (("join", "192.168.1.20:4040"), "kalooki join needs a terminal"),
        (("bot",), "A join code is needed"),
        (("bot", "192.168.1.20:4040"), "A join code is needed"),
        (("bot", "--bot", "none"), "There is no bot none, but: "),
        (("play", "--suits", "runes"), "'runes' is not one of"),
        (("play", "--nonsense"), "No such option"),
    ],
)
def test_a_mistake_in_the_arguments_is_one_clear_line_and_code_2(arguments: tuple[str, ...], words: str) -> None:
    code, text = call(*arguments)
    assert code == 2
    last = text.rstrip().splitlines()[-1]
    assert last.startswith("Error: ")
    assert words in last
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "--exhibition", "--data-dir", "/proc/kalooki"), "/proc/kalooki cannot be written"),
        (("bot", "--resume"), "No table to go on with is kept in"),
    ],
)
def test_what_the_world_refuses_is_one_clear_line_and_code_1(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    done = run(*arguments, KALOOKI_HOME=str(tmp_path / "home"))
    assert done.returncode == 1
    assert done.stderr.startswith("kalooki: ")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_when_ones_own_node_dies_the_way_back_is_told_behind_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    async def fail() -> int:
        error = ShellError("node_gone", reason="it ended.")
        error.add_note(prompts.go_on(None)[0])
        raise error

    with pytest.raises(SystemExit) as ended:
        _common.run(fail())
    assert ended.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        "kalooki: The program behind your seat does not answer any more: it ended.",
        "Go on with: kalooki resume",
    ]


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_every_console_can_read_the_rules(encoding: str) -> None:
    done = run("rules", "british", PYTHONIOENCODING=encoding, LANG="C", TERM="dumb")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "British Kalooki" in done.stdout


def kalooki_processes(home: Path) -> list[int]:
    """The processes whose standard error is a log in this folder: the nodes."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str((process / "fd" / "2").readlink()).startswith(str(home)):
                found.append(int(process.name))
        except OSError:  # it has ended, or is not ours
            continue
    return found


INTERRUPTED = """
import os, signal, sys

class Typist:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == WHEN:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Typist)
from kalooki_cli.__main__ import main
sys.argv[1:] = ["rules", "british"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt as a terminal does")
@pytest.mark.parametrize(
    ("when", "code", "said"),
    [
        ("click", -signal.SIGINT, ""),
        ("kalooki_cli.program", -signal.SIGINT, ""),
        ("kalooki_cli.rulecard", 130, "Stopped."),
    ],
)
def test_an_interrupt_while_the_program_starts_ends_it_without_a_word(when: str, code: int, said: str) -> None:
    """In the middle of an import it came out as anything; once a command runs it is tidied up."""
    program = INTERRUPTED.replace("WHEN", repr(when))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(), timeout=50, check=False
    )
    assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (code, "", said)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the nodes in /proc")
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_told_to_end_while_bots_play_it_ends_all_of_them(told: signal.Signals, tmp_path: Path) -> None:
    home = tmp_path / "home"
    command = [sys.executable, "-m", "kalooki_cli", "play", "--exhibition", "--data-dir", str(home)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        while "shuffle" not in running.stdout.readline():
            assert running.poll() is None
        assert kalooki_processes(home)
        running.send_signal(told)
        assert running.wait(timeout=10) == 130
        assert "Traceback" not in running.stderr.read()
    assert kalooki_processes(home) == []


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_an_exhibition_prints_its_events_and_ends_with_a_verdict(tmp_path: Path) -> None:
    done = run("play", "--data-dir", str(tmp_path / "home"), seconds=190, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("VALID")
    assert any(line.startswith("--- Deal 1: ") for line in lines)
    assert any(line.startswith("*** ") for line in lines)
    assert any("shuffles, 4 of 4." in line for line in lines)
    assert kalooki_processes(tmp_path) == []


def piped(shell: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell in which K is the command."""
    line = shell.replace("K ", f"{sys.executable} -m kalooki_cli ")
    return subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, text=True, env=environment(), timeout=50, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("rules british", 1),
        ("--help", 1),
        ("rules --errors", 1),
        ("verify /dev/null", 4),
        ("replay /dev/null", 2),
        ("check '7S 7H 7D'", 2),
        ("best '7S 7H 7D'", 2),
        ("referee --example", 2),
        ("score --example", 2),
    ],
)
def test_an_answer_that_cannot_be_written_is_one_line_and_no_verdict(arguments: str, code: int) -> None:
    done = piped(f"K {arguments} > /dev/full")
    assert done.returncode == code
    assert done.stderr == "kalooki: The answer cannot be written: No space left on device.\n"


@pytest.mark.parametrize(("arguments", "code"), [(("rules", "--errors"), 1), (("verify", os.devnull), 4)])
def test_when_nobody_reads_on_it_ends_without_a_word(arguments: tuple[str, ...], code: int) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "kalooki_cli", *arguments]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, env=environment(), check=False, timeout=50)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.parametrize("module", ["click", "kalooki_cli.program", "kalooki_cli.commands.rules", "kalooki.rules"])
def test_an_interrupt_is_told_in_one_line_however_early_it_comes(module: str) -> None:
    """The import of a module stands for the moment of the interrupt."""
    program = f"""
import sys
from importlib.abc import MetaPathFinder
class Interrupt(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
sys.argv = ["kalooki", "rules", "british"]
from kalooki_cli.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


def test_the_summaries_of_the_commands_are_not_cut() -> None:
    assert "..." not in call("--help")[1].partition("Commands:")[2]


@pytest.mark.parametrize("content", ["", "dear diary\n"])
def test_what_is_no_record_at_all_is_one_line_and_its_document_is_whole(content: str, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(content, encoding="utf-8")
    code, text = call("verify", str(file))
    assert (code, text.count("\n")) == (4, 1)
    assert text.startswith("UNREADABLE: ")
    code, text = call("verify", "--json", str(file))
    assert code == 4
    document = json.loads(text)
    assert len(document["checks"]) > 10
    assert "begins with the word KALOOKI would be right" in document["findings"][0]["text"]


def test_alone_it_says_how_it_is_used_where_no_screen_can_be_shown() -> None:
    code, said = call()
    assert code == 2
    assert "The start screen cannot be shown here; lines of text do the same." in said
    assert "  New game against bots: kalooki play\n" in said
    assert said.endswith("  All commands: kalooki --help\n")
    assert len(said.splitlines()) <= 10
    assert "opens the start screen" in " ".join(call("--help")[1].split())
    code, said = call("menu")
    assert code == 2
    assert "needs a terminal with a cursor. With plain lines: kalooki play --plain" in " ".join(said.split())


def test_a_node_that_ends_by_itself_is_asked_why_and_one_is_told_how_to_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    launched = Launched()
    for notice in (Notice("peer_down", "Ann"), Notice("replaced", "in English")):
        launched.tell(notice)
    assert _common._ended_by_itself(launched, Path("game.kalooki"), ["Go on with: kalooki resume"]) == 1  # noqa: SLF001 - a real one takes two computers with one key
    said = capsys.readouterr()
    assert said.err == "kalooki: Another session of yours took over; this one stops.\n"
    assert said.out.splitlines()[-1] == "Go on with: kalooki resume"
    assert launched.untold() == ()
