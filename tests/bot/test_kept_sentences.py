"""Test that made sentences are cached by everything they depend on, so that nobody gets another's."""

from functools import cache
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.text import Words
from bot.text.words import FUNCTIONS, MOST_SENTENCES, MissingWordsError, messages, sources
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say

GAME = catalogue()["halflings"]


@cache
def fluents_own() -> Any:
    """Return Fluent's own bundle of the files of the bot and one game."""
    bundle = FluentBundle(["en"], functions=FUNCTIONS, use_isolating=False)
    for text in sources(GAME, "en"):
        bundle.add_resource(FluentResource(text), allow_overrides=True)
    return bundle


def test_a_sentence_follows_its_values_its_names_and_its_game() -> None:
    words = Words()
    spot = say("value-spot", seat=Who(Seat(0)), index=1, of=2)
    first = words.sentence(spot, ("ann", "bob"), GAME)
    assert "ann" in first
    assert words.sentence(spot, ("ann", "bob"), GAME) == first
    assert "zoe" in words.sentence(spot, ("zoe", "bob"), GAME)
    assert "bob" in words.sentence(say("value-spot", seat=Who(Seat(1)), index=1, of=2), ("ann", "bob"), GAME)
    assert words.sentence(spot, ["mia", "bob"], GAME).startswith(first.replace("ann", "mia"))


def test_two_values_that_change_places_make_another_sentence() -> None:
    words = Words()
    one = words.sentence(Say("and-list", {"rest": "ann", "last": "bob"}))
    assert one == words.sentence(Say("and-list", {"last": "bob", "rest": "ann"}))
    assert one != words.sentence(Say("and-list", {"last": "ann", "rest": "bob"}))


def test_names_within_other_sayings_are_never_those_of_before() -> None:
    words = Words()
    inner = Listed((say("value-spot", seat=Who(Seat(0)), index=1, of=2), say("nobody")))
    for name in ("ann", "zoe", "ann"):
        told = words.sentence(Say("and-list", {"rest": inner, "last": All((Seat(0),))}), (name,), GAME)
        assert told.count(name) == 2


@pytest.mark.parametrize("value", [10**30, -(10**30), "\ud800"])
def test_what_no_store_could_hold_is_said_nevertheless(value: int | str) -> None:
    assert Words().sentence(Say("and-list", {"rest": value, "last": "bob"})).endswith("and bob")


def test_however_many_names_pass_few_sentences_are_kept() -> None:
    words = Words()
    for number in range(20_000):
        assert str(number) in words.sentence(Say("and-list", {"rest": f"name{number}", "last": "bob"}))
    assert len(words._said) <= MOST_SENTENCES


def test_a_game_and_a_language_that_come_late_change_nothing_that_was_said_and_are_told_rightly() -> None:
    words, waiting = Words(), Say("stakes-waiting", {"count": 1234})
    before = words.sentence(waiting)
    messages.cache_clear()
    staked = say("staked", seat=Who(Seat(0)), amount=5)
    with pytest.raises(MissingWordsError):
        words.sentence(staked, ("ann", "bob"))
    assert words.sentence(staked, ("ann", "bob"), GAME) == "ann stakes 5."
    assert Words("de").sentence(waiting) == before.replace("1,234", "1.234") != before
    assert words.sentence(waiting) == Words().sentence(waiting) == before


@pytest.mark.parametrize("value", [2**53 - 1, -1, 0, "", "another\nline", "<@everyone>"])
def test_a_value_that_was_never_met_is_said_as_fluent_says_it(value: int | str) -> None:
    bundle = fluents_own()
    theirs, _ = bundle.format_pattern(bundle.get_message("stakes-waiting").value, {"count": value, "prefix": "!"})
    for _ in range(2):
        assert Words().sentence(Say("stakes-waiting", {"count": value})) == theirs
