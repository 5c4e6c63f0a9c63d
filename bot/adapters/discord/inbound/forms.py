"""Open forms for moves that need choices, for players who may make the move now, and turn what is sent into a line."""

import asyncio
from typing import Final, NamedTuple

from bot.adapters.discord.inbound.answers import (
    On,
    first_told,
    in_time,
    reply,
    show_alone,
    time_left,
    told,
)
from bot.adapters.discord.inbound.interactions import NEVER, Interactions
from bot.adapters.discord.inbound.modals import filled, form_for
from bot.adapters.discord.inbound.own_views import OwnViews
from bot.adapters.discord.inbound.speakers import Speakers
from bot.adapters.discord.outbound.buttons import NUMBERED, Does, Press, ValueEmojis, form_named, made_by
from bot.adapters.discord.outbound.direct_messages import sits
from bot.adapters.discord.outbound.layout import HAND
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.piece_emojis import PieceEmojis
from bot.adapters.discord.outbound.private_layout import kind_view
from bot.adapters.discord.port import Bot
from bot.ports.messages import Answer, Offer, Panel, Reply, ShownBoard, Update
from bot.render.offers import FIXED, line_of, to_choose
from bot.text import Words

LINES_ABOUT: Final = 2
"""How many of a table's first lines a form quotes; they say what is asked."""


class Found(NamedTuple):
    """The move that a form is for, the table's lines about it, and the number of moves with the same verb.

    `board`: as the player sees it.
    """

    offer: Offer
    about: str
    alike: int
    board: ShownBoard | None


class FoundOffers(NamedTuple):
    """The moves of one verb that a player may make now, and the index of the chosen one."""

    panel: Panel
    offers: tuple[Offer, ...]
    number: int

    @property
    def one(self) -> Found:
        """Return the chosen move."""
        panel = self.panel
        return Found(self.offers[self.number], "\n".join(panel.lines[:LINES_ABOUT]), len(self.offers), panel.board)


class Forms:
    """Opens forms, and handles what was filled in."""

    def __init__(
        self, bot: Bot, speakers: Speakers, own_views: OwnViews, interactions: Interactions, emojis: PieceEmojis
    ) -> None:
        self._bot, self._speakers, self._own_views, self._interactions = bot, speakers, own_views, interactions
        self._emojis = emojis

    async def open(self, interaction: On, press: Press, words: Words) -> None:
        """Open the form of a move, with the player's current choices.

        A form must be the first answer and can't be deferred, so if it takes too long the player is told to press
        again.
        """
        try:
            async with asyncio.timeout(time_left(interaction)):
                found = await self._offer(interaction, press)
        except TimeoutError:
            await reply(interaction, Answer(words.text("discord-form-late"), ok=False), words)
            return
        if isinstance(found, Reply):
            await reply(interaction, found, words)
        elif found.alike > 1 and is_one_of_several(found.offer, press):
            await self._own_views.show(interaction, Press(Does.OWN, press.code, "", HAND), words)
        elif not to_choose(found.offer):
            await self._made(interaction, press, found.offer, words)
        else:
            sent = Press(Does.FILL, press.code, press.ask, press.line)
            await self._opened(interaction, sent, found, words)

    async def kinds(self, interaction: On, press: Press, words: Words) -> None:
        """Show all moves of the same kind as the pressed one, or the reason why not."""
        found = await in_time(interaction, self._offers(interaction, press), thinking=False)
        if isinstance(found, Reply):
            await reply(interaction, found, words)
        else:
            view = kind_view(found.panel, found.offers, found.number, self._emojis.known, words)
            await show_alone(interaction, view, instead=True)

    async def _made(self, interaction: On, press: Press, offer: Offer, words: Words) -> None:
        """Make a move that needs no choice, or ask for confirmation first."""
        line = Press(made_by(offer), press.code, press.ask, line_of(offer, {}))
        if line.does is Does.SURE:
            await self._own_views.ask_first(interaction, line, words)
        else:
            await self._interactions.hear(interaction, line, words)

    async def _opened(self, interaction: On, sent: Press, found: Found, words: Words) -> None:
        """Open a form, and again without emojis if one of them no longer exists."""
        refusals = list[int]()
        emojis = ValueEmojis(found.offer, found.board, self._emojis.known)
        form = form_for(found.offer, sent, words, found.about, emojis)
        opened = await first_told(lambda: interaction.response.send_modal(form), refusals.append)
        if not opened and refusals and self._emojis.refused(refusals[0]):
            await told(interaction.response.send_modal(form_for(found.offer, sent, words, found.about)))

    async def sent(self, interaction: On, press: Press, words: Words) -> None:
        """Turn what was filled in into the line of the form's move."""
        answer = await in_time(interaction, self._filled_in(interaction, press), thinking=False)
        if isinstance(answer, Press):
            await self._own_views.ask_first(interaction, answer, words)
        else:
            await self._interactions.answer(interaction, press, answer, words)

    async def _filled_in(self, interaction: On, press: Press) -> Reply | Press:
        """Return the answer to what was filled in; for a move that needs confirmation, the press to confirm."""
        found = await self._offer(interaction, press)
        if isinstance(found, Reply):
            return found
        line = line_of(found.offer, filled(interaction))
        if found.offer.grave:
            return Press(Does.SURE, press.code, press.ask, line)
        return await self._bot.hear(await self._speakers.message(interaction, line, press.code, press.ask))

    async def _offer(self, interaction: On, press: Press) -> Found | Reply:
        """Return the move that a form is for, as this player may make it now, or the reason why not."""
        found = await self._offers(interaction, press)
        return found if isinstance(found, Reply) else found.one

    async def _offers(self, interaction: On, press: Press) -> "FoundOffers | Reply":
        """Return all moves with the form's verb that this player may make now, or the reason why not."""
        verb, number = form_named(press.line)
        update = await self._bot.hand(await self._speakers.message(interaction, verb, press.code, press.ask))
        if isinstance(update, Reply):
            return await self._speakers.or_taken(interaction, update)
        offers = tuple(settled(one) for one in update.card.offers if one.verb == verb)
        if update.card.ask == press.ask and number < len(offers):
            return FoundOffers(update.card, offers, number)
        return await self._speakers.or_taken(interaction, await self._why_not(interaction, update, press))

    async def _why_not(self, interaction: On, update: Update, press: Press) -> Reply:
        """Return why the move of a button can't be made, in the bot's own sentence if it has one."""
        words, awaited = self._bot.words(str(interaction.locale)), [seat for seat in update.card.seats if seat.awaited]
        if not sits(update):
            return Answer(words.text("not-seated-there", code=press.code), ok=False)
        if update.card.ask == press.ask and awaited and not any(seat.you for seat in awaited):
            return Answer(words.text("not-your-turn", awaited=words.listed([seat.name for seat in awaited])), ok=False)
        verb, _ = form_named(press.line)
        refused = await self._bot.hear(await self._speakers.message(interaction, verb, press.code, NEVER))
        return refused if refused.text else Answer(words.text("discord-form-gone"), ok=False)


def is_one_of_several(one: Offer, press: Press) -> bool:
    """Return whether the press leaves open which move is meant.

    That is so if the move has nothing left to choose, or has a fixed field and no number in the press.
    """
    fixed = any(field.kind == FIXED for field in one.fields)
    return not to_choose(one) or (fixed and NUMBERED not in press.line)
