"""What the store is asked to write, and what it answers. Times are whole ms since the epoch; documents are opaque."""

from typing import Final

from msgspec import Struct


class TableRef(Struct, frozen=True):
    """The name of a stored table: its venue, and its id there."""

    venue: str
    table: str


class Heard(Struct, frozen=True):
    """A message: the id that its platform gave it, and the venue where it was said.

    A line said in private or at a mirror may concern a table of another venue.
    """

    venue: str
    id: str


class Stored(Struct, frozen=True):
    version: int
    document: bytes


class Transfer(Struct, frozen=True):
    """A transfer of suckers between two accounts of a venue.

    Accounts are "bank", "purse:<person>" and "stake:<table>". Only the bank may go below zero, so the sum of all
    accounts of a venue is always 0. Amounts are above 0 and below 2**53 (threats T22).
    """

    source: str
    target: str
    amount: int
    cause: str  # a short word: "buy-in", "settle", "refund", "welcome", "refill"
    once: str | None = None  # at most once per venue for this key; a repeat is skipped silently
    note: str = ""  # shown to people beside the cause: a table's code, who did it and why


class Idle(Struct, frozen=True):
    """An account that nobody has used for long, as it was found. `last`: the number of its last entry in the ledger."""

    account: str
    balance: int
    last: int


class Counter(Struct, frozen=True):
    """A counter of the venue that goes from an expected value to the next; 0 is "unset". At another value: Stale."""

    name: str
    was: int
    becomes: int


KEPT: Final = 365 * 24 * 3600 * 1000
"""How long the archive keeps a game, in ms, unless its venue set another time."""


class Record(Struct, frozen=True):
    """A finished game for the archive. `listing`: what lists show of it, opaque; empty: no list has it.

    `people`: everybody in whose own list it also stands. `kept`: how long, in ms.
    """

    name: str
    content: bytes
    listing: bytes = b""
    people: tuple[str, ...] = ()
    kept: int = KEPT


class Commit(Struct, frozen=True):
    """One step of a table, stored as a whole or not at all."""

    ref: TableRef
    expected: int  # the version that was loaded; 0: the table must not exist yet. The new version is expected + 1
    document: bytes
    seen: tuple[str, ...] = ()  # ids of the messages played in this step, kept for 24 h at least (threats F7)
    seated: tuple[str, ...] = ()  # people who have sat down: their seat is noted before the step is stored (`seats_of`)
    called: tuple[tuple[str, str], ...] = ()  # pairs of a person and their name
    log: tuple[bytes, ...] = ()
    log_start: int = 0  # the number of the first of these lines
    typed: tuple[bytes, ...] = ()  # what people typed for this step; a few lines stay as long as the log
    transfers: tuple[Transfer, ...] = ()
    counters: tuple[Counter, ...] = ()
    wake_at: int | None = None  # ms; None: no deadline
    deliver: bool = True
    places: tuple[str, ...] = ()  # all places where the table is shown from now on
    records: tuple[Record, ...] = ()  # finished games
    game: int = 0  # the number of the current game, 0 for none: readable even where the document can't be opened
    closed: bool = False  # no deadline, no place; session, log and shown are kept for 30 days
    audit: tuple[bytes, ...] = ()  # what staff did in this step, for the venue's audit log
    seals: tuple[tuple[str, bytes], ...] = ()  # places, and the standing seal that each has from now on
    shown: tuple[tuple[str, bytes], ...] = ()  # audiences, and the note of what each is shown with this step


class Committed(Struct, frozen=True):
    version: int
    at: int  # ms


class Stale(Struct, frozen=True):
    """The table was changed meanwhile. `version` is its version now; 0: there is no table."""

    version: int


class Seen(Struct, frozen=True):
    """These messages were taken before; nothing was written."""

    ids: tuple[str, ...]


class Short(Struct, frozen=True):
    """An account lacks the money for its transfer; nothing was written. `balance`: what it has at that point."""

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
