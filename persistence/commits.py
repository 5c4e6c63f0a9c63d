"""Questions to the store and its answers. Times are whole milliseconds since the epoch; documents are opaque."""

from typing import Final

from msgspec import Struct


class TableRef(Struct, frozen=True):
    """A stored table: its id inside its venue."""

    venue: str
    table: str


class Heard(Struct, frozen=True):
    """A message by the id that its platform gave it, and the venue where it was said.

    That need not be the venue of the table that it is about: a line said in private, or at a mirror.
    """

    venue: str
    id: str


class Stored(Struct, frozen=True):
    version: int
    document: bytes


class Transfer(Struct, frozen=True):
    """
    Suckers that go from one account of a venue to another.

    Accounts are "bank", "purse:<person>" and "stake:<table>". The bank may go below zero, no other account may, so the
    sum of all accounts of a venue is always 0. Amounts are above 0 and below 2**53 (threats T22).
    """

    source: str
    target: str
    amount: int
    cause: str  # a short word: "buy-in", "settle", "refund", "welcome", "refill"
    once: str | None = None  # at most once per venue for this key; a repeat is skipped silently
    note: str = ""  # what people read besides the cause: a table's code, who did it and why


class Counter(Struct, frozen=True):
    """A number of the venue that moves from a known value to the next; 0 is "unset". Another value stands: Stale."""

    name: str
    was: int
    becomes: int


KEPT: Final = 365 * 24 * 3600 * 1000
"""Milliseconds: how long the archive keeps a game unless its venue sets another time."""


class Record(Struct, frozen=True):
    """A finished game for the archive. `listing`: what lists show of it, opaque; empty: no list has it.

    `people`: those in whose own lists it stands, too. `kept`: for how many ms.
    """

    name: str
    content: bytes
    listing: bytes = b""
    people: tuple[str, ...] = ()
    kept: int = KEPT


class Commit(Struct, frozen=True):
    """One step of one table: stored as a whole or not at all."""

    ref: TableRef
    expected: int  # the version loaded; 0: the table must not exist yet. The new version is expected + 1
    document: bytes
    seen: tuple[str, ...] = ()  # ids of the messages played in this step, kept for 24 h at least (threats F7)
    seated: tuple[str, ...] = ()  # people who have sat down: their seat is noted before it is stored (`seats_of`)
    called: tuple[tuple[str, str], ...] = ()  # these people, and what they are called
    log: tuple[bytes, ...] = ()
    log_start: int = 0  # the number of the first of these lines
    typed: tuple[bytes, ...] = ()  # what people typed that led to it: a few lines stay as long as the log
    transfers: tuple[Transfer, ...] = ()
    counters: tuple[Counter, ...] = ()
    wake_at: int | None = None  # ms; None: no deadline
    deliver: bool = True
    places: tuple[str, ...] = ()  # all places where the table is shown from now on
    records: tuple[Record, ...] = ()  # finished games
    game: int = 0  # the number of the game that is on, 0 for none: all that is known of it where nothing opens
    closed: bool = False  # no deadline, no place; session, log and shown are kept for 30 days
    audit: tuple[bytes, ...] = ()  # what staff did in this step, for the venue's audit log
    seals: tuple[tuple[str, bytes], ...] = ()  # places, and the standing seal that each has from now on


class Committed(Struct, frozen=True):
    version: int
    at: int  # ms


class Stale(Struct, frozen=True):
    """Somebody else was first. `version` stands there now; 0: nothing."""

    version: int


class Seen(Struct, frozen=True):
    """These messages were played already; nothing was written."""

    ids: tuple[str, ...]


class Short(Struct, frozen=True):
    """The source of a transfer lacks the money; nothing was written. `balance` is what it has when its turn comes."""

    account: str
    balance: int


class Entry(Struct, frozen=True):
    """One line of a venue's ledger."""

    at: int  # ms
    source: str
    target: str
    amount: int
    cause: str
    note: str = ""
