"""Test buttons and lists with pieces as emojis of our application, and without emojis."""

import asyncio
import io
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from gatherings import opened
from night import Night
from PIL import Image
from standins.discord.messages import Message
from standins.discord.rest_emojis import AppEmoji

from bot.adapters.discord.outbound import components
from bot.adapters.discord.outbound.buttons import for_offers
from bot.adapters.discord.outbound.piece_emojis import OURS, PREFIX
from bot.ports.messages import Choosable, FormField, NotKnownError, Offer, ShownBoard, ShownPiece
from bot.render.emojis import SIDE, Emoji, emojis
from games.kit.seats import Seat

NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
LARGEST = 256 * 1024
SLOW = "swap_seconds=600 claim_seconds=120 turn_seconds=600 name_seconds=120"


DRAWN = cache(Emoji.png)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seventy pictures for the first test only, since they are the same for the others."""
    monkeypatch.setattr(Emoji, "png", DRAWN)


def uploaded(night: Night) -> list[str]:
    return [one.name for one in night.world.app_emojis.values()]


async def at_poohead(night: Night) -> Message:
    """Open a table at which cards may be swapped; return what its first player alone sees."""
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "poohead", SLOW, night.channel)
    card = await night.card("Cards may be swapped")
    pressed = await people[0].presses(card, "My hand")
    assert pressed.answer is not None
    form = await people[0].presses(pressed.answer, "Swap")
    assert form.modal is not None
    night.form = form.modal  # type: ignore[attr-defined]
    return pressed.answer


def shown_in(form: object) -> list[str]:
    return [one["emoji"]["name"] for one in offered(form) if one.get("emoji")]


def offered(form: object) -> list[dict[str, Any]]:
    """Return the values of its lists: three cards of the hand and three face-up ones, equal ranks once."""
    components = form.components  # type: ignore[attr-defined]
    return [one for label in components for one in label.get("component", {}).get("options", [])]


def test_each_picture_is_small_square_and_named_after_its_looks() -> None:
    every = emojis()
    assert len({one.name for one in every}) == len(every) > 70
    for one in every:
        assert NAME.fullmatch(PREFIX + one.name)
        assert OURS.fullmatch(PREFIX + one.name)
        drawn = one.png()
        assert len(drawn) < LARGEST
        assert Image.open(io.BytesIO(drawn)).size == (SIDE, SIDE)
    pieces = {one.piece for one in every}
    assert {"card-10H", "card-J1", "card-back", "die-d6-1", "die-d20", "cup-down"} <= pieces


async def test_they_are_uploaded_once_and_those_of_others_are_left_alone(night: Night) -> None:
    other = AppEmoji(night.world.ids.next(), "my_own_logo", b"")
    night.world.app_emojis[other.id] = other
    first = await night.adapter.sync_emojis()
    assert (first.made, first.kept, first.deleted, first.refused) == (len(emojis()), 0, 0, ())
    again = await night.adapter.sync_emojis()
    assert (again.made, again.kept, again.deleted) == (0, len(emojis()), 0)
    assert "my_own_logo" in uploaded(night)


async def test_what_looks_otherwise_now_is_uploaded_anew(night: Night) -> None:
    await night.adapter.sync_emojis()
    old = next(one for one in night.world.app_emojis.values() if "card_7H" in one.name)
    night.world.app_emojis[old.id] = replace(old, name="pl_card_7H_000000")
    found = await night.adapter.sync_emojis()
    assert (found.made, found.deleted) == (1, 1)
    assert old.name in uploaded(night)
    assert "pl_card_7H_000000" not in uploaded(night)


async def test_one_that_is_refused_is_named_and_the_rest_go_on(night: Night) -> None:
    posts = "/applications/[0-9]+/emojis$"
    night.server.faults.next("POST", posts, status=400, code=50035)
    found = await night.adapter.sync_emojis()
    assert (found.made, len(found.refused)) == (len(emojis()) - 1, 1)
    assert found.refused[0] not in uploaded(night)
    again = await night.adapter.sync_emojis()
    assert (again.made, again.kept, again.refused) == (1, len(emojis()) - 1, ())


async def test_their_names_are_known_without_drawing_one(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot draws nothing when it starts, since seventy pictures would delay everybody for a second."""
    await night.adapter.sync_emojis()

    def drawn(*_: object) -> None:
        raise AssertionError("drawn")

    monkeypatch.setattr(Emoji, "png", drawn)
    await night.restart()
    assert len(night.adapter.listener.emojis.known) == len(emojis())


async def test_hands_show_them_once_the_bot_has_been_started_anew(night: Night) -> None:
    await night.adapter.sync_emojis()
    await night.restart()
    await at_poohead(night)
    shown = shown_in(night.form)  # type: ignore[attr-defined]
    assert 2 <= len(shown) == len(offered(night.form)) <= 6  # type: ignore[attr-defined]
    assert all(name.startswith("pl_card_") for name in shown)


async def test_without_them_everything_says_what_it_is_in_words(night: Night) -> None:
    panel = await at_poohead(night)
    assert not any(one.emoji for one in panel.buttons)
    assert shown_in(night.form) == []  # type: ignore[attr-defined]


async def test_where_they_were_deleted_meanwhile_hands_and_forms_come_without(night: Night) -> None:
    """Discord refuses a whole message because of one deleted emoji."""
    await night.adapter.sync_emojis()
    await night.restart()
    night.world.app_emojis.clear()
    panel = await at_poohead(night)
    assert "Your hand" in panel.text
    assert shown_in(night.form) == []  # type: ignore[attr-defined]
    assert night.world.failed_interactions == []


async def test_where_one_was_deleted_the_others_are_shown_again_soon(night: Night) -> None:
    await night.adapter.sync_emojis()
    await night.restart()
    gone = next(one for one in night.world.app_emojis.values() if "cup" not in one.name)
    del night.world.app_emojis[gone.id]
    assert night.adapter.listener.emojis.refused(400)
    await night.until(lambda: len(night.adapter.listener.emojis.known) == len(emojis()) - 1)
    assert night.adapter.listener.emojis.refused(400), "for another reason, it seems"
    await asyncio.sleep(0.1)
    assert not night.adapter.listener.emojis.known, "and Discord is asked once in ten minutes"


async def test_what_discord_does_not_take_is_one_sentence(night: Night) -> None:
    night.server.faults.next("PUT", "/applications/[0-9]+/commands$", status=400, code=50035)
    with pytest.raises(NotKnownError, match=r"Discord did not take it \(HTTP 400, code 50035\)"):
        await night.adapter.sync()
    for _ in ("which it asks as it logs in", "which sync asks"):
        night.server.faults.next("GET", "/applications/[0-9]+/emojis$", status=403, code=20012)
    with pytest.raises(NotKnownError, match="HTTP 403"):
        await night.adapter.sync_emojis()


def test_a_move_shows_what_it_plays_and_each_value_its_own() -> None:
    pieces = [
        ShownPiece("die", f"d6-{face}", 10, 10, 30, 30, name="", seat=Seat(0), word=face, fills=("draw.die",))
        for face in ("3", "5", "5")
    ]
    board = ShownBoard.of(300, "All", tuple(pieces))
    known = {f"die-d6-{face}": components.Emoji("1", f"pl_die_d6_{face}") for face in "35"}
    one = Offer(
        "draw", "Draw", "", secret=False, fields=(FormField("die", "Die", "fixed", among=(Choosable("5", "5"),)),)
    )
    (item,) = for_offers("K7Q", "1-1", [one], board, known)
    assert isinstance(item, components.Button)
    assert (item.label, item.emoji) == ("Draw 5", components.Emoji("1", "pl_die_d6_5"))
    among = tuple(Choosable(face, face) for face in ("3", "5", "5", "6"))
    many = Offer("draw", "Draw", "", secret=False, fields=(FormField("die", "Die", "one", among=among),))
    (item,) = for_offers("K7Q", "1-1", [many], board, known)
    assert isinstance(item, components.Select)
    shown = [option.emoji and option.emoji.name for option in item.options]
    assert shown == ["pl_die_d6_3", "pl_die_d6_5", "pl_die_d6_5", None]
