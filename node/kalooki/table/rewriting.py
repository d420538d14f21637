"""What a node does when its log was taken back: what it said from there is said anew, or made afresh."""

from kalooki.table.desk import Desk
from kalooki.table.log import Entry, Message
from kalooki.table.payloads import Admit, KeyShare
from kalooki.table.settling import Settler
from kalooki.table.turn import Turn


class Rewriter:
    """Holds a node's own messages to the log that it has now.

    A message names the newest entry that its author had, so that it can be moved into no other log. When that entry is
    taken back the message is dead: a command is judged and signed again, and all else is forgotten, so that its duty
    makes it afresh. The dead one may stand in a log that wins yet: whichever is committed first counts.
    """

    def __init__(self, desk: Desk, settler: Settler) -> None:
        self._desk = desk
        self._settler = settler

    def rewind(self, removed: tuple[Entry, ...], turn: Turn) -> None:
        """The log was taken back: keep what others said in it, if it was said of what we still have."""
        desk = self._desk
        desk.pool.forget({entry.hash(desk.table) for entry in removed})
        for entry in removed:
            for message in entry.messages:
                if desk.replica.knows(message):
                    desk.hear(message)
        desk.workshop.rewind(record.ceremony for record in desk.state.ceremonies)
        desk.voids.clear()
        self.say_again(turn)

    def say_again(self, turn: Turn) -> None:
        """Deal with each own message that was made in another log; but while some of ours is lost, later."""
        desk = self._desk
        if desk.recovery.is_on:
            return
        for key, message in list(desk.pen.unsettled.items()):
            if not desk.replica.knows(message):
                self._say_again(key, message, turn)

    def _say_again(self, key: str, message: Message, turn: Turn) -> None:
        desk = self._desk
        match message.payload:
            case KeyShare():
                return  # its secret is still here: when its ceremony is opened again it is said as it was
            case _ if key.startswith("command/"):
                self._settler.say_again(key, message, turn)
                return
            case Admit() as admit:
                desk.admits.append(admit)
            case _:
                pass
        desk.pen.unwrite(key)
        desk.drop_held(message)
