"""scripts/bench/_figures.py: when a benchmark may say that it reached its bound."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _figures import Figure, alternate, main, verdict

STEADY = [1.0, 1.01, 1.02, 1.03, 1.04]
NOISY = [1.0, 1.2, 1.6, 2.4, 3.0]
SAMPLES = st.lists(st.floats(0.001, 1000), min_size=5, max_size=15)


@given(SAMPLES, st.floats(0.001, 1000))
def test_a_figure_and_its_spread_are_those_of_a_machine_of_any_speed(samples: list[float], factor: float) -> None:
    here = Figure("ratio", samples)
    there = Figure("ratio", [each * factor for each in samples])
    assert math.isclose(there.median, here.median * factor)
    assert math.isclose(there.spread, here.spread, abs_tol=1e-9)


@pytest.mark.parametrize("samples", [[], [1.0], STEADY[:4]])
def test_fewer_than_five_samples_are_no_figure(samples: list[float]) -> None:
    with pytest.raises(ValueError, match="fewer than 5"):
        Figure("ratio", samples)


@pytest.mark.parametrize(
    ("figures", "ok"),
    [
        ([Figure("a", STEADY, at_most=1.02)], True),
        ([Figure("a", STEADY, at_least=1.02)], True),
        ([Figure("a", STEADY)], True),
        ([Figure("a", STEADY, at_most=1.019)], False),
        ([Figure("a", STEADY, at_least=1.021)], False),
        ([Figure("a", NOISY, at_most=9)], None),
        ([Figure("a", STEADY, at_most=2), Figure("b", NOISY, at_most=9)], None),
        ([Figure("a", STEADY, at_most=1), Figure("b", NOISY, at_most=9)], False),
    ],
)
def test_a_miss_decides_and_noise_leaves_it_open(figures: list[Figure], ok: bool | None) -> None:
    assert verdict(figures) is ok


@pytest.mark.parametrize(("bound", "code", "ok"), [(1.02, 0, True), (1.01, 1, False)])
def test_a_benchmark_prints_one_line_of_json_and_the_rest_beside_it(
    bound: float,
    code: int,
    ok: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["start.py", "--json"])
    assert main("start", lambda: [Figure("ratio", STEADY, at_most=bound)]) == code
    out, err = capsys.readouterr()
    said = {"bench": "start", "figures": {"ratio": 1.02}, "ok": ok}
    assert json.loads(out) == said
    assert out.count("\n") == 1
    assert err.startswith("load ")
    assert "spread 0.02" in err


def test_two_things_are_timed_in_turn_after_one_run_of_each() -> None:
    order: list[str] = []
    ratios = alternate(lambda: order.append("top"), lambda: order.append("bottom"))
    assert order == ["top", "bottom"] * 6
    assert len(ratios) == 5
