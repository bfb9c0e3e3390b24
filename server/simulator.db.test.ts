import { expect, test } from "vitest";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { openTestShop } from "#test/shop.ts";
import { mountSimulator } from "./simulator.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";

const { services } = await openTestShop();

test("the simulator obeys this installation's own secret key from any address, and neither the well-known one nor another shop's", async () => {
  const secrets = simulatorSecrets("a secret for tests, at least 32 characters long");
  const env = { ...services.env, stripeApiUrl: null };
  // With HOST set to one address of the machine, the shop's own calls do not come from the loopback: only the key says who calls.
  const simulator = mountSimulator({ services: { ...services, env }, secrets, selfUrl: "http://192.0.2.7:3000" });
  const ask = async (key: string) =>
    (await simulator.app.request("http://192.0.2.7:3000/v1/payment_intents", { headers: { Authorization: `Bearer ${key}` } })).status;
  expect(await ask(secrets.secretKey)).toBe(200);
  expect(await ask(SIMULATOR_SECRET_KEY)).toBe(401);
  expect(await ask(simulatorSecrets("the secret of another shop, also long enough").secretKey)).toBe(401);
  await simulator.stop();
});
