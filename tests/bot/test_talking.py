"""Test people at tables, in public and in private, here and elsewhere, beyond what the transcripts show."""

# ruff: noqa: RUF001 - a name that runs from right to left

import pytest
from evening import Evening

from bot.ports.messages import Rights
from bot.table.defaults import Defaults
from bot.table.phases import Between, Lobby, Playing
from persistence import HandClock, Store


async def sitting(evening: Evening, *names: str, options: str = "mode=crowd") -> None:
    first, *others = names
    await evening.lines(f"{first}: !open halflings {options}", *(f"{name}: !join" for name in others))


# In private


async def test_in_private_a_person_needs_neither_prefix_nor_place(evening: Evening) -> None:
    """A DM has no place. It is about the tables where the person sits, wherever they are."""
    await sitting(evening, "ann", "ben", options="mode=duel")
    await evening.say("ann", "start", private=True, place="")
    await evening.say("ann", "stake 10", private=True, place="")
    assert "Table" not in (await evening.say("ben", "table", private=True, place="")).text
    assert "2. ben" in (await evening.say("ben", "table", private=True, place="")).text
    evening.roll(7)
    assert (await evening.say("ben", "roll", private=True, place="")).ok
    assert "The Giant rolls 7" in evening.news[-1]


async def test_in_private_who_sits_nowhere_is_told_so(evening: Evening) -> None:
    for text in ("roll", "stake 10", "leave", "table", "moves"):
        answer = await evening.say("zoe", text, private=True, place="")
        assert not answer.ok
        assert "table" in answer.text


async def test_a_table_is_opened_in_a_place_and_not_in_a_private_line(evening: Evening) -> None:
    for text in ("open halflings", "halflings", "halflings 50"):
        answer = await evening.say("ann", text, private=True, place="")
        assert not answer.ok
    assert await evening.sessions() == []


async def test_an_answer_is_for_the_one_who_asked(evening: Evening) -> None:
    await sitting(evening, "ann")
    before = len(evening.news)
    for text in ("!table", "!help", "!rules halflings", "!wallet", "!tables", "!history", "!odds", "!xyzzy"):
        assert (await evening.say("ann", text)).text
    assert len(evening.news) == before


# Codes


async def test_a_code_works_from_another_place_of_the_venue_and_not_from_another_venue(evening: Evening) -> None:
    await sitting(evening, "ann")
    code = (await evening.table()).code
    assert (await evening.say("ben", f"!{code} join", place="test:elsewhere")).ok
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    answer = await other.say("cid", f"!{code} join")
    assert not answer.ok
    assert answer.text.startswith(f"There is no table {code} here: ")
    assert "ben" in (await other.say("ben", f"!{code} table", private=True)).text, (
        "who sits there may ask from anywhere"
    )
    await other.end()


async def test_the_code_of_a_closed_table_still_answers_for_its_proof(evening: Evening) -> None:
    await evening.lines("ann: !halflings 10 auto")
    code = (await evening.table()).code
    await evening.lines("ann: !close")
    assert (await evening.say("ann", f"!{code} verify")).files
    assert not (await evening.say("ann", f"!{code} join")).ok


# Who is who


async def test_who_left_is_still_named_in_what_happened_before(evening: Evening) -> None:
    """Seats move up when somebody leaves. Older news of a seat name the person who sat there then."""
    await sitting(evening, "ann", "ben", options="mode=duel")
    await evening.lines("ann: !start", "ann: !stake 10")
    evening.roll(8, 3, 4)
    await evening.lines("ben: !roll", "ann: !leave")
    told = evening.news[-3:]
    assert "ann rolls 3-4" in " ".join(told)
    assert "ann is kicked and loses 10" in " ".join(told)
    history = (await evening.say("ben", "!history")).text
    assert "ann stakes 10" in history
    await evening.wait(60)  # ann was still the Giant of the second round (HG-18)
    table = (await evening.say("ben", "!table")).text
    assert "1. ben · 1,010" in table


async def test_a_giant_who_left_is_called_by_name_on_the_table(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ben: !leave")
    assert isinstance((await evening.table()).phase, Between)
    assert "ben is the Giant." in (await evening.say("ann", "!table")).text


async def test_people_of_one_name_are_told_apart_wherever_they_are_named(evening: Evening) -> None:
    """T13: in the news, on the table, and in reminders."""
    await evening.lines("Sam: !open halflings mode=duel", "sam: !join", "Sam: !start")
    await evening.wait(50)
    assert "sam (2) sits down." in evening.news
    assert any(line.startswith("Sam (1): 15 seconds left") for line in evening.news)
    await evening.lines("sam: !leave")
    assert any("sam (2) leaves the table." in line for line in evening.news)


async def test_a_right_to_left_name_turns_nothing_around_it(evening: Evening) -> None:
    """T13."""
    await evening.lines("ann: !open halflings mode=crowd", "בן\u202e: !join")
    assert evening.news[-1] == "\u2068בן\u2069 sits down with 100."


# Away and back (ALL-3)


@pytest.mark.parametrize("word", ["!table", "!moves", "!help", "!xyzzy", "!roll"])
async def test_any_word_to_the_bot_takes_a_seat_back(evening: Evening, word: str) -> None:
    """ALL-3: also a word that is not a move, or a refused one."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 10")
    evening.roll(8, 4, 3)
    await evening.wait(20)
    await evening.lines("ann: !roll")
    await evening.wait(60)
    assert (await evening.table()).seats[1].away
    assert any("ben is away" in line for line in evening.news)
    await evening.say("ben", word)
    assert not (await evening.table()).seats[1].away
    assert evening.news.count("ben is back.") == 1


async def test_a_move_in_time_wipes_out_an_earlier_silence(evening: Evening) -> None:
    """ALL-3: two silences in a row hand the seat over, not any two in a game."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 10")
    evening.roll(8, 5, 5, 8, 5, 5)
    await evening.wait(20)
    assert (await evening.table()).seats[1].missed == 1
    await evening.lines("ann: !roll", "ben: !stake 10")
    assert (await evening.table()).seats[1].missed == 0


async def test_who_is_away_is_played_for_and_paid_for(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 10")
    evening.roll(1, 10, 4, 4, 5, 6)
    await evening.wait(20)
    await evening.wait(60)
    await evening.lines("ann: !roll")
    await evening.wait(60)
    assert sum((await evening.stacks()).values()) == 2000
    assert isinstance((await evening.table()).phase, Between)


# The owner's rules


async def test_another_prefix_stands_in_all_that_the_bot_says(store: Store, clock: HandClock) -> None:
    evening = Evening(store, clock, manners=Defaults(prefix="?"))
    assert not (await evening.say("ann", "!open halflings")).text
    await evening.lines("ann: ?open halflings mode=duel stack=10 cooldown=0")
    said = [*evening.news]
    for text in ("?help", "?help stake", "?roll", "?start", "?join", "?options x", "?tables", "?open"):
        said += [(await evening.say("ann", text)).text]
    evening.roll(1)
    await evening.lines("ben: ?join", "ann: ?start", "ann: ?stake all", "ben: ?roll", "ann: ?leave")
    said += evening.news
    assert any('"?join"' in line for line in said)
    assert [line for line in said if '"!' in line or "!join" in line or "!roll" in line] == []
    await evening.end()


async def test_house_bots_play_for_purses_where_the_owner_allows_it_and_the_place_is_generous(evening: Evening) -> None:
    """Their losses to people come from the bank (FR-31)."""
    evening.rights["mia"] = Rights.OWNER
    await evening.lines("ann: !open halflings mode=duel money=purse buyin=100 cooldown=0")
    refused = await evening.say("ann", "!bots")
    assert not refused.ok
    assert refused.text.startswith("What house bots play for at a table for purses is the bank's")
    assert len((await evening.table()).seats) == 1
    await evening.lines("mia: !control generous on", "ann: !bots")
    accounts = await evening.store.accounts(evening.venue)
    assert accounts["bank"] == -1000 - 100, "ann's welcome and the bot's buy-in"
    await evening.lines("mia: !control generous off")
    refused = await evening.say("ann", "!start")
    assert not refused.ok
    assert refused.text.startswith("The next game doesn't begin: house bots now play for purses here no more")
    await evening.lines("ann: !leave")
    assert (await evening.purse("ann"), (await evening.store.accounts(evening.venue))["bank"]) == (1000, -1000)


# Leaving


async def test_leaving_is_no_way_out_of_a_lost_round(evening: Evening) -> None:
    """If only house bots are left, they finish it: a void would give the stake back (`docs/fairness.md`)."""
    evening.rights["mia"] = Rights.OWNER
    opened = "ann: !open halflings mode=duel money=purse cooldown=0 pace=2"
    await evening.lines("mia: !control generous on", opened, "ann: !bots")
    evening.roll(1, 2, 6, 3)
    await evening.lines("ann: !start", "ann: !stake 10")
    await evening.wait(4)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    await evening.lines("ann: !leave")
    await evening.wait(120)
    assert await evening.sessions() == []
    staked = next(int(line.split()[-1].strip(".")) for line in evening.news if line.startswith("Hob stakes"))
    assert await evening.purse("ann") == 1000 - 10 - staked
    assert sum((await evening.store.accounts(evening.venue)).values()) == 0


async def test_the_last_to_leave_closes_the_table(evening: Evening) -> None:
    await sitting(evening, "ann", "ben")
    await evening.lines("ann: !leave")
    assert isinstance((await evening.table()).phase, Lobby)
    await evening.lines("ben: !leave")
    assert await evening.sessions() == []
    assert "No table is open here" in (await evening.say("ann", "!tables")).text


async def test_a_person_who_left_is_not_found_there_any_more(evening: Evening) -> None:
    """Also if somebody else closed the table. The index of seats is repaired when it is read."""
    await sitting(evening, "ann", "ben")
    await evening.lines("ann: !close")
    assert len(await evening.store.seats_of(evening.id_of("ben"))) == 1
    await evening.say("ben", "table", private=True, place="")
    assert await evening.store.seats_of(evening.id_of("ben")) == []
