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
import {
  checkedTemplate,
  configuredTemplates,
  withAmounts,
  withCents,
  type FileTemplate,
  type TemplateEntry,
  type UseEntry,
} from "#app/content/domain/configuration/configured-template.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import { type Cents } from "#app/values/money.ts";
import { parseAmount } from "#app/values/money/money-input.ts";
import { counted } from "#texts/plural.ts";
import { tidyText } from "#app/values/text.ts";
import { changesOf, outline, problemsOf, readPart } from "./compare-entries.ts";
import { NO_CHANGES, RefusedFile, type ConfigurationPart, type FileProblem, type Reading } from "./configuration-change.ts";

interface Write {
  readonly id: number | null;
  readonly value: { readonly given: TemplateEntry; readonly path: string; readonly current: TemplateRecord | undefined };
}

/** The id of a named option in the template with this key. */
type OptionId = (option: { readonly template: string; readonly option: string }) => number | undefined;
const unknown: OptionId = () => undefined;

const keyOf = (name: string) => tidyText(name).toLowerCase();

/**
 * Templates are identified by key, or by name if the key is unknown and the name unique; options by name. Products that the file does not
 * list are unchanged.
 */
export const templatesPart: ConfigurationPart<readonly FileTemplate[]> = {
  section: "templates",
  schema: configuredTemplates,
  stores: [customizationTemplateRecords],

  async exported(db) {
    const { CURRENCY } = await readSettings(db);
    return (await listStoredTemplates(db)).map(({ entry }) => withAmounts(entry, CURRENCY));
  },

  async planned(file, reading) {
    const { db, lock, currency, problems } = reading;
    if (file.length === 0) return NO_CHANGES;
    const taken = reading.isEmpty ? withoutProducts(file, reading) : file;
    const wanted = taken.map((each, index) => withCents(each, (text, path) => centsOf(text, `templates[${index}]${path}`, reading)));
    const stored = await listStoredTemplates(db, lock);
    const names = await readCatalogueNames(
      db,
      wanted.flatMap((each) => each.products.map((use) => use.product)),
    );
    const options = new Map(
      [...stored.map(({ entry }) => entry), ...wanted].map((each) => [each.key, new Set(each.options.map(({ name }) => keyOf(name)))]),
    );
    const matches = matching(stored, wanted);
    const { writes, changes } = changesOf(
      "templates",
      wanted.map((given, index) => {
        const match = matches[index];
        const value = { path: `templates[${index}]`, given, current: match?.value };
        return { name: given.name, id: match?.id ?? null, before: match?.entry, after: withStored(given, match?.entry), value };
      }),
      (entry, other) => outline(withAmounts(entry, currency), other && withAmounts(other, currency)),
    );
    for (const { given, path, current } of writes.map(({ value }) => value)) {
      checkNames(given, path, options, names, problems);
      // References to other templates are checked once all of them exist.
      const value = readPart(recordOf(given, current, unknown), path, problems);
      if (value !== undefined) problems.push(...problemsOf(path, templateProblems(value)));
    }
    return { changes, apply: (recorder, tx) => writeTemplates(tx, recorder, writes, names) };
  },
};

/** The part that a shop without products can use: no uses by products, and no templates that a product import creates itself. */
function withoutProducts(templates: readonly FileTemplate[], { left }: Reading): readonly FileTemplate[] {
  const uses = templates.reduce((sum, template) => sum + template.products.length, 0);
  if (uses > 0) left.push(counted(uses, "use of a template by a product", "uses of templates by products"));
  const isVariant = ({ kind, minSelect, products }: FileTemplate) => kind === "single" && minSelect > 0 && products.length > 0;
  const waiting = new Set(templates.filter(isVariant).map(({ key }) => key));
  // Templates that refer to skipped ones are skipped, too.
  for (let size = -1; size !== waiting.size;) {
    size = waiting.size;
    for (const { key, showWhen, options } of templates)
      if ([...showWhen, ...options.flatMap((option) => option.prices)].some(({ template }) => waiting.has(template))) waiting.add(key);
  }
  return templates.filter(({ key }) => !waiting.has(key)).map((each) => ({ ...each, products: [] }));
}

function centsOf(text: string, path: string, { currency, problems }: Reading): Cents {
  const cents = parseAmount(text, currency);
  if (!cents.ok) problems.push({ path, message: cents.error });
  return cents.ok ? cents.value : 0;
}

/**
 * The stored template for each of the file's: the one with its key. A product import creates templates with other keys. So among those with
 * the name, the one with the same options is used, preferably with the most common products; else the only one of that name, if the file
 * also has only one.
 */
function matching(stored: readonly StoredTemplate[], wanted: readonly TemplateEntry[]): readonly (StoredTemplate | undefined)[] {
  const taken = new Set<StoredTemplate | undefined>();
  const optionsOf = ({ title, options }: TemplateEntry) => JSON.stringify([title, options.map((option) => keyOf(option.name))]);
  const matchOf = (given: TemplateEntry) => {
    const own = stored.find(({ entry }) => entry.key === given.key);
    if (own !== undefined) return own;
    const isMeantElsewhere = (each: StoredTemplate) => taken.has(each) || wanted.some(({ key }) => key === each.entry.key);
    const alike = stored.filter((each) => each.entry.name === given.name && !isMeantElsewhere(each));
    const users = new Set(given.products.map((use) => use.product));
    const shared = ({ entry }: StoredTemplate) => entry.products.filter((use) => users.has(use.product)).length;
    const [same] = alike.filter(({ entry }) => optionsOf(entry) === optionsOf(given)).toSorted((a, b) => shared(b) - shared(a));
    const isOnly = alike.length === 1 && wanted.filter((each) => each.name === given.name).length === 1;
    return same ?? (isOnly ? alike[0] : undefined);
  };
  return wanted.map((given) => {
    const match = matchOf(given);
    taken.add(match);
    return match;
  });
}

/** The file's template plus the shop's products that it leaves out, in a single order. */
function withStored(given: TemplateEntry, { products: stored }: Pick<TemplateEntry, "products"> = { products: [] }): TemplateEntry {
  const options = placesOf(given.options.map((option) => keyOf(option.name)));
  const products = placesOf(stored.map((use) => use.product));
  const own = given.products.map((use) => ({
    ...use,
    options: use.options.toSorted((a, b) => options(keyOf(a.option)) - options(keyOf(b.option)) || 0),
  }));
  const others = stored.filter((use) => !own.some((each) => each.product === use.product));
  return { ...given, products: [...own, ...others].toSorted((a, b) => products(a.product) - products(b.product) || 0) };
}

/** The position of each name; unknown ones come last. */
function placesOf(names: readonly string[]): (name: string) => number {
  const places = new Map(names.map((name, index) => [name, index]));
  return (name) => places.get(name) ?? Infinity;
}

/** Checks that every name in it exists. */
function checkNames(
  given: TemplateEntry,
  path: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  names: CatalogueNames,
  problems: FileProblem[],
): void {
  const needs = [
    ...given.showWhen.map((each, at) => ({ ...each, at: `${path}.showWhen[${at}]` })),
    ...given.options.flatMap(({ prices }, at) => prices.map((each, on) => ({ ...each, at: `${path}.options[${at}].prices[${on}]` }))),
  ];
  for (const { template, option, at } of needs)
    if (known.get(template)?.has(keyOf(option)) !== true)
      problems.push({ path: at, message: `There is no option “${option}” in a template with the key “${template}”.` });
  for (const [at, use] of given.products.entries()) {
    const where = `${path}.products[${at}]`;
    if (names.productId(use.product) === undefined) problems.push({ path: where, message: missingNameSentence("product", use.product) });
    for (const { option } of use.options)
      if (known.get(given.key)?.has(keyOf(option)) !== true)
        problems.push({ path: where, message: `The template has no option “${option}”.` });
  }
}

/** Stores the templates: first all new parts, so that others can refer to them, then the complete templates. */
async function writeTemplates(tx: Db, recorder: Recorder, writes: readonly Write[], names: CatalogueNames): Promise<void> {
  const ids = new Map<string, number>();
  for (const write of writes) ids.set(write.value.given.key, await writeNewParts(recorder, write));
  const all = await listStoredTemplates(tx);
  const optionId: OptionId = ({ template, option }) => {
    const owner = all.find(({ id, entry }) => (ids.has(template) ? id === ids.get(template) : entry.key === template));
    return owner?.value.options.find((each) => keyOf(each.name) === keyOf(option))?.id ?? undefined;
  };
  for (const { given, path } of writes.map(({ value }) => value)) {
    const stored = all.find(({ id }) => id === ids.get(given.key));
    const value = recordOf(given, stored?.value, optionId);
    if (stored === undefined || !value.success) throw new Error("the template is gone");
    const next = { ...value.data, products: usesOf(given, stored.value, names) };
    const refused = await customizationTemplateRecords.check?.(tx, stored.id, next, stored.value);
    if (refused !== undefined) throw new RefusedFile(problemsOf(path, refused));
    await recorder.put(customizationTemplateRecords, stored.id, next);
  }
  const touched = new Set(writes.flatMap(({ value }) => value.given.products.map((use) => names.productId(use.product) ?? 0)));
  for (const [, { value }] of await productRecords.find(tx, [...touched])) {
    const problem = await attachedProblem(tx, value);
    if (problem !== undefined) throw new RefusedFile([{ path: "templates", message: `${value.name}: ${problem}` }]);
  }
}

/** Creates a new template, or new options of a stored one, without references. Returns the template's id. */
async function writeNewParts(recorder: Recorder, { id, value: { given, current } }: Write): Promise<number> {
  const bare = recordOf(given, current, unknown);
  if (!bare.success) throw new Error("the file has been read before");
  if (id === null || current === undefined) return recorder.put(customizationTemplateRecords, id, { ...bare.data, products: [] });
  const added = bare.data.options.filter((option) => option.id === null);
  if (added.length === 0) return id;
  return recorder.put(customizationTemplateRecords, id, { ...current, key: given.key, options: [...current.options, ...added] });
}

/** A template of the file as a record; options with a known name keep their id and their sold-out state. */
function recordOf(given: TemplateEntry, current: TemplateRecord | undefined, optionId: OptionId) {
  const { showWhen, products: _products, ...fields } = given;
  const options = given.options.map((option): TemplateOption => {
    const own = current?.options.find((each) => keyOf(each.name) === keyOf(option.name));
    const prices = option.prices.flatMap((each) => {
      const id = optionId(each);
      return id === undefined ? [] : [[String(id), each.price] as const];
    });
    return { ...option, id: own?.id ?? null, prices: Object.fromEntries(prices), soldOut: own?.soldOut ?? ON_SALE };
  });
  return checkedTemplate({
    ...current,
    ...fields,
    options,
    showWhenOptionIds: showWhen.flatMap((each) => optionId(each) ?? []),
    priceOptionIds: [...new Set(options.flatMap((option) => Object.keys(option.prices).map(Number)))].toSorted((a, b) => a - b),
  });
}

/** The template's uses, including those in the file. */
function usesOf(given: TemplateEntry, current: TemplateRecord, names: CatalogueNames): readonly TemplateUse[] {
  const wanted = given.products.map((use): TemplateUse => {
    const productId = names.productId(use.product) ?? 0;
    const before = linksOf(current).find((each) => each.productId === productId);
    const overrides = overridesOf(use, current, before);
    return { productId, position: use.place, overrides, version: before === undefined ? 1 : before.version, copy: null };
  });
  const others = (current.products ?? []).filter((use) => use.copy !== null || !wanted.some((each) => each.productId === use.productId));
  return [...wanted, ...others].toSorted((a, b) => a.productId - b.productId);
}

/** A product's overrides; sold-out options stay sold out. */
function overridesOf(
  { product: _product, place: _place, options, ...fields }: UseEntry,
  template: TemplateRecord,
  before: TemplateUse | undefined,
) {
  const overrides = template.options.map(({ id, name }) => {
    const own = options.find((each) => keyOf(each.option) === keyOf(name));
    const soldOut = before?.overrides.options?.[String(id)]?.soldOut;
    return [String(id), { priceDelta: own?.price, hidden: own?.isHidden, isDefault: own?.isDefault, soldOut }];
  });
  return tidyOverrides({ ...fields, options: Object.fromEntries(overrides) });
}
