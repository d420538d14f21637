"""The words of the rule cards: what one must know to sit down, and then everything."""
