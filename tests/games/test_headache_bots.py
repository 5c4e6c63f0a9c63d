"""Test the house bots of Headache: what they do in each phase, what they forget, and that better memory wins more."""

from collections.abc import Sequence
from statistics import fmean

import pytest
from cases import case
from headache_games import TABLES, whole_game
from headache_phases import PHASES, method
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    JACK,
    PETE,
    Table,
    at_a_lot,
    at_the_auction,
    at_the_draw,
    at_the_method,
    at_the_rerolls,
    at_the_swaps,
    at_the_votes,
    cup,
    playing,
)
from playing import Opening, Position

from games.headache import GAME
from games.headache.bots import Mind, believed
from games.headache.moves import (
    Ally,
    Award,
    Bid,
    Cast,
    Draw,
    Drop,
    For,
    Keep,
    Lot,
    Order,
    Pass,
    Reroll,
    Stay,
    Swap,
    Vote,
)
from games.headache.options import D4, D12, D20
from games.headache.prices import best_bid
from games.headache.state import State
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Die, Seat, Spot, all_seats
from games.kit.temper import Temper
from games.proof.seeded_dice import SeededDice
from potluck.testing.secrets import thought

LEVELS = (0, 1, 2, 3)
each_level = pytest.mark.parametrize("level", LEVELS)
OFTEN = 40
"""How many times a house bot is asked the same, with other dice."""


def chosen(state: State, seat: Seat, level: int, number: int = 0) -> Move | None:
    def again(dice: Dice) -> State:
        return GAME.resample(state, seat, dice)

    legal = GAME.legal_moves(state, seat)
    dice = SeededDice(b"think", str(number), b"")
    move = GAME.choose(GAME.view(state, seat), (), legal, again, Temper(level), dice)
    assert move is None or any(offer.covers(move) for offer in legal)
    return move


def often(table: Table, seat: Seat, level: int = 3) -> list[Move | None]:
    return [chosen(table.state, seat, level, number) for number in range(OFTEN)]


def amounts(moves: Sequence[Move | None]) -> list[int]:
    found = [move.amount for move in moves if isinstance(move, Bid | Vote)]
    assert len(found) == len(moves)
    return found


# In every phase


def test_whoever_is_awaited_makes_a_legal_move() -> None:
    for phase in PHASES:
        for level in LEVELS:
            with case(phase, level):
                state = PHASES[phase]().state
                ask = GAME.asks(state)
                assert ask is not None
                for seat in all_seats(len(state.stacks)):
                    for number in range(10):
                        move = chosen(state, seat, level, number)
                        assert move is not None or seat not in ask.seats


def test_who_may_do_nothing_does_nothing() -> None:
    assert chosen(at_the_draw().state, COLIN, 3) is None


def the_same_is_thought(position: Position) -> None:
    for seat in position.seats:
        again = position.dealt_again(seat)
        assert thought(position, again, seat) == thought(position, position.state, seat)


def test_dealt_again_house_bots_and_odds_are_the_same_in_every_phase() -> None:
    """The contract's own test sees only the first deeds of a game."""
    for phase in PHASES:
        with case(phase):
            table = PHASES[phase]()
            opening = Opening(GAME, table.state.options, table.state.stacks, b"thought")
            the_same_is_thought(Position(opening, table.state, {}, frozenset(), {}, (None, ())))


@pytest.mark.parametrize("name", TABLES)
def test_dealt_again_house_bots_and_odds_are_the_same_in_whole_games(name: str) -> None:
    for position in whole_game(name)[::40]:
        the_same_is_thought(position)


# Memory


def belief(table: Table, seat: Seat, level: int) -> dict[Spot, dict[Die, float]]:
    """Return for each cup the chance of each die, as this house bot believes."""
    dice, found = SeededDice(b"belief", "", b""), dict[Spot, dict[Die, float]]()

    def again(dice: Dice) -> State:
        return GAME.resample(table.state, seat, dice)

    for number in range(OFTEN):
        mind = Mind(GAME.view(table.state, seat), seat, Temper(level), (), again, dice, dice.draw("mind"))
        assert sum(weight for weight, _ in believed(mind)) == pytest.approx(1), number
        for weight, world in believed(mind):
            for spot, die in world.items():
                found.setdefault(spot, {}).setdefault(die, 0.0)
                found[spot][die] += weight / OFTEN
    return found


def test_the_best_remembers_what_it_drew_and_where_that_was_swapped_to() -> None:
    table = at_the_swaps()
    table.say(ANDY, "swap andy2 colin")
    after = belief(table, ANDY, 3)
    assert after[cup("colin")] == pytest.approx({D20: 1})
    assert after[cup("andy1")] == pytest.approx({D4: 1})
    assert after[cup("bill")] == pytest.approx(dict.fromkeys((6, 8, 10, 12), 0.25))


def test_the_least_knows_nothing_of_the_die_it_drew() -> None:
    after = belief(at_the_auction(), ANDY, 0)
    assert all(0.1 < after[cup("andy2")][die] < 0.24 for die in after[cup("andy2")])
    assert len(after[cup("andy2")]) == 6


def test_in_between_it_is_the_less_sure_the_lower_its_level() -> None:
    sure = [belief(at_the_auction(), ANDY, level)[cup("andy2")][D20] for level in LEVELS]
    assert sure == sorted(sure)
    assert sure[1] == pytest.approx(0.4 + 0.6 / 6, abs=0.05)
    assert sure[2] == pytest.approx(0.75 + 0.25 / 6, abs=0.03)


@each_level
def test_what_lies_open_is_known_at_every_level(level: int) -> None:
    table = at_the_auction(reveal="all")
    table.sell("andy2", "bill 1")
    assert belief(table, COLIN, level)[cup("andy2")] == pytest.approx({D20: 1})


# Better memory wins more

FEW, MANY = 10, 80


def play(number: int, levels: tuple[int, ...], **given: str) -> State:
    """Play a whole game of house bots; the awaited ones are asked first."""
    options, dice = GAME.options_from(given), SeededDice(b"games", str(number), b"")
    state = GAME.start(options, (options.stack,) * len(levels), dice, None).state
    for turn in range(5000):
        ask = GAME.asks(state)
        if ask is None:
            return state
        seats = ask.seats or all_seats(len(levels))
        first = turn % len(seats)
        asked = (
            (seat, chosen(state, seat, levels[seat], 5000 * number + turn)) for seat in seats[first:] + seats[:first]
        )
        seat, move = next(((seat, move) for seat, move in asked if move is not None), (None, None))
        step = GAME.time_up(state, ask.seats, dice) if seat is None else GAME.play(state, seat, move, dice)
        state = step.state
    raise AssertionError("the game never ends")


@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", ["blind", "standard"])
def test_the_best_win_from_those_who_remember_nothing(kind: str, games: int) -> None:
    """Two of each five, on all seats in turn."""
    won = []
    for number in range(games):
        levels = tuple(3 if (seat - number) % 5 in {0, 2} else 0 for seat in range(5))
        state = play(number, levels, auction_types=kind)
        won.append(sum(state.stacks[seat] - state.options.stack for seat in range(5) if levels[seat] == 3))
    assert fmean(won) > 10


# Phases 2 and 3


def test_it_pays_to_roll_again_only_where_the_one_to_beat_rolled_low() -> None:
    assert set(often(at_the_rerolls(), COLIN)) == {Stay()}
    low = Table(3, 2, 2, 2, 1)
    assert set(often(low, COLIN)) == {Reroll()}
    assert set(often(low, ANDY)) == {Stay()}


def test_who_has_said_stay_is_not_drawn_in_again() -> None:
    table = at_the_rerolls()
    table.say(COLIN, "stay")
    assert set(often(table, COLIN)) == {None}


def test_it_mostly_draws_the_best_die_but_not_always() -> None:
    drawn = often(at_the_draw(), ANDY)
    assert len(set(drawn)) > 1
    assert drawn.count(Draw(D20)) > OFTEN / 2


# Votes


@each_level
def test_votes_are_small(level: int) -> None:
    for seat in (ANDY, COLIN):
        assert max(amounts(often(at_the_votes(), seat, level))) <= 5
    assert max(amounts(often(at_the_votes(stacks=(8,) * 5), ANDY, level))) == 0


def test_who_owns_several_dice_wants_to_use_them_all() -> None:
    """Bill has the d4 and the d20."""
    table = at_the_method("bill andy1, bill andy2, pete pete, jack jack")
    assert {move.option for move in often(table, BILL) if isinstance(move, Vote)} == {"add"}
    assert not {move.option for move in often(table, PETE) if isinstance(move, Vote)} & {"add", "highest"}
    assert max(amounts(often(table, BILL))) > 0


def test_who_owns_no_die_gives_nothing_for_the_method() -> None:
    assert set(often(at_the_method("bill bill, pete pete", method_vote="all"), ANDY)) == {Vote(0, "none")}


def test_the_chairman_speaks_last() -> None:
    assert set(often(PHASES["ordering"](), COLIN)) == {Order((ANDY, BILL, PETE, JACK, COLIN))}


def test_it_backs_what_can_still_win() -> None:
    """Jack has shown 4 for three rounds. Bill has 3 in the fist and cannot change the result, but Andy's 5 could."""
    table = at_the_votes(vote="declare")
    table.votes("andy 5, bill 3, jack 4")
    table.say(COLIN, "order jack bill andy pete colin")
    table.say(JACK, "for 3")
    assert set(often(table, BILL, 1)) == {For("3")}
    table.say(BILL, "for 3")
    assert set(often(table, ANDY, 1)) == {For("3")}
    alone = at_the_votes(vote="declare")
    alone.votes("andy 5, jack 4")
    alone.say(COLIN, "order jack andy bill pete colin")
    alone.say(JACK, "for 3")
    assert set(often(alone, ANDY, 1)) == {For("1")}


def test_the_casting_vote_is_for_what_the_chairman_likes() -> None:
    """A low-level chairman likes few rounds of swapping, a high-level one many."""
    table = at_the_votes()
    table.votes("andy 4 1, bill 4 3")
    assert set(often(table, COLIN, 1)) == {Cast("1")}
    assert set(often(table, COLIN, 3)) == {Cast("3")}


# Swaps


@each_level
def test_it_swaps_two_cups_or_passes(level: int) -> None:
    moves = often(at_the_swaps(), ANDY, level)
    assert {type(move) for move in moves} == {Swap, Pass}
    assert {type(move) for move in often(at_the_swaps(must_swap="on"), ANDY, level)} == {Swap}


def test_it_hides_the_best_die_that_it_knows_of() -> None:
    swaps = [move.cups for move in often(at_the_swaps(), ANDY) if isinstance(move, Swap)]
    hidden = sum(cup("andy2") in cups for cups in swaps)
    assert len(swaps) / 2 < hidden < len(swaps)


@each_level
@pytest.mark.parametrize("memory", ["on", "off"])
def test_it_makes_neither_the_last_swap_again_nor_one_of_its_own(level: int, memory: str) -> None:
    table = at_the_swaps(2, must_swap="on", memory=memory)
    prime, *others = table.board.order
    said = ["pete andy2", *["andy2 colin"] * (len(others) - 1), "bill jack"]
    for seat, cups in zip((prime, *others), said, strict=True):
        table.say(seat, f"swap {cups}")
        if table.phase == "swap-shown":
            table.silence()
    swaps = [set(move.cups) for move in often(table, prime, level) if isinstance(move, Swap)]
    assert len(swaps) == OFTEN
    own, earlier, last = ({cup(name) for name in cups.split()} for cups in (said[0], said[1], said[-1]))
    assert own not in swaps
    assert last not in swaps
    assert earlier in swaps or level == 0, "another's before the last may come again"


# The auction


def test_the_chairman_mostly_sells_what_is_weak_first() -> None:
    """Colin drew the d12, and saw that the d20 was left for Andy."""
    lots = [move.cup for move in often(at_the_auction(), COLIN, 2) if isinstance(move, Lot)]
    assert len(lots) == OFTEN
    assert max(lots.count(cup(good)) for good in ("colin", "andy2")) < OFTEN / 5


def test_the_best_chairman_sells_first_what_others_do_not_know_to_be_good() -> None:
    """An early cup is cheap, since most of the pot is still to come."""
    assert set(often(at_the_auction(), COLIN)) == {Lot(cup("andy2"))}


def test_the_better_the_die_the_more_is_bid() -> None:
    """Andy has the d4 in his left cup and the d20 in the right. He knows only that Bill's die is neither."""
    least, some, most = (fmean(amounts(often(at_a_lot(lot), ANDY))) for lot in ("andy1", "bill", "andy2"))
    assert least <= some < most
    assert least < 1
    assert most < GAME.options_from({}).stack / 2


def test_no_bid_is_higher_than_the_stack() -> None:
    for level in LEVELS:
        for kind in ["blind", "second_price"]:
            with case(level, kind):
                table = at_a_lot("andy2", kind, stacks=(7,) * 5, auction_types="blind+second_price")
                assert max(amounts(often(table, ANDY, level))) <= 2


def test_after_a_tie_it_bids_no_less_than_before() -> None:
    table = at_a_lot("andy1", blind_tie="rebid")
    table.bids("andy 9, bill 9")
    assert set(amounts(often(table, ANDY))) == {9}


def test_in_an_open_auction_it_goes_up_in_steps_and_drops_where_it_costs_too_much() -> None:
    table = at_a_lot("andy2", "standard")
    first = amounts(often(table, ANDY))
    assert min(first) >= 1
    assert max(first) < 15
    table.say(BILL, "bid 80")
    assert set(often(table, ANDY)) == {Drop()}
    assert set(often(at_a_lot("andy1", "standard"), ANDY)) == {Drop()}


def test_nobody_raises_their_own_bid() -> None:
    table = at_a_lot("andy2", "standard")
    table.say(ANDY, "bid 4")
    assert set(often(table, ANDY)) == {None}


def test_a_falling_price_is_taken_where_it_is_worth_it() -> None:
    """Andy knows that it is the d20, Bill does not."""
    table = at_a_lot("andy2", "dutch", auction_types="blind+dutch", stacks=(40,) * 5)
    assert set(often(table, ANDY)) == {None}
    while set(often(table, ANDY)) == {None}:
        table.silence()
        assert table.phase == "price-falls"
    assert set(often(table, BILL)) == {None}


def test_an_award_goes_to_oneself_or_to_the_poorest() -> None:
    table = PHASES["awarding"]()
    assert set(often(table, COLIN)) == {Award(BILL)}
    table = at_a_lot(blind_tie="chairman")
    table.bids("bill 4, colin 4")
    assert set(often(table, COLIN)) == {Award(COLIN)}


# Only the best bots


def test_the_best_bid_more_early_for_the_pot_will_grow() -> None:
    """Nothing is sold yet, and Andy knows his d20. He bids half of the later pot, not of the present one."""
    early = {level: fmean(amounts(often(at_a_lot("andy2"), ANDY, level))) for level in (2, 3)}
    assert early[3] > early[2] + 2


def test_the_best_give_nothing_for_a_vote_but_the_one_on_the_dice() -> None:
    assert set(amounts(often(at_the_votes(), ANDY))) == {0}
    assert max(amounts(often(at_the_votes(), ANDY, 2))) > 0
    assert max(amounts(often(method(), BILL))) > 1


def test_where_rivals_have_little_left_the_best_bid_just_more_than_they_can() -> None:
    rich = at_a_lot("andy2", stacks=(100, 9, 9, 9, 9), failed="nothing")
    assert min(amounts(often(rich, ANDY))) >= 4
    assert max(amounts(often(rich, ANDY))) <= 10


@pytest.mark.parametrize(
    ("rivals", "worth", "least", "most"), [((), 9, 1, 1), ((5,), 40, 6, 12), ((30, 30), 20, 0, 19)]
)
def test_the_best_bid_wins_mostly_and_never_costs_more_than_it_is_worth(
    rivals: tuple[int, ...], worth: int, least: int, most: int
) -> None:
    assert least <= best_bid(worth, 0.0, rivals, 100) <= most
    assert best_bid(worth, 1.0, (30.0,) * 4, 100) == 0, "where failed bids are paid in full, better none"
    assert best_bid(worth, 0.0, rivals, 3) <= 3


# Alliances, and the dice to play with


def test_a_good_offer_is_taken_and_a_bad_one_is_not() -> None:
    """Add Together: Bill's d4 and d20 with Pete's d8 are worth more than apart, but not at one percent."""
    bought = "bill andy1, bill andy2, pete pete, jack jack, colin colin"
    good, bad = (playing("add", bought, alliances="on") for _ in range(2))
    good.say(BILL, "ally pete 40")
    bad.say(BILL, "ally pete 1")
    assert set(often(good, PETE)) == {Ally(BILL)}
    assert Ally(BILL) not in often(bad, PETE)


def test_an_offer_is_made_once_and_shares_what_both_gain() -> None:
    table = playing("add", "bill andy2, pete pete, jack jack, colin colin", alliances="on")
    offers = [move for move in often(table, BILL) if isinstance(move, Ally)]
    assert len(offers) > OFTEN / 2
    assert all(1 <= offer.share < 60 for offer in offers)
    table.say(BILL, f"ally colin {offers[0].share}")
    assert set(often(table, BILL)) == {Pass()}


def test_there_is_nothing_to_gain_by_allies_where_each_side_keeps_one_die() -> None:
    table = playing("one", "bill andy2, pete pete, jack jack, colin colin", alliances="on")
    assert set(often(table, BILL)) == {Pass()}


@each_level
def test_the_best_die_is_kept(level: int) -> None:
    table = method()
    table.decide("one")
    assert set(often(table, BILL, level)) == {Keep(D20)}
    assert D12 not in table.board.sides[0].dice
