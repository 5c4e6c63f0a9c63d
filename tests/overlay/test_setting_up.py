"""The set-up page: for moderators, from our own page, with headers that let one frame in (threats T16, T18)."""

from itertools import product
from typing import Any

import msgspec
import pytest
from aiohttp import WSServerHandshakeError
from overlay.conftest import Stage, Visitor
from overlay.stage import update

from bot.adapters.web.guests.guest import Guest, locked
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.overlay.keys import Keys, Where
from bot.adapters.web.overlay.looks import LONGEST_CSS, OverlaySettings
from bot.ports.messages import Rights

PATHS = ("", "/view")


async def status(visitor: Visitor, path: str) -> tuple[int, str]:
    async with visitor.session.get(f"{visitor.url}{path}") as answer:
        return answer.status, await answer.text()


async def test_only_a_moderator_gets_in(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit(staff=False)
    for path in PATHS:
        found, page = await status(ann, f"/seat/{guest}/overlay{path}")
        assert found == 403
        assert "moderators of this room" in page
    for path in ("settings", "key"):
        assert (await ann.post(f"/seat/{guest}/overlay/{path}", {}))["status"] == 403
    with pytest.raises(WSServerHandshakeError):
        await ann.open("", f"/seat/{guest}/overlay/live")
    assert stage.notes.kept == {}


async def test_nobody_gets_in_without_the_cookie(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    ann.session.cookie_jar.clear()
    for path in PATHS:
        assert (await status(ann, f"/seat/{guest}/overlay{path}"))[0] == 403
    assert (await ann.post(f"/seat/{guest}/overlay/key", {}))["status"] == 403


@pytest.mark.parametrize("rights", Rights)
async def test_whoever_comes_from_another_platform_is_what_it_says_they_are(
    stage: Stage, ann: Visitor, rights: Rights, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = Guest(
        "a" * 10, "Ann", "Ann's channel", stage.bot.now(), locked("s"), who="twitch:7", venue="twitch:7", at="twitch:7"
    )

    async def recognise(*_: Any) -> Guest:
        return linked

    monkeypatch.setattr(Guests, "recognise", recognise)
    monkeypatch.setattr(stage.bot, "rights_of", lambda *_: rights)
    async with ann.session.get(f"{ann.url}/seat/{linked.id}/overlay", cookies={"seat": "s"}) as answer:
        assert answer.status == (200 if rights >= Rights.STAFF else 403)


async def test_the_preview_stands_in_our_own_frame_and_in_no_other(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    expected = {"": ("frame-ancestors 'none'", "frame-src 'self'"), "/view": ("frame-ancestors 'self'",)}
    for path, wanted in expected.items():
        async with ann.session.get(f"{ann.url}/seat/{guest}/overlay{path}") as answer:
            assert answer.status == 200
            policy = answer.headers["Content-Security-Policy"]
            assert all(one in policy for one in (*wanted, "default-src 'none'", "script-src 'self'"))
            assert "unsafe" not in policy
    async with ann.session.get(f"{ann.url}/seat/{guest}/") as answer:
        assert "frame-src" not in answer.headers["Content-Security-Policy"]


FOREIGN: list[dict[str, str]] = [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]


async def test_other_sites_change_nothing(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    for headers, path in product(FOREIGN, ("settings", "key")):
        assert (await ann.post(f"/seat/{guest}/overlay/{path}", {}, **headers))["status"] == 403, (headers, path)
    assert stage.notes.kept == {}


WRONG: list[dict[str, Any]] = [
    {"delay": 61},
    {"delay": -1},
    {"delay": "5"},
    {"theme": "<script>"},
    {"at": "middle"},
    {"size": 201},
    {"size": 1e9},
    {"show": ["seats", "hands"]},
    {"show": ["seats"] * 50},
    {"css": "x" * (LONGEST_CSS + 1)},
    {"css": 7},
    {"key": "A" * 43},
]


async def test_settings_that_are_none_are_refused(stage: Stage, ann: Visitor) -> None:
    for settings in WRONG:
        assert (await ann.set(await ann.sit(), **settings))["status"] == 400, settings
    assert stage.notes.kept == {}


async def test_the_length_of_own_css_is_counted_in_bytes(stage: Stage, ann: Visitor) -> None:
    assert (await ann.set(await ann.sit(), css="\N{SNOWMAN}" * (LONGEST_CSS // 2)))["status"] == 413


async def test_what_is_saved_is_on_air_at_once_and_there_again_later(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    line = await ann.open(await ann.key(guest))
    await line.until(lambda content: content.get("whole"))
    assert await ann.set(guest, theme="night", css="#title { color: red; }") == {
        "ok": True,
        "text": "Saved. It is on air.",
        "secret": False,
        "files": [],
        "status": 200,
    }
    told = await line.until(lambda content: content["type"] == "hello")
    assert (told["settings"]["theme"], told["settings"]["css"]) == ("night", "#title { color: red; }")
    _, page = await status(ann, f"/seat/{guest}/overlay")
    assert '"theme": "night"' in page
    assert "\\u003c" not in page.split('id="boot"')[0]


async def test_own_css_cannot_end_the_script_element_that_it_stands_in(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    await ann.set(guest, css="</script><script>alert(1)</script>")
    _, page = await status(ann, f"/seat/{guest}/overlay")
    assert "</script><script>alert" not in page


async def test_a_key_is_never_told_again(stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    key = await ann.key(guest)
    _, page = await status(ann, f"/seat/{guest}/overlay")
    assert key not in page
    assert '"has_key": true' in page


async def test_each_room_has_its_own_overlay(stage: Stage, ann: Visitor) -> None:
    here, there = await ann.sit(), await ann.sit("Ben", room="other")
    await ann.set(there, theme="paper")
    line = await ann.open(await ann.key(here))
    assert (await line.next())["settings"]["theme"] == "felt"
    other = await ann.open(await ann.key(there))
    await other.until(lambda content: content.get("whole"))
    await stage.bot.put(update("In main."))
    await stage.bot.put(update("In other.", table="t2", place="web:other"))
    await other.told("In other.")
    await line.told("In main.")
    assert "In main." not in str(other.seen)


async def test_a_note_that_cannot_be_read_opens_nothing(stage: Stage, ann: Visitor) -> None:
    keys = Keys(stage.notes)
    where = Where("web", "web:main")
    key, _ = await keys.make(where)
    stage.notes.kept[where.note] = b'{"key": 7'
    assert await keys.opened_by(key) is None
    assert (await keys.kept(where)).settings == OverlaySettings()
    assert msgspec.json.decode(next(iter(stage.notes.kept.values())))


async def test_changes_are_bounded(time_stands_still: None, stage: Stage, ann: Visitor) -> None:
    guest = await ann.sit()
    answers = [(await ann.set(guest))["status"] for _ in range(14)]
    assert answers[0] == 200
    assert answers[-1] == 429


async def test_files_are_served_once_and_nothing_else(stage: Stage, ann: Visitor) -> None:
    for name in ("overlay.js", "themes.css", "setup.js"):
        address = f"{stage.url}/overlay/static/{name}"
        async with ann.session.get(address) as answer:
            assert answer.status == 200, name
            tag = answer.headers["ETag"]
        async with ann.session.get(address, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304, name
    for name in ("overlay.html", "..%2fkeys.py", "words.en.ftl", "x.js"):
        assert (await status(ann, f"/overlay/static/{name}"))[0] == 404, name
