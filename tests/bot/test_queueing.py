"""Test who gets the seats that come free: whatever people do, a held seat goes to nobody else, and in order."""

from contextlib import suppress
from typing import Any

import pytest
from evening import START
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from one_change import CROWD, DUEL, FINAL, between, change_of, ids, names, playing, refused, said, someone, table

from bot.ports.ids import NOBODY
from bot.table import beginning, deadlines, pausing, queueing, raid, seating, staffing
from bot.table.change import Refused
from bot.table.document import Paused, Session
from bot.table.pausing import STAFF
from bot.table.phases import Lobby
from bot.table.seats import Queued
from bot.table.staffing import Moderator
from games.kit.seats import Seat

NAMES = tuple("abcdefgh")
SEATS = 4
MINUTE = 60_000
SOON = START + queueing.AFTER_ALL


def step(session: Session, act: str, who: str, now: int) -> Session:
    """Return the table after one act, as the repository does it; unchanged if it is refused."""
    change = change_of(session, after=now - START)
    person, seat = someone(who), session.seat_of(someone(who).id)
    with suppress(Refused):
        match act:
            case "sits":
                seating.sit(change, person)
            case "leaves" if seat is not None and len(session.seats) > 1:
                seating.stand_up(change, seat)
            case "queues":
                queueing.enter(change, person)
            case "gives up":
                queueing.drop(change, (person.id,))
            case "waits" if seat is not None:
                queueing.wait_for(change, seat, someone(NAMES[0]).id, NAMES[0])
            case "bots":
                seating.add_bots(change, 1, ("bot",), allowed=True, generous=True)
            case "time":
                deadlines.fire(change)
        if change.session.queue:
            queueing.advance(change)
        return change.session
    return session


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("sits", "leaves", "queues", "gives up", "waits", "bots", "time")),
            st.sampled_from(NAMES),
            st.integers(0, 40_000),
        ),
        max_size=40,
    )
)
def test_a_held_seat_goes_to_nobody_else_and_no_seat_stays_free_while_people_wait(
    acts: list[tuple[str, str, int]],
) -> None:
    session, now = table("z", game="cones"), START
    for act, who, later in acts:
        now += later
        held_before = {one.player for one in session.queue if one.until}
        waiting = [one.player for one in queueing.in_line(session)]
        sat_before = {one.player for one in session.seats}
        session = step(session, act, who, now)
        held = [one for one in session.queue if one.until]
        assert len(session.seats) + len(held) <= SEATS
        came = {one.player for one in session.seats} - sat_before
        free = SEATS - len(sat_before) - len(held_before - came)
        assert len(came - held_before) <= free, "somebody took a seat that was held for another"
        assert not (queueing.in_line(session) and len(session.seats) + len(held) < SEATS)
        new = [one.player for one in held if one.player in waiting]
        assert new == [one for one in waiting if one in new]
        assert new == waiting[: len(new)] or act == "gives up", "somebody was called before others"


def waits(name: str, until: int = 0) -> Queued:
    return Queued(someone(name).id, name, until and START + until)


def full(*names: str, **as_: Any) -> Session:
    """Return a duel with both seats taken, for which these people queue."""
    return table("ann", "ben", given=DUEL, queue=tuple(waits(one) for one in names), **as_)


def test_a_hold_and_its_end_are_told_in_one_line_each() -> None:
    change = change_of(full("cid", "dan"))
    seating.stand_up(change, Seat(1))
    queueing.advance(change)
    assert ids(change) == ["stood-up"], "nobody is named before it is known that they may sit down"
    assert queueing.tell_held(change, waits("cid", MINUTE)) == 60
    assert ids(change) == ["stood-up", "seat-held"]
    assert change.session.queue == (waits("cid", MINUTE), waits("dan"))
    assert change.session.wake_at == START + MINUTE
    late = change_of(change.session, after=MINUTE)
    deadlines.fire(late)
    queueing.advance(late)
    assert queueing.tell_held(late, waits("cid", MINUTE)) == 0
    assert ids(late) == ["seat-held-no-more"]
    assert late.session.queue == (waits("dan", 2 * MINUTE),)


def test_who_has_not_come_when_a_game_begins_is_the_first_again_once() -> None:
    change = change_of(table("ann", "ben", game="cones", queue=(waits("cid", MINUTE), waits("dan"))))
    beginning.begin(change, "")
    assert change.session.queue == (replace(waits("cid"), turns=1), waits("dan"))
    late = replace(waits("cid", MINUTE), turns=1)
    change = change_of(table("ann", "ben", game="cones", queue=(late, waits("dan"))))
    beginning.begin(change, "")
    assert change.session.queue == (waits("dan"),), "nobody is called before each game who never comes"


def test_a_raid_leaves_a_held_seat_to_whom_it_is_held_for() -> None:
    change = change_of(full("cid"))
    seating.stand_up(change, Seat(1))
    queueing.advance(change)
    raid.invite(change, "rae", 30)
    assert change.session.kept_seats is None
    seating.take_seat(change, someone("cid"), makes_way=True)


def test_a_start_that_a_raid_put_off_stays_so_when_a_held_person_sits_down() -> None:
    change = change_of(table("ann", "ben", game="cones", phase=Lobby(starts_at=START + 5_000), queue=(waits("cid"),)))
    queueing.advance(change)
    raid.invite(change, "rae", 30)
    put_off = change.session.phase
    seating.sit(change, someone("cid"))
    assert change.session.phase == put_off


def test_a_seat_that_comes_free_in_a_pause_is_held_too() -> None:
    change = change_of(full("cid"))
    change.set(paused=Paused(change.now, "mia", STAFF))
    seating.stand_up(change, Seat(1))
    queueing.advance(change)
    with pytest.raises(Refused):
        seating.sit(change, someone("dan"))


def test_a_start_by_clock_waits_for_a_held_seat_once_a_game() -> None:
    change = change_of(full("cid", "dan", phase=Lobby(starts_at=START + 5_000)))
    seating.stand_up(change, Seat(1))
    queueing.advance(change)
    assert change.session.phase == Lobby(starts_at=START + MINUTE)
    seating.sit(change, someone("cid"))
    assert change.session.phase == Lobby(starts_at=SOON)
    seating.stand_up(change, Seat(1))
    queueing.advance(change)
    assert change.session.queue == (waits("dan", MINUTE),)
    assert change.session.phase == Lobby(starts_at=SOON), "no second hold puts off the same game"


def test_the_start_waits_for_somebody_on_the_way_and_then_no_more() -> None:
    change = change_of(table("ann", "ben", game="cones", phase=Lobby(starts_at=START + 5_000)))
    queueing.wait_for(change, Seat(0), someone("fay").id, "fay")
    assert ids(change) == ["waits-for"]
    assert change.session.phase == Lobby(starts_at=START + queueing.WAITS)
    with refused(change, "start-waits", name="fay", seconds=120):
        beginning.begin(change, "")
    seating.sit(change, someone("fay"))
    assert (change.session.phase, change.session.queue) == (Lobby(starts_at=SOON), ())
    with refused(change, "wait-once"):
        queueing.wait_for(change, Seat(0), someone("gus").id, "gus")
    beginning.begin(change, "")


def test_a_start_that_a_stake_sets_meanwhile_waits_as_well() -> None:
    change = change_of(table("ann", "ben", game="cones"))
    queueing.wait_for(change, Seat(0), someone("fay").id, "fay")
    due = change_of(change.session.changed(phase=Lobby(starts_at=START + 10)), after=10)
    deadlines.fire(due)
    assert due.session.phase == Lobby(starts_at=START + queueing.WAITS)


def test_a_name_that_nobody_has_yet_holds_the_seat_for_whoever_comes_by_it() -> None:
    change = change_of(table("ann", "ben", "cid", game="cones"))
    queueing.wait_for(change, Seat(0), NOBODY, "Fay Wray")
    with refused(change, "seat-is-held", name="Fay Wray"):
        seating.sit(change, someone("dan"))
    with refused(change, "table-full"):
        seating.add_bots(change, 1, ("bot",), allowed=True, generous=True)
    seating.sit(change, someone("fay wray"))
    assert names(change.session)[-1] == "fay wray"


@pytest.mark.parametrize(
    ("session", "name", "reason"),
    [
        (table("ann", "ben", given=DUEL), "Ann", "wait-for-oneself"),
        (table("ann", "ben", game="cones"), "BEN", "wait-sits-already"),
        (table("ann", "ben", given=DUEL), "fay", "table-full"),
        (playing("ann", "ben", given=DUEL), "fay", "game-is-on"),
        (table("ann", given=CROWD, tournament=FINAL), "fay", "wait-not-there"),
    ],
)
def test_a_table_waits_for_nobody_who_can_not_come(session: Session, name: str, reason: str) -> None:
    change = change_of(session)
    with refused(change, reason):
        queueing.wait_for(change, Seat(0), NOBODY, name)


def test_only_the_host_and_who_asked_end_a_wait() -> None:
    change = change_of(table("ann", "ben", "cid", game="cones"))
    with refused(change, "wait-for-nobody"):
        queueing.wait_no_more(change, someone("ben").id)
    queueing.wait_for(change, Seat(1), NOBODY, "fay")
    with refused(change, "wait-not-yours"):
        queueing.wait_no_more(change, someone("cid").id)
    queueing.wait_no_more(change, someone("ben").id)
    assert change.session.queue == ()


def test_a_seat_is_said_to_be_held_until_the_game_begins_at_the_latest() -> None:
    change = change_of(table("ann", "ben", "cid", game="cones", phase=Lobby(START + 20_000)))
    held = waits("dan", MINUTE)
    change.set(queue=(held,))
    assert queueing.tell_held(change, held) == 20
    assert said(change, "seat-held")["seconds"] == 20


def test_a_moderator_ends_a_wait_by_name() -> None:
    change = change_of(table("ann", "ben", game="cones"))
    queueing.wait_for(change, Seat(1), NOBODY, "fay")
    queueing.wait_no_more(change, someone("mia").id, "mia")
    assert change.session.queue == ()
    assert ids(change)[-1] == "staff-waits-no-more"


@pytest.mark.parametrize(
    ("session", "reason"),
    [
        (table("ann", given=DUEL), "queue-seat-free"),
        (table("ann", "cid", given=DUEL), "you-sit-already"),
        (table("ann", given=CROWD, tournament=FINAL), "queue-not-there"),
        (full(*map(str, range(queueing.MOST))), "queue-is-long"),
    ],
)
def test_nobody_queues_where_that_is_no_use(session: Session, reason: str) -> None:
    change = change_of(session)
    with refused(change, reason):
        queueing.enter(change, someone("cid"))


def test_a_pause_moves_a_hold_and_nothing_else_of_the_queue() -> None:
    session = full().changed(queue=(waits("cid", 500), waits("dan")))
    assert pausing.later(session, 1_000).queue == (waits("cid", 1_500), waits("dan"))


def test_between_two_games_a_seat_is_held_as_well() -> None:
    change = change_of(between(table("ann", given=DUEL, queue=(waits("cid"),))))
    queueing.advance(change)
    assert change.session.queue == (waits("cid", MINUTE),)


def test_a_moderators_reset_clears_the_queue() -> None:
    session = playing("ann", "ben", given=DUEL)
    change = change_of(session.changed(queue=(waits("cid"),)))
    staffing.reset(change, Moderator(someone("mia").id, "mia", "a bug"))
    assert change.session.queue == ()
