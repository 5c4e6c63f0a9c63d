"""Test Headache from the first game of a match to the last, starting with the rulebook's own example."""

import re
from importlib import resources
from typing import Any

import pytest
from headache_games import TABLES, a_match, opening
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    FIRST_ROLLS,
    JACK,
    PETE,
    STACK,
    Names,
    Table,
    at_the_auction,
    each_die_is_in_one_place,
)
from hypothesis import given
from hypothesis import strategies as st
from playing import thoroughly
from pydantic import ValidationError

from games.headache import GAME
from games.headache.auction_events import CupsLifted, LotSold
from games.headache.events import (
    Appointed,
    ContestRolled,
    Eliminated,
    EntrancePaid,
    FirstRolled,
    MatchOver,
    PotCarried,
    PotShared,
    PotWon,
    SatOut,
    TooFew,
    VoteClosed,
)
from games.headache.options import D4, D6, D8, D10, D12, D20
from games.headache.phrases import Holding, Share
from games.headache.state import Carry, Over
from games.kit.contract import Abilities
from games.kit.money import Suckers
from games.kit.moves import verb
from games.kit.notation import read
from games.kit.seats import Seat, all_seats

FIVE = all_seats(5)


def a_game_that_bill_wins(**options: Any) -> Table:
    """Return a table where Bill buys the only die, and so wins the pot."""
    table = at_the_auction(**options)
    table.sell_all("bill bill")
    return table


def one_more(before: Table, *first: int, **options: Any) -> Table:
    """Return the next game of the match, with the same people, their stacks, and what the last one passed on."""
    return Table(*first, stacks=before.stacks, carry=GAME.carried(before.state), **options)


# The rulebook's example, from the entrance fee to Andy's win


def declared(table: Table, option: str) -> None:
    """Let Jack, the chairman, decide with a vote of 0, since the example gives only the outcome of this vote."""
    table.votes("")
    table.silence()
    for who in table.board.order:
        table.say(who, f"for {option}" if who == JACK else "abstain")


def test_the_rulebooks_example_from_the_entrance_fee_to_andys_win() -> None:
    table = Table(pace="full", rolls="hand", memory="off")
    assert (table.told(EntrancePaid).fee, table.pot) == (5, 25)

    # Phase 2: five first rolls, Pete's reroll, and the two tied for prime
    for who, face in ((ANDY, 7), (BILL, 16), (PETE, 3), (JACK, 5), (COLIN, 14)):
        table.say(who, "roll", face)
    table.say(PETE, "reroll", 16)
    table.stay()
    table.say(BILL, "roll", 11)
    table.say(PETE, "roll", 9)
    table.say(PETE, "reroll", 7)
    table.say(PETE, "reroll", 13)
    table.say(BILL, "reroll", 15)
    table.say(PETE, "reroll", 18)
    table.say(BILL, "stay")

    # Phase 3: the dice are drawn once Pete lets it stand
    table.say(PETE, "stay", 20, 8, 12, 10, 4, 6)
    assert table.told(Appointed) == Appointed(PETE, JACK, Suckers(30))
    assert table.board.order == (PETE, JACK, COLIN, ANDY, BILL)
    assert at_cups(table) == {"pete1": D20, "jack": D8, "colin": D12, "andy": D10, "bill": D4, "pete2": D6}

    # Phase 4: one round of swapping, by the casting vote
    table.votes("pete 3, colin 2, andy 4, bill 0, jack 1")
    table.say(JACK, "order pete colin andy bill jack")
    for who, option in ((PETE, "2"), (COLIN, "2"), (ANDY, "1"), (BILL, ""), (JACK, "1")):
        table.say(who, f"for {option}" if option else "abstain")
    assert (table.told(VoteClosed).won, table.pot) == ((), 40)
    table.say(JACK, "cast 1")

    # Phase 5: everybody swaps a pair
    for who, cups in (
        (PETE, "jack andy"),
        (JACK, "jack pete1"),
        (COLIN, "colin bill"),
        (ANDY, "andy colin"),
        (BILL, "pete2 andy"),
    ):
        table.say(who, f"swap {cups}")
    assert at_cups(table) == {"pete1": D10, "pete2": D4, "jack": D20, "colin": D8, "andy": D6, "bill": D12}

    # Phase 6: blind, half of failed bids, and dice that stay hidden
    for option in ("blind", "half", "hidden"):
        declared(table, option)
    assert [one.option for one in table.board.decided] == ["1", "blind", "half", "hidden"]

    # Phase 7: six lots; the last is the one in front of Pete
    pots = []
    for lot, bids in (
        ("andy", "bill 4, andy 2"),
        ("colin", "colin 4"),
        ("pete2", "pete 2, jack 4, andy 2"),
        ("jack", "pete 16, jack 14"),
        ("bill", "colin 12, jack 10, andy 10"),
    ):
        table.sell(lot, bids)
        pots.append(table.pot)
    assert pots == [45, 49, 55, 78, 100]
    table.bids("andy 16")
    assert table.told(LotSold).pot == 116
    assert set(table.told(CupsLifted).holdings) == {
        Holding(BILL, (D6,), Suckers(4)),
        Holding(COLIN, (D8, D12), Suckers(16)),
        Holding(JACK, (D4,), Suckers(16)),
        Holding(PETE, (D20,), Suckers(17)),
        Holding(ANDY, (D10,), Suckers(23)),
    }
    assert [STACK - stack for stack in table.stacks] == [32, 10, 29, 22, 23]

    # Phase 8: Colin is outvoted
    table.votes("")
    table.silence()
    for who in table.board.order:
        table.say(who, f"for {'add' if who == COLIN else 'one'}")
    assert table.told(VoteClosed).won == (), "at nought on either side the chairman decides"
    table.say(JACK, "cast one")
    table.say(COLIN, "keep d12")

    # Phase 9: four rounds, and a roll-off in the third
    assert contest(table, (BILL, 2), (COLIN, 8), (JACK, 3), (PETE, 13), (ANDY, 6)) == [BILL]
    assert contest(table, (COLIN, 5), (JACK, 4), (PETE, 18), (ANDY, 7)) == [JACK]
    assert contest(table, (COLIN, 9), (PETE, 4), (ANDY, 4)) == []
    assert contest(table, (PETE, 6), (ANDY, 7)) == [PETE]
    assert contest(table, (COLIN, 9), (ANDY, 10)) == [COLIN]
    assert table.told(PotWon) == PotWon((Share(ANDY, Suckers(116)),), Suckers(116))
    assert (table.result.winners, table.stacks) == ((ANDY,), (100 - 32 + 116, 90, 71, 78, 77))


def at_cups(table: Table) -> dict[str, int]:
    names = ("pete1", "pete2", "jack", "colin", "andy", "bill")
    return {name: table.under(name) for name in names}


def contest(table: Table, *rolls: tuple[Seat, int]) -> list[Seat]:
    """Let them roll; return who is out."""
    for who, face in rolls:
        table.say(who, "roll", face)
    assert table.told_all(ContestRolled)
    return [one.seat for one in table.told_all(Eliminated)]


# HA-1, HA-2: the players and their stacks


@pytest.mark.parametrize(("least", "seats"), [("5", range(5, 11)), ("4", range(4, 11)), ("3", range(3, 11))])
def test_at_least_5_play_or_as_few_as_3_where_the_host_says_so_and_at_most_10_ha_1(least: str, seats: range) -> None:
    assert GAME.seats(GAME.options_from({"min_players": least})) == seats
    assert GAME.seats(GAME.options_from({})) == range(5, 11)


@pytest.mark.parametrize("least", ["2", "6"])
def test_a_least_number_of_players_that_the_rules_do_not_know_is_refused_ha_1(least: str) -> None:
    with pytest.raises(ValidationError):
        GAME.options_from({"min_players": least})


@pytest.mark.parametrize("players", [5, 10])
def test_all_have_100_suckers_and_pay_5_ha_2(players: int) -> None:
    table = Table(*FIRST_ROLLS[:players], players=players)
    assert table.stacks == (95,) * players
    assert table.pot == 5 * players


def test_stack_and_entry_are_the_hosts_ha_2() -> None:
    table = Table(*FIRST_ROLLS[:5], stack="40", entry="7")
    assert (table.stacks, table.pot) == ((33,) * 5, 35)


# HA-3: who cannot pay


def test_who_cannot_pay_the_entrance_fee_sits_out_and_may_watch_ha_3() -> None:
    table = Table(19, 10, 8, 3, 14, stacks=(100, 4, 100, 100, 100, 5))
    assert table.told(SatOut) == SatOut((BILL,), Suckers(5))
    assert table.told(EntrancePaid).players == (ANDY, PETE, JACK, COLIN, Seat(5))
    assert (table.offers(BILL), table.pot, table.stacks[1]) == ([], 25, 4)
    table.stay(4, 6, 8, 10, 12, 20)
    assert BILL not in table.board.order
    table.leave(BILL)
    assert table.events == ()


@pytest.mark.parametrize(("rebuy", "told"), [("off", (SatOut((Seat(5),), Suckers(5)),)), ("on", ())])
def test_who_sits_out_from_now_on_is_told_once_and_where_they_may_buy_in_the_table_names_them_ha_3(
    rebuy: str, told: tuple[SatOut, ...]
) -> None:
    table = Table(19, 10, 8, 3, 14, 5, stacks=(100, 100, 100, 100, 100, 6), rebuy=rebuy)
    for _ in range(2):
        table.stay(4, 6, 8, 10, 12, 20)
        while GAME.result(table.state) is None:
            table.silence()
        assert tuple(event for event in table.events if isinstance(event, SatOut)) == told
        table, told = one_more(table, 19, 10, 8, 3, 14, rebuy=rebuy), ()
        assert SatOut not in map(type, table.events), "it is known"
        assert Seat(5) not in table.state.players


def test_below_the_least_number_of_players_there_is_no_game_ha_3() -> None:
    table = Table(stacks=(100, 4, 100, 100, 3), carry=Carry(JACK, Suckers(30), 2))
    assert table.told(TooFew) == TooFew(5)
    assert (table.result.ended, table.result.winners, table.result.next_after) == ("broke", (), None)
    assert (table.stacks, table.pot) == ((106, 10, 106, 106, 9), 0), "what nobody had won is shared (HA-31)"
    assert GAME.carried(table.state) == Carry(JACK, Suckers(0), 2), "no game was played"


@pytest.mark.parametrize(("rebuy", "least"), [("off", None), ("on", 5)])
def test_who_cannot_pay_may_buy_in_again_where_the_host_allows_it_ha_3(rebuy: str, least: int | None) -> None:
    assert GAME.least(GAME.options_from({"rebuy": rebuy})) == least


def test_who_cannot_pay_buys_in_again_by_default_for_chips_and_never_for_purses_ha_3() -> None:
    assert GAME.options_from({}).rebuy
    assert not GAME.options_from({}, buyin=200).rebuy


# HA-31, HA-34: from game to game


def test_the_winner_of_the_last_game_rolls_first_and_then_clockwise_ha_34() -> None:
    after = one_more(a_game_that_bill_wins(), 1, 2, 3, 4, 5)
    assert [face.seat for face in after.told(FirstRolled).rolls] == [BILL, PETE, JACK, COLIN, ANDY]


def test_where_the_winner_cannot_pay_the_next_clockwise_rolls_first_ha_34() -> None:
    table = Table(1, 2, 3, 4, 5, stacks=(100, 4, 100, 100, 100, 100), carry=Carry(BILL, Suckers(0), 1))
    assert table.told(FirstRolled).rolls[0].seat == PETE


def test_where_nobody_won_the_same_one_rolls_first_and_the_pot_is_played_for_again_ha_31() -> None:
    table = at_the_auction()
    table.sell_all("")
    after = one_more(table, *FIRST_ROLLS[:5])
    assert [face.seat for face in after.told(FirstRolled).rolls] == list(FIVE)
    assert after.pot == 25 + 25
    after.stay(4, 6, 8, 10, 12, 20)
    while after.phase != "choosing-lot":
        after.silence()
    after.sell_all("pete bill")
    assert after.told(PotWon).pot == 51
    assert sum(after.stacks) == 500


def test_a_carried_pot_is_shared_by_those_who_sit_when_the_match_breaks_up_ha_31() -> None:
    stacks = tuple(map(Suckers, (90, 80, 70)))
    assert GAME.break_up(Carry(BILL, Suckers(26), 3), stacks) == (99, 89, 78)
    assert GAME.break_up(Carry(BILL, Suckers(0), 0), ()) == ()


def test_a_carried_pot_belongs_to_those_who_paid_into_it_and_not_to_who_sits_down_after_ha_31() -> None:
    table = at_the_auction()
    table.sell_all("")
    carry = GAME.carried(table.state)
    assert (carry.pot, carry.staked) == (25, FIVE)
    stacks = (*table.stacks, Suckers(100))
    assert GAME.break_up(carry, stacks) == (100,) * 6
    left = GAME.reseated(carry, (None, Seat(0), Seat(1), Seat(2), Seat(3), Seat(4)))
    assert left.staked == FIVE[:4]
    assert GAME.break_up(left, stacks[1:]) == (102, 101, 101, 101, 100), "who left has lost their stake to the others"
    last = GAME.reseated(carry, (None, None, None, None, None, Seat(0)))
    assert GAME.break_up(last, stacks[5:]) == (125,), "somebody has it where all who paid for it have left"


def test_a_pot_that_too_few_can_play_for_goes_to_those_who_paid_into_it_ha_31() -> None:
    table = Table(stacks=(1, 1, 1, 100, 100, 100), carry=Carry(ANDY, Suckers(20), 1, FIVE[:4]))
    assert table.told(TooFew) == TooFew(5)
    assert table.stacks == (6, 6, 6, 105, 100, 100)


def test_who_has_played_for_a_carried_pot_has_a_share_in_it_ha_31() -> None:
    table = at_the_auction()
    table.sell_all("")
    again = Table(*FIRST_ROLLS[:5], 20, stacks=(*table.stacks, 100), carry=GAME.carried(table.state))
    assert again.state.staked == (*FIVE, Seat(5))


@pytest.mark.parametrize(("seats", "first"), [((0, None, 1, 2), 1), ((0, 1, 2, None), 1), ((None, None, None, 0), 0)])
def test_who_rolls_first_after_people_left_is_the_next_one_who_sits_ha_34(
    seats: tuple[int | None, ...], first: int
) -> None:
    moved = tuple(None if seat is None else Seat(seat) for seat in seats)
    assert GAME.reseated(Carry(BILL, Suckers(7), 2), moved) == Carry(Seat(first), Suckers(7), 2)


# HA-35: how a match ends


def test_the_first_game_of_a_match_rolls_from_seat_0_ha_35() -> None:
    assert Table(*FIRST_ROLLS[:5]).told(FirstRolled).rolls[0].seat == ANDY


def test_a_match_of_so_many_games_ends_with_the_last_and_the_richest_wins_ha_35() -> None:
    table = a_game_that_bill_wins(games="2")
    assert (table.told_all(MatchOver), table.result.next_after) == ([], 20)
    after = one_more(table, *FIRST_ROLLS[:5], games="2")
    after.stay(4, 6, 8, 10, 12, 20)
    while after.phase != "choosing-lot":
        after.silence()
    after.sell_all("jack bill")
    assert after.told(MatchOver) == MatchOver((BILL, JACK), Suckers(115))
    assert after.result.next_after is None
    assert GAME.carried(after.state).games == 0, "another match may follow"


@pytest.mark.parametrize("options", [{"games": "1"}, {"stack": "7", "rebuy": "off"}])
def test_the_last_pot_of_a_match_is_shared_by_those_who_sit_before_it_is_said_to_be_over_ha_31(
    options: dict[str, str],
) -> None:
    """Even if everybody could pay once it is shared, the match is over."""
    table = at_the_auction(**options)
    before = table.stacks
    table.sell_all("")
    shares = tuple(Share(seat, Suckers(5)) for seat in FIVE)
    assert (table.told_all(PotCarried), table.told(PotShared)) == ([], PotShared(shares, Suckers(25)))
    assert table.told(MatchOver) == MatchOver(FIVE, Suckers(before[0] + 5))
    assert table.kinds().index("PotShared") < table.kinds().index("MatchOver")
    assert (table.result.stacks, table.result.next_after) == (table.stacks, None)
    assert (table.stacks, GAME.carried(table.state).pot) == (tuple(stack + 5 for stack in before), 0)


def test_who_has_left_has_no_part_of_the_last_pot_and_an_odd_sucker_goes_to_the_first_seat_ha_31_all_2() -> None:
    table = at_the_auction(games="1")
    table.leave(JACK)
    table.sell_all("")
    assert [(one.seat, one.amount) for one in table.told(PotShared).shares] == [
        (ANDY, 7), (BILL, 6), (PETE, 6), (COLIN, 6),
    ]  # fmt: skip


def jack_is_broke(**options: str) -> Table:
    """Return a table where Jack has 4 left, and five are needed."""
    table = at_the_auction(**options)
    table.sell("jack", "jack 91")
    table.sell_all("bill bill")
    table.votes("", 3, 2)
    assert table.stacks[JACK] == 4
    return table


def test_a_match_ends_when_too_few_can_pay_ha_35() -> None:
    table = jack_is_broke(rebuy="off")
    assert table.told_all(MatchOver) == [MatchOver((BILL,), Suckers(94 + 117))]
    assert table.result.next_after is None
    assert GAME.must_buy_in(table.state.options, GAME.carried(table.state), table.state.stacks) == ()


def test_with_rebuy_a_match_in_which_too_few_can_pay_goes_on_once_they_have_bought_in_ha_3() -> None:
    table = jack_is_broke(rebuy="on")
    assert (table.told_all(MatchOver), table.result.next_after) == ([], 20)
    carry = GAME.carried(table.state)
    assert GAME.must_buy_in(table.state.options, carry, table.state.stacks) == (JACK,)
    assert GAME.held_up_by(table.state.options, carry, table.state.stacks) == (JACK,)
    enough = tuple(map(Suckers, (95, 211, 95, 5, 95)))
    assert GAME.must_buy_in(table.state.options, carry, enough) == ()
    assert GAME.held_up_by(table.state.options, carry, enough) == ()


def test_who_must_buy_in_holds_nobody_up_where_enough_can_pay_ha_3() -> None:
    options, stacks = GAME.options_from({"rebuy": "on"}), tuple(map(Suckers, (95, 211, 95, 4, 95, 80)))
    assert GAME.must_buy_in(options, None, stacks) == (JACK,)
    assert GAME.held_up_by(options, None, stacks) == ()


def test_with_rebuy_the_last_game_of_a_match_and_one_that_too_few_could_pay_for_end_it_ha_3_ha_35() -> None:
    table = jack_is_broke(rebuy="on", games="1")
    assert (len(table.told_all(MatchOver)), table.result.next_after) == (1, None)
    assert Table(stacks=(100, 4, 100, 100, 3), rebuy="on").result.next_after is None


def test_the_next_game_of_a_match_begins_by_itself_ha_35() -> None:
    assert a_game_that_bill_wins().result.next_after == 20
    assert a_game_that_bill_wins(next_seconds="45").result.next_after == 45


# The options


def test_the_defaults_are_those_of_the_rulings() -> None:
    options = GAME.options_from({})
    said = (options.min_players, options.stack, options.entry, options.rebuy, options.max_swap_rounds, options.types)
    assert said == (5, 100, 5, True, 5, ("blind", "standard"))
    assert (options.vote, options.memory, options.blind_tie, options.draw) == ("sealed", True, "roll", "random")
    seconds = (options.reroll_seconds, options.vote_seconds, options.swap_seconds, options.call_seconds)
    assert seconds == (20, 30, 25, 12)


def test_a_pace_sets_several_options_and_each_can_be_set_by_itself() -> None:
    quick = GAME.options_from({"pace": "quick", "vote_seconds": "50"})
    assert (quick.max_swap_rounds, quick.types, quick.vote, quick.memory) == (1, ("blind",), "sealed", True)
    assert (quick.reroll_seconds, quick.vote_seconds, quick.swap_seconds, quick.bid_seconds) == (15, 50, 15, 15)
    assert GAME.options_from({"pace": "full"}).vote == "declare"
    assert GAME.options_from({"pace": "full", "vote": "sealed"}).vote == "sealed"
    assert not GAME.options_from({"pace": "full"}, Abilities(takes_back=False)).memory


def test_a_quick_game_asks_about_13_decisions_of_each() -> None:
    """A reroll, a swap, what failed bids pay and when dice are seen, six lots, the method and the die to keep."""
    table, asked = Table(*FIRST_ROLLS[:5], pace="quick"), set()
    while table.awaited is not None:
        if BILL in table.awaited:
            asked.add(table.ask.id)
        match table.phase:
            case "rerolls":
                table.stay(4, 6, 8, 10, 12, 20)
            case "blind-bids":
                table.bids("pete 1" if not table.board.sold else "bill 1")
            case "keeping":
                table.silence(1, 2)
            case _:
                table.silence()
    assert len(asked) == 12


# The rulebook for players


RULES = (resources.files("games.headache") / "rules.en.md").read_text(encoding="utf-8")


def test_the_players_rulebook_names_every_option_and_no_other() -> None:
    for key in GAME.options.model_fields:
        assert re.search(rf"`(?:[^`]* )?{key}[`=]", RULES), key
    given = dict(pair.split("=") for pair in re.findall(r"`(\w+=[\w+]+)`", RULES))
    for key, value in given.items():
        assert str(GAME.options_from({key: value}).model_dump(mode="json")[key]).lower() in {value, "true", "false"}


def test_the_players_rulebook_names_every_word_and_its_examples_are_read() -> None:
    typed = re.findall(r"`([a-z]+(?: [a-z0-9]+)*)`", RULES)
    lines = [line for line in typed if line.split()[0] in {verb(move) for move in GAME.moves}]
    assert {line.split()[0] for line in lines} == {verb(move) for move in GAME.moves}
    for line in set(lines) - {"vote", "ally", "keep", "draw"}:
        assert verb(read(line, GAME.moves, Names())) == line.split()[0]


# Whole matches


@thoroughly
@given(name=st.sampled_from(sorted(TABLES)), seed=st.integers(0, 10**6).map(str))
def test_all_2_stacks_and_pot_add_up_and_no_die_is_lost_from_the_first_ante_to_the_end_of_a_match(
    name: str, seed: str
) -> None:
    total = sum(opening(name).stacks)
    for position in a_match(name, seed, 4):
        state = position.state
        assert sum(state.stacks) + state.pot == total
        assert min(*state.stacks, state.pot) >= 0
        each_die_is_in_one_place(state)


@thoroughly
@given(seed=st.integers(0, 10**6).map(str))
def test_whoever_wins_rolls_first_in_the_next_game_and_what_nobody_won_stands_in_its_pot(seed: str) -> None:
    """In the second game of each of these matches nobody says anything, so its pot is carried into the third."""
    match = list(a_match("plain", seed, 3))
    starts = [one.state for one in match if one.came[0] is None]
    ends = [one.state for one in match if GAME.asks(one.state) is None]
    for before, after in zip(ends, starts[1:], strict=False):
        if isinstance(after.phase, Over):
            continue  # too few could pay
        assert after.pot == before.pot + 5 * len(after.players)
        assert after.first in (before.phase.winners or after.players)
    assert all(end.pot == 0 or end.phase.ended in {"carried", "broke"} for end in ends)
    assert ends[1].pot > 0 or ends[1].phase.ended == "broke"


def test_where_nobody_is_told_anything_alone_no_bid_is_blind_unless_somebody_chose_so() -> None:
    chat = Abilities(tells_alone=False)
    assert GAME.options_from({}, chat).types == ("standard",)
    assert GAME.options_from({"pace": "full"}, chat).types == ("standard",)
    assert GAME.options_from({"pace": "quick"}, chat).types == ("blind",)
    assert GAME.options_from({"auction_types": "blind+dutch"}, chat).types == ("blind", "dutch")
    assert GAME.options_from({}).types == ("blind", "standard")
