"""The trial of a backup: restored into a server of its own that nobody else sees, added up, proved, and played on."""

import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.app.application import Application
from bot.app.backups import lacking_keys
from bot.app.key_file import KeyFileError, new_key
from bot.app.settings import Settings
from bot.app.stored_keys import keys_in
from bot.engine.operations import Operations
from bot.engine.sessions import GoneError
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Fairness, Keys
from bot.table.stacks import owed
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble, TableRef, backup

MOST_RECORDS: Final = 500
"""How many finished games are proved, the newest of each venue first: each takes about 20 ms."""
MOST_TABLES: Final = 50
"""How many open tables are played on."""
LATER: Final = 10_000_000_000_000
"""A time (ms) after all deadlines."""


class Trial:
    """Checks a restored store. `said`: what was checked; `wrong`: what is not as it must be."""

    def __init__(self, store: Store, app: Application, clock: HandClock) -> None:
        self._store, self._app, self._clock = store, app, clock
        self.said: list[str] = []
        self.wrong: list[str] = []

    async def hold(self) -> None:
        """Check everything. Raises StoreTrouble."""
        venues = await self._store.all_venues_with("purses")
        sessions = await self._sessions()
        for venue in venues:
            await self._add_up(venue, [one for one in sessions if one.venue == venue])
        self.said.append(f"{len(venues)} venues: the sum of purses, stakes and bank is 0, and what the ledger says")
        self.said.append(f"{len(sessions)} open tables: on each lies what the ledger holds for it")
        await self._prove()
        await self._play_on(sessions)

    async def _sessions(self) -> list[Session]:
        """Return all open tables, opened with the key file."""
        found: dict[TableRef, Session] = {}
        async for table in self._store.all_tables():
            if not table.closed:
                try:
                    found[table.ref] = await self._app.repository.get(table.ref)
                except (GoneError, StoreTrouble) as error:
                    self.wrong.append(f"table {table.ref.table} can't be opened ({type(error).__name__})")
        return list(found.values())

    async def _add_up(self, venue: str, sessions: list[Session]) -> None:
        accounts = await self._store.accounts(venue)
        if total := sum(accounts.values()):
            self.wrong.append(f"{venue}: purses, stakes and bank sum to {total}")
        booked: Counter[str] = Counter()
        for entry in await self._store.ledger(venue, count=1 << 40):
            booked[entry.source] -= entry.amount
            booked[entry.target] += entry.amount
        for (_, source, target, _), amount in (await self._store.folded(venue)).items():
            booked[source] -= amount
            booked[target] += amount
        self.wrong += [
            f"{venue}: {name} holds {accounts.get(name, 0)}, the ledger says {booked[name]}"
            for name in sorted({*accounts, *booked})
            if accounts.get(name, 0) != booked[name]
        ]
        lying = {f"stake:{one.table}": on_table(one) for one in sessions if one.options.money == "purse"}
        self.wrong += [
            f"{venue}: {name} holds {accounts.get(name, 0)}, on the table lie {lying.get(name, 0)}"
            for name in sorted({*lying, *(one for one in accounts if one.startswith("stake:"))})
            if accounts.get(name, 0) != lying.get(name, 0)
        ]

    async def _prove(self) -> None:
        """Verify finished games, as `potluck verify` does."""
        proved = 0
        for venue in await self._store.all_venues_with("games"):
            for name in await self._store.records(venue, MOST_RECORDS - proved):
                content = await self._store.record(venue, name)
                if content is None:
                    continue
                try:
                    replayed(content.decode())
                except (Mismatch, UnicodeDecodeError) as error:
                    self.wrong.append(f"{venue}: the record {name} is not proved ({error})")
                proved += 1
            if proved >= MOST_RECORDS:
                break
        self.said.append(f"{proved} records of finished games: verified")

    async def _play_on(self, sessions: list[Session]) -> None:
        """Move the clock to the next deadline of each open table, and let what is due there happen."""
        due = dict(await self._store.due(LATER))
        gone_on = 0
        for session in [one for one in sessions if one.ref in due][:MOST_TABLES]:
            self._clock.now_ms = max(self._clock.now_ms, due[session.ref])
            before = await self._store.version(session.ref)
            try:
                await self._app.part(Operations).fire(session.ref)
            except Exception as error:  # noqa: BLE001 - whatever it is, the table does not go on
                self.wrong.append(f"table {session.code} does not go on ({type(error).__name__})")
                continue
            if await self._store.version(session.ref) <= before:
                self.wrong.append(f"table {session.code} does not go on")
            gone_on += 1
        for venue in {one.venue for one in sessions}:
            if total := sum((await self._store.accounts(venue)).values()):
                self.wrong.append(f"{venue}: once its tables went on, its accounts sum to {total}")
        self.said.append(f"{gone_on} tables with a deadline: they go on, and no sucker is lost")


def on_table(session: Session) -> int:
    """Return how many suckers lie on a table."""
    theirs = owed(session)
    return sum(theirs.seats) + theirs.house + theirs.pot + sum(one.stack for one in session.newcomers)


@asynccontextmanager
async def restored(path: Path, keys: Keys, defaults: Defaults) -> AsyncIterator[Trial]:
    """Yield the trial of a backup, on a server that ends with it. Nothing is shown to anybody.

    Raises BackupError, StoreTrouble and OSError.
    """
    head = backup.checked(path)
    with tempfile.TemporaryDirectory(prefix="potluck-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            clock = HandClock(head.at)
            store = await Store.connect(server.url, timeout=60.0, clock=clock)
            try:
                await store.restore(backup.parts(path))
                app = Application(store, Fairness(keys), defaults)
                yield Trial(store, app, clock)
                await app.stop()
            finally:
                await store.close()


async def held(settings: Settings, path: Path) -> Trial:
    """Return the trial of a backup with the key file of these settings, after it.

    Raises BackupError, KeyFileError, StoreTrouble and OSError.
    """
    if lacking := lacking_keys(backup.checked(path), settings.key_file):
        raise KeyFileError(lacking)
    keys = Keys(keys_in(settings.key_file) or {1: new_key()})
    async with restored(path, keys, Defaults(settings.prefix, settings.bots_from_bank)) as trial:
        await trial.hold()
        return trial
