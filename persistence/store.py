"""
The store: tables, purses, deadlines and small indices in Redis.

Each method is one round trip unless it says otherwise, and raises StoreTrouble. Documents are opaque bytes; times are
whole milliseconds since the epoch. The store comes back by itself when the server does (threats F2).
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Self
from urllib.parse import unquote

import structlog

from persistence import wire
from persistence.address import SecretText, address
from persistence.checks import check_server
from persistence.clock import Clock, RedisClock
from persistence.commits import Commit, Committed, Entry, Heard, Seen, Short, Stale, Stored, TableRef, Transfer
from persistence.keys import (
    ALL_DELIVER,
    ALL_DUE,
    bound_key,
    code_key,
    member,
    member_ref,
    mirrors_key,
    note_key,
    part,
    seats_key,
    table_keys,
    venue_keys,
)
from persistence.pipe import Pipe
from persistence.scripts import CLAIM, COMMIT, DELIVERED, QUARANTINE, TAKEN, TRANSFER

LANES: Final = 3
MOST_DUE: Final = 1000
DAY: Final = 24 * 3600 * 1000  # ms
SHOWN_KEPT: Final = 30 * DAY
AUDIT_MOST: Final = 10_000
"""Entries of a venue's audit log; as in commit.lua."""
_log: Final = structlog.get_logger("persistence")
CODE_CLAIMED: Final = 10 * 60 * 1000  # ms
CODE_KEPT: Final = 40 * DAY
SEAT_KEPT: Final = 40 * DAY
BOUND_KEPT: Final = 2 * DAY
"""As long as the ids of a venue that has fallen silent; see seen.lua."""


class Store:
    """Made by `connect`, ended by `close`."""

    def __init__(self, pipe: Pipe, clock: Clock | None) -> None:
        self._pipe = pipe
        self._server_clock = RedisClock(self._ask_time)
        self._hand_clock = clock

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
        pipe = Pipe([place.connection() for _ in range(LANES)], place.where, timeout)
        try:
            await pipe.open()
            await check_server(pipe)
            store = cls(pipe, clock)
            await store._server_clock.set()
        except BaseException:
            await pipe.close()
            raise
        return store

    async def close(self) -> None:
        await self._server_clock.close()
        await self._pipe.close()

    @property
    def clock(self) -> Clock:
        return self._hand_clock or self._server_clock

    # Tables

    async def commit(self, commit: Commit) -> Committed | Stale | Seen | Short:
        """One atomic step of one table. ValueError and OverflowError are errors of the caller; nothing is written."""
        call = wire.commit_call(commit, self._given_time())
        asked = time.monotonic()
        first = [command for person in commit.seated for command in self._seat_noted(person, commit.ref)]
        answer = wire.commit_answer(await self._pipe.run(COMMIT, call.keys, call.arguments, first))
        if isinstance(answer, Committed) and self._hand_clock is None:
            self._server_clock.heard(answer.at, asked)
        return answer

    async def load(self, ref: TableRef) -> Stored | None:
        version, document = await self._pipe.read("HMGET", table_keys(ref).session, "v", "d")
        return None if version is None else Stored(int(version), document)

    async def version(self, ref: TableRef) -> int:
        """0: no such table."""
        return int(await self._pipe.read("HGET", table_keys(ref).session, "v") or 0)

    async def log(self, ref: TableRef, start: int = 0, stop: int = -1) -> list[bytes]:
        """`stop` is the last line wanted, -1 the newest."""
        lines: list[bytes] = await self._pipe.read("LRANGE", table_keys(ref).log, start, stop)
        return lines

    async def tables_at(self, venue: str, place: str) -> list[str]:
        """The ids of the tables shown there, in order of opening."""
        line: bytes = await self._pipe.read("HGET", venue_keys(venue).places, part(place)) or b""
        opened = sorted((word.partition(b"=") for word in line.split()), key=lambda word: int(word[0]))
        return [unquote(table.decode()) for _, _, table in opened]

    async def quarantine(self, ref: TableRef) -> None:
        """Sets a table aside whose document can't be read: no deadline, no delivery, no place (threats F23)."""
        keys = table_keys(ref)
        names = [keys.session, keys.quarantine, keys.due, keys.deliver, venue_keys(ref.venue).places]
        await self._pipe.run(QUARANTINE, names, [keys.member, part(ref.table)])

    async def quarantined(self, ref: TableRef) -> Stored | None:
        version, document = await self._pipe.read("HMGET", table_keys(ref).quarantine, "v", "d")
        return None if version is None else Stored(int(version), document)

    # Messages

    async def taken(self, heard: Heard) -> bool:
        """Whether this message was taken in the last day, at whatever table. Two round trips if it was for another
        venue's.
        """
        here, bound = await self._pipe.read_all(
            [("ZMSCORE", venue_keys(heard.venue).seen, heard.id), ("GET", bound_key(heard))]
        )
        return here[0] is not None or (bound is not None and await self._taken_at(bound.decode(), heard))

    async def bind(self, heard: Heard, venue: str) -> bool:
        """Note that a message is about to be taken at a table of another venue than its own, where its repeat will ask.

        False: it was taken already, at a table of yet another venue. Three round trips more if it was bound before.
        """
        key = bound_key(heard)
        if await self._pipe.write("SET", key, venue, "NX", "PX", BOUND_KEPT) is not None:
            return True
        before = await self._pipe.read("GET", key)
        if before is not None and before.decode() != venue:
            if await self._taken_at(before.decode(), heard):
                return False
            await self._pipe.write("SET", key, venue, "PX", BOUND_KEPT)
        return True

    async def note_taken(self, heard: Heard) -> None:
        """For a message that was taken without a table's step; all others travel in their Commit."""
        await self._note_taken(heard, ())

    async def _note_taken(self, heard: Heard, first: Sequence[Sequence[wire.Argument]]) -> None:
        given = self._given_time()
        await self._pipe.run(TAKEN, [venue_keys(heard.venue).seen], ["" if given is None else given, heard.id], first)

    async def _taken_at(self, venue: str, heard: Heard) -> bool:
        return (await self._pipe.read("ZMSCORE", venue_keys(venue).seen, heard.id))[0] is not None

    # Deadlines and deliveries

    async def due(self, before: int) -> list[tuple[TableRef, int]]:
        """Tables whose deadline is `before` (ms) or earlier, the earliest first, at most 1000."""
        found = await self._marks(ALL_DUE, before)
        return found[:MOST_DUE]

    async def undelivered(self) -> list[TableRef]:
        """Tables with something to deliver, longest waiting first."""
        return [ref for ref, _ in await self._marks(ALL_DELIVER, None)]

    async def delivered(self, ref: TableRef, version: int) -> bool:
        """Clears the mark, unless the table is at another version by now."""
        keys = table_keys(ref)
        return bool(await self._pipe.run(DELIVERED, [keys.session, keys.deliver], [version, keys.member]))

    async def shown(self, ref: TableRef) -> dict[str, bytes]:
        """What each audience was last shown."""
        return _pairs(await self._pipe.read("HGETALL", table_keys(ref).shown))

    async def show(self, ref: TableRef, shown: Mapping[str, bytes]) -> None:
        if not shown:
            return
        key = table_keys(ref).shown
        pairs = [value for pair in shown.items() for value in pair]
        await self._pipe.write_all([("HSET", key, *pairs), ("PEXPIRE", key, SHOWN_KEPT)])

    # Money

    async def balance(self, venue: str, account: str) -> int | None:
        """None: never used."""
        amount = await self._pipe.read("HGET", venue_keys(venue).purses, wire.check_account(account))
        return None if amount is None else int(amount)

    async def transfer(self, venue: str, transfers: tuple[Transfer, ...]) -> dict[str, int] | Short:
        """
        Money without a table: all of it or, if an account can't pay, nothing (Short). Tells the accounts' balances.

        After a pending StoreTrouble only a transfer with `once` may be repeated: nothing else tells it was done.
        """
        if not transfers:
            return {}
        call = wire.transfer_call(venue, transfers, self._given_time())
        match await self._pipe.run(TRANSFER, call.keys, call.arguments):
            case [b"done", *balances]:
                return dict(zip(wire.accounts_of(transfers), map(int, balances), strict=True))
            case reply:
                return wire.refusal(reply)

    async def ledger(self, venue: str, account: str | None = None, count: int = 50) -> list[Entry]:
        """Newest first. For one account: two round trips."""
        keys = venue_keys(venue)
        if account is None:
            lines = await self._pipe.read("LRANGE", keys.ledger, -count, -1)
        else:
            numbers = await self._pipe.read("LRANGE", keys.entries(wire.check_account(account)), -count, -1)
            lines = await self._pipe.read_all([("LINDEX", keys.ledger, number) for number in numbers])
        return [wire.entry(line) for line in reversed(lines)]

    async def accounts(self, venue: str) -> dict[str, int]:
        """Every account of a venue. The sum is always 0."""
        pairs = _pairs(await self._pipe.read("HGETALL", venue_keys(venue).purses))
        return {name: int(amount) for name, amount in pairs.items()}

    async def counter(self, venue: str, name: str) -> int:
        return int(await self._pipe.read("HGET", venue_keys(venue).counters, name) or 0)

    # What staff did

    async def audit(self, venue: str, count: int = 50) -> list[bytes]:
        """The last entries of the venue's audit log, newest first."""
        lines: list[bytes] = await self._pipe.read("LRANGE", venue_keys(venue).audit, -count, -1)
        return lines[::-1]

    async def note_audit(self, venue: str, entry: bytes) -> None:
        """An entry that belongs to no table's step; all others travel in their Commit."""
        key = venue_keys(venue).audit
        await self._pipe.write_all([("RPUSH", key, entry), ("LTRIM", key, -AUDIT_MOST, -1)])

    # Finished games

    async def record(self, venue: str, name: str) -> bytes | None:
        content: bytes | None = await self._pipe.read("GET", venue_keys(venue).record(name))
        return content

    async def records(self, venue: str, count: int = 20) -> list[str]:
        """Names, newest first."""
        names = await self._pipe.read("LRANGE", venue_keys(venue).records, 0, count - 1)
        return [name.decode() for name in names]

    # Small indices outside the partition: derived, repaired by their readers

    async def claim_code(self, code: str, ref: TableRef) -> bool:
        """Takes a code for ten minutes, if it is free or ours."""
        return bool(await self._pipe.run(CLAIM, [code_key(code)], [member(ref), CODE_CLAIMED]))

    async def keep_code(self, code: str, ref: TableRef) -> None:
        """For forty days from now, if it is free or ours."""
        await self._pipe.run(CLAIM, [code_key(code)], [member(ref), CODE_KEPT])

    async def drop_code(self, code: str) -> None:
        await self._pipe.write("DEL", code_key(code))

    async def find_code(self, code: str) -> TableRef | None:
        found = await self._pipe.read("GET", code_key(code))
        return None if found is None else member_ref(found)

    async def note_seat(self, person: str, ref: TableRef) -> None:
        await self._pipe.write_all(self._seat_noted(person, ref))

    def _seat_noted(self, person: str, ref: TableRef) -> list[Sequence[wire.Argument]]:
        key = seats_key(person)
        return [("ZADD", key, "NX", self.clock.now(), member(ref)), ("PEXPIRE", key, SEAT_KEPT)]

    async def forget_seat(self, person: str, ref: TableRef) -> None:
        await self._pipe.write("ZREM", seats_key(person), member(ref))

    async def seats_of(self, person: str) -> list[TableRef]:
        """The tables a person sits at, in the order they sat down."""
        return [member_ref(each) for each in await self._pipe.read("ZRANGE", seats_key(person), 0, -1)]

    async def note_mirror(self, place: str, ref: TableRef) -> None:
        """A table of another venue that stands at this place too."""
        key = mirrors_key(place)
        await self._pipe.write_all([("ZADD", key, "NX", self.clock.now(), member(ref)), ("PEXPIRE", key, SEAT_KEPT)])

    async def forget_mirror(self, place: str, ref: TableRef) -> None:
        await self._pipe.write("ZREM", mirrors_key(place), member(ref))

    async def mirrors_at(self, place: str) -> list[TableRef]:
        """The tables of other venues at this place, in the order they came."""
        return [member_ref(each) for each in await self._pipe.read("ZRANGE", mirrors_key(place), 0, -1)]

    async def put_note(
        self, kind: str, name: str, content: bytes, seconds: int | None = None, *, by: Heard | None = None
    ) -> None:
        """`by`: the message that wants it so, which is taken with it."""
        command = ("SET", note_key(kind, name), content, *(() if seconds is None else ("EX", seconds)))
        if by is None:
            await self._pipe.write(*command)
        else:
            await self._note_taken(by, [command])

    async def note(self, kind: str, name: str) -> bytes | None:
        content: bytes | None = await self._pipe.read("GET", note_key(kind, name))
        return content

    async def claim_note(self, kind: str, name: str, content: bytes, seconds: int) -> bool:
        """Puts a note where there is none; False: there is one."""
        return await self._pipe.write("SET", note_key(kind, name), content, "NX", "EX", seconds) is not None

    async def take_note(self, kind: str, name: str) -> bytes | None:
        """Reads a note and drops it, in one step: of two who take it, one gets it."""
        content: bytes | None = await self._pipe.write("GETDEL", note_key(kind, name))
        return content

    async def drop_note(self, kind: str, name: str) -> None:
        await self._pipe.write("DEL", note_key(kind, name))

    def _given_time(self) -> int | None:
        return None if self._hand_clock is None else self._hand_clock.now()

    async def _ask_time(self) -> int:
        seconds, micros = await self._pipe.read("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    async def _marks(self, sets: tuple[str, ...], before: int | None) -> list[tuple[TableRef, int]]:
        """Members of one sorted set of each partition, lowest score first; at most 1000 of a partition."""
        most = "+inf" if before is None else before
        replies = await self._pipe.read_all(
            [("ZRANGEBYSCORE", key, "-inf", most, "WITHSCORES", "LIMIT", 0, MOST_DUE) for key in sets]
        )
        found = [(int(float(score)), each) for reply in replies for each, score in _two_by_two(reply)]
        refs = [(_readable(each), score) for score, each in sorted(found)]
        return [(ref, score) for ref, score in refs if ref is not None]


def _readable(each: bytes) -> TableRef | None:
    """None for a member that names no table: the others must not wait for it (threats F23)."""
    try:
        return member_ref(each)
    except ValueError:
        _log.error("store.odd_member", length=len(each))
        return None


def _two_by_two(flat: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    return zip(flat[::2], flat[1::2], strict=True)


def _pairs(flat: list[bytes]) -> dict[str, bytes]:
    return {name.decode(): value for name, value in _two_by_two(flat)}
