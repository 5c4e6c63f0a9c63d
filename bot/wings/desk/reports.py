"""Reports: what people told moderators about others, with what they saw then."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.people.rewording import SOMEBODY, reworded
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.render.ago import DAY
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.wings.desk.sanctions import Sanctions, to_change
from persistence import Heard, Store

REPORTS: Final = "reports"
KEPT: Final = 30 * DAY
"""How long a closed report is kept, in ms."""
MOST: Final = 200
"""How many reports of a venue are kept; of more, the oldest closed ones are dropped, and of open ones none is taken."""

log = structlog.get_logger()


class Report(Struct, frozen=True, omit_defaults=True):
    """A report about somebody. `who`, `by`: keyed hashes of the ids of whom it is about, and of who made it.

    `seen`: the last public lines that the reporter saw. `named`: hashes and names of the people in them. `closed`: when
    (ms), by `closed_by`, with what `outcome`; `closer`: the hash of that moderator's id.
    """

    number: int
    who: tuple[str, ...]
    name: str
    by: str
    by_name: str
    at: int
    reason: str
    seen: tuple[str, ...] = ()
    closed: int = 0
    closed_by: str = ""
    outcome: str = ""
    named: tuple[tuple[str, str], ...] = ()
    closer: str = ""

    def without(self, who: Collection[str]) -> "Report":
        """Return a report as it stays when a person who is not reported, with these hashes, is forgotten."""
        one = self
        if one.by in who:
            one = replace(one, by="", by_name=SOMEBODY, seen=(), named=())
        if one.closer in who:
            one = replace(one, closer="", closed_by=SOMEBODY)
        names = [name for by, name in one.named if by in who]
        if not names:
            return one
        heads = tuple(f"{name}: " for name in names)
        seen = tuple(reworded(line, names) for line in one.seen if not line.startswith(heads))
        named = tuple(each for each in one.named if each[0] not in who)
        return replace(one, seen=seen, named=named, reason=reworded(one.reason, names))


class Tray(Struct, frozen=True, omit_defaults=True):
    """The reports of a venue, the oldest first. `last`: the number of the latest ever."""

    last: int = 0
    reports: tuple[Report, ...] = ()

    @property
    def open(self) -> tuple[Report, ...]:
        """Return the reports that no moderator has closed."""
        return tuple(one for one in self.reports if not one.closed)

    def kept(self, now: int) -> "Tray":
        """Return the tray without reports that were closed long ago, and without more than it can hold."""
        left = [one for one in self.reports if not one.closed or one.closed > now - KEPT]
        dropped = [one for one in left if one.closed][: max(0, len(left) - MOST)]
        return replace(self, reports=tuple(one for one in left if one not in dropped))


_TRAY: Final = msgspec.json.Decoder(Tray)


class Reports:
    """Keep reports. All methods may raise StoreTrouble."""

    def __init__(self, store: Store, sanctions: Sanctions, selves: Selves, hooks: Hooks) -> None:
        self._store, self._sanctions, self._selves = store, sanctions, selves
        hooks.keeps.append(self.kept_of)
        hooks.forgets.append(self.forget)

    async def of(self, venue: VenueId) -> Tray:
        """Return the reports of a venue."""
        return decoded(await self._store.note(REPORTS, venue))

    async def open_to(self, venue: VenueId, reader: PersonId) -> tuple[Report, ...]:
        """Return the open reports of a venue that a moderator may see: not those about themselves."""
        mine = frozenset(self._sanctions.hashes({reader, *await self._selves.stored_ids(reader)}))
        return tuple(one for one in (await self.of(venue)).open if mine.isdisjoint(one.who))

    async def add(self, venue: VenueId, by: Heard, report: Report) -> Report:
        """Add a report, and return it with its number; the message `by` is taken with it. Raises Refused if too many
        are open.
        """

        def alter(tray: Tray) -> Tray:
            if len(tray.open) >= MOST:
                raise Refused("desk-reports-full", most=MOST)
            added = replace(report, number=tray.last + 1)
            return Tray(tray.last + 1, (*tray.reports, added))

        return (await self._change(venue, by, alter)).reports[-1]

    async def close(
        self, venue: VenueId, by: Heard, number: int, closer: tuple[str, str], outcome: str
    ) -> Report | None:
        """Close a report; return it, or None if none of this number is open. `closer`: hash and name of who does."""
        now, closed = self._sanctions.now(), list[Report]()

        def alter(tray: Tray) -> Tray:
            closed[:] = [one for one in tray.open if one.number == number]
            done = [
                replace(one, closed=now, closer=closer[0], closed_by=closer[1], outcome=outcome)
                if one in closed
                else one
                for one in tray.reports
            ]
            return replace(tray, reports=tuple(done))

        await self._change(venue, by, alter)
        return closed[0] if closed else None

    async def _change(self, venue: VenueId, by: Heard, alter: Callable[[Tray], Tray]) -> Tray:
        return await changed(
            self._store,
            REPORTS,
            venue,
            lambda content: to_change(read(content)),
            lambda tray: alter(tray).kept(self._sanctions.now()),
            by,
        )

    async def kept_of(self, ids: Sequence[PersonId]) -> dict[str, Any]:
        """Return the reports that a person made. Who reported them is not told."""
        who, found = self._sanctions.hashes(ids), list[Any]()
        async for venue, content in self._store.notes_of_kind(REPORTS):
            mine = [one for one in decoded(content).reports if one.by in who]
            found += [{"venue": venue, "at": one.at, "about": one.name, "reason": one.reason} for one in mine]
        return {"reports": found}

    async def forget(self, ids: Sequence[PersonId]) -> None:
        """Drop what was reported of a person, what they said in others' reports, and their name from all of these."""
        who = frozenset(self._sanctions.hashes(ids))

        def without(found: bytes) -> bytes:
            tray = read(found)
            if tray is None:
                return found
            left = tuple(one.without(who) for one in tray.reports if who.isdisjoint(one.who))
            return msgspec.json.encode(replace(tray, reports=left))

        await self._store.reword_notes(REPORTS, without)


def read(content: bytes | None) -> Tray | None:
    """Return the reports in a note; None if it can't be read."""
    try:
        return Tray() if content is None else _TRAY.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("reports can't be read: none are shown")  # noqa: TRY400 - the error may quote them
        return None


def decoded(content: bytes | None) -> Tray:
    """Return the reports in a note; none if it can't be read."""
    return read(content) or Tray()
