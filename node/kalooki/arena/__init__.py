"""Bots measured against each other: who plays which deal, what came of it, and what that shows. Pure, as the rules are.

The unit is the deal: one order of the deck, played once for every seating, so that what the cards give is given to
each bot in turn. Intervals are over deals, not over hands, since the hands of one deal are alike.
"""
