"""Post what proves fair play: a small message for each game, never edited or deleted (`docs/fairness.md`).

A card is edited, so it proves nothing. What fixes a game's dice is posted before anybody acts. In the table's own
channel, what the game revealed at its end is posted together with the start of the next, with a text for the dice, or
when the table closes. In a thread, or in a server's channel for fair play, it is posted at once.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import discord
import structlog

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.handles import Standing
from bot.adapters.discord.outbound.markup import pages, plain
from bot.ports.ids import AudienceKey
from bot.ports.messages import News, Panel, Reach, Unreachable, Update
from games.kit.kept import keep_latest

MOST_TABLES: Final = 10_000
LONGEST: Final = 1_900
"""Of the 2,000 characters that a message may have."""
LONGEST_NONCE: Final = 25
SHUT: Final = frozenset({403, 404})
log = structlog.get_logger()


class FairnessPlace(NamedTuple):
    """A server's channel for fair play, if it has one. `waits`: what a game revealed is posted with the next game."""

    channel: int | None = None
    waits: bool = True


PLAINLY: Final = FairnessPlace()


class FairnessLines:
    """Posts proofs of fair play. `client`: returns the client; raises Unreachable if nobody is logged in."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._told_by: dict[tuple[str, str], int] = {}
        self._proven: dict[tuple[str, str], int] = {}
        """By table and audience, as in `Standing.proven`: what was posted even if the card could not be shown
        afterwards.
        """

    async def post(self, update: Update, last: Standing | None, channel: int, fair: FairnessPlace) -> int:
        """Post what was not posted yet; return `Standing.proven`. `channel`: the table's own, used if the fair-play
        channel refuses.

        Raises Unreachable if no channel accepts it.
        """
        key = update.table, update.audience
        proven = max(self._proven.get(key, 0), 0 if last is None else last.proven)
        fresh = [one for one in update.proofs if one.number >= proven]
        if not fresh or (can_wait(update.card, fair) and not any(one.soon for one in fresh)):
            return proven
        channels = [one for one in (fair.channel, channel) if one is not None]
        keep_latest(self._told_by, key, await self._posted(update, fresh, channels), MOST_TABLES)
        return keep_latest(self._proven, key, fresh[-1].number + 1, MOST_TABLES)

    def told_by(self, audience: AudienceKey, table: str) -> str:
        """Return the id of the last message for an audience of a table; empty: this process posted none."""
        return str(self._told_by.get((table, audience), ""))

    async def _posted(self, update: Update, fresh: Sequence[News], channels: Sequence[int]) -> int:
        """Return the id of the last message. Raises Unreachable if no channel accepts it."""
        text = "\n".join(
            f"-# {update.code} · {plain(line)}" for one in fresh for line in (one.short or one.text).splitlines()
        )
        refusals = list[Unreachable]()
        for channel in channels:
            try:
                sent = [await self._send(channel, part, nonce_of(update, part)) for part in pages(text, LONGEST)]
            except Unreachable as refused:
                refusals.append(refused)
            else:
                return sent[-1]
        raise refusals[-1]

    async def _send(self, channel: int, text: str, nonce: str) -> int:
        """Send one part, and return its id. Raises Unreachable."""
        at = self._client().get_partial_messageable(channel)
        self._limits.take(channel, leads=True)
        try:
            sent = await at.send(text, nonce=nonce, silent=True, suppress_embeds=True, allowed_mentions=allowed())
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            if refused.status in SHUT:
                self._limits.shut(channel)
                raise Unreachable(f"{refused.status} {refused.code}", Reach.SHUT, after=300.0) from None
            log.warning("fair play was refused", status=refused.status, code=refused.code)
            raise Unreachable(f"{refused.status} {refused.code}", after=5.0) from None
        except LOST as lost:
            raise Unreachable(type(lost).__name__, after=2.0) from None
        self._limits.answered(200)
        return sent.id


def can_wait(panel: Panel, fair: FairnessPlace) -> bool:
    """Return whether what a game revealed can wait for the next game, because that one is expected soon."""
    return panel.phase == "between" and (fair.waits or panel.ends_at is not None)


def nonce_of(update: Update, text: str) -> str:
    """Return the nonce of a message: a repeat after a crash has the same (threats F1)."""
    named = f"fair {update.table} {update.audience} {text}"
    return hashlib.sha256(named.encode()).hexdigest()[:LONGEST_NONCE]
