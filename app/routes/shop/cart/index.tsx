import * as texts from "#texts/cart/page.ts";
import { canBeAdded } from "#app/catalogue/domain/order-hours-note.ts";
import { listBestsellers } from "#app/orders/data/figures/bestsellers.server.ts";
import { useEffect } from "react";
import { data, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { listPopularProducts, listProductsById } from "#app/catalogue/data/products.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { cartQuery } from "#app/routes/shop/query.schema.ts";
import { itemsTotal } from "#app/cart/domain/pricing/priced-cart.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { Companions } from "#app/cart/ui/companions.tsx";
import { listCompanions } from "#app/cart/data/companions.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { CartLines } from "#app/cart/ui/lines/cart-lines.tsx";
import { CartSummary } from "#app/cart/ui/summary/cart-summary.tsx";
import { EmptyCartMenu } from "#app/cart/ui/empty-cart.tsx";
import { sendCartForm } from "#app/cart/ui/send-cart-form.ts";
import { useCartAnnouncements } from "#app/cart/ui/use-cart-announcements.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { withSales } from "#app/promotions/workflows/sale-prices.server.ts";
import { applyCouponLink } from "#app/routes/shop/coupon-link.server.ts";
import type { Route } from "./+types/index";
import { answerCartForm, saidSentence } from "./cart-action.server.ts";
import { findRemoved } from "./cart-removed.server.ts";
import { cartView, soonestText } from "./cart-view.server.ts";
import { propertyOf } from "#app/values/narrow.ts";

const EMPTY_SUGGESTIONS = 4;
const COMPANIONS = 4;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const linked = await applyCouponLink(request, url, context);
  if (linked !== null) throw linked;
  const services = context.get(servicesContext);
  const loaded = await getCart(services, await readCartId(request, services));
  const isEmpty = loaded.priced.lines.length === 0;
  const view = {
    cart: cartView(loaded),
    soonest: soonestText(loaded),
    said: saidSentence(readPageQuery(request, cartQuery).said, loaded),
    removed: await findRemoved(services.db, url.searchParams, services.now()),
    companions: isEmpty ? [] : await loadCompanions(services, loaded),
    popular: isEmpty
      ? (
          await withSales(
            services.db,
            await listPopularProducts(services.db, EMPTY_SUGGESTIONS, await listBestsellers(services.db), services.now()),
            services.now(),
          )
        ).map(({ id, name, price, isFrom, per }) => ({
          id,
          name,
          price,
          isFrom,
          per,
        }))
      : [],
  };
  return data(view, { headers: { "Cache-Control": "private, no-store" } });
}

/** Suggestions that go with the cart and can be added to it. */
async function loadCompanions({ db, now }: Services, { priced }: LoadedCart) {
  const ids = await listCompanions(
    db,
    priced.lines.map((line) => line.productId),
    COMPANIONS * 2,
  );
  const cards = (await listProductsById(db, ids, now())).filter(canBeAdded);
  return withSales(db, cards.slice(0, COMPANIONS), now());
}

/** Responses without JavaScript also carry `Retry-After`. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  const wait = actionHeaders.get("Retry-After");
  return { "Cache-Control": "private, no-store", ...(wait === null ? {} : { "Retry-After": wait }) };
}

/** Every change of the cart, with and without JavaScript; the forms of product pages and checkout post here too. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerCartForm(request, context.get(servicesContext), context.get(requestContext));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendCartForm(serverAction);
}

/** Without a response, reloading the page would fail too. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return propertyOf(actionResult, "isOffline") === true ? false : defaultShouldRevalidate;
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, soonest, said, removed, popular, companions } = loaderData;
  const { priced } = cart;
  useCartAnnouncements(priced);
  const items = itemsTotal(priced);
  useEffect(() => announceCartChange(priced.itemCount, { itemsTotal: items }), [priced.itemCount, items]);
  const isEmpty = priced.lines.length === 0;
  const refusal = actionData?.ok === false ? actionData.message : null;
  const general = priced.problems.filter((problem) => problem.cartItemId === null && problem.code !== "empty");
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-8 pb-32 lg:pb-16">
      <title>{refusal === null ? texts.title : texts.errorTitle}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-4xl">{texts.title}</h1>
      {refusal === null ? null : (
        <div role="alert" className="mt-4 max-w-[60ch]">
          <ProblemNote blocks>{refusal}</ProblemNote>
        </div>
      )}
      <div className={isEmpty ? "mt-6 max-w-[640px]" : "mt-6 grid gap-8 lg:grid-cols-[1fr_380px] lg:items-start"}>
        <section aria-label={texts.yourItems}>
          <div className={isEmpty ? "ticket px-4 pt-6 pb-4 sm:px-8" : "ticket px-4 sm:px-6"}>
            {isEmpty ? <p className="mb-3 text-lg">{texts.nothing}</p> : null}
            {/* In the same position with and without lines, because it keeps the removed ones. */}
            <CartLines priced={priced} hasLaterTime={cart.hasLaterTime} removed={removed} />
            {isEmpty ? <EmptyCartMenu popular={popular} /> : null}
          </div>
          {isEmpty ? null : <MoreToAdd companions={companions} />}
        </section>
        {isEmpty ? null : (
          <CartSummary cart={cart} soonest={soonest} said={actionData?.ok === true ? actionData.said : said} problems={general} />
        )}
      </div>
    </main>
  );
}

function MoreToAdd({ companions }: Pick<Route.ComponentProps["loaderData"], "companions">) {
  return (
    <>
      <p className="mt-6">
        <Link to="/" className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2">
          {texts.addSomething}
        </Link>
      </p>
      <Companions products={companions} />
    </>
  );
}
