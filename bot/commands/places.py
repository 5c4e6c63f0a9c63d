"""Tables moved to another place: into a room beside their own (a thread), or to where they are wanted."""

from msgspec.structs import replace

from bot.commands.context import Context
from bot.ports.ids import NO_PLACE, PlaceId, platform_of
from bot.ports.messages import Answer, Lacks, Message, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.text import Words
from games.kit.telling import say


class PlaceCommands:
    """Move tables to another place of their venue."""

    def __init__(self, context: Context) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._words, self._platforms = context.words, context.platforms

    async def thread(self, said: Said) -> Reply:
        """Move a table into a room beside its place: `table in a thread`. Raises Refused for all but host and staff."""
        session = await self._directory.meant(said)
        allowed(session, said)
        words, old = self._words(said.message), place_of(session, said)
        title = words.text("room-title", code=session.code, game=words.title(session.rules))
        try:
            new = await self._platforms.side_room(old, title)
        except Unreachable:
            raise Refused("no-side-room") from None
        return await self._move(session, said, old, new)

    async def here(self, said: Said) -> Reply:
        """Move a table to this place, as when its own is gone: `K7Q here` (threats F17). Raises as `thread` does."""
        if not said.message.place:
            raise Refused("no-place-here")
        if not said.code:
            raise Refused("which-table-here")
        session = await self._directory.coded(said.message, said.code, fresh=True)
        allowed(session, said)
        same = [one for one in session.places if platform_of(one) == platform_of(said.message.place)]
        if said.message.place in session.places or not same:
            raise Refused("stands-here", code=session.code)
        await must_be_shown(self._platforms, said.message.place, self._words(said.message))
        return await self._move(session, said, same[0], said.message.place)

    async def _move(self, session: Session, said: Said, old: PlaceId, new: PlaceId) -> Reply:
        def act(change: Change) -> None:
            allowed(change.session, said)
            before = change.session
            change.set(
                places=tuple(new if place == old else place for place in before.places),
                mirrors=tuple(replace(one, place=new) if one.place == old else one for one in before.mirrors),
            )
            change.say("table-moves", code=session.code, game=say("game-title"))
            change.touched()

        if session.venue_at(old) != session.venue:
            await self._store.note_mirror(new, session.ref)
        moved = await self._repository.update(session.ref, (said.message.id,), act)
        text = self._words(said.message).text("table-moved", code=moved.code)
        return Answer(text, stands_at=elsewhere(moved, said.message))


def allowed(session: Session, said: Said) -> None:
    """Raise Refused for all but the host and staff; nobody brings a table to another venue."""
    if session.venue != said.message.community:
        raise Refused("no-such-table", code=session.code)
    if session.host != said.message.sender.id and said.message.rights < Rights.STAFF:
        host = next((seated.name for seated in session.seats if seated.player == session.host), "")
        raise Refused("only-the-host", host=host, verb=said.word)


async def must_be_shown(platforms: Platforms, place: PlaceId, words: Words) -> Lacks | None:
    """Return what we lack in a place for more than a card; None: its platform knows no such thing.

    Raises Refused, before anything is stored, where a table would be seen by nobody.
    """
    lacks = await platforms.lacks(place, words)
    if lacks is not None and lacks.card:
        raise Refused("cannot-show", why=lacks.card)
    return lacks


def elsewhere(session: Session, message: Message) -> PlaceId:
    """Return where a table stands on its sender's platform; none where they speak there, or are nowhere."""
    if not message.place or message.place in session.places:
        return NO_PLACE
    return session.place_on(platform_of(message.place))


def place_of(session: Session, said: Said) -> PlaceId:
    """Return the one of a table's places where this was said, else its first."""
    return said.message.place if said.message.place in session.places else session.places[0]
