"""Test that people who look on guess on the next game, for a place on tonight's board, and nothing else."""

import asyncio

import pytest
from evening import Evening, person, refused

from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Rights
from bot.table.hooks import Hooks
from bot.wings.guesses.guess_notes import (
    MOST,
    Board,
    Guess,
    Guesses,
    GuessNotes,
    Score,
    board_without,
    guesses_without,
    own_guess,
    own_score,
)

SAT = ("ann: !open halflings mode=duel cooldown=0", "ben: !join")


@pytest.fixture(autouse=True)
def mia_moderates(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF


async def guesses(evening: Evening, game: int) -> dict[str, Guess]:
    session = await evening.table()
    found = await GuessNotes(evening.store, Hooks()).on(session, game)
    return {one.name: one for one in found.people.values()}


async def scores(evening: Evening) -> dict[str, tuple[int, int]]:
    await evening.settle()
    board = await GuessNotes(evening.store, Hooks()).board(VenueId(evening.venue))
    return {one.name: (one.right, one.all) for one in board.people.values()}


async def to_its_end(evening: Evening) -> FinishedGame:
    """Play until the game is over, and return it; both stake 5, all else is done by the clock."""
    for _ in range(60):
        for name in ("ann", "ben"):
            await evening.say(name, "!stake 5")
        await evening.wait(40)
        found = await FinishedGames(evening.store).find(VenueId(evening.venue), Wanted(), 0, 1)
        if found:
            return found[0]
    raise AssertionError("the game does not end")


async def test_right_guesses_have_a_place_on_tonights_board(evening: Evening) -> None:
    await evening.lines(
        *SAT, "cid: !guess ann", "dot: !guess ben", "eve: !guess high", "fay: !guess low", "ann: !start"
    )
    game = await to_its_end(evening)
    won = {sat.name for sat in game.seats if sat.won}
    found = await scores(evening)
    if won:
        assert (found["cid"], found["dot"]) == ((int("ann" in won), 1), (int("ben" in won), 1))
    assert found["eve"][0] + found["fay"][0] == 1
    told = [line for line in evening.news if "uess" in line]
    assert told[0] == "Guesses on game 1 are closed: ann 1, ben 1, high 1 and low 1."
    assert len(told) == 2, told
    assert await guesses(evening, 1) == {}
    best = next(name for name, (right, _) in found.items() if right)
    assert f"{best} 1 of 1" in (await evening.say("gus", "!guess")).text


async def test_counts_are_told_only_when_the_game_has_begun_and_a_later_guess_is_for_the_next(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess ann")
    assert not any("uess" in line for line in evening.news)
    assert "ann" not in (await evening.say("dot", "!guess")).text.partition("such as")[0]
    await evening.lines("ann: !start", "cid: !guess ben", "dot: !guess low")
    assert {name: one.winner for name, one in (await guesses(evening, 1)).items()} == {"cid": evening.id_of("ann")}
    assert set(await guesses(evening, 2)) == {"cid", "dot"}


async def test_who_sits_may_not_guess_nor_who_sat_down_after_guessing(evening: Evening) -> None:
    await evening.lines(SAT[0], "ben: !guess ann", "cid: !guess ann", SAT[1])
    assert "may not guess" in await refused(evening, "ann", "!guess ben")
    assert "may not guess" in await refused(evening, "ben", "!guess high")
    await evening.lines("ann: !start")
    await to_its_end(evening)
    assert "ben" not in await scores(evening)


async def test_what_is_guessed_is_said_plainly_or_refused_with_what_works(evening: Evening) -> None:
    await evening.lines(*SAT)
    for line in ("!guess", "!guess @ANN", "!guess HIGH"):
        assert (await evening.say("cid", line)).ok, line
    for line in ("!guess nobody", "!guess ann ben", "!guess \u202eann high", "!guess 7", "!guess " + "x" * 300):
        text = await refused(evening, "cid", line)
        assert 'guess ann"' in text, text
        assert len(text) < 200
    assert (await guesses(evening, 1))["cid"] == Guess("cid", PersonId(evening.id_of("ann")), "high")
    await evening.lines("ann: !close")
    await evening.lines("wait: 60", "ann: !open cones")
    assert "no number" in await refused(evening, "cid", "!guess low")


async def test_players_whose_names_look_alike_are_guessed_as_the_table_calls_them(evening: Evening) -> None:
    await evening.lines("pete: !open halflings mode=duel cooldown=0", "Pete: !join")
    assert "pete (1), Pete (2)" in await refused(evening, "cid", "!guess pete")
    board = await evening.say("cid", "!guess")
    assert 'guess pete (1)"' in board.text
    assert [one.word for one in board.ways[:2]] == ["guess pete (1)", "guess Pete (2)"]
    await evening.lines("cid: !guess pete (1)", "dot: !guess @Pete (2)", "eve: !guess 2")
    found = {name: one.winner for name, one in (await guesses(evening, 1)).items()}
    pete, other = map(evening.id_of, ("pete", "Pete"))
    assert found == {"cid": pete, "dot": other, "eve": other}
    await evening.lines("pete: !start")
    assert "Guesses on game 1 are closed: Pete (2) 2 and pete (1) 1." in evening.news


async def test_the_table_of_somebody_who_guessed_right_is_cleaned_when_they_are_forgotten(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess high", "dot: !guess low", "ann: !start")
    await to_its_end(evening)
    best = next(name for name, (right, _) in (await scores(evening)).items() if right)
    assert f"Tonight: {best} 1 of 1." in evening.news[-1]
    assert await evening.store.tables_with(evening.id_of(best))
    await evening.lines("ann: !close")
    for line in ("!forget me", "!forget me yes"):
        assert (await evening.whisper(best, line)).ok
    assert not await evening.store.tables_with(evening.id_of(best))
    assert not await evening.store.tables_with(evening.id_of("ann")), "it is gone with what it said of them"


async def test_one_guess_alone_is_told_as_one(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess high", "ann: !start")
    await to_its_end(evening)
    word = "right" if (await scores(evening))["cid"][0] else "wrong"
    assert any(f"The one guess on game 1 that counts was {word}." in line for line in evening.news)


async def test_a_player_with_the_name_of_a_number_can_be_guessed(evening: Evening) -> None:
    await evening.lines("high: !open halflings mode=duel cooldown=0", "low: !join")
    board = await evening.say("cid", "!guess")
    assert 'such as "!guess @high"' in board.text
    assert [one.word for one in board.ways] == ["guess @high", "guess @low", "guess high", "guess low"]
    await evening.lines("cid: !guess @high", "dot: !guess high")
    assert {name: (one.winner, one.number) for name, one in (await guesses(evening, 1)).items()} == {
        "cid": (evening.id_of("high"), ""),
        "dot": ("", "high"),
    }


async def test_whoever_was_taken_off_a_table_has_no_place_on_its_board(evening: Evening) -> None:
    await evening.lines(SAT[0], "troll: !guess high", "troll: !join", "mia: !remove troll", SAT[1], "cid: !guess low")
    assert "took you off" in await refused(evening, "troll", "!guess low")
    await evening.lines("ann: !start")
    await to_its_end(evening)
    assert set(await scores(evening)) == {"cid"}
    assert not any("troll 1" in line for line in evening.news)


async def test_a_repeated_line_and_a_later_guess_count_once(evening: Evening) -> None:
    await evening.lines(*SAT)
    for text, mark in (("!guess ann", "1"), ("!guess ben", "2"), ("!guess ann", "1")):
        await evening.say("cid", text, message_id=mark)
    assert (await guesses(evening, 1))["cid"].winner == evening.id_of("ben")


VOID = "Game 1 was called off, so the guesses on it count neither way."


async def test_a_game_that_is_called_off_gives_nothing_and_that_is_said_once(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess ann", "dot: !guess high", "ann: !start", "mia: !reset a bug")
    assert await scores(evening) == {}
    again = await evening.again()
    await again.settle()
    assert [line for line in evening.news if "uess" in line][1:] == [VOID]
    assert again.witness.told(f"place:{again.place}").count(VOID) == 1
    assert await guesses(evening, 1) == {}
    await again.end()


async def test_of_a_game_that_is_called_off_without_guesses_nothing_is_told(evening: Evening) -> None:
    await evening.lines(*SAT, "ann: !start", "mia: !reset a bug")
    await evening.settle()
    assert not [line for line in evening.news if "uess" in line]


@pytest.mark.parametrize("line", ["ann: !close", "mia: !end a bug"])
async def test_where_its_table_is_closed_with_it_that_is_said_too(evening: Evening, line: str) -> None:
    await evening.lines(*SAT, "cid: !guess ann", "ann: !start")
    session = await evening.table()
    await evening.lines(line)
    await evening.settle()
    assert [line for line in evening.news if "uess" in line][1:] == [VOID]
    assert not (await GuessNotes(evening.store, Hooks()).on(session, 1)).people


async def test_guesses_outlive_a_restart_and_a_game_counts_once(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess high", "dot: !guess low", "ann: !start")
    again = await evening.again()
    await to_its_end(again)
    found = await scores(again)
    assert sorted(found.values()) == [(0, 1), (1, 1)]
    third = await again.again()
    await third.settle()
    assert await scores(third) == found
    told = [line for line in again.witness.told(f"place:{again.place}") if "uess" in line]
    assert len(told) == 2, told
    await again.end()
    await third.end()


async def test_five_hundred_guesses_at_once_are_all_kept_and_too_many_refused(evening: Evening) -> None:
    await evening.lines(*SAT)
    lines = [evening.message(f"v{number}", "!guess ann") for number in range(500)]
    answers = await asyncio.gather(*map(evening.house.hear, lines))
    assert all(answer.ok for answer in answers)
    assert len(await guesses(evening, 1)) == 500
    await evening.lines("ann: !start")
    assert "Guesses on game 1 are closed: ann 500." in evening.news
    assert len([line for line in evening.news if "uess" in line]) == 1
    full = Guesses({PersonId(f"test:{number}"): Guess("x") for number in range(MOST)})
    with pytest.raises(Exception, match="guess-too-many"):
        full.with_guess(PersonId("test:more"), Guess("y"))


def test_a_board_counts_a_game_once_and_names_the_best_first() -> None:
    cid, dot = PersonId("a:cid"), PersonId("a:dot")
    one = Board().with_scores("1", {cid: Score("cid", 1, 2), dot: Score("dot", 1, 1)})
    assert one.with_scores("1", {cid: Score("cid", 2, 2)}) == one
    two = one.with_scores("2", {cid: Score("cid", 0, 1)})
    assert [(best.name, best.right, best.all) for _, best in two.best(2)] == [("dot", 1, 1), ("cid", 1, 3)]


def test_who_is_forgotten_is_in_no_note() -> None:
    import msgspec  # noqa: PLC0415 - as the store has them

    cid, ann = PersonId("a:cid"), PersonId("a:ann")
    content = msgspec.json.encode(Guesses({cid: Guess("cid", ann, "high")}))
    assert b"a:ann" not in guesses_without(content, ann)
    assert b"cid" not in guesses_without(content, cid)
    assert b"high" in own_guess(content, cid)
    kept = msgspec.json.encode(Board(("r",), {cid: Score("cid", 1, 1)}))
    assert b"cid" not in board_without(kept, cid)
    assert own_score(kept, cid) == b'["cid",1,1]'


async def test_one_person_with_two_selves_counts_once(evening: Evening) -> None:
    await evening.lines(*SAT, "cid: !guess high", "dot: !guess high", "eve: !guess low", "ann: !start")
    cid, dot = (person(name, evening.tag) for name in ("cid", "dot"))
    await evening.house.selves.link(cid, dot, "L", lambda _: False)
    await to_its_end(evening)
    found = await scores(evening)
    assert sum(count for _, count in found.values()) == 2
    assert len(found) == 2
