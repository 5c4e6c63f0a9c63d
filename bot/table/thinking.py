"""A house bot thinks with its seat's own view, what that seat was told, and another dealing at most."""

import structlog

from bot.table.document import Session, told_to
from games.kit.contract import Resample
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.proof.seeded_dice import thinking

log = structlog.get_logger()


def chosen_or_rest(session: Session, seat: Seat, dice: Dice) -> Move | None:
    """Let a house bot rest that breaks or wants what is not legal: the clock moves the game on (threats F24)."""
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
        session.options.level,
        thinking(dice, seat),
    )


def deal_again(session: Session, seat: Seat) -> Resample:
    """Return what deals again, for whoever thinks about this seat's chances: the true state stays here."""
    return lambda dice: session.rules.resample(session.state, seat, dice)
