import { expect, test } from "vitest";
import { contentSecurityPolicy, openerPolicy } from "./content-security.ts";

const policyOf = (path: string) => contentSecurityPolicy(path, "n");

test("only pages with a card form allow the provider's script, frames and windows", () => {
  for (const path of ["/checkout", "/checkout/", "/pay-order"]) {
    expect(policyOf(path)).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;");
    expect(policyOf(path)).toContain("connect-src 'self' https://api.stripe.com;");
    expect(openerPolicy(path)).toBe("same-origin-allow-popups");
  }
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
