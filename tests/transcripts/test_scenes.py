"""Test whole scenes as chat: each file is played by the console, like on any other adapter, and must print the same.

POTLUCK_REWRITE_SCENES=1 first writes into them what is printed now; comments, and everything that agrees, stay. Read
the difference before you commit it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from program import potluck
from redis.asyncio import Redis

from bot.adapters.console import parse
from bot.adapters.console.transcript import ANY, NOTHING, Cue, check, matches
from bot.app.cli.console import transcript
from bot.app.console import console
from persistence import EmbeddedServer

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("**/*.txt"))
REWRITE = "POTLUCK_REWRITE_SCENES" in os.environ
HASH = re.compile(r"\b([0-9a-f]{12,64}|[a-z2-7]{26})\b")


def run(*arguments: str, typed: str = "") -> CompletedProcess[str]:
    return potluck("console", *arguments, typed=typed)


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
async def test_a_scene_is_played_as_it_is_told(
    scene: Path, redis: EmbeddedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    if REWRITE:
        scene.write_text(await rewritten_whole(scene.read_text(encoding="utf-8")), encoding="utf-8")  # noqa: ASYNC240
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    with scene.open(encoding="utf-8") as file:
        different = await transcript(file, checking=True, as_json=False, redis=redis.url)
    assert not different, capsys.readouterr().out


def test_a_scene_says_of_each_line_what_it_prints() -> None:
    """It also begins with a sentence on what it shows."""
    for scene in SCENES:
        text = scene.read_text(encoding="utf-8")
        assert text.startswith("# "), scene.stem
        unsaid = [cue for cue in parse(text) if cue.expected is None and cue.order in {"say", "whisper", "wait"}]
        assert [cue.source for cue in unsaid] == [], scene.stem


async def rewritten_whole(text: str) -> str:
    """Return the scene as it is played now."""
    lines, said = [], {one.number: one for one in parse(text)}
    async with console() as table:
        expected: list[str] | None = None
        for number, line in enumerate(text.splitlines(), start=1):
            one = said.get(number)
            if one is not None:
                expected = rewritten(one, [f"{to} | {told}" for to, told in await table.play(one)])
                lines += [line, *(expected or [])]
            elif expected is None or not line.startswith(" "):
                lines.append(line)
    return "\n".join([*lines, ""])


def rewritten(one: Cue, printed: list[str]) -> list[str] | None:
    """Return the new expected lines below a line; None: they stay as they are."""
    if not check(one, printed):
        return None
    expected = [line for line in one.expected or () if line != NOTHING]
    before = [line for line in expected if line != ANY]
    found = [next((was for was in before if matches(was, line)), HASH.sub(ANY, line.rstrip())) for line in printed]
    if ANY in expected:  # any lines, with some that must be among them
        wanted = {line for line in found if line in before or ANY in line}
        found = [line if line in wanted else ANY for line in found]
        found = [line for place, line in enumerate(found) if line != ANY or found[place - 1 : place] != [ANY]]
    return [f"    {line}" for line in found or [NOTHING]]


def test_a_scene_that_goes_another_way_is_shown_as_a_difference(tmp_path: Path) -> None:
    scene = tmp_path / "scene.txt"
    scene.write_text("dice: 7 4 5\npete> !halflings 50 auto\n    #table | pete stakes 60.\n    …\n", encoding="utf-8")
    done = run(str(scene), "--check")
    assert done.returncode == 1
    assert done.stdout.startswith("line 2: pete> !halflings 50 auto\n")
    assert "  - #table | pete stakes 60." in done.stdout
    assert "  + #table | Table " in done.stdout


def test_a_scene_that_agrees_prints_nothing() -> None:
    """It runs in a separate process; the other tests run it within theirs."""
    command = [sys.executable, "-m", "bot.app.cli", "console", str(SCENES[0]), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_lines_come_as_objects_with_the_spectators_view_at_the_end() -> None:
    done = run("--json", typed="dice: 7 4 5\npete> !halflings 50 auto\n")
    *lines, last = map(json.loads, done.stdout.splitlines())
    assert {line["to"] for line in lines} == {"#table"}
    assert any("pete wins 150" in line["text"] for line in lines)
    view = last["view"]
    assert (view["phase"], view["pot"], view["stacks"], view["winner"]) == ("over", 0, {"pete": 1150}, "pete")


def test_the_house_is_the_winner_of_what_it_wins() -> None:
    done = run("--json", typed="dice: 1\npete> !halflings 50 auto\n")
    view = json.loads(done.stdout.splitlines()[-1])["view"]
    assert (view["winner"], view["bank"], view["stacks"]) == ("House", 50, {"pete": 950})


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("dice: 7 4\npete> !halflings 50 auto\n", "dice have run out"),
        ("dice: 11\npete> !halflings 50 auto\n", "a d10 has no face 11"),
        ("dice: seven\npete> !halflings 50 auto\n", "'seven' is not a number"),
        ("pete !roll\n", "line 1: "),
        ("wait: soon\n", "line 1: wait: takes seconds"),
        ("seed: xyz\n", "line 1: seed: takes hex digits"),
        ("    #table | indented under nothing\n", "line 1: an indented line stands under nothing"),
    ],
)
def test_a_scene_that_cannot_be_played_is_explained_in_a_sentence(typed: str, complaint: str) -> None:
    done = run(typed=typed)
    assert done.returncode == 2
    assert done.stderr.startswith("potluck: ")
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_scene_that_is_no_text_is_explained_in_a_sentence(tmp_path: Path) -> None:
    scene = tmp_path / "scene.txt"
    scene.write_bytes(b"pete> !open halflings\npete> !stake \xff\n")
    done = run(str(scene))
    assert (done.returncode, done.stderr) == (2, "potluck: line 2: that is no text in UTF-8\n")


def test_the_same_seed_gives_the_same_evening_and_another_seed_another() -> None:
    lines = "pete> !halflings 50 auto\nwait: 10s\npete> !halflings 50 auto\n"
    first, again, other = (run(typed=f"seed: {seed}\n{lines}").stdout for seed in ("0a", "0a", "0b"))
    assert first == again
    assert first != other
