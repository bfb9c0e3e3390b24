import { InCurrency } from "#app/kit/money.tsx";
import { readListFile } from "#app/http/staff/list-file.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { usePrintOnce } from "#app/kit/hooks/use-print-once.ts";
import { listOrders } from "#app/orders/data/list-orders.server.ts";
import { PrintTicket } from "#app/orders/ui/staff/detail/print-ticket.tsx";
import { isUuid } from "#app/values/ids.ts";
import { MAX_SELECTED } from "#app/values/limits.ts";
import type { Route } from "./+types/tickets";
import { orderFilterOf, readOrderFacts, readOrderQuery, ticketShop } from "./order-lists.server.ts";
import { staffOrders } from "./staff-order.server.ts";
import { counted } from "#texts/plural.ts";

export const meta: Route.MetaFunction = () => [{ title: "Tickets · Orders" }];

/** The kitchen tickets of the chosen orders, or of all that match the list's address, in the list's order. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, facts, zone } = await readOrderFacts(context);
  const { list, chosen } = readListFile(request);
  const ids = chosen === "all" ? {} : { ids: chosen.filter(isUuid) };
  const filter = {
    ...orderFilterOf("all", readOrderQuery(list, zone, facts.now), zone, facts.now),
    ...ids,
    page: 1,
    perPage: MAX_SELECTED,
  };
  const { orders, total, isTotalCapped } = await listOrders(db, filter);
  return {
    orders: await staffOrders(db, orders, facts),
    isMore: total > MAX_SELECTED || isTotalCapped,
    shop: ticketShop(facts.settings),
    now: facts.now,
  };
}

export default function Tickets({ loaderData: { orders, isMore, shop, now } }: Route.ComponentProps) {
  usePrintOnce(orders.length > 0);
  return (
    <main className="min-h-dvh bg-canvas py-4 print:bg-transparent print:p-0">
      <div className="mb-4 grid justify-items-center gap-2 print:hidden">
        <h1 className="text-xl">{orders.length === 0 ? "No order fits any more" : counted(orders.length, "ticket", "tickets")}</h1>
        {isMore ? <p>These are the first {MAX_SELECTED}. Narrow the search to print the others.</p> : null}
        <p className="flex gap-2">
          {orders.length === 0 ? null : (
            <Button size="desk" onClick={() => window.print()}>
              Print
            </Button>
          )}
          <ButtonLink size="desk" look="outline" to="/admin/orders?status=all">
            Back to the orders
          </ButtonLink>
        </p>
      </div>
      <style>{"@page { size: 80mm auto; margin: 4mm }"}</style>
      {orders.map((order) => (
        <div key={order.id} className="mb-4 break-after-page last:break-after-auto print:mb-0">
          <InCurrency code={order.currency}>
            <PrintTicket order={order} shop={shop} now={now} />
          </InCurrency>
        </div>
      ))}
    </main>
  );
}
