"""Test that a browser checks a record with one script, offline, and agrees with the check in Python."""

import json
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from e2e.conftest import Room, Visitors, keep_picture
from playwright.async_api import Page, expect
from tampering import forgeries, match_of, restless

from bot.adapters.web.verify.check_page import ADDRESS, STATIC
from bot.app.cli.verify import visible
from games.catalogue import AnyGame, catalogue
from games.lab.simulation import Played, Series, seats_of
from games.proof import fair, verifying
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch

pytestmark = pytest.mark.asyncio(loop_scope="session")

IN_SUITE, IN_SOAK = 1, 1000
FEWEST: dict[str, int] = {"headache": 5}
"""How many sit at a game here; otherwise the smallest table."""
HOLD = """all => all.map(([text, posted]) => {
  try { return POTLUCK.check(text, posted).end } catch (wrong) { return `${wrong}` }
})"""
VECTORS = """() => {
  const { base32, commitment, terms, entropy, hex, seeded, shuffled } = POTLUCK;
  const { below, chained, deed, ended, textTold, utf8 } = POTLUCK;
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
    seal: base32(commitment(game, seed)).slice(0, 26),
    texts: [textTold(game, "0", "cut deep"), textTold(game, "1", turtle)].map(hex),
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
    "commitment": "2fa2e156cd945257f81a0086fb082dc5742b330b28dc8e582435b7e3533a3261",
    "seal": "f6rocvwnsrjfp6a2acdpwcbnyv",
    "texts": [
        "2382e9fb6fcc6b0ce95be7151f0264362f4cfd93d2f0fcd298ac2e7bc3c60a78",
        "f673476bcc02ffe0b3a447f09d2da9c8b039f8b7b5c4302b5dc9cf610f8636a2",
    ],
    "terms": "ff29af3905154e5451465b470cdcb4bff6236b374730857f801ffe1083c16b4a",
    "entropy": "00df57e338a9bfe92d9c8f1c3e93272960854367593e60a1a03aeb2f84652c0d",
    "nobody": "9a861347ac0421a1c3c940a28d5f50b9287b4047e98b70d287983e2a21a7820c",
    "deck": "30 28 32 16 33 10 11 24 29 23 50 25 6 12 43 1 45 7 4 26 21 47 8 39 5 44 46 40 14 17 15 51 27 36 38 3 18 "
    "35 31 19 2 49 20 48 13 22 41 9 37 0 42 34",
    "next": "30 50 27 0 43 40 36 26",
    "dice": [3, 1],
    "big": [63582491, 309900861, 1616252348, 1382564851],
    "salt": "f56e73e8d2d722f4a4e96f87279f52c0fc558000e62e615e4e043b24314009a1",
    "heads": [
        "6ab09e9b4bb8dc6df20be804f13728b92161179b3eac261f9acc77404a3531f1",
        "7acf2f6cc99fa45838b60c49ceab94323f66befb037bb8a15a1504838e4c68ef",
        "dad56a40a12bacfa97ecf36966f7709328a42a9f990db978bddcb9e6f49fad2c",
    ],
    "end": "bb977e1ee1843d3a87d55da613968804c9765f2ac218ebf28b0dd336a677047d",
}
"""The vectors of the protocol: `docs/fairness.md`."""


def records(name: str, count: int) -> Iterator[str]:
    """Yield the records of this many games that house bots and silent people play to their ends."""
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
    """Return a record with one changed character, a missing line, or a repeated line."""
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
    """Check records against their posted commitments; return the end of each that passes, and the fault of others."""
    found: list[str] = await page.evaluate(HOLD, [list(one) for one in records])
    return found


async def test_the_script_makes_all_hashes_of_the_protocol(page: Page) -> None:
    assert await page.evaluate(VECTORS) == FOUND


async def agree(page: Page, name: str, count: int) -> None:
    chance, checked = random.Random(name), 0  # noqa: S311 - not the dice of a game
    for record in records(name, count):
        found = verifying.replayed(record)
        posted = {"commitment": fair.binding(found.committed.commitment), "entropy": found.entropy[:12]}
        posted |= {"end": fair.binding(found.end), "receipts": [one[:12] for one in found.receipts]}
        others = [altered(record, chance) for _ in range(3)]
        whole, *refused = await held(page, (record, posted), *((one, {"end": found.end}) for one in others))
        assert whole == found.end
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


# Forged by somebody who knows the seed


async def hold_alike(page: Page, game: AnyGame, attempts: int, number: int) -> None:
    """Check that a record altered with new hashes never passes for the posted one, and that Python agrees.

    The page also accepts whatever the Python program, which knows the rules, accepts.
    """
    record = restless(game, number, deeds=8)
    true = verifying.replayed(record, {game.name: game})
    end, receipts = fair.binding(true.end), tuple(one[:12] for one in true.receipts)
    forged = list(forgeries(game, record, attempts, f"page {number}"))
    shown = [(text, {"end": end, "receipts": receipts}) for _, text in forged]
    whole, *found = await held(page, (record, {"end": end, "receipts": receipts}), *shown)
    assert whole == true.end
    assert [name for (name, _), said in zip(forged, found, strict=True) if "line" not in said] == []
    for (name, text), alone in zip(forged, await held(page, *((text, {}) for _, text in forged)), strict=True):
        try:
            passed = verifying.replayed(text, {game.name: game})
        except Mismatch:
            continue
        assert alone == passed.end, name
        with pytest.raises(Mismatch):
            check_posted(passed, Posted(end=end))


@pytest.mark.parametrize("game", catalogue().values(), ids=list(catalogue()))
async def test_of_60_altered_records_none_passes_page_or_program(page: Page, game: AnyGame) -> None:
    for number in range(2):
        await hold_alike(page, game, 30, number)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", catalogue().values(), ids=list(catalogue()))
async def test_of_3_000_altered_records_none_passes_page_or_program(page: Page, game: AnyGame) -> None:
    for number in range(30):
        await hold_alike(page, game, 100, number)


# Faults that are found without the rules


def made_anew(lines: list[dict[str, Any]]) -> str:
    """Return the lines as a record whose hashes all match."""
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
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode(errors="backslashreplace")


def drawing(lines: list[dict[str, Any]], kind: str, outcome: list[int], label: str = "zz") -> None:
    """List a draw with a label that no other line has, before the game can be called off."""
    lines[2]["draws"] = [*lines[2]["draws"], {"label": label, "index": 0, "kind": kind, "outcome": outcome}]
    lines[-1]["draws"][label] = 1


def off(lines: list[dict[str, Any]], at: int, why: str = "a storm") -> None:
    lines.insert(at, {"type": "deed", "deed": {"type": "void", "why": why}, "draws": [], "events": []})


def deed(lines: list[dict[str, Any]], kind: str, **who: Any) -> None:
    lines.insert(2, {"type": "deed", "deed": {"type": kind, **who}, "draws": [], "events": []})


TOO_SOON = {"seal": "4", "seal_at": 5, "stamp_at": 4}
Alter = Callable[[Any], object]
"""Alters the lines of a record, or one of them."""
LAX: dict[str, tuple[Alter, str]] = {
    "a field of a deed that is none": (lambda lines: lines[2]["deed"].update(note=1), "line 3: no-line"),
    "a field of a deed that is missing": (lambda lines: lines[2]["deed"].popitem(), "line 3: no-line"),
    "a deed that is none": (lambda lines: lines[2]["deed"].update(type="cheer"), "line 3: no-line"),
    "a draw without an outcome": (lambda lines: lines[2]["draws"].append({"label": "zz"}), "line 3: no-line"),
    "a number as text": (lambda lines: lines[0].update(key="1"), "line 1: no-line"),
    "a key below nought": (lambda lines: lines[0].update(key=-1), "line 1: no-line"),
    "a key that not everybody reads": (lambda lines: lines[0].update(key=2**53), "line 1: no-line"),
    "a stack that not everybody reads": (lambda lines: lines[1]["stacks"].__setitem__(0, 2**53), "line 2: no-line"),
    "a number within what happened": (lambda lines: lines[2]["events"][0].update(seat=-(2**53)), "line 3: otherwise"),
    "half a sign": (lambda lines: off(lines, -1, "\ud83d"), "otherwise"),
    "a field of the end": (lambda lines: lines[-1].update(void="x"), "no-line"),
    "a field of the commitment": (lambda lines: lines[0].update(void="x"), "line 1: no-line"),
    "a second end": (lambda lines: lines.insert(-1, dict(lines[-1])), "no-record"),
    "a second start": (lambda lines: lines.insert(2, dict(lines[1])), "no-record"),
    "somebody who sits nowhere": (lambda lines: lines[2]["deed"].update(seat=99), "line 3: seats"),
    "two who said nothing, and are one": (lambda lines: deed(lines, "time-up", seats=[1, 1]), "line 3: seats"),
    "back who never was away": (lambda lines: deed(lines, "returned", seat=0), "line 3: seats"),
    "a house bot that takes its own seat over": (lambda lines: deed(lines, "taken-over", seat=1), "line 3: seats"),
    "gone twice": (lambda lines: (deed(lines, "left", seat=0), deed(lines, "left", seat=0)), "line 4: seats"),
    "off for no reason": (lambda lines: off(lines, -1, ""), "seats"),
    "house bots that are not in order": (lambda lines: lines[1].update(house=[1, 0]), "line 2: seats"),
    "a house bot who is away": (lambda lines: lines[1]["away"].append(1), "line 2: seats"),
    "a draw of a bot that nobody has": (
        lambda lines: drawing(lines, "below 4294967296", [0] * 8, "bot/seat0"),
        "nobody",
    ),
    "called off, and on it goes": (lambda lines: off(lines, 2), "line 4: was-over"),
    "called off, with a result": (lambda lines: off(lines, -1), "result"),
    "no result": (lambda lines: lines[-1].update(result=None), "result"),
    "a text of a house bot": (lambda lines: lines[1]["pairs"][1].__setitem__(1, "luck"), "line 2: text"),
    "a stamp that is empty": (lambda lines: lines[1]["pairs"].append(["stamp", ""]), "line 2: text"),
    "a stamp without a time": (lambda lines: lines[1]["pairs"].append(["stamp", "5"]), "line 2: told"),
    "a stamp that came too soon": (
        lambda lines: (lines[1]["pairs"].append(["stamp", "5"]), lines[1].update(told=TOO_SOON)),
        "line 2: told",
    ),
    "a time without a stamp": (lambda lines: lines[1].update(told=TOO_SOON), "line 2: told"),
    "a text too long": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "x" * 65), "line 2: text"),
    "a text with a blank": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "x "), "line 2: text"),
    "a text that turns what stands behind it": (
        lambda lines: lines[1]["pairs"][0].__setitem__(1, "x\u202ey"),
        "line 2: text",
    ),
    "a text that clears the screen": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "x\x1b[2J"), "line 2: text"),
    "a text with half a sign of its own": (
        lambda lines: lines[1]["pairs"][0].__setitem__(1, "x\ue000"),
        "line 2: text",
    ),
    "a text that is not normal": (lambda lines: lines[1]["pairs"][0].__setitem__(1, "e\u0301"), "line 2: text"),
    "weights of nothing": (lambda lines: drawing(lines, "weights 0", [0]), "line 3: draw-kind"),
    "weights without end": (lambda lines: drawing(lines, f"weights {2**32} 1", [0]), "line 3: draw-kind"),
    "a number below six, in other words": (lambda lines: drawing(lines, "below 6.0", [0]), "line 3: draw-kind"),
}


def lax(case: str, record: str) -> str:
    lines = [json.loads(line) for line in record.splitlines()]
    LAX[case][0](lines)
    if case.startswith(("a stamp", "a text")):  # a different text is mixed in, so each draw differs
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
    for case in LAX:
        with pytest.raises(Mismatch):
            verifying.replayed(lax(case, record))


MATCH: dict[str, tuple[Alter, str]] = {
    "fewer seats": (lambda line: line["stacks"].pop(), "seats"),
    "house bots that are not in order": (lambda line: line.update(house=[1, 0]), "seats"),
    "somebody away who sits nowhere": (lambda line: line.update(away=[9]), "seats"),
    "a field that is none": (lambda line: line.update(options={}), "no-line"),
    "draws that were not": (lambda line: line["draws"].pop(), "draw"),
}


def a_match(alter: Alter = dict) -> str:
    """Return a match of three rounds on one chain, with the second round altered."""
    lines = [json.loads(line) for line in match_of(catalogue()["rogues"], 3, 3).splitlines()]
    alter(next(line for line in lines if line["type"] == "round"))
    return made_anew(lines)


async def test_the_rounds_of_a_match_are_checked_as_one(page: Page) -> None:
    whole, *refused = await held(page, (a_match(), {}), *((a_match(alter), {}) for alter, _ in MATCH.values()))
    assert whole == verifying.replayed(a_match()).end
    assert {
        case: said for (case, (_, wrong)), said in zip(MATCH.items(), refused, strict=True) if wrong not in said
    } == {}
    for alter, _ in MATCH.values():
        with pytest.raises(Mismatch):
            verifying.replayed(a_match(alter))


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
    await expect(page.locator("#level")).to_contain_text("Level 0: the record agrees with itself")
    await expect(page.locator("#in-short")).to_have_text(re.compile("could write such a record, too: compare its seal"))
    await expect(page.locator("#level")).to_be_hidden()
    await expect(page.locator("#compare")).to_contain_text("Seal (commitment), Mixed in (entropy), End.")
    await expect(page.locator("#compare")).to_contain_text("Only the end shows")
    await expect(page.locator("#hashes")).to_contain_text("Texts mixed in, by seatnone")
    await keep_picture(page, "verify-good")
    await page.fill("#commitment", fair.binding(found.committed.commitment))
    await page.fill("#entropy", found.entropy)
    await page.fill("#end", fair.binding(found.end).upper() + "…")
    await page.fill("#receipts", " ".join(one[:16].upper() for one in found.receipts))
    await page.click("#go")
    await expect(page.locator("#checks")).to_contain_text(f"receipts: {len(found.receipts)}")
    await expect(page.locator("#compare")).to_be_empty()
    await expect(page.locator("#level")).to_contain_text("Level 1: the dice were fixed")
    await page.fill("#end", "a" * 26)
    await page.click("#go")
    await expect(page.locator("#wrong")).to_contain_text("this is another end than the one you were shown.")
    for short in (found.end[:31], fair.base32(found.end)[:25]):
        await page.fill("#end", short)
        await page.click("#go")
        await expect(page.locator("#wrong")).to_contain_text("at least 26 letters and digits")


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
    await page.evaluate("location.hash = '#/game/nowhere'")
    await expect(page.locator("#wrong")).to_contain_text("could not be fetched")
    await expect(page.locator("#verdict")).to_have_text("Nothing was checked.")
    await expect(page.locator("#wrong")).to_be_in_viewport()
    old = json.dumps(json.loads(lines[0]) | {"protocol": "potluck/2", "form": 2}, separators=(",", ":")) + "\n"
    await page.fill("#text", "".join([old, *lines[1:]]))
    await page.click("#go")
    await expect(page.locator("#wrong")).to_contain_text("potluck/2, which this page does not check")
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


HOSTILE = "\x1b[2J\x00\t\n\u202eevil\u2066\u200b\u00a0\u2028\ue000\U000e0041 \\ żółw 🐢"


async def test_signs_that_turn_hide_or_break_a_line_are_spelled_as_the_program_does(page: Page) -> None:
    lines = [json.loads(line) for line in next(records("cones", 1)).splitlines()]
    lines[0] |= {"game": HOSTILE, "rules": HOSTILE, "game_id": HOSTILE}
    lines[0]["commitment"] = fair.commitment(HOSTILE, bytes.fromhex(lines[-1]["seed"]))
    lines[1]["draws"], lines[2:-1] = [], []
    off(lines, -1, HOSTILE)
    lines[-1] |= {"result": None, "draws": {}}
    await page.click("#pasted summary")
    await page.fill("#text", made_anew(lines))
    await page.click("#go")
    await expect(page.locator("#verdict")).to_have_text("The record is whole, and agrees.")
    spelled = visible(HOSTILE)
    assert [await page.locator("#hashes dd").nth(at).text_content() for at in (0, 1)] == [spelled, spelled]
    assert await page.locator("#draws .done").last.text_content() == f"3. called off: {spelled}"


async def test_of_a_stamp_the_page_says_what_it_would_prove(page: Page) -> None:
    lines = [json.loads(line) for line in next(records("cones", 1)).splitlines()]
    lines[1]["pairs"].append(["stamp", "777"])
    lines[1] |= {"told": {"seal": "4", "seal_at": 0, "stamp_at": 2**53 - 1}, "draws": []}
    lines[2:-1] = []
    off(lines, -1)
    lines[-1] |= {"result": None, "draws": {}}
    await page.click("#pasted summary")
    await page.fill("#text", made_anew(lines))
    for given, level in (
        ({}, "Level 0"),
        ({"stamp": "777"}, "Level 0"),
        ({"commitment": lines[0]["commitment"]}, "Level 2: "),
    ):
        for name, value in given.items():
            await page.fill(f"#{name}", value)
        await page.click("#go")
        await expect(page.locator("#level")).to_contain_text(level)
        asked = await page.locator("#level").text_content() or ""
        assert ("Level 2 with the seal and the stamp, if 777" in asked) == (level == "Level 0")
        assert f"{2**53 - 1} ms" in asked


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
