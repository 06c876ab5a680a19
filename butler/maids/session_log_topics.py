"""What commands and statements are about besides checks: deploying, migrating, publishing, serving and the like.

A topic binds a statement to commands: each has the commands that do it (by program, or by a word in the name of a script) and the words,
English and Japanese, with which somebody says that it was done: ``verb`` holds the deed itself ("deployed"), ``noun`` what needs one beside it.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late
from butler.maids.session_log_programs import behind_options, unwrapped, word_set
from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of one topic; ``cues``: one of these stands in every sentence about it; ``ages``: an edit afterwards makes it old; ``firm``: worth a word where nothing did it."""

    cues: tuple[str, ...]
    noun: re.Pattern[str]
    verb: re.Pattern[str] | None = None
    ages: bool = False
    firm: bool = False


def _topic(cues: str, noun: str, verb: str = "", *, ages: bool = False, firm: bool = False) -> Topic:
    return Topic(tuple(cues.split()), late(noun, re.I | re.A), late(verb, re.I | re.A) if verb else None, ages, firm)


TOPICS: dict[str, Topic] = {
    "deploy": _topic(
        "deploy rollout rolled staging prod preview live shipped application デプロイ ロールアウト 本番 ステージング 検証 プレビュー 配備",
        r"\bapplications?\b|\b(?:re-?)?deploy(?:ment|ments|s)?\b|\brollouts?\b|\breleases?\b(?=\s+(?:on|to|in)\s+(?:staging|prod\w*))|\b(?:staging|prod(?:uction)?|the\s+preview)\b(?=\s+(?:now\s+)?(?:runs|has|serves|shows|is\s+(?:on|at|running))\b)|\b(?:on|to|in)\s+(?:the\s+)?(?:staging|prod(?:uction)?|preview)\b|デプロイ|ロールアウト|(?:本番|ステージング|検証|プレビュー)(?:環境)?(?:に|へ|で)|配備",
        r"\b(?:re-?)?deployed\b(?!\s+(?:by|via|from|with|using|when|on\s+(?:every|each|push)|automatically)\b)|\brolled\s+out\b|\b(?:is|are|went|now|gone)\s+(?:now\s+)?live\b|\bshipped\s+to\b|\b(?:staging|production|prod)\s+(?:now\s+)?(?:runs|serves|has|is\s+(?:on|running))\s+(?:the|this|our|your|my)\s+(?:latest|new|current|fixed?|change)",
        ages=True, firm=True,
    ),
    "infra": _topic(
        "terraform tofu pulumi cloudformation cdk infra stack bucket resource cluster namespace playbook ansible chart helm manifest provision applied インフラ スタック バケット クラスタ プレイブック マニフェスト チャート リソース",
        r"\b(?:terraform|tofu|pulumi|cloudformation|cdk|infrastructure|stack|bucket|resources?|cluster|namespace|playbook|ansible|charts?|helm|manifests?)\b|インフラ|スタック|バケット|クラスタ|プレイブック|マニフェスト|チャート|リソース",
        r"\bprovisioned\b|\bapplied\s+the\s+(?:terraform|plan|stack|manifests?|playbook|chart)\b",
    ),
    "migrate": _topic("migrat schema マイグレ スキーマ 適用", r"\bmigrations?\b|\bschema\b|マイグレーション|マイグレート|スキーマ|(?:DB|データベース)\s*(?:へ|に)の?適用", r"\bmigrated\b|\b(?:applied|ran|executed)\s+(?:the\s+|all\s+)?(?:[\w-]+\s+)?migrations?\b|\bmigrations?\s+(?:is|are|was|were|has\s+been|have\s+been|has|have)\s+(?:now\s+)?(?:applied|run|executed)\b", firm=True),
    "seed": _topic("seed fixture data シード データ フィクスチャ", r"\bseed(?:s|ing|\s+data)?\b|\bfixtures?\b|\b(?:sample|demo|test|initial|master)\s+data\b|シード|初期データ|フィクスチャ|サンプルデータ|テストデータ|マスタ(?:ー)?データ|ダミーデータ", r"\bseeded\b"),
    "backup": _topic("backup back-up backed dump snapshot バックアップ ダンプ スナップショット", r"\bback-?ups?\b|\bdumps?\b|\bsnapshots?\b|バックアップ|ダンプ|スナップショット", r"\bbacked\s+up\b|\bdumped\b", firm=True),
    "restore": _topic("restor import リストア 復元 インポート 取り込み", r"\brestor(?:e|ation)\b|\bimports?\b|リストア|復元|インポート|取り込み", r"\brestored\b(?!\s+(?:the|my|your|that)\s+stash)|\bimported\b(?=[^.]*\b(?:rows|records|data|dump|csv|database|db)\b)"),
    "publish": _topic(
        "package release version publish npm pypi crates rubygems nuget maven hex . 公開 リリース パブリッシュ レジストリ",
        r"\bpackage\b(?=.*\b(?:on|to)\s+(?:npm|pypi|crates|the\s+registry|rubygems|hex|nuget|maven))|\b(?:release|version|v?\d+\.\d+\.\d+\S*)(?=[`*\s]+(?:is|was|has|went|到)\b)|\bon\s+(?:npm|pypi|crates\.io|rubygems|nuget|maven\s+central)\b|公開|リリース|パブリッシュ|(?:npm|PyPI|crates\.io|レジストリ|RubyGems|NuGet)\s*(?:に|へ)",
        r"\b(?:re-?)?published\b|\b(?:is|are)\s+(?:now\s+)?(?:up\s+|live\s+)?on\s+(?:npm|pypi|crates\.io|rubygems|nuget|hex)\b|\b(?:i|we|['’]ve|is|are|has\s+been|have\s+been)\s+(?:now\s+)?released\b|^\W*released\b(?=\s+(?:`|v?\d|version|to\b|the\b))",
    ),
    "image": _topic("image container dockerfile イメージ", r"\bimages?\b|\bcontainer\s+build\b|\bdockerfile\s+builds\b|イメージ", ages=True),
    "container": _topic("container compose pod replica stack cluster コンテナ ポッド レプリカ コンポーズ", r"\bcontainers?\b|\bcompose\b|\bpods?\b|\breplicas?\b|\b(?:stack|cluster)\s+is\b|コンテナ|ポッド|\bPod\b|レプリカ|コンポーズ", r"\b(?:containers?|pods?|replicas?|stack)\b[^,.;]{0,30}\b(?:is|are)\s+(?:now\s+|all\s+|both\s+)?(?:up\s+and\s+)?running\b"),
    "server": _topic(
        "up live healthy staging ステージング 本番 アプリ 画面 ページ server service endpoint health api daemon worker site port localhost nginx redis postgres proxy smoke started return answer respon replie http app database db サーバ サービス エンドポイント ヘルスチェック デーモン ワーカー ポート プロキシ 疎通 動作確認",
        r"\b(?:dev\s+|web\s+|api\s+|app\s+|local\s+)?servers?\b|\b(?:web|api|systemd|background|backend|auth)?\s*services?\b|\bendpoints?\b|\bhealth(?:\s*-?\s*checks?)?\b|\b/health\w*|\bapi\b|\bdaemon\b|\bworkers?\b|\bsite\b|\bport\s+\d+|\blocalhost\b|\bnginx\b|\bredis\b|\bpostgres\w*\b|\bproxy\b|\bsmoke\s+(?:test|check)\b|\b(?:staging|prod(?:uction)?|apps?|backend|frontend|page|ui|it)\b(?=\s+(?:is|are)\s+(?:now\s+|back\s+)?(?:up|healthy|reachable|live|online|responding|serving)\b)|(?:ステージング|本番|アプリ|画面|ページ)(?:環境|サイト)?(?=[はもが](?:正常に|問題なく|無事に?)?(?:動|稼働|応答|起動|表示|復旧))|サーバ|サービス|エンドポイント|ヘルスチェック|API|デーモン|ワーカー|ポート|プロキシ|疎通|動作確認",
        r"\b(?:servers?|services?|api|apps?|daemon|workers?|site|nginx|redis|postgres\w*|proxy|database|db)\b[^,.;]{0,30}\b(?:is|are)\s+(?:now\s+|all\s+|both\s+)?(?:up\s+and\s+)?running\b|\b(?:re)?started\b(?=.*\b(?:server|service|daemon|worker|app|container|nginx|redis|postgres\w*)\b)|\b(?:returns?|returned|answers?|responds?|responded|responding|replies)\b(?:\s+\w+){0,2}\s+(?:200|201|204|ok|healthy)\b|\bHTTP\s*2\d\d\b|\b(?:is|are)\s+(?:now\s+)?live\b",
    ),
    "health": _topic(
        "health smoke return answer respon replie http ヘルスチェック 疎通 スモーク 応答",
        r"\bhealth(?:\s*-?\s*checks?)?\b|/health\w*|\bsmoke\s+(?:tests?|checks?)\b|ヘルスチェック|疎通|スモーク|応答",
        r"\b(?:returns?|returned|answers?|responds?|responded|responding|replies)\b(?:\s+\w+){0,2}\s+(?:200|201|204|ok|healthy)\b|\bHTTP\s*2\d\d\b",
        ages=True,
    ),
    "install": _topic(
        "dependenc package lock requirement node_modules virtualenv venv toolchain install 依存 パッケージ ロック ライブラリ インストール",
        r"\b(?:dependenc(?:y|ies)|packages?|lock-?file|requirements|node_modules|virtualenv|venv|toolchain)\b|依存(?:関係|パッケージ)?|パッケージ|ロックファイル|ライブラリ",
        r"\b(?:re-?)?installed\b|インストール",
    ),
    "bench": _topic("bench load throughput latency ベンチ 負荷 スループット レイテンシ", r"\bbench(?:mark)?s?\b|\bload\s+tests?\b|\bthroughput\b|\blatency\b|ベンチマーク|負荷試験|負荷テスト|スループット|レイテンシ", r"\bbenchmarked\b", ages=True, firm=True),
    "docs": _topic("doc reference ドキュメント 文書", r"\bdoc(?:s|umentation)\s+(?:site|build|builds?)\b|\bdocs\b|\b(?:api\s+)?reference\b|ドキュメント(?:サイト)?|文書サイト", ages=True),
    "generate": _topic("codegen stub generat client types binding proto コード スタブ 型定義 再生成", r"\bcodegen\b|\bstubs?\b|\bgenerated\s+(?:code|client|types|files?)\b|\b(?:client|types|bindings|protos?|protobuf)\b|コード生成|クライアントコード|生成コード|スタブ|型定義", r"\bre-?generated\b|再生成", ages=True),
    "index": _topic("index インデックス 索引", r"\b(?:search\s+)?index(?:es)?\b|インデックス|索引", r"\bre-?indexed\b|再インデックス"),
    "fetch": _topic("download clone data weights submodule fetch ダウンロード クローン データセット サブモジュール", r"\bdownloads?\b|\bclone\b|\bdata-?sets?\b|\bmodel\s+weights\b|\bsubmodules?\b|ダウンロード|クローン|データセット|サブモジュール", r"\bdownloaded\b|\bcloned\b|\bfetched\b"),
    "upload": _topic("upload artifact sync s3 copied アップロード 転送 同期 アーティファクト", r"\buploads?\b|\bartifacts?\b|\bsync\b|\bs3\b|アップロード|転送|同期|アーティファクト", r"\buploaded\b|\bsynced\b|\bcopied\s+to\b"),
    "train": _topic("train tuning epoch notebook 学習 訓練 ファインチューニング ノートブック", r"\btraining\b|\bfine-?tuning\b|\bepochs?\b|\bnotebooks?\b|学習|訓練|ファインチューニング|ノートブック", r"\btrained\b"),
    "audit": _topic("audit vulnerab scan advisor 脆弱性 監査 スキャン", r"\baudit\b|\bvulnerabilit\w+|\bsecurity\s+scan\b|\bscan\b|\badvisor(?:y|ies)\b|脆弱性|監査|スキャン", ages=True),
    "validate": _topic("config manifest plan syntax schema chart template spec valid 設定 構文 マニフェスト プラン スキーマ テンプレート", r"\bconfig(?:uration)?s?\b|\bmanifests?\b|\bplan\b|\bsyntax\b|\bschema\b|\bchart\b|\btemplates?\b|\bspec\b|設定(?:ファイル)?|構文|マニフェスト|プラン|スキーマ|テンプレート", r"\bvalidates\b|\bvalidated\b|\bis\s+valid\b|\bsyntax\s+is\s+ok\b", ages=True),
    "cron": _topic("job queue task workflow pipeline dag cron ジョブ バッチ キュー ワークフロー パイプライン", r"\b(?:cron\s*)?jobs?\b|\bqueue\b|\btasks?\b|\bworkflow\b|\bpipeline\b|\bdag\b|ジョブ|バッチ|キュー|ワークフロー|パイプライン"),
    "sign": _topic("sign notari cert renewed 署名 公証 証明書", r"\bsignature\b|\bnotari[sz]ation\b|\bcertificates?\b|\bcerts?\b|署名|公証|証明書", r"\bsigned\b|\bnotari[sz]ed\b|\brenewed\b|更新"),
}  # fmt: skip

_BY_PROGRAM: tuple[tuple[str, str, str], ...] = (
    ("kubectl oc", r"(?:apply|rollout|set|create|replace|scale|patch|delete|run|wait|get|describe|logs)\b", "deploy infra container"),
    ("helm helmfile", r"(?:install|upgrade|rollback|sync|apply|test|status)\b", "deploy infra publish"),
    ("argocd flux kustomize skaffold nomad kamal cap waypoint porter devspace tanka", r"", "deploy infra"),
    ("vercel netlify fly flyctl surge wrangler firebase eb railway render now serverless sls sam kamal gh-pages dokku convex amplify copilot zappa chalice deployctl cf shuttle modal", r"(?!.*\b(?:logs?|dev|status|env|link|login|whoami|list|ls|init)\b)", "deploy"),
    ("heroku", r"(?:container:release|container:push|releases:|pg:|run|deploy)", "deploy"),
    ("cdk pulumi terraform tofu terragrunt cdktf", r"(?:deploy|up|apply|destroy|import|refresh)\b", "deploy infra"),
    ("terraform tofu terragrunt cdk pulumi", r"(?:validate|plan|synth|preview)\b", "validate infra"),
    ("ansible-playbook ansible salt salt-call puppet chef-client packer vagrant nixos-rebuild home-manager darwin-rebuild", r"", "deploy infra container"),
    ("gcloud az aws doctl oci", r".*\b(?:deploy|update-service|update-function-code|create-stack|update-stack|create|release)\b", "deploy infra"),
    ("aws gsutil rclone az gcloud mc s3cmd", r".*\b(?:cp|sync|mv|rsync|copy|upload)\b", "upload fetch backup"),
    ("scp rsync", r"", "upload deploy backup"),
    ("docker-stack", r"", "deploy"),
    ("docker podman", r"(?:stack\s+deploy|service\s+update)\b", "deploy container"),
    ("alembic", r"(?:upgrade|downgrade|stamp|current|check)\b", "migrate"),
    ("prisma", r"(?:migrate|db\s+push|db\s+execute)\b", "migrate"),
    ("prisma drizzle-kit", r"(?:generate|pull)\b", "generate"),
    ("flyway liquibase goose dbmate sqlx diesel atlas knex sequelize sequelize-cli typeorm mikro-orm drizzle-kit migrate db-migrate node-pg-migrate yoyo sqitch phinx doctrine golang-migrate tern sea-orm-cli refinery umzug bytebase", r"(?!.*\b(?:generate|new|create|make|init|add|migration:create|migrate:make|history|list)\b)", "migrate"),
    ("mix", r"(?:ecto\.(?:migrate|setup|reset|rollback))", "migrate"),
    ("mix", r"(?:hex\.publish)", "publish"),
    ("mix", r"(?:deps\.(?:get|update)|deps\.compile)", "install"),
    ("mix", r".*\bseeds?\b|ecto\.setup", "seed"),
    ("rails rake bin/rails db:migrate db:seed", r"", ""),
    ("dotnet", r"ef\s+database", "migrate"),
    ("dotnet", r"nuget\s+push", "publish"),
    ("dotnet", r"(?:restore|add)\b", "install"),
    ("supabase", r"(?:db\s+(?:push|reset)|migration\s+up)", "migrate"),
    ("supabase firebase", r"(?:functions\s+deploy|deploy)", "deploy"),
    ("pg_dump pg_dumpall mysqldump mongodump restic borg velero pg_basebackup duplicity xtrabackup barman", r"(?!.*\brestore\b)", "backup"),
    ("pg_restore mongorestore mysqlimport restic borg velero psql mysql sqlite3 mongoimport", r".*(?:restore|<|-f\b|\.sql|\.dump|COPY|import|\.csv)|\S+\s+\S*\.dump", "restore seed migrate"),
    ("npm pnpm yarn cargo poetry uv flit hatch lerna bun jsr vsce ovsx dart flutter pub pod changeset", r"(?:\S+\s+)?(?:publish|npm\s+publish|trunk\s+push)\b", "publish"),
    ("twine", r"upload", "publish"),
    ("npm pnpm yarn poetry cargo bump2version bumpver bump-my-version hatch", r"(?:version\s+\S|set-version|bump|-?\S*patch$)", "publish"),
    ("gem nuget", r"push", "publish"),
    ("goreleaser semantic-release release-it release-plz cargo-release np changeset standard-version clojars", r"(?!version\b)", "publish"),
    ("gh glab", r"release\s+(?:create|upload|edit)", "publish"),
    ("gh glab", r"(?:workflow|run|ci)\s+(?:run|rerun|watch|trigger|view)", "cron"),
    ("gradle gradlew mvn mvnw sbt lein", r"(?:\S+\s+)*(?:publish\S*|deploy\S*|release\S*)", "publish deploy"),
    ("docker podman buildah nerdctl", r"(?:buildx\s+build|build|push|pull|tag|bake|buildx\s+bake|bud|save|load)\b", "image"),
    ("docker podman", r"push\b", "publish"),
    ("docker-compose podman-compose", r"(?:build|push|pull)\b", "image"),
    ("pack ko kaniko skopeo crane jib nixpacks depot earthly buildctl", r"", "image"),
    ("docker podman nerdctl", r"(?:run|start|restart|create|inspect|ps)\b", "container server"),
    ("docker-compose podman-compose", r"(?:up|start|restart|run|ps|down)\b", "container server"),
    ("minikube kind k3d colima multipass lxc incus", r"(?:start|create|launch)\b", "container infra"),
    ("systemctl service pm2 supervisorctl launchctl rc-service brew s6-svc", r".*\b(?:re)?(?:start|load|reload|enable|status|is-active)\b", "server deploy"),
    ("curl wget http https httpie xh grpcurl nc ping redis-cli pg_isready hurl", r"", "server fetch health"),
    ("nginx caddy haproxy apachectl httpd", r".*(?:-t\b|validate|adapt|configtest|-c\b)", "validate"),
    ("nginx caddy apachectl", r".*(?:reload|start|-s\b)", "server"),
    ("uvicorn gunicorn flask rackup puma unicorn hypercorn daphne php artisan http-server serve", r"(?!.*\bversion\b).*(?:serve|:app|run|-S\b|\.ru|start)|$", "server"),
    ("dev preview start runserver http.server", r"", "server"),
    ("npm pnpm yarn bun deno", r"(?:run\s+)?(?:dev|start|serve|preview)\b", "server"),
    ("npm pnpm yarn bun", r"(?:i|ci|install|add|update|upgrade|up|remove|dedupe)\b|(?:--\S+\s*)*$", "install"),
    ("pip pip3 pipenv poetry uv pdm conda mamba bundle gem composer go cargo brew apt apt-get apk dnf yum pacman pod carthage asdf mise rustup nix-env opam cabal stack luarocks cpanm shards nimble vcpkg conan choco winget scoop helm-dep tlmgr pixi", r"(?:pip\s+)?(?:install|i|add|sync|lock|update|upgrade|require|get|mod\s+(?:tidy|download|vendor)|use|fetch|restore|-S\w*|-i)\b", "install"),
    ("hyperfine k6 wrk wrk2 ab locust artillery vegeta autocannon oha hey criterion asv pytest-benchmark ghz jmeter gatling sysbench fio iperf3 pgbench", r"", "bench"),
    ("cargo go mix", r"(?:bench|criterion)\b|test\s.*-bench", "bench"),
    ("mkdocs sphinx-build docusaurus typedoc mdbook jekyll hugo jsdoc doxygen pdoc antora vitepress astro storybook zola asciidoctor yardoc", r"(?!.*\b(?:serve|dev)\b)", "docs"),
    ("cargo mix", r"(?:doc|docs)\b", "docs"),
    ("protoc buf openapi-generator openapi-generator-cli graphql-codegen sqlc swagger-codegen oapi-codegen orval quicktype flatc thrift wire mockgen kubebuilder controller-gen build_runner swagger-cli openapi-typescript tsp", r"(?!lint\b|breaking\b)", "generate"),
    ("go", r"generate\b", "generate"),
    ("wget git git-lfs dvc huggingface-cli hf aria2c kaggle yt-dlp gdown", r"(?:clone|lfs\s+pull|pull|download|fetch|submodule|datasets|https?:|-)\S*", "fetch"),
    ("npm pnpm yarn cargo pip-audit bundle composer safety", r"(?:audit|check)?\b", ""),
    ("npm pnpm yarn cargo bundle composer", r"(?:npm\s+)?audit\b", "audit"),
    ("pip-audit safety snyk trivy grype semgrep bandit gitleaks trufflehog osv-scanner govulncheck dependency-check nuclei zap brakeman bundle-audit syft cosign retire", r"", "audit"),
    ("codesign notarytool gpg cosign signtool jarsigner apksigner certbot acme.sh mkcert openssl step minisign xcrun", r"", "sign"),
    ("promtool kubeconform kubeval yamllint ajv jsonschema cfn-lint sam taplo spectral redocly swagger-cli visudo sshd named-checkconf logrotate amtool circleci", r"", "validate"),
    ("docker-compose", r"config\b", "validate"),
    ("airflow celery prefect dagster luigi sidekiq at crontab dbt argo jenkins-cli databricks spark-submit nf nextflow snakemake", r"", "cron"),
    ("jupyter papermill", r".*(?:nbconvert|execute|\.ipynb)", "train"),
)  # fmt: skip
_ROWS: dict[str, tuple[tuple[re.Pattern[str], frozenset[str]], ...]] = {}
for _programs, _rest, _names in _BY_PROGRAM:
    if _names:
        for _program in sorted(word_set(_programs)):
            _ROWS[_program] = (*_ROWS.get(_program, ()), (late(_rest, re.I), word_set(_names)))
_BY_WORD = late(
    r"(?P<deploy>deploy|rollout|rollback|release-to|ship)|(?P<migrate>migrat\w*|schema:load)|(?P<seed>seeds?|seeder|fixtures?|loaddata)|(?P<backup>backups?|dump|snapshot)|(?P<restore>restore|import)|(?P<publish>publish|release)"
    r"|(?P<index>re-?index\w*|index|searchkick)|(?P<bench>bench\w*|loadtest|load_test|perf)|(?P<generate>codegen|generate|gen|proto|stubs)|(?P<upload>upload|sync|push_assets)|(?P<fetch>download|fetch)|(?P<train>train\w*|finetune|fit)"
    r"|(?P<server>serve|server|runserver|start|restart)|(?P<health>health\w*|smoke\w*|ping)|(?P<docs>docs?|documentation)|(?P<image>image|container)|(?P<install>install|bootstrap|setup)|(?P<infra>provision|terraform|infra|playbook)|(?P<audit>audit|scan)"
    r"|(?P<cron>job|worker|queue|etl|batch|pipeline)|(?P<validate>validate|lint-config|check-config)|(?P<sign>sign|notari[sz]e|certs?)",
    re.I,
)
_PIECES = late(r"[/:._\s-]+")
_NOT_THESE = word_set(
    "cat grep rg ls sed awk find head tail git echo printf less wc cd mkdir rm cp mv touch vim nano code diff which tree stat jq test gh glab kill pkill"
    " sleep ps lsof chmod chown ln tar tee sort uniq cut tr column less more"
)


def topics_of(part: str) -> frozenset[str]:
    """What a simple command is about; empty for one that only looks at something."""
    words = unwrapped(part)
    if not words:
        return frozenset()
    name = words[0].rsplit("/", 1)[-1].lower()
    if (
        name in ("git", "gh")
        and len(words) > 1
        and words[1] not in ("clone", "lfs", "submodule", "release", "workflow", "run")
    ):
        return frozenset()
    rest, bare = " ".join(words[1:12]), " ".join(behind_options(words[1:])[:12])
    found: frozenset[str] = frozenset()
    for pattern, topics in _ROWS.get(name.removesuffix(".exe"), ()):
        if pattern.match(bare) or pattern.match(rest):
            found |= topics
    if found or name in _NOT_THESE:
        return found
    pieces = [piece for word in words[:4] if not word.startswith("-") for piece in _PIECES.split(word)[-4:]]
    named = (one for piece in pieces if (one := _BY_WORD.fullmatch(piece)))
    told = frozenset(one.lastgroup for one in named if one.lastgroup)
    return told | {"server"} if "health" in told else told


def topics_in(low: str, topics: frozenset[str]) -> frozenset[str]:
    """Those of ``topics`` that a sentence in lower case may be about, told by single words."""
    return frozenset(name for name in topics if any(map(low.__contains__, TOPICS[name].cues)))
