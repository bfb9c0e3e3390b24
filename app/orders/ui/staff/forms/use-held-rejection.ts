import type { MoneyFormat } from "#app/values/money.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { RefObject } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { staffActionBody } from "#app/orders/domain/order-form.ts";
import { useHeldAction, type HeldAction } from "#app/kit/hooks/use-held-action.ts";
import { isLostConnection, LOST_WORDS } from "#app/kit/lost-connection.ts";
import { staffFetch } from "#app/kit/session.ts";
import { toast } from "#app/kit/toasts/toast.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import type { OrderForm } from "./use-order-form.ts";
import { useUndoSeconds } from "./use-undo-seconds.ts";
import { textOf } from "#app/values/narrow.ts";

/**
 * A delayed rejection. Leaving the page rejects immediately, in the displayed version. Undo returns focus to the disclosure in `area` that
 * opens the rejection.
 */
export function useHeldRejection(
  order: Pick<StaffOrder, "id" | "number">,
  form: OrderForm,
  area: RefObject<HTMLElement | null>,
): HeldAction<FormData> {
  const focusAfter = useFocusAfter();
  const [undoSeconds] = useUndoSeconds();
  const format = useMoneyFormat();
  const action = useHeldAction<FormData>(
    undoSeconds * 1000,
    (fields) => {
      // The focus moves from the heading to that of the next order, so that a second key press activates nothing.
      if (area.current?.contains(document.activeElement) === true) focusAfter(() => area.current?.querySelector("h3 a"));
      void form.fetcher.submit(fields, { method: "post" });
    },
    (fields) => rejectOnLeave(order, fields, format),
  );
  return {
    ...action,
    undo() {
      announce(`${order.number} is not rejected.`);
      focusAfter(() => area.current?.querySelector("[data-act=reject] summary"));
      action.undo();
    },
  };
}

/** Announces the result, on the next page if it navigated. */
async function rejectOnLeave({ id, number }: Pick<StaffOrder, "id" | "number">, fields: FormData, format: MoneyFormat): Promise<void> {
  try {
    const init = {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(staffActionBody("reject", fields, format)),
    };
    const response = await staffFetch(`/admin/api/orders/${id}/reject`, init, "action");
    if (response.ok) return toast.success(`${number} is rejected.`);
    toast.error(`${number} is not rejected. ${textOf(await response.json(), "message") ?? ""}`.trimEnd());
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    toast.error(`${number}: ${LOST_WORDS}`);
  }
}
