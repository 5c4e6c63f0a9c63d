"""The meaning of one word: a command or an alias, a move, a game, an option."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.commands.command import Command
from bot.commands.ways_on import OPEN, PLAY
from bot.render import rules
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.options import as_typed, options_now
from bot.table.phases import Playing
from bot.text import Words
from bot.text.reader import nearest
from games.catalogue import AnyGame, by_word, catalogue
from games.kit.moves import Move, verb
from games.kit.notation import PLAIN, read, usage, write
from games.kit.seats import all_seats
from games.kit.telling import say

MOST_ASKED: Final = 12
"""Seats of a table at which an example is looked for; in a crowd all may do the same."""


def explained(word: str, words: Words, here: Sequence[Session], commands: Mapping[str, Command]) -> str:
    """Explain how a word is typed and what it does; the games of the tables here come first.

    Raises Refused for an unknown word.
    """
    games = tuple(dict.fromkeys((*(one.rules.name for one in here), *catalogue())))
    move = next(of_moves(word, [catalogue()[name] for name in games], words, here), "")
    opens = of_a_command(OPEN, words, commands) if word == PLAY else ""
    found = opens or of_a_command(word, words, commands) or move or of_a_game(word, words)
    set_so = of_an_option_here(word, words, here) or ("" if found else of_an_option_somewhere(word, words))
    if not found and not set_so:
        raise unknown(word, words, commands)
    return "\n".join(one for one in (found, move if opens else "", set_so) if one)


def unknown(word: str, words: Words, commands: Mapping[str, Command]) -> Refused:
    """Return the refusal of an unknown word, with the nearest known ones."""
    aliases = (alias for one in commands.values() for alias in one.aliases)
    games = (name for game in catalogue().values() for name in (game.name, *game.aliases))
    close = nearest(word, list(dict.fromkeys((*commands, *aliases, *sorted(catalogue().verbs), *games))))
    if not close:
        return Refused("unknown-verb", verb=word)
    return Refused("nearest-verbs", verb=word, nearest=words.listed(close, "or-list"))


def of_a_command(word: str, words: Words, commands: Mapping[str, Command]) -> str:
    """Return how a command is typed and what it does, also for its aliases; empty if there is no such command."""
    if (command := commands.get(word)) is not None:
        return words.text("usage-is", usage=words.typed(word), help=words.text(command.help))
    meant = next((one for one in commands.values() if word in one.aliases), None)
    return "" if meant is None else stands_for(word, meant.word, of_a_command(meant.word, words, commands), words)


def of_moves(word: str, games: Sequence[AnyGame], words: Words, here: Sequence[Session]) -> Iterator[str]:
    """Yield the help of the moves of this name, then of moves that people call by it in some game (`fold`)."""
    for game in games:
        for move in game.moves:
            if verb(move) == word:
                yield of_a_move(move, game, words, here)
    for game in games:
        if (meant := game.implied(word)) is not None:
            yield stands_for(word, verb(meant), of_a_move(meant, game, words, here), words)


def of_a_move(move: type[Move], game: AnyGame, words: Words, here: Sequence[Session]) -> str:
    """Return how a move is typed, what it does, and its examples, at the tables here those that fit now."""
    line = words.own(f"help-{verb(move)}", game) or (move.__doc__ or "").splitlines()[0]
    examples = ", ".join(words.typed(example) for example in examples_now(move, here))
    return words.text("usage-is", usage=words.typed(usage(move)), help=line) + f" ({examples})"


def examples_now(move: type[Move], here: Sequence[Session]) -> Sequence[str]:
    """Return the examples of a move that are possible at a table here, or one that is; of what all may know."""
    tables = [one for one in here if move in one.rules.moves and isinstance(one.phase, Playing)]
    seats = [(one, seat) for one in tables for seat in all_seats(len(one.seats))[:MOST_ASKED] if move.offered_openly]
    legal = [offer for one, seat in seats for offer in one.legal_moves(seat) if offer.move is move]
    fitting = [line for line in move.examples if any(one.covers(read(line, [move], PLAIN)) for one in legal)]
    possible = [write(one) for offer in legal[:1] for one in offer.examples(1)]
    return fitting or possible or move.examples


def of_a_game(word: str, words: Words) -> str:
    """Return what a game is, also for its aliases; empty if no game has this name."""
    game = by_word(word)
    if game is None:
        return ""
    told = words.sentence(say("game-about"), (), game)
    return told if word == game.name else stands_for(word, game.name, told, words)


def of_an_option_here(word: str, words: Words, here: Sequence[Session]) -> str:
    """Say what an option means at the tables here, with the value set there; empty if none of them has it."""
    for session in here:
        hosts = {key: as_typed(getattr(session.options, key)) for key in rules.OF_THE_TABLE}
        now = {**options_now(session), **hosts}
        if word in now:
            return option(word, now[word], session.rules, words)
    return ""


def of_an_option_somewhere(word: str, words: Words) -> str:
    """Say what the usual value of an option means, in the first game that has the option; empty if no game has it."""
    for game in catalogue().values():
        if word in game.options.model_fields:
            return option(word, rules.usual(game)[word], game, words)
    return ""


def option(key: str, value: str, game: AnyGame, words: Words) -> str:
    """Return what this value of an option means in a game."""
    meaning = rules.meaning(game, key, value, words) or value
    return words.text("option-is", option=f"{key}={value}", game=words.title(game), meaning=meaning)


def stands_for(alias: str, word: str, told: str, words: Words) -> str:
    """Say that one word stands for another, and what that other one means."""
    return words.text("stands-for", alias=alias, word=word, help=told)
