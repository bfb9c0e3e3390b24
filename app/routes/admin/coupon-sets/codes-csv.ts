import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { listCodesAfter, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { csvOf } from "#app/values/csv.ts";
import { urlId } from "#app/values/url.schema.ts";
import type { Route } from "./+types/codes-csv";

const PART = 2000;

/** GET /admin/coupon-sets/:id/codes.csv: every code with its uses, read and sent in parts. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readParam(params.id, urlId, () => notFound(request));
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  if (!(await listCouponSets(db)).some((set) => set.id === id)) throw notFound(request);
  const encoder = new TextEncoder();
  let after = 0;
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await listCodesAfter(db, id, after, PART);
      const head = isFirst ? [["code", "status", "uses", "max_uses", "per_customer_uses", "expires_at"]] : [];
      isFirst = false;
      const lines = rows.map((row) => [
        row.code,
        row.status,
        String(row.uses),
        String(row.maxUses ?? ""),
        String(row.perCustomerUses ?? ""),
        row.expiresAt?.toISOString() ?? "",
      ]);
      controller.enqueue(encoder.encode(csvOf([...head, ...lines])));
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PART) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="codes-${id}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
