"""Test the chances in a contest of Headache, against every roll by hand and against the rules; and one's own odds."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt

import pytest
from cases import case
from headache_phases import contest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    DORA,
    JACK,
    PETE,
    Table,
    at_a_lot,
    at_the_auction,
    at_the_draw,
    at_the_method,
    at_the_rerolls,
    at_the_votes,
    playing,
)

from games.headache import GAME
from games.headache.chances import chances, each_lasts, goes_now, hand_of, under_way
from games.headache.events import CupOf
from games.headache.moves import Keep, Vote
from games.headache.odds import Alike, worlds
from games.headache.options import D4, D6, D8, D10, D12, D20, DICE, Method
from games.headache.state import Contender, Over, RollOf
from games.kit.dice import Dice
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Die, Seat, Spot, Viewer
from games.kit.telling import Listed, Say
from games.proof.seeded_dice import SeededDice

each_method = pytest.mark.parametrize("method", Method)
Hand = tuple[Die, ...]

# Every roll by hand: owners go one after the other, until one is left

Player = tuple[int, Hand]
"""An owner, and dice that score as one."""


def by_hand(sides: Sequence[Hand], method: Method) -> tuple[Fraction, ...]:
    """Return the chances by the rulings HA-27 to HA-30, word by word."""
    players: tuple[Player, ...] = tuple(enumerate(sides))
    if method is Method.ONE:
        players = tuple((owner, (max(hand),)) for owner, hand in players)
    if method is Method.LIVES:
        players = tuple((owner, (die,)) for owner, hand in players for die in hand)
    won = owner_left(players, method is Method.ADD)
    return tuple(won.get(owner, Fraction(0)) for owner in range(len(sides)))


@cache
def owner_left(players: tuple[Player, ...], add: bool) -> dict[int, Fraction]:
    if len({owner for owner, _ in players}) == 1:
        return {players[0][0]: Fraction(1)}
    won: Counter[int] = Counter()
    for place, chance in goes(players, add).items():
        for owner, share in owner_left(players[:place] + players[place + 1 :], add).items():
            won[owner] += chance * share  # type: ignore[assignment]
    return dict(won)  # type: ignore[arg-type]


@cache
def goes(players: tuple[Player, ...], add: bool) -> dict[int, Fraction]:
    """Return each place's chance of elimination, over all rolls; ties roll again."""
    if len(players) == 1:
        return {0: Fraction(1)}
    tied: Counter[tuple[int, ...]] = Counter()
    for faces in product(*(product(*(range(1, die + 1) for die in hand)) for _, hand in players)):
        scored = [sum(fell) if add else max(fell) for fell in faces]
        tied[tuple(place for place, score in enumerate(scored) if score == min(scored))] += 1
    everybody = tuple(range(len(players)))
    rolls = sum(tied.values()) - tied.pop(everybody, 0)
    out = dict.fromkeys(everybody, Fraction(0))
    for places, count in tied.items():
        for among, chance in goes(tuple(players[place] for place in places), add).items():
            out[places[among]] += Fraction(count, rolls) * chance
    return out


SMALL: tuple[tuple[Hand, ...], ...] = (
    ((D4,),),
    ((D4,), (D4,)),
    ((D4,), (D6,)),
    ((D4,), (D4,), (D4,)),
    ((D4,), (D6,), (D8,)),
    ((D4,), (D6,), (D6,), (D4,)),
    ((D4, D6), (D8,)),
    ((D4, D4), (D6,)),
    ((D4, D4), (D6,), (D4,)),
    ((D4, D6), (D4, D6)),
    ((D4, D6), (D4,), (D6,)),
    ((D4, D4, D4), (D6,), (D4,)),
    ((D6,), (D4, D8), (D4,)),
)


def test_chances_are_those_of_every_roll_by_hand_ha_28_ha_29_ha_30() -> None:
    for method in Method:
        for sides in SMALL:
            with case(method, sides):
                assert chances(sides, method) == pytest.approx(
                    [float(chance) for chance in by_hand(sides, method)], abs=1e-12
                )


def test_two_dice_by_hand() -> None:
    """Of 24 rolls of d4 and d6, four tie; of the others the d4 wins six: 6 of 20."""
    assert chances(((D4,), (D6,)), Method.ONE) == pytest.approx((0.3, 0.7))


# Against the rules themselves, with the dice of the rulebook's example

EXAMPLE = "bill bill, colin pete, colin colin, jack andy1, pete andy2, andy jack"
"""Bill has the d6, Colin the d8 and the d12, Jack the d4, Pete the d20, Andy the d10."""
OWNERS = {ANDY: (D10,), BILL: (D6,), PETE: (D20,), JACK: (D4,), COLIN: (D8, D12)}
CONTESTS = 2000


def before_the_last_word(method: Method) -> Table:
    """Return a table where Colin must still vote or keep a die; his word starts the whole contest."""
    table = at_the_method(EXAMPLE)
    if method is Method.ONE:
        table.decide("one")
    else:
        for seat in (ANDY, BILL, PETE, JACK):
            table.say(seat, f"vote 0 {method.value}")
    return table


@each_method
def test_chances_are_what_the_rules_come_to_with_the_dice_of_the_example(method: Method) -> None:
    """Colin discards his d8, as in the rulebook, if only one die is kept."""
    state = before_the_last_word(method).state
    word = Keep(D12) if method is Method.ONE else Vote(Suckers(0), method.value)
    won: Counter[Seat] = Counter()
    for number in range(CONTESTS):
        dice = SeededDice(b"contest", str(number), b"")
        played = GAME.play(state, COLIN, word, dice).state
        while not isinstance(played.phase, Over):
            played = GAME.time_up(played, (), dice).state
        won.update(played.phase.winners)
    for seat, chance in zip(OWNERS, chances(tuple(OWNERS.values()), method), strict=True):
        sigma = sqrt(CONTESTS * chance * (1 - chance))
        assert abs(won[seat] - CONTESTS * chance) < 4 * sigma + 1


# Rules for all chances

BIG: tuple[tuple[Hand, ...], ...] = (
    tuple((die,) for die in DICE),
    tuple(OWNERS.values()),
    ((D4, D20), (D6, D12), (D8, D10)),
    (*((die,) for die in DICE), (D20,), (D4, D6, D8), (D10,), (D12,)),
)


def test_somebody_wins() -> None:
    for method in Method:
        for sides in BIG:
            with case(method, sides):
                found = chances(sides, method)
                assert sum(found) == pytest.approx(1)
                assert min(found) > 0


@each_method
def test_a_die_with_more_sides_is_better_against_the_same_dice(method: Method) -> None:
    against = ((D6,), (D10,), (D8, D12))
    found = [chances(((die,), *against), method)[0] for die in DICE]
    assert found == sorted(found)
    assert len(set(found)) == len(DICE)


@each_method
def test_one_more_die_is_never_worse(method: Method) -> None:
    against = ((D6,), (D10,))
    one, two = (chances((own, *against), method)[0] for own in ((D8,), (D8, D12)))
    assert two > one


def test_add_together_and_multiple_lives_are_best_with_multiple_dice() -> None:
    """Rulebook, phase 8; of a high and a low die. Two lives are worth as much as both dice apart."""
    sides = ((D8, D12), (D4,), (D6,), (D10,), (D20,))
    one, lives, _, add = (chances(sides, method)[0] for method in Method)
    assert one < lives < add
    alone = chances(tuple((die,) for die in (D8, D12, D4, D6, D10, D20)), Method.ONE)
    assert lives == pytest.approx(alone[0] + alone[1])


@each_method
def test_equal_sides_have_equal_chances_wherever_they_stand(method: Method) -> None:
    first, _, third, fourth = chances(((D6, D8), (D20,), (D4,), (D6, D8)), method)
    assert first == pytest.approx(fourth)
    assert chances(((D4,), (D6, D8), (D6, D8), (D20,)), method)[0] == pytest.approx(third)


# A contest under way


def contenders(*hands: Hand) -> tuple[Contender, ...]:
    return tuple(Contender(number, Seat(number), hand) for number, hand in enumerate(hands))


def test_before_a_roll_a_contest_under_way_is_the_whole_contest() -> None:
    found = under_way(contenders((D4,), (D6,), (D20,)), (0, 1, 2), (), Method.ONE)
    assert tuple(found.values()) == pytest.approx(chances(((D4,), (D6,), (D20,)), Method.ONE))


def test_who_has_rolled_waits_for_the_others() -> None:
    """The d4 shows 4. The d6 loses with 1, 2 or 3. With a 4 both roll again, and the d4 wins 6 of 20."""
    found = under_way(contenders((D4,), (D6,)), (0, 1), (RollOf(0, (4,)),), Method.ONE)
    assert found[Seat(0)] == pytest.approx(3 / 6 + 1 / 6 * 0.3)
    assert sum(found.values()) == pytest.approx(1)


def test_of_those_tied_for_the_lowest_one_goes_and_the_others_play_on() -> None:
    """d4 and d6 roll off while the d20 waits: it then meets the d6 in 7 of 10 cases, otherwise the d4."""
    found = under_way(contenders((D4,), (D6,), (D20,)), (0, 1), (), Method.ONE)
    low, high = (each_lasts([(die,), (D20,)], add=False)[(D20,)] for die in (D4, D6))
    assert found[Seat(2)] == pytest.approx(0.3 * low + 0.7 * high)


def test_of_those_tied_one_may_have_rolled_off_already() -> None:
    found = goes_now({0: (D4,), 1: (D6,), 2: (D20,)}, (0, 1), (RollOf(1, (1,)),), add=False)
    assert found == pytest.approx({0: 1 / 4 * 0.7, 1: 3 / 4 + 1 / 4 * 0.3})


def test_with_multiple_lives_the_chances_of_all_dice_count_ha_28() -> None:
    three = (Contender(0, BILL, (D4,)), Contender(1, BILL, (D20,)), Contender(2, JACK, (D10,)))
    found = under_way(three, (0, 1, 2), (), Method.LIVES)
    assert found[BILL] == pytest.approx(chances(((D4, D20), (D10,)), Method.LIVES)[0])


def test_add_together_adds_what_has_fallen_ha_30() -> None:
    """6 and 4 on d8 and d6 beat a d10, unless it rolls 10 too."""
    two = contenders(hand_of((D8, D6)), (D10,))
    found = under_way(two, (0, 1), (RollOf(0, (4, 6)),), Method.ADD)
    again = chances(((D6, D8), (D10,)), Method.ADD)[0]
    assert found[Seat(0)] == pytest.approx(0.9 + 0.1 * again)


# A player's own chances now


def own(table: Table, viewer: Viewer) -> tuple[Say, ...]:
    def again(dice: Dice) -> object:
        assert isinstance(viewer, int)
        return GAME.resample(table.state, viewer, dice)

    odds = GAME.odds(GAME.view(table.state, viewer), (), again, SeededDice(b"odds", "", b""))
    return () if odds is None else odds.lines


def said(lines: Sequence[Say]) -> list[tuple[object, ...]]:
    return [(line.id, *line.args.values()) for line in lines]


def cup(seat: Seat, index: int = 1, of: int = 1) -> Say:
    return CupOf(seat, index, of).said()


def test_before_the_cups_stand_there_is_nothing_to_reckon() -> None:
    assert own(at_the_rerolls(), ANDY) == own(at_the_draw(), ANDY) == ()
    assert own(at_the_votes(memory="off"), SPECTATOR) == ()


def test_with_memory_on_odds_rest_on_what_lies_open_alone_ha_14() -> None:
    """Andy drew the d4 and the d20. Nobody is told so again, not even he."""
    table = at_the_votes()
    assert said(own(table, ANDY)) == said(own(table, COLIN)) == [("odds-any-cup", "16.7", 0)]


def test_with_memory_off_odds_rest_on_all_that_one_was_told_ha_14() -> None:
    """Andy knows his two cups. The four others have the other four dice, all equally likely."""
    first, second, third = own(at_the_votes(memory="off"), ANDY)
    assert first.args == {"cups": Listed((cup(ANDY, 2, 2),), either=True), "chance": "54.8", "error": 0}
    assert second.args["cups"] == Listed(tuple(cup(seat) for seat in (BILL, PETE, JACK, COLIN)), either=True)
    assert third.args == {"cups": Listed((cup(ANDY, 1, 2),), either=True), "chance": "0.4", "error": 0}


def test_of_the_cup_on_sale_the_chance_of_its_die_is_told() -> None:
    assert said(own(at_a_lot("bill"), BILL)) == [("odds-lot", cup(BILL), "16.7", 0)]
    assert said(own(at_a_lot("bill", memory="off"), BILL)) == [("odds-lot", cup(BILL), "2.5", 0)]


def test_what_everybody_has_seen_counts_for_all() -> None:
    """Reveal All: Bill has bought the d20, so it is not under the other cups."""
    table = at_the_auction(reveal="all")
    table.sell("andy2", "bill 1")
    assert said(own(table, BILL)) == [("odds-any-cup", "9.0", 0), ("odds-bought", 1, "54.8", 0)]
    table.sell("colin", "bill 1")
    *_, bought = own(table, BILL)
    without_the_d12 = chances(((D20,), *((die,) for die in (D4, D6, D8, D10))), Method.ONE)[0]
    assert said([bought]) == [("odds-bought", 2, f"{100 * without_the_d12:.1f}", 0)]


def test_a_die_that_nobody_bought_is_out() -> None:
    table = at_the_auction(reveal="all")
    table.sell("andy2", "")
    assert said(own(table, BILL)) == [("odds-any-cup", "20.0", 0)]


def test_where_the_dice_can_lie_in_too_many_ways_odds_are_sampled_and_told_with_their_error() -> None:
    """Twelve dice: it is still known that all cups are alike, but not the best of two unseen cups."""
    table = at_the_votes(*DICE * 2, players=8, extra_dice="second_set")
    table.decide("1")
    while table.phase != "choosing-lot":
        table.silence()
    assert said(own(table, DORA)) == [("odds-any-cup", "8.3", 0)]
    table.sell("andy2", "dora 1")
    table.sell("colin", "dora 1")
    _, bought = own(table, DORA)
    assert bought.args["cups"] == 2
    chance, error = int(str(bought.args["chance"])), int(str(bought.args["error"]))
    pairs = [(max(one, two), one, two) for one, two in combinations((*DICE, *DICE), 2)]
    exact = sum(best_of_two(best, one, two) for best, one, two in pairs) / len(pairs)
    assert abs(chance - 100 * exact) <= 2 * error
    assert 1 <= error <= 3


def best_of_two(best: Die, *both: Die) -> float:
    """Return the chance of the one with more sides, against the ten others."""
    others = list(DICE * 2)
    for die in both:
        others.remove(die)
    return chances(((best,), *((die,) for die in others)), Method.ONE)[0]


def test_while_the_method_is_voted_on_each_is_told_its_chance_ha_26() -> None:
    table = at_the_method(EXAMPLE)
    for seat, place in ((COLIN, 4), (PETE, 2)):
        exact = [chances(tuple(OWNERS.values()), method)[place] for method in Method]
        told = said(own(table, seat))
        assert told == [
            ("odds-method", Say(f"value-{method}"), f"{100 * chance:.1f}")
            for method, chance in zip(Method, exact, strict=True)
        ]


def test_who_owns_no_die_has_no_chance_to_tell() -> None:
    assert own(at_the_method("bill bill, pete pete"), ANDY) == ()


def test_while_dice_are_kept_each_die_is_told_its_chance_ha_27() -> None:
    table = playing("one", EXAMPLE)
    kept = [chances(((die,), (D10,), (D6,), (D20,), (D4,)), Method.ONE)[0] for die in (D12, D8)]
    assert said(own(table, COLIN)) == [
        ("odds-keep", "d12", f"{100 * kept[0]:.1f}"),
        ("odds-keep", "d8", f"{100 * kept[1]:.1f}"),
    ]
    assert [line.id for line in own(table, PETE)] == ["odds-pot"]


def test_allies_are_told_their_chance_together_ha_32() -> None:
    table = playing("add", "bill bill, pete pete, jack jack, colin colin", alliances="on")
    table.say(BILL, "ally pete")
    table.say(PETE, "ally bill")
    together = chances(((D6, D8), (D10,), (D12,)), Method.ADD)
    assert said(own(table, BILL)) == said(own(table, PETE)) == [("odds-pot", 2, f"{100 * together[0]:.1f}")]
    assert said(own(table, JACK)) == [("odds-pot", 1, f"{100 * together[1]:.1f}")]


def test_in_the_contest_one_is_told_the_chance_from_here() -> None:
    """Bill has rolled 2 and 9 with d4 and d20; Pete and Jack must still roll."""
    table = contest()
    told = [own(table, seat) for seat in (BILL, PETE, JACK)]
    assert [line.id for (line,) in told] == ["odds-pot"] * 3
    assert sum(float(str(line.args["chance"])) for (line,) in told) == pytest.approx(100, abs=0.2)


# The worlds that agree with a player's knowledge


def test_every_world_is_found_once_where_there_are_few() -> None:
    spots = tuple(Spot(Seat(number), 1) for number in range(4))
    known = (Alike(spots[:3], (D4, D6, D6)), Alike(spots[3:], (D20,)))
    found = worlds(known, SeededDice(b"", "", b"").draw("worlds"), 3)
    assert found.all
    assert sorted(tuple(way[spot] for spot in spots) for way in found.ways) == [
        (D4, D6, D6, D20),
        (D6, D4, D6, D20),
        (D6, D6, D4, D20),
    ]
    assert not worlds(known, SeededDice(b"", "", b"").draw("worlds"), 2).all
