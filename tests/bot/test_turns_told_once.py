"""Test in random games of all five that one chat line tells a person's turn once: in the news, or after them."""

import random
import re

import pytest
from evening import Evening, person
from on_discord.offered import NOT_FOR_EVER, given
from on_twitch.telling import worded

from bot.adapters.twitch.outbound.lines import news_in_parts, turn
from bot.ports.messages import Person, Update
from bot.render.offers import line_of
from bot.table.phases import Playing
from bot.text import Words

WORDS = Words("en", "!")
GAMES = (
    ("headache", "pace=quick auction_types=standard", 5),
    ("cones", "", 4),
    ("poohead", "", 5),
    ("rogues", "", 4),
    ("rogues", "betting=liars", 4),
    ("rogues", "betting=thieves", 4),
    ("halflings", "mode=duel stack=20", 2),
)
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")
MOVES = 60
SAYS = r"(?:to play|next|again|bets first|opens the Liars' Den)\b"
TOLD = re.compile(rf"\w+ {SAYS}|\w+ pops [^:]*\)\. !|\w+ begins: |Next: \w+")
TWICE = re.compile(rf"(\w+) {SAYS}(?:(?!\w+ {SAYS}).)*\b\1 to play\b")
"""The same person's turn told twice, with nobody else's between."""
IN_OTHER_WORDS = re.compile(r"(?:Next: (\w+)|(\w+) begins: |(\w+) pops [^:]*\)\.).*\b(?:\1|\2|\3) to play\b")
"""In a game's own words: with the swaps, the pops."""
IN_A_QUESTION = re.compile(
    r"(\w+)(?:, \w+)*(?: and \w+)?(?:: pay 1 to reroll|: split | votes? on|: which cup|, stake 1 to| draws the \d)"
    r"(?:(?!stakes|rerolls|votes|trips|flees|splits).)*\b\1\b[^.]* to play\b"
)
"""As a question to one or several people."""
OF_ALL = re.compile(r"Swap in private.* to play\b")
"""As a question to all."""


async def moves_once(evening: Evening, names: tuple[str, ...], chance: random.Random) -> bool:
    """Let somebody who may move do so; return whether anybody could."""
    for name in chance.sample(names, len(names)):
        who: Person = person(name, evening.tag)
        seen = await evening.house.look(who, evening.venue, evening.place, "en")
        own = next((one for one in seen if one.audience.startswith("person:")), None)
        offers = [] if own is None else [one for one in own.card.offers if one.verb not in NOT_FOR_EVER]
        if offers:
            offer = chance.choice(offers)
            line = line_of(offer, {name: worded(name, value) for name, value in given(offer, chance).items()})
            await evening.whisper(name, line)
            return True
    return False


def said(update: Update) -> str:
    parts = [one for one in news_in_parts(update, WORDS) if not one.fine]
    return " ".join([*(one.text for one in parts), turn(update, WORDS, parts)])


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
async def test_a_turn_is_told_once(evening: Evening, game: str, options: str, seats: int) -> None:
    names, chance = NAMES[:seats], random.Random(7)  # noqa: S311 - not the dice of a game
    await evening.lines(f"Ann: !open {game} {options}", *(f"{name}: !join" for name in names[1:]), "Ann: !start")
    for _ in range(MOVES):
        if not isinstance((await evening.table()).phase, Playing) or not await moves_once(evening, names, chance):
            break
    lines = [said(one) for one in evening.witness.updates if one.audience == f"place:{evening.place}" and one.notify]
    assert len(lines) > 1
    twice = [one for one in lines if any(way.search(one) for way in (TWICE, IN_OTHER_WORDS, IN_A_QUESTION, OF_ALL))]
    assert twice == []
    assert any(TOLD.search(line) for line in lines)
