"""Finished games that can be watched again: `replay`."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.delivery.replays import Replays
from bot.people.doors import Doors
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.people.languages import WordsOf
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.render.archive import title
from bot.table.change import Refused


@dataclass(eq=False)
class ReplayCommands:
    """Lead to the pages where finished games can be watched again."""

    words: WordsOf
    replays: Replays
    doors: Doors
    finished: FinishedGames

    @Command("replay", Group.ME, aliases=("watch",), parameters=(Parameter("number", "slash-game-number", int),))
    async def replay(self, said: Said) -> Reply:
        """Answer with the address where a game can be watched again: the last one here, or the one with this number.

        Raises Refused.
        """
        if not self.doors.public:
            raise Refused("no-pages-here")
        game, words = await self.one_game(said), self.words(said.message)
        if await self.replays.withheld.has(said.message.community, game):
            raise Refused("still-withheld", number=game.number)
        link = await self.replays.link(said.message.community, game.record)
        named, address = title(game.game, words), f"{self.doors.public}game/{link}"
        return Answer(words.text("replay-at", number=game.number, game=named, address=address), leads=True)

    async def one_game(self, said: Said) -> FinishedGame:
        """Return the game that a line names; if several have this number, one of this place comes first. Raises
        Refused.
        """
        typed, message = said.rest[0].removeprefix("#") if said.rest else "", said.message
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 10):
            raise Refused("replay-which", word=typed)
        wanted = Wanted(code=said.code, number=int(typed or 0))
        here = replace(wanted, place=message.place)
        for one in [*([] if typed else [replace(here, code=said.meant)]), here, wanted]:
            if found := await self.finished.find(message.community, one, 0, 1):
                return found[0]
        if typed:
            raise Refused("verify-none", number=int(typed))
        raise Refused("no-games-here")
