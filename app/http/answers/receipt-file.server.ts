import * as texts from "#texts/orders/answers.ts";
import { NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { OrderDetail } from "#app/orders/data/orders.server.ts";
import { receiptData } from "#app/orders/workflows/receipt/receipt-data.server.ts";
import { orderOfReceipt } from "#app/orders/workflows/receipt/number-receipt.server.ts";
import { receiptFileName, writeReceiptPdf } from "#app/orders/workflows/receipt/receipt-pdf.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { takePointsHere, type RateRule } from "#app/platform/rate-limit.server.ts";
import { notFoundProblem, problem } from "./problem.server.ts";

/** Rendering a receipt takes about 0.1 s of CPU time: limits per order, and for all orders of a process. */
const OF_ORDER: RateRule = { name: "receipts", points: 10, seconds: 60 };
const OF_ALL: RateRule = { name: "all-receipts", points: 60, seconds: 60 };

/** The receipt of an order as a PDF download, created per request; 404 for an order that was not placed, 429 over the limit. */
export async function receiptFile(services: Services, { order, items }: Pick<OrderDetail, "order" | "items">): Promise<Response> {
  if (order.number === null) return notFoundProblem(NO_SUCH_ORDER);
  const counts = [await takePointsHere(services.db, OF_ORDER, order.id), await takePointsHere(services.db, OF_ALL, "")];
  const refused = counts.find((count) => !count.ok);
  if (refused?.ok === false) {
    const headers = { "Retry-After": String(refused.retryAfterSeconds) };
    return problem(429, { detail: texts.tooManyReceipts, headers });
  }
  const settings = await readSettings(services.db);
  const numbered = await orderOfReceipt(services.db, order);
  const data = receiptData({ order: numbered, items, settings, publicUrl: services.env.publicUrl, now: services.now() });
  return new Response(new Uint8Array(await writeReceiptPdf(data)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${receiptFileName(numbered.receiptNumber, order.number)}"`,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "same-origin",
    },
  });
}
