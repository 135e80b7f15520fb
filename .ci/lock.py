"""Write requirements.lock and requirements-dev.lock: every package pinned, with its hashes.

`sentence-transformers` is left out, though the package that carries the model's weights asks for
it: the weights are run through ONNX Runtime, and on Linux it would bring several gigabytes of torch.
Who wants it installs the extra `st`. The build backend is locked too, so that an install takes
nothing from the index but what is pinned here.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_EXCLUDED = _ROOT / ".ci" / "lock-excludes.txt"


def main() -> None:
    """Resolve both locks; the second one adds the tools without moving a version of the first."""
    lock, dev_lock = _ROOT / "requirements.lock", _ROOT / "requirements-dev.lock"
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder) / "build.in"
        build.write_text("\n".join(_build_requirements()) + "\n", encoding="utf-8")
        _compile(lock, "pyproject.toml", str(build))
        _compile(dev_lock, "pyproject.toml", str(build), "--extra", "dev", "--constraints", str(lock))


def _build_requirements() -> list[str]:
    requires: list[str] = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"][
        "requires"
    ]
    return requires


def _compile(output: Path, *arguments: str) -> None:
    options = [
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
        "--quiet",
    ]
    command = [sys.executable, "-m", "uv", "pip", "compile", *arguments, *options]
    subprocess.run([*command, "--excludes", str(_EXCLUDED), "--output-file", str(output)], check=True, cwd=_ROOT)


if __name__ == "__main__":
    main()
