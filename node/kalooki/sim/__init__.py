"""A deal played fast, on an open deck: for rollouts and for bots that are measured. The rules stay the judge.

What is here plays whole deals in well under a millisecond, and so knows cards as types, not slots, and one turn as one
step. A test replays its deals move by move through `rules`, which must come to the same table and the same score.
It covers the points family (`is_lean`); of every other game the rules themselves are the engine.
"""
