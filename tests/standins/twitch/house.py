"""Set up what most tests of the stand-in need: a channel, two people in it, and a bot that is ready."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from standins.twitch.channels import Channel
from standins.twitch.joined import joined
from standins.twitch.people import Person
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleAutoBot, SampleBot
from standins.twitch.stand_in import TwitchStandIn
from standins.twitch.world import TwitchWorld

Bot = TypeVar("Bot", SampleBot, SampleAutoBot)


@dataclass
class House(Generic[Bot]):
    twitch: TwitchStandIn
    world: TwitchWorld
    inn: Channel
    ann: Person
    bob: Person
    bot: Bot

    async def broadcaster_allows(self, *scopes: str) -> twitchio.PartialUser:
        """Let the broadcaster consent, give the bot their token, and return them as the library's user."""
        token = self.world.authorise(self.inn.broadcaster, scopes)
        await self.bot.add_token(token.value, token.refresh)
        return self.bot.create_partialuser(self.inn.id)

    def hears(self, event: str) -> list[Any]:
        """Return a list that collects what the library makes of every `event` from now on."""
        heard: list[Any] = []

        async def listen(payload: Any) -> None:
            heard.append(payload)

        self.bot.add_listener(listen, event=f"event_{event}")
        return heard


async def refused(call: Awaitable[object]) -> tuple[int, str]:
    """Return the status and the message of a refused call."""
    with pytest.raises(twitchio.HTTPException) as caught:
        await call
    return caught.value.status, caught.value.extra["message"]


@contextlib.asynccontextmanager
async def house(kind: type[Bot], *, bot_moderates: bool = False) -> AsyncIterator[House[Bot]]:
    """Yield a house; at its end, no call may have gone to a route that is not served."""
    async with TwitchStandIn() as twitch:
        world = twitch.world
        inn = world.channel("inn", bot_moderates=bot_moderates)
        ann, bob = world.person("ann"), world.person("bob")
        inn.join(ann, bob)
        async with joined(kind(twitch, inn), twitch) as bot:
            yield House(twitch, world, inn, ann, bob, bot)
        assert world.unknown_routes == []
