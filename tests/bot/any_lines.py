"""Draw lines that anybody might type from a seed: made by a grammar, or from transcripts with typing errors."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from bot.adapters.console import parse
from bot.commands.table import ALIASES, COMMANDS
from games.catalogue import catalogue

TRANSCRIPTS: Final = Path(__file__).parents[1] / "transcripts"
AMOUNTS: Final = ("0", "1", "50", "-5", "1e9", "½", "10k", "all", "half", "auto", "100", "101", "ann", "ben", "2")
OPTIONS: Final = (
    "halflings",
    "giant",
    "mode=duel",
    "mode=crowd",
    "pay=even",
    "money=purse",
    "buyin=9" * 9,
    "a=b",
)
WORDS: Final = (*COMMANDS, *ALIASES, "halflings", "giant", "stake", "roll", "split", "stand", "K7Q")
ODD: Final = (
    "!?.,;:@#<>*_~|`/\\'\"%=-+()[]{}$ \t\n\r\0"
    "½²٣\uff15߉\u03b1йΩß漢🎲👩‍👧İ\u0301\u200b\u200f\u202e\u2066\u2800\ue000\ufeff\ud800\udfff"
)
"""Characters with a meaning for us, a platform or a text renderer. The last two are half a character each."""
MOST_LETTERS: Final = 0xD800
"""Characters above this one are drawn seldom."""
MOST_SLIPS: Final = 3


@cache
def said_in_transcripts() -> tuple[str, ...]:
    """Return every line that somebody says in a transcript, in the order of the file names."""
    cues = (cue for path in sorted(TRANSCRIPTS.glob("*.txt")) for cue in parse(path.read_text(encoding="utf-8")))
    return tuple(cue.text for cue in cues if cue.order in {"say", "whisper"})


@cache
def of_the_games() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of all moves and games, and the words that follow a move in its examples."""
    games = list(catalogue().values())
    words = [*catalogue().verbs, *(word for game in games for word in (game.name, *game.aliases))]
    examples = [example.split()[1:] for game in games for move in game.moves for example in move.examples]
    return tuple(sorted(words)), tuple(sorted({word for example in examples for word in example}))


class AnyLines:
    """Draws lines by a seed, the same ones in every run."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a test's own
        self._moves, self._examples = of_the_games()
        self._names: Sequence[str] = ()
        self._offered: Sequence[str] = ()
        self._slips: tuple[Callable[[str], str], ...] = (
            self._letter_lost,
            self._letter_doubled,
            self._letters_swapped,
            self._another_letter,
            self._in_other_letters,
            self._word_lost,
            self._another_word,
            self._words_swapped,
            self._word_more,
            self._broken_off,
            self._with_or_without_sign,
            self._two_in_one,
        )

    def turn_to(self, names: Sequence[str], offered: Sequence[str]) -> None:
        """Draw lines for this table from now on. `names`: the people who sit there; `offered`: some of their moves."""
        self._names, self._offered = names, offered

    def one(self) -> str:
        return self._made() if self._chance.random() < 0.5 else self._with_slips(said_in_transcripts())

    # By a grammar

    def _made(self) -> str:
        kind = self._chance.randrange(6)
        if kind == 0:
            return self._text(60)
        if kind == 1:
            return f"!{self._text(60)}"
        if kind in {2, 3} and self._offered:
            return f"!{self._with_slips(self._offered)}"
        words = WORDS if kind == 4 else self._moves
        rest = (self.value() for _ in range(self._chance.randrange(5)))
        return " ".join((f"!{self._chance.choice(words)}", *rest))

    def value(self) -> str:
        """Return what may follow a command: an amount, an option, a name, a thing on a table, or anything."""
        chance = self._chance
        match chance.randrange(7):
            case 0:
                return chance.choice(AMOUNTS)
            case 1:
                return chance.choice(OPTIONS)
            case 2:
                return str(chance.randint(-(10**20), 10**20) if chance.random() < 0.2 else chance.randint(-1, 60))
            case 3:
                return chance.choice(self._names)
            case 4:
                return f"{chance.choice(self._names)}{chance.randrange(4)}"
            case 5:
                return self._text(12)
            case _:
                return chance.choice(self._examples)

    def _text(self, longest: int) -> str:
        return "".join(self._letter() for _ in range(self._chance.randrange(longest)))

    def _letter(self) -> str:
        chance = self._chance
        match chance.randrange(4):
            case 0:
                return chance.choice(ODD)
            case 1:
                return chr(chance.randrange(MOST_LETTERS))
            case _:
                return chr(chance.randrange(32, 127))

    # With typing errors

    def _with_slips(self, lines: Sequence[str]) -> str:
        line = self._chance.choice(lines)
        for _ in range(self._chance.randrange(MOST_SLIPS + 1)):
            line = self._chance.choice(self._slips)(line)
        return line

    def _at(self, line: str) -> int:
        return self._chance.randrange(len(line)) if line else 0

    def _letter_lost(self, line: str) -> str:
        at = self._at(line)
        return line[:at] + line[at + 1 :]

    def _letter_doubled(self, line: str) -> str:
        at = self._at(line)
        return line[:at] + line[at : at + 1] * 2 + line[at + 1 :]

    def _letters_swapped(self, line: str) -> str:
        at = self._at(line)
        return line[:at] + line[at : at + 2][::-1] + line[at + 2 :]

    def _another_letter(self, line: str) -> str:
        at = self._at(line)
        return line[:at] + self._letter() + line[at + 1 :]

    def _in_other_letters(self, line: str) -> str:
        return self._chance.choice((line.upper(), line.title(), line.swapcase()))

    def _word_lost(self, line: str) -> str:
        words = line.split() or [""]
        del words[self._chance.randrange(len(words))]
        return " ".join(words)

    def _another_word(self, line: str) -> str:
        words = line.split() or [""]
        words[self._chance.randrange(len(words))] = self.value()
        return " ".join(words)

    def _words_swapped(self, line: str) -> str:
        words = line.split()
        self._chance.shuffle(words)
        return " ".join(words)

    def _word_more(self, line: str) -> str:
        words = line.split()
        words.insert(self._chance.randrange(len(words) + 1), self.value())
        return " ".join(words)

    def _broken_off(self, line: str) -> str:
        return line[: self._at(line)]

    def _with_or_without_sign(self, line: str) -> str:
        return line[1:] if line.startswith("!") else f"!{line}"

    def _two_in_one(self, line: str) -> str:
        return f"{line} " * self._chance.choice((2, 2, 2, 60))
