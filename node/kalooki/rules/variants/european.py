"""European Kaluki: out at 150, every discard announces the count, a released joker goes into a new meld."""

from kalooki.rules.families import elimination_game
from kalooki.rules.variant import Stakes

VARIANT = elimination_game(
    key="european",
    joker_reuse="new_meld",
    declare="always",
    limit=150,
    elim_at="reach",
    stakes=Stakes(call_up=1, kalooki=2, initial=5, buy_in=5),
)
