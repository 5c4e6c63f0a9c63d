"""
The names of all keys in Redis.

Every key starts with `pl:`. What belongs to a venue carries the venue's partition as hash tag, `pl:{p017}:…`, so that
one commit is one script on one slot of a Redis Cluster. Parts that come from outside (ids
of platforms, of people, of places) are percent-encoded and their length is capped: no text can break out (threats T21).
"""

from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote
from zlib import crc32

from msgspec import Struct

from persistence.commits import Heard, TableRef

PARTITIONS: Final = 256
FORM_KEY: Final = "pl:form"
SCRATCH: Final = b"pl:{p000}:check:"
"""Begins the keys of the start-up check."""
LONGEST_PART: Final = 200  # bytes before encoding; Discord's and Twitch's ids have 20


@lru_cache(maxsize=8192)
def part(text: str) -> str:
    """
    A piece of a key: letters, digits and `_.-~` as they are, all else as %XX. No blank, colon or brace is in it.

    Raises ValueError for an empty or overlong text.
    """
    if not text or len(text.encode()) > LONGEST_PART:
        raise ValueError(f"An id must have 1 to {LONGEST_PART} bytes; this one has {len(text.encode())}.")
    return quote(text, safe="")


def partition(venue: str) -> int:
    return crc32(venue.encode()) % PARTITIONS


def member(ref: TableRef) -> str:
    """A table as a member of a set that holds tables of many venues."""
    return f"{part(ref.venue)}:{part(ref.table)}"


def member_ref(member: bytes) -> TableRef:
    """Raises ValueError for what names no table."""
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


class VenueKeys(Struct, frozen=True):
    """Keys of one venue. `base` is `pl:{p017}:<venue>`."""

    base: str
    seen: str  # zset: message id -> ms
    places: str  # hash: place -> "opened=table opened=table"
    counters: str  # hash: name -> int
    seals: str  # hash: place -> the standing seal of its next game that begins with the line that opens its table
    records: str  # list of record names, newest first, of bots before the archive had lists; nothing is added
    games: str  # zset: record name -> ms of the game's end
    listings: str  # hash: record name -> what lists show of the game
    purses: str  # hash: account -> int
    ledger: str  # list of entries, oldest first, never shortened; of one that was folded an empty line stays
    folded: str  # hash: month, accounts and cause of entries that were folded -> their sum
    once: str  # set of the keys of transfers that happen once
    once_first: str  # hash: such a key without a day of its own -> the day on which it was first found there
    played_as: str  # hash: self -> "ms person": whose its games are that ended until then
    audit: str  # list of what staff did, oldest first, the last 10,000
    called: str  # hash: person -> what they were called when they sat down here or looked into their purse last

    def entries(self, account: str) -> str:
        """List: the lines of the ledger that touch this account, oldest first."""
        return f"{self.base}:entries:{part(account)}"

    def played(self, person: str) -> str:
        """Zset: the names of the records of a person's games -> ms of the game's end."""
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
    """Keys of one table, beside those of its venue and its partition."""

    session: str  # hash: v version, d document, o opened (ms), p places, c closed, g the number of the game that is on
    log: str  # list
    shown: str  # hash: audience -> bytes
    typed: str  # list of what people typed there that is not kept with the log, the last 500
    quarantine: str  # as session, for a document that can't be read
    due: str  # zset of the partition: member -> deadline, ms
    deliver: str  # zset of the partition: member -> ms of the first thing not delivered
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
        member(ref),
    )


def literal(text: str) -> str:
    """Return a text as a pattern of SCAN that fits nothing else; a part of a key has no other signs to mind."""
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
    """Return the key of a window of time that processes share."""
    return f"pl:room:{part(name)}"


def scratch_keys(word: str) -> list[str]:
    """Keys for the start-up check, gone after a millisecond."""
    return [f"{SCRATCH.decode()}{part(word)}:{name}" for name in ("hash", "zset", "list", "set", "text", "other")]
