"""Test `!rules`: a table's rules in short, all of them without unused parts, or one part; and `!help`."""

import pytest
from cases import case
from evening import Evening
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands.table import ALIASES, COMMANDS
from bot.render import rules
from bot.render.rules import Part, parts
from bot.table.options import as_typed, values_of
from bot.text import Words
from games.catalogue import catalogue
from games.kit.moves import verb

BOOK = """# A Game

## In short

- **Goal:** win,
  if you can.
- **End:** soon.

## In full

What it is about.

1. **Begin.** By beginning.
   Really.
2. **Go on**, as ever.

| a | b |
|---|---|
| 1 | **2** |

**A variant** (`mode=odd`, `mode=other`). Only then.
**Another** (`mode=third`): then.
  With a line more.

More of no name.

## For a long variant (`mode=long`)

It takes two paragraphs.

**And** a part of its own.

## At the end

Bye.
"""


async def told(evening: Evening, text: str, name: str = "ann") -> list[str]:
    answer = await evening.say(name, text)
    assert answer.ok, answer.text
    assert answer.marked_up
    return answer.text.splitlines()


# A rulebook


def test_a_rulebook_is_read_part_by_part() -> None:
    named = [(part.title, part.number, part.only) for part in parts(BOOK)]
    assert named == [
        ("In short", "", ()),
        ("", "", ()),
        ("In full", "", ()),
        ("", "", ()),
        ("Begin", "1", ()),
        ("Go on", "2", ()),
        ("", "", ()),
        ("A variant", "", (("mode", "odd"), ("mode", "other"))),
        ("Another", "", (("mode", "third"),)),
        ("", "", ()),
        ("For a long variant", "", (("mode", "long"),)),
        ("", "", (("mode", "long"),)),
        ("And", "", (("mode", "long"),)),
        ("At the end", "", ()),
        ("", "", ()),
    ]
    assert rules.in_short(BOOK) == ("- **Goal:** win, if you can.", "- **End:** soon.")


@pytest.mark.parametrize(
    ("mode", "missing"),
    [
        ("odd", ["then.\n  With", "two paragraphs", "**And**"]),
        ("third", ["Only then", "two paragraphs", "**And**"]),
        ("long", ["Only then", "With a line more"]),
        ("plain", ["Only then", "With a line more", "two paragraphs", "a part of its own"]),
    ],
)
def test_what_an_option_leaves_out_is_left_out(mode: str, missing: list[str]) -> None:
    left = rules.in_full(BOOK, {"mode": mode})
    assert [text for text in missing if text in left] == []
    assert all(text in left for text in ("What it is about", "Really.", "| 1 | **2** |", "More of no name", "Bye."))
    assert "In short" not in left


@given(st.text(alphabet="ab *`#=().:|-1\n", max_size=200))
@settings(deadline=None)
def test_nothing_of_a_rulebook_gets_lost_whatever_its_shape(text: str) -> None:
    assert "\n".join(part.text for part in parts(f"# T\n{text}")).split() == text.split()
    assert all(isinstance(part, Part) for part in parts(text))
    rules.in_short(text)


# At a table


async def test_a_plain_table_is_told_the_game_in_short(evening: Evening) -> None:
    await evening.lines("ann: !open rogues")
    lines = await told(evening, "!rules")
    assert lines[0] == "# Fearless Rogues Hold 'Em"
    assert lines[1].startswith("- **Goal:** be the last one with dice.")
    assert lines[-1] == 'All of it: "!rules more". One thing: "!rules ante".'
    assert "At this table:" not in lines


async def test_what_this_table_plays_otherwise_is_told_with_its_meaning(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel")
    lines = await told(evening, "!rules")
    at = lines.index("At this table:")
    assert lines[at + 1 : -1] == [
        "- `mode=duel`: two players, each the Giant once, who covers what the Halfling may win",
        "- `pay=even`: every Knee pays 1:1",
    ]


async def test_a_place_that_can_do_less_is_told_what_that_changes(evening: Evening) -> None:
    """Nobody set it, but it applies."""
    evening.witness.abilities = evening.witness.abilities._replace(takes_back=False)
    await evening.lines("ann: !open headache")
    assert "- `memory=off`: you are told again what you saw" in await told(evening, "!rules")


@pytest.mark.parametrize("game", catalogue())
async def test_with_every_option_changed_it_is_still_a_dozen_lines(evening: Evening, game: str) -> None:
    """And one message on Discord (2,000 characters)."""
    given = " ".join(f"{key}={value}" for key, value in changed(game).items())
    answer = await evening.say("ann", f"!open {game} {given}")
    assert answer.ok, answer.text
    lines = await told(evening, "!rules")
    assert len(lines) <= rules.MOST_LINES
    assert sum(map(len, lines)) < 1_900
    text = "\n".join(lines)
    assert all(f"`{key}={value}`" in text for key, value in changed(game).items()), "the last line names the others"
    whole = "\n".join(await told(evening, "!rules more"))
    called = Words()
    for key, value in changed(game).items():
        assert f"- `{key}={value}`: {rules.meaning(catalogue()[game], key, value, called)}" in whole


def changed(name: str) -> dict[str, str]:
    """Return each option that is a word with another value, as far as the game allows them together."""
    game, given = catalogue()[name], dict[str, str]()
    for key, field in game.options.model_fields.items():
        for value in values_of(field):
            trial = {**given, key: value}
            try:
                session_options = game.options_from(trial)
            except ValueError:
                continue
            if value != as_typed(field.default) and as_typed(getattr(session_options, key)) == value:
                given = trial
                break
    return given


async def test_all_of_it_leaves_out_what_this_table_does_not_play(evening: Evening) -> None:
    await evening.lines("ann: !open rogues betting=thieves")
    text = "\n".join(await told(evening, "!rules more"))
    assert "**The Circuit of Thieves**" in text
    assert "**The Liars' Den**" not in text
    assert "More to open a table with" not in text
    assert "- `betting=thieves`: the Circuit of Thieves" in text
    for one in ("**Ante.**", "**The reveal**", "Silence flees"):
        assert one in text


async def test_one_part_is_found_by_its_number_or_words_of_its_title(evening: Evening) -> None:
    await evening.lines("ann: !open rogues")
    for asked in ("!rules 1", "!rules ante", "!rules ANTE"):
        text = "\n".join(await told(evening, asked))
        assert "1. **Ante.**" in text
        assert "2. **" not in text
    both = "\n".join(await told(evening, "!rules your turn"))
    assert "3. **Your turn.**" in both
    assert "- `flee`:" in both, "two parts have that title"


@pytest.mark.parametrize("move", ["trip", "flee", "FLEE", "draw", "split"])
async def test_a_part_is_found_by_a_move_that_it_tells_of(evening: Evening, move: str) -> None:
    await evening.lines("ann: !open rogues")
    text = "\n".join(await told(evening, f"!rules {move}"))
    assert f"- `{move.lower()}" in text
    assert "**Your turn**" in text


async def test_a_part_that_is_not_played_here_is_told_with_that(evening: Evening) -> None:
    await evening.lines("ann: !open rogues")
    text = "\n".join(await told(evening, "!rules liars"))
    assert "**The Liars' Den**" in text
    assert "Not played here, but where `betting=liars` is set:\n\n**The Liars' Den**" in text


async def test_a_part_that_is_not_there_is_refused_with_all_that_are(evening: Evening) -> None:
    await evening.lines("ann: !open poohead")
    answer = await evening.say("ann", "!rules the <b>moon</b>")
    assert not answer.ok
    assert "the deal, swaps, threes out" in answer.text


async def test_another_game_is_told_as_it_is_usually_played(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel")
    lines = await told(evening, "!rules rogues")
    assert lines[0] == "# Fearless Rogues Hold 'Em"
    assert lines[-1] == 'All of it: "!rules rogues more". One thing: "!rules rogues ante".'
    assert "At this table:" not in await told(evening, "!rules halflings")
    more = "\n".join(await told(evening, "!rules rogues more"))
    assert "Circuit of Thieves" not in more
    assert "Liars" in "\n".join(await told(evening, "!rules rogues liars"))


async def test_without_a_table_the_game_is_to_be_named(evening: Evening) -> None:
    answer = await evening.say("ann", "!rules")
    assert not answer.ok
    assert "No table is open here" in answer.text
    assert (await told(evening, "!rules giant"))[0] == "# Halflings & Giants"
    assert not (await evening.say("ann", "!rules chess")).ok


# Help


async def helped(evening: Evening, word: str) -> str:
    answer = await evening.say("ann", f"!help {word}")
    assert answer.ok, f"{word}: {answer.text}"
    return answer.text


async def test_help_knows_every_command_and_every_move(evening: Evening) -> None:
    for word in [*COMMANDS, *(name for game in catalogue().values() for name in map(verb, game.moves))]:
        with case(word):
            assert f"!{word}" in await helped(evening, word)
            assert await helped(evening, f"/{word}") == await helped(evening, word)


async def test_help_says_what_an_alias_stands_for(evening: Evening) -> None:
    for alias in [*ALIASES, *(alias for game in catalogue().values() for alias in game.aliases), "fold"]:
        with case(alias):
            assert (await helped(evening, alias)).startswith(f'"!{alias}" stands for "!')


async def test_help_tells_of_a_move_as_the_game_at_this_table_has_it(evening: Evening) -> None:
    await evening.lines("ann: !open rogues")
    here = await helped(evening, "split")
    await evening.lines("ann: !close", "ben: !open halflings")
    assert here != await helped(evening, "split")


async def test_help_tells_what_an_option_means_here(evening: Evening) -> None:
    assert await helped(evening, "slam") == "slam=off, an option of Poohead: nobody plays out of turn."
    await evening.lines("ann: !open halflings max_bet=7 split=off")
    assert await helped(evening, "max_bet") == "max_bet=7, an option of Halflings & Giants: the largest stake is 7."
    split = (await helped(evening, "split")).splitlines()
    assert split[0].startswith("!split")
    assert split[1] == "split=off, an option of Halflings & Giants: nothing may be split."


@pytest.mark.parametrize("game", catalogue())
async def test_help_knows_every_option(evening: Evening, game: str) -> None:
    await evening.say("ann", f"!open {game}")
    for key in catalogue()[game].options.model_fields:
        assert f"{key}=" in await helped(evening, key)


# New chips


async def test_new_chips_without_a_seat_are_refused_with_what_would_work(evening: Evening) -> None:
    """The error is the missing seat, and a seat is not always free at once."""
    assert "No table is open here" in (await evening.say("ben", "!rebuy")).text
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    code = (await evening.table()).code
    free = await evening.say("ben", "!rebuy")
    assert not free.ok
    assert f'"!join {code}" sits you down' in free.text
    await evening.lines("cid: !join")
    assert "All its 2 seats are taken" in (await evening.say("ben", "!rebuy")).text
    await evening.lines("ann: !start")
    for line in ("!rebuy", f"!{code} rebuy"):
        assert "when it is over" in (await evening.say("ben", line)).text
