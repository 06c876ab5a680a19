"""The rule table of secrets that are known by their own form: provider keys, JWT, URLs, headers, webhooks.

A rule is looked for by its needles (plain ``str.find``), then one bounded pattern is matched at the place: no pattern
searches, so the cost is linear in the text. Prefixes follow the providers' documentation and the public rule sets of
gitleaks and secretlint. Names and values (``NAME=value``) are in `redaction_assignments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import ALNUM, DIGITS, END, HEX, Rule, Span, W, form
from butler.maids.redaction_glance import Glance
from butler.maids.redaction_runs import Needles, runs_of, starts_here
from butler.maids.redaction_values import is_digest, is_placeholder, is_reference, looks_random
from butler.maids.redaction_vendors import VENDOR_RULES

_LEFT = 100
"""How far to the left a rule looks for where its secret begins."""
_SHORTEST = 16
"""No secret of the table, with what it is glued to, is a shorter word."""
_A_DIGIT = late(r"[0-9]|[a-z][A-Z]|[A-Z]{10}")
_REMEMBERED = 20_000
"""Words, and characters of the words of one text, that are remembered."""

PROVIDER_RULES: tuple[Rule, ...] = (
    form("aws_access_key_id", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}" + END),
    form("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9_]{30,255}"),
    form("github_token", "github_pat_", r"[A-Za-z0-9_]{22,255}"),
    form(
        "gitlab_token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-",
        r"[\w.\-]{18,300}",
    ),
    form("slack_token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe. xoxc- xoxd- xapp-", r"[\w%/+.\-]{10,300}"),
    form("stripe_key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_org_ whsec_", r"[A-Za-z0-9+/=_]{10,250}"),
    form("anthropic_key", "sk-ant-", W + r"{20,300}"),
    form("openai_key", "sk-proj- sk-svcacct- sk-admin- sk-None-", W + r"{20,300}"),
    form("openrouter_key", "sk-or-v1- sk-or-", W + r"{20,200}"),
    form("langfuse_key", "sk-lf-", W + r"{20,80}"),
    form(
        "api_key",
        "sk- pk-live- sk_ pat_ api_key_ apikey_ api-key- key_live_ key_prod_ secret_key_ secret_live_",
        r"[A-Za-z0-9_\-]{20,200}",
        loose=True,
    ),
    form("google_key", "AIza", W + r"{30,45}"),
    form("google_token", "GOCSPX- ya29. 1//0", W + r"{20,400}"),
    form("google_key", "AQ.Ab", W + r"{30,120}"),
    form("npm_token", "npm_", r"[A-Za-z0-9]{30,80}"),
    form("pypi_token", "pypi-AgE pypi-AgN", W + r"{40,1000}"),
    form("huggingface_token", "hf_ api_org_", r"[A-Za-z0-9]{30,60}"),
    form("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", r"[a-f0-9]{40,80}"),
    form("sendgrid_key", "SG.", W + r"{16,32}\." + W + r"{16,64}"),
    form("twilio_key", "SK", r"[0-9a-f]{32}" + END),
    form(
        "discord_token",
        "MT MD Mj Mz MA ND NT Nj Nz NA OD OT OA Oj",
        W + r"{20,27}\." + W + r"{5,8}\." + W + r"{25,110}",
    ),
    form("telegram_token", ":AA", W + r"{31,36}", left=DIGITS, inside=True),
    form("azure_secret", "7Q~ 8Q~ 9Q~ 6Q~ 5Q~", r"[\w.~\-]{30,40}", left=ALNUM + "_.~-"),
    form("azure_devops_token", "AZDO", r"[A-Za-z0-9]{4,}", left=ALNUM),
    form("mem0_key", "m0-", r"[A-Za-z0-9]{20,80}"),
    form("supermemory_key", "sm_", W + r"{20,200}", loose=True),
    form("vercel_token", "vercel_ vcp_ vck_ vci_ vca_ vcr_", r"[A-Za-z0-9_]{20,100}", loose=True),
    form("netlify_token", "nfp_ nfc_ nfo_ nfu_ nfb_", r"[A-Za-z0-9_]{30,80}", loose=True),
    form("heroku_key", "HRKU-", W + r"{30,80}"),
    form("datadog_key", "ddapp_ ddapi_", r"[A-Za-z0-9]{20,60}"),
    form("linear_key", "lin_api_ lin_oauth_ lin_wh_", r"[A-Za-z0-9]{20,80}"),
    form("notion_token", "ntn_ secret_", r"[A-Za-z0-9]{38,60}"),
    form("atlassian_token", "ATATT3 ATCTT3 ATBB ATSTT3", r"[\w=\-]{20,250}"),
    form("databricks_token", "dapi dkea dose", r"[0-9a-f]{32}(?:-\d)?" + END),
    form("doppler_token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", r"[\w.\-]{20,100}"),
    form("docker_token", "dckr_pat_ dckr_oat_", W + r"{20,100}"),
    form("shopify_token", "shpat_ shpca_ shppa_ shpss_ shptka_", r"[A-Fa-f0-9]{24,64}"),
    form("square_token", "sq0atp- sq0csp- EAAA", W + r"{22,80}"),
    form("facebook_token", "EAAC EAAG EAAB EAAD EAAI", r"[A-Za-z0-9]{60,300}"),
    form("mailgun_key", "key- pubkey-", r"[0-9a-f]{32}" + END),
    form("mailchimp_key", "-us", r"\d{1,2}" + END, left=HEX),
    form("postman_key", "PMAK-", W + r"{40,80}"),
    form("terraform_token", ".atlasv1.", r"[\w=\-]{40,90}", left=ALNUM),
    form("vault_token", "hvs. hvb. hvr.", W + r"{20,300}"),
    form("age_key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{40,70}"),
    form("grafana_token", "glc_ glsa_", r"[\w+/=]{28,400}"),
    form("sentry_token", "sntrys_ sntryu_ sntrya_", r"[\w+/=\-]{20,400}"),
    form("newrelic_key", "NRAK- NRJS- NRII- NRAA- NRRA-", W + r"{19,60}"),
    form("planetscale_token", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w=.\-]{20,80}"),
    form("pulumi_token", "pul-", r"[a-f0-9]{40}" + END),
    form("readme_key", "rdme_", r"[a-z0-9]{40,90}"),
    form("rubygems_key", "rubygems_", r"[a-f0-9]{40,60}"),
    form("crates_token", "cio", r"[A-Za-z0-9]{32}" + END, loose=True),
    form("nuget_key", "oy2", r"[a-z0-9]{43}" + END),
    form("artifactory_token", "AKCp cmVmdGtu", r"[A-Za-z0-9+/=]{40,120}"),
    form("cloudflare_key", "v1.0-", r"[0-9a-f]{24}-[0-9a-f]{100,200}"),
    form("cloudflare_key", "cfat_ cfut_ cfk_ cfoat_", r"[A-Za-z0-9_]{30,80}"),
    form("fly_token", "fm1r_ fm2_ fm1a_ fo1_", r"[\w+/=\-]{30,2000}"),
    form("figma_token", "figd_ figu_ figo_ figoh_", W + r"{30,80}"),
    form("airtable_token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{60,70}"),
    form("dropbox_token", "sl.", W + r"{100,200}"),
    form("groq_key", "gsk_", r"[A-Za-z0-9]{40,80}"),
    form("replicate_token", "r8_", r"[A-Za-z0-9]{30,60}"),
    form("perplexity_key", "pplx-", r"[A-Za-z0-9]{30,80}"),
    form("xai_key", "xai-", r"[A-Za-z0-9]{40,120}"),
    form(
        "ai_provider_key",
        "tgp_v1_ fw_ nvapi- csk- pcsk_ tvly- fc- jina_ pa- co_ esecret_ BSA AIMLAPI- lm- cerebras-",
        W + r"{24,120}",
        loose=True,
    ),
    form("langsmith_key", "lsv2_pt_ lsv2_sk_ ls__", r"[A-Za-z0-9_]{30,80}"),
    form("supabase_key", "sbp_ sb_secret_ sbp_oauth_", r"[A-Za-z0-9_\-]{20,80}"),
    form("neon_key", "napi_", r"[a-z0-9]{40,80}"),
    form("resend_key", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}"),
    form("brevo_key", "xkeysib- xsmtpsib-", r"[a-f0-9]{40,80}-[A-Za-z0-9]{10,20}"),
    form("mailersend_key", "mlsn.", r"[a-f0-9]{40,80}"),
    form("flutterwave_key", "FLWSECK-", r"[A-Za-z0-9\-]{20,60}"),
    form("plaid_token", "access-production- access-sandbox- access-development-", r"[0-9a-f\-]{36}"),
    form("alibaba_key", "LTAI", r"[A-Za-z0-9]{12,30}" + END, loose=True),
    form("tencent_key", "AKID", r"[A-Za-z0-9]{28,40}" + END),
    form("yandex_key", "AQVN y0_ t1.9eu", W + r"{30,200}", loose=True),
    form("twitter_token", "AAAAAAAAAAAAAAAAAAAAA", r"[A-Za-z0-9%]{40,120}"),
    form("hubspot_token", "pat-na1- pat-eu1- pat-na2-", r"[0-9a-f\-]{36}"),
    form("easypost_key", "EZAK EZTK", r"[A-Za-z0-9]{50,60}"),
    form("shippo_token", "shippo_live_ shippo_test_", r"[a-f0-9]{30,50}"),
    form("typeform_token", "tfp_", r"[\w.=\-]{40,70}"),
    form("contentful_token", "CFPAT-", W + r"{30,60}"),
    form("sourcegraph_token", "sgp_ slk_", r"[A-Za-z0-9_]{40,80}"),
    form("posthog_key", "phx_ phs_", r"[A-Za-z0-9]{30,60}"),
    form("buildkite_token", "bkua_ bkct_ bkaj_", r"[A-Za-z0-9]{30,60}"),
    form("circleci_token", "CCIPAT_ CCIPRJ_", r"[A-Za-z0-9_]{30,100}"),
    form("sonar_token", "squ_ sqp_ sqa_", r"[a-f0-9]{40}" + END),
    form("clojars_token", "CLOJARS_", r"[a-z0-9]{40,80}"),
    form("openshift_token", "sha256~", W + r"{43}" + END),
    form("onepassword_key", "ops_eyJ", r"[\w+/=\-]{100,2000}"),
    form("onepassword_key", "A3-", r"[A-Z0-9]{6}-[A-Z0-9]{11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"),
    form("tailscale_key", "tskey-", r"[A-Za-z]{2,12}-" + W + r"{16,80}"),
    form("prefect_key", "pnu_ pnb_", r"[A-Za-z0-9]{36}" + END),
    form("dynatrace_token", "dt0c01. dt0s01. dt0s16.", r"[A-Z0-9]{20,30}\.[A-Z0-9]{40,70}"),
    form("harness_token", "pat. sat.", r"[\w\-]{20,24}\.[a-zA-Z0-9]{24}\.[A-Za-z0-9]{20}"),
    form("launchdarkly_key", "sdk- api- mob-", r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}" + END),
    form("algolia_key", "ALGOLIA", r"_?[A-Z_]{0,20}KEY[=: \"']{1,4}(?P<v>[0-9a-f]{32})" + END),
    form(
        "jwt",
        "eyJ",
        W
        + r"{8,4000}+\.(?!\[REDACTED:)(?:"
        + W
        + r"{8,8000}+)?\.?(?:"
        + W
        + r"{0,4000}+)(?:\."
        + W
        + r"{1,4000}+){0,2}",
    ),
    form("paseto", "v1.local. v2.local. v3.local. v4.local. v2.public. v4.public.", W + r"{30,4000}"),
    form("fernet_token", "gAAAAA", r"[\w=\-]{60,4000}"),
    form("password_hash", "$2a$ $2b$ $2y$", r"\d\d\$[A-Za-z0-9./]{53}"),
    form("password_hash", "$$2a$$ $$2b$$ $$2y$$", r"\d\d\$\$[A-Za-z0-9./]{53}"),
    form("password_hash", "$$apr1$$ $$5$$ $$6$$ $$1$$", r"[A-Za-z0-9./]{1,20}\$\$[A-Za-z0-9./]{20,100}"),
    form("password_hash", "$5$ $6$ $y$ $1$ $apr1$ $7$", r"[A-Za-z0-9./=$,]{20,200}"),
    form("password_hash", "$argon2id$ $argon2i$ $scrypt$", r"[A-Za-z0-9./+=$,]{40,300}"),
    form(
        "password_hash", "pbkdf2_sha256$ pbkdf2_sha512$ pbkdf2_sha1$", r"\d{3,8}\$[\w./+\-]{4,60}\$[\w./+=\-]{20,130}"
    ),
    form("password_hash", "pbkdf2:sha256: pbkdf2:sha512:", r"\d{3,8}\$[\w./+\-]{4,60}\$[0-9a-f]{40,130}"),
    form("password_hash", "scrypt:", r"\d{2,7}:\d{1,2}:\d{1,2}\$[\w./+\-]{4,60}\$[0-9a-f]{40,130}"),
    form("password_hash", "{SSHA} {SSHA256} {SSHA512} {SHA} {SMD5} {PBKDF2}", r"[A-Za-z0-9+/=$.]{24,150}"),
    form("password_hash", "$pbkdf2-sha256$ $pbkdf2-sha512$ $shiro1$", r"[A-Za-z0-9./+=$,\-]{40,300}"),
    form("crypto_wallet_key", "xprv zprv yprv", r"[1-9A-HJ-NP-Za-km-z]{100,112}" + END),
)

WEBHOOK_RULES: tuple[Rule, ...] = (
    form("webhook", "hooks.slack.com/", r"(?:services|workflows|triggers)/(?P<v>[\w/\-]{15,200})", inside=True),
    form("webhook", "hooks.slack-gov.com/", r"(?:services|workflows|triggers)/(?P<v>[\w/\-]{15,200})", inside=True),
    form(
        "webhook",
        "discord.com/api/ discordapp.com/api/",
        r"(?:v\d{1,2}/)?webhooks/(?P<v>\d{10,22}/[\w\-]{30,100})",
        inside=True,
    ),
    form(
        "webhook",
        ".webhook.office.com/ outlook.office.com/ outlook.office365.com/",
        r"webhook\w{0,3}/(?P<v>[\w@/\-]{30,300})",
        inside=True,
    ),
    form("webhook", "hooks.zapier.com/hooks/", r"catch/(?P<v>[\w/\-]{6,100})", inside=True),
    form("webhook", "maker.ifttt.com/", r"trigger/[^\s/]{1,80}/(?:json/)?with/key/(?P<v>[\w\-]{10,80})", inside=True),
    form("webhook", "make.com/ integromat.com/", r"(?P<v>[a-z0-9]{28,40})" + END, inside=True),
    form("webhook", "chat.googleapis.com/v1/spaces/", r"[\w\-]{4,40}/messages\?(?P<v>[^\s\"'<>]{20,300})", inside=True),
    form(
        "webhook",
        "open.feishu.cn/open-apis/bot/ open.larksuite.com/open-apis/bot/",
        r"(?:v\d/)?hook/(?P<v>[\w\-]{20,60})",
        inside=True,
    ),
    form("webhook", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", r"(?P<v>[\w\-]{20,60})", inside=True),
    form("webhook", "oapi.dingtalk.com/robot/send?access_token=", r"(?P<v>[\w\-]{20,100})", inside=True),
    form(
        "webhook",
        "/hooks/",
        r"(?P<v>[a-z0-9]{26}|[A-Za-z0-9]{15,20}/[A-Za-z0-9]{40,60})" + END,
        inside=True,
        loose=True,
    ),
    form(
        "url_token",
        "/reset/ /reset-password/ /password-reset/ /invite/ /invitation/ /confirm/ /activate/ /magic/ /magic-link/ /unlock/",
        r"(?P<v>[A-Za-z0-9_\-]{24,200})" + END,
        inside=True,
        loose=True,
    ),
    form("webhook", "events.pagerduty.com/integration/", r"(?P<v>[a-f0-9]{32})", inside=True),
)

_NEEDLES = tuple((needle, rule) for rule in PROVIDER_RULES + VENDOR_RULES + WEBHOOK_RULES for needle in rule.needles)
_WORD_COST = 4000
"""A look at one long word takes as long as the search of so many code points."""
_LONG_WORD = late(rf"\S{{{_SHORTEST},}}")


def _is_glued(needle: str, rule: Rule) -> bool:
    """Whether letters or digits may stand right before a needle."""
    return bool(rule.left) or rule.inside or not needle[0].isalnum()


_BY_RUN = Needles((needle, number, bool(rule.left) or rule.inside) for number, (needle, rule) in enumerate(_NEEDLES))


def long_words(look: Glance) -> list[str]:
    """The words of a text that are long enough for a secret of the table and hold a digit or capitals inside, as all of them do."""
    return [word for word in look.words if len(word) >= _SHORTEST and _A_DIGIT.search(word)]


class PlainWords:
    """Long words in which no needle stands, remembered: the texts of a document say the same ones again and again."""

    def __init__(self) -> None:
        self._plain: set[str] = set()

    def needles_in(self, words: Iterable[str]) -> Sequence[int]:
        """The needles of the table that stand in ``words``."""
        unknown = set(words).difference(self._plain)
        if not unknown:
            return ()
        together = " ".join(unknown)
        found = _found_in(together)
        if not found and len(together) < _REMEMBERED:
            if len(self._plain) > _REMEMBERED:
                self._plain.clear()
            self._plain |= unknown
        return found


def _found_in(together: str) -> list[int]:
    """The needles that stand in a text, in the order of the table."""
    numbers = chain(_BY_RUN.untold, *_BY_RUN.by_run(runs_of(together)).values())
    return sorted(number for number in set(numbers) if _NEEDLES[number][0] in together)


def provider_spans(text: str, words: Sequence[str], plain: PlainWords) -> Iterator[Span]:
    """Yield the secrets of ``text`` that a rule knows by their form; ``words`` are its long ones."""
    standing = plain.needles_in(words)
    if len(standing) * len(text) > _WORD_COST * len(words):
        yield from _in_words(text, standing)
    else:
        for number in standing:
            yield from _in_range(text, 0, len(text), *_NEEDLES[number])


def _in_words(text: str, standing: Sequence[int]) -> Iterator[Span]:
    """As one search for each needle, sooner where many stand: each long word is asked for the needles it may begin with."""
    begun = [number for number in standing if not _is_glued(*_NEEDLES[number])]
    told = Needles((_NEEDLES[number][0], number, False) for number in begun).by_run(runs_of(text))
    known: dict[str, Sequence[int]] = {}
    for word in _LONG_WORD.finditer(text):
        numbers = known.get(word[0])
        if numbers is None:
            runs = told.keys() & runs_of(word[0])
            numbers = known[word[0]] = sorted({number for run in runs for number in told[run]})
        for number in numbers:
            yield from _in_range(text, *word.span(), *_NEEDLES[number])
    for number in sorted(set(standing).difference(begun)):
        yield from _in_range(text, 0, len(text), *_NEEDLES[number])


def _in_range(text: str, start: int, stop: int, needle: str, rule: Rule) -> Iterator[Span]:
    """The secrets of one rule whose needle stands between ``start`` and ``stop``."""
    at = text.find(needle, start, stop)
    while at >= 0:
        found, end = _match(text, at, rule)
        if found is not None:
            yield found
        at = text.find(needle, max(at + len(needle), end), stop)


def _match(text: str, at: int, rule: Rule) -> tuple[Span | None, int]:
    """The secret of ``rule`` whose needle stands at ``at``, if it is one, and how far the text is judged."""
    start = at
    if rule.left:
        limit = max(0, at - _LEFT)
        while start > limit and text[start - 1] in rule.left:
            start -= 1
    if not rule.inside and not starts_here(text, start):
        return None, at
    found = rule.pattern.match(text, start)
    if found is None:
        return None, at
    group = "v" if "v" in rule.pattern.groupindex else 0
    value = found[group]
    if is_placeholder(value.lstrip("$")) or len(set(value)) < 5 or (rule.loose and not looks_random(value)):
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
