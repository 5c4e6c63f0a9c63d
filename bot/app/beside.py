"""The store, opened beside a running bot, or by itself if none runs; nothing is created for that."""

import contextlib
from collections.abc import AsyncIterator

from bot.app.settings import Settings
from persistence import EmbeddedServer, Store


@contextlib.asynccontextmanager
async def server_beside(settings: Settings) -> AsyncIterator[str]:
    """Yield the url of the operator's Redis, or of Potluck's own, which is started if it does not run.

    Empty: nothing is stored yet. Raises StoreTrouble and OSError.
    """
    folder = settings.data / "redis"
    url = settings.redis_url or (await EmbeddedServer.running(folder) if folder.exists() else "")
    if url or not folder.exists():
        yield url
        return
    async with await EmbeddedServer.start(folder) as server:
        yield server.url


@contextlib.asynccontextmanager
async def connected(url: str, settings: Settings, *, patience: float = 5.0) -> AsyncIterator[Store]:
    """Yield the store at this url. `patience`: seconds for each call. Raises StoreTrouble."""
    password = settings.redis_password.get_secret_value() or None
    store = await Store.connect(url, password=password, timeout=patience, allow_open=settings.redis_allow_open)
    try:
        yield store
    finally:
        await store.close()
