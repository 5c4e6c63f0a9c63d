"""Small notes and indices outside a table's partition. They are derived; whoever reads them repairs them."""

from typing import Final

from persistence.commits import Heard, TableRef
from persistence.face import DAY, SEAT_KEPT, Face, pairs
from persistence.keys import (
    code_key,
    member,
    member_ref,
    mirrors_key,
    note_key,
    room_key,
    seats_key,
    venue_keys,
    venues_key,
)
from persistence.scripts import CLAIM, REPLACE, ROOM

CODE_CLAIMED: Final = 10 * 60 * 1000  # ms
CODE_KEPT: Final = 40 * DAY


class Notes(Face):
    """Codes, seats and mirrors, and notes by kind and name."""

    async def claim_code(self, code: str, ref: TableRef) -> bool:
        """Take a code for ten minutes, if it is free or already ours."""
        return bool(await self.pipe.run(CLAIM, [code_key(code)], [member(ref), CODE_CLAIMED], confirmed=True))

    async def keep_code(self, code: str, ref: TableRef) -> None:
        """Keep a code for forty days from now, if it is free or already ours."""
        await self.pipe.run(CLAIM, [code_key(code)], [member(ref), CODE_KEPT], confirmed=True)

    async def drop_code(self, code: str) -> None:
        await self.pipe.write("DEL", code_key(code))

    async def find_code(self, code: str) -> TableRef | None:
        found = await self.pipe.read("GET", code_key(code))
        return None if found is None else member_ref(found)

    async def note_seat(self, person: str, ref: TableRef) -> None:
        await self.pipe.write_all(self._seat_noted(person, ref))

    async def forget_seat(self, person: str, ref: TableRef) -> None:
        await self.pipe.write("ZREM", seats_key(person), member(ref))

    async def seats_of(self, person: str) -> list[TableRef]:
        """Return the tables a person sits at, in the order they sat down."""
        return [member_ref(each) for each in await self.pipe.read("ZRANGE", seats_key(person), 0, -1)]

    async def note_name(self, venue: str, person: str, name: str) -> None:
        """Note what a person is called in a venue now."""
        await self.pipe.write("HSET", venue_keys(venue).called, person, name)

    async def called(self, venue: str) -> dict[str, str]:
        """Return by person what they were called when they last sat down in a venue, or looked into their purse."""
        return {
            one: name.decode() for one, name in pairs(await self.pipe.read("HGETALL", venue_keys(venue).called)).items()
        }

    async def note_purse_venue(self, person: str, venue: str) -> None:
        """Note that a person plays for suckers in this venue. The note lasts two days; nothing asks for it longer."""
        key = venues_key(person)
        await self.pipe.write_all([("SADD", key, venue), ("PEXPIRE", key, 2 * DAY)])

    async def purse_venues(self, person: str) -> list[str]:
        """Return the venues where a person played for suckers lately."""
        return sorted(venue.decode() for venue in await self.pipe.read("SMEMBERS", venues_key(person)))

    async def note_mirror(self, place: str, ref: TableRef) -> None:
        """Note that a table of another venue is also shown at this place."""
        key = mirrors_key(place)
        await self.pipe.write_all([("ZADD", key, "NX", self.clock.now(), member(ref)), ("PEXPIRE", key, SEAT_KEPT)])

    async def forget_mirror(self, place: str, ref: TableRef) -> None:
        await self.pipe.write("ZREM", mirrors_key(place), member(ref))

    async def put_note(
        self, kind: str, name: str, content: bytes, seconds: int | None = None, *, by: Heard | None = None
    ) -> None:
        """Write a note, for `seconds` or for good. `by`: the message that asks for it, which is taken with it."""
        command = ("SET", note_key(kind, name), content, *(() if seconds is None else ("EX", seconds)))
        if by is None:
            await self.pipe.write(*command)
        else:
            await self._note_taken(by, [command])

    async def note(self, kind: str, name: str) -> bytes | None:
        content: bytes | None = await self.pipe.read("GET", note_key(kind, name))
        return content

    async def claim_note(self, kind: str, name: str, content: bytes, seconds: int | None) -> bool:
        """Write a note if there is none, for `seconds` or for good; return False if there is one."""
        kept = () if seconds is None else ("EX", seconds)
        return await self.pipe.write("SET", note_key(kind, name), content, "NX", *kept) is not None

    async def replace_note(
        self,
        kind: str,
        name: str,
        before: bytes | None,
        content: bytes,
        by: Heard | None = None,
        *,
        seconds: int | None = None,
    ) -> bool:
        """Replace a note if it is still `before` (None: there was none); return whether it was.

        `by`: the message that asks for it, which is taken afterwards; None: no message does. `seconds`: for how long
        it is kept from now on; None: as long as the one before it.
        """
        kept = () if seconds is None else (seconds,)
        done = bool(await self.pipe.run(REPLACE, [note_key(kind, name)], [before or b"", content, *kept]))
        if done and by is not None:
            await self._note_taken(by, ())
        return done

    async def take_note(self, kind: str, name: str) -> bytes | None:
        """Read and drop a note in one step: of two who take it, one gets it."""
        content: bytes | None = await self.pipe.write("GETDEL", note_key(kind, name))
        return content

    async def take_room(self, name: str, span_ms: int, most: int, *, look: bool = False) -> int:
        """Take a place in a rate window shared by all processes; return the ms until one is free, 0 if it was taken.

        `look`: take none, only tell.
        """
        given, how = self._given_time(), "look" if look else ""
        return int(await self.pipe.run(ROOM, [room_key(name)], [span_ms, most, "" if given is None else given, how]))

    async def exchange_notes(self, by: Heard, gone: tuple[str, str], kind: str, name: str, content: bytes) -> None:
        """Drop the note `gone` (kind and name) and write another; their message is taken in the same packet."""
        await self._note_taken(by, [("DEL", note_key(*gone)), ("SET", note_key(kind, name), content)])

    async def drop_note(self, kind: str, name: str, *, by: Heard | None = None) -> None:
        """Drop a note. `by`: the message that asks for it, which is taken with it."""
        command = ("DEL", note_key(kind, name))
        if by is None:
            await self.pipe.write(*command)
        else:
            await self._note_taken(by, [command])
