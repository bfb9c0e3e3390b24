import * as texts from "#texts/checkout/field-problems.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { z } from "zod";
import { fulfillmentSchema, hasOneTip, tipChoiceOf, tipFieldsIn, TWO_TIPS } from "#app/cart/domain/cart.schema.ts";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import {
  MAX_ALLERGY_NOTE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
} from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import {
  addressOf,
  addressProblems,
  addressSchema,
  EMPTY_ADDRESS,
  type TypedAddress,
} from "#app/store/domain/delivery/delivery-address.schema.ts";
import { wireInstant, wireLine, wireMoney, wireObject, wireText } from "#app/values/wire.schema.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** The submitted checkout after schema validation; the server computes every price again. */
export interface CheckoutInput {
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  /** Delivery only; dropped for pickup. */
  readonly address: DeliveryAddress | null;
  readonly instructions: string;
  readonly allergyNote: string;
  /** undefined = the cart's tip. */
  readonly tip: TipChoice | undefined;
  /** The final total that the page showed. */
  readonly expectedTotal: Cents;
  /** The currency of that total, as an ISO 4217 code; undefined: not checked. */
  readonly expectedCurrency?: string;
  /** Agrees to marketing emails, where the shop asks. */
  readonly wantsNews?: true;
  readonly isPaidAtPickup: boolean;
  /** Left out otherwise, like `wantsNews`, so that a request has the same hash as before these fields existed. */
  readonly isPaidOnDelivery?: true;
}

/** Whether the customer pays when the order is handed over, at the counter or at the door. */
export function isPaidInPerson({ isPaidAtPickup, isPaidOnDelivery }: Pick<CheckoutInput, "isPaidAtPickup" | "isPaidOnDelivery">): boolean {
  return isPaidAtPickup || isPaidOnDelivery === true;
}

const CURRENCY_MESSAGE = "Send the currency you saw as its three letters, such as USD.";
export const expectedCurrencySchema = z
  .string(CURRENCY_MESSAGE)
  .regex(/^[A-Z]{3}$/, CURRENCY_MESSAGE)
  .optional()
  .meta({ description: "The currency of the total you saw. The order is refused when the shop has another one by now." });

const customerSchema = wireObject({
  name: wireLine("your name", MAX_NAME_LENGTH).min(1, texts.enterName),
  email: z.string(texts.enterEmail).overwrite(tidyText).max(MAX_EMAIL_LENGTH, texts.enterEmail).pipe(z.email(texts.enterEmail)),
  phone: z
    .string(texts.enterPhone)
    .overwrite(tidyText)
    .max(MAX_PHONE_LENGTH, texts.enterPhone)
    .refine((phone) => phone === "" || isPhoneText(phone), texts.enterPhone)
    .default(""),
});

/** Cached: building a schema takes longer than parsing with it, and a shop has one country. */
type StoreFacts = Pick<Settings, "COUNTRY" | "CURRENCY">;

let made: (StoreFacts & { readonly schema: ReturnType<typeof makeCheckoutSchema> }) | undefined;

/**
 * Body of POST /api/checkout. A delivery needs street, city, postal code and phone. COUNTRY is the default country; an unusual
 * postal code needs an explicit confirmation. For pickup the phone is optional here; paying at pickup requires it.
 */
export function checkoutSchemaFor({ COUNTRY, CURRENCY }: StoreFacts) {
  if (made?.COUNTRY !== COUNTRY || made.CURRENCY !== CURRENCY)
    made = { COUNTRY, CURRENCY, schema: makeCheckoutSchema({ COUNTRY, CURRENCY }) };
  return made.schema;
}

function makeCheckoutSchema({ COUNTRY: storeCountry, CURRENCY: currency }: StoreFacts) {
  return wireObject({
    customer: customerSchema,
    fulfillment: fulfillmentSchema,
    requested_for: wireInstant("the time").nullish(),
    address: addressSchema.nullish(),
    instructions: wireText("the instructions", MAX_INSTRUCTIONS_LENGTH).default(""),
    allergy_note: wireText("the allergies", MAX_ALLERGY_NOTE_LENGTH).default(""),
    marketing_consent: z.boolean("Send true or false.").default(false).meta({
      description:
        "The customer ticked the box for marketing emails. Ignored where the shop does not ask; false takes back no earlier consent.",
    }),
    ...tipFieldsIn(currency),
    expectedTotal: wireMoney("the total you saw", currency),
    expectedCurrency: expectedCurrencySchema,
    payment: z
      .enum(["card", "pickup", "delivery"], 'Send "card", "pickup" or "delivery".')
      .default("card")
      .meta({ description: "pickup, delivery: paid in person when the order is handed over, where the shop offers it." }),
  })
    .refine(hasOneTip, TWO_TIPS)
    .transform((input, context): CheckoutInput => {
      const address = deliveryAddressOf(input, storeCountry, (path, message) =>
        context.addIssue({ code: "custom", path: [...path], message }),
      );
      return {
        customer: input.customer,
        fulfillment: input.fulfillment,
        requestedFor: input.requested_for ?? null,
        address,
        instructions: input.instructions,
        allergyNote: input.allergy_note,
        ...(input.marketing_consent ? { wantsNews: true } : {}),
        tip: tipChoiceOf(input),
        expectedTotal: input.expectedTotal,
        ...(input.expectedCurrency === undefined ? {} : { expectedCurrency: input.expectedCurrency }),
        isPaidAtPickup: input.payment === "pickup",
        ...(input.payment === "delivery" ? { isPaidOnDelivery: true } : {}),
      };
    });
}

interface DeliveryInput {
  readonly fulfillment: Fulfillment;
  readonly customer: { readonly phone: string };
  readonly address?: TypedAddress | null | undefined;
}

/** The address of a delivery, with its problems and the phone number; null for pickup. */
export function deliveryAddressOf(
  { fulfillment, customer, address: typed }: DeliveryInput,
  storeCountry: string,
  refuse: (path: readonly string[], message: string) => void,
): DeliveryAddress | null {
  if (fulfillment !== "delivery") return null;
  const address = addressOf(typed ?? EMPTY_ADDRESS, storeCountry);
  if (customer.phone === "") refuse(["customer", "phone"], texts.enterPhoneForCourier);
  for (const { field, message } of addressProblems(address, typed?.keep_postal_code === true)) refuse(["address", field], message);
  return address;
}

/** The same for an unknown country, for the API description. */
export const checkoutSchema = checkoutSchemaFor({ COUNTRY: "", CURRENCY: US_DOLLARS.currency });

/** 7 to 15 digits with common separators; an extension may follow ("x12"). */
export function isPhoneText(phone: string): boolean {
  const match = /^(\+?[\d\s()./-]+)(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i.exec(phone);
  const digits = match?.[1]?.replace(/\D/g, "").length ?? 0;
  return digits >= 7 && digits <= 15 && isLine(phone);
}

const KEY_MESSAGE = "Send an Idempotency-Key header that names this attempt: 1 to 255 printable characters.";

/** The Idempotency-Key header, longer than any browser's random key. */
export const idempotencyKeySchema = z
  .string(KEY_MESSAGE)
  .trim()
  .regex(/^[\x21-\x7e]{1,255}$/, KEY_MESSAGE)
  .meta({ description: "Names this attempt. The same key again answers the same and never charges twice." });
