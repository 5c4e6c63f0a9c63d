"""Test the setup on Twitch: lines of the broadcaster and moderators, and of people whom the broadcaster named."""

from on_twitch.night import Night


async def test_lines_of_moderators_set_rules_and_others_are_told_whom_to_ask(night: Night) -> None:
    ann, mia = night.people("ann", "mia")
    night.channel.mod(mia)
    await night.asks(mia, "!setup games cones, rogues", "Set: games is cones rogues now.")
    await night.asks(ann, "!open poohead", "poohead is not opened here. Games: cones, rogues.")
    await night.asks(ann, "!setup games poohead", "is for moderators")
    await night.asks(mia, "!setup archive 90", "Only whoever owns this place")


async def test_whom_the_broadcaster_names_moderates_here(night: Night) -> None:
    ann, _ = night.people("ann", "ben")
    await night.asks(ann, "!wallet", "Your purse here")
    await night.asks(night.channel.broadcaster, "!setup moderators ann", "Set: moderators is Ann now.")
    await night.asks(ann, "!setup tables 3", "Set: tables is 3 now.")
    await night.asks(night.channel.broadcaster, "!setup moderators none", "Set: moderators is none now.")
    await night.asks(ann, "!setup tables 4", "is for moderators")
