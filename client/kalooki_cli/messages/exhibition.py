"""What an exhibition says beside the events."""

from kalooki_cli.language import gettext as _

CUT_SHORT = _("The exhibition ended before anybody went out.")


def starting(count: int) -> str:
    """The nodes come up."""
    return _("Starting {count} nodes, one for each seat, over TLS on this computer ...").format(count=count)


def verifying(path: str) -> str:
    """The record is handed to another process."""
    return _("Verifying {path} in a process of its own ...").format(path=path)
