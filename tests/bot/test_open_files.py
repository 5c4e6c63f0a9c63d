"""Test how many files the program may have open (threats T28)."""

import resource
import subprocess
import sys

import pytest

PROGRAM = "from bot.app.open_files import raise_open_files as r; import resource as s; print(r(), *s.getrlimit(7))"


@pytest.mark.parametrize(("soft", "hard", "raised"), [(256, 4_096, 4_096), (1_024, 1_024, 1_024), (300, 600, 600)])
def test_the_limit_is_raised_to_what_the_system_allows(soft: int, hard: int, raised: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f'ulimit -Sn {soft}; ulimit -Hn {hard}; exec "$0" -c "$1"', sys.executable, PROGRAM],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(raised), str(raised), str(hard)]


def test_it_is_never_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.app.open_files import raise_open_files  # noqa: PLC0415 - what it asks is replaced

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_000_000, 1_000_000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert raise_open_files() == 65_536
    assert asked == []


def test_where_the_system_calls_its_limit_endless_and_refuses_much_it_takes_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As macOS does."""
    from bot.app.open_files import raise_open_files  # noqa: PLC0415 - what it asks is replaced

    now = [256, resource.RLIM_INFINITY]

    def set_limit(_: int, limits: tuple[int, int]) -> None:
        if limits[0] > 24_576:
            raise ValueError(limits)
        now[0] = limits[0]

    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(now))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert raise_open_files() == 10_240
