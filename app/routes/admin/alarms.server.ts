import type { Services } from "#app/http/context.server.ts";
import { NO_CARD_ALARM } from "#app/payments/domain/card-problem.ts";
import { CARD_TESTING } from "#app/checkout/workflows/place/card-testing.server.ts";
import { countAudits } from "#app/staff/data/history.server.ts";
import type { Alarm } from "#app/orders/ui/staff/dashboard/alarms.tsx";

/** What is wrong with the shop as a whole and needs an administrator. */
export async function listAlarms({ payments, db, now }: Pick<Services, "payments" | "db" | "now">): Promise<readonly Alarm[]> {
  const dayAgo = new Date(now().getTime() - 86_400_000);
  const [{ takesCards }, tested] = await Promise.all([payments.current(), countAudits(db, CARD_TESTING, dayAgo)]);
  const alarms: Alarm[] = [];
  if (!takesCards) alarms.push({ text: NO_CARD_ALARM, to: "/admin/site-settings#payment" });
  if (tested > 0) {
    const times = tested === 1 ? "once" : `${tested} times`;
    alarms.push({ text: `Somebody tried out cards here: ${times} in 24 hours a cart was stopped after many declines.`, to: null });
  }
  return alarms;
}
