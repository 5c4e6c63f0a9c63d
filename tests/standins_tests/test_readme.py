"""Run the examples of the stand-ins' README, and check that the switches it names exist."""

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
import standins
from standins.discord import sample_bot
from standins.discord.stand_in import DiscordStandIn
from standins.twitch import sample_bot as twitch_sample_bot
from standins.twitch.stand_in import TwitchStandIn

PAGE = (Path(standins.__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
BOTS = {"discord": sample_bot.SampleBot, "twitch": twitch_sample_bot.SampleBot}


@pytest.mark.parametrize("example", EXAMPLES, ids=list(BOTS))
async def test_the_examples_run(example: str) -> None:
    platform = "twitch" if "twitch" in example else "discord"
    names: dict[str, Any] = {"SampleBot": BOTS[platform]}
    exec(f"async def example():\n{textwrap.indent(example, '    ')}\n    return locals()", names)  # noqa: S102 - our own page
    seen = await names["example"]()
    assert seen["server" if platform == "discord" else "twitch"].world.unknown_routes == []


def test_the_switches_are_there() -> None:
    for stand_in, column in ((DiscordStandIn(), 2), (TwitchStandIn(), 3)):
        rows = [line.split("|") for line in PAGE.splitlines() if line.startswith("| ") and line.count("|") == 4]
        paths = [
            path for row in rows for path in re.findall(r"`((?:world|gateway|eventsub|limits)\.[a-z_.]+)", row[column])
        ]
        assert len(paths) > 6
        for path in paths:
            at: Any = stand_in
            for name in path.rstrip(".").split("."):
                at = getattr(at, name)
