"""Test that each move a chat is told of belongs to an awaited person and can be typed as shown."""

import pytest
from e2e.phases import sights

from bot.ports.ids import NOBODY
from bot.render.panel import TableView, awaited, panel_for
from bot.table.document import Session
from bot.table.phases import Playing
from bot.text import Words
from games.catalogue import catalogue
from games.kit.notation import PLAIN, read

WORDS = Words()


def told(session: Session) -> list[str]:
    """Return the lines that tell everybody of moves, with their examples."""
    openly = panel_for(TableView(session, WORDS), NOBODY).open_moves
    return [one.line or one.example for one in openly if not one.secret and (one.line or one.example)]


def is_legal(session: Session, line: str) -> bool:
    move = read(line, session.rules.moves, PLAIN)
    return any(legal.covers(move) for seat in awaited(session) for legal in session.legal_moves(seat))


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_every_line_that_is_told_can_be_played(game: str) -> None:
    playing = [one for one in sights(game, short=True) if isinstance(one.session.phase, Playing)]
    lines = [(one, line) for one in playing for line in told(one.session)]
    assert lines
    assert [(one.name, line) for one, line in lines if not is_legal(one.session, line)] == []
