import { NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { OrderDetail } from "#app/orders/data/orders.server.ts";
import { receiptData } from "#app/orders/workflows/receipt/receipt-data.server.ts";
import { receiptFileName, writeReceiptPdf } from "#app/orders/workflows/receipt/receipt-pdf.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { notFoundProblem } from "./problem.server.ts";

/** The receipt of an order as a PDF download, created at each request; 404 for an order that was not placed. */
export async function receiptFile(services: Services, { order, items }: Pick<OrderDetail, "order" | "items">): Promise<Response> {
  if (order.number === null) return notFoundProblem(NO_SUCH_ORDER);
  const settings = await readSettings(services.db);
  const data = receiptData({ order, items, settings, publicUrl: services.env.publicUrl, now: services.now() });
  return new Response(new Uint8Array(await writeReceiptPdf(data)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${receiptFileName(order.number)}"`,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "same-origin",
    },
  });
}
