import { readTemplate, writtenTemplate } from "./template-prices.ts";
import { isDeepStrictEqual } from "node:util";
import { attachedProblem } from "#app/catalogue/data/customizations/attached-customizations.server.ts";
import { missingNameSentence, readCatalogueNames, type CatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { tidyOverrides } from "#app/catalogue/domain/customization/attached-customization.ts";
import {
  ON_SALE,
  templateProblems,
  type TemplateOption,
  type TemplateRecord,
  type TemplateUse,
} from "#app/catalogue/domain/customization/customization-template.ts";
import { linksOf, listStoredTemplates, type StoredTemplate } from "#app/content/data/configuration/stored-templates.server.ts";
import { checkedTemplate, type FileTemplate, type FileUse } from "#app/content/domain/configured-template.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import { type Cents } from "#app/values/money.ts";
import { parseStored } from "#app/values/money/stored-amount.ts";
import { tidyText } from "#app/values/text.ts";
import { pathText, RefusedFile, type ConfigurationChange, type FileProblem } from "./configuration-change.ts";
import { propertyOf, isOneOf } from "#app/values/narrow.ts";

interface Planned {
  readonly path: string;
  readonly id: number | null;
  readonly given: FileTemplate;
}

/** The number of an option that a template of this key has. */
type Resolve = (option: { readonly template: string; readonly option: string }) => number | undefined;

const keyOf = (name: string) => tidyText(name).toLowerCase();

/**
 * What a file would make of the templates. They are known by their key, and one the shop does not know by its name, if only one has it;
 * options are known by their names. Products that the file does not name stay as they are.
 */
export async function planTemplates(
  db: Db,
  { templates, currency }: { readonly templates: readonly FileTemplate[]; readonly currency: string },
  problems: FileProblem[],
  lock?: "lock",
): Promise<{ readonly changes: readonly ConfigurationChange[]; apply(recorder: Recorder, tx: Db): Promise<void> }> {
  const wanted = templates.map((each) => readTemplate(each, currency));
  const written = (template: FileTemplate) => writtenTemplate(template, currency);
  if (wanted.length === 0) return { changes: [], apply: () => Promise.resolve() };
  const stored = await listStoredTemplates(db, lock);
  const names = await readCatalogueNames(
    db,
    wanted.flatMap((each) => each.products.map((use) => use.product)),
  );
  const known = new Map(
    [...stored.map(({ file }) => file), ...wanted].map((each) => [each.key, new Set(each.options.map((option) => keyOf(option.name)))]),
  );
  const changes: ConfigurationChange[] = [];
  const plans: Planned[] = [];
  const taken = new Set<number>();
  for (const [index, given] of wanted.entries()) {
    const path = `templates[${index}]`;
    const before = matching(stored, given, wanted, taken);
    if (before !== undefined) taken.add(before.id);
    if (before !== undefined && isDeepStrictEqual(withStored(given, before.file), before.file)) continue;
    checkNames(given, path, known, names, problems);
    // References to others are looked at when all of them are there.
    const value = recordOf(given, before?.value, () => undefined, path, problems);
    for (const [field, message] of Object.entries(value === undefined ? {} : templateProblems(value)))
      problems.push({ path: `${path}.${field}`, message });
    plans.push({ path, id: before?.id ?? null, given });
    const after = withStored(given, before?.file);
    changes.push({
      section: "templates",
      name: given.name,
      before: before === undefined ? null : outline(written(before.file), written(after)),
      after: outline(written(after), before === undefined ? undefined : written(before.file)),
    });
  }
  return { changes, apply: (recorder, tx) => writeTemplates(tx, recorder, plans, names) };
}

/**
 * The stored template that the file means: the one with its key. An import of products makes templates with keys of their own: among those with
 * the name, the one with the same options, the most products in common first; else the only one of that name, if the file has only one, too.
 */
function matching(
  stored: readonly StoredTemplate[],
  given: FileTemplate,
  wanted: readonly FileTemplate[],
  taken: ReadonlySet<number>,
): StoredTemplate | undefined {
  const own = stored.find(({ file }) => file.key === given.key);
  if (own !== undefined) return own;
  const isMeantElsewhere = ({ id, file }: StoredTemplate) => taken.has(id) || wanted.some((each) => each.key === file.key);
  const alike = stored.filter((each) => each.file.name === given.name && !isMeantElsewhere(each));
  const optionsOf = ({ title, options }: FileTemplate) => JSON.stringify([title, options.map((option) => keyOf(option.name))]);
  const users = new Set(given.products.map((use) => use.product));
  const shared = ({ file }: StoredTemplate) => file.products.filter((use) => users.has(use.product)).length;
  const [same] = alike.filter(({ file }) => optionsOf(file) === optionsOf(given)).toSorted((a, b) => shared(b) - shared(a));
  if (same !== undefined) return same;
  const isOnly = wanted.filter((each) => each.name === given.name).length === 1;
  return alike.length === 1 && isOnly ? alike[0] : undefined;
}

/** The file's template with the products of the shop that it leaves out, all in one order. */
function withStored(given: FileTemplate, stored: FileTemplate | undefined): FileTemplate {
  const place = new Map(given.options.map((option, index) => [keyOf(option.name), index]));
  const own = given.products.map((use) => ({
    ...use,
    options: use.options.toSorted((a, b) => (place.get(keyOf(a.option)) ?? 0) - (place.get(keyOf(b.option)) ?? 0)),
  }));
  const others = (stored?.products ?? []).filter((use) => !own.some((each) => each.product === use.product));
  const order = new Map((stored?.products ?? []).map((use, index) => [use.product, index]));
  const products = [...own, ...others].toSorted((a, b) => (order.get(a.product) ?? Infinity) - (order.get(b.product) ?? Infinity) || 0);
  return { ...given, products };
}

function checkNames(
  given: FileTemplate,
  path: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  names: CatalogueNames,
  problems: FileProblem[],
): void {
  const options = known.get(given.key) ?? new Set<string>();
  const needs = [
    ...given.showWhen.map((each, at) => [each, `${path}.showWhen[${at}]`] as const),
    ...given.options.flatMap((option, at) => option.prices.map((each, on) => [each, `${path}.options[${at}].prices[${on}]`] as const)),
  ];
  for (const [{ template, option }, where] of needs)
    if (known.get(template)?.has(keyOf(option)) !== true)
      problems.push({ path: where, message: `There is no option “${option}” in a template with the key “${template}”.` });
  for (const [at, use] of given.products.entries()) {
    const where = `${path}.products[${at}]`;
    if (names.productId(use.product) === undefined) problems.push({ path: where, message: missingNameSentence("product", use.product) });
    for (const each of use.options)
      if (!options.has(keyOf(each.option))) problems.push({ path: where, message: `The template has no option “${each.option}”.` });
    for (const each of use.options) centsOf(each.price ?? "0", `${where}.options`, problems);
  }
}

/** Stores the templates: first all that is new, so that others can refer to it, then everything as the file has it. */
async function writeTemplates(tx: Db, recorder: Recorder, plans: readonly Planned[], names: CatalogueNames): Promise<void> {
  const ids = await writeNewParts(tx, recorder, plans);
  const all = await listStoredTemplates(tx);
  const resolve: Resolve = ({ template, option }) => {
    const byKey = plans.find(({ given }) => given.key === template);
    const owner = all.find(({ id, file }) => (byKey === undefined ? file.key === template : id === ids.get(byKey)));
    return owner?.value.options.find((each) => keyOf(each.name) === keyOf(option))?.id ?? undefined;
  };
  const touched = new Set<number>();
  for (const plan of plans) {
    const id = ids.get(plan) ?? 0;
    const current = all.find((each) => each.id === id)?.value;
    const value = current === undefined ? undefined : recordOf(plan.given, current, resolve, plan.path, []);
    if (current === undefined || value === undefined) throw new Error("the template is gone");
    const next = { ...value, products: usesOf(plan.given, current, names) };
    const refused = await customizationTemplateRecords.check?.(tx, id, next, current);
    if (refused !== undefined) throw new RefusedFile(problemsOf(plan.path, refused));
    await recorder.put(customizationTemplateRecords, id, next);
    for (const use of plan.given.products) touched.add(names.productId(use.product) ?? 0);
  }
  for (const [, { value }] of await productRecords.find(tx, [...touched])) {
    const problem = await attachedProblem(tx, value);
    if (problem !== undefined) throw new RefusedFile([{ path: "templates", message: `${value.name}: ${problem}` }]);
  }
}

/** New templates and new options, without what they refer to. Returns the id of each plan's template. */
async function writeNewParts(tx: Db, recorder: Recorder, plans: readonly Planned[]): Promise<ReadonlyMap<Planned, number>> {
  const ids = new Map<Planned, number>();
  for (const plan of plans) {
    const current = plan.id === null ? undefined : (await customizationTemplateRecords.find(tx, [plan.id])).get(plan.id)?.value;
    const bare = recordOf(plan.given, current, () => undefined, plan.path, []);
    if (bare === undefined) throw new Error("the file has been read before");
    const added = bare.options.filter((option) => option.id === null);
    const first =
      current === undefined ? { ...bare, products: [] } : { ...current, key: bare.key, options: [...current.options, ...added] };
    const id = current === undefined || added.length > 0 ? await recorder.put(customizationTemplateRecords, plan.id, first) : plan.id;
    ids.set(plan, id ?? 0);
  }
  return ids;
}

/** A template of the file as a record; options that the shop knows by their name keep their number and whether they are sold out. */
function recordOf(
  given: FileTemplate,
  current: TemplateRecord | undefined,
  resolve: Resolve,
  path: string,
  problems: FileProblem[],
): TemplateRecord | undefined {
  const had = new Map((current?.options ?? []).map((option) => [keyOf(option.name), option]));
  const options = given.options.map((option, at): TemplateOption => {
    const { prices, price, ...rest } = option;
    const own = had.get(keyOf(option.name));
    return {
      ...rest,
      id: own?.id ?? null,
      price: centsOf(price, `${path}.options[${at}].price`, problems),
      prices: Object.fromEntries(
        prices.flatMap((each, on) => {
          const cents = centsOf(each.price, `${path}.options[${at}].prices[${on}].price`, problems);
          const id = resolve(each);
          return id === undefined ? [] : [[String(id), cents]];
        }),
      ),
      soldOut: own?.soldOut ?? ON_SALE,
    };
  });
  const { key, showWhen, products: _products, ...rest } = given;
  const value = {
    ...rest,
    options,
    showWhenOptionIds: showWhen.flatMap((each) => resolve(each) ?? []),
    priceOptionIds: [...new Set(options.flatMap((option) => Object.keys(option.prices).map(Number)))].toSorted((a, b) => a - b),
  };
  const parsed = checkedTemplate(value);
  if (parsed.success) return { ...current, ...parsed.data, key };
  for (const issue of parsed.error.issues) problems.push({ path: `${path}.${pathText(issue.path)}`, message: issue.message });
  return undefined;
}

/** The template's uses with those that the file names; what is sold out there stays so. */
function usesOf(given: FileTemplate, current: TemplateRecord, names: CatalogueNames): readonly TemplateUse[] {
  const links = linksOf(current);
  const wanted = given.products.map((use): TemplateUse => {
    const productId = names.productId(use.product) ?? 0;
    const before = links.find((each) => each.productId === productId);
    const overrides = overridesOf(use, current, before);
    return { productId, position: use.place, overrides, version: before === undefined ? 1 : before.version, copy: null };
  });
  const others = (current.products ?? []).filter((use) => use.copy !== null || !wanted.some((each) => each.productId === use.productId));
  return [...wanted, ...others].toSorted((a, b) => a.productId - b.productId);
}

function overridesOf(
  { title, minSelect, maxSelect, freeCount, options }: FileUse,
  template: TemplateRecord,
  before: TemplateUse | undefined,
) {
  return tidyOverrides({
    title,
    minSelect,
    maxSelect,
    freeCount,
    options: Object.fromEntries(
      template.options.map((option) => {
        const own = options.find((each) => keyOf(each.option) === keyOf(option.name));
        const soldOut = before?.overrides.options?.[String(option.id)]?.soldOut;
        const priceDelta = own?.price === undefined ? undefined : centsOf(own.price, "", []);
        return [String(option.id), { priceDelta, hidden: own?.isHidden, isDefault: own?.isDefault, soldOut }];
      }),
    ),
  });
}

function centsOf(text: string, path: string, problems: FileProblem[]): Cents {
  const cents = parseStored(text);
  if (!cents.ok) problems.push({ path, message: cents.error });
  return cents.ok ? cents.value : 0;
}

function problemsOf(path: string, fields: Readonly<Record<string, string | undefined>>): readonly FileProblem[] {
  return Object.entries(fields).flatMap(([field, message]) => (message === undefined ? [] : [{ path: `${path}.${field}`, message }]));
}

/** A line per field, option and product that is not the same in the other one, for the comparison. */
function outline(file: FileTemplate, other: FileTemplate | undefined): string {
  const { options, products, ...fields } = file;
  const lines = Object.entries(fields)
    .filter(([field, value]) => !isDeepStrictEqual(value, propertyOf(other, field)))
    .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const of = <Part extends object>(parts: readonly Part[], others: readonly Part[], nameOf: (part: Part) => string) =>
    parts.filter((part) => !others.some((each) => isDeepStrictEqual(each, part))).map((part) => `${nameOf(part)}: ${told(part)}`);
  return [
    ...lines,
    ...of(options, other?.options ?? [], (option) => `option ${option.name}`),
    ...of(products, other?.products ?? [], (use) => `on ${use.product}`),
  ].join("\n");
}

/** What of a part says something. */
function told(part: object): string {
  const said = Object.entries(part).filter(
    ([name, value]) => !["name", "product"].includes(name) && !isOneOf<unknown>(["", null, false], value) && !isDeepStrictEqual(value, []),
  );
  return said.map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ");
}
