"""Test a card game on Discord: hands by direct message, the table in the channel, and nobody sees another's cards."""

import random
import re
from collections import defaultdict

import pytest
from gatherings import opened
from night import Night
from players import move_of_anybody
from slashes import gives
from standins.discord.people import Person

from bot.table.phases import Playing
from games.kit.cards import row
from games.poohead.state import State, Swapping, exchanged
from games.poohead.step import ranked

pytestmark = pytest.mark.usefixtures("hands_are_quick")

LONG = "swap_seconds=600 claim_seconds=120 turn_seconds=600 name_seconds=120"
HAND = re.compile(r"Your hand: ([0-9JQKAjoker ]+)\.")
OWN = re.compile(r"Your hand|You can play|You get|It was|You don't have|does not go(?::| after)")


async def at_cards(night: Night, *given: str) -> list[Person]:
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "poohead", " ".join((LONG, *given)), night.channel)
    await night.card("Cards may be swapped")
    return people


def held(state: State) -> list[str]:
    """Return each seat's hand as it is told."""
    if isinstance(state.phase, Swapping):
        swaps = [sealed.reveal() for sealed in state.phase.exchanges]
        return [row(ranked(exchanged(one, done)[0])) for one, done in zip(state.layouts, swaps, strict=True)]
    return [row(ranked(layout.hand)) for layout in state.layouts]


@pytest.mark.parametrize("seed", [1, pytest.param(0, marks=pytest.mark.soak)])
async def test_in_a_game_of_cards_nobody_is_shown_anothers_hand(night: Night, seed: int) -> None:
    """T1, T2: by the journal of all that was ever shown to anybody."""
    chance = random.Random(seed)  # noqa: S311 - not the dice of a game
    people = await at_cards(night, "opening=lowest")
    had: dict[int, set[str]] = defaultdict(set)
    for _ in range(60):
        session = await night.session()
        if not isinstance(session.phase, Playing):
            break
        for seat, hand in enumerate(held(session.state)):
            had[people[seat].id].add(hand)
        await move_of_anybody(night, people, night.channel, chance)
        await night.quiet(0.01)
    for seat, hand in enumerate(held((await night.session()).state)):
        had[people[seat].id].add(hand)
    judged = 0
    for entry in night.server.journal.entries:
        if entry.way != "command" and OWN.search(entry.text):
            assert len(entry.seen_by) == 1, (entry.text, entry.way, entry.kind)
            (reader,) = entry.seen_by
            assert set(HAND.findall(entry.text)) <= had[reader], entry
            judged += 1
    assert judged > 50
    assert all(len(person.dms) == 1 for person in people)
    assert night.world.failed_interactions == []


async def test_the_table_is_a_picture_with_its_words(night: Night) -> None:
    people = await at_cards(night, "opening=dealer_left")
    for person in people:
        await gives(person, "ready", channel=night.channel)
    card = await night.card("to play: anything goes")
    assert "The pile is empty. To draw: 26." in card.text
    assert card.text.count("3 in hand, up") == 3


async def test_a_card_is_played_by_its_button_and_then_the_next_one_is_asked(night: Night) -> None:
    people = await at_cards(night, "opening=dealer_left")
    for person in people:
        await gives(person, "ready", channel=night.channel)
    card = await night.card("to play: anything goes")
    state = (await night.session()).state
    seat = state.phase.seat
    lowest = row(ranked(state.layouts[seat].hand)[:1])
    panel = await people[seat].presses(card, "My hand")
    assert panel.answer is not None
    label = next(one.label for one in panel.answer.buttons if (one.label or "").startswith(f"Play {lowest}"))
    await people[seat].presses(panel.answer, label)
    await night.card(f"{people[seat].name} plays {lowest}")
