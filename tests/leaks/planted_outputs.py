"""Plant a leak in each kind of output. Each is a few lines that somebody might really write."""

import zlib
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest
import structlog
from msgspec.structs import replace

from bot.adapters.discord.outbound.pictures import SharedPart
from bot.adapters.web.outbound import open_pages
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.overlay import screens
from bot.adapters.web.overlay.screens import Screens
from bot.app.application import Application
from bot.app.on_discord import OnDiscord
from bot.commands import answers, fair_play, proofs
from bot.commands.proofs import Proofs
from bot.commands.questions import QuestionCommands
from bot.commands.staff import StaffCommands
from bot.delivery import disputes, one_pass, queries, shown
from bot.delivery.queries import Queries
from bot.delivery.replays import Replays
from bot.people.own_file import OwnFile, readable
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import File, Posting
from bot.render import panel, telling
from bot.table import playing
from bot.table.document import Session
from bot.table.phases import Playing
from bot.wings.archive.archive import Archive
from bot.wings.streams import forecasts
from games.kit.codec import codec
from games.kit.notation import write
from games.kit.seats import Seat

log = structlog.get_logger()
HOLDERS: Final = Seat(1)
"""The holder's seat in every script."""
Patch = pytest.MonkeyPatch


def sum_of(session: Session) -> str:
    """Return a checksum of everything hidden at a table."""
    return str(zlib.crc32(codec(session.rules).encode(session.state))) if isinstance(session.phase, Playing) else ""


def after(patch: Patch, of: Any, name: str, more: Callable[..., Any]) -> None:
    """Replace a function's result by that of `more`, which gets the result and the function's arguments."""
    plain = getattr(of, name)
    patch.setattr(of, name, lambda *args, **named: more(plain(*args, **named), *args))


def after_it_came(patch: Patch, of: Any, name: str, more: Callable[..., Any]) -> None:
    """Do as `after` does for a coroutine, and await the result of `more`."""
    plain = getattr(of, name)

    async def told(*args: Any, **named: Any) -> Any:
        return await more(await plain(*args, **named), *args)

    patch.setattr(of, name, told)


# In answers


def everybodys_lines(patch: Patch) -> None:
    """Put everything typed at a person's table into the file of their stored data."""

    async def with_all(found: dict[str, Any], own: OwnFile, base: str, _: str) -> dict[str, Any]:
        return found | {"typed": [readable(line) for line in await own._store.typed(own._store.ref_of(base))]}

    after_it_came(patch, OwnFile, "_at_table", with_all)


def private_history(patch: Patch) -> None:
    def with_private(told: str, session: Session, batches: Any, words: Any) -> str:
        lines = answers.lines_of(session, session.log_length - len(batches), batches, words)
        return "\n".join([told, *(line.text for own in lines.private.values() for line in own)])

    after(patch, answers, "history", with_private)


def moves_of_the_holder(patch: Patch) -> None:
    plain = answers.moves_now
    patch.setattr(answers, "moves_now", lambda session, _, words: plain(session, session.seats[1].player, words))


def odds_of_the_holder(patch: Patch) -> None:
    plain = answers.odds_now
    patch.setattr(answers, "odds_now", lambda session, _, words: plain(session, session.seats[1].player, words))


def table_for_the_holder(patch: Patch) -> None:
    plain = answers.panel_for
    patch.setattr(answers, "panel_for", lambda table, _, **how: plain(table, table.session.seats[1].player, **how))


def hand_of_the_first(patch: Patch) -> None:
    """Show a seated person's hand to people without a seat."""
    plain = queries.of_person
    patch.setattr(queries, "of_person", lambda one: plain(one.replace("zoe", "ann")))


def typed_in_private(patch: Patch) -> None:
    plain = disputes.typed_line
    patch.setattr(disputes, "typed_line", lambda line, _: plain(line, None))


def told_in_private(patch: Patch) -> None:
    patch.setattr(disputes, "still_secret", lambda _: frozenset())


def receipts_with_moves(patch: Patch) -> None:
    """Tell spectators the last move in full."""
    patch.setattr(fair_play, "seat_then", lambda *_: HOLDERS)

    def in_full(_: Any, moves: list[Any], __: Any) -> Iterator[str]:
        yield from (one.deed.move for one in moves)

    after(patch, fair_play, "own_receipts", in_full)


def limits_of_others(patch: Patch) -> None:
    async def with_limits(told: Any, of: QuestionCommands, said: Any) -> Any:
        kept = [name for name in await of.store.pipe.read("KEYS", "*") if b"limit" in name]
        found = [await of.store.pipe.read("GET", name) for name in sorted(kept)]
        return replace(told, text=f"{told.text} {found}")

    after_it_came(patch, QuestionCommands, "wallet", with_limits)


def refusals_in_the_log_of_staff(patch: Patch) -> None:
    async def with_typed(told: Any, of: StaffCommands, said: Any) -> Any:
        typed = [await of.store.typed(one.ref) for one in await of.directory.around(said)]
        return replace(told, text=f"{told.text} {typed}")

    after_it_came(patch, StaffCommands, "mod", with_typed)


def state_as_record(patch: Patch) -> None:
    async def of_table(_: Proofs, session: Session, words: Any) -> Any:
        return proofs.Answer(words.text("verified", game=session.code), files=(File("r", sum_of(session).encode()),))

    patch.setattr(Proofs, "of_table", of_table)


def refusal_by_the_state(patch: Patch) -> None:
    async def with_sum(told: Any, house: Application, message: Any) -> Any:
        sums = [sum_of(one) for one in await house.directory.at(message.venue, message.place)]
        return told if told.ok else replace(told, text=f"{told.text} {sums}")

    after_it_came(patch, Application, "hear", with_sum)


def discord_looks_at_more(patch: Patch) -> None:
    async def with_hands(told: Any, of: OnDiscord, message: Any, person: str) -> Any:
        (session,) = await of._app.directory.of(person)
        return replace(told, tables=(*told.tables, sum_of(session)))

    after_it_came(patch, OnDiscord, "purse_and_tables", with_hands)


# In what is shown


def panel_with(change: Callable[[Any, str], Any]) -> Callable[[Patch], None]:
    """Return a leak that changes every panel by the checksum of the state."""

    def planted(patch: Patch) -> None:
        plain = panel.panel_for

        def panel_for(table: panel.TableView, person: str, **how: Any) -> Any:
            found = plain(table, person, **how)
            return change(found, sum_of(table.session)) if isinstance(table.session.phase, Playing) else found

        for module in (panel, shown, one_pass, queries, answers):
            patch.setattr(module, "panel_for", panel_for)

    return planted


def pieces_moved(found: Any, sum_: str) -> Any:
    if found.board is None:
        return found
    first, *rest = found.board.pieces
    return replace(found, board=replace(found.board, pieces=(replace(first, key=f"{first.key}{sum_}"), *rest)))


def alt_text_of_the_state(patch: Patch) -> None:
    house = houses(patch)

    def with_sum(found: Any, _: Any) -> Any:
        return None if found is None else replace(found, alt=f"{found.alt} {sums_at_hand(house[-1])}")

    after(patch, SharedPart, "undrawn", with_sum)


def lines_by_private_ones(patch: Patch) -> None:
    """Mark a public line so that it differs from the same line of another step."""

    def marked(lines: telling.Lines, *_: Any) -> telling.Lines:
        mark = zlib.crc32(repr(lines.private).encode()) if lines.private else ""
        return lines._replace(public=[replace(line, text=f"{line.text}{mark}") for line in lines.public])

    after(patch, telling, "told", marked)


def pinged(patch: Patch) -> None:
    plain = shown.update_for

    def update_for(table: panel.TableView, *of: Any, **how: Any) -> Any:
        found = plain(table, *of, **how)
        return replace(found, called_for=f"{found.called_for}{sum_of(table.session)}")

    for module in (shown, queries, one_pass):
        patch.setattr(module, "update_for", update_for)


def pages_of_all(patch: Patch) -> None:
    """Show everything for one person on every open page."""

    def of(pages: OpenPages, _: str) -> Iterator[Any]:
        for mine in pages.watching.values():
            yield from mine

    patch.setattr(OpenPages, "_of", of)


def answers_to_all(patch: Patch) -> None:
    def tell(pages: OpenPages, _: str, answer: Any) -> bool:
        for mine in pages.watching.values():
            for page in mine:
                page.answer(open_pages.shown(answer))
        return True

    patch.setattr(OpenPages, "tell", tell)

    async def told_there(told: Any, house: Application, message: Any) -> Any:
        house.own_page.tell(message.sender.id, told)
        return told

    after_it_came(patch, Application, "hear", told_there)


def overlay_for_one(patch: Patch) -> None:
    """Let an overlay also show what one person at the table is shown."""

    def show(of: Screens, update: Any) -> None:
        for screen in of._all():
            screen.hold(replace(screens.on_air(update), lines=(*update.card.lines, *update.card.own)))

    patch.setattr(Screens, "show", show)
    patch.setattr(Screens, "looks_on", lambda *_: True)


def commentary_of_what_stays_closed(patch: Patch) -> None:
    async def commentary(of: Queries, session: Session, locale: str) -> tuple[str, ...]:
        first, batches = await of._worded.repository.last_told(session, queries.COMMENTED)
        return queries.commentary(session, first, batches, of._worded.languages.words(locale, page=True))

    patch.setattr(Queries, "commentary", commentary)


# In what is written, posted and kept


def moves_in_the_log(patch: Patch) -> None:
    plain = playing.play

    def play(change: Any, seat: Seat, move: Any, stamp: str) -> None:
        log.info("somebody played", seen=zlib.crc32(write(move).encode()))
        plain(change, seat, move, stamp)

    patch.setattr(playing, "play", play)


def prediction_with_the_state(patch: Patch) -> None:
    after(patch, forecasts, "names", lambda called, session, _: (*called[1:], sum_of(session)))


def posted_beside(patch: Patch) -> None:
    async def post(told: Any, house: Application, message: Any) -> Any:
        for session in await house.directory.at(message.venue, message.place):
            await house.platforms.post(message.place, Posting((sum_of(session),), None, "beside", 0))
        return told

    after_it_came(patch, Application, "hear", post)


def sums_at_hand(house: Application) -> str:
    """Return the checksums of the tables that a house has in memory."""
    return "".join([sum_of(one) for one in house.directory.glimpse(VenueId("test:inn"), PlaceId("test:here")) or ()])


def archive_with_games_that_are_on(patch: Patch) -> None:
    house = houses(patch)

    async def listed(told: Any, *_: Any) -> Any:
        last = replace(told.games[0], title=f"{told.games[0].title} {sums_at_hand(house[-1])}")
        return replace(told, games=(last, *told.games[1:]))

    after_it_came(patch, Archive, "shown", listed)


def replay_with_games_that_are_on(patch: Patch) -> None:
    house = houses(patch)

    async def told_how(told: Any, *_: Any) -> Any:
        return replace(told, how=f"{told.how} {sums_at_hand(house[-1])}")

    after_it_came(patch, Replays, "shown", told_how)


def houses(patch: Patch) -> list[Application]:
    """Return the list of houses, which grows as they are opened."""
    found: list[Application] = []
    plain = Application.__init__

    def opened(house: Application, *of: Any, **how: Any) -> None:
        plain(house, *of, **how)
        found.append(house)

    patch.setattr(Application, "__init__", opened)
    return found


class Planted(NamedTuple):
    """`output`: where it shows. `game`: the game whose evenings are played for it."""

    output: str
    plant: Callable[[Patch], None]
    game: str = "poohead"


PLANTED: Final[dict[str, Planted]] = {
    "mydata": Planted("command mydata", everybodys_lines),
    "history": Planted("command history", private_history),
    "moves": Planted("command moves", moves_of_the_holder),
    "odds": Planted("command odds", odds_of_the_holder, "rogues"),
    "hand": Planted("port hand, call Adapter.show", hand_of_the_first),
    "dispute-typed": Planted("command mod", typed_in_private),
    "fair-play": Planted("command fair", receipts_with_moves),
    "wallet": Planted("command wallet", limits_of_others),
    "record": Planted("command verify", state_as_record),
    "refusal": Planted("command open", refusal_by_the_state),
    "person-here": Planted("port purse_and_tables", discord_looks_at_more),
    "custom-id": Planted("card", panel_with(lambda found, sum_: replace(found, ask=f"{found.ask}-{sum_}"))),
    "chat-line": Planted("chat", lines_by_private_ones),
    "alt-text": Planted("card", alt_text_of_the_state),
    "page": Planted("page tell", pages_of_all),
    "page-answer": Planted("page answer", answers_to_all),
    "overlay": Planted("page hold", overlay_for_one),
    "commentary": Planted("page hold", commentary_of_what_stays_closed, "rogues"),
    "log": Planted("log", moves_in_the_log),
    "prediction": Planted("call Broadcast.open_prediction", prediction_with_the_state),
    "posting": Planted("call Poster.post", posted_beside),
    "archive": Planted("GET /games/{link}", archive_with_games_that_are_on),
    "replay": Planted("GET /game/{link}", replay_with_games_that_are_on),
    "table": Planted("command table", table_for_the_holder),
    "dispute-told": Planted("command mod", told_in_private),
    "staff-log": Planted("command mod", refusals_in_the_log_of_staff),
    "panel": Planted("call Adapter.show", panel_with(lambda found, sum_: replace(found, lines=(*found.lines, sum_)))),
    "board": Planted("GET /seat/{id}/live", panel_with(pieces_moved)),
    "title": Planted(
        "GET /overlay/live", panel_with(lambda found, sum_: replace(found, title=f"{found.title} {sum_}"))
    ),
    "ping": Planted("call Adapter.show", pinged),
}
"""By name: at least one in every kind of output."""
