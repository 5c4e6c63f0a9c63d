"""The setup of a place: its rules and sentences, by a line, on a page, or by a file; for staff."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.fair_play import named_place
from bot.commands.links import LinkCommands
from bot.commands.people_here import PeopleHere
from bot.commands.staff import need
from bot.engine.repository import Repository
from bot.engine.taken import heard_of
from bot.people.doors import Doors
from bot.people.languages import WordsOf
from bot.people.opening_rules import places_told
from bot.people.rule_words import ALL, Alter, of_opening
from bot.people.venues import CHANGED, NONE, VENUE, Venues, VenueSettings, decoded
from bot.ports.ids import PersonId, VenueId, platform_of
from bot.ports.messages import Answer, File, Message, PrivateAnswer, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.safe_text import bare, safe_name
from bot.wings.setup.own_sentences import Example, checked, looked_at
from bot.wings.setup.setup_file import NAME, Wanted, written
from bot.wings.setup.setup_words import ARCHIVE, OPTIONS, SET_HERE, WORDS, LineRefused, reading, typed
from games.catalogue import by_word
from persistence import Store

HERE: Final = "here"
PAGE, EXPORT, IMPORT = "page", "export", "import"
MOST_PLACES: Final = 20
MOST_MODERATORS: Final = 20
LONGEST_NOTED: Final = 120
OF_THE_OWNER: Final = frozenset({ARCHIVE, "moderators"})


class Changed(Struct, frozen=True):
    """A rule that changes: its words, what is set, and what is wanted."""

    head: str
    before: str
    now: str


class Proposal(Struct, frozen=True):
    """What would change, or has. `examples`: of sentences that change. `version`: of the settings before it."""

    version: int
    changes: tuple[Changed, ...] = ()
    examples: tuple[Example, ...] = ()
    sentences: bool = False


class Stale(Exception):  # noqa: N818 - named as `Refused` is
    """Somebody else has changed the settings meanwhile."""


@dataclass(eq=False)
class SetupCommands:
    """Set the rules of a venue. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues
    platforms: Platforms
    people: PeopleHere
    links: LinkCommands
    doors: Doors
    repository: Repository
    hooks: Hooks
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.hooks.sets.append(self.order)
        self.hooks.keeps.append(self.kept_of)
        self.hooks.forgets.append(self.forget)

    # By a line

    async def order(self, said: Said) -> Reply | None:
        """Do what a word after `server` or `setup` asks for; None: it is no word of ours."""
        word, rest = said.rest[0].lower(), said.rest[1:]
        does: dict[str, Callable[[Said], Awaitable[Reply]]] = {PAGE: self.page, EXPORT: self.export, IMPORT: self.page}
        if word in does:
            need(said, Rights.STAFF)
            return await does[word](said)
        if word not in {*WORDS, *SET_HERE} or (word == "tables" and rest[:1] in {("threads",), ("channel",)}):
            return None
        self.check_rights(said.message, (word,))
        if not rest:
            raise Refused("setup-how", word=word)
        if word in SET_HERE:
            return await self._set_here(said, word, rest)
        head, rest = self._headed(word, rest)
        try:
            done = await self.save(said.message, Wanted({head: " ".join(rest)}), None)
        except LineRefused as wrong:
            raise wrong.reason from None
        if not done.changes:
            return Answer(self.words(said.message).text("server-as-before"))
        return Answer(self._told(said.message, done))

    def _headed(self, word: str, rest: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """Return the words of a rule, with the game's name where it is about one game, and its value."""
        if word != OPTIONS:
            return word, rest
        game = by_word(rest[0].lower())
        name = rest[0].lower() if game is None else game.name
        if len(rest) == 1:
            raise Refused("defaults-how", game=name)
        return f"{OPTIONS} {name}", rest[1:]

    def _told(self, message: Message, done: Proposal) -> str:
        words = self.words(message)
        return "\n".join(words.text("setup-is", word=one.head, value=one.now) for one in done.changes)

    async def _set_here(self, said: Said, word: str, rest: tuple[str, ...]) -> Reply:
        """Set what belongs to this place alone: where tables are opened, and who moderates."""
        message, words = said.message, self.words(said.message)
        alter, told = await (self._places(said, rest) if word == "places" else self._moderators(message, rest))
        by = self._entry(message, f"setup {word} {told}")
        if not await self.venues.change(heard_of(message), alter, by):
            return Answer(words.text("server-as-before"))
        return Answer(words.text("setup-is", word=word, value=told))

    async def _places(self, said: Said, rest: Sequence[str]) -> tuple[Alter, str]:
        message = said.message
        if [one.lower() for one in rest] == [ALL]:
            return of_opening(places=()), ALL
        if await self.platforms.lacks(message.place, self.words(message)) is None:
            raise Refused("server-not-here")
        if len(rest) > MOST_PLACES:
            raise Refused("out-of-range", field="places", low=1, high=MOST_PLACES)
        try:
            found = [
                message.place if one.lower() == HERE else await named_place(self.platforms, one.strip(","), message)
                for one in rest
            ]
        except Refused:
            raise Refused("places-where") from None
        places = tuple(dict.fromkeys(found))
        return of_opening(places=places), places_told(places)

    async def _moderators(self, message: Message, rest: tuple[str, ...]) -> tuple[Alter, str]:
        """Read the people who moderate here besides those of the platform, by names known here; `none`: nobody."""
        chosen, rest = dict[PersonId, str](), tuple(one.strip(",") for one in rest)
        if [one.lower() for one in rest] != [NONE]:
            while rest:
                person, name, taken = await self.people.named(message.community, rest)
                chosen[person], rest = bare(name), rest[taken:]
        if len(chosen) > MOST_MODERATORS:
            raise Refused("out-of-range", field="moderators", low=1, high=MOST_MODERATORS)
        return (lambda now: replace(now, moderators=tuple(chosen))), ", ".join(chosen.values()) or NONE

    async def page(self, said: Said) -> Reply:
        """Give the sender, in private, a link to the page, which works once; files are taken there alone."""
        message, words = said.message, self.words(said.message)
        if message.page:
            return PrivateAnswer(words.text("setup-on-page"))
        if not self.doors.public or not message.place:
            raise Refused("no-pages-here")
        return PrivateAnswer(words.text("setup-link", address=await self.links.address(message, "setup")), leads=True)

    async def export(self, said: Said) -> Reply:
        """Give the sender the rules as a file, in private."""
        content = await self.exported(said.message)
        return PrivateAnswer(self.words(said.message).text("setup-file"), files=(File(NAME, content),))

    async def exported(self, message: Message) -> bytes:
        """Return the file with all that may be set elsewhere as it is here."""
        settings = await self.venues.stored(message.venue)
        return written(self.rules(message, settings), settings.sentences)

    # Together

    def rules(self, message: Message, settings: VenueSettings) -> dict[str, str]:
        """Return the rules as they are typed; without those that a community sets for all its venues."""
        found = typed(settings)
        return {head: value for head, value in found.items() if head != ARCHIVE or message.community == message.venue}

    def owns(self, message: Message) -> bool:
        """Tell whether the sender owns the place; a room of pages belongs to those who know its moderators' word."""
        room = self.platforms.is_pages(platform_of(message.venue))
        return message.rights >= (Rights.STAFF if room else Rights.OWNER)

    def check_rights(self, message: Message, heads: Sequence[str]) -> None:
        """Raise Refused if the sender may not set these."""
        said = Said(message, message.table, "setup", ())
        need(said, Rights.STAFF)
        if not OF_THE_OWNER.isdisjoint(heads) and not self.owns(message):
            raise Refused("owners-only", verb=said.word)
        if ARCHIVE in heads and message.community != message.venue:
            raise Refused("setup-of-community", word=ARCHIVE)

    async def proposed(self, message: Message, wanted: Wanted) -> Proposal:
        """Return what would change. Raises LineRefused, too."""
        now = await self.venues.stored(message.venue)
        await self._look_at(wanted, now)
        return self._compared(message, now, self._altering(message, wanted)(now))

    async def _look_at(self, wanted: Wanted, now: VenueSettings) -> None:
        """Look at own sentences in a thread, one file at a time, so that nobody waits; what is found is cached."""
        async with self._turn:
            for text in {now.sentences, tidy(wanted.sentences or "")} - {""}:
                await asyncio.to_thread(looked_at, text)

    def _altering(self, message: Message, wanted: Wanted) -> Alter:
        """Return the change that is wanted as a whole. It raises LineRefused and Refused."""
        read = reading(wanted.lines, self.platforms.abilities_of(message.place))
        text = None if wanted.sentences is None else tidy(wanted.sentences)
        if text:
            checked(text)

        def alter(now: VenueSettings) -> VenueSettings:
            after = read(now)
            return after if text is None else replace(after, sentences=text)

        return alter

    def _compared(self, message: Message, was: VenueSettings, now: VenueSettings) -> Proposal:
        before, after = typed(was), typed(now)
        changes = tuple(Changed(head, before[head], after[head]) for head in after if before[head] != after[head])
        self.check_rights(message, [one.head for one in changes])
        differ = was.sentences != now.sentences
        found = looked_at(was.sentences) if differ and was.sentences else ()
        known = {} if isinstance(found, Refused) else {one.id: one for one in found}  # a version may refuse old ones
        shown = tuple(one for one in checked(now.sentences) if known.get(one.id) != one) if differ else ()
        return Proposal(was.version, changes, shown, differ)

    async def save(self, message: Message, wanted: Wanted, version: int | None) -> Proposal:
        """Store what is wanted as a whole, in one step, or nothing; return what has changed.

        `version`: of the settings that were shown before; None: whichever there are. Raises LineRefused, and Stale if
        somebody has changed them since.
        """
        before = await self.venues.stored(message.venue)
        await self._look_at(wanted, before)
        altering = self._altering(message, wanted)
        done = self._compared(message, before, altering(before))

        def alter(now: VenueSettings) -> VenueSettings:
            nonlocal done
            if version is not None and now.version != version:
                raise Stale
            after = altering(now)
            done = self._compared(message, now, after)
            return after

        heads = [f"{one.head} {one.now}" for one in done.changes] + (["sentences"] if done.sentences else [])
        await self.venues.change(heard_of(message), alter, self._entry(message, f"setup {'; '.join(heads)}"))
        return done

    def _entry(self, message: Message, did: str) -> AuditEntry:
        by = bare(safe_name(message.sender.name))
        return AuditEntry(self.store.clock.now(), message.sender.id, by, bare(did[:LONGEST_NOTED]))

    # One's own file, and being forgotten

    async def kept_of(self, ids: Sequence[PersonId]) -> dict[str, Any]:
        """Return where a person was made a moderator."""
        found = [
            venue
            async for venue, content in self.store.notes_of_kind(VENUE)
            if not set(ids).isdisjoint(decoded(content).moderators)
        ]
        return {"moderates": found} if found else {}

    async def forget(self, ids: Sequence[PersonId]) -> None:
        """Make a person a moderator nowhere."""

        def without(content: bytes) -> bytes:
            settings = decoded(content)
            left = tuple(one for one in settings.moderators if one not in ids)
            same = left == settings.moderators
            return content if same else msgspec.json.encode(replace(settings, moderators=left))

        named = [venue for one in [await self.kept_of(ids)] for venue in one.get("moderates", ())]
        await self.store.reword_notes(VENUE, without)
        for venue in named:
            await self.venues.stored(VenueId(venue))
            self.store.news.tell(CHANGED, venue, venue.encode())


def tidy(text: str) -> str:
    """Return a Fluent file with one kind of line ends, without blanks at its ends."""
    return text.replace("\r\n", "\n").strip("\n ")
