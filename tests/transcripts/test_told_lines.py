"""Say at once what a scene tells somebody to say: the scene is played up to there, and they say it.

Lines with a placeholder (`!open GAME`) do not count, nor does what a sentence tells somebody else to say.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from redis.asyncio import Redis

from bot.adapters.console import parse
from bot.adapters.console.transcript import Cue
from bot.app.console import PLACE, VENUE, console
from bot.ports.messages import Message, Person, Rights
from games.kit.dice import LoadedDiceError
from persistence import EmbeddedServer

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("*.txt"))
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"])")
TOLD = re.compile(r'"!([^"]+)"')
MAY = re.compile(r"You may: (.*)\.$")
TO_FILL = re.compile(r"\b[A-Z]{4,}\b|[0-9]-[0-9]|[\[\]/]|K7Q|\bpete$|^open|^server .")
"""A word in capitals, a range, words to choose among; examples of a code, a name or a setting; a table a minute."""
OF_OTHERS = re.compile(
    r"(?i)moderator|owns|the host|its host|others come|Sit down with|!rebuy. gets|rolls (?:for the Giant )?now"
    r"|something else by now|when (?:this|the|it|one|somebody)"
)
"""Sentences that tell somebody else what to say, or somebody for later."""
MOST_A_SCENE = 2


class ToSay(NamedTuple):
    """A line to say. `after`: how many cues of the scene are played before it."""

    after: int
    person: str
    private: bool
    line: str


def told_in(text: str) -> Iterator[ToSay]:
    """Yield the lines that people in a scene are told they can say."""
    for after, cue in enumerate(parse(text), start=1):
        if cue.order not in {"say", "whisper"} or "@" in cue.name:
            continue
        for told in cue.expected or ():
            to, _, answer = told.partition(" | ")
            if to == f"@{cue.name}":
                private = cue.order == "whisper"
                yield from (ToSay(after, cue.name, True, line) for line in moves_of(answer))
                yield from (ToSay(after, cue.name, private, line) for line in lines_of(answer))


def moves_of(answer: str) -> Iterator[str]:
    """Yield the moves without choices; some are secret, so they are said in private."""
    may = MAY.search(answer)
    if may is not None:
        yield from (one for one in may[1].split(", ") if not TO_FILL.search(one) and "(" not in one)


def lines_of(answer: str) -> Iterator[str]:
    for sentence in SENTENCE.split(answer):
        if not OF_OTHERS.search(sentence):
            yield from (line for line in TOLD.findall(sentence) if not TO_FILL.search(line))


def few(found: list[ToSay]) -> list[ToSay]:
    """Return the most different ones: each line only once."""
    return list({one.line: one for one in reversed(found)}.values())[-MOST_A_SCENE:]


CASES = [(scene, one) for scene in SCENES for one in few(list(told_in(scene.read_text(encoding="utf-8"))))]


@pytest.mark.parametrize(("scene", "to_say"), CASES, ids=[f"{scene.stem}: {one.line}" for scene, one in CASES])
async def test_what_is_told_to_be_said_is_taken(scene: Path, to_say: ToSay, redis: EmbeddedServer) -> None:
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    cues: list[Cue] = list(parse(scene.read_text(encoding="utf-8")))  # noqa: ASYNC240
    staff = {
        cue.text.strip(): Rights.STAFF if cue.order == "staff" else Rights.OWNER
        for cue in cues
        if cue.order in {"staff", "owner"}
    }
    async with console(redis.url) as table:
        for cue in cues[: to_say.after]:
            await table.play(cue)
        sender = Person(f"console:{to_say.person}", to_say.person)
        sign = "" if to_say.private else "!"
        message = Message(
            id="told",
            sender=sender,
            venue=VENUE,
            place=PLACE,
            private=to_say.private,
            text=sign + to_say.line,
            rights=staff.get(to_say.person, Rights.PLAYER),
        )
        try:
            answer = await table.app.hear(message)
        except LoadedDiceError:
            return  # it was accepted, and the scene has no dice for it
        assert answer.ok, answer.text
