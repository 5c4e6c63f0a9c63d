"""Test the replay of a finished game in a browser: by steps, as a film, from any seat's view, and from a link."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, keep_picture
from e2e.replayed import OPENED, Archive, archive
from e2e.staged import told, violations
from playwright.async_api import BrowserContext, Page, expect

from bot.adapters.web.limits import rates
from bot.delivery.replays import Replays
from bot.ports.ids import VenueId
from bot.ports.messages import Rights
from games.catalogue import catalogue
from games.proof.posted import posted_of
from games.proof.verifying import verify
from persistence import EmbeddedServer
from persistence.sealing import packed, unpacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

FEW = ("cones", "headache")
"""A game of pieces and one of hands. The boards of all games are seen in `test_every_phase`."""


@pytest_asyncio.fixture(loop_scope="session")
async def played(request: pytest.FixtureRequest, redis: EmbeddedServer, archive_port: int) -> AsyncIterator[Archive]:
    async with archive(redis.url, request.node.nodeid, port=archive_port) as made:
        yield made


BY_PLACE = """nodes => nodes.map(node => [node.getBoundingClientRect(), node.querySelector('.medal').textContent])
    .sort(([one], [other]) => one.top - other.top || one.left - other.left).map(([, medal]) => medal)"""


async def opened(visitors: Visitors, played: Archive, path: str, **size: int) -> Page:
    return await opened_in(await visitors.context(**size), visitors, played, path)


async def opened_in(context: BrowserContext, visitors: Visitors, played: Archive, path: str) -> Page:
    page = await visitors.page(context)
    await page.goto(f"{played.url}/{path.lstrip('/')}")
    await expect(page.locator("#count")).to_contain_text("Step")
    return page


@pytest.mark.parametrize("game", [pytest.param(game, marks=[] if game in FEW else pytest.mark.soak) for game in OPENED])
async def test_a_game_is_watched_from_its_beginning_to_its_end(played: Archive, visitors: Visitors, game: str) -> None:
    assert set(OPENED) <= set(catalogue())
    path = await played.finished(game)
    page = await opened(visitors, played, path, width=1280, height=800)
    await expect(page.locator("h1")).to_contain_text("Game 1 of")
    steps = await page.locator("#story .step").count()
    assert steps > 2
    await expect(page.locator("#count")).to_have_text(f"Step 1 of {steps}")
    for step in (steps // 3, 2 * steps // 3):
        await page.locator("#story .step").nth(step).click()
        await expect(page.locator("#count")).to_have_text(f"Step {step + 1} of {steps}")
        await keep_picture(page, f"replay-{game}-{step}")
    await page.locator("#last").click()
    won = page.locator("#seats .medal:not(:empty)").or_(page.get_by_text("the House won"))
    await expect(won.first).to_be_visible()
    medals = await page.locator("#seats li").evaluate_all(BY_PLACE)
    assert medals == sorted(medals, key=["★ won", "🥈", "🥉", "4", ""].index), "as the page of the game had them"
    await keep_picture(page, f"replay-{game}-end")
    await page.set_viewport_size({"width": 400, "height": 800})
    await page.locator("#story .step").nth(steps // 2).click()
    await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    await page.evaluate("scrollTo(0, 0)")
    await keep_picture(page, f"replay-{game}-phone")


async def film(page: Page, played: Archive, path: str, eyes: str) -> str:
    answer = await page.request.get(f"{played.url}/{path}/film.json?eyes={eyes}")
    return await answer.text() if answer.ok else str(answer.status)


def dice_of(frame: dict[str, Any]) -> list[str]:
    zones = frame["board"]["zones"] if frame["board"] else []
    return [piece["face"] for zone in zones for piece in zone["pieces"] if piece["kind"] == "die"]


async def test_a_step_is_told_once_its_dice_lie_still(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("cones")
    context = await visitors.own_context()
    await context.clock.install()
    page = await opened_in(context, visitors, played, path)
    frames = (await (await page.request.get(f"{played.url}/{path}/film.json?eyes=table")).json())["frames"]
    dice = [dice_of(frame) for frame in frames]
    step = next(at for at in range(2, len(dice)) if dice[at] and dice[at - 1] and dice[at] != dice[at - 1])
    await page.locator("#story .step").nth(step - 1).click()
    await page.emulate_media(reduced_motion="no-preference")
    before, after = [" ".join(frames[at]["says"]) for at in (step - 1, step)]
    await expect(page.locator("#says")).to_have_text(before)
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
    await page.locator("#on").click()
    await expect(page.locator(f"#board .face-{dice[step][0]}")).to_be_visible()
    await expect(page.locator("#says")).to_have_text(before)
    await page.clock.run_for(1500)
    await expect(page.locator("#says")).to_have_text(after)


async def test_each_pair_of_eyes_sees_its_own_hand_and_no_other(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("poohead")
    page = await opened(visitors, played, path, width=1280, height=800)
    own = page.locator("#own li")
    await page.locator("#story .step").nth(3).click()
    assert await own.count() == 3
    await page.select_option("#eyes", "table")
    await expect(own).to_have_count(0)
    await expect(page.locator("#count")).to_contain_text("Step 4 of")
    await page.select_option("#eyes", "1")
    await expect(own.first).to_contain_text("Your hand")
    told = {eyes: await film(page, played, path, eyes) for eyes in ("table", "0", "1", "all")}
    assert "Your hand" not in told["table"]
    assert "To pete:" in told["all"]
    assert all("To pete:" not in told[eyes] for eyes in ("table", "0", "1"))
    assert told["0"] != told["1"]
    for wrong in ("3", "-1", "x", "00000", "all2"):
        assert await film(page, played, path, wrong) == "404", wrong


@pytest.fixture
def chances_unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one address ask as often as the test needs: for every step and every view."""
    monkeypatch.setattr(rates, "ODDS", rates.Rate(10_000, 1))


async def test_the_chances_before_a_move_are_shown_to_eyes_that_saw_the_hand(
    chances_unlimited: None, played: Archive, visitors: Visitors
) -> None:
    path = await played.finished("rogues")
    page = await opened(visitors, played, path, width=1280, height=800)
    film = (await (await page.request.get(f"{played.url}/{path}/film.json?eyes=all")).json())["frames"]
    asked = {}
    for step in range(len(film)):
        for eyes in ("all", "table", "0"):
            answer = await page.request.get(f"{played.url}/{path}/odds.json?step={step}&eyes={eyes}")
            assert answer.ok
            asked[step, eyes] = await answer.json()
    assert not any(asked[step, "table"] for step in range(len(film))), "a hand would show in them"
    known = [step for step in range(len(film)) if asked[step, "all"]]
    assert known
    for step in known:
        odds = asked[step, "all"]
        assert odds["who"] == film[step]["who"]
        assert asked[step, "0"] == (odds if odds["who"] == 0 else None)
    for wrong in ("-1", "x", "999999"):
        assert (await page.request.get(f"{played.url}/{path}/odds.json?step={wrong}&eyes=all")).status == 404
    shown = page.get_by_role("button", name="Show the chances")
    await expect(page.locator("#odds")).to_be_hidden()
    await page.locator("#story .step").nth(known[0]).click()
    await shown.click()
    await expect(page.locator("#odds-lines")).to_contain_text(asked[known[0], "all"]["lines"][0])
    await keep_picture(page, "replay-chances")
    await page.set_viewport_size({"width": 400, "height": 800})
    await page.locator("#odds").scroll_into_view_if_needed()
    await keep_picture(page, "replay-chances-phone")
    assert list(told(await violations(page))) == []
    await shown.click()
    await expect(page.locator("#odds")).to_be_hidden()
    await page.locator("#first").click()
    await expect(shown).to_be_hidden()


async def test_a_film_plays_to_its_end_and_stops_where_it_is_told_to(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("halflings")
    page = await opened_in(await visitors.own_context(width=400, height=800), visitors, played, path)
    steps = await page.locator("#story .step").count()
    await page.clock.install()
    play = page.locator("#play")
    await play.click()
    await expect(play).to_contain_text("Pause")
    await expect(page.locator("#count")).to_have_text(f"Step 2 of {steps}")
    await page.clock.run_for(1_300 * steps)
    assert int((await page.locator("#count").inner_text()).split()[1]) >= min(steps, steps // 2 + 2), "it is no wait"
    for _ in range(steps):
        await page.clock.run_for(6_000)
    await expect(page.locator("#count")).to_have_text(f"Step {steps} of {steps}")
    await expect(play).to_contain_text("Play")
    await play.click()
    await expect(page.locator("#count")).to_have_text(f"Step 1 of {steps}")
    await page.locator("#on").click()
    await page.clock.run_for(60_000)
    await expect(page.locator("#count")).to_have_text(f"Step 2 of {steps}")
    await page.locator("h1").click()
    for key, step in (("ArrowRight", 3), ("ArrowLeft", 2), ("End", steps), ("ArrowRight", steps), ("Home", 1)):
        await page.keyboard.press(key)
        await expect(page.locator("#count")).to_have_text(f"Step {step} of {steps}")


async def test_an_address_leads_others_to_the_same_moment_and_eyes(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("rogues")
    page = await opened(visitors, played, path, width=1280, height=800)
    await page.select_option("#eyes", "2")
    await page.locator("#story .step").nth(2).click()
    assert page.url.endswith("#3.2")
    other = await opened(visitors, played, page.url.removeprefix(f"{played.url}/"), width=400, height=800)
    await expect(other.locator("#count")).to_contain_text("Step 3 of")
    assert await other.locator("#eyes").input_value() == "2"
    for odd in ("#9999.2", "#0.9", "#x", "#3.all.2", "#-1.table"):
        await opened(visitors, played, f"{path}{odd}", width=400, height=800)


async def test_the_record_of_a_link_can_be_had_and_checked(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("cones")
    page = await opened(visitors, played, path, width=1280, height=800)
    await expect(page.locator("#posted")).to_be_hidden()
    await page.locator("#proof summary").click()
    async with page.expect_download() as downloading:
        await page.locator(".record a[download]").click()
    download = await downloading.value
    assert download.suggested_filename.endswith(".potluck.jsonl")
    record = (await download.path()).read_bytes()
    verify(record.decode())
    posted = posted_of(record)
    for digits in (posted.commitment, posted.entropy, posted.end):
        await expect(page.locator("#posted")).to_contain_text(digits)
    await keep_picture(page, "replay-posted")


async def test_a_replay_leads_to_the_check_of_its_record(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("poohead")
    page = await opened(visitors, played, path, width=400, height=800)
    await page.locator("#proof summary").click()
    await page.locator("#check").click()
    await expect(page.locator("#verdict")).to_have_text("The record is whole, and agrees.")
    assert await page.locator("#draws .draw").count() > 0
    await keep_picture(page, "verify-linked-phone")


async def test_a_link_that_leads_nowhere_says_so(played: Archive, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    for path in ("game/nothing", f"game/{'x' * 500}", "game/..%2f..", "game/nothing/record", "game/nothing/film.json"):
        answer = await page.goto(f"{played.url}/{path}")
        assert answer is not None
        assert answer.status == 404, path
    await page.goto(f"{played.url}/game/nothing")
    await expect(page.locator("body")).to_contain_text("no such game")


@pytest.mark.parametrize("damage", ["forged", "unreadable"])
async def test_a_record_that_does_not_pass_is_not_shown_but_can_be_had(
    played: Archive, visitors: Visitors, damage: str
) -> None:
    path = await played.finished("halflings")
    store = played.evening.store
    (key,) = await store.pipe.read("KEYS", "*:record:*")
    content = unpacked(await store.pipe.read("GET", key))
    forged = content.replace(b'"seat":0', b'"seat":1')
    await store.pipe.write("SET", key, packed(forged) if damage == "forged" else b"\x78 and so on")
    page = await visitors.page(await visitors.context())
    await page.goto(f"{played.url}/{path}")
    await expect(page.locator("#says")).to_contain_text("can't be shown")
    await expect(page.locator("#controls")).to_be_hidden()
    assert (await page.request.get(f"{played.url}/{path}/record")).ok


async def test_the_page_is_fit_for_everybody(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("headache")
    for scheme in ("light", "dark"):
        page = await opened(visitors, played, path, width=400, height=800)
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        height = await page.evaluate("document.documentElement.scrollHeight")
        assert height < 1000, "what is not the board, its controls and the step is behind its name"
        for fold in await page.locator(".fold:visible > summary").all():
            await fold.click()
        await page.locator("#story .step").nth(8).click()
        assert list(told(await violations(page))) == []


async def test_hostile_names_and_options_are_text(played: Archive, visitors: Visitors) -> None:
    evening = played.evening
    name = "<img src=x onerror=alert(1)>"
    await evening.say(name, "!open halflings mode=duel cooldown=0")
    await evening.say(name, "!bots 1")
    await evening.say(name, "!start")
    await evening.wait(3600)
    path = (await evening.say(name, "!replay")).text.partition(played.url)[2]
    page = await opened(visitors, played, path, width=400, height=800)
    assert await page.locator("img").count() == 0
    await expect(page.locator("#seats")).to_contain_text("img src")


async def test_of_two_who_ask_for_the_same_game_both_get_the_same_link(played: Archive) -> None:
    await played.finished("halflings")
    evening = played.evening
    replays = evening.house.part(Replays)
    (name,) = await evening.store.records(evening.venue)
    await evening.store.drop_note("replay-of", f"{evening.venue} {name}")
    links = await asyncio.gather(*(replays.link(VenueId(evening.venue), name) for _ in range(8)))
    assert len(set(links)) == 1
    assert await replays.shown(links[0], "en") is not None
    notes = await evening.store.pipe.read("KEYS", "pl:note:replay:*")
    assert len(notes) == 2, "the link that was dropped, and the one that all got"


async def test_which_game_is_meant_is_said_by_its_number(played: Archive) -> None:
    evening = played.evening
    assert "No game has ended" in (await evening.say("pete", "!replay")).text
    await played.finished("halflings")
    assert (await evening.say("ann", "!replay #1")).ok
    assert "No game 7" in (await evening.say("ann", "!replay 7")).text
    assert "has a number" in (await evening.say("ann", "!replay last")).text
    evening.house.doors.public = ""
    assert not (await evening.say("ann", "!replay")).ok


async def test_a_game_that_was_called_off_is_watched_up_to_where_it_was(played: Archive, visitors: Visitors) -> None:
    played.evening.rights["mia"] = Rights.STAFF
    await played.evening.lines("pete: !open cones sectors=4", "pete: !bots 1", "pete: !start")
    await played.evening.wait(60)
    await played.evening.lines("mia: !reset the cat sat on it")
    answer = await played.evening.say("pete", "!replay 1")
    page = await opened(visitors, played, str(answer.text).partition(f"{played.url}/")[2], width=400, height=800)
    await expect(page.locator(".how")).to_contain_text("the cat sat on it")
    await expect(page.locator("#options")).to_contain_text("sectors=4")
    await page.locator("#last").click()
    await expect(page.locator("#seats .medal:not(:empty)")).to_have_count(0)
    assert list(told(await violations(page))) == []


async def test_what_is_over_of_a_match_that_is_on_says_when_it_opens(played: Archive, visitors: Visitors) -> None:
    """The match continues with others as another game."""
    await played.evening.lines("ann: !open rogues next_seconds=200", "ben: !join", "ann: !start")
    for name in ("ann", "ben", "ann", "ben"):
        await played.evening.say(name, "!flee")
    await played.evening.lines("cid: !join")
    await played.evening.wait(200)
    (name,) = await played.evening.store.records(played.evening.venue, 1)
    link = await played.evening.house.part(Replays).link(VenueId(played.evening.venue), name)
    page = await visitors.page(await visitors.context(width=400, height=800))
    for part in ("", "/film.json?eyes=all", "/odds.json?step=1&eyes=all", "/record", "/picture.png"):
        answer = await page.request.get(f"{played.url}/game/{link}{part}")
        assert (answer.status, "when the series is over" in await answer.text()) == (409, True), part


async def test_a_game_that_was_called_off_is_played_on_by_a_press_on_its_replay(
    played: Archive, visitors: Visitors
) -> None:
    evening = played.evening
    await evening.lines("pete: !open cones sectors=4", "pete: !bots 3", "pete: !start")
    await evening.wait(3)
    await evening.lines("pete: !close")
    path = (await evening.say("pete", "!replay")).text.partition(f"{played.url}/")[2]
    page = await opened(visitors, played, path, width=400, height=800)
    await page.get_by_role("link", name="Play on from here").scroll_into_view_if_needed()
    await keep_picture(page, "replay-void-phone")
    await page.get_by_role("link", name="Play on from here").click()
    await expect(page.locator(".says")).to_contain_text("for practice")
    await keep_picture(page, "replay-practice-door-phone")
    assert await evening.sessions() == [], "to look at it opens no table"
    await page.fill("#name", "")
    await page.evaluate("document.querySelector('.door form').noValidate = true")
    await page.get_by_role("button", name="Play on").click()
    await expect(page.locator("#name-error")).to_contain_text("what we may call you")
    await page.fill("#name", "Ann")
    await page.get_by_role("button", name="Play on").click()
    await expect(page.locator("#panel")).to_contain_text("Practice: ")
    await page.locator("#commands, #panel").get_by_role("button", name="Start").first.click()
    await expect(page.locator(".board").first).to_be_visible()
    await keep_picture(page, "replay-practice-phone")
    friend = await visitors.page(await visitors.context(width=400, height=800))
    await friend.goto(f"{played.url}/{path.partition('#')[0]}/practice")
    await friend.fill("#name", "Ben")
    await friend.get_by_role("button", name="Play on").click()
    await expect(friend.locator("#panel")).to_contain_text("Practice: ")


async def test_a_game_that_was_played_to_its_end_is_not_played_on(played: Archive, visitors: Visitors) -> None:
    path = await played.finished("halflings")
    page = await opened(visitors, played, path, width=400, height=800)
    await expect(page.locator("#practice")).to_be_hidden()
    answer = await page.goto(f"{played.url}/{path}/practice")
    assert answer is not None
    assert answer.status == 409
    await expect(page.locator("body")).to_contain_text("played to its end")


async def test_a_replay_shows_what_was_said_in_the_room_while_the_game_was_on(
    played: Archive, visitors: Visitors
) -> None:
    evening = played.evening
    room = await visitors.sit_by_form(played.url, "Ann", context=await visitors.context(width=400, height=800))
    talk = room.locator("#line")
    await room.locator('[data-to="chat"]').click()

    async def chat(text: str) -> None:
        await talk.fill(text)
        await talk.press("Enter")
        await expect(room.locator("#chat")).to_contain_text(text)

    await chat("long before it")
    await evening.wait(3600)
    for line in ("!open halflings mode=duel cooldown=0", "!bots 1", "!start"):
        assert (await evening.say("pete", line, place="web:main")).ok
    await chat("<b>Go</b> pete!")
    await evening.wait(3600)
    await chat("long after it")
    answer = await evening.say("pete", "!replay", place="web:main")
    page = await opened(visitors, played, answer.text.partition(f"{played.url}/")[2], width=400, height=800)
    said = page.locator("#said")
    await said.locator("summary").click()
    await expect(said).to_contain_text("<b>Go</b> pete!")
    await expect(said.locator("li")).to_have_count(1)
    await said.scroll_into_view_if_needed()
    await keep_picture(page, "replay-said-phone")
    assert list(told(await violations(page))) == []
