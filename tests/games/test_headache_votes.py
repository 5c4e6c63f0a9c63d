"""Test Headache, phases 4, 6 and 8: sealed votes, and votes declared as in the rulebook."""

import pytest
from cases import case
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    EVERYBODY,
    JACK,
    LEFT,
    NAMES,
    PETE,
    Table,
    at_the_method,
    at_the_swaps,
    at_the_votes,
    refused,
)

from bot.text import Words
from games.headache import GAME
from games.headache.events import (
    CastCalled,
    CastingVote,
    Declared,
    KeepCalled,
    OrderCalled,
    Ordered,
    VoteCalled,
    VoteClosed,
)
from games.headache.options import AUCTION_TYPES
from games.headache.phrases import Chosen, Shown
from games.headache.state import Question
from games.headache.view import VoteView
from games.kit.contract import Illegal
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Viewer
from games.kit.telling import say


def rounds(*options: int) -> tuple[Chosen, ...]:
    return tuple(Chosen("rounds", str(option)) for option in options)


def words(table: Table) -> str:
    return Words().sentence(table.told(VoteClosed).say(), NAMES, GAME)


def vote(table: Table, viewer: Viewer) -> VoteView:
    view = GAME.view(table.state, viewer).vote
    assert view is not None
    return view


# The rulebook's own sentences


def test_the_option_that_has_the_most_suckers_voted_for_it_wins() -> None:
    """Suckers count, not people."""
    table = at_the_votes()
    table.votes("andy 1 3, bill 1 3, pete 3 2, jack 0 3, colin 0 1")
    closed = table.told(VoteClosed)
    assert (closed.won, closed.pot) == (rounds(2), 30)
    assert [one.seat for one in closed.ballots] == list(EVERYBODY)
    assert table.board.option(Question.ROUNDS) == "2"


def test_all_suckers_spent_in_voting_are_added_to_the_pot() -> None:
    table = at_the_votes()
    table.votes("andy 7 1, pete 2 2")
    assert table.stacks == (LEFT - 7, LEFT, LEFT - 2, LEFT, LEFT)
    assert table.pot == 34


def test_a_player_can_spend_nought_suckers_on_a_vote() -> None:
    table = at_the_votes()
    table.say(ANDY, "vote 0")
    table.votes("bill 0 2")
    assert table.told(VoteClosed) == VoteClosed(
        "rounds", (Shown(BILL, Suckers(0), rounds(2)[0]),), Suckers(25), rounds(2)
    )


def test_the_third_vote_follows_the_second_and_the_auction_follows_the_third() -> None:
    table = at_the_swaps()
    while table.phase == "swapping":
        table.silence()
    for question, option in (("auction", "standard"), ("failed", "full"), ("reveal", "looks")):
        assert vote(table, SPECTATOR).question == question
        table.decide(option)
    assert table.phase == "choosing-lot"


# HA-8: sealed


def test_a_sealed_vote_is_amount_and_option_together_and_all_are_shown_at_once_ha_8() -> None:
    table = at_the_votes()
    assert table.told(VoteCalled) == VoteCalled("rounds", rounds(1, 2, 3, 4, 5), 30, "sealed", ())
    assert table.say(PETE, "vote 3 2") == ()
    assert vote(table, SPECTATOR).sent == (PETE,)
    assert table.stacks[PETE] == LEFT, "a sealed amount changes no stack that is shown"
    table.votes("andy 4 1, bill 0 1, jack 0, colin 2 2")
    assert table.told(VoteClosed).ballots == (
        Shown(PETE, Suckers(3), rounds(2)[0]),
        Shown(ANDY, Suckers(4), rounds(1)[0]),
        Shown(BILL, Suckers(0), rounds(1)[0]),
        Shown(COLIN, Suckers(2), rounds(2)[0]),
    )


def test_a_sealed_vote_is_known_to_its_voter_alone_and_must_be_sent_in_private_ha_8() -> None:
    table = at_the_votes()
    assert all(offer.secret for offer in GAME.legal_moves(table.state, ANDY))
    table.say(PETE, "vote 3 2")
    own = vote(table, PETE).own
    assert own is not None
    assert (own.amount, own.option) == (3, "2")
    assert [vote(table, viewer).own for viewer in (ANDY, SPECTATOR)] == [None, None]


def test_who_has_voted_votes_no_more_ha_8() -> None:
    table = at_the_votes()
    table.say(PETE, "vote 3 2")
    assert table.awaited == (ANDY, BILL, JACK, COLIN)
    assert refused(table, PETE, "vote 4 1") == "voted-already"


def test_suckers_for_nothing_in_particular_are_refused() -> None:
    assert refused(at_the_votes(), ANDY, "vote 3") == "vote-for-something"


# HA-8: declared, the rulebook's form


def declaring(**options: str) -> Table:
    """Return a table where Pete has 3 in the fist, Andy 4, Colin 2, Jack 1 and Bill none."""
    table = at_the_votes(vote="declare", **options)
    table.votes("pete 3, andy 4, colin 2, jack 1, bill 0")
    return table


def test_pace_full_declares_ha_8() -> None:
    assert at_the_votes(pace="full").phase == "fists-out"


def test_declared_amounts_are_sealed_first_and_then_the_chairman_says_who_shows_when_ha_8() -> None:
    table = declaring()
    assert table.told(OrderCalled) == OrderCalled(COLIN, EVERYBODY)
    assert (table.phase, table.awaited, table.pot) == ("ordering", (COLIN,), 25)
    table.say(COLIN, "order pete colin andy bill jack")
    assert table.told(Ordered).seats == (PETE, COLIN, ANDY, BILL, JACK)
    assert (table.phase, table.awaited) == ("declaring", (PETE,))


def test_each_shows_the_amount_and_then_names_the_option_so_that_late_speakers_can_react_ha_8() -> None:
    table = declaring()
    table.say(COLIN, "order pete colin andy bill jack")
    assert table.say(PETE, "for 2") == (Declared(PETE, Suckers(3), rounds(2)[0], (COLIN,), 30),)
    assert [ballot.amount for ballot in vote(table, SPECTATOR).ballots] == [3]
    assert table.offers(JACK) == []
    for who, line in ((COLIN, "for 2"), (ANDY, "for 1"), (BILL, "abstain")):
        table.say(who, line)
    table.say(JACK, "for 1")
    closed = table.told(VoteClosed)
    assert (closed.ballots, closed.won, closed.pot) == ((), (), 35)
    assert table.told(CastCalled) == CastCalled(COLIN, rounds(1, 2))


def test_the_fist_is_shown_before_anybody_says_what_it_is_for_ha_8() -> None:
    table = at_the_votes(vote="declare")
    assert refused(table, ANDY, "vote 3 2") == "vote-amount-alone"
    table.say(ANDY, "vote 3")
    own = vote(table, ANDY).own
    assert own is not None
    assert (own.amount, vote(table, BILL).own) == (3, None)


@pytest.mark.parametrize("line", ["order pete colin andy bill", "order pete pete colin andy bill jack", "order dora"])
def test_an_order_names_everybody_once(line: str) -> None:
    assert refused(declaring(), COLIN, line) == "not-all"


def test_only_the_chairman_sets_the_order() -> None:
    assert refused(declaring(), PETE, "order pete colin andy bill jack") == "not-your-turn"


# HA-8, HA-12: what a declared vote may name


def showing(amount: int, **options: str) -> Table:
    """Return a table where Pete, with this amount in the fist, shows first."""
    table = at_the_votes(vote="declare", **options)
    table.votes(f"pete {amount}, andy 4")
    table.say(COLIN, "order pete colin andy bill jack")
    return table


def test_a_declared_number_past_the_end_is_refused_with_the_reason_ha_12() -> None:
    for named in ["6", "0", "-1", "1.5", "many", "5x"]:
        for amount in [0, 3]:
            with case(named, amount):
                table = showing(amount)
                assert refused(table, PETE, f"for {named}") == "rounds-are-whole"
                assert (table.awaited, table.pot) == ((PETE,), 25), "nothing is lost by it"
                table.say(PETE, "for 5")
                assert table.told(Declared).option == rounds(5)[0]


def test_none_out_of_a_full_fist_is_refused_and_out_of_an_empty_one_it_is_said_ha_8_ha_12() -> None:
    table = showing(3)
    for line in ("abstain", "for none"):
        assert refused(table, PETE, line) == "fist-is-full"
    assert table.offers(PETE) == ["for"]
    empty = showing(0)
    assert empty.offers(PETE) == ["for", "abstain"]
    assert empty.say(PETE, "abstain") == (Declared(PETE, Suckers(0), Chosen("rounds", "none"), (COLIN,), 30),)


@pytest.mark.parametrize("named", ["candle", "5"])
def test_an_option_that_is_none_is_refused_in_every_vote_ha_12(named: str) -> None:
    table = at_the_swaps(vote="declare", auction_types="blind+standard+dutch")
    while table.phase != "swapping":
        table.silence()
    while table.phase == "swapping":
        table.silence()
    table.votes("pete 3")
    table.say(COLIN, "order pete colin andy bill jack")
    assert refused(table, PETE, f"for {named}") == "name-one"


def test_what_is_offered_before_everybody_does_not_tell_whose_fist_is_full_ha_9() -> None:
    """`for` is offered with the same options, whatever is in the fist. To abstain is offered to the seat alone."""
    openly = [
        [offer for offer in GAME.legal_moves(showing(amount).state, PETE) if offer.move.offered_openly]
        for amount in (0, 3)
    ]
    assert openly[0] == openly[1]


# HA-9: silence


def test_no_vote_sent_is_no_sucker_for_no_option_ha_9() -> None:
    table = at_the_votes()
    assert table.ask.seconds == 30
    table.say(PETE, "vote 3 2")
    table.silence()
    assert table.told(VoteClosed).ballots == (Shown(PETE, Suckers(3), rounds(2)[0]),)
    assert table.stacks == (LEFT, LEFT, LEFT - 3, LEFT, LEFT)


def test_no_fist_sent_is_an_empty_fist_and_who_does_not_say_what_for_has_voted_for_nothing_ha_9() -> None:
    table = at_the_votes(vote="declare", vote_seconds="45")
    assert table.ask.seconds == 45
    table.votes("pete 3")
    table.say(COLIN, "order pete colin andy bill jack")
    assert table.silence() == (Declared(PETE, Suckers(3), Chosen("rounds", "none"), (COLIN,), 45),)
    for _ in range(4):
        table.silence()
    assert table.told(VoteClosed).won == rounds(1)
    assert table.pot == 28


def test_what_silence_costs_is_said_with_the_call_and_5_seconds_before_the_end_full_or_not_ha_9() -> None:
    """The words are the same for an empty fist, so nobody can tell."""
    for amount in (0, 3):
        table = at_the_votes(vote="declare", vote_seconds="45")
        assert table.ask.warning is None
        table.votes(f"pete {amount}, andy 4")
        table.say(COLIN, "order pete colin andy bill jack")
        assert table.told(Ordered).seconds == 45
        assert table.ask.warning == say("name-it-now")
        table.silence()
        assert table.told(Declared).seconds == 45


# HA-10 and HA-25: ties, and what nobody named


def test_the_chairman_has_the_casting_vote_among_the_tied_ha_10() -> None:
    table = at_the_votes()
    table.votes("andy 5 3, bill 5 2, pete 2 1")
    assert table.told(CastCalled) == CastCalled(COLIN, rounds(2, 3))
    assert (table.awaited, table.ask.seconds) == ((COLIN,), 20)
    assert refused(table, COLIN, "cast 1") == "not-among"
    assert refused(table, ANDY, "cast 3") == "not-your-turn"
    table.say(COLIN, "cast 3")
    assert table.told(CastingVote) == CastingVote(COLIN, rounds(3)[0], said=True)
    assert table.board.option(Question.ROUNDS) == "3"


def test_all_at_nought_the_chairman_decides_among_the_options_that_were_named_ha_10() -> None:
    table = at_the_votes()
    table.votes("andy 0 3, bill 0 5, pete 0 3")
    assert table.told(CastCalled).options == rounds(3, 5)


def test_all_at_nought_and_one_named_it_is_that_one_ha_10() -> None:
    table = at_the_votes()
    table.votes("pete 0 4")
    assert table.told(VoteClosed).won == rounds(4)


def test_empty_fists_are_told_only_where_all_are_empty() -> None:
    table = at_the_votes()
    table.votes("pete 0 4, andy 1 2, bill 2 2, colin 0 2")
    assert words(table).startswith("Swapping: 3 for 2 rounds (andy 1 and bill 2). Decided: 2 rounds.")
    table = at_the_votes()
    table.votes("pete 0 4, andy 0 2")
    assert words(table).startswith("Swapping: 0 for 4 rounds (pete 0) and 0 for 2 rounds (andy 0).")


def test_nought_does_not_tie_with_suckers_ha_10() -> None:
    table = at_the_votes()
    table.votes("pete 0 4, andy 1 2")
    assert table.told(VoteClosed).won == rounds(2)


def test_where_nothing_is_named_it_is_one_round_blind_half_hidden_and_one_die_only_ha_25() -> None:
    table = at_the_votes()
    while table.phase != "choosing-lot":
        table.silence()
    assert [(one.question, one.option) for one in table.board.decided] == [
        ("rounds", "1"),
        ("auction", "blind"),
        ("failed", "half"),
        ("reveal", "hidden"),
    ]
    table.sell_all("bill bill, pete pete, bill colin")
    table.silence()
    assert table.told(VoteClosed).won == (Chosen("method", "one"),)
    assert table.told(KeepCalled).seats == (BILL,)


def test_where_an_auction_cannot_be_blind_and_nobody_names_one_it_is_the_first_on_the_list_ha_25() -> None:
    table = at_the_swaps(auction_types="standard+dutch")
    while table.phase == "swapping":
        table.silence()
    table.silence()
    assert table.told(VoteClosed).won == (Chosen("auction", "standard"),)
    assert table.board.option(Question.AUCTION) == "standard"


# HA-11: an absent chairman


def test_an_absent_chairman_casts_for_his_own_option_if_it_is_tied_ha_11() -> None:
    table = at_the_votes()
    table.votes("andy 5 3, colin 5 2")
    assert table.silence()[0] == CastingVote(COLIN, rounds(2)[0], said=False)


@pytest.mark.parametrize("lot", [0, 1])
def test_else_it_is_one_of_the_tied_by_chance_ha_11(lot: int) -> None:
    table = at_the_votes()
    table.votes("andy 5 3, bill 5 4, colin 2 2")
    table.silence(3 + lot)
    assert table.told(CastingVote) == CastingVote(COLIN, rounds(3 + lot)[0], said=False)


def test_an_absent_chairman_has_them_show_from_the_prime_on_ha_11() -> None:
    table = declaring()
    assert table.ask.seconds == 20
    assert table.silence() == (Ordered(EVERYBODY, 30),)


# HA-12: "any positive number" of rounds


@pytest.mark.parametrize("rounds_named", ["0", "6", "99", "1.5", "-1", "many"])
def test_rounds_are_whole_numbers_from_1_to_the_option_ha_12(rounds_named: str) -> None:
    table = at_the_votes()
    with pytest.raises(Illegal) as caught:
        table.say(ANDY, f"vote 3 {rounds_named}")
    assert (caught.value.reason.id, caught.value.reason.args) == ("rounds-are-whole", {"most": 5})
    assert [offer.verb for offer in caught.value.legal] == ["vote", "vote"]
    table.say(ANDY, "vote 3 5")


def test_the_host_says_how_many_rounds_there_may_be_ha_12() -> None:
    table = at_the_votes(max_swap_rounds="20")
    table.say(ANDY, "vote 1 20")
    assert refused(table, BILL, "vote 1 21") == "rounds-are-whole"


@pytest.mark.parametrize("amount", ["-1", str(LEFT + 1), "1000000"])
def test_nobody_votes_more_than_they_have(amount: str) -> None:
    assert refused(at_the_votes(), ANDY, f"vote {amount} 2") == "out-of-range"


# Without a choice no vote is held


def test_a_vote_with_one_option_only_is_not_held_ha_12() -> None:
    table = at_the_votes(max_swap_rounds="1")
    assert (table.phase, table.board.option(Question.ROUNDS)) == ("swapping", "1")
    assert table.told_all(VoteClosed) == []


@pytest.mark.parametrize("only", ["blind", "standard", "second_price"])
def test_one_type_of_auction_only_needs_no_vote_ha_15(only: str) -> None:
    table = at_the_swaps(auction_types=only)
    while table.phase == "swapping":
        table.silence()
    assert vote(table, SPECTATOR).question == "failed"
    assert table.board.option(Question.AUCTION) == only


def test_pace_quick_has_one_round_and_blind_auctions_and_15_seconds() -> None:
    table = at_the_votes(pace="quick")
    assert (table.phase, table.ask.seconds) == ("swapping", 15)
    for _ in range(5):
        table.silence()
    assert (vote(table, SPECTATOR).question, table.ask.seconds) == ("failed", 15)
    assert table.board.option(Question.AUCTION) == "blind"
    assert at_the_votes(pace="quick", max_swap_rounds="3").phase == "voting", "what is given by itself wins"


def test_an_auction_is_voted_on_from_the_list_of_the_table_ha_15() -> None:
    table = at_the_swaps(auction_types="dutch+blind")
    while table.phase == "swapping":
        table.silence()
    assert vote(table, SPECTATOR).options == ("blind", "dutch")
    assert refused(table, ANDY, "vote 1 standard") == "not-among"
    assert refused(table, ANDY, "vote 1 candle") == "not-among"
    assert len(AUCTION_TYPES) == 15


# HA-26: phase 8


def test_the_method_of_play_is_one_vote_with_four_options_ha_26() -> None:
    table = at_the_method("bill bill, pete pete")
    assert vote(table, SPECTATOR).question == "method"
    assert vote(table, SPECTATOR).options == ("one", "lives", "highest", "add")


def test_who_owns_a_die_votes_on_it_and_nobody_else_ha_26() -> None:
    """Rulebook, phase 7: a player without a die plays "no further part in the game"."""
    table = at_the_method("bill bill, pete pete, bill colin")
    assert (table.told(VoteCalled).voters, table.awaited) == ((BILL, PETE), (BILL, PETE))
    assert refused(table, ANDY, "vote 5 add") == "no-vote-on-this"
    table.votes("bill 4 one, pete 5 add", 1, 2, 1)
    assert table.told(VoteClosed).won == (Chosen("method", "add"),)


@pytest.mark.parametrize("form", ["sealed", "declare"])
def test_with_method_vote_all_everybody_does_with_or_without_dice_ha_26(form: str) -> None:
    table = at_the_method("bill bill, pete pete, bill colin", method_vote="all")
    assert (table.told(VoteCalled).voters, table.awaited) == ((), EVERYBODY)
    table.votes("andy 5 add, jack 3 lives, bill 4 one", 1, 2, 1)
    assert table.told(VoteClosed).won == (Chosen("method", "add"),)
    assert GAME.options_from({}).method_vote == "owners"


def test_a_chairman_without_a_die_has_no_vote_but_the_casting_vote_and_the_order_ha_26() -> None:
    table = at_the_votes(vote="declare")
    while table.phase != "choosing-lot":
        table.silence()
    table.sell_all("bill bill, pete pete, jack jack")
    assert (table.phase, table.awaited) == ("fists-out", (BILL, PETE, JACK))
    table.votes("bill 2, pete 2, jack 0")
    assert table.told(OrderCalled) == OrderCalled(COLIN, (BILL, PETE, JACK))
    assert refused(table, COLIN, "order bill pete jack colin") == "not-all"
    table.say(COLIN, "order jack pete bill")
    for who, line in ((JACK, "abstain"), (PETE, "for add"), (BILL, "for one")):
        table.say(who, line)
    assert table.awaited == (COLIN,)
    table.say(COLIN, "cast one", 5, 3, 2, 4, 1)
    assert table.told(CastingVote).option == Chosen("method", "one")


def test_the_clock_for_a_vote_is_the_hosts() -> None:
    assert at_the_votes(vote_seconds="7").told(VoteCalled).seconds == 7


def test_votes_come_in_whatever_order_people_are_ready() -> None:
    table = at_the_votes()
    for who in (COLIN, ANDY, JACK, PETE):
        table.say(who, "vote 0 1")
    assert table.awaited == (BILL,)
    table.say(BILL, "vote 0 1")
    assert table.phase == "swapping"
