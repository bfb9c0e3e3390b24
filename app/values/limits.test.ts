import { expect, test } from "vitest";
import * as limits from "./limits.ts";

test("the business constants are the specified ones", () => {
  expect(limits).toMatchObject({
    ORDER_POLL_MS: 5000,
    VERSION_POLL_MS: 3_600_000,
    STORE_CHECK_MS: 300_000,
    STORE_CHECK_NEAR_CLOSING_MS: 10_000,
    NEAR_CLOSING_MINUTES: 5,
    NOTIFICATION_VOLUME: 1,
    STORED_PAGE_RELOAD_GUARD_MS: 10_000,
    TOAST: { durationMs: 4000, visible: 3, widthPx: 356, gapPx: 14, swipeThresholdPx: 20, offsetPx: 200 },
  });
});
