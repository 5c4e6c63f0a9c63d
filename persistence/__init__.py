"""Potluck's store: tables, purses, deadlines and deliveries in Redis. It knows nothing of chat and of games."""

from persistence.archive import ADDED, ArchiveState
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
from persistence.sealing import BrokenSealError, Seals, UnknownSealError
from persistence.server import EmbeddedServer, find_server
from persistence.store import Store
from persistence.troubles import StoreTrouble

__all__ = [
    "ADDED",
    "FORM",
    "ArchiveState",
    "BrokenSealError",
    "Clock",
    "Commit",
    "Committed",
    "Counter",
    "EmbeddedServer",
    "Entry",
    "HandClock",
    "Heard",
    "Record",
    "RedisClock",
    "Seals",
    "Seen",
    "Short",
    "Stale",
    "Store",
    "StoreTrouble",
    "Stored",
    "TableRef",
    "Transfer",
    "UnknownSealError",
    "Weight",
    "find_server",
    "paged",
]
