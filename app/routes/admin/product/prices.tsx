import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { type MoneyFormat } from "#app/values/money.ts";
import { plainAmount } from "#app/values/money/stored-amount.ts";
import { isOneOf, recordOf } from "#app/values/narrow.ts";
import { data, Form, href, useNavigation, useSearchParams } from "react-router";
import { listPrices } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { priceOutcome, priceOutcomes, type PriceChange, type PriceOutcomes } from "#app/catalogue/domain/price-change.ts";
import { priceChangeForm, priceChangeQuery } from "#app/catalogue/domain/price-change.schema.ts";
import type { ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { readSelected } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { changeRecordsIf } from "#app/staff/workflows/change-rows.server.ts";
import { isLine } from "#app/values/text.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Route } from "./+types/prices";
import { PriceFields, PricePreview, PRICE_FIELDS, type PriceTexts } from "./price-fields.tsx";
import { PRODUCT_SELECTION } from "./product-acts.server.ts";
import { counted } from "#texts/plural.ts";

/** Rows rendered in the preview; the rest is only counted. */
const MOST_SHOWN = 100;
const MOST_REFUSED_SHOWN = 20;

/** The form and, once it is filled in, a preview of the change for each chosen product. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const format = moneyFormat(await readSettings(db));
  const search = args.url.searchParams;
  const isAsked = search.has("by");
  // Until the form is submitted, other query parameters are not input.
  const texts = isAsked ? textsOf((name) => readableOf(search.get(name))) : readPageQuery(args.request, priceChangeQuery);
  const ids = await readSelected(args, search, PRODUCT_SELECTION);
  if (!ids.ok) return { texts, count: 0, message: ids.error, errors: {}, preview: null };
  const products = await listPrices(db, ids.value);
  const empty = { texts, count: products.length, message: null, errors: {}, preview: null };
  if (!isAsked) return empty;
  const change = readChange(texts, format);
  if (!change.ok) return data({ ...empty, errors: change.error }, { status: 422 });
  const { changed, same, refused, seal } = priceOutcomes(products, change.value, format);
  const warned = (kind: string) => changed.filter((each) => each.warning === kind).length;
  const preview = {
    rows: changed.slice(0, MOST_SHOWN),
    changed: changed.length,
    same,
    refused: refused.slice(0, MOST_REFUSED_SHOWN),
    refusedCount: refused.length,
    free: warned("free"),
    saleEnds: warned("sale-ends"),
    seal,
  };
  return { ...empty, preview };
}

/** Applies the previewed change, or shows a new preview if prices have changed since. */
export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const form = await args.request.formData();
  const format = moneyFormat(await readSettings(services.db));
  const here = `${args.url.pathname}${args.url.search}`;
  const change = readChange(
    textsOf((name) => form.get(name)),
    format,
  );
  const ids = await readSelected(args, args.url.searchParams, PRODUCT_SELECTION);
  if (!change.ok || !ids.ok) {
    const message = ids.ok ? "Look at the prices again, then change them." : ids.error;
    return data({ message, errors: change.ok ? {} : change.error }, { status: 422 });
  }
  const answer = await changeRecordsIf(services.db, productRecords, requireStaff(args.context), {
    action: "change-prices",
    ids: ids.value,
    isStill: (records) =>
      sealOf(
        [...records].map(([id, { value }]) => ({ id, value })),
        change.value,
        format,
      ) === form.get("seal"),
    changeOf: (value) => priced(value, change.value, format),
  });
  if (answer.kind === "overtaken")
    return redirectSaying(services, here, { text: "Prices have changed meanwhile, so nothing was saved. Check the new preview." });
  const text =
    answer.changed === 1
      ? `Price of “${answer.name}” changed.`
      : `Prices of ${counted(answer.changed, "product", "products", format)} changed.`;
  return redirectSaying(services, listAddress(args.url.searchParams), {
    text: answer.changed === 0 ? "Nothing was changed." : text,
    undo: answer.entry,
  });
}

function readChange(texts: PriceTexts, format: MoneyFormat): Result<PriceChange, Readonly<Record<string, string[]>>> {
  const parsed = priceChangeForm.safeParse(texts.kind === "amount" ? { ...texts, by: plainAmount(texts.by, format) } : texts);
  if (parsed.success) return ok(parsed.data);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) (errors[String(path[0])] ??= []).push(message);
  return fail(errors);
}

function textsOf(get: (name: string) => FormDataEntryValue | null): PriceTexts {
  return recordOf(PRICE_FIELDS, (name) => {
    const value = get(name);
    return typeof value === "string" ? value : "";
  });
}

/** Control characters are not sent back. */
function readableOf(text: string | null): string | null {
  return text === null || !isLine(text) ? null : text;
}

function isInBin(value: ProductRecord): boolean {
  return (value.deletedAt ?? null) !== null;
}

const pricedOf = (id: number, value: ProductRecord) => ({ id, name: value.name, price: value.priceCents, compareAt: value.compareAtCents });

function sealOf(
  records: readonly { readonly id: number; readonly value: ProductRecord }[],
  change: PriceChange,
  format: MoneyFormat,
): PriceOutcomes["seal"] {
  const products = records.filter(({ value }) => !isInBin(value)).map(({ id, value }) => pricedOf(id, value));
  return priceOutcomes(products, change, format).seal;
}

function priced(value: ProductRecord, change: PriceChange, format: MoneyFormat): ProductRecord {
  const outcome = priceOutcome(pricedOf(0, value), change, format);
  if (!outcome.ok || isInBin(value)) return value;
  return { ...value, priceCents: outcome.value.newPrice, compareAtCents: outcome.value.newCompareAt };
}

/** The list with its search and an empty selection. */
function listAddress(search: URLSearchParams): string {
  const listSearch = new URLSearchParams(search);
  for (const name of ["selected", ...PRICE_FIELDS]) listSearch.delete(name);
  return listSearch.size === 0 ? href("/admin/product") : `${href("/admin/product")}?${listSearch.toString()}`;
}

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { texts, count, preview } = loaderData;
  const [search] = useSearchParams();
  const isBusy = useNavigation().state !== "idle";
  const message = actionData?.message ?? loaderData.message;
  const errors = actionData?.errors ?? loaderData.errors;
  const kept = [...search].filter(([name]) => !isOneOf(PRICE_FIELDS, name));
  const list = listAddress(search);
  const title = `Change prices of ${counted(count, "product", "products", format)}`;
  return (
    <>
      <PageHeader title={count === 0 ? "Change prices" : title} trail={[{ to: list, label: "Products" }]} />
      {message === null ? null : (
        <p role="alert" className="mb-4 rounded border-2 border-beet bg-beet-tint px-3 py-2 font-semibold">
          {message}
        </p>
      )}
      {count === 0 ? (
        <ButtonLink to={list} size="desk" look="outline">
          Back to products
        </ButtonLink>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <FieldErrorsContext value={errors}>
            <Form method="get" preventScrollReset className="grid gap-4">
              {kept.map(([name, value], index) => (
                <input key={`${name}${index}`} type="hidden" name={name} value={value} />
              ))}
              <PriceFields texts={texts} />
              <Button type="submit" look={preview === null ? "filled" : "outline"} className="justify-self-start" disabled={isBusy}>
                Show new prices
              </Button>
            </Form>
          </FieldErrorsContext>
          {preview === null ? (
            <p className="border-y border-hairline px-4 py-12 text-center text-base text-ink-2">
              The new prices are shown here before anything changes.
            </p>
          ) : (
            <PricePreview preview={preview}>
              <PostForm className="mt-4 flex flex-wrap gap-3">
                {PRICE_FIELDS.map((name) => (
                  <input key={name} type="hidden" name={name} value={texts[name]} />
                ))}
                <input type="hidden" name="seal" value={preview.seal} />
                <Button type="submit" disabled={isBusy}>
                  Change {counted(preview.changed, "price", "prices", format)}
                </Button>
                <ButtonLink to={list} look="outline">
                  Cancel
                </ButtonLink>
              </PostForm>
            </PricePreview>
          )}
        </div>
      )}
    </>
  );
}
