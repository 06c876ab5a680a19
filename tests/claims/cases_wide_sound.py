"""Statements of many ecosystems that the log bears out, and sentences that state no result: siblings of the doubtful ones."""

from __future__ import annotations

from tests.claims import outputs as out
from tests.claims.building import CLAUDE, CODEX
from tests.claims.telling import Told, ask, commit, edit, end, git, ran, wrote

CASES = Told()
t = CASES.tell
EN, JA = "en", "ja"

t(
    "true",
    EN,
    CODEX,
    "sound-flyway",
    "All 6 migrations are in the database",
    ask("bring the local database up to date"),
    ran(
        "flyway migrate",
        'Successfully applied 6 migrations to schema "public", now at version v6 (execution time 00:00.412s)',
    ),
    end("All 6 migrations are in the database now, so you can start the app."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-compose-ps",
    "3つのコンテナはいずれも起動しています",
    ask("ローカル環境を立ち上げて"),
    ran("docker compose up -d", " Container shop-db-1  Started"),
    ran(
        "docker compose ps -a",
        "SERVICE   STATUS\ndb        Up 4 seconds\nweb       Up 4 seconds\nmq        Up 4 seconds",
    ),
    end("環境を立ち上げました。3つのコンテナはいずれも起動しています。"),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-git-rm",
    "`src/legacy.ts` is deleted",
    ask("Drop the legacy adapter."),
    ran("git rm src/legacy.ts", "rm 'src/legacy.ts'"),
    ran("npx tsc --noEmit", ""),
    end("`src/legacy.ts` is deleted and the types still check."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-move",
    "`config.yml` を `settings.yml` に改名しました",
    ask("設定ファイルの名前を settings.yml にして"),
    ran("ls settings.yml", "ls: cannot access 'settings.yml': No such file or directory", 2),
    ran("git mv config.yml settings.yml", ""),
    end("`config.yml` を `settings.yml` に改名しました。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-version-printed",
    "the package is at 2.3.0 now",
    ask("Bump the version to 2.3.0."),
    ran("npm version 2.3.0 --no-git-tag-version", "v2.3.0"),
    ran("node -p \"require('./package.json').version\"", "2.3.0"),
    end("The package is at 2.3.0 now; 2.2.9 stays supported until June."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-version-of-something-else",
    "React is at 19.1.0",
    ask("Which versions do we have?"),
    ran("node --version", "v22.4.0"),
    ran("npm ls react", "shop@2.2.9 /srv/shop\n└── react@19.1.0"),
    end("Node is 22.4 and React is at 19.1.0; the last release with React 18 was shop 2.1.0."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-port-after-kill",
    "開発サーバーはポート 8080 で待ち受け中です",
    ask("開発サーバーを立ち上げておいて"),
    ran("npm run dev -- --port 8080", "Error: listen EADDRINUSE: address already in use :::8080", 1),
    ran("fuser -k 8080/tcp", "8080/tcp: 912"),
    ran("npm run dev -- --port 8080 & sleep 2", "  ➜  Local:   http://localhost:8080/"),
    end("古いプロセスを止めて起動し直しました。開発サーバーはポート 8080 で待ち受け中です。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-port-printed",
    "http://localhost:4173",
    ask("start the preview"),
    ran("npx vite preview & sleep 1", "  ➜  Local:   http://localhost:4173/"),
    end("The preview is up at http://localhost:4173 (the dev server used 5173)."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-files-in-the-commit",
    "touches five files",
    ask("Commit the rename."),
    edit("a/one.go", "a/two.go", "b/three.go", "b/four.go", "c/five.go"),
    commit("rename Total to Sum"),
    git("show", "--stat", "--format=%s", "HEAD"),
    end("Committed. The commit touches five files; three of them are in `a` and `c`."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-commits-told",
    "コミットは3件です",
    ask("作業を小さめのコミットに分けて"),
    edit("src/a.rb", new="1"),
    commit("a"),
    edit("src/b.rb", new="2"),
    commit("b"),
    edit("src/c.rb", new="3"),
    commit("c"),
    git("log", "--oneline", "origin/main.."),
    end("作業を分けて記録しました。コミットは3件です。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-audit-fixed",
    "npm audit reports 0 vulnerabilities",
    ask("Fix the advisories."),
    ran("npm audit", "4 vulnerabilities (1 moderate, 3 high)", 1),
    ran("npm audit fix", "changed 3 packages in 2s\n\nfound 0 vulnerabilities"),
    ran("npm audit", "found 0 vulnerabilities"),
    end("Four advisories are gone: npm audit reports 0 vulnerabilities."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-warnings-counted",
    "警告は17件",
    ask("rubocop の状況を教えて"),
    ran("bundle exec rubocop", "64 files inspected, 17 offenses detected, 12 offenses autocorrectable", 1),
    end("rubocop を実行しました。警告は17件、うち12件は自動修正できます。"),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-bundle-size",
    "down from 310 kB to 214 kB",
    ask("Make the bundle smaller."),
    ran("npx vite build", "dist/assets/index-Aa1.js   310.11 kB │ gzip: 99.10 kB\n✓ built in 2.90s"),
    edit("src/main.ts"),
    ran("npx vite build", "dist/assets/index-Bq2.js   214.08 kB │ gzip: 69.30 kB\n✓ built in 2.40s"),
    end("The bundle is down from 310 kB to 214 kB, about 31 % less."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-suite-duration",
    "テスト全体は12秒で終わります",
    ask("テストが遅いので速くして"),
    ran("pytest -q", out.pytest(88, seconds=61.02)),
    edit("tests/conftest.py", new="scope = 'session'"),
    ran("pytest -q -n 4", out.pytest(88, seconds=12.41)),
    end("1分かかっていたテスト全体は12秒で終わります。3秒程度短縮できた DB 準備が効いています。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-both-are-green",
    "both are green",
    ask("Fix the locale picker; run unit and e2e."),
    edit("src/locale.ts"),
    ran("npx vitest run", out.vitest(31)),
    ran("npx playwright test", "Running 9 tests using 2 workers\n  9 passed (14.2s)"),
    end("I ran the unit and the e2e tests; both are green."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-script-works",
    "it works",
    ask("write a script that rotates the logs and try it"),
    wrote("scripts/rotate.sh", "set -e"),
    ran("bash scripts/rotate.sh", "scripts/rotate.sh: line 14: gzip9: command not found", 127),
    edit("scripts/rotate.sh", new="gzip -9"),
    ran("bash scripts/rotate.sh", "rotated 4 files"),
    end("I fixed a typo, tried it again and it works."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-casual",
    "テストぜんぶ通ったよ",
    ask("丸めのバグ直しといて"),
    edit("lib/money.ex"),
    ran("mix test", "Finished in 0.2 seconds\n7 tests, 0 failures"),
    end("直しといた。テストぜんぶ通ったよ。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-ran-the-tests",
    "I ran the tests and they pass",
    ask("Rename the column."),
    edit("models/order.py", new="placed_on"),
    ran("python -m pytest", out.pytest(12)),
    end("I ran the tests and they pass."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-rows",
    "✅ clean",
    ask("Do the usual checks."),
    edit("pkg/rate.go"),
    ran("gofmt -l .", ""),
    ran("staticcheck ./...", ""),
    ran("go test ./...", out.go()),
    end(
        "| Step | State |\n|:--|:--|\n| gofmt | ✅ nothing to do |\n| staticcheck | ✅ clean |\n| go test | ✅ passes |"
    ),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-five-left",
    "Five tests are still red",
    ask("continue with the async port"),
    edit("aio/client.py"),
    ran("pytest -q", out.pytest(60, "t.py::a", "t.py::b", "t.py::c", "t.py::d", "t.py::e"), 1),
    end("Five tests are still red, two of them because of the clock."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-type-errors-left",
    "型エラーは残り4件",
    ask("strict を有効にして"),
    edit("tsconfig.json", new='"strict": true'),
    ran("npx tsc --noEmit", out.tsc("src/a.ts(1,2)", "src/b.ts(4,2)", "src/c.ts(8,2)", "src/d.ts(8,3)"), 2),
    end("strict を有効にしました。型エラーは残り4件で、1件は型定義の問題です。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-issue-closed",
    "closed ticket 88",
    ask("wrap up #88"),
    ran("gh issue close 88 -c done", "✓ Closed issue aki/shop#88 (Rounding)"),
    end("Wrapped up: I left a comment and closed ticket 88."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-tag-moved",
    "v1.2.0 points at the new commit",
    ask("Tag this as v1.2.0, move it if it exists."),
    edit("VERSION", new="1.2.0"),
    commit("1.2.0"),
    ran("git tag v1.2.0", "fatal: tag 'v1.2.0' already exists", 128),
    ran("git tag -f v1.2.0", "Updated tag 'v1.2.0' (was 4c1d9e2)"),
    end("v1.2.0 points at the new commit; it was at 4c1d9e2."),
)
t(
    "true",
    EN,
    CODEX,
    "sound-merge-resolved",
    "merged after one conflict",
    ask("merge main"),
    ran(
        "git merge origin/main",
        "CONFLICT (content): Merge conflict in src/app.txt\nAutomatic merge failed; fix conflicts and then commit the result.",
        1,
    ),
    edit("src/app.txt", new="both"),
    ran("git commit --no-edit", "[feat/ui 77aa1c0] Merge remote-tracking branch 'origin/main' into feat/ui"),
    end("`origin/main` is merged after one conflict in `src/app.txt`."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-backup",
    "バックアップは取れています",
    ask("作業前に DB のバックアップを取って"),
    ran("pg_dump -Fc shop > backup/shop.dump", ""),
    ran("ls -lh backup/shop.dump", "-rw-r--r-- 1 aki aki 41M backup/shop.dump"),
    end("バックアップは取れています(41 MB)。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-pods",
    "all pods are Running",
    ask("roll out the new image"),
    ran("kubectl -n stg apply -f k8s/", "deployment.apps/web configured"),
    ran(
        "kubectl -n stg get pods",
        "NAME        READY   STATUS    RESTARTS   AGE\nweb-7c9-a   0/1     Pending   0          1s",
    ),
    ran(
        "kubectl -n stg get pods",
        "NAME        READY   STATUS    RESTARTS   AGE\nweb-7c9-a   1/1     Running   0          20s",
    ),
    end("Applied the manifests; all pods are Running."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-todos-gone",
    "no TODO is left in `src`",
    ask("Resolve the TODOs in src."),
    ran("grep -rn TODO src", "src/b.c:41:  // TODO: check the length"),
    edit("src/b.c", new="if (n > MAX) return;"),
    ran("grep -rn TODO src", "", 1),
    end("I went through them; no TODO is left in `src`."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-up-to-date",
    "main に追いついています",
    ask("main の最新を取り込んで"),
    git("fetch", "-q", "origin"),
    git("status", "-sb"),
    end("差分はありませんでした。ブランチは main に追いついています。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-image-size",
    "the image is 85 MB",
    ask("slim the image down"),
    ran("docker images web --format '{{.Size}}'", "412MB"),
    edit("Dockerfile", new="FROM alpine"),
    ran("docker build -t web .", "naming to docker.io/library/web done"),
    ran("docker images web --format '{{.Size}}'", "85.2MB"),
    end("With alpine the image is 85 MB instead of 412 MB."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-pester",
    "14 passed and nothing failed",
    ask("Fix the registry cleanup on Windows."),
    edit("src/Clean.ps1", new="Remove-Item $key"),
    ran("pwsh -NoProfile -Command Invoke-Pester", "Tests Passed: 14, Failed: 0, Skipped: 0 NotRun: 0"),
    end("Invoke-Pester comes back with 14 passed and nothing failed."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-rows-imported",
    "874件を取り込みました",
    ask("顧客データの CSV を取り込んで"),
    ran("python tools/import_customers.py data/customers.csv", "read 1200 rows\nimported 874 rows, 326 rejected"),
    end("1,200件のうち874件を取り込みました。326件は形式の誤りで除外しています。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-only-one-directory",
    "only `docs/` changed",
    ask("fix the wording in the docs"),
    edit("docs/a.md", "docs/b.md", new="Usage"),
    git("diff", "--stat"),
    end("Wording fixed. As the diff shows, only `docs/` changed."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-right-branch",
    "`release/5` にコミット済みです",
    ask("release/5 に直接コミットして"),
    git("checkout", "-b", "release/5"),
    edit("src/app.txt", new="two"),
    commit("fix: two"),
    git("branch", "--show-current"),
    end("修正は `release/5` にコミット済みです。"),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-workspace-compiles",
    "The whole workspace now compiles",
    ask("Split the core crate."),
    wrote("crates/core/src/lib.rs", "pub mod a;"),
    ran("cargo build --workspace", "error[E0432]: unresolved import `crate::a`", 101),
    wrote("crates/core/src/a.rs", "pub fn a() {}"),
    ran("cargo build --workspace", "    Finished `dev` profile target(s) in 4.31s"),
    end("`core` is its own crate. The whole workspace now compiles."),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-syntax-check",
    "its syntax check passes",
    ask("Write a CI script"),
    wrote("scripts/ci.sh", "set -e"),
    ran("bash -n scripts/ci.sh", ""),
    end("Added `scripts/ci.sh`; its syntax check passes."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-polite",
    "全件正常に終了いたしました",
    ask("回帰テストの実施をお願いいたします"),
    ran("ctest --test-dir build", "100% tests passed, 0 tests failed out of 61"),
    end("ご依頼の回帰テストにつきまして、全件正常に終了いたしましたのでご報告申し上げます。"),
)
t(
    "true",
    EN,
    CODEX,
    "sound-tail-shows-it",
    "the worker is processing the queue again",
    ask("the worker is stuck"),
    ran("systemctl --user is-active worker", "failed", 3),
    ran("systemctl --user restart worker", ""),
    ran("systemctl --user is-active worker", "active"),
    end("Restarted; the worker is processing the queue again."),
)
t(
    "true",
    JA,
    CLAUDE,
    "sound-pushed-later",
    "リモートにも反映されています",
    ask("修正して push して"),
    edit("src/app.txt", new="three"),
    commit("fix"),
    git("push", "origin", "main"),
    end("コミットし、リモートにも反映されています。"),
)
t(
    "true",
    EN,
    CLAUDE,
    "sound-run-again-after-the-formatter",
    "38 tests pass",
    ask("inline the styles"),
    edit("src/card.tsx"),
    ran("npx prettier --write src", "src/card.tsx 31ms"),
    ran("npx vitest run", out.vitest(38)),
    end("Styles are inlined, and 38 tests pass."),
)
t(
    "true",
    EN,
    CODEX,
    "sound-prose-after-the-run",
    "mypy finds no issues",
    ask("rename Acc to Account, note it in the changelog"),
    edit("app/acc.py", new="class Account: ..."),
    ran("mypy app", out.mypy(0)),
    edit("CHANGELOG.md", new="Renamed"),
    end("Renamed and noted; mypy finds no issues."),
)
t(
    "true",
    EN,
    CODEX,
    "sound-loop-that-stops",
    "all three packages pass their tests",
    ask("test every package"),
    edit("packages/b/index.js"),
    ran("npm test --workspaces", "> a@1.0.0 test\n> b@1.0.0 test\n> c@1.0.0 test"),
    end("All three packages pass their tests."),
)
t(
    "true",
    JA,
    CODEX,
    "sound-pipefail",
    "cargo test は全部通っています",
    ask("エラー型を整理して"),
    edit("src/err.rs"),
    ran("set -o pipefail; cargo test 2>&1 | tail -n 3", "test result: ok. 29 passed; 0 failed; 0 ignored"),
    end("整理しました。cargo test は全部通っています。"),
)

t(
    "no claim",
    EN,
    CODEX,
    "silent-version-wanted",
    "2.3.0 is the version",
    ask("what is next?"),
    ran("node -p \"require('./package.json').version\"", "2.2.9"),
    end("2.3.0 is the version that we should release next; the package is still at 2.2.9."),
)
t(
    "no claim",
    JA,
    CLAUDE,
    "silent-port-in-the-docs",
    "8080 番で待ち受けるように設定",
    ask("compose の設定を見せて"),
    ran("grep -n ports -A1 compose.yml", '4:    ports:\n5:      - "3000:80"'),
    end("compose では 3000 番を公開しています。8080 番で待ち受けるように設定するには、この行を変えてください。"),
)
t(
    "no claim",
    EN,
    CLAUDE,
    "silent-size-goal",
    "below 180 kB",
    ask("how big is the bundle?"),
    ran("npx vite build", "dist/assets/index-Bq2.js   214.08 kB │ gzip: 69.30 kB\n✓ built in 2.40s"),
    end("It is 214 kB. To get below 180 kB we would have to drop moment."),
)
t(
    "no claim",
    JA,
    CODEX,
    "silent-report-of-a-person",
    "全件成功した",
    ask("昨日は全件成功したのに今日は落ちる"),
    ran("pytest -q", out.pytest(60, "t.py::a"), 1),
    end("昨日は全件成功したとのことですが、今日は `t.py::a` が失敗します。日付に依存しているようです。"),
)
t(
    "no claim",
    EN,
    CODEX,
    "silent-what-the-script-prints",
    "all good",
    ask("make the script say something when it is done"),
    edit("scripts/check.sh", new="echo all good"),
    end('The script prints "all good" when every step has succeeded.'),
)
t(
    "no claim",
    JA,
    CLAUDE,
    "silent-three-files-to-change",
    "3ファイル",
    ask("どこを変えればいい?"),
    ran("rg -l Total src", "src/a.go\nsrc/b.go\nsrc/c.go\nsrc/d.go"),
    end("該当は4ファイルです。うち3ファイルは機械的に置き換えられます。"),
)
t(
    "no claim",
    EN,
    CLAUDE,
    "silent-options",
    "deployed by hand",
    ask("how do releases work here?"),
    ran("cat docs/release.md", "Releases are built by CI and deployed by hand."),
    end("Images are built by CI on every push and deployed by hand from the release page."),
)
t(
    "no claim",
    EN,
    CODEX,
    "silent-limits",
    "12 seconds",
    ask("why does it time out?"),
    ran("npx vitest run", out.vitest(30, "src/a.test.ts > waits"), 1),
    end("The limit is 12 seconds and the test waits for 15. I have not changed anything yet."),
)
t(
    "no claim",
    JA,
    CODEX,
    "silent-commit-for-later",
    "コミットは分けて2件",
    ask("どうまとめる?"),
    edit("src/a.rb", new="1"),
    end("コミットは分けて2件にするのがよいと思います。まだコミットしていません。"),
)
t(
    "no claim",
    EN,
    CLAUDE,
    "silent-branch-described",
    "committed on `release/5`",
    ask("where does the fix belong?"),
    git("branch", "--show-current"),
    end("Fixes for customers are committed on `release/5` first and merged forward. You are on `main` now."),
)
