"""Why the rules refuse something and what would be right, by the code of the error."""

from kalooki_cli.language import gettext as _

PHASES = {
    "deal": _("the next deal to begin"),
    "upcard": _("the upcard to be opened"),
    "draw": _("a draw"),
    "play": _("a lay or a discard"),
    "reshuffle": _("the new stock to be shuffled"),
    "show": _("the hands to be opened"),
    "buy_in": _("a buy-in or a decline"),
    "call": _("calls of the discard, or for their answer"),
    "buy": _("the others, who may buy the discard"),
    "cut": _("the cut"),
    "challenge": _("challenges of a first lay"),
    "blitz": _("the others to lay what they can after the blitz"),
    "over": _("nothing more: the game is over"),
}

DUTIES = {
    "initial_meld": _("the first lay, with this card in it"),
    "any_initial_meld": _("a first lay"),
    "new_meld": _("a new meld that has this card in it"),
    "meld_or_build": _("a meld or a lay-off that uses this card"),
}

WHYS = {
    "empty": _("it is empty"),
    "unknown": _("there is no such move"),
    "too_much": _("there is too much in it"),
    "no_card": _("it names no card"),
    "no_meld": _("it names no meld, as in: on m2"),
    "no_number": _("a number is missing"),
    "no_seat": _("it names no seat, as p2"),
    "no_joker": _("it says which joker, as in: 6H for JK in m3"),
    "no_what": _("say overcall or lay"),
}

NEARLY = _("There is no house rule {option}, but: {near}. See: kalooki rules VARIANT --options")
"""Of a house rule that is spelled nearly as others are."""

REFUSALS: dict[str, str] = {
    # house rules and variants
    "unknown_option": _("There is no house rule {option}. See: kalooki rules VARIANT --options"),
    "bad_option_value": _(
        "The house rule {option} cannot be {value}, but: {allowed}. See: kalooki rules VARIANT --options"
    ),
    "option_not_applicable": _("{variant} has no choice in {option}: {reason}. See: kalooki rules {variant} --options"),
    "unknown_variant": _("There is no variant {name}, but: {known}. See: kalooki rules"),
    "wrong_number_of_seats": _("This is for {least} to {most} players, not for {seats}."),
    # whose move
    "not_now": _("Not now: the game waits for {phase}."),
    "game_is_over": _("The game is over."),
    "not_your_turn": _("It is not your turn: {turn} is to play."),
    "not_in_this_variant": _("This variant has no such move ({move})."),
    "must_draw_first": _("Draw first: <d:draw> takes the top card of the stock."),
    "already_drawn": _("You have drawn already; now lay <l>, or end with a discard <x>."),
    # the discard pile
    "pile_is_empty": _("The discard pile is empty; draw from the stock <d>."),
    "pile_is_locked": _(
        "The discard pile is locked until your first lay, except for a card that you"
        " use in that first lay at once. Draw from the stock <d>."
    ),
    "already_returned": _("You gave it back this turn; draw from the stock <d>."),
    "nothing_to_return": _("Only a card just taken for the first lay can be given back, and only at once."),
    "must_use_taken_card": _("You took {card}: the next thing is {how}, or give it back <r>."),
    # the cards
    "not_in_hand": _("You do not hold {card}."),
    "used_twice": _("{card} cannot lie in two places; you hold it once."),
    "contradicts_public_face": _("All have seen that card: it is {public}, no {claimed}."),
    "not_the_whole_hand": _("All {held} cards of the hand are to be shown, not {shown}."),
    # melds
    "too_few_cards": _("{cards} is too short: a meld has {least} cards or more."),
    "too_many_cards": _("{cards} is too long: at most {most} cards go here."),
    "only_jokers": _("A meld needs at least one card that is no joker."),
    "neither_set_nor_run": _(
        "{cards} is no meld: a set has one rank in different suits (7S 7H 7D), a run follows in one suit (7S 8S 9S)."
    ),
    "suit_twice": _("A set has each suit once, and {card} is there twice."),
    "not_consecutive": _("{cards} is not a run: its cards follow one another, written up or down."),
    "jokers_touch": _("{cards}: two jokers may not lie side by side in a run here."),
    "rank_twice": _("A run has each rank once, and {card} comes twice."),
    "ace_only_high": _("{cards}: the ace stands above the king (QH KH AH), not below 2."),
    "round_the_corner": _("{cards}: a run ends at the ace and does not go round it."),
    "undeclared_jokers": _(
        "One card with jokers only: say what the jokers are, for example"
        " {natural} JK=.. JK=.. for a run, or the suits of a set."
    ),
    "wrong_declaration": _("The joker cannot be {declared} there, but: {choices}."),
    "too_many_jokers": _("{cards} has too many jokers: of these cards at most {most} may be, whatever they stand for."),
    # laying
    "nothing_laid": _("Name the cards to lay, for example: lay 7S 7H 7D; TC JC QC."),
    "initial_meld_first": _("First make your own first lay: {needed} points or more in new melds."),
    "initial_meld_too_low": _(
        "These melds are worth {points}, and the first lay needs {needed} points in one"
        " go. Lay more melds together, parted by ;"
    ),
    "unknown_meld": _("There is no m{meld}; the table has {on_table} melds, from m1 on."),
    "meld_is_closed": _("m{meld} is complete: no card goes on it or out of it."),
    "does_not_fit": _("{card} does not fit on m{meld}. What fits: {fits}."),
    "place_is_ambiguous": _(
        "The joker could go to either end of m{meld}: say which card it is, {choices}, as in JK=7S."
    ),
    "build_limit": _(
        "At most {limit} cards a turn go on one end of m{meld}. More of them? Lay them as a run of their own."
    ),
    "only_naturals_exchange": _("A joker's place in m{meld} is taken by the real card from your hand."),
    "no_such_joker": _("No joker in m{meld} stands for {card}. It holds: {stands_for}."),
    "exchange_needs": _("The joker of m{meld} is released only by {missing} (needed at once: {count})."),
    "exchange_not_yet": _("Jokers can be taken only from the turn after your first lay."),
    "only_inner_jokers": _("Only a joker between two cards of a run can be taken (m{meld})."),
    "only_others_jokers": _("Jokers are taken from others' melds only, and m{meld} is yours."),
    "no_released_joker": _("Nothing in this lay has released a joker before that item."),
    "released_joker_unused": _("The released joker must be used in the same lay, after the exchange."),
    "released_joker_needs_new_meld": _("The released joker goes into a new meld, not onto m{meld}."),
    "must_keep_a_discard": _("Keep one card: a deal is won by discarding the last one, so a lay leaves one."),
    # the end of the turn
    "barred_from_going_out": _(
        "You did not announce your cards, so you may not go out this turn, nor lay down to one card."
    ),
    "just_taken": _("{card} was just taken from the pile; discard another card."),
    "wrong_slots": _("The new stock is not what it should be: {given} cards, not {needed}."),
    # what was typed
    "bad_card": _("{text} is no card: write rank then suit, as 7S, TD or 10d; a joker is JK."),
    "bad_move": _('I do not understand "{text}": {why}.'),
    "not_held": _("You do not hold {card}, or not once more."),
    "which_meld": _("{card} is one card. Say where it goes, as in {card} on m1. It fits on: {melds}."),
    "another_seat": _("That move is for another seat."),
}
