"""Preferences that people set for themselves: how we call them on their turn, their face, and whether they stream."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError, heard_of
from bot.people.faces import Faces
from bot.people.languages import WordsOf
from bot.people.preferences import PINGS, Pings, ping_of
from bot.people.streamer_safe import StreamerSafe
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.render.seat_lines import OF_PEOPLE
from bot.table.change import Change, Refused

ANY: Final = "any"
"""Chooses no face: each table gives one."""


@dataclass(eq=False)
class PreferenceCommands:
    """Set preferences; they hold wherever the person plays."""

    words: WordsOf
    ping_choices: Pings
    streamer_safe: StreamerSafe
    faces: Faces
    repository: Repository
    directory: Directory

    @Command(
        "pings",
        Group.ME,
        parameters=(Parameter("way", "slash-way", choices=lambda: ("on", "off", "dm")),),
        apart=True,
        of_a_table=False,
    )
    async def pings(self, said: Said) -> Reply:
        """Answer `pings on`, `off` or `dm`; alone, say what is set. Raises Refused, StoreTrouble."""
        person, words = said.message.sender.id, self.words(said.message)
        way = ping_of(said.rest[0]) if said.rest else await self.ping_choices.of(person)
        if way is None:
            raise Refused("not-among", field="pings", values=", ".join(PINGS))
        if said.rest:
            await self.ping_choices.set(person, way, heard_of(said.message))
        match way:
            case "on":
                return Answer(words.text("pings-on"))
            case "off":
                return Answer(words.text("pings-off"))
            case "dm":
                return Answer(words.text("pings-dm"))

    @Command(
        "safe",
        Group.ME,
        parameters=(Parameter("way", "slash-safe", choices=lambda: ("on", "off")),),
        apart=True,
        of_a_table=False,
    )
    async def safe(self, said: Said) -> Reply:
        """Answer `safe on` or `safe off`; alone, say what is set. Raises Refused, StoreTrouble."""
        person, words = said.message.sender.id, self.words(said.message)
        match tuple(word.lower() for word in said.rest):
            case (("on" | "off") as word,):
                await self.streamer_safe.set(person, heard_of(said.message), on=word == "on")
            case ():
                pass
            case _:
                raise Refused("not-among", field="safe", values="on, off")
        return Answer(words.text("safe-is-on") if await self.streamer_safe.of(person) else words.text("safe-is-off"))

    @Command(
        "face",
        Group.ME,
        parameters=(Parameter("face", "slash-face", choices=lambda: (*OF_PEOPLE, ANY)),),
        apart=True,
        of_a_table=False,
    )
    async def face(self, said: Said) -> Reply:
        """Answer `face fox`, or `face any`; alone, say what is set. Raises Refused, StoreTrouble."""
        person, words = said.message.sender.id, self.words(said.message)
        match tuple(word.lower() for word in said.rest):
            case (word,) if word in {*OF_PEOPLE, ANY}:
                face = "" if word == ANY else word
                await self._put_on(person, face, said)
                await self.faces.set(person, face, heard_of(said.message))
            case ():
                face = await self.faces.of(person)
            case _:
                raise Refused("not-among", field="face", values=", ".join((*OF_PEOPLE, ANY)))
        if face:
            return Answer(words.text("face-is", face=face))
        return Answer(words.text("face-is-any", faces=", ".join(OF_PEOPLE)))

    async def _put_on(self, person: PersonId, face: str, said: Said) -> None:
        """Change somebody's face at each table where they sit, or wait to sit down. Raises StoreTrouble."""

        def act(change: Change) -> None:
            session, seat = change.session, change.session.seat_of(person)
            if seat is not None:
                change.session = session.with_seat(seat, replace(session.seats[seat], face=face))
            elif session.newcomer(person) is not None:
                new = tuple(replace(one, face=face) if one.player == person else one for one in session.newcomers)
                change.set(newcomers=new)

        for session in await self.directory.holding(person):
            with suppress(GoneError, RepeatedError):  # it has closed, or a repeat of this line did it
                await self.repository.update(session.ref, (f"{said.message.id} face",), act)
