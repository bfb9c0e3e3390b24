import { useRef } from "react";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { data, href } from "react-router";
import { listCategoryRows } from "#app/catalogue/data/category-records.server.ts";
import {
  findTemplateRow,
  listMatchingProductIds,
  listTemplateProducts,
  type TemplateProductRow,
} from "#app/catalogue/data/customizations/template-lists.server.ts";
import { templateApplication, templateProductsList } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { ApplicationPlanView, ApplicationResult, USE_STATES, type PlanAnswer } from "#app/catalogue/ui/staff/application-plan.tsx";
import { applyTemplate, previewApplication } from "#app/catalogue/workflows/apply-template.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import type { ListColumn } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { Money } from "#app/kit/money.tsx";
import type { Route } from "./+types/apply";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const query = readPageQuery(request, templateProductsList);
  const [template, categories, products] = await Promise.all([
    findTemplateRow(db, id),
    listCategoryRows(db),
    listTemplateProducts(db, id, query),
  ]);
  if (template === undefined) throw notFound(request);
  return {
    template,
    query,
    categories: categories.map((row) => ({ value: String(row.id), label: row.path })),
    ...withinPages({ url, context }, query, products),
  };
}

/** First previews the changes of the chosen products, then applies the preview with this hash. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const posted = await request.formData();
  const form = templateApplication.parse({ ...Object.fromEntries(posted), selected: posted.getAll("selected") });
  const application = { mode: form.mode, conflict: form.conflict };
  const productIds =
    form.selected === "all" ? await listMatchingProductIds(db, id, readPageQuery(request, templateProductsList)) : form.selected;
  if (productIds.length === 0) return data({ kind: "refused", message: "Choose products first." } as const, { status: 422 });
  const selected = form.selected === "all" ? "all" : form.selected.join(",");
  const answerOf = (kind: PlanAnswer["kind"], more: Pick<PlanAnswer, "plan" | "entry">): PlanAnswer => ({
    kind,
    selected,
    ...application,
    ...more,
  });
  if (form.intent === "preview") {
    const plan = await previewApplication(db, id, productIds, application);
    if (plan === undefined) throw notFound(request);
    return answerOf("preview", { plan, entry: null });
  }
  const answer = await applyTemplate(db, requireStaff(context), id, { productIds, application, seal: form.seal });
  if (answer.kind === "missing") throw notFound(request);
  if (answer.kind === "outdated") return data(answerOf("outdated", { plan: answer.plan, entry: null }), { status: 409 });
  return answerOf("done", { plan: answer.plan, entry: answer.entry });
}

const STATES = [
  ...Object.entries(USE_STATES).map(([value, label]) => ({ value, label })),
  { value: "used", label: "Linked, with overrides or without" },
];

const COLUMNS: readonly ListColumn<TemplateProductRow>[] = [
  { title: "Product", cell: (row) => (row.isHidden ? `${row.name} (hidden)` : row.name), sort: "name" },
  { title: "Price", cell: (row) => [<Money key="price" cents={row.price} />, row.per], sort: "price", isFigure: true },
  {
    title: "This template",
    cell: (row) => <Status tone={row.state === "none" ? "off" : "on"}>{USE_STATES[row.state]}</Status>,
    card: "side",
  },
];

export default function ApplyTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { template, query, categories, rows, total } = loaderData;
  const form = useRef<HTMLFormElement>(null);
  const answer = actionData === undefined || actionData.kind === "refused" ? undefined : actionData;
  return (
    <>
      <PageHeader
        title={`Apply ${template.name}`}
        trail={[
          { to: href("/admin/customization-templates"), label: "Customization templates" },
          { to: href("/admin/customization-templates/edit/:id", { id: String(template.id) }), label: template.name },
        ]}
      />
      {answer === undefined ? (
        <>
          <p className="mb-4 max-w-prose text-ink-2">
            Choose the products that should ask “{template.title}”. The next step shows what would change.
          </p>
          <ListPage
            query={query}
            rows={rows}
            total={total}
            columns={COLUMNS}
            filters={[
              { name: "category", label: "Category", options: categories },
              { name: "state", label: "This template", options: STATES },
            ]}
            factsOf={(row) => ({ id: String(row.id), label: row.name, to: `/admin/product/edit/${row.id}` })}
            acts={[{ intent: "preview", label: "Preview changes" }]}
            nouns="products"
            searchHint="Name of a product"
            empty={<EmptyState>There is no product yet to apply it to.</EmptyState>}
            message={actionData?.kind === "refused" ? actionData.message : undefined}
          />
        </>
      ) : null}
      {answer?.kind === "done" ? <ApplicationResult answer={answer} templateId={template.id} /> : null}
      {answer === undefined || answer.kind === "done" ? null : (
        <PostForm ref={form}>
          <ApplicationPlanView answer={answer} templateId={template.id} onChange={() => form.current?.requestSubmit()} />
        </PostForm>
      )}
    </>
  );
}
