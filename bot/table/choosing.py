"""Let each who sits choose for themselves before a game, as a colour: one thing for one seat alone."""

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
    """Return what a seat may choose now; nothing while a game is on, or where there is nothing to choose."""
    if not isinstance(session.phase, Lobby | Between) or session.practice is not None:
        return ()
    return session.rules.choices(session.game_options)


def free(session: Session, seat: Seat | None = None) -> tuple[str, ...]:
    """Return what nobody but this seat has chosen."""
    taken = {one.choice for at, one in enumerate(session.seats) if at != seat}
    return tuple(word for word in choices(session) if word not in taken)


def choose(change: Change, seat: Seat, word: str) -> None:
    """Choose for this seat, and tell the table. `word`: as typed. Raises Refused, and says what is free."""
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
    """Return what is left to choose, and how that is said.

    `how`: `taken`, where somebody (`who`) has this `word`; `unknown`, where nothing is called so; else `none`.
    """
    return say("choose-so", how=how, word=word, who=who, free=", ".join(left), example=left[0])


def bring(change: Change) -> None:
    """Hand what the seats have chosen to the game that is about to begin, with what it carries on.

    Who has chosen nothing has nothing, whatever was chosen in their seat before.
    """
    session, phase = change.session, change.session.phase
    chosen = tuple(seated.choice for seated in session.seats)
    if not isinstance(phase, Lobby | Between) or not choices(session):
        return
    if not any(chosen) and session.carry is None:
        return
    carry = session.rules.chosen(session.carry, chosen)
    change.set(phase=replace(phase, carry=msgspec.Raw(codec(session.rules).encode(carry))))
