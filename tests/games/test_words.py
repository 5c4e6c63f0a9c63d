"""Test that a sentence without words is found by the inherited tests and by `potluck simulate`."""

import highdie
import pytest

from bot.text import lacking, words
from games.kit.telling import Say
from games.lab.simulation import simulate


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (Say("kept", {"seat": 1}), ""),
        (Say("kept"), "no words for kept: no value for seat"),
        (Say("rolled-twice"), "no words for rolled-twice"),
        (Say("kept", {"seat": Say("has-bid")}), "no words for has-bid"),
    ],
)
def test_what_is_missing_is_named(said: Say, found: str) -> None:
    assert lacking(highdie.GAME, said) == found


def forget_words() -> None:
    """Clear the compiled words, so that words files are read again."""
    words._in_english.cache_clear()
    words.messages.cache_clear()


def test_simulate_fails_for_an_event_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """`has-bid` used to be shown in chat as its bare name."""
    read = words.read
    forget_words()
    monkeypatch.setattr(words, "read", lambda *of: read(*of).replace("\nkept = ", "\nkept-otherwise = "))
    report = simulate(highdie.GAME, seats=2, games=5, seed=b"words", options={}, lacks=lacking)
    forget_words()
    assert report.violations > 0
    assert all("words: no words for kept" in found for found in report.first)
