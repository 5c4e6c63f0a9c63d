"""Mirrored tables: a table is shown and played in two places, and still belongs to the venue that opened it.

Both sides agree: the host or staff asks for a code where the table stands, and staff of the other place types it there.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.codes import code_of
from bot.commands.command import Command, Group, Parameter, Who
from bot.commands.new_tables import lacks
from bot.commands.places import allowed, must_be_shown
from bot.commands.staff import need
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.ports.chance import RandomBytes
from bot.ports.ids import NO_PLACE, PlaceId, VenueId
from bot.ports.messages import Answer, PrivateAnswer, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.change import Change, Refused, UnknownTable
from bot.table.document import Mirror, Session
from bot.table.pausing import keep_clock
from bot.table.phases import Closed, Playing
from bot.text.safe_text import unlinked
from games.kit.contract import Abilities
from persistence import Store, TableRef

CODE: Final = "mirror-code"
CODE_SECONDS: Final = 600
MOST_PLACES: Final = 4
YES: Final = "yes"


class Lent(Struct, frozen=True):
    """The table that a code stands for. `place`: where the code was first typed; empty: nowhere yet."""

    venue: VenueId
    table: str
    place: PlaceId = NO_PLACE


_LENT: Final = msgspec.json.Decoder(Lent)


@dataclass(eq=False)
class MirrorCommands:
    """Show tables in a second place, and end that again."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    platforms: Platforms
    random_bytes: RandomBytes

    @Command("mirror", Group.PLACE, who=Who.HOST, parameters=(Parameter("code", "slash-mirror"),))
    async def mirror(self, said: Said) -> Reply:
        """Give out a code, show the table in the place where the code is typed, or end it with `off`.

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
        """Tell the code privately to whoever asked: they choose who may show this table."""
        session = await self.directory.meant(said)
        if session.host != said.message.sender.id:  # the host may ask from anywhere
            allowed(session, said)
        if session.tournament is not None:
            raise Refused("no-mirror-of-tournament")
        lent = msgspec.json.encode(Lent(session.venue, session.table))
        code = code_of(self.random_bytes, 6)
        await self.store.put_note(CODE, code, lent, CODE_SECONDS)
        return PrivateAnswer(self.words(said.message).text("mirror-code", code=session.code, word=code))

    async def _borrow(self, said: Said, code: str, *, sure: bool) -> Reply:
        """Ask the staff of this place, and show the table here once they agree."""
        need(said, Rights.STAFF)
        message, words = said.message, self.words(said.message)
        if not message.place:
            raise Refused("no-place-here")
        content = await self.store.note(CODE, code[:8])
        if content is None:
            raise Refused("mirror-unknown")
        lent = _LENT.decode(content)
        if lent.place not in {"", message.place}:  # everybody there can read a typed code
            raise Refused("mirror-unknown")
        session = await self.repository.get(TableRef(lent.venue, lent.table), fresh=True)
        self._check(session, message.place)
        await must_be_shown(self.platforms, message.place, words)
        if not sure:
            asked = msgspec.json.encode(replace(lent, place=message.place))
            await self.store.put_note(CODE, code[:8], asked, CODE_SECONDS)
            line = f"mirror {code} {YES}"
            how = words.text("confirm-with", line=unlinked(line))
            would = words.text("would-mirror", code=session.code, game=words.title(session.rules))
            return Answer(f"{would} {how}", confirm=line)
        if await self.store.take_note(CODE, code[:8]) is None:
            raise Refused("mirror-unknown")
        return await self._join(session, said)

    async def _join(self, session: Session, said: Said) -> Reply:
        place, venue = said.message.place, said.message.venue
        here = self.platforms.abilities_of(place)

        def act(change: Change) -> None:
            self._check(change.session, place)
            before = change.session
            change.set(
                places=(*before.places, place),
                mirrors=(*before.mirrors, Mirror(venue, place)) if venue != before.venue else before.mirrors,
                abilities=both(before.abilities, here),
            )
            change.say("mirrored", code=before.code)
            for sentence, options in lacks(change.session, self.words(said.message)):
                if change.session.abilities != before.abilities:
                    change.say(sentence, options=options)
            change.touched()

        if venue != session.venue:
            await self.store.note_mirror(place, session.ref)
        await self.repository.update(session.ref, (said.message.id,), act)
        return Answer(self.words(said.message).text("mirror-done", code=session.code))

    @staticmethod
    def _check(session: Session, place: PlaceId) -> None:
        """Raise Refused if a table can't also stand here.

        While a game is on it can't, because its options must not change with the abilities of the places.
        """
        if isinstance(session.phase, Closed):
            raise UnknownTable("no-such-table", code=session.code)
        if place in session.places:
            raise Refused("stands-here", code=session.code)
        if isinstance(session.phase, Playing):
            raise Refused("mirror-later", code=session.code)
        if len(session.places) >= MOST_PLACES:
            raise Refused("mirror-most", code=session.code, most=MOST_PLACES)

    async def _end(self, said: Said) -> Reply:
        """End mirroring from either side, for the host or the staff there; the table stays where it was opened.

        Between games the table gets back the abilities of the places that are left, and its options follow from them.
        """
        session, place = await self.directory.meant(said), said.message.place
        away = [one for one in session.places[1:] if one == place] or list(session.places[1:])
        if not away:
            raise Refused("not-mirrored", code=session.code)
        if not (place in away and said.message.rights >= Rights.STAFF):
            allowed(session, said)

        def act(change: Change) -> None:
            before = change.session
            left = tuple(one for one in before.places if one not in away)
            can = reduce(both, map(self.platforms.abilities_of, left))
            change.say("mirror-ends", code=before.code)
            change.set(
                places=left,
                mirrors=tuple(one for one in before.mirrors if one.place not in away),
                cut_off=(),
                abilities=before.abilities if isinstance(before.phase, Playing) else can,
            )
            keep_clock(change)
            change.touched()

        await self.repository.update(session.ref, (said.message.id,), act)
        for one in away:
            await self.store.forget_mirror(one, session.ref)
        return Answer(self.words(said.message).text("mirror-over", code=session.code))


def both(one: Abilities, other: Abilities) -> Abilities:
    """Return the abilities that both places have."""
    return Abilities(*(here and there for here, there in zip(one, other, strict=True)))
