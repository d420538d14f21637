"""How commands read the record of a game; only click is needed."""

import click

from kalooki_cli.language import gettext as _

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
