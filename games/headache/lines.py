"""Say how the lines of Headache are placed: on a line of their own, or in place of the last one."""

from games.kit.contract import PublicEvent


class NewLine(PublicEvent, frozen=True):
    """Begin a new line, if several things are told at once."""

    @property
    def opens_line(self) -> bool:
        return True


class InPlace(PublicEvent, frozen=True):
    """Take the place of the last line: a count, a falling price."""

    @property
    def replaces(self) -> bool:
        return True
