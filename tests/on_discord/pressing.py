"""Provide people who play on Discord only by their screen: they press, choose from lists and fill in forms."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

from night import Night
from on_discord.offered import NOT_FOR_EVER
from players import A_WHILE
from standins.discord.interactions import Interaction
from standins.discord.messages import Message
from standins.discord.modals import CHECKBOX, TEXT_INPUT, Field, Modal
from standins.discord.people import Person
from standins.discord.places import Channel

from bot.adapters.discord.outbound.buttons import NUMBERED, Does, Press, read

MOVES = {Does.DO, Does.FORM, Does.PICK, Does.WEIGH, Does.SURE, Does.KIND}
MOST_PAGES = 12
STAYS = 0.6
"""The chance that somebody looks at no further page."""


class Way(NamedTuple):
    """One press that makes a move. `values`: the choices of a list."""

    screen: Message
    press: Press
    values: tuple[str, ...] = ()


async def panel_of(person: Person, card: Message) -> Message | None:
    """Return what this person alone sees after a press on the card; None if there is nothing for them."""
    found = next(one.label or "" for one in card.buttons if one.label in {"My hand", "My moves"})
    pressed = await person.presses(card, found)
    return pressed.answer


async def pages_of(person: Person, panel: Message) -> AsyncIterator[Message]:
    """Yield the pages of a panel, each of which replaces the one before."""
    screen = panel
    for _ in range(MOST_PAGES):
        yield screen
        following = next((one for one in screen.buttons if leads_on(str(one.custom_id))), None)
        if following is None or f"{NUMBERED}0" in str(following.custom_id):
            return
        pressed = await person.presses(screen, custom_id=following.custom_id)
        if pressed.answer is None:
            return
        screen = pressed.answer


def leads_on(custom_id: str) -> bool:
    press = read(custom_id)
    return press is not None and press.does is Does.OWN and NUMBERED in press.line


def on(screen: Message) -> Iterator[Way]:
    for button in screen.buttons:
        press = read(str(button.custom_id))
        if press is not None and press.does in MOVES and not button.disabled:
            yield Way(screen, press)
    for one in screen.selects:
        press = read(str(one.custom_id))
        if press is not None and press.does in MOVES:
            yield Way(screen, press, tuple(option.value for option in one.options))


async def move_by_pressing(
    night: Night, people: list[Person], channel: Channel, chance: random.Random
) -> Interaction | None:
    """Let one of those who may move do so; return None after a short wait if only the clock can act."""
    for person in chance.sample(people, len(people)):
        card = next((one for one in reversed(channel.from_bot) if one.components and one.buttons), None)
        panel = None if card is None else await panel_of(person, card)
        async for page in nothing() if panel is None else pages_of(person, panel):
            ways = [one for one in on(page) if one.press.line.partition(NUMBERED)[0] not in NOT_FOR_EVER]
            if ways and (chance.random() < STAYS or not any(leads_on(str(one.custom_id)) for one in page.buttons)):
                return await made(person, chance.choice(ways), chance)
    await asyncio.sleep(A_WHILE)
    return None


async def nothing() -> AsyncIterator[Message]:
    """Yield no page."""
    for none in ():
        yield none


async def made(person: Person, way: Way, chance: random.Random) -> Interaction:
    """Press it, and continue with its questions until the move is made."""
    if way.values:
        done = await person.selects(way.screen, way.press.custom_id, [chance.choice(way.values)])
    else:
        done = await person.presses(way.screen, custom_id=way.press.custom_id)
    if way.press.does is Does.KIND and done.answer is not None:
        of_kind = [one for one in on(done.answer) if one.values]
        return await made(person, chance.choice(of_kind), chance) if of_kind else done
    if done.modal is not None:
        done = await person.submits(done.modal, filled(done.modal, chance))
    return await confirmed(person, done)


async def confirmed(person: Person, done: Interaction) -> Interaction:
    """Say yes if it is asked again."""
    shown = done.answer
    if shown is None or shown.ephemeral_to is not person:
        return done
    sure = [one for one in shown.buttons if one.label == "Yes, do it"]
    return await person.presses(shown, custom_id=sure[0].custom_id) if sure else done


def filled(modal: Modal, chance: random.Random) -> dict[str, object]:
    return {name: value for name, field in modal.fields.items() if (value := given(field, chance)) is not None}


def given(field: Field, chance: random.Random) -> object:
    """Return what somebody puts into a field; None leaves it unchanged."""
    if field.type == CHECKBOX:
        return chance.random() < 0.5
    if field.type == TEXT_INPUT:
        return typed(field, chance)
    values = [one.value for one in field.options]
    return chance.sample(values, chance.randint(field.least, min(field.most, len(values))))


def typed(field: Field, chance: random.Random) -> str | None:
    if field.value and not field.value.isdecimal():
        words = field.value.split()
        return " ".join(chance.sample(words, len(words)))
    if field.value:
        return None
    among = [one.split(" ")[0] for one in (field.description or "").removesuffix("…").split(", ") if one]
    return chance.choice(among) if among else None
