"""What others do to the store between two commands of ours, and answers that are not what was asked for."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from persistence import Store


def before_next(
    monkeypatch: pytest.MonkeyPatch, store: Store, way: str, does: Callable[[], Awaitable[Any]], *, word: str = ""
) -> None:
    """Let something happen once, right before the pipe's next call of this way; `word`: one that begins so."""
    plain = getattr(store.pipe, way)

    async def later(*given: Any, **how: Any) -> Any:
        if not word or given[0] == word:
            monkeypatch.setattr(store.pipe, way, plain)
            await does()
        return await plain(*given, **how)

    monkeypatch.setattr(store.pipe, way, later)


def losing_answers(monkeypatch: pytest.MonkeyPatch, store: Store, word: str, count: int = 1) -> None:
    """Let so many answers be missing from now on, the last ones: to packets and questions that begin with a word."""
    several, one = store.pipe.read_all, store.pipe.read

    async def fewer(commands: Any) -> Any:
        answers = await several(commands)
        return answers[:-count] if commands and commands[0][0] == word else answers

    async def shorter(*command: Any) -> Any:
        answer = await one(*command)
        return answer[:-count] if command[0] == word else answer

    monkeypatch.setattr(store.pipe, "read_all", fewer)
    monkeypatch.setattr(store.pipe, "read", shorter)
