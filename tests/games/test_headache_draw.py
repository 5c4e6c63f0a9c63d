"""Test Headache, phase 3: drawing dice."""

import pytest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    DORA,
    EMIL,
    FAY,
    GUS,
    HAL,
    JACK,
    PETE,
    SIDES,
    Table,
    at_the_auction,
    at_the_draw,
    at_the_rerolls,
    at_the_swaps,
    at_the_votes,
    cup,
)

from games.headache import GAME
from games.headache.events import BagSeen, DiceDrawn, DieDrawn, DrawCalled
from games.headache.options import D4, D6, D8, D10, D12, D20, DICE
from games.headache.phrases import Drew
from games.kit.contract import Illegal
from games.kit.seats import SPECTATOR, Die, Seat

PEOPLE = [ANDY, BILL, PETE, JACK, COLIN, DORA, EMIL, FAY, GUS, HAL]


def bags(table: Table, who: Seat) -> list[tuple[Die, ...]]:
    """Return what this seat was told of the bag in the last step."""
    return [one.dice for one in table.told_to(who) if isinstance(one, BagSeen)]


def drew(table: Table) -> list[tuple[Seat, Die]]:
    """Return who drew what in the last step."""
    return [(one.to, one.die) for one in table.told_all(DieDrawn)]


def test_starting_with_the_prime_each_takes_a_die_until_all_have_been_picked() -> None:
    table = Table(7, 16, 3, 5, 14)
    table.stay(20, 8, 12, 10, 4, 6)
    assert drew(table) == [(BILL, D20), (PETE, D8), (JACK, D12), (COLIN, D10), (ANDY, D4), (BILL, D6)]
    assert table.told(DiceDrawn) == DiceDrawn(
        (Drew(BILL, 2), Drew(PETE, 1), Drew(JACK, 1), Drew(COLIN, 1), Drew(ANDY, 1)), ()
    )


def test_the_first_die_goes_into_the_cup_to_the_left_and_the_second_to_the_right() -> None:
    table = at_the_votes()
    assert [one for one in table.told_to(ANDY) if isinstance(one, DieDrawn)] == [
        DieDrawn(ANDY, D4, cup=1, of=2, seconds=20),
        DieDrawn(ANDY, D20, cup=2, of=2, seconds=20),
    ]
    assert table.told_to(BILL)[-1] == DieDrawn(BILL, D6, cup=1, of=1, seconds=20)
    assert [table.under(name) for name in ("andy1", "andy2", "bill", "colin")] == [D4, D20, D6, D12]


def test_nobody_else_is_told_what_was_drawn() -> None:
    table = at_the_votes(memory="off")
    for who in PEOPLE[:5]:
        view = GAME.view(table.state, who).table
        assert view is not None
        assert {one.cup.seat for one in view.hand} == {who}
    spectator = GAME.view(table.state, SPECTATOR).table
    assert spectator is not None
    assert spectator.hand == ()
    assert [one.die for one in spectator.cups] == [None] * 6


def test_before_the_draw_the_drawer_is_told_which_dice_are_in_the_bag_ha_6() -> None:
    table = at_the_votes()
    assert bags(table, ANDY) == [DICE, (D20,)]
    assert bags(table, BILL) == [DICE[1:]]
    assert bags(table, COLIN) == [(D12, D20)]
    assert [type(one) for one in table.told_to(BILL)] == [BagSeen, DieDrawn]


def test_with_bag_peek_off_nobody_looks_into_the_bag_ha_6() -> None:
    table = at_the_votes(bag_peek="off")
    assert table.told_all(BagSeen) == []
    assert len(table.told_all(DieDrawn)) == 6


def test_the_draw_is_random_ha_6() -> None:
    """With the plain option nobody is asked anything."""
    table = at_the_rerolls()
    table.stay(*SIDES)
    assert table.phase == "voting"
    assert table.told_all(DrawCalled) == []


def test_with_draw_choose_each_takes_the_die_they_want_ha_6() -> None:
    table = at_the_draw(bag_peek="off")
    assert table.awaited == (ANDY,)
    assert bags(table, ANDY) == [DICE]
    assert table.told(DrawCalled) == DrawCalled(ANDY)
    table.say(ANDY, "draw d20")
    assert drew(table) == [(ANDY, D20)]
    assert (table.awaited, bags(table, BILL)) == ((BILL,), [DICE[:-1]])
    assert table.offers(ANDY) == table.offers(PETE) == []
    for who, die in ((BILL, "d8"), (PETE, "d12"), (JACK, "d10"), (COLIN, "d4"), (ANDY, "d6")):
        table.say(who, f"draw {die}")
    assert table.phase == "voting"
    assert [table.under(name) for name in ("andy1", "andy2", "bill")] == [D20, D6, D8]


def test_who_draws_sees_the_bag_and_nobody_else_does() -> None:
    table = at_the_draw()
    table.say(ANDY, "draw d20")
    seen = [GAME.view(table.state, viewer).table for viewer in (ANDY, BILL, SPECTATOR)]
    assert [view.bag for view in seen if view is not None] == [(), DICE[:-1], ()]


def test_a_die_that_is_not_in_the_bag_cannot_be_drawn() -> None:
    table = at_the_draw()
    table.say(ANDY, "draw d20")
    for line in ("draw d20", "draw d7"):
        with pytest.raises(Illegal) as caught:
            table.say(BILL, line)
        assert caught.value.reason.id == "not-among"
    with pytest.raises(Illegal):
        table.say(PETE, "draw d4")


def test_all_1_who_says_nothing_draws_by_chance() -> None:
    table = at_the_draw()
    assert table.ask.seconds == 20
    table.silence(8)
    assert drew(table) == [(ANDY, D8)]
    assert table.awaited == (BILL,)


@pytest.mark.parametrize("players", [7, 10])
def test_only_the_first_six_from_the_prime_draw_and_the_others_play_on_without_ha_7(players: int) -> None:
    table = at_the_votes(4, 6, 8, 10, 12, 20, players=players)
    first_six = [BILL, PETE, JACK, COLIN, DORA]
    drawn = table.told(DiceDrawn)
    assert drawn.drawers == tuple(Drew(seat, 1) for seat in (ANDY, *first_six))
    assert drawn.idle == tuple(PEOPLE[6:players])
    assert table.awaited == tuple(PEOPLE[:players]), "all others vote"
    assert table.offers(PEOPLE[players - 1]) == ["vote", "vote"]


def test_who_drew_nothing_may_swap_and_bid_ha_7() -> None:
    table = at_the_swaps(players=7)
    for _ in range(6):
        table.silence()
    assert table.awaited == (EMIL,)
    table.say(EMIL, "swap andy bill")
    table = at_the_auction(players=7)
    table.sell("andy", "emil 3")
    assert table.board.sold[0].owner == EMIL


@pytest.mark.parametrize(
    ("extra", "players", "more"),
    [
        ("off", 10, ()),
        ("match_players", 6, ()),
        ("match_players", 7, (D10,)),
        ("match_players", 10, (D10, D8, D12, D6)),
        ("second_set", 5, DICE),
        ("second_set", 7, DICE),
    ],
)
def test_extra_dice_are_added_in_their_order_ha_33(extra: str, players: int, more: tuple[Die, ...]) -> None:
    options = GAME.options_from({"extra_dice": extra})
    assert sorted(options.dice(players)) == sorted((*DICE, *more))


def test_with_an_extra_die_for_each_player_over_six_everybody_draws_one_ha_33() -> None:
    table = at_the_votes(*SIDES, 10, 8, players=8, extra_dice="match_players")
    assert table.told(DiceDrawn) == DiceDrawn(tuple(Drew(seat, 1) for seat in PEOPLE[:8]), ())
    assert bags(table, EMIL) == [(D8, D10)]


def test_a_second_set_goes_round_twice_ha_33() -> None:
    table = at_the_votes(*SIDES, *SIDES, players=7, extra_dice="second_set")
    assert [one.dice for one in table.told(DiceDrawn).drawers] == [2, 2, 2, 2, 2, 1, 1]
    assert [table.under(name) for name in ("andy1", "emil", "andy2", "bill2")] == [D4, D4, D6, D8]


def test_a_drawer_who_leaves_is_passed_over_and_the_cup_stays() -> None:
    table = at_the_draw()
    table.say(ANDY, "draw d20")
    table.leave(ANDY)
    assert table.awaited == (BILL,)
    table.leave(BILL)
    assert (table.awaited, bags(table, PETE)) == ((PETE,), [DICE[:-1]])
    for who, die in ((PETE, "d4"), (JACK, "d6"), (COLIN, "d8"), (PETE, "d10"), (JACK, "d12")):
        table.say(who, f"draw {die}")
    assert table.phase == "voting"
    assert table.under("andy") == D20
    assert table.board.cup(cup("jack2")).die == 5


def test_fewer_than_six_draw_round_and_round() -> None:
    table = Table(19, 15, 10, stacks=(100, 100, 100), min_players="3")
    table.stay(*SIDES)
    assert [one.dice for one in table.told(DiceDrawn).drawers] == [2, 2, 2]
    assert table.told_to(PETE)[1] == DieDrawn(PETE, D8, cup=1, of=2, seconds=20)
