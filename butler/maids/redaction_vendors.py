"""More secrets known by their own form, by theme: the prefixes of 2025 and 2026 of hosting, payment, mail, chat, AI and others.

The same furniture as `redaction_rules`: needles, then one bounded pattern. The last part knows prefixes that no table
names: ``acme_live_…``, ``acme_pat_…``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import ALNUM, DIGITS, END, Rule, Span, W, form
from butler.maids.redaction_values import looks_random

_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_LOWER = "abcdefghijklmnopqrstuvwxyz"

_HOSTING = (
    form("render_key", "rnd_", r"[A-Za-z0-9]{24,40}" + END, loose=True),
    form("railway_token", "railway_ rw_Fe26.2**", r"[A-Za-z0-9*_\-]{24,400}", loose=True),
    form("vercel_token", "vercel_blob_rw_", r"[A-Za-z0-9]{10,24}_[A-Za-z0-9]{20,60}"),
    form("digitalocean_token", "dos_v1_ doc_v1_", r"[a-f0-9]{40,80}"),
    form("supabase_key", "sbp_v0_", r"[a-f0-9]{32,60}"),
    form("planetscale_token", "pscale_api_ pscale_app_secret_", r"[\w=.\-]{20,80}"),
    form("neon_key", "npg_", r"(?=[A-Za-z]{0,19}[0-9])[A-Za-z0-9]{10,20}" + END),
    form("mongodb_key", "mdb_sa_sk_ mdb_sa_rt_", W + r"{20,100}"),
    form("cockroach_key", "CCDB1_", W + r"{22}_" + W + r"{40}"),
    form("xata_key", "xau_", r"[A-Za-z0-9]{30,80}"),
    form("astra_token", "AstraCS:", r"[A-Za-z0-9]{20,30}:[0-9a-f]{60,70}"),
    form("convex_key", "prod: dev: preview:", r"[a-z0-9\-]{3,60}\|(?P<v>[A-Za-z0-9+/=]{40,400})"),
    form("elastic_key", "essu_", r"[A-Za-z0-9+/=_\-]{40,200}"),
    form("dbt_token", "dbtc_ dbtu_ dbts_", W + r"{30,120}", loose=True),
    form("scaleway_key", "SCW", r"[A-Z0-9]{17}" + END),
    form("vultr_key", "vultr_", r"[A-Za-z0-9]{30,60}", loose=True),
    form("cloudflare_key", "cf_ cfs_", r"[A-Za-z0-9]{36,60}" + END, loose=True),
    form("cloudinary_url", "cloudinary://", r"\d{6,20}:(?P<v>" + W + r"{20,60})@", inside=True),
    form("api_token", "PVEAPIToken=", r"[^\s=!]{1,60}![\w\-]{1,60}=(?P<v>[0-9a-f\-]{36})"),
    form("k3s_token", "K10", r"[0-9a-f]{64}::[\w.:\-]{4,120}"),
    form("django_key", "django-insecure-", r"[a-z0-9!@#$%^&*(\-_=+)]{30,80}"),
    form("rancher_token", "token-", r"[a-z0-9]{5}:(?P<v>[a-z0-9]{54})" + END, alone=True),
    form("portainer_token", "ptr_", r"[A-Za-z0-9+/=]{30,60}", loose=True),
    form("cloudsmith_key", "ckcy_", r"[A-Za-z0-9]{20,60}", loose=True),
    form("harbor_secret", "robot$", r"[\w\-+]{1,60}:(?P<v>[A-Za-z0-9]{20,60})"),
    form("aws_session_token", "FwoGZXIvYXdz IQoJb3JpZ2lu", r"[A-Za-z0-9+/=]{80,3000}"),
    form("aws_bedrock_key", "ABSK bedrock-api-key-", r"[A-Za-z0-9+/=\-]{80,300}"),
    form("aws_secret", "amzn1.oa2-cs.v1.", r"[0-9a-f]{40,80}"),
    form("aws_secret", "amzn.mws.", _UUID),
    form("volcengine_key", "AKLT", W + r"{40,80}", loose=True),
    form("baidu_key", "bce-v3/ALTAK-", r"[A-Za-z0-9]{16,30}/[0-9a-f]{40}"),
    form("ibm_key", "ApiKey-", _UUID),
    form("oracle_secret", "ocid1.secret_", W + r"{30,80}", loose=True),
)

_LATE = (
    form("docker_token", "SWMTKN-1-", r"[a-z0-9]{25,60}-[a-z0-9]{20,30}" + END),
    form("age_key", "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1 AGE-PLUGIN-", r"[A-Z0-9\-]{40,200}"),
    form("nostr_key", "nsec1", r"[02-9ac-hj-np-z]{58}" + END),
    form("nats_seed", "SU SA SO SC SN", r"[A-Z2-7]{56}" + END, loose=True, alone=True),
)

_BUILDING = (
    form("gitlab_token", "GR1348941", W + r"{20}" + END),
    form("gitlab_token", "glwt- gldeploy- glpat.", r"[\w.\-]{18,300}", loose=True),
    form("sourcegraph_token", "sgp_local_", r"[a-f0-9]{40}"),
    form("npm_token", "npm_p_ npms_", r"[A-Za-z0-9]{30,80}"),
    form("clojars_token", "CLOJARS_", r"[A-Fa-f0-9]{40,80}"),
    form("hex_key", "hex_", r"[A-Za-z0-9]{36,80}" + END, loose=True, alone=True),
    form("buildkite_token", "bkat_ bkpat_ bkpi_ bkar_", r"[A-Za-z0-9]{30,60}"),
    form("jetbrains_token", "perm: perm-", r"[A-Za-z0-9=+/]{4,80}\.[A-Za-z0-9=+/]{4,80}\.[A-Za-z0-9+/=]{20,60}"),
    form("snyk_token", "snyk_uat. snyk_sat.", r"[A-Za-z0-9]{6,12}\.[\w\-.]{30,200}"),
    form("sonar_token", "sqb_ sqco_", r"[a-f0-9]{40}" + END),
    form("percy_token", "web_", r"[0-9a-f]{64}" + END, alone=True),
    form("chromatic_token", "chpt_", r"[0-9a-f]{10,20}" + END),
    form("boundary_token", "at_", r"[A-Za-z0-9]{10}_[A-Za-z0-9]{40,300}", alone=True),
    form("vault_token", "s.", r"[A-Za-z0-9]{24}" + END, loose=True, alone=True),
    form("infisical_token", "st.", r"[0-9a-f\-]{24,36}\.[0-9a-f]{32}\.[0-9a-f]{32}", alone=True),
    form("postman_key", "PMAT-", r"[A-Z0-9]{20,40}" + END),
    form("gradle_key", "ge.", r"[a-z.\-]{3,60}=(?P<v>[a-z0-9]{40,60})" + END, alone=True),
    form("expo_token", "expo_", r"[A-Za-z0-9_\-]{36,60}", loose=True),
    form("retool_token", "retool_", r"[A-Za-z0-9_]{26,60}", loose=True),
    form("apify_token", "apify_api_", r"[A-Za-z0-9]{30,60}"),
    form("launchdarkly_key", "rel-", _UUID + END),
    form(
        "configcat_key",
        "configcat-sdk-",
        r"\d/" + W + r"{22}/" + W + r"{22}",
    ),
    form("statsig_key", "secret- console-", r"[A-Za-z0-9]{30,60}" + END, loose=True),
    form(
        "unleash_token",
        ":development. :production. :staging. :test.",
        r"[0-9a-f]{40,80}" + END,
        left=_LOWER + DIGITS + "*-_",
    ),
    Rule("unleash_token", ("*:",), late(r"\*:[\w\-*]{1,40}\.[0-9a-f]{40,80}(?![A-Za-z0-9])")),
    form("flagsmith_key", "ser.", r"[A-Za-z0-9]{20,30}" + END, loose=True),
    form("growthbook_key", "secret_admin_ secret_readonly_ secret_user_", r"[A-Za-z0-9+/=]{20,80}"),
    form("dopplr_token", "dp.kms. dp.rt.", r"[\w.\-]{20,100}"),
    form("netbird_token", "nbp_", r"[A-Za-z0-9]{30,60}"),
    form("dnsimple_token", "dnsimple_a_ dnsimple_u_ dnsimple_o_", r"[A-Za-z0-9]{20,60}"),
    form("porkbun_key", "pk1_ sk1_", r"[0-9a-f]{64}" + END),
    form("akamai_token", "akab-", r"[a-z0-9]{16}-[a-z0-9]{16}" + END),
)

_MONEY = (
    form("paddle_key", "pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_", r"[A-Za-z0-9]{20,30}_[A-Za-z0-9_]{20,40}"),
    form("shopify_token", "shpua_ shpsb_ shppi_ shpit_ shpct_", r"[A-Fa-f0-9]{24,64}"),
    form("stripe_key", "ek_live_ ek_test_ sk_sandbox_", r"[A-Za-z0-9+/=_]{10,250}"),
    form("stripe_key", "_secret_", r"[A-Za-z0-9]{20,40}" + END, left=ALNUM + "_", loose=True),
    form("paypal_token", "A21AA", W + r"{60,120}", loose=True),
    form("paypal_token", "access_token$production$ access_token$sandbox$", r"[0-9a-z]{16}\$[0-9a-f]{32}"),
    form("adyen_key", "AQE", r"[A-Za-z0-9+/=\-{}\[\]^.<>*&%$#@!|,:;~]{90,300}", loose=True, alone=True),
    form("razorpay_key", "rzp_live_ rzp_test_", r"[A-Za-z0-9]{14,24}" + END),
    form("flutterwave_key", "FLWSECK_TEST- FLWSECK_", r"[A-Za-z0-9\-]{12,60}"),
    form("polar_token", "polar_oat_ polar_pat_ polar_whs_ polar_cst_ polar_at_u_ polar_at_o_", r"[A-Za-z0-9]{20,80}"),
    form("creem_key", "creem_", r"[A-Za-z0-9_]{20,60}", loose=True),
    form("gocardless_token", "live_ sandbox_", W + r"{36,60}" + END, loose=True, alone=True),
    form("mollie_key", "live_ test_", r"[A-Za-z0-9]{28,50}" + END, loose=True, alone=True),
    form("api_key", "live_", r"[0-9a-f]{32,64}" + END, alone=True),
    form("onfido_token", "api_live. api_live_us. api_live_ca. api_sandbox.", r"[\w\-]{8,20}\.[\w\-]{20,60}"),
    form("persona_key", "persona_production_ persona_sandbox_", r"[0-9a-f\-]{36}"),
    form("api_key", "key_", r"[0-9a-f]{64,128}" + END, alone=True),
    form("coinbase_key", "organizations/", _UUID + r"/apiKeys/(?P<v>" + _UUID + ")"),
    form("node_url", ".g.alchemy.com/v2/ .g.alchemy.com/nft/v3/", r"(?P<v>" + W + r"{20,64})" + END, inside=True),
    form("node_url", ".infura.io/v3/ .infura.io/ws/v3/", r"(?P<v>[0-9a-f]{32})" + END, inside=True),
    form("node_url", ".quiknode.pro/", r"(?P<v>[0-9a-f]{32,64})" + END, inside=True),
    form("node_url", "rpc.ankr.com/", r"[a-z_]{2,30}/(?P<v>[0-9a-f]{40,80})" + END, inside=True),
)

_MESSAGES = (
    form("mandrill_key", "md-", W + r"{22}" + END, loose=True, alone=True),
    form("postmark_token", "POSTMARK_API_TEST_", r"[A-Za-z0-9]{10,40}"),
    form("twilio_token", "AC", r"[0-9a-f]{32}(?::|[\"'], {0,2}[\"'])(?P<v>[0-9a-f]{32})" + END, alone=True),
    form("telnyx_key", "KEY01", r"[0-9A-F]{30,34}_[A-Za-z0-9]{20,24}" + END),
    form("slack_token", "xoxo- xwfp-", r"[\w.\-]{20,300}"),
    form("matrix_token", "syt_", r"[A-Za-z0-9=+/]{2,200}_[A-Za-z0-9]{20}_[A-Za-z0-9]{6}" + END),
    form("matrix_token", "mct_ mat_ mcr_ syl_", r"[A-Za-z0-9]{20,60}(?:_[A-Za-z0-9]{6})?" + END, loose=True),
    form("fcm_key", "AAAA", W + r"{7}:APA91" + W + r"{100,200}"),
    form("onesignal_key", "os_v2_app_ os_v2_org_", r"[a-z0-9]{60,120}"),
    form("pubnub_key", "sec-c-", r"[A-Za-z0-9+/=\-]{36,80}"),
    form("clickup_token", "pk_", r"\d{5,12}_[A-Z0-9]{32}" + END),
    form("asana_token", "0/ 1/ 2/", r"\d{12,20}(?:/\d{12,20})?:[0-9a-f]{32}" + END, alone=True),
    form("intercom_token", "dG9rOg dG9rO", r"[A-Za-z0-9+/=]{40,80}"),
    form("zoho_token", "1000.", r"[0-9a-f]{32}\.[0-9a-f]{32}" + END),
    form("webex_token", "_PF84_ _P0A1_", _UUID + END, left=ALNUM + "_-"),
    form("salesforce_token", "00D", r"[A-Za-z0-9]{12,15}!(?P<v>[\w.]{60,200})"),
    form("twitch_token", "oauth:", r"[a-z0-9]{30}" + END, loose=True),
    form("pinterest_token", "pina_", r"[A-Z0-9]{50,80}"),
    form("instagram_token", "IGQVJ IGQW IGAA", r"[A-Za-z0-9_\-]{60,300}"),
    form("tiktok_token", "act. rft.", r"[A-Za-z0-9]{40,80}!\d{3,5}\.\w{2,4}", alone=True),
    form("ebay_token", "v^1.1#i^1#", r"[A-Za-z0-9#^+/=]{60,4000}"),
    form("vk_token", "vk1.a.", W + r"{80,300}"),
    form("okta_token", "00", W + r"{40}" + END, loose=True, alone=True),
    form("adobe_secret", "p8e-", W + r"{32}" + END),
    form("dropbox_token", "sl.u.", W + r"{60,2000}"),
    form("prismic_token", "MC5", W + r"{20,40}\." + W + r"{20,80}", alone=True),
    form("sanity_token", "sk", r"[A-Za-z0-9]{80,200}" + END, loose=True, alone=True),
    form("stytch_secret", "secret-live- secret-test-", r"[\w\-]{30,50}={0,2}"),
    form("esri_key", "AAPK AAPT", W + r"{50,300}", loose=True),
    form("webhook", "hooks.airtable.com/workflows/", r"v\d/(?P<v>[\w/\-]{20,160})", inside=True),
    form(
        "webhook",
        "webhooks.datadoghq.com/ webhook.site/ hook.eu1.make.com/ hook.us1.make.com/",
        r"(?P<v>[\w\-]{24,60})" + END,
        inside=True,
    ),
    form("webhook", "mattermost.com/hooks/", r"(?P<v>[a-z0-9]{26})" + END, inside=True),
)

_MODELS = (
    form("anthropic_key", "sk_ant_", W + r"{20,300}"),
    form("openai_session", "sess-", r"[A-Za-z0-9]{30,60}" + END, loose=True),
    form("fireworks_key", "fw- fw_", r"[A-Za-z0-9]{20,40}" + END, loose=True, alone=True),
    form("cohere_key", "co-", r"[A-Za-z0-9]{36,60}" + END, loose=True, alone=True),
    form("deepgram_key", "dg_", r"[A-Za-z0-9]{30,60}" + END, loose=True, alone=True),
    form("e2b_key", "e2b_", r"[a-f0-9]{36,60}" + END),
    form("wandb_key", "wandb_v1_", r"[A-Za-z0-9_]{40,120}"),
    form("wandb_key", "local-", r"[0-9a-f]{40}" + END, alone=True),
    form("browserbase_key", "bb_live_ bb_test_", W + r"{20,40}"),
    form("modal_token", "ak- as-", r"[A-Za-z0-9]{22}" + END, loose=True, alone=True),
    form("runpod_key", "rpa_", r"[A-Z0-9]{36,60}" + END),
    form("lambda_key", "secret_", r"[\w\-]{8,40}_[0-9a-f]{32}\.[A-Za-z0-9]{20,60}"),
    form("luma_key", "luma-", _UUID + "-" + _UUID),
    form("cursor_key", "crsr_", r"[0-9a-f]{48,80}" + END),
    form("windsurf_key", "sk-ws-", W + r"{20,200}"),
    form("devin_key", "apk_user_ apk_ cog_", r"[A-Za-z0-9+/=_\-]{40,200}", loose=True),
    form("copilot_token", "tid=", r"(?P<v>[0-9a-f]{32});exp=\d{8,12}"),
    form("context7_key", "ctx7sk-", r"[0-9a-f\-]{36}"),
    form("composio_key", "ak_", W + r"{20,40}" + END, loose=True, alone=True),
    form("cartesia_key", "sk_car_", r"[A-Za-z0-9]{16,60}"),
    form("firecrawl_key", "fc-", r"[0-9a-f]{32}" + END),
    form("ark_key", "ark-", _UUID),
    form("sourcery_token", "user_", r"[0-9a-f]{56,80}" + END, alone=True),
    form("minimax_key", "sk-api-", W + r"{40,200}"),
    form("api_key", "sk- sk_", r"[0-9a-z]{40,64}" + END),
)

_WATCHING = (
    form("axiom_token", "xaat- xapt-", _UUID + END),
    form("grafana_token", "lok_ glst_", r"[\w+/=]{28,400}", loose=True),
    form("logzio_token", "eyrt_", r"[A-Za-z0-9]{30,80}", loose=True),
    form("frameio_token", "fio-u-", W + r"{40,80}"),
    form("newrelic_key", "NRAL", END, left=ALNUM),
    form("honeycomb_key", "hcaik_ hcxik_ hcalk_ hcamk_ hcbik_ hcxlk_", r"[a-z0-9]{20,80}"),
    form("honeybadger_token", "hbp_", r"[A-Za-z0-9]{30,50}"),
    form("datadog_key", "ddp_ ddapp_ ddpat_ pub_dd_", r"[A-Za-z0-9]{30,60}", loose=True),
    form("dynatrace_token", "dt0s02. dt0s03. dt0s08.", r"[A-Z0-9]{8,30}\.[A-Z0-9]{40,70}"),
    form("pagerduty_token", "u+", W + r"{18}" + END, loose=True),
    form("segment_token", "sgp_", r"[A-Za-z0-9]{60,70}" + END, loose=True),
    form("betterstack_token", "bstk_", r"[A-Za-z0-9]{20,60}", loose=True),
)

_RANDOM_TAIL = r"(?=[A-Za-z0-9_\-]{0,60}[A-Za-z0-9]{16})(?![0-9a-f]{32,64}(?![A-Za-z0-9]))[A-Za-z0-9_\-]{20,120}" + END
_TOLD = (
    "_live_ _sandbox_ _pat_ _sk_ _apikey_ _api_key_ _token_ _secret_key_ _oauth_ _rk_ _admin_key_ -live- -pat- -apikey-"
)
_ANY = tuple(
    Rule(
        "api_key",
        (needle,),
        late(r"(?!pk_|pub|phc)[A-Za-z][A-Za-z0-9_\-]{1,39}?" + needle + _RANDOM_TAIL),
        ALNUM + "_-",
        loose=True,
    )
    for needle in _TOLD.split()
)
_ANY_HEX = tuple(
    Rule("api_key", (needle,), late(r"[A-Za-z][A-Za-z0-9_]{1,39}?" + needle + r"[0-9a-f]{32,64}" + END), ALNUM + "_")
    for needle in ("_live_", "_sk_", "_pat_", "_apikey_", "_api_key_", "_secret_", "_token_")
)

_PAIR_LENGTH = 40
_PAIRS = late(
    r"(?<![\w\-.])(?:[0-9a-f]{32}\.[A-Za-z0-9]{16}"  # Zhipu
    r"|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}"  # Mailgun
    rf"|{_UUID}:[0-9a-f]{{32}}|{_UUID}-{_UUID}"  # fal, Bunny
    r"|[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{6}:[A-Za-z0-9_\-]{43}"  # Ably
    r"|\d{1,6}\|[A-Za-z0-9]{40,48}|\d{15,17}\|[A-Za-z0-9_\-]{27}"  # Laravel, Facebook
    r"|5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![\w\-])"  # wallet keys
)


def paired_tokens(text: str, words: Sequence[str]) -> Iterator[Span]:
    """Yield tokens of two random parts with a sign between and no prefix; ``words`` are the long ones of ``text``."""
    long = " ".join(word for word in words if len(word) >= _PAIR_LENGTH)
    if _PAIRS.search(long) is not None:
        yield from (Span(*found.span(), "api_key") for found in _PAIRS.finditer(text) if looks_random(found[0]))


_MIXED_TAIL = r"(?=[A-Za-z0-9]{0,80}[0-9])(?=[A-Za-z0-9]{0,80}[A-Z])(?=[A-Za-z0-9]{0,80}[a-z])[A-Za-z0-9]{24,120}" + END
_ANY_MIXED = tuple(
    Rule("api_key", (needle,), late(r"(?!pk_|pub|phc)[A-Za-z][A-Za-z0-9_]{1,39}?" + needle + _MIXED_TAIL), ALNUM + "_")
    for needle in ("_live_", "_sandbox_", "_sk_", "_pat_", "_apikey_", "_rk_")
)

VENDOR_RULES: tuple[Rule, ...] = (
    *_HOSTING,
    *_LATE,
    *_BUILDING,
    *_MONEY,
    *_MESSAGES,
    *_MODELS,
    *_WATCHING,
    *_ANY,
    *_ANY_HEX,
    *_ANY_MIXED,
)
