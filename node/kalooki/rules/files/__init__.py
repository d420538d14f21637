"""What can be settled without a game: deals and score sheets written by hand, melds, hands. Text in, values out."""
