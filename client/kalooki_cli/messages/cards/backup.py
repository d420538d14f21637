"""What a table with a key backup costs its players, in plain words."""

from collections.abc import Iterator

from kalooki.rules.variant import Variant
from kalooki_cli.language import gettext as _


def backup_price(v: Variant) -> Iterator[str]:
    """Say what the others can do with a player's key; nothing where keys have no backup."""
    if v.dropout == "key_backup":
        yield _(
            "Key backup: all the others keep each player's key to the cards in parts, one each. If somebody drops out"
            " and all who are here choose so, they open with it the cards that the rules need, and the deal goes on."
        )
        yield _(
            "Its price: all the others together can rebuild a player's key and read all that it still hides, the hand"
            " and, with their own keys, the stock, unnoticed. They cannot choose the order of the cards."
        )
        yield _(
            "It needs four players in a deal, and no computer that holds all the other seats; else the deal has no"
            " backup, and is dealt again without whoever drops out."
        )
