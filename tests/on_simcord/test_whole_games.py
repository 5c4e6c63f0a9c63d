"""Games are played to their end on simcord by what is on the screen alone: buttons, lists and forms."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import pytest
from parlour import Answered, Guest, Parlour, Shown

from bot.adapters.discord.inbound.presses import NUMBERED, Does, Press, read
from bot.table.phases import Playing

MOVES: Final = frozenset({Does.DO, Does.FORM, Does.PICK, Does.WEIGH, Does.SURE, Does.KIND})
NOT_FOR_EVER: Final = frozenset({"reroll"})
NAMES: Final = ("ann", "ben", "cid", "dan", "eve")
MOST_MOVES: Final = 900
MOST_PAGES: Final = 12
BUTTON, LIST, TEXT = 2, 3, 4


class Way(NamedTuple):
    """One thing that can be pressed for a move. `values`: what a list offers."""

    screen: Shown
    press: Press
    values: tuple[str, ...] = ()


def ways_on(screen: Shown) -> Iterator[Way]:
    for part in screen.parts:
        press = read(str(part.get("custom_id", "")))
        if press is None or press.does not in MOVES or part.get("disabled"):
            continue
        if press.line.partition(NUMBERED)[0] not in NOT_FOR_EVER:
            yield Way(screen, press, tuple(one["value"] for one in part.get("options", ())))


async def screens_of(guest: Guest, card: Shown) -> list[Shown]:
    """What somebody sees alone who presses the card, page after page."""
    label = next((one for one in ("My moves", "My hand") if card.press(one)), "")
    found: list[Shown] = []
    pressed = await guest.presses(card, label) if label else None
    while pressed is not None and pressed.of.response is not None and len(found) < MOST_PAGES:
        found.append(pressed.message)
        following = [one for one in found[-1].parts if leads_on(str(one.get("custom_id", "")))]
        pressed = await guest.clicks(found[-1], following[0]["custom_id"]) if following else None
    return found


def leads_on(custom_id: str) -> bool:
    press = read(custom_id)
    at = "" if press is None or press.does is not Does.OWN else press.line.partition(NUMBERED)[2]
    return at not in {"", "0"}


async def move(parlour: Parlour, guests: Sequence[Guest], chance: random.Random) -> bool:
    """One of those who may move does; False: nobody may, the clock goes on alone."""
    for guest in chance.sample(guests, len(guests)):
        for screen in await screens_of(guest, parlour.card):
            ways = list(ways_on(screen))
            if ways:
                await made(guest, chance.choice(ways), chance)
                return True
    return False


async def made(guest: Guest, way: Way, chance: random.Random) -> None:
    """Press it, and go on with what it asks until the move is made."""
    if way.values:
        done = await guest.chooses(way.screen, chance.choice(way.values))
    else:
        done = await guest.clicks(way.screen, way.press.custom_id)
    if way.press.does is Does.KIND and done.of.response is not None:
        of_kind = [one for one in ways_on(done.message) if one.values]
        if of_kind:
            await made(guest, chance.choice(of_kind), chance)
        return
    if done.of.modal is not None:
        done = await guest.sends(done, **filled(done.of.modal, chance))
    await confirmed(guest, done)


async def confirmed(guest: Guest, done: Answered) -> None:
    """Say yes where it is asked once more."""
    if done.of.response is not None and done.for_one_alone and done.message.press("Yes, do it"):
        await guest.presses(done.message, "Yes, do it")


def filled(modal: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """What somebody puts into the fields of a form; what they leave stays as the form has it."""
    found: dict[str, Any] = {}
    for label in modal["components"]:
        field = label.get("component", {})
        if field.get("type") == LIST:
            values = [one["value"] for one in field["options"]]
            count = chance.randint(field.get("min_values", 1), min(field.get("max_values", 1), len(values)))
            found[field["custom_id"]] = chance.sample(values, count)
        elif field.get("type") == TEXT and not str(field.get("value", "")).isdecimal():
            words = str(field.get("value") or "").split()
            among = [one.split(" ")[0] for one in str(label.get("description", "")).removesuffix("…").split(", ")]
            found[field["custom_id"]] = " ".join(chance.sample(words, len(words))) if words else chance.choice(among)
    return found


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("halflings", 2, "mode=duel cooldown=0 stack=3"),
        ("rogues", 2, "betting=none"),
        ("rogues", 4, "betting=liars"),
        pytest.param("headache", 3, "min_players=3 pace=quick memory=off", marks=pytest.mark.soak),
    ],
)
async def test_a_game_is_played_to_its_end(parlour: Parlour, game: str, seats: int, options: str) -> None:
    chance = random.Random(seats)  # noqa: S311 - no dice of ours
    guests = parlour.people(*NAMES[:seats])
    await guests[0].slash("open", game=game, options=options)
    for guest in guests[1:]:
        await guest.presses(parlour.card, "Join")
    await guests[0].slash("start")
    moves = 0
    while moves < MOST_MOVES and isinstance((await parlour.session()).phase, Playing):
        if await move(parlour, guests, chance):
            moves += 1
        else:
            await parlour.wait(1)
    assert not isinstance((await parlour.session()).phase, Playing), f"{moves} moves were too few"
    assert moves >= seats
