"""Test the manners of house bots at a table, and what they say: little, about what all have seen, and off if wished."""

from typing import Any

import pytest
from evening import Evening
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from one_change import change_of, refused, table, told

from bot.ports.ids import PersonId
from bot.table import options, playing, seating, thinking
from bot.table.document import TableOptions
from bot.table.phases import Playing
from bot.text import Words
from games.catalogue import catalogue
from games.halflings.events import Staked
from games.headache.auction_events import Raised
from games.kit.contract import Event, PrivateEvent, Result
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import say
from games.kit.temper import EVERY_MANNER, Manner, drawn

NAMES = tuple(f"Bot{number}" for number in range(9))
EVERYBODY_TALKS = dict.fromkeys(Manner, 100)


class Bitten(PrivateEvent, frozen=True):
    """A private event with the cue and the seat of an occasion."""

    cue = Cue.BITE

    seat: Seat


# Manners


@given(luck=st.binary(min_size=1), count=st.integers(0, 8), before=st.integers(0, 8))
def test_four_house_bots_in_a_row_have_four_manners_wherever_it_begins(luck: bytes, count: int, before: int) -> None:
    found = drawn(luck, count, before)
    assert len(found) == count
    assert found == drawn(luck, before + count)[before:]
    assert set(drawn(luck, 4, before)) == set(EVERY_MANNER)


def test_all_orders_of_manners_are_drawn() -> None:
    assert len({drawn(bytes([number]), 4) for number in range(200)}) == 24


def test_a_house_bot_has_its_manner_for_the_evening_and_is_called_by_it_as_it_sits_down() -> None:
    change = change_of(table("ann", game="cones"))
    seating.add_bots(change, 1, NAMES, allowed=False, generous=False)
    seating.add_bots(change, 2, NAMES, allowed=False, generous=False)
    manners = [seated.manner for seated in change.session.seats[1:]]
    assert tuple(manners) == drawn(bytes.fromhex(change.session.pledge.commitment), 3)
    last: Any = [one for one in told(change) if one.id == "bots-sat-down"][-1]
    assert [one.args["manner"] for one in last.args["who"].says] == manners[1:]
    assert change.session.seats[0].manner is Manner.PLAIN


async def test_the_lobby_names_the_manners(evening: Evening) -> None:
    await evening.lines("ann: !open cones", "ann: !bots 3")
    assert any(f"Hob ({manner})" in line for manner in EVERY_MANNER for line in evening.news), evening.news


# What they say


async def a_game_of_bots(evening: Evening, *options: str) -> list[str]:
    """Play Cones with three house bots to its end, and return what was said after names of theirs."""
    await evening.lines(f"ann: !open cones sectors=4 {' '.join(options)}", "ann: !bots 3", "ann: !start")
    for _ in range(60):
        await evening.wait(90)
        if not isinstance((await evening.table()).phase, Playing):
            break
    return [line for line in evening.news if "“" in line]


async def test_each_says_one_thing_a_game_at_most(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "TALKS_BY_MANNER", EVERYBODY_TALKS)
    said = await a_game_of_bots(evening)
    speakers = [line.split(":", maxsplit=1)[0] for line in said]
    assert speakers
    assert len(set(speakers)) == len(speakers), said


async def test_with_chatter_off_they_say_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "TALKS_BY_MANNER", EVERYBODY_TALKS)
    assert await a_game_of_bots(evening, "chatter=off") == []


def spoken(events: tuple[Event, ...], result: Result | None = None) -> list[Any]:
    return list(playing.occasions(events, result))


def test_what_one_alone_is_told_is_no_occasion() -> None:
    assert spoken((Bitten(Seat(1), Seat(1)),)) == []


def test_a_bid_or_a_stake_is_no_occasion() -> None:
    assert spoken((Raised(Seat(1), Suckers(5)), Staked(Seat(1), Suckers(5)))) == []


def test_who_wins_is_glad_and_who_has_left_them_the_game_says_nothing() -> None:
    assert spoken((), Result("won", (Seat(2),), ())) == [(2, "glad")]


@pytest.mark.parametrize("manner", EVERY_MANNER)
def test_there_are_words_for_every_manner_and_feeling(manner: Manner) -> None:
    words = Words()
    found = {
        words.sentence(say("house-bot-says", who="Hob", said=f"{manner}-{feels}-{way}"))
        for feels in ("glad", "sore")
        for way in range(1, playing.WAYS_TO_SAY_IT + 1)
    }
    assert len(found) == 2 * playing.WAYS_TO_SAY_IT


# Levels that are offered


def test_house_bots_are_refused_where_their_level_plays_no_better_and_the_refusal_says_which_there_are() -> None:
    change = change_of(table("ann", "ben", game="poohead"))
    change.set(options=replace(change.session.options, level=3))
    with refused(change, "level-not-offered", level=3, seats=5, values="0, 1, 2"):
        seating.add_bots(change, 3, NAMES, allowed=False, generous=False)
    seating.add_bots(change, 2, NAMES, allowed=False, generous=False)
    assert thinking.level_here(change.session) == 3
    change.set(seats=(*change.session.seats, change.session.seats[0]))
    assert thinking.level_here(change.session) == 2, "somebody sat down later"


@pytest.mark.parametrize(("edition", "seats", "best"), [("french", 2, 3), ("french", 3, 2), ("kohner", 4, 3)])
def test_the_french_game_of_more_than_two_has_no_level_that_looks_further(edition: str, seats: int, best: int) -> None:
    rules = catalogue()["cones"]
    assert rules.levels(rules.options_from({"edition": edition}), seats)[-1] == best


def test_such_a_level_cannot_be_set_where_house_bots_sit() -> None:
    change = change_of(table("ann", game="poohead"))
    seating.add_bots(change, 5, NAMES, allowed=False, generous=False)
    with refused(change, "level-not-offered", level=3, seats=6, values="0, 1, 2"):
        options.set_options(change, "ann", {"level": "3"}, generous=False)
    options.set_options(change, "ann", {"level": "1"}, generous=False)


def test_where_somebody_sat_down_later_another_option_can_be_set_all_the_same() -> None:
    """There the next lower level plays, and its host has not touched it."""
    change = change_of(table("ann", "ben", game="poohead"))
    change.set(options=replace(change.session.options, level=3))
    seating.add_bots(change, 2, NAMES, allowed=False, generous=False)
    change.set(seats=(*change.session.seats, replace(change.session.seats[0], player=PersonId("test:cid"))))
    options.set_options(change, "ann", {"pace": "1"}, generous=False)
    assert change.session.options.level == 3


@pytest.mark.parametrize("game", catalogue())
def test_the_level_as_a_table_opens_is_offered_everywhere(game: str) -> None:
    rules = catalogue()[game]
    chosen = rules.options_from({})
    for seats in rules.seats(chosen):
        assert TableOptions().level in rules.levels(chosen, seats)
