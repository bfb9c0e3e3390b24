import * as texts from "#texts/checkout/field-problems.ts";
import { US_DOLLARS, type MoneyFormat } from "#app/values/money.ts";
import { cashGiven } from "#app/orders/domain/changes/cash-given.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import type { StaffDiscount } from "#app/promotions/domain/promotion.ts";
import { z } from "zod";
import { addCartItemSchema, couponCodeList, fulfillmentSchema } from "#app/cart/domain/cart.schema.ts";
import { STAFF_SOURCES, TAKEN_PAYMENTS, type PaidBy, type StaffSource, type TakenPayment } from "#app/orders/domain/taken-order.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import {
  MAX_ALLERGY_NOTE_LENGTH,
  MAX_CART_LINES,
  MAX_EMAIL_LENGTH,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_MINUTES_SETTING,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_REASON_LENGTH,
} from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import { tidyText } from "#app/values/text.ts";
import {
  requiredWireLine,
  wireInstant,
  wireInteger,
  wireKey,
  wireLine,
  schemasByCurrency,
  wireMoney,
  wireObject,
  wirePercentage,
  wireText,
} from "#app/values/wire.schema.ts";
import { addressSchema } from "#app/store/domain/delivery/delivery-address.schema.ts";
import { deliveryAddressOf, expectedCurrencySchema, isPhoneText } from "./checkout.schema.ts";

/** The customer's name at the counter when none is given. */
const WALK_IN = "Walk-in";

type Item = z.output<typeof addCartItemSchema>;

/** An order taken by staff; the server computes every price. */
export interface TakenOrderInput {
  readonly source: StaffSource;
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly items: readonly Item[];
  readonly couponCodes: readonly string[];
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly address: DeliveryAddress | null;
  readonly instructions: string;
  readonly allergyNote: string;
  /** Minutes until it is ready; null: the quoted ones. */
  readonly minutes: number | null;
  /** null: not paid yet. */
  readonly paidBy: PaidBy | null;
  /** Cash that the customer handed over; left out otherwise, so that a request keeps its hash. */
  readonly cashGiven?: Cents;
  /** The customer pays by a link before it is accepted; otherwise on handover, if it is not paid yet. */
  readonly isByLink: boolean;
  readonly discount: StaffDiscount | null;
  /** The order that it is added to, whose customer, fulfilment, address and time apply. Left out otherwise, so that a request keeps its hash. */
  readonly goesWith?: string;
  /** The total that the staff member told the customer. */
  readonly expectedTotal: Cents;
  /** Upper-case ISO 4217 code of that total; left out = not checked. */
  readonly expectedCurrency?: string;
}

/** The fields that determine its price, while it is entered. */
export interface TakenOrderDraft extends Pick<TakenOrderInput, "items" | "couponCodes" | "fulfillment" | "requestedFor" | "discount"> {
  readonly customer: { readonly email: string; readonly phone: string };
  readonly postalCode: string | null;
  /** Added to another order: without delivery fee and minimum. */
  readonly isAddOn?: boolean;
}

const items = z.array(addCartItemSchema, "Send the items as a list.").max(MAX_CART_LINES, `Use at most ${MAX_CART_LINES} lines.`);
const email = z.string(texts.enterEmail).overwrite(tidyText).max(MAX_EMAIL_LENGTH, texts.enterEmail);
const phone = z.string(texts.enterPhone).overwrite(tidyText).max(MAX_PHONE_LENGTH, texts.enterPhone);

const customer = wireObject({
  name: wireLine("the name", MAX_NAME_LENGTH).default(""),
  email: email.refine((text) => text === "" || z.email().safeParse(text).success, texts.enterEmail).default(""),
  phone: phone.refine((text) => text === "" || isPhoneText(text), texts.enterPhone).default(""),
});

/** An amount or a percentage off the items, after promotions. `reason` is the schema of the reason. */
function discountSchema(reason: ReturnType<typeof wireLine>, currency: string) {
  return wireObject({
    amount: wireMoney("the discount", currency)
      .refine((cents) => cents > 0, "Enter a discount above 0.")
      .optional(),
    percent: wirePercentage("the discount").optional(),
    reason,
  }).transform(({ amount, percent: rate, reason: text }, context): StaffDiscount => {
    if (amount !== undefined && rate === undefined) return { kind: "amount", amount, reason: text };
    if (amount === undefined && rate !== undefined) return { kind: "percent", rate, reason: text };
    context.addIssue({ code: "custom", path: ["amount"], message: "Send the discount as an amount or as a percentage." });
    return z.NEVER;
  });
}

const REASON = "the reason of the discount";

/** Body of POST /admin/api/orders. COUNTRY is the default country of addresses. */
export function takenOrderSchemaFor(settings: TakenOrderSettings) {
  return takenOrderFields(settings.CURRENCY).transform((input, context) =>
    toTakenOrder(input, settings, (path, message) => context.addIssue({ code: "custom", path: [...path], message })),
  );
}

type TakenOrderSettings = Pick<Settings, "COUNTRY" | "CURRENCY" | "LOCALE">;

function takenOrderFields(currency: string) {
  return wireObject({
    source: z.enum(STAFF_SOURCES, 'Send "telephone" or "counter".'),
    customer,
    items: items.min(1, "Add at least one item."),
    coupon_codes: couponCodeList.default([]),
    fulfillment: fulfillmentSchema,
    requested_for: wireInstant("the time").nullish(),
    address: addressSchema.nullish(),
    instructions: wireText("the note", MAX_INSTRUCTIONS_LENGTH).default(""),
    allergy_note: wireText("the allergies", MAX_ALLERGY_NOTE_LENGTH).default(""),
    minutes: wireInteger("the minutes", 0, MAX_MINUTES_SETTING)
      .nullish()
      .meta({ description: "Until it is ready; left out: as quoted. Without effect with requested_for." }),
    discount: discountSchema(requiredWireLine(REASON, MAX_REASON_LENGTH), currency)
      .nullish()
      .meta({ description: "Given by staff, with the permission order.discount (docs/rules/roles.md). The customer reads the reason." }),
    payment: z
      .enum(TAKEN_PAYMENTS, 'Send "cash", "terminal", "later" or "link".')
      .meta({ description: "link: the order waits until the customer has paid it by card on the page of its payment_link." }),
    given: wireMoney("the cash given", currency)
      .optional()
      .meta({ description: 'Cash handed over, with payment "cash"; kept in the order\'s history with the change.' }),
    goes_with: wireKey("the order it goes with").nullish().meta({
      description:
        "An order that is not handed over yet: this one is made and handed over with it, for its customer, at its address and time.",
    }),
    expectedTotal: wireMoney("the total you saw", currency),
    expectedCurrency: expectedCurrencySchema,
  });
}

/** Checks rules across several fields; `refuse` takes the path of the field and a sentence. */
function toTakenOrder(
  input: z.output<ReturnType<typeof takenOrderFields>>,
  settings: TakenOrderSettings,
  refuse: (path: readonly string[], message: string) => void,
): TakenOrderInput {
  const { source, payment, goes_with: goesWith = null } = input;
  // An add-on has the contacts and address of its order.
  const isWhole = goesWith === null;
  if (isWhole && source === "telephone" && input.customer.name === "") refuse(["customer", "name"], "Enter the customer's name.");
  if (isWhole && source === "telephone" && input.customer.phone === "" && input.fulfillment === "pickup")
    refuse(["customer", "phone"], "Enter the number that called, so that you can call back.");
  const cashProblem = cashProblemOf(input, moneyFormat(settings));
  if (cashProblem !== null) refuse(["given"], cashProblem);
  return {
    source,
    customer: { ...input.customer, name: input.customer.name === "" ? WALK_IN : input.customer.name },
    items: input.items,
    couponCodes: input.coupon_codes,
    fulfillment: input.fulfillment,
    requestedFor: input.requested_for ?? null,
    address: isWhole ? deliveryAddressOf(input, settings.COUNTRY, refuse) : null,
    instructions: input.instructions,
    allergyNote: input.allergy_note,
    minutes: input.minutes ?? null,
    paidBy: payment === "later" || payment === "link" ? null : payment,
    ...(input.given === undefined ? {} : { cashGiven: input.given }),
    isByLink: payment === "link",
    discount: input.discount ?? null,
    ...(isWhole ? {} : { goesWith }),
    expectedTotal: input.expectedTotal,
    ...(input.expectedCurrency === undefined ? {} : { expectedCurrency: input.expectedCurrency }),
  };
}

/** Cash must cover the total that staff saw, because that total is charged or the order is refused. */
function cashProblemOf(
  { given, payment, expectedTotal }: { readonly given?: Cents | undefined; readonly payment: TakenPayment; readonly expectedTotal: Cents },
  format: MoneyFormat,
): string | null {
  if (given === undefined) return null;
  if (payment !== "cash") return "Leave out the cash given, unless the order is paid in cash now.";
  const cash = cashGiven(given, expectedTotal, format);
  return cash.ok ? null : cash.error;
}

/** The same for an unknown country, for the API description. */
export const takenOrderSchema = takenOrderSchemaFor({ COUNTRY: "", CURRENCY: US_DOLLARS.currency, LOCALE: US_DOLLARS.locale });

/** The body that prices an order while it is entered: incomplete contacts are valid. */
export const takenOrderDraftSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    items,
    coupon_codes: couponCodeList.default([]),
    fulfillment: fulfillmentSchema,
    requested_for: wireInstant("the time").nullish(),
    postal_code: wireLine("the postal code", MAX_POSTAL_CODE_LENGTH).default(""),
    discount: discountSchema(wireLine(REASON, MAX_REASON_LENGTH), currency).nullish(),
    customer: wireObject({ email, phone }),
    goes_with: wireKey("the order it goes with").nullish(),
  }).transform((input): TakenOrderDraft => ({
    items: input.items,
    couponCodes: input.coupon_codes,
    fulfillment: input.fulfillment,
    requestedFor: input.requested_for ?? null,
    postalCode: input.postal_code === "" ? null : input.postal_code,
    discount: input.discount ?? null,
    customer: input.customer,
    isAddOn: typeof input.goes_with === "string",
  })),
);
