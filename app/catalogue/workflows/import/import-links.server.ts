import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  insertImportTemplate,
  loadImportTemplates,
  type ImportTemplate,
  type ProductLink,
  type TemplateOption,
} from "#app/catalogue/data/import/imported-templates.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { CustomizationOverrides, CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { shownOptions, variantGroups, type PlannedGroup, type PlannedPrices } from "#app/catalogue/domain/import/variants.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";

/** A cache of templates during an import. Missing ones are loaded, unknown ones created. */
export interface TemplateShelf {
  readonly byKey: Map<string, ImportTemplate>;
  readonly byId: Map<number, ImportTemplate>;
  readonly db: Db;
  /** Read only: templates to create get temporary ids. */
  readonly isDryRun: boolean;
  made: number;
}

export function createShelf(db: Db, isDryRun: boolean): TemplateShelf {
  return { byKey: new Map(), byId: new Map(), db, isDryRun, made: 0 };
}

/** Loads the templates that a batch of products needs, in two queries. */
export async function stockShelf(shelf: TemplateShelf, ids: readonly number[], importKeys: readonly string[]): Promise<void> {
  const wanted = {
    ids: [...new Set(ids)].filter((id) => !shelf.byId.has(id)),
    importKeys: [...new Set(importKeys)].filter((key) => !shelf.byKey.has(key)),
  };
  for (const template of await loadImportTemplates(shelf.db, wanted)) put(shelf, template);
}

function put(shelf: TemplateShelf, template: ImportTemplate): void {
  shelf.byId.set(template.id, template);
  if (template.importKey !== null) shelf.byKey.set(template.importKey, template);
}

export interface LinkPlan {
  readonly basePrice: Cents;
  readonly links: readonly ProductLink[];
  /** The templates with the file's options, in its order; the file does not affect other links. */
  readonly templateIds: readonly number[];
}

/** The replacement of a planned group: a template with this product's overrides. */
interface Match {
  readonly template: ImportTemplate;
  readonly overrides: CustomizationOverrides;
  /** The amount by which the template's own prices exceed the plan's; the base price compensates it. */
  readonly shift: Cents;
}

/** The import key of the template for a plain group: products with the same title and values share it, whatever their prices. */
export function plainTemplateKey(group: { readonly title: string; readonly options: Named }): string {
  return `shopify:options:${digest([group.title, group.options.map((option) => option.name)])}`;
}

/**
 * The links that give a product's variants exactly the planned prices. Existing groups are kept, so that their options keep their ids
 * (carts, sold-out marks); a group that can be shared comes from the cache; differing prices become overrides. Groups that files cannot
 * express are unchanged, and come last if the file's groups have changed.
 */
export async function planLinks(prices: PlannedPrices, current: Present, shelf: TemplateShelf): Promise<LinkPlan> {
  const preferred = await linkAll(prices, current, shelf, true);
  const isStorable = preferred.basePrice >= 0 && preferred.basePrice <= MAX_PRODUCT_PRICE_CENTS;
  return isStorable ? preferred : linkAll(prices, current, shelf, false);
}

interface Present {
  readonly groups: readonly CustomizationTemplate[];
  readonly links: readonly ProductLink[];
}

/** @param mayShift the base price may compensate a constant difference of the template's prices */
async function linkAll(prices: PlannedPrices, current: Present, shelf: TemplateShelf, mayShift: boolean): Promise<LinkPlan> {
  const present = variantGroups(current.groups);
  const presentIds = new Set(present.map((group) => group.id));
  const taken = new Set<number>();
  const matches: Match[] = [];
  for (const group of prices.groups) {
    const existingGroup = present.find((each) => !taken.has(each.id) && isSameGroup(each, group));
    const match =
      group.dependsOn === null
        ? await matchPlain(group, existingGroup, { links: current.links, shelf, mayShift, taken })
        : await matchPaired(group, existingGroup, { links: current.links, matches, shelf, taken });
    taken.add(match.template.id);
    matches.push(match);
  }
  const isSameSet = matches.length === present.length && matches.every((match, index) => match.template.id === present[index]?.id);
  const others = current.links.filter((link) => !presentIds.has(link.templateId) && !taken.has(link.templateId));
  const positionOf = new Map(current.links.map((link) => [link.templateId, link.position]));
  const ours = matches.map((match, index) => ({
    templateId: match.template.id,
    position: isSameSet ? (positionOf.get(match.template.id) ?? index) : index,
    overrides: match.overrides,
  }));
  return {
    basePrice: prices.basePrice + matches.reduce((sum, match) => sum + match.shift, 0),
    templateIds: matches.map((match) => match.template.id),
    links: [...ours, ...others.map((link, index) => (isSameSet ? link : { ...link, position: ours.length + index }))],
  };
}

function isSameGroup(template: CustomizationTemplate, group: PlannedGroup): boolean {
  return template.title === group.title && hasSameNames(shownOptions(template), group.options);
}

type Named = readonly { readonly name: string }[];

function hasSameNames(one: Named, other: Named): boolean {
  return JSON.stringify(one.map(({ name }) => name)) === JSON.stringify(other.map(({ name }) => name));
}

function hasPlainPrices(options: readonly Pick<TemplateOption, "priceByOption">[]): boolean {
  return options.every(({ priceByOption }) => Object.keys(priceByOption).length === 0);
}

/** The possible matches of a group. */
interface Candidates {
  readonly links: readonly ProductLink[];
  readonly shelf: TemplateShelf;
  /** Templates that other groups of the product use. */
  readonly taken: ReadonlySet<number>;
}

async function matchPlain(
  group: PlannedGroup,
  own: CustomizationTemplate | undefined,
  { mayShift, ...candidates }: Candidates & { readonly mayShift: boolean },
): Promise<Match> {
  const { template, overrides } =
    own === undefined ? { template: await plainTemplate(group, candidates), overrides: {} } : keptLink(own, candidates);
  const options = own === undefined ? template.options : shownOptions(own);
  const prices = group.options.map(({ priceDelta }) => priceDelta);
  const isPlain = (own ?? template).freeCount === 0 && hasPlainPrices(options);
  const there = options.map(({ priceDelta }) => priceDelta);
  const shift = isPlain ? constantShift(prices, there, mayShift) : null;
  if (shift !== null) return { template, overrides, shift };
  const priceOf = new Map(options.map((option, index) => [option.id, prices[index] ?? 0]));
  return { template, overrides: withPrices(template, overrides, priceOf), shift: 0 };
}

function plainTemplate(group: PlannedGroup, candidates: Candidates): Promise<ImportTemplate> {
  const options = group.options.map(({ name, priceDelta }) => ({ name, priceDelta, priceByOption: {} }));
  const isUsable = (there: TemplateOptions) => hasSameNames(there, options) && hasPlainPrices(there);
  return findOrMake(group, { importKey: plainTemplateKey(group), options }, isUsable, candidates);
}

/** Prices that depend on another group's choice are stored in the template, so only products with identical prices share it. */
async function matchPaired(
  group: PlannedGroup,
  own: CustomizationTemplate | undefined,
  { matches, ...candidates }: Candidates & { readonly matches: readonly Match[] },
): Promise<Match> {
  const partner = matches[group.dependsOn ?? 0];
  if (partner === undefined) throw new Error(`"${group.title}" is priced by a group that does not come before it`);
  const wanted = group.options.map(({ name, priceDelta, priceByName }) => ({
    name,
    priceDelta,
    priceByOption: Object.fromEntries(
      partner.template.options.flatMap((each) => (each.name in priceByName ? [[String(each.id), priceByName[each.name] ?? 0]] : [])),
    ),
  }));
  const shown = own === undefined ? [] : shownOptions(own);
  const costsTheSame = wanted.every(({ priceByOption }, index) =>
    Object.entries(priceByOption).every(([id, price]) => (shown[index]?.priceByOption[id] ?? shown[index]?.priceDelta) === price),
  );
  if (own?.freeCount === 0 && costsTheSame) return { ...keptLink(own, candidates), shift: 0 };
  const importKey = `shopify:options:${digest([group.title, partner.template.id, wanted])}`;
  const isUsable = (options: TemplateOptions) =>
    isDeepStrictEqual(
      options.map(({ name, priceDelta, priceByOption }) => ({ name, priceDelta, priceByOption })),
      wanted,
    );
  return { template: await findOrMake(group, { importKey, options: wanted }, isUsable, candidates), overrides: {}, shift: 0 };
}

/** A template to which the product is already linked. */
function keptLink({ id }: CustomizationTemplate, { links, shelf }: Candidates): Pick<Match, "template" | "overrides"> {
  const template = shelf.byId.get(id);
  if (template === undefined) throw new Error(`customization template ${id} was not loaded`);
  return { template, overrides: links.find((link) => link.templateId === id)?.overrides ?? {} };
}

type TemplateOptions = ImportTemplate["options"];
interface WantedTemplate {
  readonly importKey: string;
  readonly options: Parameters<typeof insertImportTemplate>[1]["options"];
}

/**
 * The template with that key if it is usable; else the next one of the same family ("…:2"), until one is created. A template that staff
 * have changed, or that another group of the product uses, is not usable.
 */
async function findOrMake(
  group: PlannedGroup,
  { importKey, options }: WantedTemplate,
  isUsable: (options: TemplateOptions) => boolean,
  { shelf, taken }: Candidates,
): Promise<ImportTemplate> {
  const isIntact = ({ title, isPlainChoice, freeCount, options: there }: ImportTemplate) =>
    title === group.title && isPlainChoice && freeCount === 0 && there.every((option) => !option.isHidden);
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? importKey : `${importKey}:${count}`;
    if (!shelf.byKey.has(key)) await stockShelf(shelf, [], [key]);
    const found = shelf.byKey.get(key);
    if (found === undefined) return make(shelf, { importKey: key, options }, group);
    if (!taken.has(found.id) && isIntact(found) && isUsable(found.options)) return found;
  }
}

/** wanted − there, if it is the same for all (and 0, if the base price may not compensate it); else null. */
function constantShift(wanted: readonly Cents[], there: readonly Cents[], mayShift: boolean): Cents | null {
  const [first = 0] = wanted.map((price, index) => price - (there[index] ?? 0));
  return (mayShift || first === 0) && wanted.every((price, index) => price - (there[index] ?? 0) === first) ? first : null;
}

/** The overrides with these prices and without free units; other overrides are kept. */
function withPrices(
  template: ImportTemplate,
  overrides: CustomizationOverrides,
  prices: ReadonlyMap<number, Cents>,
): CustomizationOverrides {
  const options: Record<string, NonNullable<CustomizationOverrides["options"]>[string]> = {};
  for (const option of template.options) {
    const { priceDelta: _, ...others } = overrides.options?.[String(option.id)] ?? {};
    const price = prices.get(option.id);
    const isOwn = price !== undefined && (price !== option.priceDelta || Object.keys(option.priceByOption).length > 0);
    if (isOwn || Object.keys(others).length > 0) options[String(option.id)] = isOwn ? { ...others, priceDelta: price } : others;
  }
  const free = (overrides.freeCount ?? template.freeCount) > 0 ? { freeCount: 0 } : {};
  return { ...overrides, ...free, options };
}

/** The internal name of an imported template. */
export function templateNameOf({ title, options }: { readonly title: string; readonly options: Named }): string {
  return `${title}: ${options.map(({ name }) => name).join(", ")}`.slice(0, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, "");
}

async function make(shelf: TemplateShelf, { importKey, options }: WantedTemplate, group: PlannedGroup): Promise<ImportTemplate> {
  const name = templateNameOf(group);
  const imagined = (): ImportTemplate => ({
    id: -1 - shelf.byId.size,
    importKey,
    title: group.title,
    freeCount: 0,
    isPlainChoice: true,
    isOptional: false,
    options: options.map((option, index) => ({ ...option, isHidden: false, id: -1 - index - shelf.byId.size * 10_000 })),
  });
  const template = shelf.isDryRun ? imagined() : await insertImportTemplate(shelf.db, { importKey, name, title: group.title, options });
  put(shelf, template);
  shelf.made += 1;
  return template;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
