"""Calls people to tables that gather: each at most once an hour in a venue, alone, or else in the place.

Whoever is called is noted before they are told, so two processes or a restart call nobody twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog
from cachetools import FIFOCache

from bot.commands.links import hashed
from bot.delivery.postings import mark_of
from bot.people.doors import Doors
from bot.people.languages import Languages
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.ids import PersonId, PlaceId, is_alone, platform_of
from bot.ports.messages import Choosable, Person, Posting, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.table.document import OfTournament, Session
from bot.table.hooks import Hooks
from bot.table.phases import Lobby
from bot.table.queueing import JOIN, is_full, way_in
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from bot.wings.calls.subscribers import Subscribers, is_quiet
from persistence import Store, StoreTrouble

GATHERED: Final = "gathered"
KEPT: Final = 2 * 24 * 3600
"""Seconds for which it is noted that a table has called people."""
AN_HOUR: Final = 3600_000
"""ms in which a person, or a role for one game, is called once in a venue."""
MOST_NAMED: Final = 20
"""How many people are named in the place; more would not fit everywhere."""
MOST_KNOWN: Final = 4_096
log = structlog.get_logger()


@dataclass(eq=False)
class CallingSubscribers:
    """Calls people when a table opens, and when somebody there says that one more is wanted."""

    store: Store
    subscribers: Subscribers
    venues: Venues
    selves: Selves
    platforms: Platforms
    languages: Languages
    doors: Doors
    hooks: Hooks
    _known: FIFOCache[str, None] = field(default_factory=lambda: FIFOCache(MOST_KNOWN))
    """Tables that this process has seen gather."""
    _calling: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.hooks.turned_to[Lobby].append(self._committed)
        self.hooks.settles.append(self.settle)
        self.hooks.rests.append(self.stop)

    def _committed(self, session: Session) -> None:
        if session.table not in self._known and gathers(session):
            self._known[session.table] = None
            self._begin(lambda: self._opened(session))

    async def _opened(self, session: Session) -> None:
        if await self.store.claim_note(GATHERED, session.table, b"", KEPT):
            await self._call(session, "")

    def want(self, session: Session, who: str, mark: str) -> None:
        """Say in the places of a table that one more is wanted, and call people, beside what else is done."""
        self._begin(lambda: self._call(session, who, mark))

    def _begin(self, calling: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.get_running_loop().create_task(safely(calling), name="people called")
        self._calling.add(task)
        task.add_done_callback(self._calling.discard)

    async def _call(self, session: Session, who: str, mark: str = "opened") -> None:
        """Call everybody who may be called now. `who`: says that one more is wanted; empty: the table has opened."""
        found = await self.subscribers.of(session.venue)
        settings, now = await self.venues.settings(session.opened_in), self.store.clock.now()
        unreached, quiet = list[tuple[PersonId, str]](), settings.opening.quiet
        calls = session.options.admits == "all" and (quiet is None or not quiet.hold(now))
        for person, one in found.people.items() if calls else ():
            if session.game not in one.games or is_quiet(one, settings, now):
                continue
            ids = await self.selves.ids_of(person)
            whole = Person(person, one.name, ids)
            if session.is_removed(whole.ids) or not whole.ids.isdisjoint({*session.persons, session.host}):
                continue
            if not await self._is_first(f"person {session.venue} {ids[0]}"):  # asked first: it costs least
                continue
            if await self._is_welcome(session, whole) and not await self._told_alone(session, ids):
                unreached += [(own, one.name) for own in ids]
        for place in session.places:
            here = [one for one in unreached if platform_of(one[0]) == platform_of(place)][:MOST_NAMED]
            role = found.role(session.venue_at(place), session.game) if calls else ""
            if role and not await self._is_first(f"role {session.venue_at(place)} {session.game}"):
                role = ""
            if who or role or here:
                await self._post(session, place, self._posting(session, place, who, role, here, mark))

    async def _is_welcome(self, session: Session, whole: Person) -> bool:
        """Tell whether somebody may sit down at a table, and may speak in its venue."""
        try:
            others = session.persons | {session.host} if session.host else session.persons
            await self.hooks.check_sitting(whole, session.venue, Rights.PLAYER, others)
            await self.hooks.check_speaking(whole, session.venue, Rights.PLAYER)
        except Refused:
            return False
        return True

    async def _is_first(self, what: str) -> bool:
        """Note a call in the store; return False if there was such a call within the hour."""
        return not await self.store.take_room(f"call {hashed(what)}", AN_HOUR, 1)

    async def _told_alone(self, session: Session, ids: tuple[PersonId, ...]) -> bool:
        """Tell a person, by the first of their selves that is reached; return whether one was."""

        async def text(place: PlaceId) -> str:
            words = self._words(session, place)
            return words.text(
                "call-alone",
                game=words.title(session.rules),
                code=session.code,
                place=await titled(self.doors, place),
                address=await self.doors.told_way_in(place) or "none",
                line=line_in(session),
            )

        return await told_alone(self.platforms, session, ids, text, f"call {session.table}")

    def _posting(
        self, session: Session, place: PlaceId, who: str, role: str, here: list[tuple[PersonId, str]], mark: str
    ) -> Posting:
        """Return the line for a place. `here`: who is named in it."""
        words, notified = self._words(session, place), self.platforms.notifies(place)
        game, line = words.title(session.rules), line_in(session)
        if who:
            text = words.text("wanted-line", who=who, game=game, code=session.code, line=line)
        else:
            text = words.text("call-line", game=game, code=session.code, line=line)
        if here and not notified:
            text = words.text("call-to", who=words.listed([name for _, name in here]), told=text)
        return Posting(
            (text,),
            None,
            mark_of("call", f"{session.table} {place} {mark}"),
            self.store.clock.now(),
            ways=(Choosable(line, words.plain("button-join")),),
            called=tuple(one for one, _ in here) if notified else (),
            role=role if notified else "",
        )

    def _words(self, session: Session, place: PlaceId) -> Words:
        return self.languages.words("en", platform_of(place), session.venue_at(place))

    async def _post(self, session: Session, place: PlaceId, posting: Posting) -> None:
        try:
            await self.platforms.post(place, posting)
        except Unreachable as away:
            log.info("a place could not be told that a table gathers", table=session.table, why=str(away))

    async def settle(self) -> None:
        """Wait until everybody is called."""
        await asyncio.gather(*self._calling, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; who is not called yet is not called to that table."""
        for task in self._calling:
            task.cancel()
        await self.settle()


def gathers(session: Session) -> bool:
    """Tell whether a table waits for people, and everybody in its venue may come."""
    is_own = session.practice is not None or isinstance(session.tournament, OfTournament) or is_alone(session.venue)
    return isinstance(session.phase, Lobby) and not is_own and session.options.admits == "all" and not is_full(session)


def line_in(session: Session) -> str:
    """Return the line that brings somebody to a table."""
    line = way_in(session) or JOIN
    return f"{session.code} {JOIN}" if line == JOIN else line


async def told_alone(
    platforms: Platforms,
    session: Session,
    ids: Sequence[PersonId],
    text: Callable[[PlaceId], Awaitable[str]],
    key: str,
    ways: tuple[Choosable, ...] = (),
) -> bool:
    """Tell a person something of a table, by the first of their selves that is reached; return whether one was.

    `text`: returns it as it is said on the platform of a place. `key`: the same if it is told again. `ways`: lines that
    they may say next, for buttons.
    """
    for one in ids:
        told = await text(session.place_on(platform_of(one)))
        try:
            if await platforms.tell_alone(one, told, mark_of("call", f"{key} {one}"), ways):
                return True
        except Unreachable as away:
            log.info("somebody could not be called", why=str(away))
    return False


async def titled(doors: Doors, place: PlaceId) -> str:
    """Return what a place is called, as a value of a sentence; `none`: it is not known."""
    door = await doors.door_of(place)
    return "none" if door is None else bare(safe_name(door.title))


async def safely(doing: Callable[[], Awaitable[None]]) -> None:
    """Do something beside the table; what fails is logged."""
    try:
        await doing()
    except StoreTrouble as trouble:
        log.warning("a call waits for the store", kind=trouble.kind)
    except Exception as error:  # noqa: BLE001 - calling people must not stop anything else
        log.error("a call broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names
