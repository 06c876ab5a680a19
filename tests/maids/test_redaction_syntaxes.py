"""More ways to write a name and a value: what stands in the braces must be gone."""

from __future__ import annotations

import random
import string

import pytest

from butler.maids.redaction_worker import redact

ALNUM = string.ascii_letters + string.digits


def made(label: str, length: int, alphabet: str = ALNUM) -> str:
    """A value of ``length`` that depends on ``label`` alone."""
    source = random.Random(label)
    return "".join(source.choice(alphabet) for _ in range(length))


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


HEX = "0123456789abcdef"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
# {p}: a password, {t}: a token, {h}: hexadecimal, {b32}: base32, {n}: digits, {tg}: the tail of a bot token
MIXED = [
    'DATABASE_URL="mysql://root:{p}@127.0.0.1/x"',
    '"ConnectionStrings": {{"Default": "Server=.;Password={p}"}}',
    "quarkus.datasource.password={p}",
    "secret_key_base: {h}",
    'config.action_mailer.smtp_settings = {{ password: "{p}" }}',
    "mail.smtp.password={p}",
    "SMTP_PASS={p}",
    '[remote "o"]\n url = https://bob:{p}@git.h/r',
    '"_password": "{p}"',
    'credentials "app.terraform.io" {{ token = "{t}" }}',
    "aws configure set aws_secret_access_key {t}",
    "gcloud auth activate --key {t}",
    "az login --service-principal -u x -p {t}",
    "export GITLAB_TOKEN={t};",
    "heroku config:set SECRET={t}",
    "fly secrets set API_KEY={t}",
    "wrangler secret put TOKEN {t}",
    "doppler secrets set KEY={t}",
    "TELEGRAM_BOT_TOKEN: 123456789:AA{tg}",
    "slack://xoxb-{n}-{n}-{t}",
    '"private_key": "{h}"',
    "ETH_PRIVATE_KEY=0x{h}",
    "wallet private key: 0x{h}",
    "OTP secret: {b32}",
    "otpauth://totp/x?secret={b32}&issuer=a",
    "recovery code: 4f8d-92kc-{p}",
    "Basic auth user bob pass {p}",
    "user bob with password {p}.",
    "password ({p})",
    "(password: {p})",
    "creds = bob:{p}",
    "login bob:{p}",
    "ssh bob@h # pw {p}",
    "the pwd is {p}",
    "パスワード:{p}",
    "PW：{p}",
    "パスワードは、{p}",
    "パスワードとして {p} を使う",
    "ＡＰＩキー：{t}",
    "鍵は {t}",
    "トークン={t}",
    "Bearerトークンは {t}",
    "管理者用パスワード→{p}",
    '"apiToken":\n   "{t}"',
    'token = (\n  "{t}"\n)',
    "TOKEN=\\\n{t}",
    '"token" => "{t}",',
    'token <- "{t}"',
    "$token = '{t}';",
    "password := `{p}`",
    'let password = r#"{p}"#;',
    '#define TOKEN "{t}"',
    'NSString *apiKey = @"{t}";',
    'apiKey("{t}")',
    'options.ApiKey = "{t}";',
    '.withApiKey("{t}")',
    'client = OpenAI(api_key="{t}")',
    'new Client({{ token: "{t}" }})',
    'stripe.setApiKey("{t}")',
    'axios.defaults.headers.common["Authorization"] = "Bearer {t}"',
    "http -a bob:{p} h",
    'http h "Authorization:Bearer {t}"',
    "xh h x-api-key:{t}",
    'wget --header="Authorization: Bearer {t}"',
    'curl -H "X-Vault-Token: {t}"',
    "curl --oauth2-bearer {t} h",
    'curl "https://h/?api_key={t}"',
    'ws.send("AUTH {t}")',
    "redis-cli -a {p} ping",
    'mongo "mongodb://u:{p}@h"',
    "openssl enc -k {p}",
    "gpg --passphrase {p} -d x",
    "zip -P {p} a.zip b",
    "7z x -p{p} a.7z",
    "unzip -P {p} a.zip",
    "ansible-vault --vault-password {p}",
    "keytool -storepass {p}",
    "java -Djavax.net.ssl.trustStorePassword={p}",
    "ipmitool -U a -P {p}",
    "vncpasswd {p}",
    'docker run -e "TOKEN={t}" x',
    '- "TOKEN={t}"',
    'TOKEN: "{t}"',
    '<env name="API_KEY" value="{t}"/>',
    '<string name="api_key">{t}</string>',
    "<key>apiToken</key>\n<string>{t}</string>",
    "api_key,{t}",
    '"api_key";"{t}"',
    "api_key\t{t}",
    "apikey {t}",
    "| token | {t} |",
    "> token: `{t}`",
    "1. Set the API key to {t}",
    "[2026-01-01] auth header: Bearer {t}",
    "DEBUG headers={{'x-api-key': '{t}'}}",
    '{{"headers":[["authorization","Bearer {t}"]]}}',
    "set-cookie: __Host-session={t}; Path=/",
    "XSRF-TOKEN={t}",
    "PHPSESSID={t}",
    "?code=x&client_secret={t}",
    "SAML secret={t}",
    "%22token%22%3A%22{t}%22",
    "token%3D{t}",
    '{{\\\\\\"token\\\\\\":\\\\\\"{t}\\\\\\"}}',
]
WHOLE = {
    'mnemonic: "abandon ability able about above absent absorb abstract"': "abandon ability",
    'seed phrase is "legal winner thank year wave sausage worth"': "legal winner",
    "PIN: 482193": "482193",
    "pin code 482193": "482193",
    "export PIN=4821": "4821",
}


@pytest.mark.parametrize("carrier", MIXED)
def test_a_value_of_any_form_is_gone(carrier: str) -> None:
    values = {
        "p": "Zeb" + made(carrier, 5) + "#4x",
        "t": made(carrier, 34) + "7k",
        "h": made(carrier, 64, HEX),
        "b32": made(carrier, 32, BASE32),
        "n": made(carrier, 12, "0123456789"),
        "tg": made(carrier, 33),
    }
    clean, _ = redact(carrier.format(**values))
    assert not [value for name, value in values.items() if "{" + name + "}" in carrier and value in clean]
    assert redact(clean)[0] == clean


@pytest.mark.parametrize("text", WHOLE)
def test_words_and_numbers_count_where_the_name_says_so(text: str) -> None:
    assert WHOLE[text] not in redact(text)[0]


@pytest.mark.parametrize(
    ("carrier", "kind"),
    [
        ("<password>{}</password>", "password"),
        ("<api-token>{}</api-token>", "token"),
        ('Content-Disposition: form-data; name="password"\n\n{}\n--x', "password"),
    ],
)
def test_the_value_of_an_element_or_a_part_is_taken_whole(carrier: str, kind: str) -> None:
    value = f"{made(carrier, 12)}1,{made(kind, 12)};7k"

    assert redact(carrier.format(value))[0] == carrier.format(f"[REDACTED:{kind}:1]")
