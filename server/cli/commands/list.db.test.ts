import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findSecret, readSettings } from "#app/store/data/site-settings.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { signIn } from "#app/staff/workflows/sign-in.server.ts";
import { insertMedia } from "#app/media/data/media.server.ts";
import { readPushKeys } from "#app/orders/workflows/counter/push-keys.server.ts";
import { openWebhookSecret } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { listWebhooks } from "#app/orders/data/webhooks/webhooks.server.ts";
import { webhooks } from "#app/orders/data/webhooks/tables.ts";
import { productMedia } from "#app/catalogue/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url, db } = await createTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD_SECRET = "the first secret of this shop, long enough";
const NEW_SECRET = "the second secret of this shop, long enough";
const environment = { DATABASE_URL: url, APP_SECRET: OLD_SECRET, DATA_DIR: folder };
const shop = (...args: string[]) => runShopCommand(args, environment);
const canSignIn = async (email: string, password: string) =>
  (await signIn(db, createSecretBox(OLD_SECRET), { email, password, userAgent: "test", replaces: null, now: new Date() })).kind ===
  "signed-in";

test("help lists and explains the commands without a database", async () => {
  const [all, one, family] = await Promise.all(
    [["--help"], ["settings", "set", "--help"], ["admin", "--help"]].map((args) => runShopCommand(args, {})),
  );
  expect(all).toMatchObject({ code: 0, stderr: "" });
  for (const words of [
    "admin create",
    "settings set",
    "import",
    "export",
    "backup",
    "restore",
    "reconcile",
    "seed",
    "remove-demo",
    "secret rotate",
  ]) {
    expect(all?.stdout).toContain(`  ${words} `);
  }
  expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: npm run shop -- settings set KEY VALUE") as string });
  expect(family?.stdout).toContain("--email ADDRESS");
});

test("the demo is not removed from a shop that never had it", async () => {
  const ending = await shop("remove-demo", "--yes");
  expect(ending).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("This shop has no demo content") as string });
});

test("invalid usage exits with 2 and prints the usage", async () => {
  const wrong = [
    [],
    ["dance"],
    ["settings"],
    ["settings", "get"],
    ["settings", "get", "TAX_RATE", "13"],
    ["settings", "get", "TAX"],
    ["seed", "--now"],
    ["admin", "create", "--email"],
  ];
  const endings = await Promise.all(wrong.map((args) => shop(...args)));
  for (const [index, ending] of endings.entries()) {
    expect(ending, wrong[index]?.join(" ")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("Usage: npm run shop") as string,
    });
    expect(ending.stderr).not.toContain("    at ");
  }
  expect(endings[1]?.stderr).toMatch(/^There is no command dance\.\n/);
  expect(endings[6]?.stderr).toMatch(/^Unknown option '--now'\.\n/);
});

test("explains an unreachable database without its password", async () => {
  const ending = await runShopCommand(["settings", "list"], {
    ...environment,
    DATABASE_URL: "postgresql://shop:opensesame@127.0.0.1:9/shop",
  });
  expect(ending).toMatchObject({ code: 1, stdout: "" });
  expect(ending.stderr).toMatch(/^The database cannot be reached \(ECONNREFUSED\)[^\n]*\n$/);
  expect(await runShopCommand(["settings", "list"], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("APP_SECRET must be set") as string,
  });
});

test("creates an account with a password printed once, and resets it", async () => {
  const made = await shop("admin", "create", "--email", "ana@example.com", "--name", "Ana", "--role", "order-admin");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const password = /^Password: (\S+)/m.exec(made.stdout)?.[1] ?? "";
  expect(await canSignIn("ana@example.com", password)).toBe(true);

  const again = await shop("admin", "create", "--email", "Ana@example.com", "--name", "Ana", "--role", "super-admin");
  expect(again).toMatchObject({ code: 1, stdout: "", stderr: "There is already an account with this address.\n" });

  const reset = await runShopCommand(
    ["admin", "reset-password", "--email", "ana@example.com", "--password", "-"],
    environment,
    "basil and tomatoes 7\n",
  );
  expect(reset).toMatchObject({ code: 0, stdout: expect.not.stringContaining("basil") as string });
  expect([await canSignIn("ana@example.com", password), await canSignIn("ana@example.com", "basil and tomatoes 7")]).toEqual([false, true]);
});

test("rejects accounts with an invalid role, address or password", async () => {
  const create = (email: string, role: string, ...more: string[]) =>
    shop("admin", "create", "--email", email, "--name", "Ben", "--role", role, ...more);
  const [role, address, password, unknown] = await Promise.all([
    create("ben@example.com", "owner"),
    create("ben", "super-admin"),
    create("ben@example.com", "super-admin", "--password", "short"),
    shop("admin", "reset-password", "--email", "nobody@example.com"),
  ]);
  expect(role).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("super-admin, manager, order-admin, menu-editor, bookkeeper, kitchen, courier") as string,
  });
  expect(address).toMatchObject({ code: 2, stderr: expect.stringContaining("ben is not an email address.") as string });
  expect(password).toMatchObject({ code: 1, stderr: expect.stringContaining("at least 12 characters") as string });
  expect(unknown).toMatchObject({ code: 1, stdout: "", stderr: "There is no account with the address nobody@example.com.\n" });
});

test("rejects a password with the shop's name", async () => {
  expect(await shop("settings", "set", "APP_NAME", "Corner Bakery")).toMatchObject({ code: 0 });
  const password = ["--password", "corner-bakery-2026"];
  const made = await shop("admin", "create", "--email", "cleo@example.com", "--name", "Cleo", "--role", "order-admin", ...password);
  const reset = await shop("admin", "reset-password", "--email", "ana@example.com", ...password);
  for (const ending of [made, reset])
    expect(ending).toMatchObject({ code: 1, stderr: expect.stringContaining("little more than the name of the shop") as string });
});

test("sets, shows and resets settings", async () => {
  expect(await shop("settings", "set", "DELIVERY_FEE", "4.5")).toMatchObject({ code: 0, stdout: "DELIVERY_FEE is now 4.50.\n" });
  expect(await shop("settings", "get", "delivery-fee")).toMatchObject({ code: 0, stdout: "4.50\n" });
  expect(await shop("settings", "get", "DELIVERY_FEE", "--json")).toMatchObject({ stdout: "4.5\n" });
  expect((await readSettings(db)).DELIVERY_FEE).toBe(450);
  expect(await shop("settings", "set", "DELIVERY_FEE", "")).toMatchObject({
    code: 0,
    stdout: "DELIVERY_FEE is back to its default, 0.00.\n",
  });
  expect((await readSettings(db)).DELIVERY_FEE).toBe(0);
});

test("refuses an invalid setting, also together with valid ones", async () => {
  expect(await shop("settings", "set", "TAX_RATE", "a lot")).toMatchObject({
    code: 1,
    stderr: "TAX_RATE: Enter a number with at most 4 decimals from 0 to 100.\n",
  });
  await shop("settings", "set", "STORE_OPEN_TIME", "09:00");
  expect(await shop("settings", "set", "STORE_CLOSING_TIME", "09:00")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the same") as string,
  });
  expect((await readSettings(db)).STORE_CLOSING_TIME).toBe("");
});

test("seals secrets, never shows them, and keeps them through a rotation", async () => {
  const unreachable = { ...environment, STRIPE_API_URL: "http://127.0.0.1:9" };
  const unasked = await runShopCommand(["settings", "set", "STRIPE_SECRET_KEY", "-"], unreachable, "sk_test_canary1\n");
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringMatching(/could not be asked.*--yes/) as string });
  const set = await runShopCommand(["settings", "set", "STRIPE_SECRET_KEY", "-", "--yes"], unreachable, "sk_test_canary1\n");
  expect(set).toMatchObject({ code: 0, stdout: "STRIPE_SECRET_KEY is set.\n" });
  const shown = await Promise.all([
    shop("settings", "list"),
    shop("settings", "list", "--json"),
    shop("settings", "get", "STRIPE_SECRET_KEY"),
  ]);
  expect(shown.map(({ stdout, stderr }) => stdout + stderr).join("")).not.toContain("canary1");
  expect(shown[0]?.stdout).toContain("\nSTRIPE_SECRET_KEY=set\nSTRIPE_WEBHOOK_SECRET=not set\n");

  const sealed = createSecretBox(OLD_SECRET).seal("webhook", "whsec_canary2");
  await db.insert(webhooks).values({ url: "https://hooks.example/", events: ["order.received"], secret: sealed });
  const push = await readPushKeys({ db, secrets: createSecretBox(OLD_SECRET) });

  const wrong = await shop("secret", "rotate", "--from", NEW_SECRET, "--to", "a third secret of this shop, long enough");
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("STRIPE_SECRET_KEY cannot be opened with the old secret; nothing was changed") as string,
  });
  expect(await shop("secret", "rotate", "--to", "short")).toMatchObject({ code: 2 });
  const rotated = await shop("secret", "rotate", "--from", OLD_SECRET, "--to", NEW_SECRET);
  expect(rotated).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Sealed again: STRIPE_SECRET_KEY.") as string });
  expect(await findSecret(db, createSecretBox(NEW_SECRET), "STRIPE_SECRET_KEY")).toEqual({ state: "set", value: "sk_test_canary1" });
  const [webhook] = await listWebhooks(db);
  expect(openWebhookSecret(createSecretBox(NEW_SECRET), webhook?.secret ?? "")).toBe("whsec_canary2");
  expect(await readPushKeys({ db, secrets: createSecretBox(NEW_SECRET) })).toEqual(push);
  expect(await shop("settings", "get", "STRIPE_SECRET_KEY")).toMatchObject({ stdout: "unreadable\n" });
  expect(await shop("settings", "set", "STRIPE_SECRET_KEY", "")).toMatchObject({
    code: 0,
    stdout: "STRIPE_SECRET_KEY is not set any more.\n",
  });
  expect(await findSecret(db, createSecretBox(NEW_SECRET), "STRIPE_SECRET_KEY")).toEqual({ state: "unset" });
});

test("importing an export changes nothing, whatever the cells start with", async () => {
  const category = await insertCategory(db, { name: "Pasta" });
  for (const name of ["=SUM(A1:A9)", "+1 free", "-20 %", "@home", 'Say "cheese", twice']) await insertProduct(db, { name }, [category]);
  const file = path.join(folder, "products.csv");
  // Programs read it: it has commas wherever the shop is.
  expect(await shop("settings", "set", "LOCALE", "de-DE")).toMatchObject({ code: 0 });
  expect(await shop("export", file)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^5 products exported\.\nThe export names pictures by this shop's address/) as string,
  });
  const text = readFileSync(file, "utf8");
  expect(
    text
      .split("\r\n")
      .flatMap((line) => line.split(","))
      .filter((cell) => /^"?[=+@]/.test(cell)),
  ).toEqual([]);
  expect(text).toMatch(/^\ufeffHandle,Title,/);
  expect(`\ufeff${(await shop("export")).stdout}`).toBe(text);
  expect(await shop("settings", "set", "LOCALE", "en-US")).toMatchObject({ code: 0 });

  const again = await shop("import", file, "--json");
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(again.stdout)).toMatchObject({ products: { new: 0, changed: 0, unchanged: 5, broken: 0 }, problemCount: 0 });
});

test("an export names pictures by the address of this shop", async () => {
  const file = { key: "soup", fileName: "soup.jpg", mimeType: "image/jpeg", width: 4, height: 3, byteSize: 1, contentHash: "soup" };
  const mediaId = await insertMedia(db, { ...file, alt: "", colour: "#aabbcc", variants: [], placeholder: "" });
  await db.insert(productMedia).values({ productId: await insertProduct(db, { name: "Pictured soup" }), mediaId, position: 0 });
  const { stdout, stderr } = await runShopCommand(["export"], { ...environment, PUBLIC_URL: "https://soup.example" });
  expect(stdout).toContain("https://soup.example/media/soup");
  expect(stderr).not.toContain("The export names pictures");
});

test("previews and imports a product file, and names broken rows", async () => {
  const rows = "Handle,Title,Variant Price\ncalzone,Calzone,14.50\nbroken,Broken,a lot\n";
  const rehearsal = await runShopCommand(["import", "-", "--dry-run"], environment, rows);
  expect(rehearsal).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Line 3 /) as string,
    stdout: expect.stringContaining("+ Calzone (line 2)") as string,
  });
  expect(rehearsal.stdout).toMatch(
    /2 rows: 1 product would be new, .*1 would be left out; .*\nAddresses of the old shop such as \/products\/calzone lead to 1 product\.\nNothing was changed\.\n$/,
  );
  const real = await runShopCommand(["import", "-"], environment, rows);
  expect(real).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 rows: 1 product new, 0 changed, 0 unchanged, 1 left out") as string,
  });

  const picture = path.join(folder, "picture.csv");
  writeFileSync(picture, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  expect(await shop("import", picture)).toMatchObject({ code: 1, stderr: expect.stringContaining("no column for the name") as string });
  expect(await shop("import", path.join(folder, "missing.csv"))).toMatchObject({
    code: 1,
    stderr: `${path.join(folder, "missing.csv")} does not exist.\n`,
  });
});

test("adds no demo to a shop with content", async () => {
  expect(await shop("seed")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "This shop has content, orders or settings already; nothing was changed.\n",
  });
});
