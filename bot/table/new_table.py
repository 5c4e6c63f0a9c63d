"""Opening a table: where, by whom, and with which options."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from bot.ports.ids import PlaceId, TableCode, VenueId
from bot.ports.messages import Person
from bot.table.change import Refused
from bot.table.document import IDLE, SCHEMA, Mirror, Session, TableOptions
from bot.table.options import check_options, check_purses, table_options
from bot.table.phases import Lobby, Pledge
from games.catalogue import AnyGame
from games.kit.contract import Abilities


def new_session(
    game: AnyGame,
    given: Mapping[str, str],
    opened: "Opening",
    pledge: Pledge,
    abilities: Abilities,
    plain: TableOptions,
    *,
    generous: bool,
) -> Session:
    """Return a table in its lobby, with nobody seated yet. Raises Refused for invalid options.

    `generous`: the venue lets the House pay (`check_purses`).
    """
    table, own = check_given(game, given, abilities, plain, generous=generous)
    return Session(
        schema=SCHEMA,
        table=opened.table,
        code=opened.code,
        venue=opened.venue,
        places=(opened.place,),
        game=game.name,
        given=own,
        abilities=abilities,
        options=table,
        host=opened.host.id,
        seats=(),
        pledge=pledge,
        log_length=0,
        idle_at=opened.at + IDLE * 1000,
        enough=False,
        record="",
        loaded=False,
        phase=Lobby(),
        hosted_at=opened.at,
    )


def led_home(session: Session, venue: VenueId) -> Session:
    """Return a new table for a place of this venue, which may be part of a community whose home is another venue."""
    mirrors = () if venue == session.venue else (Mirror(venue, session.places[0]),)
    return replace(session, mirrors=mirrors)


def check_given(
    game: AnyGame,
    given: Mapping[str, str],
    abilities: Abilities,
    plain: TableOptions = TableOptions(),  # noqa: B008 - it is frozen
    *,
    generous: bool,
) -> tuple[TableOptions, dict[str, str]]:
    """Return the host's own options, and those of the game. Raises Refused if no table could be opened with them."""
    table, own = table_options(game, given, plain)
    check_options(game, own, abilities, table.from_purses)
    if table.from_purses and game.stack(game.options_from(own, abilities)) == 0:
        raise Refused("not-for-money", game=game.name)
    check_purses(game, own, table, generous=generous)
    return table, own


class Opening(msgspec.Struct, frozen=True):
    """Where, by whom, when (ms) and with what code a table is opened."""

    table: str
    code: TableCode
    venue: VenueId
    place: PlaceId
    host: Person
    at: int
