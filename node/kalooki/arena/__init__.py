"""Bots against bots, so that the luck of the cards falls on all of them alike."""
