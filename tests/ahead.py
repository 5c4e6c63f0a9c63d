"""Move the clock of a running bot's store, so that what is due by then is due now."""

from persistence import Clock, Store


class Ahead:
    """Redis's own clock, plus as much as a test has added. It must be set before a bot is started."""

    def __init__(self, store: Store) -> None:
        self._server: Clock = store.clock
        self._skipped = 0
        store._hand_clock = self

    def now(self) -> int:
        return self._server.now() + self._skipped

    def move(self, seconds: float) -> None:
        self._skipped += round(seconds * 1000)
