"""What nodes could say that they have checked."""

from kalooki.seat import Alarm, Checked, CheckedDeck, Mark

MARKS = (
    Mark(9, "begin", 0, ("tulip", "anchor", "river", "comet")),
    Mark(31, "deal", 1, ("velvet", "kettle", "orbit", "mango")),
    Mark(118, "scored", 1, ("tiger", "lemon", "quartz", "pencil")),
    Mark(124, "deal", 2, ("saddle", "comet", "walnut", "igloo")),
)
CHECKED = Checked(
    entries=171,
    messages=402,
    deals=1,
    deal=2,
    decks=(CheckedDeck("deal", 124, (0, 1, 2, 3), verified=True),),
    keys=4,
    shares=168,
    moves=21,
    void=1,
    certified=171,
    signers=4,
    voters=4,
    nodes=((0, 171), (1, 171), (2, 170), (3, 171)),
    marks=MARKS,
)
"""All is well, in the second deal."""

LIARS = (
    Alarm("fork", node=1, index=130),
    Alarm("invalid_shuffle_proof", 2, 2, 120),
    Alarm("bad_signature", node=3),
    Alarm("mismatch", node=1, index=140),
    Alarm("false_accusation", node=2, index=141),
    Alarm("double_vote"),
)
"""Everything that may be found, from the worst to what only its kind is known of."""
