"""Test `!odds` against a count of every Giant and every roll of the Party (`rogues_worlds.py`), and in the last
duel.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import halflings_oracle as oracle
import pytest
from cases import case
from rogues_table import Table, dealt, last_duel
from rogues_worlds import GIANTS, Seen, giants, prospects, worlds

from games.halflings.chances import percent
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Listed, Say
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME


def lines(table: Table, viewer: Viewer) -> dict[str, list[dict[str, Any]]]:
    """Return the lines by their names."""
    odds = GAME.odds(table.view(viewer), (), lambda _: table.state, SeededDice(b"", "", b""))
    found: dict[str, list[dict[str, Any]]] = {}
    for line in () if odds is None else odds.lines:
        found.setdefault(line.id, []).append(dict(line.args))
    return found


def seen(table: Table) -> list[Seen]:
    return [(*cup.taken, *cup.shown) for cup in table.view().cups]


# The count itself, by hand


def test_the_count_of_one_shown_6() -> None:
    """11 of 36 rolls have a 6. A Giant of 6 or more always shows it, one of 5 in all but two, one of 1 only in
    a 6-6.
    """
    found = giants([(6,)])
    assert [found[giant] * 72 for giant in GIANTS] == [1, 1, 1, 5, 9, 11, 11, 11, 11, 11]


def test_the_count_of_cups_of_which_both_dice_are_known() -> None:
    """Of 1 and 6 the 1 is nearer to 1, 2 and 3. Of 3 and 5 both are equally near to 4, and the higher is shown."""
    found = giants([(1, 6)])
    assert [giant for giant in GIANTS if found[giant]] == [1, 2, 3]
    assert [giant for giant in GIANTS if giants([(3, 5)])[giant]] == [1, 2, 3]
    assert [giant for giant in GIANTS if giants([(5, 3)])[giant]] == [4, 5, 6, 7, 8, 9, 10]


def test_the_chances_of_all_worlds_sum_to_one() -> None:
    for cups in (((6,),), ((3,), (5,)), ((2, 6), (4,))):
        assert sum(worlds(cups).values()) == 1


# A Trip against the hidden Giant

TABLES = [
    ("3 4", 7, "6 1"),
    ("3 4", 2, "5 6"),
    ("2 2", 1, "1 1"),
    ("4 5", 4, "3 5"),
    ("5", 6, "2 6"),
    ("1", 3, "2 4"),
    ("1 1", 5, "5 5"),
    ("5 6", 9, "6 6"),
    ("6 4", 10, "3 2"),
    ("3 4", 1, "1 2"),
    ("3 4", 2, "1 2"),
]


def check_trip(table: Table, seat: int) -> None:
    view = table.view(Seat(seat))
    found = prospects(view.hand, seen(table), view.maw)
    (line,) = lines(table, Seat(seat))["odds-trip"]
    assert line["toppled"] == percent(found["toppled"])
    assert line["hand"] == "-".join(map(str, view.hand))
    assert line["fate"] == ("snake" if view.hand == (1, 1) else "maw" if found["maw"] else "plain")
    if line["fate"] == "plain":
        assert line["kicked"] == percent(found["kicked"])
    kicks = lines(table, Seat(seat)).get("odds-kick", [])
    assert kicks == ([{"kick": percent(found["kick"])}] if found["kick"] else []), "told where it can be"


def test_the_chance_to_topple_is_that_of_a_count_of_all_rolls() -> None:
    for dice, giant, party in TABLES:
        with case(dice, giant, party):
            table = dealt(dice, "3 4", giant=giant, party=party)
            check_trip(table, 0)
            check_trip(table, 1)


def test_both_dice_of_a_cup_that_are_known_are_reckoned_with() -> None:
    """Drawn by the first player, and then by both."""
    for dice, giant, party in TABLES:
        with case(dice, giant, party):
            table = dealt(dice, "3 4", giant=giant, party=party)
            table.say(0, f"draw {table.shown[0][0]}")
            check_trip(table, 0)
            check_trip(table, 1)
            table.turns("trip")
            table.say(1, f"draw {table.shown[0][0]}")
            assert table.shown == [()]
            check_trip(table, 0)
            check_trip(table, 1)


@pytest.mark.parametrize(("giant", "party"), [(4, "3 5 | 2 6"), (10, "6 5 | 6 6"), (1, "1 2 | 3 2"), (7, "1 1 | 6 2")])
@pytest.mark.parametrize("maw10", ["on", "off"])
def test_several_cups_tell_of_the_giant_together(giant: int, party: str, maw10: str) -> None:
    table = dealt("3 4", "4 6", "5 6 2", giant=giant, party=party, maw10=maw10)
    for seat in range(3):
        check_trip(table, seat)
    table.say(0, f"draw {table.shown[1][0]}")
    for seat in range(3):
        check_trip(table, seat)


def test_three_cups_tell_of_the_giant_together() -> None:
    """For a given Giant the cups are independent, so three are counted one by one."""
    table = dealt(*["3 4"] * 5, giant=5, party="6 1 | 4 2 | 5 5")
    assert table.shown == [(6,), (4,), (5,)]
    ways = dict.fromkeys(GIANTS, Fraction(1))
    for cup in seen(table):
        ways = {giant: chance * giants([cup])[giant] for giant, chance in ways.items()}
    toppled = sum((ways[giant] for giant in range(2, 8)), Fraction(0)) / sum(ways.values())
    for seat in range(5):
        told = lines(table, Seat(seat))
        assert told["odds-kick"] == [{"kick": percent(ways[1] / sum(ways.values()))}]
        assert told["odds-trip"][0]["toppled"] == percent(toppled)


@pytest.mark.parametrize("betting", ["thieves", "liars"])
def test_who_trips_has_the_same_chances_in_the_betting(betting: str) -> None:
    table = dealt("3 4", "4 6", "5 2", giant=4, party="3 5 | 2 6", betting=betting).turns("trip", "trip", "flee")
    check_trip(table, 0)
    check_trip(table, 1)


# Other possible moves


def listed(hands: Iterable[Say]) -> dict[str, Any]:
    return {str(one.args["hand"]): one.args["toppled"] for one in hands}


def test_each_other_pair_of_ones_dice_is_reckoned() -> None:
    table = dealt("2 5 6", "3 4", giant=8, party="6 1")
    (line,) = lines(table, Seat(0))["odds-keep"]
    hands = line["hands"]
    assert isinstance(hands, Listed)
    expected = {
        "-".join(map(str, pair)): percent(prospects(pair, seen(table), 11)["toppled"]) for pair in ((6, 2), (6, 5))
    }
    assert listed(hands.says) == expected
    assert "odds-keep" not in lines(table, Seat(1))


def test_each_shown_die_is_reckoned_with_the_own_die_that_does_best() -> None:
    for dice in ["2 5", "1 6", "1 1", "3", "2 5 6"]:
        for giant, party in [(4, "3 5 | 2 6"), (10, "6 5 | 6 6"), (3, "1 1 | 4 2")]:
            with case(dice, giant, party):
                table = dealt(dice, "3 4", "3 4", giant=giant, party=party)
                told = {line["die"]: line for line in lines(table, Seat(0))["odds-draw"]}
                assert set(told) == {die for cup in table.shown for die in cup}
                own = table.view(Seat(0)).dice
                for die, line in told.items():
                    chances = {one: prospects((one, die), seen(table), 10)["toppled"] for one in own}
                    assert line["toppled"] == percent(max(chances.values()))
                    assert chances[line["stays"]] == max(chances.values())
                    assert line["total"] == line["stays"] + die


@pytest.mark.parametrize(("dice", "stays"), [("6 1", 1), ("1 6", 1), ("2 3", 3), ("3 2", 3), ("3 3", 3)])
def test_what_is_told_of_a_draw_is_what_one_gets_by_it(dice: str, stays: int) -> None:
    """With the shown 5, 6 would be the Maw, and 3 is better than 2."""
    table = dealt(dice, "3 4", giant=5, party="5 5")
    (line,) = lines(table, Seat(0))["odds-draw"]
    assert line["stays"] == stays
    if line["drop"]:
        table.say(0, f"drop {line['drop']}")
    table.say(0, "draw 5")
    assert table.hand(0) == (stays, 5)


def test_a_double_is_told_to_its_owner_alone() -> None:
    table = dealt("3 3", "3 4", giant=4)
    assert "odds-split" in lines(table, Seat(0))
    assert "odds-split" not in lines(table, Seat(1))


def test_a_split_that_gains_no_die_is_told_as_such_fr_18() -> None:
    for most, gains in ((2, "no"), (3, "yes")):
        (told,) = lines(dealt("3 3", "3 4", max_dice=most), Seat(0))["odds-split"]
        assert (told["gains"], told["most"]) == (gains, most)


def test_that_the_lowest_wins_is_told_where_it_does_fr_27() -> None:
    assert "odds-closest" in lines(dealt("3 4", "3 4"), Seat(0))
    assert "odds-closest" not in lines(dealt("3 4", "3 4", pot="shared"), Seat(0))


def test_who_has_drawn_is_told_of_no_other_dice() -> None:
    table = dealt("2 5 6", "3 4", giant=4).turns("draw 4")
    assert set(lines(table, Seat(0))) == {"odds-trip", "odds-win", "odds-kick", "odds-closest"}


def test_who_plays_no_part_has_no_odds() -> None:
    table = dealt("3 4", "3 3", "3 4", "", betting="thieves").turns("flee", "split")
    for viewer in (Seat(0), Seat(1), Seat(3), SPECTATOR):
        assert lines(table, viewer) == {}
    assert lines(table.turns("flee"), Seat(2)) == {}


def test_odds_do_not_depend_on_what_lies_hidden() -> None:
    table = dealt("3 4", "5 6", giant=7, party="6 2")
    told = {
        str(GAME.odds(GAME.view(state, Seat(0)), (), lambda _: None, SeededDice(b"", "", b"")))
        for number in range(20)
        for state in [GAME.resample(table.state, Seat(0), SeededDice(b"", str(number), b""))]
    }
    assert len(told) == 1


# The last duel

BASE = oracle.Rules("rulebook", "doubles", "eaten", "push", None)


def of_pick(knee: int, pick: tuple[int, int], kept: int = 0) -> oracle.Spread:
    return oracle.doubles_roll(BASE, knee, kept, int(kept > 0), pick)


def of_roll(knee: int, count: int) -> oracle.Spread:
    """Return the results of every roll of this many dice, with the best two by mean."""
    rolls = product(oracle.FACES, repeat=count)
    return oracle.average(
        max((of_pick(knee, (two[0], two[1])) for two in combinations(roll, 2)), key=oracle.ev) for roll in rolls
    )


def told_duel(table: Table, name: str) -> dict[str, Any]:
    (line,) = lines(table, Seat(0))[name]
    return {key: line[key] for key in ("win", "lose", "push", "ev")}


def row(spread: oracle.Spread) -> dict[str, str]:
    return dict(zip(("win", "lose", "push", "ev"), map(percent, oracle.line(spread)), strict=True))


def test_before_the_roll_of_the_last_duel_every_roll_is_counted_fr_36() -> None:
    for knee in [2, 5, 8, 10]:
        for cup in [1, 2, 3, 4]:
            with case(knee, cup):
                table = last_duel(knee, cups=(cup, 0))
                assert told_duel(table, "odds-duel-roll") == row(of_roll(knee, max(cup, 2)))


@pytest.mark.parametrize("cup", [2, 3])
def test_before_the_wager_every_giant_is_counted_fr_35(cup: int) -> None:
    table = last_duel(carried=0, cups=(cup, 0), final="wager")
    spreads = [{Fraction(-1): Fraction(1)}, *(of_roll(knee, cup) for knee in oracle.KNEES)]
    assert told_duel(table, "odds-wagering") == row(oracle.average(spreads))


def test_each_pick_is_told_the_best_first_fr_36() -> None:
    table = last_duel(8, cups=(4, 0))
    table.say(0, "roll", 6, 5, 3, 3)
    told = [(line["hand"], line["win"]) for line in lines(table, Seat(0))["odds-pick"]]
    spreads = {"6-3": (6, 3), "5-3": (5, 3), "3-3": (3, 3), "6-5": (6, 5)}
    assert {hand for hand, _ in told[:2]} == {"6-3", "5-3"}
    for hand, win in told:
        assert win == row(of_pick(8, spreads[hand]))["win"]


def test_split_and_stand_are_told_apart_fr_36() -> None:
    table = last_duel(8)
    table.say(0, "roll", 2, 2)
    assert told_duel(table, "odds-duel-split") == row(oracle.doubles_spread(BASE, 8, 2, 1))
    assert told_duel(table, "odds-duel-stand") == row({Fraction(-1): Fraction(1)})
    table.say(0, "split", 2, 2)
    assert told_duel(table, "odds-duel-split") == row(oracle.doubles_spread(BASE, 8, 4, 2))


def test_who_looks_on_at_the_last_duel_has_no_odds() -> None:
    table = last_duel(8)
    assert lines(table, Seat(1)) == lines(table, SPECTATOR) == {}


# To win, and the calls in the Den


def test_toppling_is_not_winning_and_a_lower_total_wins_more_often() -> None:
    """With a Giant that is surely low, both totals topple it, and the lower one is the closest."""
    low, high = (dealt(hand, "4 5", giant=2, party="1 1").turns("trip") for hand in ("1 4", "4 5"))
    wins = [int(lines(table, Seat(0))["odds-win"][0]["win"]) for table in (low, high)]
    assert 0 < wins[1] < wins[0] < 100
    assert "odds-win" not in lines(dealt("5 6", "4 5", giant=2, party="1 1"), Seat(0)), "the Maw wins nothing"


def test_who_is_to_speak_in_the_den_is_told_what_the_calls_are_worth() -> None:
    table = dealt("1 1", "3 4", "2 4", giant=6, betting="liars").turns("trip", "trip", "trip")
    (speaks,) = table.awaited
    found = lines(table, speaks)
    assert (found["odds-tumble"][0]["share"], found["odds-tumble"][0]["stake"]) == (60, 5)
    assert (found["odds-snake"][0]["own"], found["odds-snake"][0]["dice"]) == ("no", 2)
    assert 0 < int(found["odds-snake"][0]["shows"]) < 50
    assert "odds-tumble" not in lines(table, Seat(1)), "it is not their turn"
    table.turns("tumble", "tumble")
    own = lines(table, Seat(0))
    assert (own["odds-snake"][0]["own"], own["odds-snake"][0]["shows"]) == ("yes", 100)
    assert own["odds-tumble"][0]["share"] == 60 // 3
