"""Test on Twitch that guesses of viewers fill no chat: only their counts are told."""

from on_twitch.night import Night


async def test_a_guess_makes_no_line_in_chat_and_the_counts_make_one(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    ann, ben, cid, dot = night.people("ann", "ben", "cid", "dot")
    await ann.says(night.channel, "!open halflings mode=duel cooldown=0")
    await night.gathered(1)
    await ben.says(night.channel, "!join")
    await night.gathered(2)
    for person, line in ((cid, "!guess ann"), (dot, "!guess high")):
        await person.says(night.channel, line)
    await night.asks(ben, "!guess ann", "may not guess")
    await cid.says(night.channel, "!guess ben")
    await night.asks(ann, "!guess ben", "may not guess")
    await ann.says(night.channel, "!start")
    await night.line("Guesses on game", "Ben 1", "high 1")
    assert not [line for line in night.channel.lines if "You guess" in line.text]
