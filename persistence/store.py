"""The store: tables, purses, deadlines and small indices in Redis.

Documents are opaque bytes; times are whole milliseconds since the epoch. The store comes back by itself when the server
does (threats F2).
"""

from typing import Final, Self

from persistence.address import SecretText, address
from persistence.archive import Archive
from persistence.checks import check_server, look_at_server
from persistence.clock import Clock
from persistence.deliveries import Deliveries
from persistence.forgetting import Forgetting
from persistence.form import Form
from persistence.growth import Growth
from persistence.messages import Messages
from persistence.money import Money
from persistence.notes import Notes
from persistence.pipe import Pipe
from persistence.tables import Tables

CONNECTIONS: Final = 3


class Store(Tables, Messages, Deliveries, Money, Archive, Notes, Forgetting, Growth, Form):
    """All faces over the same connections. Made by `connect`, ended by `close`."""

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        password: str | SecretText | None = None,
        timeout: float = 5.0,  # noqa: ASYNC109 - it holds for every later call
        allow_open: bool = False,
        clock: Clock | None = None,
    ) -> Self:
        """
        `timeout`: seconds from a call to its answer. `clock`: another one than Redis's, for the console and tests.

        Raises StoreTrouble, with a sentence, if the server can't be reached or won't do (threats T19, F4).
        """
        place = address(url, password, timeout, allow_open=allow_open)
        pipe = Pipe([place.connection() for _ in range(CONNECTIONS)], place.where, timeout)
        try:
            await pipe.open()
            await check_server(pipe)
            store = cls(pipe, clock)
            await store._server_clock.set()
        except BaseException:
            await pipe.close()
            raise
        return store

    async def look(self) -> None:
        """Look whether the server still does what it was taken for: while we run, others may set it otherwise (F4).

        Raises StoreTrouble with a sentence for the operator where it does not.
        """
        await look_at_server(self.pipe)

    async def close(self) -> None:
        await self._server_clock.close()
        await self.pipe.close()
