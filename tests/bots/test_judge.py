"""What a bot answers is held to the rules before anything becomes of it."""

import pytest

from kalooki.bot import judge
from kalooki.rules.actions import BuyIn, Draw
from kalooki.rules.errors import IllegalActionError
from support.kalooki_table import lay_out


def test_a_legal_action_is_taken_as_it_is() -> None:
    seen = lay_out({"p1": "2S 3S", "p2": "4S 5S"}, stock="6S 7S").view("p1")
    assert judge(seen, Draw()) == Draw()


@pytest.mark.parametrize(("answer", "error"), [(None, TypeError), ("draw", TypeError), (BuyIn(), IllegalActionError)])
def test_what_is_no_action_or_not_legal_is_refused(answer: object, error: type[Exception]) -> None:
    seen = lay_out({"p1": "2S 3S", "p2": "4S 5S"}, stock="6S 7S").view("p1")
    with pytest.raises(error):
        judge(seen, answer)
