"""Tell feats in words, those of each game in its own."""

from bot.text import MissingWordsError, Words
from games.catalogue import catalogue
from games.kit.telling import say


def feat_title(game: str, name: str, words: Words) -> str:
    """Return the name of a feat; empty if its game is no longer installed or no longer has it."""
    return _said(game, f"feat-{name}", words)


def feat_how(game: str, name: str, words: Words) -> str:
    """Return how a feat is done."""
    return _said(game, f"feat-{name}-how", words)


def _said(game: str, message: str, words: Words) -> str:
    try:
        return words.sentence(say(message), (), catalogue()[game]) if game in catalogue() else ""
    except MissingWordsError:
        return ""
