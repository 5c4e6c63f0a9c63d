"""Test that tables on Twitch have the options with the fewest secrets by default."""

import pytest
from on_twitch.night import Night

OPEN = "Secrets are told on pages of one's own here, so every auction is a standard one."


@pytest.mark.parametrize(
    ("given", "types", "told"),
    [
        ("", "standard", True),
        ("pace=full", "standard", True),
        ("pace=quick", "blind", False),
        ("auction_types=blind", "blind", False),
        ("auction_types=blind+standard", "blind+standard", False),
    ],
)
async def test_whoever_opens_a_table_is_told_so_and_may_choose_otherwise(
    night: Night, given: str, types: str, told: bool
) -> None:
    (ann,) = night.people("ann")
    await ann.says(night.channel, f"!open headache {given}")
    line = await night.line("is open")
    assert (OPEN in line.text) is told
    assert (await night.session()).game_options.model_dump()["auction_types"] == types


async def test_what_the_streamer_chose_for_all_tables_holds(night: Night) -> None:
    (ann,) = night.people("ann")
    streamer = night.channel.broadcaster
    await night.asks(streamer, "!control defaults headache auction_types=blind+dutch", "auction_types")
    await ann.says(night.channel, "!open headache")
    assert OPEN not in (await night.line("is open")).text
    assert (await night.session()).game_options.model_dump()["auction_types"] == "blind+dutch"


@pytest.mark.parametrize("game", ["halflings", "cones", "poohead", "rogues"])
async def test_games_without_such_a_choice_are_left_as_they_are(night: Night, game: str) -> None:
    (ann,) = night.people("ann")
    await ann.says(night.channel, f"!open {game}")
    assert "Secrets are told" not in (await night.line("is open")).text


async def test_where_no_viewer_reaches_our_pages_open_alone_opens_a_game_that_needs_none(night: Night) -> None:
    night.house.doors.lead_nowhere = True
    streamer = night.channel.broadcaster
    answer = await night.asks(streamer, "!open", "needs none")
    assert answer.text.endswith("of those there are: cones, halflings.")
    await night.line("is open: Cones")


async def test_a_game_with_hands_is_opened_all_the_same_and_whoever_opens_it_is_told(night: Night) -> None:
    night.house.doors.lead_nowhere = True
    streamer = night.channel.broadcaster
    answer = await night.asks(streamer, "!open poohead", "no public address yet")
    assert "In Poohead everybody's hand stands on a page" in answer.text
    assert answer.text.endswith("Cones and Halflings & Giants can be played in chat alone.")
    assert (await night.session()).game == "poohead"


async def test_what_the_streamer_allows_is_all_that_is_named_and_opened(night: Night) -> None:
    night.house.doors.lead_nowhere = True
    streamer = night.channel.broadcaster
    await night.asks(streamer, "!control games halflings rogues", "rogues")
    answer = await night.asks(streamer, "!open", "needs none")
    assert answer.text.endswith("of those there are: halflings.")
    await night.asks(streamer, "!control games rogues", "rogues")
    assert "Which game?" in (await night.asks(streamer, "!open", "Which game")).text
    await night.asks(streamer, "!control tables 2", "2 tables at a time")
    (ben,) = night.people("ben")
    refused = await night.asks(ben, "!open rogues", "no public address yet")
    assert "in chat alone" not in refused.text


@pytest.mark.parametrize("public", ["https://potluck.test/", ""])
async def test_where_viewers_reach_our_pages_open_alone_asks_which_game(night: Night, public: str) -> None:
    night.house.doors.public = public
    streamer = night.channel.broadcaster
    assert "Which game?" in (await night.asks(streamer, "!open", "Which game")).text
    await streamer.says(night.channel, "!open poohead")
    await night.line("is open")
    assert not [line for line in night.said if "public address" in line]


async def test_nobody_is_sent_to_an_address_of_this_machine(night: Night) -> None:
    night.house.doors.public, night.house.doors.lead_nowhere = "http://localhost:8137/", True
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "!open rogues")
    await night.line("is open")
    await ben.says(night.channel, "!join")
    await ann.says(night.channel, "!start")
    await night.line("The game begins")
    await night.asks(ben, "!help", "!WORD")
    await night.asks(ben, "!hand", "whisper")
    await night.quiet()
    assert not [line for line in night.said if "localhost" in line]
