"""Test F29: an interaction that comes again, to the same process or another, is told what it did the first time."""

import asyncio

import pytest
from gatherings import a_duel
from night import Night
from slashes import gives
from standins.discord.interactions import Interaction

from bot.ports.rate import Buckets
from bot.table.document import Session
from bot.table.phases import Playing
from persistence import StoreTrouble

TAKEN = "taken before"


async def sent_again(first: Interaction) -> Interaction:
    """Send the same interaction with its id, whose client got no answer."""
    again = Interaction(first.person, first.type, first.channel, first.data, first.message)
    again.id, again.token = first.id, first.token
    return await again.send()


async def stake_is_on(night: Night) -> tuple[Interaction, ...]:
    """Let Ann stake by the form, Ben roll by the card's button, and Ann by the one on her own panel; return these
    presses.
    """
    ann, ben = await a_duel(night)
    form = await ann.presses(await night.card("ann, stake 1 to"), "Stake")
    staked = await ann.submits(form.modal, {"amount": "20"})
    night.dice.load(["7", "2", "6"])
    rolled = await ben.presses(await night.card("ann stakes 20."), "Roll")
    card = await night.card("that is the Knee")
    panel = (await ann.presses(card, "My moves")).answer
    on_panel = await ann.presses(panel, "Roll")
    await night.card("ben, stake 1 to")
    return staked, rolled, on_panel


async def now(night: Night) -> Session:
    session = await night.session()
    assert isinstance(session.phase, Playing)
    return session


@pytest.mark.parametrize("restarts", [False, True], ids=["same process", "after a restart"])
async def test_forms_and_buttons_that_counted_are_not_called_too_late(night: Night, *, restarts: bool) -> None:
    """Each Ask is over. The adapter itself would refuse a form before the house hears of it."""
    first = await stake_is_on(night)
    before = await now(night)
    if restarts:
        await night.restart()
        await night.quiet()
    for interaction in first:
        again = await sent_again(interaction)
        await night.until(lambda again=again: TAKEN in again.text)
        assert not again.failed
    assert await now(night) == before


async def test_on_ones_own_panel_the_table_is_shown_as_it_is_now(night: Night) -> None:
    *_, on_panel = await stake_is_on(night)
    again = await sent_again(on_panel)
    await night.until(lambda: TAKEN in again.text)
    assert again.original is on_panel.message, "the panel itself, beside the sentence"
    assert again.followups


async def test_a_slash_command_that_counted_is_told_so(night: Night) -> None:
    await stake_is_on(night)
    (ben,) = [one for one in night.world.people.values() if one.name == "ben"]
    staked = await gives(ben, "stake", channel=night.channel, amount="10")
    await night.card("ben stakes 10.")
    before = await now(night)
    await night.restart()
    again = await sent_again(staked)
    await night.until(lambda: TAKEN in again.text)
    assert await now(night) == before


async def test_who_presses_too_fast_hears_of_what_counted_that_it_did(night: Night) -> None:
    staked, *_ = await stake_is_on(night)
    night.adapter.limits.people = Buckets(most=1, a_second=0.001)
    card = night.cards[-1]
    pressed = await asyncio.gather(*(staked.person.presses(card, "My moves") for _ in range(3)))
    assert any("Slow down" in one.text for one in pressed)
    again = await sent_again(staked)
    assert TAKEN in again.text


async def test_a_form_that_never_counted_is_told_what_is_wrong_now(night: Night) -> None:
    ann, _ = await a_duel(night)
    card = await night.card("ann, stake 1 to")
    form = await ann.presses(card, "Stake")
    await gives(ann, "stake", channel=night.channel, amount="10")
    await night.card("ann stakes 10.")
    late = await ann.submits(form.modal, {"amount": "20"})
    assert TAKEN not in late.text
    assert "the table has moved on" in late.text


async def test_while_the_store_cannot_say_it_nobody_is_refused(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    staked, *_ = await stake_is_on(night)

    async def away(*_: object) -> bool:
        raise StoreTrouble("unreachable", "gone")

    night.house.repository.taken._kept.clear()
    monkeypatch.setattr(night.house.store, "taken", away)
    again = await sent_again(staked)
    await night.until(lambda: "can't tell yet" in again.text)
