"""Plant leaks in the host, where no game can see them. Each is a few lines that somebody might really write."""

import zlib
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from bot.commands.dispatcher import Dispatcher
from bot.delivery import delivery, one_pass, queries, shown
from bot.ports.messages import Answer, Message, Panel, Update
from bot.render import panel, telling
from bot.render.telling import Lines
from bot.table import playing
from bot.table.change import Change
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.phases import BotDue, Playing
from games.kit.codec import codec
from games.kit.moves import Move
from games.kit.seats import Seat, Viewer

log = structlog.get_logger()


def first_coin(session: Session) -> int:
    return int(session.state.coins[0].reveal()) if isinstance(session.phase, Playing) else 0


def all_as_buttons(patch: pytest.MonkeyPatch) -> None:
    """Show everybody's moves to all, also in games with secrets."""
    patch.setattr(panel, "keeps_secrets", lambda _: False)


def buttons_named_by_the_state(patch: pytest.MonkeyPatch) -> None:
    """Put a checksum of the whole state into a button's id, to see whether it is stale."""
    plain = panel.panel_for

    def named(table: panel.TableView, person: str, **how: Any) -> Panel:
        found, session = plain(table, person, **how), table.session
        if not isinstance(session.phase, Playing):
            return found
        sum_of_it = zlib.crc32(codec(session.rules).encode(session.state))
        return replace(found, ask=f"{found.ask}-{sum_of_it}")

    for module in (panel, shown, queries):
        patch.setattr(module, "panel_for", named)


def the_place_as_a_seat(patch: pytest.MonkeyPatch) -> None:
    """Show the first seat's view to people without a seat."""
    plain = panel.viewer_of

    def viewer_of(session: Session, person: str) -> Viewer:
        return plain(session, person) if person else Seat(0)

    patch.setattr(panel, "viewer_of", viewer_of)


def history_of_all(patch: pytest.MonkeyPatch) -> None:
    """Tell every line there is to a page that is opened."""

    def lines_for(_: Any, lines: Lines) -> Any:
        return [*lines.public, *(line for told in lines.private.values() for line in told)]

    patch.setattr(queries, "lines_for", lines_for)


def counted_with_arrangements(patch: pytest.MonkeyPatch) -> None:
    """Report hands as undelivered if anything at all waits."""

    def hands_undelivered(session: Session, was: Any) -> int:
        last = [was.get(f"person:{one.player}", shown.NOTHING) for one in session.people]
        return sum(one.has_own_start for one in last)

    patch.setattr(shown, "hands_undelivered", hands_undelivered)
    patch.setattr(delivery, "hands_undelivered", hands_undelivered)
    patch.setattr(queries, "hands_undelivered", hands_undelivered)


def lines_numbered_with_private_ones(patch: pytest.MonkeyPatch) -> None:
    """Let a page count every step of the log, private ones too."""
    for name in ("event_lines", "note_lines"):
        plain = getattr(telling, name)

        def lines(session: Session, number: int, batch: Batch, *more: Any, plain: Any = plain) -> Any:
            counted = replace(batch, position=replace(batch.position, before=number))
            return plain(session, number, counted, *more)

        patch.setattr(telling, name, lines)


def lines_as_wide_as_private_ones(patch: pytest.MonkeyPatch) -> None:
    """Leave room beside each line for the private lines of its step, so that one's own page looks neat."""
    plain = telling.told

    def told(session: Session, number: int, batch: Batch, called: Any, words: Any) -> Lines:
        lines = plain(session, number, batch, called, words)
        width = sum(len(line.text) for told in lines.private.values() for line in told)
        return Lines([replace(line, text=f"{line.text}{' ' * width}") for line in lines.public], lines.private)

    patch.setattr(telling, "told", told)


def shown_at_every_step(patch: pytest.MonkeyPatch) -> None:
    """Show everybody the table at every step, also at private ones."""
    patch.setattr(one_pass, "is_up_to_date", lambda *_: False)


def a_deadline_by_a_coin(patch: pytest.MonkeyPatch) -> None:
    plain = panel.deadline

    def deadline(session: Session) -> int | None:
        at = plain(session)
        return None if at is None else at + first_coin(session)

    patch.setattr(panel, "deadline", deadline)


def a_pace_by_a_coin(patch: pytest.MonkeyPatch) -> None:
    """Let a house bot with heads think a second longer."""
    plain = playing.bots_due

    def bots_due(change: Change, clock: Any, ask: Any) -> tuple[BotDue, ...]:
        coins = change.session.state.coins
        return tuple(
            replace(due, at=due.at + 1000 * coins[due.seat].reveal()) if due not in clock.bots else due
            for due in plain(change, clock, ask)
        )

    patch.setattr(playing, "bots_due", bots_due)


def an_answer_that_knows(patch: pytest.MonkeyPatch) -> None:
    """Tell a person who is refused the first bid, in an answer made from the state."""
    plain = Dispatcher.hear

    async def hear(house: Dispatcher, message: Message) -> Answer:
        answer = await plain(house, message)
        open_tables = await house.directory.at(message.venue, message.place)
        return replace(answer, text=f"{answer.text}{' ' * sum(map(first_coin, open_tables))}")

    patch.setattr(Dispatcher, "hear", hear)


def pinged_by_a_coin(patch: pytest.MonkeyPatch) -> None:
    plain = shown.update_for

    def update_for(table: panel.TableView, *of: Any, **how: Any) -> Update:
        found = plain(table, *of, **how)
        return replace(found, notify=found.notify[first_coin(table.session) :])

    for module in (shown, one_pass, queries):
        patch.setattr(module, "update_for", update_for)


def a_move_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """Log its amount as a number, which no mask for texts finds."""
    plain = playing.play

    def play(change: Change, seat: Seat, move: Move, stamp: str) -> None:
        log.debug("played", seat=seat, chosen=getattr(move, "amount", 0))
        plain(change, seat, move, stamp)

    patch.setattr(playing, "play", play)


def a_sentence_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """Log what is told, in the same words."""
    plain = telling.spoken

    def spoken(*of: Any) -> str:
        sentence = plain(*of)
        log.debug("told", sentence=sentence)
        return sentence

    patch.setattr(telling, "spoken", spoken)


def a_line_in_a_key(patch: pytest.MonkeyPatch) -> None:
    """Keep the last line of each place in the name of a key."""
    plain = Dispatcher.hear

    async def hear(house: Dispatcher, message: Message) -> Answer:
        await house.repository._store.put_note("heard", f"{message.place} {message.text}", b"1")
        return await plain(house, message)

    patch.setattr(Dispatcher, "hear", hear)


def an_answer_to_all(patch: pytest.MonkeyPatch) -> None:
    """Send private answers to every open page."""
    plain = Dispatcher.hear

    async def hear(house: Dispatcher, message: Message) -> Answer:
        answer = await plain(house, message)
        for session in await house.directory.of(message.sender.id):
            for seated in session.people:
                house.own_page.tell(seated.player, answer)
        return answer

    patch.setattr(Dispatcher, "hear", hear)
