import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test as base, type APIRequestContext, type Locator, type Page, type Request } from "@playwright/test";
import type axe from "axe-core";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import type { Role } from "#app/staff/domain/user.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { reportLostFocus } from "./lost-focus.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";

interface WorkerFixtures {
  /** One shop per worker. Tests share it, so each brings its own customers and puts settings back. */
  readonly shop: RunningShop;
  /** Requests with the cookies of the shop's owner; a session is reused while it lasts, because a sign-in costs as much as a page. */
  readonly owner: () => Promise<APIRequestContext>;
}

interface TestFixtures {
  /** A signed-in super-admin's calls, to prepare data without the screens. */
  readonly admin: AdminCalls;
}

export interface AdminCalls {
  readonly request: APIRequestContext;
  /** Changes site settings through the settings form ("on" and "" for switches); put back after the test. */
  setSettings(values: Readonly<Record<string, string>>): Promise<void>;
  /** A staff member with their own password. */
  addStaff(name: string, roles: readonly Role[]): Promise<SignIn>;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * The browser logs every response of 400 and above; tests that expect one check the page instead. Previews of pages, emails and the setup
 * have frames without scripts, and so block the scripts that traces and fixtures inject into every frame. hostile-content.spec.ts, which
 * has neither, checks emails for scripts.
 */
const EXPECTED = /^Failed to load resource|^Blocked script execution in '(about:srcdoc'|[^']*\/page-preview\/|[^']*\/\?preview=setup')/;

/**
 * A newer request replaced one whose response was still arriving, as intended. React Router 8.4 does not handle the rejected promise of the
 * response's end, so the browser reports a page error. Its message depends on how much of the response has arrived.
 */
const isReplacedRequest = ({ name, message }: Error) =>
  name === "AbortError" && (message === "BodyStreamBuffer was aborted" || message === "signal is aborted without reason");

/** Calls `report` with each error that the page throws. */
export function onPageError(page: Page, report: (error: Error) => void): void {
  page.on("pageerror", (error) => {
    if (!isReplacedRequest(error)) report(error);
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  owner: [
    async ({ shop, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: shop.url });
      await use(async () => {
        if ((await request.get("/admin/api/me")).status() !== 200) await signInByCall(request);
        return request;
      });
      await request.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page, shop }, use, testInfo) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) problems.push(message.text());
    });
    onPageError(page, (error) => problems.push(String(error)));
    await reportLostFocus(page);
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach("shop.log", { path: shop.logFile });
    expect(problems, "nothing unexpected in the browser's console").toEqual([]);
  },
  admin: async ({ shop, owner }, use) => {
    const request = await owner();
    const before = new Map<string, string>();
    await use({
      request,
      async setSettings(values) {
        const present = (await (await request.get("/api/site-settings")).json()) as Record<string, unknown>;
        for (const key of Object.keys(values)) if (!before.has(key)) before.set(key, textOf(present[key]));
        await saveSettings(request, values);
      },
      addStaff: (name, roles) => addStaff(shop, name, roles),
    });
    if (before.size > 0) await saveSettings(await owner(), Object.fromEntries(before));
  },
});

export { expect };

/** Waits until the page is hydrated (app/root.tsx marks it); a page without scripts is ready when it is loaded. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.readyState === "loading") return false;
    const hasScripts = document.querySelector("script[type=module], link[rel=modulepreload]") !== null;
    return !hasScripts || "hydrated" in document.documentElement.dataset;
  });
}

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

/** Opens a page and waits until it is hydrated, all its requests have completed, and the results are rendered. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await untilSettled(page, () => openPage(page, path));
}

/** Waits after `act` until all requests since then have completed, and the results are rendered. */
export async function untilSettled(page: Page, act: () => Promise<void>): Promise<void> {
  const open = new Set<Request>();
  const begin = (request: Request) => void open.add(request);
  const end = (request: Request) => void open.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await act();
  await expect.poll(() => page.evaluate(untilIdle).then(() => [...open].map((request) => request.url()))).toEqual([]);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** In the page: two frames have been rendered, and no scheduled work is pending. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))));
}

/** Reloads the page and waits until it is hydrated. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await untilAlive(page);
}

/** Clicks what loads a new document (a link or form without scripts) and waits until that is loaded. */
export async function clickAndLoad(target: Locator): Promise<void> {
  const loaded = target.page().waitForEvent("load");
  await target.click();
  await loaded;
}

/**
 * Axe finds nothing at WCAG 2.2 AA on the current page after all fades have ended: half of a fade has half the contrast. A message may
 * begin to fade in while axe runs, so its findings must still exist afterwards.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await untilAlive(page);
  let found = await findingsOnceStill(page);
  if (found.length > 0) found = await findingsOnceStill(page);
  expect(found, new URL(page.url()).pathname).toEqual([]);
}

async function findingsOnceStill(page: Page): Promise<readonly string[]> {
  // Colours are measured at their final value. An animation that ends may start another; paused and endless ones stay.
  const finishRunning = () => {
    const isEnding = (each: Animation) =>
      each.playState === "running" && Number.isFinite(each.effect?.getComputedTiming().endTime ?? Infinity);
    const ending = document.getAnimations().filter(isEnding);
    for (const each of ending) each.finish();
    return ending.length;
  };
  await expect.poll(() => page.evaluate(finishRunning)).toBe(0);
  const violations = await runAxe(page);
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Passed checks are not reported: that was half of the work. The shop's frames are previews without scripts, in which axe cannot run. */
const AXE_OPTIONS = {
  iframes: false,
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"],
} satisfies axe.RunOptions;

const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

type Violations = readonly Pick<axe.Result, "id" | "nodes">[];

async function runAxe(page: Page): Promise<Violations> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async (options) => {
    const { axe: core } = window as unknown as { readonly axe: typeof axe };
    return (await core.run(document, options)).violations;
  }, AXE_OPTIONS);
}

/** Signs in through the page, as staff do. */
export async function signIn(page: Page, user: SignIn = ADMIN): Promise<void> {
  await openPage(page, "/admin/login");
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/admin/login"));
  await untilAlive(page);
}

/** Signs in the owner of these cookies, for tests about other features. */
export async function signInByCall(request: APIRequestContext, user: SignIn = ADMIN): Promise<void> {
  const signedIn = await request.post("/admin/api/login", { data: user });
  expect(signedIn.status(), await signedIn.text()).toBe(200);
}

/** The form value of a public setting: unset is "", switches are "on" or "". */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value === true ? "on" : "";
}

async function saveSettings(request: APIRequestContext, values: Readonly<Record<string, string>>): Promise<void> {
  const form = await (await request.get("/admin/site-settings")).text();
  const seen = /name="seen" value="([^"]*)"/.exec(form)?.[1]?.replaceAll("&quot;", '"');
  if (seen === undefined) throw new Error("the settings form has no field 'seen'");
  const saved = await request.post("/admin/site-settings", { form: { ...values, seen } });
  expect(saved.status(), `settings ${JSON.stringify(values)}`).toBe(200);
}

function addStaff(shop: RunningShop, name: string, roles: readonly Role[]): Promise<SignIn> {
  return withDb(shop, async (db) => {
    const user = { email: `${crypto.randomUUID()}@example.com`, password: "amber-lantern-twenty-two" };
    const added = await addAdmin(db, { ...user, shopName: "Shopbell", name, roles });
    if (!added.ok) throw new Error(added.error);
    return user;
  });
}

/** Prepares data in a running shop's database that would take many screens. */
export async function withDb<T>(shop: RunningShop, use: (db: Db) => Promise<T>): Promise<T> {
  const url = await findRunningPostgres(shop.dataDir);
  if (url === undefined) throw new Error("the shop's database cannot be reached");
  const db = openDb(url, { max: 1, limits: TEST_LIMITS });
  try {
    return await use(db);
  } finally {
    await closeDb(db);
  }
}
