import { beforeEach, expect, test, vi } from "vitest";
import type * as PrintClaim from "./print-claim.ts";

/* Tabs of one browser: a module and storage per page and tab, shared locks. */

const CLAIM = { order: "order-1", key: "key-1" };
/** How long to wait for a lock that is not granted. */
const patience = AbortSignal.timeout.bind(AbortSignal, 50);
let held: Map<string, Promise<void>>;
let close: () => void;

beforeEach(() => {
  held = new Map();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(patience);
});

/** A page in a tab with this storage. `close` releases the locks of the page opened last. */
async function openPage(store: Map<string, string>) {
  vi.resetModules();
  const gone = Promise.withResolvers<void>();
  close = gone.resolve;
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  });
  vi.stubGlobal("navigator", {
    locks: {
      async request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
        const aborted = new Promise<never>((_, fail) => {
          signal.addEventListener("abort", () => fail(signal.reason as Error));
        });
        await Promise.race([held.get(name), aborted]);
        const holding = Promise.race([work(), gone.promise]).finally(() => held.delete(name));
        held.set(name, holding);
        return holding;
      },
    },
  });
  const page: typeof PrintClaim = await import("./print-claim.ts");
  const adopting = page.adoptClaim();
  return { page, adopting };
}

test("a reloaded page keeps its key; a duplicated tab starts without", async () => {
  const tab = new Map<string, string>();
  const first = await openPage(tab);
  await first.adopting;
  first.page.keepClaim(CLAIM);
  const closeFirst = close;

  const copy = await openPage(new Map(tab));
  await copy.adopting;
  expect(copy.page.readClaim(), "the first tab holds it").toBeNull();

  const again = await openPage(tab);
  closeFirst();
  await again.adopting;
  expect(again.page.readClaim()).toEqual(CLAIM);
});

test("a duplicated tab has no claim after the first tab has printed", async () => {
  const tab = new Map<string, string>();
  const first = await openPage(tab);
  await first.adopting;
  first.page.keepClaim(CLAIM);
  const copy = await openPage(new Map(tab));
  first.page.keepClaim(null);
  await copy.adopting;
  expect(copy.page.readClaim()).toBeNull();
});
