"""Test Discord's own time-outs beside mutes and bans: only as far as the server lets the bot and the moderator."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from gatherings import a_duel
from night import Night
from slashes import gives
from standins.discord.people import Person

DAY = 86_400
NOT_SET = "Discord's own time-out is not set"


@pytest.fixture
async def ben(night: Night) -> Person:
    """Return somebody known here, below the bot's role, which may moderate members."""
    _, ben = await a_duel(night)
    night.guild.give(night.world.bot, night.guild.role("bouncer", "moderate_members", position=6))
    await night.world.drained()
    return ben


def moderator(night: Night, *allowed: str, position: int = 4) -> Person:
    mia = night.person("mia")
    night.guild.join(mia, roles=[night.guild.role("mods", "manage_messages", *allowed, position=position)])
    return mia


def left(night: Night, who: Person) -> float:
    """Return for how many seconds Discord keeps somebody silent; 0: it does not."""
    until = night.guild.members[who.id].silent_until
    return 0.0 if until is None else datetime.fromisoformat(until).timestamp() - night.world.clock.now()


def about(seconds: float) -> Any:
    return pytest.approx(seconds, abs=60)


async def judged(night: Night, by: Person, what: str, duration: str, whom: Person) -> str:
    who = {"name": f"<@{whom.id}>", "duration": duration, "reason": "cheating"}
    return str((await gives(by, "mod", channel=night.channel, what=what, **who)).text)


async def forgiven(night: Night, by: Person, name: str) -> str:
    return str((await gives(by, "mod", channel=night.channel, what="forgive", name=name)).text)


async def logged(night: Night, by: Person) -> str:
    return str((await gives(by, "mod", channel=night.channel, what="log")).text)


async def test_a_mute_also_sets_discords_time_out_until_it_is_forgiven(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    said = await judged(night, mia, "mute", "1h", ben)
    assert "Discord's own time-out is set as well, for 60 minutes." in said
    assert left(night, ben) == about(3600)
    assert "time-out ben 1h" in await logged(night, mia)
    assert "Discord's own time-out is lifted as well." in await forgiven(night, mia, "ben")
    assert left(night, ben) == 0
    assert "time-out ben lifted" in await logged(night, mia)


async def test_a_ban_for_ever_lasts_as_long_as_discord_lets_a_time_out(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    assert "as well, for 28 days" in await judged(night, mia, "ban", "forever", ben)
    assert left(night, ben) == about(28 * DAY)


async def test_what_is_left_of_two_sanctions_is_what_discord_keeps(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    await judged(night, mia, "mute", "1h", ben)
    await judged(night, mia, "ban", "7d", ben)
    assert "Discord keeps them silent for longer already" in await judged(night, mia, "mute", "1d", ben)
    assert left(night, ben) == about(7 * DAY)
    assert "shortened to what else holds" in await forgiven(night, mia, "#2")
    assert left(night, ben) == about(DAY)
    assert "time-out" not in await forgiven(night, mia, "#1")
    assert left(night, ben) == about(DAY)


async def test_a_time_out_that_somebody_else_changed_is_left_to_them(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    await judged(night, mia, "mute", "1h", ben)
    longer = datetime.fromtimestamp(night.world.clock.now(), UTC) + timedelta(days=9)
    night.guild.silence(ben, longer.isoformat())
    assert "Somebody has changed Discord's own time-out since" in await forgiven(night, mia, "ben")
    assert left(night, ben) == about(9 * DAY)
    await judged(night, mia, "mute", "10d", ben)
    night.guild.silence(ben, None)
    assert "time-out" not in await forgiven(night, mia, "ben")


async def test_a_bot_without_the_right_says_so_and_the_mute_counts(night: Night) -> None:
    _, ben = await a_duel(night)
    mia = moderator(night, "moderate_members")
    said = await judged(night, mia, "mute", "1h", ben)
    assert f"{NOT_SET}: I may not moderate members on this server." in said
    assert "can't speak in rooms here" in said
    assert left(night, ben) == 0
    night.guild.join(night.person("oda"), roles=["manage_guild"])
    oda = next(one for one in night.world.people.values() if one.name == "oda")
    await gives(oda, "server", channel=night.channel, what="timeouts", value="off")
    assert "time-out" not in await judged(night, mia, "mute", "2h", ben)


async def test_who_moderates_games_alone_gets_no_power_over_the_server(night: Night, ben: Person) -> None:
    """T8: the bot lends nobody a right that the server has not given them."""
    mia = moderator(night)
    assert f"{NOT_SET}: it does not let you moderate members" in await judged(night, mia, "ban", "7d", ben)
    assert left(night, ben) == 0
    night.guild.silence(ben, None)
    max_ = night.person("max")
    night.guild.join(max_, roles=[night.guild.role("high", "manage_messages", "moderate_members", position=4)])
    await judged(night, max_, "ban", "9d", ben)
    assert left(night, ben) == about(9 * DAY)
    assert "stays: it does not let you moderate members" in await forgiven(night, mia, "ben")
    assert left(night, ben) == about(9 * DAY)


@pytest.mark.parametrize(
    ("position", "allowed", "why"),
    [
        (5, (), "their highest role does not stand below yours"),
        (7, (), "their highest role does not stand below mine"),
        (2, ("administrator",), "they administer this server"),
    ],
)
async def test_nobody_at_the_height_of_the_bot_or_the_moderator_is_timed_out(
    night: Night, ben: Person, position: int, allowed: tuple[str, ...], why: str
) -> None:
    mia = moderator(night, "moderate_members", "manage_guild")
    night.guild.give(ben, night.guild.role("regulars", *allowed, position=position))
    assert why in await judged(night, mia, "mute", "1h", ben)
    assert left(night, ben) == 0


async def test_somebody_who_has_left_the_server_is_muted_all_the_same(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    night.guild.leave(ben)
    said = await judged(night, mia, "mute", "1h", ben)
    assert f"{NOT_SET}: they are no member of this server." in said


async def test_who_never_sat_here_is_muted_and_a_moderator_told_what_stays_when_that_is_lifted(night: Night) -> None:
    """What is stored of a sanction says whose it is to those alone who know the person."""
    mia, zoe = moderator(night, "moderate_members"), night.person("zoe")
    night.guild.give(night.world.bot, night.guild.role("bouncer", "moderate_members", position=6))
    night.guild.join(zoe)
    await night.world.drained()
    who = {"who": zoe, "duration": "1h", "reason": "cheating"}
    await mia.slash("mod mute", channel=night.channel, **who)
    assert left(night, zoe) == about(3600)
    said = str((await mia.slash("mod forgive", channel=night.channel, name="#1")).text)
    assert "Discord's own time-out stays" in said
    assert left(night, zoe) == about(3600)


async def test_discord_in_trouble_costs_no_sanction(night: Night, ben: Person) -> None:
    mia = moderator(night, "moderate_members")
    night.server.faults.next("PATCH", f"/guilds/{night.guild.id}/members/{ben.id}", status=400)
    said = await judged(night, mia, "mute", "1h", ben)
    assert f"{NOT_SET}: Discord does not answer." in said
    assert "can't speak in rooms here" in said


async def test_a_ban_that_follows_from_points_is_a_time_out_too(night: Night, ben: Person) -> None:
    mia, oda = moderator(night, "moderate_members"), night.person("oda")
    night.guild.join(oda, roles=["manage_guild"])
    said = await gives(oda, "mod", channel=night.channel, what="steps", steps="2 mute 2h, 4 ban 7d")
    assert "2 mute 2h, 4 ban 7d" in said.text
    warned = await gives(mia, "mod", channel=night.channel, what="warn", name=f"<@{ben.id}>", reason="2 shouting")
    assert "So many points: ben can't speak" in warned.text
    assert "time-out is set as well, for 120 minutes" in warned.text
    assert left(night, ben) == about(7200)
    assert "lifted as well" in await forgiven(night, mia, "#2")
    assert left(night, ben) == 0
