"""The demonstration: asks the three demo questions as a user would, and shows what comes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.sample.questions import DEMO

_ANSWERED, _ABSTAINED = 0, 3


def main(data: str) -> int:
    """Ask every demo question of the data directory; return the exit code for the shell.

    An abstention is an outcome like an answer; anything else ends the demonstration.
    """
    prevail = Path(sys.executable).with_name("prevail")
    for question in DEMO:
        print(f'\n$ prevail ask "{question.question}"\n', flush=True)
        command = [str(prevail), "ask", question.question, "--data", data]
        code = subprocess.run(command, check=False).returncode
        if code not in (_ANSWERED, _ABSTAINED):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
