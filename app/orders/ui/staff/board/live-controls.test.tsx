import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { LiveControls, type LiveState } from "./live-controls.tsx";

const live: LiveState = {
  openSentence: "Open now",
  isOpen: true,
  pausedUntil: null,
  pauseMessage: "",
  delivery: null,
  isPausedByItself: false,
  busyMinutes: 0,
  busyUntil: null,
  sellOut: { q: "", found: [] },
  quotedMinutes: 20,
  slots: [],
  mostOrders: 0,
  toDelay: [],
  soldOut: [],
};

test("Enter in the customer message does not submit a pause or minutes", () => {
  const now = new Date("2026-12-24T12:00:00Z");
  const Page = createRoutesStub([{ path: "/", Component: () => <LiveControls live={live} now={now} /> }]);
  const page = renderToStaticMarkup(<Page initialEntries={["/"]} />);
  const form = page.split("<form").find((each) => each.includes('name="message"')) ?? "";
  // A browser presses the first button of the form, and none when that is disabled.
  const [first] = /<button[^>]*type="submit"[^>]*>/.exec(form) ?? [];
  expect(first).toContain("disabled");
  expect(form).toContain('name="pause"');
});
