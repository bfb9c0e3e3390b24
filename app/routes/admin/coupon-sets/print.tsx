import { encodeQR } from "qr";
import { href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { listCodes, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { couponCodeList } from "#app/promotions/domain/coupon-set.schema.ts";
import type { Route } from "./+types/print";

const PER_SHEET = 60;

/** A sheet of valid codes to cut out; `?page=` selects the sheet. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, env } = context.get(servicesContext);
  const id = readId(request, params.id);
  const set = (await listCouponSets(db)).find((row) => row.id === id);
  if (set === undefined) throw notFound(request);
  const { page } = readPageQuery(request, couponCodeList);
  const query = { ...readPageQuery(request, couponCodeList), q: "", status: "active" as const, sort: "id", page, per_page: PER_SHEET };
  const { rows, total } = await listCodes(db, id, query);
  const codes = rows.map(({ code }) => {
    const link = new URL(`/?code=${encodeURIComponent(code)}`, env.publicUrl).toString();
    return { code, qr: encodeQR(link, "data-url", { border: 1 }) };
  });
  return { set, codes, page, pages: Math.max(1, Math.ceil(total / PER_SHEET)) };
}

export default function PrintCodes({ loaderData }: Route.ComponentProps) {
  const { set, codes, page, pages } = loaderData;
  const to = (sheet: number) => `${href("/admin/coupon-sets/:id/print", { id: String(set.id) })}?page=${sheet}`;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Print ${set.name}`}
          trail={[
            { to: href("/admin/coupon-sets"), label: "Coupon sets" },
            { to: href("/admin/coupon-sets/:id", { id: String(set.id) }), label: set.name },
          ]}
        />
        <p className="mb-4 text-ink-2">
          Sheet {page} of {pages}; print it with your browser. Each picture opens the shop with the code applied.{" "}
          {page > 1 ? (
            <a className="font-semibold text-primary underline" href={to(page - 1)}>
              Sheet before
            </a>
          ) : null}{" "}
          {page < pages ? (
            <a className="font-semibold text-primary underline" href={to(page + 1)}>
              Next sheet
            </a>
          ) : null}
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 print:grid-cols-4">
        {codes.map(({ code, qr }) => (
          <li key={code} className="grid break-inside-avoid justify-items-center gap-1 border border-dashed border-field p-3 text-center">
            <img src={qr} alt="" width={112} height={112} />
            <span className="figures text-sm font-semibold">{code}</span>
            <span className="text-xs text-ink-2">{set.name}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
