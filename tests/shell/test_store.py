"""The store: what was written is there after any stop, what is damaged is never used."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kalooki.shell import boot
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import Identity
from kalooki.shell.sealing import sealed
from kalooki.shell.store import Store
from kalooki.table.continued import NO_PLEDGE, Pledge, after_loss
from kalooki.table.log import Digest
from kalooki.table.node import Node
from kalooki.table.payloads import Genesis, NodeNumber, PlayerNumber
from kalooki.table.pledges import OTHER_TABLE
from kalooki.table.ports import (
    DropSecret,
    Output,
    PutEvidence,
    PutOffice,
    PutOpened,
    PutOutcome,
    PutOutlaws,
    PutOwn,
    PutPledge,
    PutRecovered,
    PutSecret,
    Record,
)
from support.shell_nodes import config, entropy, found, new_identity, put, records, tools, written

SECRET = bytes(range(100, 132))


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    return new_identity(tmp_path / "home")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


async def all_at_once(store: Store) -> None:
    await asyncio.gather(*(store.write((PutOwn(str(number), b"wire"),)) for number in range(200)))


def test_a_node_comes_back_with_all_that_was_written(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    store = Store(path, node.table_id)
    restored, notices = store.load()
    store.close()
    assert notices == ()
    assert restored.entries == node.entries(1)
    assert restored.acks[-1].index == len(restored.entries)
    again, _ = Node.restore(config(identity), tools(), node.table_id, restored, entropy())
    assert again.standing(None) == node.standing(None)
    assert again.my_players == (0,)


def test_the_files_are_private(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    assert [each.stat().st_mode & 0o777 for each in path.parent.glob("table.sqlite*")] == [0o600]


def test_records_of_every_kind_are_kept_and_the_last_of_a_key_counts(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    store = Store(path, node.table_id)
    store.load()
    store.start()
    put(store, PutOwn("a", b"1"), PutOwn("b", b"2"), PutSecret("x", b"s"), PutSecret("y", b"t"))
    put(store, PutOwn("a", b"3"), DropSecret("x"), PutEvidence("kind", b"proof"))
    put(store, PutOutcome(PlayerNumber(0), "id", "stale", "too late"))
    put(store, PutPledge(Pledge(1, b"one")), PutPledge(Pledge(3, b"three")))
    genesis = node.entries(1, 1)[0].messages[0].payload
    assert isinstance(genesis, Genesis)
    put(store, PutOpened(genesis), PutOutlaws((NodeNumber(1),), 4), PutOutlaws((NodeNumber(1), NodeNumber(2)), 3))
    put(store, PutEvidence(OTHER_TABLE, node.entries(1, 1)[0].messages[0].wire), PutEvidence(OTHER_TABLE, b"torn"))
    store.close()
    again = Store(path, node.table_id)
    restored, _ = again.load()
    assert restored.own == (("b", b"2"), ("a", b"3"))
    assert restored.secrets == (("y", b"t"),)
    assert restored.outcomes == ((0, "id", "stale", "too late"),)
    assert again.evidence()[0] == ("kind", b"proof")
    assert restored.pledge == Pledge(3, b"three")
    assert (restored.opened, restored.outlaws, restored.twin) == (genesis, (1, 2), 3)
    assert restored.others == (node.entries(1, 1)[0].messages[0],)
    again.close()


def test_a_dropped_secret_is_in_no_file_any_more(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    store = Store(path, node.table_id)
    store.load()
    store.start()
    secret = b"a secret that must not be found again"
    put(store, *records(outputs), PutSecret("x", secret))
    assert any(secret in each.read_bytes() for each in path.parent.glob("table.sqlite*"))
    put(store, DropSecret("x"))
    assert not any(secret in each.read_bytes() for each in path.parent.glob("table.sqlite*"))
    store.close()


def test_writers_that_come_together_share_a_transaction_and_all_hear_of_it(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    store = Store(path, node.table_id)
    store.load()
    store.start()
    asyncio.run(all_at_once(store))
    store.close()
    again = Store(path, node.table_id)
    assert len(again.load()[0].own) == 200
    again.close()


def test_words_about_the_table_are_remembered(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    store = Store(path, node.table_id)
    store.put_about("first", [1, "two"])
    store.start()
    store.remember("second", {"three": 4})
    store.close()
    again = Store(path, node.table_id)
    assert again.about("first") == [1, "two"]
    assert again.about("second") == {"three": 4}
    assert again.about("third", "nothing") == "nothing"
    again.close()


def test_a_full_disk_is_said_and_what_was_written_stays(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    store = Store(path, node.table_id)
    store.load()
    store._database.execute("PRAGMA max_page_count = 12")  # noqa: SLF001 - a disk that is full
    store.start()
    put(store, *records(outputs))
    with pytest.raises(ShellError, match="cannot be written: database or disk is full"):
        put(store, PutOwn("a", b"early"), PutOwn("b", bytes(100_000)))
    put(store, PutOwn("c", b"small"))
    store.close()
    again = Store(path, node.table_id)
    restored, notices = again.load()
    again.close()
    assert notices == ()
    assert restored.entries == node.entries(1)
    assert "a" not in dict(restored.own)
    assert dict(restored.own)["c"] == b"small"


@pytest.mark.parametrize("row", [1, 2, 3])
def test_a_changed_entry_and_all_after_it_are_dropped_with_a_notice(identity: Identity, path: Path, row: int) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    with sqlite3.connect(path) as database:
        (wire,) = database.execute("SELECT wire FROM entries WHERE idx = ?", (row,)).fetchone()
        flipped = wire[:-1] + bytes((wire[-1] ^ 1,))
        middle = wire[: len(wire) // 2] + bytes((wire[len(wire) // 2] ^ 1,)) + wire[len(wire) // 2 + 1 :]
        database.execute("UPDATE entries SET wire = ? WHERE idx = ?", (middle, row))
        assert flipped != wire
    database.close()
    store = Store(path, node.table_id)
    restored, (notice,) = store.load()
    store.close()
    assert restored.entries == node.entries(1)[: row - 1]
    assert all(ack.index < row for ack in restored.acks)
    assert notice.code == "tail_dropped"
    assert f"{row - 1} entries are whole" in notice.detail
    again = Store(path, node.table_id)
    assert again.load() == (replace(restored, losses=2), ())
    again.close()


def test_a_missing_entry_drops_all_after_it(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM entries WHERE idx = 2")
    database.close()
    store = Store(path, node.table_id)
    restored, (notice,) = store.load()
    store.close()
    assert restored.entries == node.entries(1)[:1]
    assert notice.code == "tail_dropped"


def test_entries_that_we_have_acknowledged_and_that_are_gone_were_lost(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM entries WHERE idx > 1")
    database.close()
    another = Store(path, node.table_id)
    assert not another.load(NodeNumber(1))[0].is_torn  # others may have acknowledged what was taken back here
    another.close()
    store = Store(path, node.table_id)
    restored, (notice,) = store.load(NodeNumber(0))
    store.close()
    assert restored.is_torn
    assert [ack.index for ack in restored.acks if ack.index > 1] == []
    assert "entries are missing that this node has acknowledged" in notice.detail


def cut_off(path: Path, node: Node, outputs: tuple[Output, ...]) -> None:
    """A file that has a secret in its first half, and not its second half."""
    written(path, node, outputs)
    store = Store(path, node.table_id)
    store.load()
    store.start()
    put(store, PutSecret("ceremony/1", SECRET))
    put(store, *(PutOwn(str(number), bytes(3000)) for number in range(50)))
    put(store, PutPledge(Pledge(3, b"three")))
    store.close()
    whole = path.read_bytes()
    assert SECRET in whole[: len(whole) // 2]
    path.write_bytes(whole[: len(whole) // 2])


def test_a_file_that_was_cut_off_keeps_what_can_be_read(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    cut_off(path, node, outputs)
    cut = Store(path, node.table_id)
    restored, (notice,) = cut.load()
    cut.close()
    assert notice.code == "tail_dropped"
    assert restored.entries == node.entries(1)[: len(restored.entries)]
    assert path.stat().st_mode & 0o777 == 0o600
    again = Store(path, node.table_id)
    second, _ = again.load()
    assert second.entries == restored.entries
    assert (restored.is_torn, restored.losses, second.is_torn, second.losses) == (True, 1, True, 2)
    # What it has signed last may be among what was cut off: of the numbers up to there it signs none, also later.
    assert restored.pledge == second.pledge in {after_loss(NO_PLEDGE), after_loss(Pledge(3))}
    again.start()
    put(again, PutRecovered(3))
    again.close()
    again = Store(path, node.table_id)
    third, _ = again.load()
    assert (third.is_torn, third.losses, third.sworn) == (False, 2, 3)
    assert third.pledge == restored.pledge
    again.close()


def test_of_a_file_that_was_cut_off_no_copy_keeps_the_keys_of_a_deal(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    cut_off(path, node, outputs)
    store = Store(path, node.table_id)
    restored, _ = store.load()
    store.start()
    put(store, *(DropSecret(key) for key, _ in restored.secrets))
    store.close()
    for file in path.parent.rglob("*"):
        assert not file.is_file() or SECRET not in file.read_bytes(), file.name
    assert sorted(file.name for file in path.parent.glob("table*")) == ["table.sqlite"]


def test_a_stop_while_a_file_is_mended_loses_nothing(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    cut_off(path, node, outputs)
    torn = path.read_bytes()
    store = Store(path, node.table_id)
    mended, _ = store.load()
    store.close()
    successor, log = Path(f"{path}.mended"), Path(f"{path}-wal")
    # Before the successor was whole: it is made again.
    successor.write_bytes(torn[:100])
    padded = Path(f"{path}.padded")
    padded.write_bytes(torn)
    path.write_bytes(torn)
    again = Store(path, node.table_id)
    assert again.load()[0] == mended
    again.close()
    assert not padded.exists()
    # After the torn file was taken away: the successor is the one, and an old write-ahead log is none of its own.
    path.rename(successor)
    log.write_bytes(b"what was written ahead into another file")
    again = Store(path, node.table_id)
    assert again.load() == (replace(mended, losses=2), ())
    again.close()
    assert not successor.exists()


def test_a_file_of_another_kind_is_refused_in_one_line(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    path.write_bytes(b"This is not a database, and it is long enough to be looked at. " * 20)
    with pytest.raises(ShellError, match="is damaged") as refused:
        Store(path, node.table_id)
    assert refused.value.code == "damaged"
    assert "\n" not in str(refused.value)


def test_a_place_that_cannot_be_written_is_refused_in_one_line(identity: Identity, tmp_path: Path) -> None:
    node, _ = found(identity)
    with pytest.raises(ShellError, match="cannot be written") as refused:
        Store(tmp_path / "nowhere" / "table.sqlite", node.table_id)
    assert refused.value.code == "unwritable"


def test_a_file_in_use_is_refused(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    store = Store(path, node.table_id)
    with pytest.raises(ShellError, match="cannot be written: database is locked"):
        Store(path, node.table_id)
    store.close()


# --- what need not be on the disk at once -----------------------------------------------------------------------------


FULL, NORMAL = 2, 1


def jot(store: Store, *wanted: Record) -> None:
    asyncio.run(store.write(wanted, to_disk=False))


def as_killed(path: Path, copy: Path, node: Node) -> Store:
    """What a process finds that takes the place of one which was killed: the files as they are while that runs."""
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    return Store(copy, node.table_id)


def in_office(path: Path, node: Node, term: int = 4) -> Store:
    store = Store(path, node.table_id)
    store.load()
    store.start()
    put(store, PutOffice(term))
    jot(store, PutOwn("in the cache", b"wire"))
    return store


def test_what_need_not_be_on_the_disk_outlives_the_process_and_goes_there_with_what_must(
    identity: Identity, path: Path, tmp_path: Path
) -> None:
    node, _ = found(identity)
    store = in_office(path, node)
    (level,) = store._database.execute("PRAGMA synchronous").fetchone()  # noqa: SLF001 - what else would tell?
    assert level == NORMAL
    with_it = as_killed(path, tmp_path / "killed.sqlite", node)
    assert with_it.load()[0].own == (("in the cache", b"wire"),)
    with_it.close()
    put(store, PutOwn("on the disk", b"wire"))
    (level,) = store._database.execute("PRAGMA synchronous").fetchone()  # noqa: SLF001 - likewise
    assert level == FULL
    store.close()


def test_writers_that_come_together_are_as_sure_as_the_surest(identity: Identity, path: Path) -> None:
    node, _ = found(identity)
    store = Store(path, node.table_id)
    store.load()

    async def together() -> None:
        writes = [store.write((PutOwn(str(sure), b"wire"),), to_disk=sure) for sure in (False, True, False)]
        waiting = [asyncio.create_task(write) for write in writes]
        await asyncio.sleep(0)  # all of them are queued before the thread begins
        store.start()
        await asyncio.gather(*waiting)

    asyncio.run(together())
    assert store._database.execute("PRAGMA synchronous").fetchone() == (FULL,)  # noqa: SLF001 - likewise
    store.close()


def test_after_a_kill_a_host_hosts_on_and_after_the_end_of_its_computer_no_more(
    identity: Identity, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, _ = found(identity)
    monkeypatch.setattr(boot, "BOOT_ID", tmp_path / "boot_id")
    (tmp_path / "boot_id").write_text("one\n")
    store = in_office(path, node)
    killed = as_killed(path, tmp_path / "killed.sqlite", node)
    assert killed.load()[0].sworn == 0
    killed.close()
    (tmp_path / "boot_id").write_text("two\n")
    ended = as_killed(path, tmp_path / "ended.sqlite", node)
    assert ended.load()[0].sworn == 4
    ended.close()
    again = Store(tmp_path / "ended.sqlite", node.table_id)
    assert again.load()[0].sworn == 4  # and it stays so after a stop in order
    again.close()
    store.close()


def test_where_nothing_tells_one_start_of_the_computer_from_another_a_killed_host_hosts_no_more(
    identity: Identity, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, _ = found(identity)
    monkeypatch.setattr(boot, "BOOT_ID", tmp_path / "no such file")
    store = in_office(path, node)
    killed = as_killed(path, tmp_path / "killed.sqlite", node)
    assert killed.load()[0].sworn == 4
    killed.close()
    store.close()


def test_after_a_stop_in_order_a_host_hosts_on_wherever_it_is(
    identity: Identity, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, _ = found(identity)
    monkeypatch.setattr(boot, "BOOT_ID", tmp_path / "no such file")
    in_office(path, node).close()
    again = Store(path, node.table_id)
    restored, _ = again.load()
    again.close()
    assert restored.sworn == 0
    assert restored.own == (("in the cache", b"wire"),)


def test_an_earlier_oath_for_a_later_term_stays(
    identity: Identity, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, _ = found(identity)
    monkeypatch.setattr(boot, "BOOT_ID", tmp_path / "no such file")
    store = in_office(path, node)
    put(store, PutRecovered(9))
    killed = as_killed(path, tmp_path / "killed.sqlite", node)
    assert killed.load()[0].sworn == 9
    killed.close()
    store.close()


BROKEN_OFFICES = ('"4"', "4", '["4", "x"]', '[-1, "x"]', "[4]", "[4, 4]", '[true, "x"]')
BROKEN_OPENED = ("4", '"x"', '"00"', '"0a00"', "[]")
BROKEN_OUTLAWS = (
    "4",
    "[[1]]",
    '[[1], "x"]',
    "[[1], -1]",
    "[[64], 0]",
    '[["x"], 0]',
    "[[true], 0]",
    "[1, 0]",
    "[[1], true]",
)


@pytest.mark.parametrize(
    ("about", "word"),
    [
        *(("office", word) for word in BROKEN_OFFICES),
        *(("opened", word) for word in BROKEN_OPENED),
        *(("outlaws", word) for word in BROKEN_OUTLAWS),
    ],
)
def test_who_cannot_read_his_office_or_where_he_has_gone_does_not_begin(
    identity: Identity, path: Path, about: str, word: str
) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO about VALUES (?, ?)", (about, word))
    database.close()
    store = Store(path, node.table_id)
    with pytest.raises(ShellError, match=about):
        store.load()
    store.close()


BROKEN_PLEDGES = (
    '"4"',
    "4",
    '["4", "00"]',
    '[0, "00"]',
    "[4]",
    '[4, "x"]',
    '[true, "00"]',
    "{}",
    '[4, "00", "00"]',
    '[4, "00", 0]',
    '[4, "00", "", ""]',
    "[" * 9999,
)


def kept_about(path: Path, key: str, word: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, word))


@pytest.mark.parametrize("word", BROKEN_PLEDGES)
def test_a_pledge_that_cannot_be_read_is_taken_as_lost(identity: Identity, path: Path, word: str) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    kept_about(path, "pledge", word)
    for codes in (["tail_dropped"], []):  # also at the next start, and said once
        store = Store(path, node.table_id)
        restored, notices = store.load()
        store.close()
        assert (restored.is_torn, restored.pledge) == (True, after_loss(NO_PLEDGE))
        assert [notice.code for notice in notices] == codes


def test_a_pledge_that_was_damaged_after_a_loss_is_taken_to_lie_above_that(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    kept_about(path, "losses", "1")
    kept_about(path, "pledge", json.dumps([after_loss(Pledge(3)).attempt, "00", "00"]))
    store = Store(path, node.table_id)
    restored, _ = store.load()
    store.close()
    assert restored.pledge == after_loss(after_loss(NO_PLEDGE))


def test_a_pledge_that_an_older_program_has_kept_is_read(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    kept_about(path, "pledge", json.dumps([3, b"three".hex()]))
    store = Store(path, node.table_id)
    restored, notices = store.load()
    store.close()
    assert (restored.pledge, restored.is_torn, notices) == (Pledge(3, b"three"), False, ())


def test_a_pledge_of_another_table_is_taken_as_lost(identity: Identity, path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    kept_about(path, "pledge", json.dumps(sealed(Pledge(3, b"three"), Digest(b"x" * 32))))
    store = Store(path, node.table_id)
    restored, (notice,) = store.load()
    store.close()
    assert (restored.pledge, notice.code) == (after_loss(NO_PLEDGE), "tail_dropped")


def test_every_byte_of_a_kept_pledge_that_changes_is_noticed(identity: Identity, path: Path, tmp_path: Path) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    store = Store(path, node.table_id)
    store.load()
    store.start()
    put(store, PutPledge(Pledge(3, bytes(range(32)))))
    store.close()
    whole = path.read_bytes()
    row = b"pledge" + json.dumps(sealed(Pledge(3, bytes(range(32))), node.table_id)).encode()
    begins = whole.index(row)
    for at in range(len(row)):
        torn = tmp_path / f"{at}.sqlite"
        flipped = whole[begins + at] ^ 1 << at % 8
        torn.write_bytes(whole[: begins + at] + bytes([flipped]) + whole[begins + at + 1 :])
        damaged = Store(torn, node.table_id)
        restored, (notice,) = damaged.load()
        damaged.close()
        assert (restored.pledge, restored.is_torn) == (after_loss(NO_PLEDGE), True), f"byte {at}"
        assert notice.code == "tail_dropped"
        torn.unlink()


@pytest.mark.parametrize("key", ["pledge", "code"])
def test_a_word_of_another_kind_is_taken_as_lost_once(identity: Identity, path: Path, key: str) -> None:
    node, outputs = found(identity)
    written(path, node, outputs)
    kept_about(path, key, b'[3, "00"]')
    store = Store(path, node.table_id)
    restored, (notice,) = store.load()
    assert (restored.pledge, notice.code) == (after_loss(NO_PLEDGE), "tail_dropped")
    store.start()
    put(store, PutRecovered(3))
    store.close()
    again = Store(path, node.table_id)
    second, notices = again.load()
    again.close()
    assert (second.is_torn, second.pledge, notices) == (False, restored.pledge, ())
