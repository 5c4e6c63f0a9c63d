"""Test the places that a game leaves, and what it brought, as surfaces show them."""

from msgspec.structs import replace
from standing import duel

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.messages import SeatLine
from bot.ports.replays import FilmFrame
from bot.render.archive import how_it_ended, result_of
from bot.render.seat_lines import Outcome, in_places, in_signs, seats_shown, stack_of
from bot.table.ending import places_of
from bot.table.seats import BOT
from bot.text import Words
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats


def test_who_won_comes_first_then_who_gained_most_and_equals_share_a_place() -> None:
    assert places_of([False, True, False, False], [-10, 20, -10, -90]) == (2, 1, 2, 4)
    assert places_of([True, True, False], [5, 40, -45]) == (2, 1, 3)


def test_several_who_are_last_together_have_no_place() -> None:
    assert places_of([False, True, False, False], [-100, 300, -100, -100]) == (0, 1, 0, 0)
    assert places_of([True, True], [0, 0]) == (1, 1)


def test_whoever_has_a_place_is_listed_where_there_is_no_money_and_who_took_no_part_is_not() -> None:
    seats = [
        SeatLine(Seat(at), f"s{at}", None, False, False, False, False, won=place == 1, place=place)
        for at, place in enumerate([4, 1, 3, 2, 0])
    ]
    assert [int(one.seat) for one in in_places(seats)] == [1, 3, 2, 0]


def test_a_house_bot_that_has_bought_in_again_is_shown_with_what_the_game_left_it() -> None:
    person = duel().seats[0]
    bot = replace(person, player=PersonId(f"{BOT}1"))
    assert stack_of(bot, Outcome(-98, left=2), Suckers(100)) == 2
    assert stack_of(bot, Outcome(), Suckers(100)) == 100
    assert stack_of(person, Outcome(-98, left=2), Suckers(100)) == 100, "who bought in knows it"


def test_without_money_only_the_winners_have_a_place() -> None:
    assert places_of([False, True, False], None) == (0, 1, 0)


def test_there_are_no_places_where_nobody_won() -> None:
    assert places_of([False, False], [-5, -20]) == (0, 0)


def test_those_who_played_are_listed_by_place_then_by_gain() -> None:
    seats = [
        SeatLine(Seat(at), f"s{at}", 10, False, False, False, False, gain=gain, won=place == 1, place=place)
        for at, (gain, place) in enumerate([(-20, 0), (-10, 0), (None, 0), (5, 2), (30, 1)])
    ]
    assert [int(one.seat) for one in in_places(seats)] == [4, 3, 1, 0]


def test_a_crowd_shows_who_looks_and_the_best_of_the_last_game() -> None:
    brought = [Outcome() for _ in range(40)]
    assert seats_shown(None, brought) == all_seats(24)
    brought[30], brought[35] = Outcome(9, won=True, place=1), Outcome(5, won=False, place=2)
    assert seats_shown(None, brought) == (*all_seats(22), Seat(30), Seat(35))
    assert seats_shown(Seat(39), brought) == (Seat(39), *all_seats(21), Seat(30), Seat(35))
    assert seats_shown(Seat(35), brought) == seats_shown(None, brought)


def test_lists_and_pictures_of_the_archive_go_by_places() -> None:
    sat = Sat(PersonId("web:a"), "", 100, 100)
    named = zip(("Ann", "Bea", "Cid", "Dot"), (3, 1, 0, 2), strict=True)
    seats = tuple(replace(sat, name=name, won=place == 1, place=place) for name, place in named)
    game = FinishedGame("r", "poohead", TableCode("K7Q"), "t1", PlaceId("web:main"), 1, 0, 1, seats)
    end = FilmFrame(None, (), (), (), None, ())
    assert [one.name for one in result_of(game, end, ("",) * 4, Words()).seats] == ["Bea", "Dot", "Ann", "Cid"]
    assert how_it_ended(game, Words()).endswith("Dot, Ann and Cid")


def test_a_gain_is_told_with_its_sign() -> None:
    assert [in_signs(one) for one in (1240, 0, -35)] == ["+1,240", "±0", "\u221235"]
