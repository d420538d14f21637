"""Every limit on what may come from outside, in one place. What is longer, more or greater is malformed."""

KIB = 1024

# --- lengths in bytes -------------------------------------------------------------------------------------------------

DIGEST_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64
NONCE_BYTES = 32
ELEMENT_BYTES = 32
CIPHERTEXT_BYTES = 64
POSSESSION_PROOF_BYTES = 64
SHARE_PROOF_BYTES = 96
BOX_BYTES = 80
SCALAR_BYTES = 32

MAX_CARDS = 256
"""Cards of one ceremony; the largest deck has 218."""
MAX_SHUFFLE_PROOF = ELEMENT_BYTES * (7 + 3 * MAX_CARDS + 1)
"""The length itself is judged with the proof, since whoever signs a shuffle without one is to be named for it."""
MAX_PAYLOAD = 64 * KIB
MAX_MESSAGE = MAX_PAYLOAD + KIB
MAX_BODY = 512 * KIB
"""All messages of one entry; a packet stays under the transport's limit of 1 MiB."""
MAX_ENTRY = MAX_BODY + KIB
MAX_ACK = 256
MAX_VOTE = 256
MAX_CERTIFICATE = 2 * KIB
"""A node's TLS certificate, DER."""
MAX_NAME = 64
MAX_TITLE = 64
MAX_REASON = 200
MAX_CHAT = 400
"""A line that somebody says."""
MAX_PACKET_CHAT = 512
"""The same with its author, counter and signature."""
MAX_KEY = 32
"""The key of a variant, a bot or a house rule, and of a code."""
MAX_OPTION = 64
MAX_TEXT = 1000
"""Sentences from the own node."""
MAX_PATH = 4096

# --- numbers ----------------------------------------------------------------------------------------------------------

MAX_INDEX = 2**48 - 1
MAX_LIMIT = 24 * 3600 * 1000
"""Milliseconds that a table gives a player."""
"""Indexes, terms, moves and counters."""
MAX_NODES = 64
MAX_PLAYERS = 8
MIN_PLAYERS = 2
MAX_NUMBERS = 32
"""Players who ever had a seat at a table, bots that took one over among them."""
MAX_TURN = 65_535
"""Turns of a deal, and reshuffles."""
MAX_DEAL = 9_999
"""Deals of a game, and attempts at a deal."""
MAX_CEREMONY = 999_999
MAX_SLOT = 65_535
MAX_MELD = 999
MAX_RANK = 13
MAX_VERSION = 65_535
MAX_POINTS = 2**30
"""Points and money, either sign."""

# --- lists ------------------------------------------------------------------------------------------------------------

MAX_MESSAGES = 32
MAX_ITEMS = 32
"""Items of a lay."""
MAX_ITEM_CARDS = 32
MAX_BATCHES = 32
MAX_COPIES = 32
MAX_OPTIONS = 64
MAX_ACKS = MAX_NODES
MAX_VOTES = MAX_NODES
MAX_EVENTS = 4096
MAX_RESULTS = 4096
"""Lines of a score sheet."""
MAX_SAID = 256
"""Lines in one update."""
MAX_MELDS = 256
MAX_LISTED_DECKS = 256
"""Decks of one deal that a node tells its client of."""
MAX_LISTED_MARKS = 16
MAX_LISTED_ALARMS = 64
MAX_WORDS = 8
"""Words of an entry of the log, by which people compare it."""
MAX_SHOWN = 2
"""Combinations that one seat has shown for money."""

# --- a transcript -----------------------------------------------------------------------------------------------------

MAX_RECORD = MAX_ENTRY + KIB
MAX_RECORDS = 4_000_000
MAX_EVIDENCE = MAX_ENTRY
MAX_BRANCH = 64 * KIB * KIB
"""The transcript of an earlier table, within that of the one that goes on from it."""
