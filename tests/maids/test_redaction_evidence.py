"""Look-alikes of secrets that a handover needs as evidence: not one character of them may change."""

from __future__ import annotations

import base64
import random
import string

import pytest

from butler.maids.redaction_worker import redact

ALNUM = string.ascii_letters + string.digits
URLSAFE = ALNUM + "_-"
HEX = "0123456789abcdef"


def made(label: str, length: int, alphabet: str = ALNUM) -> str:
    """A value of ``length`` that depends on ``label`` alone, with at least one digit and letter where possible."""
    source = random.Random(label)
    value = "".join(source.choice(alphabet) for _ in range(length))
    return (value[:-2] + "7k")[-length:] if alphabet in (ALNUM, URLSAFE) and length > 3 else value


def uuid(label: str) -> str:
    digits = made(label, 32, HEX)
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


SHA, SHA256 = made("d1", 40, HEX), made("d2", 64, HEX)
BENIGN = [
    f"commit {SHA}",
    f"Merge: {SHA[:7]} {SHA[7:14]}",
    f"HEAD is now at {SHA[:7]} Add token refresh",
    f"index {SHA[:7]}..{SHA[10:17]} 100644",
    f"sha256:{SHA256}",
    f"{SHA256}  dist/app.whl",
    f'"integrity": "sha512-{base64.b64encode(made("d3", 64).encode()).decode()}"',
    f'checksum = "{SHA256}"',
    f'etag: "{made("d4", 32, HEX)}"',
    f"trace_id={made('d5', 32, HEX)} span_id={made('d6', 16, HEX)}",
    f"session {uuid('d7')} resumed",
    f"session_id: {uuid('d7')}",
    f'"sessionId":"{uuid("d8")}","parentUuid":"{uuid("d9")}"',
    f"thread_id {uuid('d10')}",
    f"request-id: req_{made('d11', 24)}",
    f'"id": "toolu_{made("d12", 24)}"',
    f"call_id=call_{made('d13', 24)}",
    f"chatcmpl-{made('d14', 29)}",
    f"cache_key = {SHA256[:32]}",
    f"primary_key: {SHA[:16]}",
    f"public_key: {made('d15', 44)}",
    f"key_id={SHA[:16]}",
    f"private_key_id: {SHA}",
    f"gpg: using RSA key {SHA.upper()}",
    f"Signed-off-by: a <a@b.example>\nauthor {SHA}",
    f"docker.io/library/python@sha256:{SHA256}",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 user@host",
    "handover_id: issue-49-20260603T004500Z-codex",
    "issue-49_20260603T004500Z_codex.md",
    "tests/test_auth.py::test_password_is_hashed PASSED",
    "FAILED tests/test_token.py::TestToken::test_expired_token - AssertionError",
    "def reset_password(token: str, password: str) -> None:",
    "password: str | None = None",
    'api_key = os.getenv("API_KEY")',
    "token = self._token_provider.fetch(scope)",
    "secret = settings.SECRET_KEY",
    "apiKey: process.env.OPENAI_API_KEY,",
    'const token = req.headers["x-token"];',
    "password=password,",
    "if token == expected_token:",
    "return {'token': token, 'user': user}",
    'let secret = std::env::var("SECRET")?;',
    "export GITHUB_TOKEN=$(gh auth token)",
    "API_KEY=your_api_key_here",
    "API_KEY=<your key>",
    "OPENAI_API_KEY=sk-...",
    "ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "password: {{ vault_db_password }}",
    "password: !vault |",
    "password = var.db_password",
    "DB_PASSWORD=${DB_PASSWORD:-postgres}",
    "password: ********",
    "Password: [hidden]",
    "token: null",
    "secret: true",
    'type: "password"',
    '<input type="password" name="password" placeholder="Password">',
    '<label for="password">Password:</label>',
    "Password must contain at least 8 characters and 1 digit",
    'error: "password is too short (minimum is 12 characters)"',
    "Enter password: ",
    "password incorrect, 3 attempts left",
    "token expired at 2026-05-14T02:43:17Z",
    "token count: 4211",
    "max_tokens: 4000",
    "max_tokens=4000",
    '"input_tokens": 183920, "output_tokens": 4211',
    "token_budget = 12_000",
    "total tokens 1,234,567",
    "cost per 1K tokens: $0.002",
    "tokenizer: o200k_base",
    "the token bucket refills 10 per 100ms",
    "keyboard shortcut key: Ctrl+Shift+P",
    "sort key: created_at2",
    "key: value1",
    "keys = ['alpha1', 'beta2']",
    "foreign key: user_id2",
    "expected_revision=17 operation_id=op-20261130-000123",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    'WWW-Authenticate: Basic realm="api"',
    "Basic authentication is disabled",
    "Bearer authentication required",
    "bearer of bad news 2026",
    "Cookie: theme=dark",
    "Set-Cookie: lang=ja; Path=/; Max-Age=3600",
    "cookie banner v2 is shown",
    "https://user@example.com/path",
    "http://localhost:8080/path@2x.png",
    "postgres://user:password@localhost/db",
    "postgresql://app:${DB_PASS}@db:5432/app",
    "git@github.com:acme/app.git",
    "ssh://git@github.com:22/acme/app.git",
    "npm i @scope/pkg@1.2.3",
    "docker run -p 8080:80 -u 1000:1000 img",
    "mkdir -p src/app/v2beta1",
    "pytest -p no:cacheprovider -k test_abc123",
    "cp -a build1 /out2",
    "sed -n '1,5p' a1.txt",
    "sk-learn==1.5.0 sk-image",
    "the `ghp_` prefix is for classic tokens",
    "AKIA prefix means long-term key",
    "AKIAIOSFODNN7EXAMPLE",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
    "grep -r 'BEGIN RSA PRIVATE KEY' .",
    "see docs/security/secrets.md and src/auth/token.ts",
    "secrets: 3 removed, passwords: 0",
    "secret scanning: gitleaks 8.18.2",
    "password hashing: argon2id, bcrypt",
    "the password is stored in 1Password",
    "the token is valid for 15m",
    "token type is Bearer",
    "pin: 3.11",
    "pinned: numpy==1.26.4",
    "PIN the version to v1.2.3",
    "passed: 120, failed: 3",
    "bypass = True; compass: north1",
    "passes=3 pass_count=12",
    "author: alice99",
    'authors = ["bob2"]',
    "auth: oauth2",
    "signature: def f(x1: int) -> str",
    "パスワードは必須です",
    "パスワードは8文字以上にする",
    "パスワードのリセット画面を直した",
    "トークンは 4000 まで",
    "トークン数: 12345",
    "鍵は docs/security.md を見る",
    "シークレットは GitHub Actions の secrets に入れる",
    "APIキーは環境変数 OPENAI_API_KEY から読む",
    "認証情報は ~/.codex/auth.json にある",
    "合言葉は決めていない",
    "branch codex/token-refresh-2 created",
    "src/password_reset.py | 12 ++++++------",
    "@@ -10,7 +10,7 @@ def password_reset(token):",
    "+    password = hash_password(raw_password)",
    "-    token = create_token(user.id, expires=3600)",
    "rollout-2026-05-14T02-43-17-019e232f-d47e-7ac0-8ec2-dd2853e42cf9.jsonl",
    "model: claude-sonnet-4-5-20250929",
    "model=gpt-5-codex reasoning=high",
    "eyJ is how a JWT begins",
    "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "[REDACTED:password:1] and [REDACTED:jwt:2]",
    "credentials: include",
    "credentials: 'same-origin'",
    "session: 3 of 5",
    "session_key_prefix = handover1",
    "cursor_token: page2",
    '"next_page_token": ""',
    "csrf_token missing",
    'data-testid="password-input"',
    "await page.fill('#password', password)",
    "getpass.getpass('Password: ')",
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.PBKDF2PasswordHasher']",
    "AUTH_USER_MODEL = 'accounts.User2'",
    "TOKEN_EXPIRY=3600s",
    "PASSWORD_MIN_LENGTH=12",
    "JWT_ALGORITHM=HS256",
    "SECRET_NAME=prod/db/main",
    "API_KEY_HEADER = 'X-Api-Key'",
    "KEY_PATH=/etc/ssl/private/server.key",
    "ssl_key: /etc/ssl/k8s1.pem",
    "password_file: /run/secrets/db_password",
    "PASSWORD=/run/secrets/db_password",
    "credential.helper=store",
    "// User enters recovery phrase\n   266→    const mnemonic = await read();",
]

MORE = r"""
the token was refreshed 3 times in run42
token=abc
tokens_per_second=48.2
password strength: 3/4
"passwordHash": null
secretsmanager:GetSecretValue
aws secretsmanager get-secret-value --secret-id prod/db1
--secret-id my-secret-v2
kubectl get secret db-credentials -o yaml
kubectl describe secret web-tls-2f8c9
key: abc123
cache key v2:users:42
keyId: 8f14e45f
"key": "ArrowUp1"
keyCode: 13
case 'F12key': break
primary_key=id2
partition_key: user#123
KEY_ROTATION_DAYS=90
keyframes fade1
authenticated as alice99
auth method: OAuth2PasswordBearer
auth: Auth0Provider
AuthService2 started
author_id=u12345
authorId: "user_2b"
signature_version = s3v4
signature: sha256=verify
sig=0
pinned commit 9fceb02
pin numbers v1.2
PIN_BASE=gpio17
otp_enabled: true
session-2024-11-05-abc.jsonl
token_type_hint=refresh_token
grant_type=password
response_type=token
csrf: token missing in form1
next_token: null
pagination token: page-2
"tokenizer_class": "GPT2Tokenizer"
"eos_token": "<|endoftext|>"
"pad_token_id": 50256
bos_token="[CLS]"
max_token_length: 512tokens
stop_token: "###"
Token indices sequence length is longer (1024 > 512)
SyntaxError: Unexpected token '}' at line12
JsonToken.START_OBJECT2
const token1 = tokens[0]
token2 := lexer.Next()
let secret2 = derive(secret1)
password1 != password2
if (!password || password.length < 8)
password.trim().toLowerCase()
type Password = z.string().min(8)
password: z.string().min(8).max(64)
password: faker.internet.password(12)
password: Joi.string().required()
password = models.CharField(max_length=128)
password = request.POST["password1"]
password = getpass("Password: ")
password=args.password
password_confirmation: "Must match"
{"password": ["This field is required."]}
{"error":"invalid_token","error_description":"Token expired 3600s ago"}
"password": "Passwort"
"forgot_password": "Forgot your password?"
label.password=Password
t("auth.password.label1")
i18n key auth.password.title2
name="password" autocomplete="new-password"
#password-field2 { color: red1 }
.password-input-v2
docs/auth/password-reset-v2.md
src/token2vec/model3.py
token2vec==0.3.1
PyJWT==2.8.0
passlib[bcrypt]==1.7.4
python-keycloak 3.9.1
from jose import jwt as jwt2
secrets.token_hex(16)
secrets.compare_digest(a1, b2)
SecretStr("**********")
SecretStr('')
secret = Secret.from_env("X1")
Secret created: projects/123/secrets/db1
export SECRET_ID=abc
credentials loaded from /home/dev/.aws/credentials1
credentials.json not found (ENOENT)
Credential helper v2 installed
api_key_source: environment
apiKeySource: "none"
apiKeyHelper: ~/.bin/key2.sh
API key length: 51
API key ends with …x7Qz
API key: sk-...x7Qz
API keys are 32 characters
access key age: 90d
Access-Control-Allow-Origin: http://a1.example
bearer token auth for v2
Bearer realm="api2"
cookie: SameSite=Lax1
COOKIE_NAME=sid2
cookies: 12 third-party
mailto:user:name@example.com
see http://h:8080/a:b@c1
http://[::1]:8080/x1
s3://bucket1/key2
git+ssh://git@host1/repo2
file:///a/b1:c2@d
time 12:30:45@host1
-p 5432:5432 -u 1000
tar -pxzf a1b2.tgz
ssh -p 2222 user1@host2
-p "src/**/*.test1.ts"
psql -p 5432 -U app1
node -p "process.versions.v8"
mkdir -p /a/b1c2
mkdir -p release-1a2b3c
cp -p a1b2c3 d4
echo abc123 | sha256sum
echo a1b2c3d4 | xargs kubectl login
パスワードの最小長は 12文字です
パスワード欄 input1 を追加
トークン上限は max_tokens=4000
トークン使用量: 183,920tokens
APIキーは AWS Secrets Manager2 に移した
シークレット名は prod/db2
秘密鍵は ~/.ssh/id_ed25519 に置く
認証情報は env2.yaml を参照
合言葉チェック v2
a signed URL expires in 15m0s
Signed-off-by: Bob2 <bob@x1>
fingerprint SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
key fingerprint: 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48
gpg: key 4AEE18F83AFDEB23: public key imported
known_hosts: h1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1
x-request-id: 7b1f2c3d4e5f60718293a4b5c6d7e8f9
ETag: W/"5e-abc123def456"
nonce-r4nd0m1
"nonce": "n0nc3v4lu3"
salt=ab12cd34
iv=000102030405
"hash":"$2b"
blob 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
build-id: a1b2c3d4e5f6
integrity=sha384-oqVuAfXRKap7fdgcCY5uykM6
jest --testNamePattern "token 12ab"
✓ rejects bad token (12ms)
✓ password2 works (3 ms)
PASS src/auth/token2.test.ts (5.2 s)
pass 12 fail 0
Pass: build1
passing tests: a1b2c
"""


@pytest.mark.parametrize("text", [*BENIGN, *MORE.strip().split("\n")])
def test_evidence_stays(text: str) -> None:
    assert redact(text)[0] == text


def test_a_page_of_evidence_stays_as_one_text() -> None:
    page = "\n\n".join([*BENIGN, *MORE.strip().split("\n")])
    assert redact(page)[0] == page
