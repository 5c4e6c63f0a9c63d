"""Set the rates at which things may be done: a bucket for each address, guest or kind (threats T6)."""

from typing import Final, NamedTuple

from bot.ports.rate import Buckets


class Rate(NamedTuple):
    """A limit: `most` requests at once, after a pause; `a_second` more are allowed in each second."""

    most: float
    a_second: float

    def buckets(self) -> Buckets:
        """Return full buckets of this rate, one for each key."""
        return Buckets(most=self.most, a_second=self.a_second)


STRANGERS: Final = Rate(60, 5)
"""By address: requests from unknown guests."""
LINES: Final = Rate(10, 4)
"""By guest: lines that they say."""
OPENINGS: Final = Rate(20, 1)
"""By guest: live lines that their pages open."""
COVERS: Final = Rate(20, 4)
"""By guest: how often their hand is covered or uncovered."""
VISITS: Final = Rate(120, 20)
"""By address: pages of doors. A whole channel may come at once, and many people share an address."""
CODES: Final = Rate(20, 1)
"""By address: codes to type in chat."""
BOUND_ASKS: Final = Rate(20, 2)
"""By the lock of a browser: questions whether somebody typed its code."""
SETUP_KEYS: Final = Rate(5, 5 / 60)
"""By address: tries of the operator's key; five a minute."""
SETUP_KEYS_OF_ALL: Final = Rate(20, 20 / 60)
"""The same for all addresses together."""
OVERLAY_KEYS: Final = Rate(30, 1)
"""By address: keys of overlays, right or wrong."""
OVERLAY_CHANGES: Final = Rate(10, 0.5)
"""By guest: new keys and saved settings."""
ACTIVITY: Final = Rate(400, 40)
"""By address: requests from an Activity's pages before their guest is known. All come through Discord's proxy."""
ACTIVITY_SIGN_INS: Final = Rate(100, 5)
"""By address: codes that are exchanged at Discord."""
ACTIVITY_SIGN_INS_OF_ALL: Final = Rate(300, 20)
"""The same for all addresses together."""
ACTIVITY_INVITATIONS: Final = Rate(1, 1 / 60)
"""By invited person: invitations that reach their page."""
CONTROL_CHANGES: Final = Rate(20, 0.5)
"""By guest: saved settings of the control room."""
DESK_LOOKS: Final = Rate(30, 1)
"""By guest: looks at what the desk shows now."""
ARCHIVE: Final = Rate(60, 2)
"""By address: pages of archives."""
FILMS: Final = Rate(20, 0.5)
"""By address: films of finished games that must first be made."""
PICTURES: Final = Rate(20, 0.2)
"""By address: pictures of finished games that must first be drawn."""
PICTURES_OF_ALL: Final = Rate(60, 2)
"""The same for all addresses together: each takes a core for a tenth of a second, besides the replay of its game."""
ODDS: Final = Rate(30, 3)
"""By address: the chances before moves of finished games."""
FAULTS: Final = Rate(5, 1 / 60)
"""By kind: our own faults that are logged."""
