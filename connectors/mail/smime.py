"""S/MIME messages whose words lie inside a signed or an encrypted envelope (RFC 8551, RFC 5652)."""

from __future__ import annotations

from asn1crypto.cms import ContentInfo

NOT_VERIFIED = "signed; the signature was not verified"
ENCRYPTED = "encrypted; the words and attachments inside cannot be read"
NO_WORDS = "carries certificates, no words"
UNREADABLE = "signed or encrypted in a form that cannot be read"


def open_envelope(data: bytes) -> tuple[bytes | None, str]:
    """The MIME entity inside an envelope, where it can be read, and what to say of it.

    Outlook keeps a message that is signed in the open as such an entity, without an envelope.
    """
    if data.lstrip()[:13].lower() == b"content-type:":
        return data, NOT_VERIFIED
    try:
        info = ContentInfo.load(_der(data))
        kind = info["content_type"].native
        if kind in ("enveloped_data", "signed_and_enveloped_data", "encrypted_data", "authenticated_enveloped_data"):
            return None, ENCRYPTED
        if kind != "signed_data":
            return None, UNREADABLE
        content = info["content"]["encap_content_info"]["content"]
        inner = content.native if content else None
        if inner is None:
            return None, NO_WORDS
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None, UNREADABLE
    return (inner, NOT_VERIFIED) if isinstance(inner, bytes) else (None, UNREADABLE)


def _der(data: bytes) -> bytes:
    """The envelope without the armour that some senders put around it."""
    if data.lstrip().startswith(b"-----BEGIN"):
        from asn1crypto import pem

        return bytes(pem.unarmor(data.lstrip())[2])
    return data
