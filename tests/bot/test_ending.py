"""Test how a game ends: the stacks, what follows by itself, and what everybody is told."""

from typing import Any

import pytest
from evening import START
from msgspec.structs import replace
from one_change import (
    CLOSED,
    CROWD,
    DUEL,
    FINAL,
    NULL,
    between,
    change_of,
    hosting,
    ids,
    named,
    names,
    paid,
    playing,
    pledge,
    practice,
    said,
    seated,
    someone,
    stacks,
    table,
    told,
)

from bot.table import beginning, ending, seating
from bot.table.audit import KEY_LOST, VOID, Cause
from bot.table.change import Change
from bot.table.document import OfTournament, Owing, Paused, Session
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.seats import Kept, Newcomer
from games.headache.state import Carry
from games.kit.contract import Result
from games.kit.money import Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.kit.telling import Listed
from games.proof import fair
from games.proof.record import CalledOff

STAKE = "stake:T-K7Q"
CAUSE = Cause("reset", "it is late", "test:mia", "mia")
HALTED = Paused(START, "", "platform")
"""The clock is stopped, as an awaited person can't be reached."""
POT = Carry(Seat(0), Suckers(0), 1)


def result(*left: int, bank: int = 0, next_after: int | None = None) -> Result:
    return Result("over", (), tuple(map(Suckers, left)), bank, next_after)


def finished(session: Session, how: Result, stamp: str = "", after: int = 0, link: str = "") -> Change:
    change = change_of(session, after)
    change.stamp_link = link
    ending.finish(change, how, stamp)
    return change


def duel(**how: Any) -> Session:
    """Return a running duel of ann and ben with 100 suckers each."""
    return playing("ann", "ben", given=DUEL, **how)


def with_seat(session: Session, seat: int, **how: Any) -> Session:
    return session.with_seat(Seat(seat), replace(session.seats[seat], **how))


# A whole game


def test_everybody_has_what_the_game_left_them_and_texts_that_were_not_mixed_in_stay_for_the_next() -> None:
    session = with_seat(with_seat(duel(), 0, text="luck", opening="stake 5"), 1, text="luck", opening="stake 5")
    change = finished(session, result(130, 70))
    assert stacks(change.session) == [130, 70]
    assert [(one.text, one.opening) for one in change.session.seats] == [("luck", "")] * 2


def test_of_a_game_without_suckers_all_stacks_stay_as_they_were() -> None:
    session = with_seat(duel(), 0, stack=7)
    assert stacks(finished(session, result()).session) == [100, 100], "as at its start"


@pytest.mark.parametrize("wrong", [result(200), result(50, 50, 100)])
def test_no_game_ends_with_a_stack_for_somebody_else(wrong: Result) -> None:
    """A game with the wrong number of seats fails here, before anything is stored."""
    with pytest.raises(ValueError, match="zip"):
        finished(duel(), wrong)


@pytest.mark.parametrize(
    ("bank", "moved"),
    [
        (30, [(STAKE, "bank", 30, "house-won")]),
        (-30, [("bank", STAKE, 30, "house-paid")]),
        (1, [(STAKE, "bank", 1, "house-won")]),
        (0, []),
    ],
)
def test_the_house_is_paid_what_it_won_and_pays_what_it_lost(bank: int, moved: list[tuple[str, str, int, str]]) -> None:
    assert paid(finished(duel(purse=True), result(100, 100, bank=bank))) == moved
    assert paid(finished(duel(), result(100, 100, bank=bank))) == [], "chips are nobody's money"


def test_a_game_that_has_ended_is_handed_to_the_archive_with_those_who_sat_there() -> None:
    session = duel()
    change = finished(session, result(90, 110))
    (ended,) = change.ended
    assert isinstance(session.phase, Playing)
    assert (ended.playing.pledge, ended.called, ended.void) == (session.phase.pledge, ("ann", "ben"), "")
    assert change.session.record == session.phase.record
    phase = change.session.phase
    assert isinstance(phase, Between)
    assert (phase.state, phase.starts_at, [one.name for one in phase.cast]) == (
        session.phase.state,
        None,
        ["ann", "ben"],
    )
    assert bytes(phase.carry) != bytes(NULL), "the next game is told who was the Giant"


@pytest.mark.parametrize(("stamp", "link"), [("1234", "https://chat/1234"), ("", "")])
def test_the_message_that_ended_a_game_is_mixed_into_the_next_one(stamp: str, link: str) -> None:
    phase = finished(duel(), result(90, 110), stamp, link="https://chat/1234").session.phase
    assert isinstance(phase, Between)
    assert (phase.stamp, phase.stamp_link) == (stamp, link)


def test_the_seed_is_told_with_the_end() -> None:
    assert "fair-over" in ids(finished(duel(), result(90, 110)))


def test_a_records_name_tells_the_number_of_its_game() -> None:
    session = duel(pledge=pledge(1234))
    assert isinstance(session.phase, Playing)
    name = session.phase.record
    assert ending.number_of(name) == 1234
    assert not set(name) & set(':/\\ "')


# What follows


def starts(change: Change) -> int | None:
    phase = change.session.phase
    assert isinstance(phase, Lobby | Between)
    return phase.starts_at


def test_the_next_game_begins_after_so_many_seconds_where_the_rules_say_so() -> None:
    change = finished(duel(), result(90, 110, next_after=20), after=500)
    assert starts(change) == START + 500 + 20_000
    assert said(change, "next-at") == {"one": "game", "seconds": 20}
    assert not {"series-waits", "series-over"} & set(ids(change))


def test_a_game_for_one_is_called_the_last_only_where_a_series_may_end_with_one() -> None:
    change = finished(playing("ann", given={"mode": "house", "cooldown": "0"}), result(90, next_after=20))
    assert said(change, "next-at") == {"one": "game", "seconds": 20}
    last = between(table("ann", game="rogues"))
    assert last.next_is == "last"


def test_with_each_game_one_less_comes_before_those_who_left_owing_a_turn() -> None:
    owing = tuple(Owing(someone(name).id, turns) for name, turns in (("cid", 0), ("dan", 1), ("eve", 3)))
    change = finished(playing("ann", "ben", given=CROWD).changed(owing=owing), result(90, 110))
    assert [one.turns for one in change.session.owing] == [0, 0, 2]


def test_no_next_game_is_told_of_where_the_rules_know_none() -> None:
    for enough in (False, True):
        change = finished(duel().changed(enough=enough), result(90, 110))
        assert starts(change) is None
        assert not {"next-at", "series-waits", "series-over"} & set(ids(change))


def test_after_the_hosts_enough_the_series_is_over_and_its_richest_is_told() -> None:
    change = finished(duel().changed(enough=True), result(90, 110, next_after=20))
    assert starts(change) is None
    assert said(change, "series-over")["stack"] == 110
    assert "series-waits" not in ids(change)


def away(session: Session, *seats: int) -> Session:
    for seat in seats:
        session = with_seat(session, seat, away=True)
    return session


def test_a_series_waits_where_only_house_bots_are_left_to_play_it() -> None:
    change = finished(away(duel(), 0, 1), result(90, 110, next_after=20))
    assert starts(change) is None
    assert "series-waits" in ids(change)
    assert starts(finished(away(duel(), 0), result(90, 110, next_after=20))) is not None, "one is there"


def rogues(*sitting: Any, **how: Any) -> Session:
    return playing(*sitting, game="rogues", **how)


def test_a_tournaments_table_waits_for_the_tournament_alone() -> None:
    waits = OfTournament("T", 1, 1, final=False, awaits=2)
    change = finished(rogues("ann", "ben").changed(tournament=waits), result(90, 110, next_after=20))
    assert starts(change) is None
    assert not {"series-waits", "next-at"} & set(ids(change))
    goes_on = finished(rogues("ann", "ben").changed(tournament=FINAL, enough=True), result(90, 110, next_after=20))
    assert starts(goes_on) == START + 20_000, "a tournament has rules of its own"


def test_a_crowds_next_lobby_waits_for_a_stake_and_says_nothing_of_it() -> None:
    change = finished(playing("ann", "ben", given=CROWD), result(90, 110, next_after=20))
    assert starts(change) is None
    assert not {"series-waits", "next-at"} & set(ids(change))


def test_a_stake_that_was_kept_opens_the_crowds_next_lobby() -> None:
    session = with_seat(playing("ann", "ben", given={**CROWD, "next": "host"}), 0, next=Kept("stake 5", "luck"))
    change = finished(session, result(90, 110))
    assert said(change, "stakes-kept") == {"count": 1}
    assert (change.session.seats[0].opening, change.session.seats[0].text) == ("stake 5", "luck")


def test_whoever_waited_for_the_end_of_a_crowds_round_sits_down() -> None:
    waits = Newcomer(someone("cid").id, "cid", 40, Kept("stake 5", ""))
    change = finished(playing("ann", given=CROWD).changed(newcomers=(waits,)), result(90))
    assert names(change.session) == ["ann", "cid"]


@pytest.mark.parametrize("ended", [result(60, 70), result()])
def test_a_practice_game_leaves_nothing_behind(ended: Result) -> None:
    change = finished(duel().changed(practice=practice("ann", "ben"), record="old"), ended)
    assert change.ended == ()
    assert change.session.record == "old"
    assert ids(change) == ["practice-over", "fair-unrecorded"]


# The next game of a series, and who must buy in for it


def match(*stacked: int, rebuy: str = "on", bot: bool = False, **how: Any) -> Session:
    """Return a match of Headache between two games with these stacks; the entrance fee is 10."""
    sitting = [seated(name, stack) for name, stack in zip(("ann", "ben", "cid", "dan"), stacked, strict=False)]
    if bot:
        sitting[-1] = seated("bot:Dot", stacked[-1])
    given = {"min_players": "3", "rebuy": rebuy, "entry": "10"}
    return between(table(*sitting, game="headache", given=given, **how), POT, START + 1)


def called_next(session: Session, seconds: int = 20) -> Change:
    change = change_of(session, after=100)
    ending.call_next(change, seconds)
    return change


def test_a_game_for_which_all_can_pay_is_called_at_once() -> None:
    change = called_next(match(10, 50, 50))
    assert [(one.id, one.args) for one in told(change)] == [("next-at", {"one": "game", "seconds": 20})]


@pytest.mark.parametrize(("given", "seconds"), [(20, ending.TO_BUY_IN), (200, 200), (ending.TO_BUY_IN + 1, 31)])
def test_whoever_must_buy_in_again_has_time_for_it(given: int, seconds: int) -> None:
    change = called_next(match(50, 9, 50, 50), given)
    assert ids(change) == ["buy-in-called"]
    values = said(change, "buy-in-called")
    assert (named(values["who"]), values["count"], values["seconds"]) == (["ben"], 1, seconds)
    assert values["enough"] == "yes", "three can pay without them"
    assert starts(change) == START + 100 + seconds * 1000


def test_it_is_said_where_no_game_begins_without_those_who_must_buy_in() -> None:
    change = called_next(match(50, 9, 9))
    values = said(change, "buy-in-called")
    assert (named(values["who"]), values["count"], values["enough"]) == (["ben", "cid"], 2, "no")


def test_house_bots_buy_in_at_once() -> None:
    change = called_next(match(50, 50, 0, bot=True))
    assert ids(change) == ["rebought", "next-at"]
    assert change.session.seats[2].stack > 0


def test_a_series_for_which_too_few_can_pay_is_over() -> None:
    change = called_next(match(50, 9, 9, rebuy="off"))
    assert ids(change) == ["too-few-can-pay", "series-over"]
    assert starts(change) is None
    assert (named(said(change, "series-over")["who"]), said(change, "series-over")["stack"]) == (["ann"], 50)


def test_a_table_that_waits_for_no_game_is_given_no_time() -> None:
    change = change_of(table("ann", phase=CLOSED))
    ending.starts_next(change, START)
    assert change.session.phase == CLOSED


# People who left during the game


def test_whoever_left_in_the_game_is_paid_and_cleared_when_it_is_over() -> None:
    session = with_seat(rogues("ann", "ben", "cid", purse=True), 0, gone=True)
    change = finished(session, result(40, 100, 160))
    assert paid(change) == [(STAKE, f"purse:{someone('ann').id}", 40, "paid-back")]
    assert (names(change.session), stacks(change.session)) == (["ben", "cid"], [100, 160])
    assert change.session.host == someone("ben").id
    assert said(change, "host-is-now") == {"who": "ben"}


def test_the_host_stays_the_host_where_others_left() -> None:
    session = with_seat(rogues("ann", "ben", "cid"), 1, gone=True)
    change = finished(session, result(40, 100, 160))
    assert names(change.session) == ["ann", "cid"]
    assert change.session.host == someone("ann").id
    assert "host-is-now" not in ids(change)


def test_a_host_who_sits_elsewhere_stays_the_host() -> None:
    """Nobody has left, so the first seat does not become the host."""
    session = rogues("ben", "cid")
    change = finished(session, result(40, 100))
    assert change.session.host == someone("ann").id


def test_a_table_that_all_have_left_closes_with_its_game() -> None:
    session = with_seat(with_seat(duel(), 0, gone=True), 1, gone=True)
    assert isinstance(finished(session, result(90, 110)).session.phase, Closed)


def test_whoever_left_and_was_no_host_hands_no_job_on() -> None:
    session = with_seat(rogues("ann", "ben", "cid").changed(host=someone("dan").id), 1, gone=True)
    assert finished(session, result(1, 2, 3)).session.host == someone("dan").id


# Called off


def voided(session: Session, cause: Cause = CAUSE, *, recorded: bool = True) -> Change:
    change = change_of(session, after=3)
    ending.void(change, cause, recorded=recorded)
    return change


def test_a_game_that_is_called_off_gives_every_stake_back_and_opens_its_seed() -> None:
    session = with_seat(with_seat(duel(), 0, stack=1, text="luck"), 1, opening="stake 5")
    change = change_of(session)
    ending.void(change, CAUSE)
    assert stacks(change.session) == [100, 100]
    assert [(one.text, one.opening) for one in change.session.seats] == [("luck", ""), ("", "")]
    assert isinstance(change.session.phase, Lobby)
    assert ids(change) == ["game-void", "fair-over"]
    assert said(change, "game-void") == {"why": "it is late", "decided": "no"}
    assert change.void == "it is late"
    (ended,) = change.ended
    assert ended.void == "it is late"
    assert isinstance(session.phase, Playing)
    assert change.session.record == session.phase.record


def test_no_void_gives_back_to_other_seats_than_the_game_began_with() -> None:
    session = duel()
    assert isinstance(session.phase, Playing)
    for seats in (session.seats[:1], (*session.seats, seated("cid"))):
        with pytest.raises(ValueError, match="zip"):
            ending.give_back(change_of(session.changed(seats=seats)), session.phase)


def test_t30_a_void_is_counted_with_who_did_it_and_why() -> None:
    for recorded in (True, False):
        (entry,) = voided(duel(), recorded=recorded).audit
        assert (entry.did, entry.by, entry.name, entry.reason) == (
            "reset, game 1 void",
            "test:mia",
            "mia",
            "it is late",
        )
        assert entry.counts == VOID


@pytest.mark.parametrize(("proof", "why"), [("", "it is late"), ("host-closed", "host-closed")])
def test_the_record_of_a_void_says_why_without_a_name_that_the_table_is_told(proof: str, why: str) -> None:
    change = voided(duel(), replace(CAUSE, proof=proof))
    assert [batch.deed for batch in change.batches if batch.deed] == [CalledOff(why)]


def test_f23_a_game_whose_state_nobody_can_read_leaves_no_record() -> None:
    change = voided(duel().changed(record="the last one"), recorded=False)
    assert (change.ended, change.session.record) == ((), "the last one")
    assert [batch.deed for batch in change.batches if batch.deed] == []
    assert ids(change) == ["game-void", "fair-unrecorded"]
    assert stacks(change.session) == [100, 100]


def test_what_the_game_before_handed_on_is_there_for_the_next_after_a_void() -> None:
    carry = Carry(Seat(2), Suckers(9), 1)
    change = change_of(between(match(50, 50, 50), carry))
    beginning.begin(change, "")
    assert voided(change.session).session.carry == carry


def test_whoever_had_left_is_cleared_when_the_game_is_called_off() -> None:
    change = voided(with_seat(rogues("ann", "ben", "cid", purse=True), 1, gone=True, stack=3))
    assert names(change.session) == ["ann", "cid"]
    assert paid(change) == [(STAKE, f"purse:{someone('ben').id}", 100, "paid-back")]


def halted(session: Session) -> Session:
    return session.changed(cut_off=("elsewhere",), paused=HALTED)


@pytest.mark.parametrize("session", [duel(), duel().changed(practice=practice("ann", "ben"))], ids=["game", "practice"])
def test_the_clock_goes_on_where_a_game_is_called_off_that_waited_for_somebody(session: Session) -> None:
    assert voided(halted(session)).session.paused is None


def test_a_practice_game_that_is_called_off_is_no_void() -> None:
    change = voided(duel().changed(practice=practice("ann", "ben")))
    assert ids(change) == ["practice-called-off", "fair-unrecorded"]
    assert said(change, "practice-called-off") == {"why": "it is late"}
    assert (change.audit, change.void) == ([], "")


# The host ends the series


def enough(session: Session) -> Change:
    change = change_of(session)
    ending.enough(change)
    return change


def test_after_enough_no_game_begins_by_itself() -> None:
    lobby = table("ann", "ben", given=DUEL, phase=Lobby(starts_at=START + 9))
    for session in (lobby, between(lobby, starts_at=START + 9)):
        change = enough(session)
        assert change.session.enough
        assert starts(change) is None
        assert ids(change)[0] == "enough-said"


def test_a_series_whose_last_game_is_over_ends_with_enough() -> None:
    rested = between(table("ann", "ben", given=DUEL))
    for session, over in ((rested, False), (between(rested, starts_at=START), True), (duel(), False)):
        change = enough(session)
        assert ("series-over" in ids(change)) is over
        assert change.session.enough
        assert isinstance(change.session.phase, type(session.phase))
    assert "series-over" not in ids(enough(table("ann", "ben", given=DUEL, phase=Lobby(starts_at=START))))


def richest(*stacked: int) -> Change:
    sitting = [seated(f"p{number}", stack) for number, stack in enumerate(stacked)]
    change = change_of(table(*sitting, given=CROWD))
    ending.tell_richest(change)
    return change


@pytest.mark.parametrize(
    ("stacked", "who", "most"),
    [
        ((5, 9, 9), ["p1", "p2"], 9),
        ((5, 3), ["p0"], 5),
        ((0, 0), ["p0", "p1"], 0),
        ((7,) * 10, [f"p{n}" for n in range(10)], 7),
        ((7,) * 12, [*(f"p{n}" for n in range(10)), 2], 7),
        ((7,) * 11, [*(f"p{n}" for n in range(10)), 1], 7),
    ],
)
def test_the_richest_of_a_series_are_told_ten_by_name(stacked: tuple[int, ...], who: list[Any], most: int) -> None:
    values = said(richest(*stacked), "series-over")
    assert (named(values["who"]), values["stack"]) == (who, most)
    assert isinstance(values["who"], Listed)
    more = [one for one in values["who"].says if one.id != "called"]
    assert [one.id for one in more] == ["so-many-more"] * (len(stacked) > 10)


@pytest.mark.parametrize("stacked", [(), (5,)])
def test_nobody_is_the_richest_of_one(stacked: tuple[int, ...]) -> None:
    assert told(richest(*stacked)) == []


# The key is lost (threats F27)


def frozen(session: Session) -> Change:
    change = change_of(session, after=3)
    ending.freeze(change)
    return change


def test_f27_a_game_whose_key_is_lost_is_void_and_the_next_is_pledged_anew() -> None:
    session = with_seat(with_seat(duel(), 0, stack=1, text="luck"), 1, text="luck")
    change = frozen(session)
    assert ids(change) == ["game-frozen", "fair-sealed"]
    assert (stacks(change.session), [one.text for one in change.session.seats]) == ([100, 100], ["luck", "luck"])
    assert isinstance(change.session.phase, Lobby)
    (entry,) = change.audit
    assert (entry.did, entry.reason, entry.counts) == ("dice key lost, game 1 void", KEY_LOST, VOID)
    assert change.session.pledge == pledge(3)
    assert change.pledges_used == 1
    assert said(change, "fair-sealed")["number"] == 3
    assert said(change, "game-frozen") == {"decided": "no"}


def test_f27_what_is_decided_in_a_game_whose_key_is_lost_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    session = duel()
    monkeypatch.setattr(type(session.rules), "owed", lambda *_: Owed((Suckers(130), Suckers(70))))
    change = frozen(session)
    assert stacks(change.session) == [130, 70]
    assert said(change, "game-frozen") == {"decided": "yes"}


def test_f27_a_text_for_the_dice_is_committed_to_again_with_the_new_pledge() -> None:
    session = table(seated("ann", text="luck", bound=seating.UNTOLD), given=DUEL)
    change = frozen(session)
    assert ids(change) == ["key-lost", "fair-sealed", "fair-text"]
    bound = fair.text_told(change.session.pledge.game_id, "0", "luck")
    assert said(change, "fair-text")["whole"] == change.session.seats[0].bound == bound


def test_f27_a_practice_game_whose_key_is_lost_counts_as_nothing() -> None:
    change = frozen(duel().changed(practice=practice("ann", "ben")))
    assert ids(change) == ["practice-frozen", "fair-sealed"]
    assert isinstance(change.session.phase, Lobby)
    assert change.audit == []


def test_f27_a_tournament_whose_key_is_lost_draws_by_another_from_now_on() -> None:
    change = frozen(table(game="rogues", phase=hosting(draws={"seats": 2})))
    assert ids(change) == ["seats-unproven", "fair-sealed"]
    assert isinstance(change.session.phase, Hosting)
    assert (change.session.phase.pledge, change.session.phase.draws) == (pledge(2), {})


@pytest.mark.parametrize("of_practice", [False, True])
def test_f27_between_games_a_lost_key_is_told_and_nothing_else_changes(of_practice: bool) -> None:
    session = between(table("ann", "ben", given=DUEL, practice=practice("ann", "ben") if of_practice else None))
    change = frozen(session)
    assert ids(change) == ["key-lost", "fair-sealed"]
    assert (change.session.phase, change.session.seats) == (session.phase, session.seats)


def test_f27_whoever_had_left_is_cleared_from_a_frozen_table_and_its_clock_goes_on() -> None:
    change = frozen(halted(with_seat(rogues("ann", "ben", "cid"), 1, gone=True)))
    assert names(change.session) == ["ann", "cid"]
    assert change.session.paused is None
