"""What came of an action, for people: frozen, in the past tense, public facts only; gathered from its families."""

from kalooki.rules.events.calls import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.calls import CallEvent
from kalooki.rules.events.challenges import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.challenges import ChallengeEvent
from kalooki.rules.events.dealing import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.dealing import DealingEvent
from kalooki.rules.events.ending import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.ending import EndingEvent
from kalooki.rules.events.laying import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.laying import LayingEvent
from kalooki.rules.events.paying import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.paying import PayingEvent
from kalooki.rules.events.pile import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.standings import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.standings import StandingEvent
from kalooki.rules.events.turns import *  # noqa: F403 - a family is offered whole
from kalooki.rules.events.turns import TurnEvent

Event = DealingEvent | TurnEvent | LayingEvent | CallEvent | ChallengeEvent | PayingEvent | EndingEvent | StandingEvent
