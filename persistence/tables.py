"""Tables in the store: their documents, logs and places."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

from msgspec.structs import replace

from persistence import wire
from persistence.commits import Commit, Committed, Seen, Short, Stale, Stored, TableRef
from persistence.face import A_PAGE, DAY, Face, opened, sealed
from persistence.keys import part, table_keys, venue_keys
from persistence.log_lines import ELSEWHERE, StepLines, joined, numbered, parted
from persistence.scripts import COMMIT, QUARANTINE
from persistence.sealing import BrokenSealError, UnknownSealError

DOCUMENT: Final = b"document"
LINE: Final = b"line"
TYPED: Final = b"typed"
TYPED_MOST: Final = 500
"""Lines that people typed at a table and that are not kept with its log; as in commit.lua."""
A_FEW: Final = 4
"""So many people's lines are kept with the step that they led to."""
TYPED_KEPT: Final = 40 * DAY
"""For lines that led to nothing: a table is closed long before."""
A_STEP: Final = 8
"""So many lines back a step is looked for that some line belongs to; most have one or two."""


class Tables(Face):
    """Documents and log lines are opaque bytes."""

    async def commit(self, commit: Commit) -> Committed | Stale | Seen | Short:
        """Store one atomic step of one table; money is confirmed by a replica, where there are any (threats F5).

        For ValueError and OverflowError, the caller's, nothing is written.
        """
        call = wire.commit_call(self._sealed(commit), self._given_time())
        asked = time.monotonic()
        first = [command for person in commit.seated for command in self._seat_noted(person, commit.ref)]
        if commit.called:
            first.append(
                ("HSET", venue_keys(commit.ref.venue).called, *(word for both in commit.called for word in both))
            )
        moves_money = bool(commit.transfers)
        reply = await self.pipe.run(COMMIT, call.keys, call.arguments, first, confirmed=moves_money)
        answer = wire.commit_answer(reply)
        if isinstance(answer, Committed) and self._hand_clock is None:
            self._server_clock.heard(answer.at, asked)
        return answer

    def _sealed(self, commit: Commit) -> Commit:
        """Return a commit as it is stored: what one or a few typed stands with the lines of the log, if there are any.

        What a crowd says in one moment would make a log longer and longer: it is kept with the last 500.
        """
        document = sealed(self.seals, commit.ref, DOCUMENT, commit.expected + 1, commit.document)
        within, apart = (commit.typed, ()) if commit.log and len(commit.typed) <= A_FEW else ((), commit.typed)
        log: tuple[bytes, ...] = ()
        if commit.log:
            step = sealed(self.seals, commit.ref, LINE, commit.log_start, joined(commit.log, within))
            log = (step, *[ELSEWHERE] * (len(commit.log) - 1))
        typed = tuple(sealed(self.seals, commit.ref, TYPED, "", line) for line in apart)
        return replace(commit, document=document, log=log, typed=typed)

    async def load(self, ref: TableRef) -> Stored | None:
        """Return a table as it is stored. Raises UnknownSealError and BrokenSealError for what can't be opened."""
        version, document = await self.pipe.read("HMGET", table_keys(ref).session, "v", "d")
        if version is None:
            return None
        return Stored(int(version), opened(self.seals, ref, DOCUMENT, int(version), document))

    async def game_of(self, ref: TableRef) -> int:
        """Return the number of the game that is on, unopened; 0: none is."""
        closed, game = await self.pipe.read("HMGET", table_keys(ref).session, "c", "g")
        return game_number(game, closed=bool(closed))

    async def version(self, ref: TableRef) -> int:
        """Return the version of a table; 0: there is none."""
        return int(await self.pipe.read("HGET", table_keys(ref).session, "v") or 0)

    async def log(self, ref: TableRef, start: int = 0, stop: int = -1) -> list[bytes]:
        """Return the lines of its log from number `start` (0 or more) on; `stop` is the last one wanted, -1 the newest.

        One round trip more where `start` lies within a step. Raises UnknownSealError and BrokenSealError.
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
        """Note a line that led to no step; all others travel in their Commit."""
        key, stored = table_keys(ref).typed, sealed(self.seals, ref, TYPED, "", line)
        kept = ("PEXPIRE", key, TYPED_KEPT)
        await self.pipe.write_all([("RPUSH", key, stored), ("LTRIM", key, -TYPED_MOST, -1), kept])

    async def typed(self, ref: TableRef, most: int | None = None) -> list[bytes]:
        """Return what people typed there: what led to a step of the log, then the rest, each the newest last.

        `most`: the log is read back until there are so many; None: all of it. What can't be opened is left out.
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
        """Return the ids of the tables shown there, in order of opening."""
        line: bytes = await self.pipe.read("HGET", venue_keys(venue).places, part(place)) or b""
        opened = sorted((word.partition(b"=") for word in line.split()), key=lambda word: int(word[0]))
        return [unquote(table.decode()) for _, _, table in opened]

    async def standing_seal(self, venue: str, place: str) -> bytes | None:
        """Return the seal that stands for the place's next game of its kind; None: none was ever made."""
        found: bytes | None = await self.pipe.read("HGET", venue_keys(venue).seals, part(place))
        return found

    async def quarantine(self, ref: TableRef) -> None:
        """Set a table aside whose document can't be read: no deadline, no delivery, no place (threats F23)."""
        keys = table_keys(ref)
        names = [keys.session, keys.quarantine, keys.due, keys.deliver, venue_keys(ref.venue).places]
        await self.pipe.run(QUARANTINE, names, [keys.member, part(ref.table)])

    async def quarantined(self, ref: TableRef) -> Stored | None:
        """Return what was set aside; where its seal can't be opened either, as it is stored."""
        version, document = await self.pipe.read("HMGET", table_keys(ref).quarantine, "v", "d")
        if version is None:
            return None
        with suppress(BrokenSealError, UnknownSealError):
            document = opened(self.seals, ref, DOCUMENT, int(version), document)
        return Stored(int(version), document)


def game_number(game: bytes | None, *, closed: bool) -> int:
    """Return the number of the game that is on as a table's key says it; 0: none is."""
    return 0 if closed else int(game or 0)
