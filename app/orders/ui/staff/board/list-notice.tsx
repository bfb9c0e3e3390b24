import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useActionData, useFetchers } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { TOAST_WITH_ACTION_MS } from "#app/values/limits.ts";
import type { OrderFormAnswer, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

type ListedOrder = Pick<StaffOrder, "id" | "number">;

interface Told {
  readonly order: ListedOrder;
  readonly answer: OrderFormAnswer;
}

export interface ListNoticeState {
  readonly told: Told | null;
  readonly tell: (order: Told["order"], answer: OrderFormAnswer) => void;
}

/**
 * The last action's result, kept by the list because the order may have left it. Success disappears automatically.
 *
 * @param orders the current orders of the list
 */
export function useListNotice(orders: readonly ListedOrder[]): ListNoticeState {
  const [told, setTold] = useState<Told | null>(null);
  // A card that moves to another column reports its response again.
  const announced = useRef(new WeakSet<OrderFormAnswer>());
  // A form post without JavaScript; the live controls respond without an order.
  const posted = useActionData<Partial<OrderFormAnswer>>();
  const isDone = told?.answer.kind === "done";
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setTold((latest) => (latest === told ? null : latest)), TOAST_WITH_ACTION_MS);
    return () => clearTimeout(timer);
  }, [isDone, told]);
  const tell = (order: Told["order"], answer: OrderFormAnswer) => {
    setTold({ order: { id: order.id, number: order.number }, answer });
    // Not a live region: of two responses in one tick, only the last would be announced.
    if (answer.kind === "done" && !announced.current.has(answer)) announce(answer.message);
    announced.current.add(answer);
  };
  // A card that a poll removes before its response arrives cannot report it.
  const fetchers = useFetchers();
  const numbers = useRef(new Map<string, string>());
  const tellOfGone = useEffectEvent(() => {
    for (const { key, data } of fetchers) {
      const [, id] = /^order:(.+)$/.exec(key) ?? [];
      const answer = data as OrderFormAnswer | undefined;
      if (id !== undefined && answer !== undefined && !announced.current.has(answer))
        tell({ id, number: numbers.current.get(id) ?? "" }, answer);
    }
  });
  useEffect(() => {
    for (const { id, number } of orders) numbers.current.set(id, number);
    tellOfGone();
  });
  const isPosted = posted?.orderId !== undefined && posted.kind !== undefined;
  return {
    told: told ?? (isPosted ? { order: { id: posted.orderId ?? "", number: "" }, answer: posted as OrderFormAnswer } : null),
    tell,
  };
}

interface ListNoticeProps {
  readonly told: Told | null;
  readonly orders: readonly ListedOrder[];
  /** Whether this user may open orders. */
  readonly canOpen?: boolean;
}

/** Reports success, conflicts, and the state of an order that has left the list. The card reports everything else. */
export function ListNotice({ told, orders, canOpen = true }: ListNoticeProps) {
  const isDone = told?.answer.kind === "done";
  const isConflict = told?.answer.kind === "conflict";
  const isShown = told !== null && (isDone || isConflict || !orders.some((order) => order.id === told.order.id));
  const prefix = told === null || isDone || told.order.number === "" ? "" : `${told.order.number}: `;
  const problem = isShown && !isDone ? `${prefix}${told.answer.message}` : "";
  useEffect(() => {
    if (problem !== "") announce(problem);
  }, [problem]);
  if (!isShown) return null;
  return (
    <p
      className={`rounded border px-3 py-2 text-base font-semibold ${isDone ? "border-leaf bg-leaf-tint" : "border-harbour bg-harbour-tint"}`}
    >
      {prefix}
      {told.answer.message}{" "}
      {canOpen ? (
        <Link to={`/admin/orders/${told.order.id}`} className="px-1 py-2.5 underline underline-offset-2">
          Open
        </Link>
      ) : null}
    </p>
  );
}
