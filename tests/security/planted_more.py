"""Planted secrets that take several lines or several pieces: key files, wrapped values, dumps."""

from __future__ import annotations

import base64
import json

from tests.security.minting import Mint, glued
from tests.security.planted import Planted

_DASHES = "-" * 5
_KEY_FILES = {
    "pem rsa key": "RSA PRIVATE KEY",
    "pem pkcs8 key": "PRIVATE KEY",
    "pem ec key": "EC PRIVATE KEY",
    "pem encrypted key": "ENCRYPTED PRIVATE KEY",
    "openssh key": "OPENSSH PRIVATE KEY",
    "pgp key": "PGP PRIVATE KEY BLOCK",
}


def _pem(name: str, body: list[str], end: str = "\n") -> str:
    head, foot = glued(_DASHES, "BEGIN ", name, _DASHES), glued(_DASHES, "END ", name, _DASHES)
    return end.join([head, *body, foot])


def shapes(seed: str) -> list[Planted]:
    """All of them, with values of this seed."""
    return [*_pems(seed), *_wrapped(seed), *_dumps(seed)]


def _pems(seed: str) -> list[Planted]:
    found = []
    for kind, name in _KEY_FILES.items():
        body = Mint(f"{seed}/{kind}").pem_body()
        found.append(Planted(kind, _pem(name, body), tuple(body)))
    name = "RSA PRIVATE KEY"
    body = Mint(f"{seed}/one").pem_body()
    found.append(Planted("pem in an environment variable", 'KEY="' + _pem(name, body, r"\n") + '"', tuple(body)))
    body = Mint(f"{seed}/json").pem_body()
    told = json.dumps({"type": "service_account", "private_key": _pem("PRIVATE KEY", body) + "\n", "client_id": "12"})
    found.append(Planted("service account json", told, tuple(body)))
    body = Mint(f"{seed}/double").pem_body()
    found.append(Planted("pem, json in json", json.dumps(json.dumps({"k": _pem(name, body)})), tuple(body)))
    body = Mint(f"{seed}/indent").pem_body()
    block = "\n".join("    " + line for line in _pem(name, body).split("\n"))
    found.append(Planted("pem in a yaml block", f"tls.key: |\n{block}", tuple(body)))
    body = Mint(f"{seed}/diff").pem_body()
    block = "\n".join("+" + line for line in _pem(name, body).split("\n"))
    found.append(Planted("pem in a diff", f"+++ b/id_rsa\n{block}", tuple(body)))
    body = Mint(f"{seed}/quote").pem_body()
    block = "\n".join("> " + line for line in _pem(name, body).split("\n"))
    found.append(Planted("pem in a quote", block, tuple(body)))
    body = Mint(f"{seed}/cut").pem_body()
    found.append(Planted("pem without its end", _pem(name, body).rsplit("\n", 1)[0], tuple(body)))
    body = Mint(f"{seed}/numbered").pem_body()
    block = "\n".join(f"{at:6d}\t{line}" for at, line in enumerate(_pem(name, body).split("\n"), 1))
    found.append(Planted("pem with line numbers", block, tuple(body)))
    body = Mint(f"{seed}/putty").pem_body()
    head = "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: aki\n"
    text = head + f"Private-Lines: {len(body)}\n" + "\n".join(body) + "\nPrivate-MAC: " + Mint(f"{seed}/mac").hex(64)
    found.append(Planted("putty key", text, tuple(body)))
    return found


def _wrapped(seed: str) -> list[Planted]:
    mint = Mint(f"{seed}/wrapped")
    key = glued("gh", "p_") + mint.alnum(36)
    long = mint.b64(90)
    mark = mint.alnum(40)
    halves = (mint.alnum(20), mint.alnum(20))
    jwt = mint.jwt()
    cut = jwt.rfind(".") + 9
    one, two = mint.plain(), mint.plain()
    return [
        Planted("shell continuation", f"deploy --now \\\n  --password \\\n  {one}", (one,)),
        Planted("yaml folded value", f"api_token: >-\n  {mark}", (mark,)),
        Planted("key wrapped by a terminal", f"GITHUB_TOKEN={key[:24]}\n{key[24:]}", (key[:24], key[24:])),
        Planted("aws secret wrapped", f"aws_secret_access_key =\n    {long}", (long,)),
        Planted("python concatenation", f'TOKEN = ("{halves[0]}"\n         "{halves[1]}")', halves),
        Planted("jwt wrapped", f"Authorization: Bearer {jwt[:cut]}\n {jwt[cut:]}", (jwt[:cut], jwt[cut:])),
        Planted("password on the next line", f"Password:\n{two}", (two,)),
    ]


def _dumps(seed: str) -> list[Planted]:
    mint = Mint(f"{seed}/dumps")
    first, second, third = mint.plain(), mint.alnum(32), mint.hex(40)
    environment = f"HOME=/home/aki\nMAIL_PASSWORD={first}\nGRAFANA_API_KEY={second}\nSHLVL=1\nRAILS_MASTER_KEY={third}"
    login = mint.plain()
    encoded = base64.b64encode(f"aki:{login}".encode()).decode()
    row = mint.password()
    inspect = mint.alnum(32)
    prompt = mint.password()
    url, repeated = mint.plain(), mint.plain()
    phrase = " ".join(mint.word(2) for _ in range(12))
    return [
        Planted("env dump", environment, (first, second, third)),
        Planted("basic header over user and password", f"authorization: Basic {encoded}", (encoded,)),
        Planted("sql insert", f"INSERT INTO users (name, password) VALUES ('aki', '{row}');", (row,)),
        Planted("docker inspect", f'"Env": [\n  "PATH=/usr/bin",\n  "API_TOKEN={inspect}"\n]', (inspect,)),
        Planted("typed at a prompt", f"Enter password for aki: {prompt}\nLogin succeeded.", (prompt,)),
        Planted("url in an error", f"fatal: unable to access 'https://aki:{url}@git.example.net/shop.git/'", (url,)),
        Planted("same value twice", f"password={repeated}\nretry with {repeated}", (repeated,)),
        Planted("wallet words", f"mnemonic: {phrase}", (phrase,)),
    ]
