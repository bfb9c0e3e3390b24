import { findSecret, readSettings } from "#app/store/data/site-settings.server.ts";
import { amountText, majorUnits, type MoneyFormat } from "#app/values/money.ts";
import { CONFIRMATIONS } from "#app/store/domain/confirmation.ts";
import { parseSetting, type SettingProblem } from "#app/store/domain/settings.schema.ts";
import {
  isSettingKey,
  SETTING_KEYS,
  SETTINGS,
  settingText,
  type SettingKey,
  type Settings,
  type SettingValue,
  isSecretKey,
  moneyFormat,
} from "#app/store/domain/settings.ts";
import { CommandFailure, hasFlag, UsageProblem, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop, type OpenShop } from "#server/cli/open-shop.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { readTyped } from "#server/cli/typed-text.ts";

export async function listAllSettings(input: CommandInput): Promise<void> {
  const shop = await openShop();
  const settings = await readSettings(shop.db);
  const shown = await Promise.all(SETTING_KEYS.map(async (key) => [key, await shownValue(shop, settings, key)] as const));
  if (hasFlag(input, "json")) return printJson(Object.fromEntries(shown.map(([key, value]) => [key, jsonValue(key, value, settings)])));
  for (const [key, value] of shown) printResult(`${key}=${shownText(key, value, settings).replaceAll("\n", "\\n")}`);
}

export async function getSetting(input: CommandInput): Promise<void> {
  const key = requireKey(input);
  const shop = await openShop();
  const settings = await readSettings(shop.db);
  const value = await shownValue(shop, settings, key);
  if (hasFlag(input, "json")) printJson(jsonValue(key, value, settings));
  else printResult(shownText(key, value, settings));
}

export async function setSetting(input: CommandInput): Promise<void> {
  const key = requireKey(input);
  const typed = await readTyped(input.positionals[1] ?? "");
  const shop = await openShop();
  const settings = await readSettings(shop.db);
  const value = await parseTyped(key, typed, moneyFormat(settings));
  const [{ changeSettings }, { checkSendGridKey }, { checkStripeKey }, { countStrandedPayments }, { taxClassUses }] = await Promise.all([
    import("#app/store/workflows/save-settings.server.ts"),
    import("#app/mail/gateway/check-sendgrid-key.server.ts"),
    import("#app/payments/workflows/check-stripe-key.server.ts"),
    import("#app/payments/workflows/count-stranded-payments.server.ts"),
    import("#app/catalogue/data/tax-class-uses.server.ts"),
  ]);
  const answer = await changeSettings(
    {
      ...shop,
      checkStripeKey: (secretKey) => checkStripeKey(shop.env, secretKey),
      countStrandedPayments: (secretKey) => countStrandedPayments(shop, secretKey),
      checkSendGridKey: (apiKey) => checkSendGridKey(shop.env.sendgridApiUrl, apiKey),
      rateUses: taxClassUses,
      now: () => new Date(),
    },
    { values: { [key]: value }, seen: null, confirmed: new Set(hasFlag(input, "yes") ? CONFIRMATIONS : []) },
    { ...OPERATOR, isConfirmed: true },
  );
  if (answer.kind === "invalid") throw new CommandFailure(answer.problems.map(refusalOf).join("\n"));
  if (answer.kind !== "saved") throw new Error("the operator overwrites whatever is stored and is always confirmed");
  for (const warning of answer.warnings) printText(`Note: ${sentenceOf(warning)}`);
  if (hasFlag(input, "json")) return printJson({ key, changed: answer.changed.length > 0 });
  printResult(answer.changed.length > 0 ? describeChange(key, value, settings) : `${key} was like that already.`);
}

function refusalOf(problem: SettingProblem): string {
  return `${sentenceOf(problem)}${problem.confirm === undefined ? "" : " To save it, repeat the command with --yes."}`;
}

function describeChange(key: SettingKey, value: SettingValue | null, settings: Settings): string {
  if (isSecretKey(key)) return value === null ? `${key} is not set any more.` : `${key} is set.`;
  return value === null
    ? `${key} is back to its default, ${shownText(key, SETTINGS[key].default, settings) || "empty"}.`
    : `${key} is now ${shownText(key, value, settings) || "empty"}.`;
}

/** null = back to the default. */
async function parseTyped(key: SettingKey, typed: string, format: MoneyFormat): Promise<SettingValue | null> {
  if (typed.trim() === "") return null;
  const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? await cleanHtml(typed) : typed, format);
  if (!parsed.ok) throw new CommandFailure(`${key}: ${parsed.error}`);
  return parsed.value;
}

/** Loads the sanitizer only for the setting that needs it. */
async function cleanHtml(typed: string): Promise<string> {
  const { sanitizeHtml } = await import("#app/platform/sanitize-html.server.ts");
  return sanitizeHtml(typed);
}

function requireKey(input: CommandInput): SettingKey {
  const typed = input.positionals[0] ?? "";
  const key = typed.toUpperCase().replaceAll("-", "_");
  if (isSettingKey(key)) return key;
  throw new UsageProblem(`There is no setting ${typed}; settings list shows them all.`);
}

/** The value; for secrets "set", "not set" or "unreadable". */
async function shownValue({ db, secrets }: OpenShop, settings: Settings, key: SettingKey): Promise<SettingValue> {
  if (!isSecretKey(key)) return settings[key];
  const { state } = await findSecret(db, secrets, key);
  return state === "unset" ? "not set" : state;
}

/** The API format: money in major units. */
function jsonValue(key: SettingKey, value: SettingValue, { CURRENCY }: Settings): unknown {
  return SETTINGS[key].kind === "money" && typeof value === "number" ? majorUnits(value, CURRENCY) : value;
}

function shownText(key: SettingKey, value: SettingValue, { CURRENCY }: Settings): string {
  return value === false ? "off" : settingText(key, value, (amount) => amountText(amount, CURRENCY));
}

function sentenceOf({ key, message }: SettingProblem): string {
  return `${key}: ${message}`;
}
