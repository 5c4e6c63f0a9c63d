"""Tables on Twitch have the options that need the fewest secrets, where nobody chose."""

import pytest
from on_twitch.night import Night

OPEN = "Secrets are told on pages of one's own here, so auction_types=standard."


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
