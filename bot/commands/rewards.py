"""Rewards that viewers take for a channel's points: suckers for their purse, a seat, or a stake with a crowd."""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.commands.streams import CHIPS, STAKE, StreamCommands
from bot.engine.directory import Directory
from bot.people.languages import Languages
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Message, Person, Reply
from bot.text.safe_text import safe_name
from persistence import StoreTrouble


class Rewards:
    """Give rewards to whoever took them. `hear` answers a message: seats and stakes are had as by anybody who types."""

    def __init__(
        self,
        streams: StreamCommands,
        languages: Languages,
        directory: Directory,
        hear: Callable[[Message], Awaitable[Reply]],
    ) -> None:
        self._streams, self._languages, self._directory, self._hear = streams, languages, directory, hear

    async def redeemed(
        self, person: Person, venue: VenueId, place: PlaceId, reward: str, redemption: str
    ) -> Reply | None:
        """Give somebody the reward of a channel that they took, and return what is said of it.

        Where the answer is not `ok` their points go back. None: it is no reward of ours, or perhaps it was given.
        """
        words = self._languages.words("en", platform_of(place), venue)
        try:
            found = await self._streams.reward(venue, reward)
            if found is None:
                return None
            if found.kind == CHIPS:
                await self._streams.give_chips(person, venue, found.amount, redemption)
                return Answer(words.text("reward-given", who=safe_name(person.name), amount=found.amount))
            line = await self._stake_line(venue, place, found.amount) if found.kind == STAKE else "join"
        except StoreTrouble as trouble:
            # Perhaps it was given: then it stays in the streamer's queue, and is not given back besides.
            return None if trouble.pending else Answer(words.text("busy-store"), ok=False)
        if not line:
            return Answer(words.text("reward-no-crowd", who=safe_name(person.name)), ok=False)
        name, text = f"reward:{redemption}", f"{words.prefix}{line}"
        answer = await self._hear(Message(name, person, venue, place, private=False, text=text, invited=True))
        return replace(answer, text=words.text("reward-said", who=safe_name(person.name), text=answer.text))

    async def _stake_line(self, venue: VenueId, place: PlaceId, amount: int) -> str:
        """Return how somebody stakes so much with the crowd that plays here; empty where none does."""
        crowds = [one for one in await self._directory.at(venue, place, fresh=True) if one.gathers is not None]
        return f"{crowds[0].code} {crowds[0].rules.name} {amount}" if crowds else ""
