"""Test guessing at the word for moderators: one growing delay for everybody, whoever they claim to be (T29)."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from web.conftest import House

from bot.adapters.web.guests import staff_word
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.guests.staff_word import StaffWord
from bot.adapters.web.limits.growing_delay import MOST_OF_ONE, MOST_WAITING, Delay, GrowingDelay

WORD = "open sesame"
WRONG, WELCOME = "web-staff-wrong", "web-staff-welcome"
AT_ONCE = 60
"""Turns of the loop in which everything happens that waits for no clock."""


def test_the_delay_grows_and_has_an_end() -> None:
    """A typing mistake or two cost nothing; nobody waits longer than a quarter of a minute for a try."""
    delay = Delay()
    assert [delay.after(wrong) for wrong in range(10)] == [0, 0, 0, 1, 2, 4, 8, 15, 15, 15]
    assert delay.after(10**6) == 15


Move = Callable[[float], Awaitable[None]]


@pytest.fixture
async def later(house: House, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Stop the loop's clock; the result moves it on by seconds, and lets whatever is due happen."""
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)

    async def move(seconds: float) -> None:
        nonlocal now
        now += seconds
        for _ in range(AT_ONCE):
            await asyncio.sleep(0)

    return move


async def people(house: House, *names: str) -> tuple[StaffWord, list[Guest]]:
    """Return the word's object and guests of a room."""
    guests = Guests(house.shelf, house.bot.person_of)
    return StaffWord(guests, WORD), [(await guests.sit(name, "main", 0))[0] for name in names]


async def test_nobody_tries_often_whatever_address_they_claim(house: House, later: Move) -> None:
    """It once allowed 600 words in 4.4 s, each with a forged address. Now tries are a second apart, then two, and so
    on.
    """
    word, guests = await people(house, *(f"Guest {number}" for number in range(6)))
    answers: Counter[str] = Counter()

    async def guess(guest: Guest, address: str) -> None:
        while True:
            answers[(await word.answer(guest, address, "guess"))[0]] += 1
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(guess(guest, f"203.0.113.{at}")) for at, guest in enumerate(guests)]
    for _ in range(60):
        await later(1)
    assert 8 <= answers[WRONG] <= 10, answers
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all("staff" not in json.loads(house.shelf.kept[guest.id]) for guest in guests)


async def test_the_right_word_works_after_the_delay(house: House, later: Move) -> None:
    word, [mia] = await people(house, "Mia")
    for _ in range(3):
        assert await word.answer(mia, "1.1.1.1", "wrong") == (WRONG, False)
    right = asyncio.create_task(word.answer(mia, "1.1.1.1", WORD))
    await later(0.9)
    assert not right.done(), "it is kept until it is due"
    await later(0.2)
    assert await right == (WELCOME, True)
    for _ in range(2):  # a right word has shown that nobody is guessing, so the delay ends
        assert await word.answer(mia, "1.1.1.1", "wrong") == (WRONG, False)


async def test_guessers_cannot_lock_a_moderator_out(house: House, later: Move) -> None:
    """They ask without pause; she says it once and again. The next is drawn by lot among those who wait."""
    word, [mia, *mob] = await people(house, "Mia", *(f"Guesser {number}" for number in range(3)))

    async def guess(guest: Guest) -> None:
        while True:
            await word.answer(guest, "1.1.1.1", "wrong")
            await asyncio.sleep(0)

    async def says_it() -> None:
        while not (await word.answer(mia, "2.2.2.2", WORD))[1]:
            pass

    tasks = [asyncio.create_task(guess(guest)) for guest in mob]
    await later(60)
    hers = asyncio.create_task(says_it())
    for _ in range(60):
        await later(15)
        if hers.done():
            break
    assert hers.done(), "of two lots hers is drawn within sixty"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def waited(delay: GrowingDelay, who: str, address: str) -> tuple[str, bool]:
    return who, await delay.wait(who, address)


async def test_an_address_with_many_people_has_one_lot_like_any_other() -> None:
    """When a mob at one address and somebody else wait, that person gets about every second try."""
    before = []
    for _ in range(40):
        delay = GrowingDelay(Delay(free=0, first=0.002, longest=0.002))
        await delay.wait("first", "1.1.1.1")
        mob = [waited(delay, f"mob{number}", "1.1.1.1") for number in range(MOST_OF_ONE)]
        order = [(await done)[0] for done in asyncio.as_completed([*mob, waited(delay, "mia", "2.2.2.2")])]
        before.append(order.index("mia"))
    assert sum(before) / len(before) < 1.7, "one before her, on average; four if each had a lot"


async def test_only_so_many_wait_and_no_one_waits_for_ever(later: Move) -> None:
    delay = GrowingDelay(Delay(free=0, first=60.0, longest=60.0, patience=10.0))
    assert await delay.wait("first", "0.0.0.0")  # noqa: S104 - a name like any other
    for _ in range(2):  # nobody is left from the first time
        waiting = {
            who: asyncio.create_task(waited(delay, who, who[:3]))
            for who in (f"{address:03}-{number}" for address in range(MOST_WAITING) for number in range(3))
        }
        await later(0)
        still = [who for who, task in waiting.items() if not task.done()]
        assert len(still) == MOST_WAITING
        assert not await delay.wait(still[0], "x"), "who waits already"
        await later(11)
        assert not any([(await task)[1] for task in waiting.values()])


async def test_after_a_long_while_it_begins_anew(later: Move) -> None:
    delay = GrowingDelay(Delay(free=2, first=30.0, forgotten=600.0))
    assert await delay.wait("pete", "1.1.1.1")
    await later(601)
    assert await delay.wait("pete", "1.1.1.1")
    assert await delay.wait("pete", "1.1.1.1"), "the second since then, not the third of all"


async def test_the_word_is_compared_whole_however_long_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests of one length are compared, so that the time reveals nothing."""
    seen = []
    compare = staff_word.hmac.compare_digest
    monkeypatch.setattr(staff_word.hmac, "compare_digest", lambda *two: (seen.append(two), compare(*two))[1])
    guests = Guests(house.shelf, house.bot.person_of)
    guest, _ = await guests.sit("Pete", "main", 0)
    for word in ("o", WORD[:-1], "x" * 1000):
        await StaffWord(guests, WORD).answer(guest, "1.1.1.1", word)
    assert {len(part) for two in seen for part in two} == {32}
