"""What a node kept about itself is judged before it is taken back: its secrets, and what it keeps of their backups."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kalooki.fair.group import Group
from kalooki.shell.kept import damage
from kalooki.table.config import Founding, Restored
from kalooki.table.log import Digest
from kalooki.table.signing import public_key
from support.table_world import Place, World

Secrets = dict[str, bytes]
Kept = tuple[Restored, Digest, list[bytes], Group]
WRONG = "a secret for the deck is not what we made"


@pytest.fixture(scope="module")
def kept() -> Kept:
    """What a node has on its disk in the middle of a deal whose keys have backups."""
    founding = Founding("british", seats=4, options=(("dropout", "key_backup"),))
    world = World(5, (Place(),) * 4, founding=founding, moves=1)
    world.run(lambda: world.all_at("playing") and all(node.view(node.my_players[0]) for node in world.nodes))
    process = world.processes[1]
    keys = [process.config.key, *(player.key for player in process.config.players)]
    return process.store.restored(), world.table, [public_key(key) for key in keys], world.group


def judged(kept: Kept, change: Callable[[Secrets], object], *, without_keys: bool = False) -> str:
    restored, table, identities, group = kept
    secrets = dict(restored.secrets)
    change(secrets)
    own = tuple(one for one in restored.own if not (without_keys and one[0].startswith("key/")))
    return damage(replace(restored, secrets=tuple(secrets.items()), own=own), table, identities, group)


def name(secrets: Secrets, kind: str) -> str:
    return next(one for one in secrets if one.startswith(f"{kind}/"))


def test_secrets_and_what_is_kept_of_their_backups_are_taken_back(kept: Kept) -> None:
    assert {one.split("/")[0] for one, _ in kept[0].secrets} == {"ceremony", "backup"}
    assert not judged(kept, lambda _: None)
    assert not judged(kept, lambda _: None, without_keys=True)


@pytest.mark.parametrize("kind", ["ceremony", "backup"])
@pytest.mark.parametrize(
    "other",
    [
        lambda _: b"",
        lambda secret: secret[:-1],
        lambda secret: bytes((secret[0] ^ 1,)) + secret[1:],
        lambda secret: secret[:-32] + bytes((secret[-32] ^ 1,)) + secret[-31:],
    ],
    ids=["nothing", "short", "another beginning", "another end"],
)
def test_one_that_is_not_what_was_signed_is_found(kept: Kept, kind: str, other: Callable[[bytes], bytes]) -> None:
    def spoil(secrets: Secrets) -> None:
        secrets[name(secrets, kind)] = other(secrets[name(secrets, kind)])

    assert judged(kept, spoil) == WRONG


@pytest.mark.parametrize("wrong", ["backup/1", "backup/x/1", "other/1/1"])
def test_one_for_nothing_is_found(kept: Kept, wrong: str) -> None:
    assert judged(kept, lambda secrets: secrets.update({wrong: secrets[name(secrets, "backup")]})) == WRONG


def test_one_under_whose_name_something_else_was_signed_is_found(kept: Kept) -> None:
    restored = kept[0]
    _, other = next(one for one in restored.own if not one[0].startswith("key/"))
    own = tuple((key, other if key.startswith("key/") else wire) for key, wire in restored.own)
    assert damage(replace(restored, own=own), *kept[1:]) == WRONG
