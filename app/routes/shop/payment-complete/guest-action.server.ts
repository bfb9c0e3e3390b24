import * as texts from "#texts/orders/page/order-again-answers.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, redirect } from "react-router";
import { formatMoney, inCurrency, type MoneyFormat } from "#app/values/money.ts";
import { fieldNumber, fieldText } from "#app/values/form.ts";
import { guestReviewSchema } from "#app/orders/domain/order.schema.ts";
import { GUEST_STATUS, NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import { firstError, NOT_UNDERSTOOD, readForm } from "#app/http/answers/read-form.server.ts";
import { addToCart } from "#app/http/limits/add-to-cart.server.ts";
import { readCartId, serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { watchOrder } from "#app/http/limits/watch-order.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { formatWeight, isWeightOption, unitPriceText } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { quantityAgain, stepsText } from "#app/catalogue/domain/weight/steps.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { OrderItemRow } from "#app/orders/data/order/find-order.server.ts";
import { findOrderDetailByToken } from "#app/orders/data/orders.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import type { GuestAnswer } from "#app/orders/ui/guest/guest-answer.ts";
import type { CartFailure } from "#app/cart/workflows/change-cart.server.ts";
import { applyGuestEvent, findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { reviewItem } from "#app/http/limits/review-item.server.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** The customer's actions on the order page: cancel, say "I'm here", order the same again, review an item. */
export async function answerOrderForm(request: Request, token: string, services: Services, info: RequestInfo) {
  const watched = await watchOrder(services, request, info, () => findOrderDetailByToken(services.db, token));
  if (watched.kind === "too-many") return refuse(watched.message, 429, { "Retry-After": String(watched.retryAfterSeconds) });
  const fields = await request.formData();
  const here = `/payment-complete?${new URLSearchParams({ order: token })}`;
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  // The page itself shows the order's new state.
  const done = () => (isScripted ? data<GuestAnswer>({ ok: true, message: "", changes: [] }) : redirect(here, 303));
  const intent = fieldText(fields, "intent");
  switch (intent) {
    case "cancel":
    case "arrived": {
      const answer = await applyGuestEvent(services, token, intent);
      if (answer === undefined || answer.kind === "not-found") return refuse(NO_SUCH_ORDER, 404);
      if (answer.kind !== "done") return refuse(answer.message, GUEST_STATUS[answer.kind]);
      return done();
    }
    case "reorder":
      return reorder(request, token, services, info);
    case "review": {
      const review = {
        order: token,
        itemId: fieldText(fields, "itemId"),
        rating: fieldNumber(fields, "rating"),
        text: fieldText(fields, "text"),
      };
      const read = readForm(review, guestReviewSchema);
      if (!read.ok) return refuse(firstError(read.error), 422);
      const written = await reviewItem(services, info, read.value);
      if (written.ok) return done();
      const { message, retryAfterSeconds } = written.error;
      return retryAfterSeconds === undefined ? refuse(message, 409) : refuse(message, 429, { "Retry-After": String(retryAfterSeconds) });
    }
    default:
      return refuse(NOT_UNDERSTOOD, 422);
  }
}

/** Fills the cart with the items of this order. Items that are unavailable or have another price are listed. */
async function reorder(request: Request, token: string, services: Services, info: RequestInfo) {
  const found = await findOrderStatus(services, token);
  if (found === undefined) return refuse(NO_SUCH_ORDER, 404);
  const shopFormat = moneyFormat(found.settings);
  const orderFormat = inCurrency(shopFormat, found.order.currency);
  const before = await readCartId(request, services);
  let cartId = before;
  const changes: string[] = [];
  let added = 0;
  const items = found.items.filter((each) => !each.isFreeItem);
  const ids = items.map((item) => item.productId);
  const products = await loadProductsForSale(services.db, ids, services.now());
  for (const item of items) {
    const { productId, note, choices } = item;
    const product = products.get(productId);
    const quantity = quantityAgain(item, product?.weight ?? null);
    const result = await addToCart(services, info, cartId, { productId, quantity, note, choices });
    if (!result.ok) {
      const reason = reasonOf(result.error);
      changes.push(reason.startsWith(item.name) ? reason : texts.notAdded(lineTitle(item), reason));
      continue;
    }
    added += 1;
    cartId = result.value.source.id;
    const line = result.value.priced.lines.findLast((each) => each.productId === productId && each.note === note);
    if (line !== undefined) changes.push(...changesOf({ item, line, product, quantity }, shopFormat, orderFormat));
  }
  const headers = new Headers();
  if (cartId !== null && cartId !== before) headers.set("Set-Cookie", await serializeCartId(cartId, services));
  if (changes.length === 0) return redirect("/cart", { status: 303, headers });
  const message = added === 0 ? texts.nothingAdded : texts.someAreDifferent;
  return data<GuestAnswer>({ ok: added > 0, message, changes, isReorder: true }, { status: added > 0 ? 200 : 409, headers });
}

interface Again {
  readonly item: OrderItemRow;
  /** The new cart line. */
  readonly line: PricedLine;
  readonly product: ProductForSale | undefined;
  readonly quantity: number;
}

/** The difference to the earlier order: the price, or the weight. */
function changesOf({ item, line, product, quantity }: Again, shop: MoneyFormat, then: MoneyFormat): readonly string[] {
  const title = lineTitle({ ...item, options: item.options.filter((option) => !isWeightOption(option)) });
  const [now, before] = [priceText(line, shop), priceText({ unitPrice: item.unitPriceCents, weight: item.weight }, then)];
  const units = stepsText(product ?? {}, quantity, shop.locale);
  const ordered = item.weight === null ? String(item.quantity) : formatWeight(item.weight.ordered, item.weight.unit, shop.locale);
  return [...(now === before ? [] : [texts.isNow(title, now, before)]), ...(units === ordered ? [] : [texts.isNow(title, units, ordered)])];
}

function priceText(line: Pick<PricedLine, "unitPrice" | "weight">, format: MoneyFormat): string {
  const { weight = null } = line;
  return weight === null ? formatMoney(line.unitPrice, format) : unitPriceText(weight.price, weight.unit, format);
}

function reasonOf(failure: CartFailure): string {
  if (failure.kind === "choices") return texts.chooseAgain(failure.problems[0]?.message ?? texts.needsChoice);
  if (failure.kind === "not-found") return texts.notOnMenu;
  return failure.message;
}

function refuse(message: string, status: number, headers: Readonly<Record<string, string>> = {}) {
  return data<GuestAnswer>({ ok: false, message, changes: [] }, { status, headers });
}
