import type { CartLine } from "#app/cart/domain/cart.ts";
import { checkChoices } from "#app/catalogue/domain/customization/customization-choices.ts";
import {
  defaultChoices,
  maxUnits,
  visibleGroups,
  type Choice,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import type { Random } from "#db/seed/random.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";

/** Demand by time of day: items per order, and product weights. */
export interface Appetite {
  readonly lines: readonly [number, number];
  readonly weightOf: (product: ProductForSale) => number;
}

/** Mostly one of a product, rarely three. */
function makeQuantity(random: Random): number {
  if (random.chance(0.8)) return 1;
  return random.chance(0.75) ? 2 : 3;
}

/** Cart lines: distinct products with valid choices. */
export function makeLines(random: Random, products: readonly ProductForSale[], appetite: Appetite): readonly CartLine[] {
  const left = new Set(products);
  const lines: CartLine[] = [];
  const count = random.between(...appetite.lines);
  while (lines.length < count && left.size > 0) {
    const product = random.weighted([...left], appetite.weightOf);
    left.delete(product);
    lines.push({
      id: random.uuid(),
      product,
      quantity: makeQuantity(random),
      choices: makeChoices(random, product.groups),
      note: random.chance(0.06) ? random.pick(NOTES) : "",
      seenUnitPrice: null,
    });
  }
  return lines;
}

const NOTES = [
  "Extra napkins, please",
  "Cut in half, please",
  "No rush",
  "It is a surprise, please do not call",
  "A little less salt, please",
];
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "What should it say?": ["Happy birthday Leo!", "Forty and fine", "Well done, Dr. Chen", "Welcome home"],
  "Cooking notes": ["Extra crispy, please", "Dressing on the side", "Go easy on the garlic"],
};

/** Attempts until choices are valid; defaults with first required options always are. */
function makeChoices(random: Random, groups: readonly CustomizationTemplate[]): readonly Choice[] {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const choices = chooseOnce(random, groups);
    if (checkChoices(groups, choices).ok) return choices;
  }
  throw new Error(`no way was found to order from ${groups.map((group) => group.title).join(", ")}`);
}

function chooseOnce(random: Random, groups: readonly CustomizationTemplate[]): readonly Choice[] {
  let choices = [...defaultChoices(groups)];
  const done = new Set<number>();
  for (let next = nextGroup(groups, choices, done); next !== undefined; next = nextGroup(groups, choices, done)) {
    done.add(next.id);
    const group = next;
    choices = [...choices.filter((choice) => choice.templateId !== group.id), ...chooseIn(random, group, choices)];
  }
  return choices;
}

function nextGroup(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  done: ReadonlySet<number>,
): CustomizationTemplate | undefined {
  return visibleGroups(groups, choices).find((group) => !done.has(group.id));
}

function chooseIn(random: Random, group: CustomizationTemplate, present: readonly Choice[]): readonly Choice[] {
  if (group.kind === "text") {
    const texts = TEXTS[group.title];
    const isWritten = texts !== undefined && random.chance(group.title === "What should it say?" ? 0.9 : 0.12);
    return isWritten ? [{ templateId: group.id, optionId: null, quantity: 1, text: random.pick(texts) }] : [];
  }
  const own = present.filter((choice) => choice.templateId === group.id);
  const isRequired = group.minSelect > 0;
  // Most customers keep defaults and skip optional groups.
  if (isRequired && own.length > 0 && random.chance(0.6)) return own;
  if (!isRequired && random.chance(0.72)) return own;
  const options = group.options.filter((option) => !option.hidden && !option.soldOut);
  const most = Math.min(maxUnits(group) ?? 2, isRequired ? group.minSelect : 2);
  const wanted = Math.max(group.minSelect, random.between(1, Math.max(1, most)));
  const units = new Map<number, number>();
  for (let unit = 0; unit < wanted; unit += 1) {
    const free = options.filter((option) => (units.get(option.id) ?? 0) < (group.kind === "quantity" ? (group.maxPerOption ?? wanted) : 1));
    if (free.length === 0) break;
    const option = random.pick(free);
    units.set(option.id, (units.get(option.id) ?? 0) + 1);
  }
  return [...units].map(([optionId, quantity]) => ({ templateId: group.id, optionId, quantity, text: null }));
}
