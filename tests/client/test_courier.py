"""One command at a time is on its way; what one asks for when its effect is seen already waits for its answer."""

import asyncio

import pytest

from kalooki.rules.actions import Action
from kalooki.seat import Outcome
from kalooki_cli.tui.courier import Courier


class Way:
    """A courier, with commands that are answered when one says so."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.begun: list[str] = []
        self._open: dict[str, asyncio.Future[Outcome]] = {}
        self.courier = Courier(self._hear, self._break)

    async def command(self, name: str) -> Outcome:
        """Be on its way until it is answered."""
        self.begun.append(name)
        self._open[name] = asyncio.get_running_loop().create_future()
        return await self._open[name]

    async def answer(self, name: str, code: str = "") -> None:
        """Answer one, and let all that comes of it happen."""
        self._open[name].set_result(Outcome(code, ""))
        await settled()

    def _hear(self, outcome: Outcome, action: Action | None) -> None:
        del action
        self.answers.append(outcome.code)

    def _break(self, error: Exception) -> None:
        raise error


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_next_one_leaves_when_the_first_has_had_its_effect() -> None:
    way = Way()
    assert way.courier.send(way.command("draw"))
    assert way.courier.send_next(way.command("lay"))
    assert not way.courier.send_next(way.command("discard"))  # one waits, not two
    assert not way.courier.send(way.command("again"))
    await settled()
    assert way.begun == ["draw"]
    await way.answer("draw")
    assert (way.begun, way.answers, way.courier.is_flying) == (["draw", "lay"], [""], True)
    await way.answer("lay")
    assert (way.answers, way.courier.is_flying) == (["", ""], False)


async def test_where_the_first_has_no_effect_nothing_follows() -> None:
    way = Way()
    way.courier.send(way.command("draw"))
    way.courier.send_next(way.command("lay"))
    await settled()
    await way.answer("draw", "stale")
    assert (way.begun, way.answers, way.courier.is_flying) == (["draw"], ["stale"], False)


@pytest.mark.parametrize("stops", [True, False])
async def test_what_waits_is_given_up_with_what_it_waits_for(stops: bool) -> None:
    way = Way()
    way.courier.send(way.command("draw"))
    way.courier.send_next(way.command("lay"))
    await settled()
    if stops:
        await way.courier.stop()
    else:
        way.courier.give_up()
    await settled()
    assert (way.begun, way.answers, way.courier.is_flying) == (["draw"], [], False)


async def test_with_nothing_on_its_way_the_next_one_leaves_at_once() -> None:
    way = Way()
    assert way.courier.send_next(way.command("lay"))
    await settled()
    await way.answer("lay")
    assert way.answers == [""]
