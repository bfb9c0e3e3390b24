import type { Services } from "#app/http/context.server.ts";
import { NO_CARD_ALARM } from "#app/payments/domain/card-problem.ts";
import type { Alarm } from "#app/orders/ui/staff/dashboard/alarms.tsx";

/** What is wrong with the shop as a whole and needs an administrator. */
export async function listAlarms({ payments }: Pick<Services, "payments">): Promise<readonly Alarm[]> {
  const { takesCards } = await payments.current();
  return takesCards ? [] : [{ text: NO_CARD_ALARM, to: "/admin/site-settings#payment" }];
}
