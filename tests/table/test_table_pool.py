"""What waits to be ordered: each author's messages in their order, shares with company, nothing twice."""

from dataclasses import replace

from kalooki.rules.actions import Draw
from kalooki.table.log import Message, Stream
from kalooki.table.payloads import Act, Ready
from kalooki.table.pool import GAP_MS, LAZY_MS, MAX_BODY, MAX_WAITING, MAX_WAITING_BYTES, Pool, is_late
from support.table_scribe import HOST, Scribe, by_player, scribe_at


def anything(_message: Message) -> bool:
    return True


def nothing(_message: Message) -> bool:
    return False


def ready(scribe: Scribe, counter: int, player: int = 0) -> Message:
    return scribe.message(by_player(player), Ready(9), counter=counter)


def _next(scribe: Scribe, player: int) -> int:
    author = by_player(player)
    return 1 + max(counter for (one, _), counter in scribe.state.counters.items() if one == author)


def test_an_authors_messages_are_ordered_as_he_numbered_them() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    first = _next(scribe, 0)
    later, sooner = ready(scribe, first + 1), ready(scribe, first)
    pool.add(later, 0)
    assert pool.choose(scribe.state, anything, 0) == ()
    pool.add(sooner, 0)
    assert pool.choose(scribe.state, anything, 0) == (sooner, later)
    assert pool.choose(scribe.state, nothing, 0) == ()


def test_a_message_whose_forerunner_never_comes_is_ordered_after_a_while() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    late = ready(scribe, _next(scribe, 0) + 1)
    pool.add(late, 100)
    assert pool.choose(scribe.state, anything, 100 + GAP_MS - 1) == ()
    assert pool.choose(scribe.state, anything, 100 + GAP_MS) == (late,)


def test_what_can_no_longer_be_ordered_is_dropped() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    old = ready(scribe, 1)
    pool.add(old, 0)
    assert is_late(scribe.state, old)
    pool.clear(scribe.state, ())
    assert pool.choose(scribe.state, anything, 10_000) == ()
    assert pool.wires == set()


def test_of_an_author_only_so_much_is_kept() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    first = _next(scribe, 0)
    for number in range(MAX_WAITING + 5):
        assert pool.add(ready(scribe, first + number), 0) is None
    assert len(pool.wires) == MAX_WAITING
    other = ready(scribe, _next(scribe, 1), player=1)
    pool.add(other, 0)
    assert other.wire in pool.wires


def test_of_an_author_only_so_many_bytes_are_kept() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    first, size = _next(scribe, 0), MAX_WAITING_BYTES // 4 - 1
    for number in range(6):
        pool.add(replace(ready(scribe, first + number), wire=bytes([number]) * size), 0)
    assert len(pool.wires) == 4
    small = ready(scribe, first + 9)
    pool.add(small, 0)
    assert small.wire not in pool.wires
    other = ready(scribe, _next(scribe, 1), player=1)
    pool.add(other, 0)
    assert other.wire in pool.wires


def test_a_message_that_comes_again_is_the_same_and_another_of_its_name_is_told() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    first = _next(scribe, 0)
    one = ready(scribe, first)
    other = scribe.message(by_player(0), Ready(8), counter=first)
    assert pool.add(one, 0) is None
    assert pool.add(one, 0) is None
    assert pool.add(other, 0) == one


def test_an_entry_holds_no_more_than_its_limits() -> None:
    scribe, pool = scribe_at("gathered"), Pool()
    first = _next(scribe, 0)
    for number in range(40):
        pool.add(ready(scribe, first + number), 0)
    assert len(pool.choose(scribe.state, anything, 0)) == 32
    great = Pool()
    for number in range(3):
        message = ready(scribe, first + number)
        great.add(replace(message, wire=message.wire + bytes(MAX_BODY // 2)), 0)
    assert len(great.choose(scribe.state, anything, 0)) == 1


def drawn() -> tuple[Scribe, Message]:
    """A card was drawn, and the other player's share of it has come."""
    scribe = scribe_at("dealt")
    assert scribe.game.deal is not None
    scribe.act(scribe.game.deal.turn.seat, Draw())
    (message,) = scribe.share_messages(scribe.state.index)
    return scribe, message


def test_a_private_share_waits_for_company_but_not_for_ever() -> None:
    scribe, share = drawn()
    pool = Pool()
    pool.add(share, 0)
    assert pool.shares() == (share,)
    assert pool.choose(scribe.state, anything, LAZY_MS - 1) == ()
    assert pool.choose(scribe.state, anything, LAZY_MS) == (share,)
    other = ready(scribe, _next(scribe, 0))
    pool.add(other, 0)
    assert pool.choose(scribe.state, anything, 0) == (share, other)


def test_shares_that_open_a_card_to_all_are_ordered_as_soon_as_they_are_complete() -> None:
    scribe = scribe_at("seated", 3)
    scribe.ready()
    scribe.make_deck(2)
    scribe.must(HOST, scribe.deal_start(), stream=Stream(1, 1))
    messages = scribe.share_messages(scribe.state.index)
    pool = Pool()
    for message in messages[:2]:
        pool.add(message, 0)
        assert pool.choose(scribe.state, anything, 0) == ()
    pool.add(messages[2], 0)
    assert pool.choose(scribe.state, anything, 0) == messages


def test_a_share_that_nobody_owes_any_more_is_late() -> None:
    scribe, share = drawn()
    assert not is_late(scribe.state, share)
    scribe.order(share)
    assert is_late(scribe.state, share)


def test_a_message_of_a_deal_that_is_over_is_late() -> None:
    scribe = scribe_at("dealt")
    author = by_player(0)
    assert not is_late(scribe.state, scribe.message(author, Act(Draw()), stream=Stream(1, 1), counter=50))
    stale = replace(scribe.state, stream=Stream(2, 1))
    assert is_late(stale, scribe.message(author, Act(Draw()), stream=Stream(1, 1), counter=51))
