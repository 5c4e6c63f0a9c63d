"""Answer interactions: within Discord's three seconds, and to the sender alone."""

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.outbound import requests
from bot.adapters.discord.outbound.buttons import Does, Press, allowed, button, leading_on
from bot.adapters.discord.outbound.components import Style, Text, View, rows
from bot.adapters.discord.outbound.markup import linked, page, pages, plain
from bot.adapters.discord.outbound.pictures import PrivatePart, files_of
from bot.ports.messages import Answer, Reply
from bot.text import Words

DEFER_AFTER: Final = 1.5
"""Seconds; Discord allows three. The rest is a reserve for slow machines: delays of 1.5 seconds were measured."""
MOST_PAGE: Final = 3_500
MOST_PAGES: Final = 3
ANSWERED_ALREADY: Final = 40060
TOO_LATE: Final = frozenset({10062, 10015, 50027})
Kind = discord.InteractionResponseType
OF_WHAT_WAS_PRESSED: Final = frozenset({Kind.deferred_message_update, Kind.message_update})
"""First answers whose original response is the message that was pressed."""
log = structlog.get_logger()

On = discord.Interaction[Any]
T = TypeVar("T")


async def in_time(interaction: On, work: Awaitable[T], *, thinking: bool) -> T:
    """Return the result of `work`; if it takes long, defer the answer (`thinking`: and show that one comes)."""
    loop, deferring = asyncio.get_running_loop(), list[asyncio.Task[bool]]()

    def defer() -> None:
        late = first_told(lambda: interaction.response.defer(ephemeral=True, thinking=thinking))
        deferring.append(loop.create_task(late))

    waits = loop.call_later(time_left(interaction), defer)
    try:
        return await work
    finally:
        waits.cancel()
        for one in deferring:
            await one


def time_left(interaction: On) -> float:
    """Return the seconds until the answer must be deferred.

    They count from the press, which may have waited in line for us; but if our clock differs too much from Discord's,
    from when we received it.
    """
    now = time.monotonic()
    waited = time.time() - interaction.created_at.timestamp()
    began = now - waited if 0.0 < waited < DEFER_AFTER else now
    return max(0.0, float(interaction.extras.setdefault("began", began)) + DEFER_AFTER - now)


async def told(
    call: Awaitable[Any],
    refused_with: Callable[[int], None] = lambda _: None,
    refused_by: Callable[[int], None] = lambda _: None,
) -> bool:
    """Return whether Discord accepted this call. An answer that fails is dropped: its effect shows at the table.

    `refused_with`: is given the HTTP status of a refusal; `refused_by`: its code.
    """
    try:
        return await taken(call, refused_with, refused_by)
    except LOST as lost:
        log.warning("an answer was lost", kind=type(lost).__name__)
        return False


async def first_told(call: Callable[[], Awaitable[Any]], refused_with: Callable[[int], None] = lambda _: None) -> bool:
    """Return whether Discord accepted this first answer. If the connection was lost it is sent again, since Discord
    shows an error for no answer.

    If the lost one had arrived after all, the repeat is not accepted, and that counts as success. `refused_with`: as in
    `told`.
    """
    try:
        return await taken(call(), refused_with)
    except LOST as lost:
        log.info("an answer is sent again", kind=type(lost).__name__)
    codes = list[int]()
    return await told(call(), refused_with, codes.append) or ANSWERED_ALREADY in codes


async def taken(
    call: Awaitable[Any],
    refused_with: Callable[[int], None],
    refused_by: Callable[[int], None] = lambda _: None,
) -> bool:
    """Return whether Discord accepted this call. Raises the errors in `LOST`."""
    try:
        await call
    except discord.InteractionResponded:
        return False
    except discord.HTTPException as refused:
        refused_by(refused.code)
        if refused.code != ANSWERED_ALREADY:
            refused_with(refused.status)
            if refused.code not in TOO_LATE:
                log.warning("an answer was refused", status=refused.status, code=refused.code)
        return False
    return True


async def reply(interaction: On, answer: Reply, words: Words) -> None:
    """Reply to the sender alone, as the first answer or a later one."""
    texts = paged(answer)
    for number, text in enumerate(texts):
        last = number == len(texts) - 1
        view = spoken(text, answer if last else Answer(), words)
        files = [discord.File(io.BytesIO(one.content), one.name) for one in answer.files] if last else []
        await send(interaction, view)
        if files:
            await told(interaction.followup.send(files=files, ephemeral=True))


def paged(answer: Reply) -> list[str]:
    """Split an answer into messages. One that is too long is cut off; the documentation has all of it."""
    found = pages(shown_text(answer), MOST_PAGE)
    return found if len(found) <= MOST_PAGES else [*found[: MOST_PAGES - 1], found[MOST_PAGES - 1] + "\n…"]


def shown_text(answer: Reply) -> str:
    """Return the text of an answer for Discord, with a link to the channel of its table."""
    return linked(page(answer.text) if answer.marked_up else plain(answer.text), answer.stands_at)


def spoken(text: str, answer: Reply, words: Words) -> View:
    """Return one message of an answer, with its buttons: one to confirm if it asks, and those that lead further."""
    press = Press(Does.YES, "", "", answer.confirm)
    asked = bool(answer.confirm) and press.fits
    sure = [button(words.text("discord-yes"), press, Style.DANGER)] if asked else []
    return View(Text(text or "…"), *rows([*sure, *leading_on(answer)]))


async def send(interaction: On, view: View) -> None:
    """Send a view to the sender alone; nothing if their token has expired."""
    if interaction.is_expired():
        return
    if interaction.response.is_done():
        await told(interaction.followup.send(view=view.posted(), ephemeral=True, allowed_mentions=allowed()))
    else:
        await first_told(lambda: requests.answer(interaction, Kind.channel_message, view))


async def nothing_to_say(interaction: On) -> None:
    """Accept a press that needs no words: the table itself shows the result."""
    if not interaction.response.is_done():
        await first_told(lambda: requests.answer(interaction, Kind.deferred_message_update))


async def show_alone(
    interaction: On,
    view: View,
    *,
    instead: bool,
    picture: PrivatePart | None = None,
    refused_with: Callable[[int], None] = lambda _: None,
) -> bool:
    """Show a view to the sender alone; return whether it was shown. `instead`: of a view of theirs that was pressed.

    A message that everybody sees is never replaced, even if a client forges the press. `refused_with`: is given the
    HTTP status of a refusal.
    """
    if interaction.response.is_done():
        if interaction.response.type in OF_WHAT_WAS_PRESSED and not on_own_view(interaction):
            later = interaction.followup.send
            answer = later(view=view.posted(), files=files_of(picture), ephemeral=True, allowed_mentions=allowed())
            return await told(answer, refused_with)
        return await told(
            interaction.edit_original_response(view=view.posted(), attachments=files_of(picture)), refused_with
        )
    kind = Kind.message_update if instead and on_own_view(interaction) else Kind.channel_message
    return await first_told(lambda: requests.answer(interaction, kind, view, picture), refused_with)


def on_own_view(interaction: On) -> bool:
    """Return whether the button is on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral
