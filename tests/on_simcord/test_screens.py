"""Test what Discord's own screens say and show, at tables in the middle of games."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from simcord.components import walk_components
from stages import on_stage, update_of

from bot.adapters.discord.inbound.modals import filled, form_for
from bot.adapters.discord.outbound.buttons import Does, Press
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.pictures import (
    MOST_BYTES,
    PrivatePart,
    SharedPart,
    with_art,
)
from bot.adapters.discord.outbound.private_layout import own_view
from bot.ports.messages import Choosable, FormField, Offer, Update
from bot.render.art import art_of
from bot.render.offers import line_of, to_choose
from bot.render.painter import PainterHere
from bot.text import Words
from games import cones, halflings, headache, poohead, rogues
from games.catalogue import AnyGame
from games.kit.seats import Seat
from games.proof import fair
from potluck.testing.positions import Opening, positions

GAMES = (cones.GAME, halflings.GAME, headache.GAME, poohead.GAME, rogues.GAME)
NAMES = ("ann", "ben", "cid", "dan", "eve")
WORDS = Words("en", "/", page=True)
MOST, AGAIN = 60, 7


def tables(game: AnyGame, seats: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the state and the last events at some positions of a game."""
    options = game.options_from({})
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("screens"))
    told: list[Any] = []
    for at, position in enumerate(positions(opening, MOST)):
        told.append(position.came[1])
        if at % AGAIN == 0:
            yield position.state, told[-8:]


def seats_of(game: AnyGame) -> int:
    return min(game.seats(game.options_from({}))[-1], len(NAMES))


def for_each_seat(game: AnyGame) -> Iterator[Update]:
    names = NAMES[: seats_of(game)]
    for state, log in tables(game, len(names)):
        stage = on_stage("screens", game, state, names, log=log)
        for one in stage.session.seats:
            yield update_of(stage, f"person:{one.player}", WORDS)


def texts(view: Any) -> list[str]:
    return [part["content"] for part in walk_components(view.to_components()) if part["type"] == 10]


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
async def test_nobody_who_sees_what_they_hold_is_told_that_they_hold_nothing(game: AnyGame) -> None:
    drawn = 0
    for update in for_each_seat(game):
        picture = await PrivatePart.or_table(update, PainterHere())
        if picture is not None:
            drawn += 1
            assert "nothing in your hand" not in "\n".join(texts(own_view(update, WORDS, picture=picture)))
    assert drawn


@pytest.mark.parametrize("game", [cones.GAME, poohead.GAME], ids=lambda one: one.name)
def test_odds_can_be_asked_for_where_the_game_can_tell_them_and_nowhere_else(game: AnyGame) -> None:
    offered = set()
    for state, _ in tables(game, 2):
        stage = on_stage("screens", game, state, NAMES[:2])
        view = own_view(update_of(stage, f"person:{stage.session.seats[0].player}", WORDS), WORDS)
        labels = [part.get("label") for part in walk_components(view.to_components()) if part["type"] == 2]
        tells = game.result(state) is None and game.has_odds(game.view(state, Seat(0)), Seat(0))
        assert ("My odds" in labels) == tells
        offered.add(tells)
    assert offered == {True, False}


def test_the_board_beside_the_moves_of_cones_has_the_squares_that_they_name() -> None:
    seen = 0
    for update in for_each_seat(cones.GAME):
        board = update.card.board
        assert board is not None
        there = {piece.word for piece in board.pieces}
        named = {one.word for offer in update.card.offers for field in offer.fields for one in field.among}
        seen += len(named & there)
        assert named <= there
    assert seen


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_nobody_whom_the_picture_names_is_named_again_below_it(game: AnyGame) -> None:
    """News name people for what they did; what stands on every card names nobody twice."""
    names = [f"{name}, called so" for name in NAMES[: seats_of(game)]]
    drawn = 0
    for state, log in tables(game, len(names)):
        stage = on_stage("screens", game, state, names, log=log)
        update = replace(update_of(stage, "place:discord:2", WORDS), recent=())
        board = update.card.board
        if board is None:
            continue
        labels = {piece.label for piece in board.pieces}
        awaited = [seat.seat + 1 for seat in update.card.seats if seat.awaited]
        view = table_view(update, WORDS, called=awaited, picture=SharedPart.undrawn(update))
        said = "\n".join(texts(view))
        assert set(names) <= labels, "the picture names them all"
        assert all(f"<@{one}>" in said for one in awaited)
        assert not [name for name in names if name in said], said
        drawn += 1
    assert drawn


@pytest.mark.parametrize("game", [rogues.GAME, halflings.GAME], ids=lambda one: one.name)
def test_what_each_has_stands_in_the_picture_beside_the_name(game: AnyGame) -> None:
    names = NAMES[: seats_of(game)]
    ((state, log), *_) = tables(game, len(names))
    card = update_of(on_stage("screens", game, state, names, log=log), "place:discord:2", WORDS).card
    assert card.board is not None
    drawn = {piece.label for piece in card.board.pieces}
    assert {str(seat.stack) for seat in card.seats} <= drawn


def test_where_a_stack_has_no_room_beside_a_name_it_stands_below_the_picture() -> None:
    names = NAMES[:3]
    ((state, log), *_) = tables(rogues.GAME, len(names))
    update = update_of(on_stage("screens", rogues.GAME, state, names, log=log), "place:discord:2", WORDS)
    rich = tuple(replace(seat, stack=seat.stack and seat.stack * 10_000) for seat in update.card.seats)
    update = replace(update, card=replace(update.card, seats=rich))
    said = "\n".join(texts(table_view(update, WORDS, picture=SharedPart.undrawn(update))))
    for name, seat in zip(names, rich, strict=True):
        assert f"{name} · {seat.stack:,}" in said


# Tables that wait for players


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
async def test_a_table_that_waits_has_the_games_art_a_line_that_invites_and_a_place_for_each(game: AnyGame) -> None:
    names = NAMES[: min(2, game.seats(game.options_from({}))[-1])]
    plain = update_of(on_stage("lobby", game, None, names, phase="lobby"), "place:discord:2", WORDS)
    update = replace(plain, card=with_art(plain.card, WORDS))
    planned = SharedPart.undrawn(update)
    assert planned is not None
    picture = await planned.painted(PainterHere())
    assert picture is not None
    assert len(picture.png) <= MOST_BYTES
    assert all(name in picture.alt for name in names) or update.card.most == 1
    board = update.card.board
    assert board is not None
    drawn = [piece for piece in board.pieces if f"{piece.kind}-{piece.face}" in art_of(game.name)]
    assert {f"{piece.kind}-{piece.face}" for piece in drawn} == set(art_of(game.name))
    invites = WORDS.own("game-about", game)
    assert len(invites) > 40
    for shown in (table_view(update, WORDS, picture=picture), table_view(plain, WORDS)):
        assert invites in texts(shown)[0].replace("\\", "")
    if update.card.most > 1:
        below = "\n".join(texts(table_view(update, WORDS, picture=picture))[1:])
        assert not any(name in below for name in names), "the picture names them"
        places = [piece for piece in board.pieces if piece.face in {"seat", "slot"}]
        assert len(places) == update.card.most
        assert sum(piece.face == "slot" for piece in places) == update.card.most - len(names)
    in_words = "\n".join(texts(table_view(plain, WORDS)))
    assert all(f"{at}. {name}" in in_words for at, name in enumerate(names, 1)), "where pictures can't be sent"


def test_house_bots_and_who_is_away_are_marked_at_their_places() -> None:
    plain = update_of(on_stage("lobby", poohead.GAME, None, NAMES[:3], phase="lobby"), "place:discord:2", WORDS)
    ann, ben, cid = plain.card.seats
    card = replace(plain.card, seats=(ann, replace(ben, bot=True), replace(cid, away=True)))
    update = replace(plain, card=with_art(card, WORDS))
    assert update.card.board is not None
    labels = {piece.label for piece in update.card.board.pieces}
    assert {"ann", "ben", "cid", "house bot", "away"} <= labels
    below = "\n".join(texts(table_view(update, WORDS, picture=SharedPart.undrawn(update))))
    assert not any(name in below for name in ("ann", "ben", "cid"))


def test_of_a_crowd_only_the_art_is_drawn_and_all_are_in_words() -> None:
    given = {"mode": "crowd"}
    stage = on_stage("crowd", halflings.GAME, None, NAMES, given=given, phase="lobby")
    plain = update_of(stage, "place:discord:2", WORDS)
    update = replace(plain, card=with_art(plain.card, WORDS))
    assert update.card.board is not None
    assert not any(piece.face in {"seat", "slot"} for piece in update.card.board.pieces)
    below = "\n".join(texts(table_view(update, WORDS, picture=SharedPart.undrawn(update))))
    assert all(name in below for name in NAMES)


# Forms


def an_order(*words: str, any_order: bool = False) -> Offer:
    among = tuple(Choosable(word, f"seat {word}") for word in words)
    return Offer("order", "Order", "", False, (FormField("seats", "Seats", "order", among=among, any_order=any_order),))


def form_of(offer: Offer) -> dict[str, Any]:
    return form_for(offer, Press(Does.FILL, "K7Q", "1-1", offer.verb), WORDS, "About it.").to_dict()


def sent(inputs: dict[str, Any]) -> Any:
    """Return a form as Discord sends it."""
    parts = [
        {"type": 18, "component": {"custom_id": name, "values" if isinstance(value, list) else "value": value}}
        for name, value in inputs.items()
    ]
    return SimpleNamespace(data={"components": parts})


def test_an_order_is_picked_place_by_place() -> None:
    offer = an_order("1", "2", "3")
    labels = [part for part in form_of(offer)["components"] if part["type"] == 18]
    assert [one["label"] for one in labels] == ["First", "Second", "Third"]
    lists = [one["component"] for one in labels]
    assert [[o["label"] for o in one["options"]] for one in lists] == [["seat 1", "seat 2", "seat 3"]] * 3
    as_it_is = {one["custom_id"]: [o["value"] for o in one["options"] if o.get("default")] for one in lists}
    assert line_of(offer, filled(sent(as_it_is))) == "order 1 2 3", "whoever changes nothing sends a legal order"
    mine = dict(zip(as_it_is, [["3"], ["1"], ["2"]], strict=True))
    assert line_of(offer, filled(sent(mine))) == "order 3 1 2"


def test_an_order_of_too_many_for_a_form_is_typed_and_says_what_stands_for_whom() -> None:
    offer = an_order(*map(str, range(1, 8)))
    (label,) = [part for part in form_of(offer)["components"] if part["type"] == 18]
    assert label["description"].startswith("The numbers in your order: 1 (seat 1), 2 (seat 2)")
    assert label["component"]["value"] == "1 2 3 4 5 6 7"
    assert line_of(offer, filled(sent({"seats": "7 6 5 4 3 2 1"}))) == "order 7 6 5 4 3 2 1"


@pytest.mark.parametrize("offer", [an_order("8", "8", "8"), an_order("8", "9", any_order=True)])
def test_an_order_that_makes_no_difference_is_never_asked_for(offer: Offer) -> None:
    assert [part["type"] for part in form_of(offer)["components"]] == [10]


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_no_form_asks_for_words_that_a_list_has(game: AnyGame) -> None:
    """Only numbers are typed, and what is too long for a list."""
    asked = 0
    for update in for_each_seat(game):
        for offer in map(settled, update.card.offers):
            for field in to_choose(offer):
                asked += 1
                parts = list(walk_components(form_of(offer)["components"]))
                typed = [one["custom_id"] for one in parts if one["type"] == 4]
                if field.kind != "number" and len(field.among) <= 25:
                    assert field.name not in typed, (game.name, offer.verb, field)
    assert asked or game is cones.GAME
