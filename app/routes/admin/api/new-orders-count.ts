import { countForBell, lastOrderEvent, listCancelledByGuests } from "#app/orders/data/orders.server.ts";
import { countListeningScreens, noteScreen } from "#app/orders/data/counter/screens.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { parseInstant } from "#app/values/time.ts";
import { screenHeader } from "#app/orders/domain/counter/screen.schema.ts";
import { handlesOrders } from "#app/orders/domain/changes/order-permissions.ts";
import { SCREEN_HEADER } from "#app/orders/domain/counter/screen.ts";

/**
 * GET /admin/api/new-orders-count: counts orders that wait for a decision, payments that need a staff member, and screens that would ring.
 * Also lists recent cancellations by customers, a `revision` that grows with every order event, and whether ordering paused itself. Records
 * the screen named in the header as active. Users who may not open orders get only the revision.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now: clock } = context.get(servicesContext);
    const user = context.get(staffContext);
    const now = clock();
    // The kitchen learns only that something has changed, and its screen does not ring.
    if (user !== null && !handlesOrders(user))
      return jsonAnswer({ count: 0, cancelled: [], listening: 0, revision: await lastOrderEvent(db), paused_itself: false });
    const screen = screenHeader.safeParse(request.headers.get(SCREEN_HEADER) ?? "");
    if (user !== null && screen.success) await noteScreen(db, { ...screen.data, userId: user.id }, now);
    const [count, cancelled, listening, revision, settings] = await Promise.all([
      countForBell(db),
      listCancelledByGuests(db, now),
      countListeningScreens(db, now),
      lastOrderEvent(db),
      readSettings(db),
    ]);
    const pausedUntil = parseInstant(settings.ORDERING_PAUSED_UNTIL);
    return jsonAnswer({
      count,
      cancelled: cancelled.map((order) => ({ ...order, at: order.at.toISOString() })),
      listening,
      revision,
      paused_itself: settings.ORDERING_PAUSED_BECAUSE === "no_response" && pausedUntil !== null && pausedUntil > now,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
