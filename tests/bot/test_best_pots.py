"""Test the best pot of each game that has a pot: the largest one, and its winner."""

from collections.abc import AsyncIterator

import pytest
from evening import Evening
from msgspec.structs import replace
from test_luck import OPENED, finished

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.wings.archive.statistics import best_pot, of_pair, of_person
from persistence import HandClock, Store

ANN, BO = PersonId("x:ann"), PersonId("x:bo")


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()


@pytest.mark.parametrize("game", OPENED)
async def test_a_game_with_a_pot_is_listed_with_the_largest_there_was(evening: Evening, game: str) -> None:
    found = await finished(evening, game)
    gained = max(sat.gain for sat in found.seats)
    assert (found.pot > 0) == (game in {"halflings", "headache", "rogues"})
    assert found.pot >= gained or not found.pot or sum(sat.won for sat in found.seats) != 1
    assert found.pot <= sum(sat.before for sat in found.seats) + 10_000, "no more than there was, and the House's part"


async def test_it_stands_in_what_is_said_of_a_person_a_game_and_the_place(evening: Evening) -> None:
    found = await finished(evening, "rogues")
    winners = [sat.name for sat in found.seats if sat.won] or ["the House"]
    here = (await evening.say("pete", "!stats here")).text
    assert f"Biggest pot: {found.pot} in game {found.number} of Fearless Rogues" in here
    assert ", ".join(winners) in here
    of_pete = (await evening.say("pete", "!stats rogues")).text
    assert ("Biggest pot won" in of_pete) == ("pete" in winners)


def game(number: int, pot: int, *seats: Sat, void: str = "", kind: str = "rogues") -> FinishedGame:
    return FinishedGame(
        f"r{number}", kind, TableCode("K7Q"), "t", PlaceId("x:1"), number, number, number, seats, void=void, pot=pot
    )


def sat(player: PersonId, *, won: bool) -> Sat:
    return Sat(player, player[2:], 100, 120 if won else 80, won)


GAMES = [
    game(6, 900, sat(ANN, won=True), sat(BO, won=False), void="called off"),
    game(5, 10, sat(ANN, won=True), sat(BO, won=False)),
    game(4, 70, sat(ANN, won=False), sat(BO, won=True)),
    game(3, 40, sat(ANN, won=True)),
    game(2, 40, sat(ANN, won=True), kind="headache"),
    game(1, 500, Sat(PersonId("bot:Hal"), "Hal", 1, 2, won=True, house=True), sat(ANN, won=False)),
]


def test_of_a_person_it_is_the_largest_that_they_won_the_last_of_several() -> None:
    found = of_person(GAMES, ANN)
    assert found is not None
    assert found.pot is not None
    assert (found.pot.pot, found.pot.game.number) == (40, 3)
    assert {one.game: one.pot for one in found.of_games} == {"rogues": 40, "headache": 40}


def test_of_a_pair_it_is_the_largest_that_one_of_them_won_before_the_other() -> None:
    met = of_pair(GAMES, ANN, BO)
    assert met.pot is not None
    assert (met.games, met.pot.pot, met.pot.game.of(BO)) == (2, 70, sat(BO, won=True))


def test_of_a_place_it_is_the_largest_of_all_that_counts_and_nothing_where_none_is_known() -> None:
    best = best_pot(GAMES)
    assert best is not None
    assert best.game.number == 1
    assert best_pot([]) is None
    assert best_pot([replace(one, pot=0) for one in GAMES]) is None


async def test_whoever_won_it_and_is_in_no_list_is_named_nowhere(evening: Evening) -> None:
    await evening.lines("pete: !top off")
    await finished(evening, "halflings")
    assert "pete" not in (await evening.say("pete", "!stats here")).text
