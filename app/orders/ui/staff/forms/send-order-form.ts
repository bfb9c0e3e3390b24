import { LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";

interface ClientAction<Answer> {
  readonly request: Request;
  readonly serverAction: () => Promise<Answer>;
}

/** The client action of every order form. Offline, the card shows an error and nothing is queued. */
export async function sendOrderForm<Answer>({ request, serverAction }: ClientAction<Answer>): Promise<Answer | OrderFormAnswer> {
  const copy = request.clone();
  return orWhenLost(serverAction, async (): Promise<OrderFormAnswer> => {
    const form = await copy.formData();
    return { orderId: textOf(form.get("order")), event: textOf(form.get("intent")), kind: "lost", message: LOST_WORDS };
  });
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}
