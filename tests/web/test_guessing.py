"""Guessing at the word that makes a moderator: one growing delay for all who try, whoever they say they are (T29)."""

import asyncio
import json
import time
from collections import Counter

import pytest
from web.conftest import Browser, House, NewBrowser, restart

from bot.adapters.web.inbound import trust
from bot.adapters.web.inbound.trust import Trust
from bot.adapters.web.limits.growing_delay import MOST_OF_ONE, MOST_WAITING, Delay, GrowingDelay

WORD = "open sesame"
WRONG = "That is not the word that makes a moderator here."


def test_the_delay_grows_and_has_an_end() -> None:
    """A typing mistake or two cost nothing; nobody waits longer than a quarter of a minute for a turn."""
    delay = Delay()
    assert [delay.after(wrong) for wrong in range(10)] == [0, 0, 0, 1, 2, 4, 8, 15, 15, 15]
    assert delay.after(10**6) == 15


async def test_nobody_tries_often_whatever_address_they_claim(house: House, new_browser: NewBrowser) -> None:
    """600 words in 4.4 s it was, with a forged header each. Now a second apart, then two, and so on."""
    await restart(house, staff_word=WORD)
    browsers = [await new_browser() for _ in range(6)]
    guests = [await browser.sit(f"Guest {number}") for number, browser in enumerate(browsers)]
    answers: Counter[str] = Counter()

    async def guess(browser: Browser, guest: str, number: int) -> None:
        forged = {"X-Forwarded-For": f"203.0.113.{number}", "X-Real-IP": f"203.0.113.{number}"}
        for word in range(100):
            line = {"id": f"a{word}", "text": f"staff guess {number} {word}", "private": True}
            reply = await browser.post(f"/seat/{guest}/say", line, **forged)
            answers[reply.content["text"]] += 1
            if time.monotonic() > ends:
                return

    ends = time.monotonic() + 4.0
    tasks = [asyncio.create_task(guess(*one, number)) for number, one in enumerate(zip(browsers, guests, strict=True))]
    await asyncio.sleep(4.4)
    judged = answers[WRONG]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert 3 <= judged <= 6, answers
    assert all("staff" not in json.loads(house.shelf.kept[guest]) for guest in guests)


async def test_the_right_word_works_after_the_delay(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "DELAY", Delay(first=1.0))
    await restart(house, staff_word=WORD)
    mia = await browser.sit("Mia")
    for _ in range(4):
        assert (await browser.say(mia, "staff wrong", private=True))["text"] == WRONG
    began = time.monotonic()
    assert (await browser.say(mia, f"staff {WORD}", private=True))["ok"]
    assert time.monotonic() - began > 0.9, "it was kept until its turn came"
    began = time.monotonic()
    for _ in range(2):
        await browser.say(mia, "staff wrong", private=True)
    assert time.monotonic() - began < 0.9, "who knows the word has shown that nobody is guessing"


async def test_guessers_cannot_lock_a_moderator_out(
    house: House, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They ask without a pause; she says it once. Lots are drawn among those who wait."""
    monkeypatch.setattr(trust, "DELAY", Delay(first=0.05, longest=0.1))
    await restart(house, staff_word=WORD)
    theirs, hers = await new_browser(), await new_browser()
    mob = [await theirs.sit(f"Guesser {number}") for number in range(3)]
    mia = await hers.sit("Mia")

    async def guess(guest: str) -> None:
        while True:
            await theirs.say(guest, "staff wrong", private=True)

    tasks = [asyncio.create_task(guess(guest)) for guest in mob]
    await asyncio.sleep(0.5)
    async with asyncio.timeout(20):
        while not (await hers.say(mia, f"staff {WORD}", private=True))["ok"]:
            pass
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def turned_at(turns: GrowingDelay, who: str, address: str) -> tuple[str, bool]:
    return who, await turns.take(who, address)


async def test_an_address_with_many_people_has_one_lot_like_any_other() -> None:
    """Of the turns that a mob of one address and somebody else wait for, the other one has about every second."""
    waited = []
    for _ in range(40):
        turns = GrowingDelay(Delay(free=0, first=0.002, longest=0.002))
        await turns.take("first", "1.1.1.1")
        mob = [turned_at(turns, f"mob{number}", "1.1.1.1") for number in range(MOST_OF_ONE)]
        order = [(await done)[0] for done in asyncio.as_completed([*mob, turned_at(turns, "mia", "2.2.2.2")])]
        waited.append(order.index("mia"))
    assert sum(waited) / len(waited) < 1.7, "one before her, on average; four if each had a lot"


async def test_only_so_many_wait_and_no_one_waits_for_ever() -> None:
    turns = GrowingDelay(Delay(free=0, first=60.0, longest=60.0, patience=0.2))
    assert await turns.take("first", "0.0.0.0")  # noqa: S104 - a name like any other
    waiting = [
        asyncio.create_task(turned_at(turns, f"{address}-{number}", address))
        for address in map(str, range(MOST_WAITING))
        for number in range(3)
    ]
    await asyncio.sleep(0.05)
    assert sum(not task.done() for task in waiting) == MOST_WAITING
    assert not await turns.take(next(one for one in turns._waiting), "x"), "who waits already"
    assert not any([(await task)[1] for task in waiting])
    assert turns._waiting == {}


async def test_after_a_long_while_it_begins_anew() -> None:
    turns = GrowingDelay(Delay(free=1, first=30.0, forgotten=0.1))
    assert await turns.take("pete", "1.1.1.1")
    await asyncio.sleep(0.15)
    turns._free_at = 0.0
    assert await turns.take("pete", "1.1.1.1")
    assert turns._wrong == 1


async def test_the_word_is_compared_whole_however_long_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """By digests of one length, so that the time of it tells nothing."""
    seen = []
    compare = trust.hmac.compare_digest
    monkeypatch.setattr(trust.hmac, "compare_digest", lambda *two: (seen.append(two), compare(*two))[1])
    reception = house.room._reception
    guest, _ = await reception.sit("Pete", "main", 0)
    for word in ("o", WORD[:-1], "x" * 1000):
        await Trust(reception, WORD).answer(guest, "1.1.1.1", word)
    assert {len(part) for two in seen for part in two} == {32}
