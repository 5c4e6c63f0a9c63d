"""Test whispers: on request, to few people a day, and never required (platforms 5.2)."""

import asyncio

from on_twitch.gatherings import SLOW, at_headache, awaited, goes_on_to
from on_twitch.night import Night
from standins.twitch.people import Person

from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.outbound import whispers
from bot.adapters.twitch.outbound.whispers import Whispers
from bot.app.on_twitch import TwitchNotes
from bot.ports.rate import Buckets

WHISPER = "/helix/whispers"


async def asks_for_whispers(night: Night, *people: Person) -> None:
    for person in people:
        await night.privately(person, "pings dm")


async def test_only_who_asked_for_it_is_whispered_what_is_theirs(night: Night) -> None:
    people = night.people("ann", "ben", "cid", "dan", "eve")
    await asks_for_whispers(night, people[0])
    await at_headache(night)
    now = await goes_on_to(night, people, "voting")
    await night.until(lambda: any("You draw" in text for text in people[0].whispers))
    await night.quiet()
    assert [person.whispers for person in people[1:]] == [[], [], [], []]
    (mine,) = [one for one in now.phase.table.drawn if one.cup.seat == 0][:1]
    assert any(f"You draw the d{int(mine.die.reveal())}" in text for text in people[0].whispers)
    for text in people[0].whispers:
        assert night.twitch.journal.visible_to_others(text, people[0]) == []


async def test_what_is_whispered_is_whispered_once(night: Night) -> None:
    people = night.people("ann", "ben", "cid", "dan", "eve")
    await asks_for_whispers(night, people[0])
    await at_headache(night)
    await goes_on_to(night, people, "swapping")
    await night.quiet()
    assert len(people[0].whispers) == len(set(people[0].whispers))


async def test_whoever_closed_their_whispers_plays_on(night: Night) -> None:
    """204, and it is lost, which nobody can know."""
    people = night.people("ann", "ben", "cid", "dan", "eve")
    people[0].blocks_strangers = True
    night.page.opens(f"twitch:{people[0].id}")
    await asks_for_whispers(night, people[0])
    await at_headache(night)
    await goes_on_to(night, people, "voting")
    await night.until(lambda: night.world.whispering.lost)
    await night.hand(people[0], "You draw")
    assert people[0].whispers == []


async def test_a_bot_without_a_telephone_number_whispers_no_more(night: Night) -> None:
    """Twitch refuses all of them, which one try shows."""
    night.world.bot.phone_verified = False
    people = night.people("ann", "ben", "cid", "dan", "eve")
    await asks_for_whispers(night, *people)
    await at_headache(night)
    await goes_on_to(night, people, "voting")
    await night.quiet()
    before = len(night.twitch.rest.to("POST", WHISPER))
    assert 1 <= before <= 3, "those that were under way already"
    await people[0].whispers_to_bot("wallet")
    await night.quiet()
    assert len(night.twitch.rest.to("POST", WHISPER)) == before


async def test_what_is_whispered_to_us_is_private(night: Night) -> None:
    """A vote may be whispered. The answer is a whisper too, if no page is open."""
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    told = len(night.said)
    await people[0].whispers_to_bot("vote 3 2")
    await people[1].asks_in_whispers("vote 31337 2")
    await night.quiet()
    assert 0 not in awaited(await night.session(), await night.state())
    assert not any("31337" in text for text in night.said[told:])


async def test_an_open_page_is_told_before_a_whisper_is_sent(night: Night) -> None:
    (ann,) = night.people("ann")
    night.page.opens(f"twitch:{ann.id}")
    await ann.whispers_to_bot("wallet")
    await night.hand(ann, "suckers")
    assert ann.whispers == []


async def test_a_whisper_told_twice_is_heard_once(night: Night) -> None:
    (ann,) = night.people("ann")
    night.world.events.repeats_everything = True
    await ann.asks_in_whispers("wallet")
    await night.quiet()
    assert len(ann.whispers) == 1


async def test_a_whisper_of_ten_minutes_ago_is_none(night: Night) -> None:
    (ann,) = night.people("ann")
    await ann.whispers_to_bot("wallet", late=700)
    await night.quiet()
    assert ann.whispers == []


async def test_a_long_answer_is_cut_for_a_whisper(night: Night) -> None:
    (ann,) = night.people("ann")
    assert len(await ann.asks_in_whispers("help")) <= 500


async def test_five_and_thirty_people_are_whispered_to_a_day_and_no_more(night: Night) -> None:
    """Of the forty that Twitch allows; the store counts the day."""
    now = [1_800_000_000.0]
    limits, notes = RateLimits(), TwitchNotes(night.store)
    limits.whispers = Buckets(most=10**9, a_second=0)
    sent = Whispers(notes, limits, lambda: night.client, lambda: now[0])
    night.world.whispering.a_second = night.world.whispering.a_minute = 10**9
    crowd = night.channel.crowd(40)
    taken = [await sent.say(person.id, "psst") for person in crowd]
    assert taken.count(True) == whispers.PEOPLE_A_DAY
    again = Whispers(notes, RateLimits(), lambda: night.client, lambda: now[0])
    assert await again.say(crowd[0].id, "psst again"), "whom we met today we may whisper to"
    assert not await again.say(crowd[39].id, "psst")
    now[0] += whispers.DAY
    assert await again.say(crowd[39].id, "psst")


async def test_three_a_second_are_never_exceeded(night: Night) -> None:
    crowd = night.channel.crowd(10)
    await asyncio.gather(*(night.adapter.whispers.say(person.id, "psst") for person in crowd))
    assert night.twitch.rest.too_many == 0


async def test_a_whisper_that_fails_stops_no_game(night: Night) -> None:
    (ann,) = night.people("ann")
    await asks_for_whispers(night, ann)
    night.twitch.faults.next("POST", WHISPER, status=500, times=100)
    await ann.says(night.channel, f"!halflings 50 mode=house {SLOW}")
    await night.line("Ann stakes 50")
