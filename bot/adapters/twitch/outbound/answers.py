"""Give answers in chat: as a reply at once, or without room together with others as soon as there is some."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import regex
import structlog
from cachetools import FIFOCache

from bot.adapters.twitch.limits import A_MOMENT, KEPT_FOR_NEWS, SAME_TEXT
from bot.adapters.twitch.outbound.chat_text import BETWEEN, BREAKS, LONGEST, OPENING, as_line, flat, in_other_words
from bot.adapters.twitch.outbound.sender import NotTakenError, Sender
from bot.ports.messages import Reply, Unreachable

MARKUP: Final = regex.compile(r"^#+ |^- |\*\*|`|^\|.*$", regex.MULTILINE)
"""Headings, list points, emphasis, tables."""
FOR_NAMES: Final = 30
"""Characters of a line that are kept for the name of the person answered: at most 25, and punctuation."""
SHORT: Final = LONGEST - len(OPENING) - FOR_NAMES
LONGEST_OF_ALL: Final = SHORT + FOR_NAMES
"""Signs of a line that answers several."""
HALF: Final = SHORT // 2
"""In characters; a longer answer leaves no room for others beside it."""
MOST_LINES: Final = 3
"""Of an answer that is a short page, such as the rules of a table."""
MOST_WAIT: Final = 60
"""People of a channel who wait for an answer; those beyond get none (threats T6)."""
MOST_GIVEN: Final = 5_000
LONGEST_WAIT: Final = 60.0
"""Seconds after which an answer is no longer given."""
log = structlog.get_logger()


class Asked(NamedTuple):
    """Hold what somebody is told, and the name by which Twitch mentions them.

    `name`: empty: the answer is for everybody who asks. `to`: the line to reply to; empty: it was deleted. `brief`: the
    answer in a shared line; empty: use `lines`. `spare`: how many lines must be left for tables.
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
        """Return whether the answer fits in a line with others."""
        return len(self.lines) == 1 or bool(self.brief)

    @property
    def called(self) -> str:
        """Return the mention of the person; empty: the answer is for everybody."""
        return f"@{self.name}" if self.name else ""


class Answers:
    """Gives answers. `held`: by channel, a text that stands in for an answer that the channel rejects in all
    wordings.
    """

    def __init__(self, sender: Sender, held: Callable[[str], str]) -> None:
        self._sender, self._held = sender, held
        self._limits = sender.limits
        self._waiting: defaultdict[str, list[tuple[float, Asked]]] = defaultdict(list)
        self._given: FIFOCache[tuple[str, str], float] = FIFOCache(MOST_GIVEN)
        """When a text was last given as a separate reply."""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def give(self, asked: Asked) -> None:
        """Answer at once as a reply; without room, or if others were told the same recently, soon and with others.

        Somebody who repeats a waiting question is answered once. An answer for everybody is not repeated soon.
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

    async def settle(self) -> None:
        """Wait until nobody waits for an answer."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Stop: nobody who still waits is answered."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def say(self, channel: str, line: str, to: str = "") -> bool:
        """Say a line for which there is room, in any wording that the channel accepts; return whether it was
        reached.
        """
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
        """Reply with as many lines as there is room for; return whether the channel could be reached."""
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
        """Say one line for several people; return whether the channel could be reached."""
        for_all = [one for one in those if not one.name]
        for one in for_all:
            self._note_given(one)
        reached = await self.say(those[0].channel, line)
        for one in () if reached else for_all:
            self._forget_given(one)
        return reached

    async def _catch_up(self, channel: str) -> None:
        """Answer those who wait, as many as fit in each line, until nobody is left."""
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
    """Return an answer that is given once for everybody who asks the same."""
    return asked._replace(to="", name="", seated=False)


def together(waiting: Sequence[Asked]) -> tuple[list[Asked], str]:
    """Return who is answered next, and the line for them: people seated first, and all who asked for the same text.

    One person alone gets a reply. So does somebody whose answer takes several lines; then the line is empty.
    """
    order = sorted(waiting, key=lambda one: not one.seated)
    if not order or not order[0].is_one_line:
        return order[:1], ""
    beside: dict[str, list[Asked]] = {}
    for one in order:
        if one.is_one_line:
            beside.setdefault(one.brief or one.lines[0], []).append(one)
    told: dict[str, list[Asked]] = {}
    for text, those in beside.items():
        if told and len(one_line(told | {text: those})) > LONGEST_OF_ALL:
            break
        told[text] = those
    return [one for those in told.values() for one in those], one_line(with_the_only_one_whole(told))


def one_line(told: Mapping[str, Sequence[Asked]]) -> str:
    """Return these texts in one line, each behind the names of those it is for."""
    named = ((" ".join(dict.fromkeys(one.called for one in those)), flat(text)) for text, those in told.items())
    return BETWEEN.join(f"{names} {text}".strip() for names, text in named)


def with_the_only_one_whole(told: Mapping[str, Sequence[Asked]]) -> Mapping[str, Sequence[Asked]]:
    """Return the texts with the only brief one in full, if there is room: a number alone does not say what it counts.

    Of several each is understood by the others.
    """
    brief = [text for text, those in told.items() if those[0].brief == text]
    answers = {one.lines for text in brief for one in told[text]}
    if len(brief) != 1 or len(answers) != 1:
        return told
    (lines,) = answers
    whole = {lines[0] if text in brief else text: those for text, those in told.items()}
    return whole if len(lines) == 1 and len(one_line(whole)) <= LONGEST_OF_ALL else told


def in_lines(answer: Reply) -> list[str]:
    """Return an answer in as few lines as hold it; none if it is too long. Only a page of ours may take several
    lines.
    """
    whole = in_one_line(answer)
    if len(whole) <= SHORT or not answer.marked_up:
        return [whole] if len(whole) <= SHORT else []
    found = [""]
    for line in MARKUP.sub("", answer.text).splitlines():
        longer = f"{found[-1]}{BETWEEN}{line.strip()}" if found[-1] else line.strip()
        found = [*found[:-1], longer] if len(longer) <= SHORT else [*found, line.strip()]
    return found if max(map(len, found)) <= SHORT else []


def in_one_line(answer: Reply) -> str:
    """Return an answer for chat, which has no line breaks and no markup."""
    plain = MARKUP.sub("", answer.text) if answer.marked_up else answer.text
    return BREAKS.sub(BETWEEN, plain.strip())
