"""Commits and transfers written as KEYS and ARGV of the scripts, and the scripts' answers read as values."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from persistence import sealing
from persistence.commits import Commit, Committed, Counter, Entry, Idle, Record, Seen, Short, Stale, Transfer
from persistence.keys import LONGEST_PART, VenueKeys, part, table_keys, venue_keys
from persistence.sealing import packed

Argument = str | bytes | int
_Recorded = tuple[str, bytes, bytes, int, int]
"""A record as it is sent: name, content, listing, how long it is kept, and how many people have it in their lists."""
Reply = Any  # what redis-py's parser returns: bytes, int, None or a list of them

EXACT: Final = 2**53  # up to here a number is exact in Lua and JSON (threats T22)
LONGEST_LIST: Final = 1000  # items of one kind in a commit; Lua's unpack fails at about 8,000
MOST_TRANSFERS: Final = 30_000  # and accounts, which are looked up in pieces
LONGEST_NOTE: Final = 200  # letters
LARGEST_DOCUMENT: Final = 4 * 1024 * 1024  # bytes (threats T20)
A_LINE: Final = 40
A_TABLE: Final = 1_400
A_RECORD: Final = 120
AN_ENTRY: Final = 100
"""Bytes that Redis takes about, besides the content, for a line or an id; and for a new table, a record and a person
in whose list it stands, and an entry in the ledger (measured with MEMORY USAGE).
"""

_ACCOUNT: Final = re.compile(r"bank|(purse|stake):.+", re.DOTALL)
_SUM: Final = msgspec.json.Decoder(tuple[str, str, str, str])
_CAUSE: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")


class Call(Struct, frozen=True):
    """The keys and arguments of a script."""

    keys: list[str]
    arguments: list[Argument]


class StepNews(Struct, frozen=True):
    """What a commit needs to tell other processes of it.

    `command`: with which to publish, on the channel of the partition and of this `scope`; empty: nobody is told.
    `name`: of the process that commits. `listens`: how many of the listeners are that one, which needs no news of it.
    """

    command: str = ""
    scope: str = ""
    name: str = ""
    listens: int = 0


NOBODY: Final = StepNews()


def commit_call(commit: Commit, now: int | None, told: StepNews = NOBODY) -> Call:
    """Write a commit. `now` in ms; None: the server's time. Raises ValueError for an invalid commit."""
    _check(commit)
    records = list(map(_recorded, commit.records))
    table, venue = table_keys(commit.ref), venue_keys(commit.ref.venue)
    money_keys, money = _money(venue, commit.transfers)
    keys = [
        *(table.session, table.log, table.shown, table.typed, venue.seen, table.due, table.deliver),
        *(venue.places, venue.counters, venue.games, venue.listings, venue.audit, venue.seals),
        table.news + told.scope,
        *money_keys,
        *chain.from_iterable(map(partial(_archived_at, venue), commit.records)),
    ]
    arguments: list[Argument] = [
        "" if now is None else now,
        commit.expected,
        commit.document,
        part(commit.ref.table),
        table.member,
        "" if commit.wake_at is None or commit.closed else commit.wake_at,
        int(commit.deliver),
        f"stake:{commit.ref.table}" if commit.closed else "",
        "" if commit.closed else " ".join(sorted(set(map(part, commit.places)))),
        commit.game or "",
        *(told.command, told.name, told.listens),
        _weight(commit, records),
        *_listed(
            *(dict.fromkeys(commit.seen), commit.log, commit.typed),
            *(map(astuple, commit.counters), records, commit.audit),
            *(map(_sealed, commit.seals), commit.shown),
        ),
        *money,
    ]
    return Call(keys, arguments)


def _weight(commit: Commit, records: Sequence[_Recorded]) -> int:
    """Return about how many bytes a commit adds to what is kept of its venue; what it replaces is not counted."""
    lines, people = [*commit.log, *commit.typed], 0
    for _, content, listing, _, count in records:
        lines += (content, listing)
        people += count
    told = sum(map(len, lines)) + A_LINE * (len(lines) + len(commit.seen))
    lists = A_RECORD * (len(records) + people)
    return told + lists + AN_ENTRY * len(commit.transfers) + (0 if commit.expected else A_TABLE)


def transfer_call(
    venue: str,
    transfers: Sequence[Transfer],
    now: int | None,
    seen: Sequence[str] = (),
    audit: Sequence[bytes] = (),
    counters: Sequence[str] = (),
) -> Call:
    """Write transfers. `now` in ms; None: the server's time. Raises ValueError for invalid transfers."""
    for name in seen:
        _id(name)
    found = venue_keys(venue)
    keys, money = _money(found, transfers)
    before: list[Argument] = ["" if now is None else now, *_listed(seen, audit, counters)]
    return Call([found.seen, found.audit, found.counters, *keys], [*before, *money])


def closing_call(venue: str, found: Idle, cause: str, now: int | None, once: Sequence[str]) -> Call:
    """Write the closing of an account. Raises ValueError for an invalid transfer."""
    keys = venue_keys(venue)
    transfers = [Transfer(found.account, "bank", found.balance, cause)] if found.balance else []
    money_keys, money = _money(keys, transfers)
    before: list[Argument] = ["" if now is None else now, found.account, found.balance, found.last, *_listed(once)]
    return Call([*money_keys, keys.entries(check_account(found.account))], [*before, *money])


def accounts_of(transfers: Iterable[Transfer]) -> list[str]:
    return list(dict.fromkeys(name for each in transfers for name in (each.source, each.target)))


def commit_answer(reply: Reply) -> Committed | Stale | Seen | Short:
    match reply:
        case [b"done", int(version), int(at)]:
            return Committed(version, at)
        case [b"stale", int(version)]:
            return Stale(version)
        case _:
            return seen(reply) or refusal(reply)


def balances(transfers: Sequence[Transfer], reply: Reply) -> dict[str, int]:
    """Return the balances after these transfers; empty if they were not made."""
    match reply:
        case [b"done", *amounts]:
            return dict(zip(accounts_of(transfers), map(int, amounts), strict=True))
        case _:
            return {}


def seen(reply: Reply) -> Seen | None:
    """Return the messages that were taken before, if the answer names any."""
    match reply:
        case [b"seen", *ids]:
            return Seen(tuple(name.decode() for name in ids))
        case _:
            return None


def refusal(reply: Reply) -> Short:
    """Read the refusal of a transfer. Raises OverflowError if an account would exceed the exact numbers."""
    match reply:
        case [b"short", bytes(account), balance]:
            return Short(account.decode(), int(balance))
        case [b"over", bytes(account)]:
            raise OverflowError(f"The account {account.decode()!r} would hold 2**53 or more.")
        case _:
            raise TypeError(f"The script gave an answer of an unknown shape: {reply!r:.200}")


def entry(line: bytes) -> Entry:
    """Read a line of the ledger: the time, then a JSON list."""
    at, _, body = line.partition(b"[")
    source, target, amount, cause, *note = msgspec.json.decode(b"[" + body)
    return Entry(int(at), source, target, amount, cause, *note)


def reworded(line: bytes, account: str, other: str, reword: Callable[[str], str]) -> bytes:
    """Return a line of the ledger in which `other` replaces `account`, with its note reworded."""
    at, _, body = line.partition(b"[")
    source, target, amount, cause, *note = msgspec.json.decode(b"[" + body)
    accounts = [other if one == account else one for one in (source, target)]
    return at + msgspec.json.encode((*accounts, amount, cause, *map(reword, note)))


def sum_field(entry: Entry) -> str:
    """Return the field of the sum that an entry is folded into: its month, its accounts and its cause."""
    month = datetime.fromtimestamp(entry.at / 1000, UTC).strftime("%Y-%m")
    return msgspec.json.encode((month, entry.source, entry.target, entry.cause)).decode()


def sum_of(field: str) -> tuple[str, str, str, str]:
    """Return the month, the accounts and the cause of a sum."""
    return _SUM.decode(field)


def with_account(field: str, account: str, other: str) -> str:
    """Return the field of a sum in which `other` replaces `account`."""
    month, source, target, cause = sum_of(field)
    accounts = [other if one == account else one for one in (source, target)]
    return msgspec.json.encode((month, *accounts, cause)).decode()


def unpacked(content: bytes) -> bytes:
    """Unpack a record. One that can't be unpacked is returned as stored; its reader will refuse it."""
    try:
        return sealing.unpacked(content)
    except (sealing.BrokenPackingError, sealing.UnknownDictionaryError):
        return content


def check_account(account: str) -> str:
    if not _ACCOUNT.fullmatch(account):
        raise ValueError(f"An account is 'bank', 'purse:<person>' or 'stake:<table>', not {account!r:.80}.")
    part(account)
    return account


def _recorded(record: Record) -> _Recorded:
    return record.name, packed(record.content), record.listing, record.kept, len(record.people)


def _sealed(at: tuple[str, bytes]) -> tuple[str, bytes]:
    place, seal = at
    return part(place), seal


def _archived_at(venue: VenueKeys, record: Record) -> list[str]:
    """Return the keys of a finished game: its record, then the list of each person in it."""
    return [venue.record(record.name), *map(venue.played, record.people)]


def _listed(*lists: Iterable[Any], most: int = LONGEST_LIST) -> list[Argument]:
    """Return for each list a count, then its items one after the other; a tuple is several arguments."""
    listed: list[Argument] = []
    for items in map(list, lists):
        if len(items) > most:
            raise ValueError(f"A commit may hold {most} items of a kind, not {len(items)}.")
        listed.append(len(items))
        listed += chain.from_iterable(items) if items and isinstance(items[0], tuple) else items
    return listed


def _money(venue: VenueKeys, transfers: Sequence[Transfer]) -> tuple[list[str], list[Argument]]:
    keys = [venue.purses, venue.ledger, venue.once]
    if not transfers:
        return keys, [0, 0]
    names = [check_account(name) for name in accounts_of(transfers)]
    keys += [venue.entries(name) for name in names]
    number = {name: position for position, name in enumerate(names, 1)}
    moves = ((number[t.source], number[t.target], t.amount, t.once or "", _body(t)) for t in map(_sound, transfers))
    return keys, [*_listed(names, moves, most=MOST_TRANSFERS)]


def _body(transfer: Transfer) -> bytes:
    told = (transfer.source, transfer.target, transfer.amount, transfer.cause)
    return msgspec.json.encode((*told, transfer.note) if transfer.note else told)


def _sound(transfer: Transfer) -> Transfer:
    _whole(1, amount=transfer.amount)
    if transfer.source == transfer.target:
        raise ValueError(f"A transfer needs two accounts; both are {transfer.source!r:.80}.")
    if not _CAUSE.fullmatch(transfer.cause):
        raise ValueError(f"A cause is a short word of letters, digits and hyphens, not {transfer.cause!r:.80}.")
    if len(transfer.note) > LONGEST_NOTE:
        raise ValueError(f"A note of a transfer has at most {LONGEST_NOTE} letters, not {len(transfer.note)}.")
    if transfer.once is not None:
        _id(transfer.once)
    return transfer


def _check(commit: Commit) -> None:
    _whole(0, version=commit.expected, game=commit.game, line=commit.log_start, deadline=commit.wake_at or 0)
    if len(commit.document) > LARGEST_DOCUMENT:
        raise ValueError(f"A document may have {LARGEST_DOCUMENT} bytes, not {len(commit.document)}.")
    for name in commit.seen:
        _id(name)
    if commit.counters:
        _check_counters(commit.counters)
    if commit.records:
        _check_records(commit.records)


def _check_records(records: tuple[Record, ...]) -> None:
    if len({record.name for record in records}) < len(records):
        raise ValueError("Two records of one commit have the same name.")
    for record in records:
        _whole(1, kept=record.kept)


def _check_counters(counters: tuple[Counter, ...]) -> None:
    if len({each.name for each in counters}) < len(counters):
        raise ValueError("A commit may move each counter once.")
    for each in counters:
        _id(each.name)
        _whole(0, was=each.was, becomes=each.becomes)


def _whole(least: int, **numbers: int) -> None:
    """Check numbers by their names. Raises ValueError for one that is not whole, too low or too high."""
    for name, number in numbers.items():
        if type(number) is not int or not least <= number < EXACT - 1:
            raise ValueError(f"`{name}` is a whole number from {least} to below 2**53, not {number!r:.80}.")


def _id(text: str) -> None:
    if not 0 < len(text.encode()) <= 2 * LONGEST_PART:
        raise ValueError(f"An id must have 1 to {2 * LONGEST_PART} bytes; this one has {len(text.encode())}.")
