import { listLinkedOrders } from "#app/orders/data/order/find-order.server.ts";
import { data } from "react-router";
import { NO_SUCH_ORDER, STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { listCouriers, listDelivered, listOpenDeliveries } from "#app/orders/data/deliveries.server.ts";
import { handlesOrders } from "#app/orders/domain/changes/order-permissions.ts";
import { deliveryForm } from "#app/orders/domain/delivery.schema.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { ListNotice, useListNotice } from "#app/orders/ui/staff/board/list-notice.tsx";
import { DeliveryCard, type DeliveryCardFacts } from "#app/orders/ui/staff/deliveries/delivery-card.tsx";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import { assignCourier, type Assigned } from "#app/orders/workflows/counter/assign-courier.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { formatMoney } from "#app/values/money.ts";
import { addDays, businessDay, instantOf } from "#app/values/time.ts";
import { handleOrderForm } from "#app/routes/admin/orders/order-form.server.ts";
import { collectedAmount, deliveryCard } from "./deliveries.server.ts";
import type { Route } from "./+types/index";

/** Today's deliveries: a courier's own and unassigned ones; order staff see all. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now: clock } = context.get(servicesContext);
  const user = requireStaff(context);
  const [settings, couriers] = await Promise.all([readSettings(db), listCouriers(db)]);
  const now = clock();
  const zone = settings.STORE_TIMEZONE;
  const today = businessDay(now, zone);
  const [from, to] = [today, addDays(today, 1)].map((day) => instantOf(day, BUSINESS_DAY_STARTS_AT_MINUTES, zone));
  if (from === undefined || to === undefined) throw new Error("a day has two ends");
  const [open, delivered] = await Promise.all([listOpenDeliveries(db, { from, to }), listDelivered(db, user.id, { from, to })]);
  const isStaff = handlesOrders(user);
  const reader = { user, settings, now, handlesOrders: isStaff, couriers, linked: await listLinkedOrders(db, [...open, ...delivered]) };
  const cards = open.map((order) => deliveryCard(order, reader));
  const collected = collectedAmount(delivered, settings);
  return {
    own: cards.filter(({ isOwn }) => isOwn),
    free: cards.filter(({ courierId }) => courierId === null),
    others: isStaff ? cards.filter(({ isOwn, courierId }) => !isOwn && courierId !== null) : [],
    delivered: delivered.map((order) => deliveryCard(order, reader)),
    collected: collected === 0 ? null : formatMoney(collected, moneyFormat(settings)),
    couriers: isStaff ? couriers : [],
    canOpenOrders: isStaff,
    now,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const parsed = deliveryForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return handleOrderForm(form, context);
  const user = requireStaff(context);
  const { intent, order: orderId } = parsed.data;
  const taker = intent === "take" ? user.id : null;
  const courierId = parsed.data.intent === "assign" ? parsed.data.courier : taker;
  const changed = await assignCourier(context.get(servicesContext).db, user, { orderId, courierId });
  const answer = (kind: OrderFormAnswer["kind"], message: string): OrderFormAnswer => ({ orderId, event: intent, kind, message });
  if (changed.ok) return data(answer("done", assignedSentence(changed.value, user, courierId)), { status: 200 });
  const { kind, message } = changed.error;
  return kind === "not-found"
    ? data(answer(kind, NO_SUCH_ORDER), { status: 404 })
    : data(answer(kind, message), { status: STAFF_STATUS[kind] });
}

function assignedSentence({ number, courier }: Assigned, user: StaffUser, courierId: number | null): string {
  if (courierId === user.id) return `${number} is yours.`;
  return courier === null ? `Nobody delivers ${number} now.` : `${courier} delivers ${number} now.`;
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

export const shouldRevalidate = hasConnection;

export default function Deliveries({ loaderData }: Route.ComponentProps) {
  const { own, free, others, delivered, collected, couriers, canOpenOrders } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  const groups: readonly (readonly [string, readonly DeliveryCardFacts[]])[] = [
    ["Yours", own],
    ["Nobody has taken", free],
    ["With others", others],
    ["Delivered today", delivered],
  ];
  const orders = groups.flatMap(([, cards]) => cards);
  const { told, tell } = useListNotice(orders);
  const isEmpty = groups.every(([, cards]) => cards.length === 0);
  return (
    <>
      <PageHeader title="Deliveries" />
      <ListNotice told={told} orders={orders} canOpen={canOpenOrders} />
      {isEmpty ? <EmptyState>No deliveries today yet. New ones appear here by themselves.</EmptyState> : null}
      {groups.map(([title, cards]) =>
        cards.length === 0 ? null : (
          <section key={title} aria-label={title} className="mb-6">
            <h2 className="mb-2 text-xl">
              {title} <span className="figures text-ink-2">{cards.length}</span>
            </h2>
            {title === "Delivered today" && collected !== null ? (
              <p className="mb-2 text-base">
                Cash collected today: <strong>{collected}</strong>
              </p>
            ) : null}
            <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {cards.map((delivery) => (
                <DeliveryCard key={delivery.id} {...{ delivery, couriers, now }} onAnswer={tell} />
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  );
}
