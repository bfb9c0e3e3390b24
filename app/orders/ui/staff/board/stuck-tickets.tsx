import { PrinterIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { counted } from "#texts/plural.ts";

interface StuckTicket {
  readonly id: string;
  readonly printer: string;
  readonly number: string | null;
  /** The printer's last error. */
  readonly error: string;
  /** null = it will be retried automatically. */
  readonly failedAt: Date | null;
}

/** Expanded tickets; the orders below must stay visible. */
const SHOWN = 2;

/** Tickets that were not printed: printer, error, and actions. */
export function StuckTickets({ tickets }: { readonly tickets: readonly StuckTicket[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {tickets.length === 0 ? null : (
        <section aria-label="Tickets not printed" className="rounded border-2 border-beet bg-beet-tint p-3">
          <h2 className="flex items-center gap-2 text-lg text-beet">
            <PrinterIcon aria-hidden className="size-5" /> {counted(tickets.length, "ticket is not printed", "tickets are not printed")}
          </h2>
          <TicketList tickets={tickets.slice(0, SHOWN)} />
          {tickets.length <= SHOWN ? null : (
            <Fold title={<strong>{tickets.length - SHOWN} more</strong>} look="row" className="border-t border-hairline">
              <TicketList tickets={tickets.slice(SHOWN)} />
            </Fold>
          )}
        </section>
      )}
    </div>
  );
}

function TicketList({ tickets }: { readonly tickets: readonly StuckTicket[] }) {
  const fetcher = useFetcher({ key: "stuck-tickets" });
  return (
    <ul className="mt-1">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline py-1.5">
          <span className="min-w-0 grow basis-60">
            <strong>{ticket.number}</strong> on {ticket.printer}: {ticket.error}{" "}
            {ticket.failedAt === null ? <span className="text-ink-2">It is tried again by itself.</span> : null}
          </span>
          <fetcher.Form method="post" className="flex gap-2">
            <input type="hidden" name="ticket" value={ticket.id} />
            <Button type="submit" name="intent" value="print-again" look="outline" className="px-3" disabled={fetcher.state !== "idle"}>
              Print again<span className="sr-only">: {ticket.number}</span>
            </Button>
            <Button type="submit" name="intent" value="print-seen" look="outline" className="px-3" disabled={fetcher.state !== "idle"}>
              Done by hand<span className="sr-only">: {ticket.number}</span>
            </Button>
          </fetcher.Form>
        </li>
      ))}
    </ul>
  );
}
