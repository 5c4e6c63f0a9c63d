"""Tables move to another place: into a room beside their own (a thread), or to where people want them."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.commands.command import Command, Group, Where, Who
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.ports.ids import NO_PLACE, PlaceId, platform_of
from bot.ports.messages import Answer, Lacks, Message, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.change import Change, Refused, UnknownTable
from bot.table.document import Session
from bot.text import Words
from games.kit.telling import say
from persistence import Store


@dataclass(eq=False)
class PlaceCommands:
    """Move tables to another place of their venue."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    platforms: Platforms

    @Command("thread", Group.PLACE, who=Who.HOST, apart=True)
    async def thread(self, said: Said) -> Reply:
        """Move a table into a room beside its place: `table in a thread`.

        Raises Refused for all except host and staff.
        """
        session = await self.directory.meant(said)
        allowed(session, said)
        words, old = self.words(said.message), place_of(session, said)
        title = words.text("room-title", code=session.code, game=words.title(session.rules))
        try:
            new = await self.platforms.side_room(old, title)
        except Unreachable:
            raise Refused("no-side-room") from None
        return await self._move(session, said, old, new)

    @Command("here", Group.PLACE, who=Who.HOST, where=Where.PLACE)
    async def here(self, said: Said) -> Reply:
        """Move a table to this place, for example if its own is gone: `K7Q here` (threats F17). Raises as `thread`
        does.
        """
        if not said.message.place:
            raise Refused("no-place-here")
        if not said.code:
            raise Refused("which-table-here")
        session = await self.directory.coded(said.message, said.code, fresh=True)
        allowed(session, said)
        same = [one for one in session.places if platform_of(one) == platform_of(said.message.place)]
        if said.message.place in session.places or not same:
            raise Refused("stands-here", code=session.code)
        await must_be_shown(self.platforms, said.message.place, self.words(said.message))
        return await self._move(session, said, same[0], said.message.place)

    async def _move(self, session: Session, said: Said, old: PlaceId, new: PlaceId) -> Reply:
        def act(change: Change) -> None:
            allowed(change.session, said)
            put_elsewhere(change, old, new)

        if session.venue_at(old) != session.venue:
            await self.store.note_mirror(new, session.ref)
        moved = await self.repository.update(session.ref, (said.message.id,), act)
        text = self.words(said.message).text("table-moved", code=moved.code)
        return Answer(text, stands_at=elsewhere(moved, said.message))


def put_elsewhere(change: Change, old: PlaceId, new: PlaceId) -> None:
    """Move a table from one of its places to another, and tell where it was."""
    before = change.session
    change.set(
        places=tuple(new if place == old else place for place in before.places),
        mirrors=tuple(replace(one, place=new) if one.place == old else one for one in before.mirrors),
    )
    change.say("table-moves", code=before.code, game=say("game-title"))
    change.touched()


def allowed(session: Session, said: Said) -> None:
    """Raise Refused for all except the host and staff. Nobody can move a table to another venue."""
    if session.venue != said.message.community:
        raise UnknownTable("no-such-table", code=session.code)
    if session.host != said.message.sender.id and said.message.rights < Rights.STAFF:
        host = next((seated.name for seated in session.seats if seated.player == session.host), "")
        raise Refused("only-the-host", host=host, verb=said.word)


async def must_be_shown(platforms: Platforms, place: PlaceId, words: Words) -> Lacks | None:
    """Return what we lack in a place beyond showing a card; None: its platform has no such rights.

    Raises Refused, before anything is stored, if nobody could see a table there.
    """
    lacks = await platforms.lacks(place, words)
    if lacks is not None and lacks.card:
        raise Refused("cannot-show", why=lacks.card)
    return lacks


def elsewhere(session: Session, message: Message) -> PlaceId:
    """Return the table's place on the sender's platform; none if the message comes from one of its places, or from
    none.
    """
    if not message.place or message.place in session.places:
        return NO_PLACE
    return session.place_on(platform_of(message.place))


def place_of(session: Session, said: Said) -> PlaceId:
    """Return the table's place where this was said, or else its first."""
    return said.message.place if said.message.place in session.places else session.places[0]
