"""Test that an expensive move is confirmed once, in private, if made by a button, list or form; typed, it is made."""

from collections.abc import Callable, Iterator

import pytest
from gatherings import opened
from night import Night
from slashes import gives
from standins.discord.people import Person

from bot.adapters.discord.outbound import buttons
from bot.adapters.discord.outbound.buttons import MOST_OF_A_VERB, Does, for_offers, read
from bot.ports.messages import Choosable, FormField, Offer
from bot.render.offers import kept_nameless, kept_offers
from games.rogues.moves import Bet, Draw

LONG = "turn_seconds=600 bet_seconds=600 next_seconds=600"
DICE = (4, 3, 2, 5, 6, 4, 2, 5, 3, 2, 6)
Costly = Callable[[type], None]


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch) -> Iterator[Costly]:
    """Let a move be expensive. Offers are kept from turn to turn, so none may be from before, nor be left."""
    caches = kept_offers, kept_nameless
    for cache in caches:
        cache.cache_clear()
    yield lambda move: monkeypatch.setattr(move, "grave", True)
    for cache in caches:
        cache.cache_clear()


async def at_bets(night: Night) -> list[Person]:
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "rogues", f"{LONG} betting=thieves", night.channel, DICE)
    await night.card("ann to play")
    for person in people:
        await gives(person, "trip", channel=night.channel)
    await night.card("cid bets first")
    return people


async def test_what_was_filled_in_is_asked_about_once(night: Night, costly: Costly) -> None:
    costly(Bet)
    *_, cid = await at_bets(night)
    form = await cid.presses(await night.card("cid bets first"), "Bet")
    asked = await cid.submits(form.modal, {"amount": "10"})
    assert asked.answer is not None
    assert asked.answer.ephemeral_to is cid
    assert 'Do you really want to play "bet 10"?' in asked.answer.text
    await night.quiet()
    assert "cid bets 10" not in (await night.card("cid bets first")).text, "nothing is done yet"
    await cid.presses(asked.answer, "Yes, do it")
    await night.card("cid bets 10")


async def test_a_line_too_long_for_a_button_is_asked_about_too(
    night: Night, costly: Costly, monkeypatch: pytest.MonkeyPatch
) -> None:
    costly(Bet)
    *_, cid = await at_bets(night)
    form = await cid.presses(await night.card("cid bets first"), "Bet")
    await night.quiet()
    with monkeypatch.context() as short:
        short.setattr(buttons, "LONGEST", 10)
        asked = await cid.submits(form.modal, {"amount": "10"})
    assert asked.answer is not None
    assert '"bet 10"' in asked.answer.text
    (yes,) = asked.answer.buttons
    assert "bet 10" not in str(yes.custom_id)
    await cid.presses(asked.answer, "Yes, do it")
    await night.card("cid bets 10")


async def test_a_question_of_before_a_restart_says_so(
    night: Night, costly: Costly, monkeypatch: pytest.MonkeyPatch
) -> None:
    costly(Bet)
    *_, cid = await at_bets(night)
    form = await cid.presses(await night.card("cid bets first"), "Bet")
    with monkeypatch.context() as short:
        short.setattr(buttons, "LONGEST", 10)
        asked = await cid.submits(form.modal, {"amount": "10"})
    await night.restart()
    told = await cid.presses(asked.answer, "Yes, do it")
    assert "not possible any more" in told.text
    assert "cid bets 10" not in (await night.card("cid bets first")).text


async def test_what_was_chosen_from_a_list_is_asked_about_once(night: Night, costly: Costly) -> None:
    costly(Draw)
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "rogues", f"{LONG} betting=none", night.channel, DICE)
    panel = await people[0].presses(await night.card("ann to play"), "My hand")
    assert panel.answer is not None
    among = next(one for one in panel.answer.selects if "draw" in one.custom_id)
    asked = await people[0].selects(panel.answer, among.custom_id, [among.options[0].value])
    assert asked.answer is not None
    assert f'"draw {among.options[0].value}"' in asked.answer.text
    await people[0].presses(asked.answer, "Yes, do it")
    await night.card(f"ann draws the {among.options[0].value}")


async def test_who_types_it_is_not_asked(night: Night, costly: Costly) -> None:
    costly(Bet)
    *_, cid = await at_bets(night)
    await gives(cid, "bet", channel=night.channel, amount="10")
    await night.card("cid bets 10")


def test_many_that_cost_much_stand_in_lists_that_ask() -> None:
    def move(at: int) -> Offer:
        fixed = FormField("to", "To", "fixed", among=(Choosable(str(at), str(at)),))
        return Offer("burn", f"Burn {at}", "", secret=False, fields=(fixed,), grave=True)

    (item,) = for_offers("K7Q", "1-1", [move(at) for at in range(MOST_OF_A_VERB + 1)])
    press = read(item.custom_id)  # type: ignore[attr-defined]
    assert press is not None
    assert press.does is Does.WEIGH
