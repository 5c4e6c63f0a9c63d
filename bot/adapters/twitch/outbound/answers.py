"""Answers in chat: a reply at once, and where there is no room, together with others', as soon as there is."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import regex
import structlog
from cachetools import FIFOCache

from bot.adapters.twitch.limits import A_MOMENT, KEPT_FOR_NEWS, SAME_TEXT
from bot.adapters.twitch.outbound.chat_text import BETWEEN, BREAKS, LONGEST, OPENING, as_line, flat, in_other_words
from bot.adapters.twitch.outbound.sender import NotTakenError, Sender
from bot.ports.messages import Reply, Unreachable

MARKUP: Final = regex.compile(r"^#+ |^- |\*\*|`|^\|.*$", regex.MULTILINE)
"""Headings, points, emphasis, tables."""
FOR_NAMES: Final = 30
"""Signs of a line: the name of whom it is for before it, which has 25 at most, and a mark behind it."""
SHORT: Final = LONGEST - len(OPENING) - FOR_NAMES
HALF: Final = SHORT // 2
"""Signs: what is longer leaves no room beside it."""
MOST_LINES: Final = 3
"""Of an answer that is a short page, such as the rules of a table."""
MOST_WAIT: Final = 60
"""People of a channel who wait for an answer; of a flood beyond them the rest hears nothing (threats T6)."""
MOST_GIVEN: Final = 5_000
LONGEST_WAIT: Final = 60.0
"""Seconds after which an answer is none any more."""
log = structlog.get_logger()


class Asked(NamedTuple):
    """Say who asked, by the name that Twitch calls them with, and what they are told.

    `name`: empty: what they are told is for all who ask. `to`: the line to reply to; empty: it is gone. `brief`: what
    they are told beside others; empty: the lines. `spare`: so many lines must be left for tables.
    """

    channel: str
    to: str
    name: str
    lines: tuple[str, ...]
    brief: str = ""
    spare: int = KEPT_FOR_NEWS
    seated: bool = False

    @property
    def is_one_line(self) -> bool:
        """Tell whether it can stand beside others'."""
        return len(self.lines) == 1 or bool(self.brief)

    @property
    def called(self) -> str:
        """Return whom the chat's line is for; empty: for all."""
        return f"@{self.name}" if self.name else ""


class Answers:
    """Gives answers. `held`: what is said, by channel, where the channel takes an answer in no other words."""

    def __init__(self, sender: Sender, held: Callable[[str], str]) -> None:
        self._sender, self._held = sender, held
        self._limits = sender.limits
        self._waiting: defaultdict[str, list[tuple[float, Asked]]] = defaultdict(list)
        self._given: FIFOCache[tuple[str, str], float] = FIFOCache(MOST_GIVEN)
        """When a text was last a reply of its own."""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def give(self, asked: Asked) -> None:
        """Answer at once, as a reply; soon where there is no room, or where others were told the same, with others.

        Who asks the same again meanwhile is answered once; what was told for all is told to nobody again.
        """
        waiting, given = self._waiting.get(asked.channel), self._was_given(asked)
        if given and not asked.name:
            return
        if not (waiting or given) and self._has_room([asked]) and await self._reply(asked):
            return
        others = [one for one in self._waiting[asked.channel] if one[1]._replace(to="") != asked._replace(to="")]
        if len(others) >= MOST_WAIT:
            return
        self._waiting[asked.channel] = [*others, (time.monotonic(), asked)]
        if asked.channel not in self._tasks:
            self._tasks[asked.channel] = asyncio.create_task(self._catch_up(asked.channel), name="answers")

    async def stop(self) -> None:
        """Answer nobody who still waits."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def say(self, channel: str, line: str, to: str = "") -> bool:
        """Say a line for which there is room, in whatever words the channel takes; return whether it can be reached."""
        for text in dict.fromkeys((as_line(line), in_other_words(as_line(line)), as_line(self._held(channel)))):
            try:
                await self._sender.say(channel, text, reply_to=to)
            except NotTakenError as error:
                log.info("an answer was not taken in these words", why=str(error))
            except Unreachable as error:
                log.info("an answer was not given", why=str(error))
                return False
            else:
                break
        return True

    def _was_given(self, asked: Asked) -> bool:
        return self._given.get((asked.channel, asked.lines[0]), -SAME_TEXT) > time.monotonic() - SAME_TEXT

    def _note_given(self, asked: Asked) -> None:
        self._given[asked.channel, asked.lines[0]] = time.monotonic()

    def _forget_given(self, asked: Asked) -> None:
        self._given.pop((asked.channel, asked.lines[0]), None)

    def _has_room(self, those: Sequence[Asked]) -> bool:
        spare, seated = min(one.spare for one in those), any(one.seated for one in those)
        return self._limits.has_room_for_an_answer(those[0].channel, spare=spare, seated=seated)

    async def _reply(self, asked: Asked) -> bool:
        """Reply with the lines for which there is room; return whether the channel could be reached."""
        first, *others = asked.lines
        named = not asked.to or self._was_given(asked)
        self._note_given(asked)
        if not await self.say(asked.channel, f"{asked.called} {first}".strip() if named else first, asked.to):
            self._forget_given(asked)
            return False
        for line in others:
            if self._has_room([asked]):
                await self.say(asked.channel, line, asked.to)
        return True

    async def _tell(self, those: Sequence[Asked], line: str) -> bool:
        """Say one line for several; return whether the channel could be reached."""
        for_all = [one for one in those if not one.name]
        for one in for_all:
            self._note_given(one)
        reached = await self.say(those[0].channel, line)
        for one in () if reached else for_all:
            self._forget_given(one)
        return reached

    async def _catch_up(self, channel: str) -> None:
        """Tell those who wait, as many in a line as it holds, until nobody does."""
        try:
            while self._still_wait(channel):
                await asyncio.sleep(A_MOMENT / 2)
                those, line = together([asked for _, asked in self._still_wait(channel)])
                if not those or not self._has_room(those):
                    continue
                if await (self._tell(those, line) if len(those) > 1 else self._reply(those[0])):
                    self._waiting[channel] = [one for one in self._waiting[channel] if one[1] not in those]
        finally:
            self._tasks.pop(channel, None)
            self._waiting.pop(channel, None)

    def _still_wait(self, channel: str) -> list[tuple[float, Asked]]:
        since = time.monotonic() - LONGEST_WAIT
        self._waiting[channel] = [one for one in self._waiting[channel] if one[0] > since]
        return self._waiting[channel]


def for_all(asked: Asked) -> Asked:
    """Return it as one that is told once for all who ask the same."""
    return asked._replace(to="", name="", seated=False)


def together(waiting: Sequence[Asked]) -> tuple[list[Asked], str]:
    """Return who is answered next, and the one line for them: those seated first, of one text all who asked for it.

    One alone is replied to; so is whoever's answer takes several lines, and there is no line for them.
    """
    order = sorted(waiting, key=lambda one: not one.seated)
    if not order or not order[0].is_one_line:
        return order[:1], ""
    beside = [one for one in order if one.is_one_line]
    texts = list(dict.fromkeys(one.brief or one.lines[0] for one in beside))
    told: list[Asked] = []
    line = ""
    for text in texts:
        those = [one for one in beside if (one.brief or one.lines[0]) == text]
        part = f"{' '.join(dict.fromkeys(one.called for one in those))} {flat(text)}".strip()
        longer = f"{line}{BETWEEN}{part}" if line else part
        if line and len(longer) > SHORT + FOR_NAMES:
            break
        told, line = [*told, *those], longer
    return told, line


def in_lines(answer: Reply) -> list[str]:
    """Return as few lines as hold an answer; none where one alone is too long. Only a page of ours takes several."""
    whole = in_one_line(answer)
    if len(whole) <= SHORT or not answer.marked_up:
        return [whole] if len(whole) <= SHORT else []
    found = [""]
    for line in MARKUP.sub("", answer.text).splitlines():
        longer = f"{found[-1]}{BETWEEN}{line.strip()}" if found[-1] else line.strip()
        found = [*found[:-1], longer] if len(longer) <= SHORT else [*found, line.strip()]
    return found if max(map(len, found)) <= SHORT else []


def in_one_line(answer: Reply) -> str:
    """Return an answer as chat shows it, which knows no line breaks and no markup."""
    plain = MARKUP.sub("", answer.text) if answer.marked_up else answer.text
    return BREAKS.sub(BETWEEN, plain.strip())
