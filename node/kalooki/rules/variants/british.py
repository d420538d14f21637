"""British Kalooki: out above 150, announcements at three cards or fewer, a released joker may be built with."""

from kalooki.rules.families import elimination_game
from kalooki.rules.variant import Stakes

VARIANT = elimination_game(
    key="british",
    joker_reuse="meld_or_build",
    declare="three_or_fewer",
    limit=150,
    elim_at="over",
    stakes=Stakes(call_up=1, kalooki=2, initial=5, buy_in=5),
)
