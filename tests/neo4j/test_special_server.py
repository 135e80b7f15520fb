"""A server that offers TLS, on a disk that can be filled."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from graph.errors import FixSetup
from graph.model import Work
from graph.neo4j_database import Neo4jAddress
from graph.neo4j_store import Neo4jStore, open_database
from tests.contracts.store_samples import work
from tests.neo4j.opening import address_of, open_neo4j
from tests.services.neo4j import Neo4jServer
from tests.trials.small_disk import fill, relieve, small_disk

pytestmark = pytest.mark.timeout(600)

MEGABYTES = 64
LEFT_BYTES = 300_000


class SpecialServer(Neo4jServer):
    """One whose disk can be made full."""

    def __init__(self, disk: Path, has_own_disk: bool, certificates: Path) -> None:
        self._disk, self._has_own_disk = disk, has_own_disk
        policy = {"enabled": "true", "base_directory": str(certificates), "client_auth": "NONE"}
        files = {"private_key": "private.key", "public_certificate": "public.crt"}
        settings = {f"dbms.ssl.policy.bolt.{name}": value for name, value in (policy | files).items()}
        settings |= {"server.bolt.tls_level": "OPTIONAL", "db.tx_log.preallocate": "false"}
        super().__init__(disk / "home", heap="512m", settings=settings)

    def fill_disk(self) -> None:
        """Leaves little space; where there is no disk to fill, the process may write no longer files."""
        if self._has_own_disk:
            fill(self._disk, LEFT_BYTES)
        else:
            self._limit_files(LEFT_BYTES)

    def relieve_disk(self) -> None:
        """Gives the space back."""
        relieve(self._disk)
        self._limit_files(resource.RLIM_INFINITY)

    def _limit_files(self, limit_bytes: int) -> None:
        if self._process is not None:
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (limit_bytes, resource.RLIM_INFINITY))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key for this machine, and a certificate that it has signed itself."""
    folder = tmp_path_factory.mktemp("certificates")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "graph.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "private.key").write_bytes(private)
    (folder / "public.crt").write_bytes(certificate.public_bytes(Encoding.PEM))
    return folder


@pytest.fixture(scope="module")
def server(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpecialServer]:
    """The running server."""
    disk = tmp_path_factory.mktemp("special") / "disk"
    with small_disk(disk, MEGABYTES) as mounted:
        started = SpecialServer(disk, mounted, certificates)
        started.start()
        yield started
        started.kill()


def _secured(server: Neo4jServer, scheme: str, ca: Path | None = None) -> Neo4jAddress:
    return replace(address_of(server, timeout_s=10.0), uri=f"{scheme}://127.0.0.1:{server.port}", ca=ca)


@pytest.mark.parametrize("scheme", ["neo4j+s", "bolt+s"])
def test_an_encrypted_connection_trusts_the_authority_that_is_named(
    server: SpecialServer, certificates: Path, scheme: str
) -> None:
    """With it the certificate is accepted, without it refused, with the setting that would help."""
    trusting = open_database(_secured(server, scheme, certificates / "public.crt"))
    assert trusting.read("RETURN 1 AS n") == [{"n": 1}]
    trusting.close()
    with pytest.raises(FixSetup, match="PREVAIL_NEO4J_CA"):
        open_database(_secured(server, scheme))


def test_an_encrypted_connection_may_trust_anybody(server: SpecialServer) -> None:
    """Where the address says so."""
    trusting = open_database(_secured(server, "neo4j+ssc"))
    assert trusting.read("RETURN 1 AS n") == [{"n": 1}]
    trusting.close()


def test_a_server_whose_disk_is_full_says_so_and_keeps_what_was_stored(server: SpecialServer) -> None:
    """Each write is stored as a whole or refused; with space again, and the server restarted, writing goes on."""
    store = Neo4jStore(open_neo4j(server))
    stored: list[str] = []
    server.fill_disk()
    with pytest.raises(FixSetup, match="its disk"):
        _write_on(store, stored)
    store.close()
    server.kill()
    server.relieve_disk()
    server.start()
    again = Neo4jStore(open_neo4j(server))
    with again.read() as reader:
        assert [node.id for node in reader.find(Work)] == stored
    with again.write() as writer:
        assert writer.put([work("later")]) == 1
    again.close()


def _write_on(store: Neo4jStore, stored: list[str]) -> None:
    """Writes one batch after the other, and notes each that was accepted."""
    for number in range(100):
        with store.write() as writer:
            writer.put([work(f"w-{number:03}")])
            writer.put_text(f"s-{number}", "".join(map(str, range(number * 10_000, number * 10_000 + 40_000))))
        stored.append(f"w-{number:03}")
