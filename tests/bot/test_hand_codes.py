"""Test T33: a code opens a person's hand in the browser that shows it only after they typed what that does."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from redis.asyncio import Redis
from test_people_killed import Houses, Stored
from two_places import TwoPlaces

from bot.commands.hand_codes import CODE, CODE_SECONDS, MergedLines
from bot.commands.links import LinkCommands
from bot.ports.ids import PlaceId
from bot.ports.messages import Answer, Arrival, Door, Message
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble
from persistence.keys import note_key

SEALED = "open headache vote=sealed"


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    """Yield both places: Ben and Cid sit at a table on Twitch, and Eve watches."""
    places = TwoPlaces(store, clock)
    await places.lines(f"ben@twitch: !{SEALED}", "cid@twitch: !join")
    yield places
    await places.end()


async def door(both: TwoPlaces) -> Door:
    found = await both.house.doors.door("twitch", both.there.partition(":")[2])
    assert found is not None
    return found


async def eves_code(both: TwoPlaces, lock: str = "eves") -> str:
    return await both.house.part(LinkCommands).hand_codes.new_code(await door(both), lock)


async def opened(both: TwoPlaces, lock: str = "eves") -> Arrival | None:
    return await both.house.part(LinkCommands).hand_codes.bound(lock)


async def table_on_twitch(both: TwoPlaces) -> str:
    (found,) = await both.house.directory.at(both.there, both.there, fresh=True)
    return found.table


async def test_two_lines_open_that_tables_hand_and_the_first_says_what_the_second_does(both: TwoPlaces) -> None:
    code, table = await eves_code(both), await table_on_twitch(both)
    asked = await both.say("ben@twitch", f"!page {code.lower()}")
    assert asked.text == (
        f"ben ({code}): the page that shows this code would show your hand at table {table[-3:]}, and play it, for "
        f'whoever has it open. Is it your own? Then say "!show my hand to {code}". If somebody asked you to type it, '
        "say nothing."
    )
    assert not asked.confirm, "no button does it: the line has to be typed"
    assert await opened(both) is None
    shown = await both.say("ben@twitch", f"!show my hand to {code}")
    assert "your hand at table" in shown.text
    assert "nothing else of yours" in shown.text
    arrival = await opened(both)
    assert arrival == Arrival(both.person("ben@twitch"), both.there, both.there, arrival.title, table)  # type: ignore[union-attr]
    assert await opened(both) is None, "told once"


LINES = ("!page {code}", "!link {code}", "!LINK {code}", "!show {code}", "!show my hand", "!show hand to {code}")
"""What Eve may talk somebody into typing, except the line that says what it does; they may repeat it."""


@pytest.mark.parametrize("line", LINES)
async def test_no_other_line_opens_anything(both: TwoPlaces, line: str) -> None:
    code = await eves_code(both)
    for _ in range(3):
        await both.say("ben@twitch", line.format(code=code))
    assert await opened(both) is None


async def test_the_answer_alone_is_answered_like_the_code(both: TwoPlaces) -> None:
    """A person who has not read what it does is told, and must say it again."""
    code = await eves_code(both)
    first = await both.say("ben@twitch", f"!show my hand to {code}")
    assert "would show your hand" in first.text
    assert await opened(both) is None
    assert (await both.say("ben@twitch", f"!show my hand to {code}")).ok
    assert await opened(both) is not None


async def test_a_code_is_of_the_chat_that_its_page_names_and_of_who_sits_there(both: TwoPlaces) -> None:
    code = await eves_code(both)
    await both.lines("ann: !open headache")
    assert "No page waits" in (await both.say("ann", f"!page {code}")).text, "typed on Discord"
    assert "You sit at no table here" in (await both.say("eve@twitch", f"!page {code}")).text
    assert "No page waits" in (await both.say("ben@twitch", "!page 0Z0Z")).text
    assert "another" not in (await both.say("ben@twitch", f"!page {code}")).text


async def test_a_code_said_in_private_opens_no_place(both: TwoPlaces) -> None:
    """A person who may not read a channel must not see its tables by whispering its code."""
    code = await eves_code(both)
    for line in (f"page {code}", f"link {code}", f"show my hand to {code}"):
        message = Message(line, both.person("ben@twitch"), "twitch:private", "", private=True, text=line)
        assert not (await both.house.hear(message)).ok
    assert not (await both.say("ben@twitch", f"page {code}", private=True, page=True)).ok
    assert await opened(both) is None


async def test_somebody_elses_answer_opens_neither_hand(both: TwoPlaces) -> None:
    """The wrong person is asked now, and the person who was asked has said nothing yet."""
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    answer = await both.say("cid@twitch", f"!show my hand to {code}")
    assert "cid" in answer.text
    assert "would show your hand" in answer.text
    assert await opened(both) is None


async def test_of_two_who_type_the_same_code_the_first_to_answer_has_it(both: TwoPlaces) -> None:
    code, other = await eves_code(both), both.again()
    await asyncio.gather(both.say("ben@twitch", f"!page {code}"), other.say("cid@twitch", f"!page {code}"))
    line = f"!show my hand to {code}"
    answers: Sequence[Answer] = await asyncio.gather(both.say("ben@twitch", line), other.say("cid@twitch", line))
    assert sorted(answer.ok for answer in answers) == [False, True]
    (refused,) = [answer for answer in answers if not answer.ok]
    assert refused.text == "Somebody else has shown their hand to that code. Let the page show a new one."
    arrival = await opened(both)
    assert arrival is not None
    assert arrival.person.name == ("ben" if answers[0].ok else "cid")
    await other.end()


async def test_a_restart_between_the_lines_and_another_process_lose_nothing(both: TwoPlaces) -> None:
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    later = both.again()
    said = later.message("ben@twitch", f"!show my hand to {code}")
    assert (await later.hear(said)).ok
    third = both.again()
    assert (await third.hear(said)).repeated, "doubled"
    assert (await third.say("ben@twitch", f"!show my hand to {code}")).ok, "said again while the browser asks"
    arrivals = await asyncio.gather(opened(both), opened(later), opened(third))
    assert [one.person.name for one in arrivals if one is not None] == ["ben"]
    assert not (await third.say("ben@twitch", f"!show my hand to {code}")).ok, "too late: it was used"
    await later.end()
    await third.end()


async def test_a_code_and_what_was_asked_are_forgotten_after_three_minutes(
    both: TwoPlaces, server: EmbeddedServer
) -> None:
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    async with Redis.from_url(server.url) as bare:
        names = [note_key(CODE, code), note_key("hand-lock", "eves")]
        names.append(note_key("hand-asked", f"{code}:{both.id_of('ben@twitch')}"))
        left = [await bare.ttl(name) for name in names]
        assert all(0 < one <= CODE_SECONDS == 180 for one in left)
        await bare.delete(names[0])
    assert "No page waits" in (await both.say("ben@twitch", f"!show my hand to {code}")).text
    assert await opened(both) is None


async def test_a_code_that_is_given_again_is_no_answer_to_the_one_before(both: TwoPlaces) -> None:
    """Ben was asked about one browser. When he answers, the same code belongs to another."""
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    note = await both.store.take_note(CODE, code)
    assert note is not None
    await both.store.put_note(CODE, code, note.replace(b"eves", b"mals"), CODE_SECONDS)
    await both.store.put_note("hand-lock", "mals", code.encode(), CODE_SECONDS)
    assert "would show your hand" in (await both.say("ben@twitch", f"!show my hand to {code}")).text
    assert await opened(both, "mals") is None


async def test_who_has_left_meanwhile_shows_nothing(both: TwoPlaces) -> None:
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    await both.lines("ben@twitch: !leave")
    assert "You sit at no table here" in (await both.say("ben@twitch", f"!show my hand to {code}")).text
    assert await opened(both) is None


async def test_the_code_of_a_table_may_stand_in_front(both: TwoPlaces) -> None:
    code, first = await eves_code(both), await table_on_twitch(both)
    await both.say("ben@twitch", f"!{first[-3:]} page {code}")
    await both.say("ben@twitch", f"!show my hand to {code}")
    arrival = await opened(both)
    assert arrival is not None
    assert arrival.table == first


async def test_where_one_signs_in_there_are_no_codes(both: TwoPlaces) -> None:
    """Not even one that was shown before sign-in was set up."""
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")
    both.twitch.signs_in = True
    for line in (f"!page {code}", f"!link {code}", f"!show my hand to {code}", "!page 0Z0Z"):
        answer = await both.say("ben@twitch", line)
        assert not answer.ok
        assert answer.text.startswith("No code opens a hand here: one signs in with Twitch, at https://"), line
    assert await opened(both) is None


async def test_linking_accounts_is_another_thing(both: TwoPlaces) -> None:
    """Said in private, with a code of eight characters, and a yes from both sides."""
    assert "links your accounts" in (await both.say("ben@twitch", "!link")).text
    assert "in private" in (await both.say("ben@twitch", "!link 5Z5Z5Z5Z")).text
    code = await eves_code(both)
    assert "would show your hand" in (await both.say("ben@twitch", f"!link {code}")).text


async def test_killed_at_each_change_and_said_again_it_is_shown_once(
    both: TwoPlaces, empty_server: EmbeddedServer
) -> None:
    """F1: before each change that the answer makes, and after the last."""
    code, houses = await eves_code(both), Houses(empty_server.url, both)
    asked, said = both.message("ben@twitch", f"!page {code}"), both.message("ben@twitch", f"!show my hand to {code}")
    async with Redis.from_url(empty_server.url) as bare:
        before = await Stored.of(bare)
        await houses.hear(asked)
        _, whole = await houses.hear(said)
        assert whole >= 2
        for kept in range(whole + 1):
            await before.put_back()
            for message in (asked, said):
                await houses.hear(message, kept)
                answer, _ = await houses.hear(message)
                assert answer.ok, (kept, answer.text)
            assert await opened(both) is not None, kept
            assert await opened(both) is None


async def test_while_the_store_is_away_nothing_is_shown(both: TwoPlaces, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await eves_code(both)
    await both.say("ben@twitch", f"!page {code}")

    async def away(*_: object, **__: object) -> bool:
        raise StoreTrouble("unreachable", "away", pending=True)

    with monkeypatch.context() as now:
        now.setattr(type(both.store), "replace_note", away)
        assert not (await both.say("ben@twitch", f"!show my hand to {code}")).ok
    assert await opened(both) is None


# Told together


async def test_who_comes_in_the_seconds_after_a_line_is_told_in_the_next_one() -> None:
    told, here, there = MergedLines(0.05), PlaceId("twitch:1"), PlaceId("twitch:2")
    first = await told.by(here, "ann")
    later = await asyncio.gather(*(told.by(here, name) for name in ("ben", "cid", "dan")), told.by(there, "eve"))
    assert first == ("ann",)
    assert later == [("ben", "cid", "dan"), (), (), ("eve",)]


async def test_of_many_codes_one_line_says_what_they_do(both: TwoPlaces) -> None:
    both.house.part(LinkCommands).hand_codes._asked = MergedLines(2.0)
    codes = [await eves_code(both, f"lock-{number}") for number in range(3)]
    names = [f"p{number}@twitch" for number in range(3)]
    for name in names:
        await both.lines(f"{name}: !join")
    first = await both.say(names[0], f"!page {codes[0]}")
    later = [both.say(name, f"!page {code}") for name, code in zip(names[1:], codes[1:], strict=True)]
    two, silent = await asyncio.gather(*later)
    assert first.text.startswith(f"p0 ({codes[0]}): the page")
    assert silent == Answer()
    assert two.text.startswith(f"p1 ({codes[1]}) and p2 ({codes[2]}): the pages that show these codes would")
    assert '"!show my hand to CODE", with your code' in two.text
