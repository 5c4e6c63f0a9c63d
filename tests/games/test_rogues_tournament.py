"""Test what is carried from table to table in a tournament: dice, what was won, and the ante by the clock."""

from itertools import pairwise

from rogues_table import Table, carry, last_duel

from games import tournament
from games.kit.money import Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.rogues import GAME
from games.rogues.events import RoundBegins, WonBefore
from games.rogues.options import unit_after
from games.rogues.state import Carry, Held


def alone_with_a_pot() -> Carry:
    """Return a carry where Ben is the last at his table: 40 that he won stay in the pot, and 9 were carried over."""
    return Carry((0, 2), Suckers(49), Seat(1), (Seat(1),), 4, (), 4, (Held(Seat(1), Suckers(40)),))


def test_who_comes_to_the_last_one_of_a_table_does_not_play_for_what_these_have_won_fr_35() -> None:
    """In a tournament, when a table is balanced."""
    joined = GAME.joined(GAME.reseated(alone_with_a_pot(), (None, Seat(0))), carry(2, 3), Seat(1))
    assert (joined.cups, joined.pot, joined.held) == ((2, 3), 49, (Held(Seat(0), Suckers(40)),))
    options = GAME.options_from(GAME.in_tournaments)
    assert GAME.plays_on(options, joined, (Suckers(0), Suckers(200))) == (True, True), "what is won pays the ante"
    table = Table((7, 4, 4, 3, 4, 1, 2, 3), (0, 200), joined, ante_rises="0")
    assert table.told(WonBefore) == WonBefore(Seat(0), Suckers(40))
    assert (table.told(RoundBegins).carried, table.stacks) == (9, (30, 185))


def test_what_the_last_one_has_won_is_theirs_when_the_table_breaks_up_fr_35() -> None:
    assert GAME.break_up(alone_with_a_pot(), (Suckers(7), Suckers(0))) == (7, 49)
    joined = GAME.joined(alone_with_a_pot(), carry(2), Seat(0))
    assert GAME.break_up(joined, (Suckers(7), Suckers(0), Suckers(0))) == (7, 45, 4)


def test_who_leaves_before_the_last_duel_takes_along_what_they_have_won_fr_35() -> None:
    assert GAME.owed(alone_with_a_pot(), (Suckers(7), Suckers(1))) == Owed((Suckers(7), Suckers(41)), pot=Suckers(9))
    left = GAME.reseated(alone_with_a_pot(), (Seat(0), None))
    assert (left.cups, left.pot, left.held) == ((0,), 9, ())
    assert (GAME.match_is_over(alone_with_a_pot()), GAME.match_is_over(left)) == (False, True)


def test_the_last_one_of_a_table_who_is_seated_elsewhere_brings_what_they_have_won_fr_35() -> None:
    tables = (
        tournament.Table(("ann", "ben"), (Suckers(7), Suckers(1)), alone_with_a_pot()),
        tournament.Table(("cid", "dot"), (Suckers(5), Suckers(6)), carry(2, 2)),
    )
    brought = tournament.what_they_bring(GAME, tables, (("ann",), ("cid", "dot")))
    assert {one: stack for one, (stack, _, _) in brought.items()} == {"ann": 7, "ben": 41, "cid": 5, "dot": 6}
    stayed = tournament.what_they_bring(GAME, tables, (("ann", "ben"), ("cid", "dot")))
    assert stayed["ben"][0] == 1, "it stays in the pot of the table"


def test_in_a_tournament_the_clock_alone_raises_the_ante_fr_30() -> None:
    fixed = GAME.options_from({**GAME.in_tournaments, **GAME.raised(GAME.options_from({}), 2)})
    assert (fixed.ante_unit, fixed.ante_rises, fixed.rounds) == (15, 0, 0)
    assert [unit_after(fixed, antes, Suckers(10), Suckers(900)) for antes in (0, 3, 30)] == [15, 15, 15]


def test_who_has_dice_and_the_next_ante_plays_on_fr_33() -> None:
    def still(stacks: tuple[int, ...], before: Carry | None, **options: str) -> tuple[bool, ...]:
        return GAME.plays_on(GAME.options_from(options), before, tuple(map(Suckers, stacks)))

    assert still((200, 200, 14, 15, 10), carry(2, 0, 3, 3)) == (True, False, False, True, False)
    assert still((200, 200, 14, 15, 10), carry(2, 0, 3, 3), unpaid_dice="shed") == (True, False, True, True, False)
    assert still((9, 10), None) == (False, True)


def test_after_a_match_nobody_plays_on() -> None:
    """Nobody has any dice until the next match begins."""
    table = last_duel(8)
    table.say(0, "roll", 4, 5)
    assert GAME.plays_on(table.options, table.carried, table.result.stacks) == (False, False)


def test_who_comes_from_another_table_brings_their_dice() -> None:
    before = carry(2, 1, pot=40, first=1, winner=(0,))
    after = GAME.joined(before, carry(3, 4, pot=7), Seat(1))
    assert after == carry(2, 1, 4, pot=40, first=1, winner=(0,)), "its pot stays behind"
    assert GAME.joined(before, None, Seat(1)).cups == (2, 1, 2)


def test_at_a_table_where_nobody_sat_all_have_what_they_bring() -> None:
    first = GAME.joined(None, carry(3, 4, pot=7), Seat(1))
    assert (first.cups, first.pot, first.last_winner) == ((4,), 0, ())
    assert GAME.joined(first, carry(5, 1), Seat(0)).cups == (4, 5)


def test_the_ante_of_a_tournament_grows_from_level_to_level() -> None:
    options = GAME.options_from({})
    antes = [int(GAME.raised(options, level)["ante_unit"]) for level in range(40)]
    assert antes[:5] == [5, 10, 15, 20, 30]
    assert all(after > before for before, after in pairwise(antes) if before < 100_000)
    for level in range(40):
        assert GAME.options_from(GAME.raised(options, level)).ante_unit == antes[level], "an option that is allowed"
