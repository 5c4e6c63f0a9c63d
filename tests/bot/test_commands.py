"""Test what a line in chat asks for: a command, a move, or nothing for us."""

# ruff: noqa: RUF001 - a mark that only looks like the prefix

from unittest.mock import create_autospec

import pytest
from cases import case
from evening import PLATFORM, Evening, person
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands.command import Command, Where, Who
from bot.commands.lines import LONGEST_LINE, is_game, is_move, read_line
from bot.commands.table import ALIASES, COMMANDS
from bot.engine.directory import FIGURES, LETTERS
from bot.ports.broadcasts import Broadcast
from bot.ports.messages import Message, Rights
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.text.reader import nearest, split_options


def line(text: str, *, private: bool = False, table: str = "") -> Message:
    return Message("m1", person("ann", ""), "test:v", "test:p", private, text, table=table)


def said(text: str, *, private: bool = False, table: str = "", prefix: str = "!") -> Said:
    found = read_line(line(text, private=private, table=table), prefix)
    assert found is not None
    return found


def test_chat_that_is_not_for_us_is_left_alone() -> None:
    for text in ["hello", "", "   ", "50", "roll", "K7Q roll", "/roll", "join!", "¡roll", "！roll", "‌!roll"]:
        with case(text):
            assert read_line(line(text), "!") is None


@pytest.mark.parametrize("text", ["!", "!  ", "!\u200b"])
def test_a_prefix_alone_asks_nothing(text: str) -> None:
    assert read_line(line(text), "!") is None


def test_the_prefix_may_be_left_out_in_private_and_on_a_button() -> None:
    assert said("roll", private=True).word == "roll"
    assert said("!roll", private=True).word == "roll"
    assert said("roll", table="K7Q").word == "roll"


@pytest.mark.parametrize("prefix", ["!", "?", "p!", "🎲"])
def test_the_prefix_is_the_owners_choice(prefix: str) -> None:
    assert said(f"{prefix}stake 50", prefix=prefix) == Said(line(f"{prefix}stake 50"), "", "stake", ("50",), "stake")
    assert read_line(line("~stake 50"), prefix) is None


@pytest.mark.parametrize("text", ["!ROLL", "! roll", "!Roll  ", "  !roll", "!r\u200boll", "!\troll"])
def test_words_are_read_whatever_their_case_and_blanks(text: str) -> None:
    assert (said(text).word, said(text).rest) == ("roll", ())


def test_a_code_before_the_word_names_the_table() -> None:
    assert said("!K7Q stake 50") == Said(line("!K7Q stake 50"), "K7Q", "stake", ("50",), "stake")
    assert said("!k7q roll").code == "K7Q"
    assert (said("!K7Q").code, said("!K7Q").word) == ("K7Q", "table")
    assert said("!stake 50").code == ""


def test_a_button_says_its_table_itself() -> None:
    found = said("A2B", table="K7Q")
    assert (found.code, found.word) == ("K7Q", "a2b")


@given(st.integers(0, 2**40))
def test_every_code_that_we_give_out_is_read_as_one_and_no_word_is(number: int) -> None:
    letters = [LETTERS[number // 23**power % 23] for power in range(4)]
    for length in (1, 2, 3):
        assert CODE.fullmatch(letters[0] + FIGURES[number % 8] + "".join(letters[1 : 1 + length]))
    assert not any(CODE.fullmatch(word) for word in (*COMMANDS, *ALIASES, "halflings", "giant", "stake", "10k", "50"))


def test_an_alias_means_its_command() -> None:
    for alias, word in ALIASES.items():
        with case(alias, word):
            assert said(f"!{alias}").word == word
            assert word in COMMANDS


def test_a_line_that_is_too_long_is_refused_and_chat_of_any_length_ignored() -> None:
    assert read_line(line("x" * 2000), "!") is None
    with pytest.raises(Refused) as refused:
        read_line(line("!" + "x" * 2000), "!")
    assert refused.value.reason.id == "too-long"
    assert said("!" + "x" * LONGEST_LINE).word == "x" * LONGEST_LINE


def test_options_are_told_from_other_words() -> None:
    given_options, others = split_options(["Pay=EVEN", "50", "max-bet=10", "=", "a=", "=b", "auto"])
    assert given_options == {"pay": "even", "max_bet": "10"}
    assert others == ("50", "=", "a=", "=b", "auto")


def test_every_move_and_game_is_a_word() -> None:
    assert all(is_move(word) for word in ("stake", "roll", "split", "stand"))
    assert is_game("halflings")
    assert is_game("giant")
    assert not is_game("roll")
    assert not is_move("join")


@pytest.mark.parametrize(
    ("typed", "meant"), [("rol", "roll"), ("jion", "join"), ("stakee", "stake"), ("halfings", "halflings")]
)
def test_a_misspelt_word_finds_its_nearest(typed: str, meant: str) -> None:
    known = [*COMMANDS, "stake", "roll", "split", "stand", "halflings", "giant"]
    assert nearest(typed, known)[0] == meant
    assert nearest("qqqqqqqq", known) == []


@settings(max_examples=3 * settings().max_examples, deadline=None, database=None)
@given(st.text(max_size=80), st.booleans(), st.sampled_from(["!", "?", "p!"]))
def test_any_text_whatever_is_read_or_ignored_or_refused(text: str, private: bool, prefix: str) -> None:
    """T6, T22: never an error."""
    try:
        found = read_line(line(text, private=private), prefix)
    except Refused:
        return
    assert found is None or found.word == found.word.lower()


# What the command table says about places and rights

FULL: dict[str, str] = {
    "open": "open halflings",
    "remove": "remove ben",
    "mod": "mod log",
    "server": "server prefix ?",
    "stream": "stream announce on",
    "community": "community",
    "preset": "preset save friday",
}
"""Lines with a value, for commands that otherwise only tell something or need more than their word."""
LACKS = ("No table is open here.", "Say this where the table shall stand.", "That is for the channel of a streamer.")
"""The beginnings of refusals for a missing place."""


def declared(**what: Where | Who) -> list[Command]:
    return [one for one in COMMANDS.values() if all(getattr(one, key) is value for key, value in what.items())]


async def at_anns(evening: Evening) -> str:
    """Open Ann's table, with Ben; Mia moderates, and Olga owns the venue, a channel. Return the table's code."""
    evening.rights = {"mia": Rights.STAFF, "olga": Rights.OWNER}
    evening.house.add_broadcast(PLATFORM, create_autospec(Broadcast, instance=True))
    await evening.lines("ann: !open halflings mode=duel", "ben: !join")
    return (await evening.table()).code


def full(command: Command, code: str) -> str:
    line = FULL.get(command.word, command.word)
    return f"!{code} {line}" if command.of_a_table else f"!{line}"


async def test_a_command_of_a_place_is_refused_without_one(evening: Evening) -> None:
    code = await at_anns(evening)
    for command in declared(where=Where.PLACE):
        for name in ["ann", "olga"]:
            with case(command.word, name):
                before = await evening.document()
                answer = await evening.say(name, full(command, code), place="", private=True)
                assert not answer.ok
                assert answer.text.startswith(LACKS)
                assert await evening.document() == before


@pytest.mark.parametrize("command", declared(where=Where.ANYWHERE), ids=lambda one: one.word)
async def test_a_command_of_anywhere_lacks_no_place(evening: Evening, command: Command) -> None:
    code = await at_anns(evening)
    answer = await evening.say("ann", full(command, code), place="", private=True)
    assert answer.ok or not answer.text.startswith(LACKS)
    assert not answer.unknown


SHOW_TO_ALL = {"control", "overlay"}
"""Commands of moderators that tell everybody the settings (`test_control.py`)."""
OF_STAFF = [one for one in declared(who=Who.STAFF) if one.word not in SHOW_TO_ALL]


async def test_a_command_of_moderators_is_refused_to_the_host_and_to_players(evening: Evening) -> None:
    code = await at_anns(evening)
    for command in OF_STAFF:
        for name in ["ann", "ben", "zoe"]:
            with case(command.word, name):
                before = await evening.document()
                answer = await evening.say(name, full(command, code))
                assert (answer.ok, answer.text) == (False, f'"!{command.word}" is for moderators: ask one of them.')
                assert await evening.document() == before


@pytest.mark.parametrize("command", declared(who=Who.OWNER), ids=lambda one: one.word)
async def test_a_command_of_the_owner_sets_nothing_for_anybody_else(evening: Evening, command: Command) -> None:
    await at_anns(evening)
    before = await evening.house.venues.stored(evening.venue)
    refused = f'Only whoever owns this place can change that. "!{command.word}" alone says how it is set.'
    if command.word == "community":
        refused = (
            "Only whoever owns this place can make it one community with another, or part them: "
            'ask them to say "!community" here.'
        )
    for name in ("ann", "ben", "zoe", "mia"):
        answer = await evening.say(name, f"!{FULL[command.word]}")
        assert (answer.ok, answer.text) == (False, refused)
    assert await evening.house.venues.stored(evening.venue) == before
    assert (await evening.say("olga", f"!{FULL[command.word]}")).ok
    if command.word != "community":  # it sets nothing alone: the other place must agree
        assert await evening.house.venues.stored(evening.venue) != before


OF_THE_HOST = [one for one in declared(who=Who.HOST) if one.word not in {"start", "rematch"}]
"""Whoever else says `start` or `rematch` is ready (`test_ready.py`)."""


async def test_a_command_of_the_host_is_refused_to_others_at_the_table(evening: Evening) -> None:
    code = await at_anns(evening)
    for command in OF_THE_HOST:
        with case(command.word):
            before = await evening.document()
            elsewhere = "test:elsewhere" if command.where is Where.PLACE else evening.place
            line = FULL.get(command.word, command.word)
            answer = await evening.say("ben", f"!{code} {line}", place=elsewhere)
            assert not answer.ok
            assert "ann" in answer.text
            assert await evening.document() == before


async def test_of_a_crowd_the_table_tells_how_many_sit_there_and_who_asks(evening: Evening) -> None:
    """A list of names would fill the chat, and used to end at the twentieth."""
    await evening.lines("ann: !open halflings mode=crowd", *(f"p{number}: !halflings 5" for number in range(30)))
    told = (await evening.say("p28", "!table")).text.splitlines()
    assert told[-2:] == ["31 sit here.", "30. p28 · 100"]
    assert (await evening.say("zoe", "!table")).text.splitlines()[-1] == "31 sit here."
