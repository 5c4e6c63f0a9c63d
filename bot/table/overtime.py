"""More time for whoever a game waits for, out of the time bank that each seat has for a game."""

from typing import Final

from msgspec.structs import replace

from bot.table.change import Change, Refused
from bot.table.pausing import refuse_while_paused
from bot.table.playing import LAST_WARNING, human_awaited
from games.kit.seats import Seat

BANK: Final = 60
"""Seconds that each seat may give in a game, to itself or to others."""
STEP: Final = 30


def give(change: Change, giver: Seat, seat: Seat) -> None:
    """Let the game wait longer for a seat, out of the giver's time bank, and tell the table.

    Raises Refused if no game is on or it is paused, if nobody waits for that seat, and if the bank is empty.
    """
    refuse_while_paused(change)
    session, playing = change.session, change.playing
    ask = session.ask
    if ask is None or seat not in human_awaited(session, ask):
        whose = "own" if seat == giver else "others"
        raise Refused("overtime-not-awaited", who=change.called[seat], whose=whose, code=session.code)
    used = playing.overtime or (0,) * len(session.seats)
    seconds = min(STEP, BANK - used[giver])
    if not seconds:
        raise Refused("overtime-spent", bank=BANK, code=session.code)
    ends_at = playing.clock.ends_at + seconds * 1000
    clock = replace(playing.clock, ends_at=ends_at, warn_at=ends_at - LAST_WARNING)
    used = (*used[:giver], used[giver] + seconds, *used[giver + 1 :])
    change.set(phase=replace(playing, clock=clock, overtime=used))
    change.touched()
    who, left = change.called[seat], BANK - used[giver]
    if seat == giver:
        change.say("overtime-taken", who=who, seconds=seconds, left=left)
    else:
        change.say("overtime-given", giver=change.called[giver], who=who, seconds=seconds)
