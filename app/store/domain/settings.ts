import { cutText } from "#app/values/text.ts";
import { keysOf } from "#app/values/narrow.ts";
import {
  MAX_MINUTES_SETTING,
  MAX_SCHEDULE_DAYS_AHEAD,
  MAX_STATION_LENGTH,
  MAX_STATIONS,
  MAX_TIP_PERCENTAGE,
  MAX_TIP_PRESETS,
} from "#app/values/limits.ts";
import { majorUnits, type Cents, type MoneyFormat } from "#app/values/money.ts";
import type { SpecialDay, WeeklyHours } from "./hours/opening-hours.ts";
import { deliveryTerms, withAreaAmounts, type DeliveryArea } from "./delivery/delivery-areas.ts";
import { CSV_CHOICES, type CsvChoice } from "./place/csv-format.ts";
import { JOURNAL_SETTINGS } from "./journal-accounts.ts";
import type { Fulfillment } from "./fulfillment.ts";
import {
  dropdownSetting,
  forAnyone,
  jsonSetting,
  moneySetting,
  numberSetting,
  optionalMoneySetting,
  secretSetting,
  switchSetting,
  textSetting,
  type SettingDefinition,
  type Visibility,
} from "./setting-definition.ts";
import type { OrderingSettings } from "./hours/slots.ts";
import {
  CARD_STYLES,
  DEFAULT_ACCENT,
  HEADING_FONTS,
  HERO_STYLES,
  type CardStyle,
  type HeadingFont,
  type HeroStyle,
} from "./look/look-options.ts";
import { parseInstant } from "#app/values/time.ts";

const minutes = [0, MAX_MINUTES_SETTING] as const;

/**
 * The registry of all site settings. The settings form, the public set, the stored values and the types are derived from this table. Unset
 * text is "", unset optional money and hours are null. The browser imports this file, so it does not use Zod; the checks are in
 * settings.schema.ts.
 */
export const SETTINGS = {
  APP_NAME: forAnyone(
    textSetting("text", "store", "Shop name", { default: "Shopbell", hint: "Shown as the logo, in emails and on receipts." }),
  ),
  STREET_ADDRESS: forAnyone(textSetting("text", "store", "Street address")),
  POSTAL_CODE: forAnyone(textSetting("text", "store", "Postal code")),
  ADDRESS_CITY: forAnyone(textSetting("text", "store", "City")),
  ADDRESS_REGION: forAnyone(textSetting("text", "store", "Province or state")),
  COUNTRY: forAnyone(textSetting("text", "store", "Country")),
  TELEPHONE: forAnyone(textSetting("tel", "store", "Telephone", { hint: "Shown in the footer and wherever a customer may need help." })),

  OPENING_SOON: switchSetting("store", "Show “Opening soon” to visitors", false, { place: "live" }),
  SETUP_DONE: textSetting("text", "store", "Steps of the setup that were answered", { place: "live" }),
  SETUP_SKIPPED: textSetting("text", "store", "Steps of the setup that were skipped", { place: "live" }),

  LOGO: forAnyone(
    textSetting("picture", "look", "Logo", {
      hint: "SVG or PNG with a transparent background. Replaces the name in the header, in emails and on receipts.",
    }),
  ),
  SHOP_ICON: forAnyone(
    textSetting("picture", "look", "Icon", { hint: "Square, 512 pixels or more: browser tab and home screen of phones." }),
  ),
  SOCIAL_PICTURE: forAnyone(
    textSetting("picture", "look", "Picture for shared links", { hint: "1200 × 630 pixels. Shown when someone shares the home page." }),
  ),
  ACCENT_COLOR: forAnyone(
    textSetting("colour", "look", "Accent colour", { default: DEFAULT_ACCENT, hint: "Buttons, links and prices to choose." }),
  ),
  HEADING_FONT: forAnyone(dropdownSetting<HeadingFont>("look", "Heading font", "bricolage", HEADING_FONTS)),
  CARD_STYLE: forAnyone(dropdownSetting<CardStyle>("look", "Product cards", "lines", CARD_STYLES)),
  HERO_STYLE: forAnyone(dropdownSetting<HeroStyle>("look", "Top of the home page", "plain", HERO_STYLES)),

  STORE_TIMEZONE: forAnyone(
    dropdownSetting<string>("hours", "Time zone", "America/Toronto", undefined, { hint: "All hours and reports use it." }),
  ),
  STORE_OPEN_TIME: forAnyone(textSetting("time", "hours", "Opens at", { hint: "Leave both times empty to be always open." })),
  STORE_CLOSING_TIME: forAnyone(textSetting("time", "hours", "Closes at", { hint: "A time before the opening time means the next day." })),
  OPENING_HOURS: forAnyone(
    jsonSetting<WeeklyHours | null>("weekly-hours", "hours", "Hours by weekday", null, {
      hint: "Replaces the two times above. Several ranges a day and ranges past midnight are fine.",
    }),
  ),
  SPECIAL_HOURS: forAnyone(
    jsonSetting<readonly SpecialDay[]>("special-hours", "hours", "Holidays and special hours", [], {
      hint: "Replaces the usual hours on these dates.",
    }),
  ),
  ORDERING_PAUSED_UNTIL: forAnyone(textSetting("instant", "hours", "Ordering paused until", { place: "live" })),
  DELIVERY_PAUSED_UNTIL: forAnyone(textSetting("instant", "hours", "Delivery paused until", { place: "live" })),
  PAUSE_MESSAGE: forAnyone(textSetting("text", "hours", "Message while paused", { place: "live" })),
  ORDERING_PAUSED_BECAUSE: dropdownSetting<"staff" | "no_response">(
    "hours",
    "Who paused ordering",
    "staff",
    [
      { value: "staff", label: "a member of staff" },
      { value: "no_response", label: "the shop itself: nobody answered" },
    ],
    { place: "live" },
  ),
  TIME_OUTS_COUNT_FROM: textSetting("instant", "hours", "Orders that nobody answered count from", { place: "live" }),
  BUSY_EXTRA_MINUTES: forAnyone(numberSetting("hours", "Extra minutes while busy", 0, minutes, { place: "live" })),
  BUSY_UNTIL: forAnyone(textSetting("instant", "hours", "Busy until", { place: "live", hint: "Empty = until it is switched off." })),

  ENABLE_DELIVERY: forAnyone(switchSetting("delivery", "Offer delivery", false)),
  DELIVERY_CLOSING_TIME: forAnyone(textSetting("time", "delivery", "Delivery ends at", { hint: "Pickup goes on until the shop closes." })),
  DELIVERY_DESCRIPTION: forAnyone(
    textSetting("html", "delivery", "About delivery", {
      hint: "Describe the 3rd party delivery service and pricing.",
    }),
  ),
  DELIVERY_CITY_PREFILL: forAnyone(textSetting("text", "delivery", "Default city at checkout")),
  DELIVERY_PROVINCE_PREFILL: forAnyone(textSetting("text", "delivery", "Province filled in at checkout")),
  DELIVERY_COUNTRY_PREFILL: forAnyone(textSetting("text", "delivery", "Country filled in at checkout")),
  DELIVERY_FEE: forAnyone(moneySetting("delivery", "Delivery fee")),
  DELIVERY_FREE_ABOVE: forAnyone(
    optionalMoneySetting("delivery", "Free delivery from", { hint: "Compared with the items before discounts." }),
  ),
  DELIVERY_MIN_ORDER: forAnyone(optionalMoneySetting("delivery", "Minimum delivery order")),
  DELIVERY_POSTAL_PREFIXES: forAnyone(
    textSetting("text", "delivery", "Delivery area", {
      hint: "How the postal codes begin, separated by commas. Empty = anywhere.",
    }),
  ),
  DELIVERY_AREAS: jsonSetting<readonly DeliveryArea[]>("delivery-areas", "delivery", "Areas with their own fee", [], {
    hint: "Replace the fee, the smallest order and the area above. For rings around the shop, list the postal codes of each ring.",
  }),

  PICKUP_MIN_ORDER: forAnyone(optionalMoneySetting("ordering", "Minimum pickup order")),
  PREP_MINUTES_PICKUP: forAnyone(numberSetting("ordering", "Minutes until pickup", 20, minutes)),
  PREP_MINUTES_DELIVERY: forAnyone(numberSetting("ordering", "Minutes until delivery", 45, minutes)),
  LAST_ORDER_MINUTES: forAnyone(
    numberSetting("ordering", "Last orders, minutes before closing", 0, minutes, {
      hint: "0 = orders until closing. A good value is the minutes until pickup.",
    }),
  ),
  ALLOW_SCHEDULING: forAnyone(
    switchSetting("ordering", "Scheduled orders", false, { hint: "Customers may choose a time, also while closed." }),
  ),
  SCHEDULE_DAYS_AHEAD: forAnyone(
    numberSetting("ordering", "Days ahead", 6, [0, MAX_SCHEDULE_DAYS_AHEAD], {
      hint: "A card can be held for about 7 days; a longer time may lose the hold.",
    }),
  ),
  SLOT_INTERVAL_MINUTES: forAnyone(numberSetting("ordering", "Time slot length (minutes)", 15, [5, 120])),
  SLOT_MAX_ORDERS: forAnyone(numberSetting("ordering", "Maximum orders per time slot", 0, [0, 10_000], { hint: "0 = no limit." })),
  SLOT_MAX_ITEMS: forAnyone(numberSetting("ordering", "Maximum items per time slot", 0, [0, 10_000], { hint: "0 = no limit." })),
  AUTO_ACCEPT: switchSetting("ordering", "Accept orders automatically", false),
  ORDER_AUTO_REJECT_MINUTES: numberSetting("ordering", "Reject unanswered orders after (minutes)", 0, minutes, {
    hint: "0 = never. Restaurants often use 10.",
  }),
  ORDER_ALERT_REPEAT_SECONDS: numberSetting("ordering", "Repeat alert every (seconds)", 30, [0, 3600], {
    hint: "0 = ring once.",
  }),
  KITCHEN_STATIONS: textSetting("text", "ordering", "Kitchen stations", {
    hint: "Names separated by commas: Grill, Salads, Bar. Choose one for a category or product; the others are made in the kitchen.",
  }),
  CANCEL_CUTOFF_MINUTES: numberSetting("ordering", "Cancellation cutoff (minutes before pickup)", 0, [0, 10_080], {
    hint: "For accepted orders for later; 0 = never.",
  }),
  ORDER_ADMIN_CAN_REFUND: switchSetting("ordering", "Order staff may refund", false),
  ORDER_ADMIN_CAN_DISCOUNT: switchSetting("ordering", "Order staff may give discounts", false, {
    hint: "On orders by telephone and at the counter, with a reason. Administrators, managers and own roles with the permission Discounts always may.",
  }),

  CURRENCY: forAnyone(
    dropdownSetting<string>("tax-and-tip", "Currency", "USD", undefined, {
      hint: "Prices keep their digits when it changes: 12.50 stays 12.50, or becomes 1250 in a currency without decimals. Past orders keep their currency.",
    }),
  ),
  LOCALE: forAnyone(
    dropdownSetting<string>("tax-and-tip", "Regional format", "en-US", undefined, {
      hint: "How amounts, dates and times are written, 12 or 24 hours, and the first day of the week. Texts stay English.",
    }),
  ),
  CSV_FORMAT: dropdownSetting<CsvChoice>("tax-and-tip", "Files for spreadsheets (CSV)", "locale", CSV_CHOICES, {
    hint: "How downloaded files separate columns and write amounts. If your spreadsheet shows all in one column, choose the other separator.",
  }),
  TAX_RATE: forAnyone(numberSetting("tax-and-tip", "Tax rate in percent", 13, [0, 100, 4], { hint: "With up to four decimals." })),
  TAX_COMPONENTS: textSetting("text", "tax-and-tip", "Taxes shown apart", {
    hint: "Where the tax rate is made of several taxes, name each with its percent: National tax 5, Regional tax 7. They are shown and reported apart.",
  }),
  REDUCED_TAX_RATES: textSetting("text", "tax-and-tip", "Other tax rates", {
    hint: "Name and percent, separated by commas or semicolons: Groceries 5, Alcohol 20. Taxes shown apart: Alcohol: National tax 5 + Regional tax 10. A product chooses one by its name.",
  }),
  TAX_LABEL: forAnyone(textSetting("text", "tax-and-tip", "Name of the tax", { default: "Tax" })),
  TAX_NUMBER: textSetting("text", "tax-and-tip", "Tax number", {
    hint: "Printed on receipts and emails, as your tax office writes it.",
  }),
  PRICES_INCLUDE_TAX: forAnyone(switchSetting("tax-and-tip", "Prices include tax", false)),
  TAX_ON_DELIVERY: forAnyone(switchSetting("tax-and-tip", "Tax the delivery fee", true)),
  ALLOW_TIP: forAnyone(switchSetting("tax-and-tip", "Allow tips", false)),
  TIP_PRESETS: forAnyone(
    textSetting("text", "tax-and-tip", "Tip buttons in percent", { default: "15,18,20", hint: "Separated by commas." }),
  ),
  TIP_BASE: forAnyone(
    dropdownSetting<"pretax" | "posttax">("tax-and-tip", "Calculate tips on", "pretax", [
      { value: "pretax", label: "before tax" },
      { value: "posttax", label: "after tax" },
    ]),
  ),

  ORDER_EMAIL_RECIPIENT: forAnyone(
    textSetting("text", "mail", "Order notification email", { hint: "One address, or several separated by commas." }),
  ),
  ORDER_EMAIL_SENDER: forAnyone(textSetting("text", "mail", "Sender email")),
  MAIL_WORDS: textSetting("text", "mail", "Words of emails", { place: "live" }),
  SMTP_HOST: textSetting("text", "mail", "Mail server (SMTP)", {
    hint: "With its port if it is not 587: mail.example.com:465. Your email provider names it. Leave empty to use SendGrid.",
  }),
  SMTP_USER: textSetting("text", "mail", "Mail server user name", { hint: "Often the full email address." }),
  SMTP_PASSWORD: secretSetting("mail", "Mail server password"),
  SENDGRID_API_KEY: secretSetting("mail", "SendGrid API key", {
    hint: "Without a key or a mail server, emails are not sent. They are kept in the email log.",
  }),

  STRIPE_PUBLIC_KEY: forAnyone(textSetting("text", "payment", "Stripe public key", { hint: "Begins with pk_." })),
  STRIPE_SECRET_KEY: secretSetting("payment", "Stripe secret key", { hint: "Without a key, payments are simulated: no card is charged." }),
  STRIPE_WEBHOOK_SECRET: secretSetting("payment", "Stripe webhook secret", { hint: "Optional: payments are noticed a little sooner." }),
  ALLOW_PAY_AT_PICKUP: forAnyone(switchSetting("payment", "Allow payment at pickup", false)),
  PAY_AT_PICKUP_MAX: forAnyone(optionalMoneySetting("payment", "Maximum pay-at-pickup order", { hint: "Empty = no limit." })),
  ALLOW_PAY_ON_DELIVERY: forAnyone(switchSetting("payment", "Allow payment on delivery", false)),
  PAY_ON_DELIVERY_MAX: forAnyone(optionalMoneySetting("payment", "Maximum pay-on-delivery order", { hint: "Empty = no limit." })),

  ...JOURNAL_SETTINGS,

  REQUIRE_TWO_FACTOR: switchSetting("security", "Require two-factor authentication", false, {
    hint: "Staff who sign in with a password alone can open only their account, to set up one-time codes or a passkey.",
  }),
  ASK_MARKETING_CONSENT: switchSetting("security", "Ask at the checkout whether customers want marketing emails", false, {
    hint: "A box that is not ticked, next to the contact details. The answer is shown on the customer's page with date and source.",
  }),
  KEEP_EMAILS_DAYS: numberSetting("security", "Keep emails for (days)", 365, [30, 3_650], {
    hint: "Older emails are removed each night. Emails that still wait to be sent stay.",
  }),
  ERASE_CUSTOMERS_MONTHS: numberSetting("security", "Erase customers without an order for (months)", 0, [0, 120], {
    hint: "0 = never. Their orders keep items and amounts. Customers with consent to marketing and blocked ones stay. It cannot be undone.",
  }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
type ValueOf<Definition> = Definition extends SettingDefinition<infer Value> ? Value : never;
/** All settings with their parsed values. Secrets are "" unless the data layer was told to decrypt them. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };
export type SettingValue = Settings[SettingKey];

export const SETTING_KEYS = keysOf(SETTINGS);

/**
 * Changing these needs a recent confirmation, because a change outlasts its session:
 * - Password links are sent by the mail server. Notifications name customers, and customers reply to the sender.
 * - The Stripe keys decide whose account is paid.
 * - The switches decide who may sign in, and who may give refunds or discounts.
 * - Erased customers cannot be restored.
 */
const PROTECTED_SETTINGS: readonly SettingKey[] = [
  "ORDER_EMAIL_RECIPIENT",
  "ORDER_EMAIL_SENDER",
  "SMTP_HOST",
  "SMTP_USER",
  "SMTP_PASSWORD",
  "SENDGRID_API_KEY",
  "STRIPE_PUBLIC_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "REQUIRE_TWO_FACTOR",
  "ORDER_ADMIN_CAN_REFUND",
  "ORDER_ADMIN_CAN_DISCOUNT",
  "ERASE_CUSTOMERS_MONTHS",
];

/** The given settings that need a recent confirmation; other names are ignored. */
export function protectedSettings(names: readonly string[]): readonly SettingKey[] {
  return PROTECTED_SETTINGS.filter((key) => names.includes(key));
}

/** The settings of a new shop: always open, 13 % tax, pickup only, Toronto time. */
export const DEFAULT_SETTINGS = Object.fromEntries<unknown>(SETTING_KEYS.map((key) => [key, SETTINGS[key].default])) as Settings;

type KeyOf<Visible extends Visibility> = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { readonly visibility: Visible } ? Key : never;
}[SettingKey];

/** Encrypted in the database, write-only in the form, never in a response. */
export type SecretSettingKey = KeyOf<"secret">;
export const isSecretKey = (key: SettingKey): key is SecretSettingKey => SETTINGS[key].visibility === "secret";
export const SECRET_SETTING_KEYS: readonly SecretSettingKey[] = SETTING_KEYS.filter(isSecretKey);

/** The settings in `GET /api/site-settings`: only those marked public in the table above. */
type PublicSettingKey = KeyOf<"public">;
const isPublicKey = (key: SettingKey): key is PublicSettingKey => SETTINGS[key].visibility === "public";
export const PUBLIC_SETTING_KEYS: readonly PublicSettingKey[] = SETTING_KEYS.filter(isPublicKey);

/** The flat object of `GET /api/site-settings`: see `publicSettings`. */
export type PublicSettings = {
  readonly [Key in PublicSettingKey]: Settings[Key] extends string ? string | null : Settings[Key];
};

/**
 * The public object: switches are booleans, numbers are numbers (TAX_RATE in percent), money is in major units, hours are JSON, and unset
 * values are null (never "").
 */
export function publicSettings(settings: Settings): PublicSettings {
  return Object.fromEntries(
    PUBLIC_SETTING_KEYS.map((key) => {
      const value = settings[key];
      if (value === "") return [key, null];
      return [key, SETTINGS[key].kind === "money" && typeof value === "number" ? majorUnits(value, settings.CURRENCY) : value];
    }),
  ) as PublicSettings;
}

/** The notation of amounts in `settingText`: that of a form field, plain digits, or the stored one. */
export type WriteAmount = (amount: Cents) => string;

/** A value for a form control or the command line: switches "on" or "", money "4.00", hours as JSON, unset "". */
export function settingText(key: SettingKey, value: SettingValue, write: WriteAmount): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "on" : "";
  if (typeof value === "number") return SETTINGS[key].kind === "money" ? write(value) : String(value);
  if (typeof value === "string") return value;
  const json = JSON.stringify(value);
  return SETTINGS[key].kind === "delivery-areas" ? withAreaAmounts(json, write) : json;
}

/** The settings with these changes applied. */
export function withChanges(settings: Settings, changes: Partial<Record<SettingKey, SettingValue>>): Settings {
  return { ...settings, ...changes } as Settings;
}

/** The shop's money format. */
export function moneyFormat({ CURRENCY, LOCALE }: Pick<Settings, "CURRENCY" | "LOCALE">): MoneyFormat {
  return { currency: CURRENCY, locale: LOCALE };
}

/** The largest total, in cents, that may be paid at handover; null: any, missing: not offered. */
export type InPersonMaximums = Readonly<Partial<Record<Fulfillment, Cents | null>>>;

export function inPersonMaximums(
  settings: Pick<Settings, "ALLOW_PAY_AT_PICKUP" | "PAY_AT_PICKUP_MAX" | "ALLOW_PAY_ON_DELIVERY" | "PAY_ON_DELIVERY_MAX">,
): InPersonMaximums {
  return {
    ...(settings.ALLOW_PAY_AT_PICKUP ? { pickup: settings.PAY_AT_PICKUP_MAX } : {}),
    ...(settings.ALLOW_PAY_ON_DELIVERY ? { delivery: settings.PAY_ON_DELIVERY_MAX } : {}),
  };
}

/** True for the name of a setting. */
export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(SETTINGS, name);
}

/** Preparation times, scheduling and capacity for slots.ts; a delivery to `postalCode` uses its area's time. */
export function orderingSettings(settings: Settings, postalCode: string | null = null): OrderingSettings {
  return {
    prepMinutes: { pickup: settings.PREP_MINUTES_PICKUP, delivery: deliveryTerms(settings, postalCode).minutes },
    busyExtraMinutes: settings.BUSY_EXTRA_MINUTES,
    busyUntil: parseInstant(settings.BUSY_UNTIL),
    lastOrderMinutes: settings.LAST_ORDER_MINUTES,
    allowScheduling: settings.ALLOW_SCHEDULING,
    scheduleDaysAhead: settings.SCHEDULE_DAYS_AHEAD,
    slotIntervalMinutes: settings.SLOT_INTERVAL_MINUTES,
    slotMaxOrders: settings.SLOT_MAX_ORDERS,
    slotMaxItems: settings.SLOT_MAX_ITEMS,
  };
}

/** KITCHEN_STATIONS in order, without case-insensitive duplicates: "Grill, Bar, grill" → ["Grill", "Bar"]. */
export function kitchenStations(text: string): readonly string[] {
  const names = text.split(/[,;\n]/).map((name) => cutText(name.replace(/\s+/g, " ").trim(), MAX_STATION_LENGTH));
  const isFirst = (name: string, index: number) => names.findIndex((each) => each.toLowerCase() === name.toLowerCase()) === index;
  return names.filter((name, index) => name !== "" && isFirst(name, index)).slice(0, MAX_STATIONS);
}

/** TIP_PRESETS as percentages, "15,18,20" → [15, 18, 20]; invalid and non-positive ones are dropped. */
export function tipPresets(text: string): number[] {
  const percentages = text.split(/[,;\s]+/).map(Number);
  return [...new Set(percentages)].filter((value) => value > 0 && value <= MAX_TIP_PERCENTAGE).slice(0, MAX_TIP_PRESETS);
}
