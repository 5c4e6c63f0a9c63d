"""Games of the archive in words: titles, results, options."""

from collections.abc import Sequence
from typing import Final

from bot.people.finished_games import FinishedGame
from bot.ports.shown import ResultSeat, ShownBoard, ShownResult
from bot.render.art import art_of
from bot.render.seat_lines import in_signs
from bot.text import MissingWordsError, Words
from bot.text.safe_text import told_apart
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.kit.telling import say

NAMED: Final = 4
REMARKABLE: Final = 35
"""A winner's chance in percent below which it is told."""
OTHERS_NAMED: Final = 3
"""How many of those who did not win a picture names."""


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


def result_of(game: FinishedGame, board: ShownBoard | None, faces: Sequence[str], words: Words) -> ShownResult:
    """Return how a game ended, for a picture: no more than its replay shows to everybody. `faces`: by seat."""
    names, with_money = told_apart(tuple(sat.name for sat in game.seats)), has_money(game)
    seats = tuple(
        ResultSeat(Seat(at), names[at], faces[at], in_signs(sat.gain) if with_money else "", sat.won, sat.place)
        for at in in_places(game)
        for sat in (game.seats[at],)
    )
    winners, others = ([one for one in seats if one.won is won] for won in (True, False))
    more, low = len(others) - OTHERS_NAMED, min((sat.low for sat in game.seats if sat.low), default=REMARKABLE)
    return ShownResult(
        title=title(game.game, words),
        how=how_it_ended(game, words),
        seats=(*winners, *others[:OTHERS_NAMED]),
        more=words.text("so-many-more", count=more) if more > 0 else "",
        art=art_of(game.game),
        board=board,
        faces=tuple(faces),
        remark=words.text("had-been-low", chance=low) if low < REMARKABLE and len(winners) == 1 else "",
    )


def favourite_of(game: str, verb: str, words: Words) -> str:
    """Return a move as buttons name it; empty if there is none, or its game is no longer installed."""
    if not verb or game not in catalogue():
        return ""
    try:
        return words.sentence(say(f"move-{verb}"), (), catalogue()[game])
    except MissingWordsError:
        return verb
