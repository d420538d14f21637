"""What the contract games refuse: contracts, calls, challenges, cuts, and jokers that stay where they are."""

from kalooki_cli.language import gettext as _

CONTRACTS = {
    "contract_not_met": _(
        "The first lay is the contract: sets {sets}, runs {runs}, in one lay and before anything else."
        " This has sets {laid_sets}, runs {laid_runs}."
    ),
    "no_further_melds": _("After the contract there are no new melds; lay cards off instead (<l:lay> 5S on m2)."),
    "same_rank_twice": _("Your sets are of different ranks, and m{meld} has this rank already."),
    "same_suit_twice": _("Your runs are of different suits, and m{meld} has this suit already."),
    "pile_is_locked_after_lay": _("You have laid, so you draw from the stock <d>."),
    "discard_was_called": _("The discard went to a caller; draw from the stock <d>."),
    "joker_only_on_own": _("A joker goes only onto a meld of your own, and m{meld} is another player's."),
    "high_end_first": _(
        "m{meld} grows upwards until its ace lies there, and only then downwards: lay on its high end first."
    ),
    "joker_stays": _("A joker never leaves its meld here; it moves up: <l:lay> 7H for JK in m{meld} up."),
    "joker_cannot_move": _(
        "The joker of m{meld} cannot move: there is no free place for it. Leave it, or lay your card off elsewhere."
    ),
    "joker_discard": _("A joker is not thrown away: discard another card. With only jokers left, end the turn <e>."),
    "not_only_jokers": _(
        "A turn ends without a discard only if nothing but jokers is left, and all {held} are shown (not {shown}). Else"
        " discard a card <x>."
    ),
    "can_still_discard": _("You can still discard <x>, so the turn does not end without it."),
    "joker_can_be_tacked": _(
        "A joker can still be laid off on m{meld}: <l:lay> JK on m{meld}. Only then the turn may end so."
    ),
    "has_laid": _("You have laid, so you make no more calls; draw in your turn."),
    "no_calls_left": _("You have made all {most} calls of this deal; let the card pass <p>."),
    "own_discard": _("You threw that card away yourself; only the others may have it."),
    "already_answered": _("You have answered that already; wait for the others."),
    "too_few_to_draw": _(
        "There are fewer than {needed} cards left to draw, so nobody can call; let the card pass <p>."
    ),
    "nobody_called": _("Nobody has called, so there is nothing to answer: draw <d> or take <t>."),
    "calls_are_open": _("{waiting} may still call; wait, or draw <d> or take <t>."),
    "must_allow": _("You have laid, so you cannot take the card: allow the call, or draw."),
    "no_judge": _("Who called first is not yours to judge here: allow without a name."),
    "which_caller": _("Several call: name the one whom you allow, of {callers} (<a:allow> Bea)."),
    "cannot_challenge": _("Challenge another player of this deal, for an overcall or a lay: challenge Bea lay."),
    "too_late_to_challenge": _("That player has laid: calls are challenged before the caller lays."),
    "already_charged": _(
        "That player has been charged for every call too many already; so you pay nothing for saying it."
    ),
    "nothing_to_challenge": _(
        "There is no first lay to challenge: one is challenged in the turn in which it was made."
    ),
    "may_not_lay_yet": _("You called too often, and may lay only after all others have: discard <x>."),
    "must_discard_now": _("Your false lay is back in your hand: end the turn with a discard <x>."),
    "only_the_dealer": _("Only the dealer cuts: {dealer}."),
    "already_cut": _("The cut of this deal has been made; there is one in a deal."),
    "not_the_contract": _(
        "The first lay is exactly this: sets of {sets}, runs of {runs}."
        " This has sets of {laid_sets}, runs of {laid_runs}."
    ),
    "not_everything": _("In this deal all cards are laid at once; {left} would be left, and at most {most} may be."),
    "only_the_contract": _("In the turn of your first lay you lay nothing but the contract."),
    "first_lay_jokers": _("The contract may hold jokers: {most}. This has {jokers}."),
    "not_half_safe": _("A joker may stand for {card} only once a {card} has been discarded or melded."),
    "undeclared_set_joker": _("Say which card the joker is, as JK=8S; it can be: {choices}."),
    "only_new_melds": _("After a blitz you lay new melds from your own hand, and nothing else; or pass."),
    "discard_is_dead": _(
        "That discard could have been played on the table, so nobody may take it; draw from the stock <d>."
    ),
    "buyers_first": _("The others may still buy the discard; wait for them."),
    "only_the_cutter": _("Only the player left of the dealer cuts."),
    "no_depth": _("This cut names no number: cut."),
    "too_late_to_show": _("Cards are shown before the first draw of the deal."),
    "already_shown": _("You have been paid for that."),
    "nothing_to_show_for": _(
        "Nobody pays for these cards: show three or more jokers, or what else your house pays for."
    ),
    "bad_depth": _("Say how many cards you want to lift, from 1 to {most}: cut 36."),
}
