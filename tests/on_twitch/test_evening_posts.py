"""Test that the result of an evening is said in chat in as few lines as possible."""

import pytest
from on_twitch.night import Night

from bot.adapters.twitch.names import place_named
from bot.adapters.twitch.outbound.chat_text import LONGEST, OPENING, joined
from bot.ports.messages import File, Posting, Unreachable


async def test_it_is_said_in_its_channel(night: Night) -> None:
    lines = ("4 games with 2 people.", "Most games won: /ban ann (3 of 4).")
    posting = Posting(lines, File("evening.png", b""), "a" * 20, 1)
    await night.house.platforms.post(place_named(night.channel.id), posting)
    said = await night.line("4 games with 2 people. Most games won: /ban ann")
    assert said.text.startswith(OPENING)
    with pytest.raises(Unreachable):
        await night.house.platforms.post(place_named("999"), posting)


def test_lines_are_put_together_as_far_as_there_is_room() -> None:
    found = joined(["a" * 200, "b" * 200, "c" * 200, "d"])
    assert [len(one) <= LONGEST and one.startswith(OPENING) for one in found] == [True, True]
    assert found[1].endswith("c d")
