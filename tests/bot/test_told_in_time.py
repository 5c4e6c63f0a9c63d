"""Test the deadline for texts and a game's seal: they count if they were told before the message of the stamp came."""

from evening import Evening
from msgspec.structs import replace
from one_change import DUEL, change_of, table

from bot.app.cli.verify import said_of
from bot.table.phases import Playing
from bot.table.seating import set_text
from games.kit.seats import Seat
from games.proof import fair
from games.proof.chain import InTime
from games.proof.posted import Posted
from games.proof.verifying import replayed


async def begun(evening: Evening) -> Playing:
    """Let Ann start the game by a line that the platform numbers; return the game."""
    assert (await evening.say("ann", "!start", stamp=True, message_id="discord:777")).ok
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    return phase


async def test_a_text_of_which_nobody_was_told_in_time_counts_as_none(evening: Evening) -> None:
    """The bot's operator, if seated, could choose it when the stamp is known."""
    await evening.lines("ann: !open halflings mode=duel")
    evening.witness.away.add(f"place:{evening.place}")
    await evening.lines("ben: !join cut deep")
    phase = await begun(evening)
    assert phase.pairs == (("0", ""), ("1", ""), ("stamp", "777"))


async def test_a_text_that_was_told_counts(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join cut deep")
    phase = await begun(evening)
    assert phase.pairs == (("0", ""), ("1", "cut deep"), ("stamp", "777"))
    assert phase.in_time == InTime("", evening.clock.now(), evening.clock.now())


async def test_without_a_stamp_a_text_counts_that_was_stored_before_the_start(evening: Evening) -> None:
    """If the seal was not acknowledged either, there is no stamp."""
    evening.witness.away.add(f"place:{evening.place}")
    await evening.lines("ann: !open halflings mode=duel", "ben: !join cut deep")
    phase = await begun(evening)
    assert (phase.pairs, phase.in_time) == ((("0", ""), ("1", "cut deep")), None)


def test_a_text_that_comes_with_the_start_counts_as_none() -> None:
    """Two lines may be taken in one step."""
    change = change_of(table("ann", "ben", given=DUEL))
    set_text(change, Seat(1), "too late")
    assert change.session.seats[1].text == "too late"
    assert change.text_of(Seat(1), stamped=False) == ""
    later = change_of(change.session)
    assert later.text_of(Seat(1), stamped=False) == "too late"


async def test_the_check_says_when_the_seal_was_told_and_the_stamp_came(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join")
    await begun(evening)
    await evening.lines("ann: !close")
    (file,) = (await evening.say("ann", "!verify 1")).files
    found = replayed(file.content.decode())
    assert found.told is not None
    told = replace(found, told=replace(found.told, seal="123"))
    said = " ".join(said_of(told, Posted()))
    assert "its seal was told by the message 123 at 2026-" in said
    assert said.endswith("whoever was there must compare them.")


async def round_over(evening: Evening, number: str) -> None:
    """Let all flee by lines that the platform numbers, in any order; the next round begins by itself."""
    for turn, name in enumerate(("ann", "ben", "cid", "ann", "ben")):
        await evening.say(name, "!flee", stamp=True, message_id=f"discord:{number}{turn}")


async def test_a_text_that_comes_after_the_stamp_of_a_series_counts_for_the_game_after(evening: Evening) -> None:
    """The next game begins by itself, stamped by the message that ended the last one, which was known by then."""
    await evening.lines("ann: !open rogues next_seconds=200 rounds=4", "ben: !join", "ann: !start")
    await round_over(evening, "778")
    await evening.lines("cid: !join")  # with others another game begins
    late = (await evening.say("ben", "!join late luck")).text
    assert "If it begins by itself, your text counts for the game after it" in late
    await evening.wait(200)
    second = (await evening.table()).phase
    assert isinstance(second, Playing)
    assert second.pairs == (("0", ""), ("1", ""), ("2", ""), ("stamp", second.stamp))
    assert sum("Text of ben" in line for line in evening.news) == 2, "told again: it is for another game now"
    assert "Texts for the dice" not in (await evening.say("ben", "!fair")).text
    await round_over(evening, "779")
    await evening.lines("cid: !leave")
    await evening.wait(200)
    third = (await evening.table()).phase
    assert isinstance(third, Playing)
    assert third.stamp != second.stamp
    assert third.pairs == (("0", ""), ("1", "late luck"), ("stamp", third.stamp))
    bound = fair.binding(fair.text_told(third.pledge.game_id, "1", "late luck"))
    assert f"Texts for the dice: ben {bound}." in (await evening.say("ben", "!fair")).text
    assert not any(one.text for one in (await evening.table()).seats), "it counts for one game"
