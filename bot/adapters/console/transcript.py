"""Read transcripts: a scene as chat, line by line, with the expected output of each line indented below it.

    pete> !stake 50            said in public
    @pete> hand                said to the bot in private
    wait: 20s                  the clock moves on
    dice: 7 16 3               the game's next rolls, in order
    deck: 3H 10S J1            the next shuffle: these first, the rest in standard order
    seed: HEX                  the source of all chance (before the first table)
    staff: ann                 ann is a moderator here from now on
    owner: ann                 ann owns this place: she has the rights of moderators, and may set it up
    tim@twitch> !join          said on another platform, in its place
    again: pete                pete's last line comes again, with the same id
    away: discord              this platform can't be reached from now on
    back: discord              it can be reached again
    signs: twitch              people sign in there to reach their pages from now on
    page: twitch               a browser at that platform's door shows a code, and later the result
    # a comment

In expected lines, `…` stands for any text, and alone on a line for any number of lines. `(nothing)`: no output.
"""

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

LINE: Final = re.compile(r"(?P<private>@)?(?P<name>[^>:#]{1,64})>\s?(?P<text>.*)")
ORDER: Final = re.compile(r"(?P<order>wait|dice|deck|seed|staff|owner|again|away|back|signs|page):\s*(?P<text>.*)")
SECONDS: Final = re.compile(r"(?P<number>[0-9]{1,6})(?P<unit>s|m|h)?")
UNITS: Final = {"s": 1, "m": 60, "h": 3600, None: 1}
NOTHING: Final = "(nothing)"
ANY: Final = "…"

Order = Literal[
    "say", "whisper", "wait", "dice", "deck", "seed", "staff", "owner", "again", "away", "back", "signs", "page"
]


class BadTranscript(Exception):  # noqa: N818 - it says what is wrong with whose file
    """A line of a transcript that can't be read."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")


class Cue(Struct, frozen=True):
    """One line of a transcript. `expected`: the indented lines below it; None: there are none."""

    number: int
    order: Order
    name: str
    text: str
    source: str
    expected: tuple[str, ...] | None


def parse(text: str) -> list[Cue]:
    """Return the lines of a transcript. Raises BadTranscript."""
    cues: list[Cue] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not cues:
                raise BadTranscript(number, "an indented line stands under nothing")
            last = cues[-1]
            cues[-1] = Cue(
                last.number, last.order, last.name, last.text, last.source, (*(last.expected or ()), line.strip())
            )
        else:
            cues.append(cue(number, line))
    return cues


def cue(number: int, line: str) -> Cue:
    """Read a single line, as people also type it at the console's prompt. Raises BadTranscript."""
    if order := ORDER.fullmatch(line.strip()):
        return Cue(number, order["order"], "", order["text"], line, None)  # type: ignore[arg-type]
    if said := LINE.fullmatch(line):
        return Cue(number, "whisper" if said["private"] else "say", said["name"].strip(), said["text"], line, None)
    orders = "wait:, dice:, deck:, seed:, staff:, owner:, again:, away:, back:, signs: or page:"
    raise BadTranscript(number, f"{line!r} is not `name> text`, `@name> text`, {orders}")


def seconds(cue: Cue) -> int:
    found = SECONDS.fullmatch(cue.text.strip())
    if found is None:
        raise BadTranscript(cue.number, f"wait: takes seconds like 20s, not {cue.text!r}")
    return int(found["number"]) * UNITS[found["unit"]]


def check(cue: Cue, printed: Sequence[str]) -> list[str]:
    """Return the difference between a line's expected and its real output; empty if they agree."""
    if cue.expected is None:
        return []
    wanted = [] if cue.expected == (NOTHING,) else list(cue.expected)
    printed = [line.rstrip() for line in printed]
    if agrees(wanted, printed):
        return []
    return [f"line {cue.number}: {cue.source}", *difference(wanted, printed)]


def difference(wanted: Sequence[str], printed: Sequence[str]) -> Iterator[str]:
    for line in difflib.ndiff(list(wanted), list(printed)):
        if not line.startswith("?"):
            yield f"  {line}"


def agrees(wanted: list[str], printed: list[str]) -> bool:
    if not wanted:
        return not printed
    if wanted[0] == ANY:
        return any(agrees(wanted[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed or not matches(wanted[0], printed[0]):
        return False
    return agrees(wanted[1:], printed[1:])


def matches(wanted: str, printed: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in wanted.split(ANY))
    return re.fullmatch(pattern, printed) is not None
