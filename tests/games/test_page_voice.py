"""Test that a page says nothing to type, by whole games of every kind in the words of a page."""

import re

import pytest
from playing import GAMES, a_whole_game

from bot.commands.lines import known_words
from bot.text import Words
from potluck.testing.said import SEATED, SIGN, asked, to_type, told

VARIANTS = [
    *((name, {}) for name in GAMES),
    ("cones", {"edition": "french", "rolls": "hand", "lift": "own_cones"}),
    ("halflings", {"mode": "crowd"}),
    ("halflings", {"mode": "duel", "split": "exact", "max_splits": "4"}),
    ("headache", {"vote": "declare", "rolls": "hand", "alliances": "on", "memory": "off", "pace": "quick"}),
    ("headache", {"auction_types": "blind+standard+second_price+dutch", "draw": "choose", "min_players": "3"}),
    ("poohead", {"opening": "lowest"}),
    ("rogues", {"betting": "liars", "final": "wager"}),
    ("rogues", {"betting": "thieves"}),
]
MOST = 200
"""The most positions of a game that are checked."""
NUMBERED = re.compile(r"\b1 (?!cone|round|die|dice|stack|sucker|card)\S+(?:,| or| and) 2 (?!rounds)[a-zA-Z]")
"""A list of numbers to choose from: `1 X1-1b, 2 X1-1z`."""
WORDS = Words(prefix=SIGN, page=True)
VERBS = frozenset(known_words())


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=lambda one: one if isinstance(one, str) else ",".join(one))
def test_no_line_of_a_whole_game_is_to_be_typed(name: str, given: dict[str, str]) -> None:
    game = GAMES[name]
    for number, position in enumerate(a_whole_game(game, f"page {name}", **given)[:MOST]):
        for one in (*told(position), *(asked(position) if number % 20 == 0 else ())):
            sentence = WORDS.sentence(one, SEATED, game)
            assert to_type(sentence, VERBS) == "", sentence
            assert not NUMBERED.search(sentence), sentence
            assert sentence.strip()


@pytest.mark.parametrize(
    ("sentence", "typed"),
    [
        (f'Sit down with "{SIGN}join".', SIGN),
        ("Say !join.", "!j"),
        ('Swap ("swap 7 K") and say "ready"', "swap"),
        ("Press “ready”.", "ready"),
        ("With memory=on it is not told.", "memory=o"),
        ("Sealed: 3f5a9c0b7d1e2f3a4b5c6d7e8f90a1b2", "3f5a9c0b7d1e2f3a4b5c6d7e8f90a1b2"),
        ("Press “Ready”, Ann! Pete's cup is the liars' own: 1 cone, 2 to come.", ""),
        ("A Kick! The Giant's Knee is 4, and “never” is no move.", ""),
    ],
)
def test_what_is_to_be_typed_is_found(sentence: str, typed: str) -> None:
    assert to_type(sentence, VERBS) == typed


def test_numbered_lists_are_found() -> None:
    assert NUMBERED.search("Moves: 1 X1-1b, 2 X1-1z.")
    assert NUMBERED.search("How? 1 blind or 2 standard.")
