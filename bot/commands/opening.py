"""Opening moves and names of games: a game's name opens a table, sits down, starts and plays at once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.commands.moves import MoveCommands, can_now
from bot.commands.new_tables import NewTables, with_told
from bot.commands.openings import one_at_a_time
from bot.commands.stakes import StakeCommands
from bot.engine.directory import Directory
from bot.ports.messages import Reply
from bot.ports.said import Said
from bot.table import crowd, options
from bot.table.change import NotSeated, Refused
from bot.table.document import OfTournament, Session
from bot.table.phases import Between, Lobby
from bot.table.queueing import takes_stakes
from bot.text.reader import split_options
from bot.text.safe_text import safe_text
from games.catalogue import AnyGame, by_word
from games.kit.moves import by_verb, verb
from persistence import Store


@dataclass(eq=False)
class OpeningCommands:
    """Find the table that a move or the name of a game means, or open one."""

    store: Store
    directory: Directory
    moves: MoveCommands
    stakes: StakeCommands
    new_tables: NewTables
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One lock for each place where a table is being opened by a game's name."""

    async def play(self, said: Said, around: list[Session] | None = None) -> Reply:
        """Make an opening move where the sender sits; from somebody without a seat, it is a stake at a crowd's table.

        `around`: the tables around this line, if they are known. Raises Refused, Illegal, Unreadable and SaidInPublic.
        """
        try:
            session = await self.moves.find(said, around)
        except Refused:
            named = replace(said, code=said.meant)
            table = await self._crowd_at(
                named, lambda game: game.opening is not None and verb(game.opening) == said.word
            )
            if table is None or await self._sits(said):
                raise
            return await self.stakes.stake(table, said)
        return await self._play_at(session, said)

    async def _sits(self, said: Said) -> bool:
        """Tell whether the sender sits at a table that a line may mean."""
        try:
            return bool(await self.directory.mine(said))
        except NotSeated:
            return False

    def _play_at(self, session: Session, said: Said) -> Awaitable[Reply]:
        """Make a move, or place a stake, at this table. Raises Refused."""
        kind = by_verb(session.rules.moves).get(said.word)
        opens = kind is not None and kind is session.rules.opening and not kind.secret
        return self.stakes.stake(session, said) if opens else self.moves.play(session, said)

    async def open_and_play(self, said: Said) -> Reply:
        """Open a table by a game's name; if a crowd's table of that game stands here, use it and open no other.

        Raises Refused, Illegal and Unreadable.
        """
        if said.rest:
            full, told = await self.new_tables.hooks.opened_in_full(replace(said, rest=(said.word, *said.rest)))
            said = replace(said, rest=full.rest[1:])
            return with_told(await self._open_and_play(said), told)
        return await self._open_and_play(said)

    async def _open_and_play(self, said: Said) -> Reply:
        game = by_word(said.word)
        if game is None or game.opening is None:
            return await self.new_tables.open(replace(said, word="open", rest=(said.word, *said.rest)))
        given, rest = split_options(said.rest)
        staked = replace(said, word=verb(game.opening), rest=rest)
        table = await self._crowd_at(said, lambda other: other is game)
        if table is not None:
            return await self._at_crowd(table, given, said, staked)
        async with self._locks.setdefault(said.message.place, asyncio.Lock()):  # two people may do this at once
            table = await self._crowd_at(said, lambda other: other is game)
            if table is None and (answer := await self._known_here(game, given, staked)) is not None:
                return answer
            table = table or await self._crowd_at(said, lambda other: other is game, fresh=True)
            if table is None and not said.message.place:  # in private: a sentence says where tables are opened
                return await self.new_tables.open_by_name(game, given, staked)
            if table is None:
                await self.new_tables.check_opener(game, said)
                async with one_at_a_time(self.store, said.message.place):  # another process may do this, too
                    table = await self._crowd_at(said, lambda other: other is game, fresh=True)
                    if table is None:
                        return await self.new_tables.open_by_name(game, given, staked)
        return await self._at_crowd(table, given, said, staked)

    async def _at_crowd(self, table: Session, given: dict[str, str], said: Said, staked: Said) -> Reply:
        if table.has(said.message.sender.id) or takes_stakes(table):  # else such a line seats nobody at all
            refuse_other_options(table, given, said)
        return await (self.stakes.stake(table, staked) if staked.rest else self.stakes.sit(table, staked))

    async def _crowd_at(self, said: Said, wanted: Callable[[AnyGame], bool], *, fresh: bool = False) -> Session | None:
        """Return the crowd's table that a line means: the sender's, or else one with room, or else any that stands
        here.

        Among those with room, a table that takes a stranger's stake comes first.
        """
        crowds = [one for one in await self._crowds(said, fresh=fresh) if wanted(one.rules)]
        if said.code:
            crowds = [one for one in crowds if one.code == said.code]
        mine = [one for one in crowds if one.has(said.message.sender.id)]
        roomy = [one for one in crowds if crowd.has_room_after(one) and not one.options.by_invitation]
        free = sorted(roomy, key=takes_stakes, reverse=True)
        return next(iter((*mine, *free, *crowds)), None)

    async def _crowds(self, said: Said, *, fresh: bool) -> list[Session]:
        """Return the crowds' tables around a line; in private, if there are none, those of the sender."""
        around = await self.directory.around(said, fresh=fresh)
        if not around and said.message.private:
            around = await self.directory.of(said.message.sender.id)
        return [one for one in around if one.gathers is not None]

    async def _standing(self, game: AnyGame, said: Said) -> tuple[list[Session], list[Session]]:
        """Return the tables of a game around a line: those where the sender sits, and those with room."""
        around = [one for one in await self.directory.around(said) if one.game == game.name]
        mine = [one for one in around if one.seat_of(said.message.sender.id) is not None]
        free = [one for one in around if has_room(one) and not one.options.by_invitation]
        return mine, sorted(free, key=takes_stakes, reverse=True)

    async def _known_here(self, game: AnyGame, given: dict[str, str], said: Said) -> Reply | None:
        """Answer at the sender's own table of this game, or at one that waits for people; None if there is neither.

        Raises Refused if somebody who sits at one says the game's name alone.
        """
        mine, free = await self._standing(game, said)
        if mine and not said.rest:
            raise Refused("you-sit-already", code=mine[0].code)
        if given:
            return None
        if mine:
            return await self._play_at(next((one for one in mine if can_now(one, said)), mine[0]), said)
        if free:
            return await (self.stakes.stake(free[0], said) if said.rest else self.stakes.sit(free[0], said))
        return None


def has_room(session: Session) -> bool:
    """Tell whether somebody may sit down now; not at a tournament's table, whose seats are drawn."""
    waits = isinstance(session.phase, Lobby | Between) and not isinstance(session.tournament, OfTournament)
    return waits and len(session.seats) < session.seats_allowed[-1]


def refuse_other_options(table: Session, given: dict[str, str], said: Said) -> None:
    """Raise Refused for options that the crowd's table here does not have, with the line that opens another table."""
    chosen = {**table.game_options.model_dump(mode="json"), **options.hosts_options(table)}
    if all(key in chosen and options.as_typed(chosen[key]) == value for key, value in given.items()):
        return
    stake = options.opening_example(table.rules)
    other = " ".join((table.rules.name, stake, *(f"{key}={value}" for key, value in given.items())))
    line = f"{safe_text(said.word, 20)} {stake}"
    raise Refused("crowd-stands-here", code=table.code, line=line, other=safe_text(other, 120))
