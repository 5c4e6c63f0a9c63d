"""Test one person on Discord, on Twitch and in a browser: linked over the real adapters, with one purse, seat
and hand.
"""

from both_night import BothNight
from slashes import gives

from bot.table.phases import Lobby


async def test_somebody_becomes_one_person_on_three_platforms(night: BothNight) -> None:
    ann, annie = night.on_the_server("ann"), night.in_chat("annie")
    # The code is given on Discord and said in a whisper on Twitch, and both agree.
    code = (await ann.asks(None, "link")).text.split("code is ")[1][:8]
    shown = await annie.asks_in_whispers(f"link {code}")
    assert "The other side is ann on Discord" in shown
    assert "Now say" in await annie.asks_in_whispers("link yes")
    seen = await ann.asks(None, "link")
    assert "The other side is Annie on Twitch" in seen.text
    assert "Done: you are ann on Discord" in (await ann.asks(None, "link yes")).text
    # A browser with only a name follows: its code is said on Discord.
    guest = night.browser()
    await guest.sit("Annie the Third")
    code = (await guest.says("link", private=True))["text"].split("code is ")[1][:8]
    assert "The other side is Annie the Third" in (await ann.asks(None, f"link {code}")).text
    assert "Now say" in (await ann.asks(None, "link yes")).text
    asked = await guest.says("link", private=True)
    assert asked["confirm"] == "link yes"
    assert "Done: you are ann on Discord" in (await guest.says(asked["confirm"], private=True))["text"]
    # A table on Twitch: they sit once, with the same hand on the viewer's page and on Discord.
    person, place = f"discord:{ann.id}", f"twitch:{night.inn.id}"
    page = await night.linked(annie)
    await annie.says(night.inn, "!open headache")
    (table,) = await night.until_tables(place)
    assert [seated.player for seated in table.seats] == [person]
    assert isinstance(table.phase, Lobby)
    assert not (await page.says("join"))["ok"], "the page is the same person, who sits already"
    own = await night.own(person, place, place)
    as_viewer = await night.house.look(night.person_of(annie), place, place, "en")
    assert own is not None
    assert [one.audience for one in as_viewer] == [f"place:{place}", f"person:{person}"]
    # Separated again: the viewer is a different person.
    assert "a seat can't be parted" in (await ann.asks(None, "link apart twitch")).text
    assert (await page.says("leave"))["ok"]
    assert "stands on its own" in (await ann.asks(None, "link apart twitch")).text
    assert await night.house.selves.person_of(night.person_of(annie).id) == f"twitch:{annie.id}"


async def test_on_discord_a_press_agrees(night: BothNight) -> None:
    ann, annie = night.on_the_server("ann"), night.in_chat("annie")
    code = (await ann.asks(None, "link")).text.split("code is ")[1][:8]
    await annie.asks_in_whispers(f"link {code}")
    await annie.asks_in_whispers("link yes")
    asked = await gives(ann, "link")
    assert "The other side is Annie on Twitch" in asked.shown[0]
