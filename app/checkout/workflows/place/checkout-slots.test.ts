import { expect, test } from "vitest";
import type { Db } from "#app/platform/db/database.server.ts";
import { withCheckoutSlot } from "./checkout-slots.server.ts";

function steps() {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = (index: number) => async () => {
    started.push(index);
    await new Promise<void>((resolve) => finish.push(resolve));
    return index;
  };
  return { started, finish, work };
}

test("runs four at once and queues the rest in order", async () => {
  const db = {} as Db;
  const { started, finish, work } = steps();
  const all = Array.from({ length: 7 }, (_, index) => withCheckoutSlot(db, work(index)));
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2, 3]);
  for (let done = 0; done < 7; done += 1) {
    finish[done]?.();
    await all[done];
  }
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("passes the slot on after a failure", async () => {
  const db = {} as Db;
  const failing = Array.from({ length: 9 }, () => withCheckoutSlot(db, () => Promise.reject(new Error("no"))));
  expect((await Promise.allSettled(failing)).map((each) => each.status)).toEqual(Array.from({ length: 9 }, () => "rejected"));
  expect(await withCheckoutSlot(db, async () => "in")).toBe("in");
});

test("rejects work when the queue is full", async () => {
  const db = {} as Db;
  const { finish, work } = steps();
  const all = Array.from({ length: 404 }, (_, index) => withCheckoutSlot(db, work(index)));
  expect(await withCheckoutSlot(db, async () => "in")).toBeUndefined();
  for (let done = 0; done < 404; done += 1) {
    finish[done]?.();
    await all[done];
  }
});
