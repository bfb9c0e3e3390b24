import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, openWhole, test } from "./fixtures.ts";
import { fillCart, newCustomer, placeOrder, productId } from "./orders.ts";

/* An upper limit for the JavaScript that a page loads before the first click, for phones on slow networks. */

/** Maximum bytes of JavaScript on any page, compressed with brotli. */
const MAX_BYTES = 140_000;
/** The same for a product page, where most visits begin. */
const MAX_PRODUCT_BYTES = 130_000;

/** Opens a page of the shop in a separate window and counts the script files it fetches. */
async function weigh(page: Page, path: string): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/") && pathname.endsWith(".js")) files.add(pathname);
  });
  await openWhole(page, path);
  const bytes = [...files].reduce((total, file) => total + statSync(`build/client${file}.br`).size, 0);
  return { bytes, files: [...files] };
}

const BURGER = "Copper Bell Burger";

interface WeighedPage {
  readonly name: string;
  /** Creates the page's content and returns its address. */
  readonly prepare: (page: Page, shopUrl: string) => string | Promise<string>;
  readonly maxBytes?: number;
}

const PAGES: readonly WeighedPage[] = [
  { name: "home", prepare: () => "/" },
  { name: "a category", prepare: () => "/2/products" },
  { name: "a search", prepare: () => "/?q=burger" },
  {
    name: "a dish with choices",
    prepare: async (page) => `/products/${await productId(page.request, BURGER)}`,
    maxBytes: MAX_PRODUCT_BYTES,
  },
  { name: "the cart", prepare: (page) => fillCart(page.request).then(() => "/cart") },
  { name: "the checkout", prepare: (page) => fillCart(page.request).then(() => "/checkout") },
  {
    name: "an order",
    prepare: async (_page, shopUrl) => `/payment-complete?order=${(await placeOrder(shopUrl, newCustomer("Ines"))).token}`,
  },
  { name: "a page of text", prepare: () => "/about" },
];

for (const { name, prepare, maxBytes = MAX_BYTES } of PAGES)
  test(`${name} loads at most ${maxBytes} bytes of scripts @phone`, async ({ page, shop }) => {
    const { bytes, files } = await weigh(page, await prepare(page, shop.url));
    expect(files.filter((file) => file.includes("/framework-"))).toHaveLength(1);
    expect(bytes, files.join(" ")).toBeLessThanOrEqual(maxBytes);
  });

for (const path of ["/", "/2/products", "/products/1"])
  test(`${path} asks for its first picture before its scripts @phone`, async ({ page }) => {
    // Connections are limited: later requests wait for earlier ones.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.resourceType()));
    await openWhole(page, path);
    expect(asked.indexOf("image")).toBeGreaterThan(0);
    expect(asked.indexOf("image")).toBeLessThan(asked.indexOf("script"));
  });
