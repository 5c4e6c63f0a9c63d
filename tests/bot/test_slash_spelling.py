"""What sentences tell people to type can be typed on Discord: each line names a command of the tree and its options."""

import re
from collections.abc import Iterator
from pathlib import Path

from cases import case
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl

from bot.adapters.discord.inbound.slash import GAME, TABLE, Slash, all_slashes, as_slash
from bot.text import Words

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("bot", "games", "examples") for path in (ROOT / folder).rglob("*en.ftl")]
ELSEWHERE = re.compile(r"stream\b|mod(erator)? words")
"""Said on another platform alone."""
TOLD = {
    "verb": "pause",
    "line": "start",
    "code": "K7Q",
    "game": "headache",
    "word": "7F3K",
    "alias": "begin",
    "command": "reset",
    "usage": "stake AMOUNT",
    "example": "reveal",
}
QUOTED = re.compile(r'"\{ \$prefix \}([^"]+)"')
VALUE = re.compile(r"\{ \$(\w+) \}")
SLASHES = {slash.path: slash for slash in all_slashes()}


def texts(message: ftl.Message) -> Iterator[str]:
    """What Discord says of a message."""
    slash = [one.value for one in message.attributes if one.id.name == "slash"]
    pattern = slash[0] if slash else message.value
    whole = ftl.Message(message.id, pattern)
    yield FluentSerializer().serialize_entry(whole)


def lines() -> Iterator[tuple[str, str]]:
    for path in FILES:
        for one in FluentParser(with_spans=False).parse(path.read_text("utf-8")).body:
            if isinstance(one, ftl.Message) and one.value is not None:
                for found in (line for text in texts(one) for line in QUOTED.findall(text)):
                    yield one.id.name, VALUE.sub(lambda name: TOLD.get(name[1], name[1].upper()), found)


def typeable(line: str) -> str:
    """Why this can't be typed; empty: it can."""
    words = as_slash(line).split()
    slash = SLASHES.get(tuple(words[:2])) or SLASHES.get(tuple(words[:1]))
    if slash is None:
        return "there is no such command"
    given = words[len(slash.path) :]
    names = [name for word in given if ":" in word and not (name := word.partition(":")[0]).isdigit()]
    if unknown := [name for name in names if name not in {*(one.name for one in slash.options), TABLE}]:
        return f"it has no {', '.join(unknown)}"
    return wanting(slash, names, given)


def wanting(slash: Slash, names: list[str], given: list[str]) -> str:
    needed = [one.name for one in slash.options if one.needed and one.name != GAME]
    return "" if not needed or given or names else f"it needs {', '.join(needed)}"


def test_what_a_sentence_tells_people_to_type_can_be_typed() -> None:
    """All in one test: to know them takes all words files read, which is nothing for the time of collecting."""
    told = [(message, line) for message, line in lines() if not ELSEWHERE.match(line)]
    assert [(message, f"/{as_slash(line)}", why) for message, line in told if (why := typeable(line))] == []
    assert len(told) > 100


def test_a_line_is_typed_with_the_names_of_its_options() -> None:
    for line, typed in [
        ("K7Q table", "table show table:K7Q"),
        ("K7Q pause pizza is here", "mod pause reason:pizza is here table:K7Q"),
        ("open headache mode=duel money=purse", "play game:headache options:mode=duel money=purse"),
        ("open GAME", "play GAME"),
        ("headache 50 blue", "play game:headache stake:50 blue"),
        ("join K7Q", "table join table:K7Q"),
        ("join lucky me", "table join text:lucky me"),
        ("purse", "me purse"),
        ("mod log 20", "mod log count:20"),
        ("mod flows", "mod flows"),
        ("mod dispute K7Q", "mod dispute K7Q"),
        ("K7Q mod dispute", "mod dispute K7Q"),
        ("play GAME", "play GAME"),
        ("play 7 7", "move play 7 7"),
        ("K7Q agree 12", "table agree number:12 table:K7Q"),
        ("correct yes 7K3M", "mod correct name:yes change:7K3M"),
        ("rules more", "rules part:more"),
        ("rules headache the reveal", "rules game:headache part:the reveal"),
        ("tournament GAME seats=5 level_seconds=300", "table tournament what:GAME options:seats=5 level_seconds=300"),
        ("stake 50", "move stake 50"),
        ("K7Q stake 50", "move text:stake 50 table:K7Q"),
    ]:
        with case(line, typed):
            assert as_slash(line) == typed


def test_a_sentence_says_it_as_discord_has_it_and_elsewhere_as_it_is() -> None:
    slashes = Words("en", "/", spelled=as_slash)
    assert slashes.typed("hand") == "/me hand"
    assert slashes.text("not-seated-there", code="K7Q") == (
        'You don\'t sit at table K7Q. "/table join table:K7Q" sits you down.'
    )
