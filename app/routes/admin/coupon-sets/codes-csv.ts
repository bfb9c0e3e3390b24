import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { listCodesAfter, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
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
      const head = isFirst ? "code,status,uses,max_uses,per_customer_uses,expires_at\r\n" : "";
      isFirst = false;
      const lines = rows.map((row) =>
        [quoted(row.code), row.status, row.uses, row.maxUses ?? "", row.perCustomerUses ?? "", row.expiresAt?.toISOString() ?? ""].join(
          ",",
        ),
      );
      if (head !== "" || lines.length > 0) controller.enqueue(encoder.encode(head + lines.map((line) => `${line}\r\n`).join("")));
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

/** A code that a spreadsheet could take for a formula is set apart. */
function quoted(code: string): string {
  const safe = /^[=+\-@\t\r]/.test(code) ? `'${code}` : code;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
