import { listSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { liveControlsSchema } from "#app/orders/domain/counter/live-controls.schema.ts";
import { openState } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { listOrdersToDelay } from "#app/orders/data/orders-due.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { changeLiveControls } from "#app/orders/workflows/counter/change-live-controls.server.ts";

/** GET|PUT /admin/api/orders/live: pause, busy mode, sold-out items and delay of all orders, for every user who handles orders. */
const route = apiRoute({
  async GET({ context }) {
    return jsonAnswer(await liveWire(context.get(servicesContext)));
  },
  async PUT({ request, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return problem(401, { detail: "Sign in first." });
    const changed = await changeLiveControls(services, user, await parseJsonBody(request, liveControlsSchema));
    if (!changed.ok) return problem(STAFF_STATUS[changed.error.kind], { detail: changed.error.message });
    return jsonAnswer({ ...(await liveWire(services)), delayed_orders: changed.value.delayed });
  },
});

async function liveWire({ db, now }: Services) {
  const [settings, soldOut, toDelay] = await Promise.all([readSettings(db), listSoldOut(db), listOrdersToDelay(db, now())]);
  const state = openState(storeHours(settings), now());
  return {
    is_open: state.isOpen,
    opens_at: state.opensAt?.toISOString() ?? null,
    closes_at: state.closesAt?.toISOString() ?? null,
    paused_until: settings.ORDERING_PAUSED_UNTIL || null,
    delivery_paused_until: settings.DELIVERY_PAUSED_UNTIL || null,
    pause_message: settings.PAUSE_MESSAGE,
    busy_minutes: settings.BUSY_EXTRA_MINUTES,
    busy_until: settings.BUSY_UNTIL || null,
    sold_out: [
      ...soldOut.products.map((entry) => ({ kind: "product", id: entry.id, name: entry.name, until: entry.until?.toISOString() ?? null })),
      ...soldOut.options.map((entry) => ({
        kind: "option",
        id: entry.id,
        name: `${entry.group}: ${entry.name}`,
        until: entry.until?.toISOString() ?? null,
      })),
    ],
    orders_to_delay: toDelay,
  };
}

export const loader = route.loader;
export const action = route.action;
