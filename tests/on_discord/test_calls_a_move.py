"""Test the cost of a move in Discord calls: one edit of the card, and seldom more."""

import random

import pytest
from gatherings import LONG, opened
from night import Night
from players import move_of_anybody
from slashes import gives
from standins.restlog import RestCall

from bot.table.phases import Playing

MOVES = 12
A_MOVE = 1.2
SILENT = 1 << 12
SEATS = {"headache": 5, "halflings": 2, "cones": 3, "rogues": 3, "poohead": 3}
OPTIONS = {"halflings": "mode=duel cooldown=0", "headache": LONG}


def said_at_ends(night: Night) -> int:
    """Return how many calls told what is told once a game: its fair-play line, and feats that the dice gave.

    Only the newest line of feats stays. The deletion of the one before is a call as well.
    """
    posted = [call for call in night.server.rest.public_calls(night.channel) if is_said_at_end(call)]
    standing = [one for one in night.channel.from_bot if one.silent and not one.components]
    return 2 * len(posted) - len(standing)


def is_said_at_end(call: RestCall) -> bool:
    is_silent = call.method == "POST" and call.status == 200 and call.body.get("flags", 0) & SILENT
    return bool(is_silent) and not call.body.get("components")


@pytest.mark.usefixtures("hands_are_quick")
@pytest.mark.parametrize("game", list(SEATS))
async def test_a_move_costs_at_most_a_call_and_a_fifth(night: Night, game: str) -> None:
    """An act of the clock is a move as well: it shows swapped cups for a while, and then asks the next person."""
    people = night.people("ann", "ben", "cid", "dan", "eve")[: SEATS[game]]
    await opened(night, people, game, OPTIONS.get(game, ""), night.channel)
    await night.quiet()
    chance, made, by_clock = random.Random(5), 0, 0  # noqa: S311 - replayable
    before = len(night.server.rest.public_calls(night.channel))
    before_it = said_at_ends(night)
    waited = False
    while made < MOVES:
        if await move_of_anybody(night, people, night.channel, chance) is not None:
            made, waited = made + 1, False
        elif not isinstance((await night.session()).phase, Playing):
            await gives(people[0], "rematch", channel=night.channel)
            made, waited = made + 1, False
        else:
            by_clock, waited = by_clock + (not waited), True
        await night.quiet()
    calls = len(night.server.rest.public_calls(night.channel)) - before
    told = said_at_ends(night) - before_it
    assert calls - told <= (MOVES + by_clock) * A_MOVE
    assert len(night.cards) == 1
