import { useEffect, useEffectEvent, useRef } from "react";
import { href, useFetcher } from "react-router";
import { ButtonLink } from "#app/kit/button.tsx";
import { useFeed } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { useOrderForm } from "#app/orders/ui/staff/forms/use-order-form.ts";
import { AnswerNotice } from "#app/orders/ui/staff/order-notices.tsx";
import type { LinkedAnswer, LinkPart, PlacedAnswer } from "./new-order-view.ts";
import { PaymentLinkPanel } from "./payment-link-panel.tsx";

/** Why the order could not be cancelled. */
function LinkAnswer({ orderId }: { readonly orderId: string }) {
  return <AnswerNotice answer={useOrderForm(orderId).answer} />;
}

/** The result of the order; it takes the focus, so it is announced. */
export function Placed({ placed }: { readonly placed: PlacedAnswer | LinkedAnswer | null }) {
  if (placed === null) return null;
  return placed.kind === "linked" ? <Linked key={placed.id} linked={placed} /> : <Accepted key={placed.id} placed={placed} takesFocus />;
}

/** Waits for the payment of a link. The board's alerts announce the order when it is received. */
function Linked({ linked }: { readonly linked: LinkedAnswer }) {
  const notice = useRef<HTMLParagraphElement>(null);
  const now = useLink(linked.id);
  useEffect(() => notice.current?.focus(), []);
  if (now?.kind === "placed") return <Accepted placed={now} takesFocus={false} />;
  return (
    <div className="mb-5 grid gap-3 rounded border-2 border-harbour px-4 py-4">
      <p ref={notice} tabIndex={-1} className="text-lg font-semibold">
        {now === null ? `Waiting for ${linked.what} by card until ${linked.link.until}.` : LINK_OVER[now.kind](now.number)}
      </p>
      {now === null ? <PaymentLinkPanel orderId={linked.id} link={linked.link} /> : <OpenOrder id={now.id} number={now.number} />}
      <LinkAnswer orderId={linked.id} />
    </div>
  );
}

const LINK_OVER = {
  ended: (number: string) =>
    number === "" ? "The payment link has ended. Nothing was charged." : `Order ${number} has ended. Open it to see why.`,
  received: (number: string) => `Order ${number} is paid. It waits to be accepted.`,
} as const;

/** The current state of the order, reloaded with each poll of the shell. */
function useLink(orderId: string): LinkPart["now"] {
  const { beat } = useFeed();
  const { data, load, state } = useFetcher<LinkPart>();
  const isOver = data !== undefined && data.now !== null;
  const look = useEffectEvent(() => {
    if (!isOver && state === "idle") void load(`/admin/orders/new?part=link&order=${orderId}`);
  });
  useEffect(() => {
    if (beat > 0) look();
  }, [beat]);
  return data?.now ?? null;
}

function Accepted({ placed, takesFocus }: { readonly placed: PlacedAnswer; readonly takesFocus: boolean }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border-2 border-leaf px-4 py-3">
      <p ref={notice} tabIndex={-1} className="grow text-lg font-semibold">
        Order {placed.number} is accepted{placed.ready === "" ? "" : `, ready about ${placed.ready}`}.
        {placed.change === "" ? "" : ` Change: ${placed.change}.`}
      </p>
      <OpenOrder id={placed.id} number={placed.number} />
      <ButtonLink look="outline" to={href("/admin/orders/accepted")}>
        Orders in progress
      </ButtonLink>
    </div>
  );
}

function OpenOrder({ id, number }: { readonly id: string; readonly number: string }) {
  return (
    <ButtonLink look="outline" to={href("/admin/orders/:id", { id })}>
      Open {number === "" ? "the order" : number}
    </ButtonLink>
  );
}
