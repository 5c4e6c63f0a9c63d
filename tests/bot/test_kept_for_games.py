"""Test the cache for games, which saves work for each command: it stays small, and never mixes games up."""

import secrets

import pytest

from bot.ports.ids import PlaceId, VenueId
from bot.table import fairness as fairness_of
from bot.table.fairness import Fairness, Keys, LostKeyError
from games.catalogue import catalogue
from games.kit import codec
from games.kit.contract import Options
from games.proof.seeded_dice import SeededDice

VENUE, PLACE = VenueId("test"), PlaceId("test:room")
GAME = catalogue()["halflings"]
DICE = SeededDice(bytes(32), "kept", b"")


def test_of_however_many_games_few_seeds_are_kept_and_each_is_that_of_its_pledge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness_of, "MOST_SEEDS", 20)
    keys = Keys({1: bytes(32)})
    fairness = Fairness(keys)
    pledges = [fairness.pledge(VENUE, PLACE, number) for number in range(100)]
    seeds = [fairness.seed(one) for one in pledges]
    assert [fairness.seed(one) for one in pledges] == seeds == [Fairness(keys).seed(one) for one in pledges]
    assert len(set(seeds)) == len(seeds)
    assert len(fairness._seeds) <= 20


def test_a_key_that_is_lost_is_missed_whatever_another_house_has_kept() -> None:
    fairness = Fairness(Keys({1: bytes(32)}))
    pledge = fairness.pledge(VENUE, PLACE, 1)
    assert fairness.seed(pledge)
    with pytest.raises(LostKeyError):
        Fairness(Keys({1: secrets.token_bytes(32)})).seed(pledge)


def test_of_however_many_options_few_are_kept_as_they_are_written_and_none_as_another_ones() -> None:
    encode, state = codec.codec(GAME).encode, codec.codec(GAME).state
    for number in range(codec.MOST_WRITTEN * 2):
        options = GAME.options_from({"stack": str(number + 1)})  # freed at once: the next may get its address
        assert state(encode(_with(options))).options == options
        assert f'"stack":{number + 1},'.encode() in encode(_with(options))
    assert len(codec._WRITTEN) <= codec.MOST_WRITTEN


def _with(options: Options) -> object:
    """Return the state of a new game with these options."""
    return GAME.start(options, (GAME.stack(options),), DICE, None).state
