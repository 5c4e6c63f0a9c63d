"""The tests of the games share rooms of their own: this folder and the example game can be imported."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

for room in (HERE, HERE.parents[1] / "examples" / "highdie", HERE.parents[1] / "examples" / "highest"):
    if str(room) not in sys.path:
        sys.path.append(str(room))
