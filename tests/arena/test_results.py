"""Lines of results: what is written is read, what is anything else is refused."""

import json
from dataclasses import replace

import pytest

from kalooki.arena.contest import Contest
from kalooki.arena.playing import Hand, Unit
from kalooki.arena.results import ResultsError, head, line, merge, read

CONTEST = Contest(("easy", "beginner"), "british", (("limit", 100),), 2, "deal", "one")


def unit(number: int, points: int = 10) -> Unit:
    hands = (
        Hand((0, 1), (0, points), (0,), (1, 0), 1, 0, 20, (0, 0)),
        Hand((1, 0), (0, 0), (), (0, 0), 0, 1, 9, (2, 0)),
    )
    return Unit(number, hands)


def changed(number: int, **changes: object) -> str:
    values = json.loads(line(unit(number)))
    values["hands"][0].update(changes)
    return json.dumps(values)


def test_what_is_written_is_read() -> None:
    lines = [head(CONTEST), line(unit(0)), line(unit(5))]
    assert all(each.count("\n") == 1 and each.endswith("\n") for each in lines)
    assert read(lines) == (CONTEST, {0: unit(0), 5: unit(5)})


def test_a_deal_may_be_there_twice_if_it_is_the_same() -> None:
    assert read([head(CONTEST), line(unit(0)), line(unit(0))])[1] == {0: unit(0)}


@pytest.mark.parametrize(
    ("lines", "at", "reason"),
    [
        ([], 1, "empty"),
        (["deck"], 1, "no JSON"),
        (["[" * 100_000], 1, "no JSON"),
        (["[1]"], 1, "no JSON object"),
        (["{}"], 1, "does not begin"),
        ([head(CONTEST).replace('"rules":1', '"rules":0')], 1, "another version"),
        ([head(CONTEST).replace('"deal"', '"week"')], 1, "what was played"),
        ([head(CONTEST).replace('"easy",', "")], 1, "what was played"),
        ([head(CONTEST), "{}"], 2, "no deal"),
        ([head(CONTEST), line(unit(0)), line(replace(unit(1), number=-1))], 3, "no deal"),
        ([head(CONTEST), line(replace(unit(0), hands=unit(0).hands[:1]))], 2, "no deal"),
        ([head(CONTEST), changed(0, points=[1])], 2, "no deal"),
        ([head(CONTEST), changed(0, points=[1, "2"])], 2, "no deal"),
        ([head(CONTEST), changed(0, points=[1, True])], 2, "no deal"),
        ([head(CONTEST), changed(0, winners=[2])], 2, "no deal"),
        ([head(CONTEST), changed(0, turns=None)], 2, "no deal"),
        ([head(CONTEST), line(unit(0)), line(unit(0, 11))], 3, "twice"),
    ],
)
def test_what_is_no_result_is_refused(lines: list[str], at: int, reason: str) -> None:
    with pytest.raises(ResultsError, match=reason) as caught:
        read(lines)
    assert caught.value.line == at


def test_parts_are_put_together_in_the_order_of_the_deals() -> None:
    contest, units = merge([(CONTEST, {1: unit(1)}), (CONTEST, {0: unit(0), 1: unit(1)})])
    assert contest == CONTEST
    assert list(units) == [0, 1]


@pytest.mark.parametrize(
    "second",
    [(replace(CONTEST, seed="two"), {0: unit(0)}), (CONTEST, {1: unit(1, 12)})],
)
def test_parts_that_do_not_fit_are_refused(second: tuple[Contest, dict[int, Unit]]) -> None:
    with pytest.raises(ResultsError) as caught:
        merge([(CONTEST, {1: unit(1)}), second])
    assert caught.value.line == 2
