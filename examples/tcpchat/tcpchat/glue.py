"""Glue: one connection from its first line to its last, and the server that takes connections."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bot.app.application import Application
from bot.ports.audience import is_for_one
from bot.ports.messages import Person
from bot.ports.rate import Buckets
from persistence import StoreTrouble
from tcpchat.connection import Room, write
from tcpchat.inbound import ROOM, VENUE, greeted, said
from tcpchat.limits import A_SECOND, AT_ONCE, LONGEST, lines
from tcpchat.outbound import TcpChat, answered


class Door:
    """Take what each connection says to the application, and its answers back."""

    def __init__(self, app: Application, room: Room) -> None:
        self._app, self._room, self._rate = app, room, Buckets(AT_ONCE, A_SECOND)

    async def came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends, and leave nothing of it behind."""
        try:
            with contextlib.suppress(ConnectionError):
                await self._served(reader, writer)
        finally:
            self._room.leave(writer)
            writer.close()

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        person: Person | None = None
        async for line in lines(reader):
            if line is None:
                write(writer, f"** A line has {LONGEST} bytes at most; this one was not heard.")
            elif person is not None:
                await self._heard(person, line)
            elif (person := await self._greeted(line, writer)) is None:
                return

    async def _greeted(self, line: str, writer: asyncio.StreamWriter) -> Person | None:
        """Let somebody in and show how things stand; None for who does not say hello, or finds the room full."""
        guest = greeted(line)
        if guest is None or not self._room.enter(guest.person, writer):
            write(writer, "** The room is full." if guest else "** Say hello and your name first: hello ann")
            return None
        for text in await self._as_things_stand(guest.person):
            write(writer, text)
        write(writer, f"** Hello {guest.person.name}. You come back with: hello {guest.person.name} {guest.key}")
        return guest.person

    async def _as_things_stand(self, person: Person) -> list[str]:
        """Return the tables of the room, and what this person holds at theirs."""
        try:
            updates = await self._app.look(person, VENUE, ROOM, "en")
        except StoreTrouble:
            return ["** How things stand can't be told just now: type !table in a moment."]
        lines: list[str] = []
        for update in updates:
            if is_for_one(update.audience):
                lines += [f"** {text}" for text in update.card.own]
            else:
                lines += [f"* {text}" for text in update.card.lines]
        return lines

    async def _heard(self, person: Person, line: str) -> None:
        if not self._rate.take(person.id):
            self._room.tell(person.id, "** Too fast: that was not heard.")
            return
        message = said(person, line)
        if not message.private:
            self._room.tell_all(f"{person.name}> {message.text}")
        for text in answered(await self._app.hear(message)):
            self._room.tell(person.id, f"** {text}")


@contextlib.asynccontextmanager
async def serving(app: Application, room: Room, host: str, port: int) -> AsyncIterator[int]:
    """Add the adapter to an application that has not started, and take connections; give the port."""
    app.add(TcpChat(room))
    server = await asyncio.start_server(Door(app, room).came, host, port, limit=LONGEST)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        room.close()
        await server.wait_closed()
