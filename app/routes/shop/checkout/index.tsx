import * as texts from "#texts/checkout/page.ts";
import { data, redirect } from "react-router";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { CheckoutForm } from "#app/checkout/ui/checkout-form.tsx";
import { CheckoutHeader } from "#app/checkout/ui/checkout-header.tsx";
import type { FormAnswer } from "#app/checkout/ui/form-answer.ts";
import { OrderSummary } from "#app/checkout/ui/order-summary.tsx";
import { orWhenLost } from "#app/kit/lost-connection.ts";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import type { Route } from "./+types/index";
import { answerCartForm } from "#app/routes/shop/cart/cart-action.server.ts";
import { answerCheckoutForm } from "./checkout-action.server.ts";
import { checkoutView } from "./checkout-view.server.ts";
import type { ShopHandle } from "#app/routes/shop/layout.tsx";

export const handle: ShopHandle = { Header: CheckoutHeader };

/** An empty cart has nothing to check out; its page says so. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const loaded = await getCart(services, await readCartId(request, services));
  if (loaded.priced.lines.length === 0) throw redirect("/cart");
  return data(await checkoutView(loaded, services, request), { headers: { "Cache-Control": "private, no-store" } });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const wait = actionHeaders.get("Retry-After");
  return { "Cache-Control": "private, no-store", ...(wait === null ? {} : { "Retry-After": wait }) };
}

/** The checkout's form; without JavaScript the forms of its summary post here too, so that an error is shown in the right place. */
export async function action({ request, context }: Route.ActionArgs) {
  const isOfSummary = (await request.clone().formData()).get("from") === "checkout";
  return (isOfSummary ? answerCartForm : answerCheckoutForm)(request, context.get(servicesContext), context.get(requestContext));
}

/** If the connection is lost while typing, the input stays in this window and is sent once it is back (checkout-form.tsx). */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orWhenLost(serverAction, (): FormAnswer => ({ ok: false, errors: {}, message: null }));
}

export default function CheckoutPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const refused = actionData !== undefined && "isOffline" in actionData ? actionData : undefined;
  const answer = actionData !== undefined && "errors" in actionData && !("isOffline" in actionData) ? actionData : undefined;
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-8 pb-16">
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 text-4xl">{texts.checkout}</h1>
      {/* The form comes first for keyboard users; a phone shows the collapsed order above it. */}
      <div className="grid [reading-flow:grid-order] lg:grid-cols-[minmax(0,620px)_400px] lg:items-start lg:justify-between lg:gap-12">
        <CheckoutForm view={view} answer={answer} />
        <div className="max-lg:order-first lg:h-full">
          <OrderSummary cart={view.cart} said={view.said} removed={view.removed} refused={refused} />
        </div>
      </div>
    </main>
  );
}
