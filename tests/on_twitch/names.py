"""Make names as on Twitch: 4 to 25 characters, shown with capitals or in another script."""

import random
from collections.abc import Iterator
from typing import Final

from standins.twitch.people import Person
from standins.twitch.world import TwitchWorld

SHAPES: Final = (
    "{}",
    "{}_{}",
    "__{}__",
    "{}_",
    "_{}",
    "xx_{}_xx",
    "the{}",
    "{}tv",
    "itz{}",
    "{}1987",
    "{}_420_",
    "{}x{}x{}",
)
STEMS: Final = (
    "lena",
    "mogli",
    "kappa",
    "dr_bob",
    "nightowl",
    "zoe",
    "pixel",
    "anna",
    "wizard",
    "tofu",
    "99cats",
    "mr_t",
)
SCRIPTS: Final = ("渡辺さくら", "김민수", "陳大文", "ゲーム太郎", "달빛", "小林")
OF_OURS: Final = ("roll", "stake", "house", "giant", "everybody", "20_suckers", "nobody", "1234", "all_in", "host")
"""Logins that look like our words, amounts or seats."""
LONGEST: Final = 25


def logins(chance: random.Random) -> Iterator[str]:
    """Yield endless logins, none of them twice."""
    yield from OF_OURS
    for number in range(1, 10**6):
        stem = chance.choice(STEMS)
        made = chance.choice(SHAPES).format(stem, stem, stem)
        yield f"{made[: LONGEST - len(str(number))]}{number}"


def shown(login: str, number: int, chance: random.Random) -> str:
    """Return the shown name: equal to the login, with capitals, or in another script."""
    way = chance.randrange(6)
    if way == 0:
        return f"{chance.choice(SCRIPTS)}{number}"
    return login if way < 3 else "".join(chance.choice((sign, sign.upper())) for sign in login)


def viewers(world: TwitchWorld, count: int) -> list[Person]:
    """Return this many new people with all kinds of names."""
    chance, found = random.Random(35), list[Person]()  # noqa: S311 - not the dice of a game
    for login in logins(chance):
        if len(found) == count:
            break
        if login not in world.logins:
            found.append(world.person(login, display_name=shown(login, len(found), chance)))
    return found
