import { expect, test } from "vitest";
import { isFromThisMachine } from "./simulator.ts";

test("the simulator's secret key is for this machine, not for what a proxy on it passes on", () => {
  const from = (address: string | undefined, headers: Record<string, string> = {}) => isFromThisMachine(address, (name) => headers[name]);
  for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) expect(from(address), address).toBe(true);
  for (const address of [undefined, "", "10.0.0.7", "::ffff:10.0.0.7", "::2", "203.0.113.127"])
    expect(from(address), String(address)).toBe(false);
  expect(from("127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBe(false);
  expect(from("127.0.0.1", { via: "1.1 proxy" })).toBe(false);
});
