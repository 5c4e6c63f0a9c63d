"""The tests of the games share rooms of their own: this folder and the example game can be imported."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

EXAMPLES = HERE.parents[1] / "examples"

for room in (HERE, EXAMPLES / "highdie", EXAMPLES / "highest", EXAMPLES / "coins"):
    if str(room) not in sys.path:
        sys.path.append(str(room))
