"""A group in which everything can be seen through: an element is its own logarithm. Fast, and hides nothing."""

import hashlib
from collections.abc import Sequence

from kalooki.fair.errors import InvalidElementError, InvalidScalarError
from kalooki.fair.group import BASE, ELEMENT_BYTES, IDENTITY, ORDER, Element, Scalar, encode_scalar


class GlassGroup:
    """Integers modulo the order, added up; all equations of the proofs hold in it as in the real group."""

    name = "glass (tests only)"
    constant_time = False

    def decode(self, encoding: bytes) -> Element:
        element = Element(encoding)
        if element == IDENTITY:
            raise InvalidElementError("the identity stands for no key, card or commitment")
        _value(element)
        return element

    def add(self, left: Element, right: Element) -> Element:
        return _element(_value(left) + _value(right))

    def sub(self, left: Element, right: Element) -> Element:
        return _element(_value(left) - _value(right))

    def neg(self, element: Element) -> Element:
        return _element(-_value(element))

    def mul(self, scalar: Scalar, element: Element) -> Element:
        encode_scalar(scalar)
        if scalar == 0:
            raise InvalidScalarError("a secret is not 0")
        if element == IDENTITY:
            raise InvalidElementError("the identity is never multiplied by a secret")
        return _element(scalar * _value(element))

    def base(self, scalar: Scalar) -> Element:
        return self.mul(scalar, BASE)

    def msm(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        return _element(sum(scalar * _value(element) for scalar, element in zip(scalars, elements, strict=True)))

    def hash_to_group(self, message: bytes) -> Element:
        return _element(int.from_bytes(hashlib.sha512(message).digest(), "little"))


def _value(element: Element) -> int:
    if element == BASE:
        return 1
    number = int.from_bytes(element.encoding, "little")
    if number >= ORDER:
        raise InvalidElementError("no element of the glass group")
    return number


def _element(number: int) -> Element:
    number %= ORDER
    return BASE if number == 1 else Element(number.to_bytes(ELEMENT_BYTES, "little"))
