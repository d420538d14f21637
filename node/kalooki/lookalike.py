"""Which names look the same at a glance: the same letters for the eye, whatever alphabet, case or blanks they have."""

import unicodedata

_CAPITALS = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"  # Greek
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408",  # Cyrillic
    "ABEZHIKMNOPTYX" + "ABEKMHOPCTYXSIJ",
)
"""Capitals that are drawn as Latin ones are; in lower case some of them are drawn otherwise."""

_LETTERS = str.maketrans(
    "\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c9"  # Greek
    "\u0430\u0435\u043a\u043c\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"  # Cyrillic
    "\u0131\u0251\u0261\u0237\u00f8\u0142\u0111"  # Latin letters that no rule takes apart
    "015!|$",
    "aeiknoptuxyw" + "aekmopcyxsijhdqw" + "iagjold" + "olsiis",
)
_ONE = str.maketrans("il", "ll")
_PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """Reduce a name to what the eye tells apart at a glance; names with one skeleton look alike."""
    apart = unicodedata.normalize("NFKD", name).translate(_CAPITALS).casefold()
    plain = "".join(sign for sign in apart if unicodedata.category(sign)[0] not in "MCZ").translate(_LETTERS)
    letters = "".join(sign for sign in plain if sign.isalnum()) or plain
    for pair, one in _PAIRS:
        letters = letters.replace(pair, one)
    return letters.translate(_ONE)
