"""Test every word of staff by everybody: nobody, a player and the host at that table, a moderator, one of another
venue, and the person themselves.
"""

from typing import Final

import msgspec
import pytest
from evening import Evening

from bot.commands.command import Who
from bot.commands.table import COMMANDS
from bot.commands.wing import orders
from bot.ports.messages import Rights

BY_STAFF: Final = {
    "skip": "skip",
    "pause": "pause a bug",
    "resume": "resume",
    "reset": "reset a bug",
    "end": "end a bug",
    "remove": "remove ben",
    "admit": "admit ben",
    "correct": "correct ben +5 a bug",
    "control": "control tables 3",
    "overlay": "overlay hide",
    "mod log": "mod log",
    "mod flows": "mod flows",
    "mod dispute": "mod dispute CODE",
    "mod desk": "mod desk",
    "mod warn": "mod warn ben shouting",
    "mod mute": "mod mute ben 1h spam",
    "mod ban": "mod ban ben 7d cheating",
    "mod note": "mod note ben two names",
    "mod forgive": "mod forgive ben",
    "mod list": "mod list",
    "mod person": "mod ben",
    "mod reports": "mod reports",
    "mod words": "mod words add smut",
    "mod duty": "mod duty on",
    "mod steps": "mod steps",
    "mod close": "mod close 1 done",
    "night": "night off 1 the flu",
    "server": "server export",
    "community": "community",
    "stream": "stream",
    "notify": "notify role cones 5",
}
"""A line for each word that only staff may say, or by which only staff may do something."""
ABOUT_SOMEBODY: Final = ("correct", "mod warn", "mod mute", "mod ban", "mod note", "mod forgive")
"""Words by which nobody does anything to themselves."""
FOR_OWNERS: Final = ("community", "stream", "notify")
"""Words that are for whoever owns the place, or for a platform that has such a thing."""
NO_RIGHT: Final = "for moderators: ask one of them."


def of_staff() -> set[str]:
    """Return all words by which staff can do what others can't."""
    words = {one.word for one in COMMANDS.values() if one.who in {Who.STAFF, Who.OWNER} or one.for_staff}
    return (words - {"mod"}) | {f"mod {one}" for one in ("log", "flows", "dispute", *(each.word for each in orders()))}


def test_each_word_of_staff_is_tried() -> None:
    assert of_staff() == set(BY_STAFF)


async def scene(evening: Evening) -> str:
    """Let Ann host and play with Ben; Mia moderates, and has planned a night. Return the table's code."""
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start", "ann: !stake 10")
    asked = await evening.say("mia", "!night plan friday 20:00 cones")
    await evening.lines(f"mia: !{asked.confirm}")
    return next(one.code for one in await evening.sessions())


KEPT: Final = ("sanctions", "reports", "nights", "venue", "duty")


async def kept(evening: Evening) -> list[bytes | None]:
    """Return what words of staff change: notes of the venue, and its tables."""
    tables = [msgspec.json.encode((one.phase, one.seats, one.paused)) for one in await evening.sessions()]
    return [*[await evening.store.note(kind, evening.venue) for kind in KEPT], *tables]


@pytest.mark.parametrize("word", BY_STAFF)
async def test_a_word_of_staff_is_refused_to_all_others_and_taken_from_a_moderator(evening: Evening, word: str) -> None:
    code = await scene(evening)
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"mia": Rights.OWNER, "max": Rights.STAFF}
    before, line = await kept(evening), BY_STAFF[word].replace("CODE", code)
    for said in (f"!{line}", f"!{code} {line}"):
        for name in ("zoe", "ben", "ann"):
            answer = await evening.say(name, said)
            assert not answer.ok, (name, said)
            assert not answer.files
        for name in ("mia", "max"):
            await other.say(name, said)
    assert await kept(evening) == before
    answer = await evening.say("mia", f"!{line}")
    assert word in FOR_OWNERS or NO_RIGHT not in answer.text
    await other.end()


@pytest.mark.parametrize("word", ABOUT_SOMEBODY)
async def test_nobody_does_it_to_themselves(evening: Evening, word: str) -> None:
    await scene(evening)
    await evening.lines("mia: !wallet")
    before = await kept(evening), await evening.purse("mia")
    answer = await evening.say("mia", f"!{BY_STAFF[word].replace('ben', 'mia')}")
    assert not answer.ok
    assert (await kept(evening), await evening.purse("mia")) == before
