"""A house bot's thinking: it knows only its seat's view, what that seat was told, and random dealings."""

from typing import NamedTuple

import structlog

from bot.table.document import Session, told_to
from games.kit.contract import Resample
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.temper import Temper
from games.proof.seeded_dice import thinking

log = structlog.get_logger()


class Thought(NamedTuple):
    """What a house bot wants to do in this `session`, and `dice` after its draws.

    It may be computed in parallel, and is valid only for this very session.
    """

    session: Session
    seat: Seat
    move: Move | None
    dice: Dice


def thought(session: Session, seat: Seat, dice: Dice) -> Thought:
    """Let a house bot think. What it computes is cached for others who ask the same of this session."""
    return Thought(session, seat, chosen_or_rest(session, seat, dice), dice)


def chosen_or_rest(session: Session, seat: Seat, dice: Dice) -> Move | None:
    """Return the house bot's move; None if it fails or is illegal: then the clock moves the game on (threats F24)."""
    try:
        move = chosen(session, seat, dice)
    except Exception as error:  # noqa: BLE001 - whatever it is, the table must not hang on it
        log.error("a house bot broke", game=session.game, kind=type(error).__name__)  # noqa: TRY400 - views in frames
        return None
    legal = session.legal_moves(seat)
    return move if move is not None and any(offer.covers(move) for offer in legal) else None


def chosen(session: Session, seat: Seat, dice: Dice) -> Move | None:
    rules, state = session.rules, session.state
    return rules.choose(
        rules.view(state, seat),
        told_to(session, seat),
        session.legal_moves(seat),
        deal_again(session, seat),
        Temper(level_here(session), session.seats[seat].manner),
        thinking(dice, seat),
    )


def level_here(session: Session) -> int:
    """Return the table's level, or the next lower one that is offered where so many sit now."""
    offered = session.rules.levels(session.game_options, len(session.seats))
    return max((level for level in offered if level <= session.options.level), default=offered[0])


def deal_again(session: Session, seat: Seat) -> Resample:
    """Return a function that deals again, to compute this seat's chances without handing out the true state."""
    return lambda dice: session.rules.resample(session.state, seat, dice)
