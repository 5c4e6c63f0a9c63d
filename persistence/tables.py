"""Tables in the store: their documents, logs and places."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from persistence import wire
from persistence.commits import Commit, Committed, Seen, Short, Stale, Stored, TableRef
from persistence.deliveries import SHOWN
from persistence.face import A_PAGE, DAY, Face, pairs
from persistence.keys import member_ref, mirrors_key, part, table_keys, venue_keys
from persistence.scripts import COMMIT, QUARANTINE
from persistence.sealing import BrokenSealError, Seals, UnknownSealError, opened, sealed

DOCUMENT: Final = b"document"
LINE: Final = b"line"
TYPED: Final = b"typed"
TYPED_MOST: Final = 500
"""The number of kept lines that people typed at a table and that are not in its log; the same as in commit.lua."""
A_FEW: Final = 4
"""If at most so many people's lines led to a step, they are kept with it."""
TYPED_KEPT: Final = 40 * DAY
"""How long lines that led to no step are kept; a table is closed long before."""
A_STEP: Final = 8
"""How many lines at a time are read backwards to find the beginning of a step; most steps have one or two."""
ELSEWHERE: Final = b""
"""The placeholder in the log for a line that is stored with the first one of its step."""


class StepLines(Struct, frozen=True, array_like=True):
    """The lines of one step, at least one, and what people typed for it, both unpacked.

    They are one item of the log, packed and sealed together, since the lines repeat much, and each seal adds a nonce
    and a tag. It stands at the number of the step's first line; the other numbers hold ELSEWHERE.
    """

    lines: tuple[bytes, ...]
    typed: tuple[bytes, ...] = ()


_STEP: Final = msgspec.msgpack.Decoder(StepLines)


class Tables(Face):
    """Documents and log lines are opaque bytes."""

    async def commit(self, commit: Commit) -> Committed | Stale | Seen | Short:
        """Store one step of a table as a whole, confirmed by a replica, if there are any (threats F5).

        Raises ValueError and OverflowError for a caller's mistake; nothing is written then.
        """
        given = None if self._hand_clock is None else self._hand_clock.now()
        call = wire.commit_call(self._sealed(commit, self.seals), given, self.news.of_step)
        asked = time.monotonic()
        first = self._people_noted(commit) if commit.seated or commit.called else ()
        reply = await self.pipe.run(COMMIT, call.keys, call.arguments, first, confirmed=True)
        answer = wire.commit_answer(reply)
        if isinstance(answer, Committed) and self._hand_clock is None:
            self._server_clock.heard(answer.at, asked)
        return answer

    def _people_noted(self, commit: Commit) -> list[Sequence[wire.Argument]]:
        """Return the commands that note who has sat down, and what they are called."""
        noted = [command for person in commit.seated for command in self._seat_noted(person, commit.ref)]
        if commit.called:
            words = (word for both in commit.called for word in both)
            noted.append(("HSET", venue_keys(commit.ref.venue).called, *words))
        return noted

    @staticmethod
    def _sealed(commit: Commit, seals: Seals | None) -> Commit:
        """Seal a commit. If it has log lines, what a few people typed for it is kept with them.

        A crowd's lines would make the log too long: they are kept with the last 500.
        """
        ref, log, typed, shown = commit.ref, commit.log, commit.typed, commit.shown
        document = sealed(seals, ref, DOCUMENT, commit.expected + 1, commit.document)
        if log:
            within, typed = (typed, ()) if len(typed) <= A_FEW else ((), typed)
            step = msgspec.msgpack.encode(StepLines(log, within))
            log = (sealed(seals, ref, LINE, commit.log_start, step), *[ELSEWHERE] * (len(log) - 1))
        if typed:
            typed = tuple([sealed(seals, ref, TYPED, "", line) for line in typed])
        if shown:
            shown = tuple([(name, sealed(seals, ref, SHOWN, name, note)) for name, note in shown])
        return replace(commit, document=document, log=log, typed=typed, shown=shown)

    async def load(self, ref: TableRef) -> Stored | None:
        """Return a stored table. Raises UnknownSealError and BrokenSealError if it can't be opened."""
        version, document = await self.pipe.read("HMGET", table_keys(ref).session, "v", "d")
        if version is None:
            return None
        return Stored(int(version), opened(self.seals, ref, DOCUMENT, int(version), document))

    async def game_of(self, ref: TableRef) -> int:
        """Return the number of the current game without opening the table; 0: there is none."""
        closed, game = await self.pipe.read("HMGET", table_keys(ref).session, "c", "g")
        return game_number(game, closed=bool(closed))

    async def version(self, ref: TableRef) -> int:
        """Return the version of a table; 0 if there is no table."""
        return int(await self.pipe.read("HGET", table_keys(ref).session, "v") or 0)

    async def versions(self, refs: Sequence[TableRef]) -> list[int]:
        """Return the version of each of these tables; 0 where there is no table."""
        found = await self.pipe.read_all([("HGET", table_keys(ref).session, "v") for ref in refs]) if refs else []
        return [int(version or 0) for version in found]

    async def log(self, ref: TableRef, start: int = 0, stop: int = -1) -> list[bytes]:
        """Return lines of a table's log, from number `start` (0 or more) to `stop`, which is included; -1: the newest.

        One round trip more if `start` lies within a step. Raises UnknownSealError and BrokenSealError.
        """
        key, first = table_keys(ref).log, start
        stored: list[bytes] = await self.pipe.read("LRANGE", key, start, stop)
        while first and stored[:1] == [ELSEWHERE]:
            first = max(0, first - A_STEP)
            stored = await self.pipe.read("LRANGE", key, first, stop)
        found = [line for step in self._steps(ref, stored, first) for line in step.lines]
        return found[start - first : None if stop < 0 else stop + 1 - first]

    def _steps(self, ref: TableRef, stored: Sequence[bytes], first: int) -> Iterator[StepLines]:
        return (parted(opened(self.seals, ref, LINE, number, one)) for number, one in numbered(stored, first))

    async def note_typed(self, ref: TableRef, line: bytes) -> None:
        """Note a typed line that led to no step. All others are noted by their Commit."""
        key, stored = table_keys(ref).typed, sealed(self.seals, ref, TYPED, "", line)
        kept = ("PEXPIRE", key, TYPED_KEPT)
        await self.pipe.write_all([("RPUSH", key, stored), ("LTRIM", key, -TYPED_MOST, -1), kept])

    async def typed(self, ref: TableRef, most: int | None = None) -> list[bytes]:
        """Return the lines that people typed there: first those in the log, then the rest, each part in order of time.

        `most`: stop reading the log back once there are so many; None: read all of it. What can't be opened is left
        out.
        """
        keys = table_keys(ref)
        end, rest = await self.pipe.read_all([("LLEN", keys.log), ("LRANGE", keys.typed, 0, -1)])
        found: list[bytes] = []
        while end and (most is None or len(found) < most):
            start = max(0, end - A_PAGE)
            found[:0] = self._typed_in(ref, await self.pipe.read("LRANGE", keys.log, start, end - 1), start)
            end = start
        for stored in rest:
            with suppress(BrokenSealError, UnknownSealError):
                found.append(opened(self.seals, ref, TYPED, "", stored))
        return found

    def _typed_in(self, ref: TableRef, stored: Sequence[bytes], first: int) -> Iterator[bytes]:
        for number, one in numbered(stored, first):
            with suppress(BrokenSealError, UnknownSealError):
                yield from parted(opened(self.seals, ref, LINE, number, one)).typed

    async def tables_at(self, venue: str, place: str) -> list[str]:
        """Return the ids of the tables shown at a place, in the order they opened."""
        return _ids_in(await self.pipe.read("HGET", venue_keys(venue).places, part(place)))

    async def shown_at(self, places: Sequence[tuple[str, str]]) -> list[list[TableRef]]:
        """Return the tables shown at each place, given with a venue: those of this venue in the order they opened, then
        those of others in the order they came.
        """
        asked = [
            command
            for venue, place in places
            for command in (
                ("HGET", venue_keys(venue).places, part(place)),
                ("ZRANGE", mirrors_key(place), 0, -1),
            )
        ]
        replies = await self.pipe.read_all(asked) if asked else []
        found = zip(places, replies[::2], replies[1::2], strict=True)
        return [
            list(dict.fromkeys([*(TableRef(venue, one) for one in _ids_in(line)), *map(member_ref, mirrored)]))
            for (venue, _), line, mirrored in found
        ]

    async def tables_in(self, venue: str) -> list[str]:
        """Return the ids of all open tables of a venue, in the order they opened."""
        lines = pairs(await self.pipe.read("HGETALL", venue_keys(venue).places)).values()
        opened = sorted(
            {(int(at), table) for line in lines for at, _, table in (one.partition(b"=") for one in line.split())}
        )
        return list(dict.fromkeys(unquote(table.decode()) for _, table in opened))

    async def standing_seal(self, venue: str, place: str) -> bytes | None:
        """Return the standing seal for the next game at a place; None if none was ever made."""
        found: bytes | None = await self.pipe.read("HGET", venue_keys(venue).seals, part(place))
        return found

    async def quarantine(self, ref: TableRef) -> None:
        """Set aside a table whose document can't be read: it loses deadline, delivery mark and places (threats F23)."""
        keys = table_keys(ref)
        names = [keys.session, keys.quarantine, keys.due, keys.deliver, venue_keys(ref.venue).places]
        await self.pipe.run(QUARANTINE, names, [keys.member, part(ref.table)])

    async def quarantined(self, ref: TableRef) -> Stored | None:
        """Return a table that was set aside; still sealed where its seal can't be opened."""
        version, document = await self.pipe.read("HMGET", table_keys(ref).quarantine, "v", "d")
        if version is None:
            return None
        with suppress(BrokenSealError, UnknownSealError):
            document = opened(self.seals, ref, DOCUMENT, int(version), document)
        return Stored(int(version), document)


def _ids_in(line: bytes | None) -> list[str]:
    """Read the ids of the tables at a place, in the order they opened."""
    opened = sorted((word.partition(b"=") for word in (line or b"").split()), key=lambda word: int(word[0]))
    return [unquote(table.decode()) for _, _, table in opened]


def game_number(game: bytes | None, *, closed: bool) -> int:
    """Read the number of the current game from the key of a table; 0: there is none."""
    return 0 if closed else int(game or 0)


def parted(content: bytes) -> StepLines:
    """Read the item of one step. Raises BrokenSealError if it is none."""
    try:
        return _STEP.decode(content)
    except msgspec.DecodeError:
        raise BrokenSealError from None


def numbered(stored: Sequence[bytes], first: int) -> Iterator[tuple[int, bytes]]:
    """Yield each stored item with the number of its first line. `first`: the number at which `stored` begins."""
    return ((number, one) for number, one in enumerate(stored, first) if one != ELSEWHERE)
