"""Potluck's store: tables, purses, deadlines and deliveries in Redis. It knows nothing of chats or games."""

from persistence.archive import ADDED, ArchiveState
from persistence.backup import BackupError, BackupHead
from persistence.checks import ServerFacts, clocks_apart, inspected
from persistence.clock import Clock, HandClock, RedisClock
from persistence.commits import (
    Commit,
    Committed,
    Counter,
    Entry,
    Heard,
    Record,
    Seen,
    Short,
    Stale,
    Stored,
    TableRef,
    Transfer,
)
from persistence.face import paged
from persistence.form import FORM
from persistence.growth import Weight
from persistence.keys import PARTITIONS, partition
from persistence.news import News, TableNews
from persistence.sealing import BrokenSealError, Seals, UnknownSealError
from persistence.server import EmbeddedServer, find_server
from persistence.space import VenueWeight
from persistence.store import Store
from persistence.troubles import StoreTrouble

__all__ = [
    "ADDED",
    "FORM",
    "PARTITIONS",
    "ArchiveState",
    "BackupError",
    "BackupHead",
    "BrokenSealError",
    "Clock",
    "Commit",
    "Committed",
    "Counter",
    "EmbeddedServer",
    "Entry",
    "HandClock",
    "Heard",
    "News",
    "Record",
    "RedisClock",
    "Seals",
    "Seen",
    "ServerFacts",
    "Short",
    "Stale",
    "Store",
    "StoreTrouble",
    "Stored",
    "TableNews",
    "TableRef",
    "Transfer",
    "UnknownSealError",
    "VenueWeight",
    "Weight",
    "clocks_apart",
    "find_server",
    "inspected",
    "paged",
    "partition",
]
