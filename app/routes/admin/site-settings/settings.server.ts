import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { isOneOf } from "#app/values/narrow.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";
import { taxClassUses } from "#app/catalogue/data/tax-class-uses.server.ts";
import { data, redirect } from "react-router";
import { listSettingsChanges } from "#app/store/data/settings-history.server.ts";
import { countCurrencyUses } from "#app/store/data/currency-uses.server.ts";
import { currencyProblem } from "#app/store/domain/currency-change.ts";
import { PLACE_COUNTRIES } from "#app/store/domain/place/place-facts.ts";
import { findDemoFilling } from "#app/staff/data/history.server.ts";
import { findSecret, listSettingsWritten, readSettings, type StoredSecret } from "#app/store/data/site-settings.server.ts";
import {
  isSettingKey,
  SECRET_SETTING_KEYS,
  SETTINGS,
  moneyFormat,
  type SettingKey,
  isSecretKey,
  type SecretSettingKey,
} from "#app/store/domain/settings.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { listTimeZones } from "#app/values/time.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import {
  changedTexts,
  formText,
  FORM_SETTING_KEYS,
  saveSettings,
  settingSeal,
  type SaveSettingsAnswer,
} from "#app/store/workflows/save-settings.server.ts";
import { connectionAlarms } from "#app/routes/admin/alarms.server.ts";
import { KEY_COMPANIONS, TESTABLE_KEYS } from "#app/store/domain/testable-keys.ts";
import { currencyChoices, localeChoices } from "./money-choices.server.ts";
import { testConnection } from "./test-connection.server.ts";
import { CONFIRMATIONS } from "#app/store/domain/confirmation.ts";
import { testMailWords } from "#app/mail/domain/test-mail.ts";
import { sendTestMail } from "#app/mail/workflows/send-test-mail.server.tsx";
import { checkSendGridKey } from "#app/mail/gateway/check-sendgrid-key.server.ts";
import { checkStripeKey, stripeWebhookUrl } from "#app/payments/workflows/check-stripe-key.server.ts";
import { countStrandedPayments } from "#app/payments/workflows/count-stranded-payments.server.ts";
import { createStripeWebhook } from "#app/payments/workflows/create-stripe-webhook.server.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";
import type { Route } from "./+types/index";
import type { ConnectionTest, SecretView, SettingsAnswer, SettingsView } from "#app/store/ui/staff/settings-view.ts";

const SHOWN_CHANGES = 10;
const MAX_SHOWN_TEXT = 60;

export async function readSettingsView(services: Services): Promise<SettingsView> {
  const { db, secrets: box } = services;
  const [settings, changes, alarms, written, uses, ...states] = await Promise.all([
    readSettings(db),
    listSettingsChanges(db, 50),
    connectionAlarms(services),
    findDemoFilling(db).then((since) => listSettingsWritten(db, since)),
    countCurrencyUses(db),
    ...SECRET_SETTING_KEYS.map((key) => findSecret(db, box, key)),
  ]);
  const format = moneyFormat(settings);
  const texts: Partial<Record<SettingKey, string>> = {};
  const seen: Partial<Record<SettingKey, string>> = {};
  for (const key of FORM_SETTING_KEYS) {
    const text = isSecretKey(key) ? "" : formText(key, settings[key], format);
    // The editor brings to life what it is given.
    texts[key] = SETTINGS[key].kind === "html" ? cleanStoredHtml(text) : text;
    if (!isSecretKey(key)) seen[key] = settingSeal(key, settings[key], format);
  }
  return {
    texts,
    seen,
    secrets: Object.fromEntries(SECRET_SETTING_KEYS.map((key, index) => [key, secretView(states[index])])),
    alarms: {
      ...(alarms.payment === null ? {} : { payment: alarms.payment }),
      ...(alarms.mail === null ? {} : { mail: alarms.mail }),
    },
    webhook: { url: stripeWebhookUrl(services.env), hasKey: isRealKey(states[SECRET_SETTING_KEYS.indexOf("STRIPE_SECRET_KEY")]) },
    zones: [...new Set([...listTimeZones(), settings.STORE_TIMEZONE])].toSorted(),
    choices: {
      COUNTRY: PLACE_COUNTRIES.map((name) => ({ value: name, label: name })),
      CURRENCY: currencyChoices(),
      LOCALE: localeChoices(settings.CURRENCY),
    },
    written,
    currencyHeld: currencyProblem(uses),
    changes: changes
      .map((change) => ({
        key: change.at.toISOString(),
        at: change.at,
        who: change.userName,
        lines: Object.keys(change.after)
          .filter(isFormKey)
          .map((key) => changeLine(key, [change.before[key], change.after[key]], format)),
      }))
      .filter((change) => change.lines.length > 0)
      .slice(0, SHOWN_CHANGES),
  };
}

/** Validates and saves the submitted form, and returns the outcome. */
export async function handleSettingsForm(request: Request, context: Route.ActionArgs["context"]) {
  const services = context.get(servicesContext);
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const form = await request.formData();
  const values: Partial<Record<SettingKey, string>> = {};
  // The last value counts: a switch sends "" and, when it is on, "on" after it.
  for (const [name, value] of form) if (isSettingKey(name) && typeof value === "string") values[name] = value;
  const clear = form
    .getAll("clear")
    .filter((key): key is SecretSettingKey => typeof key === "string" && isSettingKey(key) && isSecretKey(key));
  const seen = readSeen(form.get("seen"));
  const tested = TESTABLE_KEYS.find((key) => key === form.get("test"));
  const told = (tests: Partial<Record<SettingKey, ConnectionTest>>, message: string): SettingsAnswer => ({
    kind: "tested",
    message,
    errors: {},
    texts: shownTexts({ values, seen }),
    tests,
    cleared: clear,
  });
  if (tested !== undefined) {
    const test = await testConnection(services, tested, values[tested] ?? "", companionsOf(values));
    return data(told({ [tested]: test }, test.message), { status: 200 });
  }
  if (form.get("mail") === "test") {
    const outcome = await sendTestMail(services, user);
    const message = testMailWords(outcome, user.email);
    const isGood = outcome.kind === "sent" && outcome.transport !== "outbox";
    return data(told({ ORDER_EMAIL_SENDER: { isGood, message } }, message), { status: 200 });
  }
  if (form.get("webhook") === "create") {
    const setup = await createStripeWebhook(services, { userId: user.id, userName: user.name });
    return data(told({ STRIPE_WEBHOOK_SECRET: setup }, setup.message), { status: 200 });
  }
  const confirmedKeys = new Set(form.getAll("confirm"));
  const confirmed = new Set(CONFIRMATIONS.filter((each) => confirmedKeys.has(each)));
  const { env } = services;
  const deps = {
    ...services,
    checkStripeKey: (secretKey: string) => checkStripeKey(env, secretKey),
    countStrandedPayments: (secretKey: string | null) => countStrandedPayments(services, secretKey),
    checkSendGridKey: (apiKey: string) => checkSendGridKey(env.sendgridApiUrl, apiKey),
    rateUses: taxClassUses,
  };
  const actor = { userId: user.id, userName: user.name, isConfirmed: await isConfirmed(services, request) };
  const answer = await saveSettings(deps, { values, seen, clear, confirmed }, actor);
  const clock = shopClock(await readSettings(services.db));
  const outcome = { ...describe(answer, shownTexts({ values, seen }), services.now(), clock), cleared: clear };
  return data(outcome, { status: { saved: 200, tested: 200, invalid: 422, conflict: 409, lost: 503 }[outcome.kind] });
}

function companionsOf(values: Partial<Record<SettingKey, string>>) {
  const companions: Partial<Record<(typeof KEY_COMPANIONS)[number], string>> = {};
  for (const key of KEY_COMPANIONS) if (values[key] !== undefined) companions[key] = values[key];
  return companions;
}

/** The input of the changed fields; a key is never sent back. */
function shownTexts(submitted: Parameters<typeof changedTexts>[0]): Readonly<Partial<Record<SettingKey, string>>> {
  return Object.fromEntries(Object.entries(changedTexts(submitted)).filter(([key]) => !(isSettingKey(key) && isSecretKey(key))));
}

function isRealKey(stored: StoredSecret | undefined): boolean {
  return stored?.state === "set" && !isSimulatorKey(stored.value);
}

/** Four letters of a long key identify it without revealing it. */
function secretView(stored: StoredSecret | undefined): SecretView {
  if (stored?.state !== "set") return { state: stored?.state ?? "unset", lastFour: "" };
  return { state: "set", lastFour: stored.value.length >= 16 ? stored.value.slice(-4) : "" };
}

function describe(answer: SaveSettingsAnswer, texts: Partial<Record<SettingKey, string>>, now: Date, clock: ShopClock): SettingsAnswer {
  switch (answer.kind) {
    case "saved":
      return {
        kind: "saved",
        message: savedWords(answer.changed),
        notes: Object.fromEntries(answer.warnings.map((warning) => [warning.key, warning.message])),
      };
    case "invalid":
      return {
        kind: "invalid",
        message: "Nothing is saved yet.",
        errors: Object.fromEntries(answer.problems.map((problem) => [problem.key, problem.message])),
        confirms: Object.fromEntries(answer.problems.flatMap(({ key, confirm }) => (confirm === undefined ? [] : [[key, confirm]]))),
        texts,
      };
    case "unconfirmed":
      return { kind: "invalid", message: CONFIRM_FIRST, errors: Object.fromEntries(answer.keys.map((key) => [key, CONFIRM_FIRST])), texts };
    case "conflict": {
      const when = answer.at === null ? "" : ` (${formatReopening(answer.at, now, clock)})`;
      return {
        kind: "conflict",
        message: `${answer.by} changed the same settings meanwhile${when}. Nothing is saved yet. Save again to keep what you entered, or discard it to see theirs.`,
        errors: Object.fromEntries(answer.keys.map((key) => [key, `${answer.by} has just changed this.`])),
        texts,
      };
    }
  }
}

/** A form without this field always conflicts, which is safe. */
function readSeen(raw: FormDataEntryValue | null): Partial<Record<SettingKey, string>> {
  if (typeof raw !== "string") return {};
  try {
    const seen: unknown = JSON.parse(raw);
    return typeof seen === "object" && seen !== null ? seen : {};
  } catch {
    return {};
  }
}

/** "Tax rate in percent: 13 → 8.875"; long values and hours are listed by label only. */
function changeLine(key: SettingKey, [before, after]: readonly [unknown, unknown], format: MoneyFormat): string {
  const { label, kind } = SETTINGS[key];
  if (kind === "secret") return `${label}: ${String(after)}`;
  if (kind === "html" || kind === "weekly-hours" || kind === "special-hours" || kind === "delivery-areas") return `${label} changed`;
  const shown = (value: unknown) => {
    const isPlain = typeof value === "string" || typeof value === "number";
    if (kind === "switch") return value === true ? "on" : "off";
    const text = isPlain ? formText(key, value, format) : "";
    if (text === "") return "empty";
    return text.length > MAX_SHOWN_TEXT ? `${text.slice(0, MAX_SHOWN_TEXT)}…` : text;
  };
  return `${label}: ${shown(before)} → ${shown(after)}`;
}

function isFormKey(key: string): key is SettingKey {
  return isOneOf(FORM_SETTING_KEYS, key);
}

function savedWords(changed: readonly SettingKey[]): string {
  const [first] = changed;
  if (first === undefined) return "Nothing was changed.";
  return changed.length === 1 ? `Saved: ${SETTINGS[first].label}.` : `Saved: ${changed.length} settings.`;
}
