"""Test on Discord that who looks on guesses by a slash command, alone, and that the counts are told."""

from night import Night
from slashes import gives


async def test_a_guess_is_answered_alone_and_the_counts_are_told_as_the_game_begins(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await gives(ben, "join", channel=night.channel)
    told = await gives(cid, "guess", channel=night.channel, answer="ben")
    assert "You guess that ben wins game 1" in told.text
    assert told.answer is not None
    assert told.answer.ephemeral_to is cid
    board = await gives(cid, "guess", channel=night.channel)
    assert board.answer is not None
    assert [one.label for one in board.answer.buttons] == ["ann", "ben", "High", "Low"]
    refused = await gives(ben, "guess", channel=night.channel, answer="ann")
    assert "may not guess" in refused.text
    await gives(ann, "start", channel=night.channel)
    await night.card("Guesses on game 1 are closed: ben 1.")
