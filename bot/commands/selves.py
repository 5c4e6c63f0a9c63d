"""Become one person on several platforms: a code from one side, typed in private on the other, and a yes from both.

`link` gives the code, `link CODE` takes it, `link yes` agrees and `link no` refuses, `link apart` parts again. A code
alone links nobody: each side sees the other's name first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.engine.directory import Directory
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.own_limits import OwnLimits
from bot.people.selves import LinkingError, Selves
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, platform_of
from bot.ports.messages import Message, Person, PrivateAnswer, Reply
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.change import Refused
from bot.text.safe_text import bare, safe_name
from bot.text.words import Words
from persistence import Store, StoreTrouble

YES: Final = "link yes"
CODE: Final = "self-code"
ASKED: Final = "self-asked"
LENGTH: Final = 8
SECONDS: Final = 600
TRIES: Final = 5
"""How many wrong codes somebody may type in ten minutes."""
CODE_TRIES: Final = 8


class Linking(Struct, frozen=True):
    """Two selves that may become one person. `first` made the code, `second` typed it.

    `shown`: the ids that have seen who the other side is; `agreed`: the ids that have agreed since.
    """

    code: str
    first: Person
    second: Person | None = None
    shown: tuple[PersonId, ...] = ()
    agreed: tuple[PersonId, ...] = ()

    def other(self, one: PersonId) -> Person | None:
        """Return the self on the other side of this one."""
        return self.second if one == self.first.id else self.first


_LINKING: Final = msgspec.json.Decoder(Linking)


@dataclass(eq=False)
class SelfCommands:
    """Make two selves one person, and part them again. Each method raises Refused and StoreTrouble."""

    own_limits: OwnLimits
    store: Store
    words: WordsOf
    selves: Selves
    platforms: Platforms
    random_bytes: RandomBytes
    directory: Directory

    def ids(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return all ids of a person: their own, and those of their other selves."""
        return self.selves.ids(person)

    async def new_code(self, said: Said) -> Reply:
        """Give a code for the same person to type elsewhere; if somebody has typed it already, show who."""
        message, words = said.message, self.words(said.message)
        mine = await self._asked(message.sender.id)
        if mine is not None and mine.second is not None:
            return await self._show(mine, message, words)
        code = mine.code if mine is not None else await self._kept_code(message)
        await self.store.note_taken(heard_of(message))
        return PrivateAnswer(words.text("self-code", code=code, minutes=SECONDS // 60))

    async def _kept_code(self, message: Message) -> str:
        for _ in range(CODE_TRIES):
            code = code_of(self.random_bytes, LENGTH)
            content = msgspec.json.encode(Linking(code, sender_of(message)))
            if await self.store.claim_note(CODE, code, content, SECONDS):
                await self.store.put_note(ASKED, message.sender.id, code.encode(), SECONDS)
                return code
        raise StoreTrouble("busy", "no code is free")

    async def take_code(self, said: Said) -> Reply:
        """Take the code of another self, and show who that is. This links nothing yet."""
        message, words, code = said.message, self.words(said.message), said.rest[0].upper()
        content = await self.store.note(CODE, code)
        linking = None if content is None else _LINKING.decode(content)
        if linking is None or content is None:
            if await self.store.take_room(f"self-tries:{message.sender.id}", SECONDS * 1000, TRIES):
                raise Refused("self-tries", minutes=SECONDS // 60)
            raise Refused("self-unknown", minutes=SECONDS // 60)
        me = sender_of(message)
        if linking.second is not None and linking.second.id != me.id:
            raise Refused("self-taken")
        self._refuse_the_same(linking.first, me)
        known = replace(linking, second=me, shown=(me.id,))
        if not await self.store.replace_note(CODE, code, content, msgspec.json.encode(known), heard_of(message)):
            raise Refused("self-taken")
        await self.store.put_note(ASKED, me.id, code.encode(), SECONDS)
        return PrivateAnswer(self._waits(known, message, words), confirm=YES)

    def _refuse_the_same(self, first: Person, second: Person) -> None:
        if first.id == second.id:
            raise Refused("self-same")
        if self._clash([*self.selves.ids(first.id), *self.selves.ids(second.id)]):
            raise Refused("linking-clash")

    async def agree(self, said: Said) -> Reply:
        """Agree to become one person; once both have agreed, they are linked."""
        message, words, me = said.message, self.words(said.message), said.message.sender.id
        linking = await self._asked(me)
        if linking is None or linking.second is None:
            raise Refused("self-nobody")
        if me not in linking.shown:
            return await self._show(linking, message, words)
        other = linking.other(me) or linking.first
        if other.id not in linking.agreed and not await self._cut_short(linking.first, linking.second):
            await self._put(linking, replace(linking, agreed=(me,)), message)
            return PrivateAnswer(words.text("self-agreed", **self._named(other, words)))
        return await self._link(linking, linking.first, linking.second, message)

    async def _link(self, linking: Linking, first: Person, second: Person, message: Message) -> Reply:
        """Make them one person, now that both have agreed. A second call completes an interrupted one.

        Raises Refused and StoreTrouble.
        """
        words, (kept, other) = self.words(message), self._kept_of(first, second)
        led = (other.id, *(one.id for one in await self.selves.of(other.id)))
        try:
            await self.selves.link(kept, other, linking.code, self._clash)
        except LinkingError as wrong:
            raise Refused(str(wrong.args[0]), **self._named(other, words)) from None
        await self.store.drop_note(CODE, linking.code, by=heard_of(message))
        self._let_pages_begin_anew(led)
        return PrivateAnswer(words.text("self-linked", **self._named(kept, words)))

    def _let_pages_begin_anew(self, selves: Sequence[PersonId]) -> None:
        """Let the open pages of these selves show the person they are now, and no longer who they were."""
        for window in self.platforms.windows:
            window.know_anew(selves)

    async def _cut_short(self, first: Person, second: Person) -> bool:
        """Tell whether a process was killed while linking them. Both had agreed then, so either may go on."""
        kept, other = self._kept_of(first, second)
        return await self.selves.asked_anew(other.id) == kept.id

    async def refuse(self, said: Said) -> Reply:
        """Refuse to be linked; the code no longer works."""
        message = said.message
        linking = await self._asked(message.sender.id)
        if linking is None:
            raise Refused("self-nobody")
        await self.store.drop_note(CODE, linking.code, by=heard_of(message))
        return PrivateAnswer(self.words(message).text("self-refused"))

    async def part(self, said: Said) -> Reply:
        """Part the sender's self from the person it is linked to; the person itself names the platform of the other
        self.

        Not while the person sits at a table: the parted self could neither play on there nor leave.
        """
        message, words = said.message, self.words(said.message)
        person = await self.selves.leads_to(message.sender.id) or message.sender.id
        one = message.sender.id if person != message.sender.id else await self._meant(message, said.rest[1:])
        if tables := await self.directory.of(person):
            raise Refused("parting-seated", codes=", ".join(session.code for session in tables))
        await self.own_limits.bind_apart(person, one)
        try:
            parted = await self.selves.part(one, person, heard_of(message))
        except LinkingError as wrong:
            raise Refused(str(wrong.args[0])) from None
        if not parted:
            raise Refused("self-not-linked")
        self._let_pages_begin_anew([one])
        return PrivateAnswer(words.text("self-parted", platform=words.text(f"platform-{platform_of(one)}")))

    async def _meant(self, message: Message, typed: Sequence[str]) -> PersonId:
        others = await self.selves.of(message.sender.id)
        if not others:
            raise Refused("self-not-linked")
        wanted = typed[0].lower() if typed else ""
        found = [one for one in others if not wanted or platform_of(one.id) == wanted]
        if not wanted and len(found) > 1:  # then the self on this platform
            found = [one for one in found if platform_of(one.id) == platform_of(message.venue)]
        if len(found) != 1:
            names = ", ".join(dict.fromkeys(platform_of(one.id) for one in others))
            raise Refused("self-which", platforms=names, platform=platform_of(others[0].id))
        return found[0].id

    # What both sides see

    async def _asked(self, one: PersonId) -> Linking | None:
        code = await self.store.note(ASKED, one)
        content = None if code is None else await self.store.note(CODE, code.decode())
        return None if content is None else _LINKING.decode(content)

    async def _put(self, before: Linking, after: Linking, message: Message) -> None:
        """Store the next state of the linking. Raises Refused if the other side was faster."""
        old, new = msgspec.json.encode(before), msgspec.json.encode(after)
        if not await self.store.replace_note(CODE, before.code, old, new, heard_of(message)):
            raise Refused("linking-busy")

    async def _show(self, linking: Linking, message: Message, words: Words) -> Reply:
        seen = replace(linking, shown=tuple(sorted({*linking.shown, message.sender.id})))
        await self._put(linking, seen, message)
        return PrivateAnswer(self._waits(seen, message, words), confirm=YES)

    def _waits(self, linking: Linking, message: Message, words: Words) -> str:
        """Return the sentence that shows the other's name, and who everything would belong to."""
        second = linking.second or linking.first
        kept, _ = self._kept_of(linking.first, second)
        other, whole = linking.other(message.sender.id), self._named(kept, words)
        return words.text("self-waits", kept=whole["who"], kept_on=whole["platform"], **self._named(other, words))

    def _named(self, one: Person | None, words: Words) -> dict[str, str]:
        if one is None:
            return {"who": "", "platform": ""}
        return {"who": safe_name(one.name), "platform": words.text(f"platform-{platform_of(one.id)}")}

    # Whose everything is

    def _kept_of(self, first: Person, second: Person) -> tuple[Person, Person]:
        """Return the person who stays, and the one who becomes them. The one who can get private messages stays; pages
        come last.
        """
        return (second, first) if self._rank(second.id) > self._rank(first.id) else (first, second)

    def _rank(self, one: PersonId) -> int:
        platform = platform_of(one)
        adapter = self.platforms.adapters.get(platform)
        if adapter is None or self.platforms.is_pages(platform):
            return 0
        return 2 if adapter.abilities.tells_alone else 1

    def _clash(self, ids: Sequence[PersonId]) -> bool:
        """Tell whether two of these ids are on one platform that itself knows people: then they are two people."""
        platforms = [platform_of(one) for one in dict.fromkeys(ids) if not self.platforms.is_pages(platform_of(one))]
        return len(set(platforms)) < len(platforms)


def sender_of(message: Message) -> Person:
    return Person(message.sender.id, bare(safe_name(message.sender.name)))
