import { expect, test } from "vitest";
import { requireSameOrigin } from "./origin-check.server.ts";

const env = { publicUrl: "https://shop.example" };

function isAllowed(headers: Record<string, string>, url = "https://shop.example/api/cart", method = "POST"): boolean {
  try {
    requireSameOrigin(new Request(url, { method, headers }), env);
    return true;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 403) return false;
    throw thrown;
  }
}

test("accepts the shop's own pages", () => {
  expect(isAllowed({ "Sec-Fetch-Site": "same-origin", Origin: "https://shop.example" })).toBe(true);
  expect(isAllowed({ Origin: "https://shop.example" })).toBe(true);
});

test("rejects other sites, subdomains and look-alikes", () => {
  const foreign: readonly Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: "https://shop.example" },
    { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
    { Origin: "https://evil.example" },
    { Origin: "https://shop.example.evil.example" },
    { Origin: "http://shop.example" },
    { Origin: "https://shop.example:8443" },
    { Origin: "null" },
    { Origin: "" },
    { Origin: "http://localhost:3000" },
  ];
  for (const headers of foreign) expect(isAllowed(headers), JSON.stringify(headers)).toBe(false);
});

test("accepts clients without both headers", () => {
  expect(isAllowed({})).toBe(true);
});

test("accepts the requested loopback address", () => {
  expect(isAllowed({ Origin: "http://localhost:3000" }, "http://localhost:3000/api/cart")).toBe(true);
  expect(isAllowed({ Origin: "http://127.0.0.1:3000" }, "http://127.0.0.1:3000/api/cart")).toBe(true);
  expect(isAllowed({ Origin: "http://localhost:4000" }, "http://localhost:3000/api/cart")).toBe(false);
});

test("accepts the requested host only with same-origin from the browser", () => {
  expect(isAllowed({ Origin: "http://evil.example" }, "http://evil.example/api/cart")).toBe(false);
  expect(isAllowed({ Origin: "http://10.0.0.5:3000", "Sec-Fetch-Site": "same-origin" }, "http://10.0.0.5:3000/api/cart")).toBe(true);
});

test("always allows reads", () => {
  expect(isAllowed({ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, "https://shop.example/api/cart", "GET")).toBe(true);
});
