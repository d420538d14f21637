"""What this node's players make for ceremonies, and what it verifies: keys, shuffles, chains of proofs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kalooki.fair.backup import SecretBackup, decode_secret_backup
from kalooki.fair.ceremony import Ceremony
from kalooki.fair.errors import InvalidBackupError
from kalooki.fair.group import decode_scalar, encode_scalar
from kalooki.fair.openings import Helper
from kalooki.fair.own import OwnKey, deal_backup, kept_share, make_key, share_for
from kalooki.fair.shuffle import ShuffleOffline
from kalooki.fair.shuffle_verify import ChainSoFar, ChainVerdict
from kalooki.table.payloads import CeremonyNumber
from kalooki.table.ports import DropSecret, Prove, PutSecret
from kalooki.table.proving import Prover
from kalooki.table.turn import Turn

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Prepared:
    """The offline part of a shuffle is there."""

    ceremony: CeremonyNumber
    prover: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffle is there."""

    ceremony: CeremonyNumber
    prover: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A chain of shuffles was verified."""

    ceremony: CeremonyNumber
    chain: bytes


@dataclass(frozen=True, slots=True)
class Weighed:
    """The shuffles of a chain that is not complete were verified as far as that goes."""

    ceremony: CeremonyNumber


Job = Prepared | Shuffled | Judged | Weighed


class Workshop:
    """Secrets, offline parts and verdicts of the ceremonies that are alive; offline parts are never written."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._jobs: dict[int, Job] = {}
        self._last_job = 0
        self._keys: dict[tuple[int, int], OwnKey] = {}
        self._backups: dict[tuple[int, int], SecretBackup] = {}
        """Those that were written before a restart and whose keys have not been taken up yet."""
        self._true_boxes: set[tuple[int, int, bytes]] = set()
        self._offline: dict[tuple[int, int], ShuffleOffline] = {}
        self._so_far: dict[int, ChainSoFar] = {}
        self.verdicts: dict[int, ChainVerdict] = {}
        """By ceremony."""
        self._chains: dict[int, bytes] = {}
        """Of which chain each verdict is."""

    # --- keys

    def make_key(self, ceremony: Ceremony, prover: int, turn: Turn) -> OwnKey:
        """Make a player's key and have its secret written."""
        number = ceremony.plan.setting.number
        own = make_key(ceremony, prover, turn.chance(f"key.{number}.{prover}"))
        self._keys[number, prover] = own
        turn.write(PutSecret(secret_name(number, prover), encode_scalar(own.secret)))
        if own.backup is not None:
            turn.write(PutSecret(backup_name(number, prover), own.backup.encode()))
        return own

    def take_back(self, name: str, secret: bytes) -> None:
        """Take up a secret that was written before a restart."""
        kind, number, prover = name.split("/")
        place = int(number), int(prover)
        if kind == "backup":
            self._backups[place] = decode_secret_backup(secret)
        else:
            self._keys[place] = OwnKey(int(prover), decode_scalar(secret), b"", b"")
        if place in self._keys and place in self._backups:
            self._keys[place] = replace(self._keys[place], backup=self._backups.pop(place))

    def key(self, number: int, prover: int) -> OwnKey | None:
        """Return a player's key, if it has one in this ceremony."""
        return self._keys.get((number, prover))

    # --- backups

    def deal_backup(self, ceremony: Ceremony, prover: int, turn: Turn) -> tuple[bytes, ...] | None:
        """Seal the shares of a player's key to the others; None while the chain is not verified, or the key lost."""
        number = ceremony.plan.setting.number
        own, verdict = self.key(number, prover), self.verdicts.get(number)
        if own is None or own.backup is None or verdict is None or not verdict.valid:
            return None
        return deal_backup(ceremony, verdict, own, turn.chance(f"backup.{number}.{prover}"))

    def open_backup(self, number: int, prover: int, helper: int) -> bytes | None:
        """Give the share of a player's key that is to be opened to all; None where the key is lost."""
        own = self.key(number, prover)
        return None if own is None or own.backup is None else encode_scalar(share_for(own, helper))

    def false_boxes(self, ceremony: Ceremony, prover: int) -> tuple[int, ...]:
        """Return the dealers whose box for a player does not hold what they announced."""
        number = ceremony.plan.setting.number
        own = self.key(number, prover)
        if own is None or own.backup is None:
            return ()  # who has lost its key cannot look into a box
        return tuple(
            holder.absent
            for holder, box in ceremony.backups.boxes.items()
            if holder.seat == prover and not self._is_true_box(ceremony, own, holder, box)
        )

    def _is_true_box(self, ceremony: Ceremony, own: OwnKey, holder: Helper, box: bytes) -> bool:
        if holder in ceremony.backups.opened:
            return True
        name = ceremony.plan.setting.number, own.seat, box
        if name not in self._true_boxes:
            try:
                kept_share(ceremony, own, holder.absent)
            except InvalidBackupError:
                return False
            self._true_boxes.add(name)
        return True

    # --- shuffles

    def prepare(self, ceremony: Ceremony, prover: int, turn: Turn, *, is_urgent: bool) -> None:
        """Start to make the offline part, once; nobody waits for it before it is this player's turn."""
        number = CeremonyNumber(ceremony.plan.setting.number)
        job = Prepared(number, prover)
        if (number, prover) in self._offline or self._is_running(job):
            return
        entropy, maker = turn.chance(f"offline.{number}.{prover}"), self._prover
        is_next = ceremony.next_shuffler == prover
        self._start(job, lambda: maker.prepare(ceremony, entropy), turn, is_urgent=is_urgent and is_next)

    def shuffle(self, ceremony: Ceremony, prover: int, turn: Turn, *, is_urgent: bool) -> None:
        """Start to shuffle as soon as the offline part is there; it serves once."""
        number = CeremonyNumber(ceremony.plan.setting.number)
        offline = self._offline.pop((number, prover), None)
        if offline is not None:
            maker = self._prover
            job = Shuffled(number, prover)
            self._start(job, lambda: maker.shuffle(ceremony, prover, offline), turn, is_urgent=is_urgent)

    def is_shuffling(self, number: CeremonyNumber, prover: int) -> bool:
        """Say whether a player's shuffle is being made."""
        return self._is_running(Shuffled(number, prover))

    # --- verdicts

    def judge(self, ceremony: Ceremony, turn: Turn, *, is_urgent: bool) -> None:
        """Start to verify the shuffles that there are, each once; a complete chain has a verdict at the end.

        Nobody waits for what is weighed of a chain before it is complete.
        """
        number = CeremonyNumber(ceremony.plan.setting.number)
        so_far = self._so_far.get(number)
        is_new = ceremony.complete or len(ceremony.steps) > (0 if so_far is None else len(so_far.steps))
        if not is_new or number in self.verdicts or self._is_judging(number):
            return
        check, seed = ceremony.verification_job(), turn.chance(f"verify.{number}")[:SEED_BYTES]
        if ceremony.complete:
            job = Judged(number, ceremony.chain)
            self._start(job, lambda: check.run(seed, so_far), turn, is_urgent=is_urgent)
        else:
            self._start(Weighed(number), lambda: check.weigh(seed, so_far), turn, is_urgent=False)

    def is_true(self, number: int) -> bool:
        """Say whether all proofs of a ceremony were found true here."""
        verdict = self.verdicts.get(number)
        return verdict is not None and verdict.valid

    # --- jobs

    def finish(self, job_number: int, result: object) -> tuple[Shuffled, bytes, bytes] | None:
        """Take a job's result; return a shuffle that is to be sent."""
        job = self._jobs.pop(job_number, None)
        match job, result:
            case Prepared(number, prover), ShuffleOffline():
                self._offline[number, prover] = result
            case Weighed(number), ChainSoFar():
                self._so_far[number] = result
            case Judged(number, chain), ChainVerdict():
                self.verdicts[number], self._chains[number] = result, chain
            case Shuffled(), (bytes(deck), bytes(proof)):
                return job, deck, proof
            case _:
                pass
        return None

    def clear(self, alive: frozenset[int], unopened: int, turn: Turn) -> None:
        """Forget ceremonies that are over; their secrets are overwritten. From `unopened` on they are not begun."""
        for number, prover in [place for place in self._keys if place[0] not in alive and place[0] < unopened]:
            own = self._keys.pop((number, prover))
            turn.write(DropSecret(secret_name(number, prover)))
            if own.backup is not None:
                turn.write(DropSecret(backup_name(number, prover)))
        self._true_boxes = {name for name in self._true_boxes if name[0] in alive}
        self._offline = {place: part for place, part in self._offline.items() if place[0] in alive}
        self._jobs = {number: job for number, job in self._jobs.items() if job.ceremony in alive}
        self._so_far = {number: weighed for number, weighed in self._so_far.items() if number in alive}
        self.verdicts = {number: verdict for number, verdict in self.verdicts.items() if number in alive}

    def rewind(self, ceremonies: Iterable[Ceremony]) -> None:
        """The log was taken back to where these are alive: what was made or found for another deck goes.

        Keys stay: they are bound to their ceremony, and who made one can be asked for it again.
        """
        chains = {one.plan.setting.number: one.chain for one in ceremonies if one.complete}
        self.verdicts = {
            number: verdict for number, verdict in self.verdicts.items() if chains.get(number) == self._chains[number]
        }
        self._offline.clear()
        self._so_far.clear()
        self._jobs.clear()

    def _start(self, job: Job, work: Callable[[], object], turn: Turn, *, is_urgent: bool) -> None:
        self._last_job += 1
        self._jobs[self._last_job] = job
        turn.do(Prove(self._last_job, work, is_urgent))

    def _is_judging(self, number: CeremonyNumber) -> bool:
        return any(isinstance(job, Judged | Weighed) and job.ceremony == number for job in self._jobs.values())

    def _is_running(self, job: Job) -> bool:
        return job in self._jobs.values()


def secret_name(number: int, prover: int) -> str:
    """Name the secret of a player in a ceremony, for the store."""
    return f"ceremony/{number}/{prover}"


def backup_name(number: int, prover: int) -> str:
    """Name what a player keeps of the backup of its key, for the store."""
    return f"backup/{number}/{prover}"
