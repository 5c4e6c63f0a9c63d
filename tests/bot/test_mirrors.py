"""Test one table in two places: both agree, both play, and it still belongs to its opener."""

from collections.abc import AsyncIterator

import pytest
from two_places import TwoPlaces

from bot.ports.messages import Message, Rights
from persistence import HandClock, Store


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    places = TwoPlaces(store, clock)
    yield places
    await places.end()


async def code_of(both: TwoPlaces, host: str = "ann") -> str:
    return (await both.say(host, "!mirror")).text.split("mirror ")[1].split('"')[0]


async def test_people_of_both_places_sit_down_and_play_and_both_are_told(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    await both.mirror()
    await both.lines("tim@twitch: !join", "ann: !start", "ann: !stake 10")
    assert any("ann stakes 10" in line for line in both.told_here)
    assert any("ann stakes 10" in line for line in both.told_there)
    table = await both.table()
    assert [seated.player for seated in table.seats] == [both.id_of("ann"), both.id_of("tim@twitch")]
    assert table.venue == both.server


async def test_the_code_is_for_the_host_alone_and_good_once_and_for_ten_minutes(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings")
    answer = await both.say("ann", "!mirror")
    assert answer.is_private, "whoever has it may show this table"
    assert "is for the host" in (await both.say("ben", "!mirror")).text
    code = await code_of(both)
    both.rights["mo@twitch"] = Rights.STAFF
    assert (await both.say("mo@twitch", f"!mirror {code} yes")).ok
    assert "No table waits" in (await both.say("mo@twitch", f"!mirror {code} yes")).text


async def test_the_other_side_hears_what_it_is_and_a_moderator_says_yes(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings")
    code = await code_of(both)
    assert "is for moderators" in (await both.say("tim@twitch", f"!mirror {code}")).text
    both.rights["mo@twitch"] = Rights.STAFF
    asked = await both.say("mo@twitch", f"!mirror {code.lower()}")
    assert asked.confirm == f"mirror {code} yes"
    assert "would stand here too" in asked.text
    assert (await both.table()).places == (both.here,), "nothing was done yet"


async def test_every_seat_pays_from_its_purse_where_the_table_was_opened(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel money=purse buyin=200")
    await both.mirror()
    await both.lines("tim@twitch: !join")
    assert await both.store.balance(both.server, f"purse:{both.id_of('tim@twitch')}") == 800
    assert await both.store.balance(both.there, f"purse:{both.id_of('tim@twitch')}") is None


async def test_moderators_of_the_other_place_do_not_rule_the_table_but_may_send_it_away(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    await both.mirror()
    await both.lines("tim@twitch: !join", "ann: !start")
    for order in ("!pause", "!skip", "!reset because", "!end because"):
        assert "belongs to another place" in (await both.say("mo@twitch", order)).text
    code = (await both.table()).code
    assert "There is no table" in (await both.say("mo@twitch", f"!{code} end because")).text
    await both.lines("mo@twitch: !mirror off")
    table = await both.table()
    assert (table.places, table.mirrors) == ((both.here,), ())
    assert table.seat_of(both.id_of("tim@twitch")) is not None, "whoever sits stays seated"
    assert "No table is open here" in (await both.say("mo@twitch", "!pause")).text


async def test_what_one_place_cannot_do_the_table_does_without_and_says_so(both: TwoPlaces) -> None:
    await both.lines("ann: !open headache")
    assert (await both.table()).game_options.model_dump()["memory"]
    await both.mirror()
    assert not (await both.table()).game_options.model_dump()["memory"]
    assert any("you are told again what you saw" in line for line in both.told_here)
    await both.lines("mo@twitch: !mirror off")
    assert (await both.table()).game_options.model_dump()["memory"], "alone it can again what it could"


async def test_a_game_that_is_on_is_not_mirrored(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start")
    code = await code_of(both)
    both.rights["mo@twitch"] = Rights.STAFF
    assert "A game is on" in (await both.say("mo@twitch", f"!mirror {code} yes")).text


async def test_a_closed_table_is_gone_from_both_places(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    await both.mirror()
    await both.lines("ann: !close")
    assert "No table is open here" in (await both.say("tim@twitch", "!table")).text
    assert await both.store.shown_at([(both.there, both.there)]) == [[]]


async def test_a_house_that_was_started_anew_knows_the_mirror(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    await both.mirror()
    again = TwoPlaces(both.store, both.clock)
    again.server, again.here, again.there, again.tag = both.server, both.here, both.there, both.tag
    again.said_so_far = 1_000
    assert (await again.say("tim@twitch", "!join")).ok
    assert any("tim sits down" in line for line in again.told_here)
    await again.end()


@pytest.mark.parametrize("line", ["!mirror a b c", "!mirror 1 2"])
async def test_what_can_not_be_read_is_explained(both: TwoPlaces, line: str) -> None:
    await both.lines("ann: !open halflings")
    assert 'Say "!mirror"' in (await both.say("ann", line)).text


async def test_a_mirror_that_ends_while_a_platform_is_away_leaves_no_pause_behind(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    await both.mirror()
    await both.lines("tim@twitch: !join", "ann: !start")
    both.discord.away.add(f"place:{both.here}")
    await both.house.places.place_closed(both.server, both.here)
    await both.settle()
    assert (await both.table()).paused is not None
    both.discord.away.clear()
    both.rights["mo@twitch"] = Rights.STAFF
    await both.lines("mo@twitch: !mirror off")
    assert (await both.table()).paused is None


async def test_a_code_that_was_shown_somewhere_is_good_there_alone(both: TwoPlaces) -> None:
    """It is typed where everybody can read it, before it is confirmed."""
    await both.lines("ann: !open halflings mode=duel")
    code = await code_of(both)
    both.rights["mo@twitch"] = Rights.STAFF
    await both.say("mo@twitch", f"!mirror {code}")
    elsewhere = Message(
        "m9", both.person("eve@twitch"), "twitch:66", "twitch:66", False, f"!mirror {code} yes", rights=Rights.STAFF
    )
    assert "No table waits" in (await both.house.hear(elsewhere)).text
    assert (await both.say("mo@twitch", f"!mirror {code} yes")).ok


async def test_the_host_may_ask_for_the_code_in_private(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel")
    asked = Message("d1", both.person("ann"), "discord:private", "", private=True, text="mirror")
    assert "can stand in another place too" in (await both.house.hear(asked)).text
