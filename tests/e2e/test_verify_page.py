"""A record is checked in the browser, by one script that asks nobody: it agrees with the check in Python."""

import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from e2e.conftest import Room, Visitors, keep_picture
from playwright.async_api import Page, expect

from bot.adapters.web.verify.check_page import ADDRESS, STATIC
from games.catalogue import catalogue
from games.lab.simulation import Played, Series, seats_of
from games.proof import fair, verifying

pytestmark = pytest.mark.asyncio(loop_scope="session")

IN_SUITE, IN_SOAK = 1, 1000
FEWEST: dict[str, int] = {"headache": 5}
"""So many sit at a game here: the smallest table there is, unless it says so."""
HOLD = """all => all.map(([text, posted]) => {
  try { return POTLUCK.check(text, posted).head } catch (wrong) { return `${wrong}` }
})"""
VECTORS = """() => {
  const { commitment, terms, entropy, hex, seeded, shuffled, below, chained, deed, ended, utf8 } = POTLUCK;
  const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
  const game = "d:123:456:7";
  const bytes = (text) => utf8.encode(text);
  const digest = terms("halflings/1", bytes('{"mode":"duel"}'), bytes("[1000,1000]"), bytes("null"));
  const turtle = "\\u017c\\u00f3\\u0142w \\ud83d\\udc22";
  const mixed = entropy(digest, [["0", "cut deep"], ["1", turtle], ["stamp", "1234567890"]]);
  const source = seeded(seed, game, mixed);
  const dice = source.words("roll/seat2", 3);
  const start = chained(source.salt(0), bytes('{"type":"commitment"}'), bytes('{"type":"start"}'));
  const first = deed(start, source.salt(1), bytes('{"type":"deed","n":1}'));
  const second = deed(first, source.salt(2), bytes('{"type":"deed","n":2}'));
  return {
    commitment: hex(commitment(game, seed)),
    terms: hex(digest),
    entropy: hex(mixed),
    nobody: hex(entropy(digest, [])),
    deck: shuffled(source.words("deck", 0), 52).join(" "),
    next: shuffled(source.words("deck", 1), 52).slice(0, 8).join(" "),
    dice: [below(dice, 6) + 1, below(dice, 6) + 1],
    big: [0, 1, 2, 3].map((index) => below(source.words("big", index), 2 ** 31 + 1)),
    salt: hex(source.salt(1)),
    heads: [start, first, second].map(hex),
    end: hex(ended(second, bytes('{"type":"end"}'))),
  };
}"""
FOUND = {
    "commitment": "ddaeb04585a5a2407095532fad7b03cdb062d833b89466f63b126cf1555d4ad8",
    "terms": "af9231def98a5fcc30e9ae3d3fbb941d558b47060eea341fb6caee00a25b78eb",
    "entropy": "75d4021b698ada3b5fcd9521c376c387652645408f4ce9783f40205289a871cb",
    "nobody": "b8a415d9b0f97787bdb933ba115447efcd9fab86bf79cdb4284f2ce5cd8f55b0",
    "deck": "36 7 51 37 44 20 10 46 47 13 5 26 14 40 1 4 39 15 31 2 6 34 8 45 50 9 28 43 27 32 30 24 42 18 48 25 23 11 "
    "3 49 19 17 35 29 12 22 0 16 33 38 21 41",
    "next": "18 50 1 0 35 49 29 5",
    "dice": [4, 4],
    "big": [1326882460, 541588499, 759938473, 1484494876],
    "salt": "901862b32924e3cd7280e29e20ea2bbe1e0027eb77e31c4b3177bafdc99bcd8c",
    "heads": [
        "b31715c9c927dca6c9f5b3efc6f455696a425b9f3897672b65aaeb1b63d4aa42",
        "4cd4cbcc669536022212e84feb32dd84b81e1b557443485aa0623fc63cbbf12f",
        "d5b3e7b1a9c77bd37b500b059b3d2a3efb3dd015804903e852f03762b65fc496",
    ],
    "end": "733b68f957c4f0762449c51a8e0611e6c3f850f4d9eca4f955961fb70b5a0c38",
}
"""The vectors of the protocol: `docs/fairness.md`."""


def records(name: str, count: int) -> Iterator[str]:
    """Yield the records of so many games that house bots and silent people play to their ends."""
    game = catalogue()[name]
    options = game.options_from({})
    series, made = Series(game, options, seats_of(game, options, FEWEST.get(name, game.seats(options)[0]))), 0
    for number in range(2 * count + 10):
        played = Played(game, options, 0, fair.seed(bytes(32), f"page/{name}", number.to_bytes(8, "big")))
        series.play(played)
        if played.finished and made < count:
            made += 1
            yield played.record


def altered(record: str, chance: random.Random) -> str:
    """Return a record of which one sign is another, a line is missing, or one stands twice."""
    lines = record.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            place = chance.randrange(len(lines[at]) - 1)
            sign = chance.choice([one for one in '0a{" ' if one != lines[at][place]])
            lines[at] = lines[at][:place] + sign + lines[at][place + 1 :]
        case 1:
            del lines[at]
        case _:
            lines.insert(at, lines[at])
    return "".join(lines)


@pytest_asyncio.fixture(loop_scope="session")
async def page(room: Room, visitors: Visitors) -> AsyncIterator[Page]:
    context = await visitors.context()
    page = await visitors.page(context)
    await page.goto(room.url + ADDRESS)
    yield page


async def held(page: Page, *records: tuple[str, dict[str, Any]]) -> list[str]:
    """Return the head of each record that passes, checked against what was posted, and of others what is wrong."""
    found: list[str] = await page.evaluate(HOLD, [list(one) for one in records])
    return found


async def test_the_script_makes_all_hashes_of_the_protocol(page: Page) -> None:
    assert await page.evaluate(VECTORS) == FOUND


async def agree(page: Page, name: str, count: int) -> None:
    chance, checked = random.Random(name), 0  # noqa: S311 - no dice of ours
    for record in records(name, count):
        found = verifying.replayed(record)
        posted = {"commitment": found.committed.commitment[:12], "entropy": found.entropy[:12], "head": found.head}
        posted["receipts"] = [one[:12] for one in found.receipts]
        others = [altered(record, chance) for _ in range(3)]
        whole, *refused = await held(page, (record, posted), *((one, {"head": found.head}) for one in others))
        assert whole == found.head
        for other, said in zip(others, refused, strict=True):
            assert other == record or "line" in said, other
        checked += 1
    assert checked == count


async def test_the_page_and_the_program_find_the_same(page: Page) -> None:
    for name in catalogue():
        await agree(page, name, IN_SUITE)


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
@pytest.mark.parametrize("name", ["halflings", "headache", "cones", "poohead", "rogues"])
async def test_the_page_and_the_program_find_the_same_of_many_games(page: Page, name: str) -> None:
    await agree(page, name, IN_SOAK)


# What no rule is needed for to refuse


def made_anew(lines: list[dict[str, Any]]) -> str:
    """The lines as a record whose hashes all fit, whatever stands in them."""
    seed, game_id = bytes.fromhex(lines[-1]["seed"]), lines[0]["game_id"]
    terms = fair.terms(lines[0]["rules"], *(written(lines[1][name]) for name in ("options", "stacks", "carry")))
    lines[1]["entropy"] = fair.mixed_in(terms, lines[1]["pairs"]).hex()
    head = fair.chain_begun(fair.line_salt(seed, game_id, 0), written(lines[0]), written(lines[1]))
    for number, line in enumerate(lines[2:-1], start=1):
        head = fair.chained(head, fair.line_salt(seed, game_id, number), written(line))
    lines[-1] |= {"head": head.hex(), "sha256": ""}
    lines[-1]["sha256"] = fair.end_hash(head, written(lines[-1]))
    return b"".join(written(line) + b"\n" for line in lines).decode()


def written(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()


def drawing(lines: list[dict[str, Any]], kind: str, outcome: list[int]) -> None:
    """Lists a draw of a label that no other line has, before the game can be called off."""
    lines[2]["draws"] = [*lines[2]["draws"], {"label": "zz", "index": 0, "kind": kind, "outcome": outcome}]
    lines[-1]["draws"]["zz"] = 1


def off(lines: list[dict[str, Any]], at: int) -> None:
    lines.insert(at, {"type": "deed", "deed": {"type": "void", "why": "a storm"}, "draws": [], "events": []})


Alter = Callable[[list[dict[str, Any]]], object]
LAX: dict[str, tuple[Alter, str]] = {
    "a field of a deed that is none": (lambda lines: lines[2]["deed"].update(note=1), "line 3: no-line"),
    "a field of a deed that is missing": (lambda lines: lines[2]["deed"].popitem(), "line 3: no-line"),
    "a deed that is none": (lambda lines: lines[2]["deed"].update(type="cheer"), "line 3: no-line"),
    "a draw without an outcome": (lambda lines: lines[2]["draws"].append({"label": "zz"}), "line 3: no-line"),
    "a number as text": (lambda lines: lines[0].update(key="1"), "line 1: no-line"),
    "somebody who sits nowhere": (lambda lines: lines[2]["deed"].update(seat=99), "line 3: seats"),
    "called off, and on it goes": (lambda lines: off(lines, 2), "line 4: was-over"),
    "called off, with a result": (lambda lines: off(lines, -1), "result"),
    "no result": (lambda lines: lines[-1].update(result=None), "result"),
    "a text of a house bot": (lambda lines: lines[1]["pairs"][1].__setitem__(1, "luck"), "line 2: text"),
    "a stamp that is empty": (lambda lines: lines[1]["pairs"].append(["stamp", ""]), "line 2: text"),
    "a text too long": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "x" * 65), "line 2: text"),
    "a text with a blank": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "x "), "line 2: text"),
    "a text that is not normal": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "e\u0301"), "line 2: text"),
    "weights of nothing": (lambda lines: drawing(lines, "weights 0", [0]), "line 3: draw-kind"),
    "weights without end": (lambda lines: drawing(lines, f"weights {2**32} 1", [0]), "line 3: draw-kind"),
    "a number below six, in other words": (lambda lines: drawing(lines, "below 6.0", [0]), "line 3: draw-kind"),
}


def lax(case: str, record: str) -> str:
    lines = [json.loads(line) for line in record.splitlines()]
    LAX[case][0](lines)
    if case.startswith(("a stamp", "a text")):  # what is mixed in is another, and so is each draw
        lines[2:-1] = []
    return made_anew(lines)


async def test_a_line_that_is_not_as_the_bot_writes_it_is_refused_whatever_its_hashes(page: Page) -> None:
    record = next(records("cones", 1))
    plain = made_anew([json.loads(line) for line in record.splitlines()])
    whole, *refused = await held(page, (plain, {}), *((lax(case, record), {}) for case in LAX))
    assert "line" not in whole
    assert {
        case: said for (case, (_, wrong)), said in zip(LAX.items(), refused, strict=True) if wrong not in said
    } == {}


async def test_a_blank_that_means_nothing_is_refused(page: Page) -> None:
    lines = next(records("cones", 1)).splitlines()
    lines[2] = lines[2].replace('"events":[', '"events": [')
    [said] = await held(page, ("".join(f"{line}\n" for line in lines), {}))
    assert "line 3: otherwise" in said


async def test_a_file_is_checked_and_what_was_posted_is_compared(page: Page, tmp_path: Path) -> None:
    record = next(records("halflings", 1))
    found = verifying.replayed(record)
    kept = tmp_path / "game.potluck.jsonl"
    kept.write_text(record)
    await page.set_input_files("#file", kept)
    await expect(page.locator("#verdict")).to_have_text("The record is whole, and agrees.")
    await expect(page.locator("#draws li")).to_have_count(len(found.moments))
    await expect(page.locator("#draws li").nth(1)).to_contain_text(f"receipt {found.receipts[0][:12]}")
    await expect(page.locator("#level")).to_contain_text("Level 1")
    await expect(page.locator("#compare")).to_contain_text("Seal (commitment), Mixed in (entropy), Head.")
    await expect(page.locator("#hashes")).to_contain_text("Texts mixed in, by seatnone")
    await keep_picture(page, "verify-good")
    await page.fill("#commitment", found.committed.commitment[:12])
    await page.fill("#entropy", found.entropy)
    await page.fill("#head", found.head[:12] + "…")
    await page.fill("#receipts", " ".join(one[:16].upper() for one in found.receipts))
    await page.click("#go")
    await expect(page.locator("#checks")).to_contain_text(f"receipts: {len(found.receipts)}")
    await expect(page.locator("#compare")).to_be_empty()
    await page.fill("#head", "0" * 12)
    await page.click("#go")
    await expect(page.locator("#wrong")).to_contain_text("this is another head than the one you were shown.")
    await page.fill("#head", found.head[:5])
    await page.click("#go")
    await expect(page.locator("#wrong")).to_contain_text("at least 12 hexadecimal digits")


async def test_what_does_not_pass_is_named_with_its_line(page: Page) -> None:
    record = next(records("rogues", 1))
    lines = record.splitlines(keepends=True)
    await page.click("#pasted summary")
    await page.fill("#text", "".join([*lines[:3], *lines[4:]]))
    await page.click("#go")
    await expect(page.locator("#verdict")).to_have_text("This record does not pass.")
    await expect(page.locator("#wrong")).to_contain_text("Line ")
    for text, said in (("", "Choose a file"), ("hello", "no line of a record"), ("{}\n[]\n3", "no line of a record")):
        await page.fill("#text", text)
        await page.click("#go")
        await expect(page.locator("#wrong")).to_contain_text(said)
    old = json.dumps(json.loads(lines[0]) | {"protocol": "potluck/1", "form": 1}, separators=(",", ":")) + "\n"
    await page.fill("#text", "".join([old, *lines[1:]]))
    await page.click("#go")
    await expect(page.locator("#wrong")).to_contain_text("potluck/1, which this page does not check")
    await page.set_viewport_size({"width": 400, "height": 800})
    assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    await keep_picture(page, "verify-bad-phone")


async def test_words_in_a_record_are_never_read_as_markup(page: Page) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    line = json.dumps({"type": "commitment", "protocol": hostile, "form": 2, "game": "x"}, separators=(",", ":"))
    await page.click("#pasted summary")
    await page.fill("#text", f"{line}\n")
    await page.click("#go")
    await expect(page.locator("#verdict")).to_have_text("This record does not pass.")
    assert await page.locator("main img").count() == 0


async def test_kept_as_files_it_works_without_a_network(room: Room, visitors: Visitors, tmp_path: Path) -> None:
    context = await visitors.own_context()
    page = await visitors.page(context)
    answer = await page.request.get(room.url + ADDRESS)
    (tmp_path / "verify.html").write_text(await answer.text())
    (tmp_path / "verify.js").write_text((STATIC / "verify.js").read_text())
    record = next(records("halflings", 1))
    (tmp_path / "game.jsonl").write_text(record)
    await context.set_offline(True)
    await page.goto((tmp_path / "verify.html").as_uri())
    await page.set_input_files("#file", tmp_path / "game.jsonl")
    await expect(page.locator("#verdict")).to_have_text("The record is whole, and agrees.")
