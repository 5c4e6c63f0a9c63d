"""Test that little of what a chat is told is proof: seals, texts, mixed-in text, ends (`bench/proof_letters.py`)."""

import pytest
from evening import Evening

from bench.proof_letters import MOST_A_GAME, MOST_OF_LONG, Told, told_in

GAMES = 6
SHORT = """
ann> !open halflings
    #table | Table N4P is open: Halflings & Giants, up to 1 seats.
    #table | Game 1: seal …, halflings/2, key 1.
ann> !stake 10
    #table | N4P · Game 1: mixed …, next ….
ann> !roll
    @ann | Text of ann: ….
    #table | Game 1: end ….
"""


def test_letters_are_counted_as_they_were_told() -> None:
    seal, begun, end = (
        len(one) + 26 for one in ("Game 1: seal , halflings/2, key 1.", "Game 1: mixed , next .", "Game 1: end .")
    )
    proof = seal + begun + 12 + end
    letters = proof + len("Table N4P is open: Halflings & Giants, up to 1 seats.")
    assert told_in("short", SHORT) == Told("short", 1, 1, letters, proof)


def told(evening: Evening, moves: int) -> Told:
    """Return what all were told in an evening. `moves`: the moves of its longest game."""
    news = [
        one for update in evening.witness.updates if update.audience == f"place:{evening.place}" for one in update.news
    ]
    proof = [one.short or one.text for one in news if one.fine]
    letters = sum(len(one.text) for one in news if not one.fine) + sum(map(len, proof))
    games = sum(": mixed " in one for one in proof)
    return Told("evening", games, moves, letters, sum(map(len, proof)))


async def test_short_games_cost_at_most_110_letters_each(evening: Evening) -> None:
    await evening.lines("ann: !open halflings cooldown=0", *["ann: !stake 10 auto"] * GAMES)
    found = told(evening, 1)
    assert found.games == GAMES
    assert found.a_game <= MOST_A_GAME, found.row


@pytest.mark.parametrize("game", ["poohead", "rogues rounds=9", "headache"])
async def test_of_a_game_of_ten_moves_and_more_at_most_a_twentieth_is_proof(evening: Evening, game: str) -> None:
    """For Rogues a whole match, whose rounds have one proof."""
    await evening.lines(f"ann: !open {game}", "ann: !bots 4", "ann: !start")
    moves = 0
    for _ in range(40):
        await evening.wait(60)
        answer = await evening.say("ann", "!verify")
        moves = sum(file.content.count(b'"type":"move"') for file in answer.files)
        if moves:
            break
        for line in ("!trip", "!rematch"):  # in Poohead that is no move
            await evening.say("ann", line)
    found = told(evening, moves)
    assert found.is_long
    assert found.share <= MOST_OF_LONG, found.row
