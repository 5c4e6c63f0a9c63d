"""Tables that are open on somebody's page, beside the platform where they play."""

from collections.abc import Iterable, Mapping

from bot.delivery.one_pass import Pass
from bot.delivery.shown import NOTHING, Shown
from bot.ports.audience import Audience
from bot.ports.ids import AudienceKey
from bot.ports.messages import Window
from persistence import TableRef


class Windows:
    """`windows`: those of the pages; more may be added while the bot is put together."""

    def __init__(self, windows: list[Window]) -> None:
        self._windows = windows
        self._seen: dict[TableRef, set[Audience]] = {}
        """Audiences whose table is open on somebody's page."""

    async def show(
        self,
        ref: TableRef,
        here: Iterable[Audience],
        left: Iterable[Audience],
        shown: Mapping[AudienceKey, Shown],
        turn: Pass,
    ) -> None:
        """Show a table to whoever looks on elsewhere, and once more to who left."""
        looking = {audience: self.on(audience, ref.table) for audience in {*here, *left, *self._seen.get(ref, ())}}
        for audience, windows in looking.items():
            for window in windows:
                window.show_also(await turn.seen(audience, shown.get(audience.key, NOTHING)))
        self._seen[ref] = {audience for audience in here if looking[audience]}
        if not self._seen[ref]:
            del self._seen[ref]

    def on(self, audience: Audience, table: str) -> list[Window]:
        """Return the windows of other platforms in which this audience looks on at a table."""
        others = [one for one in self._windows if one.platform != audience.platform]
        return [one for one in others if one.looks_on(audience.key, table)]
