"""The workplace of somebody who sets the bot up, for tests of what is checked there."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from standins.twitch.channels import Channel
from standins.twitch.stand_in import TwitchStandIn
from twitchio.eventsub import websockets
from twitchio.http import Route

from bot.adapters.twitch import SCOPES, Account
from bot.adapters.twitch import Channel as Known
from bot.app.key_file import keys_from_file, new_key, write_key_file
from bot.app.on_twitch import TwitchNotes, twitch_accounts
from bot.app.settings import Settings
from bot.app.stream_check import command
from bot.engine import logs
from bot.engine.vault import Vault
from persistence import EmbeddedServer, Store

BACK = "http://localhost:1/signed-in/twitch"


class Desk:
    """The workplace of somebody who sets the bot up: an application, a channel, a folder, and a store."""

    def __init__(self, twitch: TwitchStandIn, store: Store, redis: EmbeddedServer, folder: Path) -> None:
        self.twitch, self.world, self.store, self.folder = twitch, twitch.world, store, folder
        self.world.application.redirect_uris = [BACK]
        self.world.signed_in = self.world.person("zoe")
        self.ann = self.world.channel("ann", allows_bot=False)
        self._set: dict[str, Any] = {
            "REDIS_URL": redis.url,
            "TWITCH_CLIENT_ID": self.world.application.id,
            "TWITCH_CLIENT_SECRET": self.world.application.secret,
            "TWITCH_API_BASE": twitch.api_base,
            "TWITCH_AUTH_BASE": twitch.auth_base,
            "TWITCH_EVENTSUB_URL": twitch.eventsub_url,
            "data": folder / "data",
            "public_url": "http://localhost:1/",
            "web_port": 1,
        }
        self.printed = ""
        write_key_file(folder / "data" / "dice.key", {1: new_key()})

    def settings(self, **other: Any) -> Settings:
        return Settings(_env_file=None, **(self._set | other))  # type: ignore[call-arg]

    async def signed_in(self, *, bot: Any = None, scopes: tuple[str, ...] = SCOPES["bot"]) -> None:
        """Connect the bot's account as on an earlier evening."""
        person, settings = bot or self.world.bot, self.settings()
        accounts = twitch_accounts(TwitchNotes(self.store), Vault(keys_from_file(settings.key_file)), settings)
        token = self.world.authorise(person, scopes)
        await accounts.keep(Account(person.id, token.value, token.refresh, tuple(sorted(scopes))))
        await accounts.be(person.id)

    async def connected(self, channel: Channel) -> None:
        settings = self.settings()
        accounts = twitch_accounts(TwitchNotes(self.store), Vault(keys_from_file(settings.key_file)), settings)
        token = self.world.authorise(channel.broadcaster, SCOPES["channel"])
        known = await accounts.account(channel.id)
        if known is None:
            await accounts.keep(Account(channel.id, token.value, token.refresh, tuple(token.scopes)))
        await accounts.add(Known(channel.id, channel.name, channel.broadcaster.display_name))

    async def all_done(self) -> None:
        await self.signed_in()
        await self.connected(self.ann)

    async def report(self, capsys: pytest.CaptureFixture[str], **other: Any) -> tuple[bool, list[str]]:
        """Return whether all is well, and the lines."""
        well = await command.report(self.settings(**other), asks=False)
        out, err = capsys.readouterr()
        self.printed += out + err
        return well, out.splitlines()


@pytest.fixture
async def desk(
    twitch: TwitchStandIn, store: Store, redis: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Desk]:
    """Yield a desk, and check that no secret is printed or logged (threats T9)."""
    before = Route.BASE, Route.ID_BASE, websockets.WSS
    monkeypatch.chdir(tmp_path)
    logs.set_up("people", "debug")
    await store.claim_form()
    made = Desk(twitch, store, redis, tmp_path)
    yield made
    Route.BASE, Route.ID_BASE, websockets.WSS = before
    assert made.world.leaked(made.printed) == []
