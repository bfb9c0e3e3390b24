import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { environmentFor } from "./node24.mjs";
import { commandOf, inProject, readJson, say } from "./project.mjs";
import { runChild } from "./processes/run-child.mjs";

/**
 * The numbers of passed and failed checks, and the failed ones with the first line of their message: CI may show only the end of a long
 * log.
 * @typedef {{passed: number, failed: number, failures?: string[]}} Counts
 */

/** Artifacts of failed browser tests (playwright.config.ts). */
const RESULTS = inProject("test-results");
const MOST_LINES = 30;

/** @type {Counts} */
const PASSED = { passed: 1, failed: 0 };
/** @type {Counts} */
const FAILED = { passed: 0, failed: 1 };

/** @param {Counts[]} all @returns {Counts} */
export function addUp(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    failures: all.flatMap(({ failures }) => failures ?? []),
  };
}

/** Ends the command: each failure with its file and line, and as the last line `N passed, N failed`. @param {Counts} counts @returns {never} */
export function finish({ passed, failed, failures = [] }) {
  if (failures.length > 0) console.log("");
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.some((failure) => failure.startsWith("e2e/"))) console.log(`Traces, screenshots and the shops' logs: ${RESULTS}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/** @param {string} title @param {() => Promise<Counts>} check @param {number} [startedAt] @returns {Promise<Counts>} */
export async function section(title, check, startedAt = Date.now()) {
  say(`\n── ${title}`);
  const counts = await check();
  say(`── ${title}: ${counts.passed} passed, ${counts.failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  return counts.failed > 0 ? { ...counts, failures: counts.failures ?? [title] } : counts;
}

/**
 * Static checks: types, format, lint (with types), and unused files, exports and packages, including those used only by their own test
 * (types may be). They run in parallel, because each leaves a core idle part of the time; each counts as one check. TypeScript caches
 * results of unchanged files in node_modules/.cache. Knip has no cache: after a merge it reported used files as unused.
 * @param {string} node
 */
export async function checkCode(node) {
  const tsc = commandOf("typescript", "tsc");
  const knip = [commandOf("knip"), "--no-config-hints"];
  // Generates the route types that other checks need.
  if (!(await run(node, commandOf("@react-router/dev", "react-router"), ["typegen"]))) return FAILED;
  const checks = {
    Types: [
      [tsc, "--noEmit", "--checkers", "2", ...rememberIn("app")],
      [tsc, "--noEmit", "-p", "scripts", ...rememberIn("scripts")],
    ],
    Format: [[commandOf("oxfmt"), "--check"]],
    Lint: [[commandOf("oxlint"), "--type-aware", "--deny-warnings", "--format", "unix"]],
    Unused: [knip, [...knip, "--production", "--exclude", "types,dependencies"]],
  };
  const startedAt = Date.now();
  const started = Object.entries(checks).map(([title, commands]) => ({ title, end: runInTurn(node, commands) }));
  const counts = [];
  for (const { title, end } of started) {
    const show = async () => {
      const { ok, output } = await end;
      if (ok) return PASSED;
      say(output.trim());
      return { ...FAILED, failures: problemsIn(title, output) };
    };
    counts.push(await section(title, show, startedAt));
  }
  return addUp(counts);
}

/** The lines of a check's output that name a file, or only the check. @param {string} title @param {string} output */
function problemsIn(title, output) {
  const lines = stripVTControlCharacters(output).split("\n");
  const problems = lines
    .filter((line) => /(?:^|\s)[\w./-]+\.(?:[cm]?[jt]sx?|css|json|md)\b/.test(line))
    .map((line) => `${title}: ${line.trim()}`);
  if (problems.length === 0) return [title];
  const more = problems.length - MOST_LINES;
  return more > 0 ? [...problems.slice(0, MOST_LINES), `${title}: ${more} more, see above`] : problems;
}

/** @param {string} project */
function rememberIn(project) {
  return ["--incremental", "--tsBuildInfoFile", inProject("node_modules", ".cache", "tsc", `${project}.tsbuildinfo`)];
}

/** Without output, one after the other, until one fails. @param {string} node @param {string[][]} commands */
async function runInTurn(node, commands) {
  for (const command of commands) {
    const { code, output } = await runChild(node, command, { env: cleanEnvironment(node), stdout: "keep" });
    if (code !== 0) return { ok: false, output };
  }
  return { ok: true, output: "" };
}

/**
 * @param {string} node @param {string[]} args e.g. `["--project", "unit"]`
 * @param {{env?: Record<string, string>, isShownAtEnd?: boolean}} [options] `isShownAtEnd`: what it prints is not mixed with other output
 */
export function runVitest(node, args, { env = {}, isShownAtEnd = false } = {}) {
  return withReport(async (report) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const command = [commandOf("vitest"), "run", ...args, ...reporters];
    const { code, output } = await runChild(node, command, { env: cleanEnvironment(node, env), stdout: isShownAtEnd ? "keep" : "inherit" });
    if (isShownAtEnd) process.stdout.write(output);
    const result = readJson(report);
    const passed = result?.numPassedTests ?? 0;
    // A file that cannot be loaded has no failed tests; an error outside tests fails only the run.
    const brokenFiles = (result?.testResults ?? []).filter(
      (/** @type {any} */ file) =>
        file.status === "failed" && !file.assertionResults.some((/** @type {any} */ one) => one.status === "failed"),
    ).length;
    return atLeastOneFailure({ passed, failed: (result?.numFailedTests ?? 0) + brokenFiles }, code === 0, failedTests(result));
  });
}

/** @param {any} report Vitest's @returns {string[]} each failed test, or file that could not be loaded */
function failedTests(report) {
  return (report?.testResults ?? [])
    .filter((/** @type {any} */ file) => file.status === "failed")
    .flatMap((/** @type {any} */ file) => {
      const tests = file.assertionResults.filter((/** @type {any} */ one) => one.status === "failed");
      const where = path.relative(process.cwd(), file.name);
      if (tests.length === 0) return [`${where}: ${firstLine(file.message)}`];
      return tests.map(
        (/** @type {any} */ one) => `${where}${lineIn(file.name, one)} › ${one.fullName}: ${firstLine(one.failureMessages?.[0])}`,
      );
    });
}

/** ":12", when the failure's stack names a line of the test's file. @param {string} file @param {any} test */
function lineIn(file, test) {
  const stack = (test.failureMessages ?? []).join("\n");
  return stack.split(file)[1]?.match(/^:\d+/)?.[0] ?? "";
}

/** @param {string | undefined} text */
function firstLine(text) {
  return (
    stripVTControlCharacters(text ?? "")
      .split("\n", 1)[0]
      ?.slice(0, 300) ?? ""
  );
}

/** @param {string} node @param {string} chromium the browser's program @param {string[]} specs the specs to run; none = all */
export function runPlaywright(node, chromium, specs) {
  return withReport(async (report) => {
    const env = { SHOPBELL_CHROMIUM: chromium, SHOPBELL_PLAYWRIGHT_REPORT: report };
    const ok = await run(node, commandOf("@playwright/test", "playwright"), ["test", ...specs], env);
    const result = readJson(report);
    const passed = result?.stats?.expected ?? 0;
    const failed = result?.stats?.unexpected ?? 0;
    return atLeastOneFailure({ passed, failed: failed > 0 ? failed : (result?.errors?.length ?? 0) }, ok, failedSpecs(result?.suites));
  });
}

/**
 * A spec's own `ok` covers only its first viewport, so each of its tests is checked.
 * @param {any[] | undefined} suites Playwright's @returns {string[]}
 */
function failedSpecs(suites) {
  return (suites ?? []).flatMap((suite) => [
    ...failedSpecs(suite.suites),
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.filter((/** @type {any} */ one) => one.status === "unexpected").map((/** @type {any} */ one) => failedSpec(spec, one)),
    ),
  ]);
}

/** Viewport, file, line and title, followed by the browser test's message and pending action. @param {any} spec @param {any} test */
function failedSpec(spec, test) {
  const errors = test.results.flatMap((/** @type {any} */ result) => result.errors ?? []);
  const messageLines = errors.flatMap((/** @type {any} */ error) => stripVTControlCharacters(error.message ?? "").split("\n"));
  const where = errors.map(
    (/** @type {any} */ error) => error.location && `at ${path.relative(process.cwd(), error.location.file)}:${error.location.line}`,
  );
  const lines = [...messageLines.filter((/** @type {string} */ line) => line.trim() !== "").slice(0, MOST_LINES), ...where.filter(Boolean)];
  return [`e2e/${spec.file}:${spec.line} › ${spec.title} [${test.projectName}]`, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join(
    "\n",
  );
}

/** A run that fails or executes nothing counts as a failure. */
function atLeastOneFailure(/** @type {Counts} */ { passed, failed }, /** @type {boolean} */ ok, /** @type {string[]} */ failures) {
  const hasFailed = !ok || passed + failed === 0;
  return { passed, failed: hasFailed ? Math.max(failed, 1) : failed, ...(failures.length > 0 ? { failures } : {}) };
}

/** @param {string} node @param {string} script @param {string[]} args @param {Record<string, string>} [extra] */
async function run(node, script, args, extra = {}) {
  const { code } = await runChild(node, [script, ...args], { env: cleanEnvironment(node, extra) });
  return code === 0;
}

/** @param {string} node @param {Record<string, string>} [extra] */
function cleanEnvironment(node, extra = {}) {
  const { NODE_ENV: _, ...env } = environmentFor(node, extra);
  return env;
}

/** @param {(file: string) => Promise<Counts>} use */
async function withReport(use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-report-"));
  try {
    return await use(path.join(folder, "report.json"));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
