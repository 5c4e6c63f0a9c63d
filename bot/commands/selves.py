"""Become one person on several platforms: a code from one side, said in private on the other, and a yes from both.

`link` gives the code, `link CODE` takes it, `link yes` agrees and `link no` does not, `link apart` parts again. Nobody
becomes anything by a code alone: each side sees the other's name first.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.commands.context import Context
from bot.engine.taken import heard_of
from bot.people.own_limits import OwnLimits
from bot.people.selves import LinkingError, Selves
from bot.ports.ids import PersonId, platform_of
from bot.ports.messages import Message, Person, PrivateAnswer, Reply
from bot.ports.said import Said
from bot.table.change import Refused
from bot.text.safe_text import bare, safe_name
from bot.text.words import Words
from persistence import StoreTrouble

YES: Final = "link yes"
CODE: Final = "self-code"
ASKED: Final = "self-asked"
LENGTH: Final = 8
SECONDS: Final = 600
TRIES: Final = 5
"""So many codes that fit nothing may somebody say in ten minutes."""
CODE_TRIES: Final = 8


class Linking(Struct, frozen=True):
    """Two selves that may become one. `first` made the code, `second` has said it.

    `shown`: the ids that have seen who the other side is; `agreed`: those that have said yes since.
    """

    code: str
    first: Person
    second: Person | None = None
    shown: tuple[PersonId, ...] = ()
    agreed: tuple[PersonId, ...] = ()

    def other(self, one: PersonId) -> Person | None:
        """Return the one on the other side of this one."""
        return self.second if one == self.first.id else self.first


_LINKING: Final = msgspec.json.Decoder(Linking)


class SelfCommands:
    """Make two selves one person, and part them again. Each raises Refused and StoreTrouble."""

    def __init__(self, context: Context, selves: Selves, own_limits: OwnLimits) -> None:
        self._own_limits = own_limits
        self._store, self._words, self._selves = context.store, context.words, selves
        self._platforms, self._random_bytes = context.platforms, context.random_bytes
        self._directory = context.directory

    def ids(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return the ids of a person: their own, and those of their other selves."""
        return self._selves.ids(person)

    async def new_code(self, said: Said) -> Reply:
        """Give a code that the same person says elsewhere; where somebody has said theirs already, name them."""
        message, words = said.message, self._words(said.message)
        mine = await self._asked(message.sender.id)
        if mine is not None and mine.second is not None:
            return await self._show(mine, message, words)
        code = mine.code if mine is not None else await self._kept_code(message)
        await self._store.note_taken(heard_of(message))
        return PrivateAnswer(words.text("self-code", code=code, minutes=SECONDS // 60))

    async def _kept_code(self, message: Message) -> str:
        for _ in range(CODE_TRIES):
            code = code_of(self._random_bytes, LENGTH)
            content = msgspec.json.encode(Linking(code, sender_of(message)))
            if await self._store.claim_note(CODE, code, content, SECONDS):
                await self._store.put_note(ASKED, message.sender.id, code.encode(), SECONDS)
                return code
        raise StoreTrouble("busy", "no code is free")

    async def take_code(self, said: Said) -> Reply:
        """Take the code that somebody's other self was given, and show whose it is. Nothing is linked by it."""
        message, words, code = said.message, self._words(said.message), said.rest[0].upper()
        content = await self._store.note(CODE, code)
        linking = None if content is None else _LINKING.decode(content)
        if linking is None or content is None:
            if await self._store.take_room(f"self-tries:{message.sender.id}", SECONDS * 1000, TRIES):
                raise Refused("self-tries", minutes=SECONDS // 60)
            raise Refused("self-unknown", minutes=SECONDS // 60)
        me = sender_of(message)
        if linking.second is not None and linking.second.id != me.id:
            raise Refused("self-taken")
        self._refuse_the_same(linking.first, me)
        known = replace(linking, second=me, shown=(me.id,))
        if not await self._store.replace_note(CODE, code, content, msgspec.json.encode(known), heard_of(message)):
            raise Refused("self-taken")
        await self._store.put_note(ASKED, me.id, code.encode(), SECONDS)
        return PrivateAnswer(self._waits(known, message, words), confirm=YES)

    def _refuse_the_same(self, first: Person, second: Person) -> None:
        if first.id == second.id:
            raise Refused("self-same")
        if self._clash([*self._selves.ids(first.id), *self._selves.ids(second.id)]):
            raise Refused("linking-clash")

    async def agree(self, said: Said) -> Reply:
        """Agree to become one; once both have, they are."""
        message, words, me = said.message, self._words(said.message), said.message.sender.id
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
        """Make them one, now that both have agreed. Raises Refused and StoreTrouble; said again it goes on."""
        words, (kept, other) = self._words(message), self._kept_of(first, second)
        led = (other.id, *(one.id for one in await self._selves.of(other.id)))
        try:
            await self._selves.link(kept, other, linking.code, self._clash)
        except LinkingError as wrong:
            raise Refused(str(wrong.args[0]), **self._named(other, words)) from None
        await self._store.drop_note(CODE, linking.code, by=heard_of(message))
        self._let_pages_begin_anew(led)
        return PrivateAnswer(words.text("self-linked", **self._named(kept, words)))

    def _let_pages_begin_anew(self, selves: Sequence[PersonId]) -> None:
        """Let the open pages of these selves be those of whoever they are now, and of nobody they were."""
        for window in self._platforms.windows:
            window.know_anew(selves)

    async def _cut_short(self, first: Person, second: Person) -> bool:
        """Tell whether a killed process was making them one: both had agreed then, and who asks may be either."""
        kept, other = self._kept_of(first, second)
        return await self._selves.asked_anew(other.id) == kept.id

    async def refuse(self, said: Said) -> Reply:
        """Let nothing become of it; the code is good no more."""
        message = said.message
        linking = await self._asked(message.sender.id)
        if linking is None:
            raise Refused("self-nobody")
        await self._store.drop_note(CODE, linking.code, by=heard_of(message))
        return PrivateAnswer(self._words(message).text("self-refused"))

    async def part(self, said: Said) -> Reply:
        """Part the self that says so from the person it has become; the person itself names the other's platform.

        Not while the person sits at a table: whoever is not them any more could neither play on there nor leave.
        """
        message, words = said.message, self._words(said.message)
        person = await self._selves.leads_to(message.sender.id) or message.sender.id
        one = message.sender.id if person != message.sender.id else await self._meant(message, said.rest[1:])
        if tables := await self._directory.of(person):
            raise Refused("parting-seated", codes=", ".join(session.code for session in tables))
        await self._own_limits.bind_apart(person, one)
        try:
            parted = await self._selves.part(one, person, heard_of(message))
        except LinkingError as wrong:
            raise Refused(str(wrong.args[0])) from None
        if not parted:
            raise Refused("self-not-linked")
        self._let_pages_begin_anew([one])
        return PrivateAnswer(words.text("self-parted", platform=words.text(f"platform-{platform_of(one)}")))

    async def _meant(self, message: Message, typed: Sequence[str]) -> PersonId:
        others = await self._selves.of(message.sender.id)
        if not others:
            raise Refused("self-not-linked")
        wanted = typed[0].lower() if typed else ""
        found = [one for one in others if not wanted or platform_of(one.id) == wanted]
        if not wanted and len(found) > 1:  # then whoever says it there
            found = [one for one in found if platform_of(one.id) == platform_of(message.venue)]
        if len(found) != 1:
            names = ", ".join(dict.fromkeys(platform_of(one.id) for one in others))
            raise Refused("self-which", platforms=names, platform=platform_of(others[0].id))
        return found[0].id

    # What both sides see

    async def _asked(self, one: PersonId) -> Linking | None:
        code = await self._store.note(ASKED, one)
        content = None if code is None else await self._store.note(CODE, code.decode())
        return None if content is None else _LINKING.decode(content)

    async def _put(self, before: Linking, after: Linking, message: Message) -> None:
        """Note how far they are. Raises Refused where the other side was faster by a moment."""
        old, new = msgspec.json.encode(before), msgspec.json.encode(after)
        if not await self._store.replace_note(CODE, before.code, old, new, heard_of(message)):
            raise Refused("linking-busy")

    async def _show(self, linking: Linking, message: Message, words: Words) -> Reply:
        seen = replace(linking, shown=tuple(sorted({*linking.shown, message.sender.id})))
        await self._put(linking, seen, message)
        return PrivateAnswer(self._waits(seen, message, words), confirm=YES)

    def _waits(self, linking: Linking, message: Message, words: Words) -> str:
        """Return the sentence that shows the other's name, and to whom everything would belong."""
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
        """Return who is kept, and who becomes them: kept is who can be told secrets alone, pages last of all."""
        return (second, first) if self._rank(second.id) > self._rank(first.id) else (first, second)

    def _rank(self, one: PersonId) -> int:
        platform = platform_of(one)
        adapter = self._platforms.adapters.get(platform)
        if adapter is None or self._platforms.is_pages(platform):
            return 0
        return 2 if adapter.abilities.tells_alone else 1

    def _clash(self, ids: Sequence[PersonId]) -> bool:
        """Tell whether two of these are of one platform that knows people itself: they are two people."""
        platforms = [platform_of(one) for one in dict.fromkeys(ids) if not self._platforms.is_pages(platform_of(one))]
        return len(set(platforms)) < len(platforms)


def sender_of(message: Message) -> Person:
    return Person(message.sender.id, bare(safe_name(message.sender.name)))
