"""The clock of a store that a test moves on, for a bot that runs: what is due by then is due now."""

from persistence import Clock, Store


class Ahead:
    """Redis's own clock, and later by as much as a test has said. It has to be set before a bot is started."""

    def __init__(self, store: Store) -> None:
        self._server: Clock = store.clock
        self._skipped = 0
        store._hand_clock = self

    def now(self) -> int:
        return self._server.now() + self._skipped

    def move(self, seconds: float) -> None:
        self._skipped += round(seconds * 1000)
