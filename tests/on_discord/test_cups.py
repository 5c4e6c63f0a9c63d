"""Test a game of dice under cups and bets on Discord: dice by direct message, plays and bets in public."""

import random
import re
from collections import defaultdict

import pytest
from ahead import Ahead
from gatherings import opened
from night import Night
from players import move_of_anybody
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person

from bot.table.phases import Playing

pytestmark = pytest.mark.usefixtures("hands_are_quick")

LONG = "turn_seconds=600 bet_seconds=600 next_seconds=600"
OWN = re.compile(r"You roll|Your hand|would set|Set aside|A draw sets")
ROLLED = re.compile(r"You roll ((?:\d-)*\d)")


async def at_cups(night: Night, given: str, *dice: int) -> list[Person]:
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "rogues", f"{LONG} {given}".strip(), night.channel, dice)
    await night.card("ann to play: flee, trip, draw or split")
    return people


@pytest.mark.parametrize("form", ["none", "thieves", "liars"])
async def test_nobody_is_shown_anothers_dice(night: Night, form: str) -> None:
    """T1, T2: by the journal of all that was ever shown to anybody."""
    chance = random.Random(3)  # noqa: S311 - not the dice of a game
    people = await at_cups(night, f"betting={form}")
    had: dict[int, set[str]] = defaultdict(set)
    for person, rogue in zip(people, (await night.state()).rogues, strict=True):
        had[person.id].add("-".join(map(str, rogue.dice.reveal())))
    for _ in range(50):
        if isinstance((await night.session()).phase, Playing):
            await move_of_anybody(night, people, night.channel, chance)
        else:
            await gives(people[0], "rematch", channel=night.channel)
        for person, rogue in zip(people, (await night.session()).state.rogues, strict=True):
            had[person.id].add("-".join(map(str, rogue.dice.reveal())))
        await night.quiet(0.01)
    judged = 0
    for entry in night.server.journal.entries:
        if entry.way != "command" and OWN.search(entry.text):
            assert len(entry.seen_by) == 1, (entry.text, entry.way, entry.kind)
            (reader,) = entry.seen_by
            assert set(ROLLED.findall(entry.text)) <= had[reader], entry
            judged += 1
    assert judged > 10
    assert night.world.failed_interactions == []


async def presses_surely(person: Person, card: Message, label: str) -> None:
    """Press an expensive move, and confirm it."""
    asked = await person.presses(card, label)
    assert asked.answer is not None
    assert asked.answer.ephemeral
    await person.presses(asked.answer, "Yes, do it")


async def test_a_round_is_played_by_its_buttons(night: Night) -> None:
    """Giant 6, and the Party shows 4 and 3. Ann sets her 2 aside and draws; Ben splits, hidden from the others."""
    ann, ben, cid = await at_cups(night, "", 6, 4, 2, 3, 1, 5, 2, 3, 3, 1, 2)
    card = await night.card("ann to play")
    assert "Split" not in [one.label for one in card.buttons], "who has a double is nobody's business"
    await ann.presses(card, "Draw 4")
    await ann.presses(await night.card("ann draws the 4"), "Trip")
    panel = await ben.presses(await night.card("ben to play"), "My hand")
    assert panel.answer is not None
    await ben.presses(panel.answer, "Split")
    card = await night.card("ben splits 3-3, sits out this round and has 3 dice from the next on")
    await presses_surely(cid, card, "Flee")
    await night.card("The Giant is a 6. ann 5-4, 9: topples it. ann wins 60.")


async def test_bets_are_made_by_slash_commands_and_by_buttons(night: Night) -> None:
    ann, ben, cid = await at_cups(night, "betting=thieves", 4, 3, 2, 5, 6, 4, 2, 5, 3, 2, 6)
    for person in (ann, ben, cid):
        await gives(person, "trip", channel=night.channel)
    await night.card("cid bets first")
    await gives(cid, "bet", channel=night.channel, amount="10")
    await presses_surely(ben, await night.card("cid bets 10"), "All in")
    await presses_surely(ann, await night.card("ben is all in with 190"), "Flee")
    await presses_surely(cid, await night.card("ann flees"), "Flee")
    await night.card("ben takes 180 back. ben wins 80.")


async def test_two_equal_dice_are_kept_from_one_list(ahead: Ahead, night: Night) -> None:
    """Ann has split: three dice, two of them equal, and both are in the hand that she chooses from a list."""
    people = await at_cups(night, "next_seconds=5", 6, 4, 2, 3, 1, 5, 5, 3, 3, 1, 2)
    ann, ben, cid = people
    for person, word in ((ann, "split"), (ben, "flee"), (cid, "flee")):
        await gives(person, word, channel=night.channel)
    night.dice.load([str(one) for one in (6, 4, 2, 3, 1, 1, 2, 3, 4, 2, 5, 2)])
    await night.quiet()
    ahead.move(5)
    card = await night.card("Round 2", "ben to play")
    panel = await ann.presses(card, "My hand")
    assert panel.answer is not None
    form = await ann.presses(panel.answer, "Keep")
    assert form.modal is not None
    await ann.submits(form.modal, {"dice": ["2", "2~2"]})
    await night.hand(ann, "Your hand: 2-2, 4 in all, a double.")


async def test_a_higher_count_of_another_number_is_said_in_a_form(night: Night) -> None:
    """After three 4s, the allowed counts differ for each number. One button leads to all of them."""
    ann, ben, cid = await at_cups(night, "betting=liars", 6, 4, 2, 4, 3, 4, 3, 4, 4, 2, 5)
    for person in (ann, ben, cid):
        await gives(person, "trip", channel=night.channel)
    await night.card("cid opens the Liars' Den")
    await gives(cid, "count", channel=night.channel, dice=3, face=4)
    card = await night.card("cid says three 4s")
    assert [one.label for one in card.buttons].count("Say how many …") == 1
    panel = await ben.presses(card, "Say how many …")
    assert panel.answer is not None
    form = await ben.presses(panel.answer, "Say how many 5")
    await ben.submits(form.modal, {"dice": "3"})
    await night.card("ben says three 5s")
