"""More ways to write a name and a value: what stands in the braces must be gone."""

from __future__ import annotations

import random
import string

import pytest

from butler.maids.redaction_worker import redact

ALNUM = string.ascii_letters + string.digits


def made(label: str, length: int) -> str:
    """A value of ``length`` that depends on ``label`` alone."""
    source = random.Random(label)
    return "".join(source.choice(ALNUM) for _ in range(length))


PASSWORDS = [
    "MYSQL_ROOT_PASSWORD: {}",
    "  - POSTGRES_PASSWORD={}",
    "password={}\n",
    '"db_pass" : "{}"',
    "'passwd'=>'{}'",
    "Password: {}",
    'pass: "{}"',
    "login: admin / password: {}",
    "user=admin;password={};",
    "--set auth.password={}",
    "-Dspring.datasource.password={}",
    "helm install x --set postgresql.auth.postgresPassword={}",
    "kubectl create secret generic db --from-literal=password={}",
    'psql "host=h user=u password={} dbname=d"',
    "PGPASSWORD={} psql -h h",
    "mongosh -u admin -p {} --host h",
    "mysqldump --password={} db",
    "ldapsearch -D cn=admin -w {} -b dc=x",
    "smbclient //h/s -U bob%{}",
    "wget --http-password={} u",
    "sudo -S <<< {}",
    "net user bob {} /add",
    "ansible_become_pass: {}",
    "ansible_ssh_pass={}",
    'os.environ["DB_PASSWORD"] = "{}"',
    'System.setProperty("javax.net.ssl.keyStorePassword", "{}");',
    'setPassword("{}")',
    '.password("{}")',
    'with_password("{}")',
    'auth=("bob", "{}")',
    'HTTPBasicAuth("bob", "{}")',
    'new NetworkCredential("bob", "{}")',
    'login("bob", "{}")',
    'pwd => "{}",',
    "db.password: {}",
    '[client]\nuser=root\npassword="{}"',
    "machine h login u password {}\n",
    '<property name="password" value="{}"/>',
    "<password><![CDATA[{}]]></password>",
    "INSERT INTO users (name, password) VALUES ('bob', '{}')",
    "ALTER ROLE app PASSWORD '{}'",
    "the root password was changed to {} yesterday",
    "I set the password to `{}`",
    "pw: {}",
    "PW={}",
    "初期パスワード（{}）を変える",
    "パスワード「{}」でログイン",
    "ログイン情報: admin / {}",
    "仮パスワード: {}",
    "ユーザ名 admin、パスワード {} で入れます",
    "パスワード＝{}",
    "le mot de passe est {}",
    "密码：{}",
    "비밀번호는 {}",
    "> password: {}",
    "* **DB password:** `{}`",
    "| DB_PASSWORD | `{}` |",
    "DB_PASSWORD\t{}",
    "# password: {}",
    "// TODO remove: password={}",
    'console.log("password", "{}")',
    'print(f"password={}")',
    '{{"name":"password","in":"body","value":"{}"}}',
    '{{"key":"DB_PASSWORD","value":"{}","secret":true}}',
    'env:\n  - name: DB_PASSWORD\n    value: "{}"',
    'DB_PASSWORD="{}" \\',
    'set -x DB_PASSWORD "{}"',
    'declare -x DB_PASSWORD="{}"',
    '+    password: "{}"',
    "-password = {}",
    '"password": \\"{}\\"',
    "password=%22{}%22",
    '{{\\"password\\":\\"{}\\"}}',
    '<input type="password" name="pw" value="{}">',
    "Enter password: {}",
    "Password for bob: {}",
]
TOKENS = [
    "TOKEN={}",
    '"accessToken":"{}"',
    "access_token={}&x=1",
    "refreshToken: {}",
    "X-Auth-Token: {}",
    "x-goog-api-key: {}",
    "Ocp-Apim-Subscription-Key: {}",
    "api-key: {}",
    "apikey={}",
    "api key: {}",
    "API Key = {}",
    'ApiKey("{}")',
    "Client secret: {}",
    'client-secret = "{}"',
    "clientSecret = `{}`",
    "oauth.token = {}",
    "auth_token: {}",
    "bearer {}",
    "Bearer: {}",
    'curl -H "Authorization: {}" h',
    'curl -H "Authorization: Token {}" h',
    '.header("X-API-KEY", "{}")',
    'headers["Authorization"] = "Bearer {}"',
    'requests.get(u, headers={{"api-key": "{}"}})',
    "signing_secret={}",
    "webhook secret is {}",
    'session_secret: "{}"',
    "JWT_SECRET={}",
    'NEXTAUTH_SECRET="{}"',
    "ENCRYPTION_KEY={}",
    'encryptionKey: "{}"',
    "APP_KEY=base64:{}",
    'hmac_key = b"{}"',
    "STORAGE_ACCOUNT_KEY={}",
    "AZURE_OPENAI_KEY={}",
    "COHERE_KEY: {}",
    "ELEVEN_API_KEY={}",
    "gh auth login --with-token <<< {}",
    'git -c http.extraheader="AUTHORIZATION: bearer {}" fetch',
    "git config --global github.token {}",
    "npm config set //r/:_authToken {}",
    "npm config set _auth {}",
    "export VAULT_TOKEN={}",
    "vault token: {}",
    "Root Token: {}",
    "Unseal Key 1: {}",
    "kubeadm join h --token {}",
    "token {} was leaked",
    "the key is {}",
    "APIキー: {}",
    "API キーは {} です",
    "シークレット：{}",
    "アクセスキー {} を無効化",
    "トークン「{}」",
    "-----token {} -----",
    "SECRET: {}",
    "app.secret={}",
    "<token>{}</token>",
    "<ApiKey>{}</ApiKey>",
    'apiKey="{}"',
    'data-api-key="{}"',
    "window.API_KEY = '{}';",
    'process.env.API_KEY = "{}"',
    'ENV["API_KEY"] = "{}"',
    'putenv("API_KEY={}")',
    'Environment="API_KEY={}"',
    'args: ["--token", "{}"]',
    "- --token={}",
    "code=200 token={} user=1",
    '{{"token": "{}", "exp": 3}}',
    "Set-Cookie: auth_token={}; Secure",
    "Cookie: JSESSIONID={}",
    'document.cookie = "sid={}; path=/"',
    'localStorage.setItem("token", "{}")',
    "wss://h/ws?token={}",
    "amzn.token={}",
    "https://api.telegram.org/bot123456789:AA{}/x",
    "https://user:{}@h/",
    "ftp://u:{}@h",
    "https://{}:x-oauth-basic@github.com/a/b",
    "https://oauth2:{}@gitlab.com/a/b.git",
    "https://x-access-token:{}@github.com/a/b",
]


@pytest.mark.parametrize("carrier", PASSWORDS)
def test_a_password_is_gone(carrier: str) -> None:
    value = "Wint3r-" + made(carrier, 6) + "!"
    clean, counts = redact(carrier.format(value))
    assert value not in clean
    assert counts
    assert redact(clean)[0] == clean


@pytest.mark.parametrize("carrier", TOKENS)
def test_a_token_is_gone(carrier: str) -> None:
    value = made(carrier, 33) + "7k"
    clean, counts = redact(carrier.format(value))
    assert value not in clean
    assert counts
    assert redact(clean)[0] == clean
