"""What has happened to the discard pile."""

from kalooki.rules.events.calls import CallGranted
from kalooki.rules.events.dealing import StockReshuffled, TurnedUp
from kalooki.rules.events.turns import Discarded, Returned, Took

PileEvent = TurnedUp | Took | Returned | CallGranted | Discarded | StockReshuffled
"""In order: who threw what away, and who took what."""
