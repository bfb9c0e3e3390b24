import { data, redirect } from "react-router";
import { isChoiceField } from "#app/catalogue/domain/choice-fields.ts";
import { parseCartForm, type CartForm } from "#app/cart/domain/cart-form.schema.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { choicesFingerprint } from "#app/catalogue/domain/customization.ts";
import { messages } from "#app/values/messages.ts";
import { addToCart } from "#app/http/limits/add-to-cart.server.ts";
import { readCartId, serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { couponGuesses } from "#app/http/limits/coupon-guesses.server.ts";
import type { AddedLine, CartAnswer, RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { applyPromotions, type ApplyFailure } from "#app/cart/workflows/apply-promotions.server.ts";
import { changeOwnCartDetails, editCartItem, getCart, removeCartItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { removedQuery } from "./cart-removed.server.ts";

interface Done {
  readonly loaded: LoadedCart;
  readonly said?: string;
  readonly isGoodNews?: boolean;
  readonly removed?: RemovedItem;
  readonly added?: AddedLine | null;
}
type Outcome = { readonly ok: true; readonly value: Done } | { readonly ok: false; readonly error: ApplyFailure };

const STATUSES: Readonly<Record<ApplyFailure["kind"], number>> = {
  "not-found": 404,
  unavailable: 409,
  refused: 422,
  choices: 422,
  "too-many-guesses": 429,
  "too-many-carts": 429,
};

/**
 * One form of the cart. A script gets the answer as data; a plain form is sent on (303), so that a reload repeats nothing: back to the cart
 * or the checkout, and to the product when its choices do not fit.
 */
export async function answerCartForm(request: Request, services: Services, info: RequestInfo) {
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  const fields = await request.formData();
  const back = fields.get("from") === "checkout" ? "/checkout" : "/cart";
  const parsed = parseCartForm(fields);
  if (!parsed.ok) {
    const message = Object.values(parsed.errors)[0] ?? "This form could not be understood. Reload the page and try again.";
    return data<CartAnswer>({ ok: false, message, errors: parsed.errors, problems: [], isOffline: false }, { status: 422 });
  }
  const form = parsed.value;
  const cartId = await readCartId(request, services);
  const outcome = await carryOut(form, services, info, cartId);
  if (!outcome.ok) return answerFailure(outcome.error, form, fields, isScripted);

  const { loaded, said = null, isGoodNews = true, removed = null, added = null } = outcome.value;
  const headers = new Headers();
  const id = loaded.source.id;
  if (id !== null && id !== cartId) headers.set("Set-Cookie", await serializeCartId(id, services));
  if (isScripted) return data<CartAnswer>({ ok: true, badge: loaded.priced.itemCount, said, isGoodNews, removed, added }, { headers });
  const query = removed !== null ? removedQuery(removed) : said === null ? "" : `?${new URLSearchParams({ said: saidKey(said) })}`;
  return redirect(`${back}${query}`, { status: 303, headers });
}

async function carryOut(form: CartForm, services: Services, info: RequestInfo, cartId: string | null): Promise<Outcome> {
  switch (form.intent) {
    case "add": {
      const added = await addToCart(services, info, cartId, form);
      return added.ok ? { ok: true, value: { loaded: added.value, added: findAdded(added.value, form) } } : added;
    }
    case "undo":
      return plain(await addToCart(services, info, cartId, form));
    case "update":
      return plain(await editCartItem(services, cartId, form.itemId, { quantity: form.quantity, choices: form.choices, note: form.note }));
    case "quantity":
      return plain(await editCartItem(services, cartId, form.itemId, { quantity: form.quantity }));
    case "note":
      return plain(await editCartItem(services, cartId, form.itemId, { note: form.note }));
    case "remove":
      return remove(services, cartId, form.itemId);
    case "tip":
      return plain(await changeOwnCartDetails(services, cartId, { tip: form.choice }));
    case "fulfillment":
      return plain(
        await changeOwnCartDetails(services, cartId, {
          ...(form.fulfillment === undefined ? {} : { fulfillment: form.fulfillment }),
          ...(form.requestedFor === undefined ? {} : { requestedFor: form.requestedFor }),
          ...(form.postalCode === undefined ? {} : { postalCode: form.postalCode === "" ? null : form.postalCode }),
        }),
      );
    case "coupon-add":
    case "coupon-remove":
    case "coupon-remove-all":
      return changeCodes(form, services, info, cartId);
  }
}

/** The line these units went to; hidden groups may have lost a choice on the way, then the newest line of the product is it. */
function findAdded({ priced }: LoadedCart, { productId, quantity, choices, note }: Extract<CartForm, { intent: "add" }>): AddedLine | null {
  const lines = priced.lines.filter((line) => line.productId === productId && !line.isFreeItem);
  const wanted = choicesFingerprint(productId, choices, note);
  const line = lines.find((each) => choicesFingerprint(productId, each.choices, each.note) === wanted) ?? lines.at(-1);
  if (line === undefined) return null;
  const { name, imageUrl, unitPrice, selected } = line;
  return { name, quantity, imageUrl, unitPrice, options: selected.map((option) => option.name) };
}

async function remove(services: Services, cartId: string | null, itemId: string): Promise<Outcome> {
  const line = (await getCart(services, cartId)).priced.lines.find((each) => each.id === itemId);
  const done = await removeCartItem(services, cartId, itemId);
  if (!done.ok || line === undefined) return plain(done);
  const { productId, name, quantity, note, choices } = line;
  return { ok: true, value: { loaded: done.value, removed: { itemId, productId, name, quantity, note, choices } } };
}

async function changeCodes(
  form: Extract<CartForm, { intent: "coupon-add" | "coupon-remove" | "coupon-remove-all" }>,
  services: Services,
  info: RequestInfo,
  cartId: string | null,
): Promise<Outcome> {
  const present = (await getCart(services, cartId)).source.couponCodes;
  const code = form.intent === "coupon-remove-all" ? "" : normalizeCode(form.code);
  const others = present.filter((each) => normalizeCode(each) !== code);
  const wanted =
    form.intent === "coupon-remove-all"
      ? []
      : form.intent === "coupon-remove"
        ? others
        : others.length < present.length
          ? present
          : [...present, form.code];
  const applied = await applyPromotions(services, cartId, wanted, couponGuesses(services, cartId ?? "", info.clientAddress));
  if (!applied.ok) return applied;
  const { loaded } = applied.value;
  if (form.intent === "coupon-remove") return { ok: true, value: { loaded, said: messages.couponRemoved } };
  if (form.intent === "coupon-remove-all") return { ok: true, value: { loaded, said: messages.allCouponsRemoved } };
  const isApplied = loaded.priced.applied.some((each) => each.code !== null && normalizeCode(each.code) === code);
  const said = isApplied ? messages.couponApplied(loaded.priced.promotionDiscount) : messages.couponWithoutEffect;
  return { ok: true, value: { loaded, said, isGoodNews: isApplied } };
}

function plain(result: { readonly ok: true; readonly value: LoadedCart } | { readonly ok: false; readonly error: ApplyFailure }): Outcome {
  return result.ok ? { ok: true, value: { loaded: result.value } } : result;
}

function answerFailure(failure: ApplyFailure, form: CartForm, fields: FormData, isScripted: boolean) {
  const problems = failure.kind === "choices" ? failure.problems : [];
  if (!isScripted && failure.kind === "choices" && "productId" in form && form.productId !== undefined) {
    // What was chosen stays in the address, so that the product page opens as it was left.
    const kept = new URLSearchParams(
      [...fields].flatMap(([name, value]) => (typeof value === "string" && isKept(name) ? [[name, value]] : [])),
    );
    kept.set("problem", problems[0]?.code ?? "required");
    return redirect(`/products/${form.productId}?${kept}`, 303);
  }
  const message = sentenceOf(failure);
  const errors = failure.kind === "refused" ? { [failure.field]: failure.message } : {};
  const headers = new Headers("retryAfterSeconds" in failure ? { "Retry-After": String(failure.retryAfterSeconds) } : {});
  return data<CartAnswer>({ ok: false, message, errors, problems, isOffline: false }, { status: STATUSES[failure.kind], headers });
}

function isKept(name: string): boolean {
  return isChoiceField(name) || name === "quantity" || name === "note" || name === "itemId";
}

function sentenceOf(failure: ApplyFailure): string {
  if (failure.kind === "choices") return failure.problems[0]?.message ?? "Please choose again.";
  if (failure.kind === "too-many-guesses") return "Too many codes were tried. Please wait a few minutes and try again.";
  return failure.message;
}

/** The page after a redirect names what happened by a word in its address; the sentence itself is not taken from there. */
const SAID = {
  removed: messages.couponRemoved,
  "all-removed": messages.allCouponsRemoved,
  "no-effect": messages.couponWithoutEffect,
} as const;

function saidKey(said: string): string {
  return Object.entries(SAID).find(([, sentence]) => sentence === said)?.[0] ?? "applied";
}

/** The sentence for the `said` of the address; null for anything else. */
export function saidSentence(key: string | null, saved: number): string | null {
  if (key === "applied") return saved > 0 ? messages.couponApplied(saved) : null;
  return key !== null && Object.hasOwn(SAID, key) ? SAID[key as keyof typeof SAID] : null;
}
