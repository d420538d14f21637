"""A game that is being set up: what it will be, the lines of its form, and what turning or typing one of them makes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kalooki.rules.errors import RulesError
from kalooki.rules.options import Flag, Number, OneOf, allowed_for, parse_option, value_text
from kalooki.rules.registry import presets, variant_named
from kalooki.rules.variant import Variant
from kalooki.seat import TableStatus
from kalooki_cli.board.form import Field
from kalooki_cli.club import Against, Hosting, Wish
from kalooki_cli.messages import lobby as say
from kalooki_cli.messages.board import variant_name
from kalooki_cli.messages.bots import called
from kalooki_cli.messages.cards import options
from kalooki_cli.messages.errors import on_paper
from kalooki_cli.moment import own
from kalooki_cli.rulecard import house_rules
from kalooki_cli.text import inert

THOUSAND = 1000
DROPOUT = "dropout"


class UnfitError(Exception):
    """What was typed or turned cannot be; says why."""


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers that a line may have."""

    least: int
    most: int
    step: int = 1


SPANS: Mapping[str, Span] = {
    "turn_time": Span(0, 3600, 15),
    "bank": Span(0, 3600, 30),
    "grace": Span(5, 3600, 5),
    "election": Span(1, 60),
    "port": Span(0, 65535),
}
"""As the options of `kalooki host` have them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one would like to play."""

    wish: Against | Hosting
    levels: tuple[tuple[str, str], ...]
    """The bots that can be asked for: key, and how they play."""
    name: str = ""

    @property
    def preset(self) -> Variant:
        """The game without house rules."""
        return presets()[self.wish.variant]

    @property
    def rules(self) -> Variant:
        """The game with its house rules."""
        return _configured(self.wish.variant, dict(self.wish.house))

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.wish.seats if isinstance(self.wish, Hosting) else self.wish.bots + 1

    # --- the lines ---

    def fields(self) -> tuple[Field, ...]:
        """The lines of the form."""
        names = HOSTING if isinstance(self.wish, Hosting) else AGAINST
        shown = [name for name in names if self._applies(name)]
        return tuple(self._field(name) for name in shown)

    def _applies(self, name: str) -> bool:
        wish = self.wish
        match name:
            case "bot":
                return wish.bots > 0
            case "bank" | "plays_on":
                return isinstance(wish, Hosting) and wish.turn_time > 0
            case "dropout":
                return DROPOUT in self.preset.choices
            case _:
                return True

    def _field(self, name: str) -> Field:
        about: tuple[str, ...] = (say.ABOUT[name],)
        if name == "variant":
            rules = self.rules
            about = (say.players(rules.min_players, rules.max_players), *about)
        if name == "bot":
            about = (*about, *(f"{called(key)}: {words}" for key, words in self.levels if key == self.wish.bot))
        label = say.FIELDS["go_host" if name == "go" and isinstance(self.wish, Hosting) else name]
        if name == "go":
            about = (say.ABOUT["go_host" if isinstance(self.wish, Hosting) else "go"],)
            return Field(name, label, about=about)
        if name == "house":
            return Field(name, label, say.changed(len(self.wish.house)), about)
        return Field(
            name, label, self._value(name), about, turns=name not in TYPED, types=name in TYPED or name in SPANS
        )

    def _value(self, name: str) -> str:
        wish = self.wish
        match name:
            case "variant":
                return variant_name(wish.variant)
            case "bots":
                return str(wish.bots)
            case "bot":
                return called(wish.bot)
            case "seats":
                return str(self.seats)
            case "dropout":
                return options.value_words(DROPOUT, value_text(self.rules.dropout))
            case _:
                assert isinstance(wish, Hosting), name
                return _of_host(wish, name, self.name)

    # --- changing ---

    def turned(self, name: str, by: int) -> "Plan":  # noqa: PLR0911 - a line for each
        """The next or the last of what a line may be, around the end.

        Raises:
            UnfitError: It cannot be.
        """
        wish = self.wish
        match name:
            case "variant":
                return self._fitted(replace(wish, variant=_next(tuple(presets()), wish.variant, by), house=()))
            case "bot":
                return replace(self, wish=replace(wish, bot=_next([key for key, _ in self.levels], wish.bot, by)))
            case "bots":
                least = 1 if isinstance(wish, Against) else 0
                return self._fitted(replace(wish, bots=_around(wish.bots + by, self._least(least), self._most_bots())))
            case "seats" if isinstance(wish, Hosting):
                rules = self.rules
                return self._fitted(replace(wish, seats=_around(wish.seats + by, rules.min_players, rules.max_players)))
            case "dropout":
                allowed = allowed_for(self.preset, DROPOUT)
                assert isinstance(allowed, OneOf), "one of a few words"
                return self.with_rule(DROPOUT, _next([str(one) for one in allowed.values], self.rules.dropout, by))
            case "open" | "plays_on" if isinstance(wish, Hosting):
                return replace(self, wish=_with(wish, name, not getattr(wish, name)))
            case _ if name in SPANS and isinstance(wish, Hosting):
                span = SPANS[name]
                value = min(max(getattr(wish, name) + by * span.step, span.least), span.most)
                return self._fitted(_with(wish, name, value))
            case _:
                return self

    def typed(self, name: str, text: str) -> "Plan":
        """What was typed into a line.

        Raises:
            UnfitError: It is nothing that could stand there.
        """
        wish = self.wish
        assert isinstance(wish, Hosting), "nothing is typed elsewhere"
        if name == "title":
            return replace(self, wish=replace(wish, title=inert(text, 40) if text.strip() else ""))
        span = SPANS[name]
        number = _number(text, span.least, span.most)
        return self._fitted(_with(wish, name, number))

    def with_rule(self, option: str, text: str) -> "Plan":
        """A house rule set; one that is as the game has it is none.

        Raises:
            UnfitError: The rules refuse it.
        """
        house = {**dict(self.wish.house), option: text}
        try:
            rules = _configured(self.wish.variant, house)
        except RulesError as error:
            raise self._unfit(error) from error
        usual = self.preset
        kept = {
            name: value
            for name, value in house.items()
            if value_text(getattr(rules, name)) != value_text(getattr(usual, name))
        }
        try:
            _configured(self.wish.variant, kept)
        except RulesError as error:
            raise self._unfit(error) from error
        return self._fitted(replace(self.wish, house=tuple(sorted(kept.items()))))

    def _unfit(self, error: RulesError) -> UnfitError:
        """Say why the rules refuse a house rule, by the names that it has on screen."""
        words = options.unfit(error, lambda option: allowed_for(self.preset, option))
        return UnfitError(words or on_paper(error, {}))

    def without_rule(self, option: str) -> "Plan":
        """A house rule as the game has it.

        Raises:
            UnfitError: Another one needs it.
        """
        return self.with_rule(option, value_text(getattr(self.preset, option)))

    def _fitted(self, wish: Against | Hosting) -> "Plan":
        """Bring the numbers into what the game allows."""
        fitted = replace(self, wish=wish)
        rules = fitted.rules
        if isinstance(wish, Hosting):
            seats = min(max(wish.seats, rules.min_players), rules.max_players)
            bank = wish.bank if wish.turn_time else 0
            return replace(self, wish=replace(wish, seats=seats, bots=min(wish.bots, seats - 1), bank=bank))
        return replace(self, wish=replace(wish, bots=min(max(wish.bots, rules.min_players - 1), rules.max_players - 1)))

    def _least(self, least: int) -> int:
        return max(least, self.rules.min_players - 1) if isinstance(self.wish, Against) else least

    def _most_bots(self) -> int:
        return (self.wish.seats if isinstance(self.wish, Hosting) else self.rules.max_players) - 1


AGAINST = ("variant", "house", "bots", "bot", "go")
HOSTING = (
    "variant",
    "house",
    "dropout",
    "seats",
    "bots",
    "bot",
    "title",
    "open",
    "turn_time",
    "bank",
    "plays_on",
    "grace",
    "election",
    "port",
    "go",
)
TYPED = frozenset({"title"})


def _of_host(wish: Hosting, name: str, own: str) -> str:
    """What stands in a line that only a founder has."""
    match name:
        case "title":
            return wish.title or say.VALUES["own_title"].format(name=inert(own, 20))
        case "open":
            return say.VALUES["open" if wish.open else "code"]
        case "plays_on":
            return say.VALUES["plays" if wish.plays_on else "waits"]
        case "port":
            return str(wish.port) if wish.port else say.VALUES["any_port"]
        case "turn_time" if not wish.turn_time:
            return say.VALUES["unlimited"]
        case _:
            return say.seconds(int(getattr(wish, name)))


def house_fields(plan: Plan) -> tuple[Field, ...]:
    """Every house rule of the game: its value, what it may be, what it decides."""
    rules, preset = plan.rules, plan.preset
    changed = dict(plan.wish.house)
    made = []
    for option in preset.choices:
        allowed = allowed_for(preset, option)
        value, usual = value_text(getattr(rules, option)), value_text(getattr(preset, option))
        now, before = (options.value_words(option, one) for one in (value, usual))
        about = (
            options.decides(option),
            *say.now_and_may(now, options.allowed_words(option, allowed), before),
            say.typed_as(option, value),
        )
        mark = "* " if option in changed else ""
        turns = isinstance(allowed, Flag | Number | OneOf)
        types = not isinstance(allowed, Flag | OneOf)
        made.append(Field(option, f"{mark}{options.label(option)}", now, about, turns=turns, types=types))
    return tuple(made)


def turned_rule(plan: Plan, option: str, by: int) -> Plan:
    """The next or the last value of a house rule.

    Raises:
        UnfitError: The rules refuse it.
    """
    allowed = allowed_for(plan.preset, option)
    value = value_text(getattr(plan.rules, option))
    match allowed:
        case Flag():
            return plan.with_rule(option, "false" if value == "true" else "true")
        case OneOf(values):
            return plan.with_rule(option, _next([value_text(one) for one in values], value, by))
        case Number(least, most, also):
            words = [value_text(one) for one in also]
            return plan.with_rule(option, _stepped(value, by, least, most, words))
        case _:
            return plan


def typed_rule(plan: Plan, option: str, text: str) -> Plan:
    """A house rule as it was typed.

    Raises:
        UnfitError: The rules refuse it.
    """
    raw = options.written(option, text)
    try:
        parse_option(option, raw)
    except RulesError as error:
        words = options.unfit(error, lambda name: allowed_for(plan.preset, name))
        raise UnfitError(words or on_paper(error, {})) from error
    return plan.with_rule(option, raw)


def _stepped(value: str, by: int, least: int, most: int, words: Sequence[str]) -> str:
    """Step through a range, and through the words that stand before it."""
    if value in words:
        at = words.index(value) + by
        return words[at] if 0 <= at < len(words) else str(least if by > 0 else most)
    step = max((most - least) // 40, 1)
    number = int(value)
    number = number + by if step == 1 else (number // step + by) * step
    if least <= number <= most:
        return str(number)
    if words:
        return words[0 if number > most else -1]
    return str(min(max(number, least), most))


def _with(wish: Hosting, name: str, value: Any) -> Hosting:  # noqa: ANN401 - each line has a type of its own
    return replace(wish, **{name: value})


def _configured(key: str, house: Mapping[str, str]) -> Variant:
    return variant_named(key, {name: parse_option(name, text) for name, text in house.items()})


def _next(among: Sequence[str], value: str, by: int) -> str:
    at = among.index(value) if value in among else 0
    return among[(at + by) % len(among)]


def _around(value: int, least: int, most: int) -> int:
    return most if value < least else least if value > most else value


def _number(text: str, least: int, most: int) -> int:
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text.strip()) <= len("65535")):
        raise UnfitError(say.not_a_number(text, least, most))
    number = int(text)
    if not least <= number <= most:
        raise UnfitError(say.not_a_number(text, least, most))
    return number


def again(wish: Wish, before: TableStatus) -> Against | Hosting:
    """The same table once more, as who hosts it opens it: by the same rules, with the same code and his own bots."""
    if isinstance(wish, Against):
        return wish
    if isinstance(wish, Hosting):
        return replace(wish, code=before.join_code)
    assert before.variant is not None, "it was played"
    mine = own(before)
    bots = [one for one in before.taken if one.bot and mine is not None and one.computer == mine.name]
    clock = before.clock
    return Hosting(
        variant=before.variant.key,
        house=tuple(sorted(house_rules(before.variant).items())),
        title=before.title,
        seats=before.seats,
        bots=len(bots),
        bot=bots[0].bot if bots else Hosting().bot,
        open=before.open,
        turn_time=clock.turn_ms // THOUSAND if clock else 0,
        bank=clock.bank_ms // THOUSAND if clock else 0,
        plays_on=clock.plays_on if clock else True,
        code=before.join_code,
    )


Change = Callable[[], Plan]
"""Makes another plan, or says why not."""
