import { expect, test } from "vitest";
import { liveControlsSchema } from "./live-controls.schema.ts";

test.each([
  ["'", "or"],
  ["2026-11-20T23:00:00Z", "later"],
  ["now", "2026-11-20T23:00:00Z"],
])("names what is no instant in the time to close: %s to %s", (starts_at, ends_at) => {
  const parsed = liveControlsSchema.safeParse({ slots: [{ starts_at, ends_at, is_closed: true }] });
  expect(parsed.error?.issues[0]?.message).toMatch(/^Send the time as an ISO 8601 instant/);
});

test("refuses a time that ends before it begins or is too long", () => {
  for (const ends_at of ["2026-11-20T22:00:00Z", "2026-11-21T02:00:00Z"]) {
    const parsed = liveControlsSchema.safeParse({ slots: [{ starts_at: "2026-11-20T23:00:00Z", ends_at, is_closed: true }] });
    expect(parsed.error?.issues[0]?.message).toMatch(/^A time ends after it begins/);
  }
});
