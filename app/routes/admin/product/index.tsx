import type { MoneyFormat } from "#app/values/money.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { href, redirect, useSearchParams, type Location, type ShouldRevalidateFunctionArgs } from "react-router";
import { productList, productSheet } from "#app/catalogue/domain/product-list.schema.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { saleProblem, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { saveSheet } from "#app/http/staff/sheet.server.ts";
import { StockTaking } from "#app/catalogue/ui/staff/stock-taking/stock-taking.tsx";
import { sendCounts } from "#app/catalogue/ui/staff/stock-taking/send-counts.ts";
import type { CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { countsAction } from "./counts-action.server.ts";
import { withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { lastPageBefore, withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { addressWith, choiceFilter, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { sendWithDraft } from "#app/kit/record/send-record-form.ts";
import { sheetDraft } from "#app/kit/record/use-draft.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Sheet } from "#app/kit/sheet/sheet.tsx";
import { answerCounts, CHANGES_FIELD, SHEET_INTENT } from "#app/kit/sheet/sheet-data.ts";
import type { Route } from "./+types/index";
import { changeProducts, PRODUCT_SELECTION } from "./product-acts.server.ts";
import { PRODUCT_COLUMNS, productActs } from "./product-columns.tsx";
import { readProductList, type ProductRow } from "./product-list.server.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const query = readPageQuery(request, productList);
  const { id, name } = requireStaff(context);
  const user = { id, name };
  // The sheet and the stocktake edit stock, so they read the primary database.
  const from = query.view === "" ? readDb(context) : db;
  const list = await readProductList(from, query, now());
  const last = query.view === "sheet" ? lastPageBefore(query, list) : null;
  if (last === null) return { query, user, ...withinPages({ url, context }, query, list) };
  // No redirect for the sheet, which reloads after each save: a redirect would lose the message about rows that are gone.
  const behind = { ...query, page: last };
  return { query: behind, user, ...(await readProductList(db, behind, now())) };
}

export async function action(args: Route.ActionArgs) {
  const { db, now } = args.context.get(servicesContext);
  const form = await args.request.clone().formData();
  const intent = form.get("intent");
  if (intent === SHEET_INTENT) {
    const format = moneyFormat(await readSettings(db));
    return saveSheet<ProductRecord>(args, form.get(CHANGES_FIELD), {
      store: productRecords,
      columns: productSheet,
      check: (value, changed) => saleProblem(value, changed, format),
      nouns: PRODUCT_SELECTION.nouns,
      to: withoutSelection(args.url),
    });
  }
  if (intent === "counts") return countsAction(args, form.get("counts"));
  if (intent === "prices") {
    const search = new URLSearchParams(args.url.search);
    search.delete("selected");
    for (const selected of form.getAll("selected")) if (typeof selected === "string") search.append("selected", selected);
    return redirect(`${href("/admin/product/prices")}?${search.toString()}`);
  }
  return changeProducts(args, db, now());
}

export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (form.get("intent") === "counts") return sendCounts(form.get("counts"), () => serverAction());
  const isSheet = form.get("intent") === SHEET_INTENT;
  return sendWithDraft(isSheet ? sheetDraft(url.pathname) : url.pathname, () => serverAction());
}

/**
 * Nothing is reloaded without a connection, nor after a rejected bulk action: if the page no longer exists, the redirect to another one
 * would lose the message. A sheet may have stored some of its rows, so it reloads and falls back to the previous page.
 */
export function shouldRevalidate(facts: ShouldRevalidateFunctionArgs): boolean {
  const { kind } = (facts.actionResult ?? {}) as { readonly kind?: string };
  return hasConnection(facts) && (facts.defaultShouldRevalidate || kind === "sheet" || kind === "counts");
}

const isLeavingSheet = (from: Location, to: Location) =>
  from.pathname !== to.pathname || new URLSearchParams(to.search).get("view") !== "sheet";

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, isTotalCapped, sheet, counting } = loaderData;
  const [search] = useSearchParams();
  const isBin = query.state === "bin";
  const add = (
    <ButtonLink to={href("/admin/product/add")} look={sheet === null ? "filled" : "outline"} size="desk">
      Add product
    </ButtonLink>
  );
  const isEmpty = total === 0 && search.size === 0;
  const format = useMoneyFormat();
  if (counting !== null) return <ProductCounts loaderData={loaderData} counting={counting} answer={actionData} />;
  return (
    <>
      <PageHeader
        title="Products"
        more={
          <>
            {isEmpty || isBin ? null : (
              <ButtonLink to={addressWith(search, { view: sheet === null ? "sheet" : "", selected: "" })} look="outline" size="desk">
                {sheet === null ? "Edit as a sheet" : "Back to the list"}
              </ButtonLink>
            )}
            {isEmpty || isBin || sheet !== null ? null : (
              <ButtonLink
                to={addressWith(search, { view: "count", state: "", tag: "", tax: "", picture: "", selected: "", page: "" })}
                look="outline"
                size="desk"
              >
                Count stock
              </ButtonLink>
            )}
            {isEmpty ? null : (
              <ButtonLink to={`${href("/admin/product/export")}?${search.toString()}`} look="outline" size="desk" reloadDocument>
                Export
              </ButtonLink>
            )}
            <ButtonLink to={href("/admin/product/import")} look="outline" size="desk">
              Import
            </ButtonLink>
          </>
        }
      >
        {isEmpty ? null : add}
      </PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        isTotalCapped={isTotalCapped}
        columns={PRODUCT_COLUMNS}
        filters={filtersOf(loaderData)}
        factsOf={factsOf}
        acts={productActs(isBin, loaderData)}
        nouns="products"
        searchHint="Name, tag, SKU or barcode"
        empty={<EmptyState action={add}>Products are what customers order: a dish, a drink, a shirt.</EmptyState>}
        noFit={isBin && search.size === 1 ? "The bin is empty. What you delete waits here for 30 days." : undefined}
        message={refusalOf(actionData, rows.length === 0, format)}
        {...(sheet === null || isBin
          ? {}
          : {
              instead: (
                <Sheet
                  nouns={PRODUCT_NOUNS}
                  rows={sheet.rows}
                  columns={sheet.columns}
                  answer={actionData !== undefined && "kind" in actionData && actionData.kind !== "counts" ? actionData : undefined}
                  isLeaving={isLeavingSheet}
                />
              ),
            })}
      />
    </>
  );
}

interface ProductCountsProps {
  readonly loaderData: Route.ComponentProps["loaderData"];
  readonly counting: readonly CountRow[];
  readonly answer: Route.ComponentProps["actionData"];
}

/** The stocktake: counts the products that match the list's filter. */
function ProductCounts({ loaderData, counting, answer }: ProductCountsProps) {
  const { query, rows, total, isTotalCapped } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Stock-taking"
        trail={[{ to: href("/admin/product"), label: "Products" }]}
        more={
          <ButtonLink to={addressWith(search, { view: "", page: "" })} look="outline" size="desk">
            Back to the list
          </ButtonLink>
        }
      />
      <StockTaking
        user={loaderData.user}
        rows={counting}
        q={query.q}
        category={loaderData.categories.find(({ value }) => value === query.category)?.label ?? ""}
        answer={answerOf(answer)}
        isEmpty={total === 0 && query.q === "" && query.category === ""}
        renderList={(table) => (
          <ListPage
            query={query}
            rows={rows}
            total={total}
            isTotalCapped={isTotalCapped}
            columns={COUNT_COLUMNS}
            filters={[{ name: "category", label: "Category", options: loaderData.categories }]}
            factsOf={factsOf}
            nouns="products"
            searchHint="Name, tag, SKU or barcode"
            empty={
              <EmptyState>
                No product is counted yet. Enter “In stock” or “Stock by option” in the form of a product, and it can be counted here.
              </EmptyState>
            }
            message={answer !== undefined && answer !== null && "message" in answer ? answer.message : undefined}
            instead={table}
          />
        )}
      />
    </>
  );
}

function factsOf({ id, name }: ProductRow) {
  return { id: String(id), label: name, to: href("/admin/product/edit/:id", { id: String(id) }) };
}

/** Products are counted in the order of the shelf labels: by name. */
const COUNT_COLUMNS = PRODUCT_COLUMNS.filter(({ sort }) => sort === "name" || sort === "stock");

function answerOf(answer: Route.ComponentProps["actionData"]) {
  return answer !== undefined && answer !== null && "kind" in answer && answer.kind !== "sheet" ? answer : undefined;
}

/** The message of a rejected bulk action, and of a sheet without rows. */
function refusalOf(answer: Route.ComponentProps["actionData"], isEmpty: boolean, format: MoneyFormat): string | undefined {
  if (answer === undefined || answer === null) return undefined;
  if ("message" in answer) return answer.message;
  if (!isEmpty || !("kind" in answer) || answer.kind !== "sheet") return undefined;
  const { saved, left } = answerCounts(answer, PRODUCT_NOUNS, format);
  return `${saved} ${left}, and not in this list any more.`;
}

const PRODUCT_NOUNS = ["product", "products"] as const;

function filtersOf({ categories, tags, taxClasses }: Route.ComponentProps["loaderData"]): readonly ListFilter[] {
  return [
    { name: "category", label: "Category", options: categories },
    choiceFilter("state", "State", { shown: "Shown", hidden: "Hidden", "sold-out": "Sold out", low: "Low stock", bin: "In the bin" }),
    ...(tags.length === 0 ? [] : [{ name: "tag", label: "Tag", options: tags.map((tag) => ({ value: tag, label: tag })) }]),
    { name: "tax", label: "Tax", options: taxClasses },
    choiceFilter("picture", "Picture", { without: "None yet" }),
  ];
}
