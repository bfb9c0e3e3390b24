import { expect, test } from "vitest";
import { runShopCommand } from "#test/shop-command.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";

const { url } = await createTestDatabase();
const env = { DATABASE_URL: url, APP_SECRET: "a secret for tests, at least 32 characters long" };

test("reads the simulator's ledger also when its own key is set", async () => {
  expect(await runShopCommand(["settings", "set", "STRIPE_SECRET_KEY", SIMULATOR_SECRET_KEY, "--yes"], env)).toMatchObject({ code: 0 });
  expect(await runShopCommand(["audit"], env)).toMatchObject({ code: 0, stdout: expect.stringContaining("Everything adds up.") as string });
});
