import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  insertImportTemplate,
  loadImportTemplates,
  type ImportTemplate,
  type ProductLink,
} from "#app/catalogue/data/import/imported-templates.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { CustomizationOverrides, CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { variantGroups, type PlannedGroup, type PlannedPrices } from "#app/catalogue/domain/import/variants.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";

/** The templates an import works with. What is not on the shelf is looked up, what does not exist is made. */
export interface TemplateShelf {
  readonly byKey: Map<string, ImportTemplate>;
  readonly byId: Map<number, ImportTemplate>;
  readonly db: Db;
  /** Look only: what would be made gets ids that no row has. */
  readonly isDryRun: boolean;
  made: number;
}

export function createShelf(db: Db, isDryRun: boolean): TemplateShelf {
  return { byKey: new Map(), byId: new Map(), db, isDryRun, made: 0 };
}

/** Puts templates on the shelf that a batch of products is going to ask for, in two queries. */
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
  /** The templates that hold the file's options, in its order; the other links are none of the file's business. */
  readonly templateIds: readonly number[];
}

/** What stands in for a planned group: a template, and what this product says otherwise. */
interface Match {
  readonly template: ImportTemplate;
  readonly overrides: CustomizationOverrides;
  /** What the template's own prices are above the plan's: the base price takes the difference. */
  readonly shift: Cents;
}

/** The import key of the template that would serve a plain group: products with the same values under the same title share it, at whatever prices. */
export function plainTemplateKey(group: PlannedGroup): string {
  return `shopify:options:${digest([group.title, group.options.map((option) => option.name)])}`;
}

/**
 * The links that make a product's variants cost what the plan says. Groups the product has already are kept, so that their options stay the same
 * ones (carts, sold-out marks); a group that others could share comes from the shelf; differing prices become the product's own. Groups that a
 * file cannot hold stay untouched, behind the file's where the file's have changed.
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

/** @param mayShift the base price may take up what templates' prices are above or below the plan's */
async function linkAll(prices: PlannedPrices, current: Present, shelf: TemplateShelf, mayShift: boolean): Promise<LinkPlan> {
  const present = variantGroups(current.groups);
  const presentIds = new Set(present.map((group) => group.id));
  const taken = new Set<number>();
  const matches: Match[] = [];
  for (const group of prices.groups) {
    const own = present.find((each) => !taken.has(each.id) && isSameGroup(each, group));
    const match =
      group.dependsOn === null
        ? await matchPlain(group, own, { links: current.links, shelf, mayShift, taken })
        : await matchPaired(group, own, { links: current.links, matches, shelf, taken });
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
  const names = template.options.filter((option) => !option.hidden).map((option) => option.name);
  return template.title === group.title && JSON.stringify(names) === JSON.stringify(group.options.map((option) => option.name));
}

/** What a group may be matched with. */
interface Candidates {
  readonly links: readonly ProductLink[];
  readonly shelf: TemplateShelf;
  /** Templates that other groups of the product use. */
  readonly taken: ReadonlySet<number>;
}

async function matchPlain(
  group: PlannedGroup,
  own: CustomizationTemplate | undefined,
  { links, shelf, mayShift, taken }: Candidates & { readonly mayShift: boolean },
): Promise<Match> {
  const wanted = group.options.map((option) => option.priceDelta);
  const shiftTo = (there: readonly Cents[]): Cents | null => constantShift(wanted, there, mayShift);
  if (own !== undefined) {
    const template = requireTemplate(shelf, own.id);
    const overrides = links.find((link) => link.templateId === own.id)?.overrides ?? {};
    const shown = own.options.filter((option) => !option.hidden);
    const isPlain = own.freeCount === 0 && shown.every((option) => Object.keys(option.priceByOption).length === 0);
    const shift = isPlain ? shiftTo(shown.map((option) => option.priceDelta)) : null;
    if (shift !== null) return { template, overrides, shift };
    return {
      template,
      overrides: withPrices(template, overrides, new Map(shown.map((option, index) => [option.id, wanted[index] ?? 0]))),
      shift: 0,
    };
  }
  const isUsable = (template: ImportTemplate): boolean =>
    !taken.has(template.id) &&
    isIntact(template) &&
    template.title === group.title &&
    JSON.stringify(template.options.map((option) => option.name)) === JSON.stringify(group.options.map((option) => option.name)) &&
    template.options.every((option) => Object.keys(option.priceByOption).length === 0);
  const template = await findOrMake(
    shelf,
    plainTemplateKey(group),
    isUsable,
    group,
    group.options.map(({ name, priceDelta }) => ({ name, priceDelta, priceByOption: {} })),
  );
  const shift = shiftTo(template.options.map((option) => option.priceDelta));
  if (shift !== null) return { template, overrides: {}, shift };
  return {
    template,
    overrides: withPrices(template, {}, new Map(template.options.map((option, index) => [option.id, wanted[index] ?? 0]))),
    shift: 0,
  };
}

/** Prices that depend on another group's choice stand in the template itself, so it is shared only by products with the very same prices. */
async function matchPaired(
  group: PlannedGroup,
  own: CustomizationTemplate | undefined,
  { links, matches, shelf, taken }: Candidates & { readonly matches: readonly Match[] },
): Promise<Match> {
  const partner = matches[group.dependsOn ?? 0];
  if (partner === undefined) throw new Error(`"${group.title}" is priced by a group that does not come before it`);
  const priceByOption = (option: PlannedGroup["options"][number]): Record<string, Cents> =>
    Object.fromEntries(
      partner.template.options
        .filter((each) => each.name in option.priceByName)
        .map((each) => [String(each.id), option.priceByName[each.name] ?? 0]),
    );
  if (own !== undefined) {
    const shown = own.options.filter((option) => !option.hidden);
    const isSame =
      own.freeCount === 0 &&
      group.options.every((option, index) =>
        Object.entries(priceByOption(option)).every(
          ([id, price]) => (shown[index]?.priceByOption[id] ?? shown[index]?.priceDelta) === price,
        ),
      );
    if (isSame)
      return {
        template: requireTemplate(shelf, own.id),
        overrides: links.find((link) => link.templateId === own.id)?.overrides ?? {},
        shift: 0,
      };
  }
  const options = group.options.map((option) => ({
    name: option.name,
    priceDelta: option.priceDelta,
    priceByOption: priceByOption(option),
  }));
  const isUsable = (template: ImportTemplate): boolean =>
    !taken.has(template.id) &&
    isIntact(template) &&
    template.title === group.title &&
    isDeepStrictEqual(
      template.options.map(({ name, priceDelta, priceByOption: by }) => ({ name, priceDelta, priceByOption: by })),
      options,
    );
  const importKey = `shopify:options:${digest([group.title, partner.template.id, options])}`;
  return { template: await findOrMake(shelf, importKey, isUsable, group, options), overrides: {}, shift: 0 };
}

/** Nobody has made something else of it since. */
function isIntact(template: ImportTemplate): boolean {
  return template.isPlainChoice && template.freeCount === 0 && template.options.every((option) => !option.isHidden);
}

/** The template with that key if it can still serve; else the next one of the same family ("…:2"), and so on until one is made. */
async function findOrMake(
  shelf: TemplateShelf,
  key: string,
  isUsable: (template: ImportTemplate) => boolean,
  group: PlannedGroup,
  options: NewOptions,
): Promise<ImportTemplate> {
  for (let count = 1; ; count += 1) {
    const importKey = count === 1 ? key : `${key}:${count}`;
    if (!shelf.byKey.has(importKey)) await stockShelf(shelf, [], [importKey]);
    const found = shelf.byKey.get(importKey);
    if (found === undefined) return make(shelf, importKey, group, options);
    if (isUsable(found)) return found;
  }
}

/** wanted − there, when that is the same for all (and nothing, where the base price may not take it up); else null. */
function constantShift(wanted: readonly Cents[], there: readonly Cents[], mayShift: boolean): Cents | null {
  const [first = 0] = wanted.map((price, index) => price - (there[index] ?? 0));
  return (mayShift || first === 0) && wanted.every((price, index) => price - (there[index] ?? 0) === first) ? first : null;
}

/** The overrides with these prices and no free units; everything else in them stays. */
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

type NewOptions = Parameters<typeof insertImportTemplate>[1]["options"];

async function make(shelf: TemplateShelf, importKey: string, group: PlannedGroup, options: NewOptions): Promise<ImportTemplate> {
  const name = `${group.title}: ${group.options.map((option) => option.name).join(", ")}`
    .slice(0, MAX_TITLE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "");
  const imagined = (): ImportTemplate => ({
    id: -1 - shelf.byId.size,
    importKey,
    title: group.title,
    freeCount: 0,
    isPlainChoice: true,
    options: options.map((option, index) => ({ ...option, isHidden: false, id: -1 - index - shelf.byId.size * 10_000 })),
  });
  const template = shelf.isDryRun ? imagined() : await insertImportTemplate(shelf.db, { importKey, name, title: group.title, options });
  put(shelf, template);
  shelf.made += 1;
  return template;
}

function requireTemplate(shelf: TemplateShelf, id: number): ImportTemplate {
  const template = shelf.byId.get(id);
  if (template === undefined) throw new Error(`customization template ${id} was not loaded`);
  return template;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
