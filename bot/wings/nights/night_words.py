"""Nights in words: their programme, and a line for the list."""

from bot.people.opening_rules import OpeningRules
from bot.ports.ids import PersonId
from bot.render.archive import title
from bot.text import Words
from bot.wings.nights.night import Begun, Course, Night
from bot.wings.nights.plans import cost_of


def programme(night: Night, rules: OpeningRules, words: Words) -> str:
    """Return the games of a night, one after the other, with their options and what a seat costs."""
    return words.text("night-then").join(course_in_words(one, rules, words) for one in night.courses)


def course_in_words(course: Course, rules: OpeningRules, words: Words) -> str:
    given = ", ".join(f"{key}={value}" for key, value in course.given.items() if key not in {"money", "buyin"})
    game = title(course.game, words)
    return words.text(
        "night-course",
        game=game,
        given=given,
        special="yes" if given else "no",
        tournament="yes" if course.tournament else "no",
        cost=cost_of(course, rules),
    )


def listed(night: Night, when: str, words: Words, reader: PersonId, rules: OpeningRules) -> str:
    """Return a night as a line of the list."""
    going, mine = len(night.going), night.guest(reader)
    waiting = [one.player for one in night.waiting]
    how = "no" if mine is None else "maybe" if mine.maybe else "waits" if reader in waiting else "yes"
    return words.text(
        "night-line",
        number=night.number,
        when=when,
        games=programme(night, rules, words),
        taken=min(going, night.seats),
        seats=night.seats,
        waiting=len(waiting),
        maybe=len(night.maybe),
        weekly="yes" if night.weekly else "no",
        on="yes" if isinstance(night.stage, Begun) else "no",
        you=how,
    )
