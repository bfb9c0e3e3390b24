import { expect, test } from "vitest";
import { isRungElsewhere } from "./ring-turn.ts";

const rang = (tab: string, at: number, waiting: number) => ({ tab, at, waiting });

test("one of several tabs rings; more orders, later times and the same tab ring again", () => {
  expect(isRungElsewhere(null, rang("a", 0, 1), 7000)).toBe(false);
  expect(isRungElsewhere(rang("a", 0, 1), rang("b", 4900, 1), 7000)).toBe(true);
  expect(isRungElsewhere(rang("a", 0, 1), rang("b", 4900, 2), 7000), "one more order").toBe(false);
  expect(isRungElsewhere(rang("a", 0, 2), rang("b", 4900, 1), 7000), "a decision meanwhile").toBe(true);
  expect(isRungElsewhere(rang("a", 0, 1), rang("b", 7000, 1), 7000), "long ago").toBe(false);
  expect(isRungElsewhere(rang("a", 0, 1), rang("a", 10, 1), 7000)).toBe(false);
});
