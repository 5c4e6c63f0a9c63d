"""Provide a table as one step left it, and one unfinished change of it, without store, house or running clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from evening import PLATFORM, START

from bot.adapters.console import SeededBytes
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Person
from bot.table import beginning
from bot.table.change import Change, Refused
from bot.table.document import OfTournament, Practice, Session, TableOptions
from bot.table.fairness import Fairness, Keys
from bot.table.new_table import Opening, new_session
from bot.table.phases import Between, Closed, Hosting, Pledge
from bot.table.seats import BOT, Seated
from games.catalogue import catalogue
from games.kit.codec import codec
from games.kit.contract import Abilities
from games.kit.telling import Listed, Say, Told

VENUE, PLACE = VenueId(f"{PLATFORM}:venue"), PlaceId(f"{PLATFORM}:place")
NULL = msgspec.Raw(b"null")
DICE = Fairness(Keys({1: bytes(32)}), SeededBytes("one change"))
DUEL = {"mode": "duel", "cooldown": "0"}
CROWD = {"mode": "crowd", "cooldown": "0"}
FINAL = OfTournament("T", 1, 1, final=True)


def pledge(n: int) -> Pledge:
    return DICE.pledge_with(bytes(16), VENUE, PLACE, n)


def someone(name: str) -> Person:
    return Person(PersonId(f"{PLATFORM}:{name}"), name)


def seated(name: str, stack: int = 100, **how: Any) -> Seated:
    """Return a person on a seat; with a name that begins with `bot:`, a house bot."""
    player = name if name.startswith(BOT) else f"{PLATFORM}:{name}"
    return Seated(PersonId(player), name.removeprefix(BOT), stack, **how)


def table(
    *sitting: Seated | str,
    game: str = "halflings",
    given: dict[str, str] | None = None,
    purse: bool = False,
    **as_: Any,
) -> Session:
    """Return ann's table with these people, in its lobby unless told otherwise."""
    opened = Opening("T-K7Q", TableCode("K7Q"), VENUE, PLACE, someone("ann"), START)
    made = new_session(catalogue()[game], given or {}, opened, pledge(1), Abilities(), TableOptions(), generous=False)
    seats = tuple(seated(one) if isinstance(one, str) else one for one in sitting)
    options = TableOptions(money="purse", buyin=100) if purse else made.options
    return made.changed(seats=seats, options=options, **as_)


def change_of(session: Session, after: int = 0, dice: Fairness = DICE) -> Change:
    """Return a change of this table, `after` ms after the evening began, whose next pledge has already been told."""
    return Change(session, START + after, dice, lambda: pledge(session.pledge.n + 1), session)


def playing(*sitting: Seated | str, stamp: str = "", **how: Any) -> Session:
    """Return a table at which a game has just begun."""
    began = change_of(table(*sitting, **how))
    beginning.begin(began, stamp)
    return began.session


def between(session: Session, carry: Any = None, starts_at: int | None = None) -> Session:
    """Return the table after a game that passed this on."""
    handed_on = NULL if carry is None else msgspec.Raw(codec(session.rules).encode(carry))
    return session.changed(phase=Between(NULL, handed_on, "", starts_at))


def hosting(**how: Any) -> Hosting:
    """Return a running tournament in which nobody is at a table."""
    plain: dict[str, Any] = {"pledge": pledge(1), "pairs": (), "stamp": "", "draws": {}, "entered": (), "tables": ()}
    plain |= {"seating": 1, "planned": (), "waits": False, "level": 0, "rises_at": START, "look_at": START}
    return Hosting(**(plain | {"ranked": ()} | how))


def practice(*players: str) -> Practice:
    ids = tuple(PersonId(f"{PLATFORM}:{name}" if name else "") for name in players)
    return Practice("record", 1, ids, (), (100,) * len(ids), NULL, (), ("Bot",))


CLOSED = Closed()


# Results


def told(change: Change) -> list[Say]:
    """Return everything the table was told, in order."""
    return [note.say for batch in change.batches for note in batch.notes]


def ids(change: Change) -> list[str]:
    return [one.id for one in told(change)]


def said(change: Change, message: str) -> dict[str, Told]:
    """Return the values of the only sentence with this id."""
    (found,) = (one for one in told(change) if one.id == message)
    return found.args


def paid(change: Change) -> list[tuple[str, str, int, str]]:
    return [(one.source, one.target, one.amount, one.cause) for one in change.transfers]


def stacks(session: Session) -> list[int]:
    return [one.stack for one in session.seats]


def names(session: Session) -> list[str]:
    return [one.name for one in session.seats]


def named(who: Told) -> list[Told]:
    """Return the people in a list, and how many more it counts."""
    assert isinstance(who, Listed)
    return [value for one in who.says for value in one.args.values()]


@contextmanager
def refused(change: Change, message: str, **values: Told) -> Iterator[None]:
    """Expect a refusal with this id and these values, and no change before it."""
    before = change.session
    with pytest.raises(Refused) as caught:
        yield
    reason = caught.value.reason
    assert (reason.id, {key: reason.args.get(key) for key in values}) == (message, values)
    assert change.session == before
    assert not change.transfers
