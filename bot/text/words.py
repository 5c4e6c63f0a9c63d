"""Make sentences of message ids and values, in the reader's language.

Fluent hides what is missing (it prints the id of a message, the name of a value): here that is an error.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Final

from msgspec.msgpack import encode

from bot.text.messages import Format, Function, Messages, MissingWordsError, Value
from bot.text.safe_text import quoted
from games.catalogue import AnyGame
from games.kit.board import LETTERS
from games.kit.telling import All, Listed, Say, Told, Who

DEFAULT_LOCALE: Final = "en"
WINGS: Final = resources.files("bot").joinpath("wings")
MOST_GAMES: Final = 64
"""How many games' words are cached."""
MOST_PLAIN: Final = 4096
"""How many sentences without values, and how many labels, are cached."""
MOST_SENTENCES: Final = 8192
"""How many sentences with values are cached, since the same one is often told to several people."""
TYPED: Final = frozenset({"word", "verb", "key"})
"""Values that may hold what somebody typed, so they are made safe first (threats T10, T11)."""
PAGE: Final = "page"
"""The attribute of a message that replaces it on pages, where people press buttons and do not type."""
SLASH: Final = "slash"
"""The attribute that replaces a message where commands are chosen from a list and have other names."""
SHORT: Final = "short"
"""The attribute that says the same in fewer letters, for chats with room for few lines."""
YOU: Final = "you"
"""The attribute that says what is asked to whom it is asked, as something to do."""
ABOUT: Final = "about"
"""The attribute that explains what a message names, in plain words and without values."""


Spelling = Callable[[str], str]
"""A function from a line to how it is typed on a platform. Neither has a sign; the line may begin with a table's code.
"""
SIGN: Final = "\ue000"
"""A placeholder for a command's sign until the line after it is spelled; nothing that people type contains it."""
SIGNED: Final = re.compile(f'"{SIGN}([^"]+)"|{SIGN}([\\w-]*)')
"""A line to be typed: up to the end of its quotation, or one word."""


class Words:
    """The sentences of one language. Raises MissingWordsError if one can't be made.

    `prefix`: the sign of commands, given to every sentence (`$prefix`). `page`: the sentences are for a page, where
    people press buttons; else for a chat, where they type. A message's attribute `page` replaces it on pages.
    `spelled`: changes a line to the way it is typed there; if given, a message's attribute `slash` replaces it.
    `own`: a words file of a venue; its messages replace ours, unless one can't be said with the values of today.
    """

    def __init__(
        self,
        locale: str = DEFAULT_LOCALE,
        prefix: str = "!",
        *,
        page: bool = False,
        spelled: Spelling | None = None,
        own: str = "",
    ) -> None:
        self.locale, self.prefix, self.page, self._spelled = locale, prefix, page, spelled
        self._messages = lru_cache(MOST_GAMES)(partial(messages, locale=locale))
        self._ours: Words | None = None
        if own:
            self._ours = Words(locale, prefix, page=page, spelled=spelled)
            self._messages = lru_cache(MOST_GAMES)(lambda game: messages(game, locale).with_own(own))
        self._sign = prefix if spelled is None else SIGN
        self._formats: dict[tuple[str, AnyGame | None], Format] = {}
        """The function for each message in this voice, at most as many as there are messages."""
        self._said: dict[tuple[bytes, tuple[str, ...], AnyGame | None], str] = {}
        """The latest sentences with values, by all that they are made of."""
        self.plain = lru_cache(MOST_PLAIN)(self._plain)
        """Sentences without values, by game and id; there are only as many as messages."""
        self.own = lru_cache(MOST_PLAIN)(self._own)
        """The results of `own`, by game and id."""
        self.own_is_there = lru_cache(MOST_PLAIN)(self._own_is_there)
        self.explains = lru_cache(MOST_PLAIN)(self._explains)
        self.title: Callable[[AnyGame], str] = partial(self.plain, "game-title")
        """Return the title of a game."""

    @property
    def from_a_menu(self) -> bool:
        """Tell whether commands are chosen from a list, so that nobody need know how they are typed."""
        return self._spelled is not None

    def sentence(self, told: Say, names: Sequence[str] = (), game: AnyGame | None = None) -> str:
        """Return the sentence of a saying. `names`: what each seat is called, in seat order."""
        if not told.args:
            return self.plain(told.id, game)
        if told.id == LETTERS:
            return str(told.args["text"])
        try:
            key = encode(told), tuple(names), game
        except (OverflowError, TypeError, UnicodeEncodeError):  # nothing like it is stored or sent, but it can be said
            return self._made(told, names, game)
        kept = self._said.get(key)
        if kept is not None:
            return kept
        if len(self._said) >= MOST_SENTENCES:
            self._said.clear()  # they are quickly made again
        made = self._said[key] = self._made(told, names, game)
        return made

    def _plain(self, message: str, game: AnyGame | None = None) -> str:
        return self._made(Say(message), (), game)

    def in_short(self, told: Say, names: Sequence[str], game: AnyGame) -> str:
        """Return a shorter sentence for a saying; empty if there is none, or where people use buttons or menus."""
        if self.page or self._spelled is not None:
            return ""
        short = self._messages(game).format(told.id, SHORT)
        return "" if short is None else self._made(told, names, game, short)

    def to_you(self, told: Say, names: Sequence[str], game: AnyGame) -> str:
        """Return the sentence as it is said to whom it awaits; empty if there is no such form."""
        to_you = self._messages(game).format(told.id, YOU)
        return "" if to_you is None else self._made(told, names, game, to_you)

    def explained(self, game: AnyGame) -> dict[str, str]:
        """Return by its id what each message of a game that has an explanation means."""
        found = self._messages(game)
        return {one: self._made(Say(one), (), game, found.format(one, ABOUT)) for one in found.having(ABOUT)}

    def _explains(self, message: str, game: AnyGame) -> bool:
        """Tell whether a message has an explanation."""
        return self._messages(game).format(message, ABOUT) is not None

    def in_chat(self, told: Say, names: Sequence[str], game: AnyGame) -> str:
        """Return the sentence as a chat says it, if these words are for a page; else empty."""
        plain = self._messages(game).format(told.id, "") if self.page else None
        return "" if plain is None else self._made(told, names, game, plain)

    def _made(self, told: Say, names: Sequence[str], game: AnyGame | None, made_by: Format | None = None) -> str:
        values: dict[str, Value] = {}
        for key, value in told.args.items():
            if isinstance(value, str):
                values[key] = quoted(value) if key in TYPED else value
            elif isinstance(value, Who):
                values[key] = names[value.seat] if value.seat < len(names) else str(value.seat + 1)
            elif isinstance(value, Say):
                values[key] = self.sentence(value, names, game)
            else:
                values[key] = value if isinstance(value, int) else self._listed(value, names, game)
        values["prefix"] = self._sign
        try:
            sentence = (made_by or self._formats.get((told.id, game)) or self._format(told.id, game))(values)
        except (MissingWordsError, LookupError, ValueError) as lacking:
            if self._ours is not None:
                return self._ours.sentence(told, names, game)  # what a venue wrote may be older than our sentences
            if isinstance(lacking, MissingWordsError):
                raise
            why = f"no value for {lacking.args[0]}" if isinstance(lacking, KeyError) else lacking
            raise MissingWordsError(f"{told.id}: {why}") from lacking
        return sentence if self._spelled is None else SIGNED.sub(self._called, sentence)

    def _format(self, message: str, game: AnyGame | None) -> Format:
        """Return the function for this message in this voice. Raises MissingWordsError."""
        messages = self._messages(game)
        found = (messages.format(message, voice) for voice in self._voices(message))
        made_by = next((one for one in found if one is not None), None)
        if made_by is None:
            raise MissingWordsError(message)
        self._formats[message, game] = made_by
        return made_by

    def _voices(self, message: str) -> Iterator[str]:
        """Yield the attributes of a message that fit this voice (empty: the message itself), the best first.

        A game's words for people who press also fit a card.
        """
        if self.page:
            yield PAGE
        elif self._spelled is not None:
            yield SLASH
            if not self.own_is_there(message, None):
                yield PAGE
        yield ""

    def _called(self, found: re.Match[str]) -> str:
        return f'"{self.typed(found[1])}"' if found[1] else self.typed(found[2])

    def typed(self, line: str) -> str:
        """Return a command or a move as people type it here. `line`: without a sign."""
        return self.prefix + (line if self._spelled is None or not line else self._spelled(line))

    def text(self, message: str, /, **args: Told) -> str:
        """Return a sentence of the bot by its id and values."""
        return self.sentence(Say(message, args)) if args else self.plain(message)

    def _own(self, message: str, game: AnyGame | None) -> str:
        return self.plain(message, game) if self.own_is_there(message, game) else ""

    def _own_is_there(self, message: str, game: AnyGame | None) -> bool:
        """Tell whether a game (None: the bot) has a message of this id."""
        return self._messages(game).has(message)

    def listed(self, parts: Sequence[str], joint: str = "and-list") -> str:
        """Join parts as `ann, bob and cid`, or with the joint `or-list` as `ann, bob or cid`; of no parts: "nobody"."""
        if len(parts) < 2:
            return parts[0] if parts else self.text("nobody")
        return self.text(joint, rest=", ".join(parts[:-1]), last=parts[-1])

    def _listed(self, value: All | Listed, names: Sequence[str], game: AnyGame | None) -> str:
        if isinstance(value, All):
            return self.listed([names[seat] if seat < len(names) else str(seat + 1) for seat in value.seats])
        parts = [self.sentence(one, names, game) for one in value.says]
        return self.listed(parts, "or-list" if value.either else "and-list")


def spelled(typed: str) -> str:
    """Return options as a page writes them: `pay=even max_splits=4` as "pay: even, max splits: 4"."""
    apart = re.sub(r"(=[^\s,]+) (?=\w+=)", r"\1, ", str(typed))
    return re.sub(r"(\w)=(?=\S)", r"\1: ", apart).replace("_", " ")


FUNCTIONS: Final[Mapping[str, Function]] = {"SPELLED": spelled}
"""Functions that words files can call, besides those of Fluent."""


def lacking(game: AnyGame, told: Say) -> str:
    """Return what is missing to tell this in English, else nothing (for `potluck simulate` and the tests of a game)."""
    try:
        sentence = _in_english().sentence(told, (), game)
    except MissingWordsError as missing:
        return f"no words for {missing}"
    return "" if sentence.strip() else f"no words in {told.id}"


@cache
def _in_english() -> Words:
    return Words()


@lru_cache(maxsize=MOST_GAMES)
def messages(game: AnyGame | None, locale: str) -> Messages:
    """Return the messages for a game (None: the bot alone) in a language, in whatever voice."""
    return Messages(locale, sources(game, locale), FUNCTIONS)


def sources(game: AnyGame | None, locale: str) -> list[str]:
    """Return the Fluent texts for a game (None: the bot alone), those in the default language first."""
    locales = dict.fromkeys((DEFAULT_LOCALE, locale))
    own = [read(package, name) for one in locales for package, name in bot_files(one)]
    theirs = [] if game is None else [read(type(game).__module__, f"words.{one}.ftl") for one in locales]
    return [text for text in (*own, *theirs) if text]


def bot_files(locale: str) -> list[tuple[str, str]]:
    """Return the bot's words files; those of pages and wings by path, so that their code need not be imported."""
    pages = ("", "overlay/", "replay/", "verify/")
    wings = sorted(found.name for found in WINGS.iterdir() if found.is_dir())
    return [
        ("bot.text", f"{locale}.ftl"),
        ("bot.text", f"discord.{locale}.ftl"),
        ("bot.text", f"twitch.{locale}.ftl"),
        *(("bot", f"adapters/web/{page}words.{locale}.ftl") for page in pages),
        *(("bot", f"wings/{wing}/{kind}{locale}.ftl") for wing in wings for kind in ("", "pages.")),
    ]


@lru_cache(maxsize=256)
def spoken(locale: str) -> str:
    """Return the language of this locale if we have words in it; else the default."""
    language = locale.partition("-")[0].lower()
    return language if re.fullmatch(r"[a-z]{2,3}", language) and read("bot.text", f"{language}.ftl") else DEFAULT_LOCALE


@lru_cache(maxsize=256)
def read(package: str, name: str) -> str:
    """Read a text file beside a package's code; empty if there is none."""
    try:
        return resources.files(package).joinpath(name).read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError, TypeError):  # TypeError: a module, not a package
        return ""


def rules_text(game: AnyGame, locale: str) -> str:
    """Return the rulebook for players in the nearest available language."""
    module = type(game).__module__
    return read(module, f"rules.{locale}.md") or read(module, f"rules.{DEFAULT_LOCALE}.md")
