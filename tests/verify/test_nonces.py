"""What must be fresh is: no commitment, key, nonce or disguise of a card comes twice, within a deal or across deals."""

from collections import Counter
from collections.abc import Iterator

from kalooki.table.log import Message
from kalooki.table.payloads import KeyShare, Ready, Shuffle
from support.forger import batches, log_of, played

DEALS = 2
POINTS_OF_SHUFFLE = 7


def pieces(whole: bytes) -> Iterator[bytes]:
    return (whole[at : at + 32] for at in range(0, len(whole), 32))


def fresh(message: Message) -> Iterator[tuple[str, bytes]]:
    match message.payload:
        case KeyShare(public=public, proof=proof):
            yield "key", public
            yield "commitment of a key", proof[:32]
        case Shuffle(deck=deck, proof=proof):
            yield from (("disguised", point) for point in pieces(deck))
            yield from (("commitment of a shuffle", point) for point in pieces(proof[: 32 * POINTS_OF_SHUFFLE]))
            yield from (("answer of a shuffle", scalar) for scalar in pieces(proof[32 * POINTS_OF_SHUFFLE :]))
        case Ready(nonce=nonce) if nonce:
            yield "nonce", nonce
        case _:
            pass


def test_nothing_that_must_be_fresh_comes_twice() -> None:
    world = played(DEALS)
    messages = [message for entry in log_of(world) for message in entry.messages]
    found = Counter(one for message in messages for one in fresh(message))
    proofs = {batch.proof for message in messages for batch in batches(message)}  # copies of one are the same bytes
    found.update(("commitment of shares", point) for proof in proofs for point in pieces(proof[:64]))
    kinds = Counter(kind for kind, _ in found)
    assert kinds["nonce"] == len(world.processes)
    assert min(kinds[kind] for kind in ("key", "commitment of a shuffle", "commitment of shares", "disguised")) > 4
    assert kinds["commitment of shares"] > 100
    assert {one for one, count in found.items() if count > 1} == set()
