"""Settings: the one place that reads the environment, and the table that documents every name.

A value comes from the first of: a command-line option, the environment, the TOML file that
`PREVAIL_CONFIG` names, the default. In the file the names are written without `PREVAIL_` and in
lower case (`embedder = "hashed"`).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from app.errors import SettingsInvalid
from graph.methods import rule_classes

NO_CLASS = "none"
"""In place of rule classes: none of them certifies."""

EMBEDDED = "embedded"
"""Value of `PREVAIL_GRAPH` for the store in the data directory."""

LOCAL_LANES, NEO4J_LANES = "local", "neo4j"
"""Values of `PREVAIL_LANES_BACKEND`."""

EXTRACTIVE = "extractive"
"""Value of `PREVAIL_ANSWERER` for the words of the documents alone."""

NO_PROPOSER = "none"
"""Value of `PREVAIL_PROPOSER` for rules alone."""

LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force.

    Attributes:
        threads: Threads for encoding and search; 0 means one for each processor core.
        answerer_timeout: Seconds.
        parse_time_limit_s: Wall-clock seconds for reading one file.
        parse_memory_mb: Mebibytes that one parser process may use.
        allowed_hosts: Host names the server answers to besides loopback; "*" is any.
        neo4j_password: Is never shown.
        neo4j_timeout: Seconds.
        neo4j_database: None for the default of that user.
        certify: Rule classes as given: () for those of `graph/methods.toml`, ("none",) for none.
    """

    data: Path
    graph: str
    neo4j_user: str
    neo4j_password: str = field(repr=False)
    neo4j_database: str | None
    neo4j_ca: Path | None
    neo4j_timeout: float
    neo4j_pool: int
    lanes_backend: str
    embedder: str
    answerer: str
    answerer_timeout: float
    proposer: str
    ollama_url: str
    cache: Path
    threads: int
    parse_time_limit_s: float
    parse_memory_mb: int
    allowed_hosts: tuple[str, ...]
    certify: tuple[str, ...]
    compliance_leads: tuple[str, ...]
    log: str
    debug: bool

    @property
    def parse_memory_bytes(self) -> int:
        """The memory limit of one parser process in bytes."""
        return self.parse_memory_mb * 1024 * 1024

    @property
    def is_embedded(self) -> bool:
        """Whether the graph is kept in the data directory."""
        return self.graph == EMBEDDED

    @property
    def has_native_lanes(self) -> bool:
        """Whether Neo4j searches the passages too."""
        return self.lanes_backend == NEO4J_LANES

    @property
    def certifying(self) -> frozenset[str] | None:
        """The rule classes that certify by themselves; None for those of `graph/methods.toml`."""
        return frozenset(self.certify) - {NO_CLASS} if self.certify else None

    def with_data(self, directory: Path) -> Settings:
        """These settings with another data directory."""
        return replace(self, data=directory)


class Setting(NamedTuple):
    """One row of the settings table: its name, how it is read, its default, what it means."""

    name: str
    read: Callable[[str], object]
    default: str
    meaning: str

    @property
    def field(self) -> str:
        """Attribute of `Settings`, and key in the TOML file."""
        return self.name.removeprefix("PREVAIL_").lower()


def _path(text: str) -> Path:
    return Path(text).expanduser()


_NEO4J = re.compile(r"(neo4j|bolt)(\+s|\+ssc)?://(?P<user>[^@/]*@)?[^@/?#\s]+(\?[^@\s]*)?")


def _graph(text: str) -> str:
    if text == EMBEDDED:
        return text
    found = _NEO4J.fullmatch(text)
    if not found:
        raise ValueError("known: embedded, neo4j://HOST:PORT, bolt://HOST:PORT, and both with +s or +ssc for TLS")
    if found["user"]:
        raise ValueError("write user and password into PREVAIL_NEO4J_USER and PREVAIL_NEO4J_PASSWORD")
    return text


def _text(text: str) -> str:
    return text


def _optional(text: str) -> str | None:
    return text or None


def _optional_path(text: str) -> Path | None:
    if text and not _path(text).is_file():
        raise ValueError("there is no such file")
    return _path(text) if text else None


def _embedder(text: str) -> str:
    kind, _, name = text.partition(":")
    if kind in ("minilm", "hashed") and not name:
        return text
    if kind in ("sentence-transformers", "ollama") and name:
        return text
    raise ValueError("known: minilm, hashed, sentence-transformers:NAME_OR_PATH, ollama:MODEL")


def _answerer(text: str) -> str:
    kind, _, name = text.partition(":")
    if text == EXTRACTIVE or (kind == "ollama" and name):
        return text
    raise ValueError("known: extractive, ollama:MODEL")


def _proposer(text: str) -> str:
    kind, _, name = text.partition(":")
    if text == NO_PROPOSER or (kind == "ollama" and name):
        return text
    raise ValueError("known: none, ollama:MODEL")


def _one_of(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"known: {', '.join(known)}")
        return text

    return read


def _rule_classes(text: str) -> tuple[str, ...]:
    names = _names(text)
    unknown = [name for name in names if name not in (*rule_classes(), NO_CLASS)]
    if unknown:
        raise ValueError(f"no rule class {', '.join(unknown)}; known: {', '.join(rule_classes())}, {NO_CLASS}")
    return names


def _number(minimum: float, maximum: float, kind: type[int] | type[float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            raise ValueError(f"not {'a whole' if kind is int else 'a'} number") from None
        if not minimum <= value <= maximum:
            raise ValueError(f"must lie between {minimum:g} and {maximum:g}")
        return value

    return read


def _switch(text: str) -> bool:
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}
    if text.lower() not in words:
        raise ValueError("write 1 or 0")
    return words[text.lower()]


def _url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise ValueError("must start with http:// or https://")
    return text.rstrip("/")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


SETTINGS: tuple[Setting, ...] = (
    Setting("PREVAIL_DATA", _path, ".prevail", "Directory that holds everything Prevail knows."),
    Setting(
        "PREVAIL_GRAPH",
        _graph,
        "embedded",
        "Store of the graph; `embedded` is one SQLite database in the data directory, `neo4j://HOST:7687` a Neo4j "
        "with routing, `bolt://` one without; `+s` (`neo4j+s://`) is TLS, `+ssc` TLS with any certificate.",
    ),
    Setting("PREVAIL_NEO4J_USER", _text, "neo4j", "Who logs in to Neo4j."),
    Setting("PREVAIL_NEO4J_PASSWORD", _text, "", "That user's password; never shown or logged."),
    Setting("PREVAIL_NEO4J_DATABASE", _optional, "", "Database in Neo4j; empty is the user's default."),
    Setting(
        "PREVAIL_NEO4J_CA",
        _optional_path,
        "",
        "PEM file of the authority of Neo4j's certificate; empty is the system's.",
    ),
    Setting(
        "PREVAIL_NEO4J_TIMEOUT",
        _number(1, 3600, float),
        "30",
        "Seconds to wait for Neo4j: for a connection, an answer, the turn to write, and after a passing failure.",
    ),
    Setting("PREVAIL_NEO4J_POOL", _number(1, 1000, int), "20", "Connections to each Neo4j server at most."),
    Setting(
        "PREVAIL_LANES_BACKEND",
        _one_of(LOCAL_LANES, NEO4J_LANES),
        LOCAL_LANES,
        "What searches by vectors and by words; `local` is an index in the data directory, `neo4j` the Neo4j of "
        "`PREVAIL_GRAPH`, from 2026.01 on.",
    ),
    Setting(
        "PREVAIL_EMBEDDER",
        _embedder,
        "minilm",
        "Sentence embeddings: `minilm`, `hashed`, `sentence-transformers:NAME_OR_PATH` or `ollama:MODEL`.",
    ),
    Setting(
        "PREVAIL_ANSWERER",
        _answerer,
        EXTRACTIVE,
        "Who words the answer: `extractive` quotes the evidence, `ollama:MODEL` drafts from it; what a draft says and "
        "the quotes do not is left out.",
    ),
    Setting(
        "PREVAIL_ANSWERER_TIMEOUT",
        _number(1, 3600, float),
        "60",
        "Seconds that a draft may take; after them the answer is the extractive one.",
    ),
    Setting(
        "PREVAIL_PROPOSER",
        _proposer,
        NO_PROPOSER,
        "Model that may propose requirements which no rule reads: `none` or `ollama:MODEL`; what is not word for word "
        "in the source is dropped.",
    ),
    Setting(
        "PREVAIL_OLLAMA_URL", _url, "http://127.0.0.1:11434", "Where an Ollama server listens, for `ollama:MODEL`."
    ),
    Setting("PREVAIL_CACHE", _path, "~/.cache/prevail", "Directory for models made once per machine."),
    Setting("PREVAIL_THREADS", _number(0, 1024, int), "0", "Threads for encoding and search; 0 is one per core."),
    Setting("PREVAIL_PARSE_TIME_LIMIT_S", _number(1, 86400, float), "300", "Seconds that reading one file may take."),
    Setting(
        "PREVAIL_PARSE_MEMORY_MB", _number(128, 1048576, int), "2048", "Mebibytes that one parser process may use."
    ),
    Setting(
        "PREVAIL_ALLOWED_HOSTS",
        _names,
        "",
        "Host names, comma-separated, that the server answers to besides loopback; `*` is any.",
    ),
    Setting(
        "PREVAIL_CERTIFY",
        _rule_classes,
        "",
        "Rule classes, comma-separated, whose findings take effect without a person from now on; `none` is none, "
        "empty is those that `graph/methods.toml` certifies.",
    ),
    Setting(
        "PREVAIL_COMPLIANCE_LEADS",
        _names,
        "",
        "Readers, comma-separated, who are told that there is a conflict also where they may not see a side of it.",
    ),
    Setting(
        "PREVAIL_LOG", _one_of(*LOG_LEVELS), "warning", "Lowest level that is logged: debug, info, warning or error."
    ),
    Setting("PREVAIL_DEBUG", _switch, "0", "1 shows where an error came from."),
)
"""Every setting except `PREVAIL_CONFIG`, which names a TOML file that may hold the others."""


OTHER_NAMES = frozenset({"PREVAIL_CONFIG", "PREVAIL_SHARED_DATA"})
"""Names that may be set without being settings: the file above, and where the quality tests find their inputs."""


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Reads the settings in force.

    Args:
        environ: Instead of the process's environment.

    Raises:
        SettingsInvalid: With every mistake in environment and file, not only the first.
    """
    given = os.environ if environ is None else environ
    problems: list[str] = []
    in_file = _read_file(given.get("PREVAIL_CONFIG"), problems)
    known = {setting.name for setting in SETTINGS} | OTHER_NAMES
    problems += [f"{name} is no setting" for name in sorted(given) if name.startswith("PREVAIL_") and name not in known]
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text = given.get(setting.name) or in_file.get(setting.field, setting.default)
        try:
            values[setting.field] = setting.read(text)
        except ValueError as error:
            problems.append(f"{setting.name}={_without_password(text)!r}: {error}")
    if values.get("lanes_backend") == NEO4J_LANES and values.get("graph") == EMBEDDED:
        problems.append("PREVAIL_LANES_BACKEND=neo4j needs a Neo4j: name it in PREVAIL_GRAPH, or choose `local`")
    if problems:
        raise SettingsInvalid(problems)
    return Settings(**values)


def _without_password(text: str) -> str:
    """The value with what stands before an @ in an address left out."""
    return re.sub(r"//[^/]*@", "//...@", text)


def _read_file(path: str | None, problems: list[str]) -> dict[str, str]:
    """The file's values as texts; what is wrong with it is added to `problems`."""
    if not path:
        return {}
    try:
        table = tomllib.loads(Path(path).expanduser().read_text(encoding="utf-8"))
    except OSError as error:
        problems.append(f"PREVAIL_CONFIG={path!r}: {error.strerror or error}")
        return {}
    except ValueError as error:
        problems.append(f"PREVAIL_CONFIG={path!r}: not a TOML file: {error}")
        return {}
    fields = {setting.field for setting in SETTINGS}
    problems += [f"{key} in {path} is no setting" for key in table if key not in fields]
    return {key: _as_text(value) for key, value in table.items() if key in fields}


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list | tuple):
        return ",".join(str(item) for item in value)
    return str(value)


def is_debugging() -> bool:
    """Whether `PREVAIL_DEBUG` is on; never fails, so that it can be asked while reporting an error."""
    return os.environ.get("PREVAIL_DEBUG", "").lower() in {"1", "true", "yes"}


def hand_down(settings: Settings) -> None:
    """Puts the settings into the environment, so that processes started from here load the same."""
    for setting in SETTINGS:
        os.environ[setting.name] = _as_text(getattr(settings, setting.field))
