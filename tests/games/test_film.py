"""Test the film of every game: all of it has words for any viewer, and no viewer sees another's secrets."""

from functools import cache

import pytest
from msgspec.structs import replace
from playing import each_game
from test_verifying import record_of

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.replays import Film
from bot.render.film import ALL, film_of, odds_of
from bot.text import Words
from games.catalogue import AnyGame
from games.kit.contract import PrivateEvent
from games.proof.record import Moved
from games.proof.verifying import Replayed, replayed

WORDS = Words("en", page=True)
NAMES = ("Pete", "Ann", "Bo", "Cid", "Dan", "Eve", "Fay", "Gus")


@cache
def played(game: AnyGame) -> tuple[FinishedGame, Replayed]:
    found = replayed("".join(record_of(game)), {game.name: game})
    seats = tuple(Sat(PersonId(name), name, 0, 0) for name in NAMES[: len(found.stacks)])
    place, code = PlaceId("x:1"), TableCode("K7Q")
    return FinishedGame("r", game.name, code, "t", place, 1, 0, 0, seats), found


def film(game: AnyGame, eyes: str) -> Film:
    return film_of(*(played(game)[0], game, played(game)[1]), eyes, WORDS)


@each_game
def test_every_moment_is_told_in_words_to_all_eyes(game: AnyGame) -> None:
    about, found = played(game)
    for eyes in (ALL, "table", *map(str, range(len(about.seats)))):
        made = film_of(about, game, found, eyes, WORDS)
        assert made.whole == len(made.frames) == len(found.moments)
        for moment, frame in zip(found.moments, made.frames, strict=True):
            assert frame.says or moment.deed is None
            assert all(line.strip() for line in (*frame.says, *frame.lines, *frame.own))
            assert not any("{" in line or "⟨" in line for line in (*frame.says, *frame.own))
            assert len(frame.stacks) in {0, len(about.seats)}


@each_game
def test_what_one_seat_alone_was_told_stands_in_its_own_film_and_in_that_of_all_hands(game: AnyGame) -> None:
    about, found = played(game)
    films = {
        eyes: film_of(about, game, found, eyes, WORDS) for eyes in (ALL, "table", *map(str, range(len(about.seats))))
    }
    for number, moment in enumerate(found.moments):
        says = {eyes: one.frames[number].says for eyes, one in films.items()}
        private = [event for event in moment.events if isinstance(event, PrivateEvent)]
        public = len(moment.events) - len(private)
        for eyes, lines in says.items():
            mine = private if eyes == ALL else [event for event in private if str(int(event.to)) == eyes]
            own = " ".join(films[eyes].frames[number].own)
            told = [WORDS.sentence(event.say(), NAMES[: len(about.seats)], game) for event in mine]
            once = sum(one not in own for one in told)
            assert len(lines) == (public + once or (moment.deed is not None)), (number, eyes)
        if not public and not private and isinstance(moment.deed, Moved):
            others = {eyes for eyes in says if eyes not in {ALL, str(int(moment.deed.seat))}}
            assert all(says[eyes] == (f"{NAMES[moment.deed.seat]} did something in secret.",) for eyes in others)


@pytest.mark.parametrize("most", [3])
def test_of_a_very_long_game_the_first_part_is_shown(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.catalogue import catalogue  # noqa: PLC0415

    monkeypatch.setattr("bot.render.film.MOST_FRAMES", most)
    made = film(catalogue()["cones"], ALL)
    assert len(made.frames) == most < made.whole


@each_game
def test_before_each_move_its_seat_is_told_the_chances_that_it_had(game: AnyGame) -> None:
    """The same chances that `!odds` would have told, from what the seat saw and was told before the move."""
    about, found = played(game)
    told = {}
    for step, moment in enumerate(found.moments):
        odds = odds_of(about, game, found, step, WORDS)
        if odds is None:
            continue
        assert isinstance(moment.deed, Moved)
        assert odds.who == moment.deed.seat
        assert all(line.strip() and "{" not in line for line in odds.lines)
        told[step] = odds
        shorter = replace(found, moments=found.moments[: step + 1])
        assert odds_of(about, game, shorter, step, WORDS) == odds
    assert told or game.name in {"highest", "coins", "pig"}, "all but the small examples have some"
    assert odds_of(about, game, found, len(found.moments), WORDS) is None
