"""Test pages of people from other platforms: codes and links that give a browser a person, and what it shows."""

from collections.abc import AsyncIterator

import pytest
from two_places import PUBLIC, TwoPlaces

from bot.commands.links import LinkCommands, hashed
from bot.people.arrivals import Standing
from bot.ports.messages import Door, Rights
from persistence import HandClock, Store

ORDERED = ("Round 1", "You roll", "Your hand is", "trips")


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    places = TwoPlaces(store, clock)
    yield places
    await places.end()


async def door(both: TwoPlaces) -> Door:
    found = await both.house.doors.door("twitch", both.there.partition(":")[2])
    assert found is not None
    return found


async def test_what_is_stored_of_a_personal_link_opens_nothing(both: TwoPlaces) -> None:
    links = both.house.part(LinkCommands)
    answer = await both.say("ann", "page", private=True)
    secret = answer.text.partition("#")[2]
    assert answer.is_private
    assert f"{PUBLIC}hand#" in answer.text
    assert await both.store.note("link-personal", secret) is None
    assert await both.store.note("link-personal", hashed(secret)) is not None
    arrival = await links.redeem(secret)
    assert arrival is not None
    assert arrival.person.id == both.id_of("ann")
    assert await links.redeem(secret) is None


async def test_before_everybody_only_the_public_address_is_told(both: TwoPlaces) -> None:
    answer = await both.say("tim@twitch", "!page")
    assert answer.text.endswith(f"{PUBLIC}at/twitch/{both.there.partition(':')[2]}")
    assert "#" not in answer.text


async def test_a_page_shows_its_owner_what_is_theirs_and_nobody_elses(both: TwoPlaces) -> None:
    await both.lines("ann: !open headache vote=sealed", "ann: !bots 4")
    both.page.open_for = {both.id_of("ann")}
    await both.lines("ann: !start")
    assert any(seat.you for seat in both.page.updates[-1].card.seats)
    assert {update.audience for update in both.page.updates} == {f"person:{both.id_of('ann')}"}


async def test_what_could_not_be_sent_counts_as_delivered_on_an_open_page(both: TwoPlaces) -> None:
    both.discord.away = {f"person:{both.id_of('ann')}"}
    await both.lines("ann: !open headache", "ann: !bots 4", "ann: !start")
    assert await is_told(both, "0 of 1 hands delivered")
    both.page.open_for = {both.id_of("ann")}
    await both.house.look(both.person("ann"), both.server, both.here, "en")
    await both.house.queries.page_was_opened(both.person("ann"))
    await both.settle()
    assert not await is_told(both, "hands delivered")


async def is_told(both: TwoPlaces, line: str, name: str = "ann") -> bool:
    """Return whether a person sees this line now on their own panel; the table's own shows it to nobody."""
    table, *own = await both.house.look(both.person(name), both.server, both.here, "en")
    assert not any(line in shown for shown in table.card.lines)
    return any(line in shown for one in own for shown in one.card.lines)


async def test_somebody_who_left_is_shown_so_on_their_page(both: TwoPlaces) -> None:
    await both.lines("ann: !open halflings mode=duel", "ben: !join")
    both.page.open_for = {both.id_of("ben")}
    await both.lines("ann: !options mode=duel")
    await both.lines("ben: !leave")
    last = [one for one in both.page.updates if one.audience == f"person:{both.id_of('ben')}"][-1]
    assert not any(seat.you for seat in last.card.seats)


async def test_somebody_who_left_in_the_middle_of_a_game_is_shown_that_they_sit_there_no_more(both: TwoPlaces) -> None:
    both.dice.load(list("64251535153515351"))
    await both.lines("ann: !open rogues", "ben: !join", "cid: !join", "ann: !start")
    both.page.open_for = {both.id_of("ben")}
    await both.lines("ben: !leave")
    last = [one for one in both.page.updates if one.audience == f"person:{both.id_of('ben')}"][-1]
    assert last.card.phase == "playing"
    assert not any(seat.you for seat in last.card.seats)


async def test_page_off_closes_the_pages_of_who_says_it(both: TwoPlaces) -> None:
    both.page.open_for = {both.id_of("ann"), both.id_of("ben")}
    assert "is closed" in (await both.say("ann", "!page off")).text
    assert both.page.open_for == {both.id_of("ben")}
    assert "no page open" in (await both.say("ann", "!page off")).text


async def test_a_secret_answer_finds_the_page(both: TwoPlaces) -> None:
    both.page.open_for = {both.id_of("tim@twitch")}
    assert both.house.own_page.tell(both.id_of("tim@twitch"), await both.say("tim@twitch", "!page"))
    assert not both.house.own_page.tell(both.id_of("eve@twitch"), await both.say("eve@twitch", "!page"))


# Other people's private actions


@pytest.mark.parametrize("drops", [0, 1, 4])
async def test_a_page_can_not_tell_that_somebody_arranged_something(both: TwoPlaces, drops: int) -> None:
    """Neither by a missing number in the count, nor by an empty message (T3)."""
    both.dice.load(list("6425153"))
    await both.lines("ann: !open rogues", "ben: !join")
    both.page.open_for = {both.id_of("ann"), both.id_of("ben"), both.here}
    await both.lines("ann: !start")
    before = {one.audience: one.card for one in both.page.updates}
    both.page.updates.clear()
    both.discord.updates.clear()
    for die in "5151"[:drops]:
        assert (await both.say("ann", f"drop {die}", private=True)).ok
    others = [one for one in both.page.updates if one.audience != f"person:{both.id_of('ann')}"]
    assert not any(one.news for one in others)
    assert {one.card for one in others} <= set(before.values()), "a page leaves out what is as it was"
    assert {one.audience for one in both.discord.updates} <= {f"person:{both.id_of('ann')}"}
    assert len(both.page.told(f"person:{both.id_of('ann')}")) == drops
    await both.lines("ann: !trip", "ben: !trip")
    orders = {line.order for one in both.page.updates for line in one.news if one.audience == f"place:{both.here}"}
    assert orders == {8, 10, 12}, "a trip, a trip, the proof: whatever Ann did before"


async def test_private_steps_push_no_line_out_of_what_others_read(both: TwoPlaces) -> None:
    """T3, T6: not on a page that opens later, nor in the table's message, nor in the history."""
    both.dice.load(list("6425153"))
    await both.lines("ann: !open rogues turn_seconds=600", "ben: !join", "ann: !start")

    async def read() -> list[str]:
        (place,) = [
            one
            for one in await both.house.look(both.person("cid"), both.server, both.here, "en")
            if one.audience == f"place:{both.here}"
        ]
        history = await both.say("ben", "!history")
        return [line.text for line in place.news] + [history.text]

    before = await read()
    for _ in range(45):
        for die in "51":
            assert (await both.say("ann", f"drop {die}", private=True)).ok
    assert await read() == before


async def test_hands_that_wait_are_counted_by_what_was_dealt_alone(both: TwoPlaces) -> None:
    """T3: an unreachable person's arrangements add nothing to the count."""
    both.dice.load(list("6425153"))
    await both.lines("ann: !open rogues", "ben: !join", "ann: !start")
    both.discord.away = {f"person:{both.id_of('ann')}"}
    assert (await both.say("ann", "drop 5", private=True)).ok
    assert not await is_told(both, "hands delivered")
    both.dice.load(list("6425153"))
    await both.lines("ann: !trip", "ben: !trip")
    await both.wait(20)
    assert await is_told(both, "1 of 2 hands delivered")
    assert not any("hands delivered" in line for one in both.discord.updates for line in one.card.lines)


async def test_lines_stand_in_the_order_in_which_they_came_each_where_it_was_told(both: TwoPlaces) -> None:
    both.dice.load(list("6425153"))
    await both.lines("ann: !open rogues", "ben: !join")
    both.page.open_for = {both.id_of("ann"), both.here}
    await both.lines("ann: !start")
    assert (await both.say("ann", "drop 5", private=True)).ok
    await both.lines("ann: !trip")
    told = {line.text: line.order for one in both.page.updates for line in one.news}
    deal, seen, drop, trip = (next(at for text, at in told.items() if word in text) for word in ORDERED)
    assert deal == seen < drop < trip


# Who streams


async def test_in_safe_mode_nothing_secret_is_sent_but_to_the_page(both: TwoPlaces) -> None:
    await both.lines("ann: !open headache", "ann: !bots 4")
    assert "Safe for streaming" in (await both.say("ann", "!safe on")).text
    await both.lines("ann: !start")
    assert both.discord.told(f"person:{both.id_of('ann')}") == []
    hidden = await both.say("ann", "!hand")
    assert "on your own page alone" in hidden.text
    assert not hidden.is_private
    both.page.open_for = {both.id_of("ann")}
    assert "on your page" in (await both.say("ann", "hand", private=True)).text
    assert both.page.answers[-1][1].is_private
    on_page = await both.say("ann", "hand", private=True, page=True)
    assert on_page.is_private, "the page itself is told as ever"
    assert "Not safe" in (await both.say("ann", "!safe off")).text
    assert not (await both.say("ann", "!safe maybe")).ok


# Who may sit down


async def test_a_table_for_subscribers_is_for_those_who_wear_the_badge(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open halflings mode=duel admits=subscribers")
    assert "for subscribers" in (await both.say("tim@twitch", "!join")).text
    assert "for subscribers" in (await both.say("tim@twitch", "!halflings 10")).text
    assert (await both.say("sue@twitch", "!join", standing=frozenset({"subscriber"}))).ok


async def test_what_somebody_is_in_a_channel_holds_on_their_page(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open halflings mode=duel admits=vips")
    await both.say("vic@twitch", "!table", standing=frozenset({"vip"}))
    assert (await both.say("vic@twitch", "join", private=True, page=True)).ok


async def test_a_table_for_followers_asks_the_platform(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open halflings mode=duel admits=followers")
    assert "for followers" in (await both.say("tim@twitch", "!join")).text
    both.twitch.followers = None
    assert "can't be told now" in (await both.say("tim@twitch", "!join")).text
    both.twitch.followers = {both.id_of("tim@twitch")}
    assert (await both.say("tim@twitch", "!join")).ok


async def test_no_other_word_opens_a_table(both: TwoPlaces) -> None:
    assert "admits" in (await both.say("ann", "!open halflings admits=friends")).text


async def test_lag_says_how_long_a_word_takes(both: TwoPlaces) -> None:
    assert "1,500 ms after" in (await both.say("ann", "!lag", at=both.clock.now() - 1500)).text
    assert "My memory answers" in (await both.say("ann", "!lag")).text


async def test_a_game_with_an_entry_fee_keeps_it_and_can_be_for_subscribers_too(both: TwoPlaces) -> None:
    await both.lines("ann@twitch: !open headache entry=7 admits=subscribers")
    (table,) = await both.house.directory.at(both.there, both.there, fresh=True)
    assert table.game_options.model_dump()["entry"] == 7
    assert "for subscribers" in (await both.say("tim@twitch", "!join")).text


async def test_a_right_ends_with_the_first_word_said_without_it(both: TwoPlaces) -> None:
    both.rights["mo@twitch"] = Rights.STAFF
    await both.say("mo@twitch", "!lag")
    who = both.id_of("mo@twitch"), both.there
    assert both.house.dispatcher.standing.rights_of(*who) is Rights.STAFF
    await both.say("mo@twitch", "lag", private=True, page=True)
    both.rights["mo@twitch"] = Rights.PLAYER
    await both.say("mo@twitch", "!lag")
    assert both.house.dispatcher.standing.rights_of(*who) is Rights.PLAYER


async def test_what_is_said_on_a_page_makes_no_right_last_longer(both: TwoPlaces) -> None:
    """Nor where the page sends the rights that are remembered, as a seat's page does."""
    moved = [0.0]
    standing = both.house.dispatcher.standing = Standing(both.house.venues, lambda: moved[0])
    both.rights["mo@twitch"] = Rights.STAFF
    await both.say("mo@twitch", "!lag")
    who = both.id_of("mo@twitch"), both.there
    for _ in range(10):
        moved[0] += 300
        both.rights["mo@twitch"] = standing.rights_of(*who)
        await both.say("mo@twitch", "lag", private=True, page=True)
    assert standing.rights_of(*who) is Rights.PLAYER


async def test_safe_mode_leaves_the_way_to_ones_page_open(both: TwoPlaces) -> None:
    await both.say("ann", "!safe on")
    assert "/hand#" in (await both.say("ann", "page", private=True)).text
