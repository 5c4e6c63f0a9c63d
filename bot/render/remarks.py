"""Tell what was remarkable in the last game: a winner whose chance had been low, and what feat people did."""

from bot.ports.ids import PersonId
from bot.render.feats import feat_title
from bot.table.document import Session
from bot.table.phases import Between
from bot.text import Words
from games.kit.seats import Seat


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
