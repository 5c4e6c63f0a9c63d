"""The setup as its page shows it, and what is sent from there, answered in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from bot.engine.repository import Repository
from bot.engine.taken import heard_of
from bot.people.arrivals import Arrivals
from bot.people.languages import WordsOf
from bot.people.venues import Venues
from bot.ports.messages import Message
from bot.render.ago import ago
from bot.table.change import Refused
from bot.text import Words
from bot.wings.setup.balances import Balances, Sum, told_names
from bot.wings.setup.own_sentences import Example
from bot.wings.setup.setup_commands import Changed, Proposal, SetupCommands, Stale
from bot.wings.setup.setup_file import Wanted, read
from bot.wings.setup.setup_words import OPTIONS, LineRefused
from games.catalogue import catalogue
from persistence import Store

MOST_SHOWN: Final = 200


class Sent(Struct, frozen=True):
    """What the page wants to be set: rules, sentences, or a file with both."""

    lines: Mapping[str, str] = {}
    sentences: str | None = None
    file: str | None = None


class ShownBrought(Struct, frozen=True):
    """Balances that can still be given back. `told`: who brought them, when, and how many."""

    mark: str
    told: str


class SetupShown(Struct, frozen=True):
    """What the page shows. `titles`: of the games, by their rules. `owns`: who looks may set all of it."""

    version: int
    rules: dict[str, str]
    titles: dict[str, str]
    sentences: str
    owns: bool
    brought: tuple[ShownBrought, ...] = ()


class SetupTold(Struct, frozen=True):
    """The answer to what was sent. `head`: the rule that is wrong. `mark`: of what was looked at, to confirm it."""

    ok: bool
    text: str = ""
    head: str = ""
    changes: tuple[Changed, ...] = ()
    examples: tuple[Example, ...] = ()
    mark: str = ""
    saved: bool = False
    now: SetupShown | None = None


@dataclass(eq=False)
class SetupView:
    """Show the setup to moderators, and do what they send. Each method raises StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues
    arrivals: Arrivals
    setup: SetupCommands
    balances: Balances
    repository: Repository

    async def shown(self, message: Message) -> SetupShown:
        """Return what is set now."""
        message = await self.arrivals.known(message)
        settings, words = await self.venues.stored(message.venue), self.words(message)
        now = self.store.clock.now()
        brought = [
            ShownBrought(
                one.mark,
                words.text(
                    "balances-were", by=one.by, ago=ago(one.at, now, words), count=len(one.people), why=one.reason
                ),
            )
            for one in (await self.balances.undoable(message.venue) if message.community == message.venue else ())
        ]
        rules = self.setup.rules(message, settings)
        titles = {f"{OPTIONS} {name}": words.title(game) for name, game in catalogue().items()}
        return SetupShown(settings.version, rules, titles, settings.sentences, self.setup.owns(message), tuple(brought))

    async def exported(self, message: Message) -> bytes:
        """Return the file of this place."""
        return await self.setup.exported(await self.arrivals.known(message))

    async def save(self, message: Message, wish: Sent, version: int, *, sure: bool) -> SetupTold:
        """Say what would change, or, if the sender is `sure`, change it as a whole."""
        message = await self.arrivals.known(message)
        words = self.words(message)
        async with self.repository.taken.hearing(message):
            if sure and await self.repository.taken.asked(heard_of(message)):
                return SetupTold(True, words.text("taken-before"), saved=True, now=await self.shown(message))
            try:
                wanted = (
                    Wanted(wish.lines, wish.sentences)
                    if wish.file is None
                    else read(wish.file.encode("utf-8", "replace"))
                )
                self.setup.check_rights(message, ())
                if not sure:
                    return self._proposed(message, await self.setup.proposed(message, wanted), version)
                done = await self.setup.save(message, wanted, version)
            except Stale:
                who = (await self.venues.stored(message.venue)).changed_by
                return SetupTold(False, words.text("setup-stale", who=who or "?"), now=await self.shown(message))
            except LineRefused as wrong:
                return SetupTold(False, words.sentence(wrong.reason.reason), wrong.head)
            except Refused as wrong:
                return SetupTold(False, words.sentence(wrong.reason))
        text = words.text("setup-saved") if done.changes or done.sentences else words.text("server-as-before")
        return SetupTold(True, text, saved=True, now=await self.shown(message))

    def _proposed(self, message: Message, found: Proposal, version: int) -> SetupTold:
        words = self.words(message)
        if found.version != version:
            raise Stale
        if not (found.changes or found.sentences):
            return SetupTold(True, words.text("server-as-before"))
        text = words.text("setup-would", rules=len(found.changes), sentences=len(found.examples))
        return SetupTold(True, text, changes=found.changes, examples=found.examples[:MOST_SHOWN], mark=str(version))

    async def bring(self, message: Message, content: bytes, mark: str, reason: str) -> SetupTold:
        """Say what a file would bring, or, with the `mark` of that, bring it."""
        message = await self.arrivals.known(message)
        words = self.words(message)
        try:
            if mark:
                done = await self.balances.bring(message, content, mark, reason)
                text = words.text("balances-brought", count=done.people, amount=done.amount)
                return SetupTold(True, text, saved=True, now=await self.shown(message))
            whole, _ = await self.balances.look_at(message, content)
        except Refused as wrong:
            return SetupTold(False, words.sentence(wrong.reason))
        return SetupTold(True, "\n".join(self._sum_told(whole, words)), mark=whole.mark)

    def _sum_told(self, whole: Sum, words: Words) -> list[str]:
        """Return what a file would bring in words, line by line."""
        told = [words.text("balances-would", count=whole.people, amount=whole.amount)]
        told += [words.text("balances-to", name=name, here=here, amount=most) for name, here, most in whole.greatest]
        if more := whole.people - len(whole.greatest):
            told.append(words.text("balances-more", count=more))
        if before := whole.before:
            told.append(words.text("balances-before", count=len(before), names=told_names(before)))
        if unknown := whole.unknown:
            told.append(words.text("balances-unknown", count=len(unknown), names=told_names(unknown)))
        if whole.nothing:
            told.append(words.text("balances-nothing", count=whole.nothing))
        return told

    async def give_back(self, message: Message, mark: str) -> SetupTold:
        """Take back what a file brought."""
        message = await self.arrivals.known(message)
        words = self.words(message)
        try:
            count, poor = await self.balances.give_back(message, mark)
        except Refused as wrong:
            return SetupTold(False, words.sentence(wrong.reason))
        told = words.text("balances-given-back", count=count)
        if poor:
            told += "\n" + words.text("balances-kept", names=told_names(poor))
        return SetupTold(True, told, saved=True, now=await self.shown(message))
