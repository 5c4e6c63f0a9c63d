"""Test the picture of how a game ended: amounts are never cut, and a game without a board has its name there."""

import io

from PIL import Image

from bot.ports.shown import ResultSeat, ShownResult
from bot.render.result import TABLE, result_png
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


def test_a_game_without_a_board_has_its_name_in_its_place() -> None:
    colours = drawn().crop(tuple(map(int, TABLE))).getcolors(100_000)  # type: ignore[arg-type]
    assert colours is not None
    assert len(colours) > 1
