"""Test the picture of how a game ended: amounts are never cut, and a game without a board has its name there."""

import io

from msgspec.structs import replace
from PIL import Image

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.shown import ResultSeat, ShownResult
from bot.render.archive import result_of
from bot.render.result import TABLE, result_png
from bot.text import Words
from games.kit.seats import Seat


def drawn(title: str = "Cones", gain: str = "", place: int = 0) -> Image.Image:
    """Return the picture of a game without a board, in which somebody with a long name lost."""
    lost = ResultSeat(Seat(1), "W" * 24, "owl", gain, won=False, place=place)
    seats = (ResultSeat(Seat(0), "ann", "fox", "", won=True, place=1), lost)
    return Image.open(io.BytesIO(result_png(ShownResult(title, "", seats, "", (), None), 200_000))).convert("RGB")


def test_no_amount_is_cut() -> None:
    assert drawn(gain="\u22121,234,567").tobytes() != drawn(gain="\u22121,234,568").tobytes()


def test_who_came_second_is_told_from_who_came_third() -> None:
    assert drawn(place=2).tobytes() != drawn(place=3).tobytes()


def test_how_low_the_chance_of_whoever_won_had_been_stands_there() -> None:
    sat = Sat(PersonId("web:1"), "ann", 100, 160, won=True, place=1, low=12)
    game = FinishedGame("r", "cones", TableCode("K7Q"), "t", PlaceId("web:main"), 1, 0, 1, (sat,))
    shown = result_of(game, None, ("fox",), Words())
    assert shown.remark == "was at 12 %"
    assert result_png(shown, 200_000) != result_png(replace(shown, remark=""), 200_000)
    assert result_of(replace(game, seats=(replace(sat, low=40),)), None, ("fox",), Words()).remark == ""


def test_a_game_without_a_board_has_its_name_in_its_place() -> None:
    colours = drawn().crop(tuple(map(int, TABLE))).getcolors(100_000)  # type: ignore[arg-type]
    assert colours is not None
    assert len(colours) > 1
