"""Texts for people that are made in English, and can be said in another language where they are read."""

from typing import Self


class Worded(str):
    """An English text made from a template, which can be said in another language.

    `scripts/catalogue.py` finds the templates. A field is such a text itself, or one that needs no translation.
    """

    __slots__ = ("fields", "template")
    template: str
    fields: dict[str, object]

    def __new__(cls, template: str, **fields: object) -> Self:
        """Fill the fields of a template."""
        made = super().__new__(cls, template.format(**fields))
        made.template, made.fields = template, fields
        return made


class Coded(str):
    """What an error says of itself; elsewhere the sentence of its code is said."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, code: str, text: object) -> Self:
        """Take the words of an error."""
        made = super().__new__(cls, str(text))
        made.code = code
        return made
