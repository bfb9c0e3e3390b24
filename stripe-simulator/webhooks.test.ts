import { expect, test } from "vitest";
import type { EventRecord, TaskRecord } from "./payment/records.ts";
import { createMemoryStore } from "./test/memory-store.ts";
import { SIMULATOR_SECRET_KEY } from "./keys.ts";
import { sdkFor } from "./test/sdk.ts";
import { serveSimulator } from "./test/serve-simulator.ts";
import { createWebhookSender, type Delivery } from "./webhooks.ts";

function delivery(id: string): Delivery {
  const event: EventRecord = {
    kind: "event",
    id,
    at: 0,
    type: "charge.captured",
    object: {},
    requestId: null,
    idempotencyKey: null,
    pendingWebhooks: 1,
  };
  const task: TaskRecord = { kind: "task", id: `task_${id}`, at: 0, job: { does: "send-event", eventId: id, attempts: 0 } };
  return { task, event };
}

test("records deliveries that end while earlier ones are being recorded", async () => {
  const store = createMemoryStore();
  const all = [delivery("evt_1"), delivery("evt_2")];
  await store.unit(async (unit) => all.forEach(({ task }) => unit.save(task)));
  const second = Promise.withResolvers<boolean>();
  const answers = [Promise.resolve(true), second.promise];
  const sender = createWebhookSender({
    store: {
      ...store,
      async unit(work) {
        const result = await store.unit(work);
        // The first ones are being noted: now the second delivery comes to its end.
        second.resolve(true);
        await new Promise((done) => setImmediate(done));
        return result;
      },
    },
    target: { to: async () => answers.shift() ?? false, secret: "whsec_test" },
    now: () => 0,
    onError: (error) => {
      throw error;
    },
  });
  sender.send(all);
  await sender.settled();
  expect(await store.unit(async (unit) => Promise.all(all.map(({ task }) => unit.find(task.id))))).toEqual([undefined, undefined]);
});

test("sends only selected types, and lists the others", async () => {
  const sent: string[] = [];
  const to = async (body: string) => sent.push((JSON.parse(body) as { type: string }).type) > 0;
  const served = await serveSimulator({ webhook: { to, secret: "whsec_test", wants: (type) => type !== "payment_intent.created" } });
  const { id } = await sdkFor(served.apiUrl).paymentIntents.create({ amount: 700, currency: "usd" });
  await sdkFor(served.apiUrl).paymentIntents.cancel(id);
  const answer = await fetch(`${served.apiUrl}/v1/events`, { headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` } });
  await served.settled();
  const { data } = (await answer.json()) as { readonly data: readonly { readonly type: string; readonly pending_webhooks: number }[] };
  expect(data.find(({ type }) => type === "payment_intent.created")?.pending_webhooks).toBe(0);
  expect(data.map(({ type }) => type).toSorted()).toEqual(["payment_intent.canceled", "payment_intent.created"]);
  expect(sent).toEqual(["payment_intent.canceled"]);
  await served.close();
});
