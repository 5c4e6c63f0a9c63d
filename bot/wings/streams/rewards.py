"""Rewards that viewers take for channel points: suckers for their purse, a seat, or a stake at a crowd's table."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.engine.directory import Directory
from bot.people.languages import Languages
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Hear, Message, Person, Reply
from bot.text.safe_text import safe_name
from bot.wings.streams.stream_commands import CHIPS, STAKE, StreamCommands
from persistence import StoreTrouble


@dataclass(eq=False)
class Rewards:
    """Give rewards to people who took them. `hear` answers a message: seats and stakes work as if typed in chat."""

    streams: StreamCommands
    languages: Languages
    directory: Directory
    hear: Hear

    async def redeemed(
        self, person: Person, venue: VenueId, place: PlaceId, reward: str, redemption: str
    ) -> Reply | None:
        """Give somebody the reward that they took, and return what is said about it.

        If the answer is not `ok`, they get their points back. None: it is no reward of ours, or it may already have
        been given.
        """
        words = self.languages.words("en", platform_of(place), venue)
        try:
            found = await self.streams.reward(venue, reward)
            if found is None:
                return None
            if found.kind == CHIPS:
                await self.streams.give_chips(person, venue, found.amount, redemption)
                return Answer(words.text("reward-given", who=safe_name(person.name), amount=found.amount))
            line = await self._stake_line(venue, place, found.amount) if found.kind == STAKE else "join"
        except StoreTrouble as trouble:
            # Perhaps it was given: then it stays in the streamer's queue, and the points are not given back.
            return None if trouble.pending else Answer(words.text("busy-store"), ok=False)
        if not line:
            return Answer(words.text("reward-no-crowd", who=safe_name(person.name)), ok=False)
        name, text = f"reward:{redemption}", f"{words.prefix}{line}"
        answer = await self.hear(Message(name, person, venue, place, private=False, text=text, invited=True))
        return replace(answer, text=words.text("reward-said", who=safe_name(person.name), text=answer.text))

    async def _stake_line(self, venue: VenueId, place: PlaceId, amount: int) -> str:
        """Return the line that stakes this amount at the crowd's table here; empty if there is none."""
        crowds = [one for one in await self.directory.at(venue, place, fresh=True) if one.gathers is not None]
        return f"{crowds[0].code} {crowds[0].rules.name} {amount}" if crowds else ""
