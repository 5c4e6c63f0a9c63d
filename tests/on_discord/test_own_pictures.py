"""Test that a person's hand, as picture and as named buttons, reaches only that person, on a phone as everywhere."""

from collections import Counter
from typing import Any

import pytest
from gatherings import opened
from night import Night

from bot.adapters.discord.outbound.buttons import Does, Press, for_offers
from bot.adapters.discord.outbound.layout import MOST_NEWS, table_view
from bot.adapters.discord.outbound.pictures import PrivatePart, SharedPart, hand_of, own_strip
from bot.adapters.discord.outbound.private_layout import ROWS, rows_of, sure_view
from bot.ports.messages import Choosable, FormField, News, Offer, Panel, SeatLine, ShownBoard, ShownPiece, Update
from bot.render.painter import PainterHere
from bot.text import Words
from games.kit.cues import Cue
from games.kit.seats import Seat

pytestmark = pytest.mark.usefixtures("hands_are_quick")
PAINTER = PainterHere()
LONG = {
    "poohead": "swap_seconds=600 claim_seconds=120 turn_seconds=600 name_seconds=120",
    "rogues": "turn_seconds=600 bet_seconds=600 next_seconds=600",
}


async def test_a_move_that_costs_much_is_asked_about_in_private_and_done_once(night: Night) -> None:
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "rogues", LONG["rogues"], night.channel, (4, 3, 2, 5, 6, 4, 2, 5, 3, 2, 6))
    card = await night.card("ann to play: flee")
    asked = await people[0].presses(card, "Flee")
    assert asked.answer is not None
    assert asked.answer.ephemeral_to is people[0]
    assert "flee" in asked.text
    await night.card("ann to play: flee")
    await people[0].presses(asked.answer, "Yes, do it")
    await night.card("ben to play")
    state = (await night.session()).state
    zoe = night.person("zoe")
    asked = await zoe.presses(night.cards[-1], "Flee")
    assert asked.answer is not None
    refused = await zoe.presses(asked.answer, "Yes, do it")
    assert refused.text
    assert (await night.session()).state == state


async def test_behind_more_stand_the_table_in_words_and_the_rules(night: Night) -> None:
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "poohead", LONG["poohead"], night.channel)
    card = await night.card("Cards may be swapped")
    zoe = night.person("zoe")
    for person in (people[0], zoe):
        more = await person.presses(card, "More")
        assert more.answer is not None
        assert more.answer.ephemeral_to is person
        assert "Cards may be swapped" in more.text
        assert "3 in hand" in more.text
        assert ("Your hand" in more.text) == (person is not zoe)
        rules = await person.presses(more.answer, "Rules")
        assert "Poohead" in rules.text
        assert rules.answer is None or rules.answer.ephemeral_to is person


# Without a table


def die(label: str, *, seat: int = 0, size: int = 30, **more: Any) -> ShownPiece:
    return ShownPiece("die", f"d6-{label}", 10, 10, size, size, name=f"a {label}", seat=Seat(seat), **more)


def card(face: str, word: str, *, seat: int = 0, fills: tuple[str, ...] = ("play.cards",)) -> ShownPiece:
    return ShownPiece("card", face, 10, 10, 40, 56, name=face, seat=Seat(seat), word=word, fills=fills)


def panel(board: ShownBoard | None = None, **more: Any) -> Panel:
    seats = tuple(
        SeatLine(Seat(at), f"p{at}", 10, bot=False, awaited=at == 0, away=False, you=at == 0) for at in (0, 1)
    )
    given = {"phase": "playing", "hands": True, "offers": (), "lines": ("drawn", "not drawn"), "ends_at": 9_000} | more
    return Panel(
        code="K7Q",
        game="x",
        title="X",
        own=(),
        seats=seats,
        pot=50,
        ask="1-1",
        commands=(),
        board=board,
        by_board=() if board is None else ("drawn",),
        **given,
    )


def update(audience: str, card: Panel, recent: tuple[News, ...] = ()) -> Update:
    return Update("t", "K7Q", audience, (), card, recent=recent)


def play(*words: str, kind: str = "fixed") -> Offer:
    field = FormField("cards", "Cards", kind, among=tuple(Choosable(one, one) for one in words))
    return Offer("play", "Play", "", secret=False, fields=(field,))


def texts(view: Any) -> str:
    return str(view.to_components())


def labels(items: Any) -> list[str]:
    return [one.label for one in items]


def test_a_strip_holds_the_own_dice_and_cards_and_no_others() -> None:
    board = ShownBoard.of(300, "All", (die("4"), die("6", seat=1), die("5"), card("7H", "7", seat=1)))
    strip = own_strip(board, Seat(0))
    assert strip is not None
    assert [one.face for one in strip.pieces] == ["d6-4", "d6-5"]
    assert strip.name == "a 4, a 5"
    assert own_strip(board, Seat(2)) is None


def test_fifty_cards_lie_in_rows_within_the_board() -> None:
    cards = [
        card(f"{rank}{suit}", rank)
        for suit in "CDHS"
        for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    ]
    strip = own_strip(ShownBoard.of(300, "All", tuple(cards[:50])), Seat(0))
    assert strip is not None
    assert len(strip.pieces) == 50
    assert all(one.left >= 0 and one.left + one.width <= 400 for one in strip.pieces)
    assert all(one.top + one.height <= strip.height for one in strip.pieces)
    places = Counter((one.left, one.top) for one in strip.pieces)
    assert max(places.values()) == 1


def test_a_shared_picture_is_never_made_of_one_viewers_board_nor_a_private_one_of_everybodys() -> None:
    board = ShownBoard.of(300, "All", (die("4"),))
    assert hand_of(update("place:discord:2", panel(board))) is None
    assert hand_of(update("person:discord:2", panel(board))) is not None


def test_the_two_kinds_of_picture_have_constant_names() -> None:
    board = ShownBoard.of(300, "All", (die("4"),))
    assert SharedPart.undrawn(update("person:discord:2", panel(board))) is None
    assert PrivatePart.undrawn(update("place:discord:2", panel(board))) is None
    shared = SharedPart.undrawn(update("place:discord:2", panel(board)))
    own = PrivatePart.undrawn(update("person:discord:2", panel(board)))
    assert shared is not None
    assert own is not None
    assert (shared.name, own.name) == ("table.png", "hand.png")
    assert (shared.alt, own.alt) == ("All\np0 · 10, p1 · 10\ndrawn", "a 4")


def test_nothing_that_the_picture_shows_is_said_beside_it_and_without_it_all_is_said() -> None:
    board = ShownBoard.of(300, "All", (die("4"),))
    told = tuple(News(f"news {at}", 0) for at in range(6))
    shown = update("place:discord:2", panel(board), told)
    part = SharedPart.undrawn(shown)
    content = [
        one["content"]
        for one in table_view(shown, Words(), picture=part).to_components()[0]["components"]
        if one["type"] == 10
    ]  # type: ignore[no-untyped-call]
    said = "\n".join(content).splitlines()
    assert "not drawn" in said
    assert "drawn" not in said
    assert sum(line.startswith("news") for line in said) == MOST_NEWS
    bare = texts(table_view(shown, Words()))
    assert "drawn\\nnot drawn" in bare
    assert "In the pot: 50" in bare


def test_the_last_win_stays_on_the_card_and_fair_play_has_a_message_of_its_own() -> None:
    told = (
        News("sealed: 5f5f", 0, fine=True),
        News("ann wins 60.", 0, cues=(Cue.WIN,)),
        *(News(f"news {at}", 0) for at in range(4)),
    )
    shown = texts(table_view(update("place:discord:2", panel(), told), Words()))
    assert "ann wins 60" in shown
    assert "sealed" not in shown
    assert "news 0" not in shown


def test_moves_are_named_by_what_they_play() -> None:
    board = ShownBoard.of(
        300, "All", (card("7H", "7"), card("7S", "7"), card("KD", "K"), card("KC", "K"), card("J1", "joker"))
    )
    offers = [play("7", "7", kind="order"), play("K"), play("7", "joker", kind="order"), play("joker")]
    found = for_offers("K7Q", "1-1", offers, board)
    assert labels(found) == ["Play 7♥ 7♠", "Play K", "Play 7 joker …", "Play joker"]
    presses = [one.custom_id.split("|")[1] for one in found]  # type: ignore[attr-defined]
    assert presses == [Does.DO, Does.DO, Does.FORM, Does.DO], "what is all alike has no order to choose"


def test_many_moves_go_on_on_further_pages_and_none_is_lost() -> None:
    offers = tuple(Offer(f"verb{at}", f"Verb {at}", "", secret=False) for at in range(50))
    seen = Counter[str]()
    now = panel(offers=offers)
    for page in range(3):
        found = rows_of(now, Words(), page)
        assert len(found) <= ROWS + 1
        seen.update(one.label for row in found for one in row.components)  # type: ignore[union-attr]
    assert all(seen[f"Verb {at}"] == 1 for at in range(50))
    assert rows_of(now, Words(), 99)


def test_what_costs_much_is_red_and_asks() -> None:
    (item,) = for_offers("K7Q", "1-1", [Offer("flee", "Flee", "", secret=False, grave=True)])
    assert item.custom_id == "pl|sure|K7Q|1-1|flee"  # type: ignore[attr-defined]
    asked = texts(sure_view("flee", Press(Does.DO, "K7Q", "1-1", "flee"), Words()))
    assert "pl|do|K7Q|1-1|flee" in asked
