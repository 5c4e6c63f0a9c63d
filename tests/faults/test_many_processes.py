"""Test several processes on one Redis while they are killed, frozen and replaced, with people on pages, and on Discord
and Twitch, whose stand-ins all of them serve (threats F1, F14, F19, F30).

In Twitch's chats, where nothing marks a repeat, a sentence may be read twice: that is counted, and fails no test.
`python -m bench.processes` prints the figures of such a run.
"""

import asyncio
import signal
from collections.abc import Mapping, Sequence

import pytest
from forked import Forked, potluck

from bench.processes import bots
from bench.processes.run import arguments, played

SHORT = "--processes 2 --tables 4 --discord 2 --twitch 2 --seconds 1 --kill-every 1 --ways 1 --think 0.5"
LONG = "--processes 4 --tables 180 --discord 12 --twitch 8 --seconds 600 --kill-every 10 --think 4"
ON_SEVERAL = "--processes 3 --tables 16 --discord 4 --twitch 4 --seconds 20 --kill-every 10 --ways 1 --think 1 --store"


class ForkedBot(bots.Bot):
    """A process that need not load the program anew, which takes more of a short run than all that is played in it."""

    _forked: Forked | None = None

    @property
    def pid(self) -> int:
        assert self._forked is not None
        return self._forked.pid

    async def begin(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self._forked = potluck(*words, environment=environment, folder=self._folder, output=self.log)

    async def end(self, way: bots.Way = signal.SIGTERM) -> None:
        if self._forked is not None and self._forked.code is None:
            self._forked.signal(way)
            await asyncio.to_thread(self._forked.wait)


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
async def test_nothing_is_lost_doubled_told_twice_or_refused_falsely(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "Bot", ForkedBot)
    noted = await played(arguments(how.split()))
    assert noted.taken
    assert noted.kills.keys() >= {"SIGKILL", "a rolling deploy"}
    assert noted.wrong.total() == 0, "\n".join(noted.rows())
