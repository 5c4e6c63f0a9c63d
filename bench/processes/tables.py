"""Seat guests at a table in a room of its own, and compare all that they were told with the store."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Self

from bench.busy_tables import Kind
from bench.processes.guests import Guest, kept_at, shown_of
from bench.processes.noted import Noted, masked
from bench.processes.waiting import STILL
from bot.ports.rooms import venue_of_room
from bot.table.codec import decode_batch, decode_session
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.pausing import LOST
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import Store, TableRef

if TYPE_CHECKING:
    from bench.processes.run import Run
KINDS: Final = (
    Kind("poohead", "", 4),
    Kind("headache", "min_players=3 pace=quick", 3),
    Kind("halflings", "mode=duel money=purse buyin=500 cooldown=0", 2),
    Kind("cones", "", 3),
)
MANY: Final = 100_000


class Table:
    """One table in a room of its own: its players' pages, the host's first, and the page of one who looks on."""

    def __init__(self, room: str, kind: Kind, pages: Sequence[Guest], run: "Run") -> None:
        self.venue, self.kind, self.pages = venue_of_room(room), kind, pages
        self._store, self._noted = run.store, run.noted

    @classmethod
    async def seated(cls, number: int, run: "Run") -> Self:
        """Open the pages, each at any process, and play the table's first turn."""
        kind, room, pages = KINDS[number % len(KINDS)], f"room{number}", list[Guest]()
        for seat in range(kind.seats + 1):
            url = kept_at(run.bots, room) if run.together else run.chance.choice(run.bots).url
            address = f"10.{number >> 8}.{number & 255}.{seat + 1}"
            page = await Guest.sit(url, f"p{seat}x{number}", room, address)
            chance = random.Random(run.chance.random())  # noqa: S311 - a benchmark's player
            page.begin(run.bots, run.noted, chance, room if run.together else "")
            pages.append(page)
            run.living.append(run.tasks.create_task(page.live()))
            await page.stands.wait()
        table = cls(room, kind, pages, run)
        await pages[0].command(f"!open {kind.game} {kind.given}")
        for page in pages[1:-1]:
            await page.command("!join")
        await pages[0].command("!start")
        return table

    @property
    def moves(self) -> int:
        return sum(page.moves for page in self.pages)

    @property
    def is_over(self) -> bool:
        panel = self.pages[0].panel
        return panel is not None and panel["phase"] == "closed"

    @property
    def state(self) -> str:
        """Return its phase, and whether it is paused."""
        panel = self.pages[0].panel or {}
        return f"{panel.get('phase')}{', paused' if panel.get('paused') else ''}"

    @property
    def _refs(self) -> list[TableRef]:
        """Return the table, and what else its pages were told of, if anything."""
        return [TableRef(self.venue, one) for one in sorted(set[str]().union(*(page.tables for page in self.pages)))]

    async def is_held(self) -> bool:
        """Tell whether it waits for its moderators, as it is stored."""
        found = await self._store.load(self._refs[0])
        return found is not None and lost_steps(decode_session(found.document))

    async def check(self) -> Counter[str]:
        """Compare pages, records and purses with what was answered; return how often each move stands in the log."""
        await self._settled()
        noted, (ref, *others) = self._noted, self._refs
        if others:
            noted.wrong["more than one table in a room"] += 1
        batches = [decode_batch(line) for line in await self._store.log(ref)]
        heard = set[tuple[int, int]]().union(*(page.public for page in self.pages))
        noted.wrong["a line of news that a page never had"] += sum(len(heard - page.public) for page in self.pages)
        there = {(batch.position.number, batch.at) for batch in batches}
        noted.wrong["news of what is not in the log"] += sum(len(page.told_lines - there) for page in self.pages)
        await replays(self._store, self.venue, self.kind, noted)
        return stored_moves(batches)

    async def _settled(self) -> None:
        """Compare what each page shows with a page that is opened now: a clock may change both, so more than once."""
        until = time.monotonic() + STILL
        for page in self.pages:
            while shown_of(await page.seen_anew()) != shown_of(page.panel):
                if time.monotonic() > until:
                    self._noted.wrong[f"a page of {self.kind.game} shows what is over"] += 1
                    break


def lost_steps(session: Session) -> bool:
    """Tell whether a table waits for its moderators, because steps were lost with a server."""
    return session.paused is not None and session.paused.why == LOST


def stored_moves(batches: Iterable[Batch]) -> Counter[str]:
    """Return how often each message with a move stands in a log."""
    return Counter(batch.receipt.message for batch in batches if batch.receipt is not None)


async def replays(store: Store, venue: str, kind: Kind, noted: Noted) -> None:
    """Add up the purses of a venue, and verify its records."""
    if sum((await store.accounts(venue)).values()):
        noted.wrong["the sum of a venue is not 0"] += 1
    for name in await store.records(venue, MANY):
        try:
            replayed(((await store.record(venue, name)) or b"").decode())
            noted.verified += 1
        except Mismatch as mismatch:
            noted.wrong[f"a record of {kind.game}: {masked(str(mismatch))}"] += 1
