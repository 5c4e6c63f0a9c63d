"""One table over two places: shown in both, played from both, and still the table of the venue that opened it.

Both sides say so: the host or staff asks for a code where the table stands, staff of the other place types it there.
"""

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.commands.context import Context
from bot.commands.new_tables import lacks
from bot.commands.places import allowed, must_be_shown
from bot.commands.staff import need
from bot.ports.ids import NO_PLACE, PlaceId, VenueId
from bot.ports.messages import Answer, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table.change import Change, Refused
from bot.table.document import Mirror, Session
from bot.table.pausing import keep_clock
from bot.table.phases import Closed, Playing
from bot.text.safe_text import unlinked
from games.kit.contract import Abilities
from persistence import TableRef

CODE: Final = "mirror-code"
CODE_SECONDS: Final = 600
MOST_PLACES: Final = 4
YES: Final = "yes"


class Lent(Struct, frozen=True):
    """The table that a code stands for. `place`: where it was first asked for; empty: nowhere yet."""

    venue: VenueId
    table: str
    place: PlaceId = NO_PLACE


_LENT: Final = msgspec.json.Decoder(Lent)


class MirrorCommands:
    """Show tables in a second place, and end that."""

    def __init__(self, context: Context) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._words, self._platforms, self._random_bytes = context.words, context.platforms, context.random_bytes

    async def mirror(self, said: Said) -> Reply:
        """Give a code for `mirror`, show the table in the place where that is typed, or end it with `off`.

        `mirror` alone, `mirror 7F3KQ` in the other place, `mirror off` in either. Raises Refused and StoreTrouble.
        """
        match tuple(word.lower() for word in said.rest):
            case ():
                return await self._lend(said)
            case ("off",):
                return await self._end(said)
            case (code,):
                return await self._borrow(said, code.upper(), sure=False)
            case (code, "yes"):
                return await self._borrow(said, code.upper(), sure=True)
            case _:
                raise Refused("mirror-how")

    async def _lend(self, said: Said) -> Reply:
        """Tell the code to whoever asked alone: whom they give it to may show this table."""
        session = await self._directory.meant(said)
        if session.host != said.message.sender.id:  # whose it is may ask from anywhere
            allowed(session, said)
        if session.tournament is not None:
            raise Refused("no-mirror-of-tournament")
        lent = msgspec.json.encode(Lent(session.venue, session.table))
        code = code_of(self._random_bytes, 6)
        await self._store.put_note(CODE, code, lent, CODE_SECONDS)
        return PrivateAnswer(self._words(said.message).text("mirror-code", code=session.code, word=code))

    async def _borrow(self, said: Said, code: str, *, sure: bool) -> Reply:
        """Ask the staff of this place, and show the table here once they say yes."""
        need(said, Rights.STAFF)
        message, words = said.message, self._words(said.message)
        if not message.place:
            raise Refused("no-place-here")
        content = await self._store.note(CODE, code[:8])
        if content is None:
            raise Refused("mirror-unknown")
        lent = _LENT.decode(content)
        if lent.place not in {"", message.place}:  # a code is typed where all can read it
            raise Refused("mirror-unknown")
        session = await self._repository.get(TableRef(lent.venue, lent.table), fresh=True)
        self._check(session, message.place)
        await must_be_shown(self._platforms, message.place, words)
        if not sure:
            asked = msgspec.json.encode(replace(lent, place=message.place))
            await self._store.put_note(CODE, code[:8], asked, CODE_SECONDS)
            line = f"mirror {code} {YES}"
            how = words.text("confirm-with", line=unlinked(line))
            would = words.text("would-mirror", code=session.code, game=words.title(session.rules))
            return Answer(f"{would} {how}", confirm=line)
        if await self._store.take_note(CODE, code[:8]) is None:
            raise Refused("mirror-unknown")
        return await self._join(session, said)

    async def _join(self, session: Session, said: Said) -> Reply:
        place, venue = said.message.place, said.message.venue
        here = self._platforms.abilities_of(place)

        def act(change: Change) -> None:
            self._check(change.session, place)
            before = change.session
            change.set(
                places=(*before.places, place),
                mirrors=(*before.mirrors, Mirror(venue, place)) if venue != before.venue else before.mirrors,
                abilities=both(before.abilities, here),
            )
            change.say("mirrored", code=before.code)
            for sentence, options in lacks(change.session):
                if change.session.abilities != before.abilities:
                    change.say(sentence, options=options)
            change.touched()

        if venue != session.venue:
            await self._store.note_mirror(place, session.ref)
        await self._repository.update(session.ref, (said.message.id,), act)
        return Answer(self._words(said.message).text("mirror-done", code=session.code))

    @staticmethod
    def _check(session: Session, place: PlaceId) -> None:
        """Raise Refused where a table can't stand here too.

        The options of a game that is on must not change with what the places can do.
        """
        if isinstance(session.phase, Closed):
            raise Refused("no-such-table", code=session.code)
        if place in session.places:
            raise Refused("stands-here", code=session.code)
        if isinstance(session.phase, Playing):
            raise Refused("mirror-later", code=session.code)
        if len(session.places) >= MOST_PLACES:
            raise Refused("mirror-most", code=session.code, most=MOST_PLACES)

    async def _end(self, said: Said) -> Reply:
        """End it from either side, for the host or staff there; the table stays where it was opened."""
        session, place = await self._directory.meant(said), said.message.place
        away = [one for one in session.places[1:] if one == place] or list(session.places[1:])
        if not away:
            raise Refused("not-mirrored", code=session.code)
        if not (place in away and said.message.rights >= Rights.STAFF):
            allowed(session, said)

        def act(change: Change) -> None:
            before = change.session
            change.say("mirror-ends", code=before.code)
            change.set(
                places=tuple(one for one in before.places if one not in away),
                mirrors=tuple(one for one in before.mirrors if one.place not in away),
                cut_off=(),
            )
            keep_clock(change)
            change.touched()

        await self._repository.update(session.ref, (said.message.id,), act)
        for one in away:
            await self._store.forget_mirror(one, session.ref)
        return Answer(self._words(said.message).text("mirror-over", code=session.code))


def both(one: Abilities, other: Abilities) -> Abilities:
    """Return what two places can do together."""
    return Abilities(*(here and there for here, there in zip(one, other, strict=True)))
