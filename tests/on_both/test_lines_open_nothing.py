"""Test that the bot's chat lines open nobody's hand: a second viewer tries every line in their own browser."""

import asyncio
import re
import secrets
from typing import Any

import aiohttp
import pytest
from both_night import BothNight
from standins.twitch.people import Person

from bot.adapters.web.limits import rates
from bot.commands.links import LinkCommands
from bot.ports.messages import Message
from bot.ports.messages import Person as Player
from bot.table.document import Session
from bot.table.phases import Playing

ADDRESS = re.compile(r"https?://\S+")
WORD = re.compile(r"[A-Za-z0-9_-]+")
NAMES = ("ann", "ben", "cid", "dan", "eve")
ASKED = ("!page", "!hand", "!moves", "!table", "!help", "!fair", "!link 2A3B", "!link", "!rules headache")


@pytest.fixture
def nobody_is_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the rate limits, so that tries are refused only because they open nothing."""
    for name in ("STRANGERS", "VISITS", "CODES", "BOUND_ASKS"):
        monkeypatch.setattr(rates, name, rates.Rate(1e9, 1e9))


class Copier:
    """A viewer who has the chat's lines, and an unknown browser."""

    def __init__(self, night: BothNight, person: Person, browser: aiohttp.ClientSession) -> None:
        self.night, self.person, self.browser = night, person, browser
        self.place = f"twitch:{night.inn.id}"

    async def opens(self, address: str) -> bool:
        """Return whether an address leads to a seat."""
        async with self.browser.get(address) as answer:
            return "/seat/" in str(answer.url) and answer.status == 200

    async def posts(self, path: str, content: Any, cookies: dict[str, str] | None = None) -> bool:
        """Return whether this gives a seat, when asked like one of our own pages."""
        base = self.night.base.rstrip("/")
        ours = {"Sec-Fetch-Site": "same-origin", "Origin": base}
        if cookies:
            ours["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        async with self.browser.post(base + path, json=content, headers=ours, allow_redirects=False) as answer:
            assert answer.status in {200, 403, 404}, (path, answer.status)
            text = await answer.text()
            return answer.status == 200 and ("/seat/" in text or "/seat/" in answer.headers.get("Location", ""))

    async def types(self, word: str) -> bool:
        """Return whether typing it as the code of a browser does anything."""
        player = Player(f"twitch:{self.person.id}", self.person.display_name)
        said = Message(secrets.token_hex(8), player, self.place, self.place, private=False, text=f"!page {word}")
        return (await self.night.house.hear(said)).ok

    async def gets_in_by(self, word: str) -> list[str]:
        """Return all ways in which a repeated word opens anything."""
        base, door = self.night.base, "/at/twitch/inn"
        ways = {
            "a personal link": await self.posts("/hand", {"secret": word}),
            "a browser's key": await self.posts(f"{door}/bound", {}, {"link": word}),
            "a seat": await self.opens(f"{base}seat/{word}"),
            "a table of the room": await self.opens(f"{base}room/main/t/{word}"),
            "a fragment": await self.opens(f"{base}hand#{word}"),
        }
        if word.lower() != "off":  # it closes one's own
            ways["a code"] = await self.types(word)
        return [way for way, opened in ways.items() if opened]


async def goes_on_until_all_hold_something(night: BothNight, people: list[Person]) -> dict[str, list[str]]:
    """Play until all have secrets; return the private lines of each person's page."""
    place = f"twitch:{night.inn.id}"
    for _ in range(100):
        own = {one.name: await night.own(f"twitch:{one.id}", place, place) for one in people}
        hands = {name: list(update.card.own) for name, update in own.items() if update is not None}
        if len(hands) == len(people) and all(any(re.search(r"d\d", line) for line in hand) for hand in hands.values()):
            return hands
        session = await table(night)
        ask = session.ask
        for seat in ask.seats if ask is not None else ():
            player = Player(session.seats[seat].player, "")
            said = Message(secrets.token_hex(8), player, place, place, private=True, text="stay")
            await night.house.hear(said)
    raise AssertionError(f"nobody holds anything: {hands}")


async def table(night: BothNight) -> Session:
    place = f"twitch:{night.inn.id}"
    (found,) = await night.house.directory.at(place, place, fresh=True)
    return found


@pytest.mark.usefixtures("nobody_is_too_fast")
async def test_who_copies_every_line_of_the_bot_sees_no_hand(night: BothNight) -> None:
    night.inn.mod(night.twitch.world.bot)
    people = [night.in_chat(name) for name in NAMES]
    for person in people:
        await night.linked(person)
    ann = people[0]
    await ann.says(night.inn, "!open headache reroll_seconds=600 vote_seconds=600 swap_seconds=600")
    await night.until(lambda: any("is open" in line.text for line in night.inn.from_bot) or None, "the table")
    for person in people[1:]:
        await person.says(night.inn, "!join")
    for _ in range(1_000):
        if len((await table(night)).seats) == len(people):
            break
        await asyncio.sleep(0.02)
    await ann.says(night.inn, "!start")
    await night.until(lambda: any("Your hand" in line.text for line in night.inn.from_bot) or None, "where hands are")
    hands = await goes_on_until_all_hold_something(night, people)
    for person, asked in zip(people * 2, ASKED, strict=False):
        await person.asks(night.inn, asked, within=30)
    said = [line.text for line in night.inn.from_bot]
    assert isinstance((await table(night)).phase, Playing)

    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        zoe = Copier(night, night.in_chat("zoe"), browser)
        addresses = {one.rstrip(".,;") for text in said for one in ADDRESS.findall(text)}
        assert addresses, "the hands' address was told"
        assert [one for one in addresses if await zoe.opens(one)] == []
        words = {one for text in said for one in WORD.findall(text) if len(one) > 2}
        assert len(words) > 50
        assert {word: ways for word in sorted(words) if (ways := await zoe.gets_in_by(word))} == {}
        await sees_no_hand(night, zoe, hands)
        await is_no_empty_trial(night, zoe, ann)


async def sees_no_hand(night: BothNight, zoe: Copier, hands: dict[str, list[str]]) -> None:
    """Check that with her own seat, by a personal link, she sees only what everybody sees."""
    page = await night.linked(zoe.person)
    async with page._session.ws_connect(f"{night.base.rstrip('/')}{page.seat}live", headers=page._ours) as live:
        shown = await live.receive_str(timeout=30)
    assert "Headache" in shown
    for name, hand in hands.items():
        for line in hand:
            assert line not in shown, name


async def is_no_empty_trial(night: BothNight, zoe: Copier, ann: Person) -> None:
    """Check that the same tries open a hand with what only its owner is told."""
    player = Player(f"twitch:{ann.id}", ann.display_name)
    secret = await night.house.part(LinkCommands).personal(player, zoe.place, zoe.place)
    assert secret not in " ".join(line.text for line in night.inn.lines)
    assert await zoe.gets_in_by(secret) == ["a personal link"]
    code = await night.browser().code("/at/twitch/inn")
    assert not await zoe.types(code), "she sits nowhere"
    assert await Copier(night, ann, zoe.browser).types(code)
