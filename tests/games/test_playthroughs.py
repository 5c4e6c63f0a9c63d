"""Test one playthrough of each game, with every viewer side by side, line by line against the text people have read.

A viewer's lines must not contain anything that viewer must not know. To rewrite the texts (and then read them):
`PYTHONPATH=tests/games:examples/highdie python tests/games/test_playthroughs.py`.
"""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

import highdie
import pytest

from games.catalogue import AnyGame
from games.halflings import GAME as HALFLINGS
from games.headache import GAME as HEADACHE
from games.kit.contract import Event, PrivateEvent
from games.kit.money import Suckers
from games.kit.notation import read
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import All, Listed, Say, Told, Who
from games.proof.record import Deed, Left, TimedOut, moved_by, perform
from games.proof.seeded_dice import SeededDice

FOLDER = Path(__file__).parent / "playthroughs"


class Script(NamedTuple):
    """`deeds`: `1 stake 10`, `time-up`, `2 leaves`."""

    game: AnyGame
    seats: int
    seed: str
    options: dict[str, str]
    deeds: tuple[str, ...]


SCRIPTS = {
    "halflings-house": Script(HALFLINGS, 1, "278", {}, ("1 stake 50", "1 roll", "1 split")),
    "halflings-duel": Script(
        HALFLINGS, 2, "0", {"mode": "duel"}, ("1 stake 20", "2 roll", "1 roll", "2 stake 30", "time-up", "time-up")
    ),
    "halflings-crowd": Script(
        HALFLINGS,
        4,
        "270",
        {"mode": "crowd"},
        ("1 stake 10", "3 stake 20 auto", "4 leaves", "2 stake 30", "2 split", "time-up"),
    ),
    "headache-quick": Script(
        HEADACHE,
        5,
        "100",
        {"pace": "quick"},
        (
            *("4 reroll", "time-up"),
            *("1 swap 1.2 3.1", "time-up", "2 pass", "time-up", "time-up", "time-up"),
            *("2 vote 2 full", "5 vote 1 half", "time-up", "1 vote 1 looks", "time-up"),
            *(
                "1 bid 9",
                "2 bid 3",
                "time-up",
                "time-up",
                "3 bid 2",
                "5 bid 2",
                "time-up",
                "time-up",
                "2 leaves",
                "time-up",
            ),
            *("time-up", "4 bid 3", "time-up", "time-up", "1 bid 12", "time-up", "time-up", "time-up"),
            *("1 vote 2 add", "time-up", "time-up", "time-up"),
        ),
    ),
    "headache-full": Script(
        HEADACHE,
        3,
        "21",
        {
            "pace": "full",
            "memory": "off",
            "min_players": "3",
            "rolls": "hand",
            "draw": "choose",
            "auction_types": "standard",
            "alliances": "on",
        },
        (
            *("2 roll", "time-up", "time-up", "3 roll", "1 roll", "1 reroll", "time-up"),
            *("1 draw d20", "2 draw d4", "3 draw d12", "1 draw d10", "time-up", "time-up"),
            *("1 vote 3", "3 vote 3", "time-up", "2 order 3 1 2", "3 for 1", "1 for 2", "2 abstain", "2 cast 1"),
            *("1 swap 1.1 3.2", "time-up", "time-up"),
            *("time-up", "time-up", "time-up", "time-up", "time-up"),
            *("time-up", "time-up", "1 for all", "time-up", "time-up"),
            *("2 lot 3.2", "3 bid 4", "1 bid 6", "time-up", "time-up", "time-up"),
            *("2 lot 1.1", "2 bid 2", "1 drop", "3 drop"),
            *("2 lot 3.1", "3 bid 1", "1 drop", "2 drop"),
            *("time-up", "1 drop", "2 drop", "3 drop", "time-up", "1 drop", "2 drop", "3 drop"),
            *("time-up", "time-up", "time-up", "time-up"),
            *("time-up", "time-up", "time-up", "1 for lives", "2 for one", "3 for lives", "2 cast lives"),
            *("1 ally 3 40", "3 ally 1", "1 roll", "time-up", "time-up", "time-up"),
        ),
    ),
    "highdie": Script(highdie.GAME, 3, "0", {}, ("2 again", "1 keep", "3 leaves")),
}


def told(script: Script) -> Iterator[str]:
    """Yield the whole game: each deed, what it told each viewer, and what every viewer then sees."""
    game, seats = script.game, all_seats(script.seats)
    options, dice = game.options_from(script.options), SeededDice(script.seed.encode(), "told", b"")
    state, events = game.start(options, (Suckers(100),) * script.seats, dice, None)
    yield "start"
    yield from after(game, state, events, seats)
    for line in script.deeds:
        yield ""
        yield line
        state, events = perform(game, state, deed(game, state, line), dice)
        yield from after(game, state, events, seats)


def deed(game: AnyGame, state: object, line: str) -> Deed:
    who, _, what = line.partition(" ")
    ask = game.asks(state)
    if line == "time-up":
        return TimedOut(() if ask is None else ask.seats)
    if what == "leaves":
        return Left(Seat(int(who) - 1))
    return moved_by(Seat(int(who) - 1), read(what, game.moves))


def after(game: AnyGame, state: object, events: tuple[Event, ...], seats: tuple[Seat, ...]) -> Iterator[str]:
    for event in events:
        to = f"seat {event.to + 1}" if isinstance(event, PrivateEvent) else "all"
        yield f"    tells {to:<9} {sentence(event.say())}"
    viewers: tuple[Viewer, ...] = (SPECTATOR, *seats)
    for viewer in viewers:
        view = game.view(state, viewer)
        scene, who = game.scene(view), "spectator" if viewer is SPECTATOR else f"seat {viewer + 1}"
        lines = scene.own if viewer is not SPECTATOR else (*scene.table, *scene.own)
        offers = [] if viewer is SPECTATOR else [offer.verb for offer in game.legal_moves(state, viewer)]
        seen = "; ".join(map(sentence, lines))
        yield f"    {who:<9} sees  {seen or '-'}" + (f" | may {', '.join(offers)}" if offers else "")
    ask, result, public = game.asks(state), game.result(state), game.view(state, SPECTATOR)
    yield f"    stacks {' '.join(map(str, public.stacks))}, pot {public.pot}, bank {public.bank}"
    yield f"    awaits {value(All(ask.seats)) or 'the clock'}, {ask.seconds} s" if ask else f"    ends   {result}"


def sentence(say: Say) -> str:
    return " ".join([say.id, *(f"{key}={value(one)}" for key, one in say.args.items())])


def value(told: Told) -> str:
    match told:
        case Who(seat=seat):
            return f"seat{seat + 1}"
        case All(seats=seats):
            return ",".join(f"seat{seat + 1}" for seat in seats)
        case Listed(says=says):
            return f"[{'; '.join(map(sentence, says))}]"
        case Say():
            return f"({sentence(told)})"
        case _:
            return str(told)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_playthrough_is_the_one_that_was_read(name: str) -> None:
    found = list(told(SCRIPTS[name]))
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert found == golden, "\n".join(unified_diff(golden, found, "golden", "found", lineterm=""))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, script in SCRIPTS.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(told(script)) + "\n", encoding="utf-8")
