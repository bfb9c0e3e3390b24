import { storedAmount } from "#app/values/money/stored-amount.ts";
import { expect, test } from "vitest";
import { checkSettingsTogether, parseSetting } from "./settings.schema.ts";
import { DEFAULT_SETTINGS, SETTING_KEYS, settingText, type SettingKey } from "./settings.ts";

test.each([
  ["APP_NAME", "  Corner Café ", "Corner Café"],
  ["APP_NAME", "", "Shopbell"],
  ["ALLOW_TIP", "on", true],
  ["ALLOW_TIP", "TRUE", true],
  ["ALLOW_TIP", true, true],
  ["ALLOW_TIP", "", false],
  ["ALLOW_TIP", null, false],
  ["ALLOW_TIP", undefined, false],
  ["ALLOW_TIP", "off", false],
  ["STORE_OPEN_TIME", "11:00", "11:00"],
  ["STORE_OPEN_TIME", "", ""],
  ["STORE_TIMEZONE", "europe/berlin", "Europe/Berlin"],
  ["STORE_TIMEZONE", "US/Eastern", "US/Eastern"],
  ["STORE_TIMEZONE", "", "America/Toronto"],
  ["TAX_RATE", "13", 13],
  ["TAX_RATE", "8.875", 8.875],
  ["TAX_RATE", "8.", 8],
  ["TAX_RATE", 0, 0],
  ["TAX_RATE", "5%", 5],
  ["TAX_RATE", "5 %", 5],
  ["TAX_RATE", "5,0", 5],
  ["TAX_RATE", "100", 100],
  ["TAX_RATE", 0.0001, 0.0001],
  ["PREP_MINUTES_PICKUP", "25", 25],
  ["PREP_MINUTES_PICKUP", "", 20],
  ["DELIVERY_FEE", "4.5", 450],
  ["DELIVERY_FEE", 4.5, 450],
  ["DELIVERY_FEE", "", 0],
  ["DELIVERY_FREE_ABOVE", "$50", 5000],
  ["DELIVERY_FREE_ABOVE", "", null],
  ["TIP_BASE", "posttax", "posttax"],
  ["TIP_BASE", "", "pretax"],
  ["TIP_PRESETS", "10%, 15, 12.5", "10,15,12.5"],
  ["TIP_PRESETS", "", ""],
  ["REDUCED_TAX_RATES", " Groceries  5% ;Books & papers 2.5", "Groceries 5, Books & papers 2.5"],
  ["REDUCED_TAX_RATES", "Taux réduit 5,5, Alcool 20", "Taux réduit 5.5, Alcool 20"],
  ["REDUCED_TAX_RATES", "Taux réduit 5,5,Alcool 20 %; Livres 2,10%\nEau 1", "Taux réduit 5.5, Alcool 20, Livres 2.1, Eau 1"],
  ["REDUCED_TAX_RATES", "Alcool: GST 5,5 + PST 10,25", "Alcool: GST 5.5 + PST 10.25"],
  ["REDUCED_TAX_RATES", "", ""],
  ["TAX_COMPONENTS", "GST 5,5, PST 7,PQ 1", "GST 5.5, PST 7, PQ 1"],
  ["REDUCED_TAX_RATES", "Alcohol:GST 5%+PST 10; Books: new 5", "Alcohol: GST 5 + PST 10, Books: new 5"],
  ["REDUCED_TAX_RATES", "Food + drink 5", "Food + drink 5"],
  ["TAX_COMPONENTS", " GST 5% + PST  7", "GST 5, PST 7"],
  ["TAX_COMPONENTS", "", ""],
  ["DELIVERY_POSTAL_PREFIXES", "m5v, m6", "M5V, M6"],
  ["DELIVERY_POSTAL_PREFIXES", "69001, 69002 69003", "69001, 69002, 69003"],
  ["ORDER_EMAIL_RECIPIENT", "a@example.com;b@example.com", "a@example.com, b@example.com"],
  ["ORDER_EMAIL_SENDER", "Corner Café <orders@example.com>", "Corner Café <orders@example.com>"],
  ["TELEPHONE", "+1 (416) 555-0123", "+1 (416) 555-0123"],
  ["DELIVERY_DESCRIPTION", "<p>By Swift\nCourier</p>", "<p>By Swift\nCourier</p>"],
  ["STRIPE_SECRET_KEY", " sk_test_abc ", "sk_test_abc"],
  ["STRIPE_SECRET_KEY", "rk_live_51AbC_x", "rk_live_51AbC_x"],
  ["STRIPE_SECRET_KEY", "", ""],
  ["STRIPE_PUBLIC_KEY", "pk_test_abc", "pk_test_abc"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_abc+/=", "whsec_abc+/="],
  ["SENDGRID_API_KEY", "SG.a-b.c_d", "SG.a-b.c_d"],
  ["SMTP_PASSWORD", " abcd efgh ", "abcd efgh"],
  ["SMTP_PASSWORD", "Grüße", "Grüße"],
  ["ORDERING_PAUSED_UNTIL", "2026-03-08T18:30:00Z", "2026-03-08T18:30:00Z"],
  ["OPENING_HOURS", "", null],
  ["OPENING_HOURS", null, null],
  [
    "OPENING_HOURS",
    '{"monday":["11:00-14:30","17:00 – 22:00"],"friday":["18:00-02:00"]}',
    { monday: ["11:00-14:30", "17:00-22:00"], friday: ["18:00-02:00"] },
  ],
  ["ACCENT_COLOR", "#C2410C", "#c2410c"],
  ["ACCENT_COLOR", "", "#0e5a45"],
  ["HEADING_FONT", "", "bricolage"],
  ["LOGO", `ab/${"0a".repeat(16)}`, `ab/${"0a".repeat(16)}`],
  ["OPENING_HOURS", { sunday: [], saturday: ["00:00-24:00"] }, { sunday: [], saturday: ["00:00-24:00"] }],
  ["SPECIAL_HOURS", "", []],
  [
    "SPECIAL_HOURS",
    [{ from: "2026-12-24", to: "2026-12-26", ranges: [] }],
    [{ from: "2026-12-24", to: "2026-12-26", ranges: [], services: "all", message: "" }],
  ],
] satisfies [SettingKey, unknown, unknown][])("%s takes %j as %j", (key, raw, value) => {
  expect(parseSetting(key, raw)).toEqual({ ok: true, value });
});

test.each([
  ["APP_NAME", "x".repeat(201), "Enter at most 200 characters."],
  ["APP_NAME", "two\nlines", "Enter one line of plain text."],
  ["APP_NAME", "half \ud83c", "Enter one line of plain text."],
  ["APP_NAME", 5, "Enter text."],
  ["ACCENT_COLOR", "red", "Enter a colour such as #0e5a45."],
  ["LOGO", "../../etc/passwd", "Choose a picture."],
  ["ALLOW_TIP", "maybe", "Enter on or off."],
  ["ALLOW_TIP", 1, "Enter on or off."],
  ["STORE_OPEN_TIME", "24:00", "Enter a time as HH:MM, such as 09:30, or leave it empty."],
  ["STORE_OPEN_TIME", "9:30", "Enter a time as HH:MM, such as 09:30, or leave it empty."],
  ["STORE_TIMEZONE", "Mars/Olympus", "Choose a time zone from the list."],
  ["STORE_TIMEZONE", "+05:00", "Choose a time zone from the list."],
  ["TAX_RATE", "", "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", "100.01", "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", "-1", "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", "8.87501", "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", "1e1", "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", Number.NaN, "Enter a number with at most 4 decimals from 0 to 100."],
  ["TAX_RATE", [13], "Enter a number with at most 4 decimals from 0 to 100."],
  ["PREP_MINUTES_PICKUP", "20.5", "Enter a whole number from 0 to 480."],
  ["PREP_MINUTES_PICKUP", 481, "Enter a whole number from 0 to 480."],
  ["SLOT_INTERVAL_MINUTES", "0", "Enter a whole number from 5 to 120."],
  ["DELIVERY_FEE", "4.555", "Enter an amount with at most two decimals, such as 12.50. Thousands have no point: 4555."],
  ["DELIVERY_FEE", "-1", "Enter an amount of 0 or more."],
  ["DELIVERY_FEE", {}, "Enter an amount."],
  ["TIP_BASE", "net", "Choose one of: pretax, posttax."],
  ["TIP_PRESETS", "15,15", "Enter up to 5 different percentages from 1 to 100, such as 15,18,20."],
  ["REDUCED_TAX_RATES", "Groceries", "“Groceries” has no percentage. Enter a name and a percentage, such as Groceries 5."],
  ["REDUCED_TAX_RATES", "Zero 5", "“Zero” cannot be the name of a rate. Choose another name."],
  ["REDUCED_TAX_RATES", "A 5, a 6", "“a” is there twice. Give each rate its own name."],
  [
    "REDUCED_TAX_RATES",
    "A 5.00001",
    "“A 5.00001” is not understood. Enter a name and a percentage, such as Groceries 5, below 100 and with at most four decimals.",
  ],
  ["REDUCED_TAX_RATES", "A 1,B 1,C 1,D 1,E 1,F 1,G 1,H 1,I 1", "Enter at most 8 rates."],
  [
    "REDUCED_TAX_RATES",
    "Alcohol: GST 50 + PST 60",
    "“Alcohol: GST 50 + PST 60” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most 4 taxes of 100 together.",
  ],
  [
    "REDUCED_TAX_RATES",
    "Alcohol GST 5 + PST 10",
    "“Alcohol GST 5 + PST 10” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most 4 taxes of 100 together.",
  ],
  [
    "REDUCED_TAX_RATES",
    "Alcohol: GST + PST 10",
    "“Alcohol: GST + PST 10” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most 4 taxes of 100 together.",
  ],
  [
    "REDUCED_TAX_RATES",
    "Alcohol: GST 5 + GST 10",
    "“Alcohol: GST 5 + GST 10” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most 4 taxes of 100 together.",
  ],
  [
    "REDUCED_TAX_RATES",
    "A: a 1 + b 1 + c 1 + d 1 + e 1",
    "“A: a 1 + b 1 + c 1 + d 1 + e 1” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most 4 taxes of 100 together.",
  ],
  ["REDUCED_TAX_RATES", "Taux réduit 5, 5", "“5” has no name. Enter a name and a percentage, such as Groceries 5."],
  [
    "DELIVERY_POSTAL_PREFIXES",
    "69001, 750 69002",
    "“750 69002” may be one postal code or several. Put a comma between codes, and write each code without a space.",
  ],
  ["TAX_COMPONENTS", "GST", "Enter up to 4 different names with percentages, separated by commas, such as National tax 5, Regional tax 7."],
  [
    "TAX_COMPONENTS",
    "GST 5, gst 7",
    "Enter up to 4 different names with percentages, separated by commas, such as National tax 5, Regional tax 7.",
  ],
  ["TIP_PRESETS", "fifteen", "Enter percentages separated by commas, such as 15,18,20."],
  ["ORDER_EMAIL_RECIPIENT", "a@example.com, bob", "Enter email addresses separated by commas, such as orders@example.com."],
  ["ORDER_EMAIL_SENDER", "Bob", "Enter one email address, such as orders@example.com."],
  ["ORDER_EMAIL_RECIPIENT", "owner@bakery", "Enter email addresses separated by commas, such as orders@example.com."],
  ["ORDER_EMAIL_SENDER", "Bakery <owner@bakery>", "Enter one email address, such as orders@example.com."],
  ["TELEPHONE", "604 555", "Enter a telephone number with its area code."],
  ["TELEPHONE", "<script>", "Enter a telephone number with its area code."],
  ["DELIVERY_DESCRIPTION", "a\ud800b", "Remove the character that is no text."],
  ["DELIVERY_DESCRIPTION", "a\0b", "Remove the character that is no text."],
  ["STRIPE_PUBLIC_KEY", "sk_live_abc", "This is a secret key. Enter the public key, which begins with pk_."],
  ["STRIPE_SECRET_KEY", "sk test", "Enter the key without spaces or line breaks."],
  ["SMTP_PASSWORD", "two\nlines", "Enter the password without line breaks."],
  ["STRIPE_PUBLIC_KEY", "abc", "Enter the public key, which begins with pk_test_ or pk_live_."],
  ...["x", "pk_test_abc", "sk_abc", "sk_test_", "whsec_abc"].map(
    (text) => ["STRIPE_SECRET_KEY", text, "Enter the secret key, which begins with sk_test_, sk_live_, rk_test_ or rk_live_."] as const,
  ),
  ["STRIPE_WEBHOOK_SECRET", "sk_test_abc", "Enter the signing secret of the webhook, which begins with whsec_."],
  ["SENDGRID_API_KEY", "abc", "Enter the API key, which begins with SG."],
  ["ORDERING_PAUSED_UNTIL", "tomorrow", "Enter an instant with its zone, such as 2026-03-08T18:30:00Z, or leave it empty."],
  ["OPENING_HOURS", "{", "This is not valid JSON."],
  ["OPENING_HOURS", [], "This value does not have the expected shape."],
  ["OPENING_HOURS", { funday: [] }, "This value does not have the expected shape."],
  ["OPENING_HOURS", { monday: ["11:00-11:00"] }, "Monday 1: Enter hours as HH:MM-HH:MM with two different times, such as 11:00-22:00."],
  ["OPENING_HOURS", { monday: ["11:00-15:00", "14:00-22:00"] }, "Monday: These hours overlap. Enter ranges that follow one another."],
  ["SPECIAL_HOURS", [{ from: "2026-12-26", to: "2026-12-24", ranges: [] }], "1 to: The last day is before the first."],
  ["SPECIAL_HOURS", [{ from: "2026-02-30", to: "2026-03-01", ranges: [] }], "1 from: Enter a date as YYYY-MM-DD."],
] satisfies (readonly [SettingKey, unknown, string])[])("%s refuses %j: %s", (key, raw, error) => {
  expect(parseSetting(key, raw)).toEqual({ ok: false, error });
});

test("every default survives its own form control", () => {
  for (const key of SETTING_KEYS) {
    expect(parseSetting(key, settingText(key, DEFAULT_SETTINGS[key], storedAmount)), key).toEqual({
      ok: true,
      value: DEFAULT_SETTINGS[key],
    });
    expect(parseSetting(key, settingText(key, DEFAULT_SETTINGS[key], storedAmount)).ok, key).toBe(true);
  }
});

test("refuses hostile values or treats them as text, and never throws", () => {
  const hostile: unknown[] = [
    [],
    {},
    [[]],
    1e308,
    -0,
    "\u0000",
    "\ud800",
    "__proto__",
    { __proto__: null },
    "9".repeat(5000),
    true,
    Symbol.iterator,
  ];
  for (const key of SETTING_KEYS) for (const raw of hostile) expect(typeof parseSetting(key, raw).ok, key).toBe("boolean");
});

test("equal opening and closing times are refused, both unset or different are fine", () => {
  const check = (open: string, close: string) =>
    checkSettingsTogether({ ...DEFAULT_SETTINGS, STORE_OPEN_TIME: open, STORE_CLOSING_TIME: close }).map(({ key, blocks }) => [
      key,
      blocks,
    ]);
  expect(check("11:00", "11:00")).toEqual([["STORE_CLOSING_TIME", true]]);
  expect(check("", "")).toEqual([]);
  expect(check("18:00", "02:00")).toEqual([]);
  expect(check("", "22:00")).toEqual([]);
});

test.each([
  [{ TAX_RATE: 12, TAX_COMPONENTS: "GST 5, PST 7" }, null],
  [{ TAX_RATE: 14.975, TAX_COMPONENTS: "GST 5, QST 9.975" }, null],
  [
    { TAX_RATE: 13, TAX_COMPONENTS: "GST 5, PST 7" },
    "Together these are 12%, and the tax rate is 13%. Change both together, or leave this empty first.",
  ],
  // Rates above the tax rate, and two names for one rate.
  [{ TAX_RATE: 5, REDUCED_TAX_RATES: "Alcohol 20, Spirits 20, Books 5" }, null],
  [{ TAX_RATE: 12, TAX_COMPONENTS: "GST 5, PST 7", REDUCED_TAX_RATES: "Alcohol: GST 5 + PST 10, Wine: GST 5 + PST 10" }, null],
  [
    { TAX_RATE: 12, TAX_COMPONENTS: "GST 5, PST 7", REDUCED_TAX_RATES: "Groceries 5, Wine 12" },
    "Another rate of 12% is made of other taxes than “Wine”. Give both the same taxes.",
  ],
])("tax rates %j: %s", (changes, message) => {
  expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, ...changes }).map((problem) => problem.message)).toEqual(
    message === null ? [] : [message],
  );
});

test("refuses Stripe keys of two modes, and reports a missing one", () => {
  const check = (secret: string, open: string) =>
    checkSettingsTogether({ ...DEFAULT_SETTINGS, STRIPE_SECRET_KEY: secret, STRIPE_PUBLIC_KEY: open }).map(({ key, blocks }) => [
      key,
      blocks,
    ]);
  expect(check("sk_live_1", "pk_test_1")).toEqual([["STRIPE_PUBLIC_KEY", true]]);
  expect(check("rk_test_1", "pk_live_1")).toEqual([["STRIPE_PUBLIC_KEY", true]]);
  expect(check("sk_test_1", "")).toEqual([["STRIPE_PUBLIC_KEY", false]]);
  expect(check("sk_test_1", "pk_test_1")).toEqual([]);
  expect(check("", "")).toEqual([]);
});

test("parses amounts of delivery areas in the shop's format", () => {
  const area = { name: "Downtown", prefixes: "M5V", fee: "$4", freeAbove: "1,040.50", minOrder: "", minutes: "" };
  expect(parseSetting("DELIVERY_AREAS", JSON.stringify([area]))).toMatchObject({
    ok: true,
    value: [{ fee: "4.00", freeAbove: "1040.50", minOrder: "" }],
  });
  const euros = { currency: "EUR", locale: "de-DE" };
  expect(parseSetting("DELIVERY_AREAS", JSON.stringify([{ ...area, fee: "4,50", freeAbove: "40 €" }]), euros)).toMatchObject({
    ok: true,
    value: [{ fee: "4.50", freeAbove: "40.00" }],
  });
});
