"""Views for one person alone, because they pressed for them: their hand and their moves."""

import asyncio

from msgspec.structs import replace

from bot.adapters.discord.inbound.answers import On, in_time, reply, show_alone, told
from bot.adapters.discord.inbound.presses import Does, Press, read
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.outbound.channel_messages import marks
from bot.adapters.discord.outbound.direct_messages import sits
from bot.adapters.discord.outbound.layout import own_view
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer, Reply, Update
from bot.text import Words


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
        elif not sits(update):
            await reply(interaction, Answer(words.text("not-seated-there", code=press.code), ok=False), words)
        else:
            await self._show_hand(interaction, update, words, hand=wants_the_hand(interaction, press))

    async def _own(self, interaction: On, code: str) -> Update | Reply:
        return await self._bot.hand(await self._speakers.message(interaction, "", code, ""))

    async def _show_hand(self, interaction: On, update: Update, words: Words, *, hand: bool) -> None:
        """Show it; news that waited count as told only when they were."""
        view = own_view(shown_now(update), words, hand=hand)
        if not await show_alone(interaction, view, instead=on_own_view(interaction)):
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
            await told(interaction.edit_original_response(view=own_view(update, words, hand=hand)))


def on_own_view(interaction: On) -> bool:
    """Return whether the button stands on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def wants_the_hand(interaction: On, press: Press) -> bool:
    """Return whether "My hand" was pressed, or a button on its view; else "My moves", or one on that."""
    if press.does is Does.OWN or interaction.message is None:
        return press.line != "moves"
    presses = [read(name) for name in marks([part.to_dict() for part in interaction.message.components])]
    return not any(one is not None and one.does is Does.OWN and one.line == "moves" for one in presses)


def shown_now(update: Update) -> Update:
    """Return an update with the news that waited and fade, beside what may be read at any time."""
    fading = tuple(news for news in update.news if news.fades is not None)
    return replace(update, recent=(*update.recent, *fading))
