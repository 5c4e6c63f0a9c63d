"""A planned night as it is stored, and the steps that change it, without a store or a clock."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.table.change import Refused
from bot.wings.nights.when import following, instant

MOST_GUESTS: Final = 1000
CALL_BEFORE: Final = 15 * 60_000
"""ms before a night at which those who signed up are called."""
SEAT_KEPT: Final = 3 * 60_000
"""ms for which the seat of somebody who does not show up is kept."""
MISSED: Final = 30 * 60_000
"""ms after which a night that could not begin is given up."""
LONGEST: Final = 12 * 3600_000
"""ms after which a night is over, whatever its tables do."""
LOOK: Final = 60_000
MOST_MADE: Final = 20


class Course(Struct, frozen=True, omit_defaults=True):
    """A game of a night's programme, with its options as typed. `tournament`: it is played as one."""

    game: str
    given: dict[str, str] = {}
    tournament: bool = False


class Guest(Struct, frozen=True, omit_defaults=True):
    """Somebody who signed up. `here`: their self on the platform of the night's place; empty: they have none there.

    `maybe`: they don't know yet, and take no seat. `friend`: the person with whom they want to sit.
    """

    player: PersonId
    name: str
    here: PersonId = PersonId("")
    maybe: bool = False
    friend: PersonId = PersonId("")


class Invited(Struct, frozen=True):
    """Somebody who was asked by a friend to come along, and has not answered yet."""

    player: PersonId
    by: PersonId


class NightTable(Struct, frozen=True):
    """A table that a night opens: its id and code, its place, and the people who get its seats, in order."""

    table: str
    code: TableCode
    place: PlaceId
    seats: tuple[PersonId, ...]


class Coming(Struct, frozen=True, tag="coming", omit_defaults=True):
    """The night is still to come. `called`: those who signed up were called. `full`: its place has no free table.

    `shut`: nothing could be told in its place when that was last tried.
    """

    called: bool = False
    full: bool = False
    shut: bool = False


class Score(Struct, frozen=True):
    """How many came in behind somebody in a tournament."""

    player: PersonId
    name: str
    points: int


class Begun(Struct, frozen=True, tag="begun", omit_defaults=True):
    """A game of the night is on. `course`: which of its programme, from 0. `since`: when its tables were planned (ms).

    `first`: when the first game's were. `until`: when its last round begins at the latest; 0: whenever its people stop.
    `seated`: the tables stand. `settled`: it is known who did not come, and who gets their seats (`given`). `filled`:
    these sit, and the tables have begun. `here`: people who have said something since. `gone`: people who did not show
    up. `earlier`: ids of the tables of earlier games. `points`: of their tournaments, whose tables may be gone by the
    end. `rest`: the game is over, and until then there is a break (ms).
    """

    course: int
    since: int
    first: int
    until: int
    tables: tuple[NightTable, ...]
    seated: bool = False
    settled: bool = False
    filled: bool = False
    given: tuple[PersonId, ...] = ()
    here: tuple[PersonId, ...] = ()
    gone: tuple[PersonId, ...] = ()
    earlier: tuple[str, ...] = ()
    points: tuple[Score, ...] = ()
    rest: int = 0

    @property
    def played(self) -> tuple[str, ...]:
        """Return the ids of all its tables so far."""
        return (*self.earlier, *(one.table for one in self.tables))


class Night(Struct, frozen=True, omit_defaults=True):
    """A planned night. `number`: what people call it by. `place`, `venue`: where it was planned, and is played.

    `by`, `by_name`: who planned it. `local`: when it begins, in the `zone`; `at`: the same in ms. `usual`: of a series,
    the local time that its evening has unless it is moved. `seats`: how many people may play. `minutes`: how long it
    lasts; 0: as long as they like. `seating`: by lot, rating or order. `pause`: minutes of the break between two games.
    """

    number: int
    place: PlaceId
    venue: VenueId
    by: PersonId
    by_name: str
    local: datetime
    usual: datetime
    zone: str
    at: int
    courses: tuple[Course, ...]
    seats: int
    weekly: bool = False
    minutes: int = 0
    seating: str = "lot"
    pause: int = 0
    guests: tuple[Guest, ...] = ()
    invited: tuple[Invited, ...] = ()
    stage: Coming | Begun = Coming()

    @property
    def going(self) -> tuple[Guest, ...]:
        return tuple(one for one in self.guests if not one.maybe)

    @property
    def seated(self) -> tuple[Guest, ...]:
        """Return those who have a seat."""
        return self.going[: self.seats]

    @property
    def waiting(self) -> tuple[Guest, ...]:
        """Return those on the waiting list, the next one first."""
        return self.going[self.seats :]

    @property
    def maybe(self) -> tuple[Guest, ...]:
        return tuple(one for one in self.guests if one.maybe)

    def guest(self, person: PersonId) -> Guest | None:
        return next((one for one in self.guests if one.player == person), None)

    @property
    def due_at(self) -> int:
        """Return when something has to be done for it next, apart from looking at its tables."""
        match self.stage:
            case Coming(called=False) if self.at - CALL_BEFORE > 0:
                return self.at - CALL_BEFORE
            case Coming():
                return self.at
            case Begun(rest=rest) if rest:
                return rest
            case Begun(seated=False):
                return self.stage.since
            case Begun(settled=False):
                return self.stage.since + SEAT_KEPT
            case Begun(filled=False):
                return self.stage.since
            case Begun(until=until):
                return until or self.stage.first + LONGEST


class Owed(Struct, frozen=True, omit_defaults=True):
    """Something that has to be told, once. `mark`: the same each time. `said`, `args`: the sentence.

    `when`, `zone`: a moment for it (`$when`). `person`: whom it is told alone; empty: everybody in the place. `called`:
    people to be notified, with their names. `night`: its buttons are for this one; 0: it has none. `next`: when it is
    tried (again): until then, whoever is telling it must not be disturbed. `tries`: how often it was tried.
    """

    mark: str
    said: str
    place: PlaceId
    venue: VenueId
    at: int
    args: dict[str, str | int] = {}
    when: int = 0
    zone: str = ""
    person: PersonId = PersonId("")
    called: tuple[Guest, ...] = ()
    night: int = 0
    next: int = 0
    tries: int = 0


class VenueNights(Struct, frozen=True, omit_defaults=True):
    """All nights of a venue, and what has to be told of them. `last`: the last number.

    `made`: codes of plans that were taken. `done`: marks of the last messages that changed something.
    """

    nights: tuple[Night, ...] = ()
    last: int = 0
    owed: tuple[Owed, ...] = ()
    made: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    def night(self, number: int) -> Night | None:
        return next((one for one in self.nights if one.number == number), None)

    def with_night(self, night: Night, *owed: Owed) -> "VenueNights":
        """Return these with one of the nights changed, and with what has to be told of that."""
        nights = tuple(night if one.number == night.number else one for one in self.nights)
        return replace(self, nights=nights, owed=(*self.owed, *owed))

    def without_night(self, number: int, *owed: Owed) -> "VenueNights":
        return replace(self, nights=tuple(one for one in self.nights if one.number != number), owed=(*self.owed, *owed))


NO_NIGHTS: Final = VenueNights()
_NIGHTS: Final = msgspec.json.Decoder(VenueNights)


def decoded(content: bytes | None) -> VenueNights:
    """Return the nights in a note. Raises MsgspecError."""
    return NO_NIGHTS if content is None else _NIGHTS.decode(content)


# Which one it is, and whether it can be changed


def must_be(found: VenueNights, number: int) -> Night:
    """Return the night of this number. Raises Refused if it is over, or was called off."""
    night = found.night(number)
    if night is None:
        raise Refused("night-no-such", number=number)
    return night


def must_come(night: Night) -> None:
    """Raise Refused for a night that has begun."""
    if isinstance(night.stage, Begun):
        raise Refused("night-has-begun", number=night.number)


def open_again(stage: Coming | Begun) -> Coming | Begun:
    """Return a stage at another place, of which nothing is known yet."""
    return replace(stage, shut=False, full=False) if isinstance(stage, Coming) else stage


# Who comes


def signed_up(night: Night, guest: Guest) -> Night:
    """Return a night with somebody who comes, or comes maybe. Who changes between the two goes to the end of the list.

    Raises Refused if nothing would change, or nobody else fits on the list.
    """
    known = night.guest(guest.player)
    asked = next((one for one in night.invited if one.player == guest.player), None)
    if asked is not None and not guest.maybe:
        guest = replace(guest, friend=asked.by)
    same = known is not None and known.maybe == guest.maybe
    if known is not None and same and guest.friend in {known.friend, ""}:
        raise Refused("night-signed-already", number=night.number, maybe="yes" if guest.maybe else "no")
    if known is None and len(night.guests) >= MOST_GUESTS:
        raise Refused("night-list-full", number=night.number, most=MOST_GUESTS)
    invited = tuple(one for one in night.invited if one is not asked)
    if isinstance(night.stage, Begun):
        night = replace(night, stage=replace(night.stage, gone=others(night.stage.gone, guest.player)))
    if same:
        return replace(night, guests=tuple(guest if one is known else one for one in night.guests), invited=invited)
    guests = tuple(one for one in night.guests if one is not known)
    return replace(night, guests=(*guests, guest), invited=invited)


def signed_off(night: Night, person: PersonId) -> tuple[Night, Guest | None]:
    """Return a night without somebody, and who moves up from the waiting list. Raises Refused if they are not on it."""
    if night.guest(person) is None:
        raise Refused("night-not-signed", number=night.number)
    had, stage = {one.player for one in night.seated}, night.stage
    if isinstance(stage, Begun):  # a seat that is kept is kept no more
        stage = replace(stage, here=others(stage.here, person), gone=(*stage.gone, person))
    after = replace(
        night,
        guests=tuple(one for one in night.guests if one.player != person),
        invited=tuple(one for one in night.invited if person not in {one.player, one.by}),
        stage=stage,
    )
    return after, next((one for one in after.seated if one.player not in had), None)


def without_person(content: bytes, person: PersonId) -> bytes:
    """Return stored nights that mention a person nowhere; what they planned stays, planned by nobody."""
    found = decoded(content)
    nights = tuple(night_without(one, person) for one in found.nights)
    owed = tuple(
        one for one in found.owed if person != one.person and not any(person in {g.player, g.here} for g in one.called)
    )
    return msgspec.json.encode(replace(found, nights=nights, owed=owed))


def night_without(night: Night, person: PersonId) -> Night:
    """Return a night without a person."""
    stage = night.stage
    if isinstance(stage, Begun):
        tables = tuple(replace(one, seats=others(one.seats, person)) for one in stage.tables)
        kept = {name: others(getattr(stage, name), person) for name in ("here", "gone", "given")}
        points = tuple(one for one in stage.points if one.player != person)
        stage = replace(stage, tables=tables, points=points, **kept)
    mine = night.by == person
    guests = [one for one in night.guests if person not in {one.player, one.here}]
    return replace(
        night,
        by=PersonId("") if mine else night.by,
        by_name="" if mine else night.by_name,
        guests=tuple(replace(one, friend=PersonId("")) if one.friend == person else one for one in guests),
        invited=tuple(one for one in night.invited if person not in {one.player, one.by}),
        stage=stage,
    )


def others(people: Sequence[PersonId], person: PersonId) -> tuple[PersonId, ...]:
    return tuple(one for one in people if one != person)


def own_part(content: bytes, person: PersonId) -> bytes:
    """Return what a note of many nights says about one person: what they planned, and where they signed up."""
    found: list[Mapping[str, object]] = []
    for night in decoded(content).nights:
        guest = next((one for one in night.guests if person in {one.player, one.here}), None)
        if guest is not None or night.by == person or any(person == one.player for one in night.invited):
            row = {"night": night.number, "at": night.at, "planned": night.by == person}
            found.append(row if guest is None else {**row, "signed_up": {"name": guest.name, "maybe": guest.maybe}})
    return msgspec.json.encode(found)


# When


def moved(night: Night, local: datetime, *, whole: bool) -> Night:
    """Return a night at another local time. `whole`: with all evenings of its series after it."""
    usual = local if whole or not night.weekly else night.usual
    return replace(night, local=local, usual=usual, at=instant(local, night.zone), stage=Coming())


def next_of(night: Night, now: int) -> Night | None:
    """Return the next evening of a series, for which nobody has signed up yet; None if there is none."""
    if not night.weekly:
        return None
    local = following(night.usual, night.zone, max(now, night.at))
    at = instant(local, night.zone)
    return replace(night, local=local, usual=local, at=at, guests=(), invited=(), stage=Coming())


def called_off(found: VenueNights, night: Night, told: Sequence[Owed], now: int, *, whole: bool) -> VenueNights:
    """Return the nights of a venue after one is called off, or only its next evening, and its guests are `told`.

    `night`: as it was when it was asked for. `whole`: all of it. Raises Refused if it has begun.
    """
    stands = must_be(found, night.number)
    if not whole and stands.at != night.at:
        raise Refused("night-has-begun", number=night.number)
    if not stands.weekly:
        must_come(stands)
    later = None if whole else next_of(stands, now)
    if isinstance(stands.stage, Begun):
        return found.with_night(replace(stands, weekly=False))
    if later is None:
        return found.without_night(stands.number, *told)
    return found.with_night(later, *told)


# Who sits where

Together = Callable[[PersonId, PersonId], Awaitable[bool]]


def in_groups(guests: Sequence[Guest]) -> list[list[Guest]]:
    """Return these people in order, those who want to sit together side by side."""
    groups: list[list[Guest]] = []
    for guest in guests:
        near = (one for one in groups if any(guest.friend == o.player or o.friend == guest.player for o in one))
        group = next(near, None)
        if group is None:
            groups.append([guest])
        else:
            group.append(guest)
    return groups


async def dealt(groups: Sequence[Sequence[Guest]], count: int, most: int, together: Together) -> list[list[Guest]]:
    """Seat groups at so many tables of nearly the same size, one table after the other.

    A group that fits nowhere is split. No table gets more than `most`, nor two people who may not sit `together`, so
    the last people may get no seat.
    """
    people = min(sum(map(len, groups)), count * most)
    sizes = [people // count + (table < people % count) for table in range(count)]
    tables: list[list[Guest]] = [[] for _ in sizes]

    async def first(guests: Sequence[Guest], sizes: Sequence[int]) -> list[Guest] | None:
        for table, size in zip(tables, sizes, strict=True):
            there, new = [one.player for one in table], [one.player for one in guests]
            if size - len(table) >= len(new) and await fitting(there, new, len(new), together) == new:
                return table
        return None

    for group in groups:
        whole = await first(group, sizes)
        for guest in group:
            table = await first([guest], sizes) if whole is None else whole
            table = await first([guest], [most] * count) if table is None else table
            if table is not None:
                table.append(guest)
    return tables


async def fitting(
    there: Sequence[PersonId], waiting: Sequence[PersonId], free: int, together: Together
) -> list[PersonId]:
    """Return those who get the free seats of a table, in order: nobody who may not sit together with one there."""
    sitting, found = list(there), list[PersonId]()
    for person in waiting:
        if len(found) < free and all([await together(person, one) for one in sitting]):
            sitting.append(person)
            found.append(person)
    return found
