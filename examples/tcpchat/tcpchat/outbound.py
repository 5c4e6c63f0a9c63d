"""Outbound: the adapter itself. What an audience lacks becomes lines: `* ` to all in the room, `** ` to one alone."""

from bot.ports.audience import of_key
from bot.ports.messages import OneRoom, Reach, Reply, Unreachable, Update
from games.kit.contract import Abilities
from tcpchat.connection import Room
from tcpchat.inbound import PLATFORM


class TcpChat(OneRoom):
    """Show tables in the room, and to each seat what is for that seat alone."""

    platform = PLATFORM
    abilities = Abilities(takes_back=False)
    prefix = ""
    stands = False

    def __init__(self, room: Room) -> None:
        self._room = room

    def wants_card(self, audience: str) -> bool:
        """A chat of lines is told news; who wants to see the table types `!table`."""
        return False

    async def show(self, update: Update) -> str:
        """Write the news. Raises Unreachable where they are for one person, who is not here."""
        lines = [line for news in update.news for line in news.text.splitlines()]
        audience = of_key(update.audience)
        if audience.place:
            for line in lines:
                self._room.tell_all(f"* {line}")
        elif not all(self._room.tell(audience.person, f"** {line}") for line in lines):
            raise Unreachable("not here", Reach.WAITS)
        return ""


def answered(answer: Reply) -> list[str]:
    """Return what the sender alone reads: each line of the answer, and the names of its files."""
    return [*answer.text.splitlines(), *(f"({file.name}: {len(file.content)} bytes)" for file in answer.files)]
