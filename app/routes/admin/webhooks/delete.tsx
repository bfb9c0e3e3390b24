import { href } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { deleteRecord } from "#app/http/staff/staff-action.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { findWebhook } from "#app/orders/data/webhooks/webhooks.server.ts";
import { webhookHost } from "#app/orders/domain/webhooks/webhook.ts";
import { webhookRecordsOf } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import type { Route } from "./+types/delete";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readId(request, params.id);
  const webhook = await findWebhook(context.get(servicesContext).db, id);
  if (webhook === undefined) throw notFound(request);
  return { id, name: webhookHost(webhook.url), url: webhook.url };
}

export function action(args: Route.ActionArgs) {
  const store = webhookRecordsOf(args.context.get(servicesContext));
  return deleteRecord(args, store, { noun: "webhook", to: href("/admin/webhooks") });
}

export default function DeleteWebhook({ loaderData: { id, name, url } }: Route.ComponentProps) {
  return (
    <DeletePage
      name={name}
      section={{ to: href("/admin/webhooks"), label: "Webhooks" }}
      back={href("/admin/webhooks/edit/:id", { id: String(id) })}
    >
      <p className="font-semibold wrap-anywhere">{url}</p>
      <p>Its log and its signing secret go with it, and what still waits is not sent. This cannot be undone.</p>
    </DeletePage>
  );
}
