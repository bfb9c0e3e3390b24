import { earliestPromise, formatSlot, listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { localDateOf } from "#app/values/time.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { loadOwnCart } from "#app/routes/api/wire/answer-cart.ts";
import { slotsQuery } from "#app/routes/api/query.schema.ts";

/** GET /api/slots?fulfillment=&date=: the earliest time for this browser's cart, and the time slots of one day. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const query = readQuery(request, slotsQuery);
    const { offeredSlots, settings } = await loadOwnCart(request, services);
    const input = { ...offeredSlots, fulfillment: query.fulfillment };
    const zone = settings.STORE_TIMEZONE;
    const date = query.date ?? localDateOf(input.now, zone);
    const soonest = earliestPromise(input);
    return jsonAnswer({
      fulfillment: query.fulfillment,
      date,
      asap: soonest.ok
        ? { promised_at: soonest.value.toISOString(), message: null }
        : { promised_at: null, message: soonest.error.message },
      dates: listSlotDates(input),
      slots: listSlots(input, date).map((slot) => ({
        starts_at: slot.startsAt.toISOString(),
        ends_at: slot.endsAt.toISOString(),
        label: formatSlot(slot, input.hours),
        is_full: slot.isFull,
        is_busy: slot.isBusy,
      })),
    });
  },
});

export const loader = route.loader;
export const action = route.action;
