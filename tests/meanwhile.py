"""Simulate what others do to the store between two of our commands, and answers that are lost."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from persistence import Store


def before_next(
    monkeypatch: pytest.MonkeyPatch, store: Store, way: str, does: Callable[[], Awaitable[Any]], *, word: str = ""
) -> None:
    """Do something once, right before the pipe's next call of this kind; `word`: of a command that begins with it."""
    plain = getattr(store.pipe, way)

    async def later(*given: Any, **how: Any) -> Any:
        if not word or given[0] == word:
            monkeypatch.setattr(store.pipe, way, plain)
            await does()
        return await plain(*given, **how)

    monkeypatch.setattr(store.pipe, way, later)


def losing_answers(monkeypatch: pytest.MonkeyPatch, store: Store, word: str, count: int = 1) -> None:
    """Lose this many of the next answers, from the last on, to commands and questions that begin with a word."""
    several, one = store.pipe.read_all, store.pipe.read

    async def fewer(commands: Any) -> Any:
        answers = await several(commands)
        return answers[:-count] if commands and commands[0][0] == word else answers

    async def shorter(*command: Any) -> Any:
        answer = await one(*command)
        return answer[:-count] if command[0] == word else answer

    monkeypatch.setattr(store.pipe, "read_all", fewer)
    monkeypatch.setattr(store.pipe, "read", shorter)
