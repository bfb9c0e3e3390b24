import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartAnswer } from "./cart-answer.ts";
import type * as SendCartForm from "./send-cart-form.ts";

let sendCartForm: typeof SendCartForm.sendCartForm;
/** Item counts that the controls of the page were told. */
let badges: (number | null)[];

const done = (badge: number): CartAnswer => ({ ok: true, badge, itemsTotal: 0, said: null, isGoodNews: true, removed: null, added: null });

/** A change that is sent, with its answer in the hands of the test. */
function change() {
  const { promise, resolve, reject } = Promise.withResolvers<CartAnswer>();
  const serverAction = vi.fn<() => Promise<CartAnswer>>(() => promise);
  const answer = sendCartForm(serverAction);
  answer.catch(() => undefined);
  return { answer, resolve, reject, isSent: () => serverAction.mock.calls.length === 1 };
}

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(async () => {
  // A page of its own for every test.
  vi.resetModules();
  ({ sendCartForm } = await import("./send-cart-form.ts"));
  vi.useFakeTimers();
  badges = [];
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  page.addEventListener("shopbell:cart", (event) => {
    if (event instanceof CustomEvent) badges.push((event.detail as { badge: number | null }).badge);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("sends the second change after the first response, the next two together", async () => {
  const [first, second, third] = [change(), change(), change()];
  await after(1);
  expect([first, second, third].map(({ isSent }) => isSent())).toEqual([true, false, false]);
  first.resolve(done(1));
  await after(0);
  expect([second, third].map(({ isSent }) => isSent())).toEqual([true, true]);
});

test("sends one change at a time until one has succeeded", async () => {
  const [first, second, third] = [change(), change(), change()];
  first.reject(new Error("500"));
  await expect(first.answer).rejects.toThrow("500");
  await after(0);
  expect([second, third].map(({ isSent }) => isSent())).toEqual([true, false]);
});

test("waits six seconds for a change without a response", async () => {
  const [, second, third] = [change(), change(), change()];
  await after(5.9);
  expect(second.isSent()).toBe(false);
  await after(0.2);
  expect([second, third].map(({ isSent }) => isSent())).toEqual([true, false]);
  await after(6);
  expect(third.isSent()).toBe(true);
});

test("returns an error when no response arrives within thirty seconds", async () => {
  const { answer } = change();
  await after(30);
  await expect(answer).resolves.toMatchObject({ ok: false, isOffline: true, message: expect.stringContaining("in time") as string });
});

test("announces the count of a single change, and refetches it after overlapping ones", async () => {
  const first = change();
  first.resolve(done(1));
  await first.answer;
  expect(badges).toEqual([1]);
  const [second, third] = [change(), change()];
  await after(0);
  third.resolve(done(3));
  await third.answer;
  second.resolve(done(2));
  await second.answer;
  expect(badges).toEqual([1, null, null]);
  const fourth = change();
  fourth.resolve(done(4));
  await fourth.answer;
  expect(badges).toEqual([1, null, null, 4]);
});
