import { expect, test } from "vitest";
import { COMMON_PASSWORDS } from "./common-passwords.mjs";
import { checkNewPassword } from "./new-password.mjs";
import { MIN_PASSWORD_LENGTH } from "./password-length.mjs";

const COMMON = { ok: false, error: expect.stringContaining("one of the first that anybody would try") as string };
const NAME = { ok: false, error: expect.stringContaining("little more than the name of the shop") as string };

test("rejects every common password in any case", () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3000);
  const typed = [...COMMON_PASSWORDS].flatMap((password) => [password, password.toUpperCase()]);
  expect(typed.filter((password) => password.length < MIN_PASSWORD_LENGTH)).toEqual([]);
  expect(typed.filter((password) => checkNewPassword(password).ok)).toEqual([]);
  expect(checkNewPassword("Cheese-Burger")).toEqual(COMMON);
});

test.each(["Corner Bakery", "CORNER-BAKERY-2026", "my corner bakery", "bakerycorner1", "The Corner-Bakery!"])(
  "refuses the shop's name: %s",
  (password) => {
    expect(checkNewPassword(password, ["Corner Bakery"])).toEqual(NAME);
    expect(checkNewPassword(password).ok).toBe(true);
  },
);

test("accepts a password with more than names", () => {
  const password = "bakery violet harbour";
  expect(checkNewPassword(password, ["Corner Bakery", "Ana Harbour", "ana@example.com"])).toEqual({ ok: true, value: password });
});
