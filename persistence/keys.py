"""The names of all keys in Redis.

Every key starts with `pl:`. What belongs to a venue has the venue's partition as hash tag, `pl:{p017}:…`, so that one
commit is one script on one slot of a Redis Cluster. Parts that come from outside (ids of platforms, of people, of
places) are percent-encoded and limited in length, so no text can break out of its part (threats T21).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote
from zlib import crc32

from msgspec import Struct

from persistence.commits import Heard, TableRef

PARTITIONS: Final = 256
FORM_KEY: Final = "pl:form"
RESTORE_LOCK: Final = "pl:restoring"
"""Stands while a backup is written into the store."""
REPLICAS_KEY: Final = "pl:replicas"
"""How many replicas each server had at least when it had the most."""
PEERS_KEY: Final = "pl:peers"
SERVING_KEY: Final = "pl:{pl:peers}:serving"
"""What each process serves; in the slot of `PEERS_KEY`."""
SCRATCH: Final = b"pl:{p000}:check:"
"""The beginning of the keys that the start-up check writes."""
LONGEST_PART: Final = 200  # bytes before encoding; Discord's and Twitch's ids have 20


@lru_cache(maxsize=8192)
def part(text: str) -> str:
    """Encode a part of a key: letters, digits and `_.-~` as they are, all else as %XX; no blank, colon or brace.

    Raises ValueError for an empty or overlong text.
    """
    if not text or len(text.encode()) > LONGEST_PART:
        raise ValueError(f"An id must have 1 to {LONGEST_PART} bytes; this one has {len(text.encode())}.")
    return quote(text, safe="")


def partition(venue: str) -> int:
    return crc32(venue.encode()) % PARTITIONS


def member(ref: TableRef) -> str:
    """Return a table's name in a set that holds tables of many venues."""
    return f"{part(ref.venue)}:{part(ref.table)}"


def member_ref(member: bytes) -> TableRef:
    """Return the table that a member names. Raises ValueError if it names none."""
    venue, _, table = member.decode().partition(":")
    if not venue or not table:
        raise ValueError("A member names a venue and a table.")
    return TableRef(unquote(venue), unquote(table))


def _due(number: int) -> str:
    return f"pl:{{p{number:03}}}:due"


def _deliver(number: int) -> str:
    return f"pl:{{p{number:03}}}:deliver"


ALL_DUE: Final = tuple(_due(number) for number in range(PARTITIONS))
ALL_DELIVER: Final = tuple(_deliver(number) for number in range(PARTITIONS))
ALL_NEWS: Final = tuple(f"pl:{{p{number:03}}}:news" for number in range(PARTITIONS))
"""Channels, in the slots of their partitions."""
LOOKED_AT: Final = tuple(f"pl:{{p{number:03}}}:check:looked-at" for number in range(PARTITIONS))
"""Keys that never exist, in the slots of all partitions: writing one only if it does shows whether writes are taken."""
NEWS_CHECK: Final = f"{SCRATCH.decode()}news"


def news_channel(venue: str) -> str:
    return ALL_NEWS[partition(venue)]


def news_scope(database: int) -> str:
    """Return the end of the channels of a database: the server itself keeps channels of all databases in one."""
    return f":{database}" if database else ""


class VenueKeys(Struct, frozen=True):
    """The keys of one venue. `base` is `pl:{p017}:<venue>`."""

    base: str
    seen: str  # zset: message id -> ms
    places: str  # hash: place -> "opened=table opened=table"
    counters: str  # hash: name -> int
    seals: str  # hash: place -> the standing seal of its next game that is begun by the line that opens its table
    records: str  # list of record names, newest first, from bots before the archive had lists; no longer added to
    games: str  # zset: record name -> ms of the game's end
    listings: str  # hash: record name -> what lists show of the game
    purses: str  # hash: account -> int
    ledger: str  # list of entries, oldest first, never shortened; a folded entry leaves an empty line
    folded: str  # hash: month, accounts and cause -> the sum of the entries folded
    once: str  # set of the keys of transfers that happen once
    once_first: str  # hash: such a key, if it names no day -> the day on which it was first found here
    played_as: str  # hash: self -> "ms person": the person who owns its games that ended until then
    audit: str  # list of what staff did, oldest first, the last 10,000
    called: str  # hash: person -> their name when they last sat down here or looked into their purse

    def entries(self, account: str) -> str:
        """Return the key of a list: the ledger lines that touch this account, oldest first."""
        return f"{self.base}:entries:{part(account)}"

    def played(self, person: str) -> str:
        """Return the key of a zset: names of the records of a person's games -> ms of the game's end."""
        return f"{self.base}:played:{part(person)}"

    def record(self, name: str) -> str:
        return f"{self.base}:record:{part(name)}"


@lru_cache(maxsize=4096)
def venue_keys(venue: str) -> VenueKeys:
    base = f"pl:{{p{partition(venue):03}}}:{part(venue)}"
    names = (
        "seen",
        "places",
        "counters",
        "seals",
        "records",
        "games",
        "listings",
        "purses",
        "ledger",
        "folded",
        "once",
        "once-first",
        "played-as",
        "audit",
        "called",
    )
    return VenueKeys(base, *(f"{base}:{name}" for name in names))


class TableKeys(Struct, frozen=True):
    """The keys of one table, beside those of its venue and its partition."""

    session: str  # hash: v version, d document, o opened (ms), p places, c closed, g the number of the current game
    log: str  # list
    shown: str  # hash: audience -> bytes
    typed: str  # list of the last 500 lines that people typed there and that are not kept with the log
    quarantine: str  # as session, for a document that can't be read
    due: str  # zset of the partition: member -> deadline, ms
    deliver: str  # zset of the partition: member -> ms since when something waits to be delivered
    news: str  # the partition's channel
    member: str


@lru_cache(maxsize=8192)
def table_keys(ref: TableRef) -> TableKeys:
    number = partition(ref.venue)
    base = f"{venue_keys(ref.venue).base}:table:{part(ref.table)}"
    return TableKeys(
        f"{base}:session",
        f"{base}:log",
        f"{base}:shown",
        f"{base}:typed",
        f"{base}:quarantine",
        _due(number),
        _deliver(number),
        ALL_NEWS[number],
        member(ref),
    )


def literal(text: str) -> str:
    """Escape a text, so that a SCAN pattern matches just this text."""
    return "".join(f"\\{sign}" if sign in "*?[]\\^" else sign for sign in text)


def code_key(code: str) -> str:
    return f"pl:code:{part(code)}"


def seats_key(person: str) -> str:
    return f"pl:seats:{part(person)}"


def venues_key(person: str) -> str:
    return f"pl:venues:{part(person)}"


def mirrors_key(place: str) -> str:
    return f"pl:mirrors:{part(place)}"


def bound_key(heard: Heard) -> str:
    return f"pl:bound:{part(heard.venue)}:{part(heard.id)}"


def note_key(kind: str, name: str) -> str:
    return f"pl:note:{part(kind)}:{part(name)}"


def room_key(name: str) -> str:
    """Return the key of a rate window that processes share."""
    return f"pl:room:{part(name)}"


def scratch_keys(word: str) -> list[str]:
    """Return keys for the start-up check, which expire after a millisecond."""
    return [f"{SCRATCH.decode()}{part(word)}:{name}" for name in ("hash", "zset", "list", "set", "text", "other")]


# What belongs together: which keys a venue has, told from their names and from their content


def owner_of(name: str) -> str:
    """Return the base of the venue's keys to which this one belongs; empty if it belongs to no venue."""
    base, tag = name.split(":"), name.startswith("pl:{")
    return ":".join(base[:3]) if tag and len(base) > 3 else ""


def is_record(name: str) -> bool:
    """Tell whether a key holds the record of a finished game."""
    return owner_of(name) != "" and name.split(":")[3] == "record"


def partition_marks(name: str) -> bool:
    """Tell whether a key holds deadlines or deliveries of all venues of a partition."""
    return name.startswith("pl:{") and name.count(":") == 2


def marks_key(base: str) -> tuple[str, str]:
    """Return the keys with the deadlines and the deliveries of a venue, and of others of its partition."""
    number = int(base.split(":")[1][2:-1])
    return _due(number), _deliver(number)


def indices(base: str) -> set[str]:
    """Return those of a venue's keys whose content names other keys."""
    keys = venue_keys(unquote(base.rpartition(":")[2]))
    return {keys.purses, keys.called, keys.places}


def kin(base: str, found: Iterable[tuple[str, Sequence[bytes]]]) -> set[str]:
    """Return the names that a venue's keys may have, as far as they follow from those that were found, with content.

    `base`: of the venue's keys. Records are left out.
    """
    venue = unquote(base.rpartition(":")[2])
    keys = venue_keys(venue)
    names = {getattr(keys, field) for field in VenueKeys.__struct_fields__ if field != "base"}
    tables = set[str]()
    for name, items in found:
        kind = name.split(":")[3:4]
        if name == keys.purses:
            names |= {keys.entries(account.decode()) for account in items[::2]}
        elif name == keys.called:
            names |= {keys.played(person.decode()) for person in items[::2]}
        elif name == keys.places:
            words = [word for line in items[1::2] for word in line.split()]
            tables |= {unquote(word.partition(b"=")[2].decode()) for word in words}
        elif kind == ["table"]:
            tables.add(unquote(name.split(":")[4]))
        elif partition_marks(name):
            tables |= {ref.table for ref in map(member_ref, items[1::2]) if ref.venue == venue}
    return names | {name for table in tables for name in _own_keys(TableRef(venue, table))}


def _own_keys(ref: TableRef) -> tuple[str, ...]:
    keys = table_keys(ref)
    return keys.session, keys.log, keys.shown, keys.typed, keys.quarantine
