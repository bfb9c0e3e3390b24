import { expect, expectAccessible, openPage, openWhole, reloadPage, test } from "./fixtures.ts";
import { fillCart } from "./orders.ts";

/*
 * The shop's service worker: visited pages are readable offline, say that they are old, and have no usable buttons; any other address shows
 * our own offline page.
 */

test.use({ serviceWorkers: "allow" });

test("offline, stored menus are readable and other pages show the phone number", async ({ page, context }) => {
  await openPage(page, "/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const settings = (await (await page.request.get("/api/site-settings")).json()) as { TELEPHONE: string };
  const [category] = (await (await page.request.get("/api/categories")).json()) as { id: number; name: string }[];
  // The page's own background requests would fail in the middle.
  await openWhole(page, `/${category?.id}/products`);
  await expect.poll(() => page.evaluate(() => caches.match(location.pathname).then((kept) => kept?.status))).toBe(200);
  await fillCart(page.request);
  const title = await page.title();

  await context.setOffline(true);
  await reloadPage(page);
  await expect(
    page.getByRole("status").filter({ hasText: /^No connection\. This is what you saw on \w+ .*prices may have changed/ }),
  ).toBeVisible();
  expect(await page.title()).toBe(title);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.locator("script").count()).toBe(0);
  expect(await page.locator(":is(button, input):not(:disabled)").count()).toBe(0);
  await expectAccessible(page);

  await openPage(page, "/cart");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(page.getByRole("link", { name: `Call ${settings.TELEPHONE}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByText(/^No connection\. This is what you saw/)).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText(/^No connection/)).toBeHidden();
  await openPage(page, "/cart");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
  const kept = await page.evaluate(async () =>
    (await (await caches.open("shop-pages-1")).keys()).map((each) => new URL(each.url).pathname),
  );
  expect(kept.toSorted()).toEqual(["/", `/${category?.id}/products`]);
});

test("the shop is installable on a phone", async ({ request }) => {
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: "Copper Bell", display: "standalone", start_url: "/" });
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()["content-type"]).toBe("image/png");
});
