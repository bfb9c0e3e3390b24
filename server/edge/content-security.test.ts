import { expect, test } from "vitest";
import { contentSecurityPolicy, openerPolicy, standingHeaders } from "./content-security.ts";

const policyOf = (path: string) => contentSecurityPolicy(path, "n");

test("the checkout lets the card provider's script, frames and wallet windows in, and no other page does", () => {
  expect(policyOf("/checkout")).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;");
  expect(policyOf("/checkout")).toContain("connect-src 'self' https://api.stripe.com;");
  expect(openerPolicy("/checkout/")).toBe("same-origin-allow-popups");
  for (const path of ["/", "/cart", "/checkout/more", "/payment-complete", "/admin/orders"]) {
    expect(policyOf(path), path).not.toContain("stripe");
    expect(openerPolicy(path), path).toBe("same-origin");
  }
});

test("allows pictures of a CDN only where one is set", () => {
  const pictures = (policy: string) => /img-src [^;]*/.exec(policy)?.[0];
  expect(pictures(policyOf("/"))).toBe("img-src 'self' data:");
  expect(pictures(contentSecurityPolicy("/", "n", { pictures: "https://cdn.example" }))).toBe("img-src 'self' data: https://cdn.example");
});

test("every response refuses frames and has the other standing headers, HSTS only over https", () => {
  const standing = standingHeaders(false);
  expect(standing).toMatchObject({
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  });
  expect(standing).not.toHaveProperty("Strict-Transport-Security");
  expect(standingHeaders(true)).toHaveProperty("Strict-Transport-Security");
});
