"""The rule table of secrets that are known by their own form: provider keys, JWT, URLs, headers, webhooks.

A rule is looked for by its needles (plain ``str.find``), then one bounded pattern is matched at the place: no pattern
searches, so the cost is linear in the text. Prefixes follow the providers' documentation and the public rule sets of
gitleaks and secretlint. Names and values (``NAME=value``) are in `redaction_assignments`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from butler.maids.late_patterns import late
from butler.maids.redaction_values import is_digest, is_placeholder, is_reference, looks_random
from butler.records import dataclass


class Span(NamedTuple):
    """One secret in a text: code points ``start`` to ``end`` (exclusive) and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret.

    ``needles`` are literals that begin it (after 3 to 40 characters of ``left``, where given); ``pattern`` is matched where
    it begins and may name its value ``v``. ``loose`` asks for a random look besides, ``inside`` allows a letter or
    digit in front.
    """

    kind: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    left: str = ""
    loose: bool = False
    inside: bool = False


_SHORTEST = 16
"""No secret of the table, with what it is glued to, is a shorter word."""
_REMEMBERED = 20_000
"""Words, and characters of the words of one text, that are remembered."""
_DIGITS = "0123456789"
_HEX = _DIGITS + "abcdefABCDEF"
_ALNUM = _DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_W = r"[A-Za-z0-9_\-]"
_END = r"(?![A-Za-z0-9])"


def _rule(kind: str, needles: str, body: str, *, left: str = "", loose: bool = False, inside: bool = False) -> Rule:
    """A rule whose pattern is one of the needles (parted by spaces), then ``body``."""
    words = tuple(needles.split())
    start = "(?:" + "|".join(map(re.escape, words)) + ")"
    lead = f"[{re.escape(left)}]{{3,40}}" if left else ""
    return Rule(kind, words, late(lead + start + body), left, loose, inside)


PROVIDER_RULES: tuple[Rule, ...] = (
    _rule("aws_access_key_id", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}" + _END),
    _rule("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9_]{30,255}"),
    _rule("github_token", "github_pat_", r"[A-Za-z0-9_]{22,255}"),
    _rule(
        "gitlab_token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-",
        r"[\w.\-]{18,300}",
    ),
    _rule("slack_token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe. xoxc- xoxd- xapp-", r"[\w%/+.\-]{10,300}"),
    _rule("stripe_key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_org_ whsec_", r"[A-Za-z0-9+/=_]{10,250}"),
    _rule("anthropic_key", "sk-ant-", _W + r"{20,300}"),
    _rule("openai_key", "sk-proj- sk-svcacct- sk-admin- sk-None-", _W + r"{20,300}"),
    _rule("openrouter_key", "sk-or-v1- sk-or-", _W + r"{20,200}"),
    _rule("langfuse_key", "sk-lf-", _W + r"{20,80}"),
    _rule("api_key", "sk- pk-live- sk_", r"[A-Za-z0-9_\-]{20,200}", loose=True),
    _rule("google_key", "AIza", _W + r"{30,45}"),
    _rule("google_token", "GOCSPX- ya29. 1//0", _W + r"{20,400}"),
    _rule("google_key", "AQ.Ab", _W + r"{30,120}"),
    _rule("npm_token", "npm_", r"[A-Za-z0-9]{30,80}"),
    _rule("pypi_token", "pypi-AgE pypi-AgN", _W + r"{40,1000}"),
    _rule("huggingface_token", "hf_ api_org_", r"[A-Za-z0-9]{30,60}"),
    _rule("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", r"[a-f0-9]{40,80}"),
    _rule("sendgrid_key", "SG.", _W + r"{16,32}\." + _W + r"{16,64}"),
    _rule("twilio_key", "SK", r"[0-9a-f]{32}" + _END),
    _rule(
        "discord_token",
        "MT MD Mj Mz MA ND NT Nj Nz NA OD OT OA Oj",
        _W + r"{20,27}\." + _W + r"{5,8}\." + _W + r"{25,110}",
    ),
    _rule("telegram_token", ":AA", _W + r"{31,36}", left=_DIGITS, inside=True),
    _rule("azure_secret", "7Q~ 8Q~ 9Q~ 6Q~ 5Q~", r"[\w.~\-]{30,40}", left=_ALNUM + "_.~-"),
    _rule("azure_devops_token", "AZDO", r"[A-Za-z0-9]{4,}", left=_ALNUM),
    _rule("mem0_key", "m0-", r"[A-Za-z0-9]{20,80}"),
    _rule("supermemory_key", "sm_", _W + r"{20,200}", loose=True),
    _rule("vercel_token", "vercel_ vcp_ vck_ vci_ vca_ vcr_", r"[A-Za-z0-9_]{20,100}", loose=True),
    _rule("netlify_token", "nfp_ nfc_ nfo_ nfu_ nfb_", r"[A-Za-z0-9_]{30,80}", loose=True),
    _rule("heroku_key", "HRKU-", _W + r"{30,80}"),
    _rule("datadog_key", "ddapp_ ddapi_", r"[A-Za-z0-9]{20,60}"),
    _rule("linear_key", "lin_api_ lin_oauth_ lin_wh_", r"[A-Za-z0-9]{20,80}"),
    _rule("notion_token", "ntn_ secret_", r"[A-Za-z0-9]{38,60}"),
    _rule("atlassian_token", "ATATT3 ATCTT3 ATBB ATSTT3", r"[\w=\-]{20,250}"),
    _rule("databricks_token", "dapi dkea dose", r"[0-9a-f]{32}(?:-\d)?" + _END),
    _rule("doppler_token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", r"[\w.\-]{20,100}"),
    _rule("docker_token", "dckr_pat_ dckr_oat_", _W + r"{20,100}"),
    _rule("shopify_token", "shpat_ shpca_ shppa_ shpss_ shptka_", r"[A-Fa-f0-9]{24,64}"),
    _rule("square_token", "sq0atp- sq0csp- EAAA", _W + r"{22,80}"),
    _rule("facebook_token", "EAAC EAAG EAAB EAAD EAAI", r"[A-Za-z0-9]{60,300}"),
    _rule("mailgun_key", "key- pubkey-", r"[0-9a-f]{32}" + _END),
    _rule("mailchimp_key", "-us", r"\d{1,2}" + _END, left=_HEX),
    _rule("postman_key", "PMAK-", _W + r"{40,80}"),
    _rule("terraform_token", ".atlasv1.", r"[\w=\-]{40,90}", left=_ALNUM),
    _rule("vault_token", "hvs. hvb. hvr.", _W + r"{20,300}"),
    _rule("age_key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{40,70}"),
    _rule("grafana_token", "glc_ glsa_", r"[\w+/=]{28,400}"),
    _rule("sentry_token", "sntrys_ sntryu_ sntrya_", r"[\w+/=\-]{20,400}"),
    _rule("newrelic_key", "NRAK- NRJS- NRII- NRAA- NRRA-", _W + r"{19,60}"),
    _rule("planetscale_token", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w=.\-]{20,80}"),
    _rule("pulumi_token", "pul-", r"[a-f0-9]{40}" + _END),
    _rule("readme_key", "rdme_", r"[a-z0-9]{40,90}"),
    _rule("rubygems_key", "rubygems_", r"[a-f0-9]{40,60}"),
    _rule("crates_token", "cio", r"[A-Za-z0-9]{32}" + _END, loose=True),
    _rule("nuget_key", "oy2", r"[a-z0-9]{43}" + _END),
    _rule("artifactory_token", "AKCp cmVmdGtu", r"[A-Za-z0-9+/=]{40,120}"),
    _rule("cloudflare_key", "v1.0-", r"[0-9a-f]{24}-[0-9a-f]{100,200}"),
    _rule("cloudflare_key", "cfat_ cfut_ cfk_ cfoat_", r"[A-Za-z0-9_]{30,80}"),
    _rule("fly_token", "fm1r_ fm2_ fm1a_ fo1_", r"[\w+/=\-]{30,2000}"),
    _rule("figma_token", "figd_ figu_ figo_ figoh_", _W + r"{30,80}"),
    _rule("airtable_token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{60,70}"),
    _rule("dropbox_token", "sl.", _W + r"{100,200}"),
    _rule("groq_key", "gsk_", r"[A-Za-z0-9]{40,80}"),
    _rule("replicate_token", "r8_", r"[A-Za-z0-9]{30,60}"),
    _rule("perplexity_key", "pplx-", r"[A-Za-z0-9]{30,80}"),
    _rule("xai_key", "xai-", r"[A-Za-z0-9]{40,120}"),
    _rule(
        "ai_provider_key",
        "tgp_v1_ fw_ nvapi- csk- pcsk_ tvly- fc- jina_ pa- co_ esecret_ BSA AIMLAPI- lm- cerebras-",
        _W + r"{24,120}",
        loose=True,
    ),
    _rule("langsmith_key", "lsv2_pt_ lsv2_sk_ ls__", r"[A-Za-z0-9_]{30,80}"),
    _rule("supabase_key", "sbp_ sb_secret_ sbp_oauth_", r"[A-Za-z0-9_\-]{20,80}"),
    _rule("neon_key", "napi_", r"[a-z0-9]{40,80}"),
    _rule("resend_key", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}"),
    _rule("brevo_key", "xkeysib- xsmtpsib-", r"[a-f0-9]{40,80}-[A-Za-z0-9]{10,20}"),
    _rule("mailersend_key", "mlsn.", r"[a-f0-9]{40,80}"),
    _rule("flutterwave_key", "FLWSECK-", r"[A-Za-z0-9\-]{20,60}"),
    _rule("plaid_token", "access-production- access-sandbox- access-development-", r"[0-9a-f\-]{36}"),
    _rule("alibaba_key", "LTAI", r"[A-Za-z0-9]{12,30}" + _END, loose=True),
    _rule("tencent_key", "AKID", r"[A-Za-z0-9]{28,40}" + _END),
    _rule("yandex_key", "AQVN y0_ t1.9eu", _W + r"{30,200}", loose=True),
    _rule("twitter_token", "AAAAAAAAAAAAAAAAAAAAA", r"[A-Za-z0-9%]{40,120}"),
    _rule("hubspot_token", "pat-na1- pat-eu1- pat-na2-", r"[0-9a-f\-]{36}"),
    _rule("easypost_key", "EZAK EZTK", r"[A-Za-z0-9]{50,60}"),
    _rule("shippo_token", "shippo_live_ shippo_test_", r"[a-f0-9]{30,50}"),
    _rule("typeform_token", "tfp_", r"[\w.=\-]{40,70}"),
    _rule("contentful_token", "CFPAT-", _W + r"{30,60}"),
    _rule("sourcegraph_token", "sgp_ slk_", r"[A-Za-z0-9_]{40,80}"),
    _rule("posthog_key", "phx_ phs_", r"[A-Za-z0-9]{30,60}"),
    _rule("buildkite_token", "bkua_ bkct_ bkaj_", r"[A-Za-z0-9]{30,60}"),
    _rule("circleci_token", "CCIPAT_ CCIPRJ_", r"[A-Za-z0-9_]{30,100}"),
    _rule("sonar_token", "squ_ sqp_ sqa_", r"[a-f0-9]{40}" + _END),
    _rule("clojars_token", "CLOJARS_", r"[a-z0-9]{40,80}"),
    _rule("openshift_token", "sha256~", _W + r"{43}" + _END),
    _rule("onepassword_key", "ops_eyJ", r"[\w+/=\-]{100,2000}"),
    _rule("onepassword_key", "A3-", r"[A-Z0-9]{6}-[A-Z0-9]{11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"),
    _rule("tailscale_key", "tskey-", r"[A-Za-z]{2,12}-" + _W + r"{16,80}"),
    _rule("prefect_key", "pnu_ pnb_", r"[A-Za-z0-9]{36}" + _END),
    _rule("dynatrace_token", "dt0c01. dt0s01. dt0s16.", r"[A-Z0-9]{20,30}\.[A-Z0-9]{40,70}"),
    _rule("harness_token", "pat. sat.", r"[\w\-]{20,24}\.[a-zA-Z0-9]{24}\.[A-Za-z0-9]{20}"),
    _rule("launchdarkly_key", "sdk- api- mob-", r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}" + _END),
    _rule("algolia_key", "ALGOLIA", r"_?[A-Z_]{0,20}KEY[=: \"']{1,4}(?P<v>[0-9a-f]{32})" + _END),
    _rule(
        "jwt",
        "eyJ",
        _W + r"{8,4000}+\.(?:" + _W + r"{8,8000}+)?\.?(?:" + _W + r"{0,4000}+)(?:\." + _W + r"{1,4000}+){0,2}",
    ),
    _rule("paseto", "v1.local. v2.local. v3.local. v4.local. v2.public. v4.public.", _W + r"{30,4000}"),
    _rule("fernet_token", "gAAAAA", r"[\w=\-]{60,4000}"),
    _rule("password_hash", "$2a$ $2b$ $2y$", r"\d\d\$[A-Za-z0-9./]{53}"),
    _rule("password_hash", "$5$ $6$ $y$ $1$ $apr1$ $7$", r"[A-Za-z0-9./=$,]{20,200}"),
    _rule("password_hash", "$argon2id$ $argon2i$ $scrypt$", r"[A-Za-z0-9./+=$,]{40,300}"),
    _rule("crypto_wallet_key", "xprv zprv yprv", r"[1-9A-HJ-NP-Za-km-z]{100,112}" + _END),
)

WEBHOOK_RULES: tuple[Rule, ...] = (
    _rule("webhook", "hooks.slack.com/", r"(?:services|workflows|triggers)/(?P<v>[\w/\-]{15,200})", inside=True),
    _rule("webhook", "hooks.slack-gov.com/", r"(?:services|workflows|triggers)/(?P<v>[\w/\-]{15,200})", inside=True),
    _rule(
        "webhook",
        "discord.com/api/ discordapp.com/api/",
        r"(?:v\d{1,2}/)?webhooks/(?P<v>\d{10,22}/[\w\-]{30,100})",
        inside=True,
    ),
    _rule(
        "webhook",
        ".webhook.office.com/ outlook.office.com/ outlook.office365.com/",
        r"webhook\w{0,3}/(?P<v>[\w@/\-]{30,300})",
        inside=True,
    ),
    _rule("webhook", "hooks.zapier.com/hooks/", r"catch/(?P<v>[\w/\-]{6,100})", inside=True),
    _rule("webhook", "maker.ifttt.com/", r"trigger/[^\s/]{1,80}/(?:json/)?with/key/(?P<v>[\w\-]{10,80})", inside=True),
    _rule("webhook", "make.com/ integromat.com/", r"(?P<v>[a-z0-9]{28,40})" + _END, inside=True),
    _rule(
        "webhook", "chat.googleapis.com/v1/spaces/", r"[\w\-]{4,40}/messages\?(?P<v>[^\s\"'<>]{20,300})", inside=True
    ),
    _rule(
        "webhook",
        "open.feishu.cn/open-apis/bot/ open.larksuite.com/open-apis/bot/",
        r"(?:v\d/)?hook/(?P<v>[\w\-]{20,60})",
        inside=True,
    ),
    _rule("webhook", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", r"(?P<v>[\w\-]{20,60})", inside=True),
    _rule("webhook", "oapi.dingtalk.com/robot/send?access_token=", r"(?P<v>[\w\-]{20,100})", inside=True),
    _rule(
        "webhook",
        "/hooks/",
        r"(?P<v>[a-z0-9]{26}|[A-Za-z0-9]{15,20}/[A-Za-z0-9]{40,60})" + _END,
        inside=True,
        loose=True,
    ),
    _rule("webhook", "events.pagerduty.com/integration/", r"(?P<v>[a-f0-9]{32})", inside=True),
)

_ESCAPE_BEFORE = late(
    r"(?:\\[nrtbfv0]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\(?:u001b|x1b|033|e)\[[\d;]{0,12}m)$"
)


def starts_here(text: str, at: int) -> bool:
    """Whether a word may begin at ``at``: no ASCII letter or digit before it, except as the end of an escape."""
    before = text[at - 1 : at]
    if not (before.isascii() and before.isalnum()):
        return True
    return bool(_ESCAPE_BEFORE.search(text[max(0, at - 20) : at]))


_NEEDLES = tuple((needle, rule) for rule in PROVIDER_RULES + WEBHOOK_RULES for needle in rule.needles)


def places(text: str, needle: str) -> Iterable[int]:
    """Where ``needle`` stands in ``text``, without overlaps."""
    return _places(text, needle) if needle in text else ()


def _places(text: str, needle: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + len(needle))


def long_words(text: str) -> list[str]:
    """The words of ``text`` that are long enough for a secret of the table."""
    return [word for word in text.split() if len(word) >= _SHORTEST]


class PlainWords:
    """Long words in which no needle stands, remembered: the texts of a document say the same ones again and again."""

    def __init__(self) -> None:
        self._plain: set[str] = set()

    def rules_for(self, words: Iterable[str]) -> Sequence[tuple[str, Rule]]:
        """The needles that stand in ``words``, and their rules."""
        unknown = set(words).difference(self._plain)
        if not unknown:
            return ()
        together = " ".join(unknown)
        found = [one for one in _NEEDLES if one[0] in together]
        if not found and len(together) < _REMEMBERED:
            if len(self._plain) > _REMEMBERED:
                self._plain.clear()
            self._plain |= unknown
        return found


def provider_spans(text: str, words: Sequence[str], plain: PlainWords) -> Iterator[Span]:
    """Yield the secrets of ``text`` that a rule knows by their form; ``words`` are its long ones."""
    for needle, rule in plain.rules_for(words):
        at = text.find(needle)
        while at >= 0:
            found, end = _match(text, at, rule)
            if found is not None:
                yield found
            at = text.find(needle, max(at + len(needle), end))


def _match(text: str, at: int, rule: Rule) -> tuple[Span | None, int]:
    """The secret of ``rule`` whose needle stands at ``at``, if it is one, and how far the text is judged."""
    start = at
    if rule.left:
        limit = max(0, at - 40)
        while start > limit and text[start - 1] in rule.left:
            start -= 1
    if not rule.inside and not starts_here(text, start):
        return None, at
    found = rule.pattern.match(text, start)
    if found is None:
        return None, at
    group = "v" if "v" in rule.pattern.groupindex else 0
    value = found[group]
    if is_placeholder(value) or len(set(value)) < 5 or (rule.loose and not looks_random(value)):
        return None, found.end()
    return Span(found.start(group), found.end(group), rule.kind), found.end()


def is_evidence(value: str) -> bool:
    """Whether a value that only looks random must stay: digests, UUIDs, URLs, numbers, ids of calls."""
    return is_digest(value) or is_reference(value)


def merged(spans: Iterable[Span]) -> list[Span]:
    """``spans`` in order, those that overlap made one; its kind is that of the first, longest, earliest yielded."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if result and span.start < result[-1].end:
            last = result[-1]
            result[-1] = Span(last.start, max(last.end, span.end), last.kind)
        elif span.end > span.start:
            result.append(span)
    return result
