import { shownRates } from "#app/store/domain/tax-rates.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { storedAmount } from "#app/values/money/stored-amount.ts";
import { countCurrencyUses } from "#app/store/data/currency-uses.server.ts";
import { currencyProblem } from "#app/store/domain/currency-change.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { listSettingsChanges } from "#app/store/data/settings-history.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { putConnection } from "#app/store/data/connections.server.ts";
import type { CallOutcome, MailKeyCheck } from "#app/store/domain/connection.ts";
import { readSettings, writeSettings, type ConfirmedActor, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { checkChange, parseSetting, stripeMode, type SettingProblem } from "#app/store/domain/settings.schema.ts";
import type { Confirmation } from "#app/store/domain/confirmation.ts";
import { goneRates, goneRateSentence, type GoneRate } from "#app/store/domain/rate-changes.ts";
import {
  SETTING_KEYS,
  SETTINGS,
  settingText,
  type SettingKey,
  type Settings,
  type SettingValue,
  isSecretKey,
  type SecretSettingKey,
  moneyFormat,
  protectedSettings,
  withChanges,
} from "#app/store/domain/settings.ts";
import { counted } from "#texts/plural.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";

/** The settings of the form; the order screens set pause and busy. */
export const FORM_SETTING_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");

export interface SettingsSubmission {
  /** The controls' texts by key; missing keys and empty secrets keep the stored value. */
  readonly values: Readonly<Partial<Record<SettingKey, string>>>;
  /** `settingSeal` of the texts when the form was opened, by key. */
  readonly seen: Readonly<Partial<Record<SettingKey, string>>>;
  /** Secrets to remove. */
  readonly clear: readonly SecretSettingKey[];
  readonly confirmed: ReadonlySet<Confirmation>;
}

/** Parsed values; null = back to the default, which removes a secret. */
export interface SettingsChange {
  readonly values: Readonly<Partial<Record<SettingKey, SettingValue | null>>>;
  /** `settingSeal` of the values to replace; null = overwrite any value. */
  readonly seen: SettingsSubmission["seen"] | null;
  readonly confirmed: ReadonlySet<Confirmation>;
}

export interface SettingsDeps {
  readonly db: Db;
  readonly secrets: SecretBox;
  /** Checks this secret key with the payment provider. */
  readonly checkStripeKey: (secretKey: string) => Promise<StripeKeyCheck>;
  /** Open payments that this key cannot reach; null = the key is removed. */
  readonly countStrandedPayments: (secretKey: string | null) => Promise<number>;
  /** Checks with the mail provider whether this key can send mail. */
  readonly checkSendGridKey: (apiKey: string) => Promise<MailKeyCheck>;
  readonly now: () => Date;
  readonly rateUses: RateUses;
}

/** The products' uses of reduced rates; injected, because the catalogue is in a higher layer. */
export interface RateUses {
  readonly count: (tx: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly move: (tx: Db, from: string, to: string) => Promise<void>;
}

export type StripeKeyCheck =
  | { readonly kind: "taken" | "unreachable" }
  | { readonly kind: "refused"; /** The provider's own words. */ readonly reason: string };

export type SaveSettingsAnswer =
  | { readonly kind: "saved"; readonly changed: readonly SettingKey[]; readonly warnings: readonly SettingProblem[] }
  | { readonly kind: "invalid"; readonly problems: readonly SettingProblem[] }
  /** These need a recent confirmation; nothing was saved. */
  | { readonly kind: "unconfirmed"; readonly keys: readonly SettingKey[] }
  /** Another user changed the same settings; nothing was saved. */
  | { readonly kind: "conflict"; readonly keys: readonly SettingKey[]; readonly by: string; readonly at: Date | null };

/** A hash of a shown value, to tell this form's changes from changes made elsewhere. */
export function settingSeal(key: SettingKey, value: SettingValue, format: MoneyFormat): string {
  return stableHash(plainText(formText(key, value, format)));
}

/** A value as the settings form shows it. */
export function formText(key: SettingKey, value: SettingValue, format: MoneyFormat): string {
  return shownRates(
    key,
    settingText(key, value, (amount) => fieldAmount(amount, format)),
    format,
  );
}

/**
 * Saves only changed settings. Two users may change different settings at the same time; if both changed the same one, the second gets a
 * conflict instead of silently overwriting it.
 */
export async function saveSettings(deps: SettingsDeps, submission: SettingsSubmission, actor: ConfirmedActor): Promise<SaveSettingsAnswer> {
  const { values, problems } = parseChanges(submission, await readSettings(deps.db));
  if (problems.length > 0) return { kind: "invalid", problems };
  const cleared = Object.fromEntries(submission.clear.map((key) => [key, null]));
  return changeSettings(deps, { ...submission, values: { ...values, ...cleared } }, actor);
}

/** The only way in which users change settings, from the form and the operator's command. A new payment key is checked first. */
export async function changeSettings(deps: SettingsDeps, change: SettingsChange, actor: ConfirmedActor): Promise<SaveSettingsAnswer> {
  const { values, seen } = change;
  const unconfirmed = actor.isConfirmed ? [] : protectedSettings(Object.keys(values));
  if (unconfirmed.length > 0) return { kind: "unconfirmed", keys: unconfirmed };
  const mail = await checkMailKey(deps, change);
  const doubts = [await doubtOf(deps, change), mail?.doubt ?? null].filter((doubt) => doubt !== null);
  if (doubts.length > 0) return { kind: "invalid", problems: doubts };
  return inTransaction(deps.db, async (tx): Promise<SaveSettingsAnswer> => {
    await lockSettings(tx);
    const current = await readSettings(tx, deps.secrets);
    const wanted = Object.fromEntries(
      SETTING_KEYS.flatMap((key) => {
        const value = values[key];
        return value === undefined ? [] : [[key, value ?? SETTINGS[key].default]];
      }),
    ) as Partial<Record<SettingKey, SettingValue>>;
    const overtaken = SETTING_KEYS.filter((key) => {
      const value = wanted[key];
      if (value === undefined || seen === null || isSecretKey(key)) return false;
      const stored = settingText(key, current[key], storedAmount);
      return settingSeal(key, current[key], moneyFormat(current)) !== seen[key] && stored !== settingText(key, value, storedAmount);
    });
    if (overtaken.length > 0) {
      const last = (await listSettingsChanges(tx, 50)).find((each) => overtaken.some((key) => key in each.after));
      return { kind: "conflict", keys: overtaken, by: last?.userName ?? "Another staff member", at: last?.at ?? null };
    }
    const next = withChanges(current, wanted);
    const together = checkChange(current, next);
    const blocking = together.filter((problem) => problem.blocks);
    if (blocking.length > 0) return { kind: "invalid", problems: blocking };
    const currency = await currencyRefusal(tx, current, next);
    if (currency !== null) return { kind: "invalid", problems: [currency] };
    const erasure = erasureDoubt(current, next, change.confirmed);
    if (erasure !== null) return { kind: "invalid", problems: [erasure] };
    const used = await listUsedRates(tx, deps.rateUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES);
    const [stuck] = used.filter(({ heir }) => heir === null || !change.confirmed.has("move-rates"));
    if (stuck !== undefined) return { kind: "invalid", problems: [rateProblem(stuck)] };
    for (const { rate, heir } of used) if (heir !== null) await deps.rateUses.move(tx, rate.key, heir.key);
    const changed = await writeSettings(tx, deps.secrets, values as SettingChanges, actor);
    if (mail?.outcome !== undefined) await putConnection(tx, "sendgrid", mail.apiKey, mail.outcome, deps.now());
    return { kind: "saved", changed, warnings: together };
  });
}

/** Why this change of CURRENCY is not possible; null = it is, or there is none. Call it under the settings lock. */
export async function currencyRefusal(
  tx: Db,
  before: Pick<Settings, "CURRENCY">,
  after: Pick<Settings, "CURRENCY">,
): Promise<SettingProblem | null> {
  const message = before.CURRENCY === after.CURRENCY ? null : currencyProblem(await countCurrencyUses(tx));
  return message === null ? null : { key: "CURRENCY", message, blocks: true };
}

/** Whether customers would be erased automatically, or earlier than now. */
export function isErasingSooner(
  before: Pick<Settings, "ERASE_CUSTOMERS_MONTHS">,
  { ERASE_CUSTOMERS_MONTHS: months }: Pick<Settings, "ERASE_CUSTOMERS_MONTHS">,
): boolean {
  return months > 0 && (before.ERASE_CUSTOMERS_MONTHS === 0 || months < before.ERASE_CUSTOMERS_MONTHS);
}

/** The confirmation before customers are erased automatically, or earlier than now; null: none. */
function erasureDoubt(
  before: Pick<Settings, "ERASE_CUSTOMERS_MONTHS">,
  after: Pick<Settings, "ERASE_CUSTOMERS_MONTHS">,
  confirmed: ReadonlySet<Confirmation>,
): SettingProblem | null {
  if (!isErasingSooner(before, after) || confirmed.has("erase-customers")) return null;
  const months = counted(after.ERASE_CUSTOMERS_MONTHS, "month", "months");
  const message = `From tonight on the shop erases customers without an order for ${months}. That cannot be undone.`;
  return { key: "ERASE_CUSTOMERS_MONTHS", message, blocks: true, confirm: ["erase-customers"] };
}

/** A removed rate that products use. */
export interface UsedRate extends GoneRate {
  readonly products: number;
}

/** The used rates that a change of REDUCED_TAX_RATES removes: their products would be taxed at the full rate. */
export async function listUsedRates(tx: Db, uses: Pick<RateUses, "count">, before: string, after: string): Promise<readonly UsedRate[]> {
  const gone = goneRates(before, after);
  if (gone.length === 0) return [];
  const counts = await uses.count(
    tx,
    gone.map(({ rate }) => rate.key),
  );
  return gone.flatMap((each) => {
    const products = counts.get(each.rate.key);
    return products === undefined ? [] : [{ ...each, products }];
  });
}

function rateProblem(used: UsedRate): SettingProblem {
  const problem = { key: "REDUCED_TAX_RATES", message: goneRateSentence(used, used.products), blocks: true } as const;
  return used.heir === null ? problem : { ...problem, confirm: ["move-rates"] };
}

/** The problem with a new payment key or its removal: it is refused, could not be checked, charges real cards, or strands open payments. */
async function doubtOf(deps: SettingsDeps, { values, confirmed }: SettingsChange): Promise<SettingProblem | null> {
  const key = "STRIPE_SECRET_KEY";
  if (values[key] === undefined) return null;
  const secretKey = typeof values[key] === "string" && values[key] !== "" ? values[key] : null;
  const answer = secretKey === null ? null : await deps.checkStripeKey(secretKey);
  if (answer?.kind === "refused") return { key, message: `Stripe does not take this key. It says: ${answer.reason}`, blocks: true };
  const stranded = await deps.countStrandedPayments(secretKey);
  const doubts: (readonly [Confirmation, string])[] = [];
  if (answer?.kind === "unreachable")
    doubts.push(["unchecked-key", "Stripe could not be asked whether this key works. Try again, or save it anyway."]);
  if (secretKey !== null && stripeMode(secretKey) === "live")
    doubts.push(["live-key", "This is a live key: once it is saved, real cards are charged."]);
  if (stranded > 0) doubts.push(["open-payments", strandedSentence(stranded, secretKey === null)]);
  if (doubts.every(([confirm]) => confirmed.has(confirm))) return null;
  return { key, message: doubts.map(([, said]) => said).join(" "), blocks: true, confirm: doubts.map(([confirm]) => confirm) };
}

function strandedSentence(count: number, isRemoved: boolean): string {
  const payments = counted(count, "payment is still open", "payments are still open");
  const reach = isRemoved ? "Without the key" : "This key belongs to another Stripe account: with it";
  return `${payments}. ${reach} the shop can't charge, release or refund what customers have paid so far. Accept or reject the waiting orders first.`;
}

interface CheckedMailKey {
  readonly apiKey: string;
  /** The provider's response about the key; undefined = none. */
  readonly outcome: CallOutcome | undefined;
  /** The confirmation needed to save the key. */
  readonly doubt: SettingProblem | null;
}

/**
 * The mail provider's response about a new key; null = no new key. A user can confirm a key that does not work: it may not be active yet.
 */
async function checkMailKey({ checkSendGridKey }: SettingsDeps, { values, confirmed }: SettingsChange): Promise<CheckedMailKey | null> {
  const apiKey = values.SENDGRID_API_KEY;
  if (typeof apiKey !== "string" || apiKey === "") return null;
  const check = await checkSendGridKey(apiKey);
  if (check.kind === "taken") return { apiKey, outcome: { state: "works", reason: "" }, doubt: null };
  const confirm = "unchecked-mail-key";
  const doubt = confirmed.has(confirm)
    ? null
    : { key: "SENDGRID_API_KEY" as const, message: mailKeyDoubt(check), blocks: true, confirm: [confirm] as const };
  return { apiKey, outcome: check.kind === "refused" ? { state: "refused", reason: check.reason } : undefined, doubt };
}

function mailKeyDoubt(check: Exclude<MailKeyCheck, { kind: "taken" }>): string {
  switch (check.kind) {
    case "refused":
      return `SendGrid refuses this key. It says: ${check.reason}`;
    case "cannot-send":
      return "SendGrid knows this key, but it may not send mail. Give it the permission “Mail Send”.";
    case "late":
    case "unreachable":
      return "SendGrid could not be asked whether this key works. Try again, or save it anyway.";
  }
}

/** The texts that differ from the form's initial ones; a secret counts once it is typed. */
export function changedTexts({ values, seen }: Pick<SettingsSubmission, "values" | "seen">): Readonly<Partial<Record<SettingKey, string>>> {
  const changed: Partial<Record<SettingKey, string>> = {};
  for (const key of FORM_SETTING_KEYS) {
    const raw = values[key];
    if (raw === undefined) continue;
    const text = plainText(raw);
    if (isSecretKey(key) ? text.trim() !== "" : stableHash(text) !== seen[key]) changed[key] = text;
  }
  return changed;
}

function parseChanges(
  submission: SettingsSubmission,
  current: Settings,
): {
  readonly values: Partial<Record<SettingKey, SettingValue>>;
  readonly problems: readonly SettingProblem[];
} {
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  const problems: SettingProblem[] = [];
  const texts = changedTexts(submission);
  const shop = moneyFormat(current);
  // Amounts typed together with another currency or regional format are in that one.
  const currency = parseSetting("CURRENCY", texts.CURRENCY ?? shop.currency);
  const locale = parseSetting("LOCALE", texts.LOCALE ?? shop.locale);
  const format = currency.ok && locale.ok ? { currency: currency.value, locale: locale.value } : shop;
  for (const key of FORM_SETTING_KEYS) {
    const text = texts[key];
    if (text === undefined) continue;
    // Their text mixes unchanged amounts, which keep their digits, with amounts that may be in the new currency.
    if (key === "DELIVERY_AREAS" && format.currency !== shop.currency && current.DELIVERY_AREAS.length > 0) {
      problems.push({ key, message: "Save the currency first, then the areas: their amounts keep their digits.", blocks: true });
      continue;
    }
    const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? sanitizeHtml(text) : text, format);
    if (parsed.ok) values[key] = parsed.value;
    else problems.push({ key, message: parsed.error, blocks: true });
  }
  return { values, problems };
}

/** Forms submit line ends as CR LF. */
function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
