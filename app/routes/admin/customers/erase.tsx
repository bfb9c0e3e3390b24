import { FORBIDDEN_BY_ROLE } from "#app/staff/domain/permissions.ts";
import { data, href, useNavigation } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { DeletePage } from "#app/kit/record/delete-page.tsx";
import { mayActOnCustomer } from "#app/orders/domain/customers/customer-permissions.ts";
import { customerEraseForm } from "#app/orders/domain/customers/customer.schema.ts";
import { EraseWarning } from "#app/orders/ui/staff/customers/erase-warning.tsx";
import { eraseCustomer, previewErasure } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { counted } from "#texts/plural.ts";
import type { Route } from "./+types/erase";

const LIST = href("/admin/customers");
const FORBIDDEN = { message: FORBIDDEN_BY_ROLE };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = readId(request, params.id);
  if (!mayActOnCustomer("erase", requireStaff(context))) throw Response.json(FORBIDDEN, { status: 403 });
  const preview = await previewErasure(context.get(servicesContext), id);
  if (preview === undefined) throw notFound(request);
  return { id, ...preview };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  const sent = customerEraseForm.safeParse(Object.fromEntries(await request.formData()));
  if (!sent.success) return data({ field: sent.error.issues[0]?.message, message: undefined }, { status: 422 });
  const answer = await eraseCustomer(services, requireStaff(context), id);
  switch (answer.kind) {
    case "forbidden":
      throw Response.json(FORBIDDEN, { status: 403 });
    case "missing":
      throw notFound(request);
    case "refused":
      return data({ field: undefined, message: answer.problem }, { status: 409 });
    case "already":
      return redirectSaying(services, LIST, { text: "This customer was erased already." });
    case "erased":
      return redirectSaying(services, LIST, {
        text: `The customer is erased. ${counted(answer.orders, "order stays", "orders stay")} without a name.`,
      });
  }
}

export default function EraseCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, orders, reviews, problem } = loaderData;
  const isErasing = useNavigation().formMethod === "POST";
  return (
    <DeletePage
      name={name}
      section={{ to: LIST, label: "Customers" }}
      back={href("/admin/customers/:id", { id: String(id) })}
      title={`Erase ${name}`}
      isPossible={problem === null}
      message={actionData?.message ?? problem ?? undefined}
    >
      <EraseWarning orders={orders} reviews={reviews} isPossible={problem === null} error={isErasing ? undefined : actionData?.field} />
    </DeletePage>
  );
}
