"""Play on a game that was called off, for practice: for nothing, at a table of its own."""

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter, Where
from bot.commands.lobby import LobbyCommands
from bot.commands.new_tables import NewTables
from bot.commands.opening import has_room
from bot.commands.replays import ReplayCommands
from bot.delivery.replays import Replays
from bot.engine.directory import Directory
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.people.languages import WordsOf
from bot.ports.ids import NOBODY, TableCode
from bot.ports.messages import Reply
from bot.ports.platforms import Platforms
from bot.ports.replays import GameWithheld
from bot.ports.said import Said
from bot.table.change import Refused
from bot.table.document import Practice
from bot.table.options import as_typed
from bot.table.phases import PrivateTold
from bot.table.seating import free_names
from bot.text import Words
from bot.text.safe_text import safe_text
from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Abilities, PrivateEvent
from games.kit.seats import all_seats
from games.proof.verifying import Replayed

LOOKED_AT: Final = 200
"""How many of the newest games of a place are searched for the last one that was called off."""


@dataclass(eq=False)
class PracticeCommands:
    """Open tables where games that were called off are played on."""

    directory: Directory
    platforms: Platforms
    words: WordsOf
    replays: Replays
    watched: ReplayCommands
    new_tables: NewTables
    lobby: LobbyCommands
    finished: FinishedGames

    @Command("practice", Group.PLAY, where=Where.PLACE, parameters=(Parameter("game", "slash-practice"),))
    async def practice(self, said: Said) -> Reply:
        """Play on a game that was called off: `practice` (the last one here), `practice 17`, `practice LINK`.

        If a table for this game already waits here, the sender sits down there. Raises Refused and StoreTrouble.
        """
        if not said.message.place:
            raise self.directory.no_table()
        game, replayed = await self._meant(said)
        rules, words = catalogue()[game.game], self.words(said.message)
        if not game.void:
            raise Refused("practice-of-whole", number=game.number)
        if rules.asks(replayed.moments[-1].state) is None:
            raise Refused("practice-has-no-move", number=game.number)
        waits = await self._waiting(said, game.record)
        if waits is not None:
            return await self.lobby.join(replace(said, code=waits, rest=()))
        given = given_in(rules, replayed.options, self.platforms.abilities_of(said.message.place))
        return await self.new_tables.open_practice(said, rules, given, practice_of(game, replayed, words))

    async def _meant(self, said: Said) -> tuple[FinishedGame, Replayed]:
        """Return the game that a line means, and its record replayed. Raises Refused if it is not available."""
        word = said.rest[0].removeprefix("#") if said.rest else ""
        link = word.partition("#")[0].rstrip("/").rpartition("/")[2]
        if not said.rest or (word.isascii() and word.isdigit() and len(word) < 10):  # a link may be all digits, too
            game = await (self.watched.one_game(said) if word else self._last_void(said))
            link = await self.replays.link(said.message.community, game.record)
        try:
            found = await self.replays.replayed(link)
        except GameWithheld:
            raise Refused("practice-withheld") from None
        if found is None:
            raise Refused("practice-gone", word=safe_text(word, 20))
        return found

    async def _last_void(self, said: Said) -> FinishedGame:
        """Return the last game of this place that was called off. Raises Refused if there is none."""
        wanted = Wanted(code=said.code, place=said.message.place)
        for game in await self.finished.find(said.message.community, wanted, 0, LOOKED_AT):
            if game.void:
                return game
        raise Refused("practice-none")

    async def _waiting(self, said: Said, record: str) -> TableCode | None:
        """Return the code of a table here that plays on this game and waits for people; None if there is none."""
        for table in await self.directory.around(said, fresh=True):
            if table.practice is not None and table.practice.record == record and has_room(table):
                return table.code
        return None


def given_in(rules: AnyGame, content: bytes, abilities: Abilities) -> dict[str, str]:
    """Return the options of a record as a host would type them, only those that are not the default here."""
    options = rules.options.model_validate_json(content)
    given = {key: as_typed(value) for key, value in options.model_dump(mode="json").items()}
    for key in tuple(given):
        fewer = {other: value for other, value in given.items() if other != key}
        if rules.options_from(fewer, abilities) == options:
            given = fewer
    return given


def practice_of(game: FinishedGame, replayed: Replayed, words: Words) -> Practice:
    """Return what a table needs to play on a game that was called off: of a match, its last round."""
    rules, seats = catalogue()[game.game], all_seats(len(game.seats))
    names = tuple(words.text("house-bot-names").split())
    told = tuple(
        PrivateTold(event.to, msgspec.Raw(codec(rules).encode(event)))
        for moment in replayed.last_round
        for event in moment.events
        if isinstance(event, PrivateEvent)
    )
    return Practice(
        record=game.record,
        number=game.number,
        players=tuple(sat.player if sat.known and not sat.left else NOBODY for sat in game.seats),
        out=tuple(seat for seat in seats if game.seats[seat].left),
        stacks=tuple(map(int, replayed.brought)),
        state=msgspec.Raw(codec(rules).encode(replayed.moments[-1].state)),
        told=told,
        house=free_names(frozenset(sat.name for sat in game.seats), names, len(game.seats)),
    )
