"""Test that a guest becomes a moderator by a word that nobody else is shown (threats T8)."""

import json

import pytest
from web.conftest import Browser, House

from bot.adapters.web import TableRoom
from bot.adapters.web.guests import staff_word
from bot.adapters.web.guests.staff_word import staff_word_in
from bot.adapters.web.limits.growing_delay import Delay
from bot.ports.messages import Rights

WORD = "open sesame"


@pytest.fixture(autouse=True)
def wrong_words_cost_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real delay is tested elsewhere (test_guessing.py)."""
    monkeypatch.setattr(staff_word, "DELAY", Delay(first=0.01, longest=0.02))


async def restart(house: House, word: str = WORD) -> None:
    """Start the same room again, with this word."""
    port = house.room.port
    await house.room.stop()
    house.room = house.bot.room = TableRoom(house.bot, house.shelf, host="127.0.0.1", port=port, staff_word=word)
    await house.room.start()


def rights(house: House) -> Rights:
    return house.bot.heard[-1].rights


async def test_the_word_makes_a_moderator_who_stays_one_after_a_restart(house: House, browser: Browser) -> None:
    await restart(house)
    mia, pete = await browser.sit("Mia"), await browser.sit("Pete")
    await browser.say(mia, "!help")
    assert rights(house) is Rights.PLAYER
    answer = await browser.say(mia, f"staff {WORD}", private=True)
    assert (answer["ok"], answer["text"].split(".")[0]) == (True, "You are a moderator here from now on")
    await browser.say(mia, "!help")
    assert rights(house) is Rights.STAFF
    await browser.say(pete, "!help")
    assert rights(house) is Rights.PLAYER
    kept = json.loads(house.shelf.kept[mia])["staff"]
    assert kept
    assert WORD not in kept
    await restart(house)
    await browser.say(mia, "!help")
    assert rights(house) is Rights.STAFF


@pytest.mark.parametrize("word", ["another word by now", ""])
async def test_another_word_or_none_ends_it_for_all_who_knew_the_old_one(
    house: House, browser: Browser, word: str
) -> None:
    await restart(house)
    mia = await browser.sit("Mia")
    await browser.say(mia, f"staff {WORD}", private=True)
    await restart(house, word)
    await browser.say(mia, "!help")
    assert rights(house) is Rights.PLAYER


@pytest.mark.parametrize("line", ["!staff {}", "! staff {}", "!STAFF {}", "@bot staff {}", "@bot !staff {}"])
async def test_the_word_typed_in_the_room_is_shown_to_nobody(house: House, browser: Browser, line: str) -> None:
    """Neither the right word nor a wrong one, which may differ by a letter, is shown; the bot itself doesn't
    hear it.
    """
    await restart(house)
    mia, pete = await browser.sit("Mia"), await browser.sit("Pete")
    async with await browser.open(pete) as page:
        for word in (WORD, "open sesami"):
            await browser.say(mia, line.format(word))
        await browser.say(mia, "hello")
        await page.chat("hello")
        assert "sesam" not in json.dumps(page.seen)
    assert [message.text for message in house.bot.heard] == []


async def test_a_wrong_word_makes_nobody(house: House, browser: Browser) -> None:
    await restart(house)
    mia = await browser.sit("Mia")
    for word in ("open", WORD.upper(), WORD + "x", "\u00e9", "\ud800"):
        answer = await browser.say(mia, f"staff {word}", private=True)
        assert not answer["ok"]
    assert "staff" not in json.loads(house.shelf.kept[mia])


async def test_without_a_word_nobody_becomes_a_moderator(house: House, browser: Browser) -> None:
    mia = await browser.sit("Mia")
    for line in ("staff x", "staff  ", "staff"):
        assert not (await browser.say(mia, line, private=True))["ok"]
    assert "staff" not in json.loads(house.shelf.kept[mia])


async def test_an_older_guest_is_still_known(house: House, browser: Browser) -> None:
    """Guests stored before there were moderators are known, and those who are not moderators are stored as before."""
    pete = await browser.sit("Pete")
    assert set(json.loads(house.shelf.kept[pete])) == {"id", "name", "room", "created", "lock"}
    house.shelf.kept[pete] = json.dumps(json.loads(house.shelf.kept[pete]) | {"v": 1}).encode()
    await restart(house)
    assert (await browser.say(pete, "!open highest"))["ok"]


@pytest.mark.parametrize("line", ["staffing", "staff", "my staff x", "K7Q staff x", ""])
def test_other_lines_are_no_try(line: str) -> None:
    assert staff_word_in(line) == ""


async def test_what_is_to_be_confirmed_comes_with_the_line_that_does_it(house: House, browser: Browser) -> None:
    mia = await browser.sit("Mia")
    asked = await browser.say(mia, "!wipe")
    assert (asked["confirm"], house.bot.heard[-1].text) == ("wipe yes", "!wipe")
    done = await browser.say(mia, asked["confirm"], private=True)
    assert (done["text"], done.get("confirm")) == ("It is gone.", None)
