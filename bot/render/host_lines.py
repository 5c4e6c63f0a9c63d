"""The host's lines above the game's own: the state of the table, why it is paused, and who plays a tournament."""

from collections.abc import Iterator
from typing import Final

from bot.ports.messages import EntrantLine
from bot.render.seat_lines import given_to
from bot.table.document import OfTournament, Paused, Session, TournamentRules
from bot.table.pausing import MINUTES_OF_A_MOTION, platform_name, unreachable
from bot.table.phases import Hosting, Lobby, PlayedAt, Playing
from bot.table.queueing import in_line
from bot.table.stacks import owed
from bot.table.tournament import in_place, left_in, stakes_told
from bot.text import Words
from games.kit.telling import Listed, say

RANKED_SHOWN: Final = 10
PLAYERS_NAMED: Final = 24
"""Of more players than these it is told how many are left at each table, not who."""


def phase_name(session: Session) -> str:
    return str(session.phase.__struct_config__.tag)


def host_lines(session: Session, words: Words, stakes: int) -> tuple[str, ...]:
    """Return the lines above the game's own. `stakes`: how many wait for the next round."""
    lines = [] if isinstance(session.phase, Playing) else [phase_in_words(session, words)]
    if session.options.by_invitation:
        lines.append(words.text("is-by-invitation"))
    if session.practice is not None:
        lines.append(words.text("practice-is", number=session.practice.number))
    if isinstance(session.tournament, TournamentRules):
        lines += tournament_lines(session, session.tournament, words)
    if isinstance(session.phase, Lobby) and (pot := owed(session).pot):
        lines.append(words.text("pot-waits", pot=pot))
    if stakes:
        lines.append(words.text("stakes-waiting", count=stakes))
    if waiting := len(in_line(session)):
        lines.append(words.text("queue-waits", count=waiting))
    if session.options.money == "purse":
        lines.append(words.text("money-purse", buyin=session.options.buyin))
    if session.paused is not None:
        lines.append(paused_in_words(session, session.paused, words))
    return tuple(lines)


def paused_in_words(session: Session, paused: Paused, words: Words) -> str:
    """Return why a table is paused."""
    match paused.why:
        case "platform":
            away = Listed(tuple(platform_name(one) for one in unreachable(session)))
            return words.text("paused-by-platform", code=session.code, platforms=away)
        case "place":
            return words.text("paused-by-place", code=session.code)
        case "lost":
            return words.text("paused-by-loss", code=session.code)
        case "stream":
            return words.text("paused-by-stream", code=session.code, who=paused.by)
        case "motion":
            return words.text("paused-by-motion", code=session.code, who=paused.by, minutes=MINUTES_OF_A_MOTION)
        case _:
            tournament = "no" if session.tournament is None else "yes"
            return words.text("paused-by-staff", code=session.code, who=paused.by, tournament=tournament)


def phase_in_words(session: Session, words: Words) -> str:
    match session.phase, session.tournament:
        case Hosting(over=True), _:
            return words.text("tournament-is-over")
        case Lobby(), OfTournament():
            return words.text("tournament-table-is-seated")
        case _:
            return words.plain(f"phase-{phase_name(session)}")


def tournament_lines(session: Session, rules: TournamentRules, words: Words) -> Iterator[str]:
    """Yield a panel's lines about the tournament that people gather for here, or that is on."""
    if isinstance(session.phase, Hosting):
        yield from hosting_lines(session, session.phase, words)
    else:
        most = session.seats_allowed[-1]
        yield words.text("tournament-gathers", seats=rules.seats, seconds=rules.level_seconds, most=most)


def hosting_lines(session: Session, hosting: Hosting, words: Words) -> Iterator[str]:
    """Yield the stakes, and who plays the tournament."""
    if not hosting.over:
        stakes, left = stakes_told(session, hosting.level), len(hosting.entered) - len(hosting.ranked)
        level = say("tournament-level-is", level=hosting.level + 1, stakes=stakes, left=left)
        yield words.sentence(level, (), session.rules)
    yield from lines_of_entered(hosting, words)


def lines_of_entered(hosting: Hosting, words: Words) -> Iterator[str]:
    """Yield who is left at which table with how much, and who was knocked out last."""
    if not hosting.over:
        left = len(hosting.entered) - len(hosting.ranked)
        named = left <= PLAYERS_NAMED
        tables = [table_told(one, hosting, words, named=named) for one in hosting.tables if one.players]
        if named:
            yield from tables
        else:
            yield words.listed(tables)
    if hosting.ranked:
        best = [words.sentence(in_place(one)) for one in reversed(hosting.ranked[-RANKED_SHOWN:])]
        yield words.text("tournament-ranked", best=words.listed(best))


def table_told(table: PlayedAt, hosting: Hosting, words: Words, *, named: bool) -> str:
    """Return who is left at a table, with what they have, the richest first; or how many."""
    there = {one.player for one in left_in(hosting)}.intersection(table.players)
    if not named:
        return words.text("tournament-table-has", number=table.number, code=table.code, count=len(there))
    names = {one.player: one.name for one in hosting.entered}
    ordered = sorted(there, key=lambda one: (-hosting.stacks.get(one, 0), table.players.index(one)))
    who = [words.text("player-has", who=names[one], stack=hosting.stacks.get(one, 0)) for one in ordered]
    return words.text("tournament-table-seats", number=table.number, code=table.code, who=words.listed(who))


def entered_in(hosting: Hosting) -> tuple[EntrantLine, ...]:
    """Return who plays a tournament, by their tables, the richest first; then those who are out, the best first."""
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
