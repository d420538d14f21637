"""How commands read the record of a game; only click is needed."""

from typing import TYPE_CHECKING

import click

from kalooki_cli.language import gettext as _

if TYPE_CHECKING:
    from kalooki.verify import Report
    from kalooki_cli.retelling import Scenes

MOST_BYTES = 1 << 28


def read(file: str) -> bytes:
    """Read a file, or standard input (`-`) to its end.

    Raises:
        OSError: It cannot be read, or is longer than any game.
    """
    with click.open_file(file, "rb") as stream:
        content: bytes = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(_("it is longer than any game"))
    return content


def retold(content: bytes) -> "tuple[Report, Scenes]":
    """Verify a record, and take it apart into what can be shown.

    Raises:
        GroupUnavailableError: Nothing here can do the arithmetic.
    """
    import secrets

    from kalooki.shell.group_loader import load_verifier_group
    from kalooki.shell.records import updates
    from kalooki.verify import retell
    from kalooki_cli.retelling import Scenes

    retelling = retell(content, load_verifier_group(), secrets.token_bytes(32))
    return retelling.report, Scenes(retelling.told, tuple(updates(retelling.told)))
