import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AlarmDock } from "./alert-banners.tsx";
import type { OrderFeed } from "./use-order-feed.ts";

const FEED: OrderFeed = {
  cancelled: [],
  count: 0,
  listening: 1,
  isPausedByItself: false,
  isLoaded: true,
  hasNewOrder: false,
  newOrders: [],
  beat: 0,
  silentSeconds: null,
};

/** What a screen reader hears of the dock: nothing that is hidden from it. */
function heard(silentSeconds: number): string {
  return renderToStaticMarkup(<AlarmDock feed={{ ...FEED, silentSeconds }} />)
    .replaceAll(/<(\w+)[^>]* ?aria-hidden="true"[^>]*>.*?<\/\1>/g, "")
    .replaceAll(/<[^>]*>/g, "");
}

test("announces a lost connection once, not with each poll that fails", () => {
  expect(heard(9)).toBe("Not connected. New orders are not shown until the connection is back. What you see may be old.");
  for (const seconds of [14, 19, 64]) expect(heard(seconds)).toBe(heard(9));
});

test("shows how long the connection is lost", () => {
  expect(renderToStaticMarkup(<AlarmDock feed={{ ...FEED, silentSeconds: 14 }} />)).toContain(" for 14 s");
});
