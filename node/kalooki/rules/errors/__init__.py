"""Every refusal by name, gathered from its families: who refuses or words one imports it from here."""

from kalooki.rules.errors.base import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.buying import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.calls import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.challenges import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.contracts import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.exact import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.laying import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.melds import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.settings import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.turns import *  # noqa: F403 - a family is offered whole
from kalooki.rules.errors.writing import *  # noqa: F403 - a family is offered whole
