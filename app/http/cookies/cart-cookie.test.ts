import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { readCartId, serializeCartId } from "./cart-cookie.server.ts";

const CART = "0d1c9d52-6d6c-4b56-9d26-2a4c7d2d3b11";
const plain = { env: { isSecure: false }, cookieSecret: "one secret" };
const secure = { env: { isSecure: true }, cookieSecret: "one secret" };

function withCookie(cookie: string): Request {
  return new Request("http://localhost/", { headers: { Cookie: cookie } });
}

test("reads the cart from a signed cookie", async () => {
  const [pair = ""] = (await serializeCartId(CART, plain)).split(";");
  expect(await readCartId(withCookie(pair), plain)).toBe(CART);
});

test("binds the cookie to the host over https and sets HttpOnly", async () => {
  const cookie = await serializeCartId(CART, secure);
  expect(cookie).toMatch(/^__Host-cart=/);
  for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
  expect(cookie).not.toContain("Domain");
  expect(await serializeCartId(CART, plain)).not.toContain("Secure");
});

test("rejects changed, foreign and unsigned cookies", async () => {
  const [pair = ""] = (await serializeCartId(CART, plain)).split(";");
  const [foreign = ""] = (await serializeCartId(CART, { ...plain, cookieSecret: "another" })).split(";");
  const unsigned = `cart=${encodeURIComponent(Buffer.from(JSON.stringify(CART)).toString("base64"))}`;
  for (const cookie of [pair.slice(0, -3), `${pair}x`, foreign, unsigned, "cart=", "cart=%", "cart=a.b.c"]) {
    expect(await readCartId(withCookie(cookie), plain), cookie).toBeNull();
  }
});

test("reads cookies signed by the router", async () => {
  const router = createCookie("cart", { secrets: [plain.cookieSecret] });
  const [pair = ""] = (await router.serialize(CART)).split(";");
  expect(await readCartId(withCookie(pair), plain)).toBe(CART);
  expect(await readCartId(withCookie(`other=1; ${pair}; cartel=%`), plain)).toBe(CART);
  const [own = ""] = (await serializeCartId(CART, plain)).split(";");
  expect(await router.parse(own)).toBe(CART);
});
