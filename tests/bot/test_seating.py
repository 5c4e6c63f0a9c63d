"""Test sitting down and standing up, the terms, and the table's next host; a refusal changes nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from evening import START
from one_change import (
    CLOSED,
    CROWD,
    DUEL,
    FINAL,
    between,
    change_of,
    hosting,
    ids,
    named,
    names,
    paid,
    playing,
    refused,
    said,
    seated,
    someone,
    stacks,
    table,
)

from bot.ports.messages import Person
from bot.table import seating
from bot.table.change import Change
from bot.table.document import IDLE, Motion, Owing, Paused, Session
from bot.table.phases import Closed, Lobby, Ranked
from bot.table.queueing import stake_line
from bot.table.seats import Kept, KeptSeats, Newcomer
from games.halflings.state import Carry as LastGiant
from games.headache.state import Carry
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.proof import fair
from games.proof.fair import LONGEST_TEXT

STAKE = "stake:T-K7Q"
WAITS = Newcomer(someone("cid").id, "cid", 40, Kept("stake 5", ""))
LINE = stake_line(table("ann", given=CROWD))
HOUR = 3600 * 1000


def kept(seats: int, seconds: float = 60) -> KeptSeats:
    return KeptSeats(seats, START + round(seconds * 1000))


@dataclass
class Case:
    """A person refused by a table, with the reason."""

    id: str
    session: Session
    name: str = "cid"
    values: dict[str, Any] = field(default_factory=lambda: {"code": "K7Q"})


TURNED_AWAY = [
    Case("you-sit-already", table("ann", given=CROWD), "ann"),
    Case("no-such-table", table(phase=CLOSED)),
    Case("you-wait", table("ann", given=CROWD, newcomers=(WAITS,))),
    Case("round-is-on", playing("ann", given=CROWD), values={"code": "K7Q", "line": LINE}),
    Case("game-is-on", playing("ann", "ben", given=DUEL)),
    Case("tournament-table", table("ann", given=CROWD, tournament=FINAL)),
    Case("tournament-is-on", table(given=CROWD, phase=hosting())),
    Case("all-seats-taken", table("ann", "ben", given=DUEL), values={"code": "K7Q", "seats": 2}),
]


@pytest.mark.parametrize("case", TURNED_AWAY, ids=lambda case: case.id)
def test_nobody_sits_down_where_they_may_not(case: Case) -> None:
    change = change_of(case.session)
    with refused(change, case.id, **case.values):
        seating.sit(change, someone(case.name))


def test_whoever_sits_down_has_a_stack_a_safe_name_and_the_next_seat() -> None:
    change = change_of(table("ann", given=DUEL), after=7)
    assert seating.sit(change, someone("b\u202een"), "cut  deep") == Seat(1)
    ben = change.session.seats[1]
    assert (ben.name, ben.text, ben.stack) == (
        "ben",
        "cut deep",
        change.session.rules.stack(change.session.game_options),
    )
    assert ids(change) == ["sat-down", "fair-text"]
    assert said(change, "sat-down") == {"who": "ben"}
    bound = fair.text_told(change.session.pledge.game_id, "1", "cut deep")
    assert said(change, "fair-text") == {"who": "ben", "bound": fair.binding(bound), "whole": bound}
    assert paid(change) == []
    assert change.session.idle_at == START + 7 + IDLE * 1000, "somebody did something"


def test_at_a_table_for_purses_the_buy_in_is_paid_and_told() -> None:
    change = change_of(table("ann", given=DUEL, purse=True))
    seating.sit(change, someone("ben"))
    ben = f"purse:{someone('ben').id}"
    assert paid(change) == [("bank", ben, 1000, "welcome"), (ben, STAKE, 100, "buy-in")]
    assert said(change, "sat-down-with") == {"who": "ben", "stack": 100}
    assert ids(change) == ["sat-down-with"]


@pytest.mark.parametrize(
    ("others", "turns", "place", "before"),
    [((), 2, 0, 0), (("ann",), 3, 1, 0), (("ann", "cid"), 5, 2, 1), (("ann", "cid", "dan"), 1, 2, 1)],
)
def test_whoever_left_owing_a_turn_is_back_in_its_place_and_is_told_how_many_come_before(
    others: tuple[str, ...], turns: int, place: int, before: int
) -> None:
    """Ann was the last Giant. There may be fewer others by now than came before them."""
    ben, eve = Owing(someone("ben").id, turns), Owing(someone("eve").id, 1)
    crowd = table(*others, given={**CROWD, "giant": "player"}, owing=(ben, eve))
    change = change_of(between(crowd, LastGiant(Seat(0) if others else None)))
    assert seating.sit(change, someone("ben")) == place
    assert names(change.session)[place] == "ben"
    assert said(change, "turn-owed") == {"who": "ben", "turns": before}
    assert change.session.owing == (eve,), "the others still owe theirs"


# Seats kept for a raid


@pytest.mark.parametrize("sit", [seating.sit, seating.take_seat])
@pytest.mark.parametrize(("before", "after"), [(kept(2), kept(1)), (kept(1), None), (kept(3), kept(2))])
def test_whoever_comes_new_takes_a_seat_that_was_kept(
    before: KeptSeats, after: KeptSeats | None, sit: Callable[[Change, Person], Seat]
) -> None:
    change = change_of(table("ann", given=CROWD, kept_seats=before))
    sit(change, someone("ben"))
    assert change.session.kept_seats == after


def test_whoever_was_here_before_leaves_the_kept_seats_alone() -> None:
    change = change_of(table("ann", given=CROWD, kept_seats=kept(2)))
    seating.sit(change, someone("ben"), makes_way=True)
    assert change.session.kept_seats == kept(2)
    assert names(change.session) == ["ann", "ben"]


@pytest.mark.parametrize(("ms", "seconds"), [(60_000, 60), (1, 1), (1_000, 1), (1_001, 2)])
def test_whoever_was_here_before_waits_where_all_free_seats_are_kept(ms: int, seconds: int) -> None:
    change = change_of(table("ann", given=DUEL, kept_seats=KeptSeats(1, START + ms)))
    with refused(change, "seats-are-kept", code="K7Q", free=1, seconds=seconds):
        seating.sit(change, someone("ben"), makes_way=True)


@pytest.mark.parametrize("makes_way", [False, True])
def test_seats_are_kept_no_longer_than_was_said(makes_way: bool) -> None:
    was = kept(1, 0)
    change = change_of(table("ann", given=DUEL, kept_seats=was))
    seating.sit(change, someone("ben"), makes_way=makes_way)
    assert change.session.kept_seats == was, "they are nobody's business any more"


# A text for the dice


def test_a_text_for_the_dice_may_be_as_long_as_was_promised_and_no_longer() -> None:
    assert seating.dice_text("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    change = change_of(table("ann"))
    whole = "x" * LONGEST_TEXT
    for longer in ("x", "xx", 500 * "x", " x", "\u0323", " \u17b5x"):
        with refused(change, "text-too-long", most=LONGEST_TEXT):
            seating.dice_text(whole + longer)
    assert seating.dice_text(f"  {whole} \n") == whole, "blanks around it are none of it"


def test_a_text_may_be_set_anew_between_games_and_not_while_one_is_on() -> None:
    change = change_of(table("ann", "ben", given=DUEL), after=HOUR)
    seating.set_text(change, Seat(1), "cut low")
    assert [one.text for one in change.session.seats] == ["", "cut low"]
    assert change.session.idle_at == START + HOUR + IDLE * 1000
    for session in (playing("ann", "ben", given=DUEL), table("ann", phase=CLOSED)):
        on = change_of(session)
        with refused(on, "game-is-on", code="K7Q"):
            seating.set_text(on, Seat(0), "cut high")


# Standing up


def test_whoever_stands_up_is_paid_and_the_others_close_up() -> None:
    change = change_of(table("ann", seated("ben", 70), "cid", game="rogues", purse=True))
    seating.stand_up(change, Seat(1))
    assert names(change.session) == ["ann", "cid"]
    assert paid(change) == [(STAKE, f"purse:{someone('ben').id}", 70, "paid-back")]
    assert ids(change) == ["stood-up"]
    assert said(change, "stood-up") == {"who": "ben"}
    assert change.session.host == someone("ann").id


def test_the_hosts_job_goes_to_the_first_who_is_left() -> None:
    change = change_of(table("ann", "bot:Dot", "ben", game="rogues", votes=("x",)), after=5)
    seating.stand_up(change, Seat(0))
    assert (change.session.host, change.session.hosted_at) == (someone("ben").id, START + 5)
    assert change.session.votes is None
    assert said(change, "host-is-now") == {"who": "ben"}


def test_a_table_without_people_closes_and_the_house_bots_stacks_go_to_the_bank() -> None:
    change = change_of(table("ann", seated("bot:Dot", 60), game="rogues", purse=True))
    seating.stand_up(change, Seat(0))
    assert isinstance(change.session.phase, Closed)
    assert paid(change)[1:] == [(STAKE, "bank", 60, "paid-back")]
    assert ids(change)[:2] == ["stood-up", "table-closed"]


def test_a_tournaments_table_closes_with_nobody_and_has_no_host() -> None:
    change = change_of(table("ann", "ben", game="rogues", tournament=FINAL))
    seating.stand_up(change, Seat(0))
    seating.stand_up(change, Seat(0))
    assert isinstance(change.session.phase, Lobby)
    assert ids(change) == ["stood-up", "stood-up"]


POT = Carry(Seat(0), Suckers(30), 1)


def match(*sitting: Any, **as_: Any) -> Session:
    """Return a match whose last game left a pot of 30 on the table."""
    return between(table(*sitting, game="headache", purse=True, **as_), POT)


def test_the_last_person_of_a_series_gets_their_part_of_its_pot() -> None:
    change = change_of(match("ann", "bot:Dot"))
    seating.stand_up(change, Seat(0))
    assert [amount for _, _, amount, _ in paid(change)] == [115, 115]


@pytest.mark.parametrize(
    "session", [match("ann", "ben"), match("ann", "bot:Dot", tournament=FINAL)], ids=["two", "cup"]
)
def test_the_pot_stays_where_the_series_goes_on(session: Session) -> None:
    change = change_of(session)
    seating.stand_up(change, Seat(0))
    assert [amount for _, _, amount, _ in paid(change)] == [100]
    assert change.session.carry == POT


# House bots


BOTS = tuple(f"Bot{number}" for number in range(30))


def test_house_bots_sit_down_with_a_stack_and_names_of_their_own() -> None:
    change = change_of(table("ann", "Bot1", game="rogues"), after=9)
    seating.add_bots(change, 2, BOTS, allowed=False, generous=False)
    assert [(one.name, one.is_bot) for one in change.session.seats[2:]] == [("Bot0", True), ("Bot2", True)]
    stack = change.session.rules.stack(change.session.game_options)
    assert stacks(change.session)[2:] == [stack, stack]
    assert (said(change, "bots-sat-down")["count"], named(said(change, "bots-sat-down")["who"])) == (
        2,
        [one for bot in change.session.seats[2:] for one in (bot.name, bot.manner)],
    )
    assert change.session.idle_at == START + 9 + IDLE * 1000


def test_house_bots_at_a_table_for_purses_buy_in_from_the_bank_where_owner_and_venue_let_them() -> None:
    change = change_of(table("ann", game="rogues", purse=True))
    for generous in (False, True):
        with refused(change, "no-bots-here"):
            seating.add_bots(change, 2, BOTS, allowed=False, generous=generous)
    with refused(change, "bots-would-lose"):
        seating.add_bots(change, 2, BOTS, allowed=True, generous=False)
    seating.add_bots(change, 2, BOTS, allowed=True, generous=True)
    assert paid(change) == [("bank", STAKE, 100, "buy-in")] * 2


def test_no_more_house_bots_come_than_there_is_room_for() -> None:
    change = change_of(table("ann", given=DUEL))
    seating.add_bots(change, 9, BOTS, allowed=False, generous=False)
    assert len(change.session.seats) == 2
    for count in (1, 5):
        with refused(change, "table-full", code="K7Q", seats=2):
            seating.add_bots(change, count, BOTS, allowed=False, generous=False)


def test_no_more_house_bots_come_at_once_than_a_table_can_bear() -> None:
    change = change_of(table("ann", given=CROWD))
    seating.add_bots(change, 500, BOTS, allowed=False, generous=False)
    assert len(change.session.seats) == 1 + seating.MOST_BOTS


def test_none_is_too_few_house_bots() -> None:
    change = change_of(table("ann", given=CROWD))
    with refused(change, "table-full"):
        seating.add_bots(change, 0, BOTS, allowed=False, generous=False)


@pytest.mark.parametrize(
    ("message", "session"),
    [
        ("game-is-on", playing("ann", "ben", given=DUEL)),
        ("game-is-on", table(phase=CLOSED)),
        ("tournament-table", table("ann", game="rogues", tournament=FINAL)),
        ("tournament-is-on", table(game="rogues", phase=hosting())),
    ],
)
def test_no_house_bot_sits_down_in_a_game_or_in_a_tournament(message: str, session: Session) -> None:
    change = change_of(session)
    with refused(change, message, code="K7Q"):
        seating.add_bots(change, 1, BOTS, allowed=True, generous=False)


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        ((), ("A", "B", "A 2", "B 2")),
        (("A",), ("B", "A 2", "B 2", "A 3")),
        (("A", "B", "A 2", "B 2"), ("A 3", "B 3", "A 4", "B 4")),
        (("B", "A 2", "A 3"), ("A", "B 2", "B 3", "A 4")),
    ],
)
def test_house_bots_are_numbered_where_there_are_more_of_them_than_names(
    taken: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert seating.free_names(frozenset(taken), ("A", "B"), len(found)) == found


def test_as_many_house_bots_as_may_come_find_names_where_there_is_but_one() -> None:
    found = seating.free_names(frozenset(["A 2"]), ("A",), seating.MOST_BOTS)
    assert found == ("A", *(f"A {number}" for number in range(3, seating.MOST_BOTS + 2)))


# Making room


LEFT = START + (IDLE - seating.LEFT_ALONE) * 1000
"""When the table has to be idle, to be left alone at the start of the evening."""
IDLE_TABLE = table("ann", "ben", given=DUEL, idle_at=LEFT)
MOTION = Motion(1, "reset", someone("mia").id, (), "mia", "it is late", "", "now", START + 1000)


@pytest.mark.parametrize(
    ("session", "alone"),
    [
        (IDLE_TABLE, True),
        (between(IDLE_TABLE), True),
        (IDLE_TABLE.changed(idle_at=LEFT + 1), False),
        (IDLE_TABLE.changed(phase=Lobby(starts_at=START + 9)), False),
        (between(IDLE_TABLE, starts_at=START + 9), False),
        (playing("ann", "ben", given=DUEL).changed(idle_at=LEFT), False),
        (IDLE_TABLE.changed(tournament=FINAL), False),
        (IDLE_TABLE.changed(paused=Paused(START, "", "staff")), False),
        (IDLE_TABLE.changed(motion=MOTION), False),
    ],
)
def test_a_table_makes_room_only_where_it_was_idle_long_and_nothing_is_on_or_to_come(
    session: Session, alone: bool
) -> None:
    change = change_of(session)
    seating.make_room(change)
    assert isinstance(change.session.phase, Closed) is alone
    assert ("table-makes-room" in ids(change)) is alone


# Closing


def closed(session: Session, after: int = 0) -> Change:
    change = change_of(session, after)
    seating.close(change)
    return change


def test_a_closed_table_has_nobody_and_pays_everybody() -> None:
    session = table(seated("ann", 30), seated("bot:Dot", 50), given=CROWD, purse=True, newcomers=(WAITS,))
    change = closed(session.changed(withheld=("a", "b")), after=4)
    assert paid(change) == [
        (STAKE, f"purse:{someone('ann').id}", 30, "paid-back"),
        (STAKE, "bank", 50, "paid-back"),
        (STAKE, f"purse:{someone('cid').id}", 40, "paid-back"),
    ]
    assert (change.session.seats, change.session.newcomers, change.session.untold) == ((), (), None)
    assert isinstance(change.session.phase, Closed)
    assert change.session.idle_at == START + 4


def test_the_pot_of_a_series_is_shared_before_its_table_closes() -> None:
    assert [amount for _, _, amount, _ in paid(closed(match("ann", "ben")))] == [115, 115]


def test_a_closed_table_opens_what_was_withheld_and_the_seed_that_was_never_used() -> None:
    change = closed(table("ann", given=DUEL).changed(withheld=("a", "b")))
    assert ids(change) == ["table-closed", "fair-opened", "fair-unused"]
    assert said(change, "table-closed") == {"code": "K7Q"}
    assert said(change, "fair-opened") == {"count": 2}
    seed = change.fairness.seed(change.session.pledge).hex()
    assert said(change, "fair-unused") == {"number": 1, "seed": seed}
    assert change.session.withheld == ()


def test_a_tournament_that_is_closed_before_its_end_opens_the_seed_of_its_seats() -> None:
    ranked = Ranked(someone("ann").id, "ann", 1)
    cast = change_of(table("ann")).cast((Seat(0),))
    for phase, opened in ((hosting(entered=cast), 1), (hosting(entered=cast, ranked=(ranked,)), 0), (Lobby(), 0)):
        change = closed(table(game="rogues", phase=phase))
        assert ids(change).count("seats-revealed") == opened
