"""Show who plays a tournament: at which table, with how much, or with which place they are out."""

from bot.ports.messages import EntrantLine
from bot.render.faces import given_to
from bot.table.document import Session
from bot.table.phases import Hosting


def entered_in(session: Session) -> tuple[EntrantLine, ...]:
    """Return those who play, by their tables, the richest first; then those who are out, the best first."""
    hosting = session.phase
    if not isinstance(hosting, Hosting):
        return ()
    faces = given_to(tuple([None if one.house else (one.player, "") for one in hosting.entered]))
    places = {one.player: one.place for one in hosting.ranked}
    tables = {player: table.number for table in hosting.tables for player in table.players}
    found = [
        EntrantLine(one.name, face, 0, 0, place)
        if (place := places.get(one.player, 0))
        else EntrantLine(one.name, face, tables.get(one.player, 0), hosting.stacks.get(one.player, 0))
        for one, face in zip(hosting.entered, faces, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (one.place, one.table, -one.stack)))
