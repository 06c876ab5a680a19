"""Wordings of statements about results that are recognised, and sentences that state none."""

from __future__ import annotations

import pytest

from butler.maids.session_log_claim_words import statements

STATED = {
    "test": """
The full test suite now passes locally.
I reran the tests; they're all green.
All of the tests are passing again.
Every test passes.
Tests: ✅
Test results: 42/42
Tests — 42 passed, 0 failed, 0 skipped
42 tests, 0 failures
`npm test` exits with 0
`pytest -q` → 42 passed
pytest: OK
Unit tests: passed
The unit tests all succeed.
Everything passes: 42 tests, no failures.
I ran the suite and it's green.
Ran the tests: all passed.
Verified with `pytest` (42 passed).
42 out of 42 tests pass
100% of the tests pass
none of the tests fail
No test failures.
No failing tests remain.
No regressions in the test suite
The specs are green
`bundle exec rspec` is happy
Jest: all suites pass
The whole thing is tested: 42 passing
tests pass ✔
Test suite: PASS
Test run was successful
The e2e run finished without errors, tests are ok
Confirmed that all tests pass.
I confirmed all tests pass.
go test came back clean
cargo test: ok. 12 passed; 0 failed
dotnet test succeeded
phpunit is green (OK, 12 tests)
The previously failing test passes now.
The failing tests now pass.
Tests are passing on all packages
All 3 new tests pass
vitest run: 10/10
✅ 42 tests passing
✔ unit tests
fixed all failing tests
テスト通過
テストはグリーンです
テスト: OK
テスト OK
テスト結果: 全件成功
全テスト成功
全テストがパスしました
テストはすべてパスしています
テストは全部通りました
テストも問題なく通過しました
テスト 42 件がすべて成功
42 件のテストがすべて通りました
42/42 件成功
42件中42件パス
pytest は 42 passed
pytest 全件 PASS
pytest 緑
`pytest -q` で 42 passed を確認
失敗ゼロ
テストの失敗はありません
失敗テストなし
テストを実行し、全件成功しました
テストが成功することを確認しました
テストが通ることを確認済み
テストの成功を確認
ユニットテスト成功
vitest OK
回帰テストも問題ありません
既存テストもすべて通ります
テスト全通過
全テスト緑
テストスイートは正常終了
テストは 0 失敗
The suite came up green.
tests came back green
The code passes the full suite.
It passes all 42 tests.
The change passes every test.
All tests are OK
The suite runs with zero failures.
Nothing is failing in the test suite.
0 failing tests
The tests I ran pass.
The test suite ran clean.
The suite finished without a single failure.
Successfully ran the tests.
I ran `pytest` and it passed.
I ran `pytest`: 42 passed.
Tests remain green.
The suite stays green.
All 42 pass.
All 42 of them pass
42 tests green
42 tests run, none failed
Regression tests: 42 ok
Tests OK (42)
tests = green
The tests are all passing, including the new ones.
Playwright: 12 passed
the whole test suite succeeded
Test status: passing
pytest finished with exit code 0
`cargo test`: 12 passed; 0 failed
The unit-test suite passes
No test fails anymore.
no tests are failing
The tests no longer fail.
Not a single test fails.
Tests went green
Got the suite to green.
I got all tests passing.
All tests have passed.
tests have been passing since
Both test suites pass
I've verified that the tests pass.
Double-checked: tests pass.
Test run: 42 passed / 0 failed
Result: 42 passed
テストは全部緑になりました
テスト全部OK
全 42 テスト成功
42 テストすべて成功
テストは 42 件とも成功
テスト: 42/42
テスト(42 件)はすべて成功
単体テスト・結合テストともに成功
テストは正常に完了しました
テストは全件通過済みです
テストの全件成功を確認済み
テストを流して全部通ることを確認しました
テスト失敗は 0 件
落ちるテストはありません
落ちているテストはなし
テストが落ちることはなくなりました
テストでエラーは出ていません
全件グリーン
E2E も成功
`npm test` は成功しました
`npm test` が通りました
pytest が全件通りました
テスト実行結果は全件 OK です
テストは無事通りました
""",
    "lint": """
Lint: clean
linting passes
The linter is happy.
No lint errors.
no ESLint warnings or errors
ESLint finds nothing
ESLint found no issues
eslint . exits 0
ruff check: All checks passed!
ruff reports no problems
`ruff check .` is clean
clippy has no warnings
golangci-lint shows 0 issues
Zero lint warnings
shellcheck OK
rubocop: no offenses
Fixed all 7 lint errors
All ruff errors are resolved
lint 問題なし
lint もクリーン
リンターの指摘なし
ESLint は警告ゼロ
ESLint エラーなし
ruff OK
ruff check もパス
静的解析も問題ありません
lint の警告は 0 件
lint 通過
lint の指摘 7 件をすべて修正しました
The code lints cleanly.
passes lint
The code passes ESLint.
Lint came back clean
lint-clean
ESLint is quiet
ESLint is silent
no more lint findings
The linter has nothing to say.
The linter found 0 problems
ruff is satisfied
lint は通りました
lint は綺麗です
lint エラーはありません
lint の指摘はなくなりました
lint もグリーン
リントも問題なし
""",
    "types": """
Type checking passes
The type check is green.
tsc: no errors
`tsc --noEmit` passes
No TypeScript errors
no type errors remain
mypy --strict succeeds
mypy reports: Success
pyright: 0 errors, 0 warnings
TypeScript is happy
Types check out: tsc is clean
resolved all type errors
型チェック OK
型エラーはゼロです
型エラーなし
型チェックも通っています
tsc もエラーなし
tsc は成功
mypy もクリーン
型検査は問題なし
型エラーはすべて解消しました
It type-checks.
The code type-checks cleanly.
It typechecks
passes mypy
passes the type checker
TypeScript has no complaints
TypeScript accepts it
tsc is silent
tsc exits cleanly
the type checker is happy
The types are fine
0 type errors
strict mode passes in tsc
型チェックは成功しました
型チェックを通過
型は問題ありません
型エラーは出ていません
TypeScript のエラーはありません
""",
    "format": """
prettier --check passes
Formatting is OK
`gofmt` reports nothing
black --check is clean
cargo fmt --check passes
フォーマット OK
フォーマットチェックも通過
prettier も問題なし
整形チェックも通りました
The code is formatted.
All files are formatted
all files pass prettier
formatting check is clean
Code style: prettier clean
`ruff format --check` passes
フォーマット済み
フォーマットは問題ありません
整形済み
""",
    "build": """
The build is green.
Build: success
The project builds without errors.
The project compiles.
It compiles cleanly.
Compilation succeeded
`cargo build` finished successfully
`make` completes without errors
npm run build works
The production bundle builds fine
The Docker image builds successfully
Image built and tagged, build succeeded
docker build completed without errors
Successful build
xcodebuild succeeded
ビルドも通りました
ビルドは成功しています
ビルド完了
ビルドが無事に通りました
ビルドエラーなし
コンパイルも通っています
コンパイルエラーなし
コンパイル成功
本番ビルドも問題ありません
イメージのビルド完了
docker build 成功
It builds.
The app builds.
Everything compiles.
The code compiles without warnings
It compiles
The build is fine
The build went through.
The build finishes without errors
The build completed
Build done ✅
A release build succeeded
The image is built.
Successfully built the image
Built the image `shop:dev`
The container image was built
I rebuilt the image
The Docker image builds
docker build went through
The bundle was built without errors
Build artifacts are produced, build OK
The binary builds
Gradle: BUILD SUCCESSFUL
mvn package succeeded
ビルドが通っています
ビルドに成功
ビルドは正常終了しました
ビルドできました
ビルドできています
ビルド済み
イメージをビルドしました
Docker イメージも問題なくビルドできました
コンパイルできました
コンパイルは成功です
""",
    "ci": """
CI is green
CI passes
The pipeline is green.
GitHub Actions passed
CI は緑
CI も通っています
CI グリーン
""",
    "all": """
All checks pass.
All green.
All checks are green ✅
Everything passes.
All gates are green
everything is passing
全チェック成功
チェックはすべて通りました
すべて緑です
オールグリーン
全部通りました
Green across the board
Everything is green now
All checks came back green
the checks all pass
All quality gates pass
""",
    "script": """
`./scripts/check` is green
`make verify` passes
make check passes
""",
    "coverage": """
Coverage is now 95%
coverage went up to 91.2 %
Test coverage: 88%
カバレッジ 95%
カバレッジは 95 % に上がりました
Coverage sits at 95%
95% coverage
Coverage: 95.0 %
The coverage rose to 95 %
coverage of 95% reached
line coverage is at 95 percent
カバレッジ: 95.0%
カバレッジが 95% に到達
""",
    "commit": """
Committed as `abc1234`.
I committed the change.
The change has been committed.
All changes are in; commit created.
Commit made: "Round once"
I've made a commit with the fix.
Committed the fix on `main`.
The fix is committed
One commit was created
コミット済み
コミット済みです
コミットまで完了
コミットを作成しました
変更をコミットしました
コミット完了
コミットしてあります
コミット: 完了
It's committed.
Committed everything
The work is committed.
commit done
コミットを済ませました
コミットに成功しました
すべてコミットしました
コミット abc1234 を作成
""",
    "push": """
Pushed.
Pushed to origin/main.
I have pushed the branch.
The branch is pushed.
Changes have been pushed to the remote.
pushed everything to GitHub
The push succeeded.
It's pushed.
The commit is now on origin/main
プッシュ済み
プッシュしました
push しました
push 完了
push まで完了しています
リモートへ反映しました
origin/main に push 済み
コミットして push しました
push も済んでいます
コミット・push 済み
It is on the remote now.
Branch pushed.
Fix pushed
Pushed the fix
pushed it upstream
The remote has the commit.
The push worked
`git push` succeeded
`git push` went through
The branch is up on origin
プッシュ完了です
プッシュまで済ませました
push に成功しました
リモートに push 済み
リモートに上げました
GitHub に push しました
""",
    "pr": """
PR is up: https://github.com/a/b/pull/3
I opened PR #31.
Created pull request #31
The pull request is open.
A draft PR has been created
Raised a PR for review
プルリクエストを作成しました
プルリク作成済み
PR 作成済み
PR #31 を作成
PR を出しました
PR をオープンしました
PR を立てました
PR #31 is open
Opened a PR (#31)
The pull request has been created
PR created: https://github.com/a/b/pull/3
I put up a pull request
There is now a pull request
A PR is open
Pull request opened
PR #31 を作成しました
プルリクエストを出しました
PR をオープン済み
""",
    "merge": """
Merged the branch into main.
The PR is merged.
PR #31 has been merged
I merged `rounding` into `main`
The merge went through
merged cleanly into main
main にマージしました
マージ済み
main へのマージが完了しました
rounding を main にマージ済みです
PR をマージしました
The branch has been merged.
`rounding` is merged
rounding is now merged into main
Merge complete.
The merge is complete
main now contains the rounding branch
Merged.
Merged it into main
Resolved and merged into main
main に取り込みました
main へマージしました
マージは完了しています
マージできました
""",
    "tag": """
Tagged `v1.2.0`.
Created the tag v1.2.0
I tagged the release as v1.2.0
Tag v1.2.0 is in place
Tag `v1.2.0` created
タグ v1.2.0 を付けました
v1.2.0 のタグを作成しました
タグを打ちました
タグ v1.2.0 を push 済み
The release is tagged as v1.2.0
v1.2.0 is tagged
Tag v1.2.0 pushed
Tag v1.2.0 was created and pushed
Release tagged
Added the v1.2.0 tag
v1.2.0 をタグ付けしました
タグ付け完了
v1.2.0 のタグを打ちました
""",
    "issue": """
Closed issue #12.
Closed #12
Issue #12 is now closed
I closed the issue
Issue 12 has been closed as done
Issue #12 をクローズしました
#12 はクローズ済み
課題 #12 を閉じました
イシューをクローズしました
Issue 12 を close しました
Issue #12: closed
#12 is closed
Issue closed
The issue is closed now
Closed the ticket
marked #12 as closed
I've closed #12 with a comment
Issue #12 has been resolved and closed
closed out issue 12
Issue #12 は閉じました
Issue #12 を完了にしました
#12 をクローズ
Issue #12: クローズ
""",
    "tree": """
The working tree is clean.
Working tree clean
git status is clean
There are no uncommitted changes
Nothing left to commit
All changes are committed
No uncommitted changes remain
作業ツリーはクリーンです
未コミットの変更はありません
git status はクリーン
すべてコミット済み
未コミットなし
差分は残っていません
The tree is clean.
Tree is clean
Nothing is uncommitted
nothing uncommitted
no changes are left uncommitted
Everything is in the commit
The repository is clean
The repo is in a clean state
No leftover changes
git is clean
The checkout is clean
ワークツリーはクリーン
コミット漏れはありません
未コミットの変更はなし
変更はすべてコミット済みです
git status も空です
作業ツリーに変更は残っていません
""",
    "file": """
I created `docs/guide.md`.
Added `docs/guide.md` with three sections
`docs/guide.md` has been created
Wrote the guide to `docs/guide.md`
Updated `src/app.py` accordingly
- `docs/guide.md`: new, three sections
The guide is in `docs/guide.md`
Saved to docs/guide.md
`docs/guide.md` を追加しました
`docs/guide.md` に手順を書きました
`docs/guide.md` を新規作成
`docs/guide.md` 作成済み
手引きを `docs/guide.md` にまとめました
""",
    "trouble": """
all 7 findings are fixed
指摘 7 件すべて解消
エラーを全件修正
""",
    "rebase": """
Rebased onto main
""",
}
NOT_STATED = """
The tests are in `tests/`.
I added tests for the rounding.
I added three tests and a clean helper.
The test file was created successfully.
We need to get the tests green.
Next: make the tests pass.
The tests will pass once this lands.
If the build is green we can merge.
Let me check that all tests pass.
I'll make sure lint is clean.
Can you confirm the tests pass?
Tests should be green after this.
The tests fail.
Two tests still fail.
The build is broken.
Lint has 3 errors left.
Not all tests pass.
None of the tests pass.
The tests don't pass yet.
I did not push.
Nothing is pushed.
The commit has not been pushed yet.
I have not committed anything.
I pushed the state up into the parent component.
The value is pushed onto the stack.
We're committed to this approach.
The function passes the list to the next stage.
Tests pass a fake clock into the worker.
The type is passed as a string.
`assert` fails when the list is clean.
The script checks that the build passes.
This ensures the tests pass on Windows.
The CI job runs the tests and builds the image.
Expected: all tests pass
Acceptance criteria: tests pass, lint clean
The README promises that the build works.
According to the docs, `npm test` passes without setup.
You said the tests pass.
Whether the tests pass on Windows is unconfirmed.
It is unclear whether the push went through.
The tests were green yesterday.
The tests passed before my change.
A clean build takes 3 minutes.
Run `npm run build` for a clean build.
The button turns green when the test passes.
The label says "All tests passed".
The green theme is applied to the build page.
Push the branch and open a PR.
Merge when CI is green.
Please push when ready.
The push handler closes the issue.
This PR closes #12.
Close the issue after the merge.
The issue is that the build step merges two files.
The merge function merged the two lists.
I merged the two helper functions into one.
The tag is rendered in green.
Commits are signed by the bot.
Coverage must stay above 90%.
The goal is 95% coverage.
`git status` shows two modified files.
The working tree is not clean.
There are still uncommitted changes.
I want to see the tests pass first.
Try the build again; it might work.
The linter is configured in `pyproject.toml`.
Type checking is off for tests.
The compiler complains about nothing but this line.
The old tests pass `None` here.
I suggest running the tests and pushing.
Once merged, the tag is created by CI.
TODO: tests pass on CI
- [ ] all tests pass
My guess is that the tests pass anyway.
I think the tests would pass.
Hopefully the build works now.
Probably the tests pass.
テストを追加しました
テストケースの追加に成功しました
テストはまだ通りません
テストは失敗しました
2 件失敗しています
テストが通れば push します
テストを実行します
テストが通るか確認してください
テストが通るはずです
ビルドが通るようにします
ビルドは失敗しました
lint エラーが 3 件残っています
lint の指摘が残っています
型エラーは 2 件です
コミットはまだです
コミットしていません
push はまだです
push はお任せします
push してよいですか
PR は作成していません
PR を作成してください
マージ前に確認してください
マージはしていません
マージすると CI が走ります
タグは付けていません
次はテストを全部通します
README には全テスト成功と書かれています
昨日はテストが通っていました
変更前はテストが通っていました
テスト計画: 全件成功を確認する
カバレッジ 90% 以上が条件です
テストが通った場合のみ push します
引数をテストに渡しています
ファイルパスをテストに渡す
次の通りテストを分けました
以下の通り、テストの構成を変えました
テストの通り道を変えました
エラーがないか確認します
エラーが出ないようにしました
問題ないか見てください
ボタンを緑にしました
「テスト成功」と表示されます
「全件成功」という文言を消しました
作業ツリーはクリーンではありません
未コミットの変更が 2 件あります
Issue #12 はまだ開いています
Issue #12 を閉じますか
テスト成功時に緑で表示します
テストが成功したら緑になる表示を足しました
ビルド成功後に通知する処理を足しました
push 通知の設定を追加しました
プッシュ通知を送る処理を書きました
コミットメッセージの案です
ほぼ全てのテストが通っています
一部のテストは通りました
It builds a list of rows.
The helper builds the payload again and again.
The app compiles the templates at start.
Typecheck the file first.
The build is slow.
The test takes 3 seconds to complete.
The formatted output is wrong.
The code is formatted by the hook on commit.
The remote has the commit hook enabled.
The branch is up to date.
Commit `abc1234` broke the build.
The bug came with commit abc1234.
The PR template is open.
An open PR is missing.
There is no pull request yet.
This change is merged into the config at load time.
User settings are merged into the defaults.
The issue is closed by the next release.
The tree view is clean and simple.
A clean tree of components
The cache is clean.
The repository is clean of secrets by policy.
95% of the users see it.
The tests cover 95% of the cases.
The test checks that a push succeeded.
The test asserts the commit was created.
The hook verifies that the working tree is clean.
Tagged unions are supported.
The elements are tagged as private.
I have tagged you in the issue.
Everything works as described in the docs.
We have a green light to merge.
The pipeline passes the file to the next stage.
The lint rule is turned off.
The check passes the request on.
The test should have passed.
It would be good to have the tests passing.
The tests are expected to pass after the rebase.
A test that passes today may fail tomorrow.
I could push it if you want.
ビルドに 3 分かかります
ビルドを高速化しました
テストを通過する前に落ちます
テストに成功メッセージを追加しました
テストの実行は完了していません
テストは完了していません
プッシュできませんでした
push に失敗しました
マージできませんでした
マージコンフリクトを解消しました
設定をマージして返します
デフォルト値にマージされます
コミットできませんでした
コミット時に lint が走ります
タグ付きの行だけ残します
課題は解決していません
型を追加しました
型の定義を緩めました
フォーマットを変えました
クリーンアップを追加しました
クリーンな構成にしました
全件取得する処理を追加しました
全件成功した場合だけ通知します
OK ボタンを追加しました
テスト用の OK ボタンを追加しました
成功時のメッセージを変えました
問題なければマージしてください
問題がなければ push します
1. Make all tests pass
- Turn lint green
- Have CI pass
- テストをすべて通す
2. lint の指摘をゼロ件にする
- main にプッシュする
- コミットする
- タグを付ける
`npm test` は、テストが成功すると終了コード 0、失敗すると 1 を返します。
`--fix` を付けると lint が通ります
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize(("kind", "text"), [(kind, one) for kind, text in STATED.items() for one in lines(text)])
def test_a_statement_is_recognised_with_its_kind(kind: str, text: str) -> None:
    assert kind in {one.kind for one in statements(1, text)}


@pytest.mark.parametrize("text", lines(NOT_STATED))
def test_what_states_no_result_is_no_statement(text: str) -> None:
    assert not [one for one in statements(1, text, files=False) if one.kind not in ("command", "left")]


def test_counts_wholes_and_figures_are_taken_from_the_clause() -> None:
    (one,) = statements(1, "All 42 tests pass.")
    assert (one.kind, one.count, one.whole) == ("test", 42, True)
    (one,) = statements(1, "40 tests pass, 2 fail.")
    assert (one.count, one.counted, one.admits) == (40, True, True)
    (one,) = statements(1, "Coverage went from 81% to 95%.")
    assert one.figure == 95


def test_joined_subjects_share_a_word_of_success() -> None:
    assert {one.kind for one in statements(1, "lint, types and tests all pass")} == {"lint", "types", "test"}
    assert {one.kind for one in statements(1, "型チェック・lint ともにエラーなし")} == {"lint", "types"}


def test_code_blocks_quotations_plans_and_open_boxes_state_nothing() -> None:
    text = """My plan:

1. Fix the tax
2. All tests pass

> All tests pass.

```
all tests pass
```

## Next steps

- Tests pass

Acceptance:

- [ ] Lint is clean
"""
    assert statements(1, text) == ()


def test_rows_of_tables_and_ticked_boxes_are_read_by_cell() -> None:
    text = "| check | result | goal |\n|---|---|---|\n| pytest | 42 passed | 50 passed |\n\n- [x] Lint\n"
    assert [(one.kind, one.count, one.text) for one in statements(1, text)] == [
        ("test", 42, "pytest | 42 passed"),
        ("lint", None, "✅ Lint"),
    ]
