import { callParameters, findRecord, type Call, type Operation } from "./call.ts";
import { findNamedCard, readCardNumber } from "#stripe-simulator/payment/cards.ts";
import { mergeMetadata, readBilling, type Parameters } from "./parameters.ts";
import type { CardRecord, MethodRecord } from "#stripe-simulator/payment/records.ts";
import { badParameter, missingObject, Refusal } from "./refusal.ts";
import { methodWire } from "./wire.ts";

const YEARS_OF_NAMED_CARDS = 3;
const LATEST_YEAR = 9999;

/** Payment methods: only cards, read from a test number or one of the vendor's test names. */
export const METHOD_OPERATIONS: readonly Operation[] = [
  {
    name: "payment_methods.create",
    method: "POST",
    path: "/v1/payment_methods",
    isForBrowsers: true,
    async run(call) {
      const parameters = callParameters(call, [
        "type",
        "card",
        "billing_details",
        "metadata",
        "allow_redisplay",
        "payment_user_agent",
        "guid",
        "muid",
        "sid",
        "referrer",
      ]);
      const method = readMethod(call, parameters);
      call.unit.save(method);
      return { status: 200, body: methodWire(method) };
    },
  },
  {
    name: "payment_methods.retrieve",
    method: "GET",
    path: "/v1/payment_methods/:id",
    isForBrowsers: false,
    async run(call) {
      callParameters(call, []);
      const method = await findRecord(call, "method", call.pathId);
      if (!method) throw missingObject("PaymentMethod", call.pathId, "payment_method");
      return { status: 200, body: methodWire(method) };
    },
  },
];

/** The card a request pays with: `payment_method` (an id or a test name) or `payment_method_data`. Undefined when it names none. */
export async function findPaymentMethod(call: Call, parameters: Parameters): Promise<MethodRecord | undefined> {
  const id = parameters.text("payment_method", 200);
  if (id !== undefined) {
    const card = findNamedCard(id, currentYear(call) + YEARS_OF_NAMED_CARDS);
    if (card) return saveMethod(call, { ...newMethod(call, card), billing: readBilling(undefined) });
    const stored = await findRecord(call, "method", id);
    if (!stored) throw missingObject("PaymentMethod", id, "payment_method");
    return stored;
  }
  const data = parameters.part("payment_method_data");
  return data && saveMethod(call, readMethod(call, data));
}

function saveMethod(call: Call, method: MethodRecord): MethodRecord {
  call.unit.save(method);
  return method;
}

function newMethod(call: Call, card: CardRecord): Omit<MethodRecord, "billing"> {
  return { kind: "method", id: call.world.newId("pm"), at: call.world.now, card, metadata: {} };
}

function readMethod(call: Call, parameters: Parameters): MethodRecord {
  if (parameters.text("type") === undefined) throw badParameter("type", "parameter_missing", "Missing required param: type.");
  parameters.choice("type", ["card"]);
  const card = parameters.part("card");
  if (!card) throw badParameter("card", "parameter_missing", "Missing required param: card.");
  return {
    ...newMethod(call, readCard(call, card)),
    billing: readBilling(parameters.part("billing_details")),
    metadata: call.access === "publishable" ? refuseMetadata(parameters) : mergeMetadata({}, parameters.metadata()),
  };
}

/** Every visitor of the shop knows the publishable key, so it must not store custom data. */
function refuseMetadata(parameters: Parameters): MethodRecord["metadata"] {
  if (parameters.has("metadata")) throw badParameter("metadata", "parameter_unknown", "Received unknown parameter: metadata");
  return {};
}

function readCard(call: Call, fields: Parameters): CardRecord {
  const year = currentYear(call);
  const token = fields.text("token", 200);
  if (token !== undefined) {
    const named = findNamedCard(token, year + YEARS_OF_NAMED_CARDS);
    if (!named) throw missingObject("token", token, "card[token]");
    return named;
  }
  const number = fields.text("number", 40);
  if (number === undefined) throw badParameter("card[number]", "parameter_missing", "Missing required param: card[number].");
  const expMonth = fields.integer("exp_month", 0, LATEST_YEAR) ?? 0;
  const sentYear = fields.integer("exp_year", 0, LATEST_YEAR) ?? 0;
  const expYear = sentYear < 100 ? 2000 + sentYear : sentYear;
  const card = readCardNumber(number, expMonth, expYear);
  if (!card) throw cardError("incorrect_number", "number", "Your card number is incorrect.");
  if (expMonth < 1 || expMonth > 12) throw cardError("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  if (expYear < year || expYear > year + 50) throw cardError("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  if (expYear === year && expMonth < new Date(call.world.now).getUTCMonth() + 1) {
    throw cardError("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  }
  const cvc = fields.text("cvc", 10);
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw cardError("invalid_cvc", "cvc", "Your card's security code is invalid.");
  return card;
}

function cardError(code: string, param: string, message: string): Refusal {
  return new Refusal({ status: 402, type: "card_error", code, param, message });
}

function currentYear(call: Call): number {
  return new Date(call.world.now).getUTCFullYear();
}
