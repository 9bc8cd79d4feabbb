"""A security key without a device: it makes credentials and answers challenges by the protocol."""

import hashlib
import json
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

Json = dict[str, Any]
ADD = "/accounts/2fa/webauthn/add/"
FLAG = AuthenticatorData.FLAG


class SecurityKey:
    def __init__(self, host: str = "testserver", number: int = 1, verifies: bool = True) -> None:
        self.host, self.id, self.verifies = host, bytes([number]) * 16, verifies
        self.private = ec.derive_private_key(number, ec.SECP256R1())
        self.owner = b""

    def create(self, options: Json, is_discoverable: bool | None = True) -> Json:
        """The credential; `is_discoverable` is what the device reports of it, None if nothing."""
        self.owner = websafe_decode(options["publicKey"]["user"]["id"])
        public = ES256.from_cryptography_key(self.private.public_key())
        data = self._data(FLAG.AT, AttestedCredentialData.create(bytes(16), self.id, public))
        attestation = AttestationObject.create("none", data, {})
        response = {"attestationObject": websafe_encode(attestation)}
        reports = {} if is_discoverable is None else {"credProps": {"rk": is_discoverable}}
        return self._credential("webauthn.create", options, response, reports)

    def get(self, options: Json) -> Json:
        """The answer to a challenge, which names the owner, as that of a passkey does."""
        data = self._data()
        answer = self._credential(
            "webauthn.get",
            options,
            {"authenticatorData": websafe_encode(data), "userHandle": websafe_encode(self.owner)},
        )
        client_data = websafe_decode(answer["response"]["clientDataJSON"])
        signed = self.private.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        answer["response"]["signature"] = websafe_encode(signed)
        return answer

    def _data(self, flags: int = 0, credential: bytes = b"") -> AuthenticatorData:
        flags |= FLAG.UP | (FLAG.UV if self.verifies else 0)
        return AuthenticatorData.create(hashlib.sha256(self.host.encode()).digest(), FLAG(flags), 0, credential)

    def _credential(self, kind: str, options: Json, response: Json, reports: Json | None = None) -> Json:
        client_data = {
            "type": kind,
            "challenge": options["publicKey"]["challenge"],
            "origin": f"https://{self.host}",
            "crossOrigin": False,
        }
        return {
            "type": "public-key",
            "id": websafe_encode(self.id),
            "rawId": websafe_encode(self.id),
            "response": {"clientDataJSON": websafe_encode(json.dumps(client_data).encode()), **response},
            "clientExtensionResults": reports or {},
        }


def add_key(client: Client, key: SecurityKey, passwordless: bool, is_discoverable: bool | None = True) -> None:
    """Add the key by the page."""
    options = client.get(ADD).context["js_data"]["creation_options"]
    credential = key.create(json.loads(json.dumps(options)), is_discoverable)
    form = {"name": "Key", "credential": json.dumps(credential)} | ({"passwordless": "on"} if passwordless else {})
    response = client.post(ADD, form)
    assert response.status_code == 302, response.content.decode()
