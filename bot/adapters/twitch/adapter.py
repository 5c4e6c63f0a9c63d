"""Connect the bot with Twitch: say its news as lines of chat, and pass on what people say there."""

import contextlib
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from bot.adapters.twitch.connection.accounts import Accounts, Channel
from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.connection.supervisor import Supervisor
from bot.adapters.twitch.inbound.listener import Listener
from bot.adapters.twitch.inbound.raid_watch import RaidWatch
from bot.adapters.twitch.inbound.stream_watch import StreamWatch
from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.names import PLATFORM, id_of, place_named, venue_named
from bot.adapters.twitch.outbound.channel_features import ChannelFeatures
from bot.adapters.twitch.outbound.chat_text import as_line, in_other_words, joined
from bot.adapters.twitch.outbound.claims import Claims, Left, digest
from bot.adapters.twitch.outbound.lines import is_played_on_pages, news_in_parts, turn, turn_by_seats
from bot.adapters.twitch.outbound.planning import Planned, planned
from bot.adapters.twitch.outbound.sender import NotTakenError, Sender, fresh
from bot.adapters.twitch.outbound.whispers import Whispers
from bot.adapters.twitch.port import Bot, TwitchStore
from bot.ports.audience import is_for_one, of_key
from bot.ports.figures import Figure
from bot.ports.ids import AudienceKey, PersonId, PlaceId
from bot.ports.messages import Door, OneRoom, Posting, Reach, Unreachable, Update
from games.kit.contract import Abilities

PATIENCE: Final = 15.0
"""Seconds without Twitch after which the clocks of its tables stop (threats F26)."""
HANDS_AGAIN: Final = 600.0
"""Seconds of a game after which chat is told again where people find their hands."""
MOST_GAMES: Final = 5_000
SHOWN: Final = "shown"
"""The handle of a table that was announced here before."""
log = structlog.get_logger()


class Talk(NamedTuple):
    """Hold what to say about a table now. `left`: all of it; parts that fit in no line have to wait.

    `key`: the channel and the table. `names`: of the people seated. `tells_turn`, `tells_hands`: it says who is to
    play, and where people find their hands. `neutral`: for a channel that accepts no wording of a line; it names those
    to play by their seats. `color`: in which the first line is announced; empty: it is not.
    """

    key: str
    names: tuple[str, ...]
    lines: tuple[Planned, ...]
    left: Left
    tells_turn: bool
    tells_hands: bool
    neutral: str
    color: str


class TwitchAdapter(OneRoom):
    """Says in chat what happens at tables, and brings in what people say there. Until it is logged in it says nothing.

    Chat takes nothing back, and viewers see the broadcast later than the chat. `conduit`: the id of our conduit to
    receive chat; empty: use our own sockets. `limits`: the rate limits for us and for others.
    """

    platform: str = PLATFORM
    abilities: Abilities = Abilities(takes_back=False, equal_delay=False, tells_alone=False)
    prefix: str = ""
    stands: bool = False
    most_tables: int = 1
    openers: tuple[str, ...] = ("moderators",)
    among_bots: bool = True

    def __init__(
        self, bot: Bot, notes: TwitchStore, accounts: Accounts, *, conduit: str = "", limits: RateLimits | None = None
    ) -> None:
        self._bot, self.accounts = bot, accounts
        self._away_since: float | None = None
        self._told_hands: FIFOCache[str, tuple[str, float]] = FIFOCache(MOST_GAMES)
        self._whispered: FIFOCache[str, int] = FIFOCache(MOST_GAMES)
        self._told_by: FIFOCache[str, str] = FIFOCache(MOST_GAMES)
        self.limits = limits or RateLimits()
        self.sender = Sender(self.limits, self._logged_in, notes)
        self._claims = Claims(bot, notes)
        streams = StreamWatch(bot, self._logged_in)
        self.channel_features = ChannelFeatures(self._logged_in, streams.watch, self.sender.say)
        self.whispers = Whispers(notes, self.limits, self._logged_in)
        self.raid_watch = RaidWatch(bot)
        self.listener = Listener(bot, self.sender, self.whispers, self.channel_features, streams, self.raid_watch)
        self.supervisor = Supervisor(bot, accounts, self.listener, conduit)

    def figures(self) -> Iterator[Figure]:
        """Yield whether chat is heard, and in how many channels."""
        client = self.supervisor.client
        channels = 0 if client is None else len(client.channels)
        yield from (Figure("up", self.supervisor.is_up), Figure("channels", channels))
        yield Figure("starts", self.supervisor.starts)
        yield from self.limits.waits.figures()

    def _logged_in(self) -> Listening:
        client = self.supervisor.client
        if client is not None and self.supervisor.is_up:
            self._away_since = None
            return client
        now = time.monotonic()
        self._away_since = self._away_since or now
        if now - self._away_since > PATIENCE:
            raise Unreachable("Twitch is away", Reach.SHUT, after=5.0)
        raise Unreachable("not logged in", after=1.0, held_up=1.0)

    def wants_card(self, audience: AudienceKey) -> bool:  # noqa: ARG002 - in chat none is
        """Return False: chat gets only news; the panel is on the overlay and on people's pages."""
        return False

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Say something that belongs to no table, in one or two lines. Raises Unreachable."""
        if id_of(place) not in self._logged_in().channels:
            raise Unreachable("not in this channel", Reach.SHUT, after=30.0)
        for text in joined(posting.lines):
            await self.channel_features.say(place, text)

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:  # noqa: ARG002 - whispers have no marks
        """Whisper something to one person; return False if Twitch did not accept it."""
        return await self.whispers.say(id_of(person), text)

    async def show(self, update: Update) -> str:
        """Say in a channel what is new at a table; return the handle. Raises Unreachable, for a person always."""
        if is_for_one(update.audience):
            return await self._show_person(update)
        channel = id_of(update.audience)
        client = self._logged_in()
        if channel not in client.channels:
            raise Unreachable("not in this channel", Reach.SHUT, after=30.0)
        talk = await self._talk(update, channel)
        if not (talk.lines or talk.left.line):
            return update.handle
        await self._say_all(channel, talk)
        self._told_by[talk.key] = self.sender.last_sent.get(channel, "")
        if talk.tells_hands:
            self._tell_hands(update, channel)
        await self.raid_watch.watch(client, channel)
        return SHOWN

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the last line about a table in a channel; empty: unknown."""
        return self._told_by.get(f"{id_of(audience)}/{table}", "")

    async def _talk(self, update: Update, channel: str) -> Talk:
        """Return what to say of an update now, and reserve room for it. Raises Unreachable if there is none."""
        venue, place, key = venue_named(channel), place_named(channel), f"{channel}/{update.table}"
        words, before = self._bot.words("en", venue), await self._claims.left(key, update.news)
        untold = replace(update, news=tuple(one for one in update.news if not before.has(one)))
        tells_hands = self._hands_to_tell(update, channel)
        pages = await self._bot.way_in(place) if tells_hands or is_played_on_pages(update) else ""
        hands_at = pages if tells_hands else ""
        parts = [*before.parts, *news_in_parts(untold, words)]
        to_play = turn(untold, words, parts, hands_at=hands_at, has_pages=bool(pages))
        told = digest(to_play)
        if told == before.turn and (before.parts or not untold.news):  # it was told before the rest had to wait
            to_play = ""
        unsure, tight = bool(before.line), self.limits.is_tight(channel)
        plan = planned(update.card.code, parts, to_play, tight=tight)
        if wanted := unsure + len(plan.lines):
            room = self.limits.take(channel, wanted, asides=not to_play and all(one.aside for one in parts))
            plan = planned(update.card.code, parts, to_play, room - unsure, tight=tight) if room < wanted else plan
        upto = max([before.upto, *(one.number for one in update.news)])
        left = Left(before.line, plan.parts, upto, told, max([before.at, *(one.at for one in update.news)]))
        color = await self._bot.announces(venue) if plan.lines and not (unsure or update.handle) else ""
        names = tuple(seat.name for seat in update.card.seats)
        neutral = f"{update.card.code} · {words.text('twitch-neutral', turn=turn_by_seats(update, words))}"
        return Talk(key, names, plan.lines, left, bool(to_play), bool(hands_at), neutral, color)

    async def _say_all(self, channel: str, talk: Talk) -> None:
        """Say these lines. Raises Unreachable; then the unsaid rest is remembered, and nothing is said twice.

        Whoever takes over from a killed process repeats the line that it was saying, which Twitch drops as a repeat.
        """
        line, rest = talk.left.line, talk.left._replace(line="", turn="" if talk.tells_turn else talk.left.turn)
        if line:
            self.sender.doubts(channel, line)
            await self._say_claimed(channel, talk, line, rest)
        for number, one in enumerate(talk.lines):
            rest = rest._replace(parts=rest.parts[one.parts :], turn=talk.left.turn if one.turn else rest.turn)
            color = talk.color if number == 0 else ""
            await self._say_claimed(channel, talk, fresh(self.limits, channel, one.text), rest, color)
        await self._claims.ends(talk.key, rest)
        if rest.parts or (talk.tells_turn and not rest.turn):
            after = self.limits.room_after(channel)
            raise Unreachable("the rest comes when there is room", after=after, held_up=after)

    async def _say_claimed(self, channel: str, talk: Talk, line: str, rest: Left, color: str = "") -> None:
        """Claim a line and say it, or announce it in a colour. `rest`: what then remains."""
        until = await self._claims.claim(talk.key, rest._replace(line=line))
        in_time = time.monotonic() <= until
        if not (color and in_time and await self.channel_features.announce(channel, line, color)):
            await self._say_in_some_words(channel, line, talk, until)
        self._claims.said(talk.key, rest)

    async def _say_in_some_words(self, channel: str, line: str, talk: Talk, until: float) -> None:
        """Say a line; if the channel rejects it, try other words, and then a neutral line of ours.

        The other words use seats instead of names, and no addresses. The neutral line says whose turn it is, and where
        to look. If the channel rejects all three, the line is lost.
        """
        words = self._bot.words("en", venue_named(channel))
        seats = [words.text("twitch-seat", number=number) for number in range(1, len(talk.names) + 1)]
        for text in (line, in_other_words(line, talk.names, seats), as_line(talk.neutral)):
            with contextlib.suppress(NotTakenError):
                await self.sender.say(channel, text, until=until)
                return
        log.warning("a line is lost: it was taken in no words", channel=channel)

    def _hands_to_tell(self, update: Update, channel: str) -> bool:
        """Return whether to tell chat where people find their hands: once in a game that has hands.

        In a long game it is repeated now and then for latecomers, but not in every line, since other bots punish
        frequent links.
        """
        panel = update.card
        if not panel.hands or panel.phase != "playing":
            return False
        game, at = self._told_hands.get(f"{channel}/{panel.code}", ("", 0.0))
        return game != game_of(update) or (is_played_on_pages(update) and time.monotonic() - at > HANDS_AGAIN)

    def _tell_hands(self, update: Update, channel: str) -> None:
        self._told_hands[f"{channel}/{update.card.code}"] = game_of(update), time.monotonic()

    async def _show_person(self, update: Update) -> str:
        """Raise Unreachable: private news are on the player's page, because no private way on Twitch can be trusted.

        Players who asked for direct messages also get each line once by whisper, without any guarantee.
        """
        person = of_key(update.audience).person
        news = [one for one in update.news if one.number >= self._whispered.get(f"{update.audience}/{update.table}", 0)]
        if news and await self._bot.pings_of(person) == "dm":
            self._whispered[f"{update.audience}/{update.table}"] = news[-1].number + 1
            await self.whispers.say(id_of(person), "\n".join(one.text for one in news))
        raise Unreachable("no private way", Reach.WAITS if update.card.hands else Reach.NEVER)

    # Doors

    async def door(self, name: str) -> Door | None:
        """Return the door of a channel that we play in, by its login or id; None: we are in no such channel."""
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

    async def account_made(self, person: PersonId) -> int | None:
        """Return when an account was created, in ms; None if Twitch does not say now."""
        try:
            found = await self._logged_in().create_partialuser(id_of(person)).user()
        except (*LOST, Unreachable, IndexError) as error:  # a deleted account is missing from the answer
            log.info("the age of an account is not told", kind=type(error).__name__)
            return None
        return round(found.created_at.timestamp() * 1000)

    async def follows(self, person: PersonId, place: PlaceId) -> bool:
        """Return whether somebody follows a channel. Raises Unreachable if Twitch tells that only to moderators."""
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
        """Stay connected until cancelled. Raises BadSecretError if Twitch rejects our client id or secret."""
        await self.supervisor.run()

    async def rest(self) -> None:
        """Hear nothing more, and return when what was heard is answered; people can still be told things."""
        await self.supervisor.rest()
        await self.listener.pending.ends()
        await self.listener.answers.settle()

    async def stop(self) -> None:
        """Close the connection."""
        await self.listener.answers.stop()
        await self.supervisor.stop()


def game_of(update: Update) -> str:
    """Return the number of the current game, taken from its Ask."""
    return update.card.ask.partition("-")[0]
