"""Test how a tournament is called off: by whom and why, and what happens to each of its tables."""

import pytest
from msgspec.structs import replace
from one_change import (
    CLOSED,
    FINAL,
    between,
    change_of,
    hosting,
    ids,
    playing,
    refused,
    said,
    seated,
    someone,
    table,
)

from bot.table import calling_off
from bot.table.audit import TOURNAMENT_ENDED, VOID
from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import CalledOff, Closed, Hosting, Ranked
from bot.table.staffing import Moderator
from bot.text import Words
from games.kit.seats import Seat
from games.proof.record import CalledOff as VoidDeed

MIA = Moderator(someone("mia").id, "mia", "the stream is over")
STAFF = CalledOff(MIA.id, "mia", MIA.reason, staff=True)
HOST = CalledOff(MIA.id, "mia", MIA.reason, staff=False)
ENTERED = change_of(table("ann", "ben")).cast((Seat(0), Seat(1)))


def called_off(session: Session, *, staff: bool) -> Change:
    change = change_of(session)
    calling_off.call_off(change, MIA, staff=staff)
    return change


def closed(session: Session, by: CalledOff) -> Change:
    change = change_of(session)
    calling_off.close_table(change, by)
    return change


def test_t8_staff_who_end_a_tournament_say_why_and_stand_in_the_log() -> None:
    change = called_off(table(game="rogues", phase=hosting(entered=ENTERED)), staff=True)
    assert isinstance(change.session.phase, Hosting)
    assert change.session.phase.called_off == STAFF
    assert ids(change) == ["tournament-ends", "staff-reason"]
    assert (said(change, "tournament-ends"), said(change, "staff-reason")) == ({"who": "mia"}, {"reason": MIA.reason})
    (entry,) = change.audit
    assert (entry.did, entry.by, entry.reason) == ("tournament end", MIA.id, MIA.reason)


def test_a_host_who_ends_a_tournament_is_told_by_name_alone() -> None:
    change = called_off(table(game="rogues", phase=hosting(entered=ENTERED)), staff=False)
    assert isinstance(change.session.phase, Hosting)
    assert change.session.phase.called_off == HOST
    assert (ids(change), change.audit) == (["tournament-ends"], [])


@pytest.mark.parametrize("staff", [True, False])
def test_a_tournament_that_is_over_is_closed_at_once(staff: bool) -> None:
    ranked = tuple(Ranked(one.player, one.name, place) for place, one in enumerate(ENTERED, start=1))
    change = called_off(table(game="rogues", phase=hosting(entered=ENTERED, ranked=ranked)), staff=staff)
    assert isinstance(change.session.phase, Closed)
    assert "tournament-ends" not in ids(change)
    assert change.audit == []


def test_no_tournament_is_ended_before_it_has_begun() -> None:
    change = change_of(table("ann", game="rogues"))
    with refused(change, "tournament-not-begun"):
        calling_off.call_off(change, MIA, staff=True)


def at_table() -> Session:
    return playing("ann", "ben", game="rogues").changed(tournament=FINAL)


@pytest.mark.parametrize(
    ("by", "did", "told", "proof"),
    [
        (STAFF, "end, game 1 void", MIA.reason, MIA.reason),
        (HOST, "tournament end, game 1 void", "closed by mia", TOURNAMENT_ENDED),
    ],
    ids=["staff", "host"],
)
def test_t30_a_game_at_one_of_its_tables_is_void_and_counted(by: CalledOff, did: str, told: str, proof: str) -> None:
    change = closed(at_table(), by)
    assert isinstance(change.session.phase, Closed)
    (entry,) = change.audit
    assert (entry.did, entry.by, entry.name, entry.reason, entry.counts) == (did, MIA.id, "mia", MIA.reason, VOID)
    assert said(change, "game-void") == {"why": told, "decided": "no"}
    assert [batch.deed for batch in change.batches if batch.deed] == [VoidDeed(proof)]
    assert ids(change).count("table-closed") == 1


def test_stakes_are_said_to_go_back_only_where_there_are_any() -> None:
    change = closed(playing(seated("ann", 0), seated("ben", 0), game="poohead"), STAFF)
    told = said(change, "game-void")
    assert told == {"why": MIA.reason, "decided": "none"}
    assert Words().text("game-void", **told) == f"The game is void: {MIA.reason}."


def test_a_table_where_no_game_is_on_closes_without_a_void() -> None:
    change = closed(between(table("ann", "ben", game="rogues", tournament=FINAL)), STAFF)
    assert isinstance(change.session.phase, Closed)
    assert (change.audit, ids(change)) == ([], ["table-closed", "fair-unused"])


def test_a_table_that_is_closed_already_is_told_nothing() -> None:
    change = closed(table(game="rogues", phase=CLOSED), STAFF)
    assert (ids(change), change.session.phase) == ([], CLOSED)


def test_a_table_that_closes_with_its_game_is_closed_once() -> None:
    """Everybody had left during the game, and then the table closes with it."""
    session = playing("ann", "ben", game="rogues")
    left = session.changed(seats=tuple(replace(one, gone=True) for one in session.seats))
    assert ids(closed(left, HOST)).count("table-closed") == 1
