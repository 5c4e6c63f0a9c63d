"""Test a bot among other bots: it hears only its own words, and a word that is also a move only from its player."""

import time

import pytest
from evening import Evening, Witness

from bot.commands.lines import ours, theirs
from bot.commands.table import COMMANDS
from bot.commands.word_lists import COMMON
from bot.ports.messages import Rights
from bot.table.document import Session
from games.catalogue import catalogue
from games.kit.contract import Ask

SEVENTY = tuple(
    """
    commands 8ball accountage addpoints bet bot cmd contest duel accept deny followage gamble game giveaway givepoints
    join leaderboard leave lurk hug next nowplaying permit ping play playlist points poll queue quote raffle rank redeem
    roulette rules settitle shoutout so skip slots song songrequest sr sounds store title top uptime voteskip watchtime
    heist hours arena boss drop discord socials merch fight roll coinflip dice call raise fold check blackjack claim
    daily balance pay shop buy schedule youtube instagram donate end reset remove pause resume close server
    link help mod
    """.split()  # noqa: SIM905 - read as a list of words
)
"""Common commands of StreamElements, Nightbot, Streamlabs' Cloudbot, Fossabot and Mix It Up, and of channels."""


class AmongBots(Witness):
    among_bots = True


@pytest.fixture
def among(evening: Evening) -> Evening:
    """Return a place where other bots use the same prefix."""
    witness = AmongBots()
    evening.witness = witness
    evening.house.add(witness)
    return evening


async def test_of_the_common_words_of_other_bots_none_is_answered(among: Evening) -> None:
    assert len(set(SEVENTY)) >= 67
    for word in SEVENTY:
        answer = await among.say("vera", f"!{word}")
        assert (answer.text, answer.files) == ("", ()), word
        assert (await among.say("vera", f"!{word} 50 @ann")).text == "" or word in {
            "help",
            "link",
            "mod",
            "rules",
            "server",
        }


async def test_nor_while_others_play_here(among: Evening) -> None:
    """Except to join the table, and to ask what is played."""
    await among.lines("ann: !open poohead", "ben: !join", "ann: !start")
    for word in set(SEVENTY) - {"join", "help", "rules"}:
        assert (await among.say("vera", f"!{word}")).text == "", word
    assert "on at table" in (await among.say("vera", "!join")).text
    assert (await among.say("vera", "!help")).text


def to_play(session: Session, ask: Ask) -> bool:
    return bool(ask.seats) and "play" in {move.verb for move in session.legal_moves(ask.seats[0])}


async def test_a_word_that_is_also_a_move_is_heard_from_whoever_has_such_a_move(among: Evening) -> None:
    await among.lines("ann: !open poohead", "ben: !join", "ann: !start")
    session = await among.table()
    while (ask := session.ask) is None or not to_play(session, ask):
        if ask is None or not ask.seats:  # anybody may claim to begin, until the clock goes on
            await among.wait(30)
        else:
            await among.lines("ann: !ready", "ben: !ready")
        session = await among.table()
    turn, other = ("ann", "ben") if ask.seats[0] == 0 else ("ben", "ann")
    refused = await among.say(turn, "!play nonsense")
    assert not refused.ok
    assert refused.text
    assert (await among.say(other, "!play nonsense")).text == ""
    assert (await among.say("vera", "!play nonsense")).text == ""
    assert (await among.say("vera", "!potluck play 7s")).text  # called by its name, it says why not


async def test_its_own_words_are_heard_from_everybody(among: Evening) -> None:
    assert (await among.say("ann", "!open halflings")).ok
    assert "Halflings" in (await among.say("vera", "!table")).text
    assert (await among.say("vera", "!tables")).text
    assert (await among.say("ann", "!start")).ok


async def test_behind_its_name_every_word_is_heard(among: Evening) -> None:
    assert "no table" in (await among.say("vera", "!potluck join")).text.lower()
    assert (await among.say("vera", "!potluck")).text == (await among.say("vera", "!potluck help")).text != ""
    assert (await among.say("vera", "!Potluck, commands")).text
    assert (await among.say("vera", "!potluck open halflings")).ok


async def test_nearly_right_words_are_mended_for_players_alone(among: Evening) -> None:
    await among.say("ann", "!open halflings")
    assert "split?" in (await among.say("ann", "!splt")).text
    assert (await among.say("vera", "!splt")).text == ""


async def test_a_word_like_a_code_is_heard_only_where_a_table_is_called_so(among: Evening) -> None:
    await among.say("ann", "!open poohead")
    code = (await among.table()).code
    assert (await among.say("vera", f"!{code}")).text
    assert (await among.say("vera", f"!{code.lower()} join")).ok
    assert (await among.say("vera", "!g2g")).text == ""
    assert (await among.say("vera", "!W2W join")).text == ""


async def test_moderators_are_heard_where_a_table_is_open(among: Evening) -> None:
    among.rights["mia"] = Rights.STAFF
    assert (await among.say("mia", "!pause why not")).text == ""
    assert (await among.say("mia", "!mod")).text == ""
    assert (await among.say("mia", "!mod log")).text
    assert (await among.say("mia", "!help")).text
    await among.say("ann", "!open halflings")
    assert (await among.say("mia", "!pause why not")).ok
    assert (await among.table()).paused is not None


async def test_in_private_and_on_pages_every_word_is_heard(among: Evening) -> None:
    assert (await among.whisper("vera", "!join")).text
    assert (await among.whisper("vera", "commands")).text


async def test_it_is_a_setting(among: Evening) -> None:
    among.rights["oda"] = Rights.OWNER
    assert (await among.say("vera", "!join")).text == ""
    assert (await among.say("oda", "!control words all")).ok
    assert (await among.say("vera", "!join")).text
    assert (await among.say("oda", "!control words usual")).ok
    assert (await among.say("vera", "!join")).text == ""
    assert (await among.say("oda", "!control prefix ?")).ok  # nobody else uses that sign
    assert (await among.say("vera", "?join")).text
    assert (await among.say("oda", "?control words own")).ok
    assert (await among.say("vera", "?join")).text == ""


async def test_where_it_is_alone_every_word_is_heard(evening: Evening) -> None:
    assert (await evening.say("vera", "!join")).text
    assert (await evening.say("vera", "!commands")).text


async def test_lines_are_judged_before_anything_is_done_with_them(among: Evening) -> None:
    """From what is in memory, and never wrongly: lines that pass are judged once more."""
    dispatcher, at = among.house.dispatcher, (among.venue, among.place, f"test:vera{among.tag}")
    assert not dispatcher.is_foreign(*at, "hello")  # nothing of this place is in memory yet
    await among.say("ann", "!open halflings")
    await among.say("vera", "!points")
    assert dispatcher.is_foreign(*at, "hello")
    for word in (
        set(SEVENTY) - {"join", "help", "rules", "link", "mod", "server"} - set(COMMANDS) - {"next", "bot", "commands"}
    ):
        assert dispatcher.is_foreign(*at, f"!{word}"), word
    for word in ("open", "potluck", "halflings", "join", "table"):
        assert not dispatcher.is_foreign(*at, f"!{word}"), word
    mine = (among.venue, among.place, f"test:ann{among.tag}")
    assert not dispatcher.is_foreign(*mine, "!roll")
    began, rounds = time.perf_counter(), 2000
    for _ in range(rounds):
        dispatcher.is_foreign(*at, "!points")
    assert (time.perf_counter() - began) / rounds < 100e-6  # far less than hearing a line takes, on any machine


async def test_a_word_of_another_bot_alone_is_passed_over_even_from_a_player(among: Evening) -> None:
    """At once, whatever is known of the place. If the line were heard, it would not be answered either."""
    await among.say("ann", "!open halflings")
    mine = (among.venue, among.place, f"test:ann{among.tag}")
    assert {"so", "points", "lurk", "uptime"} <= theirs()
    for word in sorted(theirs()):
        assert among.house.dispatcher.is_foreign(*mine, f"!{word} more"), word
        assert (await among.say("ann", f"!{word} more")).text == "", word


def test_no_game_loses_its_name_to_other_bots() -> None:
    for game in catalogue().values():
        assert game.name in ours()
    assert {"open", "start", "table", "tables", "potluck", "control", "overlay"} <= ours()
    assert not COMMON & {"open", "start", "table"}


# The place's own list


@pytest.fixture
def channel(among: Evening) -> Evening:
    among.rights |= {"oda": Rights.OWNER, "mia": Rights.STAFF}
    return among


async def sets(channel: Evening, line: str, name: str = "mia") -> str:
    answer = await channel.say(name, f"!potluck control {line}")
    assert answer.ok, answer.text
    return answer.text


async def test_words_of_the_list_are_left_to_other_bots(channel: Evening) -> None:
    await channel.lines("ann: !open poohead")
    assert (await channel.say("vera", "!table")).text
    assert "tables, table" in await sets(channel, "others !tables, table")
    for word in ("table", "tables"):
        assert (await channel.say("vera", f"!{word}")).text == ""
        assert (await channel.say("ann", f"!{word}")).text, "whoever sits there is heard"
        assert (await channel.say("vera", f"!potluck {word}")).text
    await sets(channel, "others off")
    assert (await channel.say("vera", "!table")).text


async def test_a_usual_word_that_no_other_bot_has_is_heard_again(channel: Evening) -> None:
    assert (await channel.say("vera", "!commands")).text == ""
    await sets(channel, "freed commands")
    assert (await channel.say("vera", "!commands")).text
    await sets(channel, "freed off")
    assert (await channel.say("vera", "!commands")).text == ""


async def test_a_list_holds_at_its_place_alone_also_where_all_words_are_heard(channel: Evening) -> None:
    await sets(channel, "words all")
    await sets(channel, "others voids")
    assert (await channel.say("vera", "!voids")).text == ""
    assert (await channel.say("vera", "!commands")).text
    channel.venue, channel.place = "console:other", "console:other"
    assert (await channel.say("vera", "!voids")).text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("others join", "stays mine"),
        ("others potluck", "stays mine"),
        ("others Headache", "stays mine"),
        ("others so!what", "can't be a bot's command"),
        ("others !!!", "can't be a bot's command"),
        (f"others {'x' * 26}", "can't be a bot's command"),
        ("freed zeppelin", "not left to other bots"),
        (f"others {' '.join(f'w{one}' for one in range(101))}", "100 at most"),
    ],
)
async def test_of_a_list_that_can_not_be_nothing_is_stored(channel: Evening, line: str, why: str) -> None:
    before = await channel.house.venues.stored(channel.venue)
    answer = await channel.say("mia", f"!potluck control {line}")
    assert not answer.ok
    assert why in answer.text
    assert await channel.house.venues.stored(channel.venue) == before
    assert not (await channel.say("ann", "!potluck control others zeppelin")).ok, "ann is no moderator"


async def test_a_streamers_words_are_added_freed_and_listed_one_by_one(channel: Evening) -> None:
    channel.house.add_broadcast("test", object())  # type: ignore[arg-type]  # it is asked for nothing
    none = "No words of other bots besides the usual ones."
    assert (await channel.say("vera", "!potluck stream words list")).text == none
    assert not (await channel.say("vera", "!potluck stream words add raffle hug voids")).ok
    assert (
        "here, besides the usual ones: voids, zeppelin."
        in (await channel.say("mia", "!potluck stream words add !raffle hug voids ZEPPELIN")).text
    )
    assert (await channel.say("vera", "!voids")).text == ""
    assert "so already" in (await channel.say("mia", "!potluck stream words add voids")).text
    told = (await channel.say("mia", "!potluck stream words free voids drop")).text
    assert told.endswith("besides the usual ones: zeppelin. Usual ones that I hear myself: drop.")
    assert (await channel.say("vera", "!voids")).text
    assert "not left to other bots" in (await channel.say("mia", "!potluck stream words free voids")).text
    for odd in ("words add", "words swap a b", "words free"):
        refused = await channel.say("mia", f"!potluck stream {odd}")
        assert not refused.ok
        assert "stream words add raffle" in refused.text
    assert (await channel.say("mia", "!mod log")).text.count("stream words") == 2
