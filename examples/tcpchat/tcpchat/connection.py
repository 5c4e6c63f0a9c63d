"""Connection: who is here, and the sockets on which they read."""

import asyncio

from bot.ports.messages import Person
from tcpchat.limits import MOST_HERE, MOST_UNREAD


class Room:
    """Hold the open connections. One person may have several; a line for them goes to all of these and to no other."""

    def __init__(self) -> None:
        self._here: dict[asyncio.StreamWriter, Person] = {}

    def enter(self, person: Person, writer: asyncio.StreamWriter) -> bool:
        """Let somebody in; False where the room is full."""
        if len(self._here) >= MOST_HERE:
            return False
        self._here[writer] = person
        return True

    def leave(self, writer: asyncio.StreamWriter) -> None:
        self._here.pop(writer, None)

    def people(self) -> list[Person]:
        return list(self._here.values())

    def tell(self, person: str, line: str) -> bool:
        """Write a line to whoever has this id; False where they are not here."""
        own = [writer for writer, one in self._here.items() if one.id == person]
        written = [write(writer, line) for writer in own]
        return any(written)

    def tell_all(self, line: str) -> None:
        for writer in list(self._here):
            write(writer, line)

    def close(self) -> None:
        for writer in list(self._here):
            writer.close()


def write(writer: asyncio.StreamWriter, line: str) -> bool:
    """Write a line without waiting; False where nobody reads it: a slow reader is cut off and must hold nobody up."""
    if writer.is_closing():
        return False
    if writer.transport.get_write_buffer_size() > MOST_UNREAD:
        writer.transport.abort()
        return False
    writer.write(f"{line}\n".encode())
    return True
