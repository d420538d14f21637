"""What a message says, as the bytes that its author signs."""

from collections.abc import Sequence

from kalooki.codec.actions import action_from_wire, action_to_wire
from kalooki.codec.cards import all_shown_from_wire, seat_from_wire, shown_to_wire
from kalooki.codec.continuations import continuation_from_wire, continuation_to_wire
from kalooki.codec.errors import MalformedError
from kalooki.codec.fair import (
    batches_from_wire,
    batches_to_wire,
    ceremony_from_wire,
    complaint_from_wire,
    key_backup_from_wire,
    key_backup_to_wire,
    key_share_from_wire,
    key_share_to_wire,
    opened_backup_from_wire,
    shares_from_wire,
    shares_to_wire,
    shuffle_from_wire,
    shuffle_to_wire,
)
from kalooki.codec.limits import (
    KEY_BYTES,
    MAX_BATCHES,
    MAX_CARDS,
    MAX_CERTIFICATE,
    MAX_COPIES,
    MAX_DEAL,
    MAX_INDEX,
    MAX_LIMIT,
    MAX_MESSAGE,
    MAX_NAME,
    MAX_NUMBERS,
    MAX_OPTION,
    MAX_OPTIONS,
    MAX_PAYLOAD,
    MAX_PLAYERS,
    MAX_REASON,
    MAX_TITLE,
    MAX_VERSION,
    MIN_PLAYERS,
    NONCE_BYTES,
    SIGNATURE_BYTES,
)
from kalooki.codec.motions import agree_from_wire, agree_to_wire, stand_in_from_wire, stand_in_to_wire
from kalooki.codec.reading import (
    at_most,
    digest,
    distinct,
    exact,
    key,
    key_or_none,
    listed,
    number,
    parse,
    text,
    unknown,
    write,
)
from kalooki.codec.votes import votes_from_wire, votes_to_wire
from kalooki.rules.limits import Limit
from kalooki.table.payloads import (
    Absent,
    Accuse,
    Act,
    Admit,
    Agree,
    Begin,
    Choice,
    Closed,
    Complaint,
    CutReady,
    DealStart,
    Genesis,
    KeyBackup,
    KeyShare,
    Leave,
    LeftKey,
    OpenedBackup,
    OpenHand,
    Payload,
    PlayerNumber,
    Ready,
    SeatsReady,
    Settled,
    Shares,
    Shuffle,
    StandIn,
    StockReady,
    TakeSeat,
    TermStart,
    TimeUp,
)
from kalooki.wire.v1 import fair_pb2 as fair_pb
from kalooki.wire.v1 import log_pb2 as pb

_LIMITS = {
    Limit.CALL: pb.LIMIT_CALL,
    Limit.CHALLENGE: pb.LIMIT_CHALLENGE,
    Limit.ANSWER: pb.LIMIT_ANSWER,
    Limit.BUY_IN: pb.LIMIT_BUY_IN,
    Limit.TURN: pb.LIMIT_TURN,
}

_CHOICES = {Choice.WAIT: pb.CHOICE_WAIT, Choice.VOID: pb.CHOICE_VOID, Choice.BACKUP: pb.CHOICE_BACKUP}


def encode(payload: Payload) -> bytes:
    """Give a payload's bytes: what is hashed, signed and sent."""
    return write(_payload_to_wire(payload))


def decode_payload(encoded: bytes, where: str = "payload") -> Payload:
    """Read a payload.

    Raises:
        MalformedError: Not the canonical encoding of a payload that this version knows, or a part is out of its limits.
    """
    return _payload_from_wire(parse(pb.Payload, encoded, MAX_PAYLOAD, where), where)


def _payload_to_wire(payload: Payload) -> pb.Payload:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
    match payload:
        case Genesis():
            return pb.Payload(genesis=_genesis_to_wire(payload))
        case Admit(identity, tls_certificate, vote, signature):
            return pb.Payload(
                admit=pb.Admit(identity=identity, tls_certificate=tls_certificate, vote=vote, signature=signature)
            )
        case TakeSeat(identity, name, bot, certificate, consent):
            return pb.Payload(
                take_seat=pb.TakeSeat(identity=identity, name=name, bot=bot, certificate=certificate, consent=consent)
            )
        case Ready(deal, nonce):
            return pb.Payload(ready=pb.Ready(deal=deal, nonce=nonce))
        case Begin():
            return pb.Payload(begin=pb.Begin())
        case KeyShare():
            return pb.Payload(key_share=key_share_to_wire(payload))
        case Shuffle():
            return pb.Payload(shuffle=shuffle_to_wire(payload))
        case KeyBackup():
            return pb.Payload(key_backup=key_backup_to_wire(payload))
        case Complaint(ceremony, dealer):
            return pb.Payload(complaint=fair_pb.Complaint(ceremony=ceremony, dealer=dealer))
        case OpenedBackup(ceremony, helper, share):
            opened_share = fair_pb.OpenedBackup(ceremony=ceremony, helper=helper, share=share)
            return pb.Payload(opened_backup=opened_share)
        case SeatsReady(ceremony, deck_digest):
            return pb.Payload(seats_ready=pb.SeatsReady(ceremony=ceremony, deck_digest=deck_digest))
        case DealStart(deal, attempt, seats, ceremony, deck_digest):
            return pb.Payload(
                deal_start=pb.DealStart(
                    deal=deal, attempt=attempt, seats=seats, ceremony=ceremony, deck_digest=deck_digest
                )
            )
        case StockReady(ceremony, deck_digest):
            return pb.Payload(stock_ready=pb.StockReady(ceremony=ceremony, deck_digest=deck_digest))
        case CutReady(ceremony, deck_digest):
            return pb.Payload(cut_ready=pb.CutReady(ceremony=ceremony, deck_digest=deck_digest))
        case Settled():
            return pb.Payload(settled=pb.Settled())
        case TimeUp(move, limit):
            return pb.Payload(time_up=pb.TimeUp(move=move, limit=_LIMITS[limit]))
        case Shares():
            return pb.Payload(shares=shares_to_wire(payload))
        case Act(action, evidence, copies):
            return pb.Payload(
                act=pb.Act(action=action_to_wire(action), evidence=batches_to_wire(evidence), copies=copies)
            )
        case OpenHand(shown, evidence, copies):
            return pb.Payload(
                open_hand=pb.OpenHand(
                    shown=[shown_to_wire(one) for one in shown], evidence=batches_to_wire(evidence), copies=copies
                )
            )
        case Absent(players, owed, choice, again):
            wish = _CHOICES[choice]
            return pb.Payload(absent=pb.Absent(players=players, owed=owed, choice=wish, again=again))
        case Leave(keys):
            given = [pb.LeftKey(ceremony=key.ceremony, secret=key.secret) for key in keys]
            return pb.Payload(leave=pb.Leave(keys=given))
        case Agree():
            return pb.Payload(agree=agree_to_wire(payload))
        case StandIn():
            return pb.Payload(stand_in=stand_in_to_wire(payload))
        case Accuse(index, ceremony):
            return pb.Payload(accuse=pb.Accuse(index=index, ceremony=ceremony))
        case Closed(reason):
            return pb.Payload(closed=pb.Closed(reason=reason))
        case TermStart(term, votes):
            return pb.Payload(term_start=pb.TermStart(term=term, votes=votes_to_wire(votes)))


def _payload_from_wire(message: pb.Payload, where: str) -> Payload:  # noqa: C901, PLR0911, PLR0912 - as above
    kind = message.WhichOneof("kind")
    inside = f"{where}.{kind}"
    match kind:
        case "genesis":
            return _genesis_from_wire(message.genesis, inside)
        case "admit":
            return _admit_from_wire(message.admit, inside)
        case "take_seat":
            return _take_seat_from_wire(message.take_seat, inside)
        case "ready":
            return _ready_from_wire(message.ready, inside)
        case "begin":
            return Begin()
        case "key_share":
            return key_share_from_wire(message.key_share, inside)
        case "shuffle":
            return shuffle_from_wire(message.shuffle, inside)
        case "key_backup":
            return key_backup_from_wire(message.key_backup, inside)
        case "complaint":
            return complaint_from_wire(message.complaint, inside)
        case "opened_backup":
            return opened_backup_from_wire(message.opened_backup, inside)
        case "seats_ready":
            seats = message.seats_ready
            return SeatsReady(ceremony_from_wire(seats.ceremony, inside), digest(seats.deck_digest, inside))
        case "deal_start":
            return _deal_start_from_wire(message.deal_start, inside)
        case "stock_ready":
            stock = message.stock_ready
            return StockReady(ceremony_from_wire(stock.ceremony, inside), digest(stock.deck_digest, inside))
        case "cut_ready":
            cut = message.cut_ready
            return CutReady(ceremony_from_wire(cut.ceremony, inside), digest(cut.deck_digest, inside))
        case "settled":
            return Settled()
        case "time_up":
            return _time_up_from_wire(message.time_up, inside)
        case "shares":
            return shares_from_wire(message.shares, inside)
        case "act":
            act = message.act
            return Act(
                action_from_wire(act.action, inside),
                batches_from_wire(act.evidence, f"{inside}.evidence"),
                _copies_from_wire(act.copies, f"{inside}.copies"),
            )
        case "open_hand":
            opened = message.open_hand
            return OpenHand(
                all_shown_from_wire(opened.shown, f"{inside}.shown", MAX_CARDS),
                batches_from_wire(opened.evidence, f"{inside}.evidence"),
                _copies_from_wire(opened.copies, f"{inside}.copies"),
            )
        case "absent":
            return _absent_from_wire(message.absent, inside)
        case "leave":
            return Leave(
                tuple(
                    LeftKey(ceremony_from_wire(one.ceremony, inside), exact(one.secret, f"{inside}.secret", KEY_BYTES))
                    for one in listed(message.leave.keys, f"{inside}.keys", MAX_BATCHES)
                )
            )
        case "agree":
            return agree_from_wire(message.agree, inside)
        case "stand_in":
            return stand_in_from_wire(message.stand_in, inside)
        case "accuse":
            accuse = message.accuse
            index = number(accuse.index, f"{inside}.index", MAX_INDEX, 1)
            return Accuse(index, ceremony_from_wire(accuse.ceremony, inside))
        case "closed":
            return Closed(text(message.closed.reason, f"{inside}.reason", MAX_REASON))
        case "term_start":
            start = message.term_start
            term = number(start.term, f"{inside}.term", MAX_INDEX, 1)
            return TermStart(term, votes_from_wire(start.votes, f"{inside}.votes"))
        case None:
            raise unknown(where)


def _genesis_to_wire(genesis: Genesis) -> pb.Genesis:
    return pb.Genesis(
        protocol=genesis.protocol,
        variant=genesis.variant,
        rules_version=genesis.rules_version,
        rules_digest=genesis.rules_digest,
        options=[pb.Option(key=name, value=value) for name, value in genesis.options],
        title=genesis.title,
        founder=genesis.founder,
        chance=genesis.chance,
        bots_vote=genesis.bots_vote,
        seats=genesis.seats,
        answer_ms=genesis.answer_ms,
        buy_in_ms=genesis.buy_in_ms,
        turn_ms=genesis.turn_ms,
        grace_ms=genesis.grace_ms,
        bank_ms=genesis.bank_ms,
        plays_on=genesis.plays_on,
        silence_ms=genesis.silence_ms,
        begins_when_full=genesis.begins_when_full,
        continues=None if genesis.continues is None else continuation_to_wire(genesis.continues),
    )


def _genesis_from_wire(message: pb.Genesis, where: str) -> Genesis:
    options = tuple(
        (key(option.key, f"{where}.options"), text(option.value, f"{where}.options", MAX_OPTION))
        for option in listed(message.options, f"{where}.options", MAX_OPTIONS)
    )
    names = [name for name, _ in options]
    if names != sorted(set(names)):
        raise MalformedError("house rules out of order", f"{where}.options", "each at most once, sorted by key")
    return Genesis(
        protocol=number(message.protocol, f"{where}.protocol", MAX_VERSION, 1),
        variant=key(message.variant, f"{where}.variant"),
        rules_version=number(message.rules_version, f"{where}.rules_version", MAX_VERSION, 1),
        rules_digest=digest(message.rules_digest, f"{where}.rules_digest"),
        options=options,
        title=text(message.title, f"{where}.title", MAX_TITLE),
        founder=exact(message.founder, f"{where}.founder", KEY_BYTES),
        chance=exact(message.chance, f"{where}.chance", NONCE_BYTES),
        bots_vote=message.bots_vote,
        seats=number(message.seats, f"{where}.seats", MAX_PLAYERS, MIN_PLAYERS),
        answer_ms=number(message.answer_ms, f"{where}.answer_ms", MAX_LIMIT),
        buy_in_ms=number(message.buy_in_ms, f"{where}.buy_in_ms", MAX_LIMIT),
        turn_ms=number(message.turn_ms, f"{where}.turn_ms", MAX_LIMIT),
        grace_ms=number(message.grace_ms, f"{where}.grace_ms", MAX_LIMIT),
        bank_ms=number(message.bank_ms, f"{where}.bank_ms", MAX_LIMIT),
        plays_on=message.plays_on,
        silence_ms=number(message.silence_ms, f"{where}.silence_ms", MAX_LIMIT),
        begins_when_full=message.begins_when_full,
        continues=continuation_from_wire(message.continues, f"{where}.continues")
        if message.HasField("continues")
        else None,
    )


def _admit_from_wire(message: pb.Admit, where: str) -> Admit:
    certificate = at_most(message.tls_certificate, f"{where}.tls_certificate", MAX_CERTIFICATE)
    if not certificate:
        raise MalformedError("no certificate", f"{where}.tls_certificate", "DER")
    return Admit(
        exact(message.identity, f"{where}.identity", KEY_BYTES),
        certificate,
        message.vote,
        exact(message.signature, f"{where}.signature", SIGNATURE_BYTES),
    )


def _take_seat_from_wire(message: pb.TakeSeat, where: str) -> TakeSeat:
    return TakeSeat(
        exact(message.identity, f"{where}.identity", KEY_BYTES),
        text(message.name, f"{where}.name", MAX_NAME, 1),
        key_or_none(message.bot, f"{where}.bot"),
        exact(message.certificate, f"{where}.certificate", SIGNATURE_BYTES),
        exact(message.consent, f"{where}.consent", SIGNATURE_BYTES),
    )


def _ready_from_wire(message: pb.Ready, where: str) -> Ready:
    deal = number(message.deal, f"{where}.deal", MAX_DEAL)
    if len(message.nonce) not in {0, NONCE_BYTES}:
        raise MalformedError(f"{len(message.nonce)} bytes", f"{where}.nonce", f"none, or {NONCE_BYTES}")
    return Ready(deal, message.nonce)


def _deal_start_from_wire(message: pb.DealStart, where: str) -> DealStart:
    seats = tuple(
        seat_from_wire(seat, f"{where}.seats") for seat in listed(message.seats, f"{where}.seats", MAX_PLAYERS)
    )
    return DealStart(
        number(message.deal, f"{where}.deal", MAX_DEAL, 1),
        number(message.attempt, f"{where}.attempt", MAX_DEAL, 1),
        distinct(seats, f"{where}.seats"),
        ceremony_from_wire(message.ceremony, where),
        digest(message.deck_digest, f"{where}.deck_digest"),
    )


def _time_up_from_wire(message: pb.TimeUp, where: str) -> TimeUp:
    for limit, wire in _LIMITS.items():
        if wire == message.limit:
            return TimeUp(number(message.move, f"{where}.move", MAX_INDEX), limit)
    raise MalformedError("an unknown limit", f"{where}.limit", "one that this version knows")


def _absent_from_wire(message: pb.Absent, where: str) -> Absent:
    players = tuple(
        PlayerNumber(number(player, f"{where}.players", MAX_NUMBERS - 1))
        for player in listed(message.players, f"{where}.players", MAX_PLAYERS, 1)
    )
    owed = number(message.owed, f"{where}.owed", MAX_INDEX, 1)
    for choice, wire in _CHOICES.items():
        if wire == message.choice:
            return Absent(distinct(players, f"{where}.players"), owed, choice, message.again)
    raise MalformedError("an unknown choice", f"{where}.choice", "one that this version knows")


def _copies_from_wire(messages: Sequence[bytes], where: str) -> tuple[bytes, ...]:
    """Check that each copy is a whole signed message with shares, which holds no copies itself."""
    for copy in listed(messages, where, MAX_COPIES):
        inside = parse(pb.SignedMessage, copy, MAX_MESSAGE, where)
        if parse(pb.Payload, inside.payload, MAX_PAYLOAD, where).WhichOneof("kind") != "shares":
            raise MalformedError("a copy of another kind of message", where, "signed shares of another player")
    return tuple(messages)
