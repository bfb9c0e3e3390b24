import type { SettingKey, Settings } from "./settings.ts";

/** The steps of the setup, in their order. */
export const SETUP_STEPS = ["store", "hours", "delivery", "menu", "look", "payment", "mail", "staff", "test-order", "open"] as const;
export type SetupStepId = (typeof SETUP_STEPS)[number];

/** The settings of a step; its other settings have their own forms. */
export const STEP_SETTINGS: Readonly<Partial<Record<SetupStepId, readonly SettingKey[]>>> = {
  store: [
    "APP_NAME",
    "COUNTRY",
    "STREET_ADDRESS",
    "POSTAL_CODE",
    "ADDRESS_CITY",
    "ADDRESS_REGION",
    "TELEPHONE",
    "STORE_TIMEZONE",
    "TAX_LABEL",
    "TAX_RATE",
    "TAX_COMPONENTS",
    "REDUCED_TAX_RATES",
    "PRICES_INCLUDE_TAX",
    "CURRENCY",
    "LOCALE",
  ],
  hours: ["STORE_OPEN_TIME", "STORE_CLOSING_TIME", "OPENING_HOURS"],
  delivery: [
    "PREP_MINUTES_PICKUP",
    "ENABLE_DELIVERY",
    "DELIVERY_FEE",
    "DELIVERY_FREE_ABOVE",
    "DELIVERY_MIN_ORDER",
    "DELIVERY_POSTAL_PREFIXES",
  ],
  look: ["LOGO", "ACCENT_COLOR", "HEADING_FONT", "CARD_STYLE", "HERO_STYLE"],
  payment: ["STRIPE_PUBLIC_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "ALLOW_PAY_AT_PICKUP", "ALLOW_PAY_ON_DELIVERY"],
  mail: ["ORDER_EMAIL_SENDER", "ORDER_EMAIL_RECIPIENT", "SMTP_HOST", "SMTP_USER", "SMTP_PASSWORD", "SENDGRID_API_KEY"],
};

/** Defaults that a new owner must confirm: the form shows them empty until then. */
export const ASKED_SETTINGS: readonly SettingKey[] = ["APP_NAME", "STORE_TIMEZONE", "TAX_RATE"];

export function isSetupStep(text: unknown): text is SetupStepId {
  return SETUP_STEPS.some((step) => step === text);
}

/** The steps in a stored list; unknown ones are dropped. */
export function stepsOf(text: string): readonly SetupStepId[] {
  return text.split(",").filter(isSetupStep);
}

/** The stored list with a step added or removed. */
export function withStep(text: string, step: SetupStepId, isIn: boolean): string {
  const others = stepsOf(text).filter((each) => each !== step);
  return (isIn ? [...others, step] : others).join(",");
}

/** A shop in setup must not claim to be always open before its owner has entered the hours. */
export function hasNoHoursYet(settings: Settings): boolean {
  const { OPENING_SOON, OPENING_HOURS, STORE_OPEN_TIME, STORE_CLOSING_TIME } = settings;
  return OPENING_SOON && OPENING_HOURS === null && STORE_OPEN_TIME === "" && STORE_CLOSING_TIME === "";
}
