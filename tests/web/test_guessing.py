"""Guessing at the word that makes a moderator: one growing delay for all who try, whoever they say they are (T29)."""

import asyncio
import json
import time
from collections import Counter

import pytest
from web.conftest import Browser, House, NewBrowser, restart

from bot.adapters.web import adapter
from bot.adapters.web.guests import staff_word
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.guests.staff_word import StaffWord
from bot.adapters.web.limits.growing_delay import MOST_OF_ONE, MOST_WAITING, Delay, GrowingDelay

WORD = "open sesame"
WRONG = "That is not the word that makes a moderator here."


def test_the_delay_grows_and_has_an_end() -> None:
    """A typing mistake or two cost nothing; nobody waits longer than a quarter of a minute for a try."""
    delay = Delay()
    assert [delay.after(wrong) for wrong in range(10)] == [0, 0, 0, 1, 2, 4, 8, 15, 15, 15]
    assert delay.after(10**6) == 15


@pytest.fixture(autouse=True)
def a_short_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who still waits for a try as the room closes holds nothing up."""
    monkeypatch.setattr(adapter, "GOODBYE_SECONDS", 0.1)


async def test_nobody_tries_often_whatever_address_they_claim(
    house: House, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """600 words in 4.4 s it was, with a forged header each. Now a second apart, then two, and so on; here a quarter."""
    monkeypatch.setattr(staff_word, "DELAY", Delay(first=0.25, longest=3.75))
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

    ends = time.monotonic() + 1.0
    tasks = [asyncio.create_task(guess(*one, number)) for number, one in enumerate(zip(browsers, guests, strict=True))]
    await asyncio.sleep(1.1)
    judged = answers[WRONG]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert 3 <= judged <= 6, answers
    assert all("staff" not in json.loads(house.shelf.kept[guest]) for guest in guests)


async def test_the_right_word_works_after_the_delay(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_word, "DELAY", Delay(first=0.5))
    await restart(house, staff_word=WORD)
    mia = await browser.sit("Mia")
    for _ in range(4):
        assert (await browser.say(mia, "staff wrong", private=True))["text"] == WRONG
    began = time.monotonic()
    assert (await browser.say(mia, f"staff {WORD}", private=True))["ok"]
    assert time.monotonic() - began > 0.45, "it was kept until it was due"
    began = time.monotonic()
    for _ in range(2):
        await browser.say(mia, "staff wrong", private=True)
    assert time.monotonic() - began < 0.45, "who knows the word has shown that nobody is guessing"


async def test_guessers_cannot_lock_a_moderator_out(
    house: House, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They ask without a pause; she says it once. Lots are drawn among those who wait."""
    monkeypatch.setattr(staff_word, "DELAY", Delay(first=0.05, longest=0.1))
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


async def waited(delay: GrowingDelay, who: str, address: str) -> tuple[str, bool]:
    return who, await delay.wait(who, address)


async def test_an_address_with_many_people_has_one_lot_like_any_other() -> None:
    """Of the tries that a mob of one address and somebody else wait for, the other one has about every second."""
    before = []
    for _ in range(40):
        delay = GrowingDelay(Delay(free=0, first=0.002, longest=0.002))
        await delay.wait("first", "1.1.1.1")
        mob = [waited(delay, f"mob{number}", "1.1.1.1") for number in range(MOST_OF_ONE)]
        order = [(await done)[0] for done in asyncio.as_completed([*mob, waited(delay, "mia", "2.2.2.2")])]
        before.append(order.index("mia"))
    assert sum(before) / len(before) < 1.7, "one before her, on average; four if each had a lot"


async def test_only_so_many_wait_and_no_one_waits_for_ever() -> None:
    delay = GrowingDelay(Delay(free=0, first=60.0, longest=60.0, patience=0.2))
    assert await delay.wait("first", "0.0.0.0")  # noqa: S104 - a name like any other
    for _ in range(2):  # nobody is left from the first time
        waiting = {
            who: asyncio.create_task(waited(delay, who, who[:3]))
            for who in (f"{address:03}-{number}" for address in range(MOST_WAITING) for number in range(3))
        }
        await asyncio.sleep(0.05)
        still = [who for who, task in waiting.items() if not task.done()]
        assert len(still) == MOST_WAITING
        assert not await delay.wait(still[0], "x"), "who waits already"
        assert not any([(await task)[1] for task in waiting.values()])


async def test_after_a_long_while_it_begins_anew() -> None:
    delay = GrowingDelay(Delay(free=2, first=30.0, forgotten=0.1))
    assert await delay.wait("pete", "1.1.1.1")
    await asyncio.sleep(0.15)
    async with asyncio.timeout(10):
        assert await delay.wait("pete", "1.1.1.1")
        assert await delay.wait("pete", "1.1.1.1"), "the second since then, not the third of all"


async def test_the_word_is_compared_whole_however_long_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """By digests of one length, so that the time of it tells nothing."""
    seen = []
    compare = staff_word.hmac.compare_digest
    monkeypatch.setattr(staff_word.hmac, "compare_digest", lambda *two: (seen.append(two), compare(*two))[1])
    guests = Guests(house.shelf, house.bot.person_of)
    guest, _ = await guests.sit("Pete", "main", 0)
    for word in ("o", WORD[:-1], "x" * 1000):
        await StaffWord(guests, WORD).answer(guest, "1.1.1.1", word)
    assert {len(part) for two in seen for part in two} == {32}
