"""Test that the host tells others the same in every deal: cards, buttons, pages, answers, and times (threats T1 to T3).

The evenings of a pair differ only in what one person holds. The games' own tests check events and views; these check
what the house adds.
"""

import pytest
from pairs import Overheard, differences, overheard

from persistence import EmbeddedServer

THREE = ("ann: !open coins", "ben: !join", "cid: !join")
WITH_A_BOT = ("ann: !open coins", "ann: !bots 1", "ben: !join")
LOOKS = (
    "ben: !table",
    "cid: !moves",
    "zoe: !table",
    "zoe: !history",
    "ben: !hand",
    "ben: !odds",
    "mia: !mod log",
    "ben: !fair",
    "zoe: !fair",
)
REFUSED = ("cid: ?bid 900", "cid: ?bid", "zoe: ?bid 5", "ben: !bid 5", "cid: !roll")
TAILS, HEADS = (0, 1, 0), (1, 1, 0)


async def coins(redis: EmbeddedServer, dealt: tuple[int, ...], bid: int) -> Overheard:
    """Play an evening in which Ann has a coin and a bid. The others look around, are refused, bid, and one is
    silent.
    """
    ann = f"ann: ?bid {bid}"
    lines = (
        *LOOKS,
        ann,
        *LOOKS,
        *REFUSED,
        "wait: 20",
        "away: ann",
        "ben: ?bid 7",
        *LOOKS,
        "mia: !pause",
        "mia: !resume",
    )
    return await overheard(redis, THREE, dealt, *lines)


@pytest.mark.parametrize(("dealt", "bid"), [(HEADS, 3), (TAILS, 77), (HEADS, 95)])
async def test_a_coin_and_a_bid_are_told_to_nobody(redis: EmbeddedServer, dealt: tuple[int, ...], bid: int) -> None:
    first, second = await coins(redis, TAILS, 3), await coins(redis, dealt, bid)
    assert differences(first, second) == []
    assert len(first.updates) > 10
    assert first.own != second.own, "or else the pair would prove nothing"


async def test_silence_and_leaving_tell_no_coin(redis: EmbeddedServer) -> None:
    """T3, ALL-1."""
    for lines in (("wait: 29",), ("mia: !skip",), ("ann: !leave", "cid: !table"), ("wait: 29", "mia: !remove ann")):
        first, second = [await overheard(redis, THREE, dealt, *lines) for dealt in (TAILS, HEADS)]
        assert differences(first, second) == []


async def test_the_pace_of_a_house_bot_follows_from_nothing_that_it_holds(redis: EmbeddedServer) -> None:
    """The second seat is a house bot. It bids after two seconds, whatever is under its cup."""
    first, second = [
        await overheard(redis, WITH_A_BOT, dealt, "ben: !table", "wait: 12", "ben: !table", pace=2)
        for dealt in ((0, 0, 0), (0, 1, 0))
    ]
    assert differences(first, second) == []
    assert len({at for _, at in first.times}) > 1
