"""Lines of chat, taken apart: a command of the bot, a move of a game, or nothing; and which of them are for us, where
other bots read them, too.

Our words are our commands and the names of our games, except words that other bots have too (the usual ones and the
place's own, `word_lists.py`). Those are ours from people at a table of the place, and if they are moves, from people
who can make that move now. After our own name, `potluck`, every word is ours.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace

from bot.commands.moves import can_now
from bot.commands.table import ALIASES, COMMANDS
from bot.commands.ways_on import OPEN, PLAY
from bot.commands.wing import words_set
from bot.commands.word_lists import BY_NAME, COMMON, LISTS, common_at
from bot.engine.directory import Directory
from bot.people.languages import Languages
from bot.people.selves import Selves
from bot.people.venues import Venues, VenueSettings
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId, platform_of
from bot.ports.messages import Message, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Playing
from bot.text.safe_text import safe_text
from games.catalogue import catalogue
from games.kit.moves import by_verb, verb

LONGEST_LINE: Final = 500
AFTER_A_WORD: Final = "!?.,;:"
"""Signs that people type after a command and that mean nothing."""
IN_A_THREAD: Final = ["table", "in", "a", "thread"]


def read_line(message: Message, prefix: str) -> Said | None:
    """Take a line apart; None if it is not for us, which is the common case and cheap. In private the sign may be left
    out.

    Raises Refused for a line that is too long.
    """
    line = message.text.strip()
    if line.startswith(prefix):
        line = line[len(prefix) :]
    elif not (message.private or message.table):  # on a button the sign may be left out, too
        return None
    if len(line) > LONGEST_LINE:
        raise Refused("too-long", most=LONGEST_LINE)
    is_plain = line.isascii() and line.isprintable()
    words = line.split() if is_plain else safe_text(line, LONGEST_LINE).split()
    by_name = bool(words) and words[0].lower().rstrip(AFTER_A_WORD) == BY_NAME
    words = (words[1:] or ["help"]) if by_name else words
    code = message.table
    if words and not code and CODE.fullmatch(words[0]):
        code, words = TableCode(words[0].upper()), words[1:]
    if not words:
        return Said(message, code, "table", (), "table", by_name) if code else None
    word = words[0].lower().rstrip(AFTER_A_WORD) or words[0]
    if len(words) >= len(IN_A_THREAD) and [one.lower() for one in words[:4]] == IN_A_THREAD:
        return Said(message, code, "thread", (), "thread", by_name)
    if word == PLAY and opens_a_game(words):
        return Said(message, code, OPEN, tuple(words[1:]), OPEN, by_name)
    return Said(message, code, ALIASES.get(word, word), tuple(words[1:]), word, by_name)


def opens_a_game(words: Sequence[str]) -> bool:
    """Tell whether a line is `play GAME`, which opens that game. No card has the name of a game."""
    return len(words) > 1 and words[0].lower() == PLAY and is_game(words[1].rstrip(AFTER_A_WORD))


def known_words() -> list[str]:
    """Return all known words, for "did you mean"."""
    games = [word for game in catalogue().values() for word in (game.name, *game.aliases)]
    moves = [verb(move) for game in catalogue().values() for move in game.moves]
    return list(dict.fromkeys([*COMMANDS, *moves, *games]))


def is_move(word: str) -> bool:
    """Tell whether any game has a move of this name."""
    return word in catalogue().verbs


def is_game(word: str) -> bool:
    """Tell whether this is the name of a game."""
    return word.lower() in catalogue().by_word


def is_known(word: str) -> bool:
    """Tell whether a word is a command, a game or a move."""
    moves = is_move(word) or any(game.implied(word) for game in catalogue().values())
    return word in COMMANDS or is_game(word) or moves


def may_say_password(said: Said) -> bool:
    """Tell whether something follows a word that a password may follow."""
    command = COMMANDS.get(said.word)
    return command is not None and command.unkept and bool(said.rest)


def as_kept(said: Said) -> Message:
    """Return a message as it is kept for disputes: without what follows a word that a password may follow."""
    if said.word not in COMMANDS or not may_say_password(said):
        return said.message
    return replace(said.message, text=" ".join(filter(None, (said.code, said.typed))))


# Whose words they are

OF_WHOEVER_COMES: Final = frozenset({"join", "help", "rules"})
"""Words of people who do not sit yet: they are ours while a table is open."""
SAY_MORE: Final = frozenset({"link", "mod", "server", "help", "rules"})
"""Words that are ours if more follows: `link yes`, `mod log`, `rules GAME`."""
MOST_PLACES: Final = 4096
GLIMPSED: Final = 10.0
"""Seconds for which tables known at a place are trusted without asking the store."""


@lru_cache(LISTS)
def ours(common: frozenset[str] = COMMON) -> frozenset[str]:
    """Return the words that are ours, whoever says them, if other bots have the `common` ones."""
    games = {word for game in catalogue().values() for word in (game.name, *game.aliases)}
    return frozenset((games | set(COMMANDS) | set(ALIASES)) - common | {BY_NAME})


@lru_cache(LISTS)
def theirs(common: frozenset[str] = COMMON) -> frozenset[str]:
    """Return the words that are never ours, whoever says them: other bots have them, and they are no command, move or
    code here.
    """
    return frozenset(
        word
        for word in common
        if ALIASES.get(word, word) not in COMMANDS and not is_move(word) and not CODE.fullmatch(word)
    )


class OwnWords:
    """Judge whether lines of chat are for us. `clock`: seconds that never go back."""

    def __init__(
        self,
        venues: Venues,
        directory: Directory,
        languages: Languages,
        platforms: Platforms,
        selves: Selves,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._venues, self._directory, self._languages, self._platforms = venues, directory, languages, platforms
        self._selves, self._clock = selves, clock
        self._looked: FIFOCache[PlaceId, float] = FIFOCache(MOST_PLACES)
        """When the tables of each place were last read from the store for this."""

    def is_foreign(self, venue: VenueId, place: PlaceId, person: PersonId, line: str) -> bool:
        """Tell whether a line is certainly not for us, without asking the store; this is asked for every line of a
        chat.
        """
        settings = self._venues.at_hand(venue)
        if settings is None:
            return False
        sign = settings.prefix or self._languages.own_sign
        if not line.startswith(sign):
            return True
        if not self._platforms.leaves_words(settings.own_words, settings.prefix, platform_of(venue)):
            return False
        word, _, rest = line[len(sign) :].partition(" ")
        if opens_a_game((word, *rest.split(maxsplit=1))) or sets_something(word, rest.split(maxsplit=1)):
            return False
        word = word.lower().rstrip(AFTER_A_WORD)
        common = common_at(settings)
        if word in theirs(common):
            return True
        return word not in ours(common) and self._is_of_nobody_here(venue, place, person, word)

    def _is_of_nobody_here(self, venue: VenueId, place: PlaceId, person: PersonId, word: str) -> bool:
        """Tell whether a word that other bots may have is certainly for them: nobody at a table here says it."""
        if word in SAY_MORE or word in OF_WHOEVER_COMES or CODE.fullmatch(word):
            return False
        here = self._directory.glimpse(venue, place)
        if here is None or self._looked.get(place, -GLIMPSED) + GLIMPSED < self._clock():
            return False
        who = self._selves.at_hand(person)
        if not here:
            return who is None or not is_move(word)  # people we know may sit elsewhere, and mistake the place
        if who is None and is_move(word):
            return False  # they may sit here as another of their selves
        return word not in COMMANDS and word not in ALIASES and not any(one.has(who or person) for one in here)

    async def concern(self, said: Said, settings: VenueSettings) -> bool:
        """Tell whether a line that is not addressed to us is for us, in a venue with these settings.

        Raises StoreTrouble.
        """
        message = said.message
        if said.typed not in settings.others and not self._platforms.leaves_words(
            settings.own_words, settings.prefix, platform_of(message.venue)
        ):
            return True
        common = common_at(settings)
        if not said.code and said.typed in ours(common):
            return True
        around = await self._directory.around(said, fresh=True)
        self._looked[message.place] = self._clock()
        mine = [one for one in around if one.has(message.sender.id)]
        if mine and said.typed in catalogue().secret_verbs:
            return True  # people who said a secret in public are told so
        if said.code:
            return await self._is_known(said, around)
        if said.word in COMMANDS:
            return for_us(said, around, mine)
        if is_move(said.word):
            return has_move(said, around, mine, common) or await self._has_move_elsewhere(said, common)
        return bool(mine) and said.typed not in common

    async def _has_move_elsewhere(self, said: Said, common: frozenset[str]) -> bool:
        """Tell whether the sender can make this move at a table elsewhere, and so has mistaken the place.

        A word that other bots have is for them here, unless it is a secret move.
        """
        if said.typed in common and said.word not in catalogue().secret_verbs:
            return False
        return any(can_make(one, said) for one in await self._directory.elsewhere(said))

    async def _is_known(self, said: Said, around: Sequence[Session]) -> bool:
        """Tell whether a line begins with the code of a real table; words of other bots may look like codes."""
        if any(one.code == said.code for one in around):
            return True
        try:
            await self._directory.coded(said.message, said.code)
        except Refused:
            return False
        return True


def sets_something(word: str, rest: Sequence[str]) -> bool:
    """Tell whether a line is `setup` with one of the words that wings let follow it; alone the word is often a bot's
    that tells of a streamer's microphone.
    """
    return word.lower() == "setup" and bool(rest) and rest[0].lower() in words_set()


def for_us(said: Said, around: Sequence[Session], mine: Sequence[Session]) -> bool:
    """Tell whether a command that other bots have too is for us: from people at a table here, or coming to one."""
    message: Message = said.message
    staff = message.rights >= Rights.STAFF
    if (
        sets_something(said.typed, said.rest)
        or (said.rest and said.typed in SAY_MORE)
        or (said.typed == "help" and staff)
    ):
        return True
    of_others = said.typed in OF_WHOEVER_COMES or COMMANDS[said.word].of_lookers or staff
    return bool(mine) or (bool(around) and of_others)


def has_move(said: Said, around: Sequence[Session], mine: Sequence[Session], common: frozenset[str]) -> bool:
    """Tell whether a move is for us: if no other bot has the word, from anybody who sits here; else from those who can
    make it.
    """
    if said.word not in common and said.typed not in common and mine:
        return True
    stakes = any(one.gathers is not None and is_opening(one, said.word) for one in around)
    return stakes or any(can_make(one, said) for one in mine)


def can_make(session: Session, said: Said) -> bool:
    """Tell whether the sender can make the move that these words mean now; for some moves the words after it decide."""
    kind, seat = by_verb(session.rules.moves).get(said.word), session.seat_of(said.message.sender.id)
    if kind is None or seat is None:
        return False
    if can_now(session, said) or not isinstance(session.phase, Playing):
        return can_now(session, said)
    meant, _ = session.rules.meant(kind, said.rest)
    return any(move.verb == said.word or move.move is meant for move in session.legal_moves(seat))


def is_opening(session: Session, word: str) -> bool:
    return session.rules.opening is not None and verb(session.rules.opening) == word
