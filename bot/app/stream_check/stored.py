"""Reads what the bot has stored, beside a running bot, or by itself if none runs."""

import contextlib
from collections.abc import AsyncIterator

from bot.adapters.twitch import Account, Accounts, Directory, place_named, venue_named
from bot.adapters.web import OverlayKeys, OverlayPlace
from bot.app.beside import connected, server_beside
from bot.app.key_file import keys_from_file
from bot.app.on_twitch import TwitchNotes, twitch_accounts
from bot.app.settings import Settings
from bot.app.table_room import StoredOverlays
from bot.engine.vault import Vault
from persistence import Store


class Stored:
    """The connected accounts and the overlays, as stored. All methods may raise StoreTrouble."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.accounts: Accounts = twitch_accounts(
            TwitchNotes(store), Vault(keys_from_file(settings.key_file)), settings
        )
        self._overlays = OverlayKeys(StoredOverlays(store))

    async def directory(self) -> Directory:
        """Return which accounts are connected."""
        return await self.accounts.directory()

    async def account(self, user: str) -> Account | None:
        """Return an account with its tokens; None: it is not connected, or was sealed with another key."""
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
    """Yield what is stored; None: nothing yet, and nothing is created to find that out.

    Raises StoreTrouble, KeyFileError and OSError.
    """
    folder = settings.data / "redis"
    if not settings.redis_url and not (settings.key_file.exists() and folder.exists()):
        yield None
        return
    async with server_beside(settings) as url, connected(url, settings) as store:
        await store.check_form()
        yield Stored(store, settings) if settings.key_file.exists() else None
