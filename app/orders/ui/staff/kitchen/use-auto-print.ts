import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderFormAnswer, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";

const STORED_KEY = "shopbell:kitchen-print";

export interface AutoPrint {
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** The order whose ticket is on the paper now; null = none. */
  readonly printing: StaffOrder | null;
}

/**
 * Prints the ticket of every order that is accepted from now on, once whichever screen does it: the server gives each ticket to the first who
 * asks. A browser in kiosk mode prints without a question; any other one shows its dialog.
 */
export function useAutoPrint(orders: readonly StaffOrder[]): AutoPrint {
  const [stored, store] = useStoredText(STORED_KEY);
  const since = stored === null || stored === "" ? null : new Date(stored);
  const claim = useFetcher<OrderFormAnswer>({ key: "kitchen-print" });
  /** With what the screen showed then. */
  const asked = useRef(new Map<string, readonly StaffOrder[]>());
  const [printed, setPrinted] = useState("");
  const answer = claim.data?.kind === "done" && claim.data.orderId !== printed ? claim.data : null;
  const printing = answer === null ? null : (orders.find((order) => order.id === answer.orderId) ?? null);
  const printingId = printing?.id ?? "";

  const askForNext = useEffectEvent(() => {
    if (since === null || printing !== null || claim.state !== "idle") return;
    // The connection was lost before the answer: the ticket may still be this screen's, once the orders are read anew.
    const lost = claim.data?.kind === "lost" ? claim.data.orderId : null;
    const mayAsk = ({ id }: StaffOrder) => !asked.current.has(id) || (id === lost && asked.current.get(id) !== orders);
    const due = orders.find((order) => mayAsk(order) && isDue(order, since));
    if (due === undefined) return;
    asked.current.set(due.id, orders);
    void claim.submit({ intent: "print", order: due.id }, { method: "post" });
  });
  useEffect(() => {
    askForNext();
  });

  useEffect(() => {
    if (printingId === "") return;
    // The ticket is drawn; the dialog, if there is one, holds the page until it is answered.
    const drawn = requestAnimationFrame(() => {
      window.print();
      setPrinted(printingId);
    });
    return () => cancelAnimationFrame(drawn);
  }, [printingId]);

  return { isOn: since !== null, setOn: (isOn) => store(isOn ? new Date().toISOString() : ""), printing };
}

function isDue(order: StaffOrder, since: Date): boolean {
  const isOpen = order.status === "accepted" || order.status === "preparing";
  return isOpen && order.printedAt === null && order.acceptedAt !== null && order.acceptedAt >= since;
}
