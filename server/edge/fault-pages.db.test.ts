import { expect, test } from "vitest";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const fault = () => {
  throw new TypeError("a bug with a secret detail");
};
const shop = await bootSmallShop(url, { broken: { loader: fault, action: fault, default: () => "page" } });

test.each([
  ["a document", "GET", "/broken"],
  ["the data of a navigation", "GET", "/broken.data"],
  ["a form", "POST", "/broken"],
])("shows the request id when %s fails", async (_title, method, path) => {
  const response = await fetch(shop.url + path, { method, headers: { Origin: shop.url, Accept: "text/html" } });
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(body).toContain(response.headers.get("X-Request-Id"));
  expect(body).toContain("Something went wrong on our side.");
  expect(body).not.toContain("secret detail");
});
