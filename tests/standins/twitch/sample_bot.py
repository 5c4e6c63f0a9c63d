"""A small bot of each of TwitchIO's two kinds, for the tests of the stand-in itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twitchio import eventsub
from twitchio.ext import commands

from standins.twitch.channels import Channel
from standins.twitch.quiet import twitchio
from standins.twitch.stand_in import TwitchStandIn
from standins.twitch.tokens import Token


class Ears:
    """Everything that a bot heard, in order."""

    def __init__(self, bot: SampleBot | SampleAutoBot) -> None:
        self._bot = bot
        self.messages: list[twitchio.ChatMessage] = []
        self.whispers: list[twitchio.Whisper] = []
        self.revoked: list[twitchio.SubscriptionRevoked] = []
        self.refreshed: list[twitchio.TokenRefreshedPayload] = []
        self.errors: list[BaseException] = []
        for event in ("message", "message_whisper", "subscription_revoked", "token_refreshed", "command_error"):
            bot.add_listener(getattr(self, f"on_{event}"), event=f"event_{event}")

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages if message.chatter.id != self._bot.bot_id]

    async def on_message(self, payload: twitchio.ChatMessage) -> None:
        self.messages.append(payload)

    async def on_message_whisper(self, payload: twitchio.Whisper) -> None:
        self.whispers.append(payload)
        me = self._bot.create_partialuser(self._bot.bot_id)
        await me.send_whisper(to_user=payload.sender, message=f"you said {payload.text}")

    async def on_subscription_revoked(self, payload: twitchio.SubscriptionRevoked) -> None:
        self.revoked.append(payload)

    async def on_token_refreshed(self, payload: twitchio.TokenRefreshedPayload) -> None:
        self.refreshed.append(payload)

    async def on_command_error(self, payload: commands.CommandErrorPayload) -> None:
        error = payload.exception
        self.errors.append(getattr(error, "original", None) or error)


class Games(commands.Component):
    @commands.command()  # type: ignore[untyped-decorator]
    async def roll(self, ctx: commands.Context[Any]) -> None:
        await ctx.send(f"{ctx.chatter.name} rolls a 4")

    @commands.command()  # type: ignore[untyped-decorator]
    async def say(self, ctx: commands.Context[Any], *, text: str) -> None:
        await ctx.send(text)

    @commands.command()  # type: ignore[untyped-decorator]
    async def thanks(self, ctx: commands.Context[Any]) -> None:
        await ctx.reply("you are welcome")


def chat_of(channels: Sequence[Channel], twitch: TwitchStandIn) -> list[eventsub.SubscriptionPayload]:
    bot = twitch.world.bot.id
    return [eventsub.ChatMessageSubscription(broadcaster_user_id=channel.id, user_id=bot) for channel in channels]


class SampleBot(commands.Bot):
    """Reads chat and whispers over its own websocket, with the bot account's token."""

    def __init__(self, twitch: TwitchStandIn, *channels: Channel, token: Token | None = None) -> None:
        application = twitch.world.application
        super().__init__(
            client_id=application.id, client_secret=application.secret, bot_id=twitch.world.bot.id, prefix="!"
        )
        self._token = token or twitch.world.authorise(twitch.world.bot)
        self._wanted = [*chat_of(channels, twitch), eventsub.WhisperReceivedSubscription(user_id=twitch.world.bot.id)]
        self.ears = Ears(self)

    async def setup_hook(self) -> None:
        await self.add_component(Games())
        for wanted in self._wanted:
            await self.subscribe_websocket(wanted)

    async def load_tokens(self, _path: str | None = None) -> None:
        await self.add_token(self._token.value, self._token.refresh)

    async def save_tokens(self, _path: str | None = None) -> None:
        """Do nothing: tokens are never saved to a file."""

    async def event_command_error(self, payload: commands.CommandErrorPayload) -> None:
        """Do nothing: `ears` keeps the error."""


class SampleAutoBot(commands.AutoBot):
    """The same on a conduit of two shards; `conduit_id`: use an existing one."""

    def __init__(
        self, twitch: TwitchStandIn, *channels: Channel, token: Token | None = None, conduit_id: str | None = None
    ) -> None:
        application = twitch.world.application
        wanted = [*chat_of(channels, twitch), eventsub.WhisperReceivedSubscription(user_id=twitch.world.bot.id)]
        super().__init__(
            client_id=application.id,
            client_secret=application.secret,
            bot_id=twitch.world.bot.id,
            prefix="!",
            subscriptions=wanted,
            conduit_id=conduit_id or True,  # type: ignore[arg-type]
        )
        self._token = token or twitch.world.authorise(twitch.world.bot)
        self.ears = Ears(self)

    async def setup_hook(self) -> None:
        await self.add_component(Games())

    async def load_tokens(self, _path: str | None = None) -> None:
        await self.add_token(self._token.value, self._token.refresh)

    async def save_tokens(self, _path: str | None = None) -> None:
        """Do nothing: tokens are never saved to a file."""

    async def event_command_error(self, payload: commands.CommandErrorPayload) -> None:
        """Do nothing: `ears` keeps the error."""


class SafeAutoBot(SampleAutoBot):
    """Avoids the endless re-association after `session_reconnect`: a socket that lost its shard may close."""

    async def _websocket_closed(self, payload: Any) -> None:
        if self._conduit_info._sockets.get(payload.socket._shard_id) is payload.socket:
            await super()._websocket_closed(payload)
