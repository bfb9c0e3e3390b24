import { expect, test } from "vitest";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { webhookInbox } from "#app/orders/data/tables.ts";
import { SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { openTestShop, TEST_WEBHOOK_SECRET } from "#test/shop.ts";
import { createSimulatorReach, mountSimulator } from "./simulator.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";

const { services } = await openTestShop();

test("the simulator accepts only this installation's secret key", async () => {
  const secrets = simulatorSecrets("a secret for tests, at least 32 characters long");
  const env = { ...services.env, stripeApiUrl: null };
  // With HOST set, own calls do not come from the loopback: only the key identifies them.
  const simulator = mountSimulator({ services: { ...services, env }, secrets, reach: createSimulatorReach() });
  const ask = async (key: string) =>
    (await simulator.app.request("http://192.0.2.7:3000/v1/payment_intents", { headers: { Authorization: `Bearer ${key}` } })).status;
  expect(await ask(secrets.secretKey)).toBe(200);
  expect(await ask(SIMULATOR_SECRET_KEY)).toBe(401);
  expect(await ask(simulatorSecrets("the secret of another shop, also long enough").secretKey)).toBe(401);
  await simulator.stop();
});

test("in-process calls need no network, and events need the right signature", async () => {
  const { secretKey } = simulatorSecrets("a secret for tests, at least 32 characters long");
  const env = { ...services.env, stripeApiUrl: null };
  const reach = createSimulatorReach();
  await expect(reach.current("http://127.0.0.1:9/")).rejects.toThrow(TypeError);
  const make = async (webhookSecret: string) => {
    const simulator = mountSimulator({ services: { ...services, env }, secrets: { secretKey, webhookSecret }, reach });
    // Nothing listens at this address.
    const post = async (path: string, body: Record<string, string>) => {
      const headers = { Authorization: `Bearer ${secretKey}` };
      const init = { method: "POST", headers, body: new URLSearchParams(body) };
      return (await (await reach.current(`http://127.0.0.1:9${SIMULATOR_PATH}/v1/payment_intents${path}`, init)).json()) as { id: string };
    };
    const { id } = await post("", { amount: "500", currency: "usd" });
    // Its creation is no news, its end is.
    await post(`/${id}/cancel`, {});
    return { simulator, id };
  };
  const taken = await services.db.select().from(webhookInbox);
  const wrong = await make("whsec_of_somebody_else");
  await wrong.simulator.stop();
  expect(await services.db.select().from(webhookInbox)).toEqual(taken);
  const { simulator, id } = await make(TEST_WEBHOOK_SECRET);
  await expect
    .poll(async () =>
      (await services.db.select({ body: webhookInbox.body }).from(webhookInbox)).map((row) => (row.body as { intentId: string }).intentId),
    )
    .toContain(id);
  await simulator.stop();
});

test("without test cards there is no simulator; publishable keys store no metadata", async () => {
  const env = { ...services.env, stripeApiUrl: null };
  const secrets = simulatorSecrets("a secret for tests, at least 32 characters long");
  const payments = async (takesCards: boolean) => ({ ...(await services.payments.current()), takesCards });
  const mounted = (takesCards: boolean) =>
    mountSimulator({
      services: { ...services, env, payments: { current: () => payments(takesCards) } },
      secrets,
      reach: createSimulatorReach(),
    });
  const [off, on] = [mounted(false), mounted(true)];
  expect([await off.isActive(), await on.isActive()]).toEqual([false, true]);
  const create = async (more: Record<string, string>) => {
    const card = { type: "card", "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "2030" };
    const body = new URLSearchParams({ key: SIMULATOR_PUBLISHABLE_KEY, ...card, ...more });
    return (await on.app.request("/v1/payment_methods", { method: "POST", body })).status;
  };
  expect([await create({}), await create({ "metadata[note]": "kept" })]).toEqual([200, 400]);
  await Promise.all([off.stop(), on.stop()]);
});
