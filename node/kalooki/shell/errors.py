"""What the world refuses: one error with a stable code, the fields of its sentence, and the sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

SENTENCES: Mapping[str, str] = {
    "wrong_code": "This is not the code of that table; tries left before it waits half a minute: {tries_left}.",
    "locked_out": "Too many wrong codes came from this computer; try again in {seconds} seconds.",
    "bad_code": "That is no join code: {reason}.",
    "bad_options": "The node was started with options that it cannot read: {reason}.",
    "unreachable": "Nobody answers at {address}: {reason}.",
    "certificate_changed": "Another key answers at {address}: expected {expected}, found {found}.",
    "impostor": "Somebody stands between you and the table at {address}; nothing was told to them.",
    "other_protocol": "The table speaks protocol version {theirs}, this program speaks {ours}.",
    "other_rules": "The table plays by other rules: {reason}.",
    "unknown_variant": "This program does not know the game {variant}; it knows {known}.",
    "unknown_bot": "There is no bot {bot}; there are: {known}.",
    "bad_bot": "{path} cannot be used as a bot: {reason}.",
    "no_program": "{program} cannot be started: {reason}.",
    "bad_house_rule": "The house rules cannot be: {reason}.",
    "wrong_number_of_seats": "This is for {least} to {most} players, not for {seats}.",
    "backup_needs_players": "A key backup is for {least} players or more, not for {seats}.",
    "bank_needs_turn_time": "A bank of time is on top of the time of a turn, and that has no limit.",
    "table_full": "The table is full: all {seats} seats are taken.",
    "came_and_went": "So many have come and gone at this table that nobody else can sit down; host another one.",
    "gave_seat_up": "You have given up your seat at this table, and nobody takes a seat twice with one key; "
    "join with another one: --data-dir and another folder.",
    "was_sent_away": "You were sent away from this table; nobody comes in again with the same key.",
    "table_begun": "The game has begun; nobody can join any more.",
    "table_closed": "The table is closed: {reason}.",
    "not_a_member": "The table at {address} does not know this computer; join with the code.",
    "refused": "The table at {address} refused: {reason}.",
    "small_order_key": "An identity key of small order is refused: one signature would fit many messages.",
    "bad_name": "That name cannot be used: {reason}.",
    "port_taken": "Port {port} is taken on {address}; choose another with --port, or leave it out.",
    "bad_address": "{address} is no address; write it as host:port, for example 192.168.1.20:4040.",
    "not_our_address": "{address} is no address of this computer; --bind takes one of them, without a port.",
    "no_interface": "This computer has no network interface {name}, but: {known}.",
    "not_welcome": "The host of this table lets nobody in who uses this key.",
    "nobody_known": "Nobody is known by the name or key {name}.",
    "which_one": "Several are called {name}; say which key: {labels}.",
    "data_dir_in_use": "Another node uses {path}; stop it, or choose another folder with --data-dir.",
    "data_dir_open": "{path} can be read by others; make it private with: chmod 700 {path}",
    "file_open": "{path} can be read by others; make it private with: chmod 600 {path}",
    "unwritable": "{path} cannot be written: {reason}.",
    "unlisted": "{path} cannot be read: {reason}.",
    "damaged": "{path} is damaged: {reason}.",
    "tail_lost": "{path} lost its newest entries; others have seen them, so it cannot be hosted from here any more.",
    "nothing_to_resume": "No table to go on with is kept in {path}.",
    "too_many_spectators": "{most} spectators are there already; try again when one has gone.",
    "does_not_hold": "What is shown at {address} does not hold: {reason}.",
    "too_often": "Too many calls came from this computer; try again in a few seconds.",
    "bad_ticket": "The handshake took too long; try again.",
    "bad_signature": "A signature does not hold.",
    "bad_request": "The request is malformed: {reason}.",
    "needs_code": "The table at {address} needs its join code.",
    "other_code": "The table at {address} has another code; compare yours once more.",
    "needs_no_code": "The table at {address} is open and knows no code, so it may be another one than is meant.",
    "not_the_host": "That computer is at the table but does not host it; join at the one that does.",
    "not_yet": "The table is not open yet.",
    "waits_for_members": "The table waits for a computer that came in before and went away; then it can take you in.",
    "table_waits": "The table waits for {name}, who came in before and went away; try again when {name} is back.",
    "another_table": "Another table answers at {address}.",
    "no_address": "Nobody knows where node {node} listens.",
    "needs_address": "This code holds no address; say where the table is, as host:port.",
    "already_linked": "The link stands already.",
    "replaced": "Another session of the same player took over; this one stops.",
    "malformed": "What was sent is malformed.",
    "slow": "The link was too slow and begins anew.",
    "stopping": "The other side stops.",
    "arena_exists": "{path} is there already; go on with it by --resume, or name another file.",
    "arena_other": "{path} holds another contest: other bots, rules, seats or chance.",
    "arena_file": "{path}, line {line}, cannot be used as results: {reason}.",
    "arena_process_ended": "A process of the contest was ended from outside; what was played until then is kept.",
    "no_ray": "Ray is not installed; install Kalooki with its extra: pip install 'kalooki[ray]'.",
    "no_matplotlib": "Charts need Matplotlib; install Kalooki with its extra: pip install 'kalooki[chart]'.",
    "no_node": "No node runs on {path}.",
    "node_gone": "The own node does not answer any more: {reason}",
    "no_sodium": "{reason}",
    "node_died": "The node of {name} ended ({exit}); see {log}.",
    "too_slow": "{what} took longer than {seconds} seconds.",
}
"""English for people who see a node's own words; a client may have better ones for the code."""

Detail = Mapping[str, str | int]


class ShellError(Exception):
    """The world failed, or somebody in it was refused."""

    def __init__(self, code: str, **detail: str | int) -> None:
        self.code = code
        self.detail: Detail = detail
        sentence = SENTENCES.get(code, code)
        try:
            words = sentence.format(**detail)
        except (KeyError, IndexError):  # another version's error with other fields
            words = sentence
        super().__init__(words)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people at the table should know."""

    code: str
    detail: str
    player: int | None = None
    node: int | None = None
