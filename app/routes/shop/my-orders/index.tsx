import * as texts from "#texts/orders/my-orders.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { data } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { readMyAddress } from "#app/http/cookies/my-orders-cookie.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { listMyOrders } from "#app/orders/data/customers/my-orders.server.ts";
import { shortStatus } from "#app/orders/domain/order-sentences.ts";
import { MyOrdersList, MyOrdersRequest, OpenMyOrders } from "#app/orders/ui/guest/my-orders.tsx";
import { isLinkOpen, readMyConsent } from "#app/orders/workflows/customers/my-orders.server.ts";
import { myOrdersQuery } from "#app/routes/shop/query.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatDayOf, formatInstant } from "#app/values/clock/shop-clock.ts";
import { answerMyOrders } from "./my-orders-action.server.ts";
import type { Route } from "./+types/index";

const PER_PAGE = 20;
const PRIVATE = { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };

/** The orders of an email address, for the owner of the mailbox: a form, the page of the emailed link, or the list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const { link, asked, saved, page } = readPageQuery(request, myOrdersQuery);
  const headers = PRIVATE;
  if (link !== null) {
    const isOpen = await isLinkOpen(db, link, now());
    return data({ panel: isOpen ? ("link" as const) : ("ended" as const) }, { headers });
  }
  const address = await readMyAddress(request, services);
  if (address === undefined) {
    const isKept = (await readMailState(services)).kind === "kept";
    return data({ panel: "request" as const, isAsked: asked !== null, isKept }, { headers });
  }
  const [{ rows, total }, settings, found] = await Promise.all([
    listMyOrders(db, address, { page, perPage: PER_PAGE }),
    readSettings(db),
    readMyConsent(db, address),
  ]);
  const clock = shopClock(settings);
  const orders = rows.map(({ placedAt, status, fulfillment, ...order }) => ({
    ...order,
    status: shortStatus({ status, fulfillment }),
    placed: placedAt === null ? "" : formatInstant(placedAt, clock, now()),
  }));
  const consent =
    found === null ? null : { isGiven: found.isGiven, since: found.at === null ? null : formatDayOf(found.at, clock, { hasYear: true }) };
  return data({ panel: "list" as const, orders, total, page, perPage: PER_PAGE, consent, isSaved: saved !== null }, { headers });
}

/** Addresses with a token and lists of orders are private: no caching, no referrer. */
export function headers({ actionHeaders, errorHeaders }: Route.HeadersArgs) {
  const all = new Headers(PRIVATE);
  for (const each of [actionHeaders, errorHeaders ?? new Headers()]) for (const [name, value] of each) all.append(name, value);
  return all;
}

export function action({ request, context }: Route.ActionArgs) {
  return answerMyOrders(request, context.get(servicesContext), context.get(requestContext));
}

export default function MyOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto max-w-[760px] px-4 pt-8 pb-16">
      {/* Every form loads a new document, so that screen readers announce its title first. */}
      <title>{titleOf(loaderData, actionData !== undefined)}</title>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 text-4xl">{texts.myOrders}</h1>
      <Panel loaderData={loaderData} answer={actionData} />
    </main>
  );
}

/** The page starts with the result of the previous form. */
function titleOf(loaderData: Route.ComponentProps["loaderData"], isRefused: boolean): string {
  if (isRefused) return texts.errorTitle;
  return loaderData.panel === "request" && loaderData.isAsked ? texts.requestedTitle : texts.myOrders;
}

interface PanelProps extends Pick<Route.ComponentProps, "loaderData"> {
  readonly answer: Route.ComponentProps["actionData"];
}

function Panel({ loaderData, answer }: PanelProps) {
  switch (loaderData.panel) {
    case "list":
      return <MyOrdersList {...loaderData} problem={answer?.message ?? ""} />;
    case "link":
      return <OpenMyOrders answer={answer} />;
    case "ended":
      return <MyOrdersRequest isAsked={false} isEnded isKept={false} answer={answer} />;
    case "request":
      return <MyOrdersRequest {...loaderData} isEnded={false} answer={answer} />;
  }
}
