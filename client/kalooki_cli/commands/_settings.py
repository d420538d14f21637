"""What a person likes, kept in the data folder; imported only by a command that runs."""

from contextlib import suppress
from pathlib import Path

from kalooki.shell.datadir import private_folder, write_private
from kalooki.shell.errors import ShellError
from kalooki_cli import preferences
from kalooki_cli.messages import settings as say
from kalooki_cli.preferences import USUAL, Preferences
from kalooki_cli.settings_file import FILE, TooLongError, UnreadableError, contents

ASIDE = f"{FILE}.unread"
"""A file that could not be read gives way under this name, so that nothing of it is lost."""


class Kept:
    """The file of one data folder."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE
        self.problem = ""
        """Why the usual settings are used instead, as a sentence."""
        self.values = self._read()

    def _read(self) -> Preferences:
        try:
            text = contents(str(self.path.parent))
            return USUAL if text is None else preferences.read(text)
        except UnreadableError as error:
            self.problem = say.unreadable(str(self.path), error)
        except TooLongError:
            self.problem = say.too_long(str(self.path))
        except ValueError:
            self.problem = say.no_text(str(self.path))
        except OSError as error:
            self.problem = say.no_file(str(self.path), error.strerror or str(error))
        return USUAL

    def keep(self, values: Preferences) -> str:
        """Write it anew, whole or not at all; a sentence where that cannot be.

        What could not be read is put aside first.
        """
        try:
            private_folder(self.path.parent)
            if self.problem:
                with suppress(FileNotFoundError):
                    self.path.replace(self.path.with_name(ASIDE))
            write_private(self.path, preferences.written(values).encode())
        except (ShellError, OSError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            return say.not_kept(str(self.path), reason)
        self.problem, self.values = "", values
        return ""
