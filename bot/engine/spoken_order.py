"""Let messages of a place act in the order in which they came, even if one needs more reading than another."""

import asyncio
from typing import Final

from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Message

PATIENCE: Final = 0.05
"""Seconds for which a message may hold up those after it; then it acts whenever it is ready."""


class MessageTurn:
    """The turn of a message that is being heard. `over`: done when it has come to its table, or is answered without
    one.

    `before`: the turn of the message before it in the same place, as long as this one may have to wait for that or for
    earlier ones. `patience`: until when others wait for it, by the event loop's clock.
    """

    __slots__ = ("before", "over", "patience")

    def __init__(self, before: "MessageTurn | None") -> None:
        loop = asyncio.get_running_loop()
        self.over, self.patience = loop.create_future(), loop.time() + PATIENCE
        self.before = before

    def earlier(self) -> "MessageTurn | None":
        """Return the latest earlier turn that is not over."""
        while self.before is not None and self.before.over.done():
            self.before = self.before.before
        return self.before

    def end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)


class PlaceTurns:
    """Lets messages come to their tables in the order in which they were said in a place."""

    def __init__(self) -> None:
        self._last: dict[tuple[VenueId, PlaceId], MessageTurn] = {}
        self._heard: dict[str, MessageTurn] = {}

    def begin(self, message: Message) -> MessageTurn:
        """Give a message its turn, after all that are being heard in its place."""
        at = message.venue, message.place
        turn = self._last[at] = MessageTurn(self._last.get(at))
        turn.earlier()
        self._heard.setdefault(message.id, turn)
        return turn

    def end(self, message: Message, turn: MessageTurn) -> None:
        """End the turn of a message that was heard."""
        at = message.venue, message.place
        turn.end()
        if self._heard.get(message.id) is turn:
            del self._heard[message.id]
        if self._last.get(at) is not turn:
            return
        if (earlier := turn.earlier()) is not None:
            self._last[at] = earlier
        else:
            del self._last[at]

    async def come(self, ids: tuple[str, ...]) -> None:
        """Wait until it is the turn of these messages: all earlier ones have come, or are no longer waited for."""
        for one in ids:
            turn = self._heard.get(one)
            if turn is not None and not turn.over.done():
                while (earlier := turn.earlier()) is not None:
                    left = earlier.patience - asyncio.get_running_loop().time()
                    if left <= 0:  # those before it came sooner, so nobody waits for them either
                        break
                    await asyncio.wait([earlier.over], timeout=left)
                turn.before = None
                turn.end()
