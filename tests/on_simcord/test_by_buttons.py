"""Test a game of each kind, played to its end only by the screen, on a Discord that checks all it is sent."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from on_discord.offered import NOT_FOR_EVER
from parlour import Answered, Guest, Parlour, Shown
from simcord.components import walk_components

from bot.adapters.discord.inbound.presses import NUMBERED, Does, Press, read
from bot.table.phases import Playing

BUTTON, LIST, LABEL = 2, 3, 18
MOVES: Final = {Does.DO, Does.FORM, Does.PICK, Does.WEIGH, Does.SURE, Does.KIND}
NAMES: Final = ("ann", "ben", "cid", "dan", "eve", "fay")
MOST_STEPS: Final = 900
COUNTDOWN: Final = 25
"""A little more than the seconds until a crowd's first round."""
SHORT: Final = (("headache", 3, "min_players=3 pace=quick memory=off"),)
"""Shorter games are pressed to their end in `tests/on_discord`."""
LONG: Final = (
    ("cones", 2, "sectors=4 turn_cap=20 quiet_cap=0"),
    ("halflings", 2, "mode=duel cooldown=0 stack=3"),
    ("rogues", 3, "betting=liars"),
    *(("cones", seats, f"edition={edition}") for seats in (2, 3, 4) for edition in ("kohner", "french")),
    *(("halflings", seats, "mode=crowd cooldown=0 stack=5") for seats in (2, 3, 6)),
    *(("headache", seats, "min_players=3 pace=quick") for seats in (4, 5, 6)),
    *(("poohead", seats, "") for seats in (2, 3, 4, 5, 6)),
    *(("rogues", seats, f"betting={way}") for seats in (2, 4, 5, 6) for way in ("none", "thieves", "liars")),
)


class Way(NamedTuple):
    """One press that makes a move. `values`: the choices of a list."""

    press: Press
    custom_id: str
    values: tuple[str, ...] = ()


def ways_on(screen: Shown) -> Iterator[Way]:
    for part in screen.parts:
        press = read(str(part.get("custom_id", "")))
        if press is None or press.does not in MOVES or part.get("disabled"):
            continue
        if press.line.partition(NUMBERED)[0] in NOT_FOR_EVER:
            continue
        if part["type"] == BUTTON:
            yield Way(press, part["custom_id"])
        elif part["type"] == LIST:
            yield Way(press, part["custom_id"], tuple(option["value"] for option in part["options"]))


async def made(guest: Guest, screen: Shown, way: Way, chance: random.Random) -> None:
    """Press it, and continue with its questions until the move is made."""
    done = await guest.uses(screen, way.custom_id, chance.choice(way.values) if way.values else None)
    if done.of.modal is not None:
        done = await guest.sends(done, **filled(done.of.modal, chance))
    if not done.all or not done.for_one_alone:
        return
    asked = done.message
    if way.press.does is Does.KIND and (of_kind := [one for one in ways_on(asked) if one.values]):
        await made(guest, asked, chance.choice(of_kind), chance)
    elif "Yes, do it" in asked.labels:
        await guest.presses(asked, "Yes, do it")


def filled(modal: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return values for a form: a word or number that it names, or any in its lists."""
    found: dict[str, Any] = {}
    for label in modal["components"]:
        field = label["component"] if label["type"] == LABEL else next(walk_components([label]))
        match field["type"]:
            case 4 if not field.get("value"):  # text
                named = [one.split(" ")[0] for one in label.get("description", "").removesuffix("…").split(", ") if one]
                found |= {field["custom_id"]: chance.choice(named)} if named else {}
            case 3:  # a list
                values = [one["value"] for one in field["options"]]
                count = chance.randint(field.get("min_values", 1), min(field.get("max_values", 1), len(values)))
                found[field["custom_id"]] = chance.sample(values, count)
            case _:
                pass
    return found


async def moves(parlour: Parlour, people: list[Guest], chance: random.Random) -> bool:
    """Let one of those who may move do so; return False if only the clock can act."""
    for guest in chance.sample(people, len(people)):
        card = parlour.card
        label = next((one for one in ("My hand", "My moves") if one in card.labels), None)
        looked: Answered | None = None if label is None else await guest.presses(card, label)
        if looked is None or not looked.all:
            continue
        ways = list(ways_on(looked.message))
        if ways:
            await made(guest, looked.message, chance.choice(ways), chance)
            return True
    return False


async def plays(parlour: Parlour, game: str, seats: int, options: str) -> None:
    chance = random.Random(seats)  # noqa: S311 - not the dice of a game
    people = parlour.people(*NAMES[:seats])
    opened = await people[0].slash("open", game=game, options=options)
    assert parlour.messages, opened.text
    for guest in people[1:]:
        await guest.presses(parlour.card, "Join")
    made_so_far = 0
    for guest in people if "mode=crowd" in options else ():  # a crowd stakes before it begins
        stake = next(way for way in ways_on(parlour.card))
        await made(guest, parlour.card, stake, chance)
        made_so_far += 1
    await people[0].presses(parlour.card, "Start (ann)")
    if made_so_far:
        await parlour.wait(COUNTDOWN)
    for _ in range(MOST_STEPS):
        if not isinstance((await parlour.session()).phase, Playing):
            break
        if await moves(parlour, people, chance):
            made_so_far += 1
        else:
            await parlour.wait(1)
    assert not isinstance((await parlour.session()).phase, Playing), f"{made_so_far} moves were too few"
    assert made_so_far >= seats


@pytest.mark.parametrize(("game", "seats", "options"), SHORT)
async def test_a_game_is_played_to_its_end_by_buttons_lists_and_forms(
    parlour: Parlour, game: str, seats: int, options: str
) -> None:
    await plays(parlour, game, seats, options)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "options"), LONG)
async def test_each_game_of_two_to_six_is_played_so(parlour: Parlour, game: str, seats: int, options: str) -> None:
    await plays(parlour, game, seats, options)
