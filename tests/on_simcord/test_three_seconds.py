"""Test that Discord's limits are kept: three seconds for a first answer, and fifteen minutes for the rest."""

import asyncio
from typing import Any

import pytest
from five import Five
from parlour import Parlour

from bot.app.application import Application
from bot.commands.own_page import OwnPage
from bot.ports.messages import Message

JUST_IN_TIME = 2.5
FAR_TOO_LONG = 8.0
A_TOKEN_LASTS = 15 * 60


class Slow:
    """Makes the store take this many seconds for everything the bot is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        for part, asked in ((Application, "hear"), (OwnPage, "hand"), (Application, "look")):
            monkeypatch.setattr(part, asked, self._slowed(getattr(part, asked)))

    def _slowed(self, plain: Any) -> Any:
        async def slowed(part: Any, *asked: Message, **more: Any) -> Any:
            if self.seconds:
                await asyncio.sleep(self.seconds)
            return await plain(part, *asked, **more)

        return slowed


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


async def test_an_answer_that_takes_its_time_is_announced_and_then_given(parlour: Parlour, slow: Slow) -> None:
    (ann,) = parlour.people("ann")
    slow.seconds = JUST_IN_TIME
    answer = await ann.slash("wallet")
    assert not answer.of.acknowledged
    await parlour.wait(2.1)
    assert answer.of.deferred
    assert answer.of.ephemeral
    await parlour.wait(1)
    assert "holds 1,000 suckers" in answer.text
    assert answer.for_one_alone


@pytest.mark.parametrize("seconds", [JUST_IN_TIME, FAR_TOO_LONG])
async def test_a_press_that_takes_too_long_is_done_all_the_same(parlour: Parlour, slow: Slow, seconds: float) -> None:
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 5, 4)
    await ann.slash("halflings", amount="50")
    slow.seconds = seconds
    answer = await ann.presses(parlour.card, "Roll")
    await parlour.wait(2.1)
    assert answer.of.deferred
    slow.seconds = 0
    await parlour.wait(seconds - 2)
    assert "ann rolls 5-4, 9 in all." in parlour.card.text


async def test_a_form_that_takes_too_long_counts_and_is_answered(parlour: Parlour, slow: Slow) -> None:
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 5, 6, 3, 5, 4)
    await ann.slash("halflings", amount="50", options="cooldown=0")
    await ann.slash("roll")
    form = await ann.presses(parlour.card, "Stake")
    slow.seconds = JUST_IN_TIME
    answer = await ann.sends(form, amount="20", auto=True)
    await parlour.wait(10)
    assert "ann stakes 20." in parlour.card.text
    assert answer.of.acknowledged


async def who_has_closed_dms_waits_for_what_was_drawn(parlour: Parlour) -> Five:
    five = Five(parlour)
    await five.sit_down("pace=quick swap_seconds=60")
    five.colin.closes_dms()
    await five.draw()
    await parlour.wait(25)
    assert "4 of 5 hands delivered" in five.andy.hand.text
    return five


async def test_ones_hand_comes_late_but_it_comes(parlour: Parlour, slow: Slow) -> None:
    five = await who_has_closed_dms_waits_for_what_was_drawn(parlour)
    slow.seconds = FAR_TOO_LONG
    panel = await five.colin.presses(five.card, "My hand")
    await parlour.wait(9)
    slow.seconds = 0
    again = await five.colin.presses(five.card, "My hand")
    assert "You draw the d12" in panel.text + again.text
    assert panel.for_one_alone


async def test_a_form_that_cannot_be_opened_in_time_says_so(parlour: Parlour, slow: Slow) -> None:
    """Discord takes no form after "wait", so the presser is told to press again."""
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 5, 6)
    await ann.slash("halflings", amount="50", options="cooldown=0")
    await ann.slash("roll")
    slow.seconds = FAR_TOO_LONG
    answer = await ann.presses(parlour.card, "Stake")
    await parlour.wait(2.1)
    assert answer.of.modal is None
    assert answer.for_one_alone
    slow.seconds = 0
    assert (await ann.presses(parlour.card, "Stake")).of.modal is not None


async def test_a_form_does_not_take_the_news_that_wait_for_ones_hand(parlour: Parlour) -> None:
    five = await who_has_closed_dms_waits_for_what_was_drawn(parlour)
    await five.colin.presses(five.card, "Swap")
    panel = await five.colin.presses(five.card, "My hand")
    assert "You draw the d12" in panel.text


async def test_what_comes_after_the_token_is_dropped_and_not_retried(parlour: Parlour, slow: Slow) -> None:
    (ann,) = parlour.people("ann")
    slow.seconds = A_TOKEN_LASTS + 10
    answer = await ann.slash("wallet")
    await parlour.wait(slow.seconds + 1)
    record = answer.of._interaction
    asked = [one.path for one in parlour.env.http_requests if record.token in one.path]
    assert len(asked) <= 2, "the first to say that it will come, at most one that comes too late"
    assert parlour.logs == []
    slow.seconds = 0
    assert "holds 1,000 suckers" in (await ann.slash("wallet")).text


async def test_completion_that_is_too_late_breaks_nothing(parlour: Parlour, slow: Slow) -> None:
    (ann,) = parlour.people("ann")
    await ann.slash("halflings", amount="50", options="cooldown=0")
    slow.seconds = 4.0
    assert await ann.completes("move", "table", text="roll") == []
    await parlour.wait(5)
    assert [one["event"] for one in parlour.logs] == []
