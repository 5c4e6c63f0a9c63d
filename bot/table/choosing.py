"""Let each seat choose something for itself before a game, such as a colour; no two may have the same."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.phases import Between, Lobby, Playing
from bot.text.safe_text import safe_text
from games.kit.codec import codec
from games.kit.seats import Seat
from games.kit.telling import Say, say


def choices(session: Session) -> tuple[str, ...]:
    """Return what a seat may choose now; empty while a game is on, or where there is nothing to choose."""
    if not isinstance(session.phase, Lobby | Between) or session.practice is not None:
        return ()
    return session.rules.choices(session.game_options)


def free(session: Session, seat: Seat | None = None) -> tuple[str, ...]:
    """Return what no other seat has chosen."""
    taken = {one.choice for at, one in enumerate(session.seats) if at != seat}
    return tuple(word for word in choices(session) if word not in taken)


def choose(change: Change, seat: Seat, word: str) -> None:
    """Choose for this seat, and tell the table. `word`: as typed. Raises Refused, which lists what is free."""
    session, left = change.session, free(change.session, seat)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    if not choices(session):
        raise Refused("nothing-to-choose", code=session.code)
    wanted = word.lower()
    if wanted not in left:
        holder = next((change.called[at] for at, one in enumerate(session.seats) if one.choice == wanted), "")
        how = "taken" if wanted and holder else "unknown" if wanted else "none"
        told = how_to_choose(left, how, safe_text(wanted, 30), holder)
        raise Refused(told.id, **told.args)
    if session.seats[seat].choice != wanted:
        change.session = session.with_seat(seat, replace(session.seats[seat], choice=wanted))
        change.say("chose", who=change.called[seat], choice=wanted)
        change.touched()


def how_to_choose(left: Sequence[str], how: str = "none", word: str = "", who: str = "") -> Say:
    """Return the sentence that lists what is left to choose.

    `how`: `taken`: somebody (`who`) has this `word`; `unknown`: there is no such choice; else `none`.
    """
    return say("choose-so", how=how, word=word, who=who, free=", ".join(left), example=left[0])


def bring(change: Change) -> None:
    """Pass what the seats have chosen to the next game, in what it carries on.

    A seat without a choice has none, whatever its last owner chose.
    """
    session, phase = change.session, change.session.phase
    chosen = tuple(seated.choice for seated in session.seats)
    if not isinstance(phase, Lobby | Between) or not choices(session):
        return
    if not any(chosen) and session.carry is None:
        return
    carry = session.rules.chosen(session.carry, chosen)
    change.set(phase=replace(phase, carry=msgspec.Raw(codec(session.rules).encode(carry))))
