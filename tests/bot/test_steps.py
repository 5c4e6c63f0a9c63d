"""Test what follows by itself when somebody has so many points, and who says so."""

import pytest
from evening import Evening
from test_desk import BANNED, Posts, log, sanctions, table

from bot.delivery.owed_postings import OwedPostings


async def test_nothing_follows_from_points_unless_the_owner_says_so(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !mod warn ben 9 much")
    assert [one.kind for one in await sanctions(evening)] == ["warn"]


async def test_a_mute_and_a_ban_follow_from_points_where_the_owner_says_so(evening: Evening) -> None:
    await table(evening)
    await evening.lines("oda: !server steps on", "mia: !mod warn ben 2 one", "mia: !mod warn ben two")
    assert [(one.kind, one.until - one.at) for one in await sanctions(evening)][2] == ("mute", 3600_000)
    answer = await evening.say("mia", "!mod warn ben 6 three")
    assert "So many points: ben is banned (#5), for 7 days." in answer.text
    assert [one.did for one in await log(evening)][:2] == ["ban ben 7d", "warn ben 6 30d"]
    await evening.lines("ben: !leave")
    assert f"{BANNED}, for 7 days: so many points." in (await evening.say("ben", "!join")).text


async def test_who_is_warned_is_told_what_follows_from_it(evening: Evening) -> None:
    posts = Posts(evening, reaches=True)
    await table(evening)
    await evening.lines("oda: !server steps on", "mia: !mod warn ben 5 two")
    await evening.house.part(OwedPostings).all_paid()
    (told,) = [text for _, text in posts.alone]
    assert "Moderator mia warns you: two." in told
    assert "So many points: you are banned from the tables here, for 24 hours." in told


async def test_steps_of_ones_own_follow_and_are_lifted_one_by_one(evening: Evening) -> None:
    await table(evening)
    await evening.lines("oda: !mod steps 2 mute 1h, 4 ban for ever", "mia: !mod warn ben 2 one")
    answer = await evening.say("mia", "!mod warn ben 2 two")
    assert "So many points: ben is banned (#4), for ever." in answer.text
    await evening.lines("ben: !leave", "mia: !mod forgive #4", "ben: !understood 3", "ben: !join")
    shown = await evening.say("mia", "!mod steps")
    assert shown.is_private
    assert "(on): 2 mute 1h, 4 ban for ever" in shown.text
    await evening.lines("oda: !mod steps off", "mia: !mod warn ben 9 three")
    assert [one.kind for one in await sanctions(evening)] == ["warn", "mute", "warn", "ban", "warn"]
    assert "(on): 2 mute 1h, 4 ban for ever" in (await evening.say("oda", "!mod steps on")).text
    assert "(on): 3 mute 1h, 5 ban 1d" in (await evening.say("oda", "!mod steps usual")).text
    assert "mod steps usual" in [one.did for one in await log(evening)]


@pytest.mark.parametrize(
    "steps",
    [
        "3",
        "3 mute",
        "3 kick 1h",
        "0 ban 1d",
        "100 ban 1d",
        "5 ban 1d, 3 mute 1h",
        "3 mute 1h, 3 ban 1d",
        "3 mute 1h 5",
        "3 mute 1s",
        "³ mute 1h",
        ",",
        "1 ban 1d, 2 ban 1d, 3 ban 1d, 4 ban 1d, 5 ban 1d, 6 ban 1d, 7 ban 1d, 8 ban 1d, 9 ban 1d",
        "off now",
    ],
)
async def test_odd_steps_change_nothing(evening: Evening, steps: str) -> None:
    before = (await evening.say("oda", "!mod steps")).text
    assert not (await evening.say("oda", f"!mod steps {steps}")).ok
    assert (await evening.say("oda", "!mod steps")).text == before


async def test_steps_are_changed_by_the_owner_alone(evening: Evening) -> None:
    await table(evening)
    for who in ("zoe", "ben", "mia"):
        assert not (await evening.say(who, "!mod steps 1 ban 1d")).ok
    await evening.lines("mia: !mod warn ben one")
    assert [one.kind for one in await sanctions(evening)] == ["warn"]
