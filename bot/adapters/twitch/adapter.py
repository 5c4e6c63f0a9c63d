"""The Twitch adapter: what the bot shows goes into chat as lines, what people say there comes in."""

import contextlib
import time
from typing import Final, NamedTuple

import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from bot.adapters.twitch.connection.accounts import Accounts, Channel
from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.connection.supervisor import Supervisor
from bot.adapters.twitch.inbound.listener import Listener
from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.names import PLATFORM, id_of, place_named, venue_named
from bot.adapters.twitch.outbound.channel_features import ChannelFeatures
from bot.adapters.twitch.outbound.lines import lines_of, without_addresses
from bot.adapters.twitch.outbound.sender import NotTakenError, Sender
from bot.adapters.twitch.outbound.whispers import Whispers
from bot.adapters.twitch.port import Bot
from bot.ports.audience import is_for_one, of_key
from bot.ports.chat import Notes
from bot.ports.ids import AudienceKey, PersonId, PlaceId
from bot.ports.messages import Door, OneRoom, Reach, Unreachable, Update
from games.kit.contract import Abilities

PATIENCE: Final = 15.0
"""Seconds without Twitch after which the clocks of its tables stand still (threats F26)."""
MOST_GAMES: Final = 5_000
SHOWN: Final = "shown"
"""The handle of a table that was told of here before."""
log = structlog.get_logger()


class Left(NamedTuple):
    """The lines still to be said of a table's news up to batch `upto`; the first may have been said."""

    lines: tuple[str, ...]
    upto: int


class TwitchAdapter(OneRoom):
    """Says in chat what happens at tables, and brings what is said there; says nothing until it is logged in.

    Chat takes nothing back, and who watches the broadcast sees it later than who reads the chat. `conduit`: the id of
    ours, to hear chat by; empty: by our own sockets. `limits`: what it allows itself and others.
    """

    platform: str = PLATFORM
    abilities: Abilities = Abilities(takes_back=False, equal_delay=False)
    prefix: str = ""
    stands: bool = False

    def __init__(
        self, bot: Bot, notes: Notes, accounts: Accounts, *, conduit: str = "", limits: RateLimits | None = None
    ) -> None:
        self._bot, self.accounts = bot, accounts
        self._away_since: float | None = None
        self._told_hands: FIFOCache[str, str] = FIFOCache(MOST_GAMES)
        self._whispered: FIFOCache[str, int] = FIFOCache(MOST_GAMES)
        self._left: FIFOCache[str, Left] = FIFOCache(MOST_GAMES)
        self.limits = limits or RateLimits()
        self.sender = Sender(self.limits, self._logged_in)
        self.channel_features = ChannelFeatures(self._logged_in)
        self.whispers = Whispers(notes, self.limits, self._logged_in)
        self.listener = Listener(bot, self.sender, self.whispers, self.channel_features)
        self.supervisor = Supervisor(bot, accounts, self.listener, conduit)

    def _logged_in(self) -> Listening:
        client = self.supervisor.client
        if client is not None and self.supervisor.is_up:
            self._away_since = None
            return client
        now = time.monotonic()
        self._away_since = self._away_since or now
        if now - self._away_since > PATIENCE:
            raise Unreachable("Twitch is away", Reach.SHUT, after=5.0)
        raise Unreachable("not logged in", after=1.0)

    def wants_card(self, audience: AudienceKey) -> bool:  # noqa: ARG002 - in chat none is
        """Return False: chat is told news alone; the panel stands on the overlay and on people's pages."""
        return False

    async def show(self, update: Update) -> str:
        """Say in a channel what is new at a table; return the handle. Raises Unreachable, for a person always."""
        if is_for_one(update.audience):
            return await self._show_person(update)
        channel = id_of(update.audience)
        client = self._logged_in()
        if channel not in client.channels:
            raise Unreachable("not in this channel", Reach.SHUT, after=30.0)
        venue, place, key = venue_named(channel), place_named(channel), f"{channel}/{update.table}"
        words = self._bot.words("en", venue)
        hands_at = await self._bot.way_in(place) if self._hands_to_tell(update, channel) else ""
        before = self._left.get(key, Left((), -1))
        fresh = replace(update, news=tuple(one for one in update.news if one.number > before.upto))
        lines = [*before.lines, *lines_of(fresh, words, hands_at=hands_at)]
        if not lines:
            return update.handle
        self.limits.take(channel, len(lines))
        announced = not update.handle and await self._bot.announces(venue)
        if announced and await self.channel_features.announce(channel, lines[0]):
            lines = lines[1:]
        await self._say_all(channel, lines, key, max([before.upto, *(one.number for one in update.news)]))
        if hands_at:
            self._tell_hands(update, channel)
        return SHOWN

    async def _say_all(self, channel: str, lines: list[str], key: str, upto: int) -> None:
        """Say these lines. Raises Unreachable; what was not said by then is remembered, and nothing is said twice."""
        for done, line in enumerate(lines):
            self._left[key] = Left(tuple(lines[done:]), upto)
            await self._say_or_drop(channel, line)
        self._left.pop(key, None)

    async def _say_or_drop(self, channel: str, line: str) -> None:
        """Say a line, without its addresses where the channel allows none; one that it does not take at all is lost."""
        try:
            await self.sender.say(channel, line)
        except NotTakenError:
            with contextlib.suppress(NotTakenError):
                await self.sender.say(channel, without_addresses(line))

    def _hands_to_tell(self, update: Update, channel: str) -> bool:
        """Return whether chat is to be told where people find their hands: once a game in which any are held."""
        panel = update.card
        told = self._told_hands.get(f"{channel}/{panel.code}")
        return panel.hands and panel.phase == "playing" and told != game_of(update)

    def _tell_hands(self, update: Update, channel: str) -> None:
        self._told_hands[f"{channel}/{update.card.code}"] = game_of(update)

    async def _show_person(self, update: Update) -> str:
        """Raise Unreachable: what is for one alone stands on their page, for no private way on Twitch can be trusted.

        Who asked for direct messages is whispered to besides, once a line; a whisper counts for nothing.
        """
        person = of_key(update.audience).person
        news = [one for one in update.news if one.number >= self._whispered.get(f"{update.audience}/{update.table}", 0)]
        if news and await self._bot.pings_of(person) == "dm":
            self._whispered[f"{update.audience}/{update.table}"] = news[-1].number + 1
            await self.whispers.say(id_of(person), "\n".join(one.text for one in news))
        raise Unreachable("no private way", Reach.WAITS if update.card.hands else Reach.NEVER)

    # Doors

    async def door(self, name: str) -> Door | None:
        """Return the door of a channel that we play in, by its login or its id; None: there is none by this name."""
        channel = self.channel(name)
        if channel is None:
            return None
        venue, place = venue_named(channel.id), place_named(channel.id)
        return Door(PLATFORM, channel.login, channel.name, venue, place, signs_in=bool(self.accounts.back))

    def channel(self, name: str) -> Channel | None:
        """Return a channel that we play in, by its login or its id."""
        client = self.supervisor.client
        known = {} if client is None else client.channels
        return next((one for one in known.values() if name.lower() in {one.id, one.login.lower()}), None)

    async def follows(self, person: PersonId, place: PlaceId) -> bool:
        """Return whether somebody follows a channel. Raises Unreachable where Twitch tells only moderators."""
        if not person.startswith(f"{PLATFORM}:") or not place.startswith(f"{PLATFORM}:"):
            return False
        client, channel = self._logged_in(), id_of(place)
        try:
            found = await client.create_partialuser(channel).fetch_followers(user=id_of(person), token_for=client.me)
        except LOST as error:
            log.info("followers are not told", kind=told(error))
            raise Unreachable("followers are not told") from None
        return any([True async for _ in found.followers])

    async def run(self) -> None:
        """Keep connected until cancelled. Raises BadSecretError when Twitch says that it does not know us."""
        await self.supervisor.run()

    async def stop(self) -> None:
        """End the connection."""
        await self.supervisor.stop()


def game_of(update: Update) -> str:
    """Return the number of the game that is on, out of its Ask."""
    return update.card.ask.partition("-")[0]
