"""Keep the lists of tables by invitation, let people in, and limit how often a password is tried."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.people.selves import Selves
from bot.people.tombstones import Tombstones
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId
from bot.ports.messages import Message, Person, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import CODE
from bot.table.change import Exposed, Refused
from bot.table.document import Session
from bot.table.hooks import Hooks, NoteOfMany
from bot.table.opening import choices_now
from bot.table.phases import Closed
from bot.text.safe_text import bare, safe_name
from bot.wings.hosting.admission import (
    SALT,
    Admission,
    InvitedPerson,
    PasswordHash,
    own_part,
    read,
    stretched,
    without_person,
)
from persistence import Heard, Store, StoreTrouble

ADMISSION: Final = "admission"
KEPT: Final = 30 * 24 * 3600
"""Seconds for which a list is kept at most; it goes when its table closes."""
HOUR: Final = 3600 * 1000
TRIES, TRIES_OF_ALL = 5, 60
"""How often an hour one person may try passwords, and all people that of one table."""
INVITATIONS: Final = 30
"""How many people an hour one person may invite."""
MOST_INVITED: Final = 100
MOST_LET_IN: Final = 30
SAID_BEFORE: Final = frozenset({"password", "pass", "pw"})
"""What people say before a password: `join password swordfish`."""
log = structlog.get_logger()


class Admissions:
    """Know who may sit down at which table by invitation. All methods may raise StoreTrouble."""

    def __init__(
        self,
        store: Store,
        tombstones: Tombstones,
        selves: Selves,
        platforms: Platforms,
        random_bytes: RandomBytes,
        hooks: Hooks,
    ) -> None:
        self._store, self._tombstones, self._selves = store, tombstones, selves
        self.platforms, self._random_bytes = platforms, random_bytes
        self._dropping: set[asyncio.Task[None]] = set()
        hooks.admits.append(self.admit)
        hooks.overheard.append(self.burn)
        hooks.turned_to[Closed].append(self._follow)
        hooks.notes_of_many[ADMISSION] = NoteOfMany(without_person, own_part)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.settle)

    async def of(self, session: Session) -> Admission:
        """Return the list of a table, as stored now."""
        return read(await self._store.note(ADMISSION, session.table))

    # Changing it

    async def invite(self, session: Session, one: InvitedPerson, by: Heard | None = None) -> None:
        """Put somebody on the list. Raises Refused if it is full."""

        def with_one(now: Admission) -> Admission:
            if len(now.invited) >= MOST_INVITED:
                raise Refused("invite-most", code=session.code, most=MOST_INVITED)
            return now.with_person(one)

        await self._change(session, with_one, by)

    async def set_password(self, session: Session, word: str, by: Heard | None = None) -> None:
        """Keep a new password, as a salted hash; empty: keep none."""
        made = None
        if word:
            salt = self._random_bytes(SALT)
            made = PasswordHash(salt, await asyncio.to_thread(stretched, word, salt))
        await self._change(session, lambda now: replace(now, password=made), by)

    async def _change(
        self, session: Session, alter: Callable[[Admission], Admission], by: Heard | None = None
    ) -> Admission:
        return await changed(self._store, ADMISSION, session.table, read, alter, by, seconds=KEPT)

    async def drop(self, session: Session) -> None:
        """Drop the list and the password of a table."""
        await self._store.drop_note(ADMISSION, session.table)

    def _follow(self, session: Session) -> None:
        """Drop what is kept of a table that has closed."""
        if session.options.by_invitation:
            task = asyncio.get_running_loop().create_task(self._dropped(session), name="invitations dropped")
            self._dropping.add(task)
            task.add_done_callback(self._dropping.discard)

    async def _dropped(self, session: Session) -> None:
        try:
            await self.drop(session)
        except StoreTrouble as trouble:
            log.warning("invitations of a closed table stay for a month", kind=trouble.kind)

    async def settle(self) -> None:
        """Wait until all is dropped that is to be."""
        await asyncio.gather(*self._dropping, return_exceptions=True)

    # Letting people in

    async def admit(self, session: Session, message: Message, text: str) -> str | None:
        """Return the text for the dice of somebody who may sit down, without a password before it; else None.

        Raises Refused for a wrong password, and Exposed for one that all could read.
        """
        now, (first, _, rest) = await self.of(session), text.partition(" ")
        person = message.sender.id
        invited = now.has(message.sender.ids) or person == session.host or session.has(person)
        alone = heard_alone(message)
        if first and now.password is not None:
            if not invited and await self._tried_enough(session, message.sender):
                raise (
                    Refused("password-tries", code=session.code)
                    if alone
                    else Exposed("password-aloud", code=session.code)
                )
            said_before = rest and first.lower().rstrip(":") in SAID_BEFORE
            if said_before and not await self._fits(now.password, first, session, counts=False):
                text, (first, _, rest) = rest, rest.partition(" ")
            fits = await self._fits(now.password, first, session, counts=not invited)
            if fits and not alone:
                await self.set_password(session, "")
                raise Exposed("password-burnt", code=session.code)
            if fits:
                await self._come_in(session, message.sender)
                return rest
        if invited:
            if alone and first and not rest and now.password is not None and first.lower() not in choices_now(session):
                raise Refused("password-or-text", code=session.code)  # else all would read a mistyped password
            return text
        if first and not alone:
            raise Exposed("password-aloud", code=session.code)
        if first and now.password is not None:
            raise Refused("password-wrong", code=session.code)
        return None

    async def burn(self, session: Session, message: Message, words: Sequence[str]) -> None:
        """Let nobody in any more by a password that somebody said where all read it, though they were refused before it
        was looked at.
        """
        now, word = await self.of(session), next((word for word in words if not CODE.fullmatch(word)), "")
        if not word or now.password is None or await self._tried_enough(session, message.sender):
            return
        if await self._fits(now.password, word, session, counts=True):
            await self.set_password(session, "")

    async def _fits(self, password: PasswordHash, word: str, session: Session, *, counts: bool) -> bool:
        """Tell whether this is the password of a table; if not, it counts as one of the table's wrong tries."""
        fits = await asyncio.to_thread(password.fits, word)
        if counts and not fits:
            await self._store.take_room(tries_at(session), HOUR, TRIES_OF_ALL)
        return fits

    async def _tried_enough(self, session: Session, person: Person) -> bool:
        """Count a person's try at a password; tell whether there were too many already, by them or at this table."""
        if await self._store.take_room(f"password:{self._hash(person.id)}", HOUR, TRIES):
            return True
        return bool(await self._store.take_room(tries_at(session), HOUR, TRIES_OF_ALL, look=True))

    async def _come_in(self, session: Session, person: Person) -> None:
        """Put somebody who knows the password on the list, and let them see the table."""
        ids = (person.id, *person.others)
        await self.invite(session, InvitedPerson(ids, bare(safe_name(person.name))))
        await self.let_see(session, ids)

    async def check_inviter(self, person: PersonId) -> None:
        """Raise Refused for somebody who invites too many people."""
        if await self._store.take_room(f"invites:{self._hash(person)}", HOUR, INVITATIONS):
            raise Refused("invite-slowly", most=INVITATIONS)

    async def let_see(self, session: Session, ids: tuple[PersonId, ...]) -> None:
        """Let a person into the closed rooms of a table."""
        for place in session.places:
            with contextlib.suppress(Unreachable):
                await self.platforms.let_in(place, ids)

    async def let_all_see(self, session: Session) -> None:
        """Let those who sit at a table into its closed rooms; of a crowd only the first, since each costs a call."""
        for one in session.people[:MOST_LET_IN]:
            await self.let_see(session, await self._selves.stored_ids(one.player))

    def _hash(self, person: PersonId) -> str:
        return self._tombstones.name_of(person)


def tries_at(session: Session) -> str:
    """Return the name under which wrong passwords are counted at a table."""
    return f"password-of:{session.table}"


def heard_alone(message: Message) -> bool:
    """Tell whether nobody else reads a line: it was said in private, or by a form or button."""
    return message.private or bool(message.table)
