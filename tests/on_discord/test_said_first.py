"""Test that people's first words are understood: any name of a game, a menu command, or a word with a typing error.

If a game or a table is missing, it can be pressed.
"""

from gatherings import opened
from night import Night, table_code
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Interaction

from bot.adapters.discord.inbound.slash import as_line
from games.catalogue import catalogue

GAMES = {"Cones", "Halflings & Giants", "Headache", "Poohead", "Fearless Rogues Hold 'Em"}


def labels(shown: Message | Interaction) -> set[str]:
    message = shown.answer if isinstance(shown, Interaction) else shown
    assert message is not None
    return {one.label for one in message.buttons}


async def test_play_and_a_game_opens_it(night: Night) -> None:
    """`play` is a move of one game, but with any game's name it opens that game."""
    (ann,) = night.people("ann")
    await ann.says(night.channel, f"{night.world.bot.mention} play poohead")
    await night.card("Poohead", "Waiting for players")


async def test_play_and_a_game_opens_it_in_private(night: Night) -> None:
    (ann,) = night.people("ann")
    await ann.says(None, "play headache")
    await night.hand(ann, "Headache", "Waiting for players")
    asked = await ann.asks(None, "play")
    assert "Which game?" in asked.text
    assert labels(asked) == GAMES


async def test_where_no_table_stands_the_games_are_buttons(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    for said in ("play", "table"):
        told = await ann.asks(night.channel, f"{night.world.bot.mention} {said}")
        assert "No table is open here" in told.text
        assert labels(told) == GAMES
    for path in ("table show", "table list", "me hand"):
        assert labels(await ben.slash(path, channel=night.channel)) == GAMES
    pressed = await ben.presses(told, "Poohead")
    assert "Options: Poohead" in pressed.text
    await night.card("Poohead", "ben")


async def test_help_has_the_games_as_buttons(night: Night) -> None:
    (ann,) = night.people("ann")
    asked = await ann.slash("help", channel=night.channel)
    assert labels(asked) == GAMES
    assert labels(await ann.asks(night.channel, f"{night.world.bot.mention} help")) == GAMES
    pressed = await ann.presses(asked.answer, "Cones")
    assert "Options: Cones" in pressed.text


async def test_a_word_said_to_us_by_name_is_answered_whatever_it_is(night: Night) -> None:
    """Other bots have `roll`, too, but after a mention it is for us."""
    (ann,) = night.people("ann")
    told = await ann.asks(night.channel, f"{night.world.bot.mention} roll")
    assert "No table is open here" in told.text


async def test_a_first_stake_where_there_is_none_says_what_there_is(night: Night) -> None:
    (ann,) = night.people("ann")
    said = await ann.slash("play", channel=night.channel, game="rogues", stake="50")
    assert '"/play game:rogues options:money=purse buyin=50"' in said.text
    assert labels(said) == {"Fearless Rogues Hold 'Em"}


async def test_two_tables_are_told_apart_by_a_press(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await opened(night, [ann, ben], "headache", "", night.channel)
    first = table_code(await night.card("Headache"))
    await gives(ben, "open", channel=night.channel, game="poohead")
    second = table_code(await night.card("Poohead"))
    await gives(ann, "join", channel=night.channel, table=second)
    asked = await ann.slash("table show", channel=night.channel)
    assert labels(asked) == {first, second}
    assert "Poohead" in (await ann.presses(asked.answer, second)).text


async def test_help_knows_the_words_of_the_menu(night: Night) -> None:
    (ann,) = night.people("ann")
    for word, told in [
        ("setup", "/setup: "),
        ("/me purse", "/me purse: "),
        ("reveal", "/me reveal"),
        ("play", "/play"),
        ("plya", "Did you mean play"),
        ("table list", "/table list"),
        ("me", "/me hand"),
    ]:
        assert told in (await gives(ann, "help", channel=night.channel, word=word)).text, word
    asked = await ann.asks(night.channel, f"{night.world.bot.mention} help setup")
    assert "/setup: " in asked.text
    proposed = await ann.completes("help", "word", "purs", channel=night.channel)
    assert "me purse" in [choice.value for choice in proposed]


def test_a_command_of_the_menu_can_be_typed_out() -> None:
    for typed, line in [
        ("/me purse", "wallet"),
        ("table list", "tables"),
        ("setup staff 7", "server staff 7"),
        ("play game:headache stake:50", "headache 50"),
        ("mod dispute table:K7Q", "K7Q mod dispute"),
        ("move text:stake 50", "stake 50"),
        ("move red 5", "move red 5"),
        ("play 7 7", "play 7 7"),
        ("help word:/me purse", "help wallet"),
        ("table", "table"),
        ("stake 50", "stake 50"),
        ("", ""),
    ]:
        assert as_line(typed) == line, typed
    assert set(catalogue().verbs).isdisjoint({"me", "mod", "setup", "help", "rules", "table"})


async def test_a_moderator_gets_the_file_of_a_dispute_by_a_command_of_the_menu(night: Night) -> None:
    ann, ben, mod = night.people("ann", "ben", "mod")
    night.guild.join(mod, roles=["manage_messages"])
    await opened(night, [ann, ben], "headache", "", night.channel)
    code = table_code(await night.card("Headache"))
    told = await mod.slash("mod dispute", channel=night.channel, table=code)
    assert f"All that is known of table {code}" in told.text
    assert "Nothing went" in (await mod.slash("mod flows", channel=night.channel)).text
    asked = await mod.slash("help", channel=night.channel)
    assert "For moderators: " in asked.text
    for word in ("skip", "remove", "admit", "correct", "pause", "resume", "reset", "end", "control"):
        assert word in asked.text.partition("For moderators: ")[2], word
    assert "For moderators: " not in (await ann.slash("help", channel=night.channel)).text
