"""The rates at which somebody may do something here: a bucket for each address, guest or kind (threats T6)."""

from typing import Final, NamedTuple

from bot.ports.rate import Buckets


class Rate(NamedTuple):
    """`most` at once, and `a_second` again."""

    most: float
    a_second: float

    def buckets(self) -> Buckets:
        """Return full buckets of this rate, one for each key that is taken from."""
        return Buckets(most=self.most, a_second=self.a_second)


STRANGERS: Final = Rate(60, 5)
"""By address: requests of whoever is not known yet."""
LINES: Final = Rate(10, 4)
"""By guest: what they say."""
OPENINGS: Final = Rate(20, 1)
"""By guest: live lines that their pages open."""
COVERS: Final = Rate(20, 4)
"""By guest: times that their hand is covered, or shown again."""
VISITS: Final = Rate(120, 20)
"""By address: pages of doors. A whole channel may come at once, and many of its people from one address."""
CODES: Final = Rate(20, 1)
"""By address: codes to type in chat."""
BOUND_ASKS: Final = Rate(20, 2)
"""By the lock of a browser: questions whether somebody typed its code."""
SETUP_KEYS: Final = Rate(5, 5 / 60)
"""By address: tries of the operator's key; five a minute."""
SETUP_KEYS_OF_ALL: Final = Rate(20, 20 / 60)
"""The same from all addresses together."""
OVERLAY_KEYS: Final = Rate(30, 1)
"""By address: keys of overlays, right or wrong."""
OVERLAY_CHANGES: Final = Rate(10, 0.5)
"""By guest: new keys and saved settings."""
ACTIVITY: Final = Rate(400, 40)
"""By address: requests of an Activity's pages before it is known whose they are. All come by Discord's own proxy."""
ACTIVITY_SIGN_INS: Final = Rate(100, 5)
"""By address: codes that are exchanged at Discord."""
ACTIVITY_SIGN_INS_OF_ALL: Final = Rate(300, 20)
"""The same from all addresses together."""
ACTIVITY_INVITATIONS: Final = Rate(1, 1 / 60)
"""By who is invited: invitations that reach their page."""
CONTROL_CHANGES: Final = Rate(20, 0.5)
"""By guest: saved settings of the control room."""
ARCHIVE: Final = Rate(60, 2)
"""By address: pages of archives."""
FILMS: Final = Rate(20, 0.5)
"""By address: films of finished games that have to be made first."""
ODDS: Final = Rate(30, 3)
"""By address: the chances before moves of finished games."""
FAULTS: Final = Rate(5, 1 / 60)
"""By kind: faults of ours that are logged."""
