"""S/MIME envelopes around words, as mail programs make them; nothing in them is really signed or encrypted."""

from __future__ import annotations

import base64

from asn1crypto import cms


def signed(entity: bytes | None) -> bytes:
    """An opaque-signed envelope around a MIME entity, or around nothing, with no signer in it."""
    content = {
        "version": "v1",
        "digest_algorithms": [],
        "encap_content_info": {"content_type": "data"} | ({"content": entity} if entity is not None else {}),
        "signer_infos": [],
    }
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": content}).dump())


def encrypted() -> bytes:
    """An envelope whose content is encrypted for nobody."""
    content = {
        "version": "v0",
        "recipient_infos": [],
        "encrypted_content_info": {
            "content_type": "data",
            "content_encryption_algorithm": {"algorithm": "aes256_cbc", "parameters": bytes(16)},
            "encrypted_content": bytes(32),
        },
    }
    return bytes(cms.ContentInfo({"content_type": "enveloped_data", "content": content}).dump())


def smime_mail(envelope: bytes, subject: str) -> bytes:
    """A message that is nothing but such an envelope."""
    return (
        f"From: Ada Moss <ada.moss@example.com>\nTo: bo.reed@example.com\nSubject: {subject}\n"
        "Date: Mon, 05 May 2025 09:00:00 +0000\nMIME-Version: 1.0\n"
        'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\n'
        'Content-Disposition: attachment; filename="smime.p7m"\nContent-Transfer-Encoding: base64\n\n'
    ).encode() + base64.encodebytes(envelope)
