import { US_DOLLARS } from "#app/values/money.ts";
import { storedAmount } from "#app/values/money/stored-amount.ts";
import { findConnection } from "#app/store/data/connections.server.ts";
import { expect, test } from "vitest";
import { closeDb, inTransaction, openDb } from "#app/platform/db/database.server.ts";
import { createPageChanges } from "#app/platform/db/page-changes.server.ts";
import type { Confirmation } from "#app/store/domain/confirmation.ts";
import { findSecret, readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { SETTING_KEYS, settingText, type SettingKey } from "#app/store/domain/settings.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { FORM_SETTING_KEYS, saveSettings, settingSeal, type StripeKeyCheck } from "./save-settings.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";

const { db, url } = await createTestDatabase();
const secrets = createSecretBox("a secret for tests, at least 32 characters long");
const ana = { userId: null, userName: "Ana", isConfirmed: true };
const ben = { userId: null, userName: "Ben", isConfirmed: true };

let provider: StripeKeyCheck = { kind: "taken" };
const asked: string[] = [];
const checkStripeKey = async (secretKey: string) => {
  asked.push(secretKey);
  return provider;
};

const checkSendGridKey = async (apiKey: string) => {
  await Promise.resolve();
  return apiKey === "SG.wrong"
    ? ({ kind: "refused", reason: "The provided authorization grant is invalid." } as const)
    : ({ kind: "taken" } as const);
};

/** Open payments that another key could not reach. */
let stranded = 0;

/** What products carry, by tax class. */
let carried: Record<string, number> = {};
const rateUses = {
  count: async (_tx: unknown, keys: readonly string[]) => new Map(Object.entries(carried).filter(([key]) => keys.includes(key))),
  move: async (_tx: unknown, from: string, to: string) => {
    carried = { ...carried, [to]: (carried[to] ?? 0) + (carried[from] ?? 0) };
    delete carried[from];
  },
};

/** The form as somebody sees it now: every value as text, with its seal. */
async function openForm(at = db) {
  const settings = await readSettings(at);
  const texts = Object.fromEntries(FORM_SETTING_KEYS.map((key) => [key, settingText(key, settings[key], storedAmount)])) as Record<
    SettingKey,
    string
  >;
  const seen = Object.fromEntries(FORM_SETTING_KEYS.map((key) => [key, settingSeal(key, settings[key], US_DOLLARS)])) as Record<
    SettingKey,
    string
  >;
  return {
    texts,
    save: (
      changes: Partial<Record<SettingKey, string>>,
      actor = ana,
      clear: ("STRIPE_SECRET_KEY" | "SENDGRID_API_KEY")[] = [],
      confirmed: readonly Confirmation[] = [],
    ) =>
      saveSettings(
        { db: at, secrets, checkStripeKey, countStrandedPayments: async () => stranded, checkSendGridKey, now: () => new Date(), rateUses },
        { values: { ...texts, ...changes }, seen, clear, confirmed: new Set(confirmed) },
        actor,
      ),
  };
}

test("an untouched form changes nothing", async () => {
  const form = await openForm();
  expect(await form.save({})).toEqual({ kind: "saved", changed: [], warnings: [] });
});

test("only what was changed is stored", async () => {
  const form = await openForm();
  expect(await form.save({ APP_NAME: "Basil & Bean", TAX_RATE: "8.875" })).toMatchObject({
    kind: "saved",
    changed: ["APP_NAME", "TAX_RATE"],
  });
  expect((await readSettings(db)).TAX_RATE).toBe(8.875);
});

test("two people who change different settings both succeed", async () => {
  const [first, second] = [await openForm(), await openForm()];
  expect(await first.save({ TELEPHONE: "416 555 0123" })).toMatchObject({ kind: "saved" });
  expect(await second.save({ STREET_ADDRESS: "1 King St" }, ben)).toMatchObject({ kind: "saved", changed: ["STREET_ADDRESS"] });
  const settings = await readSettings(db);
  expect([settings.TELEPHONE, settings.STREET_ADDRESS]).toEqual(["416 555 0123", "1 King St"]);
});

test("reports a conflict and saves nothing if another user changed the setting", async () => {
  const [first, second] = [await openForm(), await openForm()];
  await first.save({ DELIVERY_FEE: "4" }, ben);
  expect(await second.save({ DELIVERY_FEE: "5", COUNTRY: "Canada" })).toMatchObject({
    kind: "conflict",
    keys: ["DELIVERY_FEE"],
    by: "Ben",
  });
  const settings = await readSettings(db);
  expect([settings.DELIVERY_FEE, settings.COUNTRY]).toEqual([400, ""]);
});

test("cannot overwrite a setting whose change has not been notified yet", async () => {
  // Caches, but receives no notifications: as in the moment before one arrives.
  const cachingDb = openDb(url, { changes: { ...createPageChanges(), isListening: () => true } });
  try {
    const form = await openForm(cachingDb);
    await inTransaction(db, (tx) => writeSettings(tx, secrets, { TELEPHONE: "416 555 0199" }, ben));
    expect((await readSettings(cachingDb)).TELEPHONE, "not notified").toBe(form.texts.TELEPHONE);
    expect(await form.save({ TELEPHONE: "416 555 0100" })).toMatchObject({ kind: "conflict", keys: ["TELEPHONE"], by: "Ben" });
  } finally {
    await closeDb(cachingDb);
  }
});

test("saving the same value twice is no conflict", async () => {
  const [first, second] = [await openForm(), await openForm()];
  await first.save({ ALLOW_TIP: "on" });
  expect(await second.save({ ALLOW_TIP: "on" }, ben)).toMatchObject({ kind: "saved", changed: [] });
});

test("reports every invalid field, and saves nothing", async () => {
  const form = await openForm();
  const answer = await form.save({ TAX_RATE: "a lot", STORE_OPEN_TIME: "25:00", APP_NAME: "Never" });
  expect(answer.kind === "invalid" ? answer.problems.map((problem) => problem.key) : answer).toEqual(["STORE_OPEN_TIME", "TAX_RATE"]);
  expect((await readSettings(db)).APP_NAME).toBe("Basil & Bean");
});

test("equal opening and closing times are refused together", async () => {
  const form = await openForm();
  expect(await form.save({ STORE_OPEN_TIME: "10:00", STORE_CLOSING_TIME: "10:00" })).toMatchObject({
    kind: "invalid",
    problems: [{ key: "STORE_CLOSING_TIME" }],
  });
});

test("delivery areas with amounts are not changed together with the currency", async () => {
  const area = JSON.stringify([{ name: "Centre", prefixes: "M5A", fee: "3.00", freeAbove: "", minOrder: "", minutes: "" }]);
  expect(
    await (await openForm()).save({ CURRENCY: "JPY", DELIVERY_AREAS: area }),
    "none before: meant in yen, which have no cents",
  ).toMatchObject({
    problems: [{ key: "DELIVERY_AREAS" }],
  });
  expect((await (await openForm()).save({ DELIVERY_AREAS: area })).kind).toBe("saved");
  const renamed = area.replace("Centre", "Old town");
  expect(await (await openForm()).save({ CURRENCY: "EUR", DELIVERY_AREAS: renamed })).toMatchObject({
    kind: "invalid",
    problems: [{ key: "DELIVERY_AREAS", message: expect.stringContaining("Save the currency first") }],
  });
  expect((await (await openForm()).save({ DELIVERY_AREAS: "[]" })).kind).toBe("saved");
});

test("asks before a mail key that the provider refuses is saved, and remembers the refusal", async () => {
  const wrong = { SENDGRID_API_KEY: "SG.wrong" };
  expect(await (await openForm()).save(wrong)).toMatchObject({
    kind: "invalid",
    problems: [
      { key: "SENDGRID_API_KEY", message: expect.stringContaining("refuses this key") as string, confirm: ["unchecked-mail-key"] },
    ],
  });
  expect(await findSecret(db, secrets, "SENDGRID_API_KEY")).toEqual({ state: "unset" });
  expect(await (await openForm()).save(wrong, ana, [], ["unchecked-mail-key"])).toMatchObject({ kind: "saved" });
  expect(await findConnection(db, "sendgrid", "SG.wrong")).toMatchObject({ state: "refused" });
  await (await openForm()).save({}, ana, ["SENDGRID_API_KEY"]);
});

test("asks before customers are erased automatically or earlier, not later or never", async () => {
  const save = async (months: string, confirmed: readonly Confirmation[] = []) =>
    (await openForm()).save({ ERASE_CUSTOMERS_MONTHS: months }, ana, [], confirmed);
  const asked = { kind: "invalid", problems: [{ key: "ERASE_CUSTOMERS_MONTHS", confirm: ["erase-customers"] }] };
  expect(await save("24")).toMatchObject(asked);
  expect(await save("24", ["erase-customers"])).toMatchObject({ kind: "saved" });
  expect(await save("12")).toMatchObject(asked);
  expect(await save("36")).toMatchObject({ kind: "saved" });
  expect(await save("0")).toMatchObject({ kind: "saved" });
});

test("stores a typed secret, keeps it when empty, and deletes it when cleared", async () => {
  await (await openForm()).save({ SENDGRID_API_KEY: "SG.abc" });
  await (await openForm()).save({ SENDGRID_API_KEY: "" });
  expect(await findSecret(db, secrets, "SENDGRID_API_KEY")).toEqual({ state: "set", value: "SG.abc" });
  expect(await (await openForm()).save({}, ana, ["SENDGRID_API_KEY"])).toMatchObject({ changed: ["SENDGRID_API_KEY"] });
  expect(await findSecret(db, secrets, "SENDGRID_API_KEY")).toEqual({ state: "unset" });
});

test("a live and a test key together are refused; each may be cleared to change the other", async () => {
  const mixed = await (await openForm()).save({ STRIPE_PUBLIC_KEY: "pk_live_1", STRIPE_SECRET_KEY: "sk_test_1" });
  expect(mixed).toMatchObject({ kind: "invalid", problems: [{ key: "STRIPE_PUBLIC_KEY" }] });
  expect(await (await openForm()).save({ STRIPE_SECRET_KEY: "sk_test_1" })).toMatchObject({
    kind: "saved",
    warnings: [{ key: "STRIPE_PUBLIC_KEY", blocks: false }],
  });
  expect(await (await openForm()).save({ STRIPE_PUBLIC_KEY: "pk_live_1" })).toMatchObject({ kind: "invalid" });
  expect(await (await openForm()).save({ STRIPE_PUBLIC_KEY: "pk_test_1" })).toEqual({
    kind: "saved",
    changed: ["STRIPE_PUBLIC_KEY"],
    warnings: [],
  });
});

test("checks a new secret key with the provider once, and does not save a refused one", async () => {
  asked.length = 0;
  provider = { kind: "refused", reason: "Invalid API Key provided." };
  const refused = await (await openForm()).save({ STRIPE_SECRET_KEY: "sk_test_unknown" }, ana, [], ["unchecked-key", "live-key"]);
  expect(refused).toEqual({
    kind: "invalid",
    problems: [{ key: "STRIPE_SECRET_KEY", message: "Stripe does not take this key. It says: Invalid API Key provided.", blocks: true }],
  });
  provider = { kind: "taken" };
  expect(await (await openForm()).save({ STRIPE_SECRET_KEY: "sk_test_known" })).toMatchObject({ kind: "saved" });
  expect(await (await openForm()).save({ APP_NAME: "Basil & Bean", COUNTRY: "CA" })).toMatchObject({ kind: "saved" });
  expect(asked).toEqual(["sk_test_unknown", "sk_test_known"]);
});

test("saves a key that could not be checked only with a confirmation", async () => {
  provider = { kind: "unreachable" };
  const first = await (await openForm()).save({ STRIPE_SECRET_KEY: "sk_test_2" });
  expect(first).toMatchObject({ kind: "invalid", problems: [{ key: "STRIPE_SECRET_KEY", confirm: ["unchecked-key"] }] });
  expect(await (await openForm()).save({ STRIPE_SECRET_KEY: "sk_test_2" }, ana, [], ["unchecked-key"])).toMatchObject({ kind: "saved" });
});

test("saves a live key only with its own confirmation", async () => {
  provider = { kind: "taken" };
  await (await openForm()).save({}, ana, ["STRIPE_SECRET_KEY"]);
  const live = { STRIPE_PUBLIC_KEY: "pk_live_1", STRIPE_SECRET_KEY: "rk_live_1" };
  for (const confirmed of [[], ["unchecked-key"]] as const) {
    expect(await (await openForm()).save(live, ana, [], confirmed)).toMatchObject({
      kind: "invalid",
      problems: [{ confirm: ["live-key"] }],
    });
  }
  provider = { kind: "unreachable" };
  expect(await (await openForm()).save(live, ana, [], ["live-key"])).toMatchObject({
    kind: "invalid",
    problems: [{ confirm: ["unchecked-key", "live-key"] }],
  });
  expect(await (await openForm()).save(live, ana, [], ["live-key", "unchecked-key"])).toMatchObject({ kind: "saved" });
});

test("saves a key change that strands open payments only with a confirmation", async () => {
  provider = { kind: "taken" };
  stranded = 3;
  expect(await (await openForm()).save({ APP_NAME: "Basil & Bean", COUNTRY: "CA" })).toMatchObject({ kind: "saved" });
  expect(await (await openForm()).save({ STRIPE_SECRET_KEY: "rk_live_2" }, ana, [], ["live-key"])).toMatchObject({
    kind: "invalid",
    problems: [
      { key: "STRIPE_SECRET_KEY", message: expect.stringContaining("3 payments are still open"), confirm: ["live-key", "open-payments"] },
    ],
  });
  expect(await (await openForm()).save({}, ana, ["STRIPE_SECRET_KEY"])).toMatchObject({
    kind: "invalid",
    problems: [{ confirm: ["open-payments"] }],
  });
  expect(await (await openForm()).save({ STRIPE_SECRET_KEY: "rk_live_2" }, ana, [], ["live-key", "open-payments"])).toMatchObject({
    kind: "saved",
  });
  stranded = 0;
});

test("an existing problem does not block other changes", async () => {
  await inTransaction(db, (tx) => writeSettings(tx, secrets, { STRIPE_PUBLIC_KEY: "pk_test_1" }, ana));
  expect(await (await openForm()).save({ STREET_ADDRESS: "2 King St" })).toMatchObject({ kind: "saved", changed: ["STREET_ADDRESS"] });
  expect(await (await openForm()).save({}, ana, ["STRIPE_SECRET_KEY"])).toMatchObject({ kind: "saved" });
});

test("sanitizes HTML before storing, and ignores the form's line ends", async () => {
  await (await openForm()).save({ DELIVERY_DESCRIPTION: "<p>We deliver<script>alert(1)</script></p>\r\n<p>till nine</p>" });
  expect((await readSettings(db)).DELIVERY_DESCRIPTION).toBe("<p>We deliver</p>\n<p>till nine</p>");
  const again = await openForm();
  expect(await again.save({ DELIVERY_DESCRIPTION: again.texts.DELIVERY_DESCRIPTION.replaceAll("\n", "\r\n") })).toMatchObject({
    changed: [],
  });
});

test("the form excludes live controls, setup steps and email texts", () => {
  const live = [
    "ORDERING_PAUSED_UNTIL",
    "DELIVERY_PAUSED_UNTIL",
    "PAUSE_MESSAGE",
    "ORDERING_PAUSED_BECAUSE",
    "TIME_OUTS_COUNT_FROM",
    "BUSY_EXTRA_MINUTES",
    "BUSY_UNTIL",
    "OPENING_SOON",
    "SETUP_DONE",
    "SETUP_SKIPPED",
    "MAIL_WORDS",
  ];
  expect(SETTING_KEYS.filter((key) => !FORM_SETTING_KEYS.includes(key)).toSorted()).toEqual(live.toSorted());
});
