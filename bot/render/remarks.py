"""Tell what was remarkable in the last game: a winner whose chance had been low, and the feats that people did."""

from typing import Final

from bot.ports.ids import PersonId
from bot.render.feats import feat_title
from bot.table.document import Session
from bot.table.phases import Between
from bot.text import Words
from games.kit.seats import Seat

MOST_FEATS: Final = 2
"""How many feats of each are told; games list the rarer ones last."""


def remarks_of(session: Session, words: Words) -> dict[PersonId, str]:
    """Return by player what was remarkable about them in the last game, until the next begins."""
    phase = session.phase
    if not isinstance(phase, Between):
        return {}
    return {one.player: told for one in phase.cast if (told := " · ".join(said_of(session, phase, one.seat, words)))}


def said_of(session: Session, phase: Between, seat: Seat, words: Words) -> list[str]:
    low = [] if phase.low is None or phase.low[0] != seat else [words.text("had-been-low", chance=phase.low[1])]
    done = [name for name in session.rules.feats if (seat, name) in phase.feats]
    titles = [feat_title(session.game, name, words) for name in reversed(done[-MOST_FEATS:])]
    return [*low, *filter(None, titles)]
