"""A person who plays house bots alone: nobody waits for them, and no game takes chips along from the one before."""

from typing import Final

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.document import Session
from bot.table.stacks import match_is_on

PATIENCE: Final = 600
"""Seconds that they have for each choice."""


def is_solo(session: Session) -> bool:
    """Tell whether this is wanted here, and one person is left who plays, against house bots alone."""
    if session.options.solo != "on" or session.gathers is not None or session.tournament is not None:
        return False
    there = [one for one in session.seats if not one.gone]
    return len(there) > 1 and sum(not one.is_bot for one in there) == 1


def deal_anew(change: Change) -> None:
    """Give everybody the chips they began with, unless they play for purses or a match goes on."""
    session = change.session
    if not is_solo(session) or change.purse_table or match_is_on(session):
        return
    stack = session.rules.stack(session.game_options)
    change.set(seats=tuple(replace(one, stack=stack) for one in session.seats))
