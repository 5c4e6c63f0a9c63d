"""Games of the archive in words: titles, results, options."""

import re
from collections.abc import Sequence
from typing import Final

from bot.people.finished_games import FinishedGame
from bot.ports.replays import FilmFrame
from bot.ports.shown import ResultSeat, ShownBoard, ShownResult
from bot.render.seat_lines import in_signs
from bot.text import MissingWordsError, Words
from bot.text.safe_text import told_apart
from games.catalogue import catalogue
from games.kit.board import BEFALLS
from games.kit.seats import Seat
from games.kit.telling import say

NAMED: Final = 4
REMARKABLE: Final = 35
"""A winner's chance in percent below which it is told."""
OTHERS_NAMED: Final = 3
"""How many of those who did not win a picture names."""
HEADLINE: Final = 80
"""In letters."""
SENTENCES: Final = re.compile(r"(?<=[.!?…]) +")


def title(game: str, words: Words) -> str:
    """Return the title of a game; if it is no longer installed, its name."""
    return words.title(catalogue()[game]) if game in catalogue() else game


def how_it_ended(game: FinishedGame, words: Words) -> str:
    """Say who won a game, how much, and against whom; or why it was called off."""
    if game.void:
        return words.text("ended-void", why=game.void)
    ranked = [game.seats[at] for at in in_places(game)]
    winners, others = ([sat.name for sat in ranked if sat.won is won] for won in (True, False))
    if not winners:
        return words.text("ended-house") if game.bank > 0 else words.text("ended-nobody")
    gain = max(0, sum(sat.gain for sat in game.seats if sat.won))
    who = words.listed(cut(winners, words))
    if not others:
        return words.text("ended-alone", who=who, gain=gain)
    return words.text("ended-won", who=who, gain=gain, others=words.listed(cut(others, words)))


def cut(names: list[str], words: Words) -> list[str]:
    """Return the names that a line has room for, and how many others there are."""
    if len(names) <= NAMED:
        return names
    return [*names[:NAMED], words.text("so-many-more", count=len(names) - NAMED)]


def options_of(game: FinishedGame) -> tuple[str, ...]:
    """Return the options of a game that differed from the usual, as typed."""
    return tuple(f"{key}={value}" for key, value in game.options.items())


def has_money(game: FinishedGame) -> bool:
    return any(sat.before or sat.after for sat in game.seats)


def in_places(game: FinishedGame) -> list[int]:
    """Return the seats of a game by their places; who has none comes last, by what they gained."""
    seats = game.seats
    return sorted(range(len(seats)), key=lambda at: (seats[at].place or len(seats) + 1, -seats[at].gain))


def result_of(game: FinishedGame, end: FilmFrame, faces: Sequence[str], words: Words) -> ShownResult:
    """Return how a game ended, for a picture: no more than its replay shows to everybody. `faces`: by seat."""
    names, with_money = told_apart(tuple(sat.name for sat in game.seats)), has_money(game)
    seats = tuple(
        ResultSeat(Seat(at), names[at], faces[at], gain, sat.won, sat.place, "" if sat.won else mark_of(at, end.board))
        for at in in_places(game)
        for sat in (game.seats[at],)
        for gain in (in_signs(sat.gain) if with_money else "",)
    )
    winners, others = ([one for one in seats if one.won is won] for won in (True, False))
    marked = [one for one in others if one.mark][-1:]
    others = [*marked, *(one for one in others if one not in marked)]
    more, low = len(others) - OTHERS_NAMED, min((sat.low for sat in game.seats if sat.low), default=REMARKABLE)
    return ShownResult(
        title=title(game.game, words),
        how=how_it_ended(game, words),
        seats=(*winners, *others[:OTHERS_NAMED]),
        more=words.text("so-many-more", count=more) if more > 0 else "",
        board=end.board,
        faces=tuple(faces),
        told=ending(" ".join(end.says)),
        remark=words.text("had-been-low", chance=low) if low < REMARKABLE and len(winners) == 1 else "",
    )


def mark_of(seat: int, board: ShownBoard | None) -> str:
    """Return the symbol of what befell a seat, as it lies on the board; empty: nothing did."""
    pieces = () if board is None else board.pieces
    return next((f"{one.kind}-{one.face}" for one in pieces if one.seat == seat and one.face in BEFALLS), "")


def ending(told: str) -> str:
    """Return the last sentences of what was told, as many as fit; of one that is too long, what comes of the deed."""
    starts = [0, *(gap.end() for gap in SENTENCES.finditer(told))]
    found = next((told[start:] for start in starts if len(told) - start <= HEADLINE), told[starts[-1] :])
    return found if len(found) <= HEADLINE else found.rpartition(": ")[2]


def favourite_of(game: str, verb: str, words: Words) -> str:
    """Return a move as buttons name it; empty if there is none, or its game is no longer installed."""
    if not verb or game not in catalogue():
        return ""
    try:
        return words.sentence(say(f"move-{verb}"), (), catalogue()[game])
    except MissingWordsError:
        return verb
