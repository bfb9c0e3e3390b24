import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import type { PaymentLink } from "./new-order-view.ts";

/** A payment link for the customer: a code to scan, a text to copy, or already emailed. The surrounding page shows why it could not be cancelled. */
export function PaymentLinkPanel({ orderId, link }: { readonly orderId: string; readonly link: PaymentLink }) {
  const fetcher = useFetcher<OrderFormAnswer>({ key: `order:${orderId}` });
  const answer = useRef<HTMLParagraphElement>(null);
  const ended = fetcher.data?.kind === "done";
  useEffect(() => {
    // The focused button has been removed.
    if (ended) answer.current?.focus();
  }, [ended]);
  if (ended)
    return (
      <p ref={answer} tabIndex={-1}>
        {fetcher.data?.message}
      </p>
    );
  return (
    <section aria-label="Payment link" className="grid gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      <img src={link.qr} alt="QR code of the payment link" width={132} height={132} className="rounded border border-hairline bg-white" />
      <div className="grid content-start gap-3">
        <p>
          {link.email === "" ? "Let the customer scan the code, or send the link." : `Emailed to ${link.email}.`} The order is accepted when
          it is paid, and dropped if it isn't by then.
        </p>
        <TextField
          name="payment_link"
          label="Payment link"
          readOnly
          value={link.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link.url} />
          <CancelLink orderId={orderId} version={link.version} fetcher={fetcher} />
        </div>
      </div>
    </section>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [told, setTold] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTold("Link copied.");
    } catch {
      // The clipboard needs https, or the browser denies access.
      setTold("This browser does not allow it. Select the link and copy it.");
    }
  };
  return (
    <>
      <Button look="outline" onClick={() => void copy()}>
        Copy link
      </Button>
      <p role="status" className="order-last w-full empty:hidden">
        {told}
      </p>
    </>
  );
}

interface CancelLinkProps {
  readonly orderId: string;
  readonly version: number;
  readonly fetcher: ReturnType<typeof useFetcher<OrderFormAnswer>>;
}

function CancelLink({ orderId, version, fetcher }: CancelLinkProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger-outline" disabled={fetcher.state !== "idle"} onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this order?"
        text="The link stops working, and the order's items go back into stock."
        yes="Cancel order"
        no="Keep it"
        isDanger
        onYes={() => {
          setAsking(false);
          // The fields of every cancellation: an order that was paid meanwhile has another version, and stays.
          const fields = { intent: "cancel", order: orderId, version, reason: "other", text: "The payment link was cancelled." };
          void fetcher.submit(fields, { method: "post", action: `/admin/orders/${orderId}` });
        }}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
