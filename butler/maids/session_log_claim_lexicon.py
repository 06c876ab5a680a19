"""The words of which statements about results are made, English and Japanese: what is spoken of, and that it is well.

Patterns of kinds of wording, none of one project. ``SUBJECT`` names what is spoken of by its group (a kind of check, or ``program``),
``NEGATED`` denials of trouble ("no type errors", "指摘ゼロ"), ``WELL`` words of success, ``ILL`` words of failure, ``OPEN`` what makes a clause a
plan, condition, guess or somebody else's word.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late

_TEST = (
    r"pytest|py\.test|jest|vitest|mocha|jasmine|karma|rspec|minitest|phpunit|ctest|gtest|playwright|cypress|tox|nox|unittest|gotestsum|nextest"
    r"|junit|bats|exunit|pest|behave|cucumber|foundry|hardhat|busted|nose2|kaocha|hspec|xctest|ginkgo|testcafe|(?:mix|lein|stack|cabal|forge|crystal|gleam|dbt|helm|artisan|composer|bundle|rake|nx|turbo|meson|ninja|dune|nimble|dub|sbt|bazel|swift|dotnet|deno|zig|flutter|dart|rails)\s+test|node\s+--test|cargo\s+(?:nextest|test)|go\s+test|mvn\s+(?:test|verify)|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?t(?:est)?(?::\S+)?\b"
)
_LINT = (
    r"eslint|biome|ruff(?!\s+format)|flake8|pylint|golangci-lint|(?:cargo\s+)?clippy|rubocop|stylelint|shellcheck|hadolint|markdownlint|swiftlint|oxlint|ktlint"
    r"|detekt|(?:dart|flutter)\s+analyze|terraform\s+validate|(?:helm|buf)\s+lint|nix\s+flake\s+check|cargo\s+deny|checkstyle|phpcs|phpstan|psalm|credo|clang-tidy|cppcheck|hlint|luacheck|sqlfluff|spectral|ansible-lint|tflint|semgrep|brakeman|solhint|slither|scalafix|standardrb|actionlint|yamllint|pre-commit|go\s+vet|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?lint(?::\S+)?"
)
_TYPES = r"tsc|dialyzer|sorbet|svelte-check|pyre|mypy|(?:based)?pyright|vue-tsc|typescript|cargo\s+check|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:type-?check|check-types|tsc)(?::\S+)?"
_FORMAT = r"prettier|scalafmt|stylua|clang-format|php-cs-fixer|mix\s+format|gofmt|goimports|rustfmt|cargo\s+fmt|ruff\s+format|isort|black(?=\s+(?:is|passes|passed|reports|--check|check|:))|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:format|fmt)(?::\S+)?"
_BUILD = (
    r"webpack|latexmk|ninja|bazel|sbt\s+compile|(?:vite|next|cargo|go|swift|dotnet|tsup|turbo|nuxt|astro)\s+build|rollup|esbuild|cmake|msbuild|xcodebuild|docker(?:\s+compose)?\s+build|docker|(?:\./)?gradlew?|mvn|maven"
    r"|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?build(?::\S+)?|py_compile|compileall|bazel\s+build|make(?=\s+(?:builds?|passes|passed|succeed\w*|is|runs|ran|works|finish\w*|complet\w*|all)\b)"
)
_SCRIPT = r"(?:\./)?(?:scripts?|bin|tools|ci|hack)/[\w.-]+|(?:make|just|task|mise\s+run)\s+(?:check|checks|verify|ci|all|qa|validate|precommit|pre-commit|test\S*|lint\S*|typecheck|types|e2e|format|fmt)\b|(?:npm|pnpm|yarn|bun)\s+run\s+[a-z][\w:-]*"
PROGRAMS = (
    ("test", _TEST), ("lint", _LINT), ("types", _TYPES), ("format", _FORMAT), ("build", _BUILD), ("script", _SCRIPT),
)  # fmt: skip
_KINDS = (
    (
        "test",
        r"tests?(?![\w-])(?!\s+(?:plans?|files?|data|director\w+|folders?|helpers?|fixtures?|code|coverage|commands?|scripts?|utils?|setup|environments?|output|step|names?|(?:of|for|in|with)\s+the\s+(?:plan)))|test\s+suites?|suites?\b|specs\b|unit\s+tests?|e2e|(?:packages|examples|scenarios|assertions|cases|features|crates|modules|projects)(?=\s+(?:(?:are|were|all|now|still|also)\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:ed)?)\b)|テスト(?:スイート|ケース)?|単体|結合|スイート",
    ),
    ("lint", r"lint(?:er|ers|ing|s)?\b|static\s+analysis|code\s+style|style\s+checks?|リンター?|リント|静的解析|静的検査"),
    ("types", r"type[\s-]?check(?:s|er|ing)?\b|typecheck(?:s|er|ing)?\b|typings?\b|(?<!hook\s)types?(?=\s+(?:errors?|issues?|problems?|warnings?)\b)|(?:(?<=[,/&+|:(]\s)|(?<=and\s)|(?<=[Tt]he\s)|(?<=all\s)|(?<=[/+])|^)types\b|型(?:チェック|検査|検証|付け)?"),
    ("format", r"format(?:ting|ter)?\b(?:\s+checks?)?|code\s+format|フォーマット|整形|書式"),
    ("coverage", r"coverage\b|カバレッジ|網羅率"),
    ("ci", r"\bCI\b|workflow(?:\s+run)?\b(?=\s+(?:is|was|has|run\b|succ|pass|fin|comp))|ワークフロー|github\s+actions|ci\s+pipeline|pipeline\b|パイプライン|(?<!\w)actions\s+run"),
    ("build", r"builds?\b(?!\s+(?:step|script|file|tool|system|plan|matrix|args?|pushes)\b)|compil(?:ation|er)\b|bundl(?:e|ing)\b|binary\b|image\b|ビルド|コンパイル|バンドル|イメージ"),
    ("all", r"everything\b|(?:all|every|both|the)(?:\s+(?:the|of|other|local|quality|static|required|these|two|three|four|five|six|release))*\s+(?:checks?|gates?|verifications?|validations?|steps|stages|suites)\b|checks\b|(?:全|すべての|全ての|各|\d+つの)(?:ステップ|工程|段階)|(?:全|すべての|全ての|各)?(?:チェック|検証項目|品質ゲート)(?!ボックス|リスト)|全部|すべて(?=(?:緑|グリーン|OK|パス|成功))|全て(?=(?:緑|グリーン|OK))"),
)  # fmt: skip
SUBJECT = late(
    r"(?P<program>(?<![\w./-])(?:"
    + "|".join(f"(?P<{kind}_program>{pattern})" for kind, pattern in PROGRAMS)
    + r")(?![\w-]))|"
    + "|".join(f"(?P<{kind}>{'' if kind == 'ci' else '(?<![A-Za-z0-9_.-])'}(?:{pattern}))" for kind, pattern in _KINDS),
    re.I | re.A,
)
PROGRAM_KINDS = tuple((kind, f"{kind}_program") for kind, _ in PROGRAMS)
"""The groups of ``SUBJECT`` that tell what kind of check a program is."""

TROUBLE = r"(?:errors?|warnings?|issues?|problems?|failures?|findings?|violations?|complaints?|vulnerabilit(?:y|ies)|diagnostics|offen[sc]es|regressions?|failed|failing(?:\s+tests?)?|fails?|hitch(?:es)?|trouble|incidents?|surprises?)"
_TROUBLE_JA = r"(?:エラー|脆弱性|差分|ドリフト|例外|クラッシュ|デグレ|回帰|退行|リグレッション|不整合|漏れ|警告|指摘(?:事項)?|失敗|問題|異常|違反|不備|不具合|落ち|レッド|ワーニング|errors?|warnings?|failures?|failed|fail|problems?)"
NEGATED = late(
    rf"\b(?:no|zero|0|without(?:\s+any)?|free\s+of|not\s+a\s+single|neither|nor)\s+(?:(?!(?:longer|need)\b)[\w/-]+\s+){{0,3}}?{TROUBLE}\b(?:\s*(?:,|or|and|/)\s*(?:no\s+|0\s+|any\s+)?{TROUBLE}\b)*(?!\s+(?:tests?|cases?)\b)"
    rf"|\b(?:errors?|failures?|problems?|warnings?|findings?|issues?|failed|failing)\s*[:=]?\s*(?:0|zero|none)\b"
    r"|\bnone\s+(?:of\s+)?(?:the\s+|them\s+)?(?:\w+\s+){0,2}fail(?:s|ed)?\b|\bno\s+longer\s+(?:fails?|breaks?)\b|\bnothing\s+(?:is\s+|was\s+)?(?:failing|red|broken)\b|\bnothing\s+(?:left\s+|more\s+|else\s+)?to\s+(?:say|add|flag|change|do|fix|complain|report|clean)\b|\b(?:not|no)\s+(?:one|a\s+single|single)\s+\w+\s+fails?\b|\bno\s+(?:red|broken|failing)\s+(?:tests?|builds?|checks?)\b|\b(?:finds?|found|reports?|reported|shows?|showed|flags?|flagged|says?)\s+(?:nothing|none|zero)\b|\bnothing\s+(?:failed|fails|broke|is\s+broken|to\s+report|to\s+complain|red|found|left\s+to\s+fix|is\s+left)\b|\b(?:error|warning)[- ]free\b"
    r"|\b(?:does(?:n['’]?t|\s+not)|did(?:n['’]?t|\s+not)|no\s+longer)\s+(?:reports?|shows?|finds?|complains?|flags?|prints?)\b(?:\s+(?:any(?:thing)?|a|single|more|[\w-]+))*|\breports?\s+nothing\b|\bhas\s+no\s+complaints\b"
    rf"|(?:の)?{_TROUBLE_JA}(?:件数|数|テスト|ケース|る(?:もの|テスト)|た(?:もの|テスト))?\s*(?:は|も|が|の|:|：)?\s*(?:すべて|全て|全部|一切|1\s*件も|一つも|ひとつも)?\s*(?:[0０]\s*(?:件|個)?(?![\d.])|ゼロ(?:件)?|無し|なし|無く|なく|無い|ない(?!か)|ありません(?:でした)?|ございません|出(?:ていません|ません(?:でした)?|なくな\w*|ず)|見つかりません(?:でした)?|検出されません(?:でした)?|消え(?:ました|た)|解消)"
    rf"|(?:[0０]|ゼロ)\s*(?:件|個)?(?:の)?\s*{_TROUBLE_JA}|(?:落ち|失敗し|壊れ)(?:る|た|て(?:い)?る)(?:もの|テスト|ケース|こと)?(?:は|も|が)?\s*(?:[0０]\s*件|ゼロ|なし|無し|ありません|いません|なくなり(?:ました)?|ない)",
    re.I | re.A,
)
WELL = late(
    r"\bpass(?:es|ed)\b(?=\s+(?:the|every|all|our|its|both)(?:\s+(?:of|the|full|whole|entire|existing|new|unit|strict|complete))*\s+(?:tests?|suites?|checks?|type|lint|linter|build|ci|specs?)\b(?!\s+(?:to|into|on|along|as)\b))|\bpass(?:es|ed|ing)?\b(?!\s+(?:a|an|the|it|them|its|their|each|every|null|none|true|false|along|down|over|to|as\s+(?:an?|the|args?|arguments?|parameters?)|into|from|by|through)\b)(?!(?<=passing)\s+tests?\b)(?!\s+[`\"'\u2027])"
    r"|\bsucce(?:eds?|eded|eding)\b|\bsuccess(?:ful(?:ly)?)?\b|\bgreen\b|\bclean(?:ly)?\b(?!\s+up|\s+code)|\bok(?:ay)?\b|\bwork(?:s|ed)\b(?!\s+(?:by|with|in|around|through))|\b(?:is|are|looks?|all|stays?|remains?)\s+(?:fine|good|happy|healthy|consistent|in\s+order|intact|spotless|flawless|sound|error-free|as\s+expected)\b"
    r"|\b(?:went|goes|came|comes)\s+(?:through|back\s+clean)\b|\b(?:checks|checked)\s+out\b(?=[.!,]?\s*$|\s+(?:fine|ok|now|well))|\bholds?\s+up\b|\bexit(?:s|ed)?\s+(?:with\s+)?(?:code\s+|status\s+)?(?:0|zero)\b|\bcompiles\b(?!\s+(?:the|a|to|into)\b)|\bcompiled\s+(?:cleanly|fine|without|success\w*)|(?<!in\s)(?<!all\s)\bbuilds\b(?=\s+(?:cleanly|fine|ok|success\w*|without|again|now|locally|on\s+[A-Z]|for\s+[A-Z]|under\s|against\s))|\b(?:it|app|project|code|everything|package|image|binary|site|library|crate|module|this|branch|workspace)\s+(?:now\s+|still\s+|also\s+)?builds(?=[.!]?\s*$)|\b(?:is|was|were|been|have|has|got|i|we|['’]ve)\s+(?:now\s+|successfully\s+|all\s+|also\s+)*(?:re)?built\b(?!-|\s+(?:in|on|into|with|for|from|by|around|upon|to|as|a|an|it|this|that)\b)|(?<!-)\bbuilt(?=[.!]?\s*$)|\b(?:ran|runs?)\s+through\b|\b(?:code|it|everything|project|module|still|now)\s+type\s?checks(?=[.!]?\s*$)|^\W*(?:re)?built\b(?=\s+(?:the|and|`|\u2027|success|without|cleanly|fine|image))|(?<!-)\bbuilt\s+(?:successfully|cleanly|fine|without)|(?<!\bof )\b(?:both|all|the|these|every|\d+|two|three|four|five)(?!\s+of\s+\d)(?:\s+(?!to\b|that\b|which\b|can\b|must\b)[\w-]+){0,3}?\s+[\w-]+s\s+(?:now\s+|still\s+|also\s+|all\s+|both\s+)?(?:build|compile|type-?check|lint|pass)(?=[.!,]?\s*$|\s+(?:cleanly|fine|again|without|now|their|its))|\bpass(?:es|ed)?\s+(?:its|their)\s+(?:own\s+)?(?:tests?|suites?|checks?|specs?)\b|\b(?:type-?checks|lints)\b(?=\s+(?:cleanly|clean|fine|ok|success\w*|without|again|now)|[.!]?\s*$)|\b(?:is|are|stays?|remains?)\s+(?:\w+\s+)?(?:quiet|silent|satisfied|content)\b|\baccepts\s+(?:it|the|this|all|every)|\b(?:completed?|completes|finished|finishes|done)\b|(?:code|files?|everything|sources?)\s+(?:is|are)\s+(?:now\s+|all\s+)?formatted\b(?!\s+(?:by|with|as|on|output))"
    r"|(?<![\d./])([1-9]\d*)/\1(?![\d./])|[✅✓✔☑🟢💚]|(?<![をの])通(?:り(?!に|抜|の)|った|って|っ|る(?=$|こと|の))|通過(?!する|前|後|率|点)|パス(?=し|済|で|$|する(?:こと|状態)|[。、\s)）!！|])|成功(?!後|時|率|例|メッセージ|件数|表示|画面|通知|ログ|パターン|ケース|フラグ|条件|判定|ステータス|レスポンス|数|し(?:たら|た(?:場合|時|とき))|すれば|させ)|合格(?!後|時|率|条件|基準)|グリーン|(?<![新深])緑|クリーン(?!ビルド|インストール|アップ|コード|アーキ|ナ|な|に(?:する|し))|(?<![A-Za-z])OK(?![A-Za-z])|ＯＫ|正常|無事|良好|綺麗|きれい|完了(?!条件|後|する|まで)|済み(?!の|で(?!す)|な)|でき(?:ました|ています|た$)|(?<=ビルド)しました|(?<=コンパイル)しました|(?<=ビルド)でき(?:ます|る)|(?<=コンパイル)でき(?:ます|る)|異常なし|問題(?:なし|なく|無し|無く|ありません|ない)",
    re.I | re.A,
)
IMPLIES_TEST = late(
    r"(?P<n>\d[\d,]*)\s*(?:/|of|out\s+of)\s*(?P<m>\d[\d,]*)\s*(?:(?:unit|integration|e2e)\s+)?(?:tests?|specs?|(?:scenarios?|examples?|cases?|packages?|checks?|suites?)(?=\s+(?:(?:are|now|all)\s+)*(?:pass|succeed|green))|passed|passing|pass|green|✅|✓|成功|パス|通過|合格|OK)(?:\s+(?:(?:are|now|all)\s+)*(?:pass(?:es|ed|ing)?|succeed(?:ed)?|green)\b)?"
    r"|(?<!\bof\s)(?P<c>\d[\d,]*)\s*(?:unit\s+|integration\s+|e2e\s+)?(?:tests?\s+|specs?\s+|cases?\s+|examples?\s+|scenarios?\s+|assertions?\s+)?(?:(?:are|were|all|now|of\s+(?:them|these|those|the\s+tests))\s+)*(?:passed|passing|passes|pass|green|succeed(?:ed)?)\b(?!\s+[`\"'\u2027])|\d+\s+examples?,\s*0\s+failures"
    r"|(?:全\s*)?(?P<j>\d[\d,]*)\s*(?:件|個|ケース|本)\s*(?:中\s*(?P<k>\d[\d,]*)\s*件)?(?:が|は|の|も|とも|、)?\s*(?:すべて|全て|全部|全件)?(?:が|の)?\s*(?:テスト)?(?:に|を|が|は)?\s*(?:成功|パス|通過|通っ|通り|合格|OK|ＯＫ|グリーン|green|PASS|緑|✅)"
    r"|全(?:件|ケース|数)(?:が|の|とも)?\s*(?:成功|パス|通過|通っ|通り|合格|OK|グリーン|green|PASS|緑)|(?:[✅✓✔]\s*)(?P<e>\d[\d,]*)\s*(?:passed|tests?|件)",
    re.I | re.A,
)
ALL_WELL = late(
    r"\bgreen\s+across\s+the\s+board\b|\ball\s+(?:is\s+|are\s+|now\s+|checks\s+)?(?:green|passing|passed|pass|clean)\b|全(?:部|て|面的に)?(?:緑|グリーン)|オールグリーン|(?:全て|すべて|全部)(?:緑|グリーン|OK|パス|成功|通(?!过))",
    re.I,
)
ILL = late(
    r"\b(?:not|never|cannot|unable|nothing|none)\b|n['’]t\b|\bfail(?:s|ed|ing|ures?)?\b(?!-)|\bbroke(?:n)?\b|\bbreaks?\b|\breject(?:ed|s)\b|\b(?:is|are|still|went|was|were|stays?)\s+red\b|\brefused\b|\bdenied\b|\bcrash\w*|\btime[sd]\s+out\b|\b(?:is|are|was|were|still|went)\s+(?:down|dead|stuck|unreachable|missing|degraded)\b(?!\s+(?:to|from)\b)|\brefuses\b|\bunhealthy\b|\berrors?\s+(?:out|with|remain)|\b(?:returns?|returned|answers?|answered|responds?(?:\s+with)?|HTTP|status)\s+(?:an?\s+)?[45]\d\d\b|[45]\d\d\s*(?:を返|エラー|が返)"
    r"|(?<![\w.])(?!0\b)\d+\s+(?:[\w-]+\s+){0,2}(?:vulnerabilit\w+|errors?|failures?|problems?|warnings?|findings?|issues?|fail(?:ed|ing|s)?)\b(?!\s+tests?\b)(?!\s+(?:are\s+|were\s+|all\s+)?(?:fixed|resolved|gone))|\bstill\s+(?:has|have|reports?|shows?|fails?|red)\b|[❌✗✘⚠🔴]"
    r"|失敗|落ち(?:る|て|た|ま)|エラー(?:が|に|を|で|\s*[1-9])|(?<![\d])[1-9]\d*\s*件の(?:エラー|警告|指摘|失敗)|赤(?!字)|ません|ない|なかった|なし(?!で)|未(?!解決|使用)|まだ|できず|拒否|却下|せず|ずに|残(?:り|って|し)|壊れ|(?-i:\bNG\b)|不合格|保留|途中|タイムアウト(?:し|に|で)|つながら|繋がら|止まっ",
    re.I | re.A,
)
WAS_ILL = late(
    r"(?<!\bno )(?<!\b0 )(?<!zero )(?<!without )(?<!any )\b(?:(?:previously|formerly|once|earlier|still|newly|currently|pre-existing)[\s-]+)?(?:fail(?:ing|ed)|broken|red|flaky)\s+(?=(?:(?!in\b|on\b|with\b|for\b|at\b|the\b|any\b)[\w-]+\s+){0,2}(?:tests?|specs?|suites?|builds?|checks?|cases?|jobs?)\b)|(?:失敗|落ち|壊れ|エラーになっ)(?:して|ち?て)?(?:い)?た(?=[^、。]{0,12}(?:テスト|ビルド|件|型|lint|ケース|チェック))",
    re.I,
)
OPEN = late(
    r"\b(?:(?<!as\sit\s)(?<!as\sthey\s)should|will|would|could|can(?!\s+(?:now\s+)?(?:confirm|say|report))|may|might|must|shall|if|unless|until|whether|once\s+(?:(?:the|all|it|this|that|these|they|we|you|i|ci|tests?|everything|both|merged|done|released|true)\b|\S+\s+(?:is|are|has|have|passes|lands|succeeds)\b)|when(?:ever)?|make\s+sure|ensures?|(?:to|please|and|then)\s+(?:verify|check|confirm|see|get|make|have|keep)|so\s+that|in\s+order|need(?:s|ed)?\s+to|ha(?:ve|s)\s+to"
    r"|(?:is|are|was|were|be|i)\s+expected|expects?\b|expecting|expected\s+to|hopefully|presumably|probably|likely|supposed(?:ly)?|let\s+me|let['’]?s|going\s+to|wants?\s+to|wanted|try(?:ing)?\s+to|(?<!terraform\s)(?<!tofu\s)plan(?:s|ning)?\b(?!\s*(?:に|は|も|で|の|が)|\s+(?:is|shows?|reports?|has|comes?|came|stays?)\b)|(?:is|are)\s+planned|todo|next(?!\s+build|\.?js)|then\s+(?:i|we|you)|please|goal|target\s+(?:is|of)|aims?\b|requires?\b|(?:is|are|be)\s+required|acceptance\s+criteri\w+|ready\s+(?:to|for)(?!\s+(?:merge|review|ship|release|go|use|land|deploy)\b[^:]{0,20}:\s)|so\s+far|progressing|continuing"
    r"|remember|assum\w+|ideally|(?:is|are|still)\s+pending|pending\s+(?:review|ci|approval)|waiting(?!\s+for\s+(?:your\s+|a\s+)?review)|(?:is|are|still|now)\s+running|in\s+progress|unconfirmed|unverified|unknown|unclear|remains?\s+to|yet\s+to|used\s+to|almost|nearly|most\s+of|most\s+(?:\w+\s+)?(?:tests|checks|specs|suites)|mostly|partially|except|apart\s+from|aside\s+from|other\s+than|before\s+(?:you|we|i|merging|committing|pushing|releasing|each|every|any)\b"
    r"|after\s+(?:you|we|that\s+if)|suggest(?:s|ion|ions|ing)?\b|propos(?:e|es|al|ing)\b|recommend(?:s|ation|ing)?\b|example(?!s?\s+(?:(?:are|were|all|now|still|also)\s+)*(?:pass|green|succe))|e\.g\.|sample|would-be|labels?\b|wording|caption|placeholder|tooltip|doubt|wonder|threshold(?!s\b)|minimum|falls?\s+below|below\s+\d|needs?\s+(?:an?|the)\b|guess|think|thinks|believe|suspect|seems?|seemed|appears?|appeared|checks?\s+(?:that|if|whether)|(?:verif(?:ies|y)|asserts?)\s+(?:that|the|whether|a)|for\s+(?:later|example)|whichever|(?<!pull\s)(?<!merge\s)requests?\b|asks?\s+for|wait\b)|\bonly\s+(?:with|once|after|if|when)\b|\b(?:i|we|you|it|they)['’](?:ll|d)\b"
    r"|はず|予定|べき|(?:な|た)ら(?:ば)?(?!び)|れば|場合|ように(?!な[りっ])|(?<!たま)まで(?!(?:無事に?|すべて|全て|正常に|問題なく)?(?:完了|済|終|し|に完了|下が|減|短|縮|改善|上が|伸び|増))|(?:する|な)(?:前|まえ)に|確認します|実行します|(?<!お)(?:し|(?<![通てお]あ)(?<!通)り|(?<!動)(?<!で)き|ち)ます(?=[。\s)）]*$)|(?<![てで])います(?=[。\s)）]*$)|ますか|でしょう|か(?:どうか)?(?:を)?確認|かどうか|(?:次第|のち|あとで|後ほど)|ください|下さい|お願い|必要|目標|(?:完了|受け入れ|合格)条件|ことを(?:確認(?!し(?:ました|た|て)|済)|目指)|させ(?:る|ます)|したい|つもり|予想|見込み|だろう|かもしれ|らしい|とのこと|未確認|未実行|未検証|ほぼ|ほとんど|一部|大半|以外|実行中|待ち(?!受)|推奨|提案|例えば|想定|次(?:は|に|の)|今後|これから|と(?:表示|出(?:力|ます|る)|判定|報告|主張|述べ|回答|説明|みな|見なし)|(?:た|る)(?:時点|段階|あと|後|際|とき|時)(?:で|に|は|$)|待(?:ち(?!受)|っ|つ|た)|(?:る|た|い)か(?:は|を|、|見|試|調|不明|分から|わから)|かのよう|期待(?!どおり|通り)|文言|ラベル|表記|見出し|に(?:変え|変更[しす]|改め|差し替え|置き換え)|(?:る|た)のは|だけ(?:です|が|は|で)|のみ(?:です|が|で)|に(?:戻す|する$)|前提|目指|と思|ように見え|以上(?:が|を|に)|(?:が|は)条件",
    re.I,
)
PAST = late(
    r"\bbefore\s+(?:my|the|this|that|our|these|any)\b|\blast\s+(?:week|time|month|night|year)\b|\byesterday\b|\bprevious(?:ly)?\b|\bearlier\b|\boriginally\b|\bbaseline\b|\bat\s+first\b|\binitially\b|\bon\s+(?:Monday|Tuesday|Wednesday|Thursday|Friday)\b|(?:変更|修正|編集|作業|改修)(?:する)?前|\bago\b|\bin\s+the\s+past\b|\bback\s+then\b|\bused\s+to\b|(?:た|の|る|正)前は|かつて|過去|当時|以前|昨日|先週|先月|前回|元々|もともと|当初|ベースライン",
    re.I,
)
HEARSAY = late(
    r"\b(?:says?|considers?|calls?|treats?|counts?|regards?|means?)\s+(?:that\s+)?an?\s+(?:[\w-]+\s+)?(?:build|test|run|check|suite|job|commit|push|deploy\w*|release|command)\b|\baccording\s+to\b|\b(?:readme|docs?|documentation|changelog|manual|maintainers?|authors?|reviewers?|report|description|spec(?:ification)?|ticket|comment|page|guide|article|blog|wiki|he|she|they|you|user|colleague|team|somebody|someone|people|paper|badge|title|label|message|text|banner|footer|log\s+of)\b[^.]{0,40}?\b(?:says?|said|claims?|claimed|states?|stated|promises?|promised|tells?|told|wrote|writes?|mentions?|reads?|thinks?|believes?|reports?\s+that|asserts?)\b(?!\s+(?:now\s+)?[\"“'`‘])"
    r"|\b(?:apparently|i(?:['’]ve|\s+have)?\s+hear[d]?|(?:was|am|were|['’]m)\s+told|word\s+has\s+it)\b|\b(?:on|in|at)\s+(?:the\s+)?(?:[\w-]+\s+){0,3}[\w-]+['’]s?\s+(?:own\s+)?(?:machine|laptop|computer|environment|env|box|setup|checkout|fork|branch|side|ci)\b|\b(?:reportedly|supposedly|allegedly|(?:in|from|by|at|the)\s+upstream|upstream\s+(?:repo\w*|project|maintainers?)|its\s+maintainers?|other\s+(?:repo\w*|project|team)|(?<!pass\s)(?<!passes\s)(?<!passed\s)their\s+(?:repo\w*|project|ci|tests?|build))\b|\b(?:docs?|readme|documentation|manual|changelog|wiki|page|badge)\s*:|によると|によれば|と(?:書かれ|書いて|記載|記され|聞い|言われ|言って|いう(?:表示|文言|記述|報告))|との(?:こと|話|報告|記載)|本家|上流|他(?:の)?(?:プロジェクト|リポジトリ|チーム)|別(?:の)?(?:プロジェクト|リポジトリ)|\b(?:on|in|at)\s+your\s+\w+|\bfor\s+you\b|そちら|(?<=[るただいりえしきさ])そう(?:です|だ|で|に)(?!は)|(?:さん|チーム|班|部署|先輩|同僚|側|社|様)の(?:環境|手元|マシン|端末|PC|CI|ブランチ)|別(?:の)?ブランチ|あなたの|別(?:の)?(?:環境|マシン)|先方",
    re.I,
)
IMPERATIVE = late(
    r"^(?:please\s+|then\s+|and\s+|finally,?\s+|first,?\s+)*(?:run|make(?!\s+(?:builds?|passes|is|succeed\w*|check\s+(?:passes|is))\b)|fix(?!\s+(?:is\s+|was\s+|has\s+been\s+)?(?:pushed|committed|merged|in\b|works|done))|get|turn|bring|achieve|have(?=\s+(?:the|all|every|both|ci|lint|tests?)\b)|ensure|verify|confirm|keep|add|write|open|create|close|wait|do|use|try|let|see|re-?run|install|deploy|update|remove|finish|(?:check|merge|push|commit|tag|release)(?!\s*(?::|[^\x00-\x7f]|`?v?\d|is\b|was\b|went\b|succe|complete|done|ok\b|✅|pass|made|created|tagged|published|`?[0-9a-f]{7})))\b",
    re.I,
)
BIDDEN_JA = late(
    r"(?:(?:を|に)[^、。をに]{0,14}(?<!パス)(?<!通過)(?<!クリア)する|を[^、。を]{0,14}(?:通す|直す|回す|流す|出す|消す|なくす|潰す|[せれけ]る|切る|作る|打つ|閉じる)|^(?:コミット|プッシュ|マージ|リリース|デプロイ|ビルド|commit|push|merge)(?:を)?する)\W*$",
    re.I,
)
"""A step of a plan: the plain form of a verb that somebody does to something."""
CONDITION_JA = late(
    r"(?:(?<!実行)(?:する|なる|ける|れる)|通る|落ちる|終わる|(?:成功|失敗)だ|(?<=[ぁ-ん一-龥])(?<!流)(?<!回)[すくぐつぶむ])と(?![きこもいの思])(?!.*(?:ました|でした|(?:っ|い|し)た\W*$))",
)
"""What follows when something is so: an explanation, no result."""
PLAN_LEAD = late(
    r"^\W*(?:step|phase|ステップ|手順)\s*\d|\b(?:readme(?![/.])|docs?(?![/.])|documentation|manual|quote[sd]?|excerpt|says|said|wrote|states|next(?:\s+steps?)?|to-?\s?dos?|plan(?:ned|s)?|remaining|acceptance|criteria|checklist|steps?\s+to|how\s+to|before\s+(?:merg|releas|commit|push|you|we)\w*|you\s+(?:can|should|need)|suggest\w*|propos\w+|recommend\w*|require\w*|expect\w*|goals?|open\s+(?:items|points|questions)|still\s+to|left\s+to|should|would|will|follow-?\s?ups?|test\s+plan|definition\s+of\s+done|example|template|message|title|description|wording|draft|roadmap|later|conditions?|options?|approach|strategy|milestones?)\b"
    r"|記述|抜粋|引用|原文|マニュアル|ドキュメント|仕様書|予定|計画|次(?:の|に|は|回)|残(?:り|作業|件)|手順|条件|基準|案(?:です|は|$|[:：(（])|今後|やること|目標|期待|確認方法|要件|方針|提案|お願い|未(?:対応|実施|完)|進め方|流れ|例|メッセージ|文面|タスク|チェックリスト|これから|ロードマップ|テスト計画|テスト項目|観点",
    re.I,
)
PATHS = late(
    r"`(?P<code>(?:[\w@~.-]+/)*[\w@.-]*[\w@-])`|(?<![\w/.`-])(?P<bare>(?:[\w@~.-]+/)*[\w@-]+\.(?:md|mdx|py|tsx?|jsx?|mjs|json|ya?ml|toml|rs|go|java|rb|sh|s?css|html?|txt|sql|c|h|cpp|cs|kt|swift|php|vue|svelte|cfg|ini|xml|gradle|lock))(?![\w/`])"
)
"""Files as they are named."""
MADE = late(
    r"\b(?:created?|added|wrote|written|updated|edited|modified|changed|rewrote|rewritten|saved|renamed|replaced|generated|extended|patched|adjusted|documented|moved|put|placed|lives?|new|made|filled|introduced|stored|fixed|now|exists?|contains?|holds?|includes?|describes?|explains?|covers?|documents?|is\s+in|has|in\s+place|ready)\b"
    r"|作成|追加|追記|書|更新|修正|変更|編集|生成|保存|記載|反映|作り|作っ|直し|用意|まとめ|置き|置い|新規|配置|できました",
    re.I,
)
"""Words with which a file is said to be written; judged by refusals of a change alone, so they may be many."""
OF_ALL = late(r"(?<![\d./])([1-9]\d*)/\1(?![\d./])")
"""All of so many: "42/42"."""
_CUES = (
    "pass", "green", "succe", "clean", "fine", "good", "happy", "healthy", "work", "compil", "built", "build", "error", "warn", "issue",
    "problem", "fail", "finding", "violation", "complain", "diagnos", "regress", "nothing", "through", "exit", "accepts", "quiet", "silent",
    "satisf", "content", "complete", "finish", "done", "formatted", "type-check", "typecheck", "lint", "uncommitted", "leftover", "percent",
    "push", "commit", "merg", "rebas", "tag", "releas", "deploy", "clos", "resolv", "fix", "open", "creat", "rais", "submit", "filed",
    "publish", "remote", "origin", "github", "gone", "mark", "%", "✅", "✓", "✔", "☑", "🟢", "💚", "offen", "request", "contain", "status", " ok", "`ok",
    "revert", "cherry", "stash", "switched", "checked out", "stable", "flak", "cured",
    "none", "zero", "checks out", "holds up", "hold up", "回帰", "退行", "consistent", "in order", "intact", "spotless", "flawless", "sound", "expected",
)  # fmt: skip
_CUES_JA = (
    "通", "パス", "成功", "合格", "グリーン", "緑", "クリーン", "正常", "無事", "良好", "綺麗", "きれい", "完了", "済", "でき", "問題", "異常", "エラー", "警告", "指摘", "失敗", "落ち", "違反",
    "件", "ｏｋ", "プッシュ", "コミット", "マージ", "リベース", "作成", "作り", "出し", "立て", "上げ", "開き", "オープン", "提出", "タグ", "リリース", "公開", "デプロイ", "クローズ", "閉じ", "解決",
    "修正", "解消", "対応", "反映", "取り込", "差分", "カバレッジ", "ビルド", "コンパイル", "ツリー", "リモート", "ok", "リバート", "チェリーピック", "スタッシュ", "切り替え", "切替", "戻", "移", "安定", "直り", "直っ",
)  # fmt: skip
"""One of these stands in every sentence that states a result."""


def may_state(low: str, *, files: bool) -> bool:
    """Whether a sentence in lower case may state a result, told by single words."""
    if any(map(low.__contains__, _CUES)) or (not low.isascii() and any(map(low.__contains__, _CUES_JA))):
        return True
    return (files and "." in low) or ("/" in low and OF_ALL.search(low) is not None)
