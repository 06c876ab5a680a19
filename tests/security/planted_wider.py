"""Planted secrets of a wider round: vendors of 2025 and 2026, options of programs, code, markup, sentences, key values."""

from __future__ import annotations

import base64

from tests.security.minting import VALUES, Mint, glued
from tests.security.planted import Planted, minted

VENDORS: dict[str, tuple[str, str]] = {
    "paddle key": (glued("pdl", "_live_apikey_"), "l26_a22_a3"),
    "shopify app token": (glued("shp", "ua_"), "h32"),
    "honeycomb ingest key": (glued("hc", "aik_"), "l58"),
    "render key": (glued("rn", "d_"), "a28"),
    "vercel blob token": (glued("vercel", "_blob_rw_"), "a16_a30"),
    "neon password": (glued("np", "g_"), "a12"),
    "astra token": (glued("Astra", "CS:"), "a24:h64"),
    "bedrock key": (glued("AB", "SK"), "a92"),
    "jetbrains token": (glued("per", "m:"), "a16.a12.a30"),
    "chromatic token": (glued("ch", "pt_"), "h12"),
    "polar token": (glued("polar", "_oat_"), "a40"),
    "matrix token": (glued("sy", "t_"), "l16_a20_a6"),
    "clickup token": (glued("p", "k_"), "d8_U32"),
    "onesignal key": (glued("os", "_v2_app_"), "l100"),
    "modal token": (glued("a", "k-"), "a22"),
    "runpod key": (glued("rp", "a_"), "U40"),
    "cursor key": (glued("cr", "sr_"), "h64"),
    "axiom token": (glued("xa", "at-"), "h8-h4-h4-h4-h12"),
    "mailgun key of today": ("", "h32-h8-h8"),
    "zhipu key": ("", "h32.a16"),
    "personal token of laravel": ("", "d2|a48"),
    "key of a vendor nobody knows": (glued("acme", "_live_"), "a32"),
    "token of a vendor nobody knows": (glued("acme", "_pat_"), "h40"),
}

SYNTAXES: dict[str, tuple[str, str]] = {
    "jwk, private member": ('{"kty":"EC","crv":"P-256","d":"§","use":"sig"}', "url43"),
    "jwk, symmetric": ('{"kty": "oct", "k": "§"}', "url43"),
    "rsa key value": ("<RSAKeyValue><Exponent>AQAB</Exponent><D>§</D></RSAKeyValue>", "b64_64"),
    "kubeconfig key data": ("    client-certificate-data: LS0tLS1CRUdJTiBDRVJU\n    client-key-data: §", "b64_64"),
    "value before its name": ('{"value": "§", "name": "DB_PASSWORD"}', "plain"),
    "list entry, value first": ("- value: §\n  name: SMTP_PASSWORD", "plain"),
    "cloudformation parameter": ('{"ParameterKey": "MasterPassword", "ParameterValue": "§"}', "plain"),
    "c# property": ('public string ApiSecret { get; set; } = "§";', "alnum32"),
    "getter": ('String getPassword() { return "§"; }', "plain"),
    "rust option": ('Config { api_token: Some("§"), port: 1 }', "alnum32"),
    "wrapped secret": ('password=SecretStr("§")', "plain"),
    "wordpress salt": ("define( 'NONCE_SALT',       '§' );", "b64_32"),
    "setter of a map": ('props.put("client_secret", "§");', "alnum32"),
    "environment of r": ('Sys.setenv(KAGGLE_KEY = "§")', "hex32"),
    "shell default": ('TOKEN="${CI_TOKEN:-§}"', "hex40"),
    "spring default": ("password: ${DB_PASSWORD:§}", "plain"),
    "else branch": ('token = os.environ.get("T") or "§"', "hex40"),
    "ruby fetch": ('ENV.fetch("API_TOKEN") { "§" }', "hex40"),
    "gradle password": ('credentials {\n  username "aki"\n  password "§"\n}', "plain"),
    "clojure keyword": ('{:db {:user "shop" :password "§"}}', "plain"),
    "html meta": ('<meta name="csrf-token" content="§">', "b64_32"),
    "html input": ('<input name="authenticity_token" type="hidden" value="§">', "b64_32"),
    "psql column": (" id | email  | api_token\n----+--------+-----------\n  1 | a@b.co | §\n(1 row)", "hex40"),
    "middle of a folded line": ("then I set up the app with secret_key_base: § and it ran", "hex64"),
    "npmrc in a folded line": (
        "the file says registry=https://r.example.net/ //r.example.net/:_authToken=§ always",
        "uuid",
    ),
    "java property in mid-line": ("mvn -B -Dsonar.token=§ -DskipTests verify", "hex40"),
    "ldapsearch": ("ldapsearch -H ldap://dc1 -D cn=svc,dc=acme -w § -b dc=acme", "plain"),
    "mongosh": ("mongosh --host db -u admin -p § --authenticationDatabase admin", "plain"),
    "zip": ("zip -P § out.zip a.txt", "plain"),
    "net use": (r"net use Z: \\nas\share /user:aki §", "password"),
    "npm config set": ("npm config set //registry.example.net/:_authToken §", "uuid"),
    "keytool": ("keytool -list -keystore k.jks -storepass §", "plain"),
    "openssl passout": ("openssl pkcs12 -export -passout pass:§ -in c.pem", "plain"),
    "redis-cli": ("redis-cli -h cache -a § ping", "plain"),
    "poetry": ("poetry config http-basic.internal aki §", "plain"),
    "rabbitmqctl": ("rabbitmqctl add_user aki §", "plain"),
    "xfreerdp": ("xfreerdp /u:aki /p:§ /v:host", "password"),
    "sqlplus": ("sqlplus shop/§@orcl", "plain"),
    "ssm parameter": ("aws ssm put-parameter --name /shop/db --type SecureString --value §", "plain"),
    "here string": ('wrangler secret put API_TOKEN <<< "§"', "hex40"),
    "go dsn": ('sql.Open("mysql", "shop:§@tcp(db:3306)/shop")', "plain"),
    "pdo": ('new PDO("mysql:host=db", "shop", "§")', "password"),
    "redirect code": ("https://shop.example.net/cb?code=§&state=ok", "url43"),
    "changed password": ("changed the admin password from § to something better", "password"),
    "parenthesis before is": ("the secret (for staging) is now '§'", "alnum32"),
    "japanese, first password": ("初期パスワード → §(初回ログイン後に変更)", "password"),
    "url in the middle of an address list": ("redis://:§@cache:6379?email=ops@example.net", "plain"),
    "escaped meta tag": (r'{"html": "<meta name=\"csrf-token\" content=\"§\">"}', "b64_32"),
}


def wider(seed: str) -> list[Planted]:
    """All of them, with values of this seed."""
    return [*_vendors(seed), *_syntaxes(seed), *_told(seed)]


def _vendors(seed: str) -> list[Planted]:
    found = []
    for kind, (prefix, shape) in VENDORS.items():
        value = prefix + minted(shape, Mint(f"{seed}/{kind}"))
        found.append(Planted(kind, f"I tried it with {value} and got 403.", (value,)))
    return found


def _syntaxes(seed: str) -> list[Planted]:
    found = []
    for kind, (text, sort) in SYNTAXES.items():
        value = VALUES[sort](Mint(f"{seed}/{kind}"))
        found.append(Planted(kind, text.replace("§", value), (value,)))
    return found


def _told(seed: str) -> list[Planted]:
    mint = Mint(f"{seed}/told")
    code, japanese, device = mint.digits(6), mint.digits(6), f"{mint.upper(4)}-{mint.upper(4)}"
    codes = [f"{mint.lower(5)}-{mint.lower(5)}" for _ in range(3)]
    listed = "\n".join(f"{at}. {one}" for at, one in enumerate(codes, 1))
    body = mint.b64(60)
    pem = base64.b64encode(glued("-" * 5, "BEGIN PRIVATE ", "KEY", "-" * 5, "\n", body).encode()).decode()
    seed_groups = " ".join(mint.of("ABCDEFGHIJKLMNOP234567", 4) for _ in range(8))
    return [
        Planted("verification code", f"Your verification code is {code}. It expires soon.", (code,)),
        Planted("japanese verification code", f"認証コード: {japanese}", (japanese,)),
        Planted("device code", f"First copy your one-time code: {device}", (device,)),
        Planted("recovery codes", f"Recovery codes:\n{listed}\nKeep them safe.", tuple(codes)),
        Planted("pem as base64", f"TLS_KEY_B64={pem}", (pem,)),
        Planted("grouped seed", f"Your TOTP secret: {seed_groups}", (seed_groups,)),
    ]
