import { z } from "zod";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_TIP_PERCENTAGE,
} from "#app/values/limits.ts";
import { parseDollars, type Cents } from "#app/values/money.ts";
import { keepText } from "#app/values/text.ts";
import { isLocalDate, parseInstant, type LocalDate } from "#app/values/time.ts";
import { FULFILLMENTS, type Fulfillment } from "#app/store/domain/fulfillment.ts";

/** The checkout's form as it was typed so far; nothing is required yet, and what is too long is cut: it is only kept, not ordered. */
export interface CheckoutForm {
  readonly contact: { readonly name: string; readonly email: string; readonly phone: string };
  readonly instructions: string;
  /** null when the form showed no address (pickup), so that a typed one is not forgotten. */
  readonly address: {
    readonly street: string;
    readonly unit: string;
    readonly city: string;
    readonly province: string;
    readonly postalCode: string;
    readonly country: string;
  } | null;
  readonly fulfillment: Fulfillment | undefined;
  /** null = as soon as possible; undefined = the form does not say. */
  readonly requestedFor: Date | null | undefined;
  /** Day whose times are looked at. */
  readonly day: LocalDate | undefined;
  /** undefined = no tip button was pressed. */
  readonly tip: TipChoice | undefined;
  readonly tipProblem: string | null;
  readonly isPaidAtPickup: boolean;
  /** The total the page showed. */
  readonly expectedTotal: Cents | undefined;
  /** Names this attempt: pressing twice is one order. */
  readonly attempt: string;
}

const kept = (max: number) =>
  z
    .string()
    .transform((text) => keepText(text, max))
    .catch("");

const fields = z.object({
  name: kept(MAX_NAME_LENGTH),
  email: kept(MAX_EMAIL_LENGTH),
  phone: kept(MAX_PHONE_LENGTH),
  instructions: kept(MAX_INSTRUCTIONS_LENGTH),
  street: z.string().optional().catch(undefined),
  unit: kept(MAX_ADDRESS_LINE_LENGTH),
  city: kept(MAX_ADDRESS_LINE_LENGTH),
  province: kept(MAX_ADDRESS_LINE_LENGTH),
  postalCode: kept(MAX_POSTAL_CODE_LENGTH),
  country: kept(MAX_ADDRESS_LINE_LENGTH),
  fulfillment: z.enum(FULFILLMENTS).optional().catch(undefined),
  when: z.enum(["asap", "later"]).optional().catch(undefined),
  requestedFor: kept(40),
  day: kept(10),
  tip: kept(10),
  tipAmount: kept(20),
  payment: z.enum(["card", "pickup"]).catch("card"),
  expectedTotal: kept(20),
  attempt: kept(100),
});

/** Reads the checkout's form. Never fails: whether an order can be made of it is for the checkout's own schema. */
export function readCheckoutForm(form: FormData): CheckoutForm {
  const raw = fields.parse(Object.fromEntries(form));
  const chosen = parseInstant(raw.requestedFor);
  const tip = readTip(raw.tip, raw.tipAmount);
  return {
    contact: { name: raw.name, email: raw.email, phone: raw.phone },
    instructions: raw.instructions,
    address:
      raw.street === undefined
        ? null
        : {
            street: kept(MAX_ADDRESS_LINE_LENGTH).parse(raw.street),
            unit: raw.unit,
            city: raw.city,
            province: raw.province,
            postalCode: raw.postalCode,
            country: raw.country,
          },
    fulfillment: raw.fulfillment,
    requestedFor: raw.when === "asap" ? null : raw.when === "later" && chosen !== null ? chosen : undefined,
    day: isLocalDate(raw.day) ? raw.day : undefined,
    ...tip,
    isPaidAtPickup: raw.payment === "pickup",
    expectedTotal: /^\d{1,9}$/.test(raw.expectedTotal) ? Number(raw.expectedTotal) : undefined,
    attempt: raw.attempt,
  };
}

function readTip(button: string, amount: string): Pick<CheckoutForm, "tip" | "tipProblem"> {
  if (button === "none") return { tip: { kind: "none", isChosen: true }, tipProblem: null };
  if (button === "own") {
    const cents = parseDollars(amount === "" ? "0" : amount);
    if (!cents.ok) return { tip: undefined, tipProblem: cents.error };
    if (cents.value < 0) return { tip: undefined, tipProblem: "A tip is 0 or more." };
    return { tip: cents.value === 0 ? { kind: "none" } : { kind: "fixed", amount: cents.value }, tipProblem: null };
  }
  const percentage = button === "" ? Number.NaN : Number(button);
  const isOffered = percentage > 0 && percentage <= MAX_TIP_PERCENTAGE;
  return { tip: isOffered ? { kind: "percentage", percentage } : undefined, tipProblem: null };
}
