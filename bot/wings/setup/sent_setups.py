"""Setups that come as a file sent with a line: shown, and taken once whoever sent it has confirmed."""

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from bot.commands.codes import code_of
from bot.commands.staff import YES, need
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.venues import Venues
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, Reply, Rights, SentFile, Unreachable
from bot.ports.said import Said
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text import Words
from bot.text.safe_text import bare, unlinked
from bot.wings.setup.setup_commands import IMPORT, Proposal, SetupCommands, Stale
from bot.wings.setup.setup_file import MOST_BYTES, Wanted, at_line, line_of, read
from bot.wings.setup.setup_words import LineRefused
from persistence import Store

IMPORTED: Final = "setup-import"
KEPT: Final = 600
CODE_LENGTH: Final = 4
MOST_TOLD: Final = 15
LONGEST: Final = 150
"""Letters of a change as it is shown."""


class Draft(Struct, frozen=True):
    """A file that somebody wants to be taken. `version`: of the settings that it was compared with."""

    by: PersonId
    venue: VenueId
    version: int
    wanted: Wanted


_DRAFT: Final = msgspec.json.Decoder(Draft)


@dataclass(eq=False)
class SentSetups:
    """Take files with setups. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues
    setup: SetupCommands
    random_bytes: RandomBytes
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.sets.insert(0, self.order)  # without a file, `import` leads to the page

    async def order(self, said: Said) -> Reply | None:
        """Show what a file would change, or take one that was confirmed; None: it is neither."""
        word, rest = said.rest[0].lower(), said.rest[1:]
        sure = len(rest) == 2 and rest[0].lower() == YES
        if word != IMPORT or not (sure or said.message.file):
            return None
        need(said, Rights.STAFF)
        if sure:
            return await self._taken(said.message, rest[1].upper())
        assert said.message.file is not None  # noqa: S101 - as was checked
        return await self._shown(said.message, said.message.file)

    async def _shown(self, message: Message, file: SentFile) -> Reply:
        """Say what a file would change, and ask whether it is taken."""
        content, words = await self._fetched(file), self.words(message)
        wanted = read(content)
        try:
            found = await self.setup.proposed(message, wanted)
        except LineRefused as wrong:
            raise at_line(wrong.reason, line_of(content.decode(), wrong.head)) from None
        if not (found.changes or found.sentences):
            return Answer(words.text("server-as-before"))
        code = code_of(self.random_bytes, CODE_LENGTH)
        draft = Draft(message.sender.id, message.venue, found.version, wanted)
        await self.store.put_note(IMPORTED, code, msgspec.json.encode(draft), KEPT, by=heard_of(message))
        line = f"setup {IMPORT} {YES} {code}"
        told = (*self._told(found, words), words.text("confirm-with", line=unlinked(line)))
        return Answer("\n".join(told), confirm=line)

    async def _fetched(self, file: SentFile) -> bytes:
        """Fetch a file, unless it is too big."""
        if file.size > MOST_BYTES:
            raise Refused("setup-too-big", most=MOST_BYTES // 1024)
        try:
            return await file.fetch()
        except Unreachable:
            raise Refused("setup-not-fetched") from None

    def _told(self, found: Proposal, words: Words) -> list[str]:
        """Return in words what a file would change, line by line."""
        changes = [(one.head, one.before, one.now) for one in found.changes]
        changes += [(one.id, one.before, one.now) for one in found.examples]
        told = [words.text("setup-would", rules=len(found.changes), sentences=len(found.examples))]
        for one in changes[:MOST_TOLD]:
            word, before, now = (bare(part[:LONGEST]) for part in one)
            told.append(words.text("setup-changes", word=word, before=before, now=now))
        if more := len(changes) - MOST_TOLD if len(changes) > MOST_TOLD else 0:
            told.append(words.text("setup-changes-more", count=more))
        return told

    async def _taken(self, message: Message, code: str) -> Reply:
        """Take a file that was shown, as a whole, unless the settings have changed since."""
        words, content = self.words(message), await self.store.note(IMPORTED, code)
        draft = None if content is None else _DRAFT.decode(content)
        if draft is None or draft.by not in message.sender.ids or draft.venue != message.venue:
            raise Refused("setup-no-draft")
        try:
            done = await self.setup.save(message, draft.wanted, draft.version)
        except Stale:
            who = (await self.venues.stored(message.venue)).changed_by
            raise Refused("setup-stale", who=who or "?") from None
        except LineRefused as wrong:
            raise wrong.reason from None
        await self.store.drop_note(IMPORTED, code)
        return Answer(words.text("setup-saved" if done.changes or done.sentences else "server-as-before"))
