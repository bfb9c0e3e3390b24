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
  /** The order whose ticket is on the paper now; null = none. */
  readonly printing: StaffOrder | null;
}

/**
 * Prints the ticket of every order that is accepted from now on, once whichever screen does it: the server gives each ticket to the first key that
 * asks. Whoever got no answer asks again with its key, also after a reload, and is told the same. A browser in kiosk mode prints without a question;
 * any other one shows its dialog.
 */
export function useAutoPrint(orders: readonly StaffOrder[]): AutoPrint {
  const [stored, store] = useStoredText(STORED_KEY);
  const since = stored === null || stored === "" ? null : new Date(stored);
  const fetcher = useFetcher<OrderFormAnswer>({ key: "kitchen-print" });
  const refused = useRef(new Set<string>());
  /** What the screen showed, and the answer it had, when it asked last. */
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
    // Nothing is to be had before the answer is there; of a lost one, before the orders are read anew.
    if (asked.current !== null && (asked.current.before === fetcher.data || (isLost && asked.current.orders === orders))) return;
    if (answer !== null && !isLost) {
      refused.current.add(answer.orderId);
      keepClaim(null);
    }
    const open = readClaim();
    const claimed = orders.find((order) => order.id === open?.order && isCooking(order));
    const due = claimed ?? orders.find((order) => isDue(order, since) && !refused.current.has(order.id));
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
    // Before the dialog: a page that is closed in it has shown it.
    keepClaim(null);
    refused.current.add(printingId);
    window.print();
    setPrinted(printingId);
  });
  useEffect(() => {
    if (printingId === "") return;
    // The ticket is drawn; the dialog, if there is one, holds the page until it is answered.
    const drawn = requestAnimationFrame(() => printNow());
    return () => cancelAnimationFrame(drawn);
  }, [printingId]);

  return { isOn: since !== null, setOn: (isOn) => store(isOn ? new Date().toISOString() : ""), printing };
}

function isCooking({ status }: StaffOrder): boolean {
  return status === "accepted" || status === "preparing";
}

function isDue(order: StaffOrder, since: Date): boolean {
  return isCooking(order) && order.printedAt === null && order.acceptedAt !== null && order.acceptedAt >= since;
}
