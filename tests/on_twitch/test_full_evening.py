"""Test an evening of forty people with every trouble of a chat: all are answered, and nothing counts twice.

`python -m bench.evening_on_twitch` plays one of three hundred, and prints its log.
"""

import pytest
import regex
from on_twitch.full_evening import an_evening, spoken
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.stand_in import TwitchStandIn

from bench.proof_letters import MOST_A_GAME
from bot.adapters.twitch.outbound.chat_text import LONGEST
from persistence import Store

PEOPLE = 40
MOVES = 10
OF_A_TABLE = regex.compile(r"Game \d+: (?:seal|never played, seed) [^.]*\.")
"""The proof that a table needs once, for any number of games."""


async def test_an_evening_with_all_that_goes_wrong(
    twitch: TwitchStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night(twitch, store, openers=None)
    night.public = OUR_PAGES
    async with night:
        told = await an_evening(night, PEOPLE, MOVES, monkeypatch)
    assert told.missing == [], "each sentence in its order, after what caused it"
    assert told.unanswered == []
    assert told.counted_twice == []
    assert told.said_twice == []
    assert night.world.dropped_lines == []
    assert all(len(line.text) <= LONGEST for line in told.lines)
    for one in told.costs:
        of_it = [line.text for line in told.lines if spoken(line)[1] == one.code and line.parent is None]
        once = sum(len(found) for line in of_it for found in OF_A_TABLE.findall(line))
        assert one.proof - once <= MOST_A_GAME * one.games
        assert sum(OUR_PAGES in line for line in of_it) <= one.games
