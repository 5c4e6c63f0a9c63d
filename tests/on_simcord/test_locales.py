"""Test two clients in two languages: translated sentences are in the reader's language, the rest in English."""

from collections.abc import Iterator

import pytest
import simcord.interactions
from parlour import Parlour

from bot.text import words

FRENCH = {
    ("bot.text", "fr.ftl"): """
command-join = S'asseoir à la table.
slash-name-join = rejoindre
slash-name-play = JOUER!
slash-about-play = Jouer.
slash-stake = Combien
your-purse = Ta bourse contient { $amount } jetons.
""",
    ("games.halflings", "words.fr.ftl"): """
game-about = Fais tomber le géant.
help-stake = Mise des jetons.
field-amount = Combien
""",
}


@pytest.fixture(autouse=True)
def french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide French words, as if they came with the bot. The list of languages is cached, and read again here."""
    read = words.read

    def read_french(package: str, name: str) -> str:
        return FRENCH.get((package, name), "") or read(package, name)

    monkeypatch.setattr(words, "read", read_french)
    words.spoken.cache_clear()
    yield
    words.spoken.cache_clear()


async def test_commands_are_named_and_described_in_both(parlour: Parlour) -> None:
    known = {one["name"]: one for one in parlour.commands}
    of_table = {one["name"]: one for one in known["table"]["options"]}
    join, play, close = of_table["join"], known["play"], of_table["close"]
    assert join["description"].startswith("Sit down")
    assert join["description_localizations"]["fr"] == "S'asseoir à la table."
    assert join["name_localizations"]["fr"] == "rejoindre"
    assert play["description_localizations"]["fr"] == "Jouer."
    stake = next(option for option in play["options"] if option["name"] == "stake")
    assert stake["description_localizations"]["fr"] == "Combien"
    assert close["description"]
    assert "fr" not in (close.get("name_localizations") or {})


async def test_a_name_that_discord_would_refuse_is_left_out(parlour: Parlour) -> None:
    known = {one["name"]: one for one in parlour.commands}
    assert "fr" not in (known["play"].get("name_localizations") or {})


async def test_everybody_is_answered_in_the_language_of_their_client(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, zoe = parlour.people("ann", "zoé")
    spoken = {zoe.id: "fr"}
    built = simcord.interactions.base_payload

    def base_payload(*args: object, **about: object) -> tuple[object, dict[str, object]]:
        record, payload = built(*args, **about)  # type: ignore[arg-type]
        return record, {**payload, "locale": spoken.get(record.user_id, "en-US")}

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    assert (await ann.slash("wallet")).text.startswith("Your purse here holds 1,000 suckers.")
    assert (await zoe.slash("wallet")).text.startswith("Ta bourse contient 1\u202f000 jetons.\n")
    assert (await zoe.slash("tables")).text == (await ann.slash("tables")).text, (
        "for what has no words there is English"
    )
    parlour.rolls(7)
    await ann.slash("halflings", amount="50")
    card = parlour.card
    assert card.labels == ["Roll", "My moves", "More"], "a card is for all of them, and in English"
    assert (await zoe.presses(card, "My moves")).for_one_alone
