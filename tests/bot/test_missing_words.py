"""A game that lacks words: its table goes on."""

import pytest
from evening import Evening

from bot.text import words


@pytest.mark.usefixtures("highdie_installed")
async def test_a_sentence_that_a_game_lacks_is_told_by_its_id(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F24: one missing message must not keep every later line of the table from everybody."""
    read = words.read

    def without(package: str, name: str) -> str:
        return read(package, name).replace("\nkept = ", "\nkept-otherwise = ")

    monkeypatch.setattr(words, "read", without)
    words.messages.cache_clear()
    await evening.lines("ann: !open highdie", "bob: !join", "ann: !start")
    await evening.whisper("ann", "keep")
    await evening.whisper("bob", "keep")
    words.messages.cache_clear()
    told = " ".join(evening.witness.told(f"place:{evening.place}"))
    assert "kept" in told
    assert "takes the pot" in told
