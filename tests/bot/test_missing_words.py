"""Test that a table goes on if its game lacks words."""

import pytest
from evening import Evening

from bot.people.languages import kept
from bot.text import words


def forget_words() -> None:
    """Clear what was read from a words file, and the sentences made from it."""
    words.messages.cache_clear()
    kept.cache_clear()


@pytest.mark.usefixtures("highdie_installed")
async def test_a_sentence_that_a_game_lacks_is_told_by_its_id(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F24: one missing message must not stop all later lines of the table."""
    read = words.read

    def without(package: str, name: str) -> str:
        return read(package, name).replace("\nkept = ", "\nkept-otherwise = ")

    monkeypatch.setattr(words, "read", without)
    forget_words()
    await evening.lines("ann: !open highdie", "bob: !join", "ann: !start")
    await evening.whisper("ann", "keep")
    await evening.whisper("bob", "keep")
    forget_words()
    told = " ".join(evening.witness.told(f"place:{evening.place}"))
    assert "kept" in told
    assert "takes the pot" in told
