import type { Exchange } from "#stripe-simulator/test/serve-simulator.ts";
import type { Sample } from "./vendor-types.ts";

/* The part of Stripe's API that the shop and its simulator use: for each call the types of its parameters and of its response. */

interface Call {
  readonly parameters: string;
  readonly answer: string;
}

const CALLS: readonly (readonly [method: string, path: RegExp, call: Call])[] = [
  ["POST", /^\/v1\/payment_intents$/, { parameters: "PaymentIntentCreateParams", answer: "PaymentIntent" }],
  ["GET", /^\/v1\/payment_intents$/, { parameters: "PaymentIntentListParams", answer: "ApiList<Stripe.PaymentIntent>" }],
  ["GET", /^\/v1\/payment_intents\/[^/]+$/, { parameters: "PaymentIntentRetrieveParams", answer: "PaymentIntent" }],
  ["POST", /^\/v1\/payment_intents\/[^/]+$/, { parameters: "PaymentIntentUpdateParams", answer: "PaymentIntent" }],
  ["POST", /^\/v1\/payment_intents\/[^/]+\/confirm$/, { parameters: "PaymentIntentConfirmParams", answer: "PaymentIntent" }],
  ["POST", /^\/v1\/payment_intents\/[^/]+\/capture$/, { parameters: "PaymentIntentCaptureParams", answer: "PaymentIntent" }],
  ["POST", /^\/v1\/payment_intents\/[^/]+\/cancel$/, { parameters: "PaymentIntentCancelParams", answer: "PaymentIntent" }],
  ["POST", /^\/v1\/refunds$/, { parameters: "RefundCreateParams", answer: "Refund" }],
  ["GET", /^\/v1\/refunds$/, { parameters: "RefundListParams", answer: "ApiList<Stripe.Refund>" }],
  ["GET", /^\/v1\/refunds\/[^/]+$/, { parameters: "RefundRetrieveParams", answer: "Refund" }],
  ["GET", /^\/v1\/charges$/, { parameters: "ChargeListParams", answer: "ApiList<Stripe.Charge>" }],
  ["GET", /^\/v1\/charges\/[^/]+$/, { parameters: "ChargeRetrieveParams", answer: "Charge" }],
  ["GET", /^\/v1\/disputes$/, { parameters: "DisputeListParams", answer: "ApiList<Stripe.Dispute>" }],
  ["GET", /^\/v1\/disputes\/[^/]+$/, { parameters: "DisputeRetrieveParams", answer: "Dispute" }],
  ["GET", /^\/v1\/payouts$/, { parameters: "PayoutListParams", answer: "ApiList<Stripe.Payout>" }],
  ["GET", /^\/v1\/balance_transactions$/, { parameters: "BalanceTransactionListParams", answer: "ApiList<Stripe.BalanceTransaction>" }],
  ["GET", /^\/v1\/events$/, { parameters: "EventListParams", answer: "ApiList<Stripe.Event>" }],
  ["GET", /^\/v1\/events\/[^/]+$/, { parameters: "EventRetrieveParams", answer: "Event" }],
  ["GET", /^\/v1\/webhook_endpoints$/, { parameters: "WebhookEndpointListParams", answer: "ApiList<Stripe.WebhookEndpoint>" }],
  ["POST", /^\/v1\/webhook_endpoints$/, { parameters: "WebhookEndpointCreateParams", answer: "WebhookEndpoint" }],
  ["POST", /^\/v1\/webhook_endpoints\/[^/]+$/, { parameters: "WebhookEndpointUpdateParams", answer: "WebhookEndpoint" }],
  ["DELETE", /^\/v1\/webhook_endpoints\/[^/]+$/, { parameters: "WebhookEndpointDeleteParams", answer: "DeletedWebhookEndpoint" }],
  ["POST", /^\/v1\/payment_methods$/, { parameters: "PaymentMethodCreateParams", answer: "PaymentMethod" }],
  ["GET", /^\/v1\/payment_methods\/[^/]+$/, { parameters: "PaymentMethodRetrieveParams", answer: "PaymentMethod" }],
];

/** Fields that only a browser sends; the SDK's parameters do not include them. */
const OF_BROWSERS = ["key", "client_secret"];

/** The simulator's own parameter, for its bank page. */
const OWN_CALL = /^\/v1\/test_helpers\//;

/** The SDK's enums are open for future values. Only values that Stripe has published are allowed here. */
export const STRIPE_IMPORT = `
import type Stripe from "stripe";
type Published<T> = T extends string ? (string extends T ? never : T) : never;
type ClosedText<T> = [T] extends [never] ? never : [Published<T>] extends [never] ? T : Published<T>;
type ClosedObject<T> = T extends readonly (infer Entry)[] ? Closed<Entry>[] : T extends object ? { [Name in keyof T]: Closed<T[Name]> } : T;
type Closed<T> = ClosedText<Extract<T, string>> | ClosedObject<Exclude<T, string>>;
type ErrorForBrowsers = Closed<Omit<Stripe.StripeRawError, "payment_intent">> & { payment_intent?: Partial<Closed<Stripe.PaymentIntent>> };
`;

/** The request and the response of one exchange as samples; throws for a call that Stripe does not have. */
export function samplesOf(exchange: Exchange): readonly Sample[] {
  const { method, path, form, isSecret, status, answer } = exchange;
  if (OWN_CALL.test(path)) return [];
  const call = CALLS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2];
  if (call === undefined) throw new Error(`Stripe has no call ${method} ${path} in this list`);
  const fields = formValue(form, isSecret ? [] : OF_BROWSERS);
  const body: unknown = JSON.parse(answer);
  const answerType = `Closed<Stripe.${call.answer}>`;
  // A browser sees only some fields of a payment.
  const shown = isSecret ? answerType : `Partial<${answerType}>`;
  const error = isSecret ? "Closed<Stripe.StripeRawError>" : "ErrorForBrowsers";
  return [
    { about: `${method} ${path}: request`, type: `Closed<Stripe.${call.parameters}>`, value: fields },
    { about: `${method} ${path}: answer ${status}`, type: status < 400 ? shown : `{ error: ${error} }`, value: body },
  ];
}

/** Size limits that Stripe documents and the SDK's types cannot express. */
const LIMITS: readonly (readonly [name: RegExp, most: number])[] = [
  [/^description$/, 1000],
  [/^statement_descriptor_suffix$/, 22],
  [/^metadata\[[^\]]{1,40}\]$/, 500],
];
/** The smallest charge in the currency's smallest unit (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
const SMALLEST: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
};
/** Currencies whose smallest unit is a thousandth, and whose amounts must end in 0. */
const OF_THOUSANDTHS = ["bhd", "jod", "kwd", "omr", "tnd"];
const LARGEST_CENTS = 99_999_999;

/** The size errors of a request. */
export function findOversized({ method, path, form, answer }: Exchange): readonly string[] {
  if (method !== "POST") return [];
  const fields = [...new URLSearchParams(form)];
  const wrong = fields.flatMap(([name, value]) => {
    const most = LIMITS.find(([pattern]) => pattern.test(name))?.[1];
    if (name.startsWith("metadata") && most === undefined) return [`${path}: ${name} is no metadata name Stripe takes`];
    if (name === "statement_descriptor_suffix" && (!/[A-Za-z]/.test(value) || /[<>\\'"*]/.test(value)))
      return [`${path}: ${name} needs a letter and none of <>\\'"*`];
    if (name.startsWith("amount") && /^\d+$/.test(value) && Number(value) > LARGEST_CENTS) return [`${path}: ${name} is too large`];
    return most !== undefined && value.length > most ? [`${path}: ${name} has more than ${most} characters`] : [];
  });
  const isCreation = path === "/v1/payment_intents";
  // Later requests about a payment do not repeat its currency; the response has it.
  const currency = (fields.find(([name]) => name === "currency")?.[1] ?? /"currency":\s*"(\w+)"/.exec(answer)?.[1] ?? "").toLowerCase();
  const amounts = fields.filter(([name]) => name.startsWith("amount")).map(([, value]) => Number(value));
  const smallest = SMALLEST[currency] ?? 1;
  if (isCreation && amounts.some((amount) => amount < smallest)) wrong.push(`${path}: below ${smallest} of ${currency}`);
  if (OF_THOUSANDTHS.includes(currency) && amounts.some((amount) => amount % 10 !== 0))
    wrong.push(`${path}: an amount in ${currency} that does not end in 0`);
  return wrong;
}

type FormValue = string | number | boolean | FormValue[] | { [name: string]: FormValue };

/**
 * The nested value of an encoded form ("a[b][0]=1"). Digits become numbers and true/false booleans, except in metadata, whose values are
 * texts. So the types detect a number that is sent as a text field.
 */
export function formValue(form: string, without: readonly string[]): FormValue {
  const root: { [name: string]: FormValue } = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const steps = name.replaceAll("]", "").split("[");
    if (without.includes(steps[0] ?? "")) continue;
    const leaf = steps[0] === "metadata" ? value : typed(value);
    let place = root;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as { [name: string]: FormValue };
    place[steps.at(-1) ?? ""] = leaf;
  }
  return listed(root);
}

function typed(value: string): FormValue {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  return value === "true" ? true : value === "false" ? false : value;
}

/** Objects with the keys 0, 1, 2… are lists. */
function listed(value: FormValue): FormValue {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index) || name === "");
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
