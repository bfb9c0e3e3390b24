import { AxeBuilder } from "@axe-core/playwright";
import { expect, test as base, type APIRequestContext, type Page } from "@playwright/test";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";

interface WorkerFixtures {
  /** One shop per worker. Tests share it, so each brings its own customers and puts settings back. */
  readonly shop: RunningShop;
}

interface TestFixtures {
  /** A signed-in super-admin's calls, for setting a scene without the screens. */
  readonly admin: AdminCalls;
}

export interface AdminCalls {
  readonly request: APIRequestContext;
  /** Changes site settings by the operator's command; put back after the test. */
  setSettings(values: Readonly<Record<string, string>>): Promise<void>;
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
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      // The browser logs every answer of 400 and above by itself; tests that expect one look at the page instead.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await use(page);
    expect(problems, "nothing unexpected in the browser's console").toEqual([]);
  },
  admin: async ({ shop, playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL: shop.url });
    const signedIn = await request.post("/admin/api/login", { data: ADMIN });
    expect(signedIn.ok()).toBe(true);
    const changed = new Map<string, string>();
    await use({
      request,
      async setSettings(values) {
        const before = (await (await request.get("/api/site-settings")).json()) as Record<string, unknown>;
        for (const [key, value] of Object.entries(values)) {
          if (!changed.has(key)) changed.set(key, before[key] === null || before[key] === undefined ? "" : String(before[key]));
          const answer = await shop.run("settings", "set", key, value);
          expect(answer, answer.output).toMatchObject({ code: 0 });
        }
      },
    });
    for (const [key, value] of changed) await shop.run("settings", "set", key, value);
    await request.dispose();
  },
});

export { expect };

/** No finding of axe at WCAG 2.2 AA on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}

/** Signs in through the page, as staff do. */
export async function signIn(page: Page, user: { readonly email: string; readonly password: string } = ADMIN): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/admin/login"));
}
