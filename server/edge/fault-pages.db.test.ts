import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const fault = () => {
  throw new TypeError("a bug with a secret detail");
};
const gone = {
  loader({ request }: LoaderFunctionArgs) {
    throw notFound(request);
  },
};
const shop = await bootSmallShop(url, {
  broken: { loader: fault, action: fault, default: () => "page" },
  "broken.csv": { loader: fault },
  "gone.csv": gone,
  "busy.csv": {
    loader() {
      const headers = new Headers({ "Retry-After": "7" });
      headers.append("Set-Cookie", "a=1");
      headers.append("Set-Cookie", "b=2");
      throw Response.json({ message: "Busy." }, { status: 503, headers });
    },
  },
  gone: { ...gone, default: () => "page" },
});

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

test.each([
  [404, "/gone.csv", "Page not found: /gone.csv"],
  [500, "/broken.csv", "Something went wrong on our side."],
])("answers %i as a problem for the file %s", async (status, path, detail) => {
  const response = await fetch(shop.url + path);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
  expect(await response.json()).toMatchObject({ status, detail, message: detail });
});

test.each([
  [404, "/gone.csv"],
  [500, "/broken.csv"],
])("answers %i without a body to HEAD for the file %s", async (status, path) => {
  const response = await fetch(shop.url + path, { method: "HEAD" });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([status, "application/problem+json; charset=utf-8"]);
});

test.each(["GET", "HEAD"])("keeps the headers of a file's error for %s", async (method) => {
  const response = await fetch(`${shop.url}/busy.csv`, { method });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "7"]);
  expect(response.headers.getSetCookie()).toEqual(expect.arrayContaining(["a=1", "b=2"]));
});

test("shows browsers a page for 404", async () => {
  const response = await fetch(`${shop.url}/gone`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
});
