"""Rewards that viewers take for a channel's points: suckers for their purse, or a seat."""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.commands.streams import CHIPS, StreamCommands
from bot.people.languages import Languages
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Message, Person, Reply
from bot.text.safe_text import safe_name
from persistence import StoreTrouble


class Rewards:
    """Give rewards to whoever took them. `hear` answers a message: a seat is taken as by anybody who asks for one."""

    def __init__(
        self, streams: StreamCommands, languages: Languages, hear: Callable[[Message], Awaitable[Reply]]
    ) -> None:
        self._streams, self._languages, self._hear = streams, languages, hear

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
        except StoreTrouble as trouble:
            # Perhaps it was given: then it stays in the streamer's queue, and is not given back besides.
            return None if trouble.pending else Answer(words.text("busy-store"), ok=False)
        name, line = f"reward:{redemption}", f"{words.prefix}join"
        answer = await self._hear(Message(name, person, venue, place, private=False, text=line, invited=True))
        return replace(answer, text=words.text("reward-said", who=safe_name(person.name), text=answer.text))
