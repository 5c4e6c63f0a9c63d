"""Records of finished games: given out with what was posted about the game, and also checked here."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache
from msgspec.structs import replace

from bot.delivery.replays import Replays, WithheldGames
from bot.people.doors import Doors
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
"""How many verdicts are kept, so that asking again costs nothing."""


@dataclass(eq=False)
class Proofs:
    """Answer `verify`: for the last game of a table, for a closed table by its code, or for an older game by its
    number.
    """

    store: Store
    finished: FinishedGames
    withheld: WithheldGames
    replays: Replays
    doors: Doors
    _checked: LRUCache[str, Say] = field(default_factory=lambda: LRUCache(MOST_CHECKED))
    _at_work: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of_table(self, session: Session, words: Words) -> Reply:
        """Return the record of a table's last game. Raises Refused if no game has ended there, and StoreTrouble."""
        if session.match is not None or session.record in session.withheld:
            raise Refused("last-still-withheld")
        if not session.record:
            raise Refused("nothing-to-verify")
        found = await self.finished.named(session.venue, [session.record])
        return await self._record(session.venue, session.record, found[0] if found else None, words)

    async def named(self, said: Said, words: Words) -> Reply:
        """Return the record of the game that a line names: `verify 17`, `verify K7Q`, `K7Q verify 17`.

        If several games have this number, one of this place comes first. Raises Refused and StoreTrouble.
        """
        code, number = read(said)
        venue = said.message.community
        wanted = Wanted(code=code, number=number)
        here = replace(wanted, place=said.message.place)
        found = await self.finished.find(venue, here, 0, 1) or await self.finished.find(venue, wanted, 0, 1)
        if not found and number:
            raise Refused("verify-none", number=number)
        if not found:
            raise Refused("no-games-there" if code else "no-games-here")
        if await self.withheld.has(venue, found[0]):
            raise Refused("still-withheld", number=found[0].number)
        return await self._of_game(venue, found[0], words)

    async def _of_game(self, venue: VenueId, game: FinishedGame, words: Words) -> Reply:
        return await self._record(venue, game.record, game, words)

    async def _record(self, venue: VenueId, name: str, game: FinishedGame | None, words: Words) -> Reply:
        content = await self.store.record(venue, name)
        if content is None:
            raise Refused("nothing-to-verify")
        loaded = game is not None and game.loaded
        lines = [words.text("verified", game=name.removesuffix(".potluck.jsonl"))]
        try:
            posted = posted_of(content)
        except ValueError:  # the content is not a record
            return Answer(" ".join([*lines, words.text("verify-differs", row=1)]), files=(File(name, content),))
        seal, end = binding(posted.commitment), binding(posted.end)
        lines.append(words.text("verified-posted", seal=seal, mixed=shown(posted.entropy), end=end))
        verdict = say("fair-level-0") if loaded else await self._verdict(name, content, posted)
        if game is not None and game.unsealed and verdict == PROVED:
            verdict = say("fair-unsealed")
        lines.append(words.sentence(verdict))
        if game is not None and game.stamp_link and not loaded:
            lines.append(words.text("verified-link", link=game.stamp_link))
        if not loaded and self.doors.public:
            link = await self.replays.link(venue, name)
            lines.append(words.text("verified-page", address=f"{self.doors.public}verify.html#/game/{link}"))
        return Answer(" ".join(lines), files=(File(name, content),))

    async def _verdict(self, name: str, content: bytes, posted: Posted) -> Say:
        """Return the verdict on a record: how much of the game it proves, if nothing is wrong."""
        if name not in self._checked:
            async with self._at_work:  # one at a time, since a check keeps a core busy
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
    """Return the code of the table (empty for none) and the number of the game (0 for none) after `verify`.

    Raises Refused.
    """
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
