"""Test Headache: each roll of the contest lies on the table for a moment, before the next one."""

from headache_phases import round_shown
from headache_table import (
    BILL,
    COLIN,
    FIVE,
    JACK,
    PETE,
    THREE,
    TWO_AND_TWO,
    Table,
    agreed,
    at_the_method,
    playing_by_hand,
    scores,
)

from games.headache import GAME
from games.headache.events import ContestRolled, DiceLost, DieLost, Eliminated, PotWon, RollCalled, TiedLowest
from games.headache.odds import chance_to_win
from games.headache.view import ContestView, HeadacheView
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.telling import Say

FOUR = f"{THREE}, colin pete"


def playing(method: str, bought: str, *faces: int, **options: str) -> Table:
    """Return a table after the first roll of the contest, which lies there."""
    table = at_the_method(bought, **options)
    table.hurries = False
    table.decide(method, *faces)
    return table


def view(table: Table) -> HeadacheView:
    return GAME.view(table.state, SPECTATOR)


def contest(table: Table) -> ContestView:
    found = view(table).contest
    assert found is not None
    return found


def heads(table: Table) -> list[Seat]:
    return [one.head for one in contest(table).contenders]


def labels(table: Table) -> dict[str, Say | None]:
    """Return by name the letters of each piece that says what a roll did."""
    scene = GAME.scene(view(table))
    assert scene.board is not None
    own = [(zone.name, one.label) for zone in scene.board.zones for one in zone.pieces if one.label is not None]
    return {name: label for name, label in own if label.id == "label-fate"}


def test_a_roll_lies_there_for_five_seconds_and_nobody_can_do_anything_ha_38() -> None:
    table = playing("one", THREE, 11, 3, 7)
    assert (table.phase, table.ask.seats, table.ask.seconds) == ("round-shown", (), 5)
    assert [table.offers(seat) for seat in all_seats(FIVE)] == [[]] * FIVE
    assert scores(table) == [{BILL: 11, PETE: 3, JACK: 7}], "only this round has been rolled"
    assert table.told(Eliminated).seat == PETE
    assert (heads(table), [one.head for one in contest(table).out]) == ([BILL, JACK], [PETE])


def test_the_next_round_follows_by_itself_ha_38() -> None:
    table = playing("one", THREE, 11, 3, 7)
    table.silence(5, 6)
    assert scores(table) == [{BILL: 5, JACK: 6}]
    assert table.told(PotWon).shares[0].seat == JACK
    assert [one.faces for one in contest(table).rolls] == [(5,), (6,)], "the last roll lies there at the end"


def test_all_see_who_stays_in_who_is_out_and_what_each_has_rolled() -> None:
    now = labels(playing("one", THREE, 11, 3, 7))
    assert {name: label and label.args["fate"] for name, label in now.items()} == {
        "seat-0": "none",
        "seat-4": "none",
        "seat-1": "in",
        "seat-2": "out",
        "seat-3": "in",
    }
    scene = GAME.scene(view(playing("one", THREE, 11, 3, 7)))
    assert "scene-rolls" in [line.id for line in scene.table]


def test_a_score_of_several_dice_is_named_as_the_dice_do_not_say_it() -> None:
    now = labels(round_shown())
    assert {name: label.args["score"] for name, label in now.items() if label and label.args["score"]} == {"seat-1": 12}


def test_a_tie_lies_there_before_the_tied_roll_again() -> None:
    table = playing("one", THREE, 3, 3, 9)
    assert (table.told(TiedLowest).seats, table.told_all(Eliminated)) == ((BILL, PETE), [])
    assert contest(table).rolling == contest(table).tied == (0, 1)
    table.silence(8, 12)
    assert [(one.round, one.again) for one in table.told_all(ContestRolled)] == [(1, True)]
    assert (table.phase, table.told(Eliminated).seat) == ("round-shown", BILL)


def test_by_hand_all_see_the_roll_before_they_are_called_again() -> None:
    table = playing_by_hand("one", THREE)
    table.hurries = False
    table.silence(3, 3, 3)
    assert (table.phase, table.awaited) == ("round-shown", ())
    table.silence()
    assert table.told(RollCalled).seats == table.awaited == (BILL, PETE, JACK)
    table.silence(9, 5, 7)
    assert table.told(ContestRolled).again, "the round is named once, also where all were tied"


def test_one_die_of_several_is_lost_and_its_owner_stays_in() -> None:
    table = playing("lives", TWO_AND_TWO, 1, 15, 4, 5)
    assert table.told(DieLost).seat == BILL
    assert labels(table)["seat-1"] == Say("label-fate", {"fate": "lost", "score": 0})
    assert set(heads(table)) == {BILL, PETE}


def test_chances_are_those_after_the_roll_that_is_shown() -> None:
    table = playing("one", "bill bill, pete pete, jack jack", 2, 1, 9)
    chances = [chance_to_win(GAME.view(table.state, seat), None) for seat in (BILL, PETE, JACK)]
    assert chances[1] is None, "Pete is out"
    assert round(sum(chance or 0 for chance in chances), 9) == 1


# People who leave meanwhile


def test_who_is_out_already_leaves_while_the_roll_is_shown() -> None:
    table = playing("one", FOUR, 11, 3, 7, 5)
    table.leave(PETE)
    assert (table.phase, table.told_all(DiceLost), heads(table)) == ("round-shown", [], [BILL, JACK, COLIN])


def test_who_stays_in_leaves_and_the_others_roll_on_without_them() -> None:
    table = playing("one", FOUR, 11, 3, 7, 5)
    table.leave(BILL)
    assert (table.phase, heads(table)) == ("round-shown", [JACK, COLIN])
    table.silence(4, 6)
    assert table.result.winners == (COLIN,)


def test_all_but_one_leave_while_the_roll_is_shown_and_that_one_wins() -> None:
    table = playing("one", THREE, 11, 3, 7)
    table.leave(BILL)
    assert table.result.winners == (JACK,)


def test_one_of_two_tied_leaves_and_nobody_else_goes_in_this_round() -> None:
    table = playing("one", FOUR, 3, 3, 9, 8)
    table.leave(BILL)
    assert (table.phase, heads(table)) == ("round-shown", [PETE, JACK, COLIN])
    table.silence(1, 5, 6)
    assert [(one.round, one.again) for one in table.told_all(ContestRolled)] == [(2, False)]
    assert table.told(Eliminated).seat == PETE


def test_an_ally_who_leaves_is_followed_by_the_other() -> None:
    table = at_the_method(FOUR, alliances="on")
    table.decide("add")
    table.say(BILL, "ally pete")
    table.hurries = False
    agreed(table, PETE, "ally bill", 9, 9, 4, 2)
    assert (table.phase, heads(table)) == ("round-shown", [BILL, JACK])
    table.leave(BILL)
    assert (heads(table), len(contest(table).rolls)) == ([PETE, JACK], 3)
