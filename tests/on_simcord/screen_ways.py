"""Provide the ways to move that a screen shows, and press them with all their questions."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from on_discord.offered import NOT_FOR_EVER
from parlour import Guest, Shown
from simcord.components import walk_components

from bot.adapters.discord.outbound.buttons import NUMBERED, Does, Press, read

BUTTON, LIST, LABEL = 2, 3, 18
MOVES: Final = {Does.DO, Does.FORM, Does.PICK, Does.WEIGH, Does.SURE, Does.KIND}


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
