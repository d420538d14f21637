"""Who a node is: Ed25519 keys that sign for node and player, and a P-256 certificate for TLS."""

import datetime as dt
import hashlib
import secrets
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from kalooki.shell.datadir import DataDir, read_private, write_private
from kalooki.shell.errors import ShellError
from kalooki.shell.joincode import ALPHABET
from kalooki.shell.names import shorten
from kalooki.table.signing import KEY_BYTES, public_key
from kalooki.worded import Worded

TLS_NAME = "node.kalooki"
"""The one name in every node's certificate: a node is known by its key, not by where it is."""

_UNREADABLE = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.DuplicateExtension,
    x509.ExtensionNotFound,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)
"""What the library raises on bytes that are no certificate of ours."""

LABELS_KEPT = 256
"""Keys whose labels are kept ready: every look at a table names each player's computer a few times."""

LONGEST_OWNER = 64
"""Bytes, as UTF-8, of what a certificate says about whose computer it is."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A node's keys and certificate."""

    node_key: bytes = field(repr=False)
    player_key: bytes = field(repr=False)
    tls_key: bytes = field(repr=False)
    """PEM."""
    certificate: bytes
    """DER."""

    @property
    def public(self) -> bytes:
        """The node's identity key as others know it."""
        return public_key(self.node_key)

    @property
    def label(self) -> str:
        """What people compare."""
        return fingerprint_label(self.public)


def load_identity(folder: DataDir, owner: str = "") -> Identity:
    """Read the identity that the folder keeps, or make one.

    Args:
        folder: The node's folder.
        owner: Whose computer a bot's node runs on; stands in the certificate.

    Raises:
        ShellError: `damaged`, `file_open` or `unwritable`.
    """
    place = folder.folder("identity")
    owner = shorten(owner, LONGEST_OWNER)
    node_key, player_key = (_signing_key(place / name) for name in ("node.key", "player.key"))
    path = place / "tls.pem"
    pem = read_private(path)
    if pem is None:
        pem = _tls_pem(public_key(node_key), owner)
        write_private(path, pem)
    try:
        tls_key, certificate = _read_pem(pem, public_key(node_key))
        if owner_of(certificate) != owner:
            pem = _tls_pem(public_key(node_key), owner)
            write_private(path, pem)
            tls_key, certificate = _read_pem(pem, public_key(node_key))
    except ValueError:
        raise ShellError("damaged", path=str(path), reason=Worded("it holds no key with its certificate")) from None
    return Identity(node_key, player_key, tls_key, certificate)


@lru_cache(maxsize=LABELS_KEPT)
def fingerprint_label(identity: bytes) -> str:
    """Eight characters of an identity key's hash, in two groups, for people to compare."""
    number = int.from_bytes(hashlib.sha256(identity).digest()[:5], "big")
    digits = "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(8)))
    return f"{digits[:4]}-{digits[4:]}"


def fingerprint(certificate: bytes) -> bytes:
    """F: SHA-256 of the certificate as DER."""
    return hashlib.sha256(certificate).digest()


def to_pem(certificate: bytes) -> bytes:
    """DER as the PEM that gRPC wants.

    Raises:
        ValueError: It is no certificate.
    """
    try:
        return x509.load_der_x509_certificate(certificate).public_bytes(serialization.Encoding.PEM)
    except _UNREADABLE:
        raise ValueError("no certificate") from None


def owner_of(certificate: bytes) -> str:
    """Whose computer the node says that it runs on; empty where it does not say or is no certificate."""
    try:
        names = x509.load_der_x509_certificate(certificate).subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    except _UNREADABLE:
        return ""
    return str(names[0].value) if names else ""


def check_certificate(certificate: bytes, identity: bytes) -> None:
    """See that a certificate is one that we can pin for this identity.

    Raises:
        ShellError: `refused`, with what is wrong.
    """
    try:
        parsed = x509.load_der_x509_certificate(certificate)
        key = parsed.public_key()
        names = parsed.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except _UNREADABLE:
        raise ShellError("refused", address="", reason=Worded("the TLS certificate cannot be read")) from None
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ShellError("refused", address="", reason=Worded("the TLS certificate is not for a P-256 key"))
    common = [str(name.value) for name in parsed.subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    if common != [identity.hex()] or names.get_values_for_type(x509.DNSName) != [TLS_NAME]:
        raise ShellError("refused", address="", reason=Worded("the TLS certificate is for somebody else"))
    owner = owner_of(certificate)
    if owner != shorten(owner, LONGEST_OWNER):
        raise ShellError("refused", address="", reason=Worded("the TLS certificate names no fit owner"))


def _signing_key(path: Path) -> bytes:
    key = read_private(path)
    if key is None:
        key = secrets.token_bytes(KEY_BYTES)
        write_private(path, key)
    if len(key) != KEY_BYTES:
        raise ShellError(
            "damaged",
            path=str(path),
            reason=Worded("a key is {bytes} bytes, not {held}", bytes=KEY_BYTES, held=len(key)),
        )
    return key


def _tls_pem(identity: bytes, owner: str) -> bytes:
    """A key and the certificate that it signs for itself, valid whatever the clocks say."""
    key = ec.generate_private_key(ec.SECP256R1())
    attributes = [x509.NameAttribute(NameOID.COMMON_NAME, identity.hex())]
    if owner:
        attributes.append(x509.NameAttribute(NameOID.ORGANIZATION_NAME, owner))
    name = x509.Name(attributes)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(dt.datetime(2000, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(9999, 12, 31, tzinfo=dt.UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(TLS_NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def _read_pem(pem: bytes, identity: bytes) -> tuple[bytes, bytes]:
    """Take the key as PEM and the certificate as DER out of one file.

    Raises:
        ValueError: They are not a pair, or not this node's.
    """
    key = serialization.load_pem_private_key(pem, password=None)
    certificate = x509.load_pem_x509_certificate(pem)
    common = [str(name.value) for name in certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    if key.public_key() != certificate.public_key() or common != [identity.hex()]:
        raise ValueError("key and certificate are no pair")
    return (
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.public_bytes(serialization.Encoding.DER),
    )
