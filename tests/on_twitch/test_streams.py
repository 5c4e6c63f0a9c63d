"""Test Twitch's reports of a stream's start and end, twice or never: the channel's wishes are done once each time."""

import pytest
from on_twitch.night import Night

from bot.adapters.twitch.inbound import stream_watch
from bot.ports.messages import Rights


async def waits(night: Night, *, so: bool = True) -> None:
    """Wait until the channel's only table waits for its stream, or plays on."""
    for _ in range(400):
        if ((await night.session()).paused is not None) == so:
            return
        await night.quiet(0.02)
    raise AssertionError("it never " + ("waited" if so else "went on"))


async def on_air(night: Night, line: str = "!control offline pause 6") -> None:
    """Run a game in a live channel whose tables wait for its stream."""
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    night.channel.goes_live()
    ann, ben = night.people("ann", "ben")
    await night.asks(night.channel.broadcaster, line, "Saved")
    await ann.says(night.channel, "!open rogues turn_seconds=600")
    await night.line("is open")
    await ben.says(night.channel, "!join")
    await night.line("Ben sits down")
    await ann.says(night.channel, "!start")
    await night.line("The game begins")


async def test_tables_wait_for_the_stream_and_go_on_with_it(night: Night) -> None:
    await on_air(night)
    night.channel.goes_offline()
    await night.line("is offline, so the table is paused", "After 6 hours")
    await waits(night)
    night.channel.goes_live()
    await night.line("The stream is back and the table goes on")
    await waits(night, so=False)


async def test_what_is_told_twice_is_done_once(night: Night) -> None:
    await on_air(night)
    for _ in range(2):
        night.channel.goes_offline()
    await waits(night)
    await night.quiet()
    assert sum("is offline, so the table is paused" in line for line in night.said) == 1
    for _ in range(2):
        night.channel.goes_live()
    await waits(night, so=False)
    await night.quiet()
    assert sum("The stream is back" in line for line in night.said) == 1


async def test_what_happens_to_several_tables_is_told_once(night: Night) -> None:
    """The same sentence for each table would fill the chat, and tell nothing new."""
    await night.asks(night.channel.broadcaster, "!control tables 2", "2 tables at a time")
    await on_air(night)
    (cid,) = night.people("cid")
    await cid.says(night.channel, "!open headache")
    await night.line("Headache")
    night.channel.goes_offline()
    await night.line("is offline, so all tables here are paused", "After 6 hours the game would be void")
    await night.quiet()
    night.channel.goes_live()
    await night.line("The stream is back and all tables go on")
    await night.quiet()
    assert sum("is offline, so" in line for line in night.said) == 1
    assert sum("The stream is back" in line for line in night.said) == 1


async def test_a_stream_that_ended_while_the_bot_was_away_is_looked_up(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.wings.streams.streams.LAG", 0)
    await on_air(night)
    await night.stop()
    night.channel.goes_offline()
    await night.start()
    await waits(night)
    await night.stop()
    night.channel.goes_live()
    await night.start()
    await waits(night, so=False)


async def test_what_twitch_never_told_is_found_by_looking_again(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.wings.streams.streams.LAG", 0)
    monkeypatch.setattr(stream_watch, "LOOK_EVERY", 0.2)
    await on_air(night)
    night.channel.live_since = None  # it ends, and nobody is told
    await waits(night)


async def test_a_channel_that_wants_nothing_is_not_watched(night: Night) -> None:
    ann, _ = night.people("ann", "ben")
    await ann.says(night.channel, "!open rogues")
    await night.line("is open")
    night.channel.goes_live()
    night.channel.goes_offline()
    await night.quiet()
    assert (await night.session()).paused is None
    assert night.client.watches == set()


async def test_the_badge_of_any_line_makes_a_moderator_on_their_own_page(night: Night) -> None:
    (mia,) = night.people("mia")
    standing, venue = night.house.dispatcher.standing, f"twitch:{night.channel.id}"
    night.channel.mod(mia)
    assert standing.rights_of(f"twitch:{mia.id}", venue) == Rights.PLAYER
    await mia.says(night.channel, "what a night")
    await night.quiet()
    await mia.says(night.channel, "gg")
    await night.until(lambda: standing.rights_of(f"twitch:{mia.id}", venue) == Rights.STAFF)


async def test_the_words_of_other_bots_are_theirs(night: Night) -> None:
    (vera,) = night.people("vera")
    for word in ("points", "top", "gamble", "play", "bet", "drop", "commands", "join", "skip", "so @ann", "rules"):
        await vera.says(night.channel, f"!{word}")
    await night.quiet()
    assert night.said == []
    await vera.says(night.channel, "!potluck join")
    await night.line("No table is open here.")
