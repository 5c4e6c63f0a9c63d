"""Preferences that people set for themselves: how they are called on their turn, and whether they stream."""

from bot.commands.context import Context
from bot.engine.taken import heard_of
from bot.people.pings import ALL, ping_of
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.table.change import Refused


class PreferenceCommands:
    """Set preferences; each holds wherever its sender plays."""

    def __init__(self, context: Context) -> None:
        self._words, self._pings, self._safe = context.words, context.pings, context.safe

    async def pings(self, said: Said) -> Reply:
        """Set `pings on`, `off` or `dm`; alone, say what is set. Raises Refused, StoreTrouble."""
        person, words = said.message.sender.id, self._words(said.message)
        way = ping_of(said.rest[0]) if said.rest else await self._pings.of(person)
        if way is None:
            raise Refused("not-among", field="pings", values=", ".join(ALL))
        if said.rest:
            await self._pings.set(person, way, heard_of(said.message))
        match way:
            case "on":
                return Answer(words.text("pings-on"))
            case "off":
                return Answer(words.text("pings-off"))
            case "dm":
                return Answer(words.text("pings-dm"))

    async def safe(self, said: Said) -> Reply:
        """Set `safe on` or `safe off`; alone, say what is set. Raises Refused, StoreTrouble."""
        person, words = said.message.sender.id, self._words(said.message)
        match tuple(word.lower() for word in said.rest):
            case (("on" | "off") as word,):
                await self._safe.set(person, heard_of(said.message), on=word == "on")
            case ():
                pass
            case _:
                raise Refused("not-among", field="safe", values="on, off")
        return Answer(words.text("safe-is-on") if await self._safe.of(person) else words.text("safe-is-off"))
