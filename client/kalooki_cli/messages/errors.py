"""Why something was refused and what would be right, by the code of the error; and what else nodes say in English."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from kalooki.rules.errors import RulesError, UnknownOptionError
from kalooki.rules.options import OPTIONS
from kalooki.worded import Coded, Worded
from kalooki_cli.language import IS_SOURCE
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.contract_refusals import CONTRACTS
from kalooki_cli.messages.failures import FAILURES
from kalooki_cli.messages.files import FILES
from kalooki_cli.messages.refusals import DUTIES, NEARLY, PHASES, REFUSALS, WHYS
from kalooki_cli.messages.talk import listed
from kalooki_cli.text import inert

SENTENCES: dict[str, str] = REFUSALS | CONTRACTS | FAILURES | FILES
"""The sentence of each code; {fields} are those of the error, <d> is a key of the client, <d:draw> a move."""

_KEY = re.compile(r" ?<(\w)(?::(\w+))?>")


def _typed(text: str) -> str:
    """For who plays with keys: `draw from the stock (d)`, `l JK on m1`."""
    return _KEY.sub(lambda found: f"{_space(found)}{found[1]}" if found[2] else f" ({found[1]})", text)


def _on_paper(text: str) -> str:
    """For who writes moves in a file, or only asks: `draw from the stock`, `lay JK on m1`."""
    return _KEY.sub(lambda found: f"{_space(found)}{found[2]}" if found[2] else "", text)


def _space(found: re.Match[str]) -> str:
    return " " if found[0].startswith(" ") else ""


ERRORS: dict[str, str] = {code: _on_paper(text) for code, text in SENTENCES.items()}
"""The sentences without the client's keys."""

TYPED: dict[str, str] = {code: _typed(text) for code, text in SENTENCES.items()}
"""The sentences with them."""

OUTCOMES: dict[str, str] = TYPED | {code: _typed(text) for code, text in FAILURES.items()}
"""Those of what was sent to the table: where a file has a word of the same code, the table's own."""


def refusal(error: RulesError, names: Mapping[int, str], style: Callable[[str], str] = str) -> str:
    """Say to who plays with keys why the rules refuse something; `style` writes the cards in it."""
    return sentence(error.code, _values(error, style), names, known_here=TYPED)


def on_paper(error: RulesError, names: Mapping[int, str], melds: Sequence[str] = ()) -> str:
    """Say why something that was written is refused; `melds` are the cards of those that have no name there."""
    values, sentences = _values(error), ERRORS
    number = getattr(error, "meld", None)
    if number is not None and number <= len(melds):
        values |= {"meld": melds[number - 1]}
        sentences = {error.code: ERRORS[error.code].replace("m{meld}", "{meld}")}
    if isinstance(error, UnknownOptionError) and (near := _near(error.option)):
        values |= {"near": near}
        sentences = {error.code: NEARLY}
    return sentence(error.code, values, names, known_here=sentences)


def _near(option: str) -> str:
    """Name the house rules that are spelled nearly so, if there are any."""
    from difflib import get_close_matches  # noqa: PLC0415 - it costs every start more than all sentences

    return ", ".join(get_close_matches(option, OPTIONS))


def _values(error: RulesError, style: Callable[[str], str] = str) -> dict[str, str]:
    return {
        field.name: str(getattr(error, field.name))
        if field.name == "text"
        else style(_text(getattr(error, field.name), field.name))
        for field in fields(error)  # type: ignore[arg-type]
    }


def outcome(code: str, detail: str, names: Mapping[int, str], style: Callable[[str], str] = str) -> str:
    """Say why a command had no effect; `detail` holds the error's fields as text, or says it in words."""
    parts = _FIELD.split(f" {detail}")
    values = dict(zip(parts[1::2], map(style, parts[2::2]), strict=True))
    return sentence(code, values, names, otherwise=detail, known_here=OUTCOMES)


_FIELD = re.compile(r" (\w+)=(?=\S|$)")


def sentence(
    code: str,
    values: Mapping[str, str],
    names: Mapping[int, str],
    otherwise: str = "",
    known_here: Mapping[str, str] = ERRORS,
) -> str:
    """Word an error; where another version's code or fields are not known here, it speaks for itself."""
    known = {name: inert(value, 200) for name, value in values.items()}
    for name in SEATS & known.keys():
        known[name] = _seats(known[name], names)
    for name, words in (("phase", PHASES), ("why", WHYS), ("how", DUTIES)):
        if name in known:
            known[name] = words.get(known[name], known[name])
    try:
        return known_here[code].format_map(known)
    except KeyError:
        return inert(otherwise, 300) if otherwise else _("That was refused: {code}.").format(code=inert(code, 60))


SEATS = frozenset({"turn", "dealer", "cutter", "callers", "waiting"})
"""Fields that hold seats."""


def _seats(text: str, names: Mapping[int, str]) -> str:
    """Name the seats that stand there by number; anything else is left as it is."""
    if not re.fullmatch(r"\(?\d{1,3}(, ?\d{1,3})*,?\)?", text):
        return text
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return listed([names.get(number) or _("seat {number}").format(number=number + 1) for number in numbers])


def _text(value: object, name: str) -> str:
    if isinstance(value, Worded):
        return told(value)
    if isinstance(value, tuple):
        words = [f"m{each}" if name == "melds" else str(each) for each in value]
        return ", ".join(words) or _("nothing")
    return _("none") if value is None else str(value)


# --- texts that a node has made in English ---

LONGEST = 300

OF_A_RECORD = {
    "other_protocol": _("it speaks another version of the protocol"),
    "other_rules": _("it plays by other rules"),
    "malformed": _("its form is wrong"),
}
"""What is said on the way to a table with an address and reasons, and of a record without them."""


def told(text: object) -> str:
    """Say a text; what others wrote in it is made harmless, and what cannot be said otherwise stays as it is."""
    match text:
        case Worded():
            return _(text.template).format(**{name: told(value) for name, value in text.fields.items()})
        case Coded() if not IS_SOURCE and (said := of_code(text.code)):
            return said
        case _:
            return inert(str(text), LONGEST) if str(text) else ""


def of_code(code: str) -> str:
    """Say what an error is, where that can be said without anything that it names."""
    said = OF_A_RECORD.get(code) or ERRORS.get(code, "{")
    return "" if "{" in said else said.removesuffix(".")


def reason(text: str | int) -> str:
    """Say why; where it came over the wire, or from another process, it is one of our texts or stays as it is."""
    return told(text) if isinstance(text, Worded | Coded) or not text else _(str(text))
