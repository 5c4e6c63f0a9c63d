"""Test what people are called for, and what empty seats are called."""

import pytest
from evening import Evening, person

from bot.delivery.shown import seating_of
from bot.ports.ids import PersonId, VenueId
from bot.render.telling import called_then
from bot.table.log import Batch
from bot.table.phases import Cast
from games.kit.seats import Seat


@pytest.mark.parametrize(
    ("call", "number"),
    [("seating-3", 3), ("seating-12", 12), ("seating-", 0), ("seating-x", 0), ("bid-3", 0), ("3", 0)],
)
def test_a_call_to_a_seat_has_the_number_of_its_seating_and_no_other_has_one(call: str, number: int) -> None:
    assert seating_of(call) == number


def test_a_seat_is_called_as_it_was_then_and_one_that_nobody_names_by_its_number() -> None:
    batch = Batch(0, cast=(Cast(Seat(1), PersonId("p"), "Pete"), Cast(Seat(4), PersonId("q"), "Quinn")))
    assert called_then(batch, ("ann", "ben", "cid")) == ("ann", "Pete", "cid", "4", "Quinn")
    assert called_then(batch, ()) == ("1", "Pete", "3", "4", "Quinn")
    assert called_then(Batch(0), ("ann",)) == ("ann",)


async def test_somebodys_tables_are_those_of_their_platform_and_venue(evening: Evening) -> None:
    await evening.lines("ann: !open halflings", "ben: !open halflings")
    ann, queries = person("ann", evening.tag).id, evening.house.queries
    found = await queries.tables_of(ann, VenueId(evening.venue), "test")
    assert [(one.host, place) for one, place, _ in found] == [(ann, evening.place)]
    assert await queries.tables_of(ann, VenueId(evening.venue), "discord") == []
    assert await queries.tables_of(ann, VenueId("test:elsewhere"), "test") == []
