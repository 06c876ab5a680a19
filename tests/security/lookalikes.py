"""What looks like a secret and is none: the evidence that a handover must keep, word for word.

Written by somebody who has not read the redaction rules. ``keep`` are the pieces that must still be readable.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from tests.security import lookalikes_more
from tests.security.minting import Mint


@dataclass(frozen=True, slots=True)
class Lookalike:
    """One harmless text, and the pieces of it that may not be touched."""

    kind: str
    text: str
    keep: tuple[str, ...]


# "§40" is a hexadecimal value of that size, "§u" a UUID, "§b32" base64 of 32 bytes, "§a12" letters and digits,
# "§d8" digits. What stands between « and » must be kept; without them the whole text.
TEXTS: dict[str, str] = {
    "commit hash": "fixed in «§40»",
    "short commit": "see «§7» and «§8»",
    "commit range": "git diff «§40»..«§40»",
    "git log line": "«§7» (HEAD -> main, origin/main) Count tokens of the password form",
    "git index line": "index «§7»..«§7» 100644",
    "tree hash": "tree «§40»\nparent «§40»",
    "merge base": "merge-base: «§40»",
    "sha256 line": "«§64»  dist/shop-1.4.2.tar.gz",
    "sha256 with prefix": "sha256:«§64»",
    "sha512 line": "«§128»  shop.iso",
    "md5 line": "MD5 (shop.zip) = «§32»",
    "image digest": "registry.example.net/shop@sha256:«§64»",
    "layer": "«§12»: Pull complete",
    "container id": "container «§64» exited with 0",
    "integrity sha512": '"integrity": "sha512-«§b64»"',
    "integrity sha384": '<script integrity="sha384-«§b48»">',
    "go sum": "golang.org/x/text v0.21.0 h1:«§b32»",
    "pip hash": "    --hash=sha256:«§64»",
    "cargo checksum": 'checksum = "«§64»"',
    "etag": 'ETag: "«§32»"',
    "content md5": "Content-MD5: «§b16»",
    "nix hash": "sha256-«§b32»",
    "cache key": "Cache restored from key: «Linux-node-§64»",
    "uuid": "«§u»",
    "request id": "x-request-id: «§u»",
    "trace id": "trace_id=«§32» span_id=«§16»",
    "traceparent": "traceparent: «00-§32-§16-01»",
    "session id": "session «§u» resumed",
    "session id json": '{"session_id": "«§u»"}',
    "call id": "call_id: «call_§a24»",
    "tool use id": "tool_use_id «toolu_01§a22»",
    "message id": "«msg_01§a22»",
    "response id": "«resp_§48»",
    "thread id": "thread_id=«019a§4-§4-7§3-a§3-§12»",
    "object id": '{"_id": {"$oid": "«§24»"}}',
    "aws account": "arn:aws:iam::«§d12»:role/deploy",
    "aws arn of a secret": "«arn:aws:secretsmanager:eu-west-1:§d12:secret:shop/db-§a6»",
    "aws instance": "instance «i-0§16» in «subnet-0§16»",
    "kms key id": "KeyId: «§u»",
    "azure tenant": "tenant «§u» subscription «§u»",
    "stripe customer": "customer «cus_§a14» paid with «pi_§a24»",
    "stripe price": "price «price_§a24»",
    "github node id": "node «MDEwOlJlcG9zaXRvcnk§d8»",
    "run id": "run «§d10» attempt 2: https://github.com/acme/shop/actions/runs/«§d10»",
    "issue link": "https://github.com/acme/shop/issues/49#issuecomment-«§d10»",
    "gist link": "https://gist.github.com/aki/«§32»",
    "google doc": "https://docs.example.com/document/d/«§a44»/edit",
    "video link": "https://video.example.com/watch?v=«dQw4w9WgXcQ»&t=42s",
    "plain url": "https://api.example.net/v1/users?page=2&sort=name",
    "url with user only": "ssh://git@git.example.net:2222/acme/shop.git",
    "scp remote": "git@git.example.net:acme/shop.git",
    "localhost url": "http://localhost:8080/health?token=",
    "postgres url without password": "postgresql://shop@db.internal:5432/shop",
    "postgres url of variables": "postgresql://${DB_USER}:${DB_PASSWORD}@db.internal:5432/shop",
    "version": "Python 3.11.7, node v22.11.0, fastmcp 4.2.3",
    "build number": "build «2026.06.03.§d8»",
    "lock file version": "resolved \"https://registry.example.net/left-pad/-/left-pad-1.3.0.tgz#«§40»\"",
    "file name": "src/auth/password_reset_token.py",
    "hashed asset": "dist/assets/index-«§8».js  142.31 kB",
    "hashed bundle": "main.«§20».chunk.css",
    "temporary file": "/tmp/pytest-of-aki/pytest-«§d3»/test_password_is_hidden0",
    "test id": "tests/test_auth.py::test_token_expires_after_3600_seconds[secret-key] PASSED",
    "test name": "test_password_with_20_characters_is_accepted",
    "class name": "AuthenticationTokenProviderFactoryBean",
    "long function": "validate_password_strength_and_rotate_secret_key",
    "environment name": "Set DATABASE_PASSWORD and STRIPE_SECRET_KEY before you start.",
    "missing variable": "KeyError: 'OPENAI_API_KEY'",
    "missing variable, sentence": "error: environment variable GITHUB_TOKEN is not set",
    "getenv": 'token = os.environ["GITHUB_TOKEN"]',
    "getenv default": 'password = os.getenv("DB_PASSWORD", "")',
    "process.env": "const apiKey = process.env.API_KEY;",
    "function call": "password = read_password(prompt)",
    "attribute": "self.token = token",
    "typed argument": "def login(user: str, password: str, token: str | None = None) -> Session:",
    "dataclass field": "api_key: str = field(repr=False)",
    "typescript field": "private readonly token: AuthToken;",
    "rust field": "pub password: Option<String>,",
    "sql column": "password VARCHAR(255) NOT NULL,",
    "sql query": "SELECT id, token FROM sessions WHERE token = $1",
    "comparison": "if password == confirmation:",
    "assertion": "assert token is None",
    "null value": '{"token": null, "password": ""}',
    "boolean": "use_token: true\npassword_required: false",
    "number": "max_tokens: 4096\ntoken_count=1532",
    "usage": '{"input_tokens": 48211, "output_tokens": 913, "cache_read_input_tokens": 40960}',
    "token budget": "Token usage: total=51,203 input=48,211 output=2,992",
    "shell variable": "curl -H \"Authorization: Bearer $TOKEN\" https://api.example.net",
    "shell variable, braces": "export DB_PASSWORD=${DB_PASSWORD:?not set}",
    "shell substitution": 'export GH_TOKEN="$(gh auth token)"',
    "password file": "PGPASSFILE=/run/secrets/pgpass",
    "actions secret": "token: ${{ secrets.GITHUB_TOKEN }}",
    "terraform reference": "password = var.db_password",
    "terraform sensitive": "  «+ password = (sensitive value)»",
    "helm template": "password: {{ .Values.db.password | quote }}",
    "jinja": "secret: {{ lookup('env', 'SECRET') }}",
    "kubernetes reference": "secretKeyRef:\n  name: db\n  key: password",
    "vault path": "vault kv get secret/data/shop/database",
    "secret store reference": "op://shop/database/password",
    "placeholder, capitals": "API_KEY=YOUR_API_KEY",
    "placeholder, angle": "Authorization: Bearer <token>",
    "placeholder, x": "TOKEN=xxxxxxxxxxxxxxxx",
    "placeholder, stars": "password: ********",
    "placeholder, dots": "api_key=sk-...",
    "placeholder, changeme": "POSTGRES_PASSWORD=changeme",
    "placeholder, your": "password = \"your-password-here\"",
    "placeholder, japanese": "パスワード: （ここに入力）",
    "redacted before": "Authorization: [FILTERED]",
    "redacted by ci": "NPM_TOKEN: ***",
    "english sentence": "The password must have at least twelve characters and a digit.",
    "english, reset": "Password reset token expired; ask for a new one.",
    "english, secret": "The secret of good tests is their names.",
    "english, key": "The key point: tokens are counted before the text is cut.",
    "english, token is": "The token is invalid or has expired.",
    "english, password is": "the password is required",
    "english, rotate": "Rotate the API key, then restart the worker.",
    "japanese sentence": "パスワードは12文字以上にしてください。",
    "japanese, token": "トークンの有効期限が切れています。",
    "japanese, secret": "秘密鍵は環境変数から読み込みます。",
    "japanese, key": "APIキーが設定されていません。",
    "japanese, login": "ログイン画面でパスワードを入力すると500が返る。",
    "japanese, changed": "パスワードは変更しました。トークンは不要です。",
    "japanese, hash": "コミット «§40» で直しました。",
    "json web key set": '{"kty": "RSA", "kid": "«§u»", "use": "sig"}',
    "ssh public key": "ssh-ed25519 «AAAAC3NzaC1lZDI1NTE5AAAAI§b32» aki@example.com",
    "ssh rsa public key": "ssh-rsa «AAAAB3NzaC1yc2EAAAADAQABAAABgQ§b180» aki@example.com",
    "ssh fingerprint": "SHA256:«§a43» aki@example.com (ED25519)",
    "known hosts": "git.example.net ssh-ed25519 «AAAAC3NzaC1lZDI1NTE5AAAAI§b32»",
    "minisign public": "untrusted comment: minisign public key «§16»",
    "certificate serial": "Serial Number: «§40»",
    "x509 fingerprint": "SHA1 Fingerprint=«A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90:A1:B2:C3:D4»",
    "csp nonce": "Content-Security-Policy: script-src 'nonce-«§a16»'",
    "image": "data:image/png;base64,«iVBORw0KGgoAAAANSUhEUgAA§b150»",
    "source map": "//# sourceMappingURL=data:application/json;base64,«§b90»",
    "base64 sentence": "echo «§s» | base64 -d",
    "hex dump": "00000010: «§4 §4 §4 §4 §4 §4 §4 §4»  ................",
    "address": "at 0x«00007f§8» in main ()",
    "ethereum address": "contract 0x«§40» deployed",
    "transaction": "tx 0x«§64» confirmed",
    "mac address": "ether «02:42:ac:11:00:02» brd ff:ff:ff:ff:ff:ff",
    "ipv6": "inet6 «2001:db8:85a3::8a2e:370:7334»",
    "coordinates": "35.681236, 139.767125",
    "phone": "03-1234-5678",
    "isbn": "ISBN 978-4-87311-565-8",
    "timestamp": "2026-06-03T09:14:22.123456789Z",
    "epoch": "iat=«§d10» exp=«§d10»",
    "percentages": "coverage: 93.41 % of 12,884 lines",
    "table of tests": "| test | seconds |\n|---|---|\n| test_password | 0.42 |\n| test_token | 1.07 |",
    "user and host": "aki@build-7.example.net",
    "basic realm": 'WWW-Authenticate: Basic realm="shop"',
    "header names": "Access-Control-Allow-Headers: Authorization, X-API-Key, Cookie",
    "401": "HTTP/1.1 401 Unauthorized: Bearer token missing",
    "grep result": "src/auth.py:42:    password = form.cleaned_data['password']",
    "css class": ".password-input-wrapper--disabled { color: #a1b2c3; }",
    "i18n key": "errors.password.too_short=The password is too short",
    "html input": '<input type="password" name="password" autocomplete="current-password">',
    "regex": r"TOKEN_PATTERN = re.compile(r'[A-Za-z0-9_-]{20,}')",
    "lorem": "Lorem ipsum dolor sit amet, consectetur adipiscing elit",
    "flag help": "  «--password PASSWORD   the password (default: asked for)»",
    "usage line": "usage: mycli login [--user USER] [--password-stdin] [--token-file FILE]",
    "license key word": "SPDX-License-Identifier: Apache-2.0",
    "model names": "claude-opus-5-5, gpt-5.5-codex, gemini-3-pro",
    "s3 path": "s3://shop-backups/2026/06/03/db-«§8».dump",
    "docker tag": "ghcr.io/acme/shop:«main-§7»",
    "feature branch": "feature/rotate-api-keys-2026-06",
    "mermaid": "A[Client] -->|token| B[Server]",
    "yaml anchors": "password_policy: strict",
    "toml feature": 'secrecy = { version = "0.10", features = ["serde"] }',
    "requirements": "python-jose[cryptography]==3.4.0\npasslib==1.7.4\npyjwt==2.10.1",
    "go type": "type TokenSource interface { Token() (*Token, error) }",
    "exception": "jwt.exceptions.ExpiredSignatureError: Signature has expired",
    "counted secrets": "secrets: 3 found, 0 verified",
    "semver range": '"jsonwebtoken": "^9.0.2"',
    "blob": "blob «§40» 1532 bytes",
    "stash": "stash@{0}: WIP on main: «§7» Add the token table",
    "exit code": "exit code is 137",
    "user code in prose": "user code 1234 lines of python",
    "verification path": "the verification code path was removed in 2024",
    "recovery codes, none": "Recovery codes: none generated yet",
    "ports": "docker run -p 8080:80 -p 127.0.0.1:5432:5432 postgres16",
    "docker login of a variable": "docker login -u aki -p $DOCKER_PASSWORD registry.example.net",
    "zip folder": "zip -r out2.zip src1",
    "net use, delete": "net use Z: /delete",
    "npm config get": "npm config get //registry.example.net/:_authToken",
    "openssl passin env": "openssl rsa -passin env:KEY_PASS1 -in k.pem",
    "getter of a field": "getPassword() { return this.password2; }",
    "empty property": 'public string Password { get; set; } = "";',
    "secret reference": '{"name": "DB_PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db1", "key": "password1"}}}',
    "default of a placeholder": "password: ${DB_PASSWORD:changeme}",
    "parser argument": 'parser.add_argument("--token", default=None, help="API token v2")',
    "rust environment": 'api_key: Some(env::var("API_KEY2")?)',
    "public jwk": '{"kty":"EC","crv":"P-256","x":"§b32","use":"sig"}',
    "public rsa value": "<RSAKeyValue><Modulus>§b64</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>",
    "changed hashing": "changed the password hashing from bcrypt to argon2id",
    "changed limit": "changed token limit from 4096 to 8192",
    "redirect error": "https://auth.example.com/cb?error=access_denied&state=xyz",
    "build name": "build_prod_«§40»",
    "live test": "tests/test_live_token.py::test_api_key_2_is_rotated[prod_live_1] PASSED",
    "publishable key": "pk_test_§a24",
    "price ids": "cus_§a14 price_§a24 prod_§a14",
    "next token": "next token: §u",
    "client request token": "ClientRequestToken=§u",
    "public key token": "PublicKeyToken=b77a5c561934e089",
    "cache key in capitals": "CACHE_KEY=§40",
    "idempotency key": "IDEMPOTENCY_KEY=§u",
    "url of words": "postgres://DB_USER:DB_PASSWORD@localhost/x",
    "digest challenge": 'Authorization: Digest username="aki", realm="r", qop=auth',
    "table of hashes": "| file | sha |\n|---|---|\n| token.py | «§40» |",
    "auth mechanisms": "AUTH PLAIN LOGIN CRAM-MD5",
    "pdo of variables": "new PDO($dsn, $user, $password2);",
    "escaped json": r'{"log": "{\"input_tokens\": 48211, \"commit\": \"«§40»\"}"}',
}  # fmt: skip


def lookalikes(seed: str) -> list[Lookalike]:
    """Every harmless kind once, with values of this seed."""
    found = []
    for kind, template in {**TEXTS, **lookalikes_more.TEXTS}.items():
        text = _filled(template, Mint(f"{seed}/{kind}"))
        keep = tuple(_marked(text)) or (text,)
        found.append(Lookalike(kind, text.replace("«", "").replace("»", ""), keep))
    return found


def _filled(template: str, mint: Mint) -> str:
    import re

    def value(found: re.Match[str]) -> str:
        sort, size = found[1], int(found[2] or 0)
        if sort == "u":
            return mint.uuid()
        if sort == "s":
            return base64.b64encode(b"the second reservation must be refused").decode()
        return {"": mint.hex, "a": mint.alnum, "d": mint.digits, "b": mint.b64}[sort](size)

    return re.sub(r"§([uabds]?)(\d*)", value, template)


def _marked(text: str) -> list[str]:
    return [part.split("»")[0] for part in text.split("«")[1:]]
