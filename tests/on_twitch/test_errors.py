"""Test that short failures are repaired, and that a failure of one line or one streamer affects nobody else."""

import pytest
from on_twitch.gatherings import a_duel
from on_twitch.night import Night
from standins.twitch.channels import Drop

from bot.adapters.twitch.connection import supervisor
from bot.adapters.twitch.outbound import sender
from bot.ports.messages import Arrival

STAKE = "!halflings 50 mode=house"


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "AGAIN_EVERY", 0.2)


async def test_a_channel_that_could_not_be_joined_is_tried_again(eager: None, night: Night) -> None:
    night.twitch.faults.next("POST", "/helix/eventsub/subscriptions", status=500)
    pub = await night.joins("pub")
    (ann,) = night.people("ann")
    await ann.says(pub, STAKE)
    await night.line("Ann stakes 50", channel=pub)


async def test_words_of_other_bots_are_not_answered(night: Night) -> None:
    (ann,) = night.people("ann")
    for words in ("!lurk", "!so @vera", "!uptime", "!discord", "!hug", "!!!"):
        await ann.says(night.channel, words)
    await night.quiet()
    assert night.said == []
    await night.asks(ann, "@PotluckBot lurk", "I don't know")


async def test_a_chat_without_links_is_told_all_else(night: Night) -> None:
    night.public = night.house.doors.public = "https://potluck.test/"
    ann, *others = night.people("ann", "ben", "cid", "dan", "eve")
    await ann.says(night.channel, "!open headache")
    await night.gathered(1)
    for person in others:
        await person.says(night.channel, "!join")
    await night.gathered(5)
    await night.quiet()
    night.channel.drops.append(Drop("msg_rejected_mandatory", "Your message contains a link."))
    await ann.says(night.channel, "!start")
    line = await night.line("Your hand, for you alone")
    assert "https://" not in line.text
    assert (await night.session()).paused is None


async def test_slow_mode_is_waited_for(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sender.TOO_FAST, "msg_slowmode", 0.2)
    ann, _ = await a_duel(night)
    night.channel.drops.append(Drop("msg_slowmode", "This room is in slow mode."))
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    assert (await night.session()).paused is None


async def test_who_signs_in_for_less_takes_nothing_back(night: Night) -> None:
    streamer = night.channel.broadcaster
    streamer.broadcaster_type = "affiliate"
    for purpose in ("comforts", "channel"):
        assert isinstance(await night.signs_in(streamer, purpose), Arrival)
    account = await night.accounts.account(night.channel.id)
    assert account is not None
    assert "channel:manage:predictions" in account.scopes


async def test_a_streamer_who_disconnects_us_is_left(night: Night) -> None:
    pub = await night.joins("pub")
    night.world.revoke(pub.broadcaster)
    await night.client.remove_token(pub.id)  # as the library does each hour when it checks the token
    await night.until(lambda: pub.id not in night.client.channels)
    assert pub.id not in [one.id for one in (await night.accounts.directory()).channels]
