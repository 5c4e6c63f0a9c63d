"""What a line in chat asks for: a command of the host, a move of a game, or nothing that is for us."""

from collections.abc import Sequence
from typing import Final

from bot.ports.messages import Message
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.text.safe_text import safe_text
from games.catalogue import by_word, catalogue, verbs
from games.kit.moves import verb

LONGEST_LINE: Final = 500
AFTER_A_WORD: Final = "!?.,;:"
"""What people type behind a command without meaning anything by it."""
COMMANDS: Final = (
    "open",
    "join",
    "leave",
    "bots",
    "start",
    "options",
    "table",
    "tables",
    "hand",
    "moves",
    "odds",
    "rules",
    "help",
    "history",
    "verify",
    "tournament",
    "rematch",
    "rebuy",
    "enough",
    "close",
    "wallet",
    "pings",
    "thread",
    "here",
    "mirror",
    "page",
    "link",
    "safe",
    "lag",
    "stream",
    "skip",
    "remove",
    "pause",
    "resume",
    "reset",
    "end",
    "mod",
    "server",
)
STAFF: Final = ("skip", "remove", "pause", "resume", "reset", "end", "mod", "server")
"""Those for moderators, and for whoever sets a venue up."""
APART: Final = frozenset({"link", "pings", "safe", "server", "stream", "thread"})
"""Those that change something before, or without, a step of a table: they are not begun by a repeat."""
ALIASES: Final = {
    "sit": "join",
    "begin": "start",
    "next": "rematch",
    "purse": "wallet",
    "commands": "help",
    "bot": "bots",
}
IN_A_THREAD: Final = ["table", "in", "a", "thread"]


def read_line(message: Message, prefix: str) -> Said | None:
    """None for chat that is not for us: the cheap case. In private the prefix may be left out. Raises Refused."""
    line = message.text.strip()
    if line.startswith(prefix):
        line = line[len(prefix) :]
    elif not message.private and not message.table:
        return None
    if len(line) > LONGEST_LINE:
        raise Refused("too-long", most=LONGEST_LINE)
    words = safe_text(line, LONGEST_LINE).split()
    code = message.table
    if words and not code and CODE.fullmatch(words[0]):
        code, words = words[0].upper(), words[1:]
    if not words:
        return Said(message, code, "table", ()) if code else None
    word = words[0].lower().rstrip(AFTER_A_WORD) or words[0]
    if [one.lower() for one in words[:4]] == IN_A_THREAD:
        return Said(message, code, "thread", ())
    return Said(message, code, ALIASES.get(word, word), tuple(words[1:]))


def known_words() -> list[str]:
    """Every word that means something somewhere: for "did you mean"."""
    games = [word for game in catalogue().values() for word in (game.name, *game.aliases)]
    moves = [verb(move) for game in catalogue().values() for move in game.moves]
    return list(dict.fromkeys([*COMMANDS, *moves, *games]))


def is_move(word: str) -> bool:
    return word in verbs()


def is_game(word: str) -> bool:
    return by_word(word) is not None


def split_options(words: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """`key=value` words, and the others. Values are kept as typed, keys in small letters."""
    given: dict[str, str] = {}
    others = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key and value:
            given[key.lower().replace("-", "_")] = value.lower()
        else:
            others.append(word)
    return given, tuple(others)
