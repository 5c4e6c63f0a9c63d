"""Test people's stacks: bought in, paid back, bought again, and shared when a series ends."""

from typing import Any

import pytest
from evening import START
from one_change import (
    CROWD,
    DUEL,
    FINAL,
    between,
    change_of,
    hosting,
    ids,
    paid,
    playing,
    practice,
    refused,
    said,
    seated,
    someone,
    table,
)
from one_change import stacks as stacks_of

from bot.ports.ids import NOBODY
from bot.table import stacks
from bot.table.document import IDLE, Owing, Session
from bot.table.phases import Lobby
from games.headache.state import Carry
from games.kit.money import Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.kit.telling import Listed

STAKE = "stake:T-K7Q"
ANN = someone("ann").id
PURSE = f"purse:{ANN}"


# Bought in, and paid back


@pytest.mark.parametrize(
    ("purse", "account", "stack", "moved"),
    [
        (False, PURSE, 500, []),
        (
            True,
            f"purse:{ANN}",
            100,
            [("bank", f"purse:{ANN}", 1000, "welcome"), (f"purse:{ANN}", STAKE, 100, "buy-in")],
        ),
        (True, "bank", 100, [("bank", STAKE, 100, "buy-in")]),
    ],
)
def test_a_new_seat_is_paid_for_where_the_table_plays_for_purses(
    purse: bool, account: str, stack: int, moved: list[tuple[str, str, int, str]]
) -> None:
    change = change_of(table(given={**DUEL, "stack": "500"}, purse=purse))
    assert stacks.buy_in(change, account, ANN if account != "bank" else NOBODY) == stack
    assert paid(change) == moved


def test_everybody_is_welcomed_once_in_their_life() -> None:
    assert stacks.welcome_gift(ANN).once == stacks.once_a_person("welcome", ANN)
    keys = [stacks.once_a_person("welcome", one) for one in (ANN, someone("ben").id)]
    assert len({*keys, stacks.once_a_person("other", ANN), stacks.once_a_day("welcome", ANN, 1)}) == 4
    assert stacks.once_a_day("allowance", ANN, 1) != stacks.once_a_day("allowance", ANN, 2)


@pytest.mark.parametrize(("who", "target"), [("ann", PURSE), ("bot:Dot", "bank")])
def test_a_stack_goes_back_to_its_purse_and_a_house_bots_to_the_bank(who: str, target: str) -> None:
    for purse in (True, False):
        change = change_of(table(given=DUEL, purse=purse))
        stacks.pay_back(change, seated(who, 30))
        stacks.pay_back(change, seated(who, 0))
        assert paid(change) == [(STAKE, target, 30, "paid-back")] * purse


@pytest.mark.parametrize(("balance", "low"), [(99, "yes"), (100, "no")])
def test_whoever_can_not_pay_for_a_seat_is_told_of_new_suckers_if_they_would_get_any(balance: int, low: str) -> None:
    refusal = stacks.purse_too_small(table(purse=True), balance)
    assert refusal.reason.args == {"balance": balance, "buyin": 100, "low": low}


# Bought again


def rebuys(session: Session, seat: int = 0, after: int = 5) -> Any:
    change = change_of(session, after)
    stacks.rebuy(change, Seat(seat))
    return change


def test_an_empty_stack_may_be_bought_anew() -> None:
    change = rebuys(table("ann", seated("ben", 0), given={**DUEL, "stack": "500"}), 1)
    assert stacks_of(change.session) == [100, 500]
    assert said(change, "rebought") == {"who": "ben", "stack": 500}
    assert change.session.idle_at == START + 5 + IDLE * 1000


EMPTY = seated("ann", 0)


@pytest.mark.parametrize(
    ("message", "session", "values"),
    [
        ("tournament-table", table(EMPTY, game="rogues", tournament=FINAL), {"code": "K7Q"}),
        ("game-is-on", playing("ann", "ben", given=DUEL).changed(seats=(EMPTY, EMPTY)), {"code": "K7Q"}),
        ("no-rebuy", table(EMPTY, given=DUEL, purse=True), {}),
        ("no-rebuy-here", table(EMPTY, game="poohead"), {}),
        ("stack-not-empty", table(seated("ann", 1), given=DUEL), {"stack": 1}),
        ("stack-not-empty", table(EMPTY, given=DUEL, practice=practice("ann")), {"stack": 0}),
    ],
)
def test_no_stack_is_bought_anew_where_the_rules_forbid_it(
    message: str, session: Session, values: dict[str, Any]
) -> None:
    change = change_of(session)
    with refused(change, message, **values):
        stacks.rebuy(change, Seat(0))


def test_no_stack_is_bought_anew_where_a_tournament_is_under_way() -> None:
    change = change_of(table(EMPTY, game="rogues", phase=hosting()))
    with refused(change, "tournament-is-on"):
        stacks.rebuy(change, Seat(0))


# Who must buy in


def match(*sitting: Any, rebuy: str = "on", pot: int = 7, **how: Any) -> Session:
    """Return a match of Headache between two games, with this pot; the entrance fee is 10."""
    headache = table(*sitting, game="headache", given={"rebuy": rebuy, "entry": "10"}, **how)
    return between(headache, Carry(Seat(0), Suckers(pot), 1))


SHORT = (seated("ann", 9), seated("ben", 10), seated("bot:Dot", 0), seated("cid", 3, gone=True))


@pytest.mark.parametrize(
    ("session", "seats"),
    [
        (match(*SHORT), (0, 2)),
        (match(*SHORT, purse=True), ()),
        (match(*SHORT, rebuy="off"), ()),
        (match(*SHORT, tournament=FINAL), ()),
        (match(*SHORT, tournament=FINAL, purse=True), ()),
    ],
)
def test_whoever_can_pay_no_entrance_must_buy_in_but_who_has_left(session: Session, seats: tuple[int, ...]) -> None:
    assert stacks.must_buy_in(session) == seats


def test_house_bots_that_must_buy_in_do_so_at_once_and_people_when_they_like() -> None:
    change = change_of(match(*SHORT))
    stacks.house_bots_buy_in(change)
    assert ids(change) == ["rebought"]
    fresh = change.session.rules.stack(change.session.game_options)
    assert stacks_of(change.session) == [9, 10, fresh, 3]


@pytest.mark.parametrize(
    ("session", "may"),
    [
        (match(*SHORT), True),
        (match(*SHORT, rebuy="off"), False),
        (match(seated("ann", 10)), False),
        (match(*SHORT, practice=practice("ann")), False),
    ],
)
def test_whoever_has_too_little_may_have_new_chips_but_in_practice(session: Session, may: bool) -> None:
    assert stacks.buys_in(session, Seat(0)) is may


# A pot that nobody won


def test_a_pot_that_nobody_won_is_shared_by_those_who_sit() -> None:
    session = match(seated("ann", 5), seated("ben", 5))
    lobby = session.changed(phase=Lobby(carry=session.phase.carry, starts_at=START))
    for before in (session, lobby):
        change = change_of(before)
        stacks.break_up(change)
        assert stacks_of(change.session) == [9, 8], "the odd one goes to the first (ALL-2)"
        assert change.session.carry is None
        stacks.break_up(change)
        assert stacks_of(change.session) == [9, 8], "it is shared once"


def test_where_there_is_no_pot_a_series_goes_on_with_what_it_hands_on() -> None:
    headache = table(seated("ann", 5), seated("ben", 5), game="headache")
    session = between(headache, Carry(Seat(1), Suckers(0), 1))
    change = change_of(session)
    stacks.break_up(change)
    assert change.session == session, "who rolls first next is known all the same (HA-34)"


@pytest.mark.parametrize(
    "session",
    [table("ann", given=CROWD), playing("ann", "ben", given=DUEL), table(given=CROWD, phase=hosting())],
    ids=["lobby", "game", "tournament"],
)
def test_where_nothing_is_carried_on_nothing_is_shared(session: Session) -> None:
    change = change_of(session)
    stacks.break_up(change)
    assert change.session == session


@pytest.mark.parametrize(
    ("method", "wrong"), [("break_up", (Suckers(17),)), ("owed", Owed((Suckers(17),)))], ids=["pot", "stacks"]
)
def test_a_game_that_shares_a_pot_among_others_than_sit_breaks_before_anything_is_stored(
    monkeypatch: pytest.MonkeyPatch, method: str, wrong: object
) -> None:
    change = change_of(match(seated("ann", 5), seated("ben", 5)))
    monkeypatch.setattr(type(change.session.rules), method, lambda *_: wrong)
    with pytest.raises(ValueError, match="zip"):
        stacks.break_up(change)


def test_a_single_sucker_of_a_pot_is_told_too() -> None:
    change = change_of(match(seated("ann", 5), seated("ben", 5), pot=1))
    stacks.break_up(change)
    assert stacks_of(change.session) == [6, 5]
    shares = said(change, "pot-paid-out")["shares"]
    assert isinstance(shares, Listed)
    assert [one.args for one in shares.says] == [{"who": "ann", "amount": 1}]


def test_with_a_series_ends_what_turns_were_owed_in_it() -> None:
    change = change_of(match(seated("ann", 5), seated("ben", 5), owing=(Owing(ANN, 2),)))
    stacks.break_up(change)
    assert change.session.owing == ()
