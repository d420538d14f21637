"""What happens only in the contract games, as sentences."""

from kalooki.rules import events as e
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.talk import Talk, cards_left, points

Happened = (
    e.JokerMoved
    | e.TurnEnded
    | e.Called
    | e.Passed
    | e.DrawStands
    | e.CallGranted
    | e.CutMade
    | e.Challenged
    | e.TookBack
    | e.Penalized
    | e.PackCut
    | e.JokerKept
    | e.Showed
    | e.PaidIn
)

WHY_POINTS = {
    "joker_discard": _("for the joker on the discard pile"),
    "overcall": _("for calling too often"),
    "false_lay": _("for a false lay"),
    "wrong_challenge": _("for a wrong challenge"),
    "cut": _("for the cut"),
}

WHY_MONEY = {
    "buy": _("for the card"),
    "playable_discard": _("for a discard that could have been played; nobody may have it"),
}


def contract_event(happened: Happened, talk: Talk) -> str:  # noqa: C901, PLR0911, PLR0912 - a case per kind
    """Say what happened."""
    look, say = talk.look, talk.say
    match happened:
        case e.JokerMoved(seat, meld, card, faces):
            mine = _("You put {card} in the joker's place in {meld}, and it moves: {now}.")
            others = _("{name} puts {card} in the joker's place in {meld}, and it moves: {now}.")
            return say(seat, mine, others, card=look.card(card), meld=f"m{meld}", now=look.faces(faces))
        case e.TurnEnded(seat, jokers):
            mine = _("You hold only jokers ({count}) and end the turn without a discard.")
            others = _("{name} holds only jokers ({count}) and ends the turn without a discard.")
            return say(seat, mine, others, count=cards_left(jokers))
        case e.Called(seat):
            return say(seat, _("You call the discard."), _("{name} calls the discard."))
        case e.Passed(seat):
            return say(seat, _("You let it pass."), _("{name} lets it pass."))
        case e.DrawStands(seat):
            return say(seat, _("You will draw when all have answered."), _("{name} will draw when all have answered."))
        case e.CallGranted(seat, card, calls, drawn, stock):
            mine = _("You get {card} by call {calls}, and {count} from the stock ({left} left).")
            others = _("{name} gets {card} by call {calls}, and {count} from the stock ({left} left).")
            return say(seat, mine, others, card=look.card(card), calls=calls, count=cards_left(drawn), left=stock)
        case e.CutMade(seat, depth, lift, wanted):
            mine, others = _("You cut at {depth} and lift {lift}"), _("{name} cuts at {depth} and lifts {lift}")
            came = _(", which is right.") if lift == wanted else _("; {wanted} would be right, so there is no bonus.")
            return say(seat, mine, others, depth=depth, lift=lift) + came.format(wanted=wanted)
        case e.Challenged():
            return _challenged(happened, talk)
        case e.TookBack(seat, cards):
            mine, others = _("You take {cards} back."), _("{name} takes {cards} back.")
            return say(seat, mine, others, cards=look.cards(cards))
        case e.Penalized(seat, worth, why):
            mine, others = _("You get {worth} {why}."), _("{name} gets {worth} {why}.")
            return say(seat, mine, others, worth=points(worth), why=WHY_POINTS.get(why, why))
        case e.PackCut(seat):
            return say(
                seat, _("You cut, and the bottom card is turned."), _("{name} cuts, and the bottom card is turned.")
            )
        case e.JokerKept(seat, price):
            mine = _("It is a joker, which you keep; each of the others pays you {price}.")
            others = _("It is a joker, which {name} keeps; each of the others pays {price}.")
            return say(seat, mine, others, price=talk.money(price))
        case e.Showed(seat, cards, price):
            mine = _("You show {cards}; each of the others pays you {price}.")
            others = _("{name} shows {cards}; each of the others pays {price}.")
            return say(seat, mine, others, cards=look.cards(cards), price=talk.money(price))
        case e.PaidIn(seat, price, why):
            mine, others = _("You pay {price} to the kitty {why}."), _("{name} pays {price} to the kitty {why}.")
            return say(seat, mine, others, price=talk.money(price), why=WHY_MONEY.get(why, why))


def _challenged(challenged: e.Challenged, talk: Talk) -> str:
    target = talk.name(challenged.target)
    what = _("the calls") if challenged.what == "overcall" else _("the lay")
    right = _("rightly") if challenged.upheld else _("wrongly")
    mine = _("You challenge {what} of {target}, {right}.")
    others = _("{name} challenges {what} of {target}, {right}.")
    return talk.say(challenged.seat, mine, others, what=what, target=target, right=right)
