"""Make this folder and the example game importable for the tests of the games."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

EXAMPLES = HERE.parents[1] / "examples"

for room in (HERE, EXAMPLES / "highdie", EXAMPLES / "highest", EXAMPLES / "coins", EXAMPLES / "pig"):
    if str(room) not in sys.path:
        sys.path.append(str(room))
