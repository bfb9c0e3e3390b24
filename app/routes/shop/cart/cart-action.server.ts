import * as couponTexts from "#texts/promotions/coupons.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { itemsTotal, unitsOf } from "#app/cart/domain/pricing/priced-cart.ts";
import { hasKey } from "#app/values/narrow.ts";
import { data, redirect } from "react-router";
import { isChoiceField } from "#app/catalogue/domain/customization/choice-fields.ts";
import { codesAfter, fulfillmentBody, giftBody, itemBody } from "#app/cart/domain/cart-form.ts";
import { addCartItemSchema, applyPromotionsSchema, editCartItemSchema, editCartSchemaIn } from "#app/cart/domain/cart.schema.ts";
import { fieldNumber, fieldOfPath, fieldText } from "#app/values/form.ts";
import { isUuid } from "#app/values/ids.ts";
import { fail, type Result } from "#app/values/result.ts";
import { firstError, NOT_UNDERSTOOD, readForm, type FieldErrors } from "#app/http/answers/read-form.server.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { choicesFingerprint } from "#app/catalogue/domain/customization/customization.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { cartRefusal, type CartRefusal } from "#app/http/acts/cart-act.server.ts";
import { retryAfter } from "#app/http/answers/problem.server.ts";
import { addToCart } from "#app/http/limits/add-to-cart.server.ts";
import { readCartId, serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { couponGuesses } from "#app/http/limits/coupon-guesses.server.ts";
import type { AddedLine, CartAnswer, RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { applyPromotions, type ApplyFailure } from "#app/cart/workflows/apply-promotions.server.ts";
import { updateCart, editCartItem, getCart, removeCartItem, type WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { removedQuery } from "./cart-removed.server.ts";
import { choiceText, lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

interface Done {
  readonly loaded: LoadedCart;
  readonly said?: string;
  readonly isGoodNews?: boolean;
  readonly removed?: RemovedItem;
  readonly added?: AddedLine | null;
}
type Failure = ApplyFailure | { readonly kind: "invalid"; readonly errors: FieldErrors };
type Outcome = Result<Done, Failure>;

/** An id that no item has: a form without an id gets the response for an unknown one. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Handles one form of the cart, validated by the schema of the corresponding JSON call. A script gets data. A plain form is redirected
 * (303), so that a reload repeats nothing: to the cart or the checkout, or to the product when its choices are invalid.
 */
export async function answerCartForm(request: Request, services: Services, info: RequestInfo) {
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  const form = await request.formData();
  const cartId = await readCartId(request, services);
  const outcome = await carryOut(form, services, info, cartId);
  if (!outcome.ok) return answerFailure(outcome.error, form, isScripted);

  const { loaded, said = null, isGoodNews = true, removed = null, added = null } = outcome.value;
  const headers = new Headers();
  const id = loaded.source.id;
  if (id !== null && id !== cartId) headers.set("Set-Cookie", await serializeCartId(id, services));
  if (isScripted) {
    const { priced } = loaded;
    return data<CartAnswer>(
      { ok: true, badge: priced.itemCount, itemsTotal: itemsTotal(priced), said, isGoodNews, removed, added },
      { headers },
    );
  }
  const back = fieldText(form, "from") === "checkout" ? "/checkout" : "/cart";
  const query = said === null ? "" : `?${new URLSearchParams({ said: saidKey(said) })}`;
  return redirect(`${back}${removed === null ? query : removedQuery(removed)}`, { status: 303, headers });
}

async function carryOut(form: FormData, services: Services, info: RequestInfo, cartId: string | null): Promise<Outcome> {
  const intent = fieldText(form, "intent");
  switch (intent) {
    case "add":
    case "undo": {
      const item = readForm({ productId: fieldNumber(form, "productId"), ...itemBody(form) }, addCartItemSchema);
      if (!item.ok) return invalid(item.error);
      const added = await addToCart(services, info, cartId, { ...item.value, units: fieldText(form, "seenUnits") });
      if (!added.ok || intent === "undo") return plain(added);
      return { ok: true, value: { loaded: added.value, added: findAdded(added.value, item.value) } };
    }
    case "update":
    case "quantity":
    case "note": {
      const changes = readForm({ ...itemBody(form), ...(await steppedWeight(form, services, cartId)) }, editCartItemSchema);
      return changes.ok ? plain(await editCartItem(services, cartId, itemId(form), changes.value)) : invalid(changes.error);
    }
    case "remove":
      return remove(services, cartId, itemId(form));
    case "fulfillment":
    case "gift": {
      const body = { fulfillment: fulfillmentBody, gift: giftBody }[intent](form);
      const changes = readForm(body, editCartSchemaIn((await readSettings(services.db)).CURRENCY));
      return changes.ok ? plain(await updateCart(services, cartId, changes.value)) : invalid(changes.error);
    }
    case "coupon-add":
    case "coupon-remove":
    case "coupon-remove-all":
      return changeCodes(intent, fieldText(form, "code") ?? "", services, info, cartId);
    default:
      return invalid({ "": NOT_UNDERSTOOD });
  }
}

/** The cart line of the form; NO_ID if the id is malformed. */
function itemId(form: FormData): string {
  const id = fieldText(form, "itemId");
  return isUuid(id) ? id : NO_ID;
}

/**
 * Plus and minus of a line sold by weight, without JavaScript: its field holds the weight as text, so the stored number of steps is used.
 */
async function steppedWeight(form: FormData, services: Services, cartId: string | null): Promise<{ readonly quantity?: number }> {
  const typed = fieldNumber(form, "quantity");
  if (typed === undefined || typeof typed === "number") return {};
  const line = (await getCart(services, cartId)).priced.lines.find(({ id }) => id === itemId(form));
  if (line?.stepTexts?.includes(typed) !== true) return {};
  const { quantity } = itemBody(new URLSearchParams({ quantity: String(unitsOf(line)), step: fieldText(form, "step") ?? "" }));
  return typeof quantity === "number" ? { quantity } : {};
}

/** The line that received these units. If hidden groups dropped a choice, it is the product's newest line. */
function findAdded({ priced }: LoadedCart, { productId, quantity, choices, note }: WantedItem): AddedLine | null {
  const lines = priced.lines.filter((line) => line.productId === productId && !line.isFreeItem);
  const wanted = choicesFingerprint(productId, choices, note);
  const line = lines.find((each) => choicesFingerprint(productId, each.choices, each.note) === wanted) ?? lines.at(-1);
  if (line === undefined) return null;
  const { name, imageUrl, unitPrice, selected } = line;
  // A line sold by weight shows its whole weight.
  return { name, quantity: line.weight ? line.quantity : quantity, imageUrl, unitPrice, options: selected.map(choiceText) };
}

async function remove(services: Services, cartId: string | null, itemId: string): Promise<Outcome> {
  const line = (await getCart(services, cartId)).priced.lines.find((each) => each.id === itemId);
  const done = await removeCartItem(services, cartId, itemId);
  if (!done.ok || line === undefined) return plain(done);
  const { productId, note, choices } = line;
  const quantity = unitsOf(line);
  const name = lineTitle({ ...line, options: line.selected });
  return { ok: true, value: { loaded: done.value, removed: { itemId, productId, name, quantity, note, choices } } };
}

async function changeCodes(
  intent: Parameters<typeof codesAfter>[0],
  typed: string,
  services: Services,
  info: RequestInfo,
  cartId: string | null,
): Promise<Outcome> {
  const present = (await getCart(services, cartId)).source.couponCodes;
  const read = readForm({ cartId: cartId ?? NO_ID, couponCodes: codesAfter(intent, present, typed) }, applyPromotionsSchema);
  if (!read.ok) return invalid(read.error);
  const { couponCodes } = read.value;
  const applied = await applyPromotions(services, cartId, couponCodes, couponGuesses(services, cartId ?? "", info.clientAddress));
  if (!applied.ok) return applied;
  const { loaded } = applied.value;
  if (intent === "coupon-remove") return { ok: true, value: { loaded, said: couponTexts.removed } };
  if (intent === "coupon-remove-all") return { ok: true, value: { loaded, said: couponTexts.allRemoved } };
  const isApplied = loaded.priced.applied.some((each) => isCode(each.code, typed));
  const isKnown = present.some((code) => isCode(code, typed));
  const news = isKnown ? couponTexts.enteredAlready : appliedText(savedByCode(loaded, typed), loaded);
  const said = isApplied ? news : couponTexts.withoutEffect;
  return { ok: true, value: { loaded, said, isGoodNews: isApplied } };
}

function isCode(code: string | null, typed: string): boolean {
  return code !== null && normalizeCode(code) === normalizeCode(typed);
}

/** In cents. */
function savedByCode({ priced }: LoadedCart, typed: string): number {
  return priced.applied.filter((each) => isCode(each.code, typed)).reduce((sum, each) => sum + each.amount, 0);
}

function appliedText(saved: Cents, { settings }: LoadedCart): string {
  return couponTexts.applied(formatMoney(saved, moneyFormat(settings)));
}

function invalid(errors: FieldErrors): Outcome {
  return fail({ kind: "invalid", errors });
}

function plain(result: Result<LoadedCart, ApplyFailure>): Outcome {
  return result.ok ? { ok: true, value: { loaded: result.value } } : result;
}

function answerFailure(failure: Failure, form: FormData, isScripted: boolean) {
  const problems = failure.kind === "choices" ? failure.problems : [];
  const productId = fieldNumber(form, "productId");
  if (!isScripted && failure.kind === "choices" && typeof productId === "number") {
    // The choices stay in the address, so that the product page restores them.
    const kept = new URLSearchParams(
      [...form].flatMap(([name, value]) => (typeof value === "string" && isKept(name) ? [[name, value]] : [])),
    );
    kept.set("problem", problems[0]?.code ?? "required");
    return redirect(`/products/${productId}?${kept}`, 303);
  }
  const { status, message, retryAfterSeconds } = refusalOf(failure);
  const refused = failure.kind === "refused" ? { [fieldOfPath([failure.field])]: message } : {};
  const errors = failure.kind === "invalid" ? failure.errors : refused;
  const typed = { itemId: fieldText(form, "itemId"), code: fieldText(form, "code") };
  const answer = { ok: false, message, errors, problems, isOffline: false, typed } as const;
  return data<CartAnswer>(answer, { status, headers: retryAfter(retryAfterSeconds) });
}

function refusalOf(failure: Failure): CartRefusal {
  if (failure.kind === "invalid") return { status: 422, message: firstError(failure.errors) };
  const refusal = cartRefusal(failure);
  // Not an error response, so that the page reloads the cart.
  return failure.kind === "recounted" ? { ...refusal, status: 200 } : refusal;
}

function isKept(name: string): boolean {
  return isChoiceField(name) || name === "quantity" || name === "note" || name === "itemId";
}

/** After a redirect, the address holds a code of the message, never the sentence itself. */
const SAID = {
  removed: couponTexts.removed,
  "all-removed": couponTexts.allRemoved,
  "no-effect": couponTexts.withoutEffect,
  already: couponTexts.enteredAlready,
  "code-kept": couponTexts.codeKept,
} as const;

function saidKey(said: string): string {
  return Object.entries(SAID).find(([, sentence]) => sentence === said)?.[0] ?? "applied";
}

/** The sentence for `said` in the address; null for unknown codes. The applied code is the last one added. */
export function saidSentence(key: string | null, loaded: LoadedCart): string | null {
  if (key === "applied") {
    const saved = savedByCode(loaded, loaded.source.couponCodes.at(-1) ?? "");
    return saved > 0 ? appliedText(saved, loaded) : null;
  }
  return hasKey(SAID, key) ? SAID[key] : null;
}
