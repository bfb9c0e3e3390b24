import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderFormAnswer, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { adoptClaim, keepClaim, readClaim } from "./print-claim.ts";

const STORED_KEY = "shopbell:kitchen-print";

export interface AutoPrint {
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** The order whose ticket is being printed; null if none. */
  readonly printing: StaffOrder | null;
}

/**
 * Prints the ticket of each newly accepted order once across all screens: the server grants each ticket to the first key. A screen without a response
 * retries with its key, also after a reload. Browsers in kiosk mode print without a dialog.
 */
export function useAutoPrint(orders: readonly StaffOrder[]): AutoPrint {
  const [stored, store] = useStoredText(STORED_KEY);
  const since = stored === null || stored === "" ? null : new Date(stored);
  const fetcher = useFetcher<OrderFormAnswer>({ key: "kitchen-print" });
  const refused = useRef(new Set<string>());
  /** Orders and response at the last request. */
  const asked = useRef<{ readonly orders: readonly StaffOrder[]; readonly before: OrderFormAnswer | undefined } | null>(null);
  const [printed, setPrinted] = useState("");
  const [isAdopted, setAdopted] = useState(false);
  const answer = fetcher.state === "idle" ? (fetcher.data ?? null) : null;
  const printing =
    answer?.kind === "done" && answer.orderId !== printed ? (orders.find((order) => order.id === answer.orderId) ?? null) : null;
  const printingId = printing?.id ?? "";

  useEffect(() => {
    const adopt = async () => {
      await adoptClaim();
      setAdopted(true);
    };
    void adopt();
  }, []);

  const askForNext = useEffectEvent(() => {
    if (!isAdopted || since === null || printing !== null || fetcher.state !== "idle") return;
    const isLost = answer?.kind === "lost";
    // Wait for the response; if lost, for the next orders.
    if (asked.current !== null && (asked.current.before === fetcher.data || (isLost && asked.current.orders === orders))) return;
    if (answer !== null && !isLost) {
      refused.current.add(ticketOf(orders, answer.orderId));
      keepClaim(null);
    }
    const open = readClaim();
    const claimed = orders.find((order) => order.id === open?.order && isCooking(order));
    const due = claimed ?? orders.find((order) => isDue(order, since) && !refused.current.has(ticketOf(orders, order.id)));
    if (due === undefined) return keepClaim(null);
    const claim = claimed === undefined || open === null ? { order: due.id, key: newKey() } : open;
    keepClaim(claim);
    asked.current = { orders, before: fetcher.data };
    void fetcher.submit({ intent: "print", order: claim.order, claim: claim.key }, { method: "post" });
  });
  useEffect(() => {
    askForNext();
  });

  const printNow = useEffectEvent(() => {
    // Before the dialog, because a page may be closed during it.
    keepClaim(null);
    refused.current.add(ticketOf(orders, printingId));
    window.print();
    setPrinted(printingId);
  });
  useEffect(() => {
    if (printingId === "") return;
    // The ticket is rendered; a dialog blocks the page until closed.
    const drawn = requestAnimationFrame(() => printNow());
    return () => cancelAnimationFrame(drawn);
  }, [printingId]);

  return { isOn: since !== null, setOn: (isOn) => store(isOn ? new Date().toISOString() : ""), printing };
}

/** Each change of an order needs another ticket. */
function ticketOf(orders: readonly StaffOrder[], orderId: string): string {
  return `${orderId} ${orders.find((order) => order.id === orderId)?.changes.length ?? 0}`;
}

function isCooking({ status }: StaffOrder): boolean {
  return status === "accepted" || status === "preparing";
}

function isDue(order: StaffOrder, since: Date): boolean {
  return isCooking(order) && order.printedAt === null && order.acceptedAt !== null && order.acceptedAt >= since;
}
