"""What the bot has stored, read beside a bot that runs, or in its place where none does."""

import contextlib
from collections.abc import AsyncIterator

from bot.adapters.twitch import Account, Accounts, Directory, place_named, venue_named
from bot.adapters.web import OverlayKeys, OverlayPlace
from bot.app.key_file import keys_from_file
from bot.app.on_twitch import TwitchNotes, twitch_accounts
from bot.app.settings import Settings
from bot.app.table_room import StoredOverlays
from bot.engine.vault import Vault
from persistence import EmbeddedServer, Store


class Stored:
    """The accounts that are connected, and the overlays, as they are stored. All methods raise StoreTrouble."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.accounts: Accounts = twitch_accounts(
            TwitchNotes(store), Vault(keys_from_file(settings.key_file)), settings
        )
        self._overlays = OverlayKeys(StoredOverlays(store))

    async def directory(self) -> Directory:
        """Return which accounts are connected."""
        return await self.accounts.directory()

    async def account(self, user: str) -> Account | None:
        """Return an account with its tokens; None: not connected, or sealed with another key."""
        return await self.accounts.account(user)

    async def has_overlay(self, channel: str) -> bool:
        """Tell whether an address was made for the overlay of a channel."""
        return bool((await self._overlays.kept(self._place(channel))).key)

    async def overlay_was_shown(self, channel: str) -> bool:
        """Tell whether the overlay of a channel was ever opened."""
        return await self._overlays.was_shown(self._place(channel))

    @staticmethod
    def _place(channel: str) -> OverlayPlace:
        return OverlayPlace(venue_named(channel), place_named(channel))


@contextlib.asynccontextmanager
async def opened_to_read(settings: Settings) -> AsyncIterator[Stored | None]:
    """Yield what is stored; None: nothing is yet, and nothing is made to find that out.

    Raises StoreTrouble, KeyFileError and OSError.
    """
    folder = settings.data / "redis"
    if not settings.redis_url and not (settings.key_file.exists() and folder.exists()):
        yield None
        return
    async with contextlib.AsyncExitStack() as ending:
        url = settings.redis_url or await EmbeddedServer.running(folder)
        if not url:
            server = await EmbeddedServer.start(folder)
            ending.push_async_callback(server.stop)
            url = server.url
        password = settings.redis_password.get_secret_value() or None
        store = await Store.connect(url, password=password, allow_open=settings.redis_allow_open)
        ending.push_async_callback(store.close)
        await store.check_form()
        yield Stored(store, settings) if settings.key_file.exists() else None
