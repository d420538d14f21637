"""What happened at the table, as sentences."""

from kalooki.cards import Card, SeatNumber
from kalooki.rules import events as e
from kalooki_cli.language import gettext as _
from kalooki_cli.messages.contract_events import Happened, contract_event
from kalooki_cli.messages.talk import Talk, cards_left, listed, plural, points

HOW = {
    "call-up": _("goes out"),
    "kalooki": _("goes out in one turn: KALOOKI"),
    "out": _("goes out"),
    "bend": _("bends the table"),
    "blitz": _("blitzes"),
}
"""How another player went out."""

HOW_ME = {
    "call-up": _("go out"),
    "kalooki": _("go out in one turn: KALOOKI"),
    "out": _("go out"),
    "bend": _("bend the table"),
    "blitz": _("blitz"),
}

WHY_VOID = {
    "stock_ran_out": _("the stock ran out a second time"),
    "nothing_to_reshuffle": _("the stock ran out and no discards were left to shuffle"),
    "turn_cap": _("it took too many turns"),
    "absent": _("somebody is gone without whom it cannot be played on"),
}


def event(happened: e.Event, talk: Talk, drawn: tuple[Card, ...] = ()) -> list[str]:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a case per kind
    """Say what happened; `drawn` is what the reader's own draw brought."""
    look, say = talk.look, talk.say
    match happened:
        case _ if isinstance(happened, Happened):
            return [contract_event(happened, talk)]
        case e.Dealt():
            return [_dealt(happened, talk)]
        case e.TurnedUp(card, first):
            turned = _("The upcard is {card}.").format(card=look.card(card))
            begins = say(first, _("You begin."), _("{name} begins."))
            return [f"{turned} {begins}"]
        case e.Drew(seat, stock):
            return [_drew(seat, stock, talk, drawn)]
        case e.Took(seat, card, must_use):
            duty = _(" It must go into the first lay.") if must_use else ""
            mine, others = _("You take {card}."), _("{name} takes {card}.")
            return [say(seat, mine, others, card=look.card(card)) + duty]
        case e.Returned(seat, card):
            mine, others = _("You give {card} back."), _("{name} gives {card} back.")
            return [say(seat, mine, others, card=look.card(card))]
        case e.LaidDown(seat, meld, faces, worth):
            mine, others = _("You lay {meld}: {cards}"), _("{name} lays {meld}: {cards}")
            counted = "." if talk.contracts else _(" ({worth}).").format(worth=worth)
            return [say(seat, mine, others, meld=f"m{meld}", cards=look.faces(faces)) + counted]
        case e.MadeInitialMeld(seat) if talk.contracts:
            return [say(seat, _("That is your first lay."), _("That is {name}'s first lay."))]
        case e.MadeInitialMeld(seat, worth):
            mine = _("That is your first lay: {worth}.")
            others = _("That is {name}'s first lay: {worth}.")
            return [say(seat, mine, others, worth=points(worth))]
        case e.LaidOff(seat, meld, faces, all_faces):
            mine = _("You lay {cards} off on {meld}: {now}.")
            others = _("{name} lays {cards} off on {meld}: {now}.")
            parts: dict[str, object] = {"meld": f"m{meld}", "cards": look.faces(faces)}
            return [say(seat, mine, others, now=look.faces(all_faces), **parts)]
        case e.JokerExchanged():
            return [_exchanged(happened, talk)]
        case e.Discarded():
            return [_discarded(happened, talk)]
        case e.FailedToAnnounce(seat, left):
            mine = _("You did not announce your {left}: you may not go out next turn.")
            others = _("{name} did not announce {left}, and may not go out in the next turn.")
            return [say(seat, mine, others, left=cards_left(left))]
        case e.StockRanOut(cards):
            text = _("The stock has run out: all shuffle {cards} of the discard pile.")
            return [text.format(cards=cards_left(cards))]
        case e.StockReshuffled(cards, upcard):
            text = _("The new stock has {cards}; {top} lies on the discard pile.")
            return [text.format(cards=cards_left(cards), top=look.card(upcard))]
        case e.WentOut(seat, how):
            mine = _("*** You {how}! The deal is over.")
            others = _("*** {name} {how}! The deal is over.")
            word = HOW_ME[how] if seat == talk.me else HOW[how]
            return [say(seat, mine, others, how=word)]
        case e.HandOpened(seat, cards, worth):
            mine = _("You show {cards}: {worth}.")
            others = _("{name} shows {cards}: {worth}.")
            shown = look.cards(cards) or _("nothing")
            return [say(seat, mine, others, cards=shown, worth=points(worth))]
        case e.HandClosed(seat, held, worth):
            mine = _("Your {cards} were not shown in time, and count {worth}.")
            others = _("{name} does not show the {cards} held: they count {worth}.")
            return [say(seat, mine, others, cards=cards_left(held), worth=points(worth))]
        case e.WentAway(seat, "left"):
            return [say(seat, _("You have left the game."), _("{name} has left the game."))]
        case e.WentAway(seat, "removed"):
            mine = _("The others have sent you away, and play on without you.")
            return [say(seat, mine, _("{name} is sent away: the others play on without this seat."))]
        case e.WentAway(seat, "kept"):
            mine = _(
                "You were missed for so long that the others play on with the parts of your key that they keep."
                " Type back to ask them to let you in."
            )
            return [say(seat, mine, _("{name} is missed: the deal goes on with the key that the others keep."))]
        case e.WentAway(seat):
            mine = _(
                "You were missed for so long that the others play on without you. Type back to ask them to let you in."
            )
            return [say(seat, mine, _("{name} is missed: the others play on without this seat."))]
        case e.CameBack(seat, "return"):
            return [say(seat, _("You are back, and play from the next deal on."), _("{name} is back in the game."))]
        case e.CameBack(seat):
            return [say(seat, _("A bot plays your seat."), _("{name} plays this seat from the next deal on."))]
        case e.DealScored():
            return scored(happened, talk)
        case e.DealVoided(number, _attempt, reason):
            text = _("Deal {number} does not count: {why}. The same dealer deals again.")
            return [text.format(number=number, why=WHY_VOID[reason])]
        case e.MayBuyIn(seat, price, score):
            mine = _("You are over the limit. You may buy back in for {price}: {score}.")
            others = _("{name} is over the limit and may buy back in for {price}.")
            goes_on = _("you would go on with {score}").format(score=points(score))
            return [say(seat, mine, others, price=talk.money(price), score=goes_on)]
        case e.BoughtIn(seat, price, total, used):
            mine = _("You pay {price} to the pool, buy back in and go on with {total} (buy-in {used}).")
            others = _("{name} pays {price} to the pool, buys back in and goes on with {total} (buy-in {used}).")
            parts = {"price": talk.money(price), "total": points(total), "used": used}
            return [say(seat, mine, others, **parts)]
        case e.Declined(seat):
            mine = _("You do not buy back in.")
            return [say(seat, mine, _("{name} does not buy back in."))]
        case e.Eliminated(seat, total):
            mine = _("You are out of the game with {total}.")
            others = _("{name} is out of the game with {total}.")
            return [say(seat, mine, others, total=points(total))]
        case e.GameEnded():
            return settlement(happened, talk)


def _dealt(dealt: e.Dealt, talk: Talk) -> str:
    again = _(", dealt again") if dealt.attempt > 1 else ""
    mine = _("--- Deal {number}{again}: you deal {cards} to each of {count}.")
    others = _("--- Deal {number}{again}: {name} deals {cards} to each of {count}.")
    return talk.say(
        dealt.dealer,
        mine,
        others,
        number=dealt.number,
        again=again,
        cards=cards_left(dealt.hand_size),
        count=len(dealt.seats),
    )


def _drew(seat: SeatNumber, stock: int, talk: Talk, drawn: tuple[Card, ...]) -> str:
    left = _("{count} left").format(count=stock)
    if seat != talk.me:
        text = _("{name} draws from the stock ({left}).")
        return text.format(name=talk.other(seat), left=left)
    if not drawn:
        return _("You draw from the stock ({left}).").format(left=left)
    text = _("You draw {cards} from the stock ({left}).")
    return text.format(cards=talk.look.cards(drawn), left=left)


def _exchanged(done: e.JokerExchanged, talk: Talk) -> str:
    mine = _("You put {cards} in the joker's place in {meld}: {now}.")
    others = _("{name} puts {cards} in the joker's place in {meld}: {now}.")
    text = talk.say(
        done.seat,
        mine,
        others,
        cards=talk.look.cards(done.cards),
        meld=f"m{done.meld}",
        now=talk.look.faces(done.meld_cards),
    )
    return text + (_(" The joker goes into the hand.") if done.to_hand else "")


def _discarded(done: e.Discarded, talk: Talk) -> str:
    told = "" if done.announced is None else _(', announcing "{count}"').format(count=done.announced)
    mine = _("You discard {card}{told}; you hold {left}.")
    others = _("{name} discards {card}{told} and holds {left}.")
    card, left = talk.look.card(done.card), cards_left(done.left)
    return talk.say(done.seat, mine, others, card=card, told=told, left=left)


def scored(result: e.DealScored, talk: Talk) -> list[str]:
    """Say what a deal cost everybody."""
    counted = _("Deal {number} is counted:")
    if result.how == "bend":
        counted = _("Deal {number} is counted, the cards double since the table was bent:")
    lines = [counted.format(number=result.number)]
    for line in result.scores:
        text = _("  {name}: {points}, {total} in all")
        if any(one.money for one in result.scores):
            text += _(", money {money:+d}")
        name = talk.other(line.seat) + (_(" (you)") if line.seat == talk.me else "")
        worth = points(line.points)
        filled = text.format(name=name, points=worth, total=line.total, money=line.money)
        lines.append(filled)
    return lines


def settlement(end: e.GameEnded, talk: Talk) -> list[str]:
    """Say who won, how everybody stands, and the fewest payments that square it."""
    winners = listed([talk.other(seat) for seat in end.winners])
    one = _("*** The game is over: {winners} wins the pool of {pool}.")
    many = _("*** The game is over: {winners} share the pool of {pool}.")
    text = plural(len(end.winners), one, many)
    if not end.pool:
        one, many = _("*** The game is over: {winners} wins."), _("*** The game is over: {winners} share the victory.")
        text = plural(len(end.winners), one, many)
    lines = [text.format(winners=winners, pool=talk.money(end.pool))]
    if not any(end.money):
        return lines
    for number, amount in enumerate(end.money):
        name = talk.other(SeatNumber(number))
        lines.append(_("  {name}: {amount:+d}").format(name=name, amount=amount))
    if end.payments:
        lines.append(_("To square it:"))
    for payment in end.payments:
        text = _("  {payer} pays {payee} {amount}.")
        payer, payee = talk.other(payment.payer), talk.other(payment.payee)
        lines.append(text.format(payer=payer, payee=payee, amount=talk.money(payment.amount)))
    return lines
