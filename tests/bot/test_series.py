"""Test the time between two games of a series: what stays, what may be changed, and who goes on."""

from evening import Evening, unbalanced

from bot.engine.operations import BROKE
from bot.table import ending
from bot.table.phases import Between, Lobby, Playing

DICE = list("64251535153515351")
"""More than a round of Rogues needs. Each round begins with the first of them."""


async def a_round(evening: Evening, *names: str) -> None:
    """Let all trip, so that the first round ends and the next begins by itself."""
    await evening.lines(*(f"{name}: !trip" for name in names))
    evening.dice.script[:] = DICE
    assert isinstance((await evening.table()).phase, Between)


async def opened(evening: Evening, options: str = "", *others: str) -> None:
    await evening.lines(f"ann: !open rogues {options}".strip(), *(f"{name}: !join" for name in others))
    evening.dice.load(DICE)
    await evening.lines("ann: !start")


async def test_an_option_set_between_two_games_takes_nobody_the_next_one(evening: Evening) -> None:
    await opened(evening, "", "ben")
    await a_round(evening, "ann", "ben")
    await evening.lines("ann: !options turn_seconds=90")
    phase = (await evening.table()).phase
    assert isinstance(phase, Between)
    assert phase.starts_at is not None
    await evening.wait(20)
    assert isinstance((await evening.table()).phase, Playing)


async def test_what_is_staked_stands_until_the_match_is_over(evening: Evening) -> None:
    await opened(evening, "", "ben")
    await a_round(evening, "ann", "ben")
    answer = await evening.say("ann", "!options ante_unit=100")
    assert answer.text.startswith("ante_unit stands as long as this match goes on")
    assert (await evening.table()).given == {}


async def test_who_is_left_alone_plays_the_last_duel(evening: Evening) -> None:
    """FR-35: the others have stood up, and the House can still lose."""
    await opened(evening, "final=wager", "ben", "cid")
    await a_round(evening, "ann", "ben", "cid")
    await evening.lines("ann: !leave", "cid: !leave")
    await evening.wait(20)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert [seat.name for seat in session.seats] == ["ben"]


async def test_the_pot_of_a_series_whose_game_is_called_off_is_seen_in_the_lobby_and_played_for_or_shared(
    evening: Evening,
) -> None:
    """Two have fled, and their antes of 10 are carried. The round after that breaks (threats F3, T35)."""
    await opened(evening, "money=purse match=none", "ben")
    await evening.lines("ann: !flee", "ben: !flee")
    evening.dice.script[:] = DICE
    await evening.wait(20)
    table = await evening.table()
    assert isinstance(table.phase, Playing)
    await evening.house.repository.update(table.ref, (), lambda change: ending.void(change, BROKE))
    lobby = (await evening.say("ann", "!table")).text
    assert "The pot of the game before is still there, 20: the next game goes on with it" in lobby
    assert await evening.stacks() == {"ann": 190, "ben": 190}
    evening.dice.load(DICE)
    await evening.lines("ann: !start")
    assert any("Carried over: 20. The pot is 40." in line for line in evening.news)
    await evening.house.repository.update(table.ref, (), lambda change: ending.void(change, BROKE))
    await evening.lines("ann: !leave", "ben: !leave")
    assert (await evening.purse("ann"), await evening.purse("ben")) == (990, 1010), "the pot is his who stays"
    assert await unbalanced(evening) == []


async def test_who_sits_in_the_lobby_begins_with_the_stack_that_is_set_last(evening: Evening) -> None:
    await evening.lines("ann: !open rogues", "ben: !join", "ann: !options stack=500", "cid: !join")
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert [seat.stack for seat in session.seats] == [500, 500, 500]


async def test_who_came_too_late_for_the_match_is_not_said_to_play(evening: Evening) -> None:
    await opened(evening, "", "ben")
    await a_round(evening, "ann", "ben")
    await evening.lines("dan: !join")
    await evening.wait(20)
    assert "The game begins: ann and ben play." in " ".join(evening.news)
    assert (await evening.say("dan", "!trip!")).text == "A match is on: you play from the next one on."


async def test_a_table_at_which_nobody_could_begin_is_not_opened(evening: Evening) -> None:
    for line in ("!open rogues stack=30 ante_unit=20", "!tournament rogues stack=30 ante_unit=20"):
        answer = await evening.say("ann", line)
        assert answer.text == "With 30 suckers nobody could begin: it takes 40. Set a larger stack, or smaller stakes."
    assert await evening.sessions() == []
    await evening.lines("ann: !open rogues stack=40 ante_unit=20")
    assert not (await evening.say("ann", "!options stack=30")).ok


async def test_where_nobody_is_there_any_more_it_is_said_that_the_next_game_waits(evening: Evening) -> None:
    await opened(evening, "turn_seconds=10", "ben")
    await evening.wait(600)
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert session.phase.starts_at is None
    assert 'The next round waits until somebody says "!rematch".' in " ".join(evening.news)


async def test_between_two_games_it_is_said_when_the_next_begins(evening: Evening) -> None:
    await opened(evening, "", "ben")
    await a_round(evening, "ann", "ben")
    await evening.wait(5)
    answer = await evening.say("ann", "!trip")
    assert answer.text == f"The next round at table {(await evening.table()).code} begins in 15 seconds."


async def test_how_an_option_is_typed_is_shown_with_one_of_this_game(evening: Evening) -> None:
    assert "like fearless=on, not" in (await evening.say("ann", "!open rogues please")).text
    await evening.lines("ann: !open rogues")
    assert "like fearless=on, not" in (await evening.say("ann", "!options please")).text
