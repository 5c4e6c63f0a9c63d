"""Preferences that people set for themselves: how we call them on their turn, and whether they stream."""

from dataclasses import dataclass

from bot.commands.command import Command, Group, Parameter
from bot.engine.taken import heard_of
from bot.people.calls import PINGS, Pings, ping_of
from bot.people.languages import WordsOf
from bot.people.streamer_safe import StreamerSafe
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.table.change import Refused


@dataclass(eq=False)
class PreferenceCommands:
    """Set preferences; they hold wherever the person plays."""

    words: WordsOf
    ping_choices: Pings
    streamer_safe: StreamerSafe

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
