"""Test the answers to people who ask: short in a reply, and long or secret ones elsewhere (threats T1)."""

import pytest
from ahead import Ahead
from on_twitch.gatherings import a_duel, a_stake, at_headache, goes_on_to
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.people import Person

from bot.adapters.twitch.outbound.answers import Asked, together

ON_PAGE = "That stands on your page."
SEEN = "That is a secret move, and was not taken. Others may have read it, so better choose anew."
WHISPER = "That is for you alone: whisper it to me."
OPEN_PAGE = f"That is for you alone: open your page, and say it there. {OUR_PAGES}at/twitch/inn"
LONG_ONES = ["!rules poohead more", "!help", "!verify"]
SECRET_ONES = ["!odds"]


async def a_won_game(night: Night) -> Person:
    ann = await a_stake(night)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")
    return ann


@pytest.mark.parametrize("asked", ["!rules", "!rules headache", "!rules poohead", "!rules rogues", "!rules cones"])
async def test_the_rules_in_short_are_a_few_lines_of_chat(night: Night, asked: str) -> None:
    """Without markup, each complete, in reading order."""
    ann = await a_won_game(night)
    said = await ann.says(night.channel, asked)
    await night.line("All of it:")
    answer = [line.text for line in night.channel.from_bot if line.parent is said]
    assert 1 < len(answer) <= 3
    assert all(len(line) <= 500 and not set("`*#") & set(line) for line in answer)
    assert "Goal: " in answer[0]
    assert "All of it" in answer[-1]


async def test_a_refusal_is_a_reply_to_who_asked(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "!halflings 50 mode=house")
    await night.line("Ann stakes 50")
    asked = await ben.says(night.channel, "!start")
    answer = await night.reply(asked)
    assert answer.parent is asked
    assert "\n" not in answer.text


async def test_a_move_that_was_taken_needs_no_answer(night: Night) -> None:
    """Everybody reads it in the news."""
    ann, _ = await a_duel(night)
    said = await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    await night.quiet()
    assert not [line for line in night.channel.from_bot if line.parent is said]


async def test_a_word_we_do_not_know_is_answered_with_the_nearest(night: Night) -> None:
    """For a person who plays here. Other people's unknown words may be for another bot."""
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "!open headache")
    await night.line("is open")
    await night.asks(ann, "!strat", "start")
    said = await ben.says(night.channel, "!strat")
    await night.quiet()
    assert not [line for line in night.channel.from_bot if line.parent is said]


@pytest.mark.parametrize("asked", LONG_ONES)
async def test_a_long_answer_stands_on_the_page(night: Night, asked: str) -> None:
    ann = await a_won_game(night)
    night.page.opens(f"twitch:{ann.id}")
    answer = await night.asks(ann, asked)
    assert answer.text == f"🎲 {ON_PAGE}"
    assert len(await night.hand(ann)) > 100


@pytest.mark.parametrize("asked", LONG_ONES)
async def test_without_a_page_the_beginning_of_what_is_long_is_said(night: Night, asked: str) -> None:
    ann = await a_won_game(night)
    answer = await night.asks(ann, asked)
    assert 100 < len(answer.text) <= 500
    assert not any(sign in answer.text for sign in ("**", "`", "\n")), "chat shows no markup"


@pytest.mark.parametrize("asked", ["!table", "!history"])
async def test_what_fits_into_a_line_is_said_in_one(night: Night, asked: str) -> None:
    ann = await a_stake(night)
    answer = await night.asks(ann, asked)
    assert " · " in answer.text
    assert ON_PAGE not in answer.text


async def test_moves_are_told_in_chat_where_a_game_keeps_no_secrets(night: Night) -> None:
    """The line about the turn names one of many moves and says `!moves`, which must answer."""
    ann = await a_stake(night)
    assert (await night.asks(ann, "!moves")).text == "🎲 You may: roll."


@pytest.mark.parametrize("asked", SECRET_ONES)
async def test_what_is_secret_is_never_said_in_chat(night: Night, asked: str) -> None:
    ann = await a_stake(night)
    answer = await night.asks(ann, asked)
    assert answer.text == f"🎲 {WHISPER}"


@pytest.mark.parametrize("asked", SECRET_ONES)
async def test_with_an_address_people_are_told_it(night: Night, asked: str) -> None:
    night.public = OUR_PAGES
    await night.restart()
    ann = await a_stake(night)
    answer = await night.asks(ann, asked)
    assert answer.text == f"🎲 {OPEN_PAGE}"


async def test_a_hand_is_told_at_once_where_nothing_is_secret(ahead: Ahead, night: Night) -> None:
    """HG-16: against a public Knee no roll is secret, and not every viewer has a page."""
    night.dice.load(["7", "3", "3"])
    (ann,) = night.people("ann")
    await ann.says(night.channel, "!halflings 20 mode=crowd crowd_seconds=5 split_seconds=600")
    await night.line("is open")
    ahead.move(5)
    await night.line("The Giant rolls 7")
    await night.asks(ann, "!hand", "You rolled 3-3; your total is 6.")


async def test_a_hand_of_a_game_that_keeps_secrets_is_not(night: Night) -> None:
    people = await at_headache(night)
    assert (await night.asks(people[0], "!hand")).text == f"🎲 {WHISPER}"


async def test_where_there_is_no_page_who_asks_for_it_is_told_so(night: Night) -> None:
    (ann,) = night.people("ann")
    answer = await night.asks(ann, "!page")
    assert "http" not in answer.text


async def test_a_secret_move_typed_in_chat_is_not_taken_and_not_repeated(night: Night) -> None:
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    before = await night.session()
    answer = await night.asks(people[0], "!vote 3 2")
    await night.quiet()
    assert answer.text == f"🎲 {SEEN} Whisper it to me."
    assert await night.session() == before


@pytest.mark.parametrize(
    "typed", ["!vote 31337 nonsense", "!vote nonsense", "!bid 31337", "!K7Q vote 31337 2", "!vote\u034f 31337 2"]
)
async def test_what_is_wrong_with_a_secret_move_is_not_said_in_chat(night: Night, typed: str) -> None:
    """A refused number still shows what the person meant."""
    people = await at_headache(night)
    await goes_on_to(night, people, "voting")
    answer = await night.asks(people[0], typed)
    assert answer.text in {f"🎲 {SEEN} Whisper it to me.", f"🎲 {WHISPER}"}
    await night.quiet()
    for text in night.said:
        assert "31337" not in text
        assert "nonsense" not in text


async def test_the_reason_for_a_secret_refusal_stands_on_the_page(night: Night) -> None:
    people = await at_headache(night)
    night.page.opens(f"twitch:{people[0].id}")
    await goes_on_to(night, people, "voting")
    answer = await night.asks(people[0], "!vote 3 2")
    assert answer.text.startswith(f"🎲 {SEEN}")
    await night.hand(people[0], "secret")


async def test_an_answer_that_twitch_does_not_take_harms_nothing(night: Night) -> None:
    """The line was deleted meanwhile, so there is nothing to reply to."""
    ann = await a_stake(night)
    fault = night.twitch.faults.next("POST", "/helix/chat/messages", status=400)
    await ann.says(night.channel, "!stake 5")
    await night.until(lambda: fault.met)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


async def test_who_asks_while_the_channel_refuses_us_is_answered_when_it_takes_lines_again(night: Night) -> None:
    """The refusal shows only with the first refused line: an answer, which used to be lost."""
    ann = await a_stake(night)
    night.channel.timeout(night.world.bot, 5.0)
    await night.asks(ann, "!help roll", "Roll")


async def test_an_address_behind_a_long_answer_is_never_cut(night: Night) -> None:
    """A person who asks the same again is called by name before it. Chat is told the address only now and then."""
    night.public = OUR_PAGES
    await night.restart()
    ann = await a_stake(night)
    known = '"!page" tells where.'
    for name, told in (("", f"{OUR_PAGES}at/twitch/inn"), ("", known), ("@ann ", known)):
        answer = await night.asks(ann, "!help")
        assert answer.text.startswith(f"🎲 {name}Say ")
        assert answer.text.endswith(f"More on your page: {told}")
    assert (await night.asks(ann, "!page")).text.endswith(f"{OUR_PAGES}at/twitch/inn")


PURSE = "Your purse here holds {} suckers. They can't be bought or cashed."
OTHER = "There is no game yet at table K7Q."


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"ann": "924", "ben": "950"}, "@ann 924 · @ben 950"),
        ({"ann": "924", "ben": "924"}, f"@ann @ben {PURSE.format(924)}"),
        ({"ann": "924", "ben": OTHER}, f"@ann {PURSE.format(924)} · @ben {OTHER}"),
        ({"ann": "924", "ben": "9" * 430}, f"@ann 924 · @ben {'9' * 430}"),
    ],
)
def test_of_a_number_that_is_told_alone_it_is_said_what_it_counts(asked: dict[str, str], line: str) -> None:
    """Beside other numbers it is short, and where there is no room for more."""
    brief = {name: text for name, text in asked.items() if len(text) == 3}
    waiting = [
        Asked("inn", "", name, (PURSE.format(text) if name in brief else text,), brief.get(name, ""))
        for name, text in asked.items()
    ]
    assert together(waiting) == (waiting, line)
