"""Plans of nights as people type them: when, what is played with which options, for how many, how long, how seated."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.people.opening_rules import OpeningRules, check_game, check_stakes
from bot.table.change import Refused
from bot.table.document import TableOptions
from bot.table.new_table import check_given
from bot.table.options import whole_number
from bot.text.reader import nearest, split_options
from bot.wings.nights.night import Course
from bot.wings.nights.night_tables import gathered_by, given_at
from bot.wings.nights.opening_nights import LOT, SEATINGS
from games.catalogue import AnyGame, by_word, catalogue, with_tournaments
from games.kit.contract import Abilities
from games.tournament import MOST_ENTRANTS, MOST_TABLES

SEATS, LENGTH, SEATING, BREAK = "seats", "length", "seating", "break"
MOST_COURSES: Final = 6
FEWEST_SEATS: Final = 2
LENGTHS: Final = 10, 720
"""Minutes: the least and the most that a night may last."""
LONGEST_BREAK: Final = 60
FEWEST_MINUTES: Final = 10
"""The least that is left for each game of a night with a length."""
A_COURSE: Final = 60
"""Minutes for each of several games, unless it is said how long the night lasts."""
TOURNAMENT: Final = "tournament"
"""The word before a game that is played as one."""
JOINTS: Final = frozenset({"then", "and", "+", "&", ","})
WEEKLY: Final = frozenset({"weekly", "every"})


class Plan(Struct, frozen=True):
    """Say what a night is to be, apart from its time."""

    courses: tuple[Course, ...]
    seats: int
    minutes: int
    seating: str
    pause: int


def without_weekly(words: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """Return words without those that make it a series: `weekly`, `every week`, `every friday`."""
    left, weekly = list[str](), False
    for at, word in enumerate(words):
        before = words[at - 1].lower() if at else ""
        if word.lower().rstrip(",") in WEEKLY or (word.lower().rstrip(",") == "week" and before == "every"):
            weekly = True
        else:
            left.append(word)
    return tuple(left), weekly


def read_plan(words: Sequence[str], rules: OpeningRules, abilities: Abilities, tables: int) -> Plan:
    """Read what is played. `tables`: how many may stand at the place. Raises Refused.

    Options belong to the game before them, apart from the night's own.
    """
    courses, own = read_courses(words)
    if not courses:
        raise Refused("night-what", games=", ".join(catalogue()))
    if len(courses) > MOST_COURSES:
        raise Refused("night-too-many-games", most=MOST_COURSES)
    most = [most_seats(one, rules, abilities) for one in courses]
    room = max(
        FEWEST_SEATS, min(seats * (1 if one.tournament else tables) for one, seats in zip(courses, most, strict=True))
    )
    pause = whole_number(BREAK, own.get(BREAK, "0"), 0, LONGEST_BREAK)
    return Plan(
        tuple(courses),
        whole_number(SEATS, own.get(SEATS, str(min(most[0], room))), FEWEST_SEATS, room),
        length_of(own, len(courses), pause),
        seating_of(own),
        pause,
    )


def read_courses(words: Sequence[str]) -> tuple[list[Course], dict[str, str]]:
    """Read the games of a night in their order, and the night's own options. `tournament` stands before or after the
    game that is played as one. Raises Refused.
    """
    courses, own, last = list[Course](), dict[str, str](), ""
    for word in map(str.lower, apart(words)):
        given, _ = split_options([word])
        game = by_word(word)
        if given and next(iter(given)) in {SEATS, LENGTH, SEATING, BREAK}:
            own |= given
        elif given and not courses:
            raise Refused("night-what", games=", ".join(catalogue()))
        elif given:
            courses[-1] = replace(courses[-1], given={**courses[-1].given, **given})
        elif word in JOINTS:
            last = ""
        elif word == TOURNAMENT and last in catalogue() and not courses[-1].tournament:
            courses[-1], last = replace(courses[-1], tournament=True), ""
        elif word == TOURNAMENT and (able := with_tournaments()):
            courses.append(Course(able[0].name, tournament=True))
            last = word
        elif game is not None and last == TOURNAMENT:
            courses[-1], last = replace(courses[-1], game=game.name), game.name
        else:
            last = game_called(word).name
            courses.append(Course(last))
    return courses, own


def game_called(word: str) -> AnyGame:
    """Return the game that a word names. Raises Refused."""
    game = by_word(word)
    if game is None:
        close = nearest(word, list(catalogue()))
        raise Refused("night-no-game-called", word=word, games=", ".join(close) or ", ".join(catalogue()))
    return game


def apart(words: Sequence[str]) -> Iterator[str]:
    """Yield words, and each comma for itself."""
    for word in words:
        yield from filter(None, re.split("(,)", word))


def most_seats(course: Course, rules: OpeningRules, abilities: Abilities) -> int:
    """Return how many people a table of this game seats. Raises Refused if none could be opened so."""
    game = catalogue()[course.game]
    check_game(rules, game.name)
    tournament, given = gathered_by(rules, course)
    table, own = check_given(game, given, abilities, generous=rules.generous)
    check_stakes(rules, table)
    if table.by_invitation:
        raise Refused("night-invites-all")
    if tournament is not None:
        return min(MOST_ENTRANTS, MOST_TABLES * tournament.seats)
    return game.seats(game.options_from(own, abilities, table.from_purses))[-1]


def length_of(own: Mapping[str, str], courses: int, pause: int) -> int:
    """Return how many minutes a night lasts, breaks included; 0: as long as its people like. Raises Refused if its
    breaks leave too little of it.
    """
    if pause and courses < 2:
        raise Refused("night-break-between")
    breaks = pause * (courses - 1)
    if LENGTH not in own:
        return A_COURSE * courses + breaks if courses > 1 else 0
    minutes = whole_number(LENGTH, own[LENGTH], *LENGTHS)
    if breaks and minutes - breaks < FEWEST_MINUTES * courses:
        raise Refused("night-breaks-too-long", breaks=breaks, minutes=minutes, least=FEWEST_MINUTES)
    return minutes


def seating_of(own: Mapping[str, str]) -> str:
    seating = own.get(SEATING, LOT)
    if seating not in SEATINGS:
        raise Refused("not-among", field=SEATING, values=", ".join(SEATINGS))
    return seating


def cost_of(course: Course, rules: OpeningRules) -> int:
    """Return what a seat costs from a purse; 0 for chips."""
    if course.tournament:
        return 0
    given = given_at(rules, course)
    table = TableOptions()
    buyin = int(given.get("buyin", str(table.buyin)))
    return buyin if given.get("money", table.money) == "purse" else 0
