"""The records of finished games, of any table: handed out with what was posted of them, and checked here as well."""

import asyncio
from typing import Final

from cachetools import LRUCache
from msgspec.structs import replace

from bot.commands.links import LinkCommands
from bot.delivery.replays import Replays
from bot.engine.repository import Repository
from bot.engine.withheld_games import WithheldGames
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import TableCode, VenueId
from bot.ports.messages import Answer, File, Reply
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.table.commitments import shown
from bot.table.document import Session
from bot.text import Words
from games.kit.telling import Say, say
from games.proof.fair import binding
from games.proof.posted import Posted, posted_of
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import Store

PROVED: Final = say("fair-level-1")
MOST_CHECKED: Final = 256
"""Verdicts that are kept: whoever asks again costs nothing."""


class Proofs:
    """Answer `verify`: the last game of a table, of a closed one by its code, an older one by its number."""

    def __init__(self, store: Store, repository: Repository, replays: Replays, links: LinkCommands) -> None:
        self._store, self._games, self._withheld = store, FinishedGames(store), WithheldGames(repository)
        self._replays, self._links = replays, links
        self._checked: LRUCache[str, Say] = LRUCache(MOST_CHECKED)
        self._at_work = asyncio.Lock()

    async def of_table(self, session: Session, words: Words) -> Reply:
        """Return the record of a table's last game. Raises Refused where none has ended there, and StoreTrouble."""
        if session.match is not None or session.record in session.withheld:
            raise Refused("last-still-withheld")
        if not session.record:
            raise Refused("nothing-to-verify")
        found = await self._games.named(session.venue, [session.record])
        return await self._record(session.venue, session.record, found[0] if found else None, words)

    async def named(self, said: Said, words: Words) -> Reply:
        """Return the record of the game that a line names: `verify 17`, `verify K7Q`, `K7Q verify 17`.

        Of several with this number it is one of this place. Raises Refused and StoreTrouble.
        """
        code, number = read(said)
        venue = said.message.community
        wanted = Wanted(code=code, number=number)
        here = replace(wanted, place=said.message.place)
        found = await self._games.find(venue, here, 0, 1) or await self._games.find(venue, wanted, 0, 1)
        if not found and number:
            raise Refused("verify-none", number=number)
        if not found:
            raise Refused("no-games-there" if code else "no-games-here")
        if await self._withheld.has(venue, found[0]):
            raise Refused("still-withheld", number=found[0].number)
        return await self._of_game(venue, found[0], words)

    async def _of_game(self, venue: VenueId, game: FinishedGame, words: Words) -> Reply:
        return await self._record(venue, game.record, game, words)

    async def _record(self, venue: VenueId, name: str, game: FinishedGame | None, words: Words) -> Reply:
        content = await self._store.record(venue, name)
        if content is None:
            raise Refused("nothing-to-verify")
        loaded = game is not None and game.loaded
        lines = [words.text("verified", game=name.removesuffix(".potluck.jsonl"))]
        try:
            posted = posted_of(content)
        except ValueError:  # it is no record any more
            return Answer(" ".join([*lines, words.text("verify-differs", row=1)]), files=(File(name, content),))
        seal, end = binding(posted.commitment), binding(posted.end)
        lines.append(words.text("verified-posted", seal=seal, mixed=shown(posted.entropy), end=end))
        verdict = say("fair-level-0") if loaded else await self._verdict(name, content, posted)
        if game is not None and game.unsealed and verdict == PROVED:
            verdict = say("fair-unsealed")
        lines.append(words.sentence(verdict))
        if game is not None and game.stamp_link and not loaded:
            lines.append(words.text("verified-link", link=game.stamp_link))
        if not loaded and self._links.public:
            link = await self._replays.link(venue, name)
            lines.append(words.text("verified-page", address=f"{self._links.public}verify.html#/game/{link}"))
        return Answer(" ".join(lines), files=(File(name, content),))

    async def _verdict(self, name: str, content: bytes, posted: Posted) -> Say:
        """Return what the check says of a record, which is how far it is provable where all is well."""
        if name not in self._checked:
            async with self._at_work:  # one at a time: it is work for a core
                if name not in self._checked:
                    self._checked[name] = await asyncio.to_thread(verdict, content, posted)
        return self._checked[name]


def verdict(content: bytes, posted: Posted) -> Say:
    try:
        found = replayed(content.decode())
    except Mismatch as wrong:
        return say("verify-differs", row=wrong.line)
    except UnicodeDecodeError as wrong:
        return say("verify-differs", row=content.count(b"\n", 0, wrong.start) + 1)
    if found.stamp:
        return say("fair-level-2", stamp=posted.stamp)
    return PROVED


def read(said: Said) -> tuple[TableCode, int]:
    """Return the table's code (empty for none) and the game's number (0) that stand behind `verify`. Raises Refused."""
    code, number = said.code, 0
    for typed in said.rest:
        digits = typed.removeprefix("#")
        if CODE.fullmatch(typed):
            code = TableCode(typed.upper())
        elif digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits):
            number = int(digits)
        else:
            raise Refused("verify-which", word=typed)
    return code, number
