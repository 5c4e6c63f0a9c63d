"""Simulate people on Twitch, who can do no more than the site lets them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientSession

from standins.twitch import consent, payloads
from standins.twitch.channels import Channel, Line
from standins.twitch.chat import MOST_CHARACTERS, publish
from standins.twitch.errors import TwitchError
from standins.twitch.redemptions import Redemption, redeem

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld


@dataclass(eq=False)
class Person:
    """Any account, including the bot's. What the site would refuse raises AssertionError."""

    id: str
    login: str
    display_name: str
    world: TwitchWorld = field(repr=False)
    created_at: str = ""
    color: str = "#9146FF"
    broadcaster_type: str = ""
    phone_verified: bool = True
    blocks_strangers: bool = False
    whispers: list[str] = field(default_factory=list, repr=False)

    @property
    def name(self) -> str:
        return self.login

    # Chat

    async def says(
        self,
        channel: Channel,
        text: str,
        *,
        badges: Sequence[str] | None = None,
        reply_to: Line | None = None,
        late: float = 0.0,
    ) -> Line:
        """Write in chat; return after EventSub has sent it. `late` dates the notification this many seconds back.

        Without `badges` they have those of their roles. A reply begins with the name, as the site writes it.
        """
        if channel.silenced(self):
            raise AssertionError(f"{self.login} is banned or timed out in #{channel.name}")
        if reply_to is not None:
            text = f"@{reply_to.author.display_name} {text}"
        if not text.strip() or len(text) > MOST_CHARACTERS:
            raise AssertionError(f"the site does not send a line of {len(text)} characters")
        channel.join(self)
        worn = channel.badges_of(self) if badges is None else tuple(badges)
        line = Line(str(uuid.uuid4()), channel, self, text, self.world.clock.now(), worn, parent=reply_to)
        publish(line, late=late)
        await self.world.eventsub.drained()
        return line

    async def asks(
        self,
        channel: Channel,
        text: str,
        within: float = 60.0,
        *,
        badges: Sequence[str] | None = None,
        reply_to: Line | None = None,
    ) -> Line:
        """Say it, and return the bot's next line there."""
        said = await self.says(channel, text, badges=badges, reply_to=reply_to)
        start = channel.lines.index(said) + 1
        return await self.world.until(
            lambda: next((line for line in channel.lines[start:] if line.from_bot), None), within
        )

    def reads(self, channel: Channel) -> list[str]:
        return channel.sees(self)

    # Whispers

    async def whispers_to_bot(self, text: str, *, late: float = 0.0) -> None:
        """Whisper to the bot; afterwards the person is no stranger, and may be sent longer whispers."""
        bot = self.world.bot
        self.world.whispering.known.add((bot.id, self.id))
        event = payloads.whisper(self, bot, str(uuid.uuid4()), text)
        self.world.events.notify("user.whisper.message", {"user_id": bot.id}, event, late=late)
        await self.world.eventsub.drained()

    async def asks_in_whispers(self, text: str, within: float = 60.0) -> str:
        """Whisper it, and return the bot's next whisper."""
        start = len(self.whispers)
        await self.whispers_to_bot(text)
        return await self.world.until(lambda: next(iter(self.whispers[start:]), None), within)

    # Following, and points

    async def follows(self, channel: Channel) -> None:
        channel.followed_at[self.id] = self.world.clock.rfc3339()
        channel.followers.append(self)
        named = payloads.named(channel.broadcaster, "broadcaster_user")
        event = {**payloads.named(self), **named, "followed_at": channel.followed_at[self.id]}
        self.world.events.notify("channel.follow", {"broadcaster_user_id": channel.id}, event)
        await self.world.eventsub.drained()

    def unfollows(self, channel: Channel) -> None:
        """Stop following; nobody is told."""
        channel.followers.remove(self)

    async def redeems(self, channel: Channel, reward_title: str, text: str = "") -> Redemption:
        """Pay for a reward; `.status` says what became of it."""
        redemption = redeem(channel, self, reward_title, text)
        await self.world.eventsub.drained()
        return redemption

    async def predicts(self, channel: Channel, outcome: str, points: int = 10) -> None:
        """Bet on an outcome of the current prediction."""
        if not channel.predictions:
            raise AssertionError(f"there is no prediction in #{channel.name}")
        channel.predictions[-1].bet(self, outcome, points)
        await self.world.eventsub.drained()

    async def votes(self, channel: Channel, choice: str) -> None:
        """Vote in the current poll."""
        if not channel.polls:
            raise AssertionError(f"there is no poll in #{channel.name}")
        channel.polls[-1].vote(self, choice)
        await self.world.eventsub.drained()

    # The browser

    async def signs_in(self, address: str, browser: ClientSession, *, agrees: bool = True) -> str:
        """Open the bot's own address, which must lead to Twitch, and return where Twitch sends the browser back.

        The browser keeps its cookies, so opening the result with it continues the same sign-in.
        """
        page = f"{self.world.base_url}/id/oauth2/authorize?"
        async with browser.get(address, allow_redirects=False) as answer:
            where = answer.headers.get("Location", "")
        if answer.status not in (302, 303, 307) or not where.startswith(page):
            raise AssertionError(f"{address} answers {answer.status} and leads to {where!r}, not to {page}")
        return self.authorises(where, agrees=agrees)

    def authorises(self, url: str, *, agrees: bool = True) -> str:
        """Open the address of `oauth2/authorize`, press Authorize or Cancel, and return where Twitch sends them."""
        wanted = {key: values[-1] for key, values in parse_qs(urlsplit(url).query, keep_blank_values=True).items()}
        try:
            return consent.redirect(self.world, self, wanted, agrees=agrees)
        except TwitchError as error:
            raise AssertionError(f"Twitch shows an error page: {error}") from error
