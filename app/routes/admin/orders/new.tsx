import { randomUUID } from "node:crypto";
import { lazy, Suspense } from "react";
import { data, href, useLocation } from "react-router";
import { newOrderQuery } from "#app/checkout/domain/new-order-query.schema.ts";
import type { NewOrderAnswer } from "#app/checkout/ui/staff/new-order-view.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import type { Route } from "./+types/new";
import type { EnteredLine } from "#app/checkout/ui/staff/entered-order.ts";
import { propertyOf } from "#app/values/narrow.ts";
import { answerForm, readCustomer, readCustomers, readLink, readMenu, readPage, readProduct } from "./new-order.server.ts";

/** Lazy: its files would otherwise be listed in the route manifest that every page of the shop loads. */
const NewOrderForm = lazy(async () => ({ default: (await import("#app/checkout/ui/staff/new-order-form.tsx")).NewOrderForm }));

/** A new order by telephone or in person; `?part=` loads only a part of it: menu, product, customers, customer, link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { part, q, id, order, with: goesWith } = readPageQuery(request, newOrderQuery);
  if (part === "menu") return readMenu(services.db, q, id, services.now());
  if (part === "product" && id !== undefined) return readProduct(services.db, id, services.now());
  if (part === "link" && order !== undefined) return readLink(services, order);
  const user = requireStaff(context);
  const mayRead = canOpen("/admin/customers", user);
  if (part === "customers") return mayRead ? readCustomers(services.db, q) : { part, q, customers: [] };
  if (part === "customer" && id !== undefined) return mayRead ? readCustomer(services.db, id, services.now()) : NO_CUSTOMER;
  return readPage(services, user, { key: randomUUID(), goesWith });
}

/** The lines from the order editor's history state; empty after a reload with another version. */
function linesIn(state: unknown): readonly EnteredLine[] {
  const lines = propertyOf(state, "lines");
  return Array.isArray(lines) ? (lines as readonly EnteredLine[]) : [];
}

/** For custom roles without access to customers. */
const NO_CUSTOMER = { part: "customer", customer: null } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status } = await answerForm(context.get(servicesContext), requireStaff(context), await request.formData());
  return data(answer, { status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<NewOrderAnswer> {
  return orWhenLost<NewOrderAnswer, NewOrderAnswer>(serverAction, () => ({ kind: "lost", message: LOST_WORDS }));
}

/** The input is page state; each part is loaded on demand. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function NewOrder({ loaderData }: Route.ComponentProps) {
  const { state } = useLocation();
  const isAddOn = loaderData.part === "page" && loaderData.first !== null;
  return (
    <>
      <PageHeader title={isAddOn ? "Add to an order" : "New order"} trail={[{ to: href("/admin/orders"), label: "Orders" }]} />
      <Suspense fallback={<p className="mt-4 text-ink-2">Loading…</p>}>
        {loaderData.part === "page" ? (
          <NewOrderForm key={loaderData.first?.id ?? ""} page={loaderData} lines={loaderData.first === null ? [] : linesIn(state)} />
        ) : null}
      </Suspense>
    </>
  );
}
