"""The example adapter and the example game, which are packages of their own, can be imported here."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

for room in (Path(__file__).parent, EXAMPLES / "tcpchat", EXAMPLES / "highdie"):
    if str(room) not in sys.path:
        sys.path.append(str(room))
