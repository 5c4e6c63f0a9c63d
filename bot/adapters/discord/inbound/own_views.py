"""Views for one person alone, because they pressed for them: their hand and their moves."""

import asyncio
from typing import Final

from msgspec.structs import replace

from bot.adapters.discord.inbound.answers import On, in_time, reply, send, show_alone, told
from bot.adapters.discord.inbound.presses import Does, Press, form_named, read
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.outbound.channel_messages import marks
from bot.adapters.discord.outbound.direct_messages import sits
from bot.adapters.discord.outbound.pictures import PrivatePart, files_of
from bot.adapters.discord.outbound.private_layout import more_view, own_view, sure_view
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer, Reply, Update
from bot.text import Words

MORE: Final = "more"


class OwnViews:
    """Shows people their own hand and moves."""

    def __init__(self, bot: Bot, speakers: Speakers) -> None:
        self._bot, self._speakers = bot, speakers
        self._taking_back: set[asyncio.Task[None]] = set()
        """Kept here, since the loop alone would forget them."""

    async def show(self, interaction: On, press: Press, words: Words) -> None:
        """Show somebody's own hand and moves to themselves; what fades is taken back after its seconds."""
        update = await in_time(interaction, self._own(interaction, press.code), thinking=not on_own_view(interaction))
        if isinstance(update, Reply):
            await reply(interaction, update, words)
        elif press.does is Does.OWN and press.line == MORE:
            await show_alone(interaction, more_view(update, words), instead=False)
        elif not sits(update):
            await reply(interaction, Answer(words.text("not-seated-there", code=press.code), ok=False), words)
        else:
            page = form_named(press.line)[1] if press.does is Does.OWN else 0
            await self._show_hand(interaction, update, words, hand=wants_the_hand(interaction, press), page=page)

    async def ask_first(self, interaction: On, press: Press, words: Words) -> None:
        """Ask somebody, alone, whether they mean a move that costs much; nothing is done yet."""
        await told(send(interaction, sure_view(press, words)))

    async def _own(self, interaction: On, code: str) -> Update | Reply:
        return await self._bot.hand(await self._speakers.message(interaction, "", code, ""))

    async def _show_hand(self, interaction: On, update: Update, words: Words, *, hand: bool, page: int) -> None:
        """Show it; news that waited count as told only when they were."""
        picture = await PrivatePart.of(update) if hand else None
        view = own_view(shown_now(update), words, hand=hand, page=page, picture=picture)
        if not await show_alone(interaction, view, instead=on_own_view(interaction), picture=picture):
            return
        if update.news:
            await self._bot.hand_was_shown(await self._speakers.message(interaction, "", update.code, ""), update)
        fades = [news.fades for news in update.news if news.fades is not None]
        if fades:
            task = asyncio.get_running_loop().create_task(
                self._take_back(interaction, update.code, words, max(fades), hand=hand)
            )
            self._taking_back.add(task)
            task.add_done_callback(self._taking_back.discard)

    async def _take_back(self, interaction: On, code: str, words: Words, seconds: int, *, hand: bool) -> None:
        """Show the view as it is by then, without what was for some seconds only."""
        await asyncio.sleep(seconds)
        update = await self._own(interaction, code)
        if not interaction.is_expired() and isinstance(update, Update):
            picture = await PrivatePart.of(update) if hand else None
            view = own_view(update, words, hand=hand, picture=picture)
            await told(interaction.edit_original_response(view=view, attachments=files_of(picture)))


def on_own_view(interaction: On) -> bool:
    """Return whether the button stands on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def wants_the_hand(interaction: On, press: Press) -> bool:
    """Return whether "My hand" was pressed, or a button on its view; else "My moves", or one on that."""
    if press.does is Does.OWN or interaction.message is None:
        return form_named(press.line)[0] != "moves"
    presses = [read(name) for name in marks([part.to_dict() for part in interaction.message.components])]
    return not any(one is not None and one.does is Does.OWN and form_named(one.line)[0] == "moves" for one in presses)


def shown_now(update: Update) -> Update:
    """Return an update with the news that waited and fade, beside what may be read at any time."""
    fading = tuple(news for news in update.news if news.fades is not None)
    return replace(update, recent=(*update.recent, *fading))
