import { expect, test } from "vitest";
import { matchTotp, newTotpSecret, totpAddress, totpCode, totpStep } from "./totp.server.ts";

/** "12345678901234567890" in base32, from RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.for([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const)("the code at second %i matches RFC 6238", ([second, code]) => {
  expect(totpCode(SECRET, totpStep(new Date(second * 1000)))).toBe(code);
});

test("accepts codes half a minute early or late", () => {
  const at = (second: number) => matchTotp(SECRET, "287 082", new Date(second * 1000));
  expect([at(29), at(59), at(61), at(89), at(90), at(-1)]).toEqual([1, 1, 1, 1, null, null]);
});

test.for(["", "28708", "2870822", "28708x", "٢٨٧٠٨٢"])("rejects %j", (typed) => {
  expect(matchTotp(SECRET, typed, new Date(59_000))).toBeNull();
});

test("secrets are 160 bits in base32; the URL names shop and user", () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
  expect(totpAddress("ABC", "Copper & Bell", "ana@example.com")).toBe(
    "otpauth://totp/Copper%20%26%20Bell:ana%40example.com?secret=ABC&issuer=Copper%20%26%20Bell",
  );
});
