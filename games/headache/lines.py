"""Say how the lines of a game of Headache stand: on a line of their own, or in the place of the last one."""

from games.kit.contract import PublicEvent


class NewLine(PublicEvent, frozen=True):
    """Of several things told at once it begins a line."""

    @property
    def opens_line(self) -> bool:
        return True


class InPlace(PublicEvent, frozen=True):
    """It stands in the place of the last one: a count, a price that falls."""

    @property
    def replaces(self) -> bool:
        return True
