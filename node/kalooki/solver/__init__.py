"""The hand solver: the best melds in a hand."""
