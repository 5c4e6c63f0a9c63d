"""Test two people in the same millisecond, a late button, and 10,000 forged buttons."""

import asyncio
import random

from evening import Evening

from bot.ports.messages import Answer
from bot.table.phases import Playing


async def ask(evening: Evening) -> str:
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    return phase.clock.ask


async def duel(evening: Evening, **options: str) -> None:
    """Open a duel in which Ann is about to stake, and Ben is the Giant."""
    given = " ".join(f"{key}={value}" for key, value in options.items())
    await evening.lines(f"ann: !open halflings mode=duel {given}", "ben: !join", "ann: !start")


# At once


async def test_two_who_roll_in_the_same_millisecond_are_both_judged(evening: Evening) -> None:
    """The roll of the one in turn counts and the other is told. Then it is the other's turn."""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    evening.roll(8, 4, 5)
    ann, ben = await asyncio.gather(evening.say("ann", "!roll"), evening.say("ben", "!roll"))
    assert ben.ok
    rolls = [move for move in await evening.moves() if "roll" in move]
    assert rolls == (["1 roll", "0 roll"] if ann.ok else ["1 roll"])
    if not ann.ok:
        assert "not your turn" in ann.text


async def test_two_who_stake_in_the_same_millisecond_start_one_game(evening: Evening) -> None:
    """Between games the first stake starts the next one. The second is judged in it, and not refused for that."""
    await duel(evening, cooldown="0")
    evening.roll(1, 1)
    await evening.lines("ann: !stake 10", "ben: !roll", "ben: !stake 10", "ann: !roll")
    answers = await asyncio.gather(evening.say("ben", "!stake 10"), evening.say("ann", "!stake 20"))
    assert [answer.text for answer in answers if "A game is on" in answer.text] == []
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert session.phase.pledge.n == 2
    assert (await evening.moves())[4:] == ["0 stake 20"]


async def test_twenty_who_sit_down_at_once_all_have_a_seat_of_their_own(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd money=purse buyin=100")
    people = [f"p{number}" for number in range(20)]
    answers = await asyncio.gather(*(evening.say(name, "!join") for name in people))
    assert all(answer.ok for answer in answers)
    session = await evening.table()
    assert sorted(seated.name for seated in session.seats) == sorted(["ann", *people])
    assert (await evening.store.accounts(evening.venue))[f"stake:{session.table}"] == 2100


async def test_of_two_for_the_last_seat_one_sits_and_pays(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel money=purse")
    answers = await asyncio.gather(evening.say("ben", "!join"), evening.say("cid", "!join"))
    assert sorted(answer.ok for answer in answers) == [False, True]
    assert len((await evening.table()).seats) == 2
    assert {await evening.purse("ben"), await evening.purse("cid")} == {800, None}


async def test_a_crowd_that_stakes_at_once_loses_no_stake(evening: Evening) -> None:
    people = [f"p{number}" for number in range(30)]
    await evening.lines("ann: !open halflings mode=crowd cooldown=0", *(f"{name}: !join" for name in people))
    answers = await asyncio.gather(*(evening.say(name, "!stake 10") for name in people))
    assert all(answer.ok for answer in answers)
    await evening.wait(20)
    staked = [move for move in await evening.moves() if move.endswith("stake 10")]
    assert len(staked) == len(set(staked)) == 30


# Too late


async def test_a_button_of_an_earlier_question_is_too_late(evening: Evening) -> None:
    """F8, T14: although the same move would be legal again by now."""
    await duel(evening)
    code = (await evening.table()).code
    await evening.lines("ann: !stake 10")
    old = await ask(evening)
    evening.roll(8, 4, 5, 8, 4, 5)
    assert (await evening.say("ben", "roll", table=code, ask=old)).ok
    await evening.lines("ann: !roll", "ben: !stake 10", "ann: !roll")
    before = await evening.document()
    answer = await evening.say("ben", "roll", table=code, ask=old)
    assert not answer.ok
    assert "moved on" in answer.text
    assert await evening.document() == before


async def test_a_button_of_an_earlier_game_is_too_late(evening: Evening) -> None:
    """T14: each game asks anew, even if its questions are the same."""
    await evening.lines("ann: !open halflings cooldown=0", "ann: !start")
    code, old = (await evening.table()).code, await ask(evening)
    evening.roll(1, 1, 1)
    assert (await evening.say("ann", "stake 10", table=code, ask=old)).ok
    for _ in range(2):
        answer = await evening.say("ann", "stake 10", table=code, ask=old)
        assert not answer.ok, "between games, then in the next one"
        assert "moved on" in answer.text
        await evening.say("ann", "!start")
    assert await evening.stacks() == {"ann": 990}


async def test_who_presses_acts_for_their_own_seat_alone(evening: Evening) -> None:
    """T14: a button does not name a seat. The actor is the person who presses it."""
    await duel(evening)
    code, now = (await evening.table()).code, await ask(evening)
    before = await evening.document()
    for name in ("ben", "cid"):
        answer = await evening.say(name, "stake 10", table=code, ask=now)
        assert not answer.ok
    assert await evening.document() == before


FORGED = [
    "stake",
    "roll",
    "split",
    "stand",
    "start",
    "rebuy",
    "close",
    "bots",
    "options",
    "join",
    "hand",
    "K7Q",
]
VALUES = [
    "0",
    "-1",
    "101",
    "1e9",
    "10",
    "all",
    "half",
    "½",
    "auto",
    "auto auto",
    "9" * 40,
    "pay=even",
    "\u202e5",
    "None",
    "{}",
]


async def test_no_forged_button_changes_a_table(evening: Evening) -> None:
    """T14: any verb, value and Ask, from people who may not act now. (1,500 through the whole host.)"""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    session = await evening.table()
    before, now = await evening.document(), await ask(evening)
    chance = random.Random(7)  # noqa: S311 - a test's own
    taken: list[tuple[str, str, Answer]] = []
    for _ in range(1500):
        words = [chance.choice(FORGED), *chance.sample(VALUES, chance.randrange(3))]
        name, text = chance.choice(["ann", "cid", "dee", "bot:Hob", ""]), " ".join(words)
        if words[0] == "close" and name == "ann":
            continue
        message = evening.message(name, text, table=session.code, ask=chance.choice([now, now, "1-0", "x", ""]))
        answer = await evening.house.hear(message)
        if "Something broke" in answer.text:
            taken.append((name, text, answer))
    assert taken == []
    assert await evening.document() == before


# What follows a table


async def test_a_move_that_only_goes_on_with_the_game_is_shown_to_few(evening: Evening) -> None:
    """Those who wait for games, seats, options or the queue need not see it; but of a table read anew, every step."""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    hooks, committed, turned = evening.house.hooks, list[str](), list[str]()
    hooks.committed.append(lambda session: committed.append(type(session.phase).__name__))
    hooks.turned.append(lambda session: turned.append(type(session.phase).__name__))
    evening.roll(8, 4, 5)
    await evening.lines("ben: !roll")
    assert (committed, turned) == (["Playing"], [])
    await evening.lines("cid: !queue")
    assert turned == ["Playing"]
    evening.house.repository.forget((await evening.table()).ref)
    await evening.lines("ann: !roll")
    assert turned == committed[1:]
    await evening.lines("ben: !leave")
    assert turned == committed[1:]
