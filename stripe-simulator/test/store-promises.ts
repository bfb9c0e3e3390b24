import { expect, test } from "vitest";
import type { ChargeRecord, DisputeRecord, IntentRecord, MethodRecord, TaskRecord } from "#stripe-simulator/payment/records.ts";
import type { SimulatorStore, SimulatorUnit } from "#stripe-simulator/store/store.ts";

function record(id: string, at: number, intentId = "pi_1", amount = 0): DisputeRecord {
  return { kind: "dispute", id, at, intentId, chargeId: "ch_1", amount, currency: "usd" };
}

function task(id: string, at: number): TaskRecord {
  return { kind: "task", id, at, job: { does: "advance-intent", intentId: "pi_1" } };
}

async function amountOf(unit: SimulatorUnit, id: string): Promise<number> {
  const found = await unit.claim(id);
  return found?.kind === "dispute" ? found.amount : Number.NaN;
}

/** The contract of every store; run for each implementation. */
export function testStorePromises(getStore: () => SimulatorStore): void {
  test("a unit's records are there for the next unit, as they were", async () => {
    const store = getStore();
    await store.unit(async (unit) => unit.save({ ...record("a1", 5), currency: "a \"quoted\" 'ünïcode' \\ text" }));
    expect(await store.unit((unit) => unit.find("a1"))).toEqual({ ...record("a1", 5), currency: "a \"quoted\" 'ünïcode' \\ text" });
    expect(await store.unit((unit) => unit.find("nothing"))).toBeUndefined();
  });

  test("a unit that throws leaves nothing behind", async () => {
    const store = getStore();
    const failing = store.unit(async (unit) => {
      unit.save(record("b1", 5));
      await unit.claim("b1");
      await unit.claimKey("b-key");
      unit.saveAnswer("b-key", { requestHash: "h", status: 200, body: {}, at: 1 });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await store.unit((unit) => unit.find("b1"))).toBeUndefined();
    expect(await store.unit((unit) => unit.claimKey("b-key"))).toBeUndefined();
  });

  test("a unit sees its own writes and removals before they are committed", async () => {
    const store = getStore();
    await store.unit(async (unit) => unit.save(record("c1", 1, "pi_c")));
    await store.unit(async (unit) => {
      unit.save(record("c2", 2, "pi_c"));
      unit.remove("c1");
      expect(await unit.find("c1")).toBeUndefined();
      expect(await unit.claim("c2")).toEqual(record("c2", 2, "pi_c"));
      const list = await unit.list({ kind: "dispute", matching: { intentId: "pi_c" }, limit: 10 });
      expect(list.map((entry) => entry.id)).toEqual(["c2"]);
    });
    expect(await store.unit((unit) => unit.find("c1"))).toBeUndefined();
  });

  test("units that claim the same record run one after the other", async () => {
    const store = getStore();
    await store.unit(async (unit) => unit.save(record("d1", 1)));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.unit(async (unit) => {
          const amount = await amountOf(unit, "d1");
          await new Promise((resolve) => setImmediate(resolve));
          unit.save(record("d1", 1, "pi_1", amount + 1));
        }),
      ),
    );
    expect(await store.unit((unit) => amountOf(unit, "d1"))).toBe(20);
  });

  test("a key in use is busy for others until its unit ends; then its answer is there", async () => {
    const store = getStore();
    const answer = { requestHash: "h", status: 402, body: { error: { code: "card_declined" } }, at: 1_000 };
    await store.unit(async (unit) => {
      expect(await unit.claimKey("e")).toBeUndefined();
      expect(await store.unit((other) => other.claimKey("e"))).toBe("busy");
      expect(await store.unit((other) => other.claimKey("e-other"))).toBeUndefined();
      unit.saveAnswer("e", answer);
    });
    expect(await store.unit((unit) => unit.claimKey("e"))).toEqual(answer);
  });

  test("answers are forgotten when they are old, and can be given again", async () => {
    const store = getStore();
    const answer = (at: number) => ({ requestHash: `h${at}`, status: 200, body: {}, at });
    await store.unit(async (unit) => {
      unit.saveAnswer("f-old", answer(1_000));
      unit.saveAnswer("f-new", answer(2_000));
    });
    await store.forgetAnswers(2_000);
    expect(await store.unit((unit) => unit.claimKey("f-old"))).toBeUndefined();
    expect(await store.unit((unit) => unit.claimKey("f-new"))).toEqual(answer(2_000));
    await store.unit(async (unit) => unit.saveAnswer("f-new", answer(3_000)));
    expect(await store.unit((unit) => unit.claimKey("f-new"))).toEqual(answer(3_000));
  });

  test("forgets old payment methods that no payment was tried with", async () => {
    const store = getStore();
    const method = (id: string, at: number) => ({ kind: "method", id, at }) as MethodRecord;
    await store.unit(async (unit) => {
      for (const [id, at] of [
        ["pm_unused", 1_000],
        ["pm_paid", 1_000],
        ["pm_charged", 1_000],
        ["pm_new", 2_000],
      ] as const)
        unit.save(method(id, at));
      unit.save({ kind: "intent", id: "pi_m", at: 1_000, methodId: "pm_paid" } as IntentRecord);
      unit.save({ kind: "charge", id: "ch_m", at: 1_000, methodId: "pm_charged" } as ChargeRecord);
    });
    await store.forgetUnusedMethods(2_000);
    const found = await store.unit((unit) => Promise.all(["pm_unused", "pm_paid", "pm_charged", "pm_new"].map((id) => unit.find(id))));
    expect(found.map((each) => each?.id)).toEqual([undefined, "pm_paid", "pm_charged", "pm_new"]);
  });

  test("lists are ordered by time and id, cut by time and limit, and continue after a record", async () => {
    const store = getStore();
    await store.unit(async (unit) => {
      for (const [id, at] of [
        ["g1", 10],
        ["g2", 20],
        ["g3", 20],
        ["g4", 30],
      ] as const)
        unit.save(record(id, at, "pi_g"));
      unit.save(task("g-task", 20));
    });
    async function ids(query: Partial<Parameters<SimulatorUnit["list"]>[0]>): Promise<string[]> {
      const list = await store.unit((unit) => unit.list({ kind: "dispute", matching: { intentId: "pi_g" }, limit: 10, ...query }));
      return list.map((entry) => entry.id);
    }
    expect(await ids({})).toEqual(["g4", "g3", "g2", "g1"]);
    expect(await ids({ limit: 2 })).toEqual(["g4", "g3"]);
    expect(await ids({ oldestFirst: true })).toEqual(["g1", "g2", "g3", "g4"]);
    expect(await ids({ from: 20, before: 30 })).toEqual(["g3", "g2"]);
    expect(await ids({ after: { at: 20, id: "g3" } })).toEqual(["g2", "g1"]);
    expect(await ids({ after: { at: 20, id: "g2" }, oldestFirst: true })).toEqual(["g3", "g4"]);
    expect(await ids({ matching: { intentId: "pi_nobody" } })).toEqual([]);
  });
}
