"""Test that lines which sentences tell people to type can be typed.

On Discord it is a command of the tree with its options. In chats it is a command with its values, a game, or a move of
the game that says so.
"""

import re
from collections.abc import Sequence

from cases import case
from told_lines import ToldLine, in_chats, on_discord

from bot.adapters.discord.inbound.slash import GAME, MOVE, TABLE, Option, Slash, all_slashes, as_slash
from bot.commands.command import Command, Parameter
from bot.commands.lines import IN_A_THREAD
from bot.commands.table import ALIASES, COMMANDS
from bot.commands.wing import orders
from bot.commands.word_lists import BY_NAME
from bot.text import Words
from bot.text.reader import split_options
from games.catalogue import AnyGame, by_word, catalogue
from games.kit.moves import verb
from games.kit.notation import PLAIN, Unreadable, fields_of, read

ELSEWHERE = re.compile(r"stream\b|mod(erator)? words")
"""Lines for another platform only."""
ANOTHER_BOTS = {"raffle"}
"""An example of another bot's word."""
READ_BY_ITSELF = {"night", "stream", "control", "server", "community", "tournament", "season", "link"}
"""Commands whose values have their own grammar after the first word."""
SLASHES = {slash.path: slash for slash in all_slashes()}
PLACEHOLDER = re.compile(r"[A-Z][A-Z-]+(?:=[A-Z]+)?")
"""A placeholder for any value."""


# On Discord


def typeable(one: ToldLine) -> str:
    """Return why this can't be typed on Discord; empty if it can."""
    words = as_slash(one.line).split()
    slash = SLASHES.get(tuple(words[:2])) or SLASHES.get(tuple(words[:1]))
    if slash is None or (len(slash.path) == 1 and words[1:2] and is_beside(words[1], slash)):
        return "there is no such command"
    if slash.path == (MOVE,) and TABLE not in words[-1]:
        return said_in_chat(one)
    if lost := [word for word in one.line.split()[1:] if word not in COMMANDS and word not in as_slash(one.line)]:
        return f"it takes no {lost[0]}"
    return wanting(slash, " ".join(words[len(slash.path) :]))


def is_beside(word: str, slash: Slash) -> bool:
    """Tell whether a word behind a command is not an option but the name of a missing command."""
    return ":" not in word and not any(one.needed for one in slash.options)


def wanting(slash: Slash, given: str) -> str:
    options = {one.name: one for one in slash.options} | {TABLE: Option(TABLE, "")}
    before, *named = re.split(r"(?:^|(?<=\s))([a-z]+):(?=\S)", given)
    values = dict(zip(named[::2], named[1::2], strict=True))
    if unknown := values.keys() - options.keys():
        return f"it has no {', '.join(unknown)}"
    needed = [one for one in slash.options if one.needed and one.name not in values and one.name != GAME]
    if before.strip() and len(slash.options) == 0:
        return f"it takes no {before}"
    if needed and not before.strip():
        return f"it needs {', '.join(one.name for one in needed)}"
    wrong = [name for name, value in values.items() if not fits(value.strip(), options[name])]
    return f"{', '.join(wrong)} can't be that" if wrong else ""


def fits(value: str, option: Option | Parameter) -> bool:
    """Tell whether an option or a parameter may have this value."""
    choices = option.choices() if isinstance(option, Parameter) else option.choices
    if PLACEHOLDER.fullmatch(value):
        return True
    if option.kind is int:
        return value.isdecimal()
    return not choices or value in choices or any(one.startswith(f"{value} ") for one in choices)


def test_what_a_sentence_tells_people_to_type_can_be_typed() -> None:
    """In one test, since finding them reads all words files, which would slow down the collection of tests."""
    told = [one for one in on_discord() if not ELSEWHERE.match(one.line) and one.line not in ANOTHER_BOTS]
    wrong = [(one.message, f"/{as_slash(one.line)}", why) for one in told if (why := typeable(one))]
    assert wrong == []
    assert len(told) > 200


def test_no_sentence_of_the_bots_names_a_move_of_one_game() -> None:
    """Such a line would be `/move` on Discord, and would do nothing if that game is not played."""
    own = [one for one in (*on_discord(), *in_chats()) if not one.game and not PLACEHOLDER.fullmatch(one.line)]
    assert [one for one in own if of_a_move(one.line) and one.line not in {BY_NAME, *ANOTHER_BOTS}] == []


def of_a_move(line: str) -> bool:
    return as_slash(line).startswith("move ")


# In chats


def said_in_chat(one: ToldLine) -> str:
    """Return why this can't be said in a chat; empty if it can."""
    if one.line in {BY_NAME, " ".join(IN_A_THREAD)}:
        return ""
    word, *rest = re.sub(r"^(?:potluck |[A-Z]\d[A-Z] )+", "", one.line).split()
    command = COMMANDS.get(ALIASES.get(word, word))
    if command is not None:
        return takes(command, rest)
    if (game := by_word(word)) is not None:
        return opens(game, rest)
    return plays(one, word, rest)


def takes(command: Command, rest: Sequence[str]) -> str:
    """Return why a command does not take these values; empty if it does."""
    if command.word in READ_BY_ITSELF:
        return ""
    given, values = split_options(tuple(rest))
    if given and not any(one.name in {"options", "text"} for one in command.parameters):
        return "it takes no options"
    least = sum(one.needed for one in command.parameters if one.name != "options")
    if len(values) < least:
        return "it needs more"
    places = [one for one in command.parameters if one.name != "options" or command.word == "options"]
    if values and not places:
        return f"it takes no {values[0]}"
    for order in orders() if command.word == "mod" else ():
        if values[:1] == (order.word,):
            return "" if len(values) > sum(one.needed for one in order.parameters) else "it needs more"
    if command.word == "mod" and values[:1] == ("dispute",):
        return "" if re.fullmatch(r"[A-Z]\d[A-Z]", " ".join(values[1:])) else "it needs a table"
    wrong = [value for value in values[: len(places)] if not any(fits(value, place) for place in places)]
    return f"not {wrong[0]}" if wrong else ""


def opens(game: AnyGame, rest: Sequence[str]) -> str:
    given, values = split_options(tuple(rest))
    unknown = given.keys() - {*game.options.model_fields, "money", "buyin", "level", "pace", "admits"}
    if unknown:
        return f"it has no option {', '.join(unknown)}"
    return "it has no first stake" if values and game.opening is None else ""


def plays(one: ToldLine, word: str, rest: Sequence[str]) -> str:
    """Return why a line is not a move of its game, or of any game if the bot says it; empty if it is."""
    games = [game for game in catalogue().values() if one.game in {"", game.name}]
    moves = [(game, move) for game in games for move in game.moves if verb(move) == word]
    if not moves:
        return "there is no such word"
    values = [value for value in rest if value not in {"…", "[auto]"}]
    if any(PLACEHOLDER.fullmatch(value) for value in values):
        return "" if any(list(fields_of(move)) for _, move in moves) else "it takes nothing"
    return "" if any(readable(one.line, game) for game, _ in moves) else "it can't be read"


def readable(line: str, game: AnyGame) -> bool:
    """Tell whether a game reads this line as one of its moves. A line without values is only a name."""
    if len(line.split()) == 1:
        return True
    try:
        read(line, game.moves, PLAIN)
    except Unreadable:
        return False
    return True


def test_what_a_sentence_tells_people_to_say_can_be_said_in_a_chat() -> None:
    told = [one for one in in_chats() if one.line not in ANOTHER_BOTS and not PLACEHOLDER.fullmatch(one.line)]
    assert [(one.message, f"!{one.line}", why) for one in told if (why := said_in_chat(one))] == []
    assert len(told) > 280


def test_a_sentence_that_names_what_is_not_there_would_be_found() -> None:
    for line in ("plya headache", "table at once", "mod log K7Q", "verify K7Q", "bots two", "start more"):
        with case(line):
            one = ToldLine("", "made-up", line)
            assert typeable(one)
            assert said_in_chat(one)
    assert typeable(ToldLine("", "made-up", "overlay look"))
    assert said_in_chat(ToldLine("halflings", "made-up", "bid 5"))
    assert said_in_chat(ToldLine("", "made-up", "halflings 50 moon=on"))


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
