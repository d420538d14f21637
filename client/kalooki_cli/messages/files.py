"""Why a file that was written by hand is refused, by the code of the error; and what is said about deals and sheets."""

from kalooki_cli.language import gettext as _

FILES: dict[str, str] = {
    # the form of a file
    "unreadable": _("It cannot be read: {reason}."),
    "not_toml": _("This is no TOML: {reason}."),
    "unknown_format": _("The format is {key} = {known}; this is another one."),
    "unknown_key": _("There is no key {key} here, but: {allowed}."),
    "missing_key": _("The key {key} is missing."),
    "wrong_type": _("{key} is {wanted}."),
    "out_of_range": _("{key} is from {least} to {most}."),
    # players
    "bad_player_name": _("{name} is no player's name: a few characters, as p1; no spaces in a deal file."),
    "named_twice": _("{name} is named twice; once is right."),
    "unknown_player": _("Nobody called {name} plays, but: {known}."),
    "not_playing": _("{name} is out of the game and has no part in this deal."),
    "nobody_left": _("Two players or more must be in; here it is {playing}."),
    # cards
    "too_many_copies": _("{card} is there {copies} times, and the deck has it {in_deck} times."),
    "not_enough_cards": _("{key}: {wanted} cards are needed, and the deck has {left} left."),
    "no_cards": _("There are no cards. Write them with spaces between them: 7S 8S JK=9S."),
    "hand_too_big": _("{cards} cards are more than any hand has: at most {most}."),
    "bad_table_line": _('"{text}" is no meld on the table: write it as p2: 5H JK=6H 7H.'),
    # score sheets
    "unknown_way": _("Nobody wins by {how} here, but by: {known}."),
    "not_this_ending": _("Deal {number} cannot be won by {how}, but by: {known}."),
    "not_counted": _("It does not say what {name} had left."),
    "winner_holds_cards": _("{name} went out and has nothing left."),
    "impossible_points": _("No hand is worth {points} points ({name})."),
    "void_deal_counts": _("The deal is void: it has no {key}."),
    "not_over_the_limit": _("{name} has {total} and is not over the limit; only who is over it buys back in."),
    "no_buy_in_left": _("{name} may not buy back in again: {used} are used up."),
    "only_one_left": _("{name} may not buy back in: only {winner} is left, and has won."),
}
