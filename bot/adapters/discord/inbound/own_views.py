"""Show one person their hand and their moves because they pressed a button."""

import asyncio
from secrets import token_hex
from typing import Final, NamedTuple

from cachetools import TTLCache
from msgspec.structs import replace

from bot.adapters.discord.inbound.answers import On, in_time, on_own_view, reply, send, show_alone, told
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.outbound.buttons import Does, Press, form_named
from bot.adapters.discord.outbound.direct_messages import sits
from bot.adapters.discord.outbound.pictures import PrivatePart, files_of
from bot.adapters.discord.outbound.piece_emojis import Pieces
from bot.adapters.discord.outbound.private_layout import more_view, own_view, sure_view
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer, Reply, Update
from bot.text import Words

MORE: Final = "more"
MOST_ASKED_ABOUT: Final = 1_000
ASKED_FOR: Final = 900.0
"""Seconds for which a question stands: Discord lets us answer a press for this long."""
HOSTING: Final = "hosting"
"""The phase of a tournament that is being played at its tables."""


class Own(NamedTuple):
    """Hold what one player may see of a table. `picture`: of their hand, or of the board."""

    update: Update
    picture: PrivatePart | None


class OwnViews:
    """Shows people their own hand and moves."""

    def __init__(self, bot: Bot, speakers: Speakers, pieces: Pieces) -> None:
        self._bot, self._speakers, self._pieces = bot, speakers, pieces
        self._taking_back: set[asyncio.Task[None]] = set()
        """Kept here because the event loop holds only weak references."""
        self._asked_about: TTLCache[str, str] = TTLCache(MOST_ASKED_ABOUT, ASKED_FOR)
        """Lines that are too long for a button, by the key that the button has instead."""

    async def show(self, interaction: On, press: Press, words: Words) -> None:
        """Show somebody their own hand and moves; news that fade are taken back after their seconds."""
        more = press.does is Does.OWN and press.line == MORE
        looking = self._own_drawn(interaction, press.code, more=more)
        found = await in_time(interaction, looking, thinking=not on_own_view(interaction))
        if isinstance(found, Reply):
            await reply(interaction, found, words)
        elif more:
            await show_alone(interaction, more_view(found.update, words), instead=False)
        elif not sits(found.update):
            await reply(interaction, Answer(words.text("not-seated-there", code=press.code), ok=False), words)
        else:
            page = form_named(press.line)[1] if press.does is Does.OWN else 0
            await self._show_hand(interaction, found, words, page=page)

    async def ask_first(self, interaction: On, press: Press, words: Words) -> None:
        """Ask one person privately whether they mean a move that costs much; nothing is done yet."""
        made = replace(press, does=Does.DO)
        if not made.fits:
            made = replace(press, does=Does.MEANT, line=token_hex(8))
            self._asked_about[made.line] = press.line
        await send(interaction, sure_view(press.line, made, words))

    def meant(self, press: Press) -> Press | None:
        """Return the move that was asked about; None: the question is too old, or from before a restart."""
        line = self._asked_about.get(press.line)
        return None if line is None else replace(press, does=Does.DO, line=line)

    async def _own_drawn(self, interaction: On, code: str, *, more: bool) -> Own | Reply:
        """Return what a player may see of a table; with `more` without a picture.

        For a tournament that is their hand at the table where they play, but with `more` it stays the tournament.
        """
        message = await self._speakers.message(interaction, "", code, "")
        update = await self._bot.hand(message)
        if not more and isinstance(update, Update) and update.card.phase == HOSTING and not sits(update):
            update = await self._bot.hand_in_tournament(message)
        if isinstance(update, Reply):
            return update
        return Own(update, None if more else await PrivatePart.or_table(update, self._pieces.painter))

    async def _show_hand(self, interaction: On, own: Own, words: Words, *, page: int) -> None:
        """Show it; news count as told only once they were shown."""
        update = own.update
        if not await self._shown(interaction, own, words, page=page):
            return
        if update.news:
            await self._bot.hand_was_shown(await self._speakers.message(interaction, "", update.code, ""), update)
        fades = [news.fades for news in update.news if news.fades is not None]
        if fades:
            task = asyncio.get_running_loop().create_task(self._take_back(interaction, update.code, words, max(fades)))
            self._taking_back.add(task)
            task.add_done_callback(self._taking_back.discard)

    async def _shown(self, interaction: On, own: Own, words: Words, *, page: int) -> bool:
        """Show it, and again without emojis if one of them no longer exists; return whether it was shown."""
        update, picture = shown_now(own.update), own.picture
        emojis, refusals = self._pieces.emojis, list[int]()
        while True:
            view = own_view(update, words, page=page, picture=picture, emojis=emojis.known)
            if await show_alone(interaction, view, instead=True, picture=picture, refused_with=refusals.append):
                return True
            if not refusals or not emojis.refused(refusals.pop()):
                return False

    async def _take_back(self, interaction: On, code: str, words: Words, seconds: int) -> None:
        """Show the view as it is now, without what was visible only for some seconds."""
        await asyncio.sleep(seconds)
        update = await self._bot.hand(await self._speakers.message(interaction, "", code, ""))
        if not interaction.is_expired() and isinstance(update, Update):
            picture = await PrivatePart.or_table(update, self._pieces.painter)
            view = own_view(update, words, picture=picture, emojis=self._pieces.emojis.known)
            await told(interaction.edit_original_response(view=view.posted(), attachments=files_of(picture)))


def shown_now(update: Update) -> Update:
    """Return an update that also shows the news that fade, beside those that may be read at any time."""
    fading = tuple(news for news in update.news if news.fades is not None)
    return replace(update, recent=(*update.recent, *fading))
