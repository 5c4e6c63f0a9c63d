"""Test people at several processes on one Redis while processes are killed, frozen and replaced (threats F1, F19, F30).

`python -m bench.processes` prints the figures of such a run.
"""

import pytest

from bench.processes import arguments, played

SHORT = "--processes 2 --tables 6 --seconds 1 --kill-every 1 --ways 1 --think 0.3"
LONG = "--processes 4 --tables 200 --seconds 600 --kill-every 10 --think 4"
ON_SEVERAL = "--processes 2 --tables 8 --seconds 10 --kill-every 5 --ways 1 --think 0.5 --store"


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
