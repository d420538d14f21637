"""Answers kept by identity: given again for the very same objects, and worked out anew for all others."""

from kalooki.rules.remembered import by_identity


def test_the_same_objects_are_asked_about_once() -> None:
    asked: list[tuple[list[int], str]] = []

    @by_identity(2)
    def total(numbers: list[int], name: str) -> str:
        asked.append((numbers, name))
        return f"{name} {sum(numbers)}"

    one, other = [1, 2], [1, 2]
    assert [total(one, "a"), total(one, "a"), total(other, "a")] == ["a 3", "a 3", "a 3"]
    assert [numbers is one for numbers, _ in asked] == [True, False]


def test_when_there_are_so_many_answers_all_are_dropped() -> None:
    asked = []

    @by_identity(2)
    def first(numbers: list[int]) -> int:
        asked.append(numbers[0])
        return numbers[0]

    lists = [[1], [2], [3]]
    assert [first(numbers) for numbers in (*lists, lists[0], lists[2])] == [1, 2, 3, 1, 3]
    assert asked == [1, 2, 3, 1]
