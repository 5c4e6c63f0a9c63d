"""Test the picture of how a game ended: amounts are never cut, and a game without a board has its name there."""

import io

import msgspec
from msgspec.structs import replace
from PIL import Image

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.replays import FilmFrame
from bot.ports.shown import ResultSeat, ShownBoard, ShownPiece, ShownResult
from bot.render import painting
from bot.render.archive import ending, result_of
from bot.render.painting import ResultWanted
from bot.render.result import TABLE, result_png
from bot.text import Words
from games.kit.board import PieceKind
from games.kit.seats import Seat


def drawn(title: str = "Cones", gain: str = "", place: int = 0) -> Image.Image:
    """Return the picture of a game without a board, in which somebody with a long name lost."""
    lost = ResultSeat(Seat(1), "W" * 24, "owl", gain, won=False, place=place)
    seats = (ResultSeat(Seat(0), "ann", "fox", "", won=True, place=1), lost)
    return Image.open(io.BytesIO(result_png(ShownResult(title, "", seats, "", None), 200_000))).convert("RGB")


def test_no_amount_is_cut() -> None:
    assert drawn(gain="\u22121,234,567").tobytes() != drawn(gain="\u22121,234,568").tobytes()


def test_who_came_second_is_told_from_who_came_third() -> None:
    assert drawn(place=2).tobytes() != drawn(place=3).tobytes()


def test_how_low_the_chance_of_whoever_won_had_been_stands_there() -> None:
    sat = Sat(PersonId("web:1"), "ann", 100, 160, won=True, place=1, low=12)
    game = FinishedGame("r", "cones", TableCode("K7Q"), "t", PlaceId("web:main"), 1, 0, 1, (sat,))
    end = FilmFrame(0, ("ann wins.",), (), (), None, (160,))
    shown = result_of(game, end, ("fox",), Words())
    assert shown.remark == "was at 12 %"
    assert result_png(shown, 200_000) != result_png(replace(shown, remark=""), 200_000)
    assert result_of(replace(game, seats=(replace(sat, low=40),)), end, ("fox",), Words()).remark == ""


def test_a_game_without_a_board_has_its_name_in_its_place() -> None:
    colours = drawn().crop(tuple(map(int, TABLE))).getcolors(100_000)  # type: ignore[arg-type]
    assert colours is not None
    assert len(colours) > 1


def test_whom_something_befell_stands_large_beside_the_winner_and_what_ended_it_above() -> None:
    seats = tuple(
        Sat(PersonId(f"web:{name}"), name, 0, 0, won=name == "ann", place=place)
        for place, name in enumerate(("ann", "bo", "cid", "dan", "eve", "fay"), 1)
    )
    game = FinishedGame("r", "poohead", TableCode("K7Q"), "t", PlaceId("web:main"), 1, 0, 1, seats)
    poo = ShownPiece(PieceKind.FIGURE, "poo", 8, 8, 24, 24, seat=Seat(5))
    wall = ShownPiece(PieceKind.SPACE, "seat", 8, 8, 190, 92, seat=Seat(5))
    says = ("bo plays 4.", "ann turns 3, the 9: ann wins.", "fay is the Poohead.")
    end = FilmFrame(0, says, (), (), ShownBoard.of(120, "the table", (wall, poo)), ())
    shown = result_of(game, end, ("fox",) * 6, Words())
    assert [(one.name, one.mark) for one in shown.seats[:3]] == [("ann", ""), ("fay", "figure-poo"), ("bo", "")]
    assert shown.told == " ".join(says)
    unwalled = replace(end, board=ShownBoard.of(120, "the table", (poo,)))
    wanted = [ResultWanted(result_of(game, one, ("fox",) * 6, Words()), 200_000) for one in (end, unwalled)]
    alike = [painting.drawn(msgspec.msgpack.encode(one)) for one in wanted]
    assert alike[0] == alike[1] != b"", "no empty boxes"
    unmarked = replace(shown, seats=tuple(replace(one, mark="") for one in shown.seats))
    assert result_png(unmarked, 200_000) != alike[0] != result_png(replace(shown, told=""), 200_000)


def test_of_much_that_was_told_at_the_end_the_last_is_the_headline() -> None:
    assert ending("Ann moves from 8b to 1z and captures YYR from Bo: Bo is out. She is the last, and wins.") == (
        "She is the last, and wins."
    )
    assert ending(f"{'Nan turns card 1, which she did not know, ' * 2}the 8: pete is the Poohead.") == (
        "pete is the Poohead."
    )
