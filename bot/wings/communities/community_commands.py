"""Make two venues one community: a code from the owner of one, typed by the owner of the other, and a yes from both.

`community` gives the code or says what is linked, `community CODE` takes it, `community yes` agrees, `community no`
refuses, `community apart` parts. From then on purses, games, seasons and the log of staff are those of the venue that
gave the code.
"""

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.commands.command import Command, Group, Parameter, Who
from bot.engine.taken import heard_of
from bot.people.communities import Communities, CommunityError, Member
from bot.people.languages import WordsOf
from bot.ports.chance import RandomBytes
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table.audit import AuditEntry, written
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from persistence import Store, StoreTrouble

YES: Final = "community yes"
CODE: Final = "community-code"
ASKED: Final = "community-asked"
LENGTH: Final = 8
SECONDS: Final = 600
CODE_TRIES: Final = 8
TRIES: Final = 5
"""How many wrong codes may be typed for one venue in ten minutes."""


class Proposed(Struct, frozen=True):
    """Two venues that may become one community. `home` made the code; `member`, with the name of its owner, typed it.

    `shown`: the owner of `home` has seen who typed it.
    """

    code: str
    home: VenueId
    member: Member | None = None
    shown: bool = False


_PROPOSED: Final = msgspec.json.Decoder(Proposed)


@dataclass(eq=False)
class CommunityCommands:
    """Link venues and part them. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    communities: Communities
    random_bytes: RandomBytes

    @Command(
        "community",
        Group.SETUP,
        who=Who.OWNER,
        parameters=(Parameter("what", "slash-community"),),
        apart=True,
        of_a_table=False,
    )
    async def community(self, said: Said) -> Reply:
        """Answer `community` and its words, for owners only."""
        if said.message.rights < Rights.OWNER:
            raise Refused("community-owners")
        match [word.lower() for word in said.rest]:
            case []:
                return await self._code(said.message)
            case ["yes"]:
                return await self._agree(said.message)
            case ["no"]:
                return await self._refuse(said.message)
            case ["apart"]:
                return await self._part(said.message)
            case [code]:
                return await self._take(said.message, code.upper())
            case _:
                raise Refused("community-how")

    async def _code(self, message: Message) -> Reply:
        """Say what is linked here, and give the code; if it was typed already, show who typed it."""
        words = self.words(message)
        if message.home:
            return PrivateAnswer(words.text("community-leads", platform=platform_told(message.home, words)))
        asked = await self._asked(message.venue)
        if asked is not None and asked.member is not None:
            return await self._show(asked, message)
        code = asked.code if asked is not None else await self._new_code(message.venue)
        lines = [words.text("community-code", code=code, minutes=SECONDS // 60)]
        if members := await self.communities.members(message.venue):
            named = words.listed([self._named(one, words) for one in members])
            lines.insert(0, words.text("community-members", members=named))
        await self.store.note_taken(heard_of(message))
        return PrivateAnswer("\n".join(lines))

    async def _new_code(self, venue: VenueId) -> str:
        for _ in range(CODE_TRIES):
            code = code_of(self.random_bytes, LENGTH)
            if await self.store.claim_note(CODE, code, msgspec.json.encode(Proposed(code, venue)), SECONDS):
                await self.store.put_note(ASKED, venue, code.encode(), SECONDS)
                return code
        raise StoreTrouble("busy", "no code is free")

    async def _asked(self, venue: VenueId) -> Proposed | None:
        code = await self.store.note(ASKED, venue)
        content = None if code is None else await self.store.note(CODE, code.decode())
        return None if content is None else _PROPOSED.decode(content)

    async def _put(self, before: Proposed, after: Proposed, message: Message) -> None:
        old, new = msgspec.json.encode(before), msgspec.json.encode(after)
        if not await self.store.replace_note(CODE, before.code, old, new, heard_of(message)):
            raise Refused("linking-busy")

    async def _take(self, message: Message, code: str) -> Reply:
        """Take the code of another venue. This links nothing yet."""
        words, content = self.words(message), await self.store.note(CODE, code[:LENGTH])
        if content is None:
            if await self.store.take_room(f"community-tries:{message.venue}", SECONDS * 1000, TRIES):
                raise Refused("self-tries", minutes=SECONDS // 60)
            raise Refused("community-unknown", minutes=SECONDS // 60)
        proposed = _PROPOSED.decode(content)
        if proposed.home == message.venue:
            raise Refused("community-same")
        if message.home or await self.communities.members(message.venue):
            raise Refused("community-taken")
        me = Member(message.venue, bare(safe_name(message.sender.name)), message.sender.id)
        if proposed.member is not None and proposed.member.venue != me.venue:
            raise Refused("self-taken")
        await self._put(proposed, replace(proposed, member=me), message)
        return PrivateAnswer(words.text("community-waits", platform=platform_told(proposed.home, words)))

    async def _show(self, asked: Proposed, message: Message) -> Reply:
        await self._put(asked, replace(asked, shown=True), message)
        words = self.words(message)
        named = "" if asked.member is None else self._named(asked.member, words)
        return PrivateAnswer(words.text("community-asks", who=named), confirm=YES)

    async def _agree(self, message: Message) -> Reply:
        """Make both venues one community, once the owner has seen who typed the code."""
        words, asked = self.words(message), await self._asked(message.venue)
        if asked is None or asked.member is None:
            raise Refused("community-nobody")
        if not asked.shown:
            return await self._show(asked, message)
        who = self._named(asked.member, words)
        try:
            await self.communities.join(message.venue, asked.member)
        except CommunityError as wrong:
            raise Refused(str(wrong.args[0])) from None
        await self._note(message, f"community with {asked.member.venue}", asked.member.venue)
        await self.store.drop_note(CODE, asked.code, by=heard_of(message))
        return PrivateAnswer(words.text("community-is", who=who))

    async def _refuse(self, message: Message) -> Reply:
        asked = await self._asked(message.venue)
        if asked is None:
            raise Refused("community-nobody")
        await self.store.drop_note(CODE, asked.code, by=heard_of(message))
        return PrivateAnswer(self.words(message).text("self-refused"))

    async def _part(self, message: Message) -> Reply:
        """Make this venue a community of its own again; in the home venue, part the last member."""
        members = await self.communities.members(message.venue)
        if not members and not message.home:
            raise Refused("community-alone")
        member = members[-1].venue if members else message.venue
        home = message.venue if members else message.community
        try:
            async with self.communities.parting(home, member, heard_of(message)):
                await self._note(message, f"community apart {member}", member)
        except CommunityError as wrong:
            raise Refused(str(wrong.args[0])) from None
        words = self.words(message)
        return PrivateAnswer(words.text("community-parted", platform=platform_told(member, words)))

    async def _note(self, message: Message, did: str, other: VenueId) -> None:
        """Log it in both venues, once for this message."""
        by = bare(safe_name(message.sender.name))
        entry = written(AuditEntry(self.store.clock.now(), message.sender.id, by, bare(did)))
        for venue in dict.fromkeys((message.community, message.venue, other)):
            await self.store.note_audit_once(venue, entry, f"audit:{message.id}")

    @staticmethod
    def _named(member: Member, words: Words) -> str:
        return words.text("community-of", who=safe_name(member.name), platform=platform_told(member.venue, words))


def platform_told(venue: VenueId, words: Words) -> str:
    """Return the name of a venue's platform."""
    return words.text(f"platform-{platform_of(venue)}")
