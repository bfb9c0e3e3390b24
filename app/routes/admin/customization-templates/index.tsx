import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { data, href } from "react-router";
import { customizationTemplateRecords, listDependents } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import {
  listMatchingTemplateIds,
  listTemplateRows,
  listUnusedTemplateIds,
  type TemplateRow,
} from "#app/catalogue/data/customizations/template-lists.server.ts";
import { customizationTemplateList, templateSelection } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { CUSTOMIZATION_KINDS } from "#app/catalogue/domain/customization/customization.ts";
import { KIND_LABELS } from "#app/catalogue/ui/staff/template-fields.tsx";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { actOnRecord } from "#app/staff/workflows/change-records.server.ts";
import type { Route } from "./+types/index";
import { counted, pluralForm } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = readPageQuery(request, customizationTemplateList);
  return { query, ...withinPages({ url, context }, query, await listTemplateRows(readDb(context), query)) };
}

/** The only bulk action: deletes the chosen templates that no product and no other template uses, as one history entry. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const { selected } = templateSelection.parse({ selected: form.getAll("selected") });
  if (form.get("intent") !== "delete") return data({ message: "Choose what to do." }, { status: 422 });
  const chosen =
    selected === "all" ? await listMatchingTemplateIds(services.db, readPageQuery(request, customizationTemplateList)) : selected;
  if (chosen.length === 0) return data({ message: "Choose templates first." }, { status: 422 });
  const unused: number[] = [];
  for (const id of await listUnusedTemplateIds(services.db, chosen))
    if ((await listDependents(services.db, id)).length === 0) unused.push(id);
  const [first, ...others] = unused;
  if (first === undefined)
    return data({ message: "All of these are in use. Delete them one by one, and say what becomes of their products." }, { status: 422 });
  const answer = await actOnRecord(services.db, customizationTemplateRecords, requireStaff(context), {
    action: "delete",
    id: first,
    touches: others,
    run: async (tx) => {
      for (const id of await listUnusedTemplateIds(tx, unused)) await customizationTemplateRecords.remove(tx, id);
    },
  });
  const done = answer.kind === "done" ? answer.changed : 0;
  const keptCount = chosen.length - done;
  return redirectSaying(services, href("/admin/customization-templates"), {
    text: `${counted(done, "template", "templates")} deleted.${keptCount === 0 ? "" : ` ${keptCount} in use ${pluralForm(keptCount, "stays", "stay")}.`}`,
    undo: answer.kind === "done" ? answer.entry : null,
  });
}

const FILTERS: readonly ListFilter[] = [
  { name: "kind", label: "Kind", options: CUSTOMIZATION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })) },
  choiceFilter("use", "Use", { used: "Used", unused: "Unused" }),
];

const COLUMNS: readonly ListColumn<TemplateRow>[] = [
  { title: "Template", cell: (row) => row.name, sort: "name" },
  { title: "Question", cell: (row) => row.title },
  {
    title: "Kind",
    cell: (row) =>
      [KIND_LABELS[row.kind], row.isRequired ? "required" : null, row.isConditional ? "at times" : null]
        .filter((part) => part !== null)
        .join(", "),
  },
  { title: "Options", cell: (row) => (row.kind === "text" ? "–" : row.optionCount), sort: "options", isFigure: true, card: "none" },
  { title: "Used by", cell: (row) => <UsedBy row={row} />, sort: "products", isFigure: true },
];

function UsedBy({ row }: { readonly row: TemplateRow }) {
  const format = useMoneyFormat();
  if (row.productCount === 0) return row.copyCount === 0 ? "no product" : `${formatNumber(row.copyCount, format)} as a copy`;
  const products = counted(row.productCount, "product", "products", format);
  return row.overrideCount === 0 ? products : `${products}, ${formatNumber(row.overrideCount, format)} with overrides`;
}

export default function CustomizationTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/customization-templates/add")} size="desk">
      Add template
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Customization templates">{total === 0 && query.q === "" ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({
          id: String(row.id),
          label: row.name,
          to: href("/admin/customization-templates/edit/:id", { id: String(row.id) }),
        })}
        acts={[{ intent: "delete", label: "Delete unused templates", isDanger: true }]}
        nouns="templates"
        searchHint="Name, question or option"
        empty={
          <EmptyState action={add}>
            A template is a question that products share, such as size or milk: change it once, and every product follows.
          </EmptyState>
        }
        message={actionData?.message}
      />
    </>
  );
}
