"""Test secrets in the whole house with the example game: nobody else learns what one seat has (threats T1 to T3).

Leak pairs: the same evening is played twice, with one different secret die. Everything sent to others must be equal to
the last byte: news, cards, offers, answers, refusals, pings, and the rest of the updates.
"""

import re

import msgspec
import pytest
from evening import START, Evening
from redis.asyncio import Redis

from bot.ports.messages import Rights, Update
from persistence import EmbeddedServer, HandClock, Store

pytestmark = pytest.mark.usefixtures("highdie_installed")

VENUE = "test:leak"


async def an_evening(server: EmbeddedServer, ann: int, ben: int, *lines: str) -> tuple[list[Update], list[str]]:
    """Return everything shown and everything answered in an evening with these dice for Ann and Ben."""
    async with Redis.from_url(server.url) as bare:
        await bare.flushall()
    clock = HandClock(START)
    store = await Store.connect(server.url, clock=clock, timeout=60)
    evening = Evening(store, clock, venue=VENUE, place="test:here", tag="-leak", seed="leak")
    evening.rights = {"mia": Rights.STAFF, "ben": Rights.OWNER}
    await evening.lines("ann: !open highdie", "ben: !join", "cid: !join")
    evening.roll(ann, ben, 4, 3)
    await evening.lines("ann: !start")
    answers = [await one_line(evening, line) for line in lines]
    looks = [
        one
        for name in ("ann", "ben", "cid", "zoe")
        for one in await evening.house.look(evening.message(name, "").sender, VENUE, evening.place, "en")
        if name != "ann" or not one.audience.startswith("person:")
    ]
    await evening.end()
    await store.close()
    return [*evening.witness.updates, *looks], answers


async def one_line(evening: Evening, line: str) -> str:
    name, _, text = line.partition(": ")
    if name == "wait":
        await evening.wait(float(text))
        return ""
    answer = await evening.say(name, text, private=text.startswith("?"))
    return f"{answer.text} {answer.ok} {answer.is_private} {answer.confirm} {answer.files}"


def seen_by(who: str, updates: list[Update]) -> list[bytes]:
    """Return what everybody but one person was shown, byte by byte, with the secrets of others.

    The end of a finished game is left out, as it hashes all deeds and their salts.
    """
    hers = f"person:test:{who}-leak"
    shown = [msgspec.json.encode(update) for update in updates if update.audience != hers]
    return [END.sub(rb"\1", one) for one in shown]


END = re.compile(rb"(Game \d+: end )[a-z2-7]{26}")

WHILE_THE_DICE_ARE_HIDDEN = [
    ("ben: !table", "cid: !table", "zoe: !table", "ben: !odds", "ben: !hand", "ben: !moves", "ben: !history"),
    ("ben: !keep", "cid: !again", "zoe: !keep", "ben: !keep", "ben: !again"),
    ("wait: 20", "ben: !table", "cid: !keep"),
    ("ann: !keep", "zoe: !tables", "zoe: !history", "cid: !verify", "ben: !options"),
    ("ann: !keep", "ben: !leave", "zoe: !join", "zoe: !table"),
    ("mia: !skip", "mia: !remove ann", "mia: !reset a bug", "mia: !end a bug", "mia: !mod log", "mia: ?hand"),
    (
        "mia: !pause why not",
        "mia: !table",
        "ben: !keep",
        "ben: !hand",
        "mia: !resume why",
        "ben: !keep",
        "mia: ?mod log",
    ),
    ("mia: !remove cid", "ben: !skip", "mia: !mod log"),
    ("ben: !reset a bug", "mia: !mod log", "ben: !server", "ben: !table"),
]


@pytest.mark.parametrize("lines", WHILE_THE_DICE_ARE_HIDDEN, ids=range(len(WHILE_THE_DICE_ARE_HIDDEN)))
async def test_nobody_else_is_shown_anything_of_a_secret(server: EmbeddedServer, lines: tuple[str, ...]) -> None:
    """T1, T2: places, other seats and spectators; sent, looked up and answered."""
    (low, low_answers), (high, high_answers) = [await an_evening(server, die, 2, *lines) for die in (1, 6)]
    assert seen_by("ann", low) == seen_by("ann", high)
    assert low_answers == high_answers
    assert len(low) > 5


async def test_the_pair_would_show_a_leak(server: EmbeddedServer) -> None:
    """Shows that the tests above can fail: Ann herself is shown another die."""
    (low, _), (high, _) = [await an_evening(server, die, 2) for die in (1, 6)]
    assert seen_by("ben", low) != seen_by("ben", high)


async def test_silence_proves_nothing_about_a_die(server: EmbeddedServer) -> None:
    """T3, ALL-1: the clock acts for Ann at the same time and in the same way, whatever she has. The end shows
    her die.
    """
    first, second = [await an_evening(server, die, 2, "wait: 29") for die in (1, 6)]
    assert [update.card.ends_at for update in first[0]] == [update.card.ends_at for update in second[0]]
    assert seen_by("ann", first[0]) == seen_by("ann", second[0])


async def test_a_die_is_told_to_its_owner_alone(evening: Evening) -> None:
    await evening.lines("ann: !open highdie", "ben: !join")
    evening.roll(5, 3)
    await evening.lines("ann: !start")
    assert evening.secret_news("ann") == ["Your die shows 5. Keep it, or roll again for one sucker?"]
    assert evening.secret_news("ben") == ["Your die shows 3. Keep it, or roll again for one sucker?"]
    assert not any("die shows" in line for line in evening.news)
    hand = await evening.say("ann", "!hand")
    assert (hand.text, hand.is_private) == ("Your die shows 5.", True)
    assert (await evening.say("ann", "!odds")).is_private


async def test_who_sits_down_later_is_told_no_secret_of_the_seat(evening: Evening) -> None:
    """T2: private lines belong to the person who sat there then, not to the number of the seat."""
    await evening.lines("ann: !open highdie", "ben: !join")
    evening.roll(5, 3)
    await evening.lines("ann: !start", "ann: !keep", "ben: !keep", "ben: !leave", "cid: !join")
    assert evening.secret_news("cid") == []
    (own,) = [
        update
        for update in await evening.house.look(evening.message("cid", "").sender, evening.venue, evening.place, "en")
        if update.audience.startswith("person:")
    ]
    assert own.news == ()
    await evening.lines("ann: !leave")
    assert evening.secret_news("cid") == [], "nor when the seats move up"
