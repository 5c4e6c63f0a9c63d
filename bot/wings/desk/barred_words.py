"""Words that a venue bars from names, texts and reasons: `mod words`, and what refuses them."""

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import regex
from msgspec.structs import replace

from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.venues import Venues, VenueSettings
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Person, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.safe_text import bare, safe_name, safe_text, skeleton
from persistence import Store

MOST: Final = 200
LONGEST: Final = 40
WORD: Final = regex.compile(r"[^\W_]+")
LETTERS: Final = regex.compile(r"[^\W\d_]+")


@dataclass(eq=False)
class BarredWords:
    """Keep a venue's list of words, and refuse texts with them. Each method may raise StoreTrouble."""

    store: Store
    venues: Venues
    words: WordsOf
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.sits.append(self.check_sitting)
        self.hooks.texts.append(self.check)

    async def check(self, venue: VenueId, text: str) -> None:
        """Raise Refused for a text with a barred word."""
        if is_barred(text, (await self.venues.settings(venue)).barred):
            raise Refused("desk-barred")

    async def check_sitting(self, person: Person, venue: VenueId, rights: Rights, _: Collection[PersonId]) -> None:
        """Raise Refused for a name with a barred word."""
        if rights < Rights.STAFF and is_barred(person.name, (await self.venues.settings(venue)).barred):
            raise Refused("desk-barred-name")

    async def order(self, said: Said) -> Reply:
        """Show the list, or change it: `words add WORD`, `words drop WORD`. Raises Refused."""
        message, words = said.message, self.words(said.message)
        barred = (await self.venues.stored(message.community)).barred
        if not said.rest:
            if not barred:
                return PrivateAnswer(words.text("desk-no-words"))
            return PrivateAnswer(words.text("desk-words", words=", ".join(barred), count=len(barred)))
        deed, word = said.rest[0].lower(), safe_text(" ".join(said.rest[1:]), LONGEST + 1).lower()
        if deed not in {"add", "drop"} or not skeleton(word) or len(word) > LONGEST:
            raise Refused("desk-how-words", most=LONGEST)
        if deed == "add" and len(barred) >= MOST:
            raise Refused("desk-most-words", most=MOST)

        def alter(now: VenueSettings) -> VenueSettings:
            left = tuple(one for one in now.barred if skeleton(one) != skeleton(word))
            return replace(now, barred=(*left, word) if deed == "add" else left)

        by = bare(safe_name(message.sender.name))
        entry = AuditEntry(self.store.clock.now(), message.sender.id, by, f"mod words {deed} {bare(word)}")
        await self.venues.change(heard_of(message), alter, entry, message.community)
        return PrivateAnswer(words.text("desk-words-set", on="yes" if deed == "add" else "no"))


def is_barred(text: str, barred: Sequence[str]) -> bool:
    """Tell whether a text has a barred word, or words of a barred phrase in a row; also in letters that look alike.

    A figure in a word is read both as a letter that looks like it and as no part of the word.
    """
    whole = {skeleton(one) for one in barred}
    looks = {tuple(map(skeleton, WORD.findall(one))) for one in barred} | {(one,) for one in whole}
    longest = max(map(len, looks), default=0)
    for split in (WORD, LETTERS):
        words = [skeleton(word) for word in split.findall(text)]
        for start, most in itertools.product(range(len(words)), range(1, longest + 1)):
            if tuple(words[start : start + most]) in looks:
                return True
    return skeleton(text) in whole
