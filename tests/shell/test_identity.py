"""Keys and certificates: made once, private, never mended by guessing."""

import datetime as dt
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from kalooki.shell.datadir import DataDir
from kalooki.shell.errors import ShellError
from kalooki.shell.identity import (
    Identity,
    check_certificate,
    fingerprint_label,
    load_identity,
    owner_of,
    to_pem,
)
from kalooki.table.signing import is_signed, sign


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    folder = DataDir(tmp_path)
    identity = load_identity(folder)
    folder.close()
    return identity


def load(path: Path, owner: str = "") -> Identity:
    folder = DataDir(path)
    try:
        return load_identity(folder, owner)
    finally:
        folder.close()


def test_an_identity_is_made_once_and_kept(identity: Identity, tmp_path: Path) -> None:
    assert load(tmp_path) == identity
    assert is_signed(identity.public, b"words", sign(identity.node_key, b"words"))


def test_every_file_of_it_is_private(identity: Identity, tmp_path: Path) -> None:
    files = sorted(path.name for path in (tmp_path / "identity").iterdir())
    assert files == ["node.key", "player.key", "tls.pem"]
    assert all((tmp_path / "identity" / name).stat().st_mode & 0o777 == 0o600 for name in files)
    assert identity.label


def test_the_certificate_names_the_key_and_holds_for_ever(identity: Identity) -> None:
    certificate = x509.load_der_x509_certificate(identity.certificate)
    assert certificate.not_valid_before_utc == dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
    assert certificate.not_valid_after_utc.year == 9999
    check_certificate(identity.certificate, identity.public)
    assert to_pem(identity.certificate).startswith(b"-----BEGIN CERTIFICATE-----")


def test_a_bots_certificate_says_on_whose_computer_it_runs(identity: Identity, tmp_path: Path) -> None:
    bots = load(tmp_path, owner="7KQ2-M4XD")
    assert owner_of(bots.certificate) == "7KQ2-M4XD"
    assert bots.node_key == identity.node_key
    assert owner_of(identity.certificate) == ""
    assert owner_of(b"no certificate") == ""


def test_a_certificate_for_somebody_else_is_refused(identity: Identity) -> None:
    with pytest.raises(ShellError, match="for somebody else"):
        check_certificate(identity.certificate, bytes(32))
    with pytest.raises(ShellError, match="cannot be read"):
        check_certificate(identity.certificate[:-1], identity.public)


@pytest.mark.parametrize("owner", ["x" * 65, "\u6f22" * 22, "Ann\u202e", " Ann"])
def test_a_certificate_whose_owner_could_not_be_shown_is_refused(identity: Identity, owner: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(x509.NameOID.COMMON_NAME, identity.public.hex()),
            x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, owner),
        ]
    )
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + dt.timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("node.kalooki")]), critical=False)
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
    with pytest.raises(ShellError, match="names no fit owner"):
        check_certificate(certificate, identity.public)


def test_our_own_certificate_cuts_a_long_owner(tmp_path: Path) -> None:
    mine = load(tmp_path, owner="\u6f22" * 32)
    check_certificate(mine.certificate, mine.public)
    assert owner_of(mine.certificate) == "\u6f22" * 21
    assert load(tmp_path, owner="\u6f22" * 32) == mine


def test_a_certificate_of_another_kind_of_key_is_refused(identity: Identity) -> None:
    for key in (ec.generate_private_key(ec.SECP384R1()), ed25519.Ed25519PrivateKey.generate()):
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, identity.public.hex())])
        now = dt.datetime.now(dt.UTC)
        builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + dt.timedelta(days=1))
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("node.kalooki")]), critical=False)
        digest = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
        certificate = builder.sign(key, digest)
        with pytest.raises(ShellError, match="not for a P-256 key"):
            check_certificate(certificate.public_bytes(serialization.Encoding.DER), identity.public)


@pytest.mark.parametrize("name", ["node.key", "tls.pem"])
def test_a_damaged_file_is_refused_and_left_as_it_is(identity: Identity, tmp_path: Path, name: str) -> None:
    assert identity.label
    path = tmp_path / "identity" / name
    damaged = path.read_bytes()[:-20]
    path.write_bytes(damaged)
    with pytest.raises(ShellError, match="is damaged") as refused:
        load(tmp_path)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == damaged


def test_the_certificate_of_another_node_is_no_pair(identity: Identity, tmp_path: Path) -> None:
    other = tmp_path / "other"
    load(other)
    (tmp_path / "identity" / "tls.pem").write_bytes((other / "identity" / "tls.pem").read_bytes())
    with pytest.raises(ShellError, match="is damaged"):
        load(tmp_path)
    assert identity.label


def test_no_key_shows_in_its_repr(identity: Identity) -> None:
    shown = repr(identity)
    assert identity.node_key.hex() not in shown
    assert "PRIVATE" not in shown


def test_labels_are_two_groups_of_four_and_differ() -> None:
    assert fingerprint_label(bytes(32)) != fingerprint_label(bytes(31) + b"\x01")
    assert [len(group) for group in fingerprint_label(bytes(32)).split("-")] == [4, 4]
