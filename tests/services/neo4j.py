"""Install, start and stop a real Neo4j server for the tests, without Docker.

`python -m tests.services.neo4j` installs it under `.services/` and prints where. The published jars
bring no start script; `Neo4jLauncher.java` beside this file is one.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

VERSION = "2026.05.0"
PASSWORD = "only-for-tests"
"""Of the user `neo4j` on every server started here."""

_SERVICES = Path(__file__).resolve().parents[2] / ".services"
_LAUNCHER = Path(__file__).with_name("Neo4jLauncher.java")
_MINIMUM_JAVA = 21
_JVM_FOLDERS = ("/usr/lib/jvm/*", "/opt/java/*", "/opt/jdk*", "/Library/Java/JavaVirtualMachines/*/Contents/Home")
_JDK_PACKAGES = ("openjdk-25-jdk-headless", "openjdk-21-jdk-headless", "temurin-25-jdk", "temurin-21-jdk")
_JVM_FLAGS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-modules=jdk.incubator.vector",
    "--enable-native-access=ALL-UNNAMED",
)
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>prevail</groupId><artifactId>neo4j-for-tests</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>{version}</version></dependency>
  </dependencies>
</project>
"""
_LISTINGS = {
    "CONSTRAINT": "SHOW CONSTRAINTS YIELD name",
    "INDEX": "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name",
}
_FETCH_TIME_LIMIT_S = 1800
_START_TIME_LIMIT_S = 240
_STOP_TIME_LIMIT_S = 60


class Neo4jMissing(Exception):
    """The server cannot be installed or started from here; the message says what to do."""


class Neo4jServer:
    """One server process on a free port of this machine, with a home folder that outlives it."""

    def __init__(
        self,
        home: Path,
        *,
        version: str = VERSION,
        heap: str = "1g",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.home = home
        self.port = free_port()
        self.user = "neo4j"
        self.password = PASSWORD
        self._version = version
        self._heap = heap
        self._settings = dict(settings or {})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        """The address with routing, as for a cluster."""
        return f"neo4j://127.0.0.1:{self.port}"

    @property
    def bolt_uri(self) -> str:
        """The address without routing."""
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What a command of Prevail needs in its environment to use this server."""
        return {
            "PREVAIL_GRAPH": self.uri,
            "PREVAIL_NEO4J_USER": self.user,
            "PREVAIL_NEO4J_PASSWORD": self.password,
        }

    def start(self) -> None:
        """Start the server on its port and return once it answers queries; a no-op while it runs.

        Raises:
            Neo4jMissing: It cannot be installed, or did not come up; the message ends with its last words.
        """
        if self._process is not None and self._process.poll() is None:
            return
        install = ensure_neo4j(self._version)
        self._configure()
        command = [str(find_jdk() / "bin" / "java"), *_JVM_FLAGS, f"-Xmx{self._heap}", "-Xms64m"]
        classpath = f"{install / 'launcher'}{os.pathsep}{install / 'lib'}{os.sep}*"
        with (self.home / "console.log").open("ab") as console:
            self._process = subprocess.Popen(
                [*command, "-cp", classpath, "Neo4jLauncher", str(self.home)],
                stdin=subprocess.PIPE,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )
        self._wait_until_ready()

    def stop(self) -> None:
        """End the server in order; a no-op if it does not run."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(_STOP_TIME_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """End the server as a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdin is not None
            process.stdin.close()

    def pause(self) -> None:
        """Let the server hang: it keeps its connections and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(self._process.pid, os.WUNTRACED)  # it has stopped when this returns, not before

    def resume(self) -> None:
        """Let a hanging server go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def empty(self) -> None:
        """Remove all data, constraints and indexes but those that a new database has."""
        with self._driver(self.password) as driver:
            with driver.session() as session:  # outside a transaction of its own, which the batches forbid
                session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
            for kind, listing in _LISTINGS.items():
                for record in driver.execute_query(listing).records:
                    driver.execute_query(f"DROP {kind} `{record['name']}` IF EXISTS")

    def _configure(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        address = f"127.0.0.1:{self.port}"
        settings = {
            "server.bolt.enabled": "true",
            "server.bolt.listen_address": address,
            "server.bolt.advertised_address": address,
            "server.memory.pagecache.size": "256m",
            "dbms.security.auth_enabled": "true",
            "dbms.security.auth_max_failed_attempts": "0",  # else a wrong password shuts out the next test
            "dbms.usage_report.enabled": "false",
            "db.shutdown_transaction_end_timeout": "1s",
            **self._settings,
        }
        lines = "".join(f"{name}={value}\n" for name, value in settings.items())
        (self.home / "neo4j.conf").write_text(lines, encoding="utf-8")

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + _START_TIME_LIMIT_S
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                break
            if self._listens() and self._answers():
                return
            time.sleep(0.2)
        last_words = (self.home / "console.log").read_text(encoding="utf-8", errors="replace")[-2000:]
        self.kill()
        raise Neo4jMissing(f"Neo4j {self._version} did not start on port {self.port}:\n{last_words}")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _answers(self) -> bool:
        """Tell whether queries are answered; the password that a new server comes with is changed first."""
        from neo4j.exceptions import AuthError, DriverError, Neo4jError

        try:
            try:
                with self._driver(self.password) as driver:
                    driver.execute_query("RETURN 1")
            except AuthError:
                with self._driver("neo4j") as driver:
                    change = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $new"
                    driver.execute_query(change, new=self.password, database_="system")
                return False
        except (DriverError, Neo4jError):
            return False
        return True

    def _driver(self, password: str):  # type: ignore[no-untyped-def]  # the driver is imported where it is used
        from neo4j import GraphDatabase

        return GraphDatabase.driver(self.bolt_uri, auth=(self.user, password), connection_timeout=5)


def ensure_neo4j(version: str = VERSION) -> Path:
    """Return the folder with the server's jars (`lib`) and the launcher's class (`launcher`), made if absent.

    Raises:
        Neo4jMissing: Maven or a JDK is missing and cannot be installed, or the jars cannot be fetched.
    """
    install = _SERVICES / f"neo4j-{version}"
    install.mkdir(parents=True, exist_ok=True)
    if not (install / "lib").is_dir():
        _fetch_jars(install, version)
    compiled = install / "launcher" / "Neo4jLauncher.class"
    if not compiled.is_file() or compiled.stat().st_mtime < _LAUNCHER.stat().st_mtime:
        _compile_launcher(install)
    return install


def find_jdk() -> Path:
    """Return the home of the newest JDK of this machine that can run the server, installed if need be.

    Raises:
        Neo4jMissing: There is none and none can be installed.
    """
    if found := _newest_jdk():
        return found
    for package in _JDK_PACKAGES:
        if _apt_install(package) and (found := _newest_jdk()):
            return found
    raise Neo4jMissing(f"the Neo4j tests need a JDK of version {_MINIMUM_JAVA} or newer: install one and run again")


def free_port() -> int:
    """Return a port of this machine that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _newest_jdk() -> Path | None:
    candidates = [path for pattern in _JVM_FOLDERS for path in Path("/").glob(pattern.lstrip("/"))]
    if home := os.environ.get("JAVA_HOME"):
        candidates.append(Path(home))
    versions = [(_java_version(path), path) for path in candidates if (path / "bin" / "javac").exists()]
    fit = [(version, path) for version, path in versions if version >= _MINIMUM_JAVA]
    return max(fit, default=(0, None))[1]


def _java_version(home: Path) -> int:
    release = home / "release"
    text = release.read_text(encoding="utf-8") if release.is_file() else ""
    found = re.search(r'^JAVA_VERSION="(\d+)', text, re.MULTILINE)
    return int(found[1]) if found else 0


def _fetch_jars(install: Path, version: str) -> None:
    if not shutil.which("mvn") and not _apt_install("maven"):
        raise Neo4jMissing("the Neo4j tests need Maven once, to fetch the server: install maven and run again")
    with tempfile.TemporaryDirectory(dir=install) as folder:
        (Path(folder) / "pom.xml").write_text(_POM.format(version=version), encoding="utf-8")
        command = ["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"]
        try:
            subprocess.run(command, cwd=folder, check=True, timeout=_FETCH_TIME_LIMIT_S)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise Neo4jMissing(f"Neo4j {version} could not be fetched from Maven Central: {error}") from error
        if not (install / "lib").is_dir():
            (Path(folder) / "lib").rename(install / "lib")


def _compile_launcher(install: Path) -> None:
    javac = find_jdk() / "bin" / "javac"
    target = ["--release", str(_MINIMUM_JAVA), "-d", str(install / "launcher")]
    command = [str(javac), *target, "-cp", f"{install / 'lib'}{os.sep}*", str(_LAUNCHER)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=_FETCH_TIME_LIMIT_S, check=False)
    if built.returncode:
        raise Neo4jMissing(f"the launcher of Neo4j does not compile:\n{built.stderr}")


def _apt_install(package: str) -> bool:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        command = ["apt-get", "-qq", *arguments]
        if subprocess.run(command, env=environment, timeout=_FETCH_TIME_LIMIT_S, check=False).returncode:
            return False
    return True


if __name__ == "__main__":
    try:
        print(ensure_neo4j())
    except Neo4jMissing as missing:
        sys.exit(f"{missing}")
