"""Turn a table's news into parts of lines of chat: its sentences, whose turn it is, and where hands are."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import regex
from msgspec.structs import replace

from bot.adapters.twitch.outbound.planning import Part, parts_of
from bot.ports.messages import News, OpenMove, Panel, Update
from bot.text import Words

MOST_NAMED: Final = 10
"""The most awaited players who are named; more are counted."""
MOST_MOVES: Final = 4
"""The most moves listed; of more, one is told for each verb, with their number."""
MOST_NEWCOMERS: Final = 6
"""The most people named who sit down at the same time."""


def news_in_parts(update: Update, words: Words) -> list[Part]:
    """Return the news as parts, one sentence each, and the fine print last."""
    fine = [Part(one.text, fine=True) for one in update.news if one.fine]
    return [*gathered(standing(update.news), words), *fine]


def standing(news: tuple[News, ...]) -> list[News]:
    """Return the news to tell: of lines that replace each other only the last, no steps of a count, no fine print."""
    plain = [one for one in news if not (one.fine or one.in_between)]
    last = max((place for place, one in enumerate(plain) if one.replaces), default=-1)
    return [one for place, one in enumerate(plain) if not one.replaces or place == last]


def gathered(news: list[News], words: Words) -> list[Part]:
    """Return the news as parts. Several people who sit down in a row with the same stack share one sentence.

    People named by a game that starts at once need no such sentence, unless it tells their stack.
    """
    found: list[Part] = []
    told = [
        one
        for place, one in enumerate(news)
        if not one.newcomer or one.stack or not names(news[place + 1 :], one.newcomer)
    ]
    for (arrives, stack), run in groupby(told, key=lambda one: (bool(one.newcomer), one.stack)):
        together = list(run)
        if arrives and len(together) > 1:
            called, more = [one.newcomer for one in together[:MOST_NEWCOMERS]], len(together) - MOST_NEWCOMERS
            who = ", ".join(called) if more > 0 else words.listed(called)
            found += parts_of(words.text("sat-down-many", who=who, more=max(0, more), stack=stack), aside=True)
        else:
            for one in together:
                parts = parts_of(one.text, aside=one.aside, short=one.short)
                found += [*parts[:-1], replace(parts[-1], turn=one.turn)] if parts and one.turn else parts
    return found


def names(news: Sequence[News], newcomer: str) -> bool:
    """Return whether a game's news name somebody who sat down, so that this needs no sentence."""
    named = regex.compile(rf"(?<!\w){regex.escape(newcomer)}(?!\w)")
    return any(not one.aside and named.search(one.text) for one in news)


def turn(
    update: Update, words: Words, news: Sequence[Part] = (), *, hands_at: str = "", has_pages: bool = False
) -> str:
    """Return who is to play, and the moves that everybody may know; empty if nobody is awaited.

    `news`: what is said before it; if that already tells whose turn it is, it is not repeated. `hands_at`: the address
    of people's own pages, if it is to be told now. `has_pages`: people can find them anyway.
    """
    who = awaited(update, words, news)
    hands = words.text("twitch-hands", address=hands_at) if hands_at else ""
    on_pages = words.text("twitch-on-pages") if has_pages and is_played_on_pages(update) else ""
    return " ".join(filter(None, (who, hands or on_pages)))


def is_played_on_pages(update: Update) -> bool:
    """Return whether those awaited need their own pages: they have a hand to look at, and no move that chat may
    name.
    """
    panel = update.card
    people = any(seat.awaited and not seat.bot for seat in panel.seats)
    waits = panel.phase == "playing" and people and bool(update.notify)
    return waits and panel.hands and all(one.secret for one in panel.open_moves)


def awaited(update: Update, words: Words, news: Sequence[Part]) -> str:
    panel = update.card
    names = [seat.name for seat in panel.seats if seat.awaited and not seat.bot]
    if panel.phase != "playing" or not names or not update.notify:
        return ""
    who = words.listed(names) if len(names) <= MOST_NAMED else words.text("twitch-several", count=len(names))
    told = words.text("twitch-to-play", who=who)
    last = next((one.turn for one in reversed(news) if one.turn), ())
    if (last and set(names) <= set(last)) or any(told.rstrip(".") in one.text for one in news):
        told = ""
    return f"{told} {moves(panel, words)}".strip()


def turn_by_seats(update: Update, words: Words) -> str:
    """Return who is to play by their seats' numbers, and what they may do; empty if nobody is awaited."""
    panel = update.card
    seats = [words.text("twitch-seat", number=seat.seat + 1) for seat in panel.seats if seat.awaited and not seat.bot]
    if panel.phase != "playing" or not seats:
        return ""
    return f"{words.text('twitch-to-play', who=words.listed(seats[:MOST_NAMED]))} {moves(panel, words)}".strip()


def moves(panel: Panel, words: Words) -> str:
    """Return the open moves as typed, with every verb: `!split, !stand`, `!move 6b x8 … (11 ways), !pass`."""
    openly = [one for one in panel.open_moves if not one.secret]
    if len(openly) <= MOST_MOVES:
        return ", ".join([in_one_way(one, words) for one in openly])
    by_verb: dict[str, list[OpenMove]] = {}
    for one in openly:
        by_verb.setdefault(one.verb, []).append(one)
    return ", ".join([in_one_way(each[0], words, sum(one.ways or 1 for one in each)) for each in by_verb.values()])


def in_one_way(one: OpenMove, words: Words, ways: int = 0) -> str:
    """Return a move as typed; if it can be made in several ways, with their number."""
    line = words.typed(one.line or one.example or one.verb)
    if one.line and ways <= 1:
        return line
    count = max(ways, one.ways)
    if count > 1:
        return words.text("twitch-ways", line=line, count=count)
    return f"{line} …" if one.example else line
