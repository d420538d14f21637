"""The one error of the codec: bytes that say nothing this version understands."""

from typing import ClassVar


class MalformedError(Exception):
    """Something that does not parse: what is wrong, where, and what would be right. Never holds the bytes."""

    code: ClassVar[str] = "malformed"

    def __init__(self, what: str, where: str, right: str) -> None:
        super().__init__(f"{where}: {what}; {right} would be right")
        self.what = what
        self.where = where
        self.right = right
