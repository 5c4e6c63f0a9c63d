"""Presets: `preset save friday` keeps a table's game and options, `open friday` opens another like it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Commands, Group, Parameter, Who
from bot.commands.lobby import LobbyCommands
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.ports.ids import VenueId
from bot.ports.messages import Answer, Reply, Rights
from bot.ports.said import CODE, Said
from bot.table import hosting
from bot.table.change import Refused
from bot.table.document import INVITED
from bot.table.hooks import Hooks
from bot.table.hosting import Role
from bot.table.options import in_a_line
from bot.text import Words
from bot.text.reader import split_options
from bot.text.safe_text import quoted, safe_text, unlinked
from bot.wings.hosting.saved_tables import SavedTable, SavedTables
from games.catalogue import AnyGame, by_word, catalogue

SAVE, DROP, ALL, FOR = "save", "drop", "all", "for"
AGAIN, PRIVATE, OPEN = "again", "private", "open"
NAME: Final = re.compile(r"[^\W\d_][\w-]{0,19}")
JOINTS: Final = frozenset({AGAIN, PRIVATE, "public", SAVE, DROP, ALL, FOR, "then", "and", "every", "weekly", "week"})
"""Words with a meaning of their own in the lines in which presets stand."""


@dataclass(eq=False)
class PresetCommands:
    """Keep and drop presets, and open tables with them. Each method raises Refused and StoreTrouble."""

    words: WordsOf
    lobby: LobbyCommands
    saved: SavedTables
    commands: Commands
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.opens.append(self.in_full)

    @Command(
        "preset",
        Group.TABLE,
        aliases=("presets",),
        who=Who.HOST,
        parameters=(
            Parameter("what", "slash-preset", choices=lambda: (SAVE, DROP)),
            Parameter("name", "slash-preset-name"),
            Parameter("whose", "slash-preset-whose", choices=lambda: (ALL,)),
        ),
        apart=True,
    )
    async def preset(self, said: Said) -> Reply:
        """Keep a table's game and options by a name, or drop them; alone, list what is kept."""
        match tuple(word.lower() for word in said.rest):
            case () | ("save",):
                return await self._listed(said)
            case ("save", _, *whose) if is_whose(whose):
                return await self._save(said, said.rest[1], for_all=bool(whose))
            case ("drop", _, *whose) if is_whose(whose):
                return await self._drop(said, said.rest[1], for_all=bool(whose))
            case _:
                raise Refused("saved-how")

    async def _save(self, said: Said, typed: str, *, for_all: bool) -> Reply:
        session, message = await self.lobby.hosted(said), said.message
        if hosting.role_of(session, message) is Role.PLAYER:
            raise Refused("only-the-host", host=hosting.host_name(session), verb=said.word)
        if session.tournament is not None or session.practice is not None:
            raise Refused("saved-plain-tables", code=session.code)
        name, one = await self._new_name(session.venue, typed), self.saved.saved(session)
        if for_all:
            self._check_staff(said, session.venue)
            await self.saved.save_for_all(session.venue, name, one, heard_of(message))
        else:
            await self.saved.save(message.sender.id, session.venue, name, one, heard_of(message))
        words = self.words(message)
        told = in_words(one, words)
        return Answer(words.text("saved-saved", name=name, table=told, whose="all" if for_all else "yours"))

    async def _drop(self, said: Said, typed: str, *, for_all: bool) -> Reply:
        message, name = said.message, folded(typed)
        if for_all:
            self._check_staff(said, message.community)
            await self.saved.drop_for_all(message.community, name, heard_of(message))
        else:
            await self.saved.drop(message, message.community, name, heard_of(message))
        return Answer(self.words(message).text("saved-dropped", name=name))

    async def _listed(self, said: Said) -> Reply:
        message, words = said.message, self.words(said.message)
        mine, here = await self.saved.of(message, message.community), await self.saved.here(message.community)
        kept = [(name, one, "yours") for name, one in mine.named.items()] + [
            (name, one, "all") for name, one in here.items()
        ]
        if not kept:
            raise Refused("saved-none")
        lines = [
            words.text("saved-line", name=name, table=in_words(one, words), whose=whose) for name, one, whose in kept
        ]
        return Answer("\n".join(lines))

    @staticmethod
    def _check_staff(said: Said, venue: VenueId) -> None:
        """Raise Refused for those who are no moderators of this venue."""
        if said.message.rights < Rights.STAFF or said.message.community != venue:
            raise Refused("saved-for-staff")

    async def _new_name(self, venue: VenueId, typed: str) -> str:
        """Return the name of a new preset. Raises Refused if it has a meaning already, or may not stand here."""
        name = folded(typed)
        if not NAME.fullmatch(name) or CODE.fullmatch(name):
            raise Refused("saved-name")
        words = {one for command in self.commands.values() for one in (command.word, *command.aliases)}
        if name in words | JOINTS or name in catalogue().verbs or by_word(name) is not None:
            raise Refused("saved-name-taken", name=name)
        await self.hooks.check_text(venue, name)
        return name

    # Opening

    async def in_full(self, said: Said) -> tuple[Said, str]:
        """Return a line that opens a table with the options that a preset, `again` and `private` stand for."""
        if not said.rest:
            return said, ""
        (first, *rest), told = said.rest, ""
        game, kept = by_word(first), dict[str, str]()
        if game is None:
            found = await self._meant(said, folded(first))
            if found is None:
                return said, ""
            game, kept, told = self._still(found, folded(first), said)
            typed, _ = split_options(rest)
            table = unlinked(in_words(SavedTable(game.name, {**kept, **typed}), self.words(said.message)))
            check_stake(kept, typed, said, table)
            stands = self.words(said.message).text("saved-opens", name=folded(first), table=table)
            told = "\n".join(filter(None, (stands, told)))
        lower = [word.lower() for word in rest]
        if AGAIN in lower:
            last = (await self.saved.of(said.message, said.message.community)).last.get(game.name)
            if last is None:
                raise Refused("again-nothing", game=game.name)
            game, kept, told = self._still(SavedTable(game.name, last), AGAIN, said)
        if PRIVATE in lower:
            kept = {**kept, "admits": INVITED}
        typed, _ = split_options(rest)
        others = [word for word in rest if word.lower() not in {AGAIN, PRIVATE}]
        options = [f"{key}={value}" for key, value in kept.items() if key not in typed]
        return replace(said, rest=(first if by_word(first) is game else game.name, *others, *options)), told

    async def _meant(self, said: Said, name: str) -> SavedTable | None:
        """Return what is kept by this name for the sender, or for all here."""
        message = said.message
        mine = (await self.saved.of(message, message.community)).named.get(name)
        return mine or (await self.saved.here(message.community)).get(name)

    def _still(self, one: SavedTable, name: str, said: Said) -> tuple[AnyGame, dict[str, str], str]:
        """Return the game and the options that there still are, and a sentence on those that are gone."""
        game = catalogue().get(one.game)
        if game is None:
            raise Refused("saved-game-gone", name=quoted(name), game=one.game)
        kept, gone = one.without_gone(game)
        told = self.words(said.message).text("saved-without", options=", ".join(gone)) if gone else ""
        return game, kept, told


def check_stake(kept: Mapping[str, str], typed: Mapping[str, str], said: Said, table: str) -> None:
    """Raise Refused, with the line that does it, for a buy-in out of a purse which a preset brings and the sender did
    not type.
    """
    brings = {key: kept[key] for key in ("money", "buyin") if key in kept and key not in typed}
    if said.word == OPEN and brings and {**kept, **typed}.get("money") == "purse":
        line = unlinked(" ".join((OPEN, *said.rest, *(f"{key}={value}" for key, value in brings.items()))))
        raise Refused("saved-for-purses", name=folded(said.rest[0]), table=table, line=line, confirm=line)


def is_whose(words: Sequence[str]) -> bool:
    """Tell whether these words say for whom a preset is: nothing, or `for all`."""
    return list(words) in ([], [ALL], [FOR, ALL])


def folded(typed: str) -> str:
    """Return a name as it is kept: capitals don't matter."""
    return safe_text(typed, 40).casefold()


def in_words(one: SavedTable, words: Words) -> str:
    """Return a saved table in a line: its game, and its options as people type them."""
    game = catalogue().get(one.game)
    title = one.game if game is None else words.title(game)
    return f"{title}, {in_a_line(one.options)}" if one.options else title
