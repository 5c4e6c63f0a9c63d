"""Sentences that were made are kept by all that they are made of; nobody is told another's."""

from bot.text import Words
from bot.text.words import MOST_SENTENCES
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say

GAME = catalogue()["halflings"]


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


def test_however_many_names_pass_few_sentences_are_kept() -> None:
    words = Words()
    for number in range(20_000):
        assert str(number) in words.sentence(Say("and-list", {"rest": f"name{number}", "last": "bob"}))
    assert len(words._said) <= MOST_SENTENCES
