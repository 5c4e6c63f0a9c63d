"""Make the example adapter and the example game, which are their own packages, importable here."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

for room in (Path(__file__).parent, EXAMPLES / "tcpchat", EXAMPLES / "highdie"):
    if str(room) not in sys.path:
        sys.path.append(str(room))
