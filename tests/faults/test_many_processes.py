"""Test several processes on one Redis while they are killed, frozen and replaced, with people on pages, and on Discord
and Twitch, whose stand-ins all of them serve (threats F1, F14, F19, F30).

In Twitch's chats, where nothing marks a repeat, a sentence may be read twice: that is counted, and fails no test.
`python -m bench.processes` prints the figures of such a run.
"""

import pytest

from bench.processes.run import arguments, played

SHORT = "--processes 2 --tables 4 --discord 2 --twitch 2 --seconds 1 --kill-every 1 --ways 1 --think 0.5"
LONG = "--processes 4 --tables 180 --discord 12 --twitch 8 --seconds 600 --kill-every 10 --think 4"
ON_SEVERAL = "--processes 3 --tables 16 --discord 4 --twitch 4 --seconds 20 --kill-every 10 --ways 1 --think 1 --store"


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "how",
    [
        SHORT,
        *(
            pytest.param(how, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])
            for how in (LONG, f"{ON_SEVERAL} cluster", f"{ON_SEVERAL} sentinel")
        ),
    ],
    ids=["short", "long", "cluster", "sentinel"],
)
async def test_nothing_is_lost_doubled_told_twice_or_refused_falsely(how: str) -> None:
    noted = await played(arguments(how.split()))
    assert noted.taken
    assert noted.kills.keys() >= {"SIGKILL", "a rolling deploy"}
    assert noted.wrong.total() == 0, "\n".join(noted.rows())
