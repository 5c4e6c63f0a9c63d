"""`remove` and `admit` of those who are no moderators: the host between games, and who plays by a vote."""

from bot.commands.context import Context
from bot.commands.moves import seat_of, stamped
from bot.commands.staff import StaffCommands, moderator
from bot.ports.messages import Answer, Reply, Rights
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import playing, putting_out
from bot.table.change import Change, Refused
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, skeleton


class PuttingOut:
    """Hand what a moderator says to the staff's commands, and do it for a table that helps itself."""

    def __init__(self, context: Context, staff: StaffCommands) -> None:
        self._repository, self._directory, self._words = context.repository, context.directory, context.words
        self._selves, self._staff = context.selves, staff

    async def remove(self, said: Said) -> Reply:
        """Take somebody off a table, or ask those who play there. Raises Refused and Unreadable."""
        if said.message.rights >= Rights.STAFF:
            return await self._staff.remove(said)
        session = await self._directory.one(said)
        if not said.rest:
            raise Refused("remove-whom", code=session.code)
        called = names(session, self._words(said.message))
        seat, taken = ChatReader(called, 0).seat(said.rest)
        whom, by = session.seats[seat].player, moderator(said, said.rest[taken:])
        also = tuple(one.id for one in await self._selves.of(whom))

        def act(change: Change) -> None:
            playing.come_back(change, seat_of(change.session, said))
            now = change.session.seat_of(whom)
            if now is None:
                raise Refused("remove-too-late", code=change.session.code)
            putting_out.put_out(change, now, by, stamped(change, said.message), also)

        after = await self._repository.update(session.ref, (said.message.id,), act)
        if not after.has(whom) and whom not in after.holders:
            await self._directory.left(whom, after)
        return Answer()

    async def admit(self, said: Said) -> Reply:
        """Let somebody sit down again; alone, say who was put out. Raises Refused."""
        if said.message.rights >= Rights.STAFF:
            return await self._staff.admit(said)
        session, name = await self._directory.one(said), " ".join(said.rest)
        putting_out.check_host(session, said.message.sender.id, "admit")
        if not name:
            return self._staff.removed(said, session)
        by, looks = moderator(said, ()), skeleton(bare(name).removeprefix("@"))

        def act(change: Change) -> None:
            here = change.session
            found = [one for one in here.removed if skeleton(one.name) == looks]
            for one in found:
                putting_out.admit(change, by, one)
            if not found:
                raise Refused("admit-nobody", code=here.code, who=bare(name))

        await self._repository.update(session.ref, (said.message.id,), act)
        return Answer()
