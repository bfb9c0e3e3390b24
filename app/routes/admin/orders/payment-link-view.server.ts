import { encodeQR } from "qr";
import type { PaymentLink } from "#app/checkout/ui/staff/new-order-view.ts";
import type { Services } from "#app/http/context.server.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { listOpenLinks } from "#app/orders/data/open-links.server.ts";
import type { WaitingLink } from "#app/orders/ui/staff/board/waiting-links.tsx";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { isLinkOpen, linkAddress } from "#app/orders/domain/payment-link.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import type { Settings } from "#app/store/domain/settings.ts";

/** Orders with open payment links, the earliest expiry first. */
export async function readWaitingLinks(db: Db, settings: Settings, now: Date): Promise<readonly WaitingLink[]> {
  const clock = shopClock(settings);
  return (await listOpenLinks(db, now)).map(({ payBy, ...link }) => ({ ...link, until: formatReopening(payBy, now, clock) }));
}

/** The payment link of an unpaid order, for staff to pass on; null: the order does not wait for payment. */
export async function paymentLinkOf(
  order: Pick<OrderRow, "version" | "status" | "payBy" | "publicToken" | "customerEmail">,
  settings: Settings,
  services: Services,
): Promise<PaymentLink | null> {
  const now = services.now();
  if (!isLinkOpen(order, now) || order.payBy === null) return null;
  const url = linkAddress(services.env.publicUrl, order.publicToken);
  return {
    version: order.version,
    url,
    qr: encodeQR(url, "data-url", { border: 1 }),
    until: formatReopening(order.payBy, now, shopClock(settings)),
    email: (await readMailState(services)).kind === "works" ? order.customerEmail : "",
  };
}
