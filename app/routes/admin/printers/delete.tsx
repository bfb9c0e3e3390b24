import { href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { printerRecords } from "#app/orders/data/counter/printers.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import type { Route } from "./+types/delete";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readParam(params.id, urlId, () => notFound(request));
  const printer = (await printerRecords.find(context.get(servicesContext).db, [id])).get(id);
  if (printer === undefined) throw notFound(request);
  return { id, name: printer.value.name };
}

export function action(args: Route.ActionArgs) {
  return deleteRecord(args, printerRecords, { noun: "printer", to: href("/admin/printers") });
}

export default function DeletePrinter({ loaderData: { id, name } }: Route.ComponentProps) {
  return (
    <DeletePage
      name={name}
      section={{ to: href("/admin/printers"), label: "Printers" }}
      back={href("/admin/printers/edit/:id", { id: String(id) })}
    >
      <p>Tickets that wait for it are not printed.</p>
    </DeletePage>
  );
}
