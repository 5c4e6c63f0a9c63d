"""Test raids: the newcomers are invited in one line, if a table takes them."""

import pytest
from msgspec.structs import replace
from on_twitch.gatherings import a_duel, a_stake
from on_twitch.night import Night
from standins.twitch.channels import Channel

from bot.adapters.twitch.inbound import raid_watch
from bot.table.change import Change
from bot.table.pausing import STAFF, pause_table, resume_table
from bot.table.phases import Lobby
from bot.table.raid import WAITS

INVITED = "Raiders of"


@pytest.fixture
def raider(night: Night) -> Channel:
    return night.world.channel("raider")


def invitations(night: Night) -> list[str]:
    return [text for text in night.said if INVITED in text]


async def a_lobby(night: Night, given: str = "") -> str:
    (ann,) = night.people("ann")
    await ann.says(night.channel, f"!open rogues {given}")
    await night.line("is open")
    await night.quiet()
    return (await night.session()).code


async def test_a_table_with_free_seats_invites_them(night: Night, raider: Channel) -> None:
    code = await a_lobby(night)
    night.channel.raided_by(raider, 2_000)
    line = await night.line(INVITED)
    assert line.text == (
        f"🎲 {code} · Raiders of Raider: 5 seats are free at table {code}, kept for you for two minutes."
        ' Sit down with "!join".'
    )
    people = night.channel.crowd(8)
    await night.channel.flood([(one, "!join") for one in people])
    assert len((await night.gathered(6)).seats) == 6


async def test_a_game_that_would_begin_by_itself_waits_two_minutes_unless_the_host_starts_it(
    night: Night, raider: Channel
) -> None:
    await a_lobby(night)

    def soon(change: Change) -> None:
        assert isinstance(change.session.phase, Lobby)
        change.set(phase=replace(change.session.phase, starts_at=change.table_time + 30_000))

    await night.people("ben")[0].says(night.channel, "!join")
    session = await night.gathered(2)
    await night.house.repository.update(session.ref, (), soon)
    night.channel.raided_by(raider, 20)
    await night.line("The game waits two minutes for you, unless its host starts it.")
    phase = (await night.session()).phase
    assert isinstance(phase, Lobby)
    assert phase.starts_at is not None
    assert WAITS - 20_000 < phase.starts_at - night.store.clock.now() <= WAITS
    await night.people("ann")[0].says(night.channel, "!start")
    await night.line("The game begins")


# Kept seats


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people who spoke a moment ago count as here before the raid."""
    monkeypatch.setattr(raid_watch, "AHEAD", 0.0)


async def kept_until(night: Night) -> int:
    kept = (await night.session()).kept_seats
    assert kept is not None
    return kept.until


@pytest.mark.usefixtures("at_once")
async def test_who_was_here_before_makes_way_for_raiders_until_two_minutes_are_over(
    night: Night, raider: Channel
) -> None:
    code = await a_lobby(night)
    regular, eve = night.people("regular", "eve")
    await regular.says(night.channel, "hello")
    await night.quiet()
    night.channel.raided_by(raider, 40)
    await night.line(INVITED)
    assert 0 < await kept_until(night) - night.store.clock.now() <= WAITS
    await night.asks(regular, "!join", f"The 5 free seats at table {code} are kept for raiders for another")
    await eve.says(night.channel, "!join")
    await night.gathered(2)
    await night.asks(regular, "!join", "The 4 free seats")
    await time_is_up(night)
    await night.line("No seat is kept for raiders any more: 4 are free")
    assert (await night.session()).kept_seats is None
    await regular.says(night.channel, "!join")
    await night.gathered(3)


async def time_is_up(night: Night) -> None:
    """End the two minutes now, by the table's clock."""

    def over(change: Change) -> None:
        kept = change.session.kept_seats
        assert kept is not None
        change.set(kept_seats=replace(kept, until=change.table_time))

    await night.house.repository.update((await night.session()).ref, (), over)


@pytest.mark.usefixtures("at_once")
async def test_of_more_seats_than_raiders_others_may_have_what_is_over(night: Night, raider: Channel) -> None:
    await a_lobby(night)
    cid, dan, moderator = night.people("cid", "dan", "moderator")
    night.channel.mod(moderator)
    for person in (cid, dan, moderator):
        await person.says(night.channel, "hello")
    await night.quiet()
    night.channel.raided_by(raider, 4)
    await night.line(INVITED, "5 seats are free", "4 of them kept for you for two minutes")
    await cid.says(night.channel, "!join")
    await night.gathered(2)
    await night.asks(dan, "!join", "are kept for raiders")
    await moderator.says(night.channel, "!join")
    await night.gathered(3)


@pytest.mark.usefixtures("at_once")
async def test_seats_are_kept_over_a_restart_and_no_longer_than_until_the_game_begins(
    night: Night, raider: Channel
) -> None:
    """The bot has forgotten the earlier people, and takes everybody for a raider."""
    await a_lobby(night)
    night.channel.raided_by(raider, 5)
    await night.line(INVITED)
    until = await kept_until(night)
    await night.restart()
    assert await kept_until(night) == until
    ann, cid = night.people("ann", "cid")
    await cid.says(night.channel, "!join")
    await night.gathered(2)
    await ann.says(night.channel, "!start")
    await night.line("The game begins")
    assert (await night.session()).kept_seats is None


async def test_a_pause_keeps_seats_so_much_longer(night: Night, raider: Channel) -> None:
    await a_lobby(night)
    night.channel.raided_by(raider, 5)
    await night.line(INVITED)
    until = await kept_until(night)
    ref = (await night.session()).ref
    await night.house.repository.update(ref, (), lambda change: pause_table(change, STAFF, "Ben"))
    begun = night.store.clock.now()
    await night.until(lambda: night.store.clock.now() >= begun + 50)
    await night.house.repository.update(ref, (), resume_table)
    assert await kept_until(night) >= until + 50


async def test_a_crowd_is_told_how_to_be_in(night: Night, raider: Channel) -> None:
    await night.people("ann")[0].says(night.channel, "!halflings 10 mode=crowd crowd_seconds=300")
    await night.line("The game begins in 300 seconds")
    await night.quiet()
    night.channel.raided_by(raider, 2_000)
    await night.line('Raiders of Raider: there is room for all of you. Say "!halflings 50" to be in.')
    crowd = night.channel.crowd(60)
    await night.channel.flood([(one, "!halflings 50") for one in crowd])
    await night.gathered(61)


async def test_many_raids_are_one_line(night: Night, raider: Channel) -> None:
    """T6: also if Twitch reports a raid twice."""
    await a_lobby(night)
    for _ in range(3):
        night.channel.raided_by(raider, 5)
    night.channel.raided_by(night.world.channel("other"), 5)
    await night.line(INVITED)
    night.world.repeat_last()
    await night.quiet()
    assert len(invitations(night)) == 1


async def test_where_nobody_can_sit_down_nobody_is_invited(night: Night, raider: Channel) -> None:
    """Neither to a full table in its game, nor to a restricted one; a later table still gets its raiders."""
    await a_duel(night)
    night.channel.raided_by(raider, 5)
    await night.quiet()
    cid, dan = night.people("cid", "dan")
    await night.asks(night.channel.broadcaster, "!control tables 3", "3 tables at a time")
    await cid.says(night.channel, "!open rogues admits=subscribers")
    await night.line("is open: Fearless")
    night.channel.raided_by(raider, 5)
    await night.quiet()
    assert invitations(night) == []
    await dan.says(night.channel, "!open rogues")
    await night.until(lambda: len([text for text in night.said if "is open: Fearless" in text]) == 2)
    night.channel.raided_by(raider, 5)
    await night.line("Raiders of Raider: 5 seats are free")


async def test_word_of_a_raid_that_comes_late_counts_for_nothing(night: Night, raider: Channel) -> None:
    await a_lobby(night)
    night.channel.raided_by(raider, 5, late=90.0)
    await night.quiet()
    assert invitations(night) == []
    night.channel.raided_by(raider, 5)
    await night.line(INVITED)


async def test_a_streamer_can_switch_it_off(night: Night, raider: Channel) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    await night.asks(night.channel.broadcaster, "!stream raids off", "raiders not invited")
    await a_lobby(night)
    night.channel.raided_by(raider, 5)
    await night.quiet()
    assert invitations(night) == []
    await night.asks(night.channel.broadcaster, "!stream raids on", "raiders invited")
    night.channel.raided_by(raider, 5)
    await night.line(INVITED)


async def test_a_hostile_name_breaks_nothing(night: Night) -> None:
    """T12."""
    await a_lobby(night)
    hostile = night.world.channel("hostile")
    hostile.broadcaster.display_name = "/ban {$x} **`@all\u202e"
    night.channel.raided_by(hostile, 5)
    line = await night.line(INVITED)
    assert line.text.startswith("🎲")
    assert "\u202e" not in line.text


async def test_where_twitch_tells_of_no_raids_all_else_goes_on(night: Night) -> None:
    night.twitch.faults.next("POST", "/helix/eventsub/subscriptions", status=403)
    ann = await a_stake(night)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


async def test_a_raid_is_heard_after_a_restart_before_anything_is_said_of_the_table(
    night: Night, raider: Channel
) -> None:
    await a_lobby(night)
    await night.restart()
    told = night.said
    await night.quiet()
    assert night.said == told
    night.channel.raided_by(raider, 20)
    await night.line(INVITED)
