"""Test that a game begun by the line that opens its table takes the seal told at its place before that line."""

import asyncio
import re

import pytest
from evening import Evening

from bot.app.application import Application
from bot.delivery import afterwards
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from games.proof import fair
from games.proof.verifying import Replayed, replayed
from persistence import Store

LINE = "!halflings 10 auto"


async def played(evening: Evening, name: str) -> Replayed:
    (file,) = (await evening.say(name, "!verify")).files
    return replayed(file.content.decode())


def standing(evening: Evening) -> list[str]:
    """Return the standing seals told here, in order."""
    return re.findall(r"standing ([a-z2-7]{26})", "\n".join(evening.news))


async def stamped(evening: Evening, name: str, number: str) -> None:
    """Open a table with a stake, in a line that the platform numbers."""
    assert (await evening.hear(evening.message(name, LINE, stamp=True, message_id=f"discord:{number}"))).ok


async def test_the_first_game_of_a_place_finds_none_and_the_next_takes_what_it_told(evening: Evening) -> None:
    await evening.lines(f"ann: {LINE}")
    assert "Level 0" in (await evening.say("ann", "!verify")).text
    await stamped(evening, "ben", "777")
    game, told = await played(evening, "ben"), standing(evening)
    assert fair.binding(game.committed.commitment) == told[0]
    assert game.stamp == "777"
    assert len(set(told)) == 2
    verified = (await evening.say("ben", "!verify")).text
    assert "Level 2, if 777" in verified


async def test_a_seal_that_nobody_acknowledged_proves_less(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the store, but nobody knows that it was in the chat before the platform numbered the line."""
    monkeypatch.setattr(afterwards, "PATIENCE", 0.0)  # otherwise feats wait for a result that nobody is shown
    evening.witness.away.add(f"place:{evening.place}")
    await evening.lines(f"ann: {LINE}")
    await stamped(evening, "ben", "777")
    game = await played(evening, "ben")
    assert (game.stamp, game.told) == ("", None)
    assert "Level 1" in (await evening.say("ben", "!verify")).text
    evening.witness.away.clear()
    await evening.lines("ben: !options push=refund")
    await stamped(evening, "cid", "778")
    game = await played(evening, "cid")
    assert game.stamp == "778"
    assert game.told is not None
    assert game.told.seal_at <= game.told.stamp_at


async def test_two_who_open_at_once_take_two_seals(evening: Evening) -> None:
    """The loser of the race takes the new one, which was not told before their own line came."""
    await evening.lines(f"zoe: {LINE}")
    heard = [evening.message(name, LINE, stamp=True, message_id=f"discord:{name}") for name in ("ann", "ben", "cid")]
    answers = await asyncio.gather(*(evening.house.hear(one) for one in heard))
    await evening.settle()
    assert all(one.ok for one in answers)
    games = [await played(evening, name) for name in ("zoe", "ann", "ben", "cid")]
    seals = [fair.binding(game.committed.commitment) for game in games]
    assert len(set(seals)) == len({game.committed.game_id for game in games}) == 4
    assert set(seals[1:]) == set(standing(evening)[:3])
    stamps = {seal: game.stamp for seal, game in zip(seals[1:], games[1:], strict=True)}
    first, *others = (stamps[seal] for seal in standing(evening)[:3])
    assert first in {"ann", "ben", "cid"}
    assert others == ["", ""]


async def test_a_table_with_a_lobby_leaves_it_to_others(evening: Evening) -> None:
    await evening.lines(f"ann: {LINE}", "ben: !open halflings", "ben: !stake 10 auto")
    assert standing(evening) == standing(evening)[:1]
    game = await played(evening, "ben")
    assert fair.binding(game.committed.commitment) != standing(evening)[0]
    await evening.lines(f"cid: {LINE}")
    assert fair.binding((await played(evening, "cid")).committed.commitment) == standing(evening)[0]


async def test_another_house_takes_what_this_one_told(evening: Evening) -> None:
    """It is stored by place, whichever house made it."""
    await evening.lines(f"ann: {LINE}")
    other = await evening.again()
    await stamped(other, "ben", "777")
    game = await played(other, "ben")
    assert fair.binding(game.committed.commitment) == standing(evening)[0]
    assert game.stamp == "777"
    await other.end()


async def test_one_whose_key_is_lost_is_a_gap(evening: Evening, store: Store) -> None:
    """F27: never silently a seed that nobody can open."""
    await evening.lines(f"ann: {LINE}", "ann: !close")
    house = Application(store, Fairness(Keys({2: bytes(31) + b"x"})), Defaults(pace=0))
    house.add(evening.witness)
    assert (await house.hear(evening.message("ben", LINE))).ok
    await house.delivery.settle()
    answer = await house.hear(evening.message("ben", "!verify"))
    (file,) = answer.files
    game = replayed(file.content.decode())
    assert fair.binding(game.committed.commitment) != standing(evening)[0]
    assert "Level 0" in answer.text
    await house.stop()
