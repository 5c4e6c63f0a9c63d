"""`remove` and `admit` for people who are not moderators: the host between games, and players by a vote."""

from dataclasses import dataclass

from bot.commands.command import REASON, Command, Group, Parameter, Who
from bot.commands.moves import seat_of, stamped
from bot.commands.staff import StaffCommands, called_here, moderator, removed_from
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.people.selves import Selves
from bot.ports.messages import Answer, Reply, Rights
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import playing, putting_out
from bot.table.change import Change, Refused
from bot.text.reader import ChatReader
from bot.text.safe_text import bare


@dataclass(eq=False)
class PuttingOut:
    """Pass a moderator's command on to those of staff; for others, let the table decide."""

    repository: Repository
    directory: Directory
    words: WordsOf
    selves: Selves
    staff: StaffCommands

    @Command(
        "remove",
        Group.TABLE,
        parameters=(Parameter("name", "slash-or-name", needed=True), REASON),
        of_many=True,
        for_staff=True,
    )
    async def remove(self, said: Said) -> Reply:
        """Remove somebody from a table, or ask the players for it. Raises Refused and Unreadable."""
        if said.message.rights >= Rights.STAFF:
            return await self.staff.remove(said)
        session = await self.directory.one(said, lambda one: called_here(names(one, self.words(said.message)), said))
        if not said.rest:
            raise Refused("remove-whom", code=session.code)
        called = names(session, self.words(said.message))
        seat, taken = ChatReader(called, 0).seat(said.rest)
        whom, by = session.seats[seat].player, moderator(said, said.rest[taken:])
        also = tuple(one.id for one in await self.selves.of(whom))

        def act(change: Change) -> None:
            playing.come_back(change, seat_of(change.session, said))
            now = change.session.seat_of(whom)
            if now is None:
                raise Refused("remove-too-late", code=change.session.code)
            putting_out.put_out(change, now, by, stamped(change, said.message), also)

        after = await self.repository.update(session.ref, (said.message.id,), act)
        if not after.has(whom) and whom not in after.holders:
            await self.directory.left(whom, after)
        return Answer()

    @Command(
        "admit",
        Group.TABLE,
        who=Who.HOST,
        parameters=(Parameter("name", "slash-or-name"),),
        of_many=True,
        for_staff=True,
    )
    async def admit(self, said: Said) -> Reply:
        """Let somebody sit down again; alone, say who was removed. Raises Refused."""
        if said.message.rights >= Rights.STAFF:
            return await self.staff.admit(said)
        name = " ".join(said.rest)
        session = await self.directory.one(said, lambda one: bool(removed_from(one, name)))
        putting_out.check_host(session, said.message.sender.id, "admit")
        if not name:
            return self.staff.removed(said, session)
        by = moderator(said, ())

        def act(change: Change) -> None:
            here, found = change.session, removed_from(change.session, name)
            for one in found:
                putting_out.admit(change, by, one)
            if not found:
                raise Refused("admit-nobody", code=here.code, who=bare(name))

        await self.repository.update(session.ref, (said.message.id,), act)
        return Answer()
