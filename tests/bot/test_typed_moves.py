"""Test that possible moves can be typed as shown: "You may: lot pete1" is a line that is taken."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from highdie import GAME as HIGHDIE
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands.moves import meant_by, most_of
from bot.render.offers import offers_in_words, typed
from bot.text import Words
from bot.text.reader import ChatReader
from games.catalogue import AnyGame, catalogue
from games.headache.moves import For
from games.kit.moves import Choice, LegalMove, OneOf, Order
from games.kit.notation import read
from games.kit.seats import all_seats
from games.proof import fair
from games.proof.seeded_dice import SeededDice

GAMES = {**catalogue(), "highdie": HIGHDIE}
WORDS = Words()
NAMES = ("ann", "Big Pete", "jack (3)", "jack (4)", "bob2", "zoë", "7", "ivy", "mo", "eli")
"""Names with a blank, with the seat's number, with a number at the end, and a number alone."""
MOST_STEPS = 60


def each_position(game: AnyGame, seed: int, seats: int, options: dict[str, str]) -> Iterator[Any]:
    """Yield states of a game with random moves."""
    chosen = game.options_from(options)
    dice = SeededDice(fair.lp(str(seed)), "typed", b"")
    state = game.start(chosen, (game.stack(chosen),) * seats, dice, None).state
    chance = SeededDice(fair.lp(str(seed)), "chance", b"").draw("moves")
    for _ in range(MOST_STEPS):
        yield state
        ask = game.asks(state)
        if ask is None:
            return
        movers = [seat for seat in all_seats(seats) if game.legal_moves(state, seat)]
        if not movers or chance.below(10) == 0:
            state = game.time_up(state, ask.seats, dice).state
        else:
            seat = chance.pick(movers)
            move = chance.pick(chance.pick(game.legal_moves(state, seat)).examples(8))
            state = game.play(state, seat, move, dice).state


def line_of(shown: str) -> str:
    """Return the first line in a pattern: `1/2` becomes 1, `0-95` becomes 0, and `[…]` is left out."""
    plain = re.sub(r" \[[^]]*\]", "", shown.removesuffix(" (for example)"))
    return " ".join(re.sub(r"^(\d+)-\d+$", r"\1", word.split("/")[0]) for word in plain.split(" "))


def is_taken(game: AnyGame, legal: tuple[LegalMove, ...], shown: str, names: tuple[str, ...], stack: int) -> bool:
    line = line_of(shown)
    word, *rest = line.split()
    mine = [one for one in legal if one.verb == word]
    reader = ChatReader(names, stack, most_of(mine, stack), meant_by(mine, game, WORDS))
    kind, words = game.meant(mine[0].move, tuple(rest))
    move = read(" ".join([word, *game.spelled_out(kind, words, legal)]), (kind,), reader)
    return any(one.covers(move) for one in legal)


PLAIN_NAMES = ("ann", "ben", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
TABLES = {
    "headache": (5, {"memory": "off", "vote": "declare", "alliances": "on", "draw": "choose"}),
    "poohead": (4, {}),
    "cones": (4, {}),
    "rogues": (4, {"betting": "thieves"}),
    "halflings": (1, {}),
    "highdie": (3, {}),
}


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_is_said_to_be_possible_is_a_line_that_is_taken(name: str, seed: int) -> None:
    game, (seats, options) = GAMES[name], TABLES[name]
    names = PLAIN_NAMES[:seats]
    for state in each_position(game, seed, seats, options):
        for seat in all_seats(seats):
            legal = game.legal_moves(state, seat)
            stack = int(game.view(state, seat).stacks[seat]) if game.view(state, seat).stacks else 0
            for offer in legal:
                shown = offers_in_words((offer,), game, WORDS, names)
                assert is_taken(game, legal, shown, names, stack), (shown, state)


def headache(line: str, who: int = 0) -> tuple[LegalMove, ...]:
    """Return somebody's legal moves in this phase of Headache."""
    game = GAMES["headache"]
    for seed in range(50):
        for state in each_position(game, seed, 5, {"memory": "off", "vote": "declare", "alliances": "on"}):
            for seat in all_seats(5)[who:]:
                legal = game.legal_moves(state, seat)
                if any(one.verb == line for one in legal):
                    return tuple(one for one in legal if one.verb == line)
    raise AssertionError(line)


@pytest.mark.parametrize("verb", ["order", "lot", "swap", "ally"])
def test_players_and_things_are_named_so_that_they_are_read_as_themselves_whatever_they_are_called(verb: str) -> None:
    """Anybody whose name is not unique is named by the seat's number."""
    names = NAMES[:5]
    for who in range(2):
        legal = headache(verb, who)
        reader = ChatReader(names, 100, meant=meant_by(legal, GAMES["headache"], WORDS))
        for offer in legal:
            for move in offer.examples(20):
                one = LegalMove(offer.move, {field: one_only(getattr(move, field)) for field in offer.fields})
                shown = typed(one, GAMES["headache"], WORDS, reader).removesuffix(" (for example)").replace("[", "")
                found = read(shown.replace("]", ""), GAMES["headache"].moves, reader)
                assert found == move, shown


def one_only(value: Any) -> Choice:
    return Order(value) if isinstance(value, tuple) else OneOf((value,))


@pytest.mark.parametrize(("typed_words", "meant"), [("5", "5"), ("6", "6"), ("1", "1"), ("0", "0")])
def test_a_number_past_the_end_of_a_list_means_none_of_it(typed_words: str, meant: str) -> None:
    """With five options and "none", the sixth is not "none", sealed or declared (HA-12)."""
    legal = headache("for")
    reader = ChatReader(PLAIN_NAMES[:5], 100, meant=meant_by(legal, GAMES["headache"], WORDS))
    found = read(f"for {typed_words}", GAMES["headache"].moves, reader)
    assert found == For(meant)


def test_where_nothing_can_be_listed_an_example_is_shown_and_said_to_be_one() -> None:
    lot, order = headache("lot"), headache("order")
    names = PLAIN_NAMES[:5]
    assert re.fullmatch(r"lot \w+\d(/\w+\d){1,5}", offers_in_words(lot, GAMES["headache"], WORDS, names))
    shown = offers_in_words(order, GAMES["headache"], WORDS, names)
    assert re.fullmatch(r"order( \w+){5} \(for example\)", shown)
