"""Swedish Kalooki: the British game to 100, with a dearer kalooki."""

from kalooki.rules.families import elimination_game
from kalooki.rules.variant import Stakes

VARIANT = elimination_game(
    key="swedish",
    joker_reuse="meld_or_build",
    declare="three_or_fewer",
    limit=100,
    elim_at="over",
    stakes=Stakes(call_up=1, kalooki=3, initial=5, buy_in=5),
)
