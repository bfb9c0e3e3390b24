import { hasKey } from "#app/values/narrow.ts";
import { data, href } from "react-router";
import { productRecords, setDeleted } from "#app/catalogue/data/product-records.server.ts";
import { BIN_DAYS } from "#app/catalogue/domain/product-record.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import type { Db } from "#app/platform/db/database.server.ts";
import { actOnRecord } from "#app/staff/workflows/change-records.server.ts";
import type { Route } from "./+types/delete";

const LIST = href("/admin/product");

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readId(request, params.id);
  const found = (await productRecords.find(context.get(servicesContext).db, [id])).get(id);
  if (found === undefined) throw notFound(request);
  return { id, name: found.value.name, isInBin: typeof found.value.deletedAt === "string" };
}

/** The page's buttons: move to the bin, restore, or delete permanently (only from the bin). */
const ACTS = {
  bin: { action: "delete", said: "is in the bin", isFor: "shop", run: (tx: Db, id: number, now: Date) => setDeleted(tx, id, now) },
  restore: { action: "restore", said: "is back", isFor: "bin", run: (tx: Db, id: number) => setDeleted(tx, id, null) },
  forever: {
    action: "delete-for-good",
    said: "is deleted for good",
    isFor: "bin",
    run: (tx: Db, id: number) => productRecords.remove(tx, id),
  },
} as const;

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  const intent = (await request.formData()).get("intent") ?? "bin";
  if (!hasKey(ACTS, intent)) return data({ message: "Choose what to do." }, { status: 422 });
  const act = ACTS[intent];
  const current = (await productRecords.find(services.db, [id])).get(id);
  if (current === undefined) throw notFound(request);
  const page = href("/admin/product/edit/:id", { id: params.id });
  if ((typeof current.value.deletedAt === "string" ? "bin" : "shop") !== act.isFor)
    return redirectSaying(services, page, {
      text: `“${current.value.name}” was ${act.isFor === "bin" ? "brought back" : "deleted"} already.`,
    });
  const done = await actOnRecord(services.db, productRecords, requireStaff(context), {
    action: act.action,
    id,
    touches: [],
    run: (tx) => act.run(tx, id, services.now()),
  });
  if (done.kind !== "done") throw notFound(request);
  return redirectSaying(services, intent === "restore" ? page : LIST, {
    text: `Product “${done.name}” ${act.said}.`,
    undo: intent === "forever" ? null : done.entry,
  });
}

export default function DeleteProduct({ loaderData }: Route.ComponentProps) {
  const { id, name, isInBin } = loaderData;
  const page = href("/admin/product/edit/:id", { id: String(id) });
  return (
    <DeletePage
      name={name}
      section={{ to: LIST, label: "Products" }}
      back={page}
      title={isInBin ? `Delete ${name} for good` : `Delete ${name}`}
      intent={isInBin ? "forever" : "bin"}
    >
      <p>
        {isInBin
          ? "Its page, its reviews and its places in carts go with it, and nothing of that comes back. Orders keep what was bought."
          : `It leaves the shop at once and stays in the bin for ${BIN_DAYS} days. Until then it can be brought back as it is. Orders keep what was bought.`}
      </p>
    </DeletePage>
  );
}
