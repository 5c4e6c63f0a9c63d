"""Parts of the bot are handed what their constructors name."""

import pytest

from bot.app.parts import Parts


class Engine:
    pass


class Wheel:
    def __init__(self, engine: Engine, spokes: int = 8) -> None:
        self.engine, self.spokes = engine, spokes


class Hen:
    def __init__(self, egg: "Egg") -> None:
        self.egg = egg


class Egg:
    def __init__(self, hen: Hen) -> None:
        self.hen = hen


def test_a_part_is_made_once_of_those_that_it_names() -> None:
    part = Parts({})
    assert part(Wheel).engine is part(Engine)
    assert part(Wheel) is part(Wheel)
    assert part(Wheel).spokes == 8


def test_what_is_given_is_not_made() -> None:
    engine = Engine()
    assert Parts({Engine: engine})(Wheel).engine is engine


def test_parts_that_need_each_other_are_refused() -> None:
    with pytest.raises(TypeError, match="circle"):
        Parts({})(Egg)
