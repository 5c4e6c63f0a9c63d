"""Feats in words: the name of each, how it is done, and who did which in the last game."""

from bot.ports.ids import PersonId
from bot.table.document import Session
from bot.table.phases import Between
from bot.text import MissingWordsError, Words
from games.catalogue import catalogue
from games.kit.seats import Seat
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


def remarks_of(session: Session, words: Words) -> dict[PersonId, str]:
    """Return by player what was remarkable about them in the last game, until the next begins."""
    phase = session.phase
    if not isinstance(phase, Between):
        return {}
    return {one.player: told for one in phase.cast if (told := " · ".join(said_of(session, phase, one.seat, words)))}


def said_of(session: Session, phase: Between, seat: Seat, words: Words) -> list[str]:
    """Return how low a chance had been, and of several feats the last that the game lists."""
    low = [] if phase.low is None or phase.low[0] != seat else [words.text("had-been-low", chance=phase.low[1])]
    done = [name for name in session.rules.feats if (seat, name) in phase.feats]
    titles = [feat_title(session.game, name, words) for name in done[-1:]]
    return [*low, *filter(None, titles)]
