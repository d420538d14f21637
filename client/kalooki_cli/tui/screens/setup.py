"""Setting up a game: against bots or for others, and its house rules."""

from kalooki_cli import plan as planning
from kalooki_cli.board.form import Field
from kalooki_cli.board.scene import Chip
from kalooki_cli.club import Card, Hosting, Wish
from kalooki_cli.messages import lobby as say
from kalooki_cli.plan import Plan, UnfitError, house_fields, turned_rule, typed_rule
from kalooki_cli.tui.carrier import Carrier
from kalooki_cli.tui.screens.card import CardScreen
from kalooki_cli.tui.screens.form import FormScreen


class SetupScreen(FormScreen[Wish | None], inherit_bindings=False):
    """Gives back what is to be played."""

    hint = say.FORM_HINT

    def __init__(self, carrier: Carrier, plan: Plan) -> None:
        super().__init__(carrier)
        self.plan = plan
        self.title_words = say.HOST_TITLE if isinstance(plan.wish, Hosting) else say.NEW_TITLE
        self.point("go")

    def fields(self) -> tuple[Field, ...]:
        """The lines of the plan."""
        return self.plan.fields()

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        word = say.KEYS["host" if isinstance(self.plan.wish, Hosting) else "begin"]
        return (*of_line(pointed, word), Chip("B", word, "go"), Chip("R", say.KEYS["card"], "card"), BACK)

    def chosen(self, one: Field) -> None:
        """Begin, or open the house rules."""
        if one.name == "go":
            self.done("go")
        elif one.name == "house":
            self.app.push_screen(HouseScreen(self.carrier, self.plan), self._with)

    def _with(self, plan: Plan | None) -> None:
        if plan is not None:
            self.plan = plan
            self.draw()

    def done(self, name: str) -> None:
        """Begin, or show the rule card."""
        if name == "go":
            self.dismiss(self.plan.wish)
        elif name == "card":
            title = self.plan.wish.title if isinstance(self.plan.wish, Hosting) else ""
            card = Card("", title, self.plan.seats, self.plan.rules, None)
            self.app.push_screen(CardScreen(self.carrier, card, asks=False))

    def turned(self, one: Field, by: int) -> None:
        """Change a line."""
        self._try(lambda: self.plan.turned(one.name, by), one.name)

    def typed(self, one: Field, text: str) -> None:
        """Take what was typed into a line."""
        self._try(lambda: self.plan.typed(one.name, text), one.name)

    def _try(self, change: "planning.Change", name: str) -> None:
        try:
            self.plan = change()
        except UnfitError as error:
            self.notice = str(error)
        self.point(name)


class HouseScreen(FormScreen[Plan | None], inherit_bindings=False):
    """Gives back the plan with its house rules."""

    hint = say.FORM_HINT

    def __init__(self, carrier: Carrier, plan: Plan) -> None:
        super().__init__(carrier)
        self.plan = plan
        self.title_words = say.house_title(plan.wish.variant)

    def fields(self) -> tuple[Field, ...]:
        """Every house rule."""
        return house_fields(self.plan)

    def chips(self, pointed: Field | None) -> tuple[Chip, ...]:
        """The keys that do something now."""
        changed = pointed is not None and pointed.name in dict(self.plan.wish.house)
        usual = (Chip("u", say.KEYS["preset"], "preset"),) if changed else ()
        return (*of_line(pointed, ""), *usual, Chip("Esc", say.KEYS["done"], "back"))

    def back(self) -> None:
        """It is done."""
        self.dismiss(self.plan)

    def done(self, name: str) -> None:
        """Put a house rule back as the game has it."""
        one = self.pointed
        if name == "preset" and one is not None:
            self._try(lambda: self.plan.without_rule(one.name))

    def turned(self, one: Field, by: int) -> None:
        """Change a house rule."""
        self._try(lambda: turned_rule(self.plan, one.name, by))

    def typed(self, one: Field, text: str) -> None:
        """Take what was typed for a house rule."""
        self._try(lambda: typed_rule(self.plan, one.name, text))

    def _try(self, change: "planning.Change") -> None:
        try:
            self.plan = change()
        except UnfitError as error:
            self.notice = str(error)


BACK = Chip("Esc", say.KEYS["back"], "back")


def of_line(pointed: Field | None, enter: str) -> tuple[Chip, ...]:
    """What Enter does on a line."""
    if pointed is None:
        return ()
    if pointed.types:
        return (Chip("Enter", say.KEYS["type"], "enter"),)
    if pointed.turns:
        return (Chip("Enter", say.KEYS["change"], "enter"),)
    word = enter if pointed.name == "go" else say.KEYS["open"]
    return (Chip("Enter", word, "enter"),)
