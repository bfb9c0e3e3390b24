import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { fieldText } from "#app/values/form.ts";
import { data, href } from "react-router";
import {
  BLANK_CATEGORY,
  categoryRecords,
  listCategoryRows,
  matchingCategories,
  type CategoryRow,
} from "#app/catalogue/data/category-records.server.ts";
import { MAX_CATEGORY_DEPTH } from "#app/catalogue/domain/category.ts";
import { categoryList, categoryName } from "#app/catalogue/domain/category.schema.ts";
import { changeCategory } from "#app/catalogue/workflows/change-category.server.ts";
import { planCategories, readTypedCategories, type PlannedCategory } from "#app/catalogue/domain/typed/typed-categories.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { TreeEditor } from "#app/kit/tree/tree-editor.tsx";
import { parseMove } from "#app/kit/tree/tree-moves.ts";
import { addRecords, changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { pageOf } from "#app/values/page-of.ts";
import type { Route } from "./+types/index";
import { weeklyText } from "#app/catalogue/domain/order-hours.ts";
import { counted } from "#texts/plural.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const all = await listCategoryRows(readDb(context));
  const query = readPageQuery(request, categoryList);
  const rows = matchingCategories(all, query);
  const isSearch = query.q !== "" || query.status !== "" || query.hours !== "";
  return { query, isSearch, all, ...withinPages({ url, context }, query, pageOf(rows, query)) };
}

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const user = requireStaff(args.context);
  const form = await args.request.clone().formData();
  const here = href("/admin/category");
  if (form.has("move")) {
    const move = parseMove(form.get("move"));
    if (move === undefined) return data({ message: "Choose where the category goes." }, { status: 422 });
    const moved = await changeCategory(services.db, user, { id: move.id, fields: {}, place: move });
    const problem = moved.kind === "refused" ? moved.problems["parentId"] : undefined;
    if (moved.kind !== "done") return data({ message: problem ?? "This category is gone." }, { status: 422 });
    return redirectSaying(services, here, { text: `“${moved.name}” moved.`, undo: moved.entry });
  }
  if (form.has("rename")) {
    const name = categoryName.safeParse(form.get("name"));
    const id = Number(form.get("rename"));
    if (!name.success || !Number.isInteger(id))
      return data({ message: name.error?.issues[0]?.message ?? "Choose a category." }, { status: 422 });
    const renamed = await changeRecords(services.db, categoryRecords, user, { action: "rename", ids: [id] }, (value) => ({
      ...value,
      name: name.data,
    }));
    return redirectSaying(services, here, { text: `Renamed to “${name.data}”.`, undo: renamed.entry });
  }
  if (form.has("names")) {
    const names = (fieldText(form, "names") ?? "").replaceAll("\r\n", "\n");
    const typed = readTypedCategories(names);
    if (!typed.ok) return data({ message: typed.error, names }, { status: 422 });
    const planned = planCategories(await listCategoryRows(services.db), typed.value);
    if (planned.length === 0) return redirectSaying(services, here, { text: "All of these categories are here already." });
    const added = await addRecords(
      services.db,
      categoryRecords,
      user,
      planned.map(({ name, parent }) => (ids) => ({ ...BLANK_CATEGORY, name, parentId: idOf(parent, ids) })),
    );
    if (added.kind === "refused") return data({ message: added.problem, names }, { status: 422 });
    return redirectSaying(services, here, { text: `${counted(added.changed, "category", "categories")} added.`, undo: added.entry });
  }
  return changeSelected(args, {
    store: categoryRecords,
    query: categoryList,
    matching: async (db, query) => matchingCategories(await listCategoryRows(db), query).map((row) => row.id),
    nouns: ["category", "categories"],
    acts: {
      hide: { done: "hidden", change: (value) => ({ ...value, isHidden: true }) },
      show: { done: "shown", change: (value) => ({ ...value, isHidden: false }) },
    },
  });
}

function idOf(parent: PlannedCategory["parent"], ids: readonly number[]): number | null {
  if (parent === null) return null;
  return "id" in parent ? parent.id : (ids[parent.place] ?? null);
}

const FILTERS: readonly ListFilter[] = [
  choiceFilter("status", "Status", { shown: "Shown", hidden: "Hidden" }),
  choiceFilter("hours", "Hours", { limited: "Certain hours", always: "Always" }),
];

const COLUMNS: readonly ListColumn<CategoryRow>[] = [
  { title: "Category", cell: (row) => row.path, sort: "name" },
  { title: "Products", cell: (row) => <Count value={row.totalCount} />, sort: "products", isFigure: true },
  { title: "Hours", cell: (row) => (row.hours === null ? "Always" : <Hours weekly={row.hours} />), card: "none" },
  { title: "Status", cell: statusOf, card: "side" },
];

const pathOf = (id: number | string) => href("/admin/category/edit/:id", { id: String(id) });

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  const { query, isSearch, all, rows, total } = loaderData;
  const refused =
    actionData !== undefined && "names" in actionData && typeof actionData.names === "string"
      ? { message: actionData.message, names: actionData.names }
      : undefined;
  const add = (
    <ButtonLink to={href("/admin/category/add")} size="desk">
      Add category
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Categories">{all.length === 0 ? null : add}</PageHeader>
      {isSearch ? null : <AddSeveral key={all.length} refused={refused} />}
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.path, to: pathOf(row.id) })}
        acts={[
          { intent: "hide", label: "Hide categories" },
          { intent: "show", label: "Show categories" },
        ]}
        nouns="categories"
        searchHint="Name of a category"
        empty={<EmptyState action={add}>Categories are the parts of your menu: customers browse by them.</EmptyState>}
        message={refused === undefined ? actionData?.message : undefined}
        whole={
          isSearch || all.length === 0 ? undefined : (
            <TreeEditor
              label="Categories"
              items={all.map((row) => ({
                id: String(row.id),
                parentId: row.parentId === null ? null : String(row.parentId),
                label: row.name,
                row,
              }))}
              maxDepth={MAX_CATEGORY_DEPTH}
              maxNameLength={MAX_TITLE_LENGTH}
              pathOf={(item) => pathOf(item.id)}
              detail={treeDetail}
            />
          )
        }
      />
    </>
  );
}

/** Adds several categories from one typed list. */
function AddSeveral({ refused }: { readonly refused: { readonly message: string; readonly names: string } | undefined }) {
  return (
    <Fold title="Add several at once" open={refused !== undefined} className="mb-4">
      <PostForm className="grid max-w-xl gap-2">
        <label htmlFor="names" className="font-semibold">
          Categories, one per line
        </label>
        <p id="names-hint" className="text-ink-2">
          Indent a line with spaces to put it below the one above. Categories that are here already are not added again.
        </p>
        <textarea
          id="names"
          name="names"
          rows={6}
          defaultValue={refused?.names ?? ""}
          aria-describedby={refused === undefined ? "names-hint" : "names-error names-hint"}
          aria-invalid={refused === undefined ? undefined : true}
          className={`${CONTROL_CLASS} h-auto py-2`}
        />
        {refused === undefined ? null : (
          <p id="names-error" role="alert" className="font-semibold text-beet">
            {refused.message}
          </p>
        )}
        <div>
          <Button type="submit" size="desk">
            Add categories
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}

function Hours({ weekly }: { readonly weekly: WeeklyHours }) {
  return weeklyText(weekly, useShopClock().region);
}

function treeDetail({ row }: { readonly row: CategoryRow }) {
  const format = useMoneyFormat();
  return (
    <>
      {row.hours === null ? null : (
        <span className="max-sm:hidden">
          <Hours weekly={row.hours} />
        </span>
      )}
      {row.isHidden ? statusOf(row) : null}
      <span className="figures">{counted(row.totalCount, "product", "products", format)}</span>
    </>
  );
}

function statusOf(row: CategoryRow) {
  return row.isHidden ? <Status tone="off">Hidden</Status> : <Status tone="on">Shown</Status>;
}
